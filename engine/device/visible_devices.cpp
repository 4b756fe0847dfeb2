// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/visible_devices.h"

#include "engine/base/strings.h"

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

Message countText(std::size_t count) {
    return count == 1 ? say("%1 GPU is available", count) : say("%1 GPUs are available", count);
}

Message shownText(std::size_t shown) {
    return shown == 0   ? say("no GPU is visible")
           : shown == 1 ? say("only the %1 GPU listed before it is visible", shown)
                        : say("only the %1 GPUs listed before it are visible", shown);
}

/// The GPUs whose UUID begins with `entry`.
std::vector<std::uint32_t> matching(std::string_view entry, std::span<const std::string> uuids) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t index = 0; index < uuids.size(); ++index) {
        if (uuids[index].starts_with(entry)) {
            found.push_back(index);
        }
    }
    return found;
}

VisibleDevices hideAll(Message note) {
    return {{}, {std::move(note)}};
}

VisibleDevices hideForTwice(std::string_view entry) {
    return hideAll(
        say("%1 appears twice in the list of visible devices, so no GPU is visible, as in CUDA.",
            quotedForMessage(entry)));
}

VisibleDevices parseVisibleUuids(std::string_view list, std::span<const std::string> uuids) {
    VisibleDevices visible;
    std::string_view rest = list;
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string_view entry = trimmed(rest.substr(0, comma));
        const std::string quoted = quotedForMessage(entry);
        const std::vector<std::uint32_t> found =
            entry.starts_with("GPU-") ? matching(entry, uuids) : std::vector<std::uint32_t>();
        if (found.empty()) {
            visible.notes.push_back(
                say("%1 is not the UUID of a GPU of this machine and ends the list of visible "
                    "devices, as in CUDA; %2.",
                    quoted, shownText(visible.indices.size())));
            return visible;
        }
        if (found.size() > 1) {
            return hideAll(
                say("Several UUIDs begin with %1, so no GPU is visible, as in CUDA.", quoted));
        }
        if (std::ranges::find(visible.indices, found.front()) != visible.indices.end()) {
            return hideForTwice(entry);
        }
        visible.indices.push_back(found.front());
        if (comma == std::string_view::npos) {
            return visible;
        }
        rest.remove_prefix(comma + 1);
    }
}

/// A list of numbers. A word, as a UUID among them, ends it.
VisibleDevices readNumbers(std::string_view list, std::size_t count) {
    VisibleDevices visible;
    std::string_view rest = list;
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string_view entry = trimmed(rest.substr(0, comma));
        const auto number = leadingNumber(entry);
        if (!number || *number >= count) {
            const bool isPlainEnd = entry == "-1" || trimmed(list).empty();
            if (!isPlainEnd) {
                visible.notes.push_back(say(
                    "%1 is not the number of an available GPU (%2) and ends the list of visible "
                    "devices, as in CUDA; %3.",
                    quotedForMessage(entry), countText(count), shownText(visible.indices.size())));
            }
            return visible;
        }
        const auto index = static_cast<std::uint32_t>(*number);
        if (std::find(visible.indices.begin(), visible.indices.end(), index) !=
            visible.indices.end()) {
            return hideForTwice(entry);
        }
        visible.indices.push_back(index);
        if (comma == std::string_view::npos) {
            return visible;
        }
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace

VisibleDevices parseVisibleRealDevices(std::string_view list, std::span<const std::string> uuids) {
    const std::string_view first = trimmed(list);
    if (first.starts_with("GPU-")) {
        return parseVisibleUuids(list, uuids);
    }
    if (first.starts_with("MIG-")) {
        return hideAll(
            say("%1 names a part of a card (MIG). Stowage cannot distinguish parts of a card, so "
                "no GPU is visible.",
                quotedForMessage(first)));
    }
    return readNumbers(list, uuids.size());
}

Result<VisibleDevices> parseVisibleDevices(std::string_view list, std::size_t count) {
    VisibleDevices visible = readNumbers(list, count);
    // The entry at which reading ended.
    std::string_view rest = list;
    for (std::size_t i = 0; i < visible.indices.size() && rest.find(',') != rest.npos; ++i) {
        rest.remove_prefix(rest.find(',') + 1);
    }
    const std::string_view entry = trimmed(rest.substr(0, rest.find(',')));
    if (entry.starts_with("GPU-") || entry.starts_with("MIG-")) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is the UUID of a real device, but simulated GPUs have no UUIDs; "
                        "specify the numbers of the simulated GPUs, as in 0,1.",
                        quotedForMessage(entry)));
    }
    return visible;
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
