// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_figures.h"
#include "widgets/board/board_layout.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QPushButton;

namespace stowage {

/// The strip above the lanes: Linear and Log (objectNames "scale_linear", "scale_log") and the
/// legend of the capacity bars. While a drag hovers, the legend has two entries more.
class BoardStrip : public QWidget {
    Q_OBJECT
public:
    explicit BoardStrip(const Theme* theme, QWidget* parent = nullptr);
    static constexpr int kHeight = 36;

    void setScale(BoardScale scale);
    void setDragging(bool dragging);
    /// In a comparison the legend explains the accent frames.
    void setComparing(bool comparing, bool proposed);
    [[nodiscard]] QRect buttonRect(BoardScale scale) const;

Q_SIGNALS:
    void scaleChosen(BoardScale scale);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* makeButton(const QString& text, const char* name, BoardScale scale);

    const Theme* m_theme;
    QPushButton* m_linear;
    QPushButton* m_logarithmic;
    bool m_dragging = false;
    bool m_comparing = false;
    bool m_proposed = false;
};

class OverviewCell;

/// All devices of a plan in one row, each with its chip and how full it is, for a board whose lanes
/// do not all fit beside each other. A click on one brings its lane into view; a line below marks
/// those that are in view.
class BoardOverview : public QWidget {
    Q_OBJECT
public:
    explicit BoardOverview(const Theme* theme, QWidget* parent = nullptr);
    static constexpr int kHeight = 36;

    /// A cell a lane, in the lanes' order ("overview_gpu0", "overview_cpu").
    void setFigures(const std::vector<LaneFigures>& figures);
    /// Lanes [first, last) lie in the window of the board whole.
    void setInView(std::size_t first, std::size_t last);
    void setMirrored(bool mirrored);

Q_SIGNALS:
    void laneChosen(std::size_t lane);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeCells();

    const Theme* m_theme;
    std::vector<OverviewCell*> m_cells;
    bool m_mirrored = false;
};

}  // namespace stowage
