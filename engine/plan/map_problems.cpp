// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map_problems.h"

#include "engine/base/byte_size.h"
#include "engine/plan/nearest_names.h"
#include "engine/plan/plan_hops.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stowage {

namespace {

using Issues = std::vector<PlanIssue>;

constexpr std::size_t kMostNamed = 20;  ///< further keys at fault are only counted

/// "a", "b" or "c".
std::string choice(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "\"" : i + 1 == names.size() ? " or \"" : ", \"") + names[i] + "\"";
    }
    return text;
}

/// A module without a device that a misspelt key meant hears of it.
void tellMisspeltKey(PlacementPlan& plan, const std::string& key, const std::string& meant) {
    for (PlanIssue& issue : plan.issues) {
        if (issue.code == "no_device" && issue.module == meant) {
            issue.text += " Its key may be \"" + key + "\", misspelt.";
        }
    }
}

void tellUnknownKeys(PlacementPlan& plan) {
    std::size_t told = 0;
    for (PlanIssue& issue : plan.issues) {
        if (issue.code != "unknown_module" || ++told > kMostNamed) {
            continue;
        }
        const auto names = intendedNames(plan, issue.module);
        if (!names.empty()) {
            issue.text += " Did you mean " + choice(names) + "?";
            tellMisspeltKey(plan, issue.module, names.front());
        }
    }
    if (told <= kMostNamed) {
        return;
    }
    std::size_t seen = 0;
    std::erase_if(plan.issues, [&seen](const PlanIssue& issue) {
        return issue.code == "unknown_module" && ++seen > kMostNamed;
    });
    plan.issues.push_back({Severity::Warning,
                           "unknown_module",
                           {},
                           std::nullopt,
                           0,
                           "The device map has " + std::to_string(told - kMostNamed) +
                               " more keys that are no module of this model; they have no "
                               "effect. Is it the map of another model?"});
}

void tellDoubledKeys(const PlacementPlan& plan, Issues& issues) {
    const std::vector<DoubledKey>& keys = plan.request.doubledKeys;
    if (plan.request.strategy != Strategy::Manual) {
        return;
    }
    for (std::size_t i = 0; i < std::min(keys.size(), kMostNamed); ++i) {
        const DoubledKey& key = keys[i];
        const bool differs = key.dropped != key.kept;
        const std::string head = "The device map gives \"" + key.path + "\" twice: ";
        issues.push_back(
            {differs ? Severity::Warning : Severity::Hint, "doubled_key", key.path, key.kept, 0,
             head + (differs ? deviceLabel(key.dropped) + " first, " + deviceLabel(key.kept) +
                                   " at last. Python and JSON keep the last one; delete one of "
                                   "the two."
                             : deviceLabel(key.kept) + " both times. Delete one of the two.")});
    }
    if (keys.size() > kMostNamed) {
        issues.push_back({Severity::Warning,
                          "doubled_key",
                          {},
                          std::nullopt,
                          0,
                          "The device map gives " + std::to_string(keys.size() - kMostNamed) +
                              " more keys twice. Python and JSON keep the last one of each."});
    }
}

std::string crossings(std::uint32_t hops, std::optional<std::uint64_t> bytes) {
    std::string text = std::to_string(hops) + (hops == 1 ? " time" : " times");
    if (bytes) {
        text += " (" + formatSize(static_cast<double>(*bytes * hops)) + ")";
    }
    return text;
}

void tellPingPong(const PlacementPlan& plan, Issues& issues) {
    const DeviceHops hops = deviceHops(plan);
    if (hops.hops <= hops.fewest) {
        return;
    }
    const auto bytes = activationBytes(plan);
    const std::string& module = plan.request.tree->path(hops.firstReturn);
    const std::string label = deviceLabel(hops.returnsTo);
    const std::uint32_t more = hops.hops - hops.fewest - 1;
    std::string text =
        hops.onlyByOffloading
            ? label + " is left and entered again at " + module +
                  ", because offloaded layers run there"
            : label + " is left and entered again at " + module +
                  (more == 0 ? "" : ", and " + std::to_string(more) + " more such returns follow");
    text += ": the activations of each token cross between devices " + crossings(hops.hops, bytes) +
            " instead of " + crossings(hops.fewest, bytes) + ".";
    text += hops.onlyByOffloading ? " Offloading the model's first layers instead would avoid it."
                                  : " Put neighbouring layers on one device.";
    issues.push_back({hops.onlyByOffloading ? Severity::Hint : Severity::Warning, "ping_pong",
                      module, hops.returnsTo, static_cast<double>(bytes.value_or(0) * hops.hops),
                      std::move(text)});
}

/// What pins alone put on a device.
struct PinnedLoad {
    double bytes = 0;
    double largest = 0;
    std::string largestModule;
    std::uint32_t pins = 0;
};

void tellPinsOverLimit(const PlacementPlan& plan, Issues& issues) {
    const auto& pins = plan.request.constraints.pins;
    if (pins.empty()) {
        return;
    }
    const ModuleTree& tree = *plan.request.tree;
    std::vector<bool> counted(tree.storageCount());
    std::map<DeviceId, PinnedLoad> loads;
    for (const auto& [path, device] : pins) {
        const auto module = tree.findModule(path);
        const auto tensor = tree.findTensor(path);
        const auto tensors = module   ? tree.subtreeTensors(*module)
                             : tensor ? tree.tensors().subspan(tensor->index(), 1)
                                      : std::span<const TensorSpec>();
        double bytes = 0;
        for (const TensorSpec& spec : tensors) {
            if (!counted[spec.storage.index()]) {
                counted[spec.storage.index()] = true;
                bytes += static_cast<double>(plannedBytes(plan, spec));
            }
        }
        PinnedLoad& load = loads[device];
        load.bytes += bytes;
        ++load.pins;
        if (load.largestModule.empty() || bytes > load.largest) {
            load.largest = bytes;
            load.largestModule = path;
        }
    }
    for (const auto& [device, load] : loads) {
        const DevicePlacement* const placement = plan.placement(device);
        const double limit = placement != nullptr ? placement->budget.value_or(load.bytes) : 0;
        if (placement == nullptr || load.bytes <= limit) {
            continue;
        }
        const std::string what =
            load.pins == 1 ? load.largestModule + ", pinned to " + deviceLabel(device) + ", needs "
                           : "The " + std::to_string(load.pins) + " modules pinned to " +
                                 deviceLabel(device) + " need ";
        issues.push_back(
            {Severity::Error, "pins_over_limit", load.largestModule, device, load.bytes - limit,
             what + formatSize(load.bytes) + ", but its limit is " + formatSize(limit) + ": " +
                 formatSize(load.bytes - limit) + " over. Raise the limit, or pin less there."});
    }
}

/// True where another key than `key` stands for the module, or for something inside it.
bool isTaken(const DeviceMap& map, const std::string& path, const std::string& key) {
    return std::ranges::any_of(map.entries(), [&](const DeviceMap::Entry& entry) {
        const bool isInside = entry.first.size() > path.size() && entry.first.starts_with(path) &&
                              entry.first[path.size()] == '.';
        return entry.first != key && (entry.first == path || isInside);
    });
}

}  // namespace

std::vector<std::string> intendedNames(const PlacementPlan& plan, const std::string& key) {
    constexpr std::size_t kMostMeant = 3;
    std::vector<std::string> uncovered;
    for (const PlanIssue& issue : plan.issues) {
        if (issue.code == "no_device" && !issue.module.empty()) {
            uncovered.push_back(issue.module);
        }
    }
    std::vector<std::string> names = namesAlike(key, uncovered);
    // More than are wanted, because some will be keys already.
    for (std::string& name : nearestNames(*plan.request.tree, key, kMostMeant * 4)) {
        if (std::ranges::find(names, name) == names.end() && !isTaken(plan.map, name, key)) {
            names.push_back(std::move(name));
        }
    }
    names.resize(std::min(names.size(), kMostMeant));
    return names;
}

void addMapProblems(PlacementPlan& plan) {
    tellUnknownKeys(plan);
    tellDoubledKeys(plan, plan.issues);
    tellPinsOverLimit(plan, plan.issues);
    tellPingPong(plan, plan.issues);
}

}  // namespace stowage
