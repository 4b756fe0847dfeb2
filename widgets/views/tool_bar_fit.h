// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QToolBar;
class QToolButton;

namespace stowage {

/// Keeps the tools of a bar in reach while it narrows: first some buttons give up their texts, one
/// after the other, and keep their icons; what still finds no room is in the menu at the bar's end.
class ToolBarFit : public QObject {
    Q_OBJECT
public:
    /// `giving`: buttons with icons, in the order in which they give up their texts.
    ToolBarFit(QToolBar* bar, QList<QToolButton*> giving);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    [[nodiscard]] int widthWithTexts() const;

    QToolBar* m_bar;
    QList<QToolButton*> m_giving;
};

}  // namespace stowage
