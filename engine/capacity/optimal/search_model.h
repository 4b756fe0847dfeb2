// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/optimal/choice_times.h"
#include "engine/capacity/optimal/search_items.h"
#include "engine/plan/placement_request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

/// The least that a device needs for what lies and runs on it, by addition: weights in whole blocks
/// of the allocator, keys and values of the layers that run there, the activations of one of them,
/// and what travels to it. Simulations may come to more, never to less.
class ItemMemory {
public:
    /// What lies and runs on one device. Bytes.
    struct Use {
        std::uint64_t weights = 0;  ///< in whole blocks
        std::uint64_t raw = 0;      ///< as budgets count
        double cacheOfPrompt = 0;
        double cacheInAll = 0;
        std::size_t layers = 0;  ///< that run there
    };

    /// How a need is added up.
    enum class Sum {
        Least,  ///< nothing that need not come together, and nothing that was learnt
        Likely  ///< with what travels beside the prompt's activations, and by what was learnt
    };

    /// What one layer computes with, on a device of some kind. Bytes.
    struct Work {
        double prefill = 0;
        double decode = 0;
        double context = 0;                                     ///< a process, before any tensor
        double most = std::numeric_limits<double>::infinity();  ///< that its engine takes
    };
    /// What one device holds, looked up once for many layouts.
    struct Limits {
        bool isGpu = false;
        double room = 0;                  ///< infinite where nothing is known
        double learnt = 0;                ///< what plans took beyond addition
        double budget = 0;                ///< of weights; infinite without one
        bool keepsSmallerCaches = false;  ///< segments of caches from before they doubled
        Work work;

        [[nodiscard]] double need(const Use& use, double travelling, Sum sum) const;
        /// Whether all holds, with `travelling` bytes more.
        [[nodiscard]] bool holds(const Use& use, double travelling, Sum sum) const;
    };
    /// Of a device of the request, once measure() was called.
    [[nodiscard]] const Limits& limits(DeviceId device) const { return m_limits.at(device); }

    /// All outlive it.
    ItemMemory(const PlacementRequest& request, const SearchItems& items, const ChoiceTimes& times);
    /// Finds caches and activations out. Errors: those of estimates.
    [[nodiscard]] Result<void> measure(const EstimateInput& input, const std::stop_token& stop);

    /// An item's weights lie there, or its part, or all but its part.
    void addWeights(Use& use, std::size_t item, const ItemChoice& choice, DeviceId device) const;
    void addLayer(Use& use, std::size_t item) const;
    /// What pins hold there.
    [[nodiscard]] Use start(DeviceId device) const;

    [[nodiscard]] double need(DeviceId device, const Use& use, double travelling,
                              Sum sum = Sum::Likely) const;
    /// Bytes that a device has for that; infinite where nothing is known.
    [[nodiscard]] double room(DeviceId device) const;
    [[nodiscard]] bool holds(DeviceId device, const Use& use, double travelling,
                             Sum sum = Sum::Likely) const;
    /// What the whole layout puts on a device.
    [[nodiscard]] Use useOf(DeviceId device, const SearchLayout& layout) const;

    /// The bytes of an item's weights that travel at once, and of the largest module among them.
    [[nodiscard]] double travelling(std::size_t item, const ItemChoice& choice) const;
    [[nodiscard]] double cacheOf(std::size_t item) const { return m_cacheInAll[item]; }
    /// From now on keys and values count as those of a plan that comes to so much of an objective
    /// that is to be as much as can be: tokens of a context, or KV blocks. False where the model
    /// does not read as many.
    [[nodiscard]] bool setRoom(std::uint64_t room);
    /// They count as the workload's again.
    void forgetRoom();
    [[nodiscard]] double promptCacheOf(std::size_t item) const { return m_cacheOfPrompt[item]; }
    [[nodiscard]] Work workOn(DeviceId device) const;
    /// A GPU's context as rooms count it.
    [[nodiscard]] double contextOn(DeviceId device) const;
    /// Whether an item has layers of the model.
    [[nodiscard]] bool isLayer(std::size_t item) const { return m_isLayer[item]; }

    /// By how much a device took more than addition told in an estimate. Layouts go by the most of
    /// those that did not hold.
    enum class Learn { All, Gently };  ///< as much less room as it took more, or as it lacked
    void learnExcess(DeviceId device, double bytes, double missing, Learn learn);
    /// For the plans of other GPUs nothing is known.
    void forgetExcess();

private:
    Result<void> measureOn(DeviceId kind, const EstimateInput& input, const std::stop_token& stop);
    void findLimits();
    void takeCaches(const CapacityEstimate& estimate, DeviceId kind, const Workload& work);
    /// By item, of a context of so many tokens as a formula counts them; nothing where the model
    /// does not read as many.
    [[nodiscard]] std::optional<std::vector<double>> calculatedCaches(std::uint64_t tokens);

    const PlacementRequest& m_request;
    const SearchItems& m_items;
    const ChoiceTimes& m_times;
    std::shared_ptr<const ModelFacts> m_facts;
    ModelShape m_shape;
    std::vector<bool> m_isLayer;
    std::vector<double> m_cacheOfPrompt;
    std::vector<double> m_cacheInAll;
    std::vector<double> m_cacheOfWork;           ///< the same of the workload
    std::optional<PlanEstimator> m_estimator{};  ///< of a plan that runs all layers on one device
    Workload m_workload;
    bool m_keepsSmallerCaches = false;  ///< while those of a context are counted
    std::map<DeviceId, Work> m_work;    ///< by kind: of one layer
    std::map<DeviceId, double> m_mostExcess;
    std::map<DeviceId, double> m_shortage;  ///< the most of plans that did not hold
    std::map<DeviceId, Limits> m_limits;
};

inline constexpr double kForever = std::numeric_limits<double>::infinity();
/// Values that differ by less than this share are equal.
inline constexpr double kSameValue = 1e-9;
inline constexpr std::array kClockParts{PlanClock::Part::Prompt, PlanClock::Part::Token};

/// GPUs that a plan uses, all of them, and where its offloaded weights are used.
struct GpuSet {
    std::vector<DeviceId> gpus;  ///< ascending
    DeviceId main;
};

/// Items that are alike in all that a search looks at.
struct ItemKind {
    std::vector<std::size_t> items;
    bool isLayer = false;
};

/// A model as a search sees it: its items, what each choice for them takes, and what devices hold.
class SearchModel {
public:
    /// `request` outlives it; `input.plan` is not looked at. Errors: those of estimates,
    /// Unsupported.
    [[nodiscard]] static Result<std::unique_ptr<SearchModel>> make(const PlacementRequest& request,
                                                                   const PlanFacts& facts,
                                                                   EstimateInput input,
                                                                   std::stop_token stop);

    const PlacementRequest& request;
    PlanObjective objective;
    const bool keepsToGpus;  ///< keepsToGpus(request): nothing is offloaded where there are GPUs
    SearchItems items;
    ChoiceTimes times;
    ItemMemory memory;
    /// Items in the order in which they run: a head that is tied to the embedding is last.
    std::vector<std::size_t> order;
    std::vector<ItemKind> kinds;
    std::vector<GpuSet> sets;  ///< worth looking at: of equal GPUs those with the most room
    bool hasAllSets = true;    ///< false: there are too many, and some were left out

    /// Seconds of the objective under a window; more than one part where it is a mix.
    [[nodiscard]] double seconds(const SearchLayout& layout, unsigned window,
                                 const RateFactors& factors = {}) const;
    /// What an item may do while these GPUs are used.
    [[nodiscard]] std::vector<ItemChoice> choicesOf(std::size_t item, const GpuSet& set) const;
    /// Ways to offload, the weights in RAM where it is used at all, else on disk.
    [[nodiscard]] std::vector<ItemChoice> offloads(const GpuSet& set) const;
    [[nodiscard]] bool isAllowed(DeviceId device) const;
    /// Bytes of an item's weights that are brought ahead; 0 where tokens choose of it.
    [[nodiscard]] double travelling(std::size_t item, const ItemChoice& choice) const;
    /// Bytes of weights that are brought ahead of each stage.
    [[nodiscard]] std::vector<double> travelling(const SearchLayout& layout) const;
    /// The most of them on their way at once, with one window or another.
    class InFlight {
    public:
        explicit InFlight(const std::vector<double>& travelling);
        [[nodiscard]] double most(unsigned window) const;

    private:
        std::size_t m_stages;
        std::vector<double> m_before;  ///< bytes of two passes, up to each stage
    };
    /// Windows of which no smaller one has as many bytes on their way; 0 where nothing travels.
    [[nodiscard]] std::vector<unsigned> windowsOf(const SearchLayout& layout) const;
    /// Whether nothing speaks against it by addition.
    [[nodiscard]] bool holds(const SearchLayout& layout, unsigned window,
                             ItemMemory::Sum sum = ItemMemory::Sum::Likely) const;

private:
    SearchModel(const PlacementRequest& itsRequest, SearchItems itsItems, EstimateInput input,
                const std::stop_token& stop);
    Result<void> learn();
    Result<void> learnPlaces(const std::vector<DeviceId>& gpuKinds);
    void findOrder();
    void findKinds();
    void findSets();
    [[nodiscard]] DeviceId mainOf(const std::vector<DeviceId>& gpus) const;
    /// Whether offloaded weights may be used there.
    [[nodiscard]] bool takesWeights(DeviceId device) const;

    std::vector<ItemChoice> m_offloads;  ///< that are known, for any set
    std::vector<bool> m_comesOnDemand;   ///< by item: tokens choose of it
};

/// What a plan is worth by an objective, from its estimate; `input` is the one that it was made of.
/// Nothing where the plan does not carry the work, or has no such value: no time is known, nothing
/// grows with the context, or weights lie elsewhere than on the GPUs of a pipeline. Blocks for
/// Objective::Context, which estimates other contexts. Errors: those of estimates.
[[nodiscard]] Result<std::optional<double>> objectiveValue(const CapacityEstimate& estimate,
                                                           const EstimateInput& input,
                                                           const PlanObjective& objective,
                                                           const std::stop_token& stop);

/// How much one second of this time counts.
[[nodiscard]] double timeWeight(const PlanObjective& objective, PlanClock::Part part);

}  // namespace stowage
