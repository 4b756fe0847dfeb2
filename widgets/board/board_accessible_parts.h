// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_accessible.h"

#include "widgets/board/board_view_private.h"

#include <functional>

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

}  // namespace stowage
