// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/pretrained_names.h"

#include <utility>

namespace stowage {
namespace {

void addTensors(ModuleDraft& module, const std::string& path, DraftTensors& state) {
    const std::string before = path.empty() ? path : path + ".";
    for (ModuleDraft::Tensor& tensor : module.parameters) {
        state.emplace(before + tensor.name, &tensor);
    }
    for (ModuleDraft::Tensor& tensor : module.buffers) {
        if (tensor.persistent) {
            state.emplace(before + tensor.name, &tensor);
        }
    }
    for (ModuleDraft& child : module.children) {
        addTensors(child, before + child.name, state);
    }
}

}  // namespace

DraftTensors stateDictOf(ModuleDraft& root) {
    DraftTensors state;
    addTensors(root, {}, state);
    return state;
}

std::string PretrainedNames::withPrefix(const std::string& name) const {
    if (!m_prefix.empty()) {
        const std::string prefix = m_prefix + ".";
        if (name.starts_with(prefix) && m_state.contains(name.substr(prefix.size()))) {
            return name.substr(prefix.size());
        }
        if (m_state.contains(prefix + name)) {
            return prefix + name;
        }
    }
    return m_state.contains(name) ? name : std::string();
}

std::string PretrainedNames::find(std::string_view key) const {
    const std::string present = m_loading.presentName(key);
    std::string found = withPrefix(present);
    // A name that looks old and is the model's own.
    return found.empty() && present != key ? withPrefix(std::string(key)) : found;
}

std::vector<RenamedKey> takePretrainedNames(std::vector<StoredTensor>& tensors,
                                            const PretrainedNames& names) {
    NameTable<std::string, std::size_t> taken;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        taken.emplace(tensors[i].name, i);
    }
    std::vector<RenamedKey> renamed;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::string name = names.find(tensors[i].name);
        if (name.empty() || name == tensors[i].name || !taken.emplace(name, i).second) {
            continue;
        }
        renamed.push_back({std::exchange(tensors[i].name, std::move(name)), {}});
        renamed.back().model = tensors[i].name;
    }
    return renamed;
}

}  // namespace stowage
