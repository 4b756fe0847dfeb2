// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_validation.h"

#include "engine/base/byte_size.h"
#include "engine/plan/reference_checks.h"

#include <algorithm>
#include <map>
#include <set>

namespace stowage {

namespace {

constexpr std::size_t kMostNamed = 20;  ///< further modules without a device are only counted

using Issues = std::vector<PlanIssue>;
/// By module: bytes and names of tensors.
struct TensorsAtFault {
    double bytes = 0;
    std::vector<std::string> names;
};
using ByModule = std::map<std::uint32_t, TensorsAtFault>;

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

void addTo(ByModule& modules, const TensorSpec& tensor) {
    TensorsAtFault& entry = modules[tensor.module.value];
    entry.bytes += static_cast<double>(tensor.byteSize);
    entry.names.push_back(tensor.name);
}

void addUncovered(const ModuleTree& tree, const ByModule& modules, Severity severity,
                  const std::string& code, const std::string& advice, Issues& issues) {
    std::size_t named = 0;
    double restBytes = 0;
    for (const auto& [module, fault] : modules) {
        if (++named > kMostNamed) {
            restBytes += fault.bytes;
            continue;
        }
        issues.push_back({severity, code, tree.path(ModuleId{module}), std::nullopt, fault.bytes,
                          "No device is given for " + joined(fault.names) + " (" +
                              formatSize(fault.bytes) + "). " + advice});
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

void checkCoverage(const ModuleTree& tree, const DeviceMap& map, const DeviceMapFindings& findings,
                   Issues& issues) {
    ByModule weights;
    for (const TensorId id : findings.uncovered) {
        addTo(weights, tree.tensor(id));
    }
    addUncovered(tree, weights, Severity::Error, "no_device",
                 "Move the module to a device, or add it to the map.", issues);
    ByModule buffers;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (!tensor.persistent && !map.deviceOf(tensor.name)) {
            addTo(buffers, tensor);
        }
    }
    addUncovered(tree, buffers, Severity::Warning, "buffer_without_device",
                 "The file does not hold this buffer, so Accelerate does not notice; a forward "
                 "pass may meet it on the wrong device.",
                 issues);
}

void checkKeys(const DeviceMapFindings& findings, const ModuleTree& tree, Issues& issues) {
    for (const std::string& key : findings.unknownKeys) {
        if (tree.findTensor(key) || tree.findModule(key)) {
            continue;  // a tensor's or a second name: reported by Accelerate, yet it works
        }
        issues.push_back({Severity::Warning, "unknown_module", key, std::nullopt, 0,
                          "The device map names \"" + key +
                              "\", which is no module of this model; the entry has no effect."});
    }
}

void checkDevices(const DeviceMap& map, const std::vector<DeviceInfo>& devices, Issues& issues) {
    std::set<DeviceId> reported;
    for (const auto& [path, device] : map.entries()) {
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

void checkTies(const ModuleTree& tree, const DeviceMap& map, Issues& issues) {
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        std::vector<std::string> places;
        std::set<DeviceId> devices;
        for (const TensorId member : group) {
            const std::string& name = tree.tensor(member).name;
            if (const auto device = map.deviceOf(name)) {
                devices.insert(*device);
                places.push_back(name + " on " + deviceLabel(*device));
            }
        }
        if (devices.size() > 1) {
            const TensorSpec& owner = tree.tensor(group.front());
            issues.push_back({Severity::Warning, "tied_across_devices", tree.path(owner.module),
                              std::nullopt, static_cast<double>(owner.byteSize),
                              "Tied weights are on different devices: " + joined(places) +
                                  ". Put them on one device, or each forward pass copies the "
                                  "weight."});
        }
    }
}

/// For each module whether its tensors lie on more than one device, by the map alone.
void checkNoSplit(const ModuleTree& tree, const DeviceMap& map,
                  const std::vector<std::string>& noSplit, Issues& issues) {
    const std::set<std::string> classes(noSplit.begin(), noSplit.end());
    if (classes.empty()) {
        return;
    }
    for (const ModuleNode& node : tree.nodes()) {
        if (!classes.contains(node.className)) {
            continue;
        }
        std::set<DeviceId> devices;
        for (const TensorSpec& tensor : tree.subtreeTensors(node.id)) {
            if (const auto device = map.deviceOf(tensor.name)) {
                devices.insert(*device);
            }
        }
        if (devices.size() > 1) {
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
}

}  // namespace

std::vector<PlanIssue> validateDeviceMap(const ModuleTree& tree, const DeviceMap& map,
                                         const std::vector<DeviceInfo>& devices,
                                         const std::vector<std::string>& noSplit) {
    std::vector<std::string> keys;
    for (const auto& [path, device] : map.entries()) {
        keys.push_back(path);
    }
    const DeviceMapFindings findings = findMapFaults(tree, keys);
    Issues issues;
    checkDevices(map, devices, issues);
    checkCoverage(tree, map, findings, issues);
    checkKeys(findings, tree, issues);
    checkTies(tree, map, issues);
    checkNoSplit(tree, map, noSplit, issues);
    return issues;
}

}  // namespace stowage
