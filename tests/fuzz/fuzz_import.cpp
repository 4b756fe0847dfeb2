// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of other engines: as text whose words tell the engine, and as each engine's own.
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/exchange/engine_export.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace stowage::fuzz {
namespace {

constexpr const char* kSmallLlama =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 32,
        "intermediate_size": 64, "num_hidden_layers": 6, "num_attention_heads": 4,
        "num_key_value_heads": 2, "vocab_size": 100, "torch_dtype": "bfloat16"})";

std::vector<DeviceInfo> twoGpus() {
    std::vector<DeviceInfo> devices(4);
    devices[0].id = DeviceId::gpu(0);
    devices[1].id = DeviceId::gpu(1);
    devices[2].id = DeviceId::cpu();
    devices[3].id = DeviceId::disk();
    return devices;
}

void importAs(const Checkpoint& model, Input input, std::string_view from) {
    const auto made = importPlacement(
        {model.describedTree, model.modelFacts, twoGpus(), {}, std::string(textOf(input))}, from);
    if (!made) {
        checkError(made.error());
        return;
    }
    for (const auto* const sentences : {&made->warnings, &made->notes}) {
        for (const std::string& note : *sentences) {
            require(note.ends_with('.') && note.find('\n') == std::string::npos,
                    "a note is a sentence");
        }
    }
    require(!made->workload || checkWorkload(*made->workload), "the workload is a valid one");
    // A map, whose own entries are the person's, may leave tensors out; a split never does.
    for (const TensorSpec& tensor : model.describedTree->tensors()) {
        require(made->from == "accelerate" || made->map.map.deviceOf(tensor.name).has_value(),
                "every tensor has a device");
    }
}

}  // namespace

void runImport(Input input) {
    static const auto kModel = configCheckpoint(kSmallLlama, "config.json");
    require(kModel.has_value(), "the model is known");
    importAs(*kModel, input, {});
    for (const ExportTarget& target : exportTargets()) {
        importAs(*kModel, input, target.id);
    }
}

}  // namespace stowage::fuzz
