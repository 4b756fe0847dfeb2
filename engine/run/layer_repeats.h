// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/metered_weights.h"
#include "engine/run/models/run_model.h"
#include "engine/run/run_generation.h"

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

/// Replays most steps of passes without walking them through the model's code. One thread.
///
/// - A layer whose memory is as it was before an earlier layer of the pass is skipped: free blocks,
///   live bytes, and the addresses of the layer's input and of prefetched weights are equal, and
///   the next layers have the same classes as the layers since then. They make the same allocations
///   in the same order and leave the same state, so peaks and live bytes do not change; only the
///   lengths of their caches are updated.
/// - What else a step allocates and frees depends on its class, on the shapes of its input, caches
///   and prefetched weights, and on the number of tokens before it, but not on addresses. So it is
///   recorded where a step is walked, and repeated in the allocators for later steps of the same
///   class and shapes.
/// - A record is also repeated with more tokens. Between two growths of the caches, a model only
///   compares the number of tokens with constants, and each size is a concave or convex function of
///   it. So if the same allocations are made with n, with m and with more tokens, and each size is
///   on one line there, then this is true of all numbers of tokens between. The first two are
///   walked; the last before a growth or the end is walked, too, and compared (isProven()).
/// - A pass is skipped if the last one was repeated from records and left the memory as it was,
///   and if all sizes, rounded as the allocators round them, are the same in both.
class LayerRepeats {
public:
    /// All must outlive it. Without classes each step is walked.
    LayerRepeats(std::vector<std::size_t> classes, std::vector<std::int64_t> tokenLimits,
                 WorkLedger& ledger, MeteredWeights& weights, const RunRequest& request)
        : m_classes(std::move(classes)),
          m_tokenLimits(std::move(tokenLimits)),
          m_ledger(ledger),
          m_weights(weights),
          m_prompts(request.prefillPasses()),
          m_passes(request.passes()) {}

    /// As PassEnvironment::passOver.
    [[nodiscard]] std::int64_t passOver(ModulePass& pass, std::int64_t step, ActivationPtr& x);
    /// Whether each repeated record was found to be right. Call prove() and let one more pass run
    /// if not; where it is false at the end of a run, the replay is not valid.
    [[nodiscard]] bool isProven() const;
    void prove() { m_isAsked = true; }

private:
    using Numbers = std::vector<std::uint64_t>;
    struct Boundary {
        std::int64_t layer = 0;
        Numbers state;
    };
    /// `tokens`: before the pass, of each sequence; `fixed`: all else.
    struct Shapes {
        Numbers fixed;
        Numbers tokens;
    };
    /// The result of a step: a shape without memory, and the index of its block, as in
    /// ReplayedMemory::repeat(). Null: nothing.
    struct Left {
        ActivationPtr like;
        std::uint64_t block = 0;
    };
    /// The record of a step.
    struct Record {
        std::int64_t step = 0;
        Shapes before;
        Numbers after;
        Numbers given;               ///< numbers of blocks before it
        std::uint64_t firstOwn = 0;  ///< number of its first block
        std::uint64_t slot = 0;      ///< of the weights, before it
        std::vector<ReplayedMemory::Event> events;
        Left x;
        std::vector<Left> caches;  ///< of each sequence all members
        Numbers prefetched;        ///< blocks
        std::size_t slots = 0;
        std::uint64_t slotsOn = 0;
        DeviceId device;
        std::vector<std::int64_t> growth;  ///< bytes of each event per token, once known
        std::int64_t usedWith = 0;         ///< more tokens, at most
        std::int64_t provenWith = 0;
    };

    /// The last pass that was not skipped.
    struct LastPass {
        Numbers state;                                           ///< before it
        std::uint64_t slot = 0;                                  ///< of the weights, before it
        bool isRepeated = false;                                 ///< all of it
        std::vector<std::pair<std::size_t, std::int64_t>> used;  ///< records, with more tokens
        std::int64_t sameFor = 0;                                ///< more tokens, in all sizes
        ActivationPtr out;                                       ///< without memory
        std::uint64_t slots = 0;                                 ///< by which the weights went on
    };

    /// Appends all that decides how step `next` runs, except its input and caches.
    void addState(Numbers& state, std::int64_t next) const;
    [[nodiscard]] Numbers stateBefore(std::int64_t layer, const Activation& x) const;
    /// The end of the layers from `layer` on that repeat those since `earlier`.
    [[nodiscard]] std::int64_t endOfRepeats(const ModulePass& pass, std::int64_t earlier,
                                            std::int64_t layer) const;
    /// The first layer from `layer` on whose memory is not as before.
    [[nodiscard]] std::int64_t skipEqual(ModulePass& pass, std::int64_t layer,
                                         const ActivationPtr& x);
    /// `isBefore`: the step has not run.
    [[nodiscard]] Shapes shapesOf(const ModulePass& pass, std::int64_t step, const ActivationPtr& x,
                                  bool isBefore) const;
    [[nodiscard]] std::vector<ReplayedMemory::BlockPtr> blocksOf(const ModulePass& pass,
                                                                 std::int64_t step,
                                                                 const ActivationPtr& x) const;
    [[nodiscard]] Numbers passState(const ModulePass& pass) const;
    /// Whether the pass that begins is like the last one.
    [[nodiscard]] bool isLikeLast(const ModulePass& pass) const;
    void beginPass(const ModulePass& pass);
    void skipPass();
    [[nodiscard]] std::int64_t roomLeft(const ModulePass& pass) const;
    void begin(const ModulePass& pass, std::int64_t step, const ActivationPtr& x, Shapes shapes);
    /// Keeps the record of the step that has run, if all of its blocks are accounted for.
    void end(const ModulePass& pass, const ActivationPtr& x);
    void keep(Record record);
    /// By how many tokens `many` exceeds `few`; nothing if they do not differ by a number of
    /// tokens.
    [[nodiscard]] static std::optional<std::int64_t> moreTokens(const Numbers& few,
                                                                const Numbers& many);
    void repeat(Record& record, std::int64_t more, const ModulePass& pass, std::int64_t step,
                ActivationPtr& x);

    std::vector<std::size_t> m_classes;
    std::vector<std::int64_t> m_tokenLimits;
    WorkLedger& m_ledger;
    MeteredWeights& m_weights;
    std::uint64_t m_prompts;
    std::uint64_t m_passes;
    std::uint64_t m_pass = 0;      ///< that runs, from 1
    bool m_isAsked = false;        ///< by prove()
    bool m_proves = false;         ///< in this pass
    bool m_isWrong = false;        ///< a record was
    std::vector<Boundary> m_seen;  ///< of the pass
    std::vector<Record> m_records;
    std::optional<Record> m_current;  ///< of the step that runs
    LastPass m_last;
    bool m_isSkipped = false;    ///< this pass
    std::int64_t m_skipped = 0;  ///< tokens of each sequence, since the last pass that was not
    std::int64_t m_rows = 0;     ///< of the first sequence, in this pass
    const KvCache* m_cache = nullptr;  ///< of the first sequence
    std::int64_t m_left = 0;           ///< rows until a cache grows, before the pass
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
