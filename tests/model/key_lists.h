// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/state_dict.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace stowage::test {

/// A real model's state dict, as tests/reference/dump_key_lists.py wrote it.
struct KeyList {
    std::vector<StateDictEntry> entries;
    /// By each of the model's own no-split classes: the modules that are one.
    std::map<std::string, std::set<std::string>> blocks;
};

/// All recorded models by name; empty where the file cannot be read.
[[nodiscard]] std::map<std::string, KeyList> readKeyLists();

/// Entries of float32 [4] with these names.
[[nodiscard]] std::vector<StateDictEntry> entriesNamed(const std::vector<std::string>& names);

/// Paths of the modules that have a guessed class, by that class.
[[nodiscard]] std::map<std::string, std::set<std::string>> guessedModules(const ModuleTree& tree);

}  // namespace stowage::test
