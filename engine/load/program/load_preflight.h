// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/device/device_info.h"
#include "engine/load/program/load_method.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct PlanIssue;

/// The code of the objection that a load needs more memory than a GPU has.
inline constexpr const char* kDeviceMemoryCode = "load_device_capacity";

/// The code of the objection that a load needs more memory than the machine has.
inline constexpr const char* kHostMemoryCode = "load_host_memory";

/// The code of the objection that a load needs more RAM than its limit.
inline constexpr const char* kRamLimitCode = "load_ram_limit";

/// Whether an objection is that a file system has too little room, which no person can overrule:
/// The code of the warning that what is to be on disk will take RAM.
inline constexpr const char* kOffloadInMemoryCode = "load_offload_in_memory";

/// the load asks for the room again before it begins.
[[nodiscard]] bool isDiskSpaceObjection(const PlanIssue& issue);

/// Whether an objection is that a load needs more memory than there is or than it may have.
[[nodiscard]] bool isMemoryObjection(const PlanIssue& issue);

/// What comes back once a loaded model is given back.
struct ReleasedRoom {
    std::uint64_t memory = 0;     ///< of the machine, simulated GPUs' pages among it
    std::string offloadFolder{};  ///< one that is removed; "": none is
};

/// Whether an objection to `schedule` is only for room that `released` gives: memory, or space for
/// offloaded and waiting tensors on the file system of that folder.
[[nodiscard]] bool isMendedBy(const ReleasedRoom& released, const PlanIssue& issue,
                              const LoadSchedule& schedule);

/// Fills `prediction`, the predicted peaks, and `preflight` with what will not fit while the load
/// runs: a GPU's capacity, the host's memory (simulated GPUs live there too), room on the file
/// systems that are written to. Each sentence ends in what to do, and names the nearest method
/// that would work where there is one. `schedule` is complete but for these.
/// A dry run asks nothing of this machine, so only the devices of the plan are checked, its CPU's
/// memory among them.
void checkBeforeLoad(LoadSchedule& schedule, bool dryRun);

/// "9.0 MiB" of a request; on a GPU with the segment that it takes where no cached block serves:
/// "9.0 MiB, in a segment of 20.0 MiB", or by how much one expands.
[[nodiscard]] Message requestText(const DeviceInfo& device, std::uint64_t bytes);

/// Methods that need less than the schedule's, the most alike first.
[[nodiscard]] std::vector<LoadMethod> lighterMethods(const LoadSchedule& schedule);

/// The method nearest to the schedule's own that no device of the plan refuses, in a dry run its
/// CPU neither, and that needs no more of this machine than `hostLimit`; nothing where there is
/// none.
[[nodiscard]] std::optional<LoadMethod> nearestWorkingMethod(
    const LoadSchedule& schedule, std::optional<std::uint64_t> hostLimit);

/// Memory that was refused in the middle of a load.
struct RefusedMemory {
    DeviceId device;
    std::uint64_t bytes = 0;            ///< asked for; 0 where it is not known
    std::uint64_t held = 0;             ///< allocated there at that moment
    std::optional<std::uint64_t> free;  ///< what the device could still give, as far as is known
};

/// What would have fitted instead.
struct RefusalAdvice {
    std::optional<LoadMethod> method;  ///< the nearest method that takes less there
    Message text;                      ///< a sentence; names the method or a smaller budget
};

/// The nearest method whose prediction stays below what was refused on that device, and fits all
/// others; where there is none, how many bytes of weights a plan may put there.
[[nodiscard]] RefusalAdvice adviceOnRefusal(const LoadSchedule& schedule,
                                            const RefusedMemory& refused);

/// What `auto` takes for a load, and why.
struct MethodChoice {
    LoadMethod method = LoadMethod::Streamed;
    Message reason;  ///< one sentence, with the figures that decided
};

/// `mmap` where enough of the weights stay on the CPU as they lie in the file: those are not copied
/// at all, and their pages are the page cache's, which the system may drop and read again. Else
/// `streamed`, which is the quicker way to GPUs. Never `mmap` over a network file system, where a
/// card takes part (only page-locked memory feeds it at full speed), for very many files, or for a
/// model that is only described.
/// Of `schedule` plan, checkpoint and tensors are looked at; the files' file system is asked for.
[[nodiscard]] MethodChoice chooseMethod(const LoadSchedule& schedule);

}  // namespace stowage
