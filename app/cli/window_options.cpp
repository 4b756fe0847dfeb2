// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_options.h"

#include "app/cli/device_options.h"
#include "engine/plan/placement_request.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr std::int64_t kWidestWindow = 65536;  ///< more layers than any model has

Unexpected wrong(const char* option, const std::string& why) {
    return fail(ErrorCode::InvalidArgument, std::string(option) + ": " + why, {}, option);
}

/// Nothing where no device is named.
Result<std::optional<DeviceId>> computingDevice(const char* option, const std::string& text) {
    if (text.empty()) {
        return std::optional<DeviceId>();
    }
    const auto device = parseDevice(text);
    if (!device) {
        return wrong(option, device.error().message);
    }
    if (*device == DeviceId::disk()) {
        return wrong(option, "nothing can compute on the disk; take a GPU or the CPU.");
    }
    return std::optional(*device);
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
    addHooksTo(command);
}

void WindowOptions::addHooksTo(CLI::App& command) {
    command
        .add_option("--main-device", m_mainDevice,
                    "Accelerate's main_device: where offloaded layers run, if there are hooks")
        ->type_name("DEVICE")
        ->check(notEmpty());
    command
        .add_option("--preload-module-classes", m_preload,
                    "Accelerate's: classes whose modules bring all weights below them at once")
        ->type_name("CLASS,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(notEmpty());
    command.add_flag("--force-hooks", m_forceHooks,
                     "Accelerate's: hooks also where the model lies on one device");
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
    return computingDevice("--execution-device", m_executionDevice);
}

Result<HookOptions> WindowOptions::hooks() const {
    const auto device = computingDevice("--main-device", m_mainDevice);
    if (!device) {
        return device.unexpected();
    }
    if (*device && !m_executionDevice.empty()) {
        return wrong("--main-device", "--execution-device says the same; give one of them.");
    }
    return HookOptions{*device, m_forceHooks, m_preload, {}};
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
    auto hooks = this->hooks();
    if (!hooks) {
        return hooks.unexpected();
    }
    for (const auto& [option, named] : {std::pair("--execution-device", *device),
                                        std::pair("--main-device", hooks->mainDevice)}) {
        if (named &&
            std::ranges::find(request.devices, *named, &DeviceInfo::id) == request.devices.end()) {
            return fail(ErrorCode::InvalidArgument,
                        std::string(option) + " names " + deviceLabel(*named) +
                            ", which is not among the devices; take one of --gpus, or the CPU.",
                        {}, option);
        }
    }
    request.prefetchWindow = *layers;
    request.executionDevice = *device;
    request.hooks = std::move(*hooks);
    return {};
}

}  // namespace stowage
