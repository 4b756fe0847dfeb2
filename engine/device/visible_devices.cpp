// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/visible_devices.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace stowage {

namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The number that an entry begins with, as strtol reads it; nothing for a negative or no number.
std::optional<std::uint64_t> leadingNumber(std::string_view entry) {
    if (entry.starts_with('+')) {
        entry.remove_prefix(1);
    }
    std::uint64_t number = 0;
    const auto [stop, status] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
    return status == std::errc() ? std::optional(number) : std::nullopt;
}

std::string countText(std::size_t count) {
    return count == 1 ? "there is 1 GPU" : "there are " + std::to_string(count) + " GPUs";
}

std::string shownText(std::size_t shown) {
    return shown == 0 ? "no GPU is visible"
                      : "only the " + std::to_string(shown) + " before it " +
                            (shown == 1 ? "is" : "are") + " visible";
}

}  // namespace

Result<VisibleDevices> parseVisibleDevices(std::string_view list, std::size_t count) {
    VisibleDevices visible;
    std::string_view rest = list;
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string_view entry = trimmed(rest.substr(0, comma));
        if (entry.starts_with("GPU-") || entry.starts_with("MIG-")) {
            return fail(ErrorCode::InvalidArgument,
                        "\"" + std::string(entry) +
                            "\" is the UUID of a real device, and simulated GPUs have none; give "
                            "their numbers, as in 0,1.");
        }
        const auto number = leadingNumber(entry);
        if (!number || *number >= count) {
            const bool isPlainEnd = entry == "-1" || trimmed(list).empty();
            if (!isPlainEnd) {
                visible.notes.push_back(
                    "\"" + std::string(entry) + "\" ends the list of visible devices as in CUDA (" +
                    countText(count) + "); " + shownText(visible.indices.size()) + ".");
            }
            return visible;
        }
        const auto index = static_cast<std::uint32_t>(*number);
        if (std::find(visible.indices.begin(), visible.indices.end(), index) !=
            visible.indices.end()) {
            visible.indices.clear();
            visible.notes.push_back("\"" + std::string(entry) +
                                    "\" comes twice in the list of visible devices; as in CUDA, no "
                                    "GPU is visible then.");
            return visible;
        }
        visible.indices.push_back(index);
        if (comma == std::string_view::npos) {
            return visible;
        }
        rest.remove_prefix(comma + 1);
    }
}

std::vector<DeviceInfo> visibleOf(const std::vector<DeviceInfo>& gpus,
                                  const VisibleDevices& visible) {
    std::vector<DeviceInfo> shown;
    for (const std::uint32_t index : visible.indices) {
        shown.push_back(gpus[index]);
        shown.back().id = DeviceId::gpu(static_cast<std::uint32_t>(shown.size() - 1));
    }
    return shown;
}

}  // namespace stowage
