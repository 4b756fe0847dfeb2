// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/conformance_json.h"
#include "engine/model/module_tree.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace stowage {

/// The trees of a file of cases, parsed once for every cast they are used with.
class ConformanceTrees {
public:
    /// `text`: {id: tree node}; `file` is for messages. Errors: Malformed.
    [[nodiscard]] static Result<ConformanceTrees> parse(const std::string& text,
                                                        const std::string& file);

    /// The tree, every float16, bfloat16, float32 and float64 tensor in `cast` unless that is "".
    /// Errors: Malformed, with the tree's name.
    [[nodiscard]] Result<std::shared_ptr<const ModuleTree>> tree(const std::string& id,
                                                                 const std::string& cast);

private:
    ConformanceTrees(CaseJson trees, std::string file)
        : m_trees(std::move(trees)), m_file(std::move(file)) {}

    CaseJson m_trees;
    std::string m_file;
    std::map<std::string, const CaseJson*> m_byId;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const ModuleTree>> m_parsed;
};

}  // namespace stowage
