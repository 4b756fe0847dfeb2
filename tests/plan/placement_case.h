// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

namespace stowage::test {

/// The recorded trees, parsed once for every cast they are used with.
class PlacementTrees {
public:
    explicit PlacementTrees(const std::string& file);
    [[nodiscard]] std::shared_ptr<const ModuleTree> tree(const std::string& id,
                                                         const std::string& cast);
    [[nodiscard]] const std::string& fault() const { return m_fault; }

private:
    nlohmann::json m_trees;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const ModuleTree>> m_parsed;
    std::string m_fault;
};

/// Our answer to a recorded case, in the fields of its "expected".
[[nodiscard]] nlohmann::json answerCase(const nlohmann::json& placementCase, PlacementTrees& trees);

/// "" where `answer` agrees with the case, else what differs.
[[nodiscard]] std::string compareWithCase(const nlohmann::json& placementCase,
                                          const nlohmann::json& answer);

}  // namespace stowage::test
