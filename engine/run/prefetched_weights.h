// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/dispatch_model.h"
#include "engine/run/loaded_weights.h"
#include "engine/run/run_model.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
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

/// The weights of a loaded model, brought in by a thread of their own while the stages before them
/// compute: those of the running stage and of `window` more lie on the execution device, all others
/// where the plan put them. Stages must run in their order, pass after pass. What a device has no
/// room for ahead of time comes when the stages before have been given back.
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
    /// A tensor to bring, and to where.
    struct PrefetchRequest {
        std::string name;
        DeviceId device;
        std::uint64_t bytes = 0;
    };
    /// The weights prefetched for one stage of one pass.
    struct PrefetchSlot {
        std::uint64_t number = 0;  ///< pass × stages + stage
        std::size_t begun = 0;     ///< those before it were brought, or are on their way
        /// Null: the device had no room, or reading failed; whoever needs it tries again.
        std::unordered_map<std::string, WeightPtr> brought;
    };

    void listRequests(const std::vector<RunStage>& stages);
    void work(const std::stop_token& stop);
    /// Brings what lies within the window until it is stopped, or memory runs out.
    void bringAhead(const std::stop_token& stop);
    /// The next one with something to bring within the window; null: none. Under the lock.
    [[nodiscard]] PrefetchSlot* nextSlot();
    /// What came of request `place` of a slot.
    void settle(PrefetchSlot& slot, std::size_t place, Result<WeightPtr> weight,
                std::unique_lock<std::mutex>& lock);
    void giveAheadBack(std::unique_lock<std::mutex>& lock, std::size_t from);
    [[nodiscard]] Result<WeightPtr> bringNow(const std::string& name, DeviceId device,
                                             const std::stop_token& stop);
    /// What tells of transfers for a slot.
    [[nodiscard]] TransferSink sinkFor(std::uint64_t slot) const;
    /// Gives a group back that is left, and brings the one that is entered.
    [[nodiscard]] Result<void> enterGroup(const std::string& name, ModuleWeights& module,
                                          const std::stop_token& stop);
    void moveTo(std::size_t stage);
    [[nodiscard]] Result<WeightPtr> take(const std::string& name, DeviceId device,
                                         ModuleWeights& module, const std::stop_token& stop);
    [[nodiscard]] WeightPtr awaited(const std::string& name, std::size_t stage,
                                    const std::stop_token& stop);
    [[nodiscard]] std::vector<PrefetchRequest>& requestsOf(const PrefetchSlot& slot) {
        return m_requests[slot.number % m_requests.size()];
    }

    LoadedWeights& m_weights;
    PrefetchOptions m_options;
    std::unordered_map<std::string, std::size_t> m_groupOf;  ///< by tensor: of m_options.preload
    // The group that is in: of the pass's own thread.
    std::optional<std::size_t> m_group{};
    std::uint64_t m_groupPass = 0;
    std::unordered_map<std::string, WeightPtr> m_preloaded;
    std::unordered_map<std::string, std::size_t> m_stageOf;  ///< by tensor
    std::vector<std::vector<PrefetchRequest>> m_requests;    ///< by stage

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::uint64_t m_current = 0;                ///< the slot that runs
    std::deque<PrefetchSlot> m_slots;           ///< the running one first
    std::uint64_t m_leaving = 0;                ///< slots that have run and are being given back
    std::optional<std::uint64_t> m_bringing{};  ///< the slot for which a tensor travels
    bool m_isFull = false;    ///< a device took no more; until the next stage runs
    bool m_hasEnded = false;  ///< the thread gave up: the pass brings everything itself
    PrefetchFigures m_figures;
    std::jthread m_thread;  ///< last, so that it ends before what it uses
};

}  // namespace stowage
