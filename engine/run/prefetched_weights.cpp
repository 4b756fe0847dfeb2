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

PrefetchedWeights::PrefetchedWeights(LoadedWeights& weights, const std::vector<RunStage>& stages,
                                     PrefetchOptions options)
    : m_weights(weights), m_options(std::move(options)) {
    for (std::size_t group = 0; group < m_options.preload.size(); ++group) {
        for (const std::string& name : m_options.preload[group].tensors) {
            m_groupOf.emplace(name, group);
        }
    }
    listRequests(stages);
    m_weights.expectPasses(m_options.passes);
    m_slots.push_back({});
    if (m_options.window > 0) {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
}

PrefetchedWeights::~PrefetchedWeights() = default;

/// What each stage needs brought in, in the order of the tree; tensors of one module go to one
/// device.
void PrefetchedWeights::listRequests(const std::vector<RunStage>& stages) {
    m_requests.resize(stages.size());
    std::map<std::string, std::vector<std::string>> modules;
    const std::vector<std::string> names = m_weights.names();
    for (const std::string& name : names) {
        modules[moduleOf(name)].push_back(name);
        if (const auto stage = stageWith(stages, name)) {
            m_stageOf.emplace(name, *stage);
        }
    }
    for (const std::string& name : names) {
        const auto stage = m_stageOf.find(name);
        const auto device = m_weights.deviceFor(modules[moduleOf(name)]);
        const bool waits =
            m_groupOf.contains(name) ||
            (!m_options.onDemand.empty() && name.find(m_options.onDemand) != std::string::npos);
        if (stage == m_stageOf.end() || !device || waits || m_weights.liesOn(name, *device)) {
            continue;
        }
        m_requests[stage->second].push_back(
            {name, *device, storedBytes(*m_weights.describe(name))});
    }
}

PrefetchedWeights::PrefetchSlot* PrefetchedWeights::nextSlot() {
    const std::uint64_t end = m_options.passes * m_requests.size();
    // What is still being given back takes room in the window.
    const std::uint64_t ahead = m_isFull ? 0 : m_options.window;
    const std::uint64_t last = m_current + ahead - std::min(ahead, m_leaving);
    for (std::uint64_t number = m_current; number <= last && number < std::max(end, m_current + 1);
         ++number) {
        const auto place = static_cast<std::size_t>(number - m_current);
        while (m_slots.size() <= place) {
            m_slots.push_back({m_current + m_slots.size(), 0, {}});
        }
        PrefetchSlot& slot = m_slots[place];
        const std::vector<PrefetchRequest>& requests = requestsOf(slot);
        // A slot that was given up and came again may have one that was on its way meanwhile.
        while (slot.begun < requests.size() && slot.brought.contains(requests[slot.begun].name)) {
            ++slot.begun;
        }
        if (slot.begun < requests.size()) {
            return &slot;
        }
    }
    return nullptr;
}

/// Nothing may leave a thread: where memory runs out here, the pass goes on without it.
void PrefetchedWeights::work(const std::stop_token& stop) {
    const Result<void> ended = catchExceptions("prefetching weights", [&] { bringAhead(stop); });
    const std::scoped_lock lock(m_mutex);
    m_hasEnded = !ended.has_value();
    m_bringing.reset();
    m_changed.notify_all();
}

void PrefetchedWeights::bringAhead(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        PrefetchSlot* slot = nextSlot();
        if (slot == nullptr) {
            m_changed.wait(lock, stop, [this] { return nextSlot() != nullptr; });
            continue;
        }
        const std::uint64_t number = slot->number;
        const std::size_t place = slot->begun++;
        const PrefetchRequest& request = requestsOf(*slot)[place];  // they stay as they are
        m_bringing = number;
        lock.unlock();
        const Clock::time_point begin = Clock::now();
        Result<WeightPtr> weight = catchExceptions("prefetching a tensor", [&] {
            return m_weights.bring(request.name, request.device, stop, sinkFor(number));
        });
        const double seconds = since(begin);
        lock.lock();
        m_figures.transferSeconds += seconds;
        // Else the pass went on without it, or needed the room.
        if (number >= m_current && number - m_current < m_slots.size()) {
            settle(m_slots[static_cast<std::size_t>(number - m_current)], place, std::move(weight),
                   lock);
        }
        weight = WeightPtr();  // what nobody wants any more goes before it is reported
        m_bringing.reset();
        m_changed.notify_all();
    }
}

/// What came of a request. A tensor for a later stage that finds no room waits until a stage has
/// been given back; one for the running stage takes the room of those ahead.
void PrefetchedWeights::settle(PrefetchSlot& slot, std::size_t place, Result<WeightPtr> weight,
                               std::unique_lock<std::mutex>& lock) {
    const PrefetchRequest& request = requestsOf(slot)[place];
    if (weight) {
        m_figures.bytesAhead += request.bytes;
        slot.brought.emplace(request.name, std::move(*weight));
        return;
    }
    m_figures.refused += weight.error().code == ErrorCode::DeviceOutOfMemory ? 1 : 0;
    const bool isRunning = slot.number == m_current;
    if (!isRunning || m_slots.size() > 1) {
        // The slot may have been given up and begun again while the tensor travelled.
        slot.begun = std::min(slot.begun, place);
        giveAheadBack(lock, isRunning ? 1 : m_slots.size());
        return;
    }
    slot.brought.emplace(request.name, nullptr);
}

/// Gives the weights of turns from place `from` on back, and brings none ahead until the next
/// stage runs. The lock is open while memory goes.
void PrefetchedWeights::giveAheadBack(std::unique_lock<std::mutex>& lock, std::size_t from) {
    m_isFull = true;
    std::deque<PrefetchSlot> gone;
    while (m_slots.size() > from) {
        gone.push_back(std::move(m_slots.back()));
        m_slots.pop_back();
    }
    lock.unlock();
    gone.clear();
    lock.lock();
}

/// Gives the stages back that have run.
void PrefetchedWeights::moveTo(std::size_t stage) {
    std::deque<PrefetchSlot> gone;
    {
        const std::scoped_lock lock(m_mutex);
        m_isFull = m_isFull && m_current % m_requests.size() == stage;
        while (m_current % m_requests.size() != stage) {
            ++m_current;
            if (!m_slots.empty()) {
                gone.push_back(std::move(m_slots.front()));
                m_slots.pop_front();
            }
        }
        if (m_slots.empty()) {
            m_slots.push_back({m_current, 0, {}});
        }
        m_leaving = gone.size();
    }
    // Their memory goes outside of the lock, and before the next stage is asked for.
    gone.clear();
    {
        const std::scoped_lock lock(m_mutex);
        m_leaving = 0;
    }
    m_changed.notify_all();
}

/// Null where the pass must bring it itself.
WeightPtr PrefetchedWeights::awaited(const std::string& name, std::size_t stage,
                                     const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const auto& requests = m_requests[stage];
    const bool isRequest =
        std::ranges::find(requests, name, &PrefetchRequest::name) != requests.end();
    if (m_options.window == 0 || !isRequest) {
        return nullptr;
    }
    m_changed.wait(lock, stop,
                   [&] { return m_hasEnded || m_slots.front().brought.contains(name); });
    const auto found = m_slots.front().brought.find(name);
    return found == m_slots.front().brought.end() ? nullptr : found->second;
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
    const bool travels = m_bringing && *m_bringing > m_current;
    bool hasAny = false;
    for (const PrefetchSlot& slot : m_slots) {
        hasAny = hasAny || (slot.number > m_current && !slot.brought.empty());
    }
    giveAheadBack(lock, 1);
    m_changed.wait(lock, stop, [this] { return !m_bringing || *m_bringing <= m_current; });
    return (travels || hasAny) && !stop.stop_requested();
}

TransferSink PrefetchedWeights::sinkFor(std::uint64_t slot) const {
    if (!m_options.transferred) {
        return {};
    }
    return [this, slot](const WeightTransfer& transfer) {
        m_options.transferred(slot / m_requests.size(),
                              static_cast<std::size_t>(slot % m_requests.size()), transfer);
    };
}

Result<WeightPtr> PrefetchedWeights::take(const std::string& name, DeviceId device,
                                          ModuleWeights& module, const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    const auto stage = m_stageOf.find(name);
    WeightPtr ahead = stage == m_stageOf.end() ? nullptr : awaited(name, stage->second, stop);
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
    if (m_groupOf.empty()) {
        return {};
    }
    const auto found = m_groupOf.find(name);
    const auto group = found == m_groupOf.end() ? std::nullopt : std::optional(found->second);
    const std::uint64_t pass = m_current / m_requests.size();
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
        if (!device || m_weights.liesOn(member, *device)) {
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
    const auto stage = m_stageOf.find(names.front());
    if (stage != m_stageOf.end()) {
        moveTo(stage->second);
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
