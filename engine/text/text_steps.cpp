// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/text_steps.h"

#include "engine/base/utf8.h"
#include "engine/text/text_pattern.h"
#include "engine/text/tokenizer.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace stowage {

using Json = nlohmann::ordered_json;

const Json& StepFields::entry(const char* name) const {
    static const Json kNothing;
    if (!m_step.is_object()) {
        return kNothing;
    }
    const auto found = m_step.find(name);
    return found == m_step.end() ? kNothing : *found;
}

std::optional<std::string> StepFields::text(const char* name) const {
    const Json& value = entry(name);
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
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

Result<TextPattern> StepFields::pattern() const {
    const StepFields pattern(entry("pattern"), m_file);
    if (const auto regex = pattern.text("Regex")) {
        return TextPattern::compile(*regex, m_file);
    }
    const std::string literal = pattern.text("String").value_or("");
    if (literal.empty()) {
        return fail(ErrorCode::Malformed,
                    m_file + " has a step " + quotedForMessage(type()) + " without a pattern.",
                    m_file);
    }
    return TextPattern::compile(literal, m_file, TextPattern::Syntax::Literal);
}

Unexpected StepFields::unsupported(const std::string& what) const {
    return fail(ErrorCode::Unsupported,
                m_file + " needs " + what + " " + quotedForMessage(type()) +
                    ", which Stowage does not carry out; give tokens instead of text.",
                m_file);
}

Result<void> eachStep(const StepFields& fields,
                      const std::function<Result<void>(const StepFields& fields)>& read) {
    if (fields.type() != "Sequence") {
        return read(fields);
    }
    for (const char* const name : {"normalizers", "pretokenizers", "decoders", "processors"}) {
        // The reader of JSON bounds the depth, and with it this recursion.
        for (const Json& member : fields.entry(name)) {
            if (auto done = eachStep(StepFields(member, fields.file()), read); !done) {
                return done;
            }
        }
    }
    return {};
}

Result<TextStep> readSteps(const Json& step, const std::string& file,
                           Result<TextStep> (*read)(const StepFields& fields)) {
    std::vector<TextStep> steps;
    Result<void> done;
    if (!step.is_null()) {
        done = eachStep(StepFields(step, file), [&](const StepFields& fields) -> Result<void> {
            auto made = read(fields);
            if (!made) {
                return made.unexpected();
            }
            steps.push_back(std::move(*made));
            return {};
        });
    }
    return done ? Result(inOrder(std::move(steps))) : done.unexpected();
}

TextStep inOrder(std::vector<TextStep> steps) {
    return [steps = std::move(steps)](TextPieces pieces) -> Result<TextPieces> {
        constexpr std::size_t kMaxGrowth = 32;
        for (const TextStep& step : steps) {
            auto next = step(std::move(pieces));
            if (!next) {
                return next;
            }
            pieces = std::move(*next);
            std::size_t bytes = 0;
            for (const TextPiece& piece : pieces) {
                bytes += piece.text.size();
            }
            if (bytes > kMaxGrowth * Tokenizer::kMaxTextBytes) {
                return fail(ErrorCode::LimitExceeded,
                            "The tokenizer makes the text longer than 32 MiB; shorten the text.");
            }
        }
        return pieces;
    };
}

TextStep eachText(TextChange change) {
    return [change = std::move(change)](TextPieces pieces) -> Result<TextPieces> {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            auto changed = change(pieces[i].text, i);
            if (!changed) {
                return changed.unexpected();
            }
            pieces[i].text = std::move(*changed);
        }
        return pieces;
    };
}

Result<TextStep> replaceStep(const StepFields& fields) {
    const auto pattern = fields.pattern();
    if (!pattern) {
        return pattern.unexpected();
    }
    return eachText(
        [pattern = *pattern, with = fields.text("content").value_or("")](
            const std::string& text, std::size_t) { return pattern.replaceIn(text, with); });
}

}  // namespace stowage
