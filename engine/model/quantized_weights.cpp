// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantized_weights.h"

#include "engine/model/module_name_patterns.h"
#include "engine/model/quantization_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

constexpr std::string_view kWeight = "weight";

std::string withoutWeight(const std::string& tensor) {
    constexpr std::string_view kEnding = ".weight";
    return tensor.ends_with(kEnding) ? tensor.substr(0, tensor.size() - kEnding.size()) : tensor;
}

std::string_view lastName(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

/// Where the library's classes have their output embeddings (get_output_embeddings).
std::optional<std::string> outputEmbeddings(const ModuleTree& tree) {
    constexpr std::array<const char*, 5> kPlaces = {"lm_head.decoder", "lm_head", "proj_out",
                                                    "cls.predictions.decoder", "vocab_projector"};
    for (const char* const place : kPlaces) {
        if (tree.findModule(place)) {
            return place;
        }
    }
    return std::nullopt;
}

/// What a class wants in float32 (_keep_in_fp32_modules), of the families here.
std::vector<std::string> keptInFloat32(const ModuleTree& tree) {
    const std::string& name = tree.node(ModuleTree::root()).className;
    const bool isT5 = name.starts_with("T5") || name.starts_with("MT5") || name.starts_with("UMT5");
    if (isT5) {
        return {"wo"};
    }
    return name.starts_with("GptOss")
               ? std::vector<std::string>{"post_attention_layernorm", "input_layernorm", "norm"}
               : std::vector<std::string>();
}

bool isInBlock(std::string_view path) {
    bool isNumber = false;
    bool isStart = true;
    for (const char character : path) {
        if (character == '.') {
            if (isNumber) {
                return true;
            }
            isStart = true;
            continue;
        }
        const bool isDigit = character >= '0' && character <= '9';
        isNumber = isDigit && (isStart || isNumber);
        isStart = false;
    }
    return isNumber;
}

bool endsLikeOne(std::string_view path, const std::vector<std::string>& endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [path](const std::string& ending) { return path.ends_with(ending); });
}

/// Names that modules of embeddings have in trees without classes.
bool looksLikeEmbedding(std::string_view path) {
    constexpr std::array<std::string_view, 3> kNames = {"wte", "wpe", "shared"};
    const std::string_view name = lastName(path);
    return name.find("emb") != std::string_view::npos ||
           std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// transformers' fp8 replaces whatever is called "experts" and holds them in parameters of three
/// dimensions.
bool isExperts(const ModuleTree& tree, const Quantization& quantization, const ModuleNode& node) {
    return quantization.method == QuantizationMethod::Fp8 &&
           tree.path(node.id).ends_with(".experts");
}

/// The shape of a tensor that the method quantises in a module of its classes; nothing for all
/// others.
std::optional<WeightShape> shapeOf(const ModuleTree& tree, const Quantization& quantization,
                                   const TensorSpec& tensor) {
    const ModuleNode& node = tree.node(tensor.module);
    const bool isMatrix = tensor.shape.size() == 2 && lastName(tensor.name) == kWeight;
    const bool isPack = tensor.shape.size() == 3 && isExperts(tree, quantization, node);
    const bool isWanted = tensor.kind == TensorKind::Parameter && isFloatingPoint(tensor.dtype) &&
                          tensor.byteSize > 0 &&
                          elementCount(tensor.shape) <= kMostQuantizedElements;
    if (!isWanted || (!isMatrix && !isPack)) {
        return std::nullopt;
    }
    const auto side = [&tensor](std::size_t i) {
        return static_cast<std::uint64_t>(tensor.shape[i]);
    };
    if (isPack) {
        const bool isGateAndUp = lastName(tensor.name) == "gate_up_proj";
        return WeightShape{side(0), side(1), side(2), isGateAndUp};
    }
    const bool isTransposed = node.className == "Conv1D";
    return WeightShape{1, side(isTransposed ? 1 : 0), side(isTransposed ? 0 : 1), false};
}

/// Chooses modules.
class Chooser {
public:
    Chooser(const ModuleTree& tree, const Quantization& quantization)
        : m_tree(tree), m_quantization(quantization), m_isTied(tree.tensors().size()) {
        for (const std::vector<TensorId>& group : tree.tiedGroups()) {
            for (const TensorId tensor : group) {
                m_isTied[tensor.index()] = true;
            }
        }
        addSkipped();
    }

    /// True for a module of the classes that the method replaces.
    [[nodiscard]] bool isCandidate(const ModuleNode& node) const {
        if (node.ownTensorCount == 0 || !hasMatrix(node)) {
            return false;
        }
        const std::string& name = node.className;
        const std::string& path = m_tree.path(node.id);
        if (name.empty()) {
            return !looksLikeEmbedding(path) && !isExperts(m_tree, m_quantization, node);
        }
        const bool isLinear = name == "Linear";
        const bool isConv = name == "Conv1D";
        switch (m_quantization.method) {
            case QuantizationMethod::Fp8:
                return isLinear || isExperts(m_tree, m_quantization, node) ||
                       name.find("GroupedLinear") != std::string::npos;
            case QuantizationMethod::Awq:
                return name.ends_with("Linear");
            case QuantizationMethod::Gptq:
                return (isConv || name.ends_with("Linear")) && isInBlock(path);
            default:
                return isLinear || isConv;
        }
    }

    [[nodiscard]] bool isSkipped(const ModuleNode& node) const {
        const std::string& path = m_tree.path(node.id);
        const auto& chosen = m_quantization.chosenModules;
        return m_skipped.match(path) || (chosen && !endsLikeOne(path, *chosen));
    }

    [[nodiscard]] bool isTied(TensorId tensor) const { return m_isTied[tensor.index()]; }

private:
    [[nodiscard]] bool hasMatrix(const ModuleNode& node) const {
        const auto tensors = m_tree.ownTensors(node.id);
        return std::any_of(tensors.begin(), tensors.end(), [&](const TensorSpec& tensor) {
            return shapeOf(m_tree, m_quantization, tensor).has_value();
        });
    }

    void addSkipped() {
        const bool isGptq = m_quantization.method == QuantizationMethod::Gptq;
        const bool isAwq = m_quantization.method == QuantizationMethod::Awq;
        if (isGptq) {
            return;  // it takes what lies in blocks, and the head does not
        }
        if (!m_quantization.skippedModules || isAwq) {
            for (std::string& name : usuallySkipped(m_tree)) {
                m_skipped.add(std::move(name));
            }
        }
        if (m_quantization.skippedModules) {
            for (const std::string& name : *m_quantization.skippedModules) {
                m_skipped.add(name);
            }
        }
        for (std::string& kept : keptInFloat32(m_tree)) {
            m_skipped.add(std::move(kept));
        }
    }

    const ModuleTree& m_tree;
    const Quantization& m_quantization;
    ModuleNamePatterns m_skipped;
    std::vector<bool> m_isTied;  ///< by TensorId
};

}  // namespace

std::vector<std::string> usuallySkipped(const ModuleTree& tree) {
    std::vector<std::string> names;
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        for (const TensorId tensor : group) {
            names.push_back(withoutWeight(tree.tensor(tensor).name));
        }
    }
    const auto tensors = tree.tensors();
    for (std::size_t i = tensors.size(); i-- > 0;) {
        if (tensors[i].kind == TensorKind::Parameter) {
            names.push_back(withoutWeight(tensors[i].name));
            break;
        }
    }
    if (auto embeddings = outputEmbeddings(tree)) {
        names.push_back(std::move(*embeddings));
    }
    return names;
}

QuantizedWeights::QuantizedWeights(const ModuleTree& tree, Quantization quantization)
    : m_quantization(std::move(quantization)), m_bytes(tree.tensors().size()) {
    const Chooser chooser(tree, m_quantization);
    for (const ModuleNode& node : tree.nodes()) {
        if (node.sameAs.isValid() || !chooser.isCandidate(node)) {
            continue;
        }
        bool isQuantized = false;
        for (std::uint32_t i = 0; i < node.ownTensorCount && !chooser.isSkipped(node); ++i) {
            const TensorId id{node.firstTensor.value + i};
            const TensorSpec& tensor = tree.tensor(id);
            const auto shape = shapeOf(tree, m_quantization, tensor);
            if (shape && !chooser.isTied(id)) {
                m_bytes[id.index()] = quantizedParts(m_quantization, *shape).bytes();
                isQuantized = true;
            }
        }
        (isQuantized ? m_modules : m_skipped).push_back(node.id);
        m_isGuessed = m_isGuessed || node.className.empty();
    }
    if (const auto kept = keptInFloat32(tree); !kept.empty()) {
        m_staysFloat32.resize(tree.nodes().size());
        for (const ModuleNode& node : tree.nodes()) {
            m_staysFloat32[node.id.index()] =
                std::find(kept.begin(), kept.end(), node.name) != kept.end();
        }
    }
}

QuantizedParts QuantizedWeights::partsOf(const ModuleTree& tree, TensorId tensor) const {
    const TensorSpec& spec = tree.tensor(tensor);
    const auto shape = shapeOf(tree, m_quantization, spec);
    return shape ? quantizedParts(m_quantization, *shape) : QuantizedParts();
}

}  // namespace stowage
