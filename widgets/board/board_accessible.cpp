// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_accessible.h"

#include "widgets/board/board_accessible_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

/// More changes of the selection than these are told as one.
constexpr std::size_t kMostToldBlocks = 64;

QAccessibleInterface* makeBoardInterface(const QString&, QObject* object) {
    auto* view = qobject_cast<BoardView*>(object);
    return view == nullptr ? nullptr : new BoardAccessible(view);
}

void tell(QAccessibleInterface* who, QAccessible::Event what) {
    QAccessibleEvent event(who, what);
    QAccessible::updateAccessibility(&event);
}

}  // namespace

BoardAccessible::BoardAccessible(BoardView* view)
    : QAccessibleWidget(view, QAccessible::Grouping), m_view(view) {}

BoardAccessible::~BoardAccessible() {
    // By number: at the program's end Qt may have deleted some of them before.
    for (const auto& [key, asked] : m_parts) {
        QAccessible::deleteAccessibleInterface(asked.id);
    }
}

void BoardAccessible::install() {
    QAccessible::installFactory(makeBoardInterface);
}

std::vector<QAccessibleInterface*> BoardAccessible::widgets() const {
    std::vector<QAccessibleInterface*> result;
    for (int i = 0; i < QAccessibleWidget::childCount(); ++i) {
        QAccessibleInterface* const child = QAccessibleWidget::child(i);
        const auto* widget = child == nullptr ? nullptr : qobject_cast<QWidget*>(child->object());
        // The lanes stand for what is painted in the viewport.
        if (widget != nullptr && widget != m_view->viewport() && !widget->isHidden()) {
            result.push_back(child);
        }
    }
    return result;
}

int BoardAccessible::childCount() const {
    if (!isValid()) {  // the view is being deleted, and what it showed is gone
        return 0;
    }
    return static_cast<int>(widgets().size() + view().m_layout.lanes().size());
}

QAccessibleInterface* BoardAccessible::child(int index) const {
    if (!isValid()) {
        return nullptr;
    }
    const std::vector<QAccessibleInterface*> beside = widgets();
    const auto number = static_cast<std::size_t>(index);
    if (index < 0 || number >= beside.size() + view().m_layout.lanes().size()) {
        return nullptr;
    }
    return number < beside.size() ? beside[number] : laneAt(number - beside.size());
}

int BoardAccessible::indexOfChild(const QAccessibleInterface* child) const {
    for (int i = 0; i < childCount(); ++i) {
        if (this->child(i) == child) {
            return i;
        }
    }
    return -1;
}

QAccessibleInterface* BoardAccessible::childAt(int x, int y) const {
    if (!isValid()) {
        return nullptr;
    }
    const QPoint point = m_view->viewport()->mapFromGlobal(QPoint(x, y));
    if (m_view->viewport()->rect().contains(point)) {
        const auto lane = view().m_layout.laneAt(view().toContent(point).x());
        return lane ? laneAt(*lane) : nullptr;
    }
    return QAccessibleWidget::childAt(x, y);
}

QAccessibleInterface* BoardAccessible::focusChild() const {
    const auto current = isValid() ? view().m_paint.current : std::nullopt;
    return current && m_view->hasFocus() ? entryAt(*current) : QAccessibleWidget::focusChild();
}

QAccessible::State BoardAccessible::state() const {
    QAccessible::State state = QAccessibleWidget::state();
    state.multiSelectable = true;
    return state;
}

std::vector<BoardAccessible::Key> BoardAccessible::keysNow() const {
    std::vector<Key> keys;
    for (const BoardLane& lane : view().m_layout.lanes()) {
        keys.push_back({.device = lane.device});
        for (std::size_t i = lane.first; i < lane.last; ++i) {
            const BoardEntry& entry = view().m_layout.entries()[i];
            keys.push_back({.device = lane.device,
                            .module = entry.module,
                            .isGhost = entry.kind == BoardEntry::Kind::Ghost});
        }
    }
    return keys;
}

void BoardAccessible::readLayout() const {
    if (m_layoutNumber == view().m_layoutNumber) {
        return;
    }
    m_layoutNumber = view().m_layoutNumber;
    m_index.clear();
    std::size_t lane = 0;
    std::size_t entry = 0;
    for (const Key& key : keysNow()) {
        m_index.emplace(key, key.module.isValid() ? entry++ : lane++);
    }
}

std::optional<std::size_t> BoardAccessible::indexOf(const Key& key) const {
    if (!isValid()) {
        return std::nullopt;
    }
    readLayout();
    const auto found = m_index.find(key);
    // Between a new plan and its layout nothing is anywhere.
    const bool isLaidOut = view().m_model && view().m_laidOut == view().m_model;
    return !isLaidOut || found == m_index.end() ? std::nullopt : std::optional(found->second);
}

BoardAccessible::Part* BoardAccessible::part(const Key& key) const {
    readLayout();
    if (!m_index.contains(key)) {
        return nullptr;
    }
    const auto known = m_parts.find(key);
    if (known != m_parts.end()) {
        return static_cast<Part*>(QAccessible::accessibleInterface(known->second.id));
    }
    Part* const made = Part::make(this, key);
    m_parts.emplace(key, Asked{QAccessible::registerAccessibleInterface(made),
                               made->text(QAccessible::Description)});
    return made;
}

BoardAccessible::Part* BoardAccessible::laneAt(std::size_t index) const {
    return part({.device = view().m_layout.lanes()[index].device});
}

BoardAccessible::Part* BoardAccessible::entryAt(std::size_t index) const {
    const BoardEntry& entry = view().m_layout.entries()[index];
    return part({.device = entry.device,
                 .module = entry.module,
                 .isGhost = entry.kind == BoardEntry::Kind::Ghost});
}

void BoardAccessible::tellChanges() {
    if (m_toldLayout != view().m_layoutNumber) {
        m_toldLayout = view().m_layoutNumber;
        readLayout();
        forgetParts();
        tellStructure();
        tellTexts();
    }
    tellSelection();
}

void BoardAccessible::forgetParts() {
    // The number of a module means another one in another model.
    const auto tree = view().m_model ? view().m_model->plan->request.tree : nullptr;
    const bool isOther = tree != m_tree;
    m_tree = tree;
    std::erase_if(m_parts, [&](const auto& part) {
        const bool isGone = isOther || !m_index.contains(part.first);
        if (isGone) {
            QAccessible::deleteAccessibleInterface(part.second.id);
        }
        return isGone;
    });
    if (isOther) {
        m_toldSelection.clear();
        m_toldCurrent.reset();
    }
}

void BoardAccessible::tellStructure() {
    std::vector<Key> keys = keysNow();
    if (keys != m_toldKeys) {
        m_toldKeys = std::move(keys);
        tell(this, QAccessible::ObjectReorder);
    }
}

void BoardAccessible::tellTexts() {
    for (auto& [key, asked] : m_parts) {
        QAccessibleInterface* const part = QAccessible::accessibleInterface(asked.id);
        QString text = part->text(QAccessible::Description);
        if (text == asked.told) {
            continue;
        }
        asked.told = std::move(text);
        tell(part, QAccessible::DescriptionChanged);
        if (!key.module.isValid()) {
            QAccessibleValueChangeEvent event(part, part->text(QAccessible::Value));
            QAccessible::updateAccessibility(&event);
        }
    }
}

void BoardAccessible::tellSelection() {
    std::set<Key> selected;
    const std::vector<bool>& marks = view().m_paint.selected;
    for (const auto& [key, index] : m_index) {
        if (key.module.isValid() && marks[index]) {
            selected.insert(key);
        }
    }
    std::vector<Key> changed;
    std::ranges::set_symmetric_difference(m_toldSelection, selected, std::back_inserter(changed));
    m_toldSelection = std::move(selected);
    if (changed.size() > kMostToldBlocks) {
        tell(this, QAccessible::SelectionWithin);
    } else {
        for (const Key& key : changed) {
            if (Part* const block = part(key)) {
                const bool isOnly = m_toldSelection.size() == 1;
                tell(block, !m_toldSelection.contains(key) ? QAccessible::SelectionRemove
                            : isOnly                       ? QAccessible::Selection
                                                           : QAccessible::SelectionAdd);
            }
        }
    }
    const auto current = view().m_paint.current;
    Part* const block = current ? entryAt(*current) : nullptr;
    const auto key = block == nullptr ? std::nullopt : std::optional(block->key());
    if (key != m_toldCurrent) {
        m_toldCurrent = key;
        tellFocus();
    }
}

void BoardAccessible::tellFocus() {
    const auto current = view().m_paint.current;
    if (m_view->hasFocus() && current) {
        tell(entryAt(*current), QAccessible::Focus);
    }
}

}  // namespace stowage
