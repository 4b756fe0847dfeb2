// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace stowage {

/// A file of resources/ as it is compiled in (stowage_embed_files() of cmake/embedded_files.cmake).
struct EmbeddedFile {
    std::string_view name;  ///< "llama", without its ending
    std::string_view text;
};

/// resources/i18n, the .ts files: "window_ja", "engine_ja" …
[[nodiscard]] std::span<const EmbeddedFile> catalogueFiles();

/// resources/python, the script that asks a person's own Python.
[[nodiscard]] std::span<const EmbeddedFile> pythonFiles();

/// resources/architectures, a file a family.
[[nodiscard]] std::span<const EmbeddedFile> architectureFiles();

/// resources/presets.json, the only file.
[[nodiscard]] std::span<const EmbeddedFile> modelPresetFiles();

/// resources/devices, a file a card.
[[nodiscard]] std::span<const EmbeddedFile> cardFiles();

/// resources/engines, a file an engine.
[[nodiscard]] std::span<const EmbeddedFile> engineFiles();

/// resources/pipelines.json, the only file.
[[nodiscard]] std::span<const EmbeddedFile> pipelineRuleFiles();

/// resources/single_files, keys.json and a file a pipeline.
[[nodiscard]] std::span<const EmbeddedFile> singleFileLayoutFiles();

/// resources/exchange/gguf_names.json, the only file.
[[nodiscard]] std::span<const EmbeddedFile> ggufNameFiles();

}  // namespace stowage
