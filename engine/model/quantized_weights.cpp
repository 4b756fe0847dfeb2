// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantized_weights.h"

#include <numeric>
#include <optional>
#include <utility>

namespace stowage {
namespace {

/// Expressions beyond so many characters in all are taken for plain names: each is tried on each
/// module.
constexpr std::size_t kMostOfExpressions = 1024;

/// A character of an expression and how often it may stand.
struct Step {
    enum class Kind : std::uint8_t { Literal, Any, Digit };
    Kind kind = Kind::Literal;
    char literal = 0;
    bool mayBeAbsent = false;
    bool mayRepeat = false;

    [[nodiscard]] bool takes(char character) const {
        switch (kind) {
            case Kind::Any:
                return true;
            case Kind::Digit:
                return character >= '0' && character <= '9';
            case Kind::Literal:
                break;
        }
        return character == literal;
    }
};

bool isQuantifier(char character) {
    return character == '*' || character == '+' || character == '?';
}

std::vector<Step> stepsOf(std::string_view expression) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char character = expression[i];
        if (isQuantifier(character) && !steps.empty()) {
            steps.back().mayBeAbsent = character != '+';
            steps.back().mayRepeat = character != '?';
            continue;
        }
        const bool isEscaped = character == '\\' && i + 1 < expression.size();
        if (isEscaped) {
            ++i;
            steps.push_back(expression[i] == 'd' ? Step{Step::Kind::Digit, 0}
                                                 : Step{Step::Kind::Literal, expression[i]});
        } else {
            steps.push_back(character == '.' ? Step{Step::Kind::Any, 0}
                                             : Step{Step::Kind::Literal, character});
        }
    }
    return steps;
}

/// Where a module's name may end: in front of a dot or behind one, or at the very end.
bool isBoundary(std::string_view name, std::size_t at) {
    return at == name.size() || name[at] == '.' || (at > 0 && name[at - 1] == '.');
}

/// States of the expression that stand open: reached[i] where the first i steps are done.
class Run {
public:
    explicit Run(std::vector<Step> steps) : m_steps(std::move(steps)), m_open(m_steps.size() + 1) {
        m_open[0] = true;
        passAbsent(m_open);
    }

    [[nodiscard]] bool isDone() const { return m_open.back(); }

    void take(char character) {
        std::vector<bool> next(m_open.size());
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            if (!m_open[i] || !m_steps[i].takes(character)) {
                continue;
            }
            next[i + 1] = true;
            // Staying in front of the step is to let it take one more.
            next[i] = next[i] || m_steps[i].mayRepeat;
        }
        passAbsent(next);
        m_open = std::move(next);
    }

private:
    void passAbsent(std::vector<bool>& open) const {
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            open[i + 1] = open[i + 1] || (open[i] && m_steps[i].mayBeAbsent);
        }
    }

    std::vector<Step> m_steps;
    std::vector<bool> m_open;
};

bool matchExpression(std::string_view expression, std::string_view name) {
    Run run(stepsOf(expression));
    for (std::size_t at = 0;; ++at) {
        if (run.isDone() && isBoundary(name, at)) {
            return true;
        }
        if (at == name.size()) {
            return false;
        }
        run.take(name[at]);
    }
}

constexpr std::uint64_t kBitsOfByte = 8;

constexpr std::uint64_t kBitsOfWord = 32;

std::uint64_t dividedUp(std::uint64_t value, std::uint64_t by) {
    return value / by + (value % by == 0 ? 0 : 1);
}

/// A size that a configuration gives, where 0 stands for the method's own and what is below for
/// all there is.
std::uint64_t sideOr(std::int64_t given, std::uint64_t usual, std::uint64_t all) {
    if (given == 0) {
        return usual;
    }
    return given < 0 ? all : static_cast<std::uint64_t>(given);
}

/// A weight that is to be quantised: so many matrices (one, or the experts of a layer), each of
/// `outputs` × `inputs` elements.
struct WeightShape {
    std::uint64_t matrices = 1;
    std::uint64_t outputs = 0;
    std::uint64_t inputs = 0;
    bool isGateAndUp = false;  ///< two projections in one: never fewer than two rows of scales

    std::uint64_t elements() const { return matrices * outputs * inputs; }
};

/// No weight has more elements: every size below fits 64 bits then.
constexpr std::uint64_t kMostQuantizedElements = std::uint64_t{1} << 56;

QuantizedParts int8Parts(const WeightShape& shape) {
    QuantizedParts parts;
    parts.add("weight", DType::Int8, shape.elements());
    parts.add("SCB", DType::Float32, shape.matrices * shape.outputs);
    return parts;
}

/// bitsandbytes.functional.quantize_4bit: two weights a byte, a scale for every 64 of them, and the
/// sixteen values that a weight can take; with double quantisation the scales become bytes with
/// scales of their own.
QuantizedParts fourBitParts(const Quantization& quantization, const WeightShape& shape) {
    constexpr std::uint64_t kBlock = 64;
    constexpr std::uint64_t kNestedBlock = 256;
    constexpr std::uint64_t kValues = 16;
    constexpr std::uint64_t kNestedValues = 256;
    const std::uint64_t count = shape.elements();
    const std::uint64_t perElement = storedBits(quantization.storage) / kBitsOfByte * 2;
    const std::uint64_t blocks =
        dividedUp(count, sideOr(quantization.groupSize, kBlock, shape.inputs));
    QuantizedParts parts;
    parts.add("weight", quantization.storage, (count + 1) / perElement);
    parts.add("absmax", quantization.isDoubleQuantised ? DType::UInt8 : DType::Float32, blocks);
    parts.add("quant_map", DType::Float32, kValues);
    if (quantization.isDoubleQuantised) {
        parts.add("nested_absmax", DType::Float32, dividedUp(blocks, kNestedBlock));
        parts.add("nested_quant_map", DType::Float32, kNestedValues);
        parts.add("nested_offset", DType::Float32, 1);
    }
    return parts;
}

QuantizedParts fp8Parts(const Quantization& quantization, const WeightShape& shape) {
    constexpr std::uint64_t kBlock = 128;
    const std::uint64_t rows =
        dividedUp(shape.outputs, sideOr(quantization.blockRows, kBlock, shape.outputs));
    const std::uint64_t columns =
        dividedUp(shape.inputs, sideOr(quantization.blockColumns, kBlock, shape.inputs));
    const std::uint64_t fewestRows = shape.isGateAndUp ? 2 : 1;
    QuantizedParts parts;
    parts.add("weight", DType::Float8E4M3FN, shape.elements());
    parts.add("weight_scale_inv", quantization.scaleType,
              shape.matrices * std::max(rows, fewestRows) * columns);
    if (quantization.hasActivationScale) {
        parts.add("activation_scale", DType::Float32, shape.matrices);
    }
    return parts;
}

/// The OCP Microscaling Formats Specification 1.0: two weights of E2M1 a byte, and for every 32 of
/// an input's one scale of E8M0. transformers' Mxfp4GptOssExperts registers the blocks as one byte
/// for two inputs of each output; files hold both as uint8.
QuantizedParts mxfp4Parts(const WeightShape& shape) {
    constexpr std::uint64_t kBlock = 32;
    const std::uint64_t rows = shape.matrices * shape.outputs;
    QuantizedParts parts;
    parts.add("blocks", DType::UInt8, rows * (shape.inputs / 2));
    parts.add("scales", DType::UInt8, rows * dividedUp(shape.inputs, kBlock));
    return parts;
}

/// GPTQ packs along the inputs, AWQ along the outputs; zero points always along the outputs.
QuantizedParts groupedParts(const Quantization& quantization, const WeightShape& shape) {
    constexpr std::uint64_t kGroup = 128;
    const std::uint64_t groups =
        dividedUp(shape.inputs, sideOr(quantization.groupSize, kGroup, shape.inputs));
    const auto words = [&quantization](std::uint64_t weights) {
        return dividedUp(weights * quantization.bits, kBitsOfWord);
    };
    const bool isGptq = quantization.method == QuantizationMethod::Gptq;
    QuantizedParts parts;
    parts.add("qweight", DType::Int32,
              isGptq ? words(shape.inputs) * shape.outputs : shape.inputs * words(shape.outputs));
    parts.add("qzeros", DType::Int32, groups * words(shape.outputs));
    parts.add("scales", DType::Float16, groups * shape.outputs);
    if (isGptq) {
        parts.add("g_idx", DType::Int32, shape.inputs);
    }
    return parts;
}

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
    constexpr std::array<std::string_view, 3> kPartNames = {"wte", "wpe", "shared"};
    const std::string_view name = lastName(path);
    return name.find("emb") != std::string_view::npos ||
           std::find(kPartNames.begin(), kPartNames.end(), name) != kPartNames.end();
}

/// transformers' fp8 replaces whatever is called "experts" and holds them in parameters of three
/// dimensions, its MXFP4 those of gpt-oss alone.
bool isExperts(const ModuleTree& tree, const Quantization& quantization, const ModuleNode& node) {
    if (quantization.method == QuantizationMethod::Mxfp4) {
        return node.className == "GptOssExperts";
    }
    return quantization.method == QuantizationMethod::Fp8 &&
           tree.path(node.id).ends_with(".experts");
}

/// The shape of a tensor that the method quantises in a module of its classes; nothing for all
/// others.
std::optional<WeightShape> shapeOf(const ModuleTree& tree, const Quantization& quantization,
                                   const TensorSpec& tensor) {
    const ModuleNode& node = tree.node(tensor.module);
    const bool isMxfp4 = quantization.method == QuantizationMethod::Mxfp4;
    const bool isMatrix = !isMxfp4 && tensor.shape.size() == 2 && lastName(tensor.name) == kWeight;
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
    if (isPack && isMxfp4) {
        return WeightShape{side(0), side(2), side(1), false};  // gpt-oss multiplies from the left
    }
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
        if (path.find(".lora_") != std::string::npos) {
            return false;  // adapters are laid over a model that is quantised already
        }
        if (m_quantization.method == QuantizationMethod::Mxfp4) {
            return isExperts(m_tree, m_quantization, node);
        }
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

/// What a weight becomes and stays in memory, as bitsandbytes 0.50 (Params4bit, Int8Params),
/// transformers 5.23 (FP8Linear, FP8Experts, Mxfp4GptOssExperts) and GPTQ's and AWQ's kernels lay
/// it out. Of MXFP4 the kernels of kernels-community/gpt-oss-triton-kernels fill up an expert's
/// outputs to a multiple of 16 and its inputs to one of 64 on Hopper cards: gpt-oss's are, so it is
/// not counted. The shape has at most kMostQuantizedElements elements and none of its sides is 0.
QuantizedParts quantizedParts(const Quantization& quantization, const WeightShape& shape) {
    switch (quantization.method) {
        case QuantizationMethod::Int8:
            return int8Parts(shape);
        case QuantizationMethod::Nf4:
        case QuantizationMethod::Fp4:
            return fourBitParts(quantization, shape);
        case QuantizationMethod::Fp8:
            return fp8Parts(quantization, shape);
        case QuantizationMethod::Mxfp4:
            return mxfp4Parts(shape);
        case QuantizationMethod::Gptq:
        case QuantizationMethod::Awq:
        case QuantizationMethod::Other:
            break;
    }
    return groupedParts(quantization, shape);
}

}  // namespace

void ModuleNamePatterns::add(std::string pattern) {
    const bool isPlain = pattern.find_first_of("*+?\\") == std::string::npos;
    if (!isPlain && m_expressionBytes + pattern.size() <= kMostOfExpressions) {
        m_expressionBytes += pattern.size();
        m_expressions.push_back(pattern);
    }
    if (!pattern.empty()) {
        m_lengths.insert(pattern.size());
        m_plain.insert(std::move(pattern));
    }
}

bool ModuleNamePatterns::matchPlain(std::string_view module) const {
    return std::any_of(
        m_lengths.begin(), m_lengths.upper_bound(module.size()), [&](std::size_t length) {
            const bool startsSo =
                isBoundary(module, length) && m_plain.contains(module.substr(0, length));
            return startsSo || m_plain.contains(module.substr(module.size() - length));
        });
}

bool ModuleNamePatterns::match(std::string_view module) const {
    return matchPlain(module) || std::any_of(m_expressions.begin(), m_expressions.end(),
                                             [module](const std::string& expression) {
                                                 return matchExpression(expression, module);
                                             });
}

void QuantizedParts::add(std::string_view name, DType dtype, std::uint64_t elements) {
    m_parts[m_count] = {name, dtype, storedBytes(dtype, elements), elements};
    ++m_count;
}

std::uint64_t QuantizedParts::bytes() const {
    return std::accumulate(
        begin(), end(), std::uint64_t{0},
        [](std::uint64_t sum, const QuantizedPart& part) { return sum + part.bytes; });
}

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
}

QuantizedParts QuantizedWeights::partsOf(const ModuleTree& tree, TensorId tensor) const {
    const TensorSpec& spec = tree.tensor(tensor);
    const auto shape = shapeOf(tree, m_quantization, spec);
    return shape ? quantizedParts(m_quantization, *shape) : QuantizedParts();
}

}  // namespace stowage
