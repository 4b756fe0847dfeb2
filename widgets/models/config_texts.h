// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "widgets/session/config_origin.h"

#include <QString>

namespace stowage {

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
