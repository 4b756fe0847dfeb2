// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/compare/plan_diff.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/model/quantization.h"
#include "engine/plan/place/place.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stowage {

namespace {

Message deviceText(const DeviceInfo& device) {
    const std::string others = formatSize(device.usedByOthers);
    const std::string context = formatSize(device.context);
    Message text =
        device.capacity ? Message(formatSize(*device.capacity)) : Message(phrase("unknown size"));
    if (device.usedByOthers > 0 && device.context > 0) {
        text = say("%1 with %2 used by other programs and %3 for the driver's context", text,
                   others, context);
    } else if (device.usedByOthers > 0) {
        text = say("%1 with %2 used by other programs", text, others);
    } else if (device.context > 0) {
        text = say("%1 with %2 for the driver's context", text, context);
    }
    if (device.allocator == AllocatorKind::ExpandableSegments) {
        text = say("%1, expandable segments", text);
    }
    return device.machine.empty() ? text : say("%1, in the machine %2", text, device.machine);
}

/// The RAM is left out: it breathes from second to second, and its limit tells what mattered.
void addDevices(const PlacementRequest& before, const PlacementRequest& after,
                std::vector<Message>& reasons) {
    for (const DeviceInfo& device : before.devices) {
        const DeviceInfo* const other = findDevice(after.devices, device.id);
        if (other == nullptr) {
            reasons.push_back(say("%1 exists only in the first plan (%2).", deviceLabel(device.id),
                                  deviceText(device)));
        } else if (device.id.isGpu() && deviceText(device) != deviceText(*other)) {
            reasons.push_back(say("%1: %2 before, %3 after.", deviceLabel(device.id),
                                  deviceText(device), deviceText(*other)));
        }
    }
    for (const DeviceInfo& device : after.devices) {
        if (findDevice(before.devices, device.id) == nullptr) {
            reasons.push_back(say("%1 exists only in the second plan (%2).", deviceLabel(device.id),
                                  deviceText(device)));
        }
    }
    if (before.machineLinks != after.machineLinks) {
        reasons.push_back(phrase("The links between the machines differ."));
    }
}

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
    std::ranges::stable_sort(pairs, std::ranges::greater(), &MovedBytes::bytes);
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

/// What two requests for one model differ in, limits aside, a sentence each:
/// "Strategy: auto before, sequential after."
std::vector<Message> diffReasons(const PlacementRequest& before, const PlacementRequest& after) {
    std::vector<Message> reasons;
    for (const RequestField& row : requestFields()) {
        if (std::string_view(row.label.english()).empty()) {
            continue;
        }
        const Message was = differenceText(row, before);
        const Message is = differenceText(row, after);
        if (was != is) {
            reasons.push_back(say("%1: %2 before, %3 after.", row.label, was, is));
        }
    }
    if (before.strategy == Strategy::Manual && after.strategy == Strategy::Manual &&
        !before.preset && !after.preset && before.givenMap.entries() != after.givenMap.entries()) {
        reasons.emplace_back(phrase("The given device maps differ."));
    }
    addDevices(before, after, reasons);
    return reasons;
}

using Json = nlohmann::ordered_json;

Json placeJson(const std::optional<DeviceId>& device) {
    return device ? Json(deviceName(*device)) : Json();
}

Json limitJson(const std::optional<double>& bytes) {
    if (!bytes) {
        return {};
    }
    const bool isWhole = *bytes == std::floor(*bytes) && std::fabs(*bytes) < 9e18;
    return isWhole ? Json(static_cast<std::int64_t>(*bytes)) : Json(*bytes);
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

std::string diffToJson(const PlanDiff& diff) {
    Json moved = Json::array();
    for (const MovedModule& module : diff.moved) {
        moved.push_back({{"module", module.module},
                         {"from", placeJson(module.from)},
                         {"to", placeJson(module.to)},
                         {"bytes", module.bytes}});
    }
    Json pairs = Json::array();
    for (const MovedBytes& pair : diff.pairs) {
        pairs.push_back({{"from", placeJson(pair.from)},
                         {"to", placeJson(pair.to)},
                         {"bytes", pair.bytes},
                         {"modules", pair.modules}});
    }
    Json budgets = Json::array();
    for (const BudgetChange& change : diff.budgets) {
        budgets.push_back({{"device", deviceName(change.device)},
                           {"before", limitJson(change.before)},
                           {"after", limitJson(change.after)}});
    }
    Json reasons = Json::array();
    for (const Message& reason : diff.reasons) {
        reasons.push_back(reason.english());
    }
    const Json object = {{"moved", std::move(moved)},
                         {"bytes_moved", diff.bytesMoved},
                         {"pairs", std::move(pairs)},
                         {"budgets", std::move(budgets)},
                         {"reasons", std::move(reasons)}};
    // Names come from files and may hold bytes that are no UTF-8.
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

namespace {

/// The request as a strategy alone would see it, under the limits that a preset stands for.
PlacementRequest bareRequest(const PlacementRequest& request) {
    PlacementRequest bare = request;
    if (request.preset) {
        if (auto resolved = withPreset(request, *request.preset)) {
            bare = std::move(*resolved);
        }
    }
    bare.preset.reset();
    bare.moves.clear();
    bare.givenMap = {};
    bare.doubledKeys.clear();
    return bare;
}

std::uint32_t countModules(const ModuleTree& tree, const std::string& className) {
    const auto nodes = tree.nodes();
    return static_cast<std::uint32_t>(std::ranges::count_if(
        nodes, [&className](const ModuleNode& node) { return node.className == className; }));
}

std::uint32_t countSplit(const PlacementPlan& plan, const std::string& className) {
    std::uint32_t split = 0;
    for (const ModuleNode& node : plan.request.tree->nodes()) {
        split += node.className == className && plan.isMixed(node.id) ? 1U : 0U;
    }
    return split;
}

/// How the devices' sums change: "81.0 MiB would leave the CPU: 54.0 MiB for GPU 0 and …".
Message changeText(const PlacementPlan& before, const PlacementPlan& after, const PlanDiff& diff) {
    std::vector<Message> gains;
    std::vector<Message> losses;
    double lost = 0;
    for (const DevicePlacement& placement : after.placements) {
        const DevicePlacement* const was = before.placement(placement.device.id);
        const double change = placement.weights - (was != nullptr ? was->weights : 0);
        const Message label = namedDevice(placement.device.id);
        if (change > 0) {
            gains.push_back(say("%1 for %2", formatSize(change), label));
        } else if (change < 0) {
            losses.push_back(label);
            lost -= change;
        }
    }
    const std::string moved = formatSize(static_cast<double>(diff.bytesMoved));
    if (losses.empty() && gains.empty()) {
        return say(
            "%1 of weights would move, but the amount of weights on each device would not change",
            moved);
    }
    if (losses.empty() || gains.empty()) {
        return say("%1 of weights would move to another device", moved);
    }
    return say("%1 of weights would move away from %2: %3", formatSize(lost),
               enumerated(std::move(losses)), enumerated(std::move(gains)));
}

Message effectText(const PlacementPlan& plan, const NoSplitEffect& effect) {
    const std::string& name = effect.className;
    if (effect.modules == 0) {
        return say(
            "Without the no-split class %1, nothing would change: the model has no module of that "
            "class.",
            name);
    }
    if (plan.request.strategy == Strategy::Manual) {
        return say("Without the no-split class %1, nothing would change: the device map is given.",
                   name);
    }
    if (effect.without->accelerateError) {
        return joined({say("Without the no-split class %1, there would be no plan.", name),
                       *effect.without->accelerateError},
                      " ");
    }
    if (plan.accelerateError) {
        return say("Without the no-split class %1, Accelerate would not fail.", name);
    }
    if (effect.diff.moved.empty() && effect.modules == 1) {
        return say(
            "Without the no-split class %1, nothing would change: the only module of the class "
            "would still be on one device.",
            name);
    }
    if (effect.diff.moved.empty()) {
        return say(
            "Without the no-split class %1, nothing would change: each of the %2 modules of the "
            "class would still be on one device.",
            name, effect.modules);
    }
    const Message change = changeText(plan, *effect.without, effect.diff);
    const std::size_t split = countSplit(*effect.without, effect.className);
    return effect.modules == 1 && split == 1 ? say("Without the no-split class %1, %2; the only "
                                                   "module of the class would be split.",
                                                   name, change)
                                             : say("Without the no-split class %1, %2; %3 of the "
                                                   "%4 modules of the class would be split.",
                                                   name, change, split, effect.modules);
}

}  // namespace

std::vector<StrategyPreview> previewStrategies(const PlacementRequest& request,
                                               std::stop_token stop) {
    std::vector<StrategyPreview> previews;
    PlacementRequest bare = bareRequest(request);
    for (const StrategyRow& row : strategies()) {
        if (row.strategy == Strategy::Optimal && bare.search == nullptr) {
            continue;
        }
        bare.strategy = row.strategy;
        const auto plan = place(bare, stop);
        if (!plan && plan.error().code == ErrorCode::Cancelled) {
            break;
        }
        StrategyPreview preview;
        preview.strategy = row.strategy;
        if (plan) {
            preview.plan = *plan;
        } else {
            preview.refusal = plan.error().message;
        }
        previews.push_back(std::move(preview));
    }
    return previews;
}

std::vector<NoSplitEffect> noSplitEffects(const PlacementPlan& plan, std::stop_token stop) {
    std::vector<NoSplitEffect> effects;
    const std::vector<std::string>& classes = plan.noSplitClasses();
    for (const std::string& className : classes) {
        PlacementRequest request = plan.request;
        std::vector<std::string> others = classes;
        std::erase(others, className);
        request.constraints.noSplit = std::move(others);
        const auto without = place(request, stop);
        if (!without && without.error().code == ErrorCode::Cancelled) {
            break;
        }
        NoSplitEffect effect;
        effect.className = className;
        effect.modules = countModules(*request.tree, className);
        if (without) {
            effect.without = *without;
            if (!plan.accelerateError && !effect.without->accelerateError) {
                effect.diff = diffPlans(plan, *effect.without);
            }
            effect.text = effectText(plan, effect);
        } else {
            effect.text = say("Without the no-split class %1, there would be no plan: %2",
                              className, without.error().message);
        }
        effects.push_back(std::move(effect));
    }
    return effects;
}

}  // namespace stowage
