// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <memory>
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
    [[nodiscard]] virtual int size() const = 0;
    /// The text of a piece, 0 ≤ `piece` < size().
    [[nodiscard]] virtual std::string text(int piece) const = 0;
};

/// What the module exports under kSentencePieceFactory: null where the model cannot be used, with
/// the library's reason.
using SentencePieceFactory = SentencePieceEngine* (*)(std::string_view model, std::string& reason);
inline constexpr const char* kSentencePieceFactory = "stowageOpenSentencePiece";

/// A serialised model that checkSentencePieceModel() has let through. `file` is for messages.
/// Errors: BackendUnavailable (the module cannot be opened), Malformed.
[[nodiscard]] Result<std::unique_ptr<const SentencePieceEngine>> openSentencePiece(
    std::string_view model, const std::string& file);

/// Whether the bytes are a model that libsentencepiece may be given: it takes what a file says for
/// granted (its table of characters is walked without a look at its end), so sizes, texts, scores
/// and that table are checked beforehand. Errors: Malformed, LimitExceeded.
[[nodiscard]] Result<void> checkSentencePieceModel(std::string_view model, const std::string& file);

}  // namespace stowage
