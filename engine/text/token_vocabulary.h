// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_hash.h"
#include "engine/base/result.h"
#include "engine/base/text_store.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

using TokenId = std::int32_t;

/// A tokenizer's tokens by text and by number.
class TokenVocabulary {
public:
    /// Four times as many as the largest published vocabulary has.
    static constexpr std::uint64_t kMaxTokens = std::uint64_t{1} << 20;
    static constexpr std::size_t kMaxTokenBytes = 4096;

    /// Of two equal texts the later number counts. `file` is for messages. Errors: LimitExceeded
    /// (the number or the text), Malformed (the text is no UTF-8).
    [[nodiscard]] Result<void> add(std::string_view text, std::uint64_t id,
                                   const std::string& file);
    [[nodiscard]] std::optional<TokenId> find(std::string_view text) const;
    /// Its text; nothing for a number that no token has.
    [[nodiscard]] std::optional<std::string_view> text(std::int64_t id) const;
    /// One above the largest number.
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    TextStore m_store;
    NameTable<std::string_view, TokenId> m_ids;
    std::vector<std::string_view> m_texts;  ///< by number; without data: none has it
};

/// The token of a byte in vocabularies that fall back to bytes: "<0x0A>".
[[nodiscard]] std::string byteToken(unsigned char byte);

}  // namespace stowage
