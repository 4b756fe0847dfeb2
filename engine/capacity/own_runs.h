// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/run/run_prediction.h"
#include "engine/run/run_replay.h"
#include "engine/run/run_setting.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// What this program's own executor does with a workload under one plan. Not thread-safe.
class OwnRuns {
public:
    /// `schedule` null: the plan is quantised. `rates` may be null; `mostCached` as EstimateInput
    /// has it. Errors: Unsupported (a family or a plan that is not run), those of runModelOf().
    [[nodiscard]] static Result<std::unique_ptr<OwnRuns>> make(const PlacementPlan& plan,
                                                               const Checkpoint& checkpoint,
                                                               const LoadSchedule* schedule,
                                                               const MachineRates* rates,
                                                               bool mostCached = false);

    /// The dtype in which it computes with such weights, and keeps keys and values: what the host
    /// computes is widened to float32, as MeteredCompute does.
    [[nodiscard]] DType computesIn(DType weights) const;
    /// Nothing where the executor can be asked for it. Errors: InvalidArgument (more tokens than
    /// the model sees, several sequences of a family that takes one), Unsupported (another dtype).
    [[nodiscard]] Result<void> check(const Workload& work, DType weights) const;
    /// Tokens of a prompt that go in at once.
    [[nodiscard]] std::uint64_t chunkOf(const Workload& work) const;
    /// Whether what it keeps of tokens is a state of each sequence, not keys and values.
    [[nodiscard]] bool keepsStates() const;
    /// Whether its prompts are few enough tokens for a request; of more no other function of
    /// requests is asked.
    [[nodiscard]] bool isWritten(const Workload& work) const;
    /// Whether it is replayed in a second or so.
    [[nodiscard]] bool isShort(const Workload& work) const;

    /// Errors: as replayRun().
    [[nodiscard]] Result<std::vector<ReplayedDevice>> replay(const Workload& work, unsigned window,
                                                             const std::stop_token& stop);
    /// Of a workload that is not short, as much from its beginning as is, or if `isBrief` its
    /// prompts and a few tokens: all of it takes no less. Empty where not even its prompts are
    /// short. The last one is kept.
    [[nodiscard]] Result<std::vector<ReplayedDevice>> replayStart(const Workload& work,
                                                                  unsigned window, bool isBrief,
                                                                  const std::stop_token& stop);
    /// As PlanEstimator::longest().
    [[nodiscard]] Result<std::optional<ReplayedContext>> longest(const Workload& work,
                                                                 const std::stop_token& stop);
    /// As predictTimes().
    [[nodiscard]] Result<RunPrediction> times(const Workload& work, unsigned window,
                                              std::map<DeviceId, std::uint64_t> fresh);

    /// What those are made of: see passesOfRun().
    [[nodiscard]] Result<RunPassTimes> passes(const Workload& work) const;

private:
    explicit OwnRuns(RunSetting setting);
    [[nodiscard]] RunRequest requestFor(const Workload& work) const;
    /// Tokens that follow each prompt.
    [[nodiscard]] std::uint64_t followingTokens(const Workload& work) const;
    /// No more of them than change the memory.
    [[nodiscard]] std::uint64_t replayedTokens(const Workload& work) const;
    [[nodiscard]] std::uint64_t prefillPasses(const Workload& work) const;
    /// So many passes of all sequences are replayed in a second or so.
    [[nodiscard]] std::uint64_t mostPasses(const Workload& work) const;

    struct ReplayedStart {
        Workload work;
        unsigned window = 0;
        std::vector<ReplayedDevice> devices;
    };

    RunSetting m_setting;
    DescribedWeights m_weights;
    std::unique_ptr<RunModel> m_model;
    std::size_t m_tensors = 0;
    bool m_widensHalf = false;  ///< the host computes some of it, which widens float16
    std::optional<ReplayedStart> m_start;
};

}  // namespace stowage
