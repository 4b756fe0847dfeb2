// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/lesson_table.h"
#include "app/cli/watched_child.h"
#include "engine/base/message.h"
#include "engine/checkpoint/page_cache.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// One method's load in a process of its own.
struct ComparedLoad {
    std::string method;
    /// The load's object, or {"method", "error": {"kind", "message"}} where there is none; with
    /// "polled_host_anon", "polled_samples" and "exit_status" added.
    nlohmann::ordered_json object;
    int exitStatus = 0;  ///< of the child; that of a failed machine where it was killed
    Message failure{};   ///< for people, where the child left nothing that says why; else ""
};

/// Makes the result of what the child left.
[[nodiscard]] ComparedLoad makeComparedLoad(const std::string& method, const ChildOutcome& child);

/// All that a comparison found.
struct Comparison {
    std::vector<ComparedLoad> loads;
    PageCacheState cache = PageCacheState::AsIs;
    bool isPublishedModel = false;
    std::optional<std::uint64_t> ramLimit{};  ///< of each load, bytes
    std::optional<LessonTable> lesson{};      ///< where the model is the lesson's
};

/// {"runs": […], "published": {…}, "cache": {"state", "means"?}}
[[nodiscard]] std::string comparisonToJson(const Comparison& comparison);

/// A table with one row a method (the lesson's own, where the model is the lesson's), and a
/// sentence for each that failed.
[[nodiscard]] std::string comparisonText(const Comparison& comparison, const Translate& translate);

}  // namespace stowage
