// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_accessible.h"

#include "widgets/board/board_view_private.h"
#include "widgets/document/device_edits.h"
#include "widgets/document/placement_input.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace stowage {

/// A lane or a block. It looks its place in the layout up whenever it is asked.
class BoardAccessible::Part : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    Part(const BoardAccessible* board, const Key& key) : m_board(board), m_key(key) {}
    /// The lane or the block of that key; Qt's register of interfaces owns it.
    [[nodiscard]] static Part* make(const BoardAccessible* board, const Key& key);

    [[nodiscard]] const Key& key() const { return m_key; }
    [[nodiscard]] bool isValid() const override { return index().has_value(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override { return m_board->window(); }
    void setText(QAccessible::Text, const QString&) override {}
    void* interface_cast(QAccessible::InterfaceType type) override;

    [[nodiscard]] QStringList actionNames() const override;
    [[nodiscard]] QString localizedActionName(const QString& name) const override;
    void doAction(const QString& name) override;
    [[nodiscard]] QStringList keyBindingsForAction(const QString& name) const override;

protected:
    /// What a reader can ask it to do.
    struct Action {
        QString name;
        QString label;  ///< as menus have it; "": Qt knows the name
        QString keys;
        std::function<void()> act;
    };
    [[nodiscard]] virtual std::vector<Action> actions() const = 0;
    [[nodiscard]] std::optional<std::size_t> index() const { return m_board->indexOf(m_key); }
    [[nodiscard]] const BoardAccessible& board() const { return *m_board; }
    [[nodiscard]] BoardView* boardView() const { return m_board->m_view; }
    [[nodiscard]] BoardView::Private& view() const { return m_board->view(); }
    /// Of a global rectangle: hidden with the board, or scrolled out of it.
    [[nodiscard]] QAccessible::State stateAt(const QRect& rect) const;

private:
    [[nodiscard]] std::optional<Action> find(const QString& name) const;

    const BoardAccessible* m_board;
    Key m_key;
};

namespace {

QString segmentName(BarSegment::Kind kind) {
    switch (kind) {
        case BarSegment::Kind::OtherPrograms:
            return BoardView::tr("other programs");
        case BarSegment::Kind::Context:
            return BoardView::tr("context");
        case BarSegment::Kind::Weights:
            return BoardView::tr("weights");
        case BarSegment::Kind::Over:
            return BoardView::tr("over");
        case BarSegment::Kind::WouldBeAdded:
            return BoardView::tr("would be added");
        case BarSegment::Kind::WouldLeave:
            return BoardView::tr("would leave");
        case BarSegment::Kind::Rounding:
            return BoardView::tr("reserved, but not used by weights");
        case BarSegment::Kind::Free:
            break;
    }
    return BoardView::tr("free");
}

/// A lane's head with its bar, and what is written under its blocks, as sentences.
QString laneSentences(const LaneFigures& figures, const BoardLane& lane) {
    QStringList sentences{figures.text()};
    QStringList segments;
    for (const BarSegment& segment : figures.segments) {
        segments += segmentName(segment.kind) + u' ' + sizeText(segment.bytes);
    }
    if (figures.scaleBytes > 0 && !segments.isEmpty()) {
        sentences += BoardView::tr("Its bar: %1").arg(segments.join(listSeparator()));
    }
    if (figures.budget) {
        sentences += BoardView::tr("Limit %1").arg(sizeText(*figures.budget));
    }
    if (!lane.keptText.isEmpty()) {
        sentences += QString(lane.keptText).replace(u'\n', u' ');
    }
    QStringList notes;
    for (const BoardNote& note : lane.notes) {
        notes += note.text;
    }
    if (!notes.isEmpty()) {
        sentences += joinedSentences(notes);
    }
    return inSentences(sentences);
}

}  // namespace

void* BoardAccessible::Part::interface_cast(QAccessible::InterfaceType type) {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                : nullptr;
}

QStringList BoardAccessible::Part::actionNames() const {
    QStringList names;
    for (const Action& action : actions()) {
        names += action.name;
    }
    return names;
}

QString BoardAccessible::Part::localizedActionName(const QString& name) const {
    const auto action = find(name);
    return action && !action->label.isEmpty()
               ? action->label
               : QAccessibleActionInterface::localizedActionName(name);
}

void BoardAccessible::Part::doAction(const QString& name) {
    if (const auto action = find(name)) {
        action->act();
    }
}

QStringList BoardAccessible::Part::keyBindingsForAction(const QString& name) const {
    const auto action = find(name);
    return action && !action->keys.isEmpty() ? QStringList{action->keys} : QStringList();
}

QAccessible::State BoardAccessible::Part::stateAt(const QRect& rect) const {
    QAccessible::State state;
    state.invalid = !isValid();
    state.invisible = !boardView()->isVisible();
    const QWidget* port = boardView()->viewport();
    state.offscreen = !QRect(port->mapToGlobal(QPoint(0, 0)), port->size()).intersects(rect);
    return state;
}

std::optional<BoardAccessible::Part::Action> BoardAccessible::Part::find(
    const QString& name) const {
    std::vector<Action> all = actions();
    const auto found = std::ranges::find(all, name, &Action::name);
    return found == all.end() ? std::nullopt : std::optional(std::move(*found));
}

class BoardAccessible::Lane final : public Part {
public:
    using Part::Part;

    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::List; }
    [[nodiscard]] QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(boardView());
    }
    [[nodiscard]] int childCount() const override {
        const BoardLane* const shown = lane();
        return shown == nullptr ? 0 : static_cast<int>(shown->last - shown->first);
    }
    [[nodiscard]] QAccessibleInterface* child(int number) const override {
        return number < 0 || number >= childCount()
                   ? nullptr
                   : board().entryAt(lane()->first + static_cast<std::size_t>(number));
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* const block = dynamic_cast<const Part*>(child);
        const BoardLane* const shown = lane();
        const auto number = block == nullptr ? std::nullopt : board().indexOf(block->key());
        const bool isHere = number && shown != nullptr && block->key().module.isValid() &&
                            *number >= shown->first && *number < shown->last;
        return isHere ? static_cast<int>(*number - shown->first) : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override {
        const QPoint point = boardView()->viewport()->mapFromGlobal(QPoint(x, y));
        const auto entry = view().m_layout.entryAt(view().toContent(point));
        const BoardLane* const shown = lane();
        const bool isHere =
            entry && shown != nullptr && *entry >= shown->first && *entry < shown->last;
        return isHere ? board().entryAt(*entry) : nullptr;
    }
    [[nodiscard]] QString text(QAccessible::Text what) const override {
        const auto number = index();
        if (!number) {
            return {};
        }
        const LaneFigures& figures = view().m_head->figures()[*number];
        switch (what) {
            case QAccessible::Name:
                return laneLabel(figures.device) + QStringLiteral(", ") + figures.name;
            case QAccessible::Description:
                return laneSentences(figures, *lane());
            case QAccessible::Value:
                return figures.text();
            default:
                return {};
        }
    }
    [[nodiscard]] QRect rect() const override {
        const auto number = index();
        return number ? view().laneRect(*number) : QRect();
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state = stateAt(rect());
        state.multiSelectable = true;
        return state;
    }

protected:
    [[nodiscard]] std::vector<Action> actions() const override {
        const DeviceId device = key().device;
        BoardView::Private* const shown = &view();
        std::vector<Action> result{{QStringLiteral("select all"),
                                    BoardView::tr("Select all blocks of the lane"),
                                    {},
                                    [shown, device] { shown->chooseBlocksOn(device); }}};
        if (findDevice(*shown->m_document, device) != nullptr) {
            result.push_back({showMenuAction(), {}, {}, [shown, device, at = rect().center()] {
                                  shown->showDeviceMenu(device, at);
                              }});
        }
        return result;
    }

private:
    [[nodiscard]] const BoardLane* lane() const {
        const auto number = index();
        return number ? &view().m_layout.lanes()[*number] : nullptr;
    }
};

class BoardAccessible::Block final : public Part {
public:
    using Part::Part;

    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessibleInterface* parent() const override {
        return board().part(Key{.device = key().device});
    }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QString text(QAccessible::Text what) const override {
        const BoardEntry* const shown = entry();
        if (shown == nullptr) {
            return {};
        }
        switch (what) {
            case QAccessible::Name:
                return view().nameOfEntry(*shown);
            case QAccessible::Description:
                return view().describe(*shown).join(listSeparator());
            case QAccessible::Value:
                return loadedPercent(*shown);
            default:
                return {};
        }
    }
    [[nodiscard]] QRect rect() const override {
        const auto number = index();
        return number ? view().entryRect(*number) : QRect();
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state = stateAt(rect());
        const auto number = index();
        if (!number) {
            return state;
        }
        state.selectable = true;
        state.extSelectable = true;
        state.focusable = true;
        state.selected = view().isMarked(*number);
        state.active = view().m_paint.current == number;
        state.focused = state.active && boardView()->hasFocus();
        const bool isOpen = entry()->kind == BoardEntry::Kind::Header;
        state.expandable = isOpen || entry()->canUnfold;
        state.expanded = isOpen;
        state.collapsed = state.expandable && !isOpen;
        return state;
    }

protected:
    [[nodiscard]] std::vector<Action> actions() const override {
        BoardView::Private* const shown = &view();
        const auto number = index();
        if (!number || shown->m_preview) {
            return {};  // where things lie during a drag is not where they are
        }
        std::vector<Action> result;
        const auto add = [&](const QString& name, const QString& label, const QString& keys,
                             auto act) {
            result.push_back({name, label, keys, act});
        };
        // What menu and keys do to the selection; a block outside of it becomes the selection.
        const auto addForSelection = [&](const QString& name, const QString& label,
                                         const QString& keys, auto act) {
            add(name, label, keys, [shown, at = *number, act] {
                if (!shown->isMarked(at)) {
                    shown->choose(at, SelectMode::Replace);
                }
                act();
            });
        };
        add(setFocusAction(), {}, {}, [shown, at = *number] {
            shown->choose(at, SelectMode::Replace);
            shown->reveal(at);
            shown->m_view->setFocus();
        });
        add(QStringLiteral("toggle selection"), BoardView::tr("Select or deselect"), {},
            [shown, at = *number] { shown->choose(at, SelectMode::Toggle); });
        if (state().expandable) {
            const bool isOpen = state().expanded;
            add(isOpen ? QStringLiteral("hide parts") : QStringLiteral("show parts"),
                isOpen ? BoardView::tr("Hide parts") : BoardView::tr("Show parts"),
                QStringLiteral("Space"), [shown, at = *number] { shown->toggleFold(at); });
        }
        for (const DevicePlacement& placement : shown->m_model->plan->placements) {
            const DeviceId device = placement.device.id;
            addForSelection(
                QStringLiteral("place on ") + QString::fromStdString(deviceName(device)),
                BoardView::tr("Move to %1").arg(laneLabel(device)), placementKeyOf(device),
                [shown, device] { shown->moveSelectionTo(device); });
        }
        addForSelection(QStringLiteral("pin"), BoardView::tr("Pin to current device"),
                        QStringLiteral("P"), [shown] { shown->pinSelection(); });
        addForSelection(QStringLiteral("unpin"), BoardView::tr("Unpin"), QStringLiteral("U"),
                        [shown] { shown->unpinSelection(); });
        addForSelection(showMenuAction(), {}, {},
                        [shown, at = rect().center()] { shown->showMenu(at); });
        return result;
    }

private:
    [[nodiscard]] const BoardEntry* entry() const {
        const auto number = index();
        return number ? &view().m_layout.entries()[*number] : nullptr;
    }
    /// Of a block whose weights are loaded, or being loaded, where the plan has them.
    [[nodiscard]] QString loadedPercent(const BoardEntry& shown) const {
        const BoardPaintState& paint = view().m_paint;
        if (!paint.loading && paint.loaded == nullptr) {
            return {};
        }
        const double share = loadedShare(shown, *view().m_model, paint);
        return BoardView::tr("%1 % loaded").arg(std::lround(share * 100));
    }
};

BoardAccessible::Part* BoardAccessible::Part::make(const BoardAccessible* board, const Key& key) {
    if (key.module.isValid()) {
        return new Block(board, key);
    }
    return new Lane(board, key);
}

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
