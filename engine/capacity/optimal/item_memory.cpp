// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/search_model.h"

#include "engine/capacity/kv_cache_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace stowage {

ItemMemory::ItemMemory(const PlacementRequest& request, const SearchItems& items,
                       const ChoiceTimes& times)
    : m_request(request),
      m_items(items),
      m_times(times),
      m_isLayer(items.items.size()),
      m_cacheOfPrompt(items.items.size()),
      m_cacheInAll(items.items.size()) {}

Result<void> ItemMemory::measure(const EstimateInput& input, const std::stop_token& stop) {
    m_facts = knownFacts(*input.checkpoint, *m_request.tree);
    if (m_facts != nullptr) {
        m_shape = modelShape(*m_request.tree, *m_facts);
    }
    for (const BlockShape& block : m_shape.blocks) {
        for (const std::size_t item : m_items.at(block.path)) {
            m_isLayer[item] = true;
        }
    }
    for (const DeviceInfo& device : m_request.devices) {
        if (device.id != DeviceId::disk() && m_times.kindOf(device.id) == device.id) {
            STOWAGE_TRY(measureOn(device.id, input, stop));
        }
    }
    m_cacheOfWork = m_cacheInAll;
    m_workload = input.workload;
    findLimits();
    return {};
}

void ItemMemory::forgetRoom() {
    m_cacheInAll = m_cacheOfWork;
    m_keepsSmallerCaches = false;
    findLimits();
}

bool ItemMemory::setRoom(std::uint64_t room) {
    if (m_request.objective.kind == Objective::Pipeline) {
        const Workload served = withImageTokens(m_workload, m_facts.get());
        const double tokens = static_cast<double>(served.tokens() * served.batch);
        const double factor = static_cast<double>(room * kKvBlockTokens) / tokens;
        std::ranges::transform(m_cacheOfWork, m_cacheInAll.begin(),
                               [factor](double bytes) { return factor * bytes; });
        return true;
    }
    const auto caches = calculatedCaches(room);
    const auto ofWork = calculatedCaches(m_workload.tokens());
    if (!caches || !ofWork) {
        return false;
    }
    // What was measured of the workload may be less than what the formula counts.
    const double calculated = std::reduce(ofWork->begin(), ofWork->end());
    const double measured = std::reduce(m_cacheOfWork.begin(), m_cacheOfWork.end());
    const double share = calculated > 0 ? std::min(measured / calculated, 1.0) : 0;
    std::ranges::transform(*caches, m_cacheInAll.begin(),
                           [share](double bytes) { return share * bytes; });
    m_keepsSmallerCaches = m_estimator && m_estimator->engine().policy == KvPolicy::Doubling;
    findLimits();
    return true;
}

std::optional<std::vector<double>> ItemMemory::calculatedCaches(std::uint64_t tokens) {
    std::vector<double> caches(m_items.items.size());
    if (!m_estimator || m_facts == nullptr) {
        return caches;
    }
    Workload work = m_workload;
    work.context = tokens;
    work.generate = std::min(work.generate, tokens - std::min(tokens, work.prompt));
    const auto estimate = m_estimator->calculateMemory(work);
    if (!estimate) {
        return std::nullopt;
    }
    if (!m_facts->cache || m_facts->cache->layers == 0) {
        return caches;
    }
    const auto size = kvCacheSize(estimate->engine, *m_facts->cache, m_facts->className,
                                  estimate->served, estimate->computeType);
    if (!size) {
        return std::nullopt;
    }
    for (const BlockShape& block : m_shape.blocks) {
        const auto items = block.cacheLayer ? m_items.at(block.path) : std::vector<std::size_t>();
        for (const std::size_t item : items) {
            caches[item] += static_cast<double>(size->layers[*block.cacheLayer]) /
                            static_cast<double>(items.size());
        }
    }
    return caches;
}

/// A plan that runs the layers on this device, and nothing else there.
Result<void> ItemMemory::measureOn(DeviceId kind, const EstimateInput& input,
                                   const std::stop_token& stop) {
    std::vector<ItemChoice> choices;
    for (std::size_t item = 0; item < m_items.items.size(); ++item) {
        const bool isOn = m_isLayer[item] && kind.isGpu();
        choices.push_back(isOn ? ItemChoice{kind} : ItemChoice{DeviceId::cpu(), true});
    }
    EstimateInput own = input;
    const auto plan = place(requestOf(m_request, mapOf(m_request, m_items, choices),
                                      {m_request.prefetchWindow, rulesOf(m_items, choices)}),
                            stop);
    STOWAGE_TRY(plan);
    own.plan = *plan;
    auto estimator = PlanEstimator::make(own, stop);
    STOWAGE_TRY(estimator);
    // Of the CPU nothing but caches is asked for.
    const auto estimate =
        kind.isGpu() ? estimator->estimate(own.workload) : estimator->calculateMemory(own.workload);
    STOWAGE_TRY(estimate);
    const DeviceEstimate* const device = estimate->on(kind);
    if (device != nullptr) {
        m_work[kind] = {static_cast<double>(device->prefillActivations),
                        static_cast<double>(device->decodeActivations),
                        static_cast<double>(device->context)};
        const auto& share = device->share;
        if (const auto bytes = device->shareBytes(); bytes && !share->isStatic) {
            m_work[kind].most = static_cast<double>(*bytes + share->before);
        }
        takeCaches(*estimate, kind, estimate->served);
        m_estimator = std::move(*estimator);
    }
    return {};
}

/// What a device keeps of all tokens, shared out among the layers by the tokens that each sees.
void ItemMemory::takeCaches(const CapacityEstimate& estimate, DeviceId kind, const Workload& work) {
    const auto& cache = m_facts ? m_facts->cache : std::nullopt;
    if (!cache || cache->layers == 0) {
        return;
    }
    const double ofToken =
        static_cast<double>(estimate.kvBytesPerToken) / static_cast<double>(cache->layers);
    std::vector<double> tokens(m_items.items.size());
    double sum = 0;
    for (const BlockShape& block : m_shape.blocks) {
        for (const std::size_t item :
             block.cacheLayer ? m_items.at(block.path) : std::vector<std::size_t>()) {
            const bool slides = !cache->slides.empty() && cache->slides[*block.cacheLayer];
            const std::uint64_t most = slides ? cache->window : work.tokens();
            tokens[item] += static_cast<double>(std::min(work.tokens(), most));
            sum += static_cast<double>(std::min(work.tokens(), most));
            const double prompt = static_cast<double>(std::min(work.prompt, most));
            m_cacheOfPrompt[item] = ofToken * prompt * static_cast<double>(work.batch);
        }
    }
    const double all = static_cast<double>(estimate.on(kind)->kvCache);
    for (std::size_t item = 0; item < tokens.size() && sum > 0; ++item) {
        const double own = all * tokens[item] / sum;
        // GPUs of several kinds, and the CPU, keep the same: the least of what they count.
        m_cacheInAll[item] = m_cacheInAll[item] > 0 && own > 0 ? std::min(m_cacheInAll[item], own)
                                                               : std::max(m_cacheInAll[item], own);
    }
}

void ItemMemory::addWeights(Use& use, std::size_t item, const ItemChoice& choice,
                            DeviceId device) const {
    const SearchItem& own = m_items.items[item];
    const bool isWhole = choice.part == ItemPart::Whole;
    const SearchItem::Content& part = own.content(choice.part);
    if (choice.place == device) {
        use.weights += part.roundedBytes;
        use.raw += part.bytes;
    }
    if (!isWhole && choice.home == device) {
        use.weights += own.whole.roundedBytes - part.roundedBytes;
        use.raw += own.whole.bytes - part.bytes;
    }
}

void ItemMemory::addLayer(Use& use, std::size_t item) const {
    use.layers += m_isLayer[item] ? 1 : 0;
    use.cacheOfPrompt += m_cacheOfPrompt[item];
    use.cacheInAll += cacheOf(item);
}

ItemMemory::Use ItemMemory::start(DeviceId device) const {
    Use use;
    for (const auto& [pinned, bytes] : m_items.pinnedBytes) {
        use.weights += pinned == device ? bytes : 0;
        use.raw += pinned == device ? bytes : 0;
    }
    return use;
}

ItemMemory::Work ItemMemory::workOn(DeviceId device) const {
    const auto work = m_work.find(m_times.kindOf(device));
    return work == m_work.end() ? Work() : work->second;
}

double ItemMemory::Limits::need(const Use& use, double travelling, Sum sum) const {
    const double weights = static_cast<double>(isGpu ? use.weights : use.raw);
    if (use.layers == 0) {
        return weights + travelling;
    }
    if (!isGpu) {
        return weights + travelling + use.cacheInAll;
    }
    // The last layer's own keys and values may come after the most of its activations.
    const double before = use.cacheOfPrompt * (1 - 1 / static_cast<double>(use.layers));
    const double beside = sum == Sum::Likely ? travelling : 0;
    const double left =
        sum == Sum::Likely && keepsSmallerCaches ? use.cacheInAll - use.cacheOfPrompt : 0;
    return weights + std::max(before + work.prefill + beside,
                              use.cacheInAll + left + work.decode + travelling);
}

bool ItemMemory::Limits::holds(const Use& use, double travelling, Sum sum) const {
    if (use.raw > 0 && static_cast<double>(use.raw) > budget) {
        return false;
    }
    if (use.weights == 0 && use.layers == 0 && travelling == 0) {
        return true;  // it is not opened
    }
    return need(use, travelling, sum) + (sum == Sum::Likely ? learnt : 0) <= room;
}

void ItemMemory::findLimits() {
    for (const DeviceInfo& info : m_request.devices) {
        const DeviceId device = info.id;
        Limits& limits = m_limits[device];
        limits.isGpu = device.isGpu();
        limits.room = room(device);
        const auto shortage = m_shortage.find(device);
        const double most = shortage == m_shortage.end() ? 0 : shortage->second;
        limits.learnt = most;
        limits.budget = std::numeric_limits<double>::infinity();
        if (!m_request.budgetsAreDefaults && device != DeviceId::disk()) {
            const auto budget = std::ranges::find(m_request.budgets, device, &MemoryBudget::device);
            limits.budget = budget == m_request.budgets.end() ? 0 : budget->bytes;
        }
        limits.keepsSmallerCaches = limits.isGpu && m_keepsSmallerCaches;
        limits.work = workOn(device);
    }
}

double ItemMemory::need(DeviceId device, const Use& use, double travelling, Sum sum) const {
    return limits(device).need(use, travelling, sum);
}

double ItemMemory::room(DeviceId device) const {
    const DeviceInfo* const info = findDevice(m_request.devices, device);
    if (info == nullptr || !info->capacity) {
        return info == nullptr ? 0 : std::numeric_limits<double>::infinity();
    }
    const double unused =
        static_cast<double>(*info->capacity) - static_cast<double>(info->usedByOthers);
    return std::min(unused, workOn(device).most) - contextOn(device);
}

double ItemMemory::contextOn(DeviceId device) const {
    const DeviceInfo* const info = findDevice(m_request.devices, device);
    return device.isGpu() && info != nullptr
               ? std::max(workOn(device).context, static_cast<double>(info->context))
               : 0;
}

bool ItemMemory::holds(DeviceId device, const Use& use, double travelling, Sum sum) const {
    return limits(device).holds(use, travelling, sum);
}

void ItemMemory::learnExcess(DeviceId device, double bytes, double missing, Learn learn) {
    if (missing > 0) {
        double& most = m_mostExcess[device];
        most = std::max(most, bytes);
        double& shortage = m_shortage[device];
        shortage = learn == Learn::All ? most : std::min(shortage + missing, most);
    }
    findLimits();
}

void ItemMemory::forgetExcess() {
    m_mostExcess.clear();
    m_shortage.clear();
    findLimits();
}

ItemMemory::Use ItemMemory::useOf(DeviceId device, const SearchLayout& layout) const {
    Use use = start(device);
    for (std::size_t item = 0; item < layout.choices.size(); ++item) {
        const ItemChoice& choice = layout.choices[item];
        addWeights(use, item, choice, device);
        const bool isParted = choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
        const DeviceId runs = isParted               ? choice.home
                              : choice.place.isGpu() ? choice.place
                              : choice.isComputed    ? DeviceId::cpu()
                                                     : layout.main;
        if (runs == device) {
            addLayer(use, item);
        }
    }
    return use;
}

double ItemMemory::travelling(std::size_t item, const ItemChoice& choice) const {
    const bool travels = !choice.place.isGpu() && !choice.isComputed;
    return travels ? static_cast<double>(m_items.items[item].content(choice.part).roundedBytes) : 0;
}

}  // namespace stowage
