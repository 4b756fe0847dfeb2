// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/convert_checkpoint.h"

#include "engine/checkpoint/weights_elsewhere.h"
#include "engine/checkpoint/write/planned_write.h"
#include "engine/checkpoint/write/target_folder.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

ConvertSummary summaryOf(const PlannedWrite& planned, const std::string& folder,
                         const ResumableOutcome& outcome) {
    const ConvertPlan& plan = planned.plan();
    ConvertSummary summary;
    const bool isFolder = plan.target == ConvertTarget::OffloadFolder;
    summary.path = isFolder ? folder : folder + "/" + plan.entry;
    summary.fileCount = plan.files.size();
    summary.fileBytes = outcome.fileBytes;
    summary.keptBytes = outcome.keptBytes;
    summary.tensorCount = plan.tensors.size();
    summary.tensorBytes = plan.tensorBytes;
    summary.leftOut = plan.leftOut;
    for (const CompanionFile& companion : planned.companions()) {
        summary.copied.push_back(companion.name);
        summary.saysNewDType = summary.saysNewDType || companion.saysNewDType;
    }
    summary.isResumed = outcome.isResumed;
    summary.isDiscarded = outcome.isDiscarded;
    return summary;
}

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
    if (checkpoint.elsewhere) {  // before anything is written
        return Unexpected{elsewhereError(checkpoint)};
    }
    const auto plan = planConversion(checkpoint, options.choices);
    STOWAGE_TRY(plan);
    STOWAGE_TRY(checkFolder(checkpoint, options.folder));
    const auto before = sourceState(checkpoint);
    STOWAGE_TRY(before);
    ConvertSource source(checkpoint, *plan);
    auto companions = companionsOf(checkpoint, *plan, options.choices.dtype);
    const PlannedWrite planned(
        *plan, std::move(companions),
        [&](std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
            return source.fill(index, offset, target);
        },
        std::move(stop));
    ResumableWrite write = planned.write(options.folder);
    write.start = options.start;
    write.syncBytes = options.syncBytes;
    write.durability = options.durability;
    write.fault = options.fault;
    write.identity = {absolutePath(checkpoint.path), *before,
                      std::string(convertTargetName(options.choices.target)), contentsOf(*plan)};
    write.progress = progress;
    write.check = [&]() -> Result<void> {
        const auto after = sourceState(checkpoint);
        STOWAGE_TRY(after);
        return *after == *before ? Result<void>()
                                 : fail(ErrorCode::Malformed,
                                        say("%1 was changed while it was converted, so nothing of "
                                            "it can be trusted: convert it again without --resume.",
                                            checkpoint.path),
                                        checkpoint.path);
    };
    const auto outcome = writeResumably(write);
    return outcome ? Result<ConvertSummary>(summaryOf(planned, options.folder, *outcome))
                   : outcome.unexpected();
}

}  // namespace stowage
