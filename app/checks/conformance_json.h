// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/module_tree.h"
#include "engine/plan/accelerate/max_memory.h"
#include "engine/plan/accelerate/types.h"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>

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

/// "NoneType", "dict" and the like: what Python calls the type of a value.
[[nodiscard]] std::string pythonTypeName(const CaseJson& value);

// The spelling of the recorded cases: maps as ordered pairs, GPUs as integers.
[[nodiscard]] DeviceKey keyFrom(const CaseJson& value);
[[nodiscard]] AccelerateMap mapFrom(const CaseJson& list);
[[nodiscard]] RawMaxMemory budgetsFrom(const CaseJson& list);
[[nodiscard]] CaseJson toJson(PythonNumber number);
[[nodiscard]] CaseJson toJson(const DeviceKey& key);
[[nodiscard]] CaseJson toJson(const MaxMemory& budgets);
[[nodiscard]] CaseJson toJson(const AccelerateMap& map);
/// {"error": {"type", "message"}}
[[nodiscard]] CaseJson toJson(const PythonException& failure);

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
