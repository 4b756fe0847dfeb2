// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/formats/gguf_file.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace stowage {

/// The text under a key; "" where there is none.
[[nodiscard]] std::string ggufText(const GgufContents& contents, const std::string& key);

/// A GGUF file's key-values as a config.json would say them: the model_type of the library that
/// llama.cpp's architecture is, and the sizes that stand in the file, under the library's names.
/// Nothing for an architecture that is none of the library's here, or that lacks a size or gives
/// one for each layer. Thread-safe.
[[nodiscard]] std::optional<nlohmann::ordered_json> ggufConfig(const GgufContents& contents);

}  // namespace stowage
