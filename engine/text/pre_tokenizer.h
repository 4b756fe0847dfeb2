// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A piece of a text, which no token reaches beyond.
struct TextPiece {
    std::string text;
    bool isFirst = false;  ///< it begins where the whole text begins
};

/// How a tokenizer splits a normalised text before its model makes tokens of the pieces. Source:
/// the pre-tokenizers of Hugging Face's tokenizers.
class PreTokenizer {
public:
    /// Of the entry "pre_tokenizer" of a tokenizer.json; null splits nothing. Errors: Malformed,
    /// LimitExceeded, Unsupported (a step that is not known).
    [[nodiscard]] static Result<PreTokenizer> read(const nlohmann::ordered_json& step,
                                                   const std::string& file);
    /// Empty pieces are left out. Errors: LimitExceeded (a pattern takes too long).
    [[nodiscard]] Result<std::vector<TextPiece>> split(TextPiece text) const;

private:
    using Step = std::function<Result<std::vector<TextPiece>>(TextPiece piece)>;

    std::vector<Step> m_steps;
};

}  // namespace stowage
