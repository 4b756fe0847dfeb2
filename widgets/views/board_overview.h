// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"
#include "widgets/views/board_figures.h"

#include <QWidget>

#include <vector>

namespace stowage {

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
