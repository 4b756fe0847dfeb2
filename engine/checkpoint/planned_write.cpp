// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/planned_write.h"

#include "engine/checkpoint/safetensors_writer.h"
#include "engine/checkpoint/torch_archive_writer.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
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

}  // namespace

PlannedWrite::PlannedWrite(ConvertPlan plan, std::vector<CompanionFile> companions,
                           TensorSource source, std::stop_token stop)
    : m_plan(std::move(plan)),
      m_companions(std::move(companions)),
      m_source(std::move(source)),
      m_stop(std::move(stop)) {}

ResumableWrite PlannedWrite::write(const std::string& folder) const {
    ResumableWrite write;
    write.folder = folder;
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

Result<Progress> PlannedWrite::writeFile(const ConvertFile& file, AppendFile& target,
                                         const ProgressSink& sink) const {
    const bool isWhole = file.tensors.size() == m_plan.tensors.size();
    std::vector<TensorToWrite> some;
    for (std::size_t i = 0; i < file.tensors.size() && !isWhole; ++i) {
        some.push_back(m_plan.tensors[file.tensors[i]]);
    }
    CheckpointWriteJob job;
    job.path = target.path();
    job.tensors = isWhole ? std::span<const TensorToWrite>(m_plan.tensors) : some;
    job.source = [&](std::size_t index, std::uint64_t offset, std::span<std::byte> bytes) {
        return m_source(file.tensors[index], offset, bytes);
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

}  // namespace stowage
