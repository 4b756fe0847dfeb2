// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/device/device_info.h"
#include "engine/device/device_memory.h"
#include "engine/load/program/load_method.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/device_map.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

struct LoadBackends;
struct LoadSchedule;

/// What one check found.
struct CheckResult {
    Message group;  ///< "allocator"
    Message what;   ///< what is held to be true, with a device or file where there are several
    bool isOk = false;
    Message figures;  ///< what was measured, or why it failed
    double seconds = 0;
};

/// Runs checks one after another and keeps what they found. A check returns its figures, or an
/// Error with the sentence that says what is wrong. Once stopped, it runs no more.
class CheckList {
public:
    using OnResult = std::function<void(const CheckResult&)>;
    CheckList(std::stop_token stop, OnResult onResult)
        : m_stop(std::move(stop)), m_onResult(std::move(onResult)) {}

    void run(const Message& group, const Message& what,
             const std::function<Result<Message>()>& check);

    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    [[nodiscard]] const std::vector<CheckResult>& results() const { return m_results; }
    [[nodiscard]] std::size_t failures() const;

private:
    std::stop_token m_stop;
    OnResult m_onResult;
    std::vector<CheckResult> m_results;
};

/// A failed check. `code` is of no importance to people; the sentence is.
[[nodiscard]] Unexpected checkFailed(const Message& sentence);

/// The caching allocator's arithmetic, and every method's exact peaks for the lesson's models: a
/// dry run each, without a page.
void checkAllocator(CheckList& checks);

/// Digests, the process's own memory figures, LibTorch. Returns LibTorch where it opens.
[[nodiscard]] std::shared_ptr<TensorBackend> checkMachine(CheckList& checks);

/// What every device with memory promises, on this one: bytes, statistics, out of memory, cancel.
/// The device must be empty. `label` names it in the lines.
void checkDevice(CheckList& checks, DeviceMemory& device, const Message& label);

/// Writes a small model in each format, and loads it by each method onto `gpus` and from there
/// with a split, a cancel and a device too small. `gpus`: one or more, simulated or real; real ones
/// must be open in LibTorch.
void checkLoads(CheckList& checks, const std::vector<DeviceInfo>& gpus, const Message& label);

/// Writes tiny models and runs them on one GPU, split over two, and with their layers on the CPU
/// and on disk, prefetched and not: the same logits everywhere (to the bit on simulated GPUs, which
/// the CPU computes for), what was computed lies on the GPUs meanwhile and is gone afterwards.
/// `gpus`: as in checkLoads().
void checkRuns(CheckList& checks, const std::vector<DeviceInfo>& gpus, const Message& label);

/// How fast memory of the host reaches a real device, beside plain copies in the same run.
void checkLink(CheckList& checks, DeviceMemory& device, const Message& label);

/// A small model that was written and opened.
struct OpenedSample {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
    SampleSummary written;
};

/// Writes and opens it. Error: a failed check also where what is read is not what was written.
[[nodiscard]] Result<OpenedSample> writeAndOpen(const SampleOptions& options,
                                                const std::stop_token& stop);

/// A load of a sample onto `gpus`, the CPU and the disk by a given map.
[[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> scheduleOf(
    const OpenedSample& sample, const std::vector<DeviceInfo>& gpus,
    const std::vector<DeviceMap::Entry>& map, const std::stop_token& stop,
    LoadMethod method = LoadMethod::Streamed, std::optional<DType> dtype = std::nullopt);

/// A failed check where devices, LibTorch or the offload folder still hold something.
[[nodiscard]] Result<void> requireNothingLeft(const LoadBackends& backends,
                                              const LoadSchedule& schedule);

}  // namespace stowage
