// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/per_tensor_reader.h"

#include "engine/base/utf8.h"
#include "engine/checkpoint/checkpoint_file.h"
#include "engine/checkpoint/checkpoint_folder.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/torch_archive_reader.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kEnding = ".pt";
constexpr std::size_t kMaxFiles = 1'000'000;

/// The tensor of one file. What is no zip at all gets the reason that it would get on its own.
Result<StoredTensor> readTensor(const std::shared_ptr<const RandomAccessFile>& file,
                                const std::stop_token& stop) {
    std::array<std::byte, 2> head{};
    const bool isZip = file->size() >= head.size() && file->readAt(0, head) &&
                       head[0] == std::byte{'P'} && head[1] == std::byte{'K'};
    if (!isZip) {
        if (const auto other = readWeightsFile(file, stop); !other) {
            return other.unexpected();
        }
    }
    return readLoneTensor(file, stop);
}

Result<void> addTensor(const std::string& folder, const std::string& fileName,
                       const std::stop_token& stop, Checkpoint& checkpoint) {
    const std::string name = fileName.substr(0, fileName.size() - kEnding.size());
    if (!isValidUtf8(name)) {
        return fail(ErrorCode::Malformed,
                    folder + " holds the file " + quotedForMessage(fileName) +
                        ", whose name is no UTF-8 and can name no tensor.",
                    folder, fileName);
    }
    const auto path = placeInFolder(folder, fileName, folder);
    if (!path) {
        return path.unexpected();
    }
    const auto file = RandomAccessFile::openWhenRead(*path);
    if (!file) {
        return file.unexpected();
    }
    auto tensor = readTensor(*file, stop);
    if (!tensor) {
        return tensor.unexpected();
    }
    tensor->name = name;
    tensor->location.shard = static_cast<std::uint32_t>(checkpoint.shards.size());
    tensor->storageKey = 0;
    checkpoint.shards.push_back(*file);
    checkpoint.tensors.push_back(std::move(*tensor));
    return {};
}

}  // namespace

Result<Checkpoint> readPerTensorFolder(const std::string& folder, const std::stop_token& stop) {
    const auto names = namesInFolder(folder);
    if (!names) {
        return names.unexpected();
    }
    if (names->size() > kMaxFiles) {
        return fail(ErrorCode::LimitExceeded,
                    folder + " holds " + std::to_string(names->size()) +
                        " files; at most 1,000,000 are read as tensors.",
                    folder);
    }
    Checkpoint checkpoint;
    checkpoint.path = folder;
    checkpoint.format = CheckpointFormat::PerTensor;
    for (const std::string& name : *names) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "Opening " + folder + " was stopped.");
        }
        if (name.size() <= kEnding.size() || !name.ends_with(kEnding) || name.starts_with('.')) {
            continue;
        }
        if (const auto added = addTensor(folder, name, stop, checkpoint); !added) {
            return added.unexpected();
        }
    }
    if (checkpoint.tensors.empty()) {
        return fail(ErrorCode::NoCheckpoint, folder + " holds no tensors: no .pt file is in it.",
                    folder);
    }
    return checkpoint;
}

}  // namespace stowage
