// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/device_bars.h"

#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/translation.h"

#include <QPainter>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kRow = 17;

/// Devices that find no room are counted in the last line.
constexpr std::size_t kMaxRows = 10;
constexpr int kCaptionTop = 15;
constexpr int kCaptionHeight = 15;
constexpr int kCaptionGap = 10;

}  // namespace

std::vector<DeviceBar> deviceBars(const PlacementPlan& plan) {
    std::vector<DeviceBar> bars;
    for (const DevicePlacement& placement : plan.placements) {
        const auto overCapacity = static_cast<double>(placement.overCapacity());
        bars.push_back({placement.device.id, placement.weights, placement.budget,
                        std::max(placement.overBudget(), overCapacity)});
    }
    return bars;
}

DeviceBars::DeviceBars(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    speakAsChart(this);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DeviceBars::setBars(std::vector<DeviceBar> bars) {
    m_bars = std::move(bars);
    QStringList lines;
    for (const DeviceBar& bar : m_bars) {
        const QString device = translated(deviceLabel(bar.device));
        const QString weights = exactBytesText(bar.weights);
        QString line = bar.limit
                           ? tr("%1: %2 of %3").arg(device, weights, exactBytesText(*bar.limit))
                           : tr("%1: %2").arg(device, weights);
        if (bar.over > 0) {
            line = tr("%1, %2 over").arg(line, sizeText(bar.over));
        }
        lines.append(line);
    }
    setToolTip(lines.join(u'\n'));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

void DeviceBars::setStale(bool stale) {
    m_stale = stale;
    update();
}

QSize DeviceBars::sizeHint() const {
    return {px(168), static_cast<int>(std::min(m_bars.size(), kMaxRows)) * px(kRow)};
}

QSize DeviceBars::minimumSizeHint() const {
    return {px(140), sizeHint().height()};
}

void DeviceBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    double largest = 1;
    for (const DeviceBar& bar : m_bars) {
        largest = std::max(largest, bar.weights);
    }
    const bool cut = m_bars.size() > kMaxRows;
    const std::size_t shown = cut ? kMaxRows - 1 : m_bars.size();
    for (std::size_t i = 0; i < shown; ++i) {
        const QRect row(0, static_cast<int>(i) * px(kRow), width(), px(kRow));
        const double scale =
            m_bars[i].limit ? std::max(*m_bars[i].limit, m_bars[i].weights) : largest;
        paintBar(painter, m_bars[i], row, scale);
    }
    if (cut) {
        painter.setFont(m_theme->font(TextRole::Caption));
        painter.setPen(m_theme->colors().secondaryText);
        painter.drawText(QRect(0, static_cast<int>(shown) * px(kRow), width(), px(kRow)),
                         Qt::AlignVCenter | Qt::AlignLeading,
                         tr("and %1 more devices").arg(m_bars.size() - shown));
    }
}

void DeviceBars::paintBar(QPainter& painter, const DeviceBar& bar, const QRect& row,
                          double scale) const {
    constexpr int kGap = 6;
    constexpr int kBarHeight = 9;
    constexpr int kChipHeight = 14;
    constexpr int kChipWidth = 40;
    const ThemeColors& colors = m_theme->colors();
    const QRect chip(0, row.center().y() - px(kChipHeight) / 2, px(kChipWidth), px(kChipHeight));
    paintDeviceChip(painter, visualRect(*this, chip), bar.device, colors,
                    m_theme->font(TextRole::BarNumber, true));
    const QFont font = m_theme->font(TextRole::Caption);
    const int figureWidth = QFontMetrics(font).horizontalAdvance(QStringLiteral("888.8 MiB")) + 2;
    const int left = chip.right() + kGap;
    const QRect track(left, row.center().y() - kBarHeight / 2,
                      std::max(20, row.width() - left - figureWidth - kGap), kBarHeight);
    painter.fillRect(visualRect(*this, track), colors.softBorder);
    const double over = std::clamp(bar.over, 0.0, bar.weights);
    const auto pixels = [&](double bytes) {
        return scale <= 0 ? 0 : static_cast<int>(track.width() * std::min(1.0, bytes / scale));
    };
    const int within = pixels(bar.weights - over);
    const int all = bar.weights > 0 ? std::max(1, pixels(bar.weights)) : 0;
    painter.fillRect(visualRect(*this, QRect(track.left(), track.top(), within, kBarHeight)),
                     m_stale ? QBrush(mixColors(colors.deviceFill(bar.device), colors.base, 0.5))
                             : colors.deviceBrush(bar.device));
    if (over > 0) {
        const QRect hatched(track.left() + within, track.top(), std::max(2, all - within),
                            kBarHeight);
        painter.fillRect(visualRect(*this, hatched), colors.base);
        paintHatch(painter, visualRect(*this, hatched), colors.overHatch);
    }
    if (bar.limit && *bar.limit > 0) {
        const int x = track.left() + std::max(1, pixels(*bar.limit)) - 1;
        painter.fillRect(visualRect(*this, QRect(x, track.top() - 2, 1, kBarHeight + 4)),
                         colors.text);
    }
    painter.setFont(font);
    painter.setPen(bar.over > 0                  ? colors.overText
                   : m_stale || bar.weights <= 0 ? colors.secondaryText
                                                 : colors.text);
    painter.drawText(
        visualRect(*this, QRect(row.right() - figureWidth, row.top(), figureWidth, row.height())),
        kFigureAlignment, bar.weights > 0 ? sizeText(bar.weights) : kUnknownFigure);
}

std::optional<RoomFigures> roomFigures(const PlacementPlan& plan,
                                       const PlacementDecision& decision) {
    using Kind = PlacementDecision::Kind;
    const bool byHand = decision.kind == Kind::Pinned || decision.kind == Kind::MovedByHand;
    const auto budget =
        std::ranges::find(plan.effectiveBudgets, decision.device, &MemoryBudget::device);
    if (byHand || !decision.left || budget == plan.effectiveBudgets.end()) {
        return std::nullopt;
    }
    RoomFigures figures;
    figures.device = decision.device;
    figures.needed = decision.needed;
    figures.left = *decision.left;
    figures.kept = decision.reserved;
    figures.limit = budget->bytes;
    figures.used = std::max(0.0, figures.limit - figures.left - figures.kept);
    return figures;
}

/// What a segment is called, with its swatch.
struct RoomBar::Caption {
    enum class Swatch { Fill, Hatch, Dashes };
    QString text;
    QColor color;
    Swatch swatch = Swatch::Fill;
};

RoomBar::RoomBar(const Theme* theme, const RoomFigures& figures, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_figures(figures) {
    speakAsChart(this);
    setObjectName(QStringLiteral("room_bar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const QString text =
        tr("%1, limit %2: %3 already used, %5 kept free for the largest layer, %6 left for the "
           "module, which needs %4")
            .arg(translated(deviceLabel(figures.device)), exactBytesText(figures.limit),
                 exactBytesText(figures.used), exactBytesText(figures.needed),
                 exactBytesText(figures.kept), exactBytesText(std::max(0.0, figures.left)));
    setToolTip(text);
    setAccessibleName(text);
}

QSize RoomBar::sizeHint() const {
    // What is kept stands in a line of its own where the others leave no room.
    return {px(200), kCaptionTop + (m_figures.kept > 0 ? 2 : 1) * px(kCaptionHeight) + 2};
}

void RoomBar::paintEvent(QPaintEvent*) {
    constexpr int kRoomHeight = 11;
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);  // mirrored by hand; figures are never
    paintBar(painter, QRect(0, 2, width(), kRoomHeight));
    paintCaptions(painter, QRect(0, kCaptionTop, width(), px(kCaptionHeight)));
}

void RoomBar::paintBar(QPainter& painter, const QRect& bar) const {
    const ThemeColors& colors = m_theme->colors();
    const RoomFigures& f = m_figures;
    const double end = std::max({f.limit, f.used + f.needed, 1.0});
    const auto x = [&](double bytes) {
        return bar.left() + static_cast<int>((bar.width() - 2) * std::clamp(bytes / end, 0.0, 1.0));
    };
    const auto stretch = [&](double from, double to) {
        return visualRect(*this,
                          QRect(x(from), bar.top(), std::max(0, x(to) - x(from)), bar.height()));
    };
    painter.fillRect(stretch(0, f.limit), colors.softBorder);
    painter.fillRect(stretch(0, f.used), colors.deviceBackground(f.device));
    painter.fillRect(stretch(f.used, f.used).adjusted(0, 0, 1, 0), colors.deviceFill(f.device));
    const double fits = std::clamp(f.left, 0.0, f.needed);
    painter.fillRect(stretch(f.used, f.used + fits), colors.deviceBrush(f.device));
    paintOutline(painter, stretch(0, end), colors.border);
    if (f.kept > 0) {
        const QRect kept = stretch(f.limit - f.kept, f.limit);
        painter.fillRect(kept, colors.base);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.secondaryText, 1, Qt::DashLine));
        painter.drawRect(kept.adjusted(0, 0, -1, -1));
    }
    if (f.over() > 0) {
        paintHatch(painter, stretch(f.used + fits, f.used + f.needed), colors.overHatch);
    }
    painter.fillRect(visualRect(*this, QRect(x(f.limit), bar.top() - 2, 2, bar.height() + 4)),
                     colors.text);
}

void RoomBar::paintCaptions(QPainter& painter, const QRect& row) const {
    constexpr int kSwatch = 8;
    const ThemeColors& colors = m_theme->colors();
    const RoomFigures& f = m_figures;
    const TableUnit unit = tableUnitFor(f.limit);
    const auto figure = [unit](double bytes) {
        return bytes > 0 ? formatInUnit(bytes, unit) : QStringLiteral("0");
    };
    std::vector<Caption> captions{
        {tr("used %1 %2").arg(figure(f.used), tableUnitName(unit)),
         colors.deviceBackground(f.device)},
        {tr("needs %1").arg(figure(f.needed)), colors.deviceFill(f.device)}};
    if (f.over() > 0) {
        captions.push_back(
            {tr("over %1").arg(figure(f.over())), colors.overHatch, Caption::Swatch::Hatch});
    } else {
        captions.push_back({tr("left %1").arg(figure(f.left - f.needed)), colors.softBorder});
    }
    if (f.kept > 0) {
        captions.push_back({tr("kept free for the largest layer %1").arg(figure(f.kept)),
                            colors.secondaryText, Caption::Swatch::Dashes});
    }
    painter.setFont(m_theme->font(TextRole::Caption));
    const QFontMetrics metrics(painter.font());
    int x = row.left();
    int y = row.top();
    for (const Caption& caption : captions) {
        const int width = metrics.horizontalAdvance(caption.text);
        if (x > row.left() && x + kSwatch + 4 + width > row.right() + 1) {
            x = row.left();
            y += px(kCaptionHeight);
        }
        const QRect swatch =
            visualRect(*this, QRect(x, y + (px(kCaptionHeight) - kSwatch) / 2, kSwatch, kSwatch));
        if (caption.swatch == Caption::Swatch::Fill) {
            paintSwatch(painter, swatch, caption.color, colors);
        } else if (caption.swatch == Caption::Swatch::Hatch) {
            paintHatch(painter, swatch, caption.color);
        } else {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(caption.color, 1, Qt::DashLine));
            painter.drawRect(swatch.adjusted(0, 0, -1, -1));
        }
        painter.setPen(colors.secondaryText);
        painter.drawText(
            visualRect(*this, QRect(x + kSwatch + 4, y, width + 1, px(kCaptionHeight))),
            static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft) |
                (isRightToLeft() ? Qt::TextForceRightToLeft : Qt::TextForceLeftToRight),
            caption.text);
        x += kSwatch + 4 + width + kCaptionGap;
    }
}

}  // namespace stowage
