// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/document/model_config.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace stowage {

struct PlacementPlan;

/// "2 × 50257", or "scalar".
[[nodiscard]] QString shapeText(const std::vector<std::int64_t>& shape);
/// "float32".
[[nodiscard]] QString dtypeText(DType dtype);
/// The type, or the quantisation, that a plan makes the weights; "mixed types" where it keeps those
/// of the file and they differ.
[[nodiscard]] QString plannedDtypeText(const PlacementPlan& plan);
/// "148" or "100,000": counts of things, whole.
[[nodiscard]] QString countText(std::uint64_t count);
/// "PyTorch zip", "safetensors in shards": a format as people speak of it.
[[nodiscard]] QString formatWords(CheckpointFormat format);
/// What the model is and how that is known: recognised by its keys, described by a file, or a tree
/// from names with what was guessed.
[[nodiscard]] QString recognitionWords(const CheckpointFacts& facts, const ModuleTree& tree);
/// "124.4 M parameters, 474.7 MiB, in 148 tensors and 164 modules".
[[nodiscard]] QString totalsWords(const CheckpointFacts& facts);
/// "4 files, 14.96 GiB; 14.90 GiB of it are this model's tensors".
[[nodiscard]] QString filesWords(const CheckpointFacts& facts);
/// "model: 148 tensors"; the top of a checkpoint has no name of its own.
[[nodiscard]] QString partWords(const CheckpointPart& part);
/// How the keys agree with the known tree: "agree with model.tree.json", or the counts.
[[nodiscard]] QString keyCheckWords(const KeyCheck& check);
/// That every key begins with the name of a wrapper.
[[nodiscard]] QString unwrapWords(const KeyRename& unwrapping);
/// What a renaming does, as a command: "Take “module.” off the keys".
[[nodiscard]] QString renameWords(const KeyRename& rename);

/// "from config.json, no weights": how a model is known of which only this is there; "" where
/// there are weights. `config` may be null, here and below.
[[nodiscard]] QString weightlessWords(const Checkpoint& checkpoint, const ConfigOrigin* config);
/// Why such a model cannot be loaded and what to do; "" where there are weights.
[[nodiscard]] QString whyNothingToLoad(const Checkpoint& checkpoint, const ConfigOrigin* config);
/// "config.json", or what stands for it where it was typed.
[[nodiscard]] QString originName(const ConfigOrigin& config);
/// "LlamaForCausalLM, built from config.json as transformers does (llama)".
[[nodiscard]] QString builtWords(const ModuleTree& tree, const ConfigOrigin& config);
/// Which names share a tensor and what in the config.json decides it.
[[nodiscard]] QString tieWords(const ModuleTree& tree, const ConfigOrigin& config);

/// "8.03 B parameters, 14.96 GiB in bfloat16".
[[nodiscard]] QString treeFigures(const ModuleTree& tree, const QString& dtype);
/// "423 modules; kept whole: LlamaDecoderLayer; tied: lm_head.weight with …".
[[nodiscard]] QString treeDetails(const ModuleTree& tree);

}  // namespace stowage
