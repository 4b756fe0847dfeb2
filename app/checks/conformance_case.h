// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks/conformance_json.h"
#include "engine/model/module_tree.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

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
/// True where cases of this kind, one of conformanceKinds(), name a tree.
[[nodiscard]] bool kindHasTree(std::string_view kind);

/// Answers one question of one of conformanceKinds(). Throws nlohmann's exceptions for arguments of
/// a wrong shape: the caller turns them into a sentence.
[[nodiscard]] ConformanceAnswer answerQuestion(const ConformanceQuestion& question);

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

}  // namespace stowage
