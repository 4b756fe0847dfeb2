// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run/described_model.h"

#include "engine/base/byte_size.h"
#include "engine/model/config_tree.h"
#include "tests/load/load_fixture.h"

#include <QtGlobal>

#include <utility>

namespace stowage::test {

const char* const kGpt2 = R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"]})";
const char* const kLlama31 =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096,
        "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072,
        "tie_word_embeddings": false})";
const char* const kMixtral =
    R"({"model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "hidden_size": 64,
        "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "vocab_size": 100, "num_local_experts": 8,
        "num_experts_per_tok": 2})";

namespace {

DeviceInfo linked(std::uint32_t index) {
    DeviceInfo info = gpuInfo(index, 64 * kMiB);
    info.linkBytesPerSecond = kLink;
    return info;
}

}  // namespace

Described describe(const std::string& config, DType dtype, DeviceId device) {
    Described made;
    const auto tree = treeFromConfig(config, "config.json");
    if (!tree) {
        qFatal("%s", tree.error().message.english().c_str());
    }
    for (const TensorSpec& spec : (*tree)->tensors()) {
        if (spec.kind == TensorKind::Parameter || spec.persistent) {
            made.setting.tensors.push_back({spec.name,
                                            {dtype, spec.shape},
                                            device,
                                            static_cast<std::uint32_t>(spec.storage.index()),
                                            spec.kind == TensorKind::Buffer});
        }
    }
    made.setting.devices = {linked(0), cpuInfo()};
    made.setting.executionDevice = DeviceId::gpu(0);
    const DescribedWeights weights(made.setting);
    auto model = makeRunModel(weights, *RunConfig::parse(config, "config.json"));
    if (!model) {
        qFatal("%s", model.error().message.english().c_str());
    }
    made.model = std::move(*model);
    return made;
}

/// A machine whose rates are round.
MachineRates roundRates() {
    MachineRates rates;
    rates.set(HostRate::Memcpy, 10e9);
    rates.set(HostRate::TouchLarge, 10e9);
    rates.set(HostRate::TouchSmall, 2e9);
    rates.set(HostRate::SimulatedFresh, 1e9);
    rates.set(HostRate::SimulatedPopulated, 10e9);
    for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float16}) {
        for (const std::int64_t rows : kMeasuredRows) {
            rates.matmul[productRateName(ProductPlace::Host, dtype, rows)] =
                1e9 * static_cast<double>(rows);
        }
    }
    return rates;
}

}  // namespace stowage::test
