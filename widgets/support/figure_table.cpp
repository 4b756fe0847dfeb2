// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/figure_table.h"

#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/translation.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <numeric>
#include <utility>

namespace stowage {
namespace {

constexpr int kTableSwatch = 8;
constexpr int kSwatchRoom = kTableSwatch + 6;

}  // namespace

FigureTable::FigureTable(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FigureTable::setHead(const QStringList& head) {
    m_head = head;
    update();
}

void FigureTable::setRows(std::vector<FigureRow> rows) {
    const bool resized = rows.size() != m_rows.size();
    m_rows = std::move(rows);
    if (resized) {
        updateGeometry();
    }
    QStringList description;
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        QStringList texts;
        for (int column = 0; column < static_cast<int>(m_head.size()); ++column) {
            texts.append(m_head.at(column) + QLatin1Char(' ') + text(row, column));
        }
        description.append(texts.join(listSeparator()));
    }
    setAccessibleDescription(description.join(QStringLiteral("; ")));
    update();
}

void FigureTable::setFirstColumnShare(int percent) {
    m_firstColumnShare = percent;
    update();
}

void FigureTable::setStale(bool stale) {
    m_stale = stale;
    update();
}

QString FigureTable::text(int row, int column) const {
    if (row < 0 || row >= static_cast<int>(m_rows.size())) {
        return {};
    }
    const auto& cells = m_rows[static_cast<std::size_t>(row)].cells;
    if (column < 0 || column >= static_cast<int>(cells.size())) {
        return {};
    }
    const FigureCell& cell = cells[static_cast<std::size_t>(column)];
    if (cell.chip) {
        return translated(deviceLabel(*cell.chip));
    }
    return cell.unit.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.unit;
}

QSize FigureTable::sizeHint() const {
    return {px(260), px(kHeadHeight) + static_cast<int>(m_rows.size()) * px(metrics::kTableRow)};
}

std::vector<int> FigureTable::neededWidths() const {
    constexpr int kColumnGap = 8;
    const QFontMetrics heads(m_theme->font(TextRole::Caption));
    const QFontMetrics figures(m_theme->font(TextRole::Tree, true));
    std::vector<int> widths;
    for (int column = 1; column < static_cast<int>(m_head.size()); ++column) {
        int width = heads.horizontalAdvance(m_head.at(column));
        const int unit = unitWidth(column, figures);
        for (const FigureRow& row : m_rows) {
            if (column < static_cast<int>(row.cells.size())) {
                const FigureCell& cell = row.cells[static_cast<std::size_t>(column)];
                width = std::max(width, figures.horizontalAdvance(cell.text) + unit +
                                            (cell.errorMark ? kMark + 3 : 0));
            }
        }
        widths.push_back(width + kColumnGap);
    }
    return widths;
}

int FigureTable::firstColumnWidth(int needed) const {
    const int share = width() * m_firstColumnShare / 100;
    int names = 0;
    for (const FigureRow& row : m_rows) {
        if (!row.cells.empty() && !row.cells.front().chip) {
            const FigureCell& cell = row.cells.front();
            const QFontMetrics metrics(m_theme->font(TextRole::Tree, cell.semibold));
            names = std::max(names, metrics.horizontalAdvance(cell.text) +
                                        (cell.swatch.isValid() ? kSwatchRoom : 0) + 8);
        }
    }
    return std::max(share, std::min(names, width() - needed));
}

std::vector<int> FigureTable::columnWidths(int room) const {
    std::vector<int> widths = neededWidths();
    const int needed = std::accumulate(widths.begin(), widths.end(), 0);
    const int count = static_cast<int>(widths.size());
    for (int& width : widths) {
        width = std::max(0, width + (room - needed) / count);
    }
    return widths;
}

QRect FigureTable::cellRect(int row, int column) const {
    const int columns = static_cast<int>(m_head.size());
    const std::vector<int> needed = neededWidths();
    const int first =
        columns <= 1 ? width() : firstColumnWidth(std::accumulate(needed.begin(), needed.end(), 0));
    const std::vector<int> widths = columnWidths(width() - first);
    const int other = column == 0 ? 0 : widths[static_cast<std::size_t>(column - 1)];
    int left = 0;
    if (column > 0) {
        left = width();
        for (int next = column; next < columns; ++next) {
            left -= widths[static_cast<std::size_t>(next - 1)];
        }
    }
    const int top = row < 0 ? 0 : px(kHeadHeight) + row * px(metrics::kTableRow);
    const QRect rect(left, top, column == 0 ? first : other,
                     row < 0 ? px(kHeadHeight) : px(metrics::kTableRow));
    return QStyle::visualRect(layoutDirection(), this->rect(), rect);
}

QColor FigureTable::toneColor(CellTone tone) const {
    const ThemeColors& colors = m_theme->colors();
    if (m_stale) {
        return colors.secondaryText;
    }
    switch (tone) {
        case CellTone::Secondary:
            return colors.secondaryText;
        case CellTone::Error:
            return colors.error;
        case CellTone::Over:
            return colors.overText;
        case CellTone::Normal:
            break;
    }
    return colors.text;
}

int FigureTable::unitWidth(int column, const QFontMetrics& metrics) const {
    int width = 0;
    for (const FigureRow& row : m_rows) {
        if (column < static_cast<int>(row.cells.size())) {
            const QString& unit = row.cells[static_cast<std::size_t>(column)].unit;
            width = std::max(width, unit.isEmpty() ? 0 : metrics.horizontalAdvance(u' ' + unit));
        }
    }
    return width;
}

void FigureTable::paintCell(QPainter& painter, const QRect& rect, const FigureCell& cell,
                            int column) const {
    const bool first = column == 0;
    if (cell.chip) {
        paintChips(painter, rect, cell);
        return;
    }
    painter.setFont(m_theme->font(TextRole::Tree, cell.semibold));
    painter.setPen(toneColor(cell.tone));
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    const int unit = unitWidth(column, painter.fontMetrics());
    // Figures read "−1.27 GiB" in every language.
    const int end = static_cast<int>(kFigureAlignment) | Qt::TextForceLeftToRight;
    const QRect room = rect.adjusted(0, 0, -4, 0);
    if (!cell.unit.isEmpty()) {
        painter.drawText(room, end, cell.unit);
    }
    const int swatchRoom = first && cell.swatch.isValid() ? kSwatchRoom : 0;
    if (swatchRoom > 0) {
        const int x = mirrored ? rect.right() - 3 - kTableSwatch : rect.left() + 4;
        paintSwatch(painter,
                    QRect(x, rect.center().y() - kTableSwatch / 2 + 1, kTableSwatch, kTableSwatch),
                    cell.swatch, m_theme->colors());
    }
    if (first) {
        const QRect inner =
            rect.adjusted(4 + (mirrored ? 0 : swatchRoom), 0, -4 - (mirrored ? swatchRoom : 0), 0);
        painter.drawText(
            inner, Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(cell.text, Qt::ElideRight, inner.width() + 1));
    } else {
        painter.drawText(room.adjusted(0, 0, -unit, 0), end, cell.text);
    }
    if (cell.errorMark) {
        const int textWidth = painter.fontMetrics().horizontalAdvance(cell.text);
        const int x = room.right() - unit - textWidth - kMark - 3;
        const QRect mark(x, rect.center().y() - kMark / 2 + 1, kMark, kMark);
        paintIcon(painter, mark, QStringLiteral("error"), m_theme->colors().error,
                  m_theme->colors().base);
    }
}

void FigureTable::paintChips(QPainter& painter, const QRect& rect, const FigureCell& cell) const {
    constexpr int kChipHeight = 16;
    constexpr int kArrow = 18;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    QRect chip(mirrored ? rect.right() - px(metrics::kChipWidth) + 1 : rect.left(),
               rect.center().y() - px(kChipHeight) / 2 + 1, px(metrics::kChipWidth),
               px(kChipHeight));
    const QFont font = m_theme->font(TextRole::Caption, true);
    paintDeviceChip(painter, chip, *cell.chip, m_theme->colors(), font);
    if (!cell.toChip) {
        return;
    }
    const int step = mirrored ? -1 : 1;
    const QRect arrow = chip.translated(step * (px(metrics::kChipWidth) / 2 + px(kArrow) / 2), 0);
    painter.setFont(m_theme->font(TextRole::Tree));
    painter.setPen(m_theme->colors().secondaryText);
    painter.drawText(arrow, Qt::AlignCenter, mirrored ? QStringLiteral("←") : QStringLiteral("→"));
    chip.translate(step * (px(metrics::kChipWidth) + px(kArrow)), 0);
    paintDeviceChip(painter, chip, *cell.toChip, m_theme->colors(), font);
}

void FigureTable::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ThemeColors& colors = m_theme->colors();
    painter.setFont(m_theme->font(TextRole::Caption));
    painter.setPen(colors.secondaryText);
    for (int column = 0; column < static_cast<int>(m_head.size()); ++column) {
        painter.drawText(cellRect(-1, column).adjusted(column == 0 ? 4 : 0, 0, -4, 0),
                         column == 0 ? Qt::AlignVCenter | Qt::AlignLeft : kFigureAlignment,
                         m_head.at(column));
    }
    painter.setPen(colors.softBorder);
    painter.drawLine(0, px(kHeadHeight) - 1, width(), px(kHeadHeight) - 1);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const FigureRow& figures = m_rows[static_cast<std::size_t>(row)];
        if (figures.highlighted) {
            painter.fillRect(QRect(0, cellRect(row, 0).top(), width(), px(metrics::kTableRow)),
                             colors.selectedRow);
        }
        for (int column = 0; column < static_cast<int>(figures.cells.size()); ++column) {
            paintCell(painter, cellRect(row, column),
                      figures.cells[static_cast<std::size_t>(column)], column);
        }
    }
}

bool FigureTable::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const auto& cells = m_rows[static_cast<std::size_t>(row)].cells;
        for (int column = 0; column < static_cast<int>(cells.size()); ++column) {
            const QRect rect = cellRect(row, column);
            if (rect.contains(help->pos())) {
                QToolTip::showText(help->globalPos(),
                                   cells[static_cast<std::size_t>(column)].toolTip, this, rect);
                return true;
            }
        }
    }
    QToolTip::hideText();
    return true;
}

}  // namespace stowage
