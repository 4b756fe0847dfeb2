// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/kv_cache_size.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stowage {

class OwnRuns;
struct LoadSchedule;
struct ModelShape;
struct ParallelShare;

/// What the formula goes by; all of it outlives FormulaMemory.
struct FormulaPlan {
    const PlacementPlan* plan;
    const ModelFacts* facts;       ///< null: nothing is known but weights
    const ModelShape* shape;       ///< of one card's share, where layers are divided
    const ParallelShare* share;    ///< null: whole layers, by the plan's map
    const LoadSchedule* schedule;  ///< null: the plan has no load
    const OwnRuns* own;            ///< null: another engine than this program's
};

/// Caches, activations, logits and windows of a workload by the model's widths and the engine's
/// rules (docs/spec/planning.md), and the peaks of all with weights through the allocator's model,
/// as the load leaves it. Not thread-safe.
class FormulaMemory {
public:
    explicit FormulaMemory(const FormulaPlan& of);
    ~FormulaMemory();

    /// A GPU's memory begins with what its load leaves there; once for each.
    void begin(const DeviceEstimate& device);
    /// And with so many bytes more.
    void hold(DeviceId device, std::uint64_t bytes);

    /// Fills in what the workload of `estimate` takes on its devices, with the widest prefetch
    /// window that fits. `isBrief`: for a search, where microseconds count. Errors: as
    /// kvCacheSize() and stateSize().
    [[nodiscard]] Result<void> calculate(CapacityEstimate& estimate, bool isBrief);

private:
    class Work;
    std::unique_ptr<Work> m_work;
};

}  // namespace stowage
