// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/prefetched_weights.h"

#include "engine/base/error_conversion.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

PrefetchOrder::PrefetchOrder(
    const std::vector<RunStage>& stages, const PrefetchOptions& options,
    const WeightSource& weights,
    const std::function<std::optional<DeviceId>(std::span<const std::string> names)>& deviceFor,
    const std::function<bool(const std::string& name, DeviceId device)>& liesOn)
    : m_window(options.window),
      m_passes(options.passes),
      m_requests(stages.size()),
      m_laterRequests(stages.size()) {
    for (std::size_t group = 0; group < options.preload.size(); ++group) {
        for (const std::string& name : options.preload[group].tensors) {
            m_groupOf.emplace(name, group);
        }
    }
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        if (!stages[stage].onlyOnce) {
            m_later.push_back(stage);
        }
    }
    std::map<std::string, std::vector<std::string>> modules;
    const std::vector<std::string> names = weights.names();
    for (const std::string& name : names) {
        modules[moduleOf(name)].push_back(name);
        if (const auto stage = stageWith(stages, name)) {
            m_stageOf.emplace(name, *stage);
        }
    }
    for (const std::string& name : names) {
        const auto stage = m_stageOf.find(name);
        const std::optional<DeviceId> device = deviceFor(modules[moduleOf(name)]);
        const bool waits =
            m_groupOf.contains(name) ||
            (!options.onDemand.empty() && name.find(options.onDemand) != std::string::npos);
        if (stage == m_stageOf.end() || !device || waits || liesOn(name, *device)) {
            continue;
        }
        const PrefetchRequest request{name, *device, storedBytes(*weights.describe(name))};
        m_requests[stage->second].push_back(request);
        const std::vector<std::string>& once = stages[stage->second].once;
        if (std::ranges::find(once, moduleOf(name)) == once.end()) {
            m_laterRequests[stage->second].push_back(request);
        }
    }
}

std::size_t PrefetchOrder::stageAt(std::uint64_t slot) const {
    const std::size_t first = m_requests.size();
    return slot < first ? static_cast<std::size_t>(slot) : m_later[(slot - first) % m_later.size()];
}

std::uint64_t PrefetchOrder::passOf(std::uint64_t slot) const {
    const std::size_t first = m_requests.size();
    return slot < first ? 0 : 1 + (slot - first) / m_later.size();
}

std::uint64_t PrefetchOrder::slotOf(std::size_t stage, std::uint64_t current) const {
    const std::uint64_t end = current + m_requests.size() + m_later.size();
    for (std::uint64_t slot = current; slot < end; ++slot) {
        if (stageAt(slot) == stage) {
            return slot;
        }
    }
    return current;
}

std::optional<std::size_t> PrefetchOrder::stageOf(const std::string& tensor) const {
    const auto found = m_stageOf.find(tensor);
    return found == m_stageOf.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> PrefetchOrder::groupOf(const std::string& tensor) const {
    const auto found = m_groupOf.find(tensor);
    return found == m_groupOf.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t PrefetchOrder::windowEnd(std::uint64_t current) const {
    const std::uint64_t later = (std::max<std::uint64_t>(m_passes, 1) - 1) * m_later.size();
    const std::uint64_t end = std::max(m_requests.size() + later, current + 1);
    return m_window == 0 ? current : std::min(current + m_window + 1, end);
}

PrefetchedWeights::PrefetchedWeights(LoadedWeights& weights, const std::vector<RunStage>& stages,
                                     PrefetchOptions options)
    : m_weights(weights),
      m_options(std::move(options)),
      m_order(
          stages, m_options, weights,
          [&](std::span<const std::string> names) {
              const Result<DeviceId> device = weights.deviceFor(names);
              return device ? std::optional(*device) : std::nullopt;
          },
          [&](const std::string& name, DeviceId device) { return weights.liesOn(name, device); }) {
    m_weights.expectPasses(m_options.passes);
    std::unique_lock lock(m_mutex);
    takeMemory(lock);
    if (m_options.window > 0) {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
}

PrefetchedWeights::~PrefetchedWeights() = default;

PrefetchedWeights::PrefetchSlot* PrefetchedWeights::slot(std::uint64_t number) {
    const bool isThere = number >= m_current && number - m_current < m_slots.size();
    return isThere ? &m_slots[static_cast<std::size_t>(number - m_current)] : nullptr;
}

void PrefetchedWeights::takeMemory(std::unique_lock<std::mutex>& lock) {
    const std::uint64_t end = m_isFull ? std::min(m_order.windowEnd(m_current), m_current + 1)
                                       : m_order.windowEnd(m_current);
    for (std::uint64_t number = m_current; number < end; ++number) {
        if (number - m_current == m_slots.size()) {
            m_slots.push_back({number, false, {}});
        }
        PrefetchSlot& own = *slot(number);
        own.isGivenUp = false;
        for (const PrefetchRequest& request : m_order.requestsOf(number)) {
            if (!own.items.contains(request.name) && !takeMemoryFor(own, request, lock)) {
                return;
            }
        }
    }
}

bool PrefetchedWeights::takeMemoryFor(PrefetchSlot& own, const PrefetchRequest& request,
                                      std::unique_lock<std::mutex>& lock) {
    Result<std::shared_ptr<DeviceBuffer>> memory =
        m_weights.takeMemory(request.name, request.device);
    const bool isRunning = own.number == m_current;
    if (!memory) {
        m_figures.refused += memory.error().code == ErrorCode::DeviceOutOfMemory ? 1 : 0;
        giveAheadBack(lock, isRunning ? 1 : m_slots.size());
        if (!isRunning) {
            return false;
        }
        memory = m_weights.takeMemory(request.name, request.device);
    }
    PrefetchItem item;
    if (memory) {
        item.memory = std::move(*memory);
    } else {
        item.isSettled = true;
    }
    own.items.emplace(request.name, std::move(item));
    return true;
}

/// Nothing may leave a thread: where memory runs out here, the pass goes on without it.
void PrefetchedWeights::work(const std::stop_token& stop) {
    const Result<void> ended =
        catchExceptions(phrase("prefetching weights"), [&] { bringAhead(stop); });
    const std::scoped_lock lock(m_mutex);
    m_hasEnded = true;
    m_travelling.reset();
    m_changed.notify_all();
}

std::optional<PrefetchedWeights::PrefetchTask> PrefetchedWeights::nextTask() {
    for (PrefetchSlot& own : m_slots) {
        for (const PrefetchRequest& request : m_order.requestsOf(own.number)) {
            const auto item = own.items.find(request.name);
            if (item != own.items.end() && !item->second.isSettled) {
                return PrefetchTask{own.number, &request, item->second.memory};
            }
        }
    }
    return std::nullopt;
}

void PrefetchedWeights::bringAhead(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_travelling = nextTask();
        if (!m_travelling) {
            m_changed.wait(lock, stop, [this] { return nextTask().has_value(); });
            continue;
        }
        const PrefetchTask task = *m_travelling;
        lock.unlock();
        const Clock::time_point begin = Clock::now();
        Result<WeightPtr> weight = catchExceptions(phrase("prefetching a tensor"), [&] {
            return m_weights.fill(task.request->name, task.request->device, task.memory, stop,
                                  sinkFor(task.slot));
        });
        const double seconds = since(begin);
        lock.lock();
        m_figures.transferSeconds += seconds;
        settle(task, std::move(weight));
        m_travelling.reset();
        m_changed.notify_all();
    }
}

/// What nobody wants any more goes before it is reported.
void PrefetchedWeights::settle(const PrefetchTask& task, Result<WeightPtr> weight) {
    PrefetchSlot* const own = slot(task.slot);
    const auto item = own != nullptr ? own->items.find(task.request->name)
                                     : std::unordered_map<std::string, PrefetchItem>::iterator();
    if (own == nullptr || item == own->items.end()) {
        return;
    }
    if (own->isGivenUp) {
        own->items.erase(item);
        return;
    }
    m_figures.bytesAhead += weight ? task.request->bytes : 0;
    item->second.isSettled = true;
    item->second.memory.reset();  // the weight keeps it
    if (weight) {
        item->second.weight = std::move(*weight);
    }
}

void PrefetchedWeights::giveAheadBack(std::unique_lock<std::mutex>& lock, std::size_t from) {
    m_isFull = true;
    std::vector<PrefetchItem> gone;
    for (std::size_t place = from; place < m_slots.size(); ++place) {
        PrefetchSlot& own = m_slots[place];
        own.isGivenUp = true;
        std::erase_if(own.items, [&](auto& entry) {
            const bool travels = m_travelling && m_travelling->slot == own.number &&
                                 m_travelling->request->name == entry.first;
            if (!travels) {
                gone.push_back(std::move(entry.second));
            }
            return !travels;
        });
    }
    lock.unlock();
    gone.clear();
    lock.lock();
}

/// Gives the stages back that have run, and takes memory for those that come into the window.
void PrefetchedWeights::moveTo(std::size_t stage, const std::stop_token& stop) {
    std::deque<PrefetchSlot> gone;
    std::unique_lock lock(m_mutex);
    const std::uint64_t target = m_order.slotOf(stage, m_current);
    if (target == m_current) {
        return;
    }
    // A tensor that no formula reads may be on its way still.
    m_changed.wait(lock, stop, [&] { return !m_travelling || m_travelling->slot >= target; });
    m_isFull = false;
    for (; m_current < target; ++m_current) {
        if (!m_slots.empty()) {
            gone.push_back(std::move(m_slots.front()));
            m_slots.pop_front();
        }
    }
    gone.clear();
    takeMemory(lock);
    m_changed.notify_all();
}

WeightPtr PrefetchedWeights::awaited(const std::string& name, DeviceId device,
                                     const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    if (m_slots.empty() || !m_slots.front().items.contains(name)) {
        return nullptr;
    }
    const auto item = [&]() -> PrefetchItem& { return m_slots.front().items.at(name); };
    m_changed.wait(lock, stop, [&] { return m_hasEnded || item().isSettled; });
    if (item().isSettled || !m_hasEnded) {
        return item().weight;
    }
    const std::shared_ptr<DeviceBuffer> memory = item().memory;
    lock.unlock();
    Result<WeightPtr> weight = m_weights.fill(name, device, memory, stop, sinkFor(m_current));
    return weight ? std::move(*weight) : nullptr;
}

/// What was prefetched makes room.
Result<WeightPtr> PrefetchedWeights::bringNow(const std::string& name, DeviceId device,
                                              const std::stop_token& stop) {
    const TransferSink sink = sinkFor(m_current);
    Result<WeightPtr> weight = m_weights.bring(name, device, stop, sink);
    if (weight || weight.error().code != ErrorCode::DeviceOutOfMemory) {
        return weight;
    }
    {
        std::unique_lock lock(m_mutex);
        giveAheadBack(lock, 1);
    }
    return m_weights.bring(name, device, stop, sink);
}

bool PrefetchedWeights::makeRoom(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    bool hasAny = false;
    for (std::size_t place = 1; place < m_slots.size(); ++place) {
        hasAny = hasAny || !m_slots[place].items.empty();
    }
    giveAheadBack(lock, 1);
    m_changed.wait(lock, stop, [this] { return !m_travelling || m_travelling->slot <= m_current; });
    return hasAny && !stop.stop_requested();
}

TransferSink PrefetchedWeights::sinkFor(std::uint64_t slot) const {
    if (!m_options.transferred) {
        return {};
    }
    return [this, slot](const WeightTransfer& transfer) {
        m_options.transferred(m_order.passOf(slot), m_order.stageAt(slot), transfer);
    };
}

Result<WeightPtr> PrefetchedWeights::take(const std::string& name, DeviceId device,
                                          ModuleWeights& module, const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    WeightPtr ahead = awaited(name, device, stop);
    const bool isMine = ahead == nullptr;
    Result<WeightPtr> weight =
        isMine ? bringNow(name, device, stop) : Result<WeightPtr>(std::move(ahead));
    const std::uint64_t bytes = storedBytes(*describe(name));
    module.transferSeconds += since(begin);
    module.bytesMoved += bytes;
    const std::scoped_lock lock(m_mutex);
    m_figures.waitedSeconds += since(begin);
    m_figures.bytesOnDemand += isMine ? bytes : 0;
    return weight;
}

Result<void> PrefetchedWeights::enterGroup(const std::string& name, ModuleWeights& module,
                                           const std::stop_token& stop) {
    if (m_options.preload.empty()) {
        return {};
    }
    const std::optional<std::size_t> group = m_order.groupOf(name);
    const std::uint64_t pass = m_order.passOf(m_current);
    if (group == m_group && pass == m_groupPass) {
        return {};
    }
    m_preloaded.clear();
    m_group = group;
    m_groupPass = pass;
    std::unordered_map<std::uint32_t, WeightPtr> byTensor;  // tied names come once
    for (std::size_t i = 0; group && i < m_options.preload[*group].tensors.size(); ++i) {
        const std::string& member = m_options.preload[*group].tensors[i];
        if (!describe(member)) {
            continue;  // a buffer that the model computes itself
        }
        const Result<DeviceId> device = m_weights.deviceFor({&member, 1});
        if (!device || *device != m_weights.execution() || m_weights.liesOn(member, *device)) {
            continue;
        }
        WeightPtr& weight = byTensor[m_weights.scheduledOf(member)];
        if (weight == nullptr) {
            Result<WeightPtr> brought = take(member, *device, module, stop);
            if (!brought) {
                m_group.reset();
                return brought.unexpected();
            }
            weight = std::move(*brought);
        }
        m_preloaded.emplace(member, weight);
    }
    return {};
}

Result<ModuleWeights> PrefetchedWeights::borrow(std::span<const std::string> names,
                                                const std::stop_token& stop) {
    const Result<DeviceId> device = m_weights.deviceFor(names);
    STOWAGE_TRY(device);
    if (const std::optional<std::size_t> stage = m_order.stageOf(names.front())) {
        moveTo(*stage, stop);
    }
    ModuleWeights module;
    module.device = *device;
    if (Result<void> entered = enterGroup(names.front(), module, stop); !entered) {
        m_preloaded.clear();
        return entered.unexpected();
    }
    for (const std::string& name : names) {
        // A module of which a part lies on another GPU runs there, away from its group.
        const auto preloaded =
            *device == m_weights.execution() ? m_preloaded.find(name) : m_preloaded.end();
        Result<WeightPtr> weight = m_weights.liesOn(name, *device) ? m_weights.inPlace(name)
                                   : preloaded != m_preloaded.end()
                                       ? Result<WeightPtr>(preloaded->second)
                                       : take(name, *device, module, stop);
        STOWAGE_TRY(weight);
        module.weights.push_back(std::move(*weight));
    }
    return module;
}

PrefetchFigures PrefetchedWeights::figures() const {
    const std::scoped_lock lock(m_mutex);
    return m_figures;
}

}  // namespace stowage
