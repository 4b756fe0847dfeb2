// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/fact_table.h"

#include <utility>

namespace stowage {
namespace {

Qt::Alignment alignmentOf(const FactColumn& column) {
    return (column.kind == FactColumn::Kind::Number ? Qt::AlignRight : Qt::AlignLeft) |
           Qt::AlignVCenter;
}

}  // namespace

void FactTableModel::setTable(FactTable table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

bool FactTableModel::isLess(int column, int left, int right) const {
    const FactColumn& definition = m_table.columns[static_cast<std::size_t>(column)];
    const auto a = static_cast<std::size_t>(left);
    const auto b = static_cast<std::size_t>(right);
    return definition.isLess ? definition.isLess(a, b) : definition.text(a) < definition.text(b);
}

int FactTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows);
}

int FactTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant FactTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const FactColumn& column = m_table.columns[static_cast<std::size_t>(index.column())];
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case Qt::ToolTipRole:
            return column.toolTip ? column.toolTip(row) : column.text(row);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(alignmentOf(column));
        case ShareRole:
            return column.share ? QVariant(column.share(row)) : QVariant();
        case IconNameRole:
            return column.icon ? QVariant(column.icon(row)) : QVariant();
        case IsPathRole:
            return column.kind == FactColumn::Kind::Path;
        default:
            return {};
    }
}

QVariant FactTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const FactColumn& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(alignmentOf(column));
    }
    if (role == Qt::FontRole) {
        return m_headFont;
    }
    if (role == Qt::ToolTipRole && !column.hint.isEmpty()) {
        return column.hint;
    }
    return role == Qt::DisplayRole ? QVariant(column.title) : QVariant();
}

FactTableProxy::FactTableProxy(FactTableModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
    setSourceModel(model);
}

bool FactTableProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    return m_model->isLess(left.column(), left.row(), right.row());
}

}  // namespace stowage
