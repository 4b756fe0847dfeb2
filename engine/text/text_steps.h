// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// A regular expression of a tokenizer's file, in the syntax of Oniguruma, which the reference
/// uses; carried out by PCRE2, with what the two take differently translated. A pattern that
/// backtracks without end is stopped. Safe to use from several threads.
class TextPattern {
public:
    /// Where it matches, as begin and end in bytes.
    using Matches = std::vector<std::pair<std::size_t, std::size_t>>;
    enum class Syntax { Regex, Literal };

    /// `file` is for messages. Errors: LimitExceeded (too long), Malformed.
    [[nodiscard]] static Result<TextPattern> compile(std::string_view pattern,
                                                     const std::string& file,
                                                     Syntax syntax = Syntax::Regex);
    /// Matches that do not overlap, from the left. Errors: LimitExceeded (it takes too long).
    [[nodiscard]] Result<Matches> matchesIn(std::string_view text) const;
    /// `text` with each match as `with`. Errors: as above.
    [[nodiscard]] Result<std::string> replaceIn(std::string_view text, std::string_view with) const;

private:
    TextPattern() = default;

    std::shared_ptr<const void> m_code;
    std::string m_file;
};

/// A piece of a text, which no token reaches beyond; or of a decoder the text of a token.
struct TextPiece {
    std::string text;
    bool isFirst = false;  ///< it begins where the whole text begins
};
using TextPieces = std::vector<TextPiece>;

/// What a tokenizer does to a text before its model sees it, or to its tokens' texts afterwards.
/// Of well-formed texts, and gives such. Errors: LimitExceeded (a pattern takes too long, or the
/// text grows too long).
using TextStep = std::function<Result<TextPieces>(TextPieces pieces)>;

/// The entries of one step of a tokenizer.json, as {"type": "Split", "invert": false}: what is not
/// there, or is of another kind, is as the reference has it by default.
class StepFields {
public:
    /// Both must outlive the fields. `step` may be anything; `file` is for messages.
    StepFields(const nlohmann::ordered_json& step, const std::string& file)
        : m_step(step), m_file(file) {}

    [[nodiscard]] std::string type() const { return text("type").value_or(""); }
    [[nodiscard]] std::optional<std::string> text(const char* name) const;
    [[nodiscard]] bool flag(const char* name, bool fallback) const;
    [[nodiscard]] std::optional<bool> optionalFlag(const char* name) const;
    [[nodiscard]] std::optional<std::uint64_t> number(const char* name) const;
    /// Nothing of it is there: null.
    [[nodiscard]] const nlohmann::ordered_json& entry(const char* name) const;
    /// "pattern": {"String": "…"} as it stands, or {"Regex": "…"}. Errors: Malformed (there is
    /// none), those of TextPattern::compile().
    [[nodiscard]] Result<TextPattern> pattern() const;
    [[nodiscard]] const std::string& file() const { return m_file; }
    /// For a step that Stowage does not carry out.
    [[nodiscard]] Unexpected unsupported(const Message& what) const;

private:
    const nlohmann::ordered_json& m_step;
    const std::string& m_file;
};

/// The steps of Hugging Face's tokenizers, by the entries "normalizer", "pre_tokenizer" and
/// "decoder". Errors: Malformed, LimitExceeded, Unsupported (a step that is not known).
[[nodiscard]] Result<TextStep> readNormalizer(const StepFields& fields);
[[nodiscard]] Result<TextStep> readPreTokenizer(const StepFields& fields);
[[nodiscard]] Result<TextStep> readDecoder(const StepFields& fields);

/// Calls `read` for the step itself, or for each of its steps where it is a sequence of them, also
/// nested; nothing at all for null. Errors: those of `read`.
[[nodiscard]] Result<void> eachStep(
    const StepFields& fields, const std::function<Result<void>(const StepFields& fields)>& read);
/// All steps that `read` makes of a step or a sequence, one after the other.
[[nodiscard]] Result<TextStep> readSteps(const nlohmann::ordered_json& step,
                                         const std::string& file,
                                         Result<TextStep> (*read)(const StepFields& fields));
[[nodiscard]] TextStep inOrder(std::vector<TextStep> steps);

/// A step that changes the text of each piece by itself, by `change(text, index)`.
using TextChange = std::function<Result<std::string>(const std::string& text, std::size_t index)>;
[[nodiscard]] TextStep eachText(TextChange change);
/// The step "Replace" of normalizers and decoders.
[[nodiscard]] Result<TextStep> replaceStep(const StepFields& fields);

/// "it 's ." as "it's.": what WordPiece put spaces before is closed up again. The decoder of
/// tokenizers closes "do not" too, the function of transformers does not.
[[nodiscard]] std::string withoutTokenSpaces(std::string text, bool closesDoNot);

}  // namespace stowage
