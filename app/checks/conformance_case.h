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
#include <string_view>
#include <utility>
#include <vector>

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

/// What a recorded case of Accelerate asks: all of it but `expected` and `accepted`, which nothing
/// that answers ever sees.
struct ConformanceQuestion {
    std::string id;
    std::string kind;
    CaseJson args;
    AccelerateMachine machine;
    std::shared_ptr<const ModuleTree> tree;  ///< null for kinds without one
};

/// An answer: the fields of `expected`, and what Accelerate says beside its result.
struct ConformanceAnswer {
    CaseJson result = CaseJson::object();
    AccelerateNotes notes;
};

/// The kinds that are answered, in the order of the table.
[[nodiscard]] const std::vector<std::string_view>& conformanceKinds();

// The kinds about checkpoints.
[[nodiscard]] CaseJson answerSelectCheckpoint(const ConformanceQuestion& question,
                                              AccelerateNotes& notes);
[[nodiscard]] CaseJson answerLoadRules(const ConformanceQuestion& question, AccelerateNotes& notes);

/// An argument that may be left out or null.
template <class T>
[[nodiscard]] T argument(const CaseJson& args, const char* name, T otherwise) {
    const auto found = args.find(name);
    return found == args.end() || found->is_null() ? otherwise : found->template get<T>();
}

/// The question of a recorded case; `where` is for messages ("cases.jsonl, line 3"). Only id,
/// kind, tree, cast, args and emulate are looked at.
/// Errors: Malformed for a case of a wrong shape, an unknown kind or a missing tree.
[[nodiscard]] Result<ConformanceQuestion> questionOf(const CaseJson& recordedCase,
                                                     ConformanceTrees& trees,
                                                     const std::string& where);

/// Answers one question of one of conformanceKinds(), which may be of a wrong shape.
/// Errors: Malformed; OutOfMemory for a case that is too large for this machine.
[[nodiscard]] Result<ConformanceAnswer> tryAnswer(const ConformanceQuestion& question,
                                                  const std::string& where);

/// How much of a recorded answer must be met.
enum class CompareDepth {
    /// The result, warnings and the type of an error; numbers by value, as Python's == (12
    /// == 12.0).
    Results,
    /// Log, trace and the words of errors too; 12 and 12.0 differ. Left out is what has no fixed
    /// text: torch's and Python's own words, and the set of unexpected names.
    Everything,
};

/// "" where the answer agrees with the case's `expected` (or with one of `accepted` where the
/// reference itself is not deterministic), else both in one text.
[[nodiscard]] std::string differenceFromCase(const CaseJson& recordedCase,
                                             const ConformanceAnswer& answer, CompareDepth depth);

}  // namespace stowage
