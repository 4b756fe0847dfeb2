// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_accessible_parts.h"

#include "widgets/document/device_edits.h"
#include "widgets/document/placement_input.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <cmath>

namespace stowage {
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
            return BoardView::tr("reserved above the weights");
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
                                    BoardView::tr("Select all of its blocks"),
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
        add(QStringLiteral("toggle selection"), BoardView::tr("Select or leave out"), {},
            [shown, at = *number] { shown->choose(at, SelectMode::Toggle); });
        if (state().expandable) {
            const bool isOpen = state().expanded;
            add(isOpen ? QStringLiteral("hide parts") : QStringLiteral("show parts"),
                isOpen ? BoardView::tr("Hide its parts") : BoardView::tr("Show its parts"),
                QStringLiteral("Space"), [shown, at = *number] { shown->toggleFold(at); });
        }
        for (const DevicePlacement& placement : shown->m_model->plan->placements) {
            const DeviceId device = placement.device.id;
            addForSelection(
                QStringLiteral("place on ") + QString::fromStdString(deviceName(device)),
                BoardView::tr("Move to %1").arg(laneLabel(device)), placementKeyOf(device),
                [shown, device] { shown->moveSelectionTo(device); });
        }
        addForSelection(QStringLiteral("pin"), BoardView::tr("Pin where it is"),
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

}  // namespace stowage
