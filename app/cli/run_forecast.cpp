// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_forecast.h"

#include "engine/base/byte_size.h"

#include <cstdint>
#include <string>

namespace stowage {

namespace {

std::string sizeOf(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string sentence(const PredictedMemory& memory, std::uint64_t free) {
    return "warning: " + deviceLabel(memory.device) + " is estimated to hold " +
           sizeOf(memory.total()) + " at most (" + sizeOf(memory.weights) + " of weights, " +
           sizeOf(memory.window) + " brought in, " + sizeOf(memory.kvCache) +
           " of keys and values, " + sizeOf(memory.activations) + " of activations), and " +
           sizeOf(free) +
           " are free: the run may stop there, or wait for weights. Put less on it, bring fewer "
           "layers in ahead (--prefetch-window), or run fewer tokens.";
}

}  // namespace

void warnOfFullDevices(const RunModel& model, const RunSetting& setting, const RunRequest& request,
                       const CommandContext& context) {
    const auto predicted = predictRun(model, setting, request);
    if (!predicted) {
        return;  // an estimate more or less refuses nothing
    }
    for (const PredictedMemory& memory : predicted->devices) {
        const DeviceInfo* const device = setting.find(memory.device);
        const auto free = device == nullptr ? std::nullopt : device->freeBytes();
        if (memory.device.isGpu() && free && memory.total() > *free) {
            context.warn(sentence(memory, *free));
        }
    }
}

}  // namespace stowage
