// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_diff.h"

#include "engine/plan/diff_reasons.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stowage {

namespace {

using Place = std::optional<DeviceId>;

/// Where the weights below a module were and are, if that can be said in one word.
struct Journey {
    enum class Kind { Nothing, Same, Several };
    Kind kind = Kind::Nothing;  ///< Nothing: no bytes below
    Place from;
    Place to;
    std::uint64_t bytes = 0;

    void add(const Journey& other) {
        bytes += other.bytes;
        if (kind == Kind::Nothing) {
            kind = other.kind;
            from = other.from;
            to = other.to;
        } else if (other.kind == Kind::Several ||
                   (other.kind == Kind::Same && (from != other.from || to != other.to))) {
            kind = Kind::Several;
        }
    }
    [[nodiscard]] bool isMove() const { return kind == Kind::Same && from != to; }
};

/// Compares the devices of every storage, then speaks of the largest modules that moved whole.
class MoveFinder {
public:
    MoveFinder(const PlacementPlan& before, const PlacementPlan& after)
        : m_before(before), m_after(after), m_tree(*after.request.tree) {}

    std::vector<MovedModule> find() {
        gather();
        std::vector<MovedModule> moved;
        const auto nodes = m_tree.nodes();
        for (std::size_t i = 0; i < nodes.size();) {
            const Journey& journey = m_journeys[i];
            if (journey.kind == Journey::Kind::Several) {
                addOwnTensors(nodes[i].id, moved);
                ++i;
                continue;
            }
            if (journey.isMove()) {
                moved.push_back(
                    {m_tree.path(nodes[i].id), journey.from, journey.to, journey.bytes});
            }
            i = nodes[i].subtreeEnd.index();
        }
        return moved;
    }

private:
    Journey journeyOf(const TensorSpec& tensor) const {
        const std::size_t storage = tensor.storage.index();
        const bool owns = &m_tree.tensor(m_after.storageOwners[storage]) == &tensor;
        const std::uint64_t bytes = plannedBytes(m_after, tensor);
        if (!owns || bytes == 0) {
            return {};
        }
        return {Journey::Kind::Same, placeIn(m_before, storage), placeIn(m_after, storage), bytes};
    }

    /// A plan that Accelerate refuses has no devices at all.
    static Place placeIn(const PlacementPlan& plan, std::size_t storage) {
        return storage < plan.storageDevices.size() ? plan.storageDevices[storage] : Place();
    }

    void gather() {
        const auto nodes = m_tree.nodes();
        m_journeys.resize(nodes.size());
        for (std::size_t i = nodes.size(); i-- > 0;) {
            Journey& journey = m_journeys[i];
            for (const TensorSpec& tensor : m_tree.ownTensors(nodes[i].id)) {
                journey.add(journeyOf(tensor));
            }
            if (nodes[i].parent.isValid()) {
                m_journeys[nodes[i].parent.index()].add(journey);
            }
        }
    }

    void addOwnTensors(ModuleId module, std::vector<MovedModule>& moved) const {
        for (const TensorSpec& tensor : m_tree.ownTensors(module)) {
            if (const Journey journey = journeyOf(tensor); journey.isMove()) {
                moved.push_back({tensor.name, journey.from, journey.to, journey.bytes});
            }
        }
    }

    const PlacementPlan& m_before;
    const PlacementPlan& m_after;
    const ModuleTree& m_tree;
    std::vector<Journey> m_journeys;  ///< by module
};

std::vector<MovedBytes> sumPairs(const std::vector<MovedModule>& moved) {
    std::map<std::pair<Place, Place>, MovedBytes> sums;
    for (const MovedModule& module : moved) {
        MovedBytes& sum = sums[{module.from, module.to}];
        sum.from = module.from;
        sum.to = module.to;
        sum.bytes += module.bytes;
        ++sum.modules;
    }
    std::vector<MovedBytes> pairs;
    for (const auto& [places, sum] : sums) {
        pairs.push_back(sum);
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const MovedBytes& a, const MovedBytes& b) { return a.bytes > b.bytes; });
    return pairs;
}

std::optional<double> limitIn(const PlacementPlan& plan, DeviceId device) {
    for (const MemoryBudget& budget : plan.request.budgets) {
        if (budget.device == device && device.kind != DeviceKind::Disk) {
            return budget.bytes;
        }
    }
    return std::nullopt;
}

std::vector<BudgetChange> changedBudgets(const PlacementPlan& before, const PlacementPlan& after) {
    std::map<DeviceId, BudgetChange> changes;
    for (const PlacementPlan* plan : {&before, &after}) {
        for (const MemoryBudget& budget : plan->request.budgets) {
            const DeviceId device = budget.device;
            const BudgetChange change{device, limitIn(before, device), limitIn(after, device)};
            if (change.before != change.after) {
                changes.emplace(device, change);
            }
        }
    }
    std::vector<BudgetChange> list;
    for (const auto& [device, change] : changes) {
        list.push_back(change);
    }
    return list;
}

}  // namespace

PlanDiff diffPlans(const PlacementPlan& before, const PlacementPlan& after) {
    PlanDiff diff;
    diff.moved = MoveFinder(before, after).find();
    diff.pairs = sumPairs(diff.moved);
    for (const MovedModule& module : diff.moved) {
        diff.bytesMoved += module.bytes;
    }
    diff.budgets = changedBudgets(before, after);
    diff.reasons = diffReasons(before.request, after.request);
    return diff;
}

}  // namespace stowage
