// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_parts.h"

#include "widgets/board/board_view.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"

#include <QAbstractButton>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

constexpr int kItemGap = 16, kLeastItemGap = 9;
constexpr int kWidestCell = 120;
constexpr int kChipTop = 4;
constexpr int kBarTop = 22;
constexpr int kInView = 2;

}  // namespace

BoardStrip::BoardStrip(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFixedHeight(px(kHeight));
    m_linear = makeButton(tr("Linear"), "scale_linear", BoardScale::Linear);
    m_logarithmic = makeButton(tr("Log"), "scale_log", BoardScale::Logarithmic);
    m_linear->setProperty("segment", QStringLiteral("first"));
    m_logarithmic->setProperty("segment", QStringLiteral("last"));
    m_linear->setAccessibleName(tr("Block heights in proportion to bytes"));
    m_logarithmic->setAccessibleName(tr("Block heights by the logarithm of bytes"));
    auto* row = makeRow(this, 0, {8, 0, 8, 0});
    addWidgets(row, {m_linear, m_logarithmic});
    row->addStretch(1);
    keepRoomForBold(m_linear);
    keepRoomForBold(m_logarithmic);
    setScale(BoardScale::Linear);
}

QPushButton* BoardStrip::makeButton(const QString& text, const char* name, BoardScale scale) {
    auto* button = withName(new QPushButton(text, this), name);
    button->setCheckable(true);
    button->setFont(m_theme->font(TextRole::Tree));
    connect(button, &QPushButton::clicked, this, [this, scale] {
        setScale(scale);
        Q_EMIT scaleChosen(scale);
    });
    return button;
}

void BoardStrip::setScale(BoardScale scale) {
    m_linear->setChecked(scale == BoardScale::Linear);
    m_logarithmic->setChecked(scale == BoardScale::Logarithmic);
}

void BoardStrip::setDragging(bool dragging) {
    if (dragging != m_dragging) {
        m_dragging = dragging;
        update();
    }
}

void BoardStrip::setComparing(bool comparing, bool proposed) {
    if (comparing != m_comparing || proposed != m_proposed) {
        m_comparing = comparing;
        m_proposed = proposed;
        update();
    }
}

QRect BoardStrip::buttonRect(BoardScale scale) const {
    const QPushButton* button = scale == BoardScale::Linear ? m_linear : m_logarithmic;
    return {button->mapToGlobal(QPoint(0, 0)), button->size()};
}

void BoardStrip::setFigures(const std::vector<LaneFigures>& figures) {
    std::set<BarSegment::Kind> kinds;
    for (const LaneFigures& lane : figures) {
        for (const BarSegment& segment : lane.segments) {
            kinds.insert(segment.kind);
        }
    }
    if (kinds != m_kinds) {
        m_kinds = std::move(kinds);
        update();
    }
}

std::vector<BoardStrip::LegendItem> BoardStrip::legend() const {
    const ThemeColors& t = m_theme->colors();
    const QColor weights = t.deviceFill(DeviceId::gpu(0));
    std::vector<LegendItem> items;
    if (m_comparing) {
        items.push_back({m_proposed ? tr("would move") : tr("moved"), t.accent, Swatch::Frame});
    }
    items.push_back({tr("other programs"), t.otherPrograms, Swatch::Solid});
    items.push_back({tr("context"), t.contextOverhead, Swatch::Solid});
    items.push_back({tr("weights"), weights, Swatch::Solid});
    if (m_kinds.contains(BarSegment::Kind::Over)) {
        items.push_back({tr("over"), t.overHatch, Swatch::Hatch});
    }
    if (m_kinds.contains(BarSegment::Kind::Rounding)) {
        items.push_back({BoardView::tr("reserved, but not used by weights"),
                         t.deviceBackground(DeviceId::gpu(0)), Swatch::Tint});
    }
    items.push_back({tr("free"), t.border, Swatch::Frame});
    if (m_dragging) {
        items.push_back({tr("would be added"), t.ramAnonymous, Swatch::Added});
        items.push_back({tr("would leave"), weights, Swatch::Leaves});
    }
    return items;
}

std::vector<std::pair<int, BoardStrip::LegendItem>> BoardStrip::placedLegend() const {
    const QFontMetrics metrics(m_theme->font(TextRole::Caption));
    const auto widthOf = [&metrics](const LegendItem& item) {
        return kSwatchSide + kSwatchGap + metrics.horizontalAdvance(item.text);
    };
    const std::vector<LegendItem> items = legend();
    const int buttons = layoutDirection() == Qt::RightToLeft
                            ? width() - m_logarithmic->geometry().left()
                            : m_logarithmic->geometry().right();
    const int end = width() - 4;
    int room = end - buttons;
    for (const LegendItem& item : items) {
        room -= widthOf(item);
    }
    const int gap = std::clamp(room / static_cast<int>(items.size()), kLeastItemGap, kItemGap);
    std::vector<std::pair<int, LegendItem>> placed;
    int x = buttons + gap;
    for (const LegendItem& item : items) {
        if (x + widthOf(item) > end) {
            break;
        }
        placed.emplace_back(x, item);
        x += widthOf(item) + gap;
    }
    return placed;
}

QStringList BoardStrip::shownNames() const {
    QStringList names;
    for (const auto& [x, item] : placedLegend()) {
        names += item.text;
    }
    return names;
}

void BoardStrip::paintSwatch(QPainter& painter, const QRect& rect, const LegendItem& item) const {
    const ThemeColors& t = m_theme->colors();
    switch (item.swatch) {
        case Swatch::Solid:
            painter.fillRect(rect, item.color);
            return;
        case Swatch::Tint:
            painter.fillRect(rect, item.color);
            paintOutline(painter, rect, t.border);
            return;
        case Swatch::Hatch:
        case Swatch::Added:
            paintHatch(painter, rect, item.color);
            return;
        case Swatch::Frame:
            painter.fillRect(rect, t.base);
            paintOutline(painter, rect, item.color);
            return;
        case Swatch::Leaves:
            painter.setPen(QPen(item.color, 1, Qt::DashLine));
            painter.setBrush(t.base);
            painter.drawRect(rect.adjusted(0, 0, -1, -1));
            return;
    }
}

void BoardStrip::paintEvent(QPaintEvent*) {
    const ThemeColors& t = m_theme->colors();
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);  // mirrored by hand below
    painter.fillRect(rect(), t.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.softBorder);
    painter.setFont(m_theme->font(TextRole::Caption));
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    for (const auto& [x, item] : placedLegend()) {
        const QRect swatch(x, (height() - kSwatchSide) / 2, kSwatchSide, kSwatchSide);
        const int left = x + kSwatchSide + kSwatchGap;
        paintSwatch(painter, visualRect(*this, swatch), item);
        painter.setPen(t.secondaryText);
        painter.drawText(
            visualRect(*this, QRect(left, 0, width() - left, height() - 1)),
            static_cast<int>((mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
            inReadingOrder(item.text));
    }
}

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
        const ThemeColors& t = m_theme->colors();
        QPainter painter(this);
        painter.fillRect(rect(), t.base);
        const QFont font = m_theme->font(TextRole::BarNumber, true);
        const int label = QFontMetrics(font).horizontalAdvance(laneLabel(m_figures.device));
        const int chip = std::max(px(metrics::kChipWidth), label + 2 * kPadding);
        paintDeviceChip(painter, QRect(0, px(kChipTop), std::min(width(), chip), px(kChipHeight)),
                        m_figures.device, t, font);
        paintBar(painter, QRect(0, px(kBarTop), width(), kBarHeight));
        if (m_inView) {
            painter.fillRect(QRect(0, px(kBarTop) + kBarHeight + 3, width(), kInView), t.accent);
        }
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(t.accent);
            painter.drawRect(rect().adjusted(0, 0, -1, -1));
        }
    }

private:
    static constexpr int kBarHeight = 6;
    static constexpr int kPadding = 5;
    static constexpr int kChipHeight = 15;

    /// What the lane's own bar shows, without figures: a device whose size is not known stays
    /// empty.
    void paintBar(QPainter& painter, const QRect& bar) const {
        const ThemeColors& t = m_theme->colors();
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
    withName(this, "board_overview", tr("All devices"));
    setFieldBackground(this);
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
    constexpr int kGap = 4;
    constexpr int kMargin = 8;
    const int count = static_cast<int>(m_cells.size());
    if (count == 0) {
        return;
    }
    const int room = width() - 2 * kMargin - (count - 1) * kGap;
    const int cell = std::clamp(room / count, 1, px(kWidestCell));
    int x = kMargin;
    for (OverviewCell* each : m_cells) {
        each->setGeometry(m_mirrored ? width() - x - cell : x, 0, cell, px(kHeight));
        x += cell + kGap;
    }
}

}  // namespace stowage
