// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/model/module_tree.h"
#include "engine/model/quantization.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace stowage {

/// The names of modules that a quantisation leaves as they are, as transformers reads them
/// (quantizers_utils.should_convert_module): a name stands for the module and all below it, for
/// every module whose full name ends like it, and is a regular expression. Of these, literal
/// characters, `.`, `\` before a character, `\d` and `*`, `+` or `?` behind one of them are known;
/// anything else stands for itself. Matching is linear in the name: no pattern can blow it up.
class ModuleNamePatterns {
public:
    void add(std::string pattern);
    [[nodiscard]] bool match(std::string_view module) const;

private:
    [[nodiscard]] bool matchPlain(std::string_view module) const;

    std::unordered_set<std::string, NameHash, std::equal_to<>> m_plain;
    std::set<std::size_t> m_lengths;  ///< of the names in m_plain: nothing else is looked up
    std::vector<std::string> m_expressions;
    std::size_t m_expressionBytes = 0;
};

/// One of the tensors that a quantised weight becomes.
struct QuantizedPart {
    std::string_view name;  ///< as the method's library calls it: "weight", "absmax", "SCB" …
    DType dtype = DType::UInt8;
    std::uint64_t bytes = 0;
    std::uint64_t elements = 0;
};

/// All of them, the weight itself first.
class QuantizedParts {
public:
    void add(std::string_view name, DType dtype, std::uint64_t elements);
    [[nodiscard]] const QuantizedPart* begin() const { return m_parts.data(); }
    [[nodiscard]] const QuantizedPart* end() const { return m_parts.data() + m_count; }
    [[nodiscard]] const QuantizedPart& front() const { return m_parts.front(); }
    [[nodiscard]] std::uint64_t bytes() const;

private:
    static constexpr std::size_t kMost = 6;
    std::array<QuantizedPart, kMost> m_parts{};
    std::size_t m_count = 0;
};

/// Which weights of a model a quantisation makes small, and to what. As transformers 5.23 chooses
/// them in from_pretrained: bitsandbytes takes modules of the very class Linear and GPT-2's Conv1D,
/// fp8 those of the class Linear and the experts of a layer, MXFP4 gpt-oss's experts alone, AWQ all
/// kinds of Linear, GPTQ those (and Conv1D) inside of numbered blocks. What the configuration names
/// stays as it is; where it names nothing, tied weights, the last module and the output embeddings
/// do, and what the model wants in float32. Where a tree knows no classes (it was made from names),
/// a weight of two dimensions counts as a Linear's unless its module's name speaks of an embedding.
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
    /// True for modules whose other parameters become float32, whatever they were: the biases of
    /// MXFP4's experts (Mxfp4GptOssExperts).
    [[nodiscard]] bool becomesFloat32(ModuleId module) const {
        return m_quantization.method == QuantizationMethod::Mxfp4 &&
               std::ranges::binary_search(m_modules, module);
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
    std::vector<ModuleId> m_modules;
    std::vector<ModuleId> m_skipped;
    bool m_isGuessed = false;
};

/// The modules that transformers keeps out of a quantisation where nobody names any
/// (quantizers.base.get_keys_to_not_convert), as names: tied ones, the last one with parameters,
/// the output embeddings.
[[nodiscard]] std::vector<std::string> usuallySkipped(const ModuleTree& tree);

}  // namespace stowage
