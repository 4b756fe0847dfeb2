// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/sample_layout.h"

#include "engine/base/json_reader.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/sample_configs.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;
using Shape = std::vector<std::int64_t>;

/// Collects the tensors of one sample.
class LayoutMaker {
public:
    LayoutMaker(const SampleSizes& sizes, DType dtype) : m_sizes(sizes), m_dtype(dtype) {}

    SampleLayout huggingFace(CheckpointFormat format) {
        const auto [vocabulary, context, width, layers, heads] = m_sizes;
        add("transformer.wte.weight", {vocabulary, width}, SampleFill::Normal);
        add("transformer.wpe.weight", {context, width}, SampleFill::Normal);
        for (std::int64_t i = 0; i < layers; ++i) {
            const std::string block = "transformer.h." + std::to_string(i) + ".";
            addNorm(block + "ln_1", "weight", "bias");
            addConv1D(block + "attn.c_attn", width, 3 * width);
            addConv1D(block + "attn.c_proj", width, width);
            addNorm(block + "ln_2", "weight", "bias");
            addConv1D(block + "mlp.c_fc", width, 4 * width);
            addConv1D(block + "mlp.c_proj", 4 * width, width);
        }
        addNorm("transformer.ln_f", "weight", "bias");
        if (format == CheckpointFormat::TorchZip) {
            add("lm_head.weight", {vocabulary, width}, SampleFill::Normal);
            m_layout.tensors.back().sameAs = 0;
        }
        m_layout.configJson = jsonText(huggingFaceConfig(), 2) + "\n";
        return std::move(m_layout);
    }

    SampleLayout fromScratch() {
        const auto [vocabulary, context, width, layers, heads] = m_sizes;
        add("tok_emb.weight", {vocabulary, width}, SampleFill::Normal);
        add("pos_emb.weight", {context, width}, SampleFill::Normal);
        for (std::int64_t i = 0; i < layers; ++i) {
            const std::string block = "trf_blocks." + std::to_string(i) + ".";
            add(block + "att.mask", {context, context}, SampleFill::CausalMask);
            for (const char* name : {"W_query", "W_key", "W_value", "out_proj"}) {
                addLinear(block + "att." + name, width, width);
            }
            addLinear(block + "ff.layers.0", width, 4 * width);
            addLinear(block + "ff.layers.2", 4 * width, width);
            addNorm(block + "norm1", "scale", "shift");
            addNorm(block + "norm2", "scale", "shift");
        }
        addNorm("final_norm", "scale", "shift");
        add("out_head.weight", {vocabulary, width}, SampleFill::Normal);
        m_layout.configJson = jsonText(Json{{"model_type", "raschka-gpt2"},
                                            {"vocab_size", vocabulary},
                                            {"context_length", context},
                                            {"emb_dim", width},
                                            {"n_heads", heads},
                                            {"n_layers", layers},
                                            {"drop_rate", 0.0},
                                            {"qkv_bias", true}},
                                       2) +
                              "\n";
        return std::move(m_layout);
    }

private:
    void add(std::string name, Shape shape, SampleFill fill) {
        m_layout.tensors.push_back({std::move(name), m_dtype, std::move(shape)});
        m_layout.fills.push_back(fill);
    }
    void addNorm(const std::string& module, const char* scale, const char* shift) {
        add(module + "." + scale, {m_sizes.width}, SampleFill::Ones);
        add(module + "." + shift, {m_sizes.width}, SampleFill::Zeros);
    }
    /// Hugging Face's Conv1D keeps its weight as [in, out].
    void addConv1D(const std::string& module, std::int64_t in, std::int64_t out) {
        add(module + ".weight", {in, out}, SampleFill::Normal);
        add(module + ".bias", {out}, SampleFill::Zeros);
    }
    void addLinear(const std::string& module, std::int64_t in, std::int64_t out) {
        add(module + ".weight", {out, in}, SampleFill::Normal);
        add(module + ".bias", {out}, SampleFill::Zeros);
    }

    Json huggingFaceConfig() const {
        constexpr std::int64_t kEndOfText = 50256;
        Json config = {{"architectures", {"GPT2LMHeadModel"}},
                       {"model_type", "gpt2"},
                       {"activation_function", "gelu_new"},
                       {"vocab_size", m_sizes.vocabulary},
                       {"n_positions", m_sizes.context},
                       {"n_ctx", m_sizes.context},
                       {"n_embd", m_sizes.width},
                       {"n_layer", m_sizes.layers},
                       {"n_head", m_sizes.heads},
                       {"layer_norm_epsilon", 1e-5},
                       {"initializer_range", 0.02},
                       {"tie_word_embeddings", true},
                       {"torch_dtype", dtypeName(m_dtype)}};
        if (m_sizes.vocabulary > kEndOfText) {
            config["bos_token_id"] = kEndOfText;
            config["eos_token_id"] = kEndOfText;
        }
        return config;
    }

    SampleSizes m_sizes;
    DType m_dtype;
    SampleLayout m_layout;
};

Result<void> checkSizes(const SampleSizes& sizes) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 24;
    for (const std::int64_t size :
         {sizes.vocabulary, sizes.context, sizes.width, sizes.layers, sizes.heads}) {
        if (size < 1 || size > kLargest) {
            return fail(ErrorCode::InvalidArgument,
                        "A sample's sizes must lie between 1 and 2^24, not be " +
                            std::to_string(size) + ".");
        }
    }
    if (sizes.width % sizes.heads != 0) {
        return fail(ErrorCode::InvalidArgument,
                    "A sample's width of " + std::to_string(sizes.width) +
                        " does not divide into " + std::to_string(sizes.heads) + " heads.");
    }
    return {};
}

Result<void> checkForm(const SampleOptions& options) {
    const bool isFloat = options.dtype == DType::Float16 || options.dtype == DType::BFloat16 ||
                         options.dtype == DType::Float32 || options.dtype == DType::Float64;
    if (!isFloat) {
        return fail(ErrorCode::InvalidArgument,
                    "A sample cannot be " + std::string(dtypeName(options.dtype)) +
                        "; take float32, float16, bfloat16 or float64.",
                    {}, "dtype");
    }
    const bool isWritten = options.format == CheckpointFormat::Safetensors ||
                           options.format == CheckpointFormat::TorchZip ||
                           options.format == CheckpointFormat::PerTensor;
    if (!isWritten) {
        return fail(ErrorCode::InvalidArgument,
                    "A sample is written as safetensors, pth or per-tensor.", {}, "format");
    }
    if (options.shardBytes && options.format != CheckpointFormat::Safetensors) {
        return fail(ErrorCode::InvalidArgument, "Only a safetensors sample is written in shards.",
                    {}, "shard-size");
    }
    if (options.shardBytes == std::uint64_t{0}) {
        return fail(ErrorCode::InvalidArgument, "A shard must have room for at least one byte.", {},
                    "shard-size");
    }
    return {};
}

}  // namespace

const std::vector<SampleArchitecture>& knownSampleArchitectures() {
    static const std::vector<SampleArchitecture> kKnown = [] {
        const std::pair<const char*, SampleSizes> sizes[] = {
            {"", {50257, 1024, 768, 12, 12}},
            {"-medium", {50257, 1024, 1024, 24, 16}},
            {"-large", {50257, 1024, 1280, 36, 20}},
            {"-xl", {50257, 1024, 1600, 48, 25}}};
        std::vector<SampleArchitecture> known;
        for (const bool isFromScratch : {false, true}) {
            for (const auto& [ending, size] : sizes) {
                known.push_back({std::string(isFromScratch ? "raschka-gpt2" : "gpt2") + ending,
                                 isFromScratch, size});
            }
        }
        for (const SampleConfig& config : sampleConfigs()) {
            known.push_back({std::string(config.name), false, {}, config.text});
        }
        return known;
    }();
    return kKnown;
}

Result<SampleLayout> layOutSample(const SampleOptions& options) {
    const auto& known = knownSampleArchitectures();
    const auto found = std::ranges::find(known, options.arch, &SampleArchitecture::name);
    if (found == known.end()) {
        std::string names;
        for (const SampleArchitecture& architecture : known) {
            names += (names.empty() ? "" : ", ") + architecture.name;
        }
        return fail(ErrorCode::InvalidArgument,
                    "The architecture " + quotedForMessage(options.arch) +
                        " is none that samples are made of; take one of " + names + ".",
                    {}, "arch");
    }
    if (const auto checked = checkForm(options); !checked) {
        return checked.unexpected();
    }
    if (!found->configText.empty()) {
        return options.sizes
                   ? Result<SampleLayout>(fail(ErrorCode::InvalidArgument,
                                               "The sizes of a sample of " + options.arch +
                                                   " are those of its configuration.",
                                               {}, "sizes"))
                   : layOutConfig(found->configText, options);
    }
    const SampleSizes sizes = options.sizes.value_or(found->sizes);
    if (const auto checked = checkSizes(sizes); !checked) {
        return checked.unexpected();
    }
    LayoutMaker maker(sizes, options.dtype);
    return found->isFromScratch ? maker.fromScratch() : maker.huggingFace(options.format);
}

}  // namespace stowage
