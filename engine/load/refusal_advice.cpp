// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/refusal_advice.h"

#include "engine/base/byte_size.h"
#include "engine/load/load_preflight.h"
#include "engine/load/program_model.h"

#include <algorithm>
#include <limits>

namespace stowage {

namespace {

/// The most that a program has on one device at once.
std::uint64_t peakOn(const ProgramForecast& forecast, DeviceId device) {
    if (!device.isGpu()) {
        return forecast.peakHostAnon;
    }
    const auto found = forecast.peaks.find(device);
    return found == forecast.peaks.end() ? 0 : found->second.allocated;
}

std::uint64_t weightsOn(const LoadSchedule& schedule, DeviceId device) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += tensor.device == device ? tensor.bytes : 0;
    }
    return bytes;
}

std::string textForPlan(const LoadSchedule& schedule, const RefusedMemory& refused) {
    const std::string label = deviceLabel(refused.device);
    const std::uint64_t weights = weightsOn(schedule, refused.device);
    const std::uint64_t peak =
        std::max(peakOn(*schedule.forecast, refused.device), refused.held + refused.bytes);
    const std::uint64_t room = refused.held + std::min(refused.free.value_or(0), refused.bytes);
    const double share =
        peak == 0 ? 0 : static_cast<double>(room) / static_cast<double>(std::max(peak, room));
    const double fitting = static_cast<double>(weights) * share;
    if (weights == 0 || fitting < static_cast<double>(kMiB)) {
        return "Move layers away from " + label + ".";
    }
    return "Plan again with at most " + formatSize(fitting) + " of weights on " + label +
           " instead of " + formatSize(static_cast<double>(weights)) + " (estimated).";
}

}  // namespace

RefusalAdvice adviceOnRefusal(const LoadSchedule& schedule, const RefusedMemory& refused) {
    // Unforeseen, what the device has room for is known from the refusal alone.
    const std::uint64_t demand = std::max(refused.held + refused.bytes, std::uint64_t{1});
    const std::uint64_t own = peakOn(*schedule.forecast, refused.device);
    const std::uint64_t ram = schedule.ramLimit.value_or(std::numeric_limits<std::uint64_t>::max());
    const bool overRamLimit = schedule.ramLimit && !refused.device.isGpu();
    const std::uint64_t limit = std::min(overRamLimit ? ram : demand, own);
    for (const LoadMethod method : humblerMethods(schedule)) {
        LoadSchedule other = schedule;
        other.method = method;
        const ProgramForecast forecast = forecastProgram(other, makeLoadProgram(other));
        if (forecast.shortages.empty() && forecast.peakHostAnon <= ram &&
            peakOn(forecast, refused.device) < limit) {
            return {method, "Loading by \"" + std::string(loadMethodName(method)) + "\" fits."};
        }
    }
    if (overRamLimit) {
        return {std::nullopt, "Put more on disk or raise the limit."};
    }
    return {std::nullopt, textForPlan(schedule, refused)};
}

}  // namespace stowage
