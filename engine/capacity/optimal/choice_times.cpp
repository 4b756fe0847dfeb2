// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/choice_times.h"

#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

using Part = PlanClock::Part;

constexpr std::array kParts{Part::Prompt, Part::Token};

std::size_t at(Part part) {
    return static_cast<std::size_t>(part);
}

const PassTimes& of(const TimedPasses& passes, Part part) {
    return part == Part::Prompt ? passes.prompt : passes.token;
}

/// The first passes, then the steady one.
std::vector<std::vector<StageTime>> listsOf(const PassTimes& passes) {
    std::vector<std::vector<StageTime>> lists = passes.first;
    if (!passes.steady.empty()) {
        lists.push_back(passes.steady);
    }
    return lists;
}

/// The same without changes of device, which pinned items bring into every plan.
std::vector<std::vector<StageTime>> listsWithoutHops(const PassTimes& passes) {
    std::vector<std::vector<StageTime>> lists = listsOf(passes);
    for (std::vector<StageTime>& list : lists) {
        for (std::size_t stage = 1; stage < list.size(); ++stage) {
            if (passes.stages[stage].device != passes.stages[stage - 1].device) {
                list[stage].compute -= list[stage].hops;
                list[stage].hops = 0;
            }
        }
    }
    return lists;
}

/// How often the time that is asked for has the passes of one list.
double countOf(const PassTimes& passes, std::size_t list) {
    const bool isSteady = list >= passes.first.size();
    const bool isAsked = passes.asked == PassTimes::Asked::All;
    return isSteady ? passes.steadyCount : isAsked ? 1 : 0;
}

StageTime plus(StageTime time, const StageTime& more, const StageTime& less) {
    time.compute += more.compute - less.compute;
    time.hops += more.hops - less.hops;
    time.ahead += more.ahead - less.ahead;
    time.onDemand += more.onDemand - less.onDemand;
    time.copying += more.copying - less.copying;
    time.besideCopies = std::min(time.besideCopies, more.besideCopies);
    time.copiesBeside = std::min(time.copiesBeside, more.copiesBeside);
    return time;
}

bool areAlike(const DeviceInfo& a, const DeviceInfo& b) {
    return a.name == b.name && a.simulated == b.simulated && a.allocator == b.allocator &&
           a.linkBytesPerSecond == b.linkBytesPerSecond && a.machine == b.machine;
}

}  // namespace

ChoiceTimes::ChoiceTimes(const PlacementRequest& request, const SearchItems& items,
                         EstimateInput input, std::stop_token stop)
    : m_request(request), m_items(items), m_input(std::move(input)), m_stop(std::move(stop)) {
    m_input.mostCached = true;
    for (const DeviceInfo& device : request.devices) {
        const auto alike = std::ranges::find_if(request.devices, [&](const DeviceInfo& other) {
            return other.id == device.id || (device.id.isGpu() && other.id.isGpu() &&
                                             device.id > other.id && areAlike(device, other));
        });
        m_kinds[device.id] = alike->id;
    }
}

DeviceId ChoiceTimes::kindOf(DeviceId device) const {
    const auto found = m_kinds.find(device);
    return found == m_kinds.end() ? device : found->second;
}

ChoiceTimes::Key ChoiceTimes::keyOf(const ItemChoice& choice, DeviceId main) const {
    ItemChoice kind = choice;
    kind.place = kindOf(choice.place);
    kind.home = choice.part == ItemPart::Whole ? DeviceId() : kindOf(choice.home);
    const bool travels = !choice.place.isGpu() && !choice.isComputed;
    // What lies on a GPU or is computed on the CPU asks for no main device.
    const DeviceId used = travels ? kindOf(main) : kind.place.isGpu() ? kind.place : kind.home;
    return {kind, travels || used.isGpu() ? used : DeviceId::cpu(), {}};
}

/// Pinned items stay where they are; those without the part lie whole where the rest does.
ItemChoice ChoiceTimes::fitted(std::size_t item, const ItemChoice& choice) const {
    const SearchItem& own = m_items.items[item];
    ItemChoice fitted = choice;
    if (own.pinnedTo) {
        return {*own.pinnedTo, choice.isComputed && !own.pinnedTo->isGpu()};
    }
    if (choice.part != ItemPart::Whole && own.content(choice.part).paths.empty()) {
        return {choice.home};
    }
    return fitted;
}

Result<TimedPasses> ChoiceTimes::probe(const std::vector<ItemChoice>& choices, DeviceId main) {
    PlacementRequest request = requestOf(m_request, mapOf(m_request, m_items, choices),
                                         {m_request.prefetchWindow, rulesOf(m_items, choices)});
    request.hooks.mainDevice = main;
    request.executionDevice = main;
    auto plan = place(request, m_stop);
    STOWAGE_TRY(plan);
    ++m_probes;
    if (m_clock) {
        const PlanClock clock(**plan, *m_clock->facts, m_clock->shape, m_clock->computeType,
                              m_clock->speeds, m_clock->kernels);
        const auto passes = [&](Part part) {
            return clock.passes(part, m_clock->served, m_clock->cacheBytes);
        };
        return TimedPasses{passes(Part::Prompt), passes(Part::Token)};
    }
    EstimateInput input = m_input;
    input.plan = std::move(*plan);
    auto estimator = PlanEstimator::make(input, m_stop);
    STOWAGE_TRY(estimator);
    auto passes = estimator->passes(input.workload);
    STOWAGE_TRY(passes);
    const auto facts = knownFacts(*m_input.checkpoint, *m_request.tree);
    if (!*passes || facts == nullptr) {
        const auto estimate = estimator->calculate(input.workload);
        STOWAGE_TRY(estimate);
        return fail(ErrorCode::Unsupported,
                    joined({say("Without time estimates, the best plan cannot be determined; "
                                "choose another strategy."),
                            estimate->whyNoTime()},
                           " "),
                    {}, "strategy");
    }
    m_isMixed = m_isMixed || (m_reference && m_reference->areOfRuns != (*passes)->areOfRuns);
    if (!(*passes)->areOfRuns || m_isClockAsked) {
        auto speeds = SpeedSource::make(m_input.rates.get(), unnamedGpusFor(m_input.workload));
        STOWAGE_TRY(speeds);
        m_clock = Clock{facts,
                        modelShape(*m_request.tree, *facts),
                        (*passes)->computeType,
                        (*passes)->cacheBytesOfLayer,
                        (*passes)->served,
                        std::move(*speeds),
                        (*passes)->kernels};
        if (m_isClockAsked) {
            return probe(choices, main);
        }
    }
    return std::move(**passes);
}

void ChoiceTimes::askClockAlone() {
    m_isClockAsked = true;
    m_isMixed = false;
    m_clock.reset();
    m_known.clear();
    m_reference.reset();
    m_referenceKey.reset();
    m_referenceLists.reset();
    for (const Part part : kParts) {
        m_hops[at(part)].clear();
        m_hopsLearnt.clear();
        m_stageItems[at(part)].clear();
        m_itemStages[at(part)].clear();
    }
}

/// Which items run in which stage.
void ChoiceTimes::takeStages(const TimedPasses& passes) {
    for (const Part part : kParts) {
        auto& stages = m_stageItems[at(part)];
        m_itemStages[at(part)].assign(m_items.items.size(), {});
        for (const PassTimes::Stage& stage : of(passes, part).stages) {
            std::vector<std::size_t> items;
            for (const std::string& module : stage.modules) {
                for (const std::size_t item : m_items.at(module)) {
                    if (std::ranges::find(items, item) == items.end()) {
                        items.push_back(item);
                    }
                }
            }
            std::ranges::sort(items);
            for (const std::size_t item : items) {
                m_itemStages[at(part)][item].push_back(stages.size());
            }
            m_mostInStage = std::max(m_mostInStage, items.size());
            stages.push_back(std::move(items));
        }
    }
}

Result<bool> ChoiceTimes::learn(const ItemChoice& choice, DeviceId main) {
    const Key key = keyOf(choice, main);
    if (m_known.contains(key)) {
        return m_known[key] != nullptr;
    }
    const std::size_t count = m_items.items.size();
    std::vector<ItemChoice> choices;
    for (std::size_t item = 0; item < count; ++item) {
        choices.push_back(fitted(item, key.choice));
    }
    const auto uniform = probe(choices, key.main);
    STOWAGE_TRY(uniform);
    const auto keep = [](const TimedPasses& passes) {
        return std::make_shared<const std::array<Lists, 2>>(
            std::array{listsWithoutHops(passes.prompt), listsWithoutHops(passes.token)});
    };
    if (!m_reference) {
        takeStages(*uniform);
        m_reference = *uniform;
        m_referenceKey = key;
        m_referenceLists = keep(*uniform);
    }
    const bool isSame = std::ranges::all_of(kParts, [&](Part part) {
        return of(*uniform, part).stages.size() == of(*m_reference, part).stages.size() &&
               listsOf(of(*uniform, part)).size() == listsOf(of(*m_reference, part)).size();
    });
    m_known[key] = isSame ? keep(*uniform) : nullptr;
    if (!isSame || m_mostInStage == 1) {
        return isSame;
    }
    for (std::size_t only = 0; only < m_mostInStage; ++only) {
        std::vector<ItemChoice> one;
        for (std::size_t item = 0; item < count; ++item) {
            one.push_back(fitted(item, m_referenceKey->choice));
        }
        for (const Part part : kParts) {
            for (const auto& items : m_stageItems[at(part)]) {
                if (items.size() > only && items.size() > 1) {
                    one[items[only]] = fitted(items[only], key.choice);
                }
            }
        }
        const auto single = probe(one, key.main.isGpu() ? key.main : m_referenceKey->main);
        STOWAGE_TRY(single);
        Key own = key;
        own.only = only;
        m_known[own] = keep(*single);
    }
    return true;
}

Result<void> ChoiceTimes::learnHops(DeviceId a, DeviceId b) {
    if (!m_hopsLearnt.insert({kindOf(a), kindOf(b)}).second) {
        return {};
    }
    const auto choiceOf = [](DeviceId device) { return ItemChoice{device, !device.isGpu()}; };
    for (const bool isOdd : {false, true}) {
        std::vector<ItemChoice> choices(m_items.items.size());
        for (std::size_t item = 0; item < choices.size(); ++item) {
            const auto& stages = m_itemStages[at(Part::Token)][item].empty()
                                     ? m_itemStages[at(Part::Prompt)][item]
                                     : m_itemStages[at(Part::Token)][item];
            const bool isEven = stages.empty() || stages.back() % 2 == 0;
            choices[item] = fitted(item, choiceOf(isEven != isOdd ? a : b));
        }
        const auto alternating = probe(choices, a.isGpu() ? a : b);
        STOWAGE_TRY(alternating);
        for (const Part part : kParts) {
            const PassTimes& passes = of(*alternating, part);
            if (passes.stages.size() != m_stageItems[at(part)].size()) {
                continue;
            }
            const std::vector<StageTime> pass = listsOf(passes).back();
            for (std::size_t stage = 1; stage < pass.size(); ++stage) {
                const DeviceId from = passes.stages[stage - 1].device;
                const DeviceId to = passes.stages[stage].device;
                if (from != to) {
                    auto& hops = m_hops[at(part)][{kindOf(from), kindOf(to)}];
                    hops.resize(pass.size());
                    hops[stage] = pass[stage].hops;
                }
            }
        }
    }
    return {};
}

const std::array<ChoiceTimes::Lists, 2>* ChoiceTimes::find(const Key& key) const {
    const auto found = m_known.find(key);
    return found == m_known.end() ? nullptr : found->second.get();
}

/// Puts the passes of one layout together.
class ChoiceTimes::Assembly {
public:
    Assembly(const ChoiceTimes& times, Part part, const SearchLayout& layout,
             const RateFactors& factors)
        : m_times(times), m_part(part), m_factors(factors) {
        const bool isDiskApart = factors.disk != factors.link;
        for (std::size_t item = 0; item < layout.choices.size(); ++item) {
            const ItemChoice& own = layout.choices[item];
            const bool isAsBefore = item > 0 && own == layout.choices[item - 1] &&
                                    !times.m_items.items[item].pinnedTo &&
                                    !times.m_items.items[item - 1].pinnedTo &&
                                    own.part == ItemPart::Whole;
            if (isAsBefore) {
                m_of.push_back(m_of.back());
                continue;
            }
            ItemChoice choice = times.fitted(item, own);
            Source source{times.keyOf(choice, layout.main), nullptr, nullptr,
                          choice.runsOn(layout.main)};
            source.lists = times.find(source.key);
            if (choice.place == DeviceId::disk() && isDiskApart) {
                choice.place = DeviceId::cpu();
                source.inRam = times.find(times.keyOf(choice, layout.main));
            }
            m_of.push_back(source);
        }
    }

    [[nodiscard]] std::vector<StageTime> list(std::size_t index) const {
        const auto& stageItems = m_times.m_stageItems[at(m_part)];
        const auto& allHops = m_times.m_hops[at(m_part)];
        std::vector<StageTime> times;
        times.reserve(stageItems.size());
        std::optional<DeviceId> before;
        for (std::size_t stage = 0; stage < stageItems.size(); ++stage) {
            StageTime time = timeOf(index, stage);
            if (const auto& items = stageItems[stage]; !items.empty()) {
                const DeviceId enters = m_of[items.front()].runsOn;
                const DeviceId leaves = m_of[items.back()].runsOn;
                time.compute /= leaves.isGpu() ? m_factors.gpu : m_factors.cpu;
                if (before && *before != enters) {
                    const auto hops =
                        allHops.find({m_times.kindOf(*before), m_times.kindOf(enters)});
                    const double hop = hops == allHops.end() ? 0 : hops->second[stage];
                    time.hops += hop;
                    time.compute += hop / m_factors.link;
                }
                before = leaves;
            }
            times.push_back(time);
        }
        return times;
    }

private:
    struct Source {
        Key key;
        const std::array<Lists, 2>* lists;
        const std::array<Lists, 2>* inRam;  ///< the same with its weights in RAM, where asked for
        DeviceId runsOn;
    };

    [[nodiscard]] StageTime timeOf(std::size_t index, std::size_t stage) const {
        const auto& items = m_times.m_stageItems[at(m_part)][stage];
        const auto in = [&](const std::array<Lists, 2>& lists) -> const StageTime& {
            return lists[at(m_part)][index][stage];
        };
        StageTime time = in(*m_times.m_referenceLists);
        if (items.size() == 1 && m_of[items.front()].lists != nullptr) {
            const Source& source = m_of[items.front()];
            time = in(*source.lists);
            const double link = source.inRam != nullptr ? in(*source.inRam).ahead : time.ahead;
            time.ahead = link / m_factors.link + std::max(time.ahead - link, 0.0) / m_factors.disk;
            time.onDemand /= m_factors.link;
            return time;
        }
        for (std::size_t j = 0; items.size() > 1 && j < items.size(); ++j) {
            Key key = m_of[items[j]].key;
            key.only = j;
            if (const auto* const single = m_times.find(key)) {
                time = plus(time, in(*single), in(*m_times.m_referenceLists));
            }
        }
        time.ahead = std::max(time.ahead, 0.0) / m_factors.link;
        time.compute = std::max(time.compute, 0.0);
        time.copying = std::max(time.copying, 0.0);
        return time;
    }

    const ChoiceTimes& m_times;
    Part m_part;
    RateFactors m_factors;
    std::vector<Source> m_of;  ///< by item
};

PassTimes ChoiceTimes::passes(Part part, const SearchLayout& layout,
                              const RateFactors& factors) const {
    PassTimes result = of(*m_reference, part);
    const Assembly assembly(*this, part, layout, factors);
    for (std::size_t i = 0; i < result.first.size(); ++i) {
        result.first[i] = assembly.list(i);
    }
    if (!result.steady.empty()) {
        result.steady = assembly.list(result.first.size());
    }
    return result;
}

ChoiceTimes::Share ChoiceTimes::share(Part part, std::size_t item, const ItemChoice& choice,
                                      DeviceId main) const {
    Share share;
    const ItemChoice own = fitted(item, choice);
    Key key = keyOf(own, main);
    for (const std::size_t stage : m_itemStages[at(part)][item]) {
        const auto& items = m_stageItems[at(part)][stage];
        key.only = std::nullopt;
        if (items.size() > 1) {
            key.only = static_cast<std::size_t>(std::ranges::find(items, item) - items.begin());
        }
        const auto* const lists = find(key);
        if (lists == nullptr) {
            continue;
        }
        for (std::size_t list = 0; list < (*lists)[at(part)].size(); ++list) {
            // Of several items the first has what the stage takes with all at the reference.
            const StageTime& time = (*lists)[at(part)][list][stage];
            const StageTime& reference = (*m_referenceLists)[at(part)][list][stage];
            const double count = countOf(of(*m_reference, part), list);
            const double less = items.size() > 1 && item != items.front() ? count : 0;
            share.compute += count * time.compute - less * reference.compute;
            share.ahead += count * time.ahead - less * reference.ahead;
            share.onDemand += count * time.onDemand - less * reference.onDemand;
        }
    }
    return share;
}

double ChoiceTimes::hop(Part part, std::size_t stage, DeviceId from, DeviceId to) const {
    const auto hops = m_hops[at(part)].find({kindOf(from), kindOf(to)});
    if (from == to || hops == m_hops[at(part)].end()) {
        return 0;
    }
    double count = 0;
    for (std::size_t list = 0; list < (*m_referenceLists)[at(part)].size(); ++list) {
        count += countOf(of(*m_reference, part), list);
    }
    return count * hops->second[stage];
}

double ChoiceTimes::leastHop(Part part, HopTo to) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [devices, hops] : m_hops[at(part)]) {
        for (const double hop : hops) {
            const bool isMeant = to == HopTo::Any || devices.second.isGpu();
            least = hop > 0 && isMeant ? std::min(least, hop) : least;
        }
    }
    double count = 0;
    for (std::size_t list = 0; list < (*m_referenceLists)[at(part)].size(); ++list) {
        count += countOf(of(*m_reference, part), list);
    }
    return std::isinf(least) ? 0 : count * least;
}

ChoiceTimes::Sharing ChoiceTimes::bestSharing(Part part) const {
    double leastCopying = 1;
    double besideCopies = 0;
    double copiesBeside = 0;
    bool anyCarried = false;
    for (const auto& [key, lists] : m_known) {
        if (lists == nullptr || (*lists)[at(part)].empty()) {
            continue;
        }
        for (const StageTime& time : (*lists)[at(part)].back()) {
            besideCopies = std::max(besideCopies, time.besideCopies);
            copiesBeside = std::max(copiesBeside, time.copiesBeside);
            if (time.ahead > 0) {
                leastCopying = anyCarried ? std::min(leastCopying, time.copying / time.ahead)
                                          : time.copying / time.ahead;
                anyCarried = true;
            }
        }
    }
    if (!anyCarried || copiesBeside <= 0) {
        return {};
    }
    const double copying = leastCopying / copiesBeside;
    return {1 - std::min(copying, 1.0) * (1 - besideCopies), std::min(1.0, 1 / copying)};
}

}  // namespace stowage
