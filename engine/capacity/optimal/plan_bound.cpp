// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_bound.h"

#include "engine/capacity/optimal/objective_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

namespace stowage {
namespace {

using Part = PlanClock::Part;
using HopTo = ChoiceTimes::HopTo;
constexpr std::size_t kMostCombinations = 20'000;

/// What some items have to do in all: seconds by part of the objective.
struct Work {
    std::array<double, 2> compute{};
    std::array<double, 2> ahead{};
    std::array<double, 2> serial{};  ///< of what travels: carried, then computed

    void add(const Work& other, double count) {
        for (std::size_t i = 0; i < 2; ++i) {
            compute[i] += count * other.compute[i];
            ahead[i] += count * other.ahead[i];
            serial[i] += count * other.serial[i];
        }
    }
};

/// What limits a GPU: the memory that there is while a prompt goes in and while tokens are decoded,
/// and the budget that a person typed, which counts weights alone.
enum Limited : std::size_t { kPrompt, kDecode, kBudget, kLimits };
using Bytes = std::array<double, kLimits>;

/// One choice of an item: what it has to do and takes.
struct Option {
    ItemChoice choice;
    Work work;
    Bytes gpuBytes{};  ///< on any GPU of the set
    double hostBytes = 0;
    double travelling = 0;
    bool onDisk = false;
};

/// Changes of device, or what one costs.
struct Hops {
    double any = 0;
    double toGpus = 0;
};

/// Finds the bound of one set of GPUs.
class Bounder {
public:
    Bounder(const SearchModel& model, const GpuSet& set) : m_model(model), m_set(set) {
        for (const Part part : kClockParts) {
            m_weights[static_cast<std::size_t>(part)] = timeWeight(model.objective, part);
            m_sharing[static_cast<std::size_t>(part)] = model.times.bestSharing(part);
            m_hop[static_cast<std::size_t>(part)] = {model.times.leastHop(part, HopTo::Any),
                                                     model.times.leastHop(part, HopTo::Gpu)};
        }
        // The least beside weights: the work of a layer on each GPU. The last layer's own keys and
        // values of the prompt may come after it.
        double lastCache = 0;
        for (std::size_t item = 0; item < model.items.items.size(); ++item) {
            lastCache = std::max(lastCache, model.memory.promptCacheOf(item));
        }
        for (const DeviceId gpu : set.gpus) {
            const double room =
                model.memory.room(gpu) - model.memory.need(gpu, model.memory.start(gpu), 0);
            const ItemMemory::Work work = model.memory.workOn(gpu);
            m_rooms[kPrompt].push_back(room - work.prefill + lastCache);
            m_works[kPrompt].push_back(std::max(work.prefill - lastCache, 0.0));
            m_rooms[kDecode].push_back(room - work.decode);
            m_works[kDecode].push_back(work.decode);
            m_rooms[kBudget].push_back(model.memory.limits(gpu).budget -
                                       static_cast<double>(model.memory.start(gpu).raw));
            m_works[kBudget].push_back(0);
        }
        m_ram = model.isAllowed(DeviceId::cpu()) ? model.memory.room(DeviceId::cpu()) : 0;
        double all = 0;
        for (const SearchItem& item : model.items.items) {
            all += static_cast<double>(item.whole.bytes);
        }
        m_ramHoldsAll = all <= m_ram;
        findIdle();
        for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) {
            m_options.push_back(optionsOf(model.kinds[kind].items.front()));
            const auto bytesOf = [&](std::size_t k) {
                const ItemKind& own = model.kinds[k];
                return static_cast<double>(own.items.size()) *
                       static_cast<double>(model.items.items[own.items.front()].whole.bytes);
            };
            if (model.kinds[kind].isLayer && (!m_major || bytesOf(kind) > bytesOf(*m_major))) {
                m_major = kind;
            }
        }
    }

    std::optional<PlanBound> find() {
        for (const std::vector<Option>& options : m_options) {
            if (options.empty()) {
                return std::nullopt;
            }
        }
        const bool isCounted = m_major && isSimple(m_options[*m_major]) && combinations() > 0;
        return isCounted ? counted() : relaxed();
    }

private:
    /// Items that no stage runs, a last norm of no cost say, are no reason to go to their GPU: a
    /// GPU that holds a pinned one may have nothing else. A plan that uses a GPU for others of them
    /// takes as long as the plan with one GPU less that has them nowhere.
    void findIdle() {
        m_isRun.assign(m_model.items.items.size(), false);
        for (const Part part : kClockParts) {
            for (const auto& items : m_model.times.stages(part)) {
                for (const std::size_t item : items) {
                    m_isRun[item] = true;
                }
            }
        }
        std::size_t mostGpus = 0;
        for (const GpuSet& set : m_model.sets) {
            mostGpus = std::max(mostGpus, set.gpus.size());
        }
        m_hasMoreGpus = m_set.gpus.size() < mostGpus;
        std::set<DeviceId> idle;
        for (std::size_t item = 0; item < m_isRun.size(); ++item) {
            const auto choices = m_model.choicesOf(item, m_set);
            if (!m_isRun[item] && choices.size() == 1 && choices.front().place.isGpu()) {
                idle.insert(choices.front().place);
            }
        }
        const std::size_t entered = m_set.gpus.size() - std::min(m_set.gpus.size(), idle.size());
        m_entered = static_cast<double>(std::max<std::size_t>(entered, 1) - 1);
        m_isGpuRun = entered > 0;
    }

    [[nodiscard]] std::vector<Option> optionsOf(std::size_t item) const {
        std::vector<Option> options;
        for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
            Option option;
            option.choice = choice;
            for (const Part part : kClockParts) {
                const auto p = static_cast<std::size_t>(part);
                const auto share = m_model.times.share(part, item, choice, m_set.main);
                option.work.compute[p] = share.compute + share.onDemand;
                option.work.ahead[p] = share.ahead;
                option.travelling = m_model.travelling(item, choice);
                option.work.serial[p] =
                    option.travelling > 0 && share.ahead > 0 ? share.ahead + share.compute : 0;
            }
            ItemMemory::Use onGpu;
            ItemMemory::Use onHost;
            ItemMemory::Use onDisk;
            for (const DeviceId gpu : m_set.gpus) {
                m_model.memory.addWeights(onGpu, item, choice, gpu);
            }
            m_model.memory.addWeights(onHost, item, choice, DeviceId::cpu());
            m_model.memory.addWeights(onDisk, item, choice, DeviceId::disk());
            const bool keepsHome =
                choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
            const bool runsOnGpu =
                keepsHome || choice.place.isGpu() || (!choice.isComputed && m_set.main.isGpu());
            const double cache = m_model.memory.cacheOf(item);
            option.gpuBytes = {static_cast<double>(onGpu.weights) +
                                   (runsOnGpu ? m_model.memory.promptCacheOf(item) : 0),
                               static_cast<double>(onGpu.weights) + (runsOnGpu ? cache : 0),
                               static_cast<double>(onGpu.raw)};
            if (!m_isRun[item] && m_hasMoreGpus) {
                option.gpuBytes = {};
            }
            option.hostBytes = static_cast<double>(onHost.raw) + (runsOnGpu ? 0 : cache);
            option.onDisk = onDisk.raw > 0;
            if (hasRoom(option, m_model.memory.isLayer(item))) {
                options.push_back(option);
            }
        }
        dropDominated(options, Gpus::Stay);
        return options;
    }

    /// What is larger than its GPU lies elsewhere.
    [[nodiscard]] bool hasRoom(const Option& option, bool isLayer) const {
        const DeviceId place =
            option.choice.part == ItemPart::Whole ? option.choice.place : option.choice.home;
        const auto gpu = std::ranges::find(m_set.gpus, place);
        if (gpu == m_set.gpus.end()) {
            return true;
        }
        const auto index = static_cast<std::size_t>(gpu - m_set.gpus.begin());
        for (std::size_t i = 0; i < kLimits; ++i) {
            if (option.gpuBytes[i] > m_rooms[i][index] + (isLayer ? 0 : m_works[i][index])) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool isNoBetter(const Option& a, const Option& b) const {
        for (std::size_t i = 0; i < 2; ++i) {
            if (m_weights[i] > 0 &&
                (a.work.compute[i] < b.work.compute[i] || a.work.ahead[i] < b.work.ahead[i])) {
                return false;
            }
        }
        return std::ranges::equal(a.gpuBytes, b.gpuBytes, std::greater_equal<>()) &&
               (m_ramHoldsAll || a.hostBytes >= b.hostBytes) && a.travelling >= b.travelling;
    }

    /// What is no better than another option in anything. GPUs differ in room: for layers each of
    /// them stays.
    enum class Gpus { Stay, Go };
    void dropDominated(std::vector<Option>& options, Gpus gpus) const {
        for (std::size_t i = options.size(); i-- > 0;) {
            const bool isUseless = std::ranges::any_of(options, [&](const Option& other) {
                return &other != &options[i] && isNoBetter(options[i], other) &&
                       (&other > &options[i] || !isNoBetter(other, options[i]));
            });
            if (isUseless && (gpus == Gpus::Go || !options[i].choice.place.isGpu())) {
                options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
    }

    /// Layers lie whole on a GPU, or are offloaded in no more than two ways.
    [[nodiscard]] static bool isSimple(const std::vector<Option>& options) {
        return std::ranges::all_of(
            options, [](const Option& option) { return option.choice.part == ItemPart::Whole; });
    }

    /// How many combinations there are of what is not among the layers that are counted; 0: too
    /// many.
    [[nodiscard]] std::size_t combinations() const {
        std::size_t count = 1;
        for (std::size_t kind = 0; kind < m_options.size(); ++kind) {
            const std::size_t items = kind == *m_major ? 0 : m_model.kinds[kind].items.size();
            for (std::size_t i = 0; i < items; ++i) {
                count *= othersOf(kind).size();
                if (count > kMostCombinations) {
                    return 0;
                }
            }
        }
        return count;
    }

    /// The options of an item beside the layers: GPUs are one, as fast as the fastest.
    [[nodiscard]] std::vector<Option> othersOf(std::size_t kind) const {
        std::vector<Option> result;
        std::optional<std::size_t> gpu;
        for (const Option& option : m_options[kind]) {
            if (option.choice.part == ItemPart::Whole && option.choice.place.isGpu()) {
                if (gpu) {
                    for (std::size_t i = 0; i < 2; ++i) {
                        double& compute = result[*gpu].work.compute[i];
                        compute = std::min(compute, option.work.compute[i]);
                    }
                    continue;
                }
                gpu = result.size();
            }
            result.push_back(option);
        }
        dropDominated(result, Gpus::Go);
        return result;
    }

    /// The time that work takes at least.
    [[nodiscard]] double secondsOf(const Work& work, const Hops& hops, bool isOneByOne,
                                   PlanBound::Limit& limit) const {
        double sum = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            if (m_weights[i] <= 0) {
                continue;
            }
            const double compute =
                work.compute[i] + hops.any * m_hop[i].any + hops.toGpus * m_hop[i].toGpus;
            const double slowed = (1 - m_sharing[i].computing) / m_sharing[i].carrying;
            const double waiting = (1 - m_sharing[i].carrying) / m_sharing[i].computing;
            const double computing = compute + slowed * work.ahead[i];
            const double carrying = work.ahead[i] + waiting * compute;
            const double serial = isOneByOne ? work.serial[i] : 0;
            limit = serial > std::max(computing, carrying) ? PlanBound::Limit::OneByOne
                    : carrying > computing                 ? PlanBound::Limit::Carrying
                                                           : PlanBound::Limit::Computing;
            sum += m_weights[i] * std::max({computing, carrying, serial});
        }
        return sum;
    }

    /// All combinations of the other items, with the best counts of the layers.
    std::optional<PlanBound> counted() {
        m_best = PlanBound();
        m_best.seconds = kForever;
        m_others.clear();
        for (std::size_t kind = 0; kind < m_options.size(); ++kind) {
            const std::size_t items = kind == *m_major ? 0 : m_model.kinds[kind].items.size();
            m_others.insert(m_others.end(), items, othersOf(kind));
        }
        prepareLayers();
        combine(0, {}, {}, 0, 0);
        return std::isinf(m_best.seconds) ? std::nullopt : std::optional(m_best);
    }

    void prepareLayers() {
        const std::vector<Option>& options = m_options[*m_major];
        m_layers = m_model.kinds[*m_major].items.size();
        m_resident.clear();
        m_streamed.reset();
        m_computed.reset();
        m_diskMore = Work();
        bool hasDisk = false;
        for (const Option& option : options) {
            if (option.choice.place.isGpu()) {
                m_resident.push_back(option);
            } else {
                // In RAM, where it may lie there.
                auto& way = option.choice.isComputed ? m_computed : m_streamed;
                way = way && !way->onDisk ? way : option;
            }
        }
        for (const Option& option : options) {
            const auto& inRam = option.choice.isComputed ? m_computed : m_streamed;
            if (option.onDisk && inRam && !inRam->onDisk) {
                for (std::size_t i = 0; i < 2; ++i) {
                    const double more = option.work.ahead[i] - inRam->work.ahead[i];
                    m_diskMore.ahead[i] = hasDisk ? std::min(m_diskMore.ahead[i], more) : more;
                }
                hasDisk = true;
            }
        }
        m_hasDisk = hasDisk;
        std::ranges::sort(m_resident, {}, [this](const Option& option) {
            return m_weights[0] * option.work.compute[0] + m_weights[1] * option.work.compute[1];
        });
    }

    void combine(std::size_t next, const Work& work, const Bytes& gpuBytes, double hostBytes,
                 double travelling) {
        if (next == m_others.size()) {
            countLayers(work, gpuBytes, hostBytes, travelling);
            return;
        }
        for (const Option& option : m_others[next]) {
            Work more = work;
            more.add(option.work, 1);
            PlanBound::Limit limit{};
            if (secondsOf(more, {}, false, limit) < m_best.seconds) {
                Bytes together = gpuBytes;
                for (std::size_t i = 0; i < kLimits; ++i) {
                    together[i] += option.gpuBytes[i];
                }
                combine(next + 1, more, together, hostBytes + option.hostBytes,
                        std::max(travelling, option.travelling));
            }
        }
    }

    void countLayers(const Work& work, const Bytes& gpuBytes, double hostBytes, double travelling) {
        const std::size_t mostStreamed = m_streamed ? m_layers : 0;
        for (std::size_t streamed = 0; streamed <= mostStreamed; ++streamed) {
            const double unit = std::max(travelling, streamed > 0 ? m_streamed->travelling : 0);
            for (unsigned inFlight = unit > 0 ? 0 : 2; inFlight <= 2; ++inFlight) {
                count(work, gpuBytes, hostBytes, streamed, inFlight, unit);
            }
        }
    }

    /// Of so many layers that travel, with room for so many at once.
    void count(const Work& work, const Bytes& gpuBytes, double hostBytes, std::size_t streamed,
               unsigned inFlight, double unit) {
        std::size_t resident = m_layers - streamed;
        double onMain = 0;
        for (std::size_t i = 0; i < kLimits; ++i) {
            const double taken =
                (m_streamed ? static_cast<double>(streamed) * m_streamed->gpuBytes[i] : 0) +
                (i == kDecode ? inFlight * unit : 0);
            if (!m_set.gpus.empty() && pooled(i, m_set.gpus.size()) < gpuBytes[i] + taken) {
                return;
            }
            resident = std::min(resident, residentBeside(i, gpuBytes[i], taken));
            onMain = i == kDecode ? taken : onMain;
        }
        const std::size_t computed = m_layers - streamed - resident;
        if (computed > 0 && !m_computed) {
            return;
        }
        Work all = work;
        // Each GPU that runs something is entered, but the one that begins; and once more the CPU,
        // or one of them.
        Hops hops;
        if (!m_set.gpus.empty()) {
            hops.toGpus = m_entered;
            hops.any = computed > 0 && m_isGpuRun ? 1 : 0;
        }
        addResident(all, resident, onMain);
        double host = hostBytes;
        if (streamed > 0) {
            all.add(m_streamed->work, static_cast<double>(streamed));
            host += static_cast<double>(streamed) * m_streamed->hostBytes;
        }
        if (computed > 0) {
            all.add(m_computed->work, static_cast<double>(computed));
            host += static_cast<double>(computed) * m_computed->hostBytes;
        }
        if (host > m_ram && streamed + computed > 0 && m_model.isAllowed(DeviceId::cpu())) {
            if (!m_hasDisk) {
                return;
            }
            const double unitBytes = static_cast<double>(
                m_model.items.items[m_model.kinds[*m_major].items.front()].whole.bytes);
            all.add(m_diskMore, std::min(std::ceil((host - m_ram) / std::max(unitBytes, 1.0)),
                                         static_cast<double>(streamed + computed)));
        }
        PlanBound::Limit limit{};
        double seconds = secondsOf(all, hops, inFlight <= 1, limit);
        if (inFlight == 0) {  // module by module: nothing is carried while something computes
            seconds = 0;
            for (std::size_t i = 0; i < 2; ++i) {
                seconds += m_weights[i] * (all.compute[i] + all.ahead[i]);
            }
            limit = PlanBound::Limit::OneByOne;
        }
        if (seconds < m_best.seconds * (1 - kSameValue) || std::isinf(m_best.seconds)) {
            m_best = {seconds, m_layers, resident, streamed, computed, limit};
        }
    }

    /// What all GPUs have room for while so many of them run no layer: those where that gives most.
    [[nodiscard]] double pooled(std::size_t when, std::size_t withoutLayers) const {
        double sum = 0;
        std::vector<double> more;
        for (std::size_t i = 0; i < m_rooms[when].size(); ++i) {
            const double room = std::max(m_rooms[when][i], 0.0);
            sum += room;
            const double alone = std::max(m_rooms[when][i] + m_works[when][i], 0.0);
            more.push_back(std::isfinite(room) ? alone - room : 0);
        }
        std::ranges::sort(more, std::ranges::greater());
        more.resize(std::min(more.size(), withoutLayers));
        return std::accumulate(more.begin(), more.end(), sum);
    }

    /// How many layers lie whole on the GPUs, at most, beside so many bytes of other items and
    /// those that the main device needs. A GPU that has other items alone runs no layer.
    [[nodiscard]] std::size_t residentBeside(std::size_t when, double gpuBytes,
                                             double taken) const {
        if (m_resident.empty()) {
            return 0;
        }
        const double unit = std::max(m_resident.front().gpuBytes[when], 1.0);
        std::vector<double> counts;
        for (std::size_t i = 0; i < m_rooms[when].size(); ++i) {
            const bool isMain = m_set.gpus[i] == m_set.main;
            counts.push_back(
                std::floor(std::max(m_rooms[when][i] - (isMain ? taken : 0), 0.0) / unit));
        }
        std::ranges::sort(counts);
        double each = std::accumulate(counts.begin(), counts.end(), 0.0);
        double most = 0;
        for (std::size_t without = 0; without < counts.size() && each > most; ++without) {
            const double left = pooled(when, without) - gpuBytes - taken;
            most = std::max(most, std::min(each, std::floor(std::max(left, 0.0) / unit)));
            each -= counts[without];
        }
        return most >= static_cast<double>(m_layers) ? m_layers : static_cast<std::size_t>(most);
    }

    /// The fastest GPUs first, as many on each as it has room for.
    void addResident(Work& work, std::size_t resident, double onMain) const {
        for (const Option& option : m_resident) {
            const auto gpu = std::ranges::find(m_set.gpus, option.choice.place);
            const auto index = static_cast<std::size_t>(gpu - m_set.gpus.begin());
            const double room = m_rooms[kDecode][index] - (*gpu == m_set.main ? onMain : 0);
            const double most = std::floor(std::min(
                std::max(room, 0.0) / option.gpuBytes[kDecode],
                std::max(m_rooms[kBudget][index], 0.0) / std::max(option.gpuBytes[kBudget], 1.0)));
            const auto here =
                most >= static_cast<double>(resident) ? resident : static_cast<std::size_t>(most);
            work.add(option.work, static_cast<double>(here));
            resident -= here;
        }
        if (resident > 0) {
            work.add(m_resident.front().work, static_cast<double>(resident));
        }
    }

    /// The knapsack's bound: any multipliers give one, the best of some are taken.
    std::optional<PlanBound> relaxed() const {
        PlanBound bound;
        for (const Limited limited : {kDecode, kBudget}) {
            if (limited == kDecode || std::isfinite(pooled(limited, 0))) {
                bound.seconds = std::max(bound.seconds, relaxedBy(limited));
            }
        }
        return bound;
    }

    /// With the bytes of one limit alone.
    double relaxedBy(Limited limited) const {
        constexpr int kSteps = 20;
        double best = 0;
        const double room = pooled(limited, m_set.gpus.size());
        const double ram = m_ram;
        const auto relaxedWith = [&](double ofCarrying, double perByte, double perHostByte) {
            return relaxedSum(limited, ofCarrying, perByte, perHostByte) - perByte * room -
                   (perHostByte > 0 ? perHostByte * ram : 0);
        };
        for (int i = 0; i <= kSteps; ++i) {
            const double ofCarrying = static_cast<double>(i) / kSteps;
            double perByte = 0;
            double step = scaleOf(limited);
            double found = relaxedWith(ofCarrying, perByte, 0);
            // It rises with the price of a byte, then falls.
            for (int round = 0; round < 60 && step > 0; ++round) {
                const double up = relaxedWith(ofCarrying, perByte + step, 0);
                const double down =
                    perByte > step ? relaxedWith(ofCarrying, perByte - step, 0) : -1;
                if (up > found) {
                    perByte += step;
                    found = up;
                } else if (down > found) {
                    perByte -= step;
                    found = down;
                } else {
                    step /= 2;
                }
            }
            if (!m_ramHoldsAll) {
                double price = perByte;
                for (int round = 0; round < 20; ++round, price /= 2) {
                    found = std::max(found, relaxedWith(ofCarrying, perByte, price));
                }
            }
            best = std::max(best, found);
        }
        return best;
    }

    /// Seconds that a byte may be worth, for a first step.
    [[nodiscard]] double scaleOf(Limited limited) const {
        double most = 0;
        for (const std::vector<Option>& options : m_options) {
            for (const Option& option : options) {
                const double bytes = std::max(option.gpuBytes[limited] + option.hostBytes, 1.0);
                for (std::size_t i = 0; i < 2; ++i) {
                    most =
                        std::max(most, m_weights[i] *
                                           (option.work.compute[i] + option.work.ahead[i]) / bytes);
                }
            }
        }
        return most;
    }

    /// The items' cheapest options, each with the price of its bytes.
    [[nodiscard]] double relaxedSum(Limited limited, double ofCarrying, double perByte,
                                    double perHostByte) const {
        double sum = 0;
        for (std::size_t kind = 0; kind < m_options.size(); ++kind) {
            double least = kForever;
            for (const Option& option : m_options[kind]) {
                double cost = perByte * option.gpuBytes[limited] + perHostByte * option.hostBytes;
                for (std::size_t i = 0; i < 2; ++i) {
                    cost += m_weights[i] * ((1 - ofCarrying) * option.work.compute[i] +
                                            ofCarrying * option.work.ahead[i]);
                }
                least = std::min(least, cost);
            }
            sum += least * static_cast<double>(m_model.kinds[kind].items.size());
        }
        return sum;
    }

    const SearchModel& m_model;
    const GpuSet& m_set;
    std::array<double, 2> m_weights{};
    std::array<ChoiceTimes::Sharing, 2> m_sharing{};
    std::array<Hops, 2> m_hop{};
    std::array<std::vector<double>, kLimits> m_rooms;  ///< by GPU, beside the work of a layer
    std::array<std::vector<double>, kLimits> m_works;  ///< by GPU, what it has more without layers
    double m_ram = 0;
    bool m_ramHoldsAll = false;
    std::vector<bool> m_isRun;                   ///< by item: some stage runs it
    bool m_hasMoreGpus = false;                  ///< that are not of this set
    double m_entered = 0;                        ///< changes of device to GPUs, at least
    bool m_isGpuRun = false;                     ///< some GPU runs something
    std::vector<std::vector<Option>> m_options;  ///< by kind
    std::optional<std::size_t> m_major;          ///< the kind of layers that has the most bytes
    std::vector<std::vector<Option>> m_others;   ///< by item
    std::size_t m_layers = 0;
    std::vector<Option> m_resident;  ///< the fastest first
    std::optional<Option> m_streamed;
    std::optional<Option> m_computed;
    Work m_diskMore;
    bool m_hasDisk = false;
    PlanBound m_best;
};

}  // namespace

std::optional<PlanBound> lowerBound(const SearchModel& model, const GpuSet& set) {
    return Bounder(model, set).find();
}

std::vector<std::pair<PlanBound, const GpuSet*>> boundsOfSets(const SearchModel& model) {
    std::vector<std::pair<PlanBound, const GpuSet*>> bounds;
    for (const GpuSet& set : model.sets) {
        if (const auto bound = lowerBound(model, set)) {
            bounds.emplace_back(*bound, &set);
        }
    }
    std::ranges::stable_sort(bounds, {}, [](const auto& bound) { return bound.first.seconds; });
    return bounds;
}

}  // namespace stowage
