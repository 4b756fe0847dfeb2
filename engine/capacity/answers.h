// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// More sequences than this are not replayed to find the most of them, which would take minutes:
/// what is above it is by formula.
inline constexpr std::uint64_t kMostReplayedSequences = 256;

/// The most that a plan carries, the rest of its workload as it is: one more does not fit, or is
/// more than this program's own engine runs. 0 where not even one does; nothing where nothing grows
/// with it.
struct CapacityLimits {
    std::optional<std::uint64_t> context;       ///< tokens of each sequence
    std::optional<std::uint64_t> batch;         ///< sequences whose prompts go in together
    std::optional<std::uint64_t> users;         ///< sequences whose prompts go in one after another
    std::optional<std::uint64_t> unfitBatch{};  ///< one sequence fewer than `batch`, if that does
                                                ///< not fit; nothing where batches are by formula
    unsigned known = 3;  ///< how many of these, in this order, are found already
};

/// The same of so many sequences whose prompts go in one after another: at once as many tokens as
/// of one of them now, whose prompt is `prompt` with its images.
[[nodiscard]] Workload oneAfterAnother(Workload workload, std::uint64_t prompt,
                                       std::uint64_t sequences);

/// Changes that a person may make so that a workload fits, or fits without offload.
struct CapacityChange {
    /// In the order of what they cost: settings first, then another engine, time, digits, work.
    enum class Kind {
        Placement,     ///< another strategy or lower limits
        PrefillChunk,  ///< prompts go in by parts
        Allocator,     ///< expandable segments on simulated GPUs
        Limits,        ///< others in place of typed ones, with a strategy where it takes one
        Engine,
        Offload,  ///< a map that offloads
        KvType,
        Quantization,
        Batch,
        Context,
    };
    Kind kind = Kind::Context;  ///< the dearest one of them
    Message text;               ///< "prompts in chunks of 512 tokens, keys and values in fp8"
    /// All that changes, as options take it: {"kv_dtype", "fp8"}.
    std::vector<std::pair<std::string, std::string>> values;
    std::shared_ptr<const CapacityEstimate> result;  ///< of the whole plan with it
};

/// All kinds, the cheapest first.
[[nodiscard]] std::vector<CapacityChange::Kind> usualSacrifices();

/// What more of a machine would bring.
struct CapacityGain {
    Message text;                                               ///< "8 GiB more on each GPU"
    std::vector<std::pair<std::string, std::string>> values{};  ///< {"memory", "8GiB"}
    std::optional<std::uint64_t> largestContext{};     ///< by formula; nothing: it stays, or none
    std::shared_ptr<const CapacityEstimate> result{};  ///< of the whole plan with it
};

/// All answers at once.
struct CapacityAnswers {
    std::optional<CapacityLimits> largest;  ///< nothing: undetermined
    std::vector<std::pair<DeviceId, std::uint64_t>> smallestCapacities;
    std::vector<CapacityChange> remedies;  ///< where it does not fit, or offloads
    std::vector<CapacityGain> more;
};

/// What a planner asks of a plan and its workload. Every answer is an estimate of the whole plan
/// that was made before it is given. Blocks: some dozens of estimates; call it in a worker.
class CapacityQuestions {
public:
    /// `input` as estimateCapacity() takes it; `progress` is called before each estimate, may be
    /// empty. `now`: the estimate of the input, if it is there already.
    explicit CapacityQuestions(EstimateInput input, std::stop_token stop = {},
                               std::function<void()> progress = {},
                               std::shared_ptr<const CapacityEstimate> now = nullptr);

    /// `tell` is called when another one is found.
    [[nodiscard]] Result<CapacityLimits> largest(
        const std::function<void(const CapacityLimits&)>& tell = {});
    [[nodiscard]] Result<std::optional<std::uint64_t>> largestContext();
    /// The least memory each GPU needs for this plan: what it holds, context and other programs.
    [[nodiscard]] Result<std::vector<std::pair<DeviceId, std::uint64_t>>> smallestCapacities();
    /// Remedies that make the workload fit, each alone: one kind of change, or as few as suffice
    /// together, in this order. What gives up digits or work is tried only where settings, the
    /// engine and (for work) offload do not suffice. Where it fits with offload, what takes no more
    /// time and keeps all weights on GPUs, or is twice as fast; work is not given up then.
    [[nodiscard]] Result<std::vector<CapacityChange>> untilItFits(
        const std::vector<CapacityChange::Kind>& order);
    /// What each KV type that the engine keeps, and each quantisation, would come to.
    [[nodiscard]] Result<std::vector<CapacityChange>> alternatives();

private:
    class RemedySearch;
    /// A plan under one kind of workload, and what was estimated of it.
    struct Known {
        EstimateInput input;
        PlanEstimator estimator;
        struct Estimate {
            Workload workload;
            bool byFormula = false;
            std::shared_ptr<const CapacityEstimate> result;
        };
        std::vector<Estimate> estimates{};
    };
    using Estimated = Result<std::shared_ptr<const CapacityEstimate>>;

    /// With its images as tokens of the prompt.
    [[nodiscard]] Workload served(const Workload& workload) const;
    /// What stands before each estimate. Error: Cancelled.
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Estimated estimate(const EstimateInput& input);
    /// The one of the input, whatever the numbers of its workload. Good until the next call.
    [[nodiscard]] Result<Known*> known(const EstimateInput& input);
    [[nodiscard]] Result<std::uint64_t> calculated(
        std::uint64_t least, std::uint64_t limit,
        const std::function<void(Workload&, std::uint64_t)>& set);
    [[nodiscard]] Result<std::optional<std::uint64_t>> most(
        std::uint64_t limit, std::uint64_t atLeast,
        const std::function<void(Workload&, std::uint64_t)>& set);
    [[nodiscard]] Result<void> findUnfitBatch(std::optional<std::uint64_t> batch,
                                              CapacityLimits& limits);
    [[nodiscard]] Result<std::optional<std::uint64_t>> confirmed(
        std::uint64_t least, std::uint64_t value, std::uint64_t limit,
        const std::function<void(Workload&, std::uint64_t)>& set, std::uint64_t atLeast = 0);
    EstimateInput m_input;
    std::stop_token m_stop;
    std::function<void()> m_progress;
    std::shared_ptr<const CapacityEstimate> m_now;
    std::vector<std::unique_ptr<Known>> m_known;
};

}  // namespace stowage
