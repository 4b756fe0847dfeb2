// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/state_dict_tree.h"

#include "engine/base/name_table.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// What a module of a known architecture looks like; which tensors are really there, the file says.
struct ModuleTemplate {
    std::string name;  ///< "#": one module for each number the file has here
    std::string className;
    std::vector<std::string> parameters;
    std::vector<std::string> buffers;
    std::vector<ModuleTemplate> children;
};

/// A recognised architecture with all that its tree needs beside the file's own tensors.
struct ArchitectureTemplate {
    std::string name;  ///< "gpt2", "raschka-gpt2", "mingpt"
    ModuleTemplate root;
    std::vector<std::string> noSplitClasses;
    /// The tied pair, owner first; the second is added where the file leaves it out. Empty: none.
    std::string tiedOwner;
    std::string tiedName;
};

/// A state dict's entries by name.
class StateDictIndex {
public:
    explicit StateDictIndex(std::span<const StateDictEntry> entries);
    [[nodiscard]] const StateDictEntry* find(const std::string& name) const;
    [[nodiscard]] bool contains(const std::string& name) const { return find(name) != nullptr; }
    [[nodiscard]] std::span<const StateDictEntry> entries() const { return m_entries; }

private:
    std::span<const StateDictEntry> m_entries;
    NameTable<std::string_view, std::size_t> m_position;
};

/// Hugging Face GPT-2 (GPT2LMHeadModel, GPT2Model and its other heads) by keys and shapes: its
/// Conv1D weights are [in, out], which tells it from layouts with the same names.
[[nodiscard]] std::optional<ArchitectureTemplate> recogniseGpt2(const StateDictIndex& index);

/// Karpathy's minGPT: GPT-2's names, but Linear weights, a causal mask in each block (attn.bias)
/// and a head of its own, which tells it from nanoGPT.
[[nodiscard]] std::optional<ArchitectureTemplate> recogniseMinGpt(const StateDictIndex& index);

/// The GPT of "Build a Large Language Model (From Scratch)".
[[nodiscard]] std::optional<ArchitectureTemplate> recogniseRaschkaGpt(const StateDictIndex& index);

}  // namespace stowage
