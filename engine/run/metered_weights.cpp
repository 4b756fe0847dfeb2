// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/metered_weights.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace stowage {

MeteredWeights::MeteredWeights(DescribedWeights& weights, const MeteredCompute& compute,
                               WorkLedger& ledger, const std::vector<RunStage>& stages,
                               std::optional<PrefetchOptions> options)
    : m_weights(weights), m_compute(compute), m_ledger(ledger), m_options(std::move(options)) {
    if (!m_options) {
        return;
    }
    m_order.emplace(
        stages, *m_options, weights,
        [&](std::span<const std::string> names) { return weights.deviceFor(names); },
        [&](const std::string& name, DeviceId device) {
            return !weights.travels(*weights.find(name), device);
        });
    keepBuffers();
    takeWindow();
}

void MeteredWeights::keepBuffers() {
    const RunSetting& setting = m_ledger.setting();
    for (const RunTensor& tensor : setting.tensors) {
        const DeviceId device = setting.offloadedRunsOn(tensor.name);
        const bool isKept = tensor.isBuffer && !setting.offloadBuffers && !tensor.device.isGpu() &&
                            tensor.device != device;
        if (isKept) {
            m_kept.push_back(blockFor(tensor, device));
        }
    }
}

MeteredWeights::BlockPtr MeteredWeights::blockFor(const RunTensor& tensor, DeviceId device) {
    return m_ledger.memory().takeExactly(device, RunMemoryKind::Window, tensor.bytes());
}

void MeteredWeights::takeWindow() {
    for (std::uint64_t number = m_current; number < m_order->windowEnd(m_current); ++number) {
        if (number - m_current < m_slots.size()) {
            continue;
        }
        std::vector<BlockPtr>& blocks = m_slots.emplace_back();
        for (const PrefetchRequest& request : m_order->requestsOf(number)) {
            blocks.push_back(blockFor(*m_weights.find(request.name), request.device));
        }
    }
}

void MeteredWeights::writeShape(std::vector<std::uint64_t>& state, std::size_t next) const {
    if (!m_order) {
        return;
    }
    constexpr std::uint64_t kStagesOfStep = 8;
    const std::uint64_t window = m_options->window;
    state.push_back(next - m_order->stageAt(m_current));
    state.push_back(m_order->windowEnd(m_current + window + kStagesOfStep) - m_current);
    for (const auto& slot : m_slots) {
        state.push_back(slot.size());
    }
}

void MeteredWeights::addBlocks(std::vector<BlockPtr>& blocks) const {
    for (const std::vector<BlockPtr>& slot : m_slots) {
        blocks.insert(blocks.end(), slot.begin(), slot.end());
    }
}

void MeteredWeights::goTo(std::uint64_t slot, std::size_t slots, std::span<const BlockPtr> blocks) {
    m_current = slot;
    m_slots.resize(slots);
    auto block = blocks.begin();
    for (std::size_t i = 0; i < slots; ++i) {
        const auto end = block + std::ssize(m_order->requestsOf(slot + i));
        m_slots[i].assign(block, end);
        block = end;
    }
}

void MeteredWeights::moveTo(std::size_t stage) {
    const std::uint64_t target = m_order->slotOf(stage, m_current);
    if (target == m_current) {
        return;
    }
    for (; m_current < target; ++m_current) {
        if (!m_slots.empty()) {
            m_slots.pop_front();
        }
    }
    takeWindow();
}

void MeteredWeights::enterGroup(const std::string& name) {
    const std::vector<PreloadGroup>& groups = m_ledger.setting().preload;
    const auto found = std::ranges::find_if(groups, [&](const PreloadGroup& group) {
        return std::ranges::find(group.tensors, name) != group.tensors.end();
    });
    const PreloadGroup* const entered = found == groups.end() ? nullptr : &*found;
    const std::uint64_t pass = m_order ? m_order->passOf(m_current) : 0;
    if (entered == m_group && pass == m_groupPass) {
        return;
    }
    m_preloaded.clear();
    m_group = entered;
    m_groupPass = pass;
    std::map<std::uint32_t, BlockPtr> byStorage;  // tied names come once
    for (std::size_t i = 0; entered != nullptr && i < entered->tensors.size(); ++i) {
        const RunTensor* const tensor = m_weights.find(entered->tensors[i]);
        // Where a member runs by itself: one that lies on another GPU stays there.
        const auto device = m_weights.deviceFor({&entered->tensors[i], 1});
        if (tensor == nullptr || *device != m_ledger.setting().executionDevice ||
            !m_weights.travels(*tensor, *device)) {
            continue;
        }
        const auto [at, isNew] = byStorage.emplace(tensor->storage, nullptr);
        if (isNew) {
            m_ledger.bring(*tensor, *device, true);
            at->second = m_order ? blockFor(*tensor, *device) : nullptr;
        }
        m_preloaded.emplace(tensor->name, at->second);
    }
}

WeightPtr MeteredWeights::brought(const WeightPtr& weight, const RunTensor& tensor,
                                  DeviceId device) {
    const bool isAhead =
        m_order && !m_slots.empty() &&
        std::ranges::find(m_order->requestsOf(m_current), tensor.name, &PrefetchRequest::name) !=
            m_order->requestsOf(m_current).end();
    if (!m_order || isAhead) {
        return weight;
    }
    struct Held {
        WeightPtr weight;
        BlockPtr block;
    };
    const auto held = std::make_shared<const Held>(Held{weight, blockFor(tensor, device)});
    return {held, held->weight.get()};
}

Result<ModuleWeights> MeteredWeights::borrow(std::span<const std::string> names,
                                             const std::stop_token& stop) {
    Result<ModuleWeights> lent = m_weights.borrow(names, stop);
    STOWAGE_TRY(lent);
    m_ledger.runOn(lent->device);
    if (const auto stage = m_order ? m_order->stageOf(names.front()) : std::nullopt) {
        moveTo(*stage);
    }
    enterGroup(names.front());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const RunTensor& tensor = *m_weights.find(names[i]);
        const bool isPreloaded =
            m_preloaded.contains(names[i]) && lent->device == m_ledger.setting().executionDevice;
        if (!m_weights.travels(tensor, lent->device) || isPreloaded) {
            continue;
        }
        m_ledger.bring(tensor, lent->device, !m_compute.expertOf(names[i]).empty());
        lent->weights[i] = brought(lent->weights[i], tensor, lent->device);
    }
    return lent;
}

}  // namespace stowage
