// SPDX-License-Identifier: GPL-3.0-or-later
// fallback_allocation (placement.md §7.4) and our pins: both take modules out of the middle of the
// to-do list.
#include "engine/plan/reference_loop.h"
#include "engine/plan/reference_walk.h"

#include <algorithm>
#include <utility>

namespace stowage {

std::optional<ReferenceFailure> ReferenceLoop::tryFallback(const Current& current, bool& found) {
    const ReferenceNumber kept = pythonMax(m_reserve.value(), current.sizeWithTies);
    const ReferenceNumber limit = *device().budget - kept - device().used;
    if (limit.isFloat) {
        return ReferenceFailure{"AttributeError", "'float' object has no attribute 'upper'"};
    }
    if (limit.value < 0) {
        return std::nullopt;
    }
    const auto searched = searchFallback(limit);
    if (const auto* const failure = failureOf(searched)) {
        return *failure;
    }
    const auto& item = std::get<std::optional<ReferenceItem>>(searched);
    if (!item) {
        return std::nullopt;
    }
    record(ReferenceStep::Kind::Fallback, current, std::span(&*item, 1));
    takeOutOfTodo(*item);
    pushFront({*item, current.item});
    found = true;
    return std::nullopt;
}

ReferenceResult<std::optional<ReferenceItem>> ReferenceLoop::searchFallback(
    ReferenceNumber limit) const {
    ReferenceTodo search(m_todo);
    while (!search.empty()) {
        const ReferenceItem item = search.popFront();
        const TieIndex::Relevant ties = m_ties.relevantTo(name(item));
        const auto total = sizeWithTies(ties.outside, m_sizes.of(item), search);
        if (const auto* const failure = failureOf(total)) {
            return *failure;
        }
        if (std::get<Ties>(total).size.value <= limit.value) {
            return std::optional(item);
        }
        if (canSplit(item)) {
            search.pushFront(splitItems(m_tree, item.module(), m_tied));
        }
    }
    return std::optional<ReferenceItem>();
}

void ReferenceLoop::takeOutOfTodo(ReferenceItem item) {
    std::vector<ModuleId> above;
    for (ModuleId module = item.isTensor ? m_tree.tensor(item.tensor()).module
                                         : m_tree.node(item.module()).parent;
         module.isValid(); module = m_tree.node(module).parent) {
        above.push_back(module);
    }
    for (auto module = above.rbegin(); module != above.rend(); ++module) {
        if (m_todo.contains(ReferenceItem::of(*module))) {
            replaceInTodo(ReferenceItem::of(*module), splitItems(m_tree, *module, m_tied));
        }
    }
    removeFromTodo(item);
}

void ReferenceLoop::applyPins() {
    auto pins = m_options.pins;
    // The innermost pins first: what is left of an outer module then goes with its own pin.
    std::stable_sort(pins.begin(), pins.end(),
                     [](const auto& a, const auto& b) { return b.first < a.first; });
    for (const auto& [module, device] : pins) {
        pin(module, device);
    }
    if (!pins.empty()) {
        pinPartners();
    }
}

void ReferenceLoop::openDownTo(ModuleId module) {
    std::vector<ModuleId> above;
    for (ModuleId parent = m_tree.node(module).parent; parent.isValid();
         parent = m_tree.node(parent).parent) {
        above.push_back(parent);
    }
    for (auto parent = above.rbegin(); parent != above.rend(); ++parent) {
        if (!m_todo.contains(ReferenceItem::of(*parent))) {
            continue;
        }
        std::vector<ReferenceItem> parts = splitItems(m_tree, *parent, m_tied);
        // Unlike a split of the reference: its own buffers must not lose their device.
        for (const TensorId buffer : directTensors(m_tree, *parent, TensorKind::Buffer, m_tied)) {
            parts.push_back(ReferenceItem::of(buffer));
        }
        replaceInTodo(ReferenceItem::of(*parent), parts);
    }
}

void ReferenceLoop::pin(ModuleId module, const ReferenceKey& device) {
    openDownTo(module);
    const ModuleId end = m_tree.node(module).subtreeEnd;
    std::vector<ReferenceItem> taken;
    for (const ReferenceItem item : m_todo.items()) {
        const ModuleId owner = item.isTensor ? m_tree.tensor(item.tensor()).module : item.module();
        if (owner >= module && owner < end) {
            taken.push_back(item);
        }
    }
    const std::size_t index = deviceIndex(device);
    ReferenceNumber size;
    for (const ReferenceItem item : taken) {
        size += m_sizes.of(item);
        removeFromTodo(item);
        assign(item, index);
    }
    for (const TensorSpec& tensor : m_tree.subtreeTensors(module)) {
        m_pinnedStorages[tensor.storage.index()] = true;
    }
    for (DeviceState& state : m_devices) {
        if (state.key == device) {
            state.used += size;
        }
    }
    ReferenceStep step;
    step.kind = ReferenceStep::Kind::Pinned;
    step.item = ReferenceItem::of(module);
    step.device = static_cast<std::uint32_t>(index);
    step.needed = size.value;
    m_result.trace.steps.push_back(step);
}

void ReferenceLoop::pinPartners() {
    std::vector<std::pair<ModuleId, ReferenceKey>> partners;
    for (const std::vector<TensorId>& group : m_ties.groups()) {
        if (!m_pinnedStorages[m_tree.tensor(group.front()).storage.index()]) {
            continue;
        }
        std::optional<ReferenceKey> device;
        for (const auto& [module, key] : m_options.pins) {
            const ModuleNode& node = m_tree.node(module);
            const bool holds = std::any_of(group.begin(), group.end(), [&](TensorId member) {
                const ModuleId owner = m_tree.tensor(member).module;
                return owner >= module && owner < node.subtreeEnd;
            });
            if (holds && !device) {
                device = key;
            }
        }
        for (const TensorId member : group) {
            const auto own = m_tree.subtreeTensors(m_tree.tensor(member).module);
            const bool nothingElse = std::all_of(own.begin(), own.end(), [this](const auto& spec) {
                return m_pinnedStorages[spec.storage.index()];
            });
            if (device && nothingElse && m_todo.entryAround(member)) {
                partners.emplace_back(m_tree.tensor(member).module, *device);
            }
        }
    }
    for (const auto& [module, device] : partners) {
        pin(module, device);
    }
}

}  // namespace stowage
