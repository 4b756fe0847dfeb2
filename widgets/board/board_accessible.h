// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_view.h"

#include <QAccessibleWidget>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace stowage {

class ModuleTree;

/// The board as screen readers find it, although lanes and blocks are painted: a list a lane, which
/// says in words what its head shows, and in it an item a block, with the board's keys as actions.
///
///     Board
///     ├ the strip, the overview, the heads with their limit fields, the scroll bars
///     ├ GPU 0, Simulated, 2 GiB      1.20 of 2.00 GiB, 0.80 GiB free. …
///     │ ├ transformer.wte            Embedding, GPU 0: 147.2 MiB (…), Pinned
///     │ └ transformer.h.0
///     └ GPU 1, Simulated, 2 GiB
///
/// A block stays the same object for as long as its lane shows its module, whatever happens to the
/// others, so that a reader keeps its place. UI thread only.
class BoardAccessible final : public QAccessibleWidget {
public:
    explicit BoardAccessible(BoardView* view);
    ~BoardAccessible() override;

    /// Gives each BoardView that is asked from now on such an interface; more calls do nothing.
    static void install();

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;
    [[nodiscard]] QAccessible::State state() const override;

    /// Tells readers what differs from what they were told last: other blocks, figures of lanes,
    /// the selection, the block of the keyboard.
    void tellChanges();
    /// Tells that the block of the keyboard has the focus, if the board has it.
    void tellFocus();

private:
    /// What a lane (no module) or an entry is known by, whatever stands before it.
    struct Key {
        DeviceId device;
        ModuleId module{};
        bool isGhost = false;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    class Part;
    class Lane;
    class Block;
    /// A part that a reader asked for.
    struct Asked {
        QAccessible::Id id = 0;
        QString told;  ///< its description
    };

    [[nodiscard]] BoardView::Private& view() const { return *m_view->d; }
    [[nodiscard]] std::vector<QAccessibleInterface*> widgets() const;
    [[nodiscard]] std::vector<Key> keysNow() const;
    void readLayout() const;
    [[nodiscard]] std::optional<std::size_t> indexOf(const Key& key) const;
    [[nodiscard]] Part* part(const Key& key) const;
    [[nodiscard]] Part* laneAt(std::size_t index) const;
    [[nodiscard]] Part* entryAt(std::size_t index) const;
    /// Deletes what is no longer shown. Only where no part is at work, which might be one of them.
    void forgetParts();
    void tellStructure();
    void tellTexts();
    void tellSelection();

    BoardView* m_view;
    mutable std::map<Key, Asked> m_parts;
    mutable std::map<Key, std::size_t> m_index;  ///< of the layout with the number below
    mutable std::uint64_t m_layoutNumber = 0;

    // What was told, and of which model.
    std::shared_ptr<const ModuleTree> m_tree;
    std::uint64_t m_toldLayout = 0;
    std::vector<Key> m_toldKeys;
    std::set<Key> m_toldSelection;
    std::optional<Key> m_toldCurrent;
};

}  // namespace stowage
