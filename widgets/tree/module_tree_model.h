// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/plan_view.h"

#include <QAbstractItemModel>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace stowage {

/// Rows of a tree as flat tables: the children of an entry in order, and each entry's row.
/// Entry 0 is the invisible root. Built in two walks, 12 bytes an entry, no allocation a row.
class ChildRows {
public:
    ChildRows() = default;
    /// `parents[e]` is the parent of entry e (ignored for 0). Children stand in the order of
    /// their entry numbers. Entries for which `visible` is false (if given) get no row.
    explicit ChildRows(std::span<const std::uint32_t> parents,
                       const std::vector<bool>* visible = nullptr);

    [[nodiscard]] int count(std::uint32_t entry) const;
    [[nodiscard]] std::uint32_t child(std::uint32_t entry, int row) const;
    /// −1 where the entry has no row.
    [[nodiscard]] int rowOf(std::uint32_t entry) const;

private:
    std::vector<std::uint32_t> m_first;  ///< by entry, and one past the last
    std::vector<std::uint32_t> m_children;
    std::vector<std::int32_t> m_rows;
};

struct ComparedPlans;

/// What stands behind a module's name in the tree.
enum class ModuleBadge : unsigned {
    NoSplit = 1U << 0U,
    Tied = 1U << 1U,
    Pinned = 1U << 2U,
    MovedByHand = 1U << 3U,
    Buffer = 1U << 4U,
};

/// The modules of a plan's tree as rows, buffers below the modules that own them. The root is the
/// invisible parent of all, so that its own parameters are rows, too: a flat file has nothing else.
/// An index carries an entry number: that of the module, or, from the number of modules on, that of
/// such a tensor. Texts are made when they are asked for; what is kept a
/// row is a few integers, so that 100,000 modules open at once.
class ModuleTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Class, Parameters, Size, Type, Device, kColumnCount };
    enum Role {
        ModuleRole = Qt::UserRole,  ///< module number (of the owner for tensors), quint32
        PathRole,                   ///< full dotted name
        BytesRole,                  ///< planned bytes below, qulonglong
        ParameterCountRole,         ///< qulonglong
        DeviceNameRole,             ///< "gpu:0", "mixed" or ""
        BadgesRole,                 ///< ModuleBadge flags, unsigned
        LoadFractionRole,           ///< 0…1 while loading, −1 otherwise
        MovedFromRole,              ///< in a comparison: "gpu:0", "none"; invalid: it stays
        MovedToRole,                ///< the same for where it goes
        MovesInsideRole,            ///< in a comparison: how many parts move, int
        GuessedRole,                ///< the class was guessed from names, bool
        RunningRole,                ///< it runs, or holds what runs, bool
        ModelNumberRole,            ///< of several models: which, int from 0; else invalid
    };

    explicit ModuleTreeModel(QObject* parent = nullptr);

    /// Null shows nothing. A plan over the same tree keeps all indexes.
    /// `figures` are worked out here where they are not given.
    void setPlan(std::shared_ptr<const PlacementPlan> plan,
                 std::shared_ptr<const PlanFigures> figures = {});
    [[nodiscard]] const PlacementPlan* plan() const { return m_plan.get(); }
    [[nodiscard]] const PlanFigures& figures() const { return *m_figures; }
    /// Shows what moves in a comparison; null ends it. `proposed`: the plan is the earlier one.
    void setCompared(std::shared_ptr<const ComparedPlans> compared, bool proposed);
    /// How much of a module is loaded (0…1); empty while nothing loads.
    void setLoadProgress(std::function<double(ModuleId)> fraction);
    /// The module that runs; an invalid one: none.
    void setRunning(ModuleId module);
    [[nodiscard]] ModuleId running() const { return m_running; }

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Entries, for the filter: 0 is the root, then the modules in preorder, then the tensors.
    [[nodiscard]] std::span<const std::uint32_t> parents() const { return m_parents; }
    [[nodiscard]] std::uint32_t moduleCount() const { return m_moduleCount; }
    [[nodiscard]] bool isTensor(std::uint32_t entry) const { return entry >= m_moduleCount; }
    [[nodiscard]] const TensorSpec& tensor(std::uint32_t entry) const;
    [[nodiscard]] QModelIndex entryIndex(std::uint32_t entry, int column = 0) const;
    /// The device shown for an entry.
    [[nodiscard]] ModulePlace placeOf(std::uint32_t entry) const;
    [[nodiscard]] std::uint64_t bytesOf(std::uint32_t entry) const;

private:
    void rebuildRows();
    void repaintAll(const QList<int>& roles);
    [[nodiscard]] QVariant movedText(std::uint32_t entry, int role) const;
    [[nodiscard]] QVariant moduleText(ModuleId module, int column) const;
    [[nodiscard]] QVariant tensorText(std::uint32_t entry, int column) const;
    [[nodiscard]] QVariant toolTip(std::uint32_t entry, int column) const;
    [[nodiscard]] bool isGuessed(std::uint32_t entry) const;
    [[nodiscard]] bool isRunning(std::uint32_t entry) const;
    [[nodiscard]] QString placeText(std::uint32_t entry) const;
    /// The same for people: "No device" of what has weights and lies nowhere.
    [[nodiscard]] QString shownPlace(std::uint32_t entry) const;
    [[nodiscard]] unsigned badges(std::uint32_t entry) const;

    std::shared_ptr<const PlacementPlan> m_plan;
    std::shared_ptr<const PlanFigures> m_figures;
    std::uint32_t m_moduleCount = 0;
    std::vector<TensorId> m_tensors;
    std::vector<std::uint32_t> m_parents;
    ChildRows m_rows;
    std::function<double(ModuleId)> m_loadFraction;
    ModuleId m_running;
    std::shared_ptr<const ComparedPlans> m_compared;
    bool m_proposed = false;
};

}  // namespace stowage
