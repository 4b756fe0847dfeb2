// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/machine_link.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/device/memory_budget.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kThis = "this";
constexpr double kMostLatency = 10;  ///< seconds: more is a slip of the key

Unexpected wrongLink(const std::string& text, const Message& why) {
    return fail(ErrorCode::InvalidArgument,
                say("--machine-link %1: %2", quotedForMessage(text), why), {}, "--machine-link");
}

/// Names may have dashes themselves: the two are those that there are.
bool readMachines(std::string_view text, const std::vector<std::string>& machines,
                  MachineLink& link) {
    for (std::size_t dash = text.find('-'); dash != std::string_view::npos;
         dash = text.find('-', dash + 1)) {
        link.one = machineNamed(text.substr(0, dash));
        link.other = machineNamed(text.substr(dash + 1));
        const auto isThere = [&](const std::string& name) {
            return std::ranges::find(machines, name) != machines.end();
        };
        if (link.one != link.other && isThere(link.one) && isThere(link.other)) {
            return true;
        }
    }
    return false;
}

Result<MachineLink> parseLink(const std::string& text, const std::vector<std::string>& machines) {
    MachineLink link;
    std::string_view rest = text;
    if (const std::size_t equals = rest.find('='); equals != std::string_view::npos) {
        if (!readMachines(rest.substr(0, equals), machines, link)) {
            const std::string names = joinedText(machines, ", ", [](const std::string& name) {
                return name.empty() ? std::string(kThis) : name;
            });
            return wrongLink(text, say("write two machines with \"-\" between them before the "
                                       "\"=\"; the machines of --gpus are: %1.",
                                       names));
        }
        rest.remove_prefix(equals + 1);
    }
    const std::size_t colon = rest.find(':');
    const auto rate = linkRateOf(rest.substr(0, colon));
    if (!rate) {
        return wrongLink(text, say("a rate is needed, as in a-b=1.25GB/s:200us."));
    }
    link.bytesPerSecond = *rate;
    if (colon != std::string_view::npos) {
        const auto latency = linkLatencyOf(rest.substr(colon + 1));
        if (!latency) {
            return wrongLink(
                text,
                say("write a latency of up to 10 s after the \":\", as in 200us, 0.5ms or 1s."));
        }
        link.latencySeconds = *latency;
    }
    return link;
}

}  // namespace

std::string firstMachine(std::span<const DeviceInfo> devices) {
    const DeviceInfo* first = nullptr;
    for (const DeviceInfo& device : devices) {
        if (!device.id.isGpu()) {
            continue;
        }
        if (device.machine.empty()) {
            return {};
        }
        first = first == nullptr ? &device : first;
    }
    return first == nullptr ? std::string() : first->machine;
}

std::string machineOf(std::span<const DeviceInfo> devices, DeviceId device) {
    const DeviceInfo* const found = device.isGpu() ? findDevice(devices, device) : nullptr;
    return found == nullptr ? firstMachine(devices) : found->machine;
}

bool isOnFirstMachine(std::span<const DeviceInfo> devices, DeviceId device) {
    return !device.isGpu() || machineOf(devices, device) == firstMachine(devices);
}

std::vector<std::string> machinesOf(std::span<const DeviceInfo> devices) {
    std::vector<std::string> machines{firstMachine(devices)};
    for (const DeviceInfo& device : devices) {
        if (device.id.isGpu() && std::ranges::find(machines, device.machine) == machines.end()) {
            machines.push_back(device.machine);
        }
    }
    return machines;
}

bool areSeveralMachines(std::span<const DeviceInfo> devices) {
    const DeviceInfo* first = nullptr;
    for (const DeviceInfo& device : devices) {
        if (device.id.isGpu()) {
            first = first == nullptr ? &device : first;
            if (device.machine != first->machine) {
                return true;
            }
        }
    }
    return false;
}

std::optional<MachineLink> linkBetween(std::span<const DeviceInfo> devices,
                                       std::span<const MachineLink> links, DeviceId from,
                                       DeviceId to) {
    if (!areSeveralMachines(devices)) {
        return std::nullopt;
    }
    const std::string one = machineOf(devices, from);
    const std::string other = machineOf(devices, to);
    if (one == other) {
        return std::nullopt;
    }
    return linkOf(links, one, other);
}

MachineLink linkOf(std::span<const MachineLink> links, const std::string& one,
                   const std::string& other) {
    MachineLink found{.one = one, .other = other, .isAssumed = true};
    for (const MachineLink& link : links) {
        const bool isOfAny = link.one == link.other;
        if (joinSame(link, found) || (isOfAny && found.isAssumed)) {
            found = link;
            found.one = one;
            found.other = other;
            if (!isOfAny) {
                break;
            }
        }
    }
    return found;
}

std::vector<MachineLink> linksOf(std::span<const DeviceInfo> devices,
                                 std::span<const MachineLink> links) {
    const std::vector<std::string> machines = machinesOf(devices);
    std::vector<MachineLink> all;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        for (std::size_t j = i + 1; j < machines.size(); ++j) {
            all.push_back(linkOf(links, machines[i], machines[j]));
        }
    }
    return all;
}

bool joinSame(const MachineLink& a, const MachineLink& b) {
    return (a.one == b.one && a.other == b.other) || (a.one == b.other && a.other == b.one) ||
           (a.one == a.other && b.one == b.other);
}

Message machineLabel(const std::string& machine) {
    return machine.empty() ? phrase("this machine") : Message(machine);
}

Message deviceLabelOn(const DeviceInfo& device) {
    return device.machine.empty() ? deviceLabel(device.id)
                                  : say("%1 on %2", deviceLabel(device.id), device.machine);
}

std::string linkText(const MachineLink& link) {
    const double seconds = link.latencySeconds;
    const std::string latency = seconds >= 1      ? formatGeneral(seconds, 4) + " s"
                                : seconds >= 1e-3 ? formatGeneral(seconds * 1e3, 4) + " ms"
                                                  : formatGeneral(seconds * 1e6, 4) + " µs";
    return formatGeneral(link.bytesPerSecond / 1e9, 4) + " GB/s, " + latency;
}

std::string linkRateText(const MachineLink& link) {
    return formatGeneral(link.bytesPerSecond / 1e9, 6) + "GB/s";
}

std::string linkLatencyText(const MachineLink& link) {
    const double seconds = link.latencySeconds;
    return seconds >= 1      ? formatGeneral(seconds, 6) + "s"
           : seconds >= 1e-3 ? formatGeneral(seconds * 1e3, 6) + "ms"
                             : formatGeneral(seconds * 1e6, 6) + "us";
}

std::optional<double> linkRateOf(std::string_view text) {
    if (!text.ends_with("/s")) {
        return std::nullopt;
    }
    const auto bytes = parseCapacity(text.substr(0, text.size() - 2));
    return bytes && bytes->bytes >= 1 ? std::optional(bytes->bytes) : std::nullopt;
}

std::optional<double> linkLatencyOf(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, double>, 4> kUnitsInASecond{
        {{"us", 1e6}, {"µs", 1e6}, {"ms", 1e3}, {"s", 1}}};
    for (const auto& [unit, count] : kUnitsInASecond) {
        if (text.ends_with(unit)) {
            const auto number = parsePythonFloat(text.substr(0, text.size() - unit.size()));
            const bool isLatency = number && *number >= 0 && *number / count <= kMostLatency;
            return isLatency ? std::optional(*number / count) : std::nullopt;
        }
    }
    return std::nullopt;
}

std::string machineNamed(std::string_view text) {
    return text == kThis ? std::string() : std::string(text);
}

bool isMachineName(std::string_view name) {
    constexpr std::size_t kLongest = 63;  // of a host's name
    return !name.empty() && name.size() <= kLongest && name.front() != '-' &&
           std::ranges::all_of(name, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
           });
}

Result<std::vector<MachineLink>> parseMachineLinks(const std::vector<std::string>& texts,
                                                   std::span<const DeviceInfo> devices) {
    const std::vector<std::string> machines = machinesOf(devices);
    std::vector<MachineLink> links;
    for (const std::string& text : texts) {
        auto link = parseLink(text, machines);
        STOWAGE_TRY(link);
        std::erase_if(links, [&](const MachineLink& other) { return joinSame(other, *link); });
        links.push_back(*std::move(link));
    }
    return links;
}

}  // namespace stowage
