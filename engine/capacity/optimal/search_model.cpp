// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/search_model.h"

#include "engine/capacity/answers.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stowage {

namespace {

using Part = PlanClock::Part;

/// More sets of GPUs than this are not looked at, but the largest and a few of the smallest, and
/// more than those not even put together.
constexpr std::size_t kMostSets = 128;
constexpr std::size_t kFewSets = 32;
constexpr std::size_t kMostGrown = 4096;
constexpr unsigned kFewStages = 16;

}  // namespace

SearchModel::SearchModel(const PlacementRequest& itsRequest, SearchItems itsItems,
                         EstimateInput input, const std::stop_token& stop)
    : request(itsRequest),
      objective(itsRequest.objective),
      keepsToGpus(stowage::keepsToGpus(itsRequest)),
      items(std::move(itsItems)),
      times(itsRequest, items, std::move(input), stop),
      memory(itsRequest, items, times) {}

Result<std::unique_ptr<SearchModel>> SearchModel::make(const PlacementRequest& request,
                                                       const PlanFacts& facts, EstimateInput input,
                                                       std::stop_token stop) {
    std::unique_ptr<SearchModel> model(
        new SearchModel(request, SearchItems::of(request, facts), input, stop));
    STOWAGE_TRY(model->memory.measure(input, stop));
    STOWAGE_TRY(model->learn());
    model->findOrder();
    model->findKinds();
    model->findSets();
    return model;
}

void SearchModel::findOrder() {
    const auto& stages = times.stages();
    std::vector<std::size_t> first(items.items.size(), stages.size());
    for (std::size_t stage = stages.size(); stage-- > 0;) {
        for (const std::size_t item : stages[stage]) {
            first[item] = stage;
        }
    }
    // What has no stage of its own runs before the next one that has.
    std::size_t next = stages.size();
    for (std::size_t item = items.items.size(); item-- > 0;) {
        order.push_back(item);
        if (first[item] == stages.size()) {
            first[item] = next;
        } else if (first[item] < next) {
            next = first[item];
        }
    }
    std::ranges::sort(order, [&first](std::size_t a, std::size_t b) {
        return std::pair(first[a], a) < std::pair(first[b], b);
    });
}

bool SearchModel::isAllowed(DeviceId device) const {
    if (findDevice(request.devices, device) == nullptr) {
        return false;
    }
    return request.budgetsAreDefaults || device == DeviceId::disk() ||
           std::ranges::find(request.budgets, device, &MemoryBudget::device) !=
               request.budgets.end();
}

DeviceId SearchModel::mainOf(const std::vector<DeviceId>& gpus) const {
    const auto& asked =
        request.hooks.mainDevice ? request.hooks.mainDevice : request.executionDevice;
    if (asked && takesWeights(*asked)) {
        return *asked;
    }
    const auto first =
        std::ranges::find_if(gpus, [this](DeviceId gpu) { return takesWeights(gpu); });
    return first == gpus.end() ? DeviceId::cpu() : *first;
}

bool SearchModel::takesWeights(DeviceId device) const {
    return isOnFirstMachine(request.devices, device);
}

/// All choices that there are, and what changes of device cost.
Result<void> SearchModel::learn() {
    std::vector<DeviceId> gpuKinds;
    for (const DeviceInfo& device : request.devices) {
        if (device.id.isGpu() && times.kindOf(device.id) == device.id && isAllowed(device.id)) {
            gpuKinds.push_back(device.id);
        }
    }
    std::ranges::stable_partition(gpuKinds, [this](DeviceId gpu) { return takesWeights(gpu); });
    STOWAGE_TRY(learnPlaces(gpuKinds));
    if (times.isMixed()) {
        times.askClockAlone();
        STOWAGE_TRY(learnPlaces(gpuKinds));
    }
    for (std::size_t item = 0; item < items.items.size(); ++item) {
        const bool isChosen = std::ranges::any_of(m_offloads, [&](const ItemChoice& choice) {
            return !gpuKinds.empty() && choice.part == ItemPart::Whole &&
                   times.share(Part::Token, item, choice, gpuKinds.front()).onDemand > 0;
        });
        m_comesOnDemand.push_back(isChosen);
    }
    for (const DeviceId a : gpuKinds) {
        for (const DeviceInfo& other : request.devices) {
            if (other.id != a && other.id != DeviceId::disk() && isAllowed(other.id)) {
                STOWAGE_TRY(times.learnHops(a, other.id));
            }
        }
    }
    return {};
}

/// Where items may lie and what they take there.
Result<void> SearchModel::learnPlaces(const std::vector<DeviceId>& gpuKinds) {
    m_offloads.clear();
    for (const DeviceId kind : gpuKinds) {
        STOWAGE_TRY(times.learn({kind}, kind));
    }
    std::vector<DeviceId> mains;
    std::ranges::copy_if(gpuKinds, std::back_inserter(mains),
                         [this](DeviceId gpu) { return takesWeights(gpu); });
    const bool hasParts = std::ranges::any_of(items.items, [](const SearchItem& item) {
        return std::ranges::any_of(
            item.parts, [](const SearchItem::Content& part) { return !part.paths.empty(); });
    });
    for (const DeviceId place : {DeviceId::cpu(), DeviceId::disk()}) {
        if (!isAllowed(place)) {
            continue;
        }
        const auto computed = times.learn({place, true}, DeviceId::cpu());
        STOWAGE_TRY(computed);
        if (*computed) {
            m_offloads.push_back({place, true});
        }
        bool isKnown = !mains.empty();
        for (const DeviceId main : mains) {
            const auto streamed = times.learn({place, false}, main);
            STOWAGE_TRY(streamed);
            isKnown = isKnown && *streamed;
        }
        if (isKnown) {
            m_offloads.push_back({place, false});
        }
        for (const ItemPart part :
             {ItemPart::Experts, ItemPart::FeedForward, ItemPart::Attention}) {
            for (const bool isComputed : {false, true}) {
                const std::vector<DeviceId>& homes = isComputed ? gpuKinds : mains;
                bool areKnown = hasParts && !homes.empty();
                for (const DeviceId home : hasParts ? homes : std::vector<DeviceId>()) {
                    const auto learnt = times.learn({place, isComputed, part, home}, home);
                    STOWAGE_TRY(learnt);
                    areKnown = areKnown && *learnt;
                }
                if (areKnown) {
                    m_offloads.push_back({place, isComputed, part, gpuKinds.front()});
                }
            }
        }
    }
    return {};
}

/// By sizes and all times.
void SearchModel::findKinds() {
    using Signature = std::vector<double>;
    std::map<Signature, std::size_t> known;
    GpuSet all;
    for (const DeviceInfo& device : request.devices) {
        if (device.id.isGpu() && isAllowed(device.id) && times.kindOf(device.id) == device.id) {
            all.gpus.push_back(device.id);
        }
    }
    for (std::size_t item = 0; item < items.items.size(); ++item) {
        const SearchItem& own = items.items[item];
        Signature signature{static_cast<double>(own.whole.bytes),
                            static_cast<double>(own.whole.roundedBytes), memory.cacheOf(item),
                            own.pinnedTo ? static_cast<double>(own.pinnedTo->index) + 1 +
                                               100 * static_cast<double>(own.pinnedTo->kind)
                                         : 0,
                            memory.isLayer(item) ? 1.0 : 0.0};
        for (const DeviceId main : all.gpus) {
            all.main = main;
            for (const ItemChoice& choice : choicesOf(item, all)) {
                for (const Part part : {Part::Prompt, Part::Token}) {
                    const auto share = times.share(part, item, choice, main);
                    signature.insert(signature.end(), {share.compute, share.ahead, share.onDemand});
                }
            }
        }
        const auto [kind, isNew] = known.try_emplace(std::move(signature), kinds.size());
        if (isNew) {
            kinds.push_back({{}, memory.isLayer(item)});
        }
        kinds[kind->second].items.push_back(item);
    }
}

/// Of GPUs that are alike those with the most room come first: a plan with others is no better.
void SearchModel::findSets() {
    // By speed and typed limit: in each group those with the most room are taken first.
    std::map<std::pair<DeviceId, double>, std::vector<DeviceId>> byKind;
    std::vector<DeviceId> pinned;
    for (const DeviceInfo& device : request.devices) {
        if (device.id.isGpu() && isAllowed(device.id)) {
            const auto limit = std::ranges::find(request.budgets, device.id, &MemoryBudget::device);
            const bool isTyped = !request.budgetsAreDefaults && limit != request.budgets.end();
            byKind[{times.kindOf(device.id), isTyped ? limit->bytes : -1}].push_back(device.id);
        }
    }
    for (const SearchItem& item : items.items) {
        if (item.pinnedTo && item.pinnedTo->isGpu()) {
            pinned.push_back(*item.pinnedTo);
        }
    }
    for (const auto& [device, bytes] : items.pinnedBytes) {
        if (device.isGpu()) {
            pinned.push_back(device);
        }
    }
    std::vector<std::vector<DeviceId>> found{{}};
    for (auto& [kind, devices] : byKind) {
        std::ranges::stable_sort(devices, [&](DeviceId a, DeviceId b) {
            const bool isPinned = std::ranges::find(pinned, a) != pinned.end();
            const bool isOther = std::ranges::find(pinned, b) != pinned.end();
            return isPinned != isOther ? isPinned : memory.room(a) > memory.room(b);
        });
        std::vector<std::vector<DeviceId>> grown;
        for (const auto& set : found) {
            for (std::size_t count = 0; count <= devices.size(); ++count) {
                grown.push_back(set);
                grown.back().insert(grown.back().end(), devices.begin(),
                                    devices.begin() + static_cast<std::ptrdiff_t>(count));
            }
        }
        found = std::move(grown);
        hasAllSets = hasAllSets && found.size() <= kMostGrown;
        if (found.size() > kMostGrown) {
            std::ranges::stable_sort(found, std::ranges::greater(), &std::vector<DeviceId>::size);
            found.erase(found.begin() + kMostGrown / 2, found.end() - kMostGrown / 2);
        }
    }
    for (std::vector<DeviceId>& gpus : found) {
        std::ranges::sort(gpus);
        const bool hasPinned = std::ranges::all_of(pinned, [&gpus](DeviceId device) {
            return std::ranges::find(gpus, device) != gpus.end();
        });
        if (hasPinned) {
            sets.push_back({gpus, mainOf(gpus)});
        }
    }
    std::ranges::stable_sort(sets, std::ranges::greater(),
                             [](const GpuSet& set) { return set.gpus.size(); });
    if (sets.size() > kMostSets) {
        hasAllSets = false;
        sets.erase(sets.begin() + (kMostSets - kFewSets), sets.end() - kFewSets);
    }
}

std::vector<ItemChoice> SearchModel::choicesOf(std::size_t item, const GpuSet& set) const {
    const SearchItem& own = items.items[item];
    std::vector<ItemChoice> choices;
    for (const DeviceId gpu : set.gpus) {
        if (!own.pinnedTo || *own.pinnedTo == gpu) {
            choices.push_back({gpu});
        }
    }
    const bool isRefused = !set.gpus.empty() && keepsToGpus;
    for (ItemChoice offload : isRefused ? std::vector<ItemChoice>() : m_offloads) {
        if (own.pinnedTo && *own.pinnedTo != offload.place) {
            continue;
        }
        if ((set.gpus.empty() || !set.main.isGpu()) && !offload.isComputed) {
            continue;  // what is not on a GPU runs on the CPU
        }
        if (offload.part == ItemPart::Whole) {
            choices.push_back(offload);
            continue;
        }
        if (own.pinnedTo || own.content(offload.part).paths.empty()) {
            continue;
        }
        for (const DeviceId gpu : set.gpus) {
            offload.home = gpu;
            if (offload.isComputed || gpu == set.main) {
                choices.push_back(offload);
            }
        }
    }
    return choices;
}

std::vector<ItemChoice> SearchModel::offloads(const GpuSet& set) const {
    std::vector<ItemChoice> result;
    if (!set.gpus.empty() && keepsToGpus) {
        return result;
    }
    const bool hasRam = isAllowed(DeviceId::cpu());
    for (ItemChoice offload : m_offloads) {
        const bool isFirst = (offload.place == DeviceId::cpu()) == hasRam;
        if (isFirst && (offload.isComputed || (!set.gpus.empty() && set.main.isGpu()))) {
            const DeviceId home =
                set.gpus.empty() || set.main.isGpu() ? set.main : set.gpus.front();
            offload.home = offload.part == ItemPart::Whole ? DeviceId() : home;
            result.push_back(offload);
        }
    }
    return result;
}

double SearchModel::seconds(const SearchLayout& layout, unsigned window,
                            const RateFactors& factors) const {
    double sum = 0;
    for (const Part part : {Part::Prompt, Part::Token}) {
        if (const double weight = timeWeight(objective, part); weight > 0) {
            sum += weight * times.passes(part, layout, factors).seconds(window);
        }
    }
    return sum;
}

double SearchModel::travelling(std::size_t item, const ItemChoice& choice) const {
    // Experts that tokens choose come one by one.
    return m_comesOnDemand[item] ? 0 : memory.travelling(item, choice);
}

std::vector<double> SearchModel::travelling(const SearchLayout& layout) const {
    const auto& stages = times.stages();
    std::vector<double> bytes(stages.size());
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        for (const std::size_t item : stages[stage]) {
            bytes[stage] += travelling(item, layout.choices[item]);
        }
    }
    return bytes;
}

SearchModel::InFlight::InFlight(const std::vector<double>& travelling)
    : m_stages(travelling.size()), m_before(2 * travelling.size() + 1) {
    for (std::size_t i = 0; i + 1 < m_before.size(); ++i) {
        m_before[i + 1] = m_before[i] + travelling[i % m_stages];
    }
}

double SearchModel::InFlight::most(unsigned window) const {
    if (window == 0) {
        return 0;  // module by module
    }
    const std::size_t width = std::min<std::size_t>(window + std::size_t{1}, m_stages);
    double most = 0;
    for (std::size_t i = 0; i < m_stages; ++i) {
        most = std::max(most, m_before[i + width] - m_before[i]);
    }
    return most;
}

std::vector<unsigned> SearchModel::windowsOf(const SearchLayout& layout) const {
    const bool travels = std::ranges::any_of(layout.choices, [](const ItemChoice& choice) {
        return !choice.place.isGpu() && (!choice.isComputed || choice.place == DeviceId::disk());
    });
    std::vector<unsigned> windows{0};
    if (!travels) {
        return windows;
    }
    // The widest of those with as much on its way; of few all, and those that begin before the
    // pass before ends, since a wider one can be slower.
    const auto stages = static_cast<unsigned>(std::max<std::size_t>(times.stages().size(), 2));
    const bool areFew = stages <= kFewStages;
    const unsigned most = areFew ? 2 * stages + 2 : stages - 1;
    const InFlight bytes(travelling(layout));
    double before = -1;
    for (unsigned window = 1; window <= most; ++window) {
        const double now = bytes.most(window);
        if (now > before || areFew) {
            windows.push_back(window);
            before = now;
        } else {
            windows.back() = window;
        }
    }
    return windows;
}

bool SearchModel::holds(const SearchLayout& layout, unsigned window, ItemMemory::Sum sum) const {
    const double onTheirWay = InFlight(travelling(layout)).most(window);
    for (const DeviceInfo& device : request.devices) {
        const double more = device.id == layout.main ? onTheirWay : 0;
        if (!memory.holds(device.id, memory.useOf(device.id, layout), more, sum)) {
            return false;
        }
    }
    return true;
}

namespace {

/// Of the stage that has room for the fewest; every layer has to be on a GPU.
std::optional<double> pipelineBlocks(const CapacityEstimate& estimate) {
    if (estimate.verdict != Verdict::Fits) {
        return std::nullopt;
    }
    std::optional<double> least;
    for (const DeviceEstimate& device : estimate.devices) {
        if (const auto blocks = device.kvBlocks(estimate.served)) {
            const auto own = static_cast<double>(*blocks);
            least = least ? std::min(*least, own) : own;
        }
    }
    return least;
}

}  // namespace

double timeWeight(const PlanObjective& objective, PlanClock::Part part) {
    const bool isPrompt = part == PlanClock::Part::Prompt;
    switch (objective.kind) {
        case Objective::Prefill:
            return isPrompt ? 1 : 0;
        case Objective::Mix:
            return isPrompt ? objective.prefillWeight : objective.decodeWeight.value_or(1);
        case Objective::Decode:
        case Objective::Context:
        case Objective::Pipeline:
            break;
    }
    return isPrompt ? 0 : 1;
}

Result<std::optional<double>> objectiveValue(const CapacityEstimate& estimate,
                                             const EstimateInput& input,
                                             const PlanObjective& objective,
                                             const std::stop_token& stop) {
    if (estimate.verdict == Verdict::DoesNotFit) {
        return std::optional<double>();
    }
    if (objective.kind == Objective::Pipeline) {
        return pipelineBlocks(estimate);
    }
    if (objective.kind == Objective::Context) {
        if (!estimate.missing.empty()) {
            return std::optional<double>();
        }
        const auto longest = CapacityQuestions(input, stop).largestContext();
        STOWAGE_TRY(longest);
        return *longest ? std::optional(static_cast<double>(
                              std::min(**longest, estimate.positions.value_or(**longest))))
                        : std::nullopt;
    }
    if (!estimate.time) {
        return std::optional<double>();
    }
    return std::optional(timeWeight(objective, PlanClock::Part::Prompt) *
                             estimate.time->toFirstToken +
                         timeWeight(objective, PlanClock::Part::Token) * estimate.time->perToken);
}

}  // namespace stowage
