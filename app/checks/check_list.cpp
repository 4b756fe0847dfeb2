// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/check_list.h"

#include "app/backends.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

void CheckList::run(const Message& group, const Message& what,
                    const std::function<Result<Message>()>& check) {
    if (m_stop.stop_requested()) {
        return;
    }
    const auto begin = std::chrono::steady_clock::now();
    Result<Message> outcome = [&]() -> Result<Message> {
        try {
            return check();
        } catch (const std::exception& defect) {
            return checkFailed(say("an exception was not handled: %1", defect.what()));
        }
    }();
    if (!outcome && outcome.error().code == ErrorCode::Cancelled) {
        return;  // the person stopped it: neither right nor wrong
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    m_results.push_back(CheckResult{group, what, outcome.has_value(),
                                    outcome ? *outcome : outcome.error().message, passed.count()});
    m_onResult(m_results.back());
}

std::size_t CheckList::failures() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_results, [](const CheckResult& result) { return !result.isOk; }));
}

Unexpected checkFailed(const Message& sentence) {
    return fail(ErrorCode::VerificationFailed, sentence);
}

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
        return checkFailed(
            say("the model that was read has %1 tensors (%3), but the model that was written has "
                "%2 tensors (%4)",
                (*opened)->tensors.size(), written->tensorCount, formatSize((*tree)->totalBytes()),
                formatSize(written->tensorBytes)));
    }
    return OpenedSample{std::move(*opened), std::move(*tree), *written};
}

Result<std::shared_ptr<const LoadSchedule>> scheduleOf(const OpenedSample& sample,
                                                       const std::vector<DeviceInfo>& gpus,
                                                       const std::vector<DeviceMap::Entry>& map,
                                                       const std::stop_token& stop,
                                                       LoadMethod method,
                                                       std::optional<DType> dtype) {
    PlacementRequest request;
    request.tree = sample.tree;
    request.devices = withHostAndDisk(gpus, readHostMemory());
    request.budgets = defaultBudgets(request.devices, static_cast<double>(kGiB));
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(map);
    request.constraints.dtype = dtype;
    const auto plan = place(request, stop);
    STOWAGE_TRY(plan);
    ScheduleOptions options;
    options.method = method;
    return makeLoadSchedule(*plan, sample.checkpoint, options);
}

Result<void> requireNothingLeft(const LoadBackends& backends, const LoadSchedule& schedule) {
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        device->emptyCache();
        const AllocatorStatistics left = device->statistics();
        if (left.allocated != 0 || left.reserved != 0) {
            return checkFailed(say("%1 is still allocated and %2 is still reserved on %3",
                                   formatSize(left.allocated), formatSize(left.reserved),
                                   deviceLabel(device->info().id)));
        }
    }
    if (const std::size_t tensors = backends.tensors->liveTensors(); tensors != 0) {
        return checkFailed(tensors == 1 ? say("%1 tensor still exists", tensors)
                                        : say("%1 tensors still exist", tensors));
    }
    std::error_code failure;
    if (!schedule.offloadFolder.empty() &&
        std::filesystem::exists(schedule.offloadFolder, failure)) {
        return checkFailed(say("the folder %1 still exists", schedule.offloadFolder));
    }
    return {};
}

}  // namespace stowage
