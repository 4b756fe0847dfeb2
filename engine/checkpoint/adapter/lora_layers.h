// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/adapter/adapter_keys.h"
#include "engine/model/module_tree.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// New names of modules and tensors below those that were wrapped: "q_proj.weight" becomes
/// "q_proj.base_layer.weight".
class WrappedNames {
public:
    /// What lies below `path` lies below its child `child` from now on.
    void wrap(const std::string& path, const std::string& child) { m_children[path] = child; }
    [[nodiscard]] std::string of(std::string_view name) const;

private:
    std::unordered_map<std::string, std::string> m_children;
};

/// The module of a draft at a path; null where there is none.
[[nodiscard]] ModuleDraft* moduleAt(ModuleDraft& root, std::string_view path);

/// A tensor of an adapter under its name in the model.
struct LaidTensor {
    std::string name;
    const StoredTensor* stored = nullptr;
};

/// Makes a module a LoRA layer of peft.tuners.lora, or gives a LoRA layer a further adapter, and
/// returns the names of its tensors. Errors: KeyMismatch (other widths than the module's),
/// Unsupported (a class that LoRA does not change).
[[nodiscard]] Result<std::vector<LaidTensor>> makeLoraLayer(ModuleDraft& module,
                                                            const std::string& path,
                                                            const std::vector<AdapterPart>& parts,
                                                            const std::string& adapter,
                                                            bool hasDropout, WrappedNames& names);

/// Makes a module a ModulesToSaveWrapper with a copy of it under the adapter's name, or gives one a
/// further copy.
void makeSavedModule(ModuleDraft& module, const std::string& path, const std::string& adapter,
                     WrappedNames& names);

}  // namespace stowage
