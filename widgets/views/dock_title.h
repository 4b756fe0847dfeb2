// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

class QDockWidget;
class QHBoxLayout;
class QToolButton;

namespace stowage {

/// What a dock or the centre shows, with the 1 px border that the title bar has too.
class PanelFrame : public QWidget {
    Q_OBJECT
public:
    enum class Edges { All, BelowTitle };

    /// Takes `content` over.
    PanelFrame(const Theme* theme, QWidget* content, Edges edges, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    Edges m_edges;
};

/// The title bar of a dock: its name, counts of errors and warnings where there are any, float and
/// close. A plain widget, so that dragging it moves the dock as Qt does.
class DockTitle : public QWidget {
    Q_OBJECT
public:
    DockTitle(const Theme* theme, QDockWidget* dock);

    void setCounts(int errors, int warnings);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QToolButton* makeButton(const QString& name);
    int paintCount(QPainter& painter, int x, const QString& icon, const QColor& color,
                   int count) const;
    void applyTheme();

    const Theme* m_theme;
    QDockWidget* m_dock;
    QToolButton* m_float;
    QToolButton* m_close;
    int m_errors = 0;
    int m_warnings = 0;
};

}  // namespace stowage
