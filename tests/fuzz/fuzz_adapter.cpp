// SPDX-License-Identifier: GPL-3.0-or-later
// A LoRA adapter over a small Llama: its configuration up to an empty line, then a tensor a line,
// "NAME SIZE SIZE". What is laid over the model has all of the model's tensors still.
#include "engine/checkpoint/adapter/lay_adapter.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/config_tree.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace stowage::fuzz {
namespace {

constexpr std::size_t kMostTensors = 64;
constexpr std::int64_t kMostSize = 1 << 20;

const std::shared_ptr<const ModuleTree>& smallLlama() {
    static const std::shared_ptr<const ModuleTree> tree =
        *treeFromConfig(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama",
            "hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2,
            "num_attention_heads": 2, "num_key_value_heads": 1, "vocab_size": 40})",
                        "config.json");
    return tree;
}

/// A tensor that a line tells; nothing of a line without a name, or with sizes that are none.
bool readTensor(std::string_view line, StoredTensor& tensor) {
    const std::size_t space = line.find(' ');
    tensor.name = std::string(line.substr(0, space));
    while (space != std::string_view::npos && tensor.shape.size() < 6) {
        line.remove_prefix(std::min(line.find(' ') + 1, line.size()));
        std::int64_t size = 0;
        const auto read = std::from_chars(line.data(), line.data() + line.size(), size);
        if (read.ec != std::errc() || size < 0 || size > kMostSize) {
            return false;
        }
        tensor.shape.push_back(size);
        if (line.find(' ') == std::string_view::npos) {
            break;
        }
    }
    return !tensor.name.empty() && checkedByteSize(DType::Float32, tensor.shape).has_value();
}

/// Names of a file are unique.
std::shared_ptr<const Checkpoint> readWeights(std::string_view text) {
    auto weights = std::make_shared<Checkpoint>();
    weights->path = "adapter_model.safetensors";
    while (!text.empty() && weights->tensors.size() < kMostTensors) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        StoredTensor tensor;
        const bool isTensor = readTensor(text.substr(0, end), tensor);
        if (isTensor && std::ranges::find(weights->tensors, tensor.name, &StoredTensor::name) ==
                            weights->tensors.end()) {
            tensor.location.length = *checkedByteSize(DType::Float32, tensor.shape);
            weights->tensors.push_back(std::move(tensor));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return weights;
}

/// A model without weights, so that nothing is read.
Checkpoint model() {
    Checkpoint checkpoint;
    checkpoint.path = "config.json";
    checkpoint.format = CheckpointFormat::TreeJson;
    checkpoint.describedTree = smallLlama();
    return checkpoint;
}

}  // namespace

void runAdapter(Input input) {
    const std::string_view text = textOf(input);
    const std::size_t gap = std::min(text.find("\n\n"), text.size());
    auto files = parseAdapterConfig(text.substr(0, gap), "adapter_config.json");
    if (!files) {
        checkError(files.error());
        return;
    }
    files->weights = readWeights(text.substr(std::min(gap + 2, text.size())));
    const auto adapted = layAdapter(model(), smallLlama(), *files, "default", "adapter");
    if (!adapted) {
        checkError(adapted.error());
        return;
    }
    const ModuleTree& tree = *adapted->describedTree;
    checkTreeRoundTrip(tree);
    require(adapted->adapters->size() == 1, "one adapter was laid over the model");
    std::uint64_t parameters = smallLlama()->node(ModuleTree::root()).subtreeParameters;
    require(tree.node(ModuleTree::root()).subtreeParameters >= parameters,
            "no parameter of the model is lost");
    const auto again = layAdapter(*adapted, adapted->describedTree, *files, "second", "adapter");
    if (!again) {
        checkError(again.error());
        return;
    }
    checkTreeRoundTrip(*again->describedTree);
}

}  // namespace stowage::fuzz
