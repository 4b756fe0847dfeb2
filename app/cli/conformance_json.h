// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/reference_memory.h"
#include "engine/plan/reference_types.h"

#include <nlohmann/json.hpp>

#include <string>

namespace stowage {

/// Recorded cases as JSON. Python's integers have no end: one beyond 64 bits is held as the bytes
/// of its digits (`binary`), so that 10 ** 39 comes out as it went in.
using CaseJson = nlohmann::ordered_json;

/// Parses one case, or a file of trees. `what` names it in messages: "cases.jsonl, line 3".
/// Errors: Malformed.
[[nodiscard]] Result<CaseJson> parseCaseJson(const std::string& text, const std::string& what);

/// One line of JSON; ints and floats as Python prints them (12 and 12.0).
[[nodiscard]] std::string caseText(const CaseJson& value);

/// True for integers of any length.
[[nodiscard]] bool isInteger(const CaseJson& value);

// The spelling of the recorded cases: maps as ordered pairs, GPUs as integers.
[[nodiscard]] ReferenceKey keyFrom(const CaseJson& value);
[[nodiscard]] ReferenceMap mapFrom(const CaseJson& list);
[[nodiscard]] ReferenceRawBudgets budgetsFrom(const CaseJson& list);
[[nodiscard]] CaseJson toJson(ReferenceNumber number);
[[nodiscard]] CaseJson toJson(const ReferenceKey& key);
[[nodiscard]] CaseJson toJson(const ReferenceBudgets& budgets);
[[nodiscard]] CaseJson toJson(const ReferenceMap& map);
/// {"error": {"type", "message"}}
[[nodiscard]] CaseJson toJson(const ReferenceFailure& failure);

}  // namespace stowage
