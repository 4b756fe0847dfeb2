// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_parts.h"

#include "widgets/board/board_layout.h"
#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace stowage {

namespace {

constexpr int kCardWidth = 176;
constexpr int kCardHeight = 22;
constexpr int kStep = 4;
constexpr int kDragPadding = 10;
constexpr int kLine = 17;
constexpr QPoint kFromCursor{14, 38};

/// Whose texts these are, for the catalogues.
struct DragTexts {
    Q_DECLARE_TR_FUNCTIONS(Board)
};

}  // namespace

QString dragLabel(const QStringList& paths) {
    if (paths.size() == 1) {
        return paths.front();
    }
    const auto first = splitNumber(paths.front());
    const auto last = splitNumber(paths.back());
    if (first && last && first->first == last->first &&
        last->second - first->second + 1 == paths.size()) {
        return DragTexts::tr("%1 to %2").arg(paths.front()).arg(last->second);
    }
    return DragTexts::tr("%1 modules").arg(paths.size());
}

QPixmap makeDragPixmap(const QString& label, std::size_t count, DeviceId device,
                       const ThemeColors& colors, const BoardFonts& fonts, double ratio) {
    const int edges = static_cast<int>(std::min<std::size_t>(count, 3)) - 1;
    const QSize size(px(kCardWidth) + edges * kStep, px(kCardHeight) + edges * kStep);
    QPixmap pixmap((QSizeF(size) * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    for (int i = edges; i >= 0; --i) {
        const QRect card(i * kStep, (edges - i) * kStep, px(kCardWidth) - 1, px(kCardHeight) - 1);
        painter.setPen(QPen(colors.deviceLine(device), 1));
        painter.setBrush(mixColors(colors.deviceFill(device), colors.base, 0.3));
        painter.drawRect(card);
        if (i == 0) {
            painter.setFont(fonts.text);
            painter.setPen(colors.text);
            painter.drawText(
                card.adjusted(kDragPadding, 0, -kDragPadding, 0),
                static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                QFontMetrics(fonts.text)
                    .elidedText(label, Qt::ElideLeft, px(kCardWidth) - 2 * kDragPadding));
        }
    }
    return pixmap;
}

DragCard makeDragCard(const BoardModel& model, const BoardPreview& preview,
                      const LaneFigures& target) {
    DragCard card;
    if (!preview.refusal.isEmpty()) {
        card.isRefused = true;
        card.title = DragTexts::tr("Cannot be dropped here");
        card.lines = {preview.refusal};
        return card;
    }
    const QString blocks = preview.count() == 1 ? DragTexts::tr("1 block")
                                                : DragTexts::tr("%1 blocks").arg(preview.count());
    card.title = QStringLiteral("%1 · %2 → %3, %4%5")
                     .arg(blocks, sizeText(preview.addedBytes),
                          translated(deviceLabel(preview.target)), target.sum, target.sumOf);
    if (target.over > 0) {
        card.lines += (target.overCapacity ? DragTexts::tr("would be %1 over the capacity")
                                           : DragTexts::tr("would be %1 over the limit"))
                          .arg(sizeText(target.over));
    }
    const int hops = countHops(model, &preview);
    const int before = countHops(model, nullptr);
    const QString count = hops == 1 ? DragTexts::tr("1 hop") : DragTexts::tr("%1 hops").arg(hops);
    card.lines += hops == before ? DragTexts::tr("%1, as before").arg(count)
                                 : DragTexts::tr("%1, now %2").arg(count).arg(before);
    card.lines += DragTexts::tr("Drop to move, Esc to cancel");
    return card;
}

void paintDragCard(QPainter& painter, const DragCard& card, const QPoint& cursor,
                   const QRect& bounds, const ThemeColors& colors, const BoardFonts& fonts) {
    const QFontMetrics bold(fonts.textBold);
    const QFontMetrics plain(fonts.text);
    const int icon = card.isRefused ? 22 : 0;
    int width = bold.horizontalAdvance(card.title) + icon;
    for (const QString& line : card.lines) {
        width = std::max(width, plain.horizontalAdvance(line));
    }
    const auto lines = static_cast<int>(card.lines.size()) + 1;
    QRect box(cursor + kFromCursor, QSize(width + 2 * kDragPadding, lines * px(kLine) + 14));
    box.moveRight(std::min(box.right(), bounds.right() - 4));
    box.moveLeft(std::max(box.left(), bounds.left() + 4));
    if (box.bottom() > bounds.bottom() - 4) {
        box.moveBottom(cursor.y() - 10);
    }
    const ThemeColors& light = lightColors();
    const QColor background = card.isRefused ? colors.base
                              : colors.dark  ? light.softBorder
                                             : light.text;
    const QColor ink = card.isRefused ? colors.text : colors.dark ? light.text : light.base;
    painter.setPen(card.isRefused ? QPen(colors.border, 1) : QPen(background, 1));
    painter.setBrush(background);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    QRect line(box.left() + kDragPadding, box.top() + 7, box.width() - 2 * kDragPadding, px(kLine));
    if (card.isRefused) {
        paintIcon(painter, QRect(line.left(), line.top(), 16, 16), QStringLiteral("refused"),
                  colors.error, colors.base);
    }
    painter.setFont(fonts.textBold);
    painter.setPen(card.isRefused ? colors.error : ink);
    painter.drawText(line.adjusted(icon, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, card.title);
    painter.setFont(fonts.text);
    painter.setPen(card.isRefused ? ink : mixColors(ink, background, 0.85));
    for (const QString& text : card.lines) {
        line.translate(0, px(kLine));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

}  // namespace stowage
