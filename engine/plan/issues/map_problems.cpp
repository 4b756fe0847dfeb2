// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/device_hops.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMostPrefixes = 256;  ///< modules near the root that may be a lost prefix

constexpr std::size_t kMostDropped = 2;  ///< leading components that may be superfluous

constexpr std::size_t kLongestName = 512;  ///< names beyond it are compared no further

struct NameCandidate {
    std::size_t score = 0;  ///< lower is nearer
    std::string name;
};

bool exists(const ModuleTree& tree, const std::string& name) {
    return !name.empty() && (tree.findModule(name) || tree.findTensor(name));
}

std::string pathBelow(const std::string& parent, std::string_view name) {
    return parent.empty() ? std::string(name) : parent + "." + std::string(name);
}

/// Levenshtein's distance: letters inserted, dropped or changed.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
        }
    }
    return row[b.size()];
}

std::optional<std::uint64_t> numberIn(std::string_view text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, number);
    return status == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// How far one component is from another; nothing where they have too little in common. Among
/// numbered siblings the nearest number is meant, not the likest digits.
std::optional<std::size_t> componentDistance(std::string_view wanted, std::string_view there) {
    constexpr std::size_t kLongestWord = 64;  // components beyond it are no slip of the key
    const auto wantedNumber = numberIn(wanted);
    const auto number = numberIn(there);
    if (wantedNumber && number) {
        const std::uint64_t apart =
            std::max(*wantedNumber, *number) - std::min(*wantedNumber, *number);
        return static_cast<std::size_t>(std::min<std::uint64_t>(apart, 1000));
    }
    const std::size_t longer = std::max(wanted.size(), there.size());
    const std::size_t most = std::max<std::size_t>(1, longer / 3);
    if (wanted.empty() || longer > kLongestWord ||
        longer - std::min(wanted.size(), there.size()) > most || wantedNumber || number) {
        return std::nullopt;
    }
    const std::size_t distance = editDistance(wanted, there);
    return distance <= most ? std::optional(distance) : std::nullopt;
}

/// The name without its first `count` components; "" where it has not more.
std::string_view withoutFirst(std::string_view name, std::size_t count) {
    for (; count > 0 && !name.empty(); --count) {
        const std::size_t dot = name.find('.');
        name = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    }
    return name;
}

class NameSearch {
public:
    NameSearch(const ModuleTree& tree, std::string_view name) : m_tree(tree), m_name(name) {}

    std::vector<std::string> best(std::size_t most) {
        addOtherPrefixes();
        if (m_candidates.empty()) {
            addSlips(m_name, 0);
            for (std::size_t drop = 1; drop <= kMostDropped; ++drop) {
                addSlips(withoutFirst(m_name, drop), drop);
            }
        }
        std::ranges::stable_sort(m_candidates, {}, &NameCandidate::score);
        std::vector<std::string> names;
        for (NameCandidate& candidate : m_candidates) {
            const bool isNew = std::find(names.begin(), names.end(), candidate.name) == names.end();
            if (names.size() < most && isNew) {
                names.push_back(std::move(candidate.name));
            }
        }
        return names;
    }

private:
    void add(std::size_t score, std::string name) {
        if (exists(m_tree, name)) {
            m_candidates.push_back({score, std::move(name)});
        }
    }

    /// The name with leading components dropped, put below the modules near the root.
    void addOtherPrefixes() {
        for (std::size_t drop = 0; drop <= kMostDropped; ++drop) {
            const std::string_view rest = withoutFirst(m_name, drop);
            if (rest.empty()) {
                break;
            }
            add(drop, std::string(rest));
            std::size_t tried = 0;
            for (const ModuleId child : m_tree.children(ModuleTree::root())) {
                if (++tried > kMostPrefixes) {
                    break;
                }
                add(drop + 1, pathBelow(m_tree.path(child), rest));
                for (const ModuleId below : m_tree.children(child)) {
                    if (++tried > kMostPrefixes) {
                        break;
                    }
                    add(drop + 2, pathBelow(m_tree.path(below), rest));
                }
            }
        }
    }

    /// Where the name leaves the tree, the children that are written alike; else that module.
    void addSlips(std::string_view name, std::size_t penalty) {
        if (name.empty()) {
            return;
        }
        ModuleId parent = ModuleTree::root();
        std::size_t start = 0;
        std::size_t end = 0;
        while (true) {
            end = std::min(name.find('.', start), name.size());
            const auto next = m_tree.findModule(name.substr(0, end));
            if (!next || end == name.size()) {
                break;
            }
            parent = *next;
            start = end + 1;
        }
        const std::string_view wanted = name.substr(start, end - start);
        const std::string_view rest = end < name.size() ? name.substr(end + 1) : std::string_view();
        const std::string& path = m_tree.path(parent);
        for (const ModuleId child : m_tree.children(parent)) {
            if (const auto apart = componentDistance(wanted, m_tree.node(child).name)) {
                const std::string& there = m_tree.path(child);
                const std::string whole = rest.empty() ? there : pathBelow(there, rest);
                const bool isWhole = exists(m_tree, whole);
                add(penalty + *apart + (isWhole ? 0 : 1), isWhole ? whole : there);
            }
        }
        for (const TensorSpec& tensor : m_tree.ownTensors(parent)) {
            const std::string_view own =
                std::string_view(tensor.name).substr(path.empty() ? 0 : path.size() + 1);
            if (const auto apart = componentDistance(wanted, own); apart && rest.empty()) {
                add(penalty + *apart, tensor.name);
            }
        }
        constexpr std::size_t kLast = 2000;  // behind every slip: a mere part of the name
        add(kLast + penalty, path);
    }

    const ModuleTree& m_tree;
    std::string_view m_name;
    std::vector<NameCandidate> m_candidates;
};

using Issues = std::vector<PlanIssue>;

constexpr std::size_t kMostKeys = 20;  ///< further keys at fault are only counted

/// "a", "b" or "c".
Message choice(const std::vector<std::string>& names) {
    Message text = names.empty() ? Message() : say("\"%1\"", names.front());
    for (std::size_t i = 1; i < names.size(); ++i) {
        text = i + 1 == names.size() ? say("%1 or \"%2\"", text, names[i])
                                     : say("%1, \"%2\"", text, names[i]);
    }
    return text;
}

/// Names the misspelt key in the problem of the module without a device that it was meant for.
void tellMisspeltKey(PlacementPlan& plan, const std::string& key, const std::string& meant) {
    for (PlanIssue& issue : plan.issues) {
        if (issue.code == "no_device" && issue.module == meant) {
            issue.text = joined(
                {issue.text,
                 say("The key \"%1\" of the device map may be a misspelling of this module.", key)},
                " ");
        }
    }
}

void tellUnknownKeys(PlacementPlan& plan) {
    std::size_t told = 0;
    for (PlanIssue& issue : plan.issues) {
        if (issue.code != "unknown_module" || ++told > kMostKeys) {
            continue;
        }
        const auto names = intendedNames(plan, issue.module);
        if (!names.empty()) {
            issue.text = joined({issue.text, say("Did you mean %1?", choice(names))}, " ");
            tellMisspeltKey(plan, issue.module, names.front());
        }
    }
    if (told <= kMostKeys) {
        return;
    }
    std::size_t seen = 0;
    std::erase_if(plan.issues, [&seen](const PlanIssue& issue) {
        return issue.code == "unknown_module" && ++seen > kMostKeys;
    });
    const std::size_t more = told - kMostKeys;
    plan.issues.push_back(planIssue(
        Severity::Warning, "unknown_module", std::nullopt, 0,
        more == 1 ? say("The device map has %1 more key that is not a module of this model; the "
                        "key has no effect. Does the device map belong to another model?",
                        more)
                  : say("The device map has %1 more keys that are not modules of this model; the "
                        "keys have no effect. Does the device map belong to another model?",
                        more)));
}

void tellDoubledKeys(const PlacementPlan& plan, Issues& issues) {
    const std::vector<DoubledKey>& keys = plan.request.doubledKeys;
    if (plan.request.strategy != Strategy::Manual) {
        return;
    }
    for (std::size_t i = 0; i < std::min(keys.size(), kMostKeys); ++i) {
        const DoubledKey& key = keys[i];
        const bool differs = key.dropped != key.kept;
        issues.push_back(
            {differs ? Severity::Warning : Severity::Hint, "doubled_key", key.path, key.kept, 0,
             differs ? say("The device map contains \"%1\" twice: first with %2, last with %3. "
                           "Python keeps the last entry, both in a dict and in JSON; delete one of "
                           "the two entries.",
                           key.path, deviceLabel(key.dropped), deviceLabel(key.kept))
                     : say("The device map contains \"%1\" twice: with %2 both times. Delete one "
                           "of the two entries.",
                           key.path, deviceLabel(key.kept))});
    }
    if (keys.size() > kMostKeys) {
        const std::size_t more = keys.size() - kMostKeys;
        issues.push_back(planIssue(
            Severity::Warning, "doubled_key", std::nullopt, 0,
            more == 1 ? say("%1 more key occurs twice in the device map. Python keeps the "
                            "last entry, both in a dict and in JSON.",
                            more)
                      : say("%1 more keys occur twice in the device map. Python keeps the "
                            "last entry of each key, both in a dict and in JSON.",
                            more)));
    }
}

/// The sentence that Accelerate fails with, and when it does.
Message libraryStops(const HookConflict& conflict) {
    switch (conflict.kind) {
        case HookConflict::Kind::OnMeta:
            return say(
                "dispatch_model fails: ValueError, \"%1 is on the meta device, we need a `value` "
                "to put in on %2\".",
                conflict.tensor,
                conflict.device.isGpu() ? std::to_string(conflict.device.index)
                                        : deviceName(conflict.device));
        case HookConflict::Kind::CopyOfMeta:
            return say(
                "The first forward pass fails at %1: NotImplementedError, \"Cannot copy out of "
                "meta tensor; no data!\".",
                conflict.module);
        case HookConflict::Kind::NotFound:
            return say(
                "The first forward pass fails: KeyError, '%1', because Accelerate stores no "
                "weights for the entry \"\" on the CPU.",
                pathBelow(conflict.module, conflict.tensor));
        case HookConflict::Kind::Mixed:
            break;
        case HookConflict::Kind::Moved:
            return say(
                "Accelerate puts all weights of the entry \"\" on %1, the main device, instead.",
                deviceLabel(conflict.device));
    }
    return say(
        "The hooks of the outer entry remain on the modules that the inner entry moves. As a "
        "result, %1 receives the input on %2, and the first forward pass fails with \"Expected all "
        "tensors to be on the same device\".",
        conflict.module, deviceLabel(conflict.device));
}

/// An entry of a given map inside one of another device, where Accelerate does not follow it.
/// Moves by hand lie in such entries as well, but leave Stowage as a flat map.
void tellEntriesInside(const PlacementPlan& plan, Issues& issues) {
    const DeviceMap& map = plan.request.givenMap;
    const ModuleTree& tree = *plan.request.tree;
    if (plan.request.strategy != Strategy::Manual || isOfSeveralModels(tree)) {
        return;  // Accelerate dispatches each model by itself
    }
    const auto found =
        findHookConflict(tree, map, plan.request.hooks.mainDevice.value_or(mainDeviceOf(map)),
                         plan.strategyResult->facts->model.whole());
    if (!found) {
        return;
    }
    const bool isPair = found->inner != found->outer;
    const Message where =
        isPair
            ? say("The device map has the entry \"%1\" on %2 inside the entry \"%3\" on %4.",
                  found->inner, deviceLabel(*map.exact(found->inner)), found->outer,
                  deviceLabel(*map.exact(found->outer)))
            : say("The device map puts \"\" (the whole model) on %1, but also has other entries.",
                  deviceLabel(map.exact("").value_or(found->device)));
    issues.push_back(
        {Severity::Warning,
         found->kind == HookConflict::Kind::Moved ? "root_moved" : "entry_inside_entry",
         found->inner, map.exact(found->inner), 0,
         joined({where, libraryStops(*found),
                 phrase("Use entries that do not contain each other, as in the device map that "
                        "Copy as Python writes.")},
                " ")});
}

Message crossings(std::uint32_t hops, std::optional<std::uint64_t> bytes) {
    if (!bytes) {
        return hops == 1 ? say("%1 time", hops) : say("%1 times", hops);
    }
    const std::string size = formatSize(static_cast<double>(*bytes * hops));
    return hops == 1 ? say("%1 time (%2)", hops, size) : say("%1 times (%2)", hops, size);
}

/// Which device is entered again, where, and how often.
Message returnText(const PlacementPlan& plan, const DeviceHops& hops) {
    const std::string& module = plan.request.tree->path(hops.firstReturn);
    const auto label = deviceLabel(hops.returnsTo);
    if (hops.onlyByOffloading && !hops.onlyByTies && !hops.computesOnCpu) {
        return say("Execution leaves %1, which runs the offloaded layers, and returns to it at %2",
                   label, module);
    }
    const std::uint32_t more = hops.hops - hops.fewest - 1;
    switch (more) {
        case 0:
            return say("Execution leaves %1 and returns to it at %2", label, module);
        case 1:
            return say(
                "Execution leaves %1 and returns to it at %2, and %3 more return of this kind "
                "follows",
                label, module, more);
        default:
            return say(
                "Execution leaves %1 and returns to it at %2, and %3 more returns of this kind "
                "follow",
                label, module, more);
    }
}

void tellPingPong(const PlacementPlan& plan, Issues& issues) {
    if (isOfSeveralModels(*plan.request.tree)) {
        return;  // its models are called one by one, and not in the order of the tree
    }
    const DeviceHops hops = deviceHops(plan);
    if (hops.hops <= hops.fewest) {
        return;
    }
    const auto bytes = activationBytes(plan);
    const std::string& module = plan.request.tree->path(hops.firstReturn);
    const Message where =
        say("%1: the activations of each token cross between devices %2 instead of %3.",
            returnText(plan, hops), crossings(hops.hops, bytes), crossings(hops.fewest, bytes));
    const Phrase remedy =
        hops.onlyByTies
            ? phrase("A tied head runs on the device of the embedding whose weights it shares.")
        : hops.computesOnCpu
            ? phrase("The plan makes the CPU compute layers between the layers of other devices.")
        : hops.onlyByOffloading ? phrase(
                                      "To avoid these returns, offload the first layers of the "
                                      "model instead of later ones.")
                                : phrase("Put neighbouring layers on one device.");
    const bool isAsked = hops.onlyByOffloading || hops.computesOnCpu;  // or cannot be otherwise
    issues.push_back({isAsked ? Severity::Hint : Severity::Warning, "ping_pong", module,
                      hops.returnsTo, static_cast<double>(bytes.value_or(0) * hops.hops),
                      joined({where, remedy}, " ")});
}

/// "from this machine to b between model.layers.15 and model.layers.16 (1.25 GB/s, 100 µs)".
Message crossingText(const PlacementPlan& plan, const MachineCrossing& crossing) {
    const auto& devices = plan.request.devices;
    const ModuleTree& tree = *plan.request.tree;
    const auto link = linkBetween(devices, plan.request.machineLinks, crossing.from, crossing.to);
    return say("from %1 to %2 between %3 and %4 (%5)", machineLabel(link->one),
               machineLabel(link->other), tree.path(crossing.after), tree.path(crossing.before),
               linkText(*link));
}

/// What goes from machine to machine of a cluster, and whether it goes back.
void tellCrossings(const PlacementPlan& plan, Issues& issues) {
    constexpr std::size_t kMostTold = 3;
    const DeviceHops hops = isOfSeveralModels(*plan.request.tree) ? DeviceHops() : deviceHops(plan);
    if (hops.crossings.empty()) {
        return;
    }
    const auto bytes = activationBytes(plan);
    const auto count = static_cast<std::uint32_t>(hops.crossings.size());
    const auto fewest = static_cast<std::uint32_t>(hops.machines - 1);
    std::vector<Message> told;
    for (std::size_t i = 0; i < std::min(hops.crossings.size(), kMostTold); ++i) {
        told.push_back(crossingText(plan, hops.crossings[i]));
    }
    const Message where = count > kMostTold ? say("%1, and so on", joined(std::move(told), ", "))
                                            : joined(std::move(told), ", ");
    // The weights of a tied head lie with the embedding: no other plan spares the way back.
    const auto tied =
        static_cast<std::uint32_t>(std::ranges::count_if(hops.crossings, &MachineCrossing::isTied));
    const bool isMore = count - tied > fewest;
    const Message text = isMore
                             ? say("The activations of each token cross between machines %1 "
                                   "instead of %2: %3. Put neighbouring layers on one machine.",
                                   crossings(count, bytes), crossings(fewest, bytes), where)
                             : say("The activations of each token cross between machines %1: %2.",
                                   crossings(count, bytes), where);
    const MachineCrossing& first = hops.crossings[isMore ? fewest : 0];
    issues.push_back({isMore ? Severity::Warning : Severity::Hint, "machine_crossing",
                      plan.request.tree->path(first.before), first.to,
                      static_cast<double>(bytes.value_or(0) * count), text});
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
        const double over = load.bytes - limit;
        issues.push_back(
            {Severity::Error, "pins_over_limit", load.largestModule, device, over,
             load.pins == 1
                 ? say("%1, pinned to %2, needs %3, but the limit of that device is %4 (%5 less). "
                       "Raise the limit, or pin less to that device.",
                       load.largestModule, deviceLabel(device), formatSize(load.bytes),
                       formatSize(limit), formatSize(over))
                 : say("The %1 modules pinned to %2 need %3, but the limit of that device is %4 "
                       "(%5 less). Raise the limit, or pin less to that device.",
                       load.pins, deviceLabel(device), formatSize(load.bytes), formatSize(limit),
                       formatSize(over))});
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

std::vector<std::string> namesAlike(const std::string& name,
                                    const std::vector<std::string>& candidates) {
    std::vector<NameCandidate> alike;
    for (const std::string& candidate : candidates) {
        const std::size_t longer = std::max(name.size(), candidate.size());
        const std::size_t most = std::max<std::size_t>(1, longer / 8);
        const std::size_t shorter = std::min(name.size(), candidate.size());
        if (shorter == 0 || longer > kLongestName || longer - shorter > most) {
            continue;
        }
        if (const std::size_t distance = editDistance(name, candidate); distance <= most) {
            alike.push_back({distance, candidate});
        }
    }
    std::ranges::stable_sort(alike, {}, &NameCandidate::score);
    std::vector<std::string> names;
    for (NameCandidate& candidate : alike) {
        names.push_back(std::move(candidate.name));
    }
    return names;
}

std::vector<std::string> nearestNames(const ModuleTree& tree, std::string_view name,
                                      std::size_t most) {
    return NameSearch(tree, name).best(most);
}

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
    tellEntriesInside(plan, plan.issues);
    tellPinsOverLimit(plan, plan.issues);
    tellPingPong(plan, plan.issues);
    tellCrossings(plan, plan.issues);
}

}  // namespace stowage
