// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QRect>
#include <QTimer>
#include <QWidget>

#include <vector>

class QDockWidget;
class QPushButton;

namespace stowage {

class Theme;
class TourCallout;
struct TourStep;
enum class DockPlace;

/// Shows the main parts of a window one after another: it lies over the whole window and shades it,
/// leaves one part clear, and says in a callout beside that part what it is for. The callout has
/// the keys meanwhile; the window's own rest, but for the one that quits.
class Tour : public QWidget {
    Q_OBJECT
public:
    /// A child of `window`, not shown before begin().
    Tour(const Theme* theme, QWidget* window);

    /// Shows the first step. Steps about parts that the window does not have, or that float beside
    /// it, are left out.
    void begin();
    /// Takes itself away; docks that it opened are closed again.
    void end();

    [[nodiscard]] int stepCount() const { return static_cast<int>(m_steps.size()); }
    /// Counted from 0.
    [[nodiscard]] int step() const { return m_step; }
    /// What is left clear now, in the window's coordinates; the callout stands beside the first.
    [[nodiscard]] const QList<QRect>& clearParts() const { return m_clear; }

Q_SIGNALS:
    /// A dock below the board shall come to the front.
    void dockWanted(DockPlace place);
    void ended();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// A widget of the window and what is to be seen of it, in the window's coordinates.
    struct Part {
        QWidget* widget = nullptr;  ///< null: the window has none of that name
        QRect area;                 ///< empty: out of sight
    };
    [[nodiscard]] Part partOf(const char* name) const;
    [[nodiscard]] bool canBeShown(const TourStep& step) const;
    void bringForward();
    void showStep(int step);
    void watchParts();
    void place();
    [[nodiscard]] QRect calloutPlace(const QList<QRect>& parts) const;
    [[nodiscard]] bool takeKey(int key, QPushButton* button);

    const Theme* m_theme;
    QWidget* m_window;
    TourCallout* m_callout;
    std::vector<const TourStep*> m_steps;
    int m_step = 0;
    QList<QRect> m_clear;
    QList<QPointer<QWidget>> m_watched;          ///< the parts of the step and what they lie in
    QList<QPointer<QDockWidget>> m_closedDocks;  ///< before it began
    QPointer<QWidget> m_focusBefore;
    QTimer m_settle;  ///< places once, when all that moves has moved
    bool m_isResized = false;
};

}  // namespace stowage
