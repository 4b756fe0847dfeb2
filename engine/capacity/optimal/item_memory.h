// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/optimal/choice_times.h"
#include "engine/capacity/optimal/search_items.h"

#include <cstddef>
#include <cstdint>
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
        double context = 0;  ///< a process, before any tensor
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

    /// Of a plan that was simulated, by how much a device took more than by addition. Bounds go by
    /// the least that was ever seen, layouts by the most of those that did not hold.
    enum class Learn { All, Gently };  ///< as much less room as it took more, or as it lacked
    void learnExcess(DeviceId device, double bytes, double missing, Learn learn);
    /// For the plans of other GPUs nothing is known.
    void forgetExcess();
    [[nodiscard]] double leastExcess(DeviceId device) const;

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
    std::map<DeviceId, double> m_leastExcess;
    std::map<DeviceId, double> m_mostExcess;
    std::map<DeviceId, double> m_shortage;  ///< the most of plans that did not hold
    std::map<DeviceId, Limits> m_limits;
};

}  // namespace stowage
