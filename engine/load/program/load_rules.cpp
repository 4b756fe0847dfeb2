// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_rules.h"

#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/accelerate/named_parameters.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

using Kind = LoadAction::Kind;
using NameSet = std::unordered_set<std::string>;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Python's text.replace(part, other): every occurrence.
std::string replaced(std::string text, const std::string& part, const std::string& other) {
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + other.size())) {
        text.replace(at, part.size(), other);
    }
    return text;
}

/// Goes through the tensors once; made for one load.
class Ruler {
public:
    Ruler(const ModuleTree& tree, const AccelerateMap& map, const LoadRuleOptions& options)
        : m_map(map.begin(), map.end()), m_options(options) {
        for (const TensorSpec& tensor : tree.tensors()) {
            if (tensor.persistent) {
                m_modelKeys.insert(tensor.name);
            }
        }
        // Only the first names: a buffer's second name counts as a parameter there.
        for (const TensorId id : uniqueTensorsBelow(tree, ModuleTree::root(), TensorKind::Buffer)) {
            m_buffers.insert(tree.tensor(id).name);
        }
    }

    LoadRuling run(const std::vector<RuledTensor>& tensors) {
        for (const RuledTensor& tensor : tensors) {
            m_fileKeys.insert(tensor.name);
        }
        for (const RuledTensor& tensor : tensors) {
            treat(tensor);
            if (m_ruling.failure) {
                return std::move(m_ruling);
            }
        }
        if (m_options.offloadStateDict) {
            m_ruling.actions.push_back({Kind::ReloadTemporary, {}});
        }
        return std::move(m_ruling);
    }

private:
    void treat(const RuledTensor& tensor) {
        if (contains(tensor.name, "SCB")) {
            return;
        }
        if (!m_modelKeys.contains(tensor.name)) {
            m_ruling.unexpected.push_back(tensor.name);
            if (!m_options.strict) {
                return;
            }
        }
        const DeviceKey* const device = deviceOf(tensor.name);
        if (device == nullptr) {
            m_ruling.failure = {"ValueError", tensor.name + " doesn't have any device set.",
                                tensor.name};
            return;
        }
        updateStatistics(tensor);
        const std::string dtype = targetDtype(tensor);
        if (device->kind == DeviceKey::Kind::Disk) {
            if (m_options.offloadBuffers || !m_buffers.contains(tensor.name)) {
                offload(tensor, dtype, Kind::OffloadToDisk);
            }
        } else if (device->kind == DeviceKey::Kind::Cpu && m_options.offloadStateDict) {
            offload(tensor, dtype, Kind::OffloadForNow);
        } else if (!m_statisticsAreSet) {
            m_ruling.failure = {"UnboundLocalError",
                                "local variable 'fp16_statistics' referenced before assignment",
                                tensor.name};
        } else {
            m_ruling.actions.push_back({Kind::Set, tensor.name, *device, dtype});
        }
    }

    const DeviceKey* deviceOf(std::string name) const {
        while (!name.empty()) {
            if (const auto found = m_map.find(name); found != m_map.end()) {
                return &found->second;
            }
            const std::size_t dot = name.rfind('.');
            name.resize(dot == std::string::npos ? 0 : dot);
        }
        const auto whole = m_map.find("");
        return whole == m_map.end() ? nullptr : &whole->second;
    }

    /// The variable is left alone by a weight that has statistics beside it and is no int8: the
    /// first such weight finds it unbound, a later one finds that of the weight before.
    void updateStatistics(const RuledTensor& tensor) {
        const bool hasTwin = contains(tensor.name, "weight") &&
                             m_fileKeys.contains(replaced(tensor.name, "weight", "SCB"));
        m_statisticsAreSet = m_statisticsAreSet || !hasTwin || tensor.dtype == "int8";
    }

    std::string targetDtype(const RuledTensor& tensor) const {
        const auto dtype = dtypeFromName(tensor.dtype);
        if (m_options.dtype != "float16" || !dtype || !isFloatingPoint(*dtype)) {
            return m_options.dtype;
        }
        const bool isKept =
            std::any_of(m_options.keepInFloat32.begin(), m_options.keepInFloat32.end(),
                        [&](const std::string& key) {
                            // "key." holds the key, so this is the reference's test of both.
                            return contains(tensor.name, key + ".") || key == tensor.name;
                        });
        return isKept ? "float32" : m_options.dtype;
    }

    void offload(const RuledTensor& tensor, const std::string& dtype, Kind kind) {
        m_ruling.actions.push_back(
            {Kind::Set, tensor.name, std::nullopt, dtype.empty() ? tensor.dtype : dtype});
        m_ruling.actions.push_back({kind, tensor.name, std::nullopt, tensor.dtype});
    }

    std::unordered_map<std::string, DeviceKey> m_map;
    const LoadRuleOptions& m_options;
    NameSet m_modelKeys;
    NameSet m_buffers;
    NameSet m_fileKeys;
    bool m_statisticsAreSet = false;
    LoadRuling m_ruling;
};

}  // namespace

LoadRuling ruleLoad(const ModuleTree& tree, const AccelerateMap& map,
                    const std::vector<RuledTensor>& tensors, const LoadRuleOptions& options,
                    AccelerateNotes& notes) {
    LoadRuling refused;
    refused.failure = checkTiedOnSameDevice(tree, findTiedParameters(tree), map, notes);
    if (refused.failure) {
        return refused;
    }
    const bool usesDisk = std::any_of(map.begin(), map.end(), [](const auto& entry) {
        return entry.second.kind == DeviceKey::Kind::Disk;
    });
    if (usesDisk && !options.hasOffloadFolder) {
        refused.failure = PythonException{
            "ValueError",
            "At least one of the model submodule will be offloaded to disk, please pass along an "
            "`offload_folder`."};
        return refused;
    }
    return Ruler(tree, map, options).run(tensors);
}

}  // namespace stowage
