// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/sample_checkpoint.h"

#include "engine/base/error_conversion.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "engine/checkpoint/write/convert_plan.h"
#include "engine/checkpoint/write/file_set_writer.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/checkpoint/write/resumable_write.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/sample_layout.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/checkpoint/write/torch_archive_writer.h"
#include "engine/model/tensor_spec.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

namespace stowage {
namespace {

constexpr float kWeightDeviation = 0.02F;

constexpr float kPerturbation = 0.2F;

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
                        say("%1 is not a folder; specify a folder for the sample.", m_path),
                        m_path);
        }
        return {};
    }
    void keep() { m_isOurs = false; }

private:
    std::string m_path;
    bool m_isOurs = false;
};

/// Makes the bytes of a sample's tensors, piece by piece. One thread; both arguments must outlive
/// it.
class SampleSource {
public:
    SampleSource(const SampleLayout& layout, const SampleOptions& options)
        : m_layout(layout), m_options(options) {}

    /// Bytes from `offset` on of tensor `index` of the layout, whole elements.
    Result<void> fill(std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
        const TensorToWrite& tensor = m_layout.tensors[index];
        const std::uint64_t elementBytes = storedBits(tensor.dtype) / 8;
        const std::uint64_t first = offset / elementBytes;
        m_values.resize(target.size() / elementBytes);
        fillValues(tensor, m_layout.fills[index], first);
        storeFloats(m_values, tensor.dtype, target);
        return {};
    }

private:
    void fillValues(const TensorToWrite& tensor, SampleFill fill, std::uint64_t first) {
        const std::uint64_t key = NormalNumbers::keyFor(m_options.seed, tensor.name);
        switch (fill) {
            case SampleFill::Normal:
                m_numbers.fill(key, first, 0, kWeightDeviation, m_values);
                break;
            case SampleFill::Ones:
                std::ranges::fill(m_values, 1.0F);
                break;
            case SampleFill::Zeros:
                std::ranges::fill(m_values, 0.0F);
                break;
            case SampleFill::CausalMask:
                fillMask(static_cast<std::uint64_t>(tensor.shape[1]), first);
                return;
        }
        if (m_options.init == SampleInit::Perturbed) {
            m_noise.resize(m_values.size());
            m_numbers.fill(~key, first, 0, kPerturbation, m_noise);
            std::ranges::transform(m_values, m_noise, m_values.begin(), std::plus<>());
        }
    }

    /// torch.triu(torch.ones(n, n), diagonal=1): ones right of the diagonal.
    void fillMask(std::uint64_t columns, std::uint64_t first) {
        std::uint64_t row = first / columns;
        std::uint64_t column = first % columns;
        for (float& value : m_values) {
            value = column > row ? 1.0F : 0.0F;
            if (++column == columns) {
                column = 0;
                ++row;
            }
        }
    }

    const SampleLayout& m_layout;
    const SampleOptions& m_options;
    NormalNumbers m_numbers;
    std::vector<float> m_values;
    std::vector<float> m_noise;
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
    STOWAGE_TRY(isFolder ? syncFolder(path) : Result<void>());
    return syncFolder(options.folder);
}

ConvertTarget targetOf(const SampleOptions& options) {
    return options.format == CheckpointFormat::TorchZip    ? ConvertTarget::TorchArchive
           : options.format == CheckpointFormat::PerTensor ? ConvertTarget::PerTensor
                                                           : ConvertTarget::Safetensors;
}

/// The sample as if it lay in a file, so that it is planned as a conversion is. Tensors of one
/// storage key are one.
Checkpoint checkpointOf(const SampleLayout& layout, const SampleOptions& options) {
    Checkpoint checkpoint;
    checkpoint.path = options.folder;
    for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
        const TensorToWrite& tensor = layout.tensors[i];
        StoredTensor stored{tensor.name, tensor.dtype, tensor.shape, {}, {}, 0};
        stored.storageKey = tensor.sameAs.value_or(i) + 1;
        checkpoint.tensors.push_back(std::move(stored));
    }
    return checkpoint;
}

/// Everything that the values depend on beside names, shapes and dtypes.
WriteIdentity identityOf(const SampleOptions& options, const ConvertPlan& plan) {
    const std::string init = options.init == SampleInit::Perturbed ? "perturbed" : "default";
    const std::string what =
        "a sample of " + options.arch + ", seed " + std::to_string(options.seed) + ", " + init;
    return {what, what, std::string(convertTargetName(plan.target)), contentsOf(plan)};
}

/// What a layout holds: counts and bytes of its tensors.
SampleSummary sampleSummaryOf(const SampleLayout& layout) {
    SampleSummary summary;
    summary.tensorCount = layout.tensors.size();
    for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
        const TensorToWrite& tensor = layout.tensors[i];
        if (tensor.sameAs) {
            continue;
        }
        summary.tensorBytes += checkedByteSize(tensor.dtype, tensor.shape).value_or(0);
        summary.parameterCount += layout.fills[i] == SampleFill::CausalMask
                                      ? 0
                                      : checkedElementCount(tensor.shape).value_or(0);
    }
    return summary;
}

/// Notes what the checkpoint at `summary.path` takes on the disk, by opening it as anybody would.
/// Errors: those of openCheckpoint.
Result<void> measureSample(SampleSummary& summary) {
    const auto checkpoint = openCheckpoint(summary.path);
    STOWAGE_TRY(checkpoint);
    summary.fileCount = (*checkpoint)->shards.size();
    for (const auto& shard : (*checkpoint)->shards) {
        summary.fileBytes += shard->size();
    }
    return {};
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
    STOWAGE_TRY(layout);
    SampleFolder folder(options.folder);
    STOWAGE_TRY(folder.make());
    SampleSummary summary = sampleSummaryOf(*layout);
    // Beyond the weights a file has its header, a per-tensor folder one for each of them.
    const std::uint64_t headers = layout->tensors.size() * kHeaderBytesPerTensor;
    STOWAGE_TRY(requireFreeSpace(options.folder, summary.tensorBytes + headers));
    auto path = writeModel(options, *layout, stop, progress);
    STOWAGE_TRY(path);
    summary.path = std::move(*path);
    folder.keep();
    STOWAGE_TRY(writeFileAtomically(options.folder + "/config.json", layout->configJson));
    STOWAGE_TRY(measureSample(summary));
    STOWAGE_TRY(syncNames(options, summary.path));
    return summary;
}

Result<ResumableSample> writeSampleResumably(const SampleOptions& options,
                                             ResumeJournal::Start start, std::stop_token stop,
                                             const ProgressSink& progress) {
    const auto layout = layOutSample(options);
    STOWAGE_TRY(layout);
    auto plan = planConversion(checkpointOf(*layout, options),
                               {.target = targetOf(options), .shardBytes = options.shardBytes});
    STOWAGE_TRY(plan);
    SampleSource source(*layout, options);
    const PlannedWrite planned(
        *plan, {{"config.json", layout->configJson}},
        [&](std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
            return source.fill(plan->stored[index], offset, target);
        },
        std::move(stop));
    ResumableWrite write = planned.write(options.folder);
    write.identity = identityOf(options, *plan);
    write.start = start;
    write.durability = options.durability;
    write.progress = progress;
    const auto outcome = writeResumably(write);
    STOWAGE_TRY(outcome);
    ResumableSample sample{sampleSummaryOf(*layout), outcome->keptBytes, outcome->isResumed,
                           outcome->isDiscarded};
    sample.summary.path = options.folder + "/" + plan->entry;
    STOWAGE_TRY(measureSample(sample.summary));
    return sample;
}

}  // namespace stowage
