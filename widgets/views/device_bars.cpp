// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/device_bars.h"

#include "widgets/models/table_unit.h"
#include "widgets/views/widget_style.h"

#include <QPainter>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kRow = 17;
constexpr int kChipWidth = 40;
constexpr int kChipHeight = 14;
constexpr int kBarHeight = 9;
constexpr int kGap = 6;
/// Devices that find no room are counted in the last line.
constexpr std::size_t kMaxRows = 10;

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
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DeviceBars::setBars(std::vector<DeviceBar> bars) {
    m_bars = std::move(bars);
    QStringList lines;
    for (const DeviceBar& bar : m_bars) {
        QString line = tr("%1: %2").arg(QString::fromStdString(deviceLabel(bar.device)),
                                        exactBytesText(bar.weights));
        if (bar.limit) {
            line += tr(" of %1").arg(exactBytesText(*bar.limit));
        }
        if (bar.over > 0) {
            line += tr(", %1 over").arg(sizeText(bar.over));
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
    return {168, static_cast<int>(std::min(m_bars.size(), kMaxRows)) * kRow};
}

QSize DeviceBars::minimumSizeHint() const {
    return {140, sizeHint().height()};
}

QRect DeviceBars::flipped(const QRect& rect) const {
    return layoutDirection() == Qt::RightToLeft
               ? QRect(width() - rect.right() - 1, rect.top(), rect.width(), rect.height())
               : rect;
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
        const QRect row(0, static_cast<int>(i) * kRow, width(), kRow);
        const double scale =
            m_bars[i].limit ? std::max(*m_bars[i].limit, m_bars[i].weights) : largest;
        paintBar(painter, m_bars[i], row, scale);
    }
    if (cut) {
        painter.setFont(m_theme->font(TextRole::Caption));
        painter.setPen(m_theme->colors().secondaryText);
        painter.drawText(QRect(0, static_cast<int>(shown) * kRow, width(), kRow),
                         Qt::AlignVCenter | Qt::AlignLeading,
                         tr("and %1 more devices").arg(m_bars.size() - shown));
    }
}

void DeviceBars::paintBar(QPainter& painter, const DeviceBar& bar, const QRect& row,
                          double scale) const {
    const Tokens& colors = m_theme->colors();
    const QRect chip(0, row.center().y() - kChipHeight / 2, kChipWidth, kChipHeight);
    paintDeviceChip(painter, flipped(chip), bar.device, colors,
                    m_theme->font(TextRole::BarNumber, true));
    const QFont font = m_theme->font(TextRole::Caption);
    const int figureWidth = QFontMetrics(font).horizontalAdvance(QStringLiteral("888.8 MiB")) + 2;
    const int left = chip.right() + kGap;
    const QRect track(left, row.center().y() - kBarHeight / 2,
                      std::max(20, row.width() - left - figureWidth - kGap), kBarHeight);
    painter.fillRect(flipped(track), colors.softBorder);
    const double over = std::clamp(bar.over, 0.0, bar.weights);
    const auto pixels = [&](double bytes) {
        return scale <= 0 ? 0 : static_cast<int>(track.width() * std::min(1.0, bytes / scale));
    };
    const int within = pixels(bar.weights - over);
    const int all = bar.weights > 0 ? std::max(1, pixels(bar.weights)) : 0;
    painter.fillRect(flipped(QRect(track.left(), track.top(), within, kBarHeight)),
                     m_stale ? QBrush(mixColors(colors.deviceFill(bar.device), colors.base, 0.5))
                             : colors.deviceBrush(bar.device));
    if (over > 0) {
        const QRect hatched(track.left() + within, track.top(), std::max(2, all - within),
                            kBarHeight);
        painter.fillRect(flipped(hatched), colors.base);
        paintHatch(painter, flipped(hatched), colors.overHatch);
    }
    if (bar.limit && *bar.limit > 0) {
        const int x = track.left() + std::max(1, pixels(*bar.limit)) - 1;
        painter.fillRect(flipped(QRect(x, track.top() - 2, 1, kBarHeight + 4)), colors.text);
    }
    painter.setFont(font);
    painter.setPen(bar.over > 0                  ? colors.overText
                   : m_stale || bar.weights <= 0 ? colors.secondaryText
                                                 : colors.text);
    painter.drawText(
        flipped(QRect(row.right() - figureWidth, row.top(), figureWidth, row.height())),
        Qt::AlignVCenter | Qt::AlignTrailing,
        bar.weights > 0 ? sizeText(bar.weights) : QStringLiteral("–"));
}

}  // namespace stowage
