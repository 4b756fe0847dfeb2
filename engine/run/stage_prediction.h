// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/machine_link.h"
#include "engine/load/report/load_figures.h"
#include "engine/run/models/pipeline_stage.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_setting.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What one stage of a model will take of one pass. Estimated.
struct StagePass {
    double seconds = 0;         ///< of its own work; not a number where a rate is unknown
    std::uint64_t bytesIn = 0;  ///< of the activation that comes from the stage before
    double besideSeconds = 0;   ///< of its own work beside another run (besideAnotherRun())
};

/// What one stage will take of a run.
struct StagePasses {
    std::vector<StagePass> prompt;  ///< one a micro-batch, or one a chunk
    /// Of each micro-batch one token a sequence, at the middle of those that follow; empty where
    /// none goes in.
    std::vector<StagePass> token;
    bool isChunked = false;  ///< the prompts go in together, by chunks
};

/// What a stage will take of each pass, with the rates of its own machine (RunClock). The passes of
/// the whole model are counted, with the other stages' weights on a device apart: what comes from
/// there to the stage's own modules is what comes over its channel. Blocks some ms a length of
/// prompt. `setting`: of the stage's part. Errors: those of runModelOf() and WorkCounter::count().
[[nodiscard]] Result<StagePasses> predictStage(const StagedRun& run, RunSetting setting,
                                               const RunRequest& request,
                                               const std::string& configText = {},
                                               const std::string& configFile = {});

/// A run in stages, as its parts were predicted and measured.
struct PipelineRun {
    struct Stage {
        StagePasses passes;
        MachineLink next;     ///< to the stage after it; of the last one to the first
        std::string machine;  ///< stages of one name share its cores
        unsigned threads = 1;
        unsigned cores = 1;
    };
    std::vector<Stage> stages;
    std::size_t sequences = 1;
    std::int64_t generate = 0;
};

/// What it will take. Estimated. Seconds since the first stage began.
struct PipelinePrediction {
    struct Stage {
        double computeSeconds = 0;
        double waitedSeconds = 0;
    };
    std::vector<Stage> stages;
    double seconds = 0;
    RunTimes times;            ///< the first token: of the last prompt
    bool sharesCores = false;  ///< stages that compute at once are on one machine
};

/// When everything is done if each stage takes its passes in the order of run_generation.cpp: the
/// prompts', then round after round one of each micro-batch. A pass begins at a stage once the one
/// before has ended there and what it needs has come: at the first stage the token that the last
/// one chose, one latency after it was chosen; at a later one the activation, which is
///
///     latency + message / rate                            after it was sent,
///     2 × latency + bytes / rate                          after that, where it does not fit, and
///                                                         not before the stage has asked for it
///
/// (StageChannel). Where k stages of one machine can compute at once — no more than there are
/// passes — each takes max(1, k × threads / cores) times as long, and as much longer as it was
/// measured beside another run to be slower than that tells: caches, memory and the halves of a
/// core are shared, too. Nothing where a time is unknown, or stages have counted different passes.
/// Pure.
[[nodiscard]] std::optional<PipelinePrediction> predictPipeline(const PipelineRun& run);

}  // namespace stowage
