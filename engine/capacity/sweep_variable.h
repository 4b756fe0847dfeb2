// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct EstimateInput;

/// What a sweep changes from point to point.
enum class SweepKind {
    Batch,    ///< sequences at once
    Prompt,   ///< tokens of each
    Context,  ///< tokens to keep room for
    Generate,
    PrefillChunk,
    Limit,  ///< of a device, as max_memory has it: bytes
    Gpus,   ///< of the plan's, the first N
    DType,  ///< of the weights
    KvDType,
    Link,    ///< of every GPU to the host: bytes a second
    Window,  ///< prefetch window
};

/// One value of a variable.
struct SweepValue {
    double number = 0;  ///< tokens, bytes, bytes a second …; of a dtype its place in the list
    std::string text;   ///< "4GiB", "float16": as options take it
};

/// A variable with its values in their order.
struct SweepVariable {
    SweepKind kind = SweepKind::Context;
    DeviceId device{};  ///< of a limit
    std::vector<SweepValue> values;

    /// "context", "gpu:0": as it is typed, and the key of a point in JSON.
    [[nodiscard]] std::string key() const;
};

/// A kind with what a menu and an option call it.
struct SweepKindName {
    SweepKind kind;
    std::string_view key;  ///< "kv_dtype"; of a limit "limit", which is typed as its device
    Message title;         ///< "KV cache's dtype"
};
[[nodiscard]] const std::vector<SweepKindName>& sweepKinds();

/// The number of a workload that it varies; null for the others.
[[nodiscard]] std::uint64_t Workload::*sweptNumber(SweepKind kind);

/// Reads "context=2048..131072*2", "gpu:0=4GiB..24GiB/1GiB", "gpus=1..8", "dtype=float16,float32".
/// Errors: InvalidArgument that says what is wrong with it and what to write.
[[nodiscard]] Result<SweepVariable> parseSweepVariable(std::string_view text);

/// Values worth looking at for a plan and its workload, the present one among them; empty where
/// the plan has nothing to change there (a limit without GPUs).
[[nodiscard]] SweepVariable usualSweepVariable(SweepKind kind, const EstimateInput& input);

}  // namespace stowage
