// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_id.h"

#include "engine/base/utf8.h"

#include <charconv>
#include <optional>

namespace stowage {

namespace {

constexpr std::uint32_t kMaxGpuIndex = 1023;  ///< far above any machine; catches slips of the key

std::optional<std::uint32_t> parseIndex(std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, status] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || status != std::errc() || stop != end || value > kMaxGpuIndex) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

std::string deviceName(DeviceId id) {
    switch (id.kind) {
        case DeviceKind::Gpu:
            return "gpu:" + std::to_string(id.index);
        case DeviceKind::Cpu:
            return "cpu";
        case DeviceKind::Disk:
            break;
    }
    return "disk";
}

std::string deviceLabel(DeviceId id) {
    switch (id.kind) {
        case DeviceKind::Gpu:
            return "GPU " + std::to_string(id.index);
        case DeviceKind::Cpu:
            return "CPU";
        case DeviceKind::Disk:
            break;
    }
    return "Disk";
}

Result<DeviceId> parseDevice(std::string_view text) {
    if (text == "cpu") {
        return DeviceId::cpu();
    }
    if (text == "disk") {
        return DeviceId::disk();
    }
    std::string_view digits = text;
    for (const std::string_view prefix : {"gpu:", "cuda:"}) {
        if (digits.starts_with(prefix)) {
            digits.remove_prefix(prefix.size());
            break;
        }
    }
    if (const auto index = parseIndex(digits)) {
        return DeviceId::gpu(*index);
    }
    return fail(ErrorCode::InvalidArgument,
                quotedForMessage(text) +
                    " is not a device; use a GPU's number (0, gpu:0, cuda:0), \"cpu\" or "
                    "\"disk\".");
}

}  // namespace stowage
