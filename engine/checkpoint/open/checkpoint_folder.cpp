// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/checkpoint_folder.h"

#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/formats/gguf_reader.h"
#include "engine/checkpoint/formats/npy_reader.h"
#include "engine/checkpoint/formats/torch_reader.h"
#include "engine/checkpoint/keys/known_tree.h"
#include "engine/checkpoint/open/checkpoint_file.h"
#include "engine/checkpoint/open/pipeline_folder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

using Kind = CheckpointChoice::Kind;

/// In the order in which they win.
constexpr std::array<std::string_view, 2> kWholeFiles = {"pytorch_model.bin", "model.safetensors"};

constexpr std::string_view kIndexEnding = ".index.json";

constexpr std::string_view kOwnPreferred = "model.pth";

constexpr std::string_view kPerTensorFolder = "model_parameters";

constexpr std::string_view kOffloadIndex = "index.json";

constexpr std::array<std::string_view, 5> kEndings = {".safetensors", ".pth", ".pt", ".bin",
                                                      ".gguf"};

constexpr std::string_view kNumpyEnding = ".npy";

/// How many candidates a message names.
constexpr std::size_t kNamedCandidates = 8;

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

Unexpected severalCandidates(const std::string& folder, const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kNamedCandidates); ++i) {
        list += (i == 0 ? "" : ", ") + quotedForMessage(names[i]);
    }
    const Message candidates = names.size() > kNamedCandidates
                                   ? say("%1 and %2 more", list, names.size() - kNamedCandidates)
                                   : Message(list);
    const std::string index = indexOfShard(names.front());
    if (!index.empty() && std::ranges::all_of(names, [&index](const std::string& name) {
            return indexOfShard(name) == index;
        })) {
        return fail(ErrorCode::NoCheckpoint,
                    say("%1 contains shards of a checkpoint (%2), but not their index. Put %3 into "
                        "the folder, or open a single shard.",
                        folder, candidates, index),
                    folder);
    }
    return fail(ErrorCode::NoCheckpoint,
                say("%1 contains several files that could be the checkpoint: %2; open one of them.",
                    folder, candidates),
                folder);
}

bool isFolder(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

/// A file of the folder; a folder of that name is none.
Result<FolderCheckpoint> fileAt(const std::string& path, std::vector<std::string> others) {
    if (isFolder(path)) {
        const auto refused = RandomAccessFile::open(path);
        return refused.unexpected();
    }
    return FolderCheckpoint{path, std::move(others)};
}

/// What could have been taken instead of `taken`.
std::vector<std::string> othersThan(std::string_view taken, const std::vector<std::string>& names) {
    std::vector<std::string> others;
    for (const std::string& name : names) {
        const bool isCheckpoint = name == "pytorch_model.bin" || name == "model.safetensors" ||
                                  name == kOwnPreferred || name == kPerTensorFolder ||
                                  name.ends_with(".index.json");
        if (isCheckpoint && name != taken) {
            others.push_back(name);
        }
    }
    return others;
}

/// Whether the folder's `.pt` files hold a tensor each: the first one tells.
bool holdsTensors(const std::string& base, const std::vector<std::string>& candidates) {
    if (!std::ranges::all_of(candidates, [](const auto& name) { return name.ends_with(".pt"); })) {
        return false;
    }
    const auto file = RandomAccessFile::open(base + candidates.front());
    return file && readTensorFile(*file, {});
}

bool isNamedPerTensor(const std::string& folder) {
    const std::size_t end = folder.find_last_not_of('/');
    const std::string_view trimmed =
        std::string_view(folder).substr(0, end == std::string::npos ? 0 : end + 1);
    return trimmed.substr(trimmed.rfind('/') + 1) == kPerTensorFolder;
}

/// What is neither a whole file of the usual name nor an index.
Result<FolderCheckpoint> findOther(const std::string& folder, const std::string& base,
                                   const std::vector<std::string>& names) {
    constexpr std::string_view kConfigFile = "config.json";
    // An offload folder may hold a safetensors file as well, which its index names.
    const bool hasRawTensors =
        std::ranges::any_of(names, [](const auto& name) { return name.ends_with(".dat"); });
    if (hasRawTensors && contains(names, kOffloadIndex)) {
        return FolderCheckpoint{base + std::string(kOffloadIndex), {}};
    }
    std::vector<std::string> candidates;
    std::ranges::copy_if(names, std::back_inserter(candidates), isWeightsFile);
    // The form of Accelerate's guide, which its own rules find by the index's path alone.
    const std::string index = base + std::string(kOffloadIndex);
    if (contains(names, kOffloadIndex) && !candidates.empty() && isShardIndexFile(index)) {
        return FolderCheckpoint{index, {}};
    }
    if (!candidates.empty() && isNamedPerTensor(folder)) {
        return FolderCheckpoint{folder, {}};
    }
    if (const auto first = onlySplitGguf(candidates)) {
        return FolderCheckpoint{base + *first, {}};
    }
    if (candidates.size() > 1) {
        // Of a pipeline's model variants lie beside it ("diffusion_pytorch_model.fp16.bin").
        if (const auto usual = componentWeights(candidates, {})) {
            return fileAt(base + *usual, {});
        }
        return holdsTensors(base, candidates)
                   ? Result<FolderCheckpoint>(FolderCheckpoint{folder, {}})
                   : severalCandidates(folder, candidates);
    }
    if (candidates.size() == 1) {
        return holdsTensors(base, candidates)
                   ? Result<FolderCheckpoint>(FolderCheckpoint{folder, {}})
                   : fileAt(base + candidates.front(), {});
    }
    if (contains(names, kOffloadIndex)) {
        return FolderCheckpoint{base + std::string(kOffloadIndex), {}};
    }
    if (std::ranges::any_of(names, [](const auto& name) { return name.ends_with(kNumpyEnding); })) {
        return FolderCheckpoint{folder, {}};
    }
    if (contains(names, kConfigFile)) {
        return FolderCheckpoint{base + std::string(kConfigFile), {}};
    }
    return fail(ErrorCode::NoCheckpoint,
                say("%1 contains no checkpoint: it has no .safetensors, .pth, .pt, .bin, .gguf or "
                    ".npy file.",
                    folder),
                folder);
}

}  // namespace

bool isWeightsFile(const std::string& name) {
    // Trainers save these next to a model's weights.
    constexpr std::array<std::string_view, 4> kOthers = {"training_args.bin", "optimizer.pt",
                                                         "scheduler.pt", "optimizer.bin"};
    return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); }) &&
           std::ranges::find(kOthers, name) == kOthers.end();
}

Result<CheckpointChoice> chooseCheckpoint(const std::vector<std::string>& names,
                                          const std::string& folder) {
    for (const std::string_view whole : kWholeFiles) {
        if (std::ranges::find(names, whole) != names.end()) {
            return CheckpointChoice{Kind::WholeFile, std::string(whole)};
        }
    }
    std::vector<std::string> indexes;
    std::ranges::copy_if(names, std::back_inserter(indexes),
                         [](const std::string& name) { return name.ends_with(kIndexEnding); });
    if (indexes.empty()) {
        return fail(ErrorCode::NoCheckpoint,
                    say("%1 is not a folder containing a `.index.json` file or a pytorch_model.bin "
                        "or a model.safetensors file",
                        folder),
                    folder);
    }
    if (indexes.size() > 1) {
        return fail(
            ErrorCode::Unsupported,
            say("%1 containing more than one `.index.json` file, delete the irrelevant ones.",
                folder),
            folder);
    }
    return CheckpointChoice{Kind::Index, indexes.front()};
}

CheckpointChoice chooseNamedFile(const std::string& name) {
    return {name.ends_with(".json") ? Kind::Index : Kind::WholeFile, name};
}

Result<std::vector<std::string>> shardsOfIndex(const std::string& text, const std::string& file) {
    const auto document = parseJson(text, file, {.acceptsPythonNumbers = true});
    STOWAGE_TRY(document);
    const bool hasMap = document->is_object() && document->contains("weight_map");
    const nlohmann::ordered_json& map = hasMap ? document->at("weight_map") : *document;
    std::vector<std::string> shards;
    bool areNames = map.is_object();
    for (const auto& shard : map) {
        areNames = areNames && shard.is_string();
        if (areNames) {
            shards.push_back(shard.get<std::string>());
        }
    }
    if (!areNames) {
        return fail(ErrorCode::Malformed,
                    say("%1 is not an index of shards: it must map the name of each tensor to a "
                        "file name, at its top level or under \"weight_map\".",
                        file),
                    file, "weight_map");
    }
    std::ranges::sort(shards);
    const auto repeated = std::ranges::unique(shards);
    shards.erase(repeated.begin(), repeated.end());
    return shards;
}

Result<std::vector<std::string>> namesInFolder(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    auto iterator = std::filesystem::directory_iterator(folder, error);
    for (; !error && iterator != std::filesystem::directory_iterator(); iterator.increment(error)) {
        names.push_back(iterator->path().filename().string());
    }
    if (error) {
        return openFailure(folder, error.value());
    }
    std::ranges::sort(names, isNaturallyLess);
    return names;
}

Result<FolderCheckpoint> findCheckpointInFolder(const std::string& folder) {
    const auto names = namesInFolder(folder);
    STOWAGE_TRY(names);
    const std::string base = folder.ends_with('/') ? folder : folder + "/";
    const auto take = [&](std::string_view name) {
        return fileAt(base + std::string(name), othersThan(name, *names));
    };
    const auto choice = chooseCheckpoint(*names, folder);
    if (choice && choice->kind == CheckpointChoice::Kind::WholeFile) {
        return take(choice->name);
    }
    if (contains(*names, kOwnPreferred)) {
        return take(kOwnPreferred);
    }
    if (choice) {
        return take(choice->name);
    }
    if (choice.error().code == ErrorCode::Unsupported) {
        if (const auto usual = componentWeights(*names, {})) {
            return take(*usual);
        }
        return fail(ErrorCode::Unsupported,
                    say("%1 contains more than one .index.json file, and Accelerate rejects such a "
                        "folder; open one of these files, or delete the irrelevant files.",
                        folder),
                    folder);
    }
    if (contains(*names, kPerTensorFolder) && isFolder(base + std::string(kPerTensorFolder))) {
        return FolderCheckpoint{base + std::string(kPerTensorFolder),
                                othersThan(kPerTensorFolder, *names)};
    }
    return findOther(folder, base, *names);
}

namespace {

/// In the order in which they win.
constexpr std::string_view kTorchEnding = ".pt";
constexpr std::size_t kPerTensorMaxFiles = 1'000'000;

bool isTensorFile(const std::string& name, std::string_view ending) {
    return name.size() > ending.size() && name.ends_with(ending) && !name.starts_with('.');
}

Result<void> addTensor(const FolderGuard& guard, const std::string& folder,
                       const std::string& fileName, const std::stop_token& stop,
                       Checkpoint& checkpoint) {
    const std::string name = fileName.substr(0, fileName.rfind('.'));
    if (!isValidUtf8(name)) {
        return fail(ErrorCode::Malformed,
                    say("%1 contains the file %2, whose name is not valid UTF-8 and cannot be the "
                        "name of a tensor; rename the file.",
                        folder, quotedForMessage(fileName)),
                    folder, fileName);
    }
    const auto path = guard.place(fileName, folder);
    STOWAGE_TRY(path);
    const auto file = RandomAccessFile::openWhenRead(*path);
    STOWAGE_TRY(file);
    auto tensor = readTensorFile(*file, stop);
    STOWAGE_TRY(tensor);
    tensor->name = name;
    tensor->location.shard = static_cast<std::uint32_t>(checkpoint.shards.size());
    tensor->storageKey = 0;
    checkpoint.shards.push_back(*file);
    checkpoint.tensors.push_back(std::move(*tensor));
    return {};
}

}  // namespace

Result<StoredTensor> readTensorFile(const std::shared_ptr<const RandomAccessFile>& file,
                                    const std::stop_token& stop) {
    std::array<std::byte, 16> buffer{};
    const auto bytes = std::span(buffer).first(std::min<std::uint64_t>(16, file->size()));
    STOWAGE_TRY(file->readAt(0, bytes));
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (isLegacyTorchFile(head)) {
        return readLoneLegacyTensor(file, stop);
    }
    if (isNpyFile(head)) {
        return readNpyTensor(file);
    }
    // What is no zip at all gets the reason that it would get on its own.
    if (!head.starts_with("PK")) {
        STOWAGE_TRY(readWeightsFile(file, {}, stop));
    }
    return readLoneTensor(file, stop);
}

Result<Checkpoint> readPerTensorFolder(const std::string& folder, const std::stop_token& stop,
                                       const ProgressSink& progress) {
    auto names = namesInFolder(folder);
    STOWAGE_TRY(names);
    if (names->size() > kPerTensorMaxFiles) {
        return fail(
            ErrorCode::LimitExceeded,
            say("%1 contains %2 files, but the limit for files that are read as tensors is %3.",
                folder, names->size(), kPerTensorMaxFiles),
            folder);
    }
    Checkpoint checkpoint;
    checkpoint.path = folder;
    const bool isTorch = std::ranges::any_of(
        *names, [](const std::string& name) { return isTensorFile(name, kTorchEnding); });
    checkpoint.format = isTorch ? CheckpointFormat::PerTensor : CheckpointFormat::NpyFolder;
    const std::string_view ending = isTorch ? kTorchEnding : kNumpyEnding;
    std::erase_if(*names, [&](const std::string& name) { return !isTensorFile(name, ending); });
    const FolderGuard guard(folder);
    ProgressThrottle throttle(progress);
    for (const std::string& name : *names) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", folder));
        }
        throttle.report(
            {phrase("headers of files"), 0, 0, checkpoint.shards.size(), names->size(), name});
        STOWAGE_TRY(addTensor(guard, folder, name, stop, checkpoint));
    }
    throttle.reportFinal(
        {phrase("headers of files"), 0, 0, checkpoint.shards.size(), names->size(), {}});
    if (checkpoint.tensors.empty()) {
        return fail(ErrorCode::NoCheckpoint,
                    say("%1 contains no tensors: it has no .pt and no .npy file.", folder), folder);
    }
    return checkpoint;
}

}  // namespace stowage
