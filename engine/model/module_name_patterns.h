// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_hash.h"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace stowage {

/// The names of modules that a quantisation leaves as they are, as transformers reads them
/// (quantizers_utils.should_convert_module): a name stands for the module and all below it, for
/// every module whose full name ends like it, and is a regular expression. Of these, literal
/// characters, '.', '\' before a character, '\d' and '*', '+' or '?' behind one of them are known;
/// anything else stands for itself. Matching is linear in the name: no pattern can blow it up.
class ModuleNamePatterns {
public:
    void add(std::string pattern);
    [[nodiscard]] bool match(std::string_view module) const;

private:
    [[nodiscard]] bool matchPlain(std::string_view module) const;

    std::unordered_set<std::string, NameHash, std::equal_to<>> m_plain;
    std::set<std::size_t> m_lengths;  ///< of the names in m_plain: nothing else is looked up
    std::vector<std::string> m_expressions;
    std::size_t m_expressionBytes = 0;
};

}  // namespace stowage
