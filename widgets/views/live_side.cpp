// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/live_side.h"

#include "widgets/views/chart_ram.h"

#include <QPainter>

namespace stowage {

namespace {

constexpr int kColumnWidth = 57;
constexpr int kTitleHeight = 24;
constexpr int kChipWidth = 44, kChipHeight = 15;
constexpr int kSquare = 9;

}  // namespace

LiveSide::LiveSide(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setObjectName(QStringLiteral("live_side"));
    setFixedWidth(kWidth);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LiveSide::setRows(std::vector<LiveSideRow> rows) {
    if (rows == m_rows) {
        return;
    }
    m_rows = std::move(rows);
    int height = metrics::kGrid;
    QStringList spoken;
    for (const LiveSideRow& row : m_rows) {
        height += rowHeight(row);
        spoken.append(row.label + u' ' + row.values.join(u' '));
    }
    setAccessibleName(m_rows.empty() ? QString() : m_rows.front().label);
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (height != minimumHeight()) {
        setFixedHeight(height);
    }
    update();
}

int LiveSide::rowHeight(const LiveSideRow& row) const {
    switch (row.kind) {
        case LiveSideRow::Kind::Title:
            return kTitleHeight;
        case LiveSideRow::Kind::Caption: {
            const QFontMetrics metrics(m_theme->font(TextRole::Caption));
            const QRect room(0, 0, kWidth - 2 * metrics::kPadding, 1000);
            return metrics.boundingRect(room, Qt::TextWordWrap, row.label).height() + 6;
        }
        case LiveSideRow::Kind::Head:
        case LiveSideRow::Kind::Figure:
            break;
    }
    return metrics::kTableRow;
}

void LiveSide::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().base);
    int y = metrics::kGrid;
    for (const LiveSideRow& row : m_rows) {
        const int height = rowHeight(row);
        paintRow(painter, QRect(metrics::kPadding, y, width() - 2 * metrics::kPadding, height),
                 row);
        y += height;
    }
}

void LiveSide::paintRow(QPainter& painter, const QRect& rect, const LiveSideRow& row) const {
    const Tokens& colors = m_theme->colors();
    const bool title = row.kind == LiveSideRow::Kind::Title;
    const bool small =
        row.kind == LiveSideRow::Kind::Head || row.kind == LiveSideRow::Kind::Caption;
    const QFont font =
        m_theme->font(small ? TextRole::Caption : TextRole::Tree, title || row.strong);
    painter.setFont(font);
    painter.setPen(small ? colors.secondaryText : colors.text);
    if (row.kind == LiveSideRow::Kind::Caption) {
        painter.drawText(rect.adjusted(0, 4, 0, 0), Qt::AlignLeft | Qt::TextWordWrap, row.label);
        return;
    }
    QRect left = rect;
    if (row.device) {
        const QRect chip(rect.left(), rect.center().y() - kChipHeight / 2, kChipWidth, kChipHeight);
        paintDeviceChip(painter, chip, *row.device, colors, m_theme->font(TextRole::Caption, true));
        left.setLeft(chip.right() + 6);
    } else if (row.indented) {
        left.setLeft(rect.left() + kChipWidth + 6);
    } else if (row.memory) {
        const QRect square(rect.left(), rect.center().y() - kSquare / 2, kSquare, kSquare);
        painter.fillRect(square, hostClassBrush(*row.memory, colors));
        painter.setPen(hostClassColor(*row.memory, colors));
        painter.drawRect(square.adjusted(0, 0, -1, -1));
        painter.setPen(colors.text);
        left.setLeft(square.right() + 6);
    }
    painter.drawText(left, Qt::AlignLeft | Qt::AlignVCenter, row.label);
    int right = rect.right() + 1;
    for (auto value = row.values.crbegin(); value != row.values.crend(); ++value) {
        // A single value may be as wide as it likes; several stand in columns.
        const QFontMetrics metrics(font);
        const int beside = left.left() - rect.left() + metrics.horizontalAdvance(row.label) + 8;
        const int width =
            row.values.size() == 1 ? std::max(rect.width() - beside, kColumnWidth) : kColumnWidth;
        painter.drawText(QRect(right - width, rect.top(), width, rect.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(*value, Qt::ElideMiddle, width));
        right -= width;
    }
}

}  // namespace stowage
