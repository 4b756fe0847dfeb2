// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree_builder.h"

#include "engine/base/name_hash.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace stowage {

/// Numbers the modules of a draft by what lies in them: two have the same number where all relative
/// names, dtypes and shapes below them are equal, in whatever order they are. The draft must stay
/// where it is while this lives. Linear in the tensors.
class ModuleSignatures {
public:
    explicit ModuleSignatures(const ModuleDraft& root) { add(root); }

    [[nodiscard]] std::uint32_t of(const ModuleDraft& module) const {
        return m_signature.at(&module);
    }

private:
    std::uint32_t add(const ModuleDraft& module);

    std::unordered_map<const ModuleDraft*, std::uint32_t> m_signature;
    NameTable<std::string, std::uint32_t> m_numbers;
};

}  // namespace stowage
