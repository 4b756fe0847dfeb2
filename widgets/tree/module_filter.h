// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tree/module_tree_model.h"

#include <QAbstractProxyModel>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// What the filter box says. Words are joined by "and":
///
///     attn class:Linear device:gpu1 >100MiB
///
/// A plain word is a part of the full name, `class:` a part of the class name, `device:` a device
/// ("gpu1", "gpu:1", "cpu", "disk", "mixed"), `>` and `<` a size. Letter case does not matter.
struct ModuleFilter {
    QStringList names;
    QStringList classes;
    QStringList devices;  ///< normalised: "gpu:1"
    std::optional<double> moreThanBytes;
    std::optional<double> lessThanBytes;
    /// Words that could not be read, such as ">12 cats" while it is being typed; left out.
    QStringList notUnderstood;

    [[nodiscard]] static ModuleFilter parse(const QString& text);
    [[nodiscard]] bool isEmpty() const;
};

/// Shows the entries of a ModuleTreeModel that match a filter, and their ancestors. It computes
/// all matches in one walk and resets once; a QSortFilterProxyModel would remove rows one run at
/// a time, which takes seconds on 100,000 modules. Views restore what was expanded.
class ModuleFilterProxy : public QAbstractProxyModel {
    Q_OBJECT
public:
    explicit ModuleFilterProxy(ModuleTreeModel* model, QObject* parent = nullptr);

    void setFilterText(const QString& text);
    [[nodiscard]] const ModuleFilter& filter() const { return m_filter; }
    [[nodiscard]] bool isFiltering() const { return !m_filter.isEmpty(); }
    /// Modules that match; all of them (with the root) without a filter.
    [[nodiscard]] std::uint32_t matchCount() const { return m_matchCount; }
    [[nodiscard]] QModelIndex entryIndex(std::uint32_t entry, int column = 0) const;

    [[nodiscard]] QModelIndex mapToSource(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

Q_SIGNALS:
    void matchesChanged();

private:
    void rebuild();
    void matchAnew();
    void onSourceData(const QList<int>& roles);

    ModuleTreeModel* m_model;
    ModuleFilter m_filter;
    std::vector<bool> m_visible;     ///< matches and their ancestors
    std::uint32_t m_matchCount = 0;  ///< matching modules, buffers not counted
    ChildRows m_rows;
};

}  // namespace stowage
