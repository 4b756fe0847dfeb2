// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/text/text_pattern.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// The entries of one step of a tokenizer.json, as {"type": "Split", "invert": false}: what is not
/// there, or is of another kind, is as the reference has it by default.
class StepFields {
public:
    /// Both must outlive the fields. `step` may be anything; `file` is for messages.
    StepFields(const nlohmann::ordered_json& step, const std::string& file)
        : m_step(step), m_file(file) {}

    [[nodiscard]] std::string type() const { return text("type", ""); }
    [[nodiscard]] std::string text(const char* name, const std::string& fallback) const;
    [[nodiscard]] bool flag(const char* name, bool fallback) const;
    [[nodiscard]] std::optional<bool> optionalFlag(const char* name) const;
    [[nodiscard]] std::optional<std::uint64_t> number(const char* name) const;
    /// Nothing of it is there: an empty array, or null.
    [[nodiscard]] const nlohmann::ordered_json& entry(const char* name) const;
    [[nodiscard]] const std::string& file() const { return m_file; }
    /// For a step that Stowage does not carry out.
    [[nodiscard]] Unexpected unsupported(const std::string& what) const;

private:
    const nlohmann::ordered_json& m_step;
    const std::string& m_file;
};

/// What a step looks for: {"String": "…"} as it stands, or {"Regex": "…"}.
class StepPattern {
public:
    /// Of the entry "pattern". Errors: Malformed (there is none), those of a TextPattern.
    [[nodiscard]] static Result<StepPattern> read(const StepFields& fields);
    [[nodiscard]] static Result<StepPattern> regex(std::string_view pattern,
                                                   const std::string& file);
    [[nodiscard]] Result<TextPattern::Matches> matchesIn(std::string_view text) const;
    [[nodiscard]] Result<std::string> replaceIn(std::string_view text, std::string_view with) const;

private:
    std::string m_literal;
    std::optional<TextPattern> m_regex;
};

/// Calls `read` for the step itself, or for each of its steps where it is a sequence of them, also
/// nested; nothing at all for null. Errors: those of `read`, LimitExceeded (nested too deep).
[[nodiscard]] Result<void> eachStep(
    const nlohmann::ordered_json& step, const std::string& file,
    const std::function<Result<void>(const StepFields& fields)>& read);

}  // namespace stowage
