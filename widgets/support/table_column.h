// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/tables.h"

#include <QString>
#include <QVariant>

#include <cstddef>
#include <functional>
#include <iterator>

namespace stowage {

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
