// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/model/quantized_parts.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// Which weights of a model a quantisation makes small, and to what. As transformers 5.23 chooses
/// them in from_pretrained: bitsandbytes takes modules of the very class Linear and GPT-2's Conv1D,
/// fp8 those of the class Linear and the experts of a layer, AWQ all kinds of Linear, GPTQ those
/// (and Conv1D) inside of numbered blocks. What the configuration names stays as it is; where it
/// names nothing, tied weights, the last module and the output embeddings do, and what the model
/// wants in float32. Where a tree knows no classes (it was made from names), a weight of two
/// dimensions counts as a Linear's unless its module's name speaks of an embedding.
/// Immutable. `tree` need not outlive the object.
class QuantizedWeights {
public:
    QuantizedWeights(const ModuleTree& tree, Quantization quantization);

    [[nodiscard]] const Quantization& quantization() const { return m_quantization; }
    [[nodiscard]] bool contains(TensorId tensor) const { return m_bytes[tensor.index()] > 0; }
    /// Bytes of a quantised weight with its scales; 0 for all others.
    [[nodiscard]] std::uint64_t bytesOf(TensorId tensor) const { return m_bytes[tensor.index()]; }
    /// What a quantised weight consists of.
    [[nodiscard]] QuantizedParts partsOf(const ModuleTree& tree, TensorId tensor) const;
    /// True for weights that the model keeps in float32 where the rest is float16 (T5's `wo`).
    [[nodiscard]] bool staysFloat32(ModuleId module) const {
        return !m_staysFloat32.empty() && m_staysFloat32[module.index()];
    }

    /// The modules whose weights are quantised, in tree order.
    [[nodiscard]] const std::vector<ModuleId>& modules() const { return m_modules; }
    /// Those of the method's classes that stay as they are, in tree order.
    [[nodiscard]] const std::vector<ModuleId>& skipped() const { return m_skipped; }
    /// True where classes were guessed from names.
    [[nodiscard]] bool isGuessed() const { return m_isGuessed; }

private:
    Quantization m_quantization;
    std::vector<std::uint64_t> m_bytes;  ///< by TensorId
    std::vector<bool> m_staysFloat32;    ///< by ModuleId; empty: none does
    std::vector<ModuleId> m_modules;
    std::vector<ModuleId> m_skipped;
    bool m_isGuessed = false;
};

/// The modules that transformers keeps out of a quantisation where nobody names any
/// (quantizers.base.get_keys_to_not_convert), as names: tied ones, the last one with parameters,
/// the output embeddings.
[[nodiscard]] std::vector<std::string> usuallySkipped(const ModuleTree& tree);

}  // namespace stowage
