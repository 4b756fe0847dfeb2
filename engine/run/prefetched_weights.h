// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dispatch_model.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/loaded_weights.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace stowage {

/// Told of every part of a tensor that travels: in which pass, and for which stage.
using StageTransferSink =
    std::function<void(std::uint64_t pass, std::size_t stage, const WeightTransfer& transfer)>;

/// How far ahead weights are brought in.
struct PrefetchOptions {
    unsigned window = 2;       ///< stages beside the one that runs; 0: none ahead
    std::uint64_t passes = 1;  ///< after the last the first stage is not brought in again
    /// Part of the names of tensors that only some tokens need ("experts."): those wait until they
    /// are asked for. "": there are none.
    std::string onDemand{};
    /// Come all at once when the first of them is asked for, never ahead, and stay until a tensor
    /// outside is.
    std::vector<PreloadGroup> preload{};
    StageTransferSink transferred{};  ///< called from both threads; may be empty
};

/// What prefetching did.
struct PrefetchFigures {
    std::uint64_t bytesAhead = 0;     ///< brought before they were asked for, or while
    std::uint64_t bytesOnDemand = 0;  ///< brought by the pass itself, which waited
    double transferSeconds = 0;       ///< the other thread spent on bringing weights
    double waitedSeconds = 0;         ///< the pass waited for weights
    unsigned refused = 0;             ///< tensors that a full device did not take ahead of time
};

/// A tensor that a stage needs brought, and to where.
struct PrefetchRequest {
    std::string name;
    DeviceId device;
    std::uint64_t bytes = 0;
};

/// What every stage needs brought in ahead, in the order of the tree; tensors of one module go to
/// one device. Single experts and preloaded groups come when they are asked for.
class PrefetchOrder {
public:
    /// `deviceFor`: where a module with such tensors runs; nothing: unknown. `liesOn`: whether a
    /// tensor is there already.
    PrefetchOrder(
        const std::vector<RunStage>& stages, const PrefetchOptions& options,
        const WeightSource& weights,
        const std::function<std::optional<DeviceId>(std::span<const std::string> names)>& deviceFor,
        const std::function<bool(const std::string& name, DeviceId device)>& liesOn);

    // Slots are the stages of all passes, one after another: those of an encoder come once.
    [[nodiscard]] std::size_t stageAt(std::uint64_t slot) const;
    [[nodiscard]] std::uint64_t passOf(std::uint64_t slot) const;
    /// The first slot of a stage from `current` on; `current` for one that runs no more.
    [[nodiscard]] std::uint64_t slotOf(std::size_t stage, std::uint64_t current) const;
    [[nodiscard]] const std::vector<PrefetchRequest>& requestsOf(std::uint64_t slot) const {
        return slot < m_requests.size() ? m_requests[slot] : m_laterRequests[stageAt(slot)];
    }
    /// The stage of a tensor; nothing for one of none.
    [[nodiscard]] std::optional<std::size_t> stageOf(const std::string& tensor) const;
    /// The group that a tensor comes with, by its place in PrefetchOptions::preload.
    [[nodiscard]] std::optional<std::size_t> groupOf(const std::string& tensor) const;
    /// The first slot behind those for which memory is taken while `current` runs.
    [[nodiscard]] std::uint64_t windowEnd(std::uint64_t current) const;

private:
    unsigned m_window;
    std::uint64_t m_passes;
    std::unordered_map<std::string, std::size_t> m_groupOf;
    std::unordered_map<std::string, std::size_t> m_stageOf;
    std::vector<std::vector<PrefetchRequest>> m_requests;       ///< by stage, of the first pass
    std::vector<std::vector<PrefetchRequest>> m_laterRequests;  ///< of every other
    std::vector<std::size_t> m_later;                           ///< stages of these
};

/// The weights of a loaded model, brought in by a thread of their own while the stages before them
/// compute: those of the running stage and of `window` more lie on the execution device, all others
/// where the plan put them. Stages must run in their order, pass after pass. Memory is taken and
/// given back by the pass itself where a stage begins, in the order of the requests, so that what
/// devices hold does not depend on how fast weights travel. What a device has no room for ahead of
/// time comes when the stages before have been given back.
///
/// borrow() belongs to one thread. The destructor waits for at most one tensor's transfer part.
class PrefetchedWeights : public WeightSource {
public:
    /// `weights` must outlive the source, and the source what was borrowed from it.
    PrefetchedWeights(LoadedWeights& weights, const std::vector<RunStage>& stages,
                      PrefetchOptions options);
    ~PrefetchedWeights() override;
    PrefetchedWeights(const PrefetchedWeights&) = delete;
    PrefetchedWeights& operator=(const PrefetchedWeights&) = delete;

    [[nodiscard]] std::vector<std::string> names() const override { return m_weights.names(); }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override {
        return m_weights.describe(name);
    }
    /// `transferSeconds` is the time that the pass waited. Errors: those of LoadedWeights.
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;
    /// Brings none ahead then until the next stage runs. Waits for at most one tensor, and not
    /// where it is stopped.
    [[nodiscard]] bool makeRoom(const std::stop_token& stop) override;
    [[nodiscard]] PrefetchFigures figures() const;

private:
    /// One tensor of a slot.
    struct PrefetchItem {
        std::shared_ptr<DeviceBuffer> memory;
        WeightPtr weight;        ///< once it is there
        bool isSettled = false;  ///< there, or it could not be brought: whoever needs it tries
    };
    /// The weights prefetched for one stage of one pass.
    struct PrefetchSlot {
        std::uint64_t number = 0;  ///< as PrefetchOrder counts them
        bool isGivenUp = false;    ///< what still travels for it goes when it arrives
        std::unordered_map<std::string, PrefetchItem> items;
    };
    /// A request whose memory is there.
    struct PrefetchTask {
        std::uint64_t slot = 0;
        const PrefetchRequest* request = nullptr;
        std::shared_ptr<DeviceBuffer> memory;
    };

    void work(const std::stop_token& stop);
    /// Fills what has memory until it is stopped, or memory runs out.
    void bringAhead(const std::stop_token& stop);
    /// The next one that travels; nothing: none. Under the lock, as all of these are.
    [[nodiscard]] std::optional<PrefetchTask> nextTask();
    [[nodiscard]] PrefetchSlot* slot(std::uint64_t number);
    void settle(const PrefetchTask& task, Result<WeightPtr> weight);
    /// Takes memory for what lies within the window and has none.
    void takeMemory(std::unique_lock<std::mutex>& lock);
    /// False where no device has room for it.
    [[nodiscard]] bool takeMemoryFor(PrefetchSlot& slot, const PrefetchRequest& request,
                                     std::unique_lock<std::mutex>& lock);
    /// Gives the memory of slots from place `from` on back but of what travels, and takes none
    /// ahead until the next stage runs. The lock is open while memory goes.
    void giveAheadBack(std::unique_lock<std::mutex>& lock, std::size_t from);
    [[nodiscard]] Result<WeightPtr> bringNow(const std::string& name, DeviceId device,
                                             const std::stop_token& stop);
    /// What tells of transfers for a slot.
    [[nodiscard]] TransferSink sinkFor(std::uint64_t slot) const;
    /// Gives a group back that is left, and brings the one that is entered.
    [[nodiscard]] Result<void> enterGroup(const std::string& name, ModuleWeights& module,
                                          const std::stop_token& stop);
    void moveTo(std::size_t stage, const std::stop_token& stop);
    [[nodiscard]] Result<WeightPtr> take(const std::string& name, DeviceId device,
                                         ModuleWeights& module, const std::stop_token& stop);
    /// Null where the pass must bring it itself.
    [[nodiscard]] WeightPtr awaited(const std::string& name, DeviceId device,
                                    const std::stop_token& stop);

    LoadedWeights& m_weights;
    PrefetchOptions m_options;
    PrefetchOrder m_order;
    // The group that is in: of the pass's own thread.
    std::optional<std::size_t> m_group{};
    std::uint64_t m_groupPass = 0;
    std::unordered_map<std::string, WeightPtr> m_preloaded;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::uint64_t m_current = 0;       ///< the slot that runs
    std::deque<PrefetchSlot> m_slots;  ///< the running one first
    std::optional<PrefetchTask> m_travelling{};
    bool m_isFull = false;    ///< a device took no more; until the next stage runs
    bool m_hasEnded = false;  ///< the thread gave up: the pass fills everything itself
    PrefetchFigures m_figures;
    std::jthread m_thread;  ///< last, so that it ends before what it uses
};

}  // namespace stowage
