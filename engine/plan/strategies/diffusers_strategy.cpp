// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/strategies/diffusers_strategy.h"

#include "engine/plan/apply_moves.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/strategies/accelerate_strategies.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace stowage {
namespace {

struct SizedModel {
    ModuleId module;
    PythonNumber size;
};

/// Python's sort with reverse=True: equal ones keep their order.
template <class Range, class Projection>
void sortDescending(Range& range, Projection projection) {
    std::ranges::stable_sort(range, std::greater{}, projection);
}

bool isPinned(const PlacementRequest& request, const std::string& path) {
    return std::ranges::any_of(request.constraints.pins,
                               [&](const auto& pin) { return pin.first == path; });
}

/// Takes what is pinned off the limits.
void takePins(const PlacementRequest& request, const PlanFacts& facts, MaxMemory& gpus) {
    for (const auto& [path, device] : request.constraints.pins) {
        const auto module = request.tree->findModule(path);
        const auto gpu = std::ranges::find(gpus, DeviceKey::fromDevice(device),
                                           [](const auto& entry) { return entry.first; });
        if (module && gpu != gpus.end()) {
            gpu->second -= facts.model.sizes().of(*module);
        }
    }
}

class Assignment {
public:
    Assignment(StrategyOutcome& outcome, MaxMemory gpus)
        : m_outcome(outcome), m_gpus(std::move(gpus)), m_held(m_gpus.size()) {
        for (const auto& gpu : m_gpus) {
            m_outcome.trace.devices.push_back(gpu.first);
        }
    }

    void add(const SizedModel& model) {
        if (m_gpus.empty()) {
            m_onCpu.push_back(model.module);
            return;
        }
        // There and back: 0 1 2 2 1 0 0 …
        const std::size_t turn = m_turn % (2 * m_gpus.size());
        const std::size_t gpu = turn < m_gpus.size() ? turn : 2 * m_gpus.size() - 1 - turn;
        PythonNumber& left = m_gpus[gpu].second;
        InferStep step;
        step.item = TreeItem::of(model.module);
        step.device = static_cast<std::uint32_t>(gpu);
        step.needed = model.size.value;
        step.left = left.value;
        if (model.size.value > left.value) {
            step.kind = InferStep::Kind::LeftOnCpu;
            m_onCpu.push_back(model.module);
        } else {
            if (m_held[gpu].empty()) {
                m_order.push_back(gpu);
            }
            m_held[gpu].push_back(model.module);
            left -= model.size;
            ++m_turn;
        }
        m_outcome.trace.steps.push_back(step);
    }

    /// The models by device, devices in the order in which they were first used.
    void writeMap(const ModuleTree& tree) {
        std::vector<DeviceMap::Entry> entries;
        const auto write = [&](ModuleId module, DeviceId device) {
            entries.emplace_back(tree.path(module), device);
            m_outcome.items.push_back(TreeItem::of(module));
        };
        for (const std::size_t gpu : m_order) {
            for (const ModuleId module : m_held[gpu]) {
                write(module, m_gpus[gpu].first.device().value_or(DeviceId::cpu()));
            }
        }
        for (const ModuleId module : m_onCpu) {
            write(module, DeviceId::cpu());
        }
        m_outcome.map = DeviceMap(std::move(entries));
    }

private:
    StrategyOutcome& m_outcome;
    MaxMemory m_gpus;  ///< what is left of each
    std::vector<std::vector<ModuleId>> m_held;
    std::vector<std::size_t> m_order;
    std::vector<ModuleId> m_onCpu;
    std::size_t m_turn = 0;
};

}  // namespace

PythonNumber pipelineModelSize(const PlanFacts& facts, ModuleId model) {
    const ModuleTree& tree = *facts.tree;
    PythonNumber size;
    for (const TensorSpec& tensor : tree.subtreeTensors(model)) {
        // A module that is registered twice is one object on the meta device, too.
        if (!tree.node(tensor.module).sameAs.isValid()) {
            size.value += static_cast<double>(plannedBytes(tensor, facts.dtype));
        }
    }
    return size;
}

Result<StrategyOutcome> runPipelineBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                            std::stop_token /*stop*/) {
    StrategyOutcome outcome;
    outcome.budgets = requestedMemory(request, outcome.notes);
    MaxMemory gpus = outcome.budgets;
    if (std::ranges::any_of(
            gpus, [](const auto& entry) { return entry.first.kind == DeviceKey::Kind::Disk; })) {
        return fail(ErrorCode::InvalidArgument,
                    phrase("diffusers' balanced strategy puts nothing on disk; leave disk out of "
                           "the limits or choose sequential."),
                    {}, "disk");
    }
    std::erase_if(gpus, [](const auto& entry) { return !entry.first.isIndex(); });
    takePins(request, facts, gpus);
    sortDescending(gpus, [](const auto& entry) { return entry.second.value; });

    const ModuleTree& tree = *request.tree;
    std::vector<SizedModel> models;
    for (const ModuleId module : tree.children(ModuleTree::root())) {
        if (!isPinned(request, tree.path(module))) {
            models.push_back({module, pipelineModelSize(facts, module)});
        }
    }
    sortDescending(models, [](const SizedModel& model) { return model.size.value; });
    Assignment assignment(outcome, std::move(gpus));
    for (const SizedModel& model : models) {
        assignment.add(model);
    }
    assignment.writeMap(tree);
    if (!request.constraints.pins.empty()) {
        outcome.map = withMoves(tree, outcome.map, request.constraints.pins);
        outcome.items.clear();
    }
    return outcome;
}

}  // namespace stowage
