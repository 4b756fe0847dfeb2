// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/checkpoint.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/model/config_tree.h"
#include "engine/model/pretrained_models.h"
#include "engine/model/state_dict_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stowage {

std::uint64_t denseBytes(const StoredTensor& stored) {
    return storedBytes(stored.dtype, elementCount(stored.shape));
}

Message rankText(const Adapter& adapter) {
    return adapter.rankFrom == adapter.rankTo ? Message(std::to_string(adapter.rankTo))
                                              : say("%1 to %2", adapter.rankFrom, adapter.rankTo);
}

namespace {

KeyOrder keyOrderOf(const Checkpoint& checkpoint) {
    switch (checkpoint.format) {
        case CheckpointFormat::Safetensors:
        case CheckpointFormat::SafetensorsShards:
        case CheckpointFormat::PerTensor:
        case CheckpointFormat::Npy:
        case CheckpointFormat::NpyFolder:
            return KeyOrder::Sorted;
        case CheckpointFormat::OffloadFolder:
            // Its index follows what was offloaded: a state dict, or a safetensors file by name.
            return std::ranges::is_sorted(checkpoint.tensors, {}, &StoredTensor::name)
                       ? KeyOrder::Sorted
                       : KeyOrder::Registration;
        case CheckpointFormat::TorchZip:
        case CheckpointFormat::TorchShards:
        case CheckpointFormat::TorchLegacy:
        case CheckpointFormat::TorchScript:
        case CheckpointFormat::Gguf:
        case CheckpointFormat::TreeJson:
            break;
    }
    return KeyOrder::Registration;
}

/// The tensors as a state dict; those that share all their bytes get the number of a tie.
std::vector<StateDictEntry> entriesOf(const Checkpoint& checkpoint) {
    using Place = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, DType,
                             std::vector<std::int64_t>, std::vector<std::int64_t>, std::uint64_t>;
    // Most storages have one tensor: only the others are compared.
    std::unordered_map<std::uint64_t, std::uint32_t> uses;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (tensor.storageKey != 0) {
            ++uses[tensor.storageKey];
        }
    }
    std::map<Place, std::uint32_t> groups;
    std::vector<StateDictEntry> entries;
    entries.reserve(checkpoint.tensors.size());
    for (const StoredTensor& tensor : checkpoint.tensors) {
        StateDictEntry entry{tensor.name, tensor.dtype, tensor.shape, 0};
        if (tensor.storageKey != 0 && uses[tensor.storageKey] > 1) {
            const Place place{tensor.storageKey,  tensor.location.offset, tensor.location.length,
                              tensor.dtype,       tensor.shape,           tensor.strides,
                              tensor.firstElement};
            const auto number = static_cast<std::uint32_t>(groups.size() + 1);
            entry.tieGroup = groups.try_emplace(place, number).first->second;
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

}  // namespace

const char* checkpointFormatName(CheckpointFormat format) {
    // In the order of the enum.
    constexpr std::array kNames = {"safetensors",    "pytorch",    "tree",    "safetensors-shards",
                                   "pytorch-shards", "per-tensor", "offload", "pytorch-legacy",
                                   "torchscript",    "gguf",       "npy",     "npy-folder"};
    static_assert(kNames.size() == static_cast<std::size_t>(CheckpointFormat::NpyFolder) + 1);
    return kNames[static_cast<std::size_t>(format)];
}

Result<std::shared_ptr<const ModuleTree>> buildModuleTree(const Checkpoint& checkpoint) {
    if (checkpoint.describedTree) {
        return checkpoint.describedTree;
    }
    // The entries go before the tree is built.
    auto draft = draftStateDict(entriesOf(checkpoint), keyOrderOf(checkpoint));
    auto tree = draft ? ModuleTreeBuilder::build(std::move(*draft))
                      : Result<std::shared_ptr<const ModuleTree>>(draft.unexpected());
    if (!tree) {
        Error error = tree.error();
        error.file = checkpoint.path;
        error.message = say("%1: %2", checkpoint.path, error.message);
        return Unexpected{std::move(error)};
    }
    return tree;
}

Error elsewhereError(const Checkpoint& checkpoint) {
    const WeightsElsewhere& weights = *checkpoint.elsewhere;
    return makeError(
        ErrorCode::NoCheckpoint,
        weights.machine.empty()
            ? say("%1 contains the headers of %2 without the weights. The model can be planned on "
                  "this machine, but loaded only on the machine that has the weights.",
                  checkpoint.path, weights.path)
            : say("%1 contains the headers of %2 on %3 without the weights. The model can be "
                  "planned on this machine, but loaded only on the machine that has the weights.",
                  checkpoint.path, weights.path, weights.machine),
        checkpoint.path);
}

NotExpressed elsewhereLoss(const WeightsElsewhere& there) {
    return {there.machine.empty() ? say("The weights are not on this machine")
                                  : say("The weights are on %1", there.machine),
            there.path.empty()
                ? say("this machine has only the headers of the model; replace "
                      "FOLDER_OR_REPOSITORY with the folder that contains the weights")
                : say("this machine has only the headers of the model; use this export on the "
                      "machine that has %1",
                      there.path)};
}

namespace {

/// More components have no pipeline; the largest of diffusers have nine.
constexpr std::size_t kMostComponents = 64;

/// Whether the class is that of something without weights: what prepares text and images, and what
/// decides on the steps.
bool isWithoutWeights(std::string_view className) {
    // "CLIPTokenizerFast", "CLIPImageProcessorPil": what stands behind differs between releases.
    constexpr std::array<std::string_view, 6> kWords = {
        "Tokenizer", "Scheduler", "Processor", "FeatureExtractor", "Guider", "Guidance"};
    return std::ranges::any_of(
        kWords, [&](auto word) { return className.find(word) != std::string_view::npos; });
}

bool isFolderName(const std::string& name) {
    return !name.empty() && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\\.\0", 4)) == std::string::npos;
}

Unexpected malformed(const std::string& file, const Message& what, const std::string& key) {
    return fail(ErrorCode::Malformed, say("%1 %2", file, what), file, key);
}

/// The entry of a model; nothing of what is none. Errors: those of parsePipeline().
Result<std::optional<PipelineComponent>> componentOf(const std::string& name,
                                                     const nlohmann::ordered_json& entry,
                                                     const std::string& file) {
    const auto isText = [&entry](std::size_t at) { return entry[at].is_string(); };
    if (!entry.is_array() || entry.size() != 2 || entry[1].is_null()) {
        return std::optional<PipelineComponent>();
    }
    if (!isText(0) || !isText(1)) {
        return malformed(
            file,
            say("is not a diffusers pipeline: %1 must be a list of a library and a class.",
                quotedForMessage(name)),
            name);
    }
    PipelineComponent component{name, entry[0].get<std::string>(), entry[1].get<std::string>(), {}};
    if (isWithoutWeights(component.className)) {
        return std::optional<PipelineComponent>();
    }
    if (!isFolderName(name)) {
        return malformed(
            file, say("names a component %1, which is not a folder name.", quotedForMessage(name)),
            name);
    }
    if (component.className.starts_with("Flax") || component.className.starts_with("Onnx")) {
        return fail(ErrorCode::Unsupported,
                    say("%1 names the class %2, whose weights are not for PyTorch; fetch the "
                        "PyTorch files of the pipeline.",
                        file, quotedForMessage(component.className)),
                    file, name);
    }
    return std::optional(std::move(component));
}

}  // namespace

Result<Pipeline> parsePipeline(std::string_view text, const std::string& file) {
    JsonLimits limits;
    limits.textBytes = kMaxConfigBytes;
    limits.acceptsPythonNumbers = true;
    const auto document = parseJson(text, file, limits);
    STOWAGE_TRY(document);
    const auto named = document->is_object() ? document->find("_class_name") : document->end();
    if (!document->is_object() || named == document->end() || !named->is_string()) {
        return malformed(file,
                         say("is not a diffusers pipeline: the file must contain a JSON object "
                             "with a \"_class_name\"."),
                         "_class_name");
    }
    Pipeline pipeline;
    pipeline.className = named->get<std::string>();
    pipeline.file = file;
    for (const auto& [name, entry] : document->items()) {
        if (name.starts_with('_')) {
            continue;
        }
        auto component = componentOf(name, entry, file);
        STOWAGE_TRY(component);
        if (*component) {
            pipeline.components.push_back(std::move(**component));
        }
    }
    if (pipeline.components.size() > kMostComponents) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 names %2 models; the limit is %3.", file, pipeline.components.size(),
                        kMostComponents),
                    file);
    }
    return pipeline;
}

}  // namespace stowage
