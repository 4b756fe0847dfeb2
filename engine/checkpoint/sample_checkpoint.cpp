// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/sample_checkpoint.h"

#include "engine/base/system_error.h"
#include "engine/checkpoint/file_set_writer.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "engine/checkpoint/sample_layout.h"
#include "engine/checkpoint/sample_source.h"
#include "engine/checkpoint/target_folder.h"
#include "engine/checkpoint/torch_archive_writer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kHeaderBytesPerTensor = 4096;

/// The sample's folder: removed again, if it is empty, unless the sample was kept.
class SampleFolder {
public:
    explicit SampleFolder(std::string path) : m_path(std::move(path)) {}
    SampleFolder(const SampleFolder&) = delete;
    SampleFolder& operator=(const SampleFolder&) = delete;
    ~SampleFolder() {
        if (m_isOurs) {
            ::rmdir(m_path.c_str());
        }
    }

    Result<void> make() {
        constexpr mode_t kMode = 0777;
        if (::mkdir(m_path.c_str(), kMode) == 0) {
            m_isOurs = true;
            return {};
        }
        if (errno != EEXIST) {
            return writeFailure(m_path, errno);
        }
        struct stat status {};
        if (::stat(m_path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) {
            return fail(ErrorCode::InvalidArgument,
                        m_path + " is a file; name a folder for the sample.", m_path);
        }
        return {};
    }
    void keep() { m_isOurs = false; }

private:
    std::string m_path;
    bool m_isOurs = false;
};

/// Writes the weights and returns the path that opens them.
Result<std::string> writeModel(const SampleOptions& options, const SampleLayout& layout,
                               const std::stop_token& stop, const ProgressSink& progress) {
    SampleSource source(layout, options);
    CheckpointWriteJob job;
    job.tensors = layout.tensors;
    job.source = [&source](std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
        return source.fill(index, offset, target);
    };
    job.stop = stop;
    job.progress = progress;
    job.durability = options.durability;
    if (options.shardBytes) {
        job.path = options.folder;
        return writeSafetensorsShards(job, *options.shardBytes);
    }
    const bool isZip = options.format == CheckpointFormat::TorchZip;
    const bool isFolder = options.format == CheckpointFormat::PerTensor;
    job.path = options.folder + (isFolder ? "/model_parameters"
                                 : isZip  ? "/model.pth"
                                          : "/model.safetensors");
    const auto written = isFolder ? writePerTensorFolder(job)
                         : isZip  ? writeTorchArchive(job)
                                  : writeSafetensors(job);
    return written ? Result<std::string>(job.path) : written.unexpected();
}

/// Brings the files' names to the disk, where their bytes are.
Result<void> syncNames(const SampleOptions& options, const std::string& path) {
    if (options.durability == AtomicFileWriter::Durability::Cached) {
        return {};
    }
    const bool isFolder = options.format == CheckpointFormat::PerTensor;
    if (const auto synced = isFolder ? syncFolder(path) : Result<void>(); !synced) {
        return synced;
    }
    return syncFolder(options.folder);
}

}  // namespace

std::vector<std::string> sampleArchitectures() {
    std::vector<std::string> names;
    for (const SampleArchitecture& architecture : knownSampleArchitectures()) {
        names.push_back(architecture.name);
    }
    return names;
}

Result<SampleSummary> writeSampleCheckpoint(const SampleOptions& options, std::stop_token stop,
                                            const ProgressSink& progress) {
    const auto layout = layOutSample(options);
    if (!layout) {
        return layout.unexpected();
    }
    SampleFolder folder(options.folder);
    if (const auto made = folder.make(); !made) {
        return made.unexpected();
    }
    SampleSummary summary = sampleSummaryOf(*layout);
    // Beyond the weights a file has its header, a per-tensor folder one for each of them.
    const std::uint64_t headers = layout->tensors.size() * kHeaderBytesPerTensor;
    if (const auto enough = requireFreeSpace(options.folder, summary.tensorBytes + headers);
        !enough) {
        return enough.unexpected();
    }
    auto path = writeModel(options, *layout, stop, progress);
    if (!path) {
        return path.unexpected();
    }
    summary.path = std::move(*path);
    folder.keep();
    if (const auto written =
            writeFileAtomically(options.folder + "/config.json", layout->configJson);
        !written) {
        return written.unexpected();
    }
    if (const auto measured = measureSample(summary); !measured) {
        return measured.unexpected();
    }
    if (const auto synced = syncNames(options, summary.path); !synced) {
        return synced.unexpected();
    }
    return summary;
}

}  // namespace stowage
