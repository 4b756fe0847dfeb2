// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_options.h"

#include "app/cli/device_options.h"
#include "engine/plan/placement_request.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace stowage {

namespace {

constexpr std::int64_t kWidestWindow = 65536;  ///< more layers than any model has

Unexpected wrong(const char* option, const std::string& why) {
    return fail(ErrorCode::InvalidArgument, std::string(option) + ": " + why, {}, option);
}

}  // namespace

void WindowOptions::addTo(CLI::App& command) {
    auto* const window =
        command
            .add_option("--prefetch-window", m_window,
                        "Layers whose weights are brought in while one before them computes (2)")
            ->type_name("N");
    command
        .add_flag("--no-prefetch", m_noPrefetch,
                  "Bring a layer's weights in only when it runs, as Accelerate does")
        ->excludes(window);
    command
        .add_option(
            "--execution-device", m_executionDevice,
            "Where offloaded layers run (the GPU of the map with the lowest number, else the CPU)")
        ->type_name("DEVICE")
        ->check(notEmpty());
}

Result<unsigned> WindowOptions::window() const {
    if (m_window < 0 || m_window > kWidestWindow) {
        return wrong("--prefetch-window", std::to_string(m_window) +
                                              " is out of range; take 0 to " +
                                              std::to_string(kWidestWindow) + ".");
    }
    return m_noPrefetch ? 0 : static_cast<unsigned>(m_window);
}

Result<std::optional<DeviceId>> WindowOptions::executionDevice() const {
    if (m_executionDevice.empty()) {
        return std::optional<DeviceId>();
    }
    const auto device = parseDevice(m_executionDevice);
    if (!device) {
        return wrong("--execution-device", device.error().message);
    }
    if (*device == DeviceId::disk()) {
        return wrong("--execution-device",
                     "nothing can compute on the disk; take a GPU or the CPU.");
    }
    return std::optional(*device);
}

Result<void> WindowOptions::putInto(PlacementRequest& request) const {
    const auto layers = window();
    if (!layers) {
        return layers.unexpected();
    }
    const auto device = executionDevice();
    if (!device) {
        return device.unexpected();
    }
    const bool isThere = !*device || std::ranges::find(request.devices, **device,
                                                       &DeviceInfo::id) != request.devices.end();
    if (!isThere) {
        return fail(ErrorCode::InvalidArgument,
                    "--execution-device names " + deviceLabel(**device) +
                        ", which is not among the devices; take one of --gpus, or the CPU.",
                    {}, "--execution-device");
    }
    request.prefetchWindow = *layers;
    request.executionDevice = *device;
    return {};
}

}  // namespace stowage
