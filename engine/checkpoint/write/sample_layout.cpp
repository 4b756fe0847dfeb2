// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/sample_layout.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace stowage {
namespace {

/// Llama 2's shape: its config.json at huggingface.co/meta-llama/Llama-2-7b-hf.
constexpr std::string_view kLlama7b = R"json({
  "architectures": ["LlamaForCausalLM"], "model_type": "llama",
  "vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008,
  "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 32,
  "max_position_embeddings": 4096, "hidden_act": "silu", "rms_norm_eps": 1e-05,
  "rope_theta": 10000.0, "attention_bias": false, "mlp_bias": false,
  "initializer_range": 0.02, "tie_word_embeddings": false,
  "bos_token_id": 1, "eos_token_id": 2
})json";

// The small ones are of no published model: some megabytes of each family that runs, with what is
// its own turned on (shared keys and values, windows, biases, experts).
constexpr std::string_view kLlamaTiny = R"json({
  "architectures": ["LlamaForCausalLM"], "model_type": "llama",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 688,
  "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 4,
  "max_position_embeddings": 512, "hidden_act": "silu", "rms_norm_eps": 1e-05,
  "rope_theta": 10000.0, "attention_bias": false, "mlp_bias": false,
  "initializer_range": 0.02, "tie_word_embeddings": false,
  "bos_token_id": 1, "eos_token_id": 2
})json";

constexpr std::string_view kMistralTiny = R"json({
  "architectures": ["MistralForCausalLM"], "model_type": "mistral",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 688,
  "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 32,
  "max_position_embeddings": 512, "sliding_window": 64, "hidden_act": "silu",
  "rms_norm_eps": 1e-05, "rope_theta": 10000.0,
  "initializer_range": 0.02, "tie_word_embeddings": false,
  "bos_token_id": 1, "eos_token_id": 2
})json";

constexpr std::string_view kMixtralTiny = R"json({
  "architectures": ["MixtralForCausalLM"], "model_type": "mixtral",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 448,
  "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 2,
  "num_local_experts": 4, "num_experts_per_tok": 2,
  "max_position_embeddings": 512, "sliding_window": null, "hidden_act": "silu",
  "rms_norm_eps": 1e-05, "rope_theta": 1000000.0,
  "initializer_range": 0.02, "tie_word_embeddings": false,
  "bos_token_id": 1, "eos_token_id": 2
})json";

constexpr std::string_view kQwen2Tiny = R"json({
  "architectures": ["Qwen2ForCausalLM"], "model_type": "qwen2",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 688,
  "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 2,
  "max_position_embeddings": 512, "use_sliding_window": false, "hidden_act": "silu",
  "rms_norm_eps": 1e-06, "rope_theta": 1000000.0,
  "initializer_range": 0.02, "tie_word_embeddings": true
})json";

constexpr std::string_view kQwen3Tiny = R"json({
  "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 688,
  "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 64,
  "max_position_embeddings": 512, "use_sliding_window": false, "hidden_act": "silu",
  "rms_norm_eps": 1e-06, "rope_theta": 1000000.0, "attention_bias": false,
  "initializer_range": 0.02, "tie_word_embeddings": true
})json";

constexpr std::string_view kBertTiny = R"json({
  "architectures": ["BertForMaskedLM"], "model_type": "bert",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 1024,
  "num_hidden_layers": 4, "num_attention_heads": 8,
  "max_position_embeddings": 512, "type_vocab_size": 2, "hidden_act": "gelu",
  "layer_norm_eps": 1e-12, "initializer_range": 0.02, "tie_word_embeddings": true,
  "pad_token_id": 0
})json";

constexpr std::string_view kT5Tiny = R"json({
  "architectures": ["T5ForConditionalGeneration"], "model_type": "t5",
  "vocab_size": 4096, "d_model": 256, "d_kv": 32, "d_ff": 1024,
  "num_layers": 4, "num_decoder_layers": 4, "num_heads": 8,
  "feed_forward_proj": "relu", "layer_norm_epsilon": 1e-06,
  "relative_attention_num_buckets": 32, "relative_attention_max_distance": 128,
  "pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0
})json";

constexpr std::string_view kMambaTiny = R"json({
  "architectures": ["MambaForCausalLM"], "model_type": "mamba",
  "vocab_size": 4096, "hidden_size": 256, "intermediate_size": 512, "expand": 2,
  "num_hidden_layers": 4, "state_size": 16, "conv_kernel": 4, "time_step_rank": 16,
  "layer_norm_epsilon": 1e-05, "use_bias": false, "use_conv_bias": true,
  "hidden_act": "silu", "residual_in_fp32": true, "tie_word_embeddings": true
})json";

/// Models whose samples are made of their configurations, by name; the first of a family is its
/// small one.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kConfigs{
    {{"llama-tiny", kLlamaTiny},
     {"llama-7b", kLlama7b},
     {"mistral-tiny", kMistralTiny},
     {"mixtral-tiny", kMixtralTiny},
     {"qwen2-tiny", kQwen2Tiny},
     {"qwen3-tiny", kQwen3Tiny},
     {"bert-tiny", kBertTiny},
     {"t5-tiny", kT5Tiny},
     {"mamba-tiny", kMambaTiny}}};

SampleFill fillOf(const ModuleTree& tree, const TensorSpec& tensor) {
    const std::string_view name = tensor.name;
    if (name.substr(name.rfind('.') + 1) == "bias") {
        return SampleFill::Zeros;
    }
    const bool isNorm = tree.node(tensor.module).className.find("Norm") != std::string::npos;
    return isNorm ? SampleFill::Ones : SampleFill::Normal;
}

Result<std::string> withDtype(std::string_view configText, const SampleOptions& options) {
    auto config = parseJson(configText, options.arch);
    STOWAGE_TRY(config);
    (*config)["torch_dtype"] = dtypeName(options.dtype);
    return jsonText(*config, 2) + "\n";
}

Result<std::shared_ptr<const ModuleTree>> treeOfFiles(std::string_view configText,
                                                      const std::string& name) {
    const auto model = readConfigModel(configText, name);
    STOWAGE_TRY(model);
    const auto& layouts = model->family.layouts;
    auto draft = draftOf(*model, layouts.empty() ? nullptr : &layouts.front());
    STOWAGE_TRY(draft);
    return ModuleTreeBuilder::build(std::move(*draft), name);
}

using Json = nlohmann::ordered_json;

using Shape = std::vector<std::int64_t>;

/// Collects the tensors of one sample.
class SampleLayoutMaker {
public:
    SampleLayoutMaker(const SampleSizes& sizes, DType dtype) : m_sizes(sizes), m_dtype(dtype) {}

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
                        say("Vocabulary, context, width, layers and heads of a sample must each be "
                            "between 1 and 2^24; one of them is %1.",
                            size));
        }
    }
    if (sizes.width % sizes.heads != 0) {
        return fail(ErrorCode::InvalidArgument,
                    say("The width of a sample, %1, is not divisible by its number of heads, %2.",
                        sizes.width, sizes.heads));
    }
    return {};
}

Result<void> checkForm(const SampleOptions& options) {
    const bool isFloat = options.dtype == DType::Float16 || options.dtype == DType::BFloat16 ||
                         options.dtype == DType::Float32 || options.dtype == DType::Float64;
    if (!isFloat) {
        return fail(
            ErrorCode::InvalidArgument,
            say("A sample cannot have the dtype %1; use float32, float16, bfloat16 or float64.",
                dtypeName(options.dtype)),
            {}, "dtype");
    }
    const bool isWritten = options.format == CheckpointFormat::Safetensors ||
                           options.format == CheckpointFormat::TorchZip ||
                           options.format == CheckpointFormat::PerTensor;
    if (!isWritten) {
        return fail(ErrorCode::InvalidArgument,
                    say("A sample can be written only as safetensors, pth or per-tensor."), {},
                    "format");
    }
    if (options.shardBytes && options.format != CheckpointFormat::Safetensors) {
        return fail(ErrorCode::InvalidArgument,
                    say("A sample can be written in shards only as safetensors."), {},
                    "shard-size");
    }
    if (options.shardBytes == std::uint64_t{0}) {
        return fail(ErrorCode::InvalidArgument,
                    say("The size of a shard must be at least one byte."), {}, "shard-size");
    }
    return {};
}

}  // namespace

Result<SampleLayout> layOutConfig(std::string_view configText, const SampleOptions& options) {
    SampleLayout layout;
    auto config = withDtype(configText, options);
    STOWAGE_TRY(config);
    layout.configJson = std::move(*config);
    const auto tree = treeOfFiles(layout.configJson, options.arch);
    STOWAGE_TRY(tree);
    std::vector<std::optional<std::size_t>> written((*tree)->storageCount());
    for (const TensorSpec& tensor : (*tree)->tensors()) {
        if (tensor.kind != TensorKind::Parameter) {
            continue;  // what these families compute with beside them is not saved
        }
        std::optional<std::size_t>& owner = written[tensor.storage.index()];
        if (owner && options.format != CheckpointFormat::TorchZip) {
            continue;
        }
        layout.tensors.push_back({tensor.name, options.dtype, tensor.shape, owner});
        layout.fills.push_back(fillOf(**tree, tensor));
        owner = owner ? owner : layout.tensors.size() - 1;
    }
    return layout;
}

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
        for (const auto& [name, text] : kConfigs) {
            known.push_back({std::string(name), false, {}, text});
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
                    say("There is no sample of the architecture %1; use one of %2.",
                        quotedForMessage(options.arch), names),
                    {}, "arch");
    }
    STOWAGE_TRY(checkForm(options));
    if (!found->configText.empty()) {
        return options.sizes
                   ? Result<SampleLayout>(fail(ErrorCode::InvalidArgument,
                                               say("The sizes of a sample of %1 are fixed by its "
                                                   "configuration; do not specify sizes.",
                                                   options.arch),
                                               {}, "sizes"))
                   : layOutConfig(found->configText, options);
    }
    const SampleSizes sizes = options.sizes.value_or(found->sizes);
    STOWAGE_TRY(checkSizes(sizes));
    SampleLayoutMaker maker(sizes, options.dtype);
    return found->isFromScratch ? maker.fromScratch() : maker.huggingFace(options.format);
}

}  // namespace stowage
