// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/time_conditions.h"

#include "engine/checkpoint/page_cache.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace stowage {

namespace {

/// Of more files than this only some are asked about.
constexpr std::size_t kMostFilesAsked = 256;

std::optional<double> writeRateAt(const MachineRates& rates, const std::string& folder,
                                  const FileSystemRates& otherwise) {
    std::error_code failure;
    std::filesystem::path place = std::filesystem::absolute(folder, failure);
    while (!std::filesystem::exists(place, failure) && place.has_relative_path()) {
        place = place.parent_path();
    }
    const auto identity = fileSystemOf(place.string());
    const FileSystemRates* const found = identity ? rates.findDisk(*identity) : nullptr;
    return (found == nullptr ? otherwise : *found).of(DiskRate::Write);
}

/// Of files that are only described: every shard that a tensor names.
std::vector<double> assumedShares(const Checkpoint& checkpoint, double share) {
    std::size_t count = 0;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        count = std::max<std::size_t>(count, tensor.location.shard + 1);
    }
    return std::vector<double>(count, share);
}

std::vector<double> warmSharesOf(const Checkpoint& checkpoint) {
    const std::size_t count = checkpoint.shards.size();
    const std::size_t step = (count + kMostFilesAsked - 1) / kMostFilesAsked;
    std::vector<double> shares(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t asked = i / step * step;
        shares[i] = i == asked ? residentShare(checkpoint.shards[i]->path()) : shares[asked];
    }
    return shares;
}

}  // namespace

std::optional<TimeConditions> timeConditionsFor(const LoadSchedule& schedule) {
    const Checkpoint& checkpoint = *schedule.checkpoint;
    const bool hasFiles = !checkpoint.shards.empty();
    if (schedule.rates == nullptr || (!hasFiles && !schedule.describedSource)) {
        return std::nullopt;
    }
    const auto identity = fileSystemOf(hasFiles ? checkpoint.shards.front()->path()
                                                : schedule.describedSource->folder);
    const FileSystemRates* const disk = identity ? schedule.rates->findDisk(*identity) : nullptr;
    if (disk == nullptr) {
        return std::nullopt;
    }
    TimeConditions conditions;
    conditions.rates = schedule.rates;
    conditions.source = *disk;
    conditions.offloadWrite = writeRateAt(*schedule.rates, schedule.offloadFolder, *disk);
    std::error_code failure;
    const auto waiting = std::filesystem::temp_directory_path(failure);
    conditions.waitingWrite =
        writeRateAt(*schedule.rates, failure ? "/tmp" : waiting.string(), *disk);
    if (!hasFiles) {
        conditions.warmShares = assumedShares(checkpoint, schedule.describedSource->warmShare);
    } else if (schedule.method == LoadMethod::PerTensor && !hasFilePerTensor(schedule)) {
        // Its files are written just before and still lie in the page cache.
        conditions.warmShares.assign(checkpoint.shards.size(), 1.0);
    } else {
        conditions.warmShares = warmSharesOf(checkpoint);
    }
    return conditions;
}

}  // namespace stowage
