// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/check_device_map.h"

#include <unordered_map>
#include <unordered_set>

namespace stowage {

namespace {

using KeySet = std::unordered_set<std::string>;

/// True where the name or a dotted prefix of it is a key.
bool isCovered(const KeySet& keys, const std::string& name) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
        if (keys.contains(name.substr(0, dot))) {
            return true;
        }
    }
    return keys.contains(name);
}

const DeviceKey* longestPrefix(const std::unordered_map<std::string, DeviceKey>& map,
                               std::string name) {
    while (true) {
        if (const auto found = map.find(name); found != map.end()) {
            return &found->second;
        }
        if (name.empty()) {
            return nullptr;
        }
        const std::size_t dot = name.rfind('.');
        name.resize(dot == std::string::npos ? 0 : dot);
    }
}

struct DeviceMapFindings {
    std::vector<std::string> unknownKeys;  ///< match no module of the deduplicated walk
    std::vector<TensorId> uncovered;       ///< state dict tensors without a device, in order
};

/// What check_device_map looks for (docs/spec/placement.md §8); `keys` in map order.
DeviceMapFindings findMapFaults(const ModuleTree& tree, const std::vector<std::string>& keys) {
    DeviceMapFindings findings;
    for (const std::string& key : keys) {
        const auto module = tree.findModule(key);
        if (!key.empty() && (!module || tree.node(*module).sameAs.isValid())) {
            findings.unknownKeys.push_back(key);
        }
    }
    const KeySet keySet(keys.begin(), keys.end());
    if (keySet.contains("")) {
        return findings;
    }
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        if (tensor.persistent && !isCovered(keySet, tensor.name)) {
            findings.uncovered.push_back(TensorId{i});
        }
    }
    return findings;
}

}  // namespace

std::optional<PythonException> checkDeviceMap(const ModuleTree& tree, const AccelerateMap& map,
                                              AccelerateNotes& notes) {
    std::vector<std::string> keys;
    for (const auto& [key, device] : map) {
        keys.push_back(key);
    }
    const DeviceMapFindings findings = findMapFaults(tree, keys);
    if (!findings.unknownKeys.empty()) {
        std::string list;
        for (const std::string& key : findings.unknownKeys) {
            list += (list.empty() ? "'" : ", '") + key + "'";
        }
        notes.warnings.push_back(
            "The following device_map keys do not match any submodules in the model: [" + list +
            "]");
    }
    if (findings.uncovered.empty()) {
        return std::nullopt;
    }
    std::string list;
    for (const TensorId tensor : findings.uncovered) {
        list += (list.empty() ? "" : ", ") + tree.tensor(tensor).name;
    }
    return PythonException{
        "ValueError",
        "The device_map provided does not give any device for the following parameters: " + list};
}

std::optional<PythonException> checkTiedOnSameDevice(
    const ModuleTree& tree, const std::vector<std::vector<TensorId>>& groups,
    const AccelerateMap& map, AccelerateNotes& notes) {
    const std::unordered_map<std::string, DeviceKey> byName(map.begin(), map.end());
    for (const std::vector<TensorId>& group : groups) {
        std::string list;
        const DeviceKey* first = nullptr;
        bool different = false;
        for (const TensorId member : group) {
            const std::string& name = tree.tensor(member).name;
            const DeviceKey* const device = longestPrefix(byName, name);
            if (device == nullptr) {
                return PythonException{"ValueError",
                                       "The `device_map` does not contain the module .", name};
            }
            different = different || (first != nullptr && !(*first == *device));
            first = first == nullptr ? device : first;
            list += (list.empty() ? "'" : ", '") + name + "': " + device->representation();
        }
        if (different) {
            notes.warning("Tied parameters are on different devices: {" + list +
                          "}. Please modify your custom device map or set `device_map='auto'`. ");
        }
    }
    return std::nullopt;
}

}  // namespace stowage
