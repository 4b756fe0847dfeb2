// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/load_setup.h"

#include "app/backends.h"
#include "app/checks/check_list.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace stowage {

Result<OpenedSample> writeAndOpen(const SampleOptions& options, const std::stop_token& stop) {
    const auto written = writeSampleCheckpoint(options, stop);
    STOWAGE_TRY(written);
    auto opened = openCheckpoint(written->path, stop);
    STOWAGE_TRY(opened);
    auto tree = buildModuleTree(**opened);
    STOWAGE_TRY(tree);
    // A tree may have more: buffers that lie in no file.
    if ((*opened)->tensors.size() != written->tensorCount ||
        (*tree)->totalBytes() < written->tensorBytes) {
        return checkFailed(say("what was written is not what is read: %1 tensors of %2, %3 of %4",
                               (*opened)->tensors.size(), written->tensorCount,
                               formatSize((*tree)->totalBytes()),
                               formatSize(written->tensorBytes)));
    }
    return OpenedSample{std::move(*opened), std::move(*tree), *written};
}

Result<std::shared_ptr<const LoadSchedule>> scheduleOf(const OpenedSample& sample,
                                                       const SampleLoad& load,
                                                       const std::stop_token& stop) {
    PlacementRequest request;
    request.tree = sample.tree;
    request.devices = withHostAndDisk(load.gpus, readHostMemory());
    request.budgets = defaultBudgets(request.devices, static_cast<double>(kGiB));
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(load.map);
    request.constraints.dtype = load.dtype;
    const auto plan = place(request, stop);
    STOWAGE_TRY(plan);
    ScheduleOptions options;
    options.method = load.method;
    return makeLoadSchedule(*plan, sample.checkpoint, options);
}

Result<void> requireNothingLeft(const LoadBackends& backends, const LoadSchedule& schedule) {
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        device->emptyCache();
        const AllocatorStatistics left = device->statistics();
        if (left.allocated != 0 || left.reserved != 0) {
            return checkFailed(say("%1 stay allocated and %2 reserved on %3",
                                   formatSize(left.allocated), formatSize(left.reserved),
                                   deviceLabel(device->info().id)));
        }
    }
    if (const std::size_t tensors = backends.tensors->liveTensors(); tensors != 0) {
        return checkFailed(say("%1 tensors stay alive", tensors));
    }
    std::error_code failure;
    if (!schedule.offloadFolder.empty() &&
        std::filesystem::exists(schedule.offloadFolder, failure)) {
        return checkFailed(say("the folder %1 stays", schedule.offloadFolder));
    }
    return {};
}

}  // namespace stowage
