// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/block_shapes.h"
#include "engine/capacity/device_speed.h"
#include "engine/model/model_facts.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/workload.h"
#include "engine/run/run_clock.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What takes the most of a time.
enum class TimeBound { Compute, Memory, Link, Disk };
[[nodiscard]] Phrase boundName(TimeBound bound);  ///< "compute", "memory" …

/// A layer's share of a pass. Seconds.
struct LayerTime {
    std::string module;
    DeviceId device;                      ///< on which it runs
    double prefill = 0;                   ///< of the prompts
    double decode = 0;                    ///< of a token of each sequence
    TimeBound bound = TimeBound::Memory;  ///< of a token
};

/// How long a workload takes under a plan. Estimated.
struct TimeEstimate {
    double toFirstToken = 0;     ///< seconds, all prompts together
    double perToken = 0;         ///< seconds: a token of each sequence; 0: none follows a prompt
    double tokensPerSecond = 0;  ///< of all sequences; 0: as before
    double low = 0;              ///< tokens a second that it stands for, at least and at most
    double high = 0;
    TimeBound bound = TimeBound::Memory;  ///< of tokens; of the prompt where none follows
    SpeedBasis basis = SpeedBasis::Catalogue;
    /// A published processor stands for what computes, which was not measured: this machine, or a
    /// real card. Good for comparing plans, and no time of theirs.
    bool isStandIn = false;
    std::string
        unknownCard{};  ///< DeviceSpeed::unknownCard of what it stands for; "": this machine
    /// The least that is known of a device that computes.
    ProductRate products = ProductRate::Own;
    /// Where that is not Own: the two times by what is known alone, memory, links and disk.
    /// Whatever a device computes in a second, they are no shorter.
    double leastToFirstToken = 0;
    double leastPerToken = 0;
    std::vector<LayerTime> layers;  ///< in their order, the head last
    std::vector<Message> sources;   ///< of each speed, once
};

/// Why a stand-in is not told, and what to do about it: a sentence. `unknownCard`: as
/// TimeEstimate has it.
[[nodiscard]] Message standInSentence(const std::string& unknownCard);

/// What is open about a time without the rate of products in that dtype: a sentence. Not for Own.
[[nodiscard]] Message ratelessSentence(ProductRate products, DType dtype);

/// The times of one plan under any workload. For each layer, on the device that runs it, the larger
/// of operations / rate and bytes touched / bandwidth (docs/spec/memory.md §7): 2 × parameters that
/// a token uses × tokens, 4 × tokens × seen × width of the scores; its weights, its cache and what
/// it computes. Weights that lie elsewhere travel over the device's link, from disk also at its
/// rate, `window` layers ahead of the one that runs; a change of device costs the bytes that cross
/// and a latency. An encoder before a decoder runs for prompts alone, an image tower for images
/// alone. Products and transfers that share the host's memory share its bandwidth. `plan` and
/// `facts` must outlive it.
class PlanClock {
public:
    PlanClock(const PlacementPlan& plan, const ModelFacts& facts, const ModelShape& shape,
              DType computeType, const SpeedSource& speeds);
    ~PlanClock();

    /// DeviceSpeed::pricesRuns of every device that computes.
    [[nodiscard]] bool runsAreMeasured() const;

    enum class Detail { Totals, Layers };
    /// `kvBytesPerLayerToken`: of one layer that keeps anything.
    [[nodiscard]] TimeEstimate estimate(const Workload& workload, double kvBytesPerLayerToken,
                                        unsigned window, Detail detail) const;

    /// What the time to the first token, or that of a token after it, is made of.
    enum class Part { Prompt, Token };
    [[nodiscard]] PassTimes passes(Part part, const Workload& workload,
                                   double kvBytesPerLayerToken) const;

private:
    class Units;
    std::unique_ptr<const Units> m_units;
};

}  // namespace stowage
