// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/compare/plan_diff.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/model/quantization.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/strategies/strategies.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stowage {
namespace {

using Places = std::vector<std::pair<std::string, DeviceId>>;

constexpr std::size_t kDiffMostNamed = 4;  ///< further modules of a list are only counted

std::string dtypeText(const PlacementRequest& request) {
    return request.constraints.dtype ? std::string(dtypeName(*request.constraints.dtype))
                                     : std::string("as stored");
}

std::string quantizationOf(const PlacementRequest& request) {
    const auto& quantization = request.constraints.quantization;
    return quantization ? quantizationText(*quantization) : std::string("none");
}

std::string placesText(const Places& places) {
    std::vector<std::string> parts;
    for (const auto& [path, device] : places) {
        parts.push_back((path.empty() ? "the whole model" : path) + " on " + deviceLabel(device));
    }
    return parts.empty() ? "nothing" : listedNames(parts, kDiffMostNamed);
}

std::string flagsText(const PlacementConstraints& constraints) {
    std::vector<std::string> flags;
    if (constraints.offloadBuffers) {
        flags.emplace_back("offload buffers");
    }
    if (constraints.fallbackAllocation) {
        flags.emplace_back("fallback allocation");
    }
    if (constraints.keepMapUnclean) {
        flags.emplace_back("unclean map");
    }
    return flags.empty() ? "none" : listedNames(flags, kDiffMostNamed);
}

std::string executionText(const PlacementRequest& request) {
    return request.executionDevice ? deviceLabel(*request.executionDevice)
                                   : "the GPU of the map with the lowest number, else the CPU";
}

std::string hooksText(const HookOptions& hooks) {
    return std::string(hooks.force ? "forced" : "where needed") + ", main device " +
           (hooks.mainDevice ? deviceLabel(*hooks.mainDevice) : "automatic") + ", preloaded " +
           (hooks.preloadClasses.empty() ? "nothing"
                                         : listedNames(hooks.preloadClasses, kDiffMostNamed)) +
           ", offloaded modules " +
           (hooks.offloaded.empty()
                ? "streamed"
                : listedNames(offloadRuleWords(hooks.offloaded), kDiffMostNamed));
}

std::string limitsText(const PlacementRequest& request) {
    return request.budgetsAreDefaults ? "what is free" : "typed";
}

std::string deviceText(const DeviceInfo& device) {
    std::string text = device.capacity ? formatSize(*device.capacity) : "unknown size";
    if (device.usedByOthers > 0) {
        text += " with " + formatSize(device.usedByOthers) + " used by others";
    }
    if (device.context > 0) {
        text += (device.usedByOthers > 0 ? " and " : " with ") + formatSize(device.context) +
                " for the driver's context";
    }
    if (device.allocator == AllocatorKind::ExpandableSegments) {
        text += ", expandable segments";
    }
    return text;
}

/// The RAM is left out: it breathes from second to second, and its limit tells what mattered.
void addDevices(const PlacementRequest& before, const PlacementRequest& after,
                std::vector<std::string>& reasons) {
    for (const DeviceInfo& device : before.devices) {
        const DeviceInfo* const other = findDevice(after.devices, device.id);
        if (other == nullptr) {
            reasons.push_back(deviceLabel(device.id) + " is there before only (" +
                              deviceText(device) + ").");
        } else if (device.id.isGpu() && deviceText(device) != deviceText(*other)) {
            reasons.push_back(deviceLabel(device.id) + ": " + deviceText(device) + " before, " +
                              deviceText(*other) + " after.");
        }
    }
    for (const DeviceInfo& device : after.devices) {
        if (findDevice(before.devices, device.id) == nullptr) {
            reasons.push_back(deviceLabel(device.id) + " is there after only (" +
                              deviceText(device) + ").");
        }
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

std::string noSplitText(const PlacementRequest& request) {
    const auto& classes = noSplitInForce(request);
    return classes.empty() ? "none" : listedNames(classes, kDiffMostNamed);
}

/// What two requests for one model differ in, limits aside, a sentence each:
/// "Strategy: auto before, sequential after."
std::vector<std::string> diffReasons(const PlacementRequest& before,
                                     const PlacementRequest& after) {
    std::vector<std::string> reasons;
    const auto compare = [&reasons](const std::string& what, const std::string& was,
                                    const std::string& is) {
        if (was != is) {
            reasons.push_back(what + ": " + was + " before, " + is + " after.");
        }
    };
    const auto presetOf = [](const PlacementRequest& request) {
        return request.preset ? presetText(*request.preset) : std::string("none");
    };
    const auto strategyOf = [](const PlacementRequest& request) {
        if (request.strategy != Strategy::Manual) {
            return std::string(strategyName(request.strategy));
        }
        return std::string(request.preset && endsOnOneDevice(*request.preset) ? "all on one device"
                                                                              : "a given map");
    };
    compare("Habit", presetOf(before), presetOf(after));
    compare("Strategy", strategyOf(before), strategyOf(after));
    if (before.strategy == Strategy::Manual && after.strategy == Strategy::Manual &&
        !before.preset && !after.preset && before.givenMap.entries() != after.givenMap.entries()) {
        reasons.emplace_back("The given maps differ.");
    }
    compare("Rules", std::string(rulesName(before.rules)), std::string(rulesName(after.rules)));
    compare("Dtype", dtypeText(before), dtypeText(after));
    compare("Quantisation", quantizationOf(before), quantizationOf(after));
    compare("Classes kept whole", noSplitText(before), noSplitText(after));
    compare("Flags", flagsText(before.constraints), flagsText(after.constraints));
    compare("Layers brought in ahead", std::to_string(before.prefetchWindow),
            std::to_string(after.prefetchWindow));
    compare("Offloaded layers run on", executionText(before), executionText(after));
    compare("Hooks", hooksText(before.hooks), hooksText(after.hooks));
    const auto workOf = [](const PlacementRequest& request) {
        return request.workload ? workloadText(*request.workload) : std::string("none");
    };
    compare("Workload", workOf(before), workOf(after));
    compare("Limits", limitsText(before), limitsText(after));
    compare("Pinned", placesText(before.constraints.pins), placesText(after.constraints.pins));
    compare("Moved by hand", placesText(before.moves), placesText(after.moves));
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

std::string presetText(const LoadModelPreset& preset) {
    std::string text = "--device " + preset.device;
    if (preset.numGpus) {
        text += " --num-gpus " + std::to_string(*preset.numGpus);
    }
    if (!preset.maxGpuMemory.empty()) {
        text += " --max-gpu-memory " + preset.maxGpuMemory;
    }
    if (preset.strategy == Strategy::Manual) {
        text += " --device-map of " + std::to_string(preset.givenMap.size()) +
                (preset.givenMap.size() == 1 ? " entry" : " entries");
    } else if (preset.strategy) {
        text += " --strategy " + std::string(strategyName(*preset.strategy));
    }
    for (const MemoryBudget& limit : preset.maxMemory) {
        text +=
            (&limit == &preset.maxMemory.front() ? " --max-memory " : ",") +
            (limit.device.isGpu() ? std::to_string(limit.device.index) : deviceName(limit.device)) +
            "=" + (limit.text.empty() ? formatSize(limit.bytes) : limit.text);
    }
    return text;
}

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
    const Json object = {{"moved", std::move(moved)},
                         {"bytes_moved", diff.bytesMoved},
                         {"pairs", std::move(pairs)},
                         {"budgets", std::move(budgets)},
                         {"reasons", diff.reasons}};
    // Names come from files and may hold bytes that are no UTF-8.
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stowage
