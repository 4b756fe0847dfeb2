// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// How two machines of a cluster are joined: what activations cross that go from one to the other.
struct MachineLink {
    std::string one{};    ///< DeviceInfo::machine
    std::string other{};  ///< the same as `one`: any two machines that have no link of their own
    double bytesPerSecond = 1.25e9;  ///< until a person says more, 10 Gbit/s Ethernet …
    double latencySeconds = 100e-6;  ///< … and its way through two systems
    bool isAssumed = false;          ///< nobody said anything of these two

    [[nodiscard]] double secondsFor(double bytes) const {
        return bytes / bytesPerSecond + latencySeconds;
    }
    friend bool operator==(const MachineLink&, const MachineLink&) = default;
};

/// The machine that has the CPU, the disk and the model's files: the one without a name where a
/// GPU is on it, else that of the first GPU.
[[nodiscard]] std::string firstMachine(std::span<const DeviceInfo> devices);
/// The machine of a device; of CPU, disk and what is not among the devices the first one.
[[nodiscard]] std::string machineOf(std::span<const DeviceInfo> devices, DeviceId device);
[[nodiscard]] bool isOnFirstMachine(std::span<const DeviceInfo> devices, DeviceId device);
/// All machines, the first one before the others, which are in the order of their GPUs.
[[nodiscard]] std::vector<std::string> machinesOf(std::span<const DeviceInfo> devices);
[[nodiscard]] bool areSeveralMachines(std::span<const DeviceInfo> devices);

/// What joins the machines of two devices: their own link, else that of any two, else an assumed
/// one. Nothing on one machine.
[[nodiscard]] std::optional<MachineLink> linkBetween(std::span<const DeviceInfo> devices,
                                                     std::span<const MachineLink> links,
                                                     DeviceId from, DeviceId to);

/// The same of two machines by their names; "" and "": of any two.
[[nodiscard]] MachineLink linkOf(std::span<const MachineLink> links, const std::string& one,
                                 const std::string& other);
/// The same of all pairs of machines of these devices.
[[nodiscard]] std::vector<MachineLink> linksOf(std::span<const DeviceInfo> devices,
                                               std::span<const MachineLink> links);
/// Whether two links join the same machines, in whichever order, or both any two.
[[nodiscard]] bool joinSame(const MachineLink& a, const MachineLink& b);

/// "b"; "this machine" for the one without a name.
[[nodiscard]] Message machineLabel(const std::string& machine);
/// "GPU 2", or "GPU 2 on b" where the machine has a name.
[[nodiscard]] Message deviceLabelOn(const DeviceInfo& device);
/// "1.25 GB/s, 100 µs".
[[nodiscard]] std::string linkText(const MachineLink& link);
/// "1.25GB/s" and "200us", as a person types them.
[[nodiscard]] std::string linkRateText(const MachineLink& link);
[[nodiscard]] std::string linkLatencyText(const MachineLink& link);
/// Bytes a second of "1.25GB/s", seconds of "200us", "0.5ms" or "1s"; nothing: it is none.
[[nodiscard]] std::optional<double> linkRateOf(std::string_view text);
[[nodiscard]] std::optional<double> linkLatencyOf(std::string_view text);

/// The machine that a person names: "" for "this".
[[nodiscard]] std::string machineNamed(std::string_view text);
/// Whether a name is one of 1 to 63 letters, digits, ".", "_" and "-".
[[nodiscard]] bool isMachineName(std::string_view name);

/// Parses values of `--machine-link`: "a-b=1.25GB/s:200us", or without "a-b=" the link of any two;
/// "this" is the machine without a name. Two machines are given one link; the later counts.
/// Error: InvalidArgument, also for machines that no device is on.
[[nodiscard]] Result<std::vector<MachineLink>> parseMachineLinks(
    const std::vector<std::string>& texts, std::span<const DeviceInfo> devices);

}  // namespace stowage
