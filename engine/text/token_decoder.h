// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <vector>

namespace stowage {

/// How a tokenizer makes text of its tokens' texts. Source: the decoders of Hugging Face's
/// tokenizers.
class TokenDecoder {
public:
    /// Of the entry "decoder" of a tokenizer.json; with null, spaces come between the tokens.
    /// Errors: Malformed, Unsupported (a step that is not known).
    [[nodiscard]] static Result<TokenDecoder> read(const nlohmann::ordered_json& step,
                                                   const std::string& file);
    /// Well-formed, whatever the tokens are.
    [[nodiscard]] std::string decode(std::vector<std::string> tokens) const;

private:
    using Texts = std::vector<std::string>;
    using Step = std::function<Texts(Texts tokens)>;

    std::vector<Step> m_steps;
};

/// "it 's ." as "it's.": what WordPiece put spaces before is closed up again. The decoder of
/// tokenizers closes "do not" too, the function of transformers does not.
[[nodiscard]] std::string withoutTokenSpaces(std::string text, bool closesDoNot);

}  // namespace stowage
