// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/device_commands.h"
#include "widgets/support/formats.h"

#include <QString>

#include <optional>
#include <vector>

namespace stowage {

/// Who holds a device's memory. Of a GPU: others, context, this load and what the allocator keeps
/// beside it. Of the host: others, this load's weights, the rest of this process, and the pages
/// behind simulated GPUs.
enum class MemoryHolder { Others, Context, Load, Cached, Process, SimulatedGpus };

/// What one holder has of a device, in bytes; nothing where the system does not tell.
struct HolderUse {
    MemoryHolder holder = MemoryHolder::Load;
    std::optional<double> before;
    std::optional<double> now;
};

/// A device before a load and now, by whom it is used: what a card shows. Holders of all rows add
/// up to `usedNow`; free and used add up to the capacity.
struct DeviceUseFigures {
    DeviceInfo device;
    TableUnit unit = TableUnit::GiB;  ///< of the whole card
    std::vector<HolderUse> holders;   ///< from the start of the bar
    std::optional<double> usedBefore;
    std::optional<double> usedNow;
    std::optional<double> freeBefore;
    std::optional<double> freeNow;
    std::optional<double> capacity;
    std::optional<double> peakAllocated;  ///< since the load began, or the peaks were reset; GPUs
    std::optional<double> peakReserved;
    QString programs;                  ///< who the others are; "" where that is not told
    std::optional<double> fileBacked;  ///< the host's: evictable cache, counted as free

    [[nodiscard]] const HolderUse* find(MemoryHolder holder) const;
};

/// "Other programs", "Allocated by the load" …
[[nodiscard]] QString holderName(MemoryHolder holder);

/// Figures of `device`, which `now` knows; a device that `before` does not know was empty then.
[[nodiscard]] DeviceUseFigures deviceUseFigures(DeviceId device, const MemorySnapshot& before,
                                                const MemorySnapshot& now);

/// "Empty cache: GPU 0 reserved 6.48 → 0 GiB": what a command did, for the status line.
[[nodiscard]] QString memoryChangeText(const MemoryChange& change);

}  // namespace stowage
