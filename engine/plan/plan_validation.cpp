// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_validation.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <optional>
#include <set>

namespace stowage {

namespace {

constexpr std::size_t kMostNamed = 20;  ///< further modules without a device are only counted

using Issues = std::vector<PlanIssue>;
/// Tensors of one module and of those below it.
struct TensorsAtFault {
    ModuleId module;
    double bytes = 0;
    std::uint32_t count = 0;
    std::vector<std::string> names{};  ///< of modules that will be named
};
using ByModule = std::vector<TensorsAtFault>;

std::string joined(const std::vector<std::string>& names) {
    constexpr std::size_t kMostInSentence = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostInSentence); ++i) {
        text += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > kMostInSentence) {
        text += " and " + std::to_string(names.size() - kMostInSentence) + " more";
    }
    return text;
}

/// Gathers tensors without a device by the largest module that has none at all, so that a
/// forgotten block is one problem and not one for each of its parts.
class UncoveredModules {
public:
    UncoveredModules(const ModuleTree& tree, const std::vector<bool>& isUncovered)
        : m_tree(tree), m_before(isUncovered.size() + 1) {
        for (std::size_t i = 0; i < isUncovered.size(); ++i) {
            m_before[i + 1] = m_before[i] + (isUncovered[i] ? 1U : 0U);
        }
    }

    /// Tensors come in tree order, so those of one module follow each other.
    void add(ByModule& modules, const TensorSpec& tensor) const {
        if (modules.empty() || tensor.module < modules.back().module ||
            tensor.module >= m_tree.node(modules.back().module).subtreeEnd) {
            modules.push_back({around(tensor.module)});
        }
        TensorsAtFault& entry = modules.back();
        entry.bytes += static_cast<double>(tensor.byteSize);
        ++entry.count;
        if (modules.size() <= kMostNamed) {
            entry.names.push_back(tensor.name);
        }
    }

private:
    [[nodiscard]] bool isWholly(const ModuleNode& node) const {
        const std::uint32_t first = node.firstTensor.value;
        return m_before[first + node.subtreeTensorCount] - m_before[first] ==
               node.subtreeTensorCount;
    }
    /// The lowest module that holds as much as the largest one without any device.
    [[nodiscard]] ModuleId around(ModuleId module) const {
        ModuleId best = module;
        for (ModuleId above = m_tree.node(module).parent;
             above.isValid() && above != ModuleTree::root() && isWholly(m_tree.node(above));
             above = m_tree.node(above).parent) {
            if (m_tree.node(above).subtreeTensorCount > m_tree.node(best).subtreeTensorCount) {
                best = above;
            }
        }
        return best;
    }

    const ModuleTree& m_tree;
    std::vector<std::uint32_t> m_before;  ///< uncovered tensors before each
};

void addUncovered(const ModuleTree& tree, const ByModule& modules, Severity severity,
                  const std::string& code, const std::string& advice, Issues& issues) {
    std::size_t named = 0;
    double restBytes = 0;
    for (const TensorsAtFault& fault : modules) {
        if (++named > kMostNamed) {
            restBytes += fault.bytes;
            continue;
        }
        const bool isOwn = fault.count <= tree.node(fault.module).ownTensorCount;
        const std::string what = isOwn ? joined(fault.names)
                                       : tree.path(fault.module) + " and its " +
                                             std::to_string(fault.count) + " tensors";
        issues.push_back(
            {severity, code, tree.path(fault.module), std::nullopt, fault.bytes,
             "No device is given for " + what + " (" + formatSize(fault.bytes) + "). " + advice});
    }
    if (modules.size() > kMostNamed) {
        issues.push_back({severity,
                          code,
                          {},
                          std::nullopt,
                          restBytes,
                          std::to_string(modules.size() - kMostNamed) +
                              " more modules have no device (" + formatSize(restBytes) + "). " +
                              advice});
    }
}

void checkCoverage(const ModuleTree& tree, const TensorPlaces& places, Issues& issues) {
    std::vector<bool> isUncovered(places.tensors.size());
    bool any = false;
    for (std::size_t i = 0; i < places.tensors.size(); ++i) {
        isUncovered[i] = places.tensors[i] == TensorPlaces::kNowhere;
        any = any || isUncovered[i];
    }
    if (!any) {
        return;
    }
    const UncoveredModules uncovered(tree, isUncovered);
    ByModule weights;
    ByModule buffers;
    for (std::size_t i = 0; i < places.tensors.size(); ++i) {
        if (isUncovered[i]) {
            const TensorSpec& tensor = tree.tensors()[i];
            uncovered.add(tensor.persistent ? weights : buffers, tensor);
        }
    }
    addUncovered(tree, weights, Severity::Error, "no_device",
                 "Move the module to a device, or add it to the map.", issues);
    addUncovered(tree, buffers, Severity::Warning, "buffer_without_device",
                 "The file does not hold this buffer, so Accelerate does not notice; a forward "
                 "pass may meet it on the wrong device.",
                 issues);
}

void checkKeys(const MapOnTree& mapOnTree, const ModuleTree& tree, Issues& issues) {
    for (const std::string& key : mapOnTree.unknownKeys) {
        if (!mapOnTree.map.exact(key) || tree.findTensor(key) || tree.findModule(key)) {
            continue;  // a tensor's or a second name: reported by Accelerate, yet it works
        }
        issues.push_back({Severity::Warning, "unknown_module", key, std::nullopt, 0,
                          "The device map names \"" + key +
                              "\", which is no module of this model; the entry has no effect."});
    }
}

void checkDevices(const DeviceMap& map, const std::vector<DeviceInfo>& devices, Issues& issues) {
    std::set<DeviceId> reported;
    std::optional<DeviceId> last;  // neighbours mostly lie together
    for (const auto& [path, device] : map.entries()) {
        if (device == last) {
            continue;
        }
        last = device;
        const bool known = std::any_of(devices.begin(), devices.end(),
                                       [id = device](const auto& info) { return info.id == id; });
        if (!known && reported.insert(device).second) {
            issues.push_back({Severity::Error, "unknown_device", path, device, 0,
                              "The device map puts \"" + path + "\" on " + deviceLabel(device) +
                                  ", which is not among the devices in use. Add the device or "
                                  "move the module."});
        }
    }
}

void checkTies(const ModuleTree& tree, const TensorPlaces& where, Issues& issues) {
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        std::uint32_t first = TensorPlaces::kNowhere;
        bool differs = false;
        for (const TensorId member : group) {
            const std::uint32_t device = where.tensors[member.index()];
            if (device != TensorPlaces::kNowhere) {
                differs = differs || (first != TensorPlaces::kNowhere && first != device);
                first = device;
            }
        }
        if (!differs) {
            continue;
        }
        std::vector<std::string> places;
        for (const TensorId member : group) {
            if (const auto device = where.of(member)) {
                places.push_back(tree.tensor(member).name + " on " + deviceLabel(*device));
            }
        }
        const TensorSpec& owner = tree.tensor(group.front());
        issues.push_back({Severity::Warning, "tied_across_devices", tree.path(owner.module),
                          std::nullopt, static_cast<double>(owner.byteSize),
                          "Tied weights are on different devices: " + joined(places) +
                              ". Put them on one device, or each forward pass copies the "
                              "weight."});
    }
}

/// The tensors at which the device changes, ascending: few, so that for every module whose tensors
/// are a range a search among them tells whether they lie together.
std::vector<std::uint32_t> firstTensorsOfRuns(const std::vector<std::uint32_t>& devices) {
    std::vector<std::uint32_t> firsts;
    for (std::size_t i = 1; i < devices.size(); ++i) {
        if (devices[i] != devices[i - 1]) {
            firsts.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return firsts;
}

/// Modules that must stay whole and whose tensors lie on more than one device, by the map alone.
void checkNoSplit(const ModuleTree& tree, const MapOnTree& mapOnTree, Issues& issues) {
    const TensorPlaces& places = mapOnTree.places;
    const std::vector<std::uint32_t> runs = firstTensorsOfRuns(places.tensors);
    for (const ModuleId module : mapOnTree.whole.modules()) {
        const ModuleNode& node = tree.node(module);
        const std::uint32_t first = node.firstTensor.value;
        const std::uint32_t end = first + node.subtreeTensorCount;
        auto run = std::upper_bound(runs.begin(), runs.end(), first);
        if (run == runs.end() || *run >= end) {
            continue;
        }
        std::set<DeviceId> devices;
        const auto add = [&](std::uint32_t tensor) {
            if (const auto device = places.of(TensorId{tensor})) {
                devices.insert(*device);
            }
        };
        for (add(first); run != runs.end() && *run < end; ++run) {
            add(*run);
        }
        if (devices.size() < 2) {
            continue;
        }
        std::vector<std::string> labels;
        for (const DeviceId device : devices) {
            labels.push_back(deviceLabel(device));
        }
        issues.push_back({Severity::Warning, "block_split", tree.path(node.id), std::nullopt,
                          static_cast<double>(node.subtreeBytes),
                          tree.path(node.id) + " is a " + node.className +
                              ", which must not be split, but lies on " + joined(labels) +
                              ". Its forward pass may fail; move it to one device."});
    }
}

}  // namespace

std::vector<PlanIssue> validateMapOnTree(const ModuleTree& tree, const MapOnTree& mapOnTree,
                                         const std::vector<DeviceInfo>& devices) {
    Issues issues;
    checkDevices(mapOnTree.map, devices, issues);
    checkCoverage(tree, mapOnTree.places, issues);
    checkKeys(mapOnTree, tree, issues);
    checkTies(tree, mapOnTree.places, issues);
    checkNoSplit(tree, mapOnTree, issues);
    return issues;
}

std::vector<PlanIssue> validateDeviceMap(const ModuleTree& tree, const DeviceMap& map,
                                         const std::vector<DeviceInfo>& devices,
                                         const std::vector<std::string>& noSplit) {
    const ResolvedMap resolved(tree, map);
    const std::vector<std::string> unknown = resolved.unknownKeys();
    const WholeModules whole(tree, noSplit);
    return validateMapOnTree(tree, {map, resolved.places(), unknown, whole}, devices);
}

}  // namespace stowage
