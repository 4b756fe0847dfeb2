// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/report/load_record.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct PlacementConstraints;

/// One method's load in a process of its own, as stowagectl is asked for it.
struct LoadProcessRequest {
    std::shared_ptr<const PlacementPlan> plan;
    QString model;   ///< file or folder
    QString folder;  ///< of this comparison; map and samples lie there
    LoadMethod method = LoadMethod::Streamed;
    PageCacheState cache = PageCacheState::AsIs;
    bool verify = false;
    std::vector<std::int64_t> forward{};  ///< prompt of a forward pass after it; empty: none
    QString reference{};                  ///< the .npy its logits are held against; "": computed
    QString events{};                     ///< where it tells of itself while it runs; "": nowhere
    std::optional<std::uint64_t> ramLimit{};  ///< bytes
    bool force = false;                       ///< although the pre-flight says no
    OpenOptions opening{};                    ///< what was chosen about the model
};

/// A prompt as `--forward` and `--tokens` take it: "1,2,3".
[[nodiscard]] QString promptText(const std::vector<std::int64_t>& tokens);

/// A simulated GPU as `--gpus` takes it: "2147483648:used=0:context=536870912".
[[nodiscard]] std::string simulatedGpuSpec(const DeviceInfo& gpu);

/// What the plan's GPUs are as `--gpus` takes them: "2147483648:used=0:context=536870912", "none".
/// Error: Unsupported for simulated GPUs beside real ones.
[[nodiscard]] Result<std::string> gpusSpec(const PlacementPlan& plan);

/// Writes what all methods of a comparison share (the device map) into its folder.
/// Errors: those of writing, of gpusSpec().
[[nodiscard]] Result<void> prepareComparison(const LoadProcessRequest& order);

/// All of the plan but its map (which has what strategy, pins and moves came to), what is asked for
/// beside loading and how the model is opened, as options of `compare`, `load` and `run`. To be
/// called where gpusSpec() is no error.
[[nodiscard]] QStringList loadOptions(const LoadProcessRequest& order);

/// What was chosen about the model, as options of all that open one.
[[nodiscard]] QStringList openingOptions(const OpenOptions& opening);

/// The dtype that a plan casts to, and that it quantises nothing where it does not, as options.
[[nodiscard]] QStringList dtypeOptions(const PlacementConstraints& constraints);

/// The words behind "stowagectl". To be called after prepareComparison().
[[nodiscard]] QStringList comparisonArguments(const LoadProcessRequest& order);

/// What the process said of its own failure: its error object, else its last line.
[[nodiscard]] Message comparisonFailure(const QByteArray& output, const QByteArray& diagnostics);

/// The record of what the process printed and sampled. Reads the samples: run it in a worker.
/// Errors: Malformed, or what the process said of its own failure, where it left no load.
[[nodiscard]] Result<LoadRecord> readComparisonRecord(const LoadProcessRequest& order,
                                                      const QByteArray& output,
                                                      const QByteArray& diagnostics);

}  // namespace stowage
