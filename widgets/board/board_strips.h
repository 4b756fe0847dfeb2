// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_figures.h"
#include "widgets/board/board_layout.h"
#include "widgets/support/theme.h"

#include <QStringList>
#include <QWidget>

#include <set>
#include <utility>
#include <vector>

class QPushButton;

namespace stowage {

/// The strip above the lanes: Linear and Log (objectNames "scale_linear", "scale_log") and the
/// legend of the capacity bars: the swatches closer to each other where the board is narrow. While
/// a drag hovers, the legend has two entries more.
class BoardStrip : public QWidget {
    Q_OBJECT
public:
    explicit BoardStrip(const Theme* theme, QWidget* parent = nullptr);
    static constexpr int kHeight = 36;

    void setScale(BoardScale scale);
    void setDragging(bool dragging);
    /// What the bars show: the legend names what is over, and reserved above the weights, where
    /// there is such a stretch.
    void setFigures(const std::vector<LaneFigures>& figures);
    /// The names that there is room for.
    [[nodiscard]] QStringList shownNames() const;
    /// In a comparison the legend explains the accent frames.
    void setComparing(bool comparing, bool proposed);
    [[nodiscard]] QRect buttonRect(BoardScale scale) const;

Q_SIGNALS:
    void scaleChosen(BoardScale scale);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Swatch { Solid, Tint, Frame, Hatch, Added, Leaves };
    struct LegendItem {
        QString text;
        QColor color;
        Swatch swatch;
    };

    QPushButton* makeButton(const QString& text, const char* name, BoardScale scale);
    [[nodiscard]] std::vector<LegendItem> legend() const;
    /// Each item with where it begins, from the side at which one begins to read; a narrow board
    /// has those that fit whole.
    [[nodiscard]] std::vector<std::pair<int, LegendItem>> placedLegend() const;
    void paintSwatch(QPainter& painter, const QRect& rect, const LegendItem& item) const;

    const Theme* m_theme;
    QPushButton* m_linear;
    QPushButton* m_logarithmic;
    bool m_dragging = false;
    bool m_comparing = false;
    bool m_proposed = false;
    std::set<BarSegment::Kind> m_kinds;
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
