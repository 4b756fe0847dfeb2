// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/room_bar.h"

#include "widgets/models/table_unit.h"
#include "widgets/views/widget_style.h"

#include <QPainter>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kBarHeight = 11;
constexpr int kCaptionTop = 15;
constexpr int kCaptionHeight = 15;
constexpr int kSwatch = 8;
constexpr int kCaptionGap = 10;

}  // namespace

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
    setObjectName(QStringLiteral("room_bar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const QString text =
        tr("%1, limit %2: %3 used before, %4 needed, %5 kept for the largest "
           "layer, %6 left for it")
            .arg(QString::fromStdString(deviceLabel(figures.device)), exactBytesText(figures.limit),
                 exactBytesText(figures.used), exactBytesText(figures.needed),
                 exactBytesText(figures.kept), exactBytesText(std::max(0.0, figures.left)));
    setToolTip(text);
    setAccessibleName(text);
}

QSize RoomBar::sizeHint() const {
    // What is kept stands in a line of its own where the others leave no room.
    return {200, kCaptionTop + (m_figures.kept > 0 ? 2 : 1) * kCaptionHeight + 2};
}

QRect RoomBar::flipped(const QRect& rect) const {
    return layoutDirection() == Qt::RightToLeft
               ? QRect(width() - rect.right() - 1, rect.top(), rect.width(), rect.height())
               : rect;
}

void RoomBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);  // mirrored by hand; figures are never
    paintBar(painter, QRect(0, 2, width(), kBarHeight));
    paintCaptions(painter, QRect(0, kCaptionTop, width(), kCaptionHeight));
}

void RoomBar::paintBar(QPainter& painter, const QRect& bar) const {
    const Tokens& colors = m_theme->colors();
    const RoomFigures& f = m_figures;
    const double end = std::max({f.limit, f.used + f.needed, 1.0});
    const auto x = [&](double bytes) {
        return bar.left() + static_cast<int>((bar.width() - 2) * std::clamp(bytes / end, 0.0, 1.0));
    };
    const auto stretch = [&](double from, double to) {
        return flipped(QRect(x(from), bar.top(), std::max(0, x(to) - x(from)), bar.height()));
    };
    painter.fillRect(stretch(0, f.limit), colors.softBorder);
    painter.fillRect(stretch(0, f.used), colors.deviceGround(f.device));
    painter.fillRect(stretch(f.used, f.used).adjusted(0, 0, 1, 0), colors.deviceFill(f.device));
    const double fits = std::clamp(f.left, 0.0, f.needed);
    painter.fillRect(stretch(f.used, f.used + fits), colors.deviceBrush(f.device));
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
    painter.fillRect(flipped(QRect(x(f.limit), bar.top() - 2, 2, bar.height() + 4)), colors.text);
}

void RoomBar::paintCaptions(QPainter& painter, const QRect& row) const {
    const Tokens& colors = m_theme->colors();
    const RoomFigures& f = m_figures;
    const TableUnit unit = tableUnitFor(f.limit);
    const auto figure = [unit](double bytes) { return formatInUnit(bytes, unit); };
    std::vector<Caption> captions{
        {tr("used %1 %2").arg(figure(f.used), tableUnitName(unit)), colors.deviceGround(f.device)},
        {tr("needs %1").arg(figure(f.needed)), colors.deviceFill(f.device)}};
    if (f.over() > 0) {
        captions.push_back(
            {tr("over %1").arg(figure(f.over())), colors.overHatch, Caption::Swatch::Hatch});
    } else {
        captions.push_back({tr("left %1").arg(figure(f.left - f.needed)), colors.softBorder});
    }
    if (f.kept > 0) {
        captions.push_back({tr("kept for the largest layer %1").arg(figure(f.kept)),
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
            y += kCaptionHeight;
        }
        const QRect swatch =
            flipped(QRect(x, y + (kCaptionHeight - kSwatch) / 2, kSwatch, kSwatch));
        if (caption.swatch == Caption::Swatch::Fill) {
            painter.fillRect(swatch, caption.color);
        } else if (caption.swatch == Caption::Swatch::Hatch) {
            paintHatch(painter, swatch, caption.color);
        } else {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(caption.color, 1, Qt::DashLine));
            painter.drawRect(swatch.adjusted(0, 0, -1, -1));
        }
        painter.setPen(colors.secondaryText);
        painter.drawText(flipped(QRect(x + kSwatch + 4, y, width + 1, kCaptionHeight)),
                         Qt::AlignVCenter | Qt::AlignLeft, caption.text);
        x += kSwatch + 4 + width + kCaptionGap;
    }
}

}  // namespace stowage
