// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/convert_checkpoint.h"

#include "engine/base/checked_math.h"
#include "engine/checkpoint/convert_source.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "engine/checkpoint/target_folder.h"
#include "engine/checkpoint/torch_archive_writer.h"
#include "engine/model/tensor_size.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

constexpr const char* kParameterFolder = "model_parameters";

/// "model-00001-of-00003.safetensors".
bool isShardName(std::string_view name) {
    constexpr std::string_view kPattern = "model-#####-of-#####.safetensors";
    return name.size() == kPattern.size() &&
           std::equal(name.begin(), name.end(), kPattern.begin(), [](char c, char wanted) {
               return wanted == '#' ? c >= '0' && c <= '9' : c == wanted;
           });
}

bool contradictsSafetensors(std::string_view name) {
    return name == "model.safetensors" || name == "model.safetensors.index.json" ||
           isShardName(name);
}

Result<Progress> streamRaw(const CheckpointWriteJob& job, AppendFile& file) {
    const std::uint64_t bytes =
        checkedByteSize(job.tensors[0].dtype, job.tensors[0].shape).value_or(0);
    TensorStream stream(job, file, bytes);
    const auto crc = stream.append(0, bytes, TensorStream::Checksum::None);
    return crc ? Result<Progress>(stream.progress()) : crc.unexpected();
}

class Conversion {
public:
    Conversion(const Checkpoint& checkpoint, const ConvertOptions& options, ConvertPlan plan,
               std::stop_token stop)
        : m_options(options),
          m_plan(std::move(plan)),
          m_source(checkpoint, m_plan),
          m_companions(companionsOf(checkpoint, m_plan)),
          m_stop(std::move(stop)) {}

    /// What is to be written, without its identity.
    ResumableWrite write() {
        ResumableWrite write;
        write.folder = m_options.folder;
        write.start = m_options.start;
        write.syncBytes = m_options.syncBytes;
        write.durability = m_options.durability;
        write.fault = m_options.fault;
        write.stop = m_stop;
        for (const CompanionFile& companion : m_companions) {
            write.files.push_back({companion.name, 0, 0, companion.text});
        }
        for (const ConvertFile& file : m_plan.files) {
            write.files.push_back({file.name, file.tensorBytes, file.tensors.size(), {}});
        }
        if (!m_plan.indexName.empty()) {
            write.files.push_back({m_plan.indexName, 0, 0, m_plan.indexText});
        }
        if (m_plan.target == ConvertTarget::PerTensor) {
            write.ownFolder = kParameterFolder;
        } else if (m_plan.target == ConvertTarget::Safetensors) {
            write.isContradiction = contradictsSafetensors;
        }
        write.writeFile = [this](std::size_t file, AppendFile& target, const ProgressSink& sink) {
            return writeFile(m_plan.files[file - m_companions.size()], target, sink);
        };
        return write;
    }

    const ConvertPlan& plan() const { return m_plan; }

    ConvertSummary summary(const ResumableOutcome& outcome) const {
        ConvertSummary summary;
        const bool isFolder = m_plan.target == ConvertTarget::OffloadFolder;
        summary.path = isFolder ? m_options.folder : m_options.folder + "/" + m_plan.entry;
        summary.fileCount = m_plan.files.size();
        summary.fileBytes = outcome.fileBytes;
        summary.keptBytes = outcome.keptBytes;
        summary.tensorCount = m_plan.tensors.size();
        summary.tensorBytes = m_plan.tensorBytes;
        summary.leftOut = m_plan.leftOut;
        for (const CompanionFile& companion : m_companions) {
            summary.copied.push_back(companion.name);
        }
        summary.isResumed = outcome.isResumed;
        summary.isDiscarded = outcome.isDiscarded;
        return summary;
    }

private:
    Result<Progress> writeFile(const ConvertFile& file, AppendFile& target,
                               const ProgressSink& sink) {
        const bool isWhole = file.tensors.size() == m_plan.tensors.size();
        std::vector<TensorToWrite> some;
        for (std::size_t i = 0; i < file.tensors.size() && !isWhole; ++i) {
            some.push_back(m_plan.tensors[file.tensors[i]]);
        }
        CheckpointWriteJob job;
        job.path = target.path();
        job.tensors = isWhole ? std::span<const TensorToWrite>(m_plan.tensors) : some;
        job.source = [&](std::size_t index, std::uint64_t offset, std::span<std::byte> bytes) {
            return m_source.fill(file.tensors[index], offset, bytes);
        };
        job.stop = m_stop;
        job.progress = sink;
        switch (m_plan.target) {
            case ConvertTarget::Safetensors:
                return streamSafetensors(job, m_plan.metadata, target);
            case ConvertTarget::TorchArchive:
                return streamTorchArchive(job, target);
            case ConvertTarget::PerTensor:
                return streamTorchTensor(job, target);
            case ConvertTarget::OffloadFolder:
                break;
        }
        return streamRaw(job, target);
    }

    const ConvertOptions& m_options;
    ConvertPlan m_plan;
    ConvertSource m_source;
    std::vector<CompanionFile> m_companions;
    std::stop_token m_stop;
};

std::string absolutePath(const std::string& path) {
    std::error_code error;
    const auto absolute = std::filesystem::absolute(path, error);
    return error ? path : absolute.lexically_normal().string();
}

Result<void> checkFolder(const Checkpoint& checkpoint, const std::string& folder) {
    std::vector<std::string> sources;
    for (const auto& shard : checkpoint.shards) {
        sources.push_back(shard->path());
    }
    return checkIsNotSource(folder, sources);
}

}  // namespace

Result<ConvertSummary> convertCheckpoint(const Checkpoint& checkpoint,
                                         const ConvertOptions& options, std::stop_token stop,
                                         const ProgressSink& progress) {
    auto plan = planConversion(checkpoint, options.choices);
    if (!plan) {
        return plan.unexpected();
    }
    if (const auto checked = checkFolder(checkpoint, options.folder); !checked) {
        return checked.unexpected();
    }
    const auto before = sourceState(checkpoint);
    if (!before) {
        return before.unexpected();
    }
    Conversion conversion(checkpoint, options, std::move(*plan), std::move(stop));
    ResumableWrite write = conversion.write();
    write.identity = {absolutePath(checkpoint.path), *before,
                      std::string(convertTargetName(options.choices.target)),
                      contentsOf(conversion.plan())};
    write.progress = progress;
    write.check = [&]() -> Result<void> {
        const auto after = sourceState(checkpoint);
        if (!after) {
            return after.unexpected();
        }
        return *after == *before
                   ? Result<void>()
                   : fail(ErrorCode::ReadFailed,
                          checkpoint.path +
                              " was changed while it was converted, so nothing of it can be "
                              "trusted: convert it again without --resume.",
                          checkpoint.path);
    };
    const auto outcome = writeResumably(write);
    return outcome ? Result<ConvertSummary>(conversion.summary(*outcome)) : outcome.unexpected();
}

}  // namespace stowage
