// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_facts.h"

#include <QString>

#include <vector>

namespace stowage {

/// One figure about a model, for a card.
struct ModelFigure {
    QString name;     ///< for object names: "layers"
    QString value;    ///< "32", "8.03 B"
    QString caption;  ///< what it counts: "parameters"
    QString toolTip;  ///< the exact number, what it measures and how it is known
};

/// What a person asks of a model first, in that order; what is not known is left out.
/// `cacheType`: the dtype that keys and values are counted in.
[[nodiscard]] std::vector<ModelFigure> modelFigures(const ModelFacts& facts, DType cacheType);

/// "LlamaForCausalLM, family llama".
[[nodiscard]] QString modelClassWords(const ModelFacts& facts);
/// Where the figures come from: a sentence.
[[nodiscard]] QString factsOriginWords(const ModelFacts& facts);
/// The dtype that a cache most likely has where the weights have this one: that one, but bfloat16
/// for blocks and for what is no floating-point type.
[[nodiscard]] DType likelyCacheType(DType weights);

}  // namespace stowage
