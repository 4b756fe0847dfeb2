// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_proof.h"

#include "engine/base/number_text.h"
#include "engine/capacity/optimal/search_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

constexpr double kMostOff = 0.9;       ///< of a rate
constexpr std::size_t kCompared = 24;  ///< plans, the best ones

std::string timeText(double seconds) {
    const double milliseconds = seconds * 1e3;
    return milliseconds < 1000 ? formatFixed(milliseconds, milliseconds < 10 ? 2 : 1) + " ms"
                               : formatFixed(seconds, 2) + " s";
}

Message timeSentence(Objective objective, const std::string& bound, const std::string& value) {
    switch (objective) {
        case Objective::Prefill:
            return say("No plan can reach the first token in less than %1; this plan takes %2.",
                       bound, value);
        case Objective::Mix:
            return say("No plan can have a weighted sum below %1; this plan has a sum of %2.",
                       bound, value);
        case Objective::Decode:
        case Objective::Context:
        case Objective::Pipeline:
            break;
    }
    return say("No plan can take less than %1 per token; this plan takes %2.", bound, value);
}

/// "all of its 32 layers lie on GPUs".
Message residentText(std::size_t resident, std::size_t layers) {
    if (layers == 1) {
        return resident == 1 ? say("the only layer (%1) is on a GPU", layers)
                             : say("%1 of %2 layer is on a GPU", resident, layers);
    }
    if (resident == layers) {
        return say("all %1 layers are on GPUs", layers);
    }
    return resident == 1 ? say("%1 of %2 layers is on a GPU", resident, layers)
                         : say("%1 of %2 layers are on GPUs", resident, layers);
}

/// "20 of its 32 layers lie on GPUs, 8 travel and the CPU computes 4".
Message numbersText(const PlanBound& bound) {
    const Message resident = residentText(bound.resident, bound.layers);
    const Message streamed = bound.streamed == 1 ? say("%1 layer is streamed", bound.streamed)
                                                 : say("%1 layers are streamed", bound.streamed);
    if (bound.computed == 0) {
        return bound.streamed > 0 ? joined({resident, streamed}, ", ") : resident;
    }
    return bound.streamed > 0
               ? say("%1, %2, and the CPU computes %3 of the layers", resident, streamed,
                     bound.computed)
               : say("%1, and the CPU computes %2 of the layers", resident, bound.computed);
}

/// What the bound's plan is held up by.
Message limitText(const PlanBound& bound) {
    if (bound.layers == 0) {
        return bound.isFollowed ? say("All layer placements that could be faster were examined.")
                                : Message();
    }
    const Message numbers = numbersText(bound);
    switch (bound.limit) {
        case PlanBound::Limit::Computing:
            return say(
                "The lower limit is the time of a simplified plan, in which times and sizes are "
                "only added up and %1. Its bottleneck is running the layers (computing, or reading "
                "weights in place).",
                numbers);
        case PlanBound::Limit::Carrying:
            return say(
                "The lower limit is the time of a simplified plan, in which times and sizes are "
                "only added up and %1. Its bottleneck is the transfer of weights.",
                numbers);
        case PlanBound::Limit::OneByOne:
            break;
    }
    return say(
        "The lower limit is the time of a simplified plan, in which times and sizes are only added "
        "up and %1. Only one streamed layer fits at a time; it is transferred, then computed.",
        numbers);
}

using Factor = double RateFactors::*;
constexpr std::array<Factor, 4> kFactors{&RateFactors::gpu, &RateFactors::cpu, &RateFactors::link,
                                         &RateFactors::disk};

std::string gapText(const OptimalProof& proof) {
    return formatFixed(100 * proof.gap(), proof.gap() < 0.01 ? 2 : 1);
}

}  // namespace

Message proofText(const OptimalProof& proof, const PlanBound* bound, bool sawAll) {
    std::vector<Message> sentences;
    if (proof.isCompared) {
        sentences.push_back(proof.isProven()
                                ? say("No plan is faster.")
                                : say("No plan is faster by more than %1 %.", gapText(proof)));
    } else {
        sentences.push_back(
            timeSentence(proof.objective.kind, timeText(proof.bound), timeText(*proof.value)));
    }
    if (proof.objective.kind == Objective::Mix) {
        sentences.push_back(
            say("The weighted sum is %1 × the time to the first token + %2 × the time per token.",
                formatGeneral(proof.objective.prefillWeight, 12),
                formatGeneral(proof.objective.decodeWeight.value_or(1), 12)));
    }
    if (!proof.isProven() && !proof.isCompared) {
        sentences.push_back(
            say("Whether a plan exists between this lower limit and this plan (difference: %1 %) "
                "is undetermined.",
                gapText(proof)));
    }
    if (sawAll) {
        sentences.push_back(say("All plans that could be faster were compared."));
    } else if (bound != nullptr) {
        sentences.push_back(limitText(*bound));
        if (!proof.isProven() && bound->layers > 0) {
            sentences.push_back(say("Possibly no plan reaches this lower limit."));
        }
    }
    return joined(std::move(sentences), " ");
}

namespace {

/// How fast the plan is, which decides between plans with as much room.
Message speedText(const JudgedPlan& plan) {
    return plan.isCompared || plan.seconds == kForever
               ? Message()
               : say("No faster plan with this capacity was found; this plan takes %1 per token of "
                     "this workload.",
                     timeText(plan.seconds));
}

}  // namespace

Message roomText(const OptimalProof& proof, const JudgedPlan& plan) {
    const std::string most = groupedText(static_cast<std::uint64_t>(proof.bound));
    const std::string own = groupedText(static_cast<std::uint64_t>(*proof.value));
    const bool isContext = proof.objective.kind == Objective::Context;
    if (isContext && plan.positions && *proof.value >= static_cast<double>(*plan.positions)) {
        return joined({say("The model's full context of %1 positions fits with this plan.",
                           groupedText(*plan.positions)),
                       speedText(plan)},
                      " ");
    }
    Message text =
        isContext
            ? say("According to the sum of the sizes alone, no plan can store more than %1 tokens "
                  "per sequence; this plan can store %2 tokens.",
                  most, own)
            : say("According to the sum of the sizes alone, no plan can store more than %1 KV "
                  "blocks in the stage with the fewest blocks; this plan can store %2 KV blocks.",
                  most, own);
    if (proof.isProven()) {
        return joined({std::move(text), speedText(plan)}, " ");
    }
    return joined({std::move(text), speedText(plan),
                   say("Whether a plan exists between this upper limit and this plan (difference: "
                       "%1 %) is undetermined. The sum of the sizes includes neither memory that "
                       "an allocator cannot use nor steps in the growth of caches.",
                       gapText(proof))},
                  " ");
}

Message noPlanText(Objective objective, bool sawAll) {
    const std::string_view name = objectiveName(objective);
    const bool isPipeline = objective == Objective::Pipeline;
    std::vector<Message> sentences{
        isPipeline ? say("For the objective \"%1\", no plan was found that fits this workload and "
                         "keeps the whole model on GPUs.",
                         name)
        : sawAll
            ? say("No plan for the objective \"%1\" fits this workload: all plans were compared.",
                  name)
            : say("For the objective \"%1\", no plan was found that fits this workload.", name)};
    if (isPipeline) {
        sentences.push_back(say("To include plans with offload, choose the objective \"decode\"."));
    }
    return joined(std::move(sentences), " ");
}

Message noCachesText(Objective objective) {
    return objective == Objective::Context
               ? say("With this workload, no memory grows with the context, so all plans allow the "
                     "same context; choose the objective \"decode\", \"prefill\" or \"mix\".")
               : say("With this workload, no keys and values are stored, so there are no KV blocks "
                     "to count: let the workload generate tokens, or choose another objective.");
}

std::optional<double> robustWithin(const SearchModel& model, std::span<const PricedLayout> plans,
                                   double seconds) {
    std::vector<PricedLayout> best(plans.begin(), plans.end());
    std::sort(best.begin(), best.end());
    const auto chosen = std::ranges::find_if(best, [seconds](const PricedLayout& plan) {
        return std::abs(plan.seconds - seconds) <= 1e-6 * seconds;
    });
    if (chosen == best.end()) {
        return std::nullopt;
    }
    const PricedLayout own = *chosen;
    // Those that are faster by the tables alone were ruled out.
    std::erase_if(best, [&](const PricedLayout& plan) {
        return plan.seconds <= own.seconds * (1 + kSameValue);
    });
    best.resize(std::min(best.size(), kCompared));
    std::optional<double> least;
    for (const Factor factor : kFactors) {
        for (const double sign : {-1.0, 1.0}) {
            const auto winsAt = [&](double share) {
                RateFactors factors;
                factors.*factor = 1 + sign * share;
                const double value = model.seconds(own.layout, own.window, factors);
                return std::ranges::any_of(best, [&](const PricedLayout& plan) {
                    return model.seconds(plan.layout, plan.window, factors) <
                           value * (1 - kSameValue);
                });
            };
            double low = 0;
            double high = least.value_or(kMostOff);
            if (!winsAt(high)) {
                continue;
            }
            for (int step = 0; step < 10; ++step) {
                const double middle = (low + high) / 2;
                (winsAt(middle) ? high : low) = middle;
            }
            least = high;
        }
    }
    return least;
}

namespace {

constexpr std::uint64_t kMostSmall = 1'000'000;  ///< steps through all layouts
constexpr std::size_t kMostFound = 50'000;       ///< of them that may be better

/// Goes through all layouts of a small model, item by item, and leaves out what cannot be better.
class Enumeration {
public:
    Enumeration(const SearchModel& model, double seconds, std::uint64_t& explored,
                const std::stop_token& stop)
        : m_model(model), m_limit(seconds), m_explored(explored), m_stop(stop) {}

    std::optional<std::vector<PricedLayout>> run() {
        for (const GpuSet& set : m_model.sets) {
            if (!begin(set)) {
                return std::nullopt;
            }
            descend(0, {}, {});
            if (m_steps > kMostSmall || m_found.size() > kMostFound || m_stop.stop_requested()) {
                return std::nullopt;
            }
        }
        std::sort(m_found.begin(), m_found.end());
        return std::move(m_found);
    }

private:
    using Sums = std::array<double, 2>;

    bool begin(const GpuSet& set) {
        const std::size_t count = m_model.items.items.size();
        m_set = &set;
        m_layout.main = set.main;
        m_layout.choices.resize(count);
        m_choices.clear();
        m_shares.clear();
        double all = 1;
        for (std::size_t item = 0; item < count; ++item) {
            m_choices.push_back(m_model.choicesOf(item, set));
            all *= static_cast<double>(m_choices.back().size());
            std::vector<std::array<ChoiceTimes::Share, 2>> shares;
            for (const ItemChoice& choice : m_choices.back()) {
                shares.push_back(
                    {m_model.times.share(PlanClock::Part::Prompt, item, choice, set.main),
                     m_model.times.share(PlanClock::Part::Token, item, choice, set.main)});
            }
            m_shares.push_back(std::move(shares));
        }
        // What is still to come takes at least so much.
        m_leastAfter.assign(count + 1, {});
        for (std::size_t item = count; item-- > 0;) {
            for (std::size_t part = 0; part < 2; ++part) {
                double least = m_shares[item].empty() ? 0 : kForever;
                for (const auto& share : m_shares[item]) {
                    least = std::min(least, share[part].compute + share[part].onDemand);
                }
                m_leastAfter[item][part] = m_leastAfter[item + 1][part] + least;
            }
        }
        return all < 4e8;
    }

    [[nodiscard]] bool mayBeBetter(std::size_t next, const Sums& compute, const Sums& ahead) const {
        double seconds = 0;
        for (const auto part : {PlanClock::Part::Prompt, PlanClock::Part::Token}) {
            const auto p = static_cast<std::size_t>(part);
            const auto sharing = m_model.times.bestSharing(part);
            const bool isShared = sharing.carrying < 1 || sharing.computing < 1;
            const double least = compute[p] + m_leastAfter[next][p];
            seconds += timeWeight(m_model.objective, part) *
                       (isShared ? least : std::max(least, ahead[p]));
        }
        return seconds <= m_limit * (1 + 1e-9);
    }

    void descend(std::size_t item, const Sums& compute, const Sums& ahead) {
        if (++m_steps > kMostSmall || (m_steps % 1024 == 0 && m_stop.stop_requested())) {
            return;
        }
        if (item == m_choices.size()) {
            price();
            return;
        }
        for (std::size_t i = 0; i < m_choices[item].size(); ++i) {
            Sums more = compute;
            Sums carried = ahead;
            for (std::size_t part = 0; part < 2; ++part) {
                more[part] += m_shares[item][i][part].compute + m_shares[item][i][part].onDemand;
                carried[part] += m_shares[item][i][part].ahead;
            }
            m_layout.choices[item] = m_choices[item][i];
            if (mayBeBetter(item + 1, more, carried) && mayHold(item + 1)) {
                descend(item + 1, more, carried);
            }
        }
    }

    /// By what was placed already.
    [[nodiscard]] bool mayHold(std::size_t count) const {
        for (const DeviceInfo& device : m_model.request.devices) {
            ItemMemory::Use use = m_model.memory.start(device.id);
            for (std::size_t item = 0; item < count; ++item) {
                m_model.memory.addWeights(use, item, m_layout.choices[item], device.id);
            }
            if (!m_model.memory.holds(device.id, use, 0, ItemMemory::Sum::Least)) {
                return false;
            }
        }
        return true;
    }

    void price() {
        // The main device is the first of those that hold something.
        for (const DeviceId gpu : m_set->gpus) {
            const bool isUsed = std::ranges::any_of(m_layout.choices, [gpu](const ItemChoice& own) {
                return own.place == gpu || (own.part != ItemPart::Whole && own.home == gpu);
            });
            if (!isUsed) {
                return;  // of a smaller set
            }
        }
        if (m_found.size() > kMostFound) {
            return;
        }
        for (const unsigned window : m_model.windowsOf(m_layout)) {
            if (!m_model.holds(m_layout, window, ItemMemory::Sum::Least)) {
                break;
            }
            ++m_explored;
            const double seconds = m_model.seconds(m_layout, window);
            if (seconds <= m_limit * (1 + 1e-9)) {
                m_found.push_back(priced(m_model, m_layout, window));
            }
        }
    }

    const SearchModel& m_model;
    double m_limit;
    std::uint64_t& m_explored;
    const std::stop_token& m_stop;
    const GpuSet* m_set = nullptr;
    SearchLayout m_layout;
    std::vector<std::vector<ItemChoice>> m_choices;
    std::vector<std::vector<std::array<ChoiceTimes::Share, 2>>> m_shares;
    std::vector<Sums> m_leastAfter;
    std::vector<PricedLayout> m_found;
    std::uint64_t m_steps = 0;
};

}  // namespace

std::optional<std::vector<PricedLayout>> allLayouts(const SearchModel& model, double seconds,
                                                    std::uint64_t& explored,
                                                    const std::stop_token& stop) {
    return Enumeration(model, seconds, explored, stop).run();
}

}  // namespace stowage
