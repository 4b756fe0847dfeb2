// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/board_overview.h"

#include "widgets/views/widget_style.h"

#include <QAbstractButton>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

constexpr int kMargin = 8;
constexpr int kGap = 4;
constexpr int kWidestCell = 120;
constexpr int kChipTop = 4;
constexpr int kChipHeight = 15;
constexpr int kBarTop = 22;
constexpr int kBarHeight = 6;
constexpr int kInView = 2;

}  // namespace

/// One device: a button, so that keys and screen readers reach it.
class OverviewCell : public QAbstractButton {
public:
    OverviewCell(const Theme* theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }

    void setFigures(const LaneFigures& figures) {
        m_figures = figures;
        setObjectName(QStringLiteral("overview_") + (figures.device == kNoDevice
                                                         ? QStringLiteral("no_device")
                                                         : deviceObjectName(figures.device)));
        setAccessibleName(laneLabel(figures.device) + QStringLiteral(": ") + figures.text());
        setToolTip(figures.tooltip);
        update();
    }

    void setInView(bool inView) {
        if (std::exchange(m_inView, inView) != inView) {
            update();
        }
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Tokens& t = m_theme->colors();
        QPainter painter(this);
        painter.fillRect(rect(), t.base);
        paintDeviceChip(painter, QRect(0, kChipTop, std::min(width(), 44), kChipHeight),
                        m_figures.device, t, m_theme->font(TextRole::BarNumber, true));
        paintBar(painter, QRect(0, kBarTop, width(), kBarHeight));
        if (m_inView) {
            painter.fillRect(QRect(0, kBarTop + kBarHeight + 3, width(), kInView), t.accent);
        }
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(t.accent);
            painter.drawRect(rect().adjusted(0, 0, -1, -1));
        }
    }

private:
    /// What the lane's own bar shows, without figures: a device whose size is not known stays
    /// empty.
    void paintBar(QPainter& painter, const QRect& bar) const {
        const Tokens& t = m_theme->colors();
        painter.fillRect(bar, t.softBorder);
        double from = 0;
        for (const BarSegment& segment : m_figures.segments) {
            const auto x = [&](double bytes) {
                return m_figures.scaleBytes <= 0 ? 0
                                                 : static_cast<int>(std::lround(
                                                       bytes / m_figures.scaleBytes * bar.width()));
            };
            const QRect part(bar.left() + x(from), bar.top(),
                             std::max(1, x(from + segment.bytes) - x(from)), bar.height());
            from += segment.bytes;
            switch (segment.kind) {
                case BarSegment::Kind::OtherPrograms:
                    painter.fillRect(part, t.otherPrograms);
                    break;
                case BarSegment::Kind::Context:
                    painter.fillRect(part, t.contextOverhead);
                    break;
                case BarSegment::Kind::Weights:
                    painter.fillRect(part, t.deviceBrush(m_figures.device));
                    break;
                case BarSegment::Kind::Over:
                    painter.fillRect(part, t.overHatch);
                    break;
                default:
                    break;
            }
        }
    }

    const Theme* m_theme;
    LaneFigures m_figures;
    bool m_inView = false;
};

BoardOverview::BoardOverview(const Theme* theme, QWidget* parent)
    : QWidget(parent), m_theme(theme) {
    setObjectName(QStringLiteral("board_overview"));
    setAccessibleName(tr("All devices"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void BoardOverview::setFigures(const std::vector<LaneFigures>& figures) {
    while (m_cells.size() > figures.size()) {
        delete m_cells.back();
        m_cells.pop_back();
    }
    while (m_cells.size() < figures.size()) {
        auto* cell = new OverviewCell(m_theme, this);
        const std::size_t lane = m_cells.size();
        connect(cell, &QAbstractButton::clicked, this, [this, lane] { Q_EMIT laneChosen(lane); });
        m_cells.push_back(cell);
        cell->show();
    }
    for (std::size_t i = 0; i < figures.size(); ++i) {
        m_cells[i]->setFigures(figures[i]);
    }
    placeCells();
}

void BoardOverview::setInView(std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        m_cells[i]->setInView(i >= first && i < last);
    }
}

void BoardOverview::setMirrored(bool mirrored) {
    m_mirrored = mirrored;
    placeCells();
}

void BoardOverview::resizeEvent(QResizeEvent*) {
    placeCells();
}

void BoardOverview::placeCells() {
    const int count = static_cast<int>(m_cells.size());
    if (count == 0) {
        return;
    }
    const int room = width() - 2 * kMargin - (count - 1) * kGap;
    const int cell = std::clamp(room / count, 1, kWidestCell);
    int x = kMargin;
    for (OverviewCell* each : m_cells) {
        each->setGeometry(m_mirrored ? width() - x - cell : x, 0, cell, kHeight);
        x += cell + kGap;
    }
}

}  // namespace stowage
