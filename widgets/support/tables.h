// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRect>
#include <QString>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QVariant>

#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

class QAbstractItemModel;
class QFontMetrics;
class QPainter;
class QTableView;
class QTableWidget;

namespace stowage {

struct ThemeColors;

/// Where figures stand, and their title above them: on the right in every language, as numbers are
/// written from the left everywhere, so that their digits line up.
inline constexpr Qt::Alignment kFigureAlignment =
    Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter;

/// What of a cell is not scrolled out of its table.
[[nodiscard]] QRect partInView(const QStyleOptionViewItem& option);
/// A figure in so many pixels, or an ellipsis: a part of a figure is another one. Of "1.0 | 2.0"
/// those that find room.
[[nodiscard]] QString wholeFigure(const QString& figure, const QFontMetrics& metrics, int room);

/// Aligns cells as the titles of their columns. A cell at the edge of the view says what it has
/// room for there: words are elided, a figure is whole or an ellipsis.
class ColumnDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Rows of that height in pixels of the design, selected as a whole, as wide as the table: the last
/// column takes what the others leave. No grid, no row heads, one line a cell, painted by a
/// ColumnDelegate until the table gets another one. Tab leaves the table. Its titles become new
/// ones: what is asked of them, as to sort, is asked later.
void setUpRows(QTableView* table, int rowHeight);
/// Titles of the columns. Words begin where lines begin; figures, in the columns of these numbers,
/// stand on the right. Cells stand as the title above them.
void setColumns(QTableWidget* table, const QStringList& titles, const std::vector<int>& figures);
/// Makes each column so many pixels wider than what stands in it.
void fitColumns(QTableView* table, int room);

/// Rows as shown, cells parted by tabs: what a spreadsheet takes.
[[nodiscard]] QString rowsText(const QAbstractItemModel& model, const std::vector<int>& rows);
/// All of them below their head, each line with an end.
[[nodiscard]] QString tableText(const QAbstractItemModel& model);
/// The same as CSV.
[[nodiscard]] std::string tableCsv(const QAbstractItemModel& model);
/// Copies the selected rows, top to bottom; nothing where none is.
void copySelectedRows(const QTableView& table);

/// Paints a cell's background, and `share` (0…1; invalid: none) of its width as a bar, for a
/// delegate that paints the text itself. Returns the background's colour.
QColor paintCellBackground(QPainter& painter, const QStyleOptionViewItem& option,
                           const QVariant& share, const ThemeColors& colors);
inline constexpr int kCellPadding = 4;  ///< pixels left and right of a text in such a cell

/// A column of a table whose rows are values of one type: everything that the table says of it, in
/// one place. A model keeps a list of them and reads its data, its head and its order from there.
template <class Row>
struct TableColumn {
    QString title;
    QString hint{};                               ///< tooltip of the head
    Qt::AlignmentFlag alignment = Qt::AlignLeft;  ///< right: of figures
    int width = 80;                               ///< at 100 %
    std::function<QString(const Row&)> text;
    /// What the tooltip says; empty: the text itself.
    std::function<QString(const Row&)> toolTip{};
    /// A number or text to sort by; empty: the text itself.
    std::function<QVariant(const Row&)> sortValue{};
    std::function<QVariant(const Row&)> color{};  ///< of the text; empty, or invalid: as usual
    std::function<QVariant(const Row&)> icon{};   ///< before the text; empty: none

    /// What Qt's own roles ask of a cell.
    [[nodiscard]] QVariant data(const Row& row, int role) const {
        switch (role) {
            case Qt::DisplayRole:
                return text(row);
            case Qt::ToolTipRole:
                return toolTip ? toolTip(row) : text(row);
            case Qt::ForegroundRole:
                return color ? color(row) : QVariant();
            case Qt::DecorationRole:
                return icon ? icon(row) : QVariant();
            case Qt::TextAlignmentRole:
                return placeInCell();
            default:
                return {};
        }
    }

    /// What they ask of the head.
    [[nodiscard]] QVariant head(int role) const {
        switch (role) {
            case Qt::DisplayRole:
                return title;
            case Qt::ToolTipRole:
                return hint.isEmpty() ? QVariant() : QVariant(hint);
            case Qt::TextAlignmentRole:
                return placeInCell();
            default:
                return {};
        }
    }

    [[nodiscard]] QVariant sortKey(const Row& row) const {
        return sortValue ? sortValue(row) : QVariant(text(row));
    }

private:
    [[nodiscard]] QVariant placeInCell() const {
        return QVariant::fromValue(alignment == Qt::AlignRight
                                       ? kFigureAlignment
                                       : Qt::Alignment(alignment | Qt::AlignVCenter));
    }
};

/// What a model of such columns answers in headerData().
template <class Columns>
[[nodiscard]] QVariant headData(const Columns& columns, int section, Qt::Orientation orientation,
                                int role) {
    return orientation == Qt::Horizontal && section >= 0 && section < std::ssize(columns)
               ? columns[static_cast<std::size_t>(section)].head(role)
               : QVariant();
}

}  // namespace stowage
