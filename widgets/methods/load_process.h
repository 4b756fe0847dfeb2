// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/report/load_events.h"
#include "engine/load/report/load_record.h"

#include <nlohmann/json_fwd.hpp>

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// The path of stowagectl: `program` or, if that is "", the one in the folder of this program. ""
/// if there is no such program.
[[nodiscard]] std::string stowagectlPath(const QString& program);
/// Where it is looked for, as people read it.
[[nodiscard]] QString stowagectlPlace(const QString& program);

/// One method's load in a process of its own.
struct LoadProcessRequest {
    std::shared_ptr<const PlacementPlan> plan;
    QString model;                                   ///< file or folder
    std::shared_ptr<const Checkpoint> checkpoint{};  ///< of the model; null on another machine
    QString folder{};                                ///< for temporary files of the process
    LoadMethod method = LoadMethod::Streamed;
    PageCacheState cache = PageCacheState::AsIs;
    bool verify = false;
    std::vector<std::int64_t> forward{};      ///< prompt of a forward pass after it; empty: none
    QString reference{};                      ///< the .npy its logits are compared with
    std::optional<std::uint64_t> ramLimit{};  ///< bytes
    bool force = false;                       ///< although the pre-flight check refuses
    OpenOptions opening{};                    ///< what was chosen about the model
};

/// A prompt as an option takes it: "1,2,3".
[[nodiscard]] std::string promptText(const std::vector<std::int64_t>& tokens);

/// A simulated GPU as `--gpus` takes it: "2147483648:used=0:context=536870912".
[[nodiscard]] std::string simulatedGpuSpec(const DeviceInfo& gpu);

/// Error: Unsupported for simulated GPUs next to real ones, which no other process can load into.
[[nodiscard]] Result<void> requireOneKindOfGpu(const PlacementPlan& plan);

/// The job (docs/serve.md) that loads by a plan. Errors: those of requireOneKindOfGpu().
[[nodiscard]] Result<nlohmann::ordered_json> loadJob(const LoadProcessRequest& order);

/// Runs the load in a process of `program` after it has brought the files' pages into their state,
/// and returns its record with curves. Blocks: run it in a worker. `onEvent` may be empty; it is
/// called from the same thread. Errors: Cancelled, those of preparing and of starting, and the
/// process's own where it left no load.
[[nodiscard]] Result<LoadRecord> runLoadProcess(
    const LoadProcessRequest& order, const std::string& program,
    const std::function<void(const LoadEvent& event)>& onEvent, const std::stop_token& stop);

/// Computes the logits of order.forward in a process of `program` and writes them to
/// order.reference. Blocks. Errors: as above.
[[nodiscard]] Result<void> makeReference(const LoadProcessRequest& order,
                                         const std::string& program, const std::stop_token& stop);

}  // namespace stowage
