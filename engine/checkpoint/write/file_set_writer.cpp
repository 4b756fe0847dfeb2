// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/file_set_writer.h"

#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/write/torch_archive_writer.h"
#include "engine/model/tensor_spec.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kFolderMode = 0777;

Result<void> removeStale(const std::string& folder, std::string_view ending,
                         const std::vector<fs::path>& successors) {
    std::error_code error;
    std::vector<fs::path> stale;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        const fs::path name = at->path().filename();
        if (name.string().ends_with(ending) &&
            std::ranges::find(successors, name) == successors.end()) {
            stale.push_back(at->path());
        }
    }
    for (const fs::path& path : stale) {
        if (::unlink(path.c_str()) != 0) {
            return writeFailure(path.string(), errno);
        }
    }
    return error ? Result<void>(writeFailure(folder, error.value())) : Result<void>();
}

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
        STOWAGE_TRY(checkPerTensorName(tensor.name));
        if (tensor.sameAs) {
            return fail(ErrorCode::InvalidArgument,
                        say("A folder with one file per tensor cannot store a second name of a "
                            "tensor, such as %1; leave the second name out.",
                            quotedForMessage(tensor.name)),
                        job.path, tensor.name);
        }
    }
    return {};
}

/// A hidden folder in which the files of a checkpoint gather until all are complete; then they
/// move to where they belong. Dropped before that, it goes with everything in it.
class StagingFolder {
public:
    /// Makes it inside `parent`. Errors: PermissionDenied, FileNotFound, DiskFull, WriteFailed.
    static Result<std::unique_ptr<StagingFolder>> create(const std::string& parent) {
        for (unsigned attempt = 0;; ++attempt) {
            std::string path = parent + "/.stowage-" + std::to_string(::getpid()) + "-" +
                               std::to_string(attempt) + ".partial";
            if (::mkdir(path.c_str(), kFolderMode) == 0) {
                return std::unique_ptr<StagingFolder>(new StagingFolder(std::move(path)));
            }
            if (errno != EEXIST) {
                return writeFailure(path, errno);
            }
        }
    }

    ~StagingFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    StagingFolder(const StagingFolder&) = delete;
    StagingFolder& operator=(const StagingFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Moves every file into `folder`, which appears with all of them where it is missing; files
    /// there of the same name are replaced. Of an existing folder, files that end in `staleEnding`
    /// and have no successor are removed first (empty: none are). Errors: as create.
    Result<void> publish(const std::string& folder, std::string_view staleEnding) {
        // A folder that is not there yet appears at once, with everything in it.
        std::error_code unknown;
        if (!fs::exists(fs::symlink_status(folder, unknown)) &&
            std::rename(m_path.c_str(), folder.c_str()) == 0) {
            return {};
        }
        std::vector<fs::path> names;
        std::error_code error;
        for (auto at = fs::directory_iterator(m_path, error);
             !error && at != fs::directory_iterator(); at.increment(error)) {
            names.push_back(at->path().filename());
        }
        if (error) {
            return writeFailure(m_path, error.value());
        }
        if (::mkdir(folder.c_str(), kFolderMode) != 0) {
            if (errno != EEXIST) {
                return writeFailure(folder, errno);
            }
            STOWAGE_TRY(staleEnding.empty() ? Result<void>()
                                            : removeStale(folder, staleEnding, names));
        }
        std::ranges::sort(names);
        for (const fs::path& name : names) {
            const std::string target = folder + "/" + name.string();
            if (::rename((fs::path(m_path) / name).c_str(), target.c_str()) != 0) {
                return writeFailure(target, errno);
            }
        }
        return {};
    }

private:
    explicit StagingFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

}  // namespace

Result<void> writeParts(const CheckpointWriteJob& job, const std::string& folder,
                        const std::vector<PartFile>& parts,
                        const std::function<Result<void>(const CheckpointWriteJob&)>& writeOne) {
    const auto sizes = checkedTensorSizes(job.tensors);
    STOWAGE_TRY(sizes);
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
            return fail(ErrorCode::Cancelled, say("Writing %1 was stopped.", job.path), job.path);
        }
        STOWAGE_TRY(writeOne(one));
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
    if (name.starts_with('.')) {
        return fail(ErrorCode::InvalidArgument,
                    say("The name of the tensor %1 begins with a dot: the file of the tensor would "
                        "be hidden and ignored when the folder is opened. Rename the tensor, or "
                        "use safetensors or pth.",
                        quotedForMessage(name)),
                    {}, name);
    }
    const bool fits = !name.empty() && name.size() + 3 <= kMaxFileName &&
                      name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
    return fits ? Result<void>()
                : fail(ErrorCode::InvalidArgument,
                       say("The name of the tensor %1 cannot be a file name; rename the tensor, or "
                           "use pth.",
                           quotedForMessage(name)),
                       {}, name);
}

Result<std::string> writeSafetensorsShards(const CheckpointWriteJob& job,
                                           std::uint64_t shardBytes) {
    if (shardBytes == 0) {
        return fail(ErrorCode::InvalidArgument,
                    say("The size of a shard must be at least one byte."));
    }
    const auto sizes = checkedTensorSizes(job.tensors);
    STOWAGE_TRY(sizes);
    const std::vector<PartFile> parts = splitIntoShards(*sizes, shardBytes);
    const auto staging = StagingFolder::create(job.path);
    STOWAGE_TRY(staging);
    const auto written = writeParts(job, (*staging)->path(), parts,
                                    [](const auto& one) { return writeSafetensors(one); });
    STOWAGE_TRY(written);
    STOWAGE_TRY((*staging)->publish(job.path, {}));
    if (parts.size() == 1) {
        return job.path + "/" + kWholeFile;
    }
    const std::string index = job.path + "/" + kIndexFile;
    STOWAGE_TRY(writeFileAtomically(index, shardIndexText(job.tensors, parts)));
    return index;
}

Result<void> writePerTensorFolder(const CheckpointWriteJob& job) {
    STOWAGE_TRY(checkFileNames(job));
    std::vector<PartFile> parts;
    for (std::size_t i = 0; i < job.tensors.size(); ++i) {
        parts.push_back({job.tensors[i].name + ".pt", {i}});
    }
    const auto staging = StagingFolder::create(folderOf(job.path));
    STOWAGE_TRY(staging);
    const auto written = writeParts(job, (*staging)->path(), parts, writeTorchTensor);
    return written ? (*staging)->publish(job.path, ".pt") : written;
}

}  // namespace stowage
