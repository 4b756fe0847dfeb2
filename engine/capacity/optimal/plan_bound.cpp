// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>

namespace stowage {

namespace {

/// What the GPUs of a set have room for, by addition, beside what pins hold there and what a layer
/// works with, and the RAM beside them: no less than any plan puts there. Counts and bytes are
/// infinite where nothing limits them.
class DeviceRooms {
public:
    /// What limits a GPU: the memory that there is while a prompt goes in and while tokens are
    /// decoded, and the budget that a person typed, which counts weights alone.
    enum Limited : std::size_t { kPrompt, kDecode, kBudget, kLimits };
    using Bytes = std::array<double, kLimits>;

    /// `set` outlives it.
    DeviceRooms(const SearchModel& model, const GpuSet& set);

    /// What all GPUs have room for while so many of them run no layer: those where that gives most.
    [[nodiscard]] double pooled(Limited limited, std::size_t withoutLayers) const {
        double sum = 0;
        std::vector<double> more;
        for (std::size_t i = 0; i < m_rooms[limited].size(); ++i) {
            const double room = std::max(m_rooms[limited][i], 0.0);
            sum += room;
            const double alone = std::max(m_rooms[limited][i] + m_works[limited][i], 0.0);
            more.push_back(std::isfinite(room) ? alone - room : 0);
        }
        std::ranges::sort(more, std::ranges::greater());
        more.resize(std::min(more.size(), withoutLayers));
        return std::accumulate(more.begin(), more.end(), sum);
    }
    /// What a GPU runs: a layer needs room to work as well.
    enum class Runs { Layer, NoLayer };
    /// Whether an item that takes so much may lie on a device, if that is a GPU of the set.
    [[nodiscard]] bool holds(DeviceId place, const Bytes& item, Runs runs) const {
        const auto gpu = std::ranges::find(m_set.gpus, place);
        if (gpu == m_set.gpus.end()) {
            return true;
        }
        const auto index = static_cast<std::size_t>(gpu - m_set.gpus.begin());
        for (std::size_t i = 0; i < kLimits; ++i) {
            if (item[i] > m_rooms[i][index] + (runs == Runs::Layer ? 0 : m_works[i][index])) {
                return false;
            }
        }
        return true;
    }
    /// How many layers of `unit` bytes lie whole on the GPUs, at most, beside so many bytes of
    /// other items and those that the main device needs. A GPU that has other items alone runs no
    /// layer.
    [[nodiscard]] double layersBeside(Limited limited, double unit, double others,
                                      double onMain) const {
        std::vector<double> counts;
        for (std::size_t i = 0; i < m_rooms[limited].size(); ++i) {
            const bool isMain = m_set.gpus[i] == m_set.main;
            counts.push_back(
                std::floor(std::max(m_rooms[limited][i] - (isMain ? onMain : 0), 0.0) / unit));
        }
        std::ranges::sort(counts);
        double each = std::accumulate(counts.begin(), counts.end(), 0.0);
        double most = 0;
        for (std::size_t without = 0; without < counts.size() && each > most; ++without) {
            const double left = pooled(limited, without) - others - onMain;
            most = std::max(most, std::min(each, std::floor(std::max(left, 0.0) / unit)));
            each -= counts[without];
        }
        return most;
    }
    /// How many layers lie whole on one GPU of the set, which needs `onMain` bytes where it is the
    /// main device.
    [[nodiscard]] double layersOn(DeviceId gpu, const Bytes& layer, double onMain) const {
        const auto index =
            static_cast<std::size_t>(std::ranges::find(m_set.gpus, gpu) - m_set.gpus.begin());
        const double room = m_rooms[kDecode][index] - (gpu == m_set.main ? onMain : 0);
        return std::floor(
            std::min(std::max(room, 0.0) / layer[kDecode],
                     std::max(m_rooms[kBudget][index], 0.0) / std::max(layer[kBudget], 1.0)));
    }

    /// Bytes for weights and caches in RAM; 0 where no plan may use it.
    [[nodiscard]] double ram() const { return m_ram; }
    /// Whether the whole model lies there, if need be.
    [[nodiscard]] bool ramHoldsAll() const { return m_ramHoldsAll; }

private:
    const GpuSet& m_set;
    std::array<std::vector<double>, kLimits> m_rooms;  ///< by GPU, beside the work of a layer
    std::array<std::vector<double>, kLimits> m_works;  ///< by GPU, what it has more without layers
    double m_ram = 0;
    bool m_ramHoldsAll = false;
};

DeviceRooms::DeviceRooms(const SearchModel& model, const GpuSet& set) : m_set(set) {
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
}

/// One choice of an item: what it has to do and takes.
struct ItemOption {
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

    ItemChoice choice;
    Work work;
    DeviceRooms::Bytes gpuBytes{};  ///< on any GPU of the set
    double hostBytes = 0;
    double travelling = 0;
    bool onDisk = false;
};

/// The options of a model's items while plans use one set of GPUs: those that there is room for,
/// without those that are no better than another one in anything.
class ItemOptions {
public:
    /// All outlive it.
    ItemOptions(const SearchModel& model, const GpuSet& set, const DeviceRooms& rooms);

    /// Of each item of a kind (SearchModel::kinds); empty where no plan can place it. GPUs differ
    /// in room, so that each of them stays.
    [[nodiscard]] const std::vector<ItemOption>& of(std::size_t kind) const {
        return m_options[kind];
    }
    /// The same for items outside the counted layers: all GPUs are one, as fast as the fastest.
    [[nodiscard]] std::vector<ItemOption> withOneGpu(std::size_t kind) const {
        std::vector<ItemOption> result;
        std::optional<std::size_t> gpu;
        for (const ItemOption& option : m_options[kind]) {
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
    /// So many GPUs of the set run something in every plan that uses them all.
    [[nodiscard]] std::size_t runningGpus() const { return m_runningGpus; }

private:
    enum class Gpus { Stay, Go };

    /// Items that no stage runs, a last norm of no cost say, are no reason to go to their GPU: a
    /// GPU that holds a pinned one may have nothing else. A plan that uses a GPU for others of them
    /// takes as long as the plan with one GPU less that has them nowhere.
    void findIdle() {
        m_isRun.assign(m_model.items.items.size(), false);
        for (const PlanClock::Part part : kClockParts) {
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
        m_runningGpus = m_set.gpus.size() - std::min(m_set.gpus.size(), idle.size());
    }
    [[nodiscard]] std::vector<ItemOption> optionsOf(std::size_t item) const {
        std::vector<ItemOption> options;
        for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
            ItemOption option;
            option.choice = choice;
            for (const PlanClock::Part part : kClockParts) {
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
            // What is larger than its GPU lies elsewhere.
            if (m_rooms.holds(choice.part == ItemPart::Whole ? choice.place : choice.home,
                              option.gpuBytes,
                              m_model.memory.isLayer(item) ? DeviceRooms::Runs::Layer
                                                           : DeviceRooms::Runs::NoLayer)) {
                options.push_back(option);
            }
        }
        dropDominated(options, Gpus::Stay);
        return options;
    }
    [[nodiscard]] bool isNoBetter(const ItemOption& a, const ItemOption& b) const {
        for (const PlanClock::Part part : kClockParts) {
            const auto i = static_cast<std::size_t>(part);
            if (timeWeight(m_model.objective, part) > 0 &&
                (a.work.compute[i] < b.work.compute[i] || a.work.ahead[i] < b.work.ahead[i])) {
                return false;
            }
        }
        return std::ranges::equal(a.gpuBytes, b.gpuBytes, std::greater_equal<>()) &&
               (m_rooms.ramHoldsAll() || a.hostBytes >= b.hostBytes) &&
               a.travelling >= b.travelling;
    }
    /// Drops what is no better than another option in anything.
    void dropDominated(std::vector<ItemOption>& options, Gpus gpus) const {
        for (std::size_t i = options.size(); i-- > 0;) {
            const bool isUseless = std::ranges::any_of(options, [&](const ItemOption& other) {
                return &other != &options[i] && isNoBetter(options[i], other) &&
                       (&other > &options[i] || !isNoBetter(other, options[i]));
            });
            if (isUseless && (gpus == Gpus::Go || !options[i].choice.place.isGpu())) {
                options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
    }

    const SearchModel& m_model;
    const GpuSet& m_set;
    const DeviceRooms& m_rooms;
    std::vector<bool> m_isRun;   ///< by item: some stage runs it
    bool m_hasMoreGpus = false;  ///< that are not of this set
    std::size_t m_runningGpus = 0;
    std::vector<std::vector<ItemOption>> m_options;  ///< by kind
};

ItemOptions::ItemOptions(const SearchModel& model, const GpuSet& set, const DeviceRooms& rooms)
    : m_model(model), m_set(set), m_rooms(rooms) {
    findIdle();
    for (const ItemKind& kind : model.kinds) {
        m_options.push_back(optionsOf(kind.items.front()));
    }
}

using Part = PlanClock::Part;
using HopTo = ChoiceTimes::HopTo;
constexpr std::size_t kMostCombinations = 20'000;

/// Changes of device, or what one costs.
struct Hops {
    double any = 0;
    double toGpus = 0;
};

/// Finds the bound of one set of GPUs.
class Bounder {
public:
    Bounder(const SearchModel& model, const GpuSet& set)
        : m_model(model), m_set(set), m_rooms(model, set), m_options(model, set, m_rooms) {
        for (const Part part : kClockParts) {
            m_weights[static_cast<std::size_t>(part)] = timeWeight(model.objective, part);
            m_sharing[static_cast<std::size_t>(part)] = model.times.bestSharing(part);
            m_hop[static_cast<std::size_t>(part)] = {model.times.leastHop(part, HopTo::Any),
                                                     model.times.leastHop(part, HopTo::Gpu)};
        }
        for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) {
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
        for (std::size_t kind = 0; kind < m_model.kinds.size(); ++kind) {
            if (m_options.of(kind).empty()) {
                return std::nullopt;
            }
        }
        const bool isCounted = m_major && isSimple(m_options.of(*m_major)) && combinations() > 0;
        return isCounted ? counted() : relaxed();
    }

private:
    using Limited = DeviceRooms::Limited;
    using enum DeviceRooms::Limited;
    using Bytes = DeviceRooms::Bytes;
    using Work = ItemOption::Work;

    /// Layers lie whole on a GPU, or are offloaded in no more than two ways.
    [[nodiscard]] static bool isSimple(const std::vector<ItemOption>& options) {
        return std::ranges::all_of(options, [](const ItemOption& option) {
            return option.choice.part == ItemPart::Whole;
        });
    }

    /// How many combinations there are of what is not among the layers that are counted; 0: too
    /// many.
    [[nodiscard]] std::size_t combinations() const {
        std::size_t count = 1;
        for (std::size_t kind = 0; kind < m_model.kinds.size(); ++kind) {
            const std::size_t items = kind == *m_major ? 0 : m_model.kinds[kind].items.size();
            for (std::size_t i = 0; i < items; ++i) {
                count *= m_options.withOneGpu(kind).size();
                if (count > kMostCombinations) {
                    return 0;
                }
            }
        }
        return count;
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
        for (std::size_t kind = 0; kind < m_model.kinds.size(); ++kind) {
            const std::size_t items = kind == *m_major ? 0 : m_model.kinds[kind].items.size();
            m_others.insert(m_others.end(), items, m_options.withOneGpu(kind));
        }
        prepareLayers();
        combine(0, {}, {}, 0, 0);
        return std::isinf(m_best.seconds) ? std::nullopt : std::optional(m_best);
    }

    void prepareLayers() {
        const std::vector<ItemOption>& options = m_options.of(*m_major);
        m_layers = m_model.kinds[*m_major].items.size();
        m_resident.clear();
        m_streamed.reset();
        m_computed.reset();
        m_diskMore = Work();
        bool hasDisk = false;
        for (const ItemOption& option : options) {
            if (option.choice.place.isGpu()) {
                m_resident.push_back(option);
            } else {
                // In RAM, where it may lie there.
                auto& way = option.choice.isComputed ? m_computed : m_streamed;
                way = way && !way->onDisk ? way : option;
            }
        }
        for (const ItemOption& option : options) {
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
        std::ranges::sort(m_resident, {}, [this](const ItemOption& option) {
            return m_weights[0] * option.work.compute[0] + m_weights[1] * option.work.compute[1];
        });
    }

    void combine(std::size_t next, const Work& work, const Bytes& gpuBytes, double hostBytes,
                 double travelling) {
        if (next == m_others.size()) {
            countLayers(work, gpuBytes, hostBytes, travelling);
            return;
        }
        for (const ItemOption& option : m_others[next]) {
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
        // Without a way to lie on a GPU no layer does.
        std::size_t resident = m_resident.empty() ? 0 : m_layers - streamed;
        double onMain = 0;
        for (const Limited limited : {kPrompt, kDecode, kBudget}) {
            const double taken =
                (m_streamed ? static_cast<double>(streamed) * m_streamed->gpuBytes[limited] : 0) +
                (limited == kDecode ? inFlight * unit : 0);
            if (!m_set.gpus.empty() &&
                m_rooms.pooled(limited, m_set.gpus.size()) < gpuBytes[limited] + taken) {
                return;
            }
            if (resident > 0) {
                const double layer = std::max(m_resident.front().gpuBytes[limited], 1.0);
                resident = atMost(resident,
                                  m_rooms.layersBeside(limited, layer, gpuBytes[limited], taken));
            }
            onMain = limited == kDecode ? taken : onMain;
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
            const std::size_t running = m_options.runningGpus();
            hops.toGpus = static_cast<double>(std::max<std::size_t>(running, 1) - 1);
            hops.any = computed > 0 && running > 0 ? 1 : 0;
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
        if (host > m_rooms.ram() && streamed + computed > 0 && m_model.isAllowed(DeviceId::cpu())) {
            if (!m_hasDisk) {
                return;
            }
            const double unitBytes = static_cast<double>(
                m_model.items.items[m_model.kinds[*m_major].items.front()].whole.bytes);
            all.add(m_diskMore,
                    std::min(std::ceil((host - m_rooms.ram()) / std::max(unitBytes, 1.0)),
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

    [[nodiscard]] static std::size_t atMost(std::size_t count, double most) {
        return most >= static_cast<double>(count) ? count : static_cast<std::size_t>(most);
    }

    /// The fastest GPUs first, as many on each as it has room for.
    void addResident(Work& work, std::size_t resident, double onMain) const {
        for (const ItemOption& option : m_resident) {
            const std::size_t here =
                atMost(resident, m_rooms.layersOn(option.choice.place, option.gpuBytes, onMain));
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
            if (limited == kDecode || std::isfinite(m_rooms.pooled(limited, 0))) {
                bound.seconds = std::max(bound.seconds, relaxedBy(limited));
            }
        }
        return bound;
    }

    /// With the bytes of one limit alone.
    double relaxedBy(Limited limited) const {
        constexpr int kSteps = 20;
        double best = 0;
        const double room = m_rooms.pooled(limited, m_set.gpus.size());
        const double ram = m_rooms.ram();
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
            if (!m_rooms.ramHoldsAll()) {
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
        for (std::size_t kind = 0; kind < m_model.kinds.size(); ++kind) {
            for (const ItemOption& option : m_options.of(kind)) {
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
        for (std::size_t kind = 0; kind < m_model.kinds.size(); ++kind) {
            double least = kForever;
            for (const ItemOption& option : m_options.of(kind)) {
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
    DeviceRooms m_rooms;
    ItemOptions m_options;
    std::optional<std::size_t> m_major;             ///< the kind of layers that has the most bytes
    std::vector<std::vector<ItemOption>> m_others;  ///< by item
    std::size_t m_layers = 0;
    std::vector<ItemOption> m_resident;  ///< the fastest first
    std::optional<ItemOption> m_streamed;
    std::optional<ItemOption> m_computed;
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
