// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A model of libsentencepiece. It lies behind a module of its own that is opened when first
/// needed: the library brings protobuf's symbols in a release of its own, and LibTorch links
/// another one. Safe to use from several threads.
class SentencePieceEngine {
public:
    virtual ~SentencePieceEngine() = default;
    /// Appends the pieces of a text; false where the library fails.
    [[nodiscard]] virtual bool encode(std::string_view text, std::vector<int>& pieces) const = 0;
};

/// What the module exports under kSentencePieceFactory: null where the model cannot be used, with
/// the library's reason.
using SentencePieceFactory = SentencePieceEngine* (*)(std::string_view model, std::string& reason);
inline constexpr const char* kSentencePieceFactory = "stowageOpenSentencePiece";

}  // namespace stowage
