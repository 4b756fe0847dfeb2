// SPDX-License-Identifier: GPL-3.0-or-later
// The smaller moves of the loop: its list, its map, its words.
#include "engine/plan/reference_loop.h"

#include <algorithm>
#include <utility>

namespace stowage {

std::size_t ReferenceLoop::deviceIndex(const ReferenceKey& key) {
    std::vector<ReferenceKey>& devices = m_result.trace.devices;
    const auto found = std::find(devices.begin(), devices.end(), key);
    if (found != devices.end()) {
        return static_cast<std::size_t>(found - devices.begin());
    }
    devices.push_back(key);  // a pin's device need not have a budget
    return devices.size() - 1;
}

void ReferenceLoop::assign(ReferenceItem item, std::size_t device) {
    std::uint32_t& place = m_placeInMap[m_slots.of(item)];
    const auto index = static_cast<std::uint32_t>(device);
    if (place == 0) {
        m_placed.push_back({item, index});
        place = static_cast<std::uint32_t>(m_placed.size());
    } else {
        m_placed[place - 1].device = index;
    }
}

void ReferenceLoop::pushFront(const std::vector<ReferenceItem>& items) {
    m_todo.pushFront(items);
    for (const ReferenceItem item : items) {
        if (!item.isTensor) {
            m_reserve.moduleAdded(item.module());
        }
    }
}

bool ReferenceLoop::removeFromTodo(ReferenceItem item) {
    if (!m_todo.remove(item)) {
        return false;
    }
    if (!item.isTensor) {
        m_reserve.moduleRemoved(item.module());
    }
    return true;
}

void ReferenceLoop::replaceInTodo(ReferenceItem item, const std::vector<ReferenceItem>& parts) {
    m_todo.replace(item, parts);
    m_reserve.moduleOpened(item.module());
    for (const ReferenceItem part : parts) {
        if (!part.isTensor) {
            m_reserve.moduleAdded(part.module());
        }
    }
}

void ReferenceLoop::record(ReferenceStep::Kind kind, const Current& current,
                           std::span<const ReferenceItem> partners) {
    ReferenceTrace& trace = m_result.trace;
    ReferenceStep step;
    step.kind = kind;
    step.item = current.item;
    step.device = static_cast<std::uint32_t>(m_current);
    step.firstPartner = static_cast<std::uint32_t>(trace.partners.size());
    step.partnerCount = static_cast<std::uint32_t>(partners.size());
    step.needed = current.sizeWithTies.value;
    if (current.cap) {
        step.left = current.left(device().used).value;
    }
    step.reserved = current.reserved.value;
    trace.steps.push_back(step);
    trace.partners.insert(trace.partners.end(), partners.begin(), partners.end());
}

std::string ReferenceLoop::names(const std::vector<ReferenceItem>& items) const {
    std::string list = "[";
    for (const ReferenceItem item : items) {
        list += (list.size() > 1 ? ", '" : "'") + itemName(m_tree, item) + "'";
    }
    return list + "]";
}

void ReferenceLoop::sayTies(const Current& current) {
    if (!m_notes.verbose || current.ties.groups.empty()) {
        return;
    }
    const auto asItems = [](const std::vector<TensorId>& tensors) {
        std::vector<ReferenceItem> items;
        for (const TensorId tensor : tensors) {
            items.push_back(ReferenceItem::of(tensor));
        }
        return items;
    };
    std::string groups;
    for (const std::uint32_t group : current.ties.groups) {
        groups += (groups.empty() ? "" : ", ") + names(asItems(m_ties.groups()[group]));
    }
    say([&] { return "  Found the relevant tied param groups [" + groups + "]"; });
    say([&] {
        return "  So those parameters need to be taken into account " +
               names(asItems(current.ties.outside));
    });
}

void ReferenceLoop::noteLeftovers() {
    ReferenceNumber buffers;
    bool anyAccelerator = false;
    for (const DeviceState& state : m_devices) {
        if (state.key.isAccelerator()) {
            anyAccelerator = true;
        } else {
            buffers += state.buffers;
        }
    }
    const bool fitsSomewhere =
        std::any_of(m_devices.begin(), m_devices.end(), [&buffers](const DeviceState& state) {
            return state.key.isAccelerator() && state.budget->value >= (buffers + state.used).value;
        });
    if (buffers.value > 0 && anyAccelerator && !fitsSomewhere) {
        m_notes.warnings.push_back(
            "Current model requires " + buffers.text() +
            " bytes of buffer for offloaded layers, which seems does not fit any GPU's remaining "
            "memory. If you are experiencing a OOM later, please consider using "
            "offload_buffers=True.");
        m_notes.notices.push_back(
            {ReferenceNotice::Kind::BuffersMayNotFit, {}, buffers.value, m_notes.warnings.back()});
    }
    std::string minima;
    for (const DeviceState& state : m_devices) {
        if (state.minimum) {
            minima +=
                "  - " + state.key.text() + ": " + state.minimum->text() + " bytes required\n";
        }
    }
    if (!minima.empty()) {
        m_notes.info(
            "Based on the current allocation process, no modules could be assigned to the "
            "following devices due to insufficient memory:\n" +
            minima +
            "These minimum requirements are specific to this allocation attempt and may vary. "
            "Consider increasing the available memory for these devices to at least the specified "
            "minimum, or adjusting the model config.");
    }
}

}  // namespace stowage
