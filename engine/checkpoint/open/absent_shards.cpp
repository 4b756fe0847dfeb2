// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/absent_shards.h"

#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/sharded_reader.h"
#include "engine/model/pretrained_models.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostIndexBytes = std::size_t{64} << 20;

Result<ShardIndex> readIndex(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMostIndexBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has %2 bytes; without its shards at most 64 MiB are read.", path,
                        (*file)->size()),
                    path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return parseShardIndex(text, path);
}

bool isThere(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

/// Whether a tree has just the tensors of an index, with as many bytes.
bool hasTensorsOf(const ModuleTree& tree, const ShardIndex& index) {
    const bool hasAll = std::ranges::all_of(index.weights, [&tree](const auto& weight) {
        return tree.findTensor(weight.tensor).has_value();
    });
    std::uint64_t bytes = 0;
    std::vector<bool> seen(tree.storageCount());
    for (const TensorSpec& tensor : tree.tensors()) {
        const bool isNew = tensor.persistent && !seen[tensor.storage.index()];
        seen[tensor.storage.index()] = true;
        bytes += isNew ? tensor.byteSize : 0;
    }
    return hasAll && static_cast<double>(bytes) == *index.totalSize;
}

/// The known model that the index is of, and its name.
std::optional<std::pair<Checkpoint, std::string>> knownModelOf(const ShardIndex& index,
                                                               const std::string& path) {
    const auto presets = modelPresets();
    if (!presets || !index.totalSize) {
        return std::nullopt;
    }
    for (const ModelPreset& preset : *presets) {
        auto checkpoint = configCheckpoint(preset.configText, path);
        if (checkpoint && hasTensorsOf(*checkpoint->describedTree, index)) {
            return std::pair{std::move(*checkpoint), preset.name};
        }
    }
    return std::nullopt;
}

}  // namespace

Result<Checkpoint> describeAbsentShards(const std::string& indexPath, const OpenOptions& options,
                                        const Error& missing) {
    const auto index = readIndex(indexPath);
    STOWAGE_TRY(index);
    const fs::path folder = fs::path(indexPath).parent_path();
    const bool isAnyHere = std::ranges::any_of(
        index->files, [&folder](const std::string& name) { return isThere(folder / name); });
    if (isAnyHere) {
        return Unexpected{missing};
    }
    const std::size_t count = index->files.size();
    const Message absent = count == 1
                               ? say("%1 names %2 shard, which is not here", indexPath, count)
                               : say("%1 names %2 shards, of which none is here", indexPath, count);
    const Message wanted = listedNames(index->files, 2);
    const std::string config = (folder / "config.json").string();
    if (isThere(config)) {
        const auto file = RandomAccessFile::open(config);
        STOWAGE_TRY(file);
        auto checkpoint = readConfig(**file, {options.className});
        STOWAGE_TRY(checkpoint);
        checkpoint->warnings.push_back(
            say("%1: the model is planned as its config.json says; to load it, put %2 beside the "
                "index.",
                absent, wanted));
        return checkpoint;
    }
    if (auto known = knownModelOf(*index, indexPath)) {
        known->first.warnings.push_back(
            say("%1: by names and size it is %2, and planned as that; to load it, put %3 beside "
                "the index.",
                absent, known->second, wanted));
        return std::move(known->first);
    }
    return fail(ErrorCode::FileNotFound,
                say("%1: an index has no shapes; put the model's config.json beside it to plan it, "
                    "and %2 to load it.",
                    absent, wanted),
                missing.file, missing.key);
}

namespace {

bool namesAFile(std::string_view path) {
    constexpr std::array<std::string_view, 7> kEndings = {".safetensors", ".pth", ".pt",  ".bin",
                                                          ".gguf",        ".npy", ".json"};
    return std::ranges::any_of(kEndings, [path](auto ending) { return path.ends_with(ending); });
}

}  // namespace

bool looksLikeHubName(const std::string& path) {
    const std::size_t slash = path.find('/');
    const auto isName = [](std::string_view part) {
        return !part.empty() && part.front() != '.' && std::ranges::all_of(part, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == '_' || c == '.';
        });
    };
    std::error_code error;
    return slash != std::string::npos && isName(std::string_view(path).substr(0, slash)) &&
           isName(std::string_view(path).substr(slash + 1)) && !namesAFile(path) &&
           !std::filesystem::is_directory(path.substr(0, slash), error);
}

Unexpected hubNameError(const std::string& path) {
    const std::string folder = path.substr(path.find('/') + 1);
    return fail(
        ErrorCode::FileNotFound,
        say("There is no file or folder %1; of a model of the Hugging Face Hub fetch config.json "
            "to plan it, and *.safetensors with model.safetensors.index.json to load it, into a "
            "folder (hf download %1 config.json --local-dir %2), and open %2.",
            path, folder),
        path);
}

}  // namespace stowage
