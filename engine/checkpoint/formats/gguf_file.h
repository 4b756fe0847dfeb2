// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/model_facts.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace stowage {

/// A key-value of a GGUF file: a flag, a whole number, another number, or a short text.
using GgufValue = std::variant<bool, std::int64_t, double, std::string>;

/// The tensors of one file, and of how many files a split model has that it is a part of (0: it is
/// whole).
struct GgufContents {
    Checkpoint checkpoint;
    std::uint64_t splitFiles = 0;
    /// Those that are no arrays, and texts of at most 256 bytes: what the model's sizes are told
    /// by.
    std::map<std::string, GgufValue> values;
    std::set<std::string> arrays;  ///< the keys of the others that are arrays
    /// Lists of at most kMostGgufListed whole numbers or flags: one for each layer.
    std::map<std::string, std::vector<std::uint64_t>> lists;
};

/// As many as llama.cpp takes layers (LLAMA_MAX_LAYERS).
inline constexpr std::uint64_t kMostGgufListed = 512;

/// Reads the header of a GGUF file, version 2 or 3: the tensors by name, their types and places.
/// GGUF counts dimensions from the fastest one; here they stand in PyTorch's order. Long texts and
/// long arrays among the key-values (vocabularies) are walked over and not kept.
/// Format: ggml's docs/gguf.md and gguf.cpp.
/// Errors: Truncated, Malformed (bounds, overlaps, alignment, names), Unsupported (version 1, big
/// endian, unknown types), LimitExceeded, Cancelled.
[[nodiscard]] Result<GgufContents> readGgufFile(const std::shared_ptr<const RandomAccessFile>& file,
                                                const std::stop_token& stop);

/// The text under a key; "" where there is none.
[[nodiscard]] std::string ggufText(const GgufContents& contents, const std::string& key);

/// A GGUF file's key-values as a config.json would say them: the model_type of the library that
/// llama.cpp's architecture is, and the sizes that stand in the file, under the library's names.
/// Nothing for an architecture that is none of the library's here, or that lacks a size or gives
/// one for each layer. Thread-safe.
[[nodiscard]] std::optional<nlohmann::ordered_json> ggufConfig(const GgufContents& contents);

/// The facts in the key-values of a file, for a model whose family is not known: layers,
/// widths, heads, positions, experts. What other engines than llama.cpp keep is not known.
[[nodiscard]] ModelFacts ggufFacts(const GgufContents& contents, const ModuleTree& tree);

/// The memory of llama.cpp for the model of a GGUF file, by the file's key-values alone, as its own
/// loader reads them: all of its architectures, whether Stowage knows a family for them or not.
/// Errors, whose message is the name of what is missing: Unsupported (an architecture that
/// llama.cpp's release does not have), Malformed (a key that is needed is absent or no such number;
/// `key` is its name). Thread-safe.
[[nodiscard]] Result<LlamaCppFacts> llamaCppFacts(const GgufContents& contents);

}  // namespace stowage
