// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_judge.h"

#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

namespace stowage {

namespace {

constexpr std::size_t kMostWindows = 40;   ///< of one layout, the smallest first
constexpr std::size_t kMostMoves = 3'000;  ///< that are tried of each layout

std::size_t hopsOf(const SearchLayout& layout) {
    std::size_t hops = 0;
    for (std::size_t item = 1; item < layout.choices.size(); ++item) {
        hops +=
            layout.choices[item].runsOn(layout.main) != layout.choices[item - 1].runsOn(layout.main)
                ? 1
                : 0;
    }
    return hops;
}

/// Moves what is offloaded to other places as long as that takes less time.
class Polisher {
public:
    Polisher(const SearchModel& model, PricedLayout best, std::uint64_t& explored,
             const std::stop_token& stop)
        : m_model(model), m_best(std::move(best)), m_explored(explored), m_stop(stop) {}

    PricedLayout run() {
        const std::size_t items = m_best.layout.choices.size();
        bool isBetter = true;
        while (isBetter && m_tried < kMostMoves && !m_stop.stop_requested()) {
            isBetter = false;
            for (std::size_t item = 0; item < items; ++item) {
                for (const std::size_t step : {1U, 2U, 3U, 5U}) {
                    isBetter = (item + step < items && exchange(item, item + step)) || isBetter;
                }
            }
            for (const unsigned window : m_model.windowsOf(m_best.layout)) {
                isBetter = tryLayout(m_best.layout, window) || isBetter;
            }
        }
        return std::move(m_best);
    }

private:
    bool exchange(std::size_t a, std::size_t b) {
        const auto& choices = m_best.layout.choices;
        const bool mayMove = m_model.memory.isLayer(a) && m_model.memory.isLayer(b) &&
                             !m_model.items.items[a].pinnedTo && !m_model.items.items[b].pinnedTo &&
                             choices[a] != choices[b] &&
                             !(choices[a].place.isGpu() && choices[b].place.isGpu());
        if (!mayMove || m_tried >= kMostMoves) {
            return false;
        }
        SearchLayout moved = m_best.layout;
        std::swap(moved.choices[a], moved.choices[b]);
        return tryLayout(moved, m_best.window);
    }

    bool tryLayout(const SearchLayout& layout, unsigned window) {
        ++m_tried;
        ++m_explored;
        PricedLayout tried = priced(m_model, layout, window);
        if (!(tried < m_best) || !m_model.holds(layout, window)) {
            return false;
        }
        m_best = std::move(tried);
        return true;
    }

    const SearchModel& m_model;
    PricedLayout m_best;
    std::uint64_t& m_explored;
    const std::stop_token& m_stop;
    std::size_t m_tried = 0;
};

/// Of each kind of items that the main device runs, those that travel lie evenly among the others.
SearchLayout spacedAmongMain(const SearchModel& model, const SearchLayout& layout) {
    SearchLayout spaced = layout;
    for (const ItemKind& kind : model.kinds) {
        std::vector<std::size_t> all;
        std::vector<ItemChoice> travelling;
        for (const std::size_t item : kind.items) {
            const ItemChoice& choice = layout.choices[item];
            const bool isWhole = choice.part == ItemPart::Whole;
            const bool travels = !choice.place.isGpu() && !choice.isComputed;
            if (isWhole && !model.items.items[item].pinnedTo &&
                (travels || choice.place == layout.main)) {
                all.push_back(item);
                spaced.choices[item] = {layout.main};
            }
            if (isWhole && travels && !model.items.items[item].pinnedTo) {
                travelling.push_back(choice);
            }
        }
        for (std::size_t i = 0; i < travelling.size(); ++i) {
            spaced.choices[all[(2 * i + 1) * all.size() / (2 * travelling.size())]] = travelling[i];
        }
    }
    return spaced;
}

}  // namespace

/// Times that differ by rounding alone are the same.
bool operator<(const PricedLayout& a, const PricedLayout& b) {
    const auto rounded = [](double seconds) {
        constexpr double kDigits = 1e11;
        int exponent = 0;
        const double mantissa = std::frexp(seconds, &exponent);
        return std::ldexp(std::round(mantissa * kDigits) / kDigits, exponent);
    };
    return std::tuple(rounded(a.seconds), a.offloaded, a.hops, a.window) <
           std::tuple(rounded(b.seconds), b.offloaded, b.hops, b.window);
}

std::optional<SearchLayout> layoutOf(const SearchModel& model, const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    SearchLayout layout;
    layout.main = plan.executionDevice();
    for (const SearchItem& item : model.items.items) {
        std::optional<DeviceId> place = item.pinnedTo;
        for (const std::string& path : item.whole.paths) {
            const auto module = tree.findModule(path);
            const auto device = module ? plan.deviceOf(*module) : plan.map.deviceOf(path);
            if (!device || (place && *place != *device)) {
                return std::nullopt;
            }
            place = device;
        }
        layout.choices.push_back({place.value_or(DeviceId::cpu()), !layout.main.isGpu()});
    }
    return layout;
}

PricedLayout priced(const SearchModel& model, const SearchLayout& layout, unsigned window) {
    double offloaded = 0;
    for (std::size_t item = 0; item < layout.choices.size(); ++item) {
        const ItemChoice& choice = layout.choices[item];
        const SearchItem& own = model.items.items[item];
        offloaded += choice.place.isGpu() ? 0 : static_cast<double>(own.content(choice.part).bytes);
    }
    return {layout, window, model.seconds(layout, window), offloaded, hopsOf(layout)};
}

std::optional<PricedLayout> pricedBest(const SearchModel& model, const SearchLayout& layout,
                                       std::uint64_t& explored) {
    std::optional<PricedLayout> best;
    std::size_t tried = 0;
    for (const unsigned window : model.windowsOf(layout)) {
        if (tried > kMostWindows || (window > 0 && !model.holds(layout, window))) {
            break;
        }
        tried += window > 0 ? 1 : 0;
        ++explored;
        PricedLayout own = priced(model, layout, window);
        if (!best || own < *best) {
            best = std::move(own);
        }
    }
    return best;
}

PricedLayout polished(const SearchModel& model, PricedLayout layout, std::uint64_t& explored,
                      const std::stop_token& stop) {
    return Polisher(model, std::move(layout), explored, stop).run();
}

std::optional<PricedLayout> pricedSpaced(const SearchModel& model, const SearchLayout& layout,
                                         std::uint64_t& explored, const std::stop_token& stop) {
    auto best = pricedBest(model, layout, explored);
    if (const auto spaced = pricedBest(model, spacedAmongMain(model, layout), explored);
        spaced && (!best || *spaced < *best)) {
        best = spaced;
    }
    return best ? std::optional(polished(model, std::move(*best), explored, stop)) : best;
}

Message doubtOf(const CapacityEstimate& estimate) {
    if (!estimate.time) {
        return {};
    }
    if (estimate.time->isStandIn) {
        return say(
            "A device that computes in this plan has not been measured. The speed of another "
            "device is used, so the times serve only to compare plans. Run \"stowagectl devices "
            "--measure\" once on the machine with the unmeasured device.");
    }
    const std::string& card = estimate.time->assumedCard;
    return joined({card.empty() ? Message() : say("These times are for an assumed card: %1.", card),
                   estimate.time->products == ProductRate::Own
                       ? Message()
                       : ratelessSentence(estimate.time->products, estimate.computeType)},
                  " ");
}

namespace {

constexpr std::size_t kMostKept = 2'000;  ///< of the layouts that are judged

std::vector<std::pair<DeviceId, double>> takenBy(const CapacityEstimate& estimate) {
    std::vector<std::pair<DeviceId, double>> taken;
    for (const DeviceEstimate& device : estimate.devices) {
        taken.emplace_back(device.device.id, static_cast<double>(device.needed()));
    }
    return taken;
}

}  // namespace

Result<void> PlanJudge::checkStop() const {
    if (m_progress) {
        Progress progress;
        progress.phase = say("plans compared");
        progress.itemsDone = m_explored;
        m_progress(progress);
    }
    return m_stop.stop_requested()
               ? Result<void>(fail(ErrorCode::Cancelled, say("Planning was stopped.")))
               : Result<void>();
}

Result<JudgedPlan> PlanJudge::judge(const DeviceMap& map, const OffloadedRun& run,
                                    EstimateInput::Window window) {
    STOWAGE_TRY(checkStop());
    EstimateInput input = m_input;
    const auto plan = place(requestOf(m_request, map, run), m_stop);
    STOWAGE_TRY(plan);
    input.plan = *plan;
    input.window = window;
    const auto estimate = estimateCapacity(input, m_stop);
    STOWAGE_TRY(estimate);
    ++m_explored;
    return judged(**estimate, input, run);
}

Result<JudgedPlan> PlanJudge::judged(const CapacityEstimate& estimate, const EstimateInput& input,
                                     const OffloadedRun& run) {
    JudgedPlan result;
    result.map = estimate.plan->map;
    result.run = run;
    result.run.prefetchWindow = estimate.prefetchWindow.value_or(run.prefetchWindow);
    result.taken = takenBy(estimate);
    result.positions = estimate.positions;
    result.doubt = doubtOf(estimate);
    result.isCompared = estimate.time && estimate.time->isStandIn;
    result.seconds = estimate.time ? estimate.time->perToken : kForever;
    result.offloaded =
        weightsOn(*estimate.plan, DeviceKind::Cpu) + weightsOn(*estimate.plan, DeviceKind::Disk);
    const bool isMostRoom =
        m_mostRoom && m_best && m_best->room >= static_cast<double>(*m_mostRoom);
    if ((isMostRoom || m_comparesTimes) && result.seconds > m_best->seconds * (1 + kSameValue)) {
        result.fits = estimate.verdict != Verdict::DoesNotFit;
        result.value = isRoom() ? 0 : result.seconds;
        return result;  // it can only be slower, whatever room it has
    }
    const auto value = objectiveValue(estimate, input, m_request.objective, m_stop);
    STOWAGE_TRY(value);
    const bool isMaximum = isMaximised(m_request.objective.kind);
    result.room = isMaximum ? value->value_or(0) : 0;
    result.fits = value->has_value() && (!m_comparesTimes || result.room >= m_best->room);
    const bool isWithoutCaches =
        isMaximum && estimate.verdict == Verdict::Fits && !value->has_value();
    m_hasNoCaches = m_hasNoCaches || isWithoutCaches;
    result.value = m_comparesTimes ? result.seconds : value->value_or(isRoom() ? 0 : kForever);
    return result;
}

Result<JudgedPlan> PlanJudge::judge(const PricedLayout& layout, Learn how) {
    if (m_kept.size() < kMostKept) {
        keep(layout);
    }
    if (m_comparesTimes) {
        const auto carries = carriesContext(layout, static_cast<std::uint64_t>(m_best->room));
        STOWAGE_TRY(carries);
        if (!*carries) {
            return JudgedPlan();
        }
    }
    auto judged = judge(mapOf(m_request, m_model.items, layout.layout.choices),
                        {layout.window, rulesOf(m_model.items, layout.layout.choices)});
    STOWAGE_TRY(judged);
    judged->layout = layout.layout;
    if (!m_comparesTimes) {  // else the model's tables are of the room, and this of the workload
        learn(layout, judged->taken, judged->run.prefetchWindow, how);
    }
    return judged;
}

Result<bool> PlanJudge::carriesContext(const PricedLayout& layout, std::uint64_t tokens) {
    if (m_request.objective.kind != Objective::Context || !m_model.memory.setRoom(tokens)) {
        return true;
    }
    STOWAGE_TRY(checkStop());
    EstimateInput input = m_input;
    const auto plan =
        place(requestOf(m_request, mapOf(m_request, m_model.items, layout.layout.choices),
                        {layout.window, rulesOf(m_model.items, layout.layout.choices)}),
              m_stop);
    STOWAGE_TRY(plan);
    input.plan = *plan;
    input.byFormula = true;
    input.workload.context = tokens;
    input.workload.generate =
        std::min(input.workload.generate, tokens - std::min(tokens, input.workload.prompt));
    ++m_explored;
    const auto estimate = estimateCapacity(input, m_stop);
    if (!estimate && estimate.error().code == ErrorCode::InvalidArgument) {
        return false;  // more than the model reads
    }
    STOWAGE_TRY(estimate);
    learn(layout, takenBy(**estimate), (*estimate)->prefetchWindow.value_or(layout.window),
          Learn::Gently);
    return (*estimate)->verdict != Verdict::DoesNotFit;
}

void PlanJudge::learn(const PricedLayout& layout,
                      const std::vector<std::pair<DeviceId, double>>& taken, unsigned window,
                      Learn how) {
    ItemMemory& memory = m_model.memory;
    const SearchModel::InFlight inFlight(m_model.travelling(layout.layout));
    const double onTheirWay = inFlight.most(layout.window);
    for (const auto& [device, took] : taken) {
        if (device == DeviceId::disk()) {
            continue;
        }
        const ItemMemory::Use use = memory.useOf(device, layout.layout);
        const double added =
            memory.need(device, use, device == layout.layout.main ? onTheirWay : 0) +
            memory.contextOn(device);
        if (use.weights > 0 || use.layers > 0) {
            const double room = memory.room(device) + memory.contextOn(device);
            const bool isNarrowed = window < layout.window && device == layout.layout.main;
            const double bytes =  // with the whole window it lacks at least something
                isNarrowed ? std::max(took + onTheirWay - inFlight.most(window), room + 1) : took;
            memory.learnExcess(device, bytes - added, bytes - room, how);
        }
    }
}

bool PlanJudge::isBetter(double value, double than) const {
    return isRoom() ? value > than * (1 + kSameValue) : value < than * (1 - kSameValue);
}

bool PlanJudge::isRoom() const {
    return isMaximised(m_request.objective.kind) && !m_comparesTimes;
}

bool PlanJudge::wouldTake(double value, double offloaded) const {
    JudgedPlan plan;
    plan.value = value;
    plan.offloaded = offloaded;
    return isRoom() || !m_best || isBetter(plan, *m_best);
}

/// Compares values; with as much room the faster is better, then the one with less offloaded, which
/// depends on fewer rates.
bool PlanJudge::isBetter(const JudgedPlan& judged, const JudgedPlan& than) const {
    const auto differs = [](double a, double b) {
        return a < b * (1 - kSameValue) || b < a * (1 - kSameValue);
    };
    if (differs(judged.value, than.value)) {
        return isBetter(judged.value, than.value);
    }
    if (isRoom() && differs(judged.seconds, than.seconds)) {
        return judged.seconds < than.seconds;
    }
    return judged.offloaded < than.offloaded;
}

void PlanJudge::take(JudgedPlan judged, Plan plan) {
    const bool isTaken = !m_best || isBetter(judged, *m_best) ||
                         (plan == Plan::Present && !isBetter(*m_best, judged));
    if (judged.fits && isTaken) {
        m_best = std::move(judged);
    }
}

void PlanJudge::compareTimes() {
    m_comparesTimes = true;
    m_best->value = m_best->seconds;
    m_tried.clear();
}

bool PlanJudge::isNew(const PricedLayout& layout) {
    return m_tried.insert({layout.window, layout.layout.choices}).second;
}

}  // namespace stowage
