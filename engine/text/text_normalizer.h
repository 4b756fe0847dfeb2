// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What a tokenizer does to a text before it is split: Unicode forms, lower case, replacements.
class TextNormalizer {
public:
    struct BertOptions {
        bool cleansText = true;               ///< controls go, other spaces become spaces
        bool splitsChinese = true;            ///< spaces around each ideograph
        std::optional<bool> stripsAccents{};  ///< unset: as `lowersCase`
        bool lowersCase = true;
    };

    /// Of the entry "normalizer" of a tokenizer.json; null is none. Errors: Malformed,
    /// Unsupported (a step that is not known).
    [[nodiscard]] static Result<TextNormalizer> read(const nlohmann::ordered_json& step,
                                                     const std::string& file);
    [[nodiscard]] static TextNormalizer bert(const BertOptions& options);
    [[nodiscard]] static TextNormalizer nfc();

    /// Of well-formed text. Errors: LimitExceeded (a pattern takes too long, or it grows too long).
    [[nodiscard]] Result<std::string> normalize(std::string text) const;

private:
    using Step = std::function<Result<std::string>(const std::string& text)>;

    std::vector<Step> m_steps;
};

}  // namespace stowage
