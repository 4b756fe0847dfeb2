// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/run/run_controller.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace stowage::test {

/// A tiny GPT-2 of four layers with every parameter perturbed, written by the transformers library.
[[nodiscard]] QString tinyGpt2();
/// The same for a BERT with the head for masked words.
[[nodiscard]] QString tinyBert();
/// A ViT with seven classes, of images of 3 × 12 × 12.
[[nodiscard]] QString tinyVit();

/// A prompt and what the library lets follow it, each time the likeliest token.
struct Continuation {
    std::vector<std::int64_t> prompt;
    std::vector<std::int64_t> follow;
};
/// Those that were recorded with the model of that folder.
[[nodiscard]] std::vector<Continuation> continuationsOf(const QString& folder);
/// "52, 92".
[[nodiscard]] QString spelled(const std::vector<std::int64_t>& tokens);

/// So slow a link that a run with offloaded layers has a middle, and GPUs without one.
inline const std::string kSlowLinkGpus = "48MiB:link=400KB/s,48MiB:link=400KB/s";
inline const std::string kPlainGpus = "48MiB,48MiB";

/// Opens a model, puts layer 1 on the CPU, 2 on the second GPU and 3 on disk, where it has such,
/// and loads it. False if one of these failed.
[[nodiscard]] bool loadMixed(Document& document, LoadController& controller, const QString& path);

/// A run of that continuation.
[[nodiscard]] RunOptions optionsFor(const Continuation& wanted);

}  // namespace stowage::test
