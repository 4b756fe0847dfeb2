// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/step_fields.h"

#include "engine/base/utf8.h"

#include <array>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// What the sequences of each kind of step call their members.
constexpr std::array kMembers{"normalizers", "pretokenizers", "decoders", "processors"};

}  // namespace

const Json& StepFields::entry(const char* name) const {
    static const Json kNothing;
    if (!m_step.is_object()) {
        return kNothing;
    }
    const auto found = m_step.find(name);
    return found == m_step.end() ? kNothing : *found;
}

std::string StepFields::text(const char* name, const std::string& fallback) const {
    const Json& value = entry(name);
    return value.is_string() ? value.get<std::string>() : fallback;
}

std::optional<bool> StepFields::optionalFlag(const char* name) const {
    const Json& value = entry(name);
    return value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt;
}

bool StepFields::flag(const char* name, bool fallback) const {
    return optionalFlag(name).value_or(fallback);
}

std::optional<std::uint64_t> StepFields::number(const char* name) const {
    const Json& value = entry(name);
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

Unexpected StepFields::unsupported(const std::string& what) const {
    return fail(ErrorCode::Unsupported,
                m_file + " needs " + what + " " + quotedForMessage(type()) +
                    ", which Stowage does not carry out; give tokens instead of text.",
                m_file);
}

Result<StepPattern> StepPattern::read(const StepFields& fields) {
    const StepFields pattern(fields.entry("pattern"), fields.file());
    if (pattern.entry("Regex").is_string()) {
        return regex(pattern.text("Regex", ""), fields.file());
    }
    StepPattern made;
    made.m_literal = pattern.text("String", "");
    if (made.m_literal.empty()) {
        return fail(ErrorCode::Malformed,
                    fields.file() + " has a step " + quotedForMessage(fields.type()) +
                        " without a pattern.",
                    fields.file());
    }
    return made;
}

Result<StepPattern> StepPattern::regex(std::string_view pattern, const std::string& file) {
    auto compiled = TextPattern::compile(pattern, file);
    if (!compiled) {
        return compiled.unexpected();
    }
    StepPattern made;
    made.m_regex = std::move(*compiled);
    return made;
}

Result<TextPattern::Matches> StepPattern::matchesIn(std::string_view text) const {
    if (m_regex) {
        return m_regex->matchesIn(text);
    }
    TextPattern::Matches matches;
    for (std::size_t at = text.find(m_literal); at != std::string_view::npos;
         at = text.find(m_literal, at + m_literal.size())) {
        matches.emplace_back(at, at + m_literal.size());
    }
    return matches;
}

Result<std::string> StepPattern::replaceIn(std::string_view text, std::string_view with) const {
    const auto matches = matchesIn(text);
    if (!matches) {
        return matches.unexpected();
    }
    std::string replaced;
    std::size_t at = 0;
    for (const auto& [begin, end] : *matches) {
        replaced += text.substr(at, begin - at);
        replaced += with;
        at = end;
    }
    return replaced += text.substr(at);
}

Result<void> eachStep(const Json& step, const std::string& file,
                      const std::function<Result<void>(const StepFields& fields)>& read) {
    const StepFields fields(step, file);
    if (step.is_null()) {
        return {};
    }
    if (fields.type() != "Sequence") {
        return read(fields);
    }
    for (const char* const name : kMembers) {
        // The reader of JSON bounds the depth, and with it this recursion.
        for (const Json& member : fields.entry(name)) {
            if (auto done = eachStep(member, file, read); !done) {
                return done;
            }
        }
    }
    return {};
}

}  // namespace stowage
