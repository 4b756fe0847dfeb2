// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/config_value.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What the library does to a family's files when it loads them, as "loading" of an architecture
/// file tells it:
///
///     "loading": {
///       "base_prefix": "model",                what a head's class puts before the keys of the
///       base "base_prefix of LlamaForQuestionAnswering": "transformer",      the same of one class
///       "ignored": ["attn.bias"],              keys that hold this are left out without a word
///       "ignored of T5EncoderModel": ["decoder"],
///       "ignored_before": ["attn.masked_bias"],      … as releases before 5 did
///       "keep_float32": ["wo"],                tensors whose name holds this stay float32 in a
///                                              model built in float16
///       "keep_float32_strict": ["bias"],       … and in one built in bfloat16
///       "old_names": {"^embed_out.": "lm_head."}   in a key this becomes that, in this order; "^"
///     }                                        binds it to the key's beginning
///
/// "legacy_names", of common.json, are old names that all families had, and come last.
struct ArchitectureLoading {
    using Names = std::vector<std::string>;

    std::string basePrefix;
    std::map<std::string, std::string, std::less<>> basePrefixOf;
    Names ignored;
    std::map<std::string, Names, std::less<>> ignoredOf;
    Names ignoredBefore;
    Names keepFloat32;
    Names keepFloat32Strict;
    std::vector<std::pair<std::string, std::string>> oldNames;

    /// base_model_prefix of a class; "": there is none.
    [[nodiscard]] const std::string& basePrefixFor(std::string_view className) const;
    /// _keys_to_ignore_on_load_unexpected of a class, of this release and of those before.
    [[nodiscard]] bool ignores(std::string_view key, std::string_view className) const;
    /// A key under its present name; the key itself where it is no old one.
    [[nodiscard]] std::string presentName(std::string_view key) const;
};

/// Reads "loading" of an architecture file. What is of another form is a defect of the data and
/// throws (nlohmann::json::exception), as elsewhere in such files.
[[nodiscard]] ArchitectureLoading readArchitectureLoading(const ConfigJson& loading);

}  // namespace stowage
