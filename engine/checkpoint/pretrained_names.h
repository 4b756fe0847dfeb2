// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_hash.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/key_check.h"
#include "engine/model/architecture_loading.h"
#include "engine/model/module_tree_builder.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The tensors of a draft by their full names. They lie in the draft, which must outlive the table
/// and keep its modules.
using DraftTensors = NameTable<std::string, ModuleDraft::Tensor*>;

/// The draft's parameters and persistent buffers: its state dict.
[[nodiscard]] DraftTensors stateDictOf(ModuleDraft& root);

/// Under which of the model's names from_pretrained (transformers 5) looks for a file's key: old
/// names become the present ones, and the prefix that a head puts before the keys of its base model
/// comes before them or off them. "": under none.
/// Source: rename_source_key() and convert_and_load_state_dict_in_model() of core_model_loading.py.
class PretrainedNames {
public:
    /// All arguments must outlive the names.
    PretrainedNames(const ArchitectureLoading& loading, std::string_view className,
                    const DraftTensors& state)
        : m_loading(loading), m_prefix(loading.basePrefixFor(className)), m_state(state) {}

    [[nodiscard]] std::string find(std::string_view key) const;

private:
    [[nodiscard]] std::string withPrefix(const std::string& name) const;

    const ArchitectureLoading& m_loading;
    const std::string& m_prefix;
    const DraftTensors& m_state;
};

/// Gives a checkpoint's tensors the model's names; of two that would get the same one the first
/// does. Returns what was changed.
[[nodiscard]] std::vector<RenamedKey> takePretrainedNames(std::vector<StoredTensor>& tensors,
                                                          const PretrainedNames& names);

}  // namespace stowage
