// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/metered_weights.h"
#include "engine/run/run_model.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace stowage {

/// A class for each layer of a model. Layers of one class compute alike (RunModel::layerKinds())
/// with weights of the same dtypes, shapes and devices; so do the `ahead` stages after them, whose
/// weights are prefetched while these layers run. Empty if the model does not tell its layers'
/// kinds, or if modules are preloaded in groups.
[[nodiscard]] std::vector<std::size_t> layerClasses(const RunModel& model,
                                                    const std::vector<RunStage>& stages,
                                                    const RunSetting& setting, std::size_t ahead);

/// The stage of layer number `layer` of a model with layer classes.
[[nodiscard]] constexpr std::size_t stageOfLayer(std::int64_t layer) {
    return static_cast<std::size_t>(layer) + 1;
}

/// Lets a replayed pass skip layers whose allocations would repeat. Before each layer it records
/// everything that decides how later allocations go: free blocks, live bytes, and the addresses of
/// the layer's input and of prefetched weights. If this state equals the state before an earlier
/// layer of the pass, and the next layers have the same classes as the layers since then, they make
/// the same allocations in the same order and leave the same state. Peaks and live bytes do not
/// change; only the lengths of their caches are updated. A layer whose cache grows leaves another
/// state, so it is replayed. One thread.
class LayerRepeats {
public:
    /// All must outlive it.
    LayerRepeats(std::vector<std::size_t> classes, WorkLedger& ledger, MeteredWeights& weights)
        : m_classes(std::move(classes)), m_ledger(ledger), m_weights(weights) {}

    /// As PassEnvironment::passOver.
    [[nodiscard]] std::int64_t passOver(ModulePass& pass, std::int64_t layer,
                                        const ActivationPtr& x);

private:
    struct Boundary {
        std::int64_t layer = 0;
        std::vector<std::uint64_t> state;
    };
    [[nodiscard]] std::vector<std::uint64_t> stateBefore(std::int64_t layer,
                                                         const Activation& x) const;
    /// The end of the layers from `layer` on that repeat those since `earlier`.
    [[nodiscard]] std::int64_t endOfRepeats(const ModulePass& pass, std::int64_t earlier,
                                            std::int64_t layer) const;

    std::vector<std::size_t> m_classes;
    WorkLedger& m_ledger;
    MeteredWeights& m_weights;
    std::vector<Boundary> m_seen;  ///< of the pass
};

/// Lets a pass that only counts work skip layers of a class that it has counted with an input of
/// the same shape on the same device: their work is the same. One thread.
class CountedLayers {
public:
    CountedLayers(const std::vector<std::size_t>& classes, WorkLedger& ledger)
        : m_classes(classes), m_ledger(ledger) {}

    /// As PassEnvironment::passOver.
    [[nodiscard]] std::int64_t passOver(std::int64_t layer, ActivationPtr& x);
    /// The layer that was walked for this one.
    [[nodiscard]] std::size_t walkedFor(std::size_t layer) const;

private:
    /// Class, then device that computes, and the device, dtype, rows and width of the input.
    using Key = std::tuple<std::size_t, DeviceId, DeviceId, DType, std::int64_t, std::int64_t>;
    struct Counted {
        std::int64_t layer = 0;
        ActivationPtr out;
    };

    const std::vector<std::size_t>& m_classes;
    WorkLedger& m_ledger;
    std::map<Key, Counted> m_known;
    std::map<std::int64_t, std::int64_t> m_walkedFor;       ///< layers that were not
    std::optional<std::pair<Key, std::int64_t>> m_running;  ///< what the last call let run
};

}  // namespace stowage
