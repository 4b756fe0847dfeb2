// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/metered_compute.h"
#include "engine/run/prefetched_weights.h"
#include "engine/run/run_setting.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// Described weights for a MeteredCompute: tells its ledger what every module brings in, and holds
/// the memory of it in the way of PrefetchedWeights. One thread.
class MeteredWeights : public WeightSource {
public:
    /// All but the options must outlive the source. Without options nothing is prefetched, and what
    /// modules bring in takes no memory: one pass is counted by itself.
    MeteredWeights(DescribedWeights& weights, const MeteredCompute& compute, WorkLedger& ledger,
                   const std::vector<RunStage>& stages = {},
                   std::optional<PrefetchOptions> options = std::nullopt);

    [[nodiscard]] std::vector<std::string> names() const override { return m_weights.names(); }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override {
        return m_weights.describe(name);
    }
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

    /// Appends how far behind stage `next` it is, how many weights are prefetched, and how many
    /// stages follow, up to what a step can prefetch.
    void writeShape(std::vector<std::uint64_t>& state, std::size_t next) const;
    /// Appends the blocks of prefetched weights.
    void addBlocks(std::vector<ReplayedMemory::BlockPtr>& blocks) const;
    /// The number of the stage that runs, over all passes.
    [[nodiscard]] std::uint64_t slot() const { return m_current; }
    [[nodiscard]] std::size_t slots() const { return m_slots.size(); }
    /// Goes on to that stage. The weights of `slots` stages are prefetched then, in these blocks,
    /// in the order of addBlocks().
    void goTo(std::uint64_t slot, std::size_t slots,
              std::span<const ReplayedMemory::BlockPtr> blocks);

private:
    using BlockPtr = ReplayedMemory::BlockPtr;

    void keepBuffers();
    [[nodiscard]] BlockPtr blockFor(const RunTensor& tensor, DeviceId device);
    /// Gives the stages back that have run, and takes memory for those of the window.
    void moveTo(std::size_t stage);
    void takeWindow();
    /// Counts the group that the tensor comes with, where it is entered.
    void enterGroup(const std::string& name);
    /// Its weight, with the memory that it is brought into, where that is the module's own.
    [[nodiscard]] WeightPtr brought(const WeightPtr& weight, const RunTensor& tensor,
                                    DeviceId device);

    DescribedWeights& m_weights;
    const MeteredCompute& m_compute;
    WorkLedger& m_ledger;
    std::optional<PrefetchOptions> m_options;
    std::optional<PrefetchOrder> m_order;
    std::vector<BlockPtr> m_kept;               ///< buffers that stay where they run
    std::uint64_t m_current = 0;                ///< the slot that runs
    std::deque<std::vector<BlockPtr>> m_slots;  ///< from there on, in the order of requestsOf()
    const PreloadGroup* m_group = nullptr;
    std::uint64_t m_groupPass = 0;
    std::map<std::string, BlockPtr> m_preloaded;
};

}  // namespace stowage
