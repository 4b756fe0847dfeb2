// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/per_tensor_reader.h"

#include "engine/base/job_control.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/formats/npy_reader.h"
#include "engine/checkpoint/formats/torch_reader.h"
#include "engine/checkpoint/open/checkpoint_file.h"
#include "engine/checkpoint/open/checkpoint_folder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// In the order in which they win.
constexpr std::string_view kTorchEnding = ".pt";
constexpr std::string_view kReaderNumpyEnding = ".npy";
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
                    say("%1 holds the file %2, whose name is no UTF-8 and can name no tensor.",
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
            say("%1 holds %2 files; at most 1,000,000 are read as tensors.", folder, names->size()),
            folder);
    }
    Checkpoint checkpoint;
    checkpoint.path = folder;
    const bool isTorch = std::ranges::any_of(
        *names, [](const std::string& name) { return isTensorFile(name, kTorchEnding); });
    checkpoint.format = isTorch ? CheckpointFormat::PerTensor : CheckpointFormat::NpyFolder;
    const std::string_view ending = isTorch ? kTorchEnding : kReaderNumpyEnding;
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
                    say("%1 holds no tensors: no .pt and no .npy file is in it.", folder), folder);
    }
    return checkpoint;
}

}  // namespace stowage
