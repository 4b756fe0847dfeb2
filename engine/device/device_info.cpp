// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_info.h"

#include "engine/base/byte_size.h"
#include "engine/base/utf8.h"

#include <algorithm>
#include <string_view>

namespace stowage {

namespace {

constexpr std::size_t kMaxSimulatedGpus = 64;
constexpr double kMaxBytes = 4611686018427387904.0;  ///< 2^62: sums of three stay in 64 bits

/// Cuts `text` at the first `separator`; the rest stays in `text`.
std::string_view takePart(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return part;
}

Unexpected wrong(const std::string& what, std::size_t gpu) {
    return fail(ErrorCode::InvalidArgument, "GPU " + std::to_string(gpu) + " of --gpus: " + what,
                {}, "--gpus");
}

Result<std::uint64_t> parseBytes(std::string_view text) {
    const auto size = parseSize(text);
    if (!size) {
        return size.unexpected();
    }
    if (size->bytes > kMaxBytes) {
        return fail(ErrorCode::InvalidArgument,
                    quotedForMessage(text) + " is beyond 4 EiB; give a smaller size.");
    }
    return static_cast<std::uint64_t>(size->bytes);
}

Result<void> applyLink(std::string_view value, DeviceInfo& device) {
    const std::size_t gpu = device.id.index;
    if (!value.ends_with("/s")) {
        return wrong("link=" + quotedForMessage(value) + " must end in \"/s\", as in link=12GB/s.",
                     gpu);
    }
    const auto rate = parseBytes(value.substr(0, value.size() - 2));
    if (!rate) {
        return wrong(rate.error().message, gpu);
    }
    if (*rate == 0) {
        return wrong("a link of 0 bytes a second would never load; leave link out for no limit.",
                     gpu);
    }
    device.linkBytesPerSecond = static_cast<double>(*rate);
    return {};
}

/// One `key=value` behind a capacity.
Result<void> applyOption(std::string_view option, DeviceInfo& device) {
    const std::size_t gpu = device.id.index;
    std::string_view value = option;
    const std::string_view key = takePart(value, '=');
    if (key == "name" && !value.empty()) {
        device.name = std::string(value);
        return {};
    }
    if (key == "link") {
        return applyLink(value, device);
    }
    if (key != "used" && key != "context") {
        return wrong(quotedForMessage(option) +
                         " is not known; the options are used=SIZE, context=SIZE, link=SIZE/s "
                         "and name=TEXT.",
                     gpu);
    }
    const auto bytes = parseBytes(value);
    if (!bytes) {
        return wrong(std::string(key) + ": " + bytes.error().message, gpu);
    }
    (key == "used" ? device.usedByOthers : device.context) = *bytes;
    return {};
}

Result<DeviceInfo> parseOneGpu(std::string_view text, std::uint32_t index) {
    const std::string_view capacityText = takePart(text, ':');
    if (capacityText.empty()) {
        return wrong("a capacity is missing, as in --gpus 24GiB,24GiB.", index);
    }
    const auto capacity = parseBytes(capacityText);
    if (!capacity) {
        return wrong(capacity.error().message, index);
    }
    DeviceInfo device;
    device.id = DeviceId::gpu(index);
    device.simulated = true;
    device.capacity = *capacity;
    device.name = "Simulated, " + formatSize(static_cast<double>(*capacity));
    while (!text.empty()) {
        if (const auto done = applyOption(takePart(text, ':'), device); !done) {
            return done.unexpected();
        }
    }
    if (device.context > *capacity || device.usedByOthers > *capacity - device.context) {
        return wrong("used and context together (" +
                         formatSize(static_cast<double>(device.usedByOthers) +
                                    static_cast<double>(device.context)) +
                         ") exceed its capacity of " + formatSize(static_cast<double>(*capacity)) +
                         ".",
                     index);
    }
    return device;
}

}  // namespace

std::optional<std::uint64_t> DeviceInfo::freeBytes() const {
    if (!capacity) {
        return std::nullopt;
    }
    const std::uint64_t afterContext = *capacity - std::min(*capacity, context);
    return afterContext - std::min(afterContext, usedByOthers);
}

Result<std::vector<DeviceInfo>> parseSimulatedGpus(const std::string& spec) {
    std::vector<DeviceInfo> devices;
    if (spec == "none") {
        return devices;
    }
    std::string_view rest = spec;
    do {
        if (devices.size() == kMaxSimulatedGpus) {
            return fail(ErrorCode::InvalidArgument,
                        "--gpus names more than 64 devices; plan with 64 or fewer.", {}, "--gpus");
        }
        const bool lastComma = rest.ends_with(',') && rest.find(',') == rest.size() - 1;
        auto device = parseOneGpu(takePart(rest, ','), static_cast<std::uint32_t>(devices.size()));
        if (!device) {
            return device.unexpected();
        }
        devices.push_back(std::move(*device));
        if (lastComma) {
            return wrong("a capacity is missing behind the last comma.", devices.size());
        }
    } while (!rest.empty());
    return devices;
}

}  // namespace stowage
