// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/per_tensor_files.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/checkpoint/write/torch_archive_writer.h"
#include "engine/load/program/load_schedule.h"

#include <utility>

namespace stowage {

namespace {

Result<ScratchFolder> makeFolder(const std::string& parent) {
    auto made = ScratchFolder::makeAt(ScratchFolder::freshPath(parent, ScratchKind::PerTensor));
    return made ? std::move(made)
                : ScratchFolder::makeAt(
                      ScratchFolder::freshPath(temporaryFolder(), ScratchKind::PerTensor));
}

/// NAME.pt, or a number where the name cannot be a file's.
std::string fileName(const std::string& name, std::uint32_t tensor) {
    constexpr std::size_t kLongest = 200;
    const bool isUsable = name.size() <= kLongest && !name.empty() && name[0] != '.' &&
                          name.find('/') == std::string::npos &&
                          name.find('\0') == std::string::npos;
    return (isUsable ? name : ".tensor-" + std::to_string(tensor)) + ".pt";
}

/// Writes one tensor and finds where its bytes lie.
Result<PerTensorFiles::Place> writeOne(const std::string& path, const StoredTensor& stored,
                                       TensorReader& source, const std::stop_token& stop) {
    const TensorToWrite tensor{stored.name, stored.dtype, stored.shape};
    CheckpointWriteJob job{path, {&tensor, 1}, {}};
    job.source = [&](std::size_t, std::uint64_t offset, std::span<std::byte> target) {
        return source.read(stored, offset, target);
    };
    job.stop = stop;
    job.durability = AtomicFileWriter::Durability::Cached;
    STOWAGE_TRY(writeTorchArchive(job));
    const auto opened = openCheckpoint(path, stop);
    STOWAGE_TRY(opened);
    if ((*opened)->tensors.size() != 1) {
        return fail(ErrorCode::Internal,
                    say("%1 does not contain exactly one tensor, although one tensor was written "
                        "to this file.",
                        path),
                    path);
    }
    return PerTensorFiles::Place{path, (*opened)->tensors.front().location.offset};
}

}  // namespace

Result<std::unique_ptr<PerTensorFiles>> PerTensorFiles::write(const LoadSchedule& schedule,
                                                              std::stop_token stop,
                                                              const ProgressSink& sink) {
    Result<ScratchFolder> folder = makeFolder(perTensorParent(schedule));
    STOWAGE_TRY(folder);
    std::unique_ptr<PerTensorFiles> files(new PerTensorFiles(std::move(folder).value()));
    TensorReader source(*schedule.checkpoint);
    ProgressThrottle throttle(sink);
    Progress progress{kWriteFilesPhase, 0, schedule.totalBytes, 0, schedule.tensors.size(), {}};
    for (std::uint32_t tensor = 0; tensor < schedule.tensors.size(); ++tensor) {
        const ScheduledTensor& scheduled = schedule.tensors[tensor];
        const StoredTensor& stored = schedule.checkpoint->tensors[scheduled.stored];
        progress.currentItem = schedule.plan->request.tree->tensor(scheduled.tensor).name;
        throttle.report(progress);
        const std::string path = files->m_folder.path(fileName(progress.currentItem, tensor));
        Result<Place> place = writeOne(path, stored, source, stop);
        STOWAGE_TRY(place);
        files->m_places.push_back(std::move(place).value());
        progress.bytesDone += stored.location.length;
        ++progress.itemsDone;
    }
    return files;
}

}  // namespace stowage
