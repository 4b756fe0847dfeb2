// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_options.h"

#include "app/real_devices.h"
#include "engine/base/byte_size.h"
#include "engine/device/visible_devices.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr const char* kRealGpus = "real";

/// A capacity in lower case is an eighth of what was meant, most likely.
void warnOfBits(const std::string& spec, const CommandContext& context) {
    std::size_t begin = 0;
    while (begin < spec.size()) {
        const std::size_t end = std::min(spec.find_first_of(",:=*", begin), spec.size());
        const std::string part = spec.substr(begin, end - begin);
        const auto size = parseSize(part);
        if (size && size->countedBits) {
            context.warn("--gpus: \"" + part + "\" counts bits, as in Accelerate: " +
                         formatSize(size->bytes) + ". Write a capital B for bytes.");
        }
        begin = end + 1;
    }
}

}  // namespace

CLI::Validator notEmpty() {
    return {[](const std::string& value) {
                return value.empty() ? std::string("a value is missing behind it") : std::string();
            },
            ""};
}

const char* gpusHelp() {
    return "Devices: real (the default where LibTorch drives any), none, or simulated ones, "
           "comma-separated: CAPACITY[*N][:used=SIZE][:context=SIZE][:link=RATE][:name=TEXT]; for "
           "CAPACITY also a card, as in rtx-4090*2 (devices --catalogue lists them)";
}

Result<std::vector<DeviceInfo>> parseGpus(const std::string& spec, const CommandContext& context) {
    if (spec == kRealGpus) {
        auto real = openRealGpus();
        if (!real) {
            Error error = real.error();
            error.code = ErrorCode::InvalidArgument;  // the option asks for what is not there
            error.message = "--gpus real: " + error.message;
            error.key = "--gpus";
            return Unexpected{std::move(error)};
        }
        return real;
    }
    auto devices = parseSimulatedGpus(spec);
    if (devices) {
        warnOfBits(spec, context);
    }
    return devices;
}

void DeviceOptions::addTo(CLI::App& command) {
    command.add_option("--gpus", m_gpus, gpusHelp())->type_name("SPEC");
    command
        .add_option("--visible", m_visible,
                    "Which of them are seen, renumbered, as CUDA_VISIBLE_DEVICES: 1,0")
        ->type_name("LIST");
}

Result<std::vector<DeviceInfo>> DeviceOptions::makeGpus(const CommandContext& context) const {
    const bool isReal = m_gpus ? *m_gpus == kRealGpus : mayHaveRealGpus();
    if (isReal && m_visible) {
        for (const std::string& note : showOnlyGpus(*m_visible)) {
            context.warn("--visible: " + note);
        }
    }
    auto gpus = parseGpus(isReal ? kRealGpus : m_gpus.value_or("none"), context);
    if (!gpus && !m_gpus) {
        return std::vector<DeviceInfo>();  // the driver is there, but no card for this process
    }
    if (!gpus || !m_visible || isReal) {
        return gpus;
    }
    const auto visible = parseVisibleDevices(*m_visible, gpus->size());
    if (!visible) {
        Error error = visible.error();
        error.message = "--visible: " + error.message;
        error.key = "--visible";
        return Unexpected{std::move(error)};
    }
    for (const std::string& note : visible->notes) {
        context.warn("--visible: " + note);
    }
    return visibleOf(*gpus, *visible);
}

}  // namespace stowage
