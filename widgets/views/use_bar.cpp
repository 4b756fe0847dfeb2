// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/use_bar.h"

#include <QPainter>

#include <algorithm>

namespace stowage {

namespace {

constexpr int kBeforeHeight = 5;
constexpr int kGap = 2;
constexpr int kNowHeight = 14;
constexpr int kTickOverhang = 2;
constexpr int kHeight = kBeforeHeight + kGap + kNowHeight + kTickOverhang;

}  // namespace

UseBar::UseBar(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize UseBar::sizeHint() const {
    return {200, kHeight};
}

QColor UseBar::holderColor(MemoryHolder holder, DeviceId device, const Tokens& colors) {
    switch (holder) {
        case MemoryHolder::Others:
            return colors.otherPrograms;
        case MemoryHolder::Context:
            return colors.contextOverhead;
        case MemoryHolder::Load:
            return colors.deviceFill(device);
        case MemoryHolder::Cached:
            return mixColors(colors.deviceFill(device), colors.base, 0.4);
        case MemoryHolder::Process:
            return colors.ramAnonymous == colors.deviceFill(device)
                       ? mixColors(colors.ramAnonymous, colors.base, 0.4)
                       : colors.ramAnonymous;
        case MemoryHolder::SimulatedGpus:
            return colors.ramShared;
    }
    return {};
}

void UseBar::setFigures(const DeviceUseFigures& figures) {
    m_figures = figures;
    QStringList lines{tr("Thin: before the load. Thick: now. Tick: the highest reserved.")};
    for (const HolderUse& use : figures.holders) {
        if (use.now) {
            lines.append(
                QStringLiteral("%1: %2").arg(holderName(use.holder), exactBytesText(*use.now)));
        }
    }
    if (figures.freeNow) {
        lines.append(tr("Free: %1").arg(exactBytesText(*figures.freeNow)));
    }
    setToolTip(lines.join(u'\n'));
    setAccessibleName(lines.join(QStringLiteral("; ")));
    update();
}

QRect UseBar::flipped(const QRect& rect) const {
    return layoutDirection() == Qt::RightToLeft
               ? QRect(width() - rect.right() - 1, rect.top(), rect.width(), rect.height())
               : rect;
}

void UseBar::paintHolders(QPainter& painter, const QRect& bar,
                          std::optional<double> HolderUse::*moment) const {
    const Tokens& colors = m_theme->colors();
    painter.fillRect(bar, colors.base);
    double at = 0;
    const double scale = m_figures.capacity.value_or(0);
    const auto x = [&](double bytes) {
        return static_cast<int>(bar.width() * std::clamp(bytes / scale, 0.0, 1.0));
    };
    for (const HolderUse& use : m_figures.holders) {
        const double bytes = (use.*moment).value_or(0);
        if (bytes <= 0) {
            continue;
        }
        // What is there is seen, however little it is of the card.
        const int left = std::min(x(at), bar.width() - 1);
        const int width = std::max(1, x(at + bytes) - left);
        painter.fillRect(flipped(QRect(bar.left() + left, bar.top(), width, bar.height())),
                         holderColor(use.holder, m_figures.device.id, colors));
        at += bytes;
    }
    painter.setPen(colors.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
}

void UseBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_figures.capacity || *m_figures.capacity <= 0) {
        return;
    }
    const QRect before(0, 0, width(), kBeforeHeight);
    const QRect now(0, kBeforeHeight + kGap, width(), kNowHeight);
    paintHolders(painter, before, &HolderUse::before);
    paintHolders(painter, now, &HolderUse::now);
    if (m_figures.peakReserved && *m_figures.peakReserved > 0) {
        const HolderUse* others = m_figures.find(MemoryHolder::Others);
        const HolderUse* context = m_figures.find(MemoryHolder::Context);
        const double peak =
            others->now.value_or(0) + context->now.value_or(0) + *m_figures.peakReserved;
        const int at = static_cast<int>((width() - 2) * std::min(1.0, peak / *m_figures.capacity));
        painter.fillRect(
            flipped(QRect(at, now.top() - kTickOverhang, 2, kNowHeight + 2 * kTickOverhang)),
            m_theme->colors().text);
    }
}

}  // namespace stowage
