// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/strategies/strategies.h"

#include "engine/base/strings.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/resolved_map.h"

#include <algorithm>
#include <array>
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

/// StrategyRow::run of `balanced` over a pipeline, whose models are the root's children: what
/// DiffusionPipeline.from_pretrained(device_map="balanced") does
/// (`_assign_components_to_devices`, diffusers 0.42): models, the largest first, go whole to the
/// GPUs in turn, the GPU with the largest limit first, there and back; one that the GPU whose turn
/// it is has no room for goes to the CPU, and that GPU is asked again. Sizes are those of
/// pipelineModelSize(). Pinned models are passed over, and count against their device.
Result<StrategyOutcome> runPipelineBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                            std::stop_token /*stop*/) {
    StrategyOutcome outcome;
    outcome.budgets = requestedMemory(request, outcome.notes);
    MaxMemory gpus = outcome.budgets;
    if (std::ranges::any_of(
            gpus, [](const auto& entry) { return entry.first.kind == DeviceKey::Kind::Disk; })) {
        return fail(ErrorCode::InvalidArgument,
                    phrase("diffusers' balanced strategy puts nothing on disk; leave disk out of "
                           "the limits or choose \"sequential\"."),
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

/// infer_auto_device_map with the request's flags; fills the outcome.
void inferInto(StrategyOutcome& outcome, const PlacementRequest& request, const PlanFacts& facts,
               const MaxMemory& budgets, std::stop_token stop) {
    InferOptions options;
    options.cleanResult = !request.constraints.keepMapUnclean;
    // from_pretrained hands neither of the two on to its planner.
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    options.offloadBuffers = request.constraints.offloadBuffers && !isTransformers;
    options.fallbackAllocation = request.constraints.fallbackAllocation && !isTransformers;
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            options.pins.emplace_back(*module, DeviceKey::fromDevice(device));
        }
    }
    outcome.budgets = quantizersBudgets(request, budgets);
    auto result = inferDeviceMap(facts.model, outcome.budgets, options, outcome.notes, stop);
    if (const auto* const failure = failureOf(result)) {
        outcome.failure = *failure;
        return;
    }
    InferResult& inferred = std::get<InferResult>(result);
    outcome.cancelled = inferred.cancelled;
    outcome.items = std::move(inferred.items);
    outcome.trace = std::move(inferred.trace);
    outcome.reserves = std::move(inferred.reserves);
    std::vector<DeviceMap::Entry> entries;
    entries.reserve(inferred.map.size());
    for (auto& [path, key] : inferred.map) {
        // Only GPUs, cpu and disk were handed in, so every key is a device of ours.
        entries.emplace_back(std::move(path), key.device().value_or(DeviceId::disk()));
    }
    outcome.map = DeviceMap(std::move(entries));
}

/// StrategyRow::run of `sequential`.
Result<StrategyOutcome> runSequential(const PlacementRequest& request, const PlanFacts& facts,
                                      std::stop_token stop) {
    StrategyOutcome outcome;
    const MaxMemory budgets = requestedMemory(request, outcome.notes);
    inferInto(outcome, request, facts, budgets, stop);
    return outcome;
}

/// StrategyRow::run of `auto`, `balanced` (the same) and `balanced_low_0`.
Result<StrategyOutcome> runBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                    std::stop_token stop) {
    StrategyOutcome outcome;
    BalanceOptions options;
    options.memoryWasUnset = request.budgetsAreDefaults;
    options.lowZero = request.strategy == Strategy::BalancedLow0;
    options.noSplit = facts.noSplit;
    const MaxMemory budgets = requestedMemory(request, outcome.notes);
    const AccelerateModel& model = facts.model;
    auto balanced = balancedMemory(model.tree(), model.sizes(), budgets, model.dtypes().rules,
                                   options, outcome.notes);
    if (const auto* const failure = failureOf(balanced)) {
        if (failure->type == "RuntimeError") {
            return fail(ErrorCode::InvalidArgument,
                        phrase("Accelerate's balanced strategies fail if the disk has a limit; "
                               "leave disk out of the limits or choose \"sequential\"."),
                        {}, "disk");
        }
        outcome.failure = *failure;
        outcome.budgets = budgets;
        return outcome;
    }
    inferInto(outcome, request, facts, std::get<MaxMemory>(balanced), stop);
    return outcome;
}

/// The given map as it stands, or the one that was found; pins are laid over it.
Result<StrategyOutcome> runGiven(const PlacementRequest& request, const PlanFacts& /*facts*/,
                                 std::stop_token /*stop*/) {
    StrategyOutcome outcome;
    outcome.budgets = requestedMemory(request, outcome.notes);
    outcome.map = withMoves(*request.tree, request.givenMap, request.constraints.pins);
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            InferStep step;
            step.kind = InferStep::Kind::Pinned;
            step.item = TreeItem::of(*module);
            step.device = static_cast<std::uint32_t>(outcome.trace.devices.size());
            outcome.trace.devices.push_back(DeviceKey::fromDevice(device));
            outcome.trace.steps.push_back(step);
        }
    }
    return outcome;
}

/// Over a pipeline the word has the meaning that diffusers gives it.
Result<StrategyOutcome> runEitherBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                          std::stop_token stop) {
    return isPipeline(*request.tree) ? runPipelineBalanced(request, facts, std::move(stop))
                                     : runBalanced(request, facts, std::move(stop));
}

/// A new strategy is an enumerator and a row before the last one, behind Accelerate's.
constexpr std::array kRows{
    StrategyRow{Strategy::Auto, "auto", StrategyOwner::Accelerate, runBalanced},
    StrategyRow{Strategy::Balanced, "balanced", StrategyOwner::Accelerate, runEitherBalanced},
    StrategyRow{Strategy::BalancedLow0, "balanced_low_0", StrategyOwner::Accelerate, runBalanced},
    StrategyRow{Strategy::Sequential, "sequential", StrategyOwner::Accelerate, runSequential},
    StrategyRow{Strategy::Optimal, "optimal", StrategyOwner::Stowage, runGiven},
    StrategyRow{Strategy::Manual, "manual", StrategyOwner::Person, runGiven}};

}  // namespace

MaxMemory givenMemory(const PlacementRequest& request, AccelerateNotes& notes) {
    RawMaxMemory given;
    for (const MemoryBudget& budget : request.budgets) {
        given.emplace_back(DeviceKey::fromDevice(budget.device),
                           PythonNumber{budget.bytes, budget.isFloat});
    }
    const auto gpus = std::ranges::count_if(
        request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
    auto checked = checkedMemory(given, gpus, notes);
    auto* const budgets = std::get_if<MaxMemory>(&checked);
    // Every DeviceId is a key that Accelerate knows, and all sizes are numbers.
    return budgets == nullptr ? MaxMemory() : std::move(*budgets);
}

MaxMemory requestedMemory(const PlacementRequest& request, AccelerateNotes& notes) {
    const bool reserves =
        request.rules == PlacementRules::Transformers && request.budgetsAreDefaults;
    MaxMemory budgets = givenMemory(request, notes);
    return reserves ? withTransformersReserve(std::move(budgets)) : budgets;
}

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

std::span<const StrategyRow> strategies() {
    return std::span(kRows).first(kRows.size() - 1);
}

std::span<const StrategyRow> accelerateStrategies() {
    const auto others = std::ranges::find_if(strategies(), [](const StrategyRow& row) {
        return row.owner != StrategyOwner::Accelerate;
    });
    return strategies().first(static_cast<std::size_t>(others - strategies().begin()));
}

const StrategyRow& strategyRow(Strategy strategy) {
    const auto found = std::ranges::find(kRows, strategy, &StrategyRow::strategy);
    return found != kRows.end() ? *found : kRows.back();
}

StrategyOwner strategyOwner(const PlacementRequest& request) {
    const bool isDiffusers = request.strategy == Strategy::Balanced && request.tree != nullptr &&
                             isPipeline(*request.tree);
    return isDiffusers ? StrategyOwner::Diffusers : strategyRow(request.strategy).owner;
}

std::string_view rulesInForce(const PlacementRequest& request) {
    return strategyOwner(request) == StrategyOwner::Diffusers ? "diffusers"
                                                              : rulesName(request.rules);
}

std::string_view strategyName(Strategy strategy) {
    return strategyRow(strategy).name;
}

Result<Strategy> strategyFromName(std::string_view name) {
    const auto found = std::ranges::find(strategies(), name, &StrategyRow::name);
    if (found != strategies().end()) {
        return found->strategy;
    }
    const auto rows = strategies();
    return fail(
        ErrorCode::InvalidArgument,
        say("There is no strategy \"%1\"; choose %2 or %3.", name,
            joinedText(rows.first(rows.size() - 1), ", ", &StrategyRow::name), rows.back().name));
}

std::string strategyNames(std::string_view last, std::span<const StrategyRow> rows) {
    std::string names(rows.front().name);
    for (const StrategyRow& row : rows.subspan(1)) {
        names += &row == &rows.back() ? last : ", ";
        names += row.name;
    }
    return names;
}

}  // namespace stowage
