// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/file_set_writer.h"

#include "engine/base/json_reader.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "engine/checkpoint/staging_folder.h"
#include "engine/checkpoint/torch_archive_writer.h"
#include "engine/model/tensor_size.h"

#include <array>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMaxFileName = 255;
constexpr const char* kWholeFile = "model.safetensors";
constexpr const char* kIndexFile = "model.safetensors.index.json";

/// Turns the progress of one part into that of the whole.
class WholeProgress {
public:
    WholeProgress(const CheckpointWriteJob& job, std::uint64_t bytes)
        : m_throttle(job.progress), m_bytes(bytes), m_items(job.tensors.size()) {}

    ProgressSink sink() {
        return [this](const Progress& part) {
            Progress whole = part;
            whole.bytesDone += m_bytesBefore;
            whole.bytesTotal = m_bytes;
            whole.itemsDone += m_itemsBefore;
            whole.itemsTotal = m_items;
            m_last = whole;
            m_throttle.report(whole);
        };
    }
    void partDone(std::uint64_t bytes, std::size_t items) {
        m_bytesBefore += bytes;
        m_itemsBefore += items;
    }
    void finish() { m_throttle.reportFinal(m_last); }

private:
    ProgressThrottle m_throttle;
    Progress m_last;
    std::uint64_t m_bytes;
    std::uint64_t m_items;
    std::uint64_t m_bytesBefore = 0;
    std::uint64_t m_itemsBefore = 0;
};

std::string shardName(std::size_t number, std::size_t count) {
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "model-%05zu-of-%05zu.safetensors", number, count);
    return text.data();
}

Result<void> checkFileNames(const CheckpointWriteJob& job) {
    for (const TensorToWrite& tensor : job.tensors) {
        if (const auto checked = checkPerTensorName(tensor.name); !checked) {
            return checked;
        }
        if (tensor.sameAs) {
            return fail(ErrorCode::InvalidArgument,
                        "The tensor " + quotedForMessage(tensor.name) +
                            " is a second name of another, which a folder of one file a tensor "
                            "cannot say; leave it out.",
                        job.path, tensor.name);
        }
    }
    return {};
}

}  // namespace

Result<void> writeParts(const CheckpointWriteJob& job, const std::string& folder,
                        const std::vector<PartFile>& parts,
                        const std::function<Result<void>(const CheckpointWriteJob&)>& writeOne) {
    const auto sizes = checkedTensorSizes(job.tensors);
    if (!sizes) {
        return sizes.unexpected();
    }
    WholeProgress progress(job, std::accumulate(sizes->begin(), sizes->end(), std::uint64_t{0}));
    for (const PartFile& part : parts) {
        std::vector<TensorToWrite> tensors;
        std::uint64_t bytes = 0;
        for (const std::size_t index : part.tensors) {
            tensors.push_back(job.tensors[index]);
            bytes += (*sizes)[index];
        }
        CheckpointWriteJob one;
        one.path = folder + "/" + part.name;
        one.tensors = tensors;
        one.source = [&](std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
            return job.source(part.tensors[index], offset, target);
        };
        one.stop = job.stop;
        one.progress = progress.sink();
        one.durability = job.durability;
        if (job.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "Writing " + job.path + " was stopped.", job.path);
        }
        if (const auto written = writeOne(one); !written) {
            return written;
        }
        progress.partDone(bytes, part.tensors.size());
    }
    progress.finish();
    return {};
}

std::vector<PartFile> splitIntoShards(std::span<const std::uint64_t> tensorBytes,
                                      std::uint64_t shardBytes) {
    std::vector<PartFile> shards;
    PartFile current;
    std::uint64_t currentBytes = 0;
    for (std::size_t i = 0; i < tensorBytes.size(); ++i) {
        if (tensorBytes[i] > shardBytes) {
            shards.push_back({{}, {i}});
            continue;
        }
        if (tensorBytes[i] > shardBytes - currentBytes) {
            shards.push_back(std::exchange(current, {}));
            currentBytes = 0;
        }
        current.tensors.push_back(i);
        currentBytes += tensorBytes[i];
    }
    if (!current.tensors.empty() || shards.empty()) {
        shards.push_back(std::move(current));
    }
    for (std::size_t i = 0; i < shards.size(); ++i) {
        shards[i].name = shards.size() == 1 ? kWholeFile : shardName(i + 1, shards.size());
    }
    return shards;
}

std::string shardIndexText(std::span<const TensorToWrite> tensors,
                           const std::vector<PartFile>& parts, const SafetensorsMetadata& notes) {
    std::map<std::string, std::string> byName;
    std::uint64_t totalBytes = 0;
    for (const PartFile& part : parts) {
        for (const std::size_t index : part.tensors) {
            byName.emplace(tensors[index].name, part.name);
            totalBytes += checkedByteSize(tensors[index].dtype, tensors[index].shape).value_or(0);
        }
    }
    nlohmann::ordered_json map = nlohmann::ordered_json::object();
    // Sorted names: appended, as a look-up for each would be quadratic.
    auto& members = map.get_ref<nlohmann::ordered_json::object_t&>();
    for (const auto& [name, file] : byName) {
        members.emplace_back(name, file);
    }
    nlohmann::ordered_json metadata{{"total_size", totalBytes}};
    for (const auto& [name, kept] : notes) {
        metadata.get_ref<nlohmann::ordered_json::object_t&>().emplace_back(name, kept);
    }
    const nlohmann::ordered_json index{{"metadata", std::move(metadata)},
                                       {"weight_map", std::move(map)}};
    return jsonText(index, 2) + "\n";
}

Result<void> checkPerTensorName(const std::string& name) {
    const bool fits = !name.empty() && name.front() != '.' && name.size() + 3 <= kMaxFileName &&
                      name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
    return fits
               ? Result<void>()
               : fail(ErrorCode::InvalidArgument,
                      "The tensor " + quotedForMessage(name) + " has a name that no file can have.",
                      {}, name);
}

Result<std::string> writeSafetensorsShards(const CheckpointWriteJob& job,
                                           std::uint64_t shardBytes) {
    if (shardBytes == 0) {
        return fail(ErrorCode::InvalidArgument, "A shard must have room for at least one byte.");
    }
    const auto sizes = checkedTensorSizes(job.tensors);
    if (!sizes) {
        return sizes.unexpected();
    }
    const std::vector<PartFile> parts = splitIntoShards(*sizes, shardBytes);
    const auto staging = StagingFolder::create(job.path);
    if (!staging) {
        return staging.unexpected();
    }
    const auto written = writeParts(job, (*staging)->path(), parts,
                                    [](const auto& one) { return writeSafetensors(one); });
    if (!written) {
        return written.unexpected();
    }
    if (const auto moved = (*staging)->publish(job.path, {}); !moved) {
        return moved.unexpected();
    }
    if (parts.size() == 1) {
        return job.path + "/" + kWholeFile;
    }
    const std::string index = job.path + "/" + kIndexFile;
    if (const auto done = writeFileAtomically(index, shardIndexText(job.tensors, parts)); !done) {
        return done.unexpected();
    }
    return index;
}

Result<void> writePerTensorFolder(const CheckpointWriteJob& job) {
    if (const auto checked = checkFileNames(job); !checked) {
        return checked;
    }
    std::vector<PartFile> parts;
    for (std::size_t i = 0; i < job.tensors.size(); ++i) {
        parts.push_back({job.tensors[i].name + ".pt", {i}});
    }
    const auto staging = StagingFolder::create(folderOf(job.path));
    if (!staging) {
        return staging.unexpected();
    }
    const auto written = writeParts(job, (*staging)->path(), parts, writeTorchTensor);
    return written ? (*staging)->publish(job.path, ".pt") : written;
}

}  // namespace stowage
