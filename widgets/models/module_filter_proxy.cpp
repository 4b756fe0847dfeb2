// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/module_filter_proxy.h"

#include "widgets/models/module_tree_model.h"

namespace stowage {

ModuleFilterProxy::ModuleFilterProxy(ModuleTreeModel* model, QObject* parent)
    : QAbstractProxyModel(parent), m_model(model) {
    setSourceModel(model);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        rebuild();
        endResetModel();
        Q_EMIT matchesChanged();
    });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                onSourceData(roles);
            });
    rebuild();
}

void ModuleFilterProxy::rebuild() {
    m_matches = matchModules(*m_model, m_filter);
    m_rows = ChildRows(m_model->parents(), &m_matches.visible);
}

void ModuleFilterProxy::setFilterText(const QString& text) {
    m_filter = ModuleFilter::parse(text);
    matchAnew();
}

void ModuleFilterProxy::matchAnew() {
    ModuleMatches matches = matchModules(*m_model, m_filter);
    if (matches.visible == m_matches.visible) {
        m_matches = std::move(matches);
    } else {
        beginResetModel();
        m_matches = std::move(matches);
        m_rows = ChildRows(m_model->parents(), &m_matches.visible);
        endResetModel();
    }
    Q_EMIT matchesChanged();
}

void ModuleFilterProxy::onSourceData(const QList<int>& roles) {
    // An edit can move modules in or out of `device:` and, by its dtype, of a size.
    if (roles.isEmpty() && isFiltering()) {
        matchAnew();
    }
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), roles);
    }
}

QModelIndex ModuleFilterProxy::entryIndex(std::uint32_t entry, int column) const {
    const int row = m_rows.rowOf(entry);
    return row < 0 ? QModelIndex() : createIndex(row, column, static_cast<quintptr>(entry));
}

QModelIndex ModuleFilterProxy::mapToSource(const QModelIndex& index) const {
    return index.isValid()
               ? m_model->entryIndex(static_cast<std::uint32_t>(index.internalId()), index.column())
               : QModelIndex();
}

QModelIndex ModuleFilterProxy::mapFromSource(const QModelIndex& index) const {
    return index.isValid()
               ? entryIndex(static_cast<std::uint32_t>(index.internalId()), index.column())
               : QModelIndex();
}

QModelIndex ModuleFilterProxy::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= columnCount() || row >= rowCount(parent)) {
        return {};
    }
    const auto entry = parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0U;
    return createIndex(row, column, static_cast<quintptr>(m_rows.child(entry, row)));
}

QModelIndex ModuleFilterProxy::parent(const QModelIndex& child) const {
    return child.isValid() ? entryIndex(m_model->parents()[child.internalId()]) : QModelIndex();
}

int ModuleFilterProxy::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) {
        return 0;
    }
    return m_rows.count(parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0U);
}

int ModuleFilterProxy::columnCount(const QModelIndex&) const {
    return ModuleTreeModel::kColumnCount;
}

bool ModuleFilterProxy::hasChildren(const QModelIndex& parent) const {
    return rowCount(parent) > 0;
}

QVariant ModuleFilterProxy::headerData(int section, Qt::Orientation orientation, int role) const {
    return m_model->headerData(section, orientation, role);
}

}  // namespace stowage
