// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_memory.h"
#include "engine/plan/reference_types.h"

#include <nlohmann/json.hpp>

namespace stowage::test {

// The spelling of the recorded cases: ordered pairs, ints and floats told apart.
[[nodiscard]] ReferenceKey keyFrom(const nlohmann::json& value);
[[nodiscard]] ReferenceMap mapFrom(const nlohmann::json& list);
[[nodiscard]] ReferenceRawBudgets budgetsFrom(const nlohmann::json& list);
[[nodiscard]] nlohmann::json toJson(ReferenceNumber number);
[[nodiscard]] nlohmann::json toJson(const ReferenceBudgets& budgets);
[[nodiscard]] nlohmann::json toJson(const ReferenceMap& map);
[[nodiscard]] nlohmann::json toJson(const ReferenceFailure& failure);

/// Gives every floating tensor of a tree node this dtype.
void castTree(nlohmann::json& node, const std::string& dtype);

/// Equal, with ints and floats told apart.
[[nodiscard]] bool sameJson(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace stowage::test
