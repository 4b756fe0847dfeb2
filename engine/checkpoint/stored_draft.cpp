// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/stored_draft.h"

#include "engine/model/dtype.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// A stored tensor that the class does not register, and where it goes.
struct Addition {
    ModuleDraft* module = nullptr;  ///< the deepest module of the draft on its way
    std::string_view rest;          ///< of the name, below that module
    const StoredTensor* tensor = nullptr;
};

/// The deepest module that a tensor's name goes through.
Addition placeOf(ModuleDraft& root, const StoredTensor& tensor) {
    Addition place{&root, tensor.name, &tensor};
    while (true) {
        const std::size_t dot = place.rest.find('.');
        if (dot == std::string_view::npos) {
            return place;
        }
        const std::string_view name = place.rest.substr(0, dot);
        const auto child = std::ranges::find(place.module->children, name, &ModuleDraft::name);
        if (child == place.module->children.end()) {
            return place;
        }
        place.module = &*child;
        place.rest.remove_prefix(dot + 1);
    }
}

/// Puts a tensor below a module, through modules without a class where its name has more dots.
void addBelow(ModuleDraft& module, std::string_view rest, const StoredTensor& tensor) {
    constexpr std::size_t kFew = 8;
    ModuleDraft* at = &module;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
        const std::string_view name = rest.substr(0, dot);
        // There are a few of these; a file of thousands that took turns would make names twice,
        // which the tree's builder refuses.
        const std::size_t count = at->children.size();
        const auto first = at->children.end() - static_cast<std::ptrdiff_t>(std::min(kFew, count));
        auto child = std::find_if(first, at->children.end(),
                                  [name](const ModuleDraft& one) { return one.name == name; });
        if (child == at->children.end()) {
            at->children.emplace_back().name = name;
            child = at->children.end() - 1;
        }
        at = &*child;
        rest.remove_prefix(dot + 1);
    }
    at->parameters.push_back({std::string(rest), tensor.dtype, tensor.shape, true});
}

using StoredByName = NameTable<std::string_view, const StoredTensor*>;

/// What a quantised module registers, as the file has it.
void takeOwn(ModuleDraft& module, const std::string& path, const StoredByName& stored) {
    std::erase_if(module.parameters, [&](ModuleDraft::Tensor& own) {
        const auto found = stored.find(path + "." + own.name);
        if (found == stored.end()) {
            return true;
        }
        own.dtype = found->second->dtype;
        own.shape = found->second->shape;
        return false;
    });
}

/// Whether a quantised module may hold the tensor: "qweight", or "weight.quant_state.nf4", which
/// bitsandbytes names after the weight that it belongs to.
bool isPlausible(const Addition& addition) {
    constexpr std::ptrdiff_t kMostDots = 2;
    const std::string_view rest = addition.rest;
    if (rest.empty() || rest.front() == '.' || rest.back() == '.' ||
        rest.find("..") != std::string_view::npos ||
        std::count(rest.begin(), rest.end(), '.') > kMostDots) {
        return false;
    }
    const std::size_t dot = rest.find('.');
    return dot == std::string_view::npos ||
           std::ranges::any_of(addition.module->parameters,
                               [&](const auto& own) { return own.name == rest.substr(0, dot); });
}

}  // namespace

void takeStoredDtypes(ModelDraft& draft, const DraftTensors& state,
                      std::span<const StoredTensor> tensors) {
    StoredByName stored;
    for (const StoredTensor& tensor : tensors) {
        stored.emplace(tensor.name, &tensor);
        const auto own = state.find(tensor.name);
        if (own != state.end() && !elementBlock(tensor.dtype)) {
            own->second->dtype = tensor.dtype;
        }
    }
    for (const std::vector<std::string>& names : draft.tied) {
        const auto first = std::ranges::find_if(
            names, [&stored](const std::string& name) { return stored.contains(name); });
        const auto source = first == names.end() ? state.end() : state.find(*first);
        for (const std::string& name : names) {
            if (const auto own = state.find(name); own != state.end() && source != state.end()) {
                own->second->dtype = source->second->dtype;
            }
        }
    }
}

QuantizedTensors takeQuantizedTensors(ModelDraft& draft, std::span<const StoredTensor> tensors,
                                      const NameTable<std::string, bool>& ignored) {
    QuantizedTensors result;
    const DraftTensors state = stateDictOf(draft.root);
    StoredByName stored;
    std::vector<Addition> additions;
    for (const StoredTensor& tensor : tensors) {
        stored.emplace(tensor.name, &tensor);
        if (state.contains(tensor.name) || ignored.contains(tensor.name)) {
            continue;
        }
        const Addition place = placeOf(draft.root, tensor);
        if (place.module != &draft.root && isPlausible(place)) {
            additions.push_back(place);
        }
    }
    // First what the modules have themselves: adding children moves those of the same parent.
    for (const Addition& addition : additions) {
        const std::string& name = addition.tensor->name;
        takeOwn(*addition.module, name.substr(0, name.size() - addition.rest.size() - 1), stored);
    }
    for (const Addition& addition : additions) {
        const Addition place = placeOf(draft.root, *addition.tensor);
        addBelow(*place.module, place.rest, *addition.tensor);
        result.example = result.added++ == 0 ? addition.tensor->name : result.example;
    }
    return result;
}

}  // namespace stowage
