// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/sample_configs.h"

#include "engine/base/json_reader.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree_builder.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

constexpr std::array<SampleConfig, 7> kConfigs{{{"llama-tiny", kLlamaTiny},
                                                {"llama-7b", kLlama7b},
                                                {"mistral-tiny", kMistralTiny},
                                                {"mixtral-tiny", kMixtralTiny},
                                                {"qwen2-tiny", kQwen2Tiny},
                                                {"qwen3-tiny", kQwen3Tiny},
                                                {"bert-tiny", kBertTiny}}};

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
    if (!config) {
        return config.unexpected();
    }
    (*config)["torch_dtype"] = dtypeName(options.dtype);
    return jsonText(*config, 2) + "\n";
}

Result<std::shared_ptr<const ModuleTree>> treeOfFiles(std::string_view configText,
                                                      const std::string& name) {
    const auto model = readConfigModel(configText, name);
    if (!model) {
        return model.unexpected();
    }
    const auto& layouts = model->family.layouts;
    auto draft = draftOf(*model, layouts.empty() ? nullptr : &layouts.front());
    if (!draft) {
        return draft.unexpected();
    }
    return ModuleTreeBuilder::build(std::move(*draft), name);
}

}  // namespace

std::span<const SampleConfig> sampleConfigs() {
    return kConfigs;
}

Result<SampleLayout> layOutConfig(std::string_view configText, const SampleOptions& options) {
    SampleLayout layout;
    auto config = withDtype(configText, options);
    if (!config) {
        return config.unexpected();
    }
    layout.configJson = std::move(*config);
    const auto tree = treeOfFiles(layout.configJson, options.arch);
    if (!tree) {
        return tree.unexpected();
    }
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

}  // namespace stowage
