// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_loop.h"

#include "engine/plan/clean_entries.h"
#include "engine/plan/reference_checks.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr std::size_t kStepsBetweenStopChecks = 256;

}  // namespace

ReferenceLoop::ReferenceLoop(const ReferenceModel& model, const ReferenceBudgets& budgets,
                             const InferOptions& options, ReferenceNotes& notes)
    : m_model(model),
      m_tree(model.tree()),
      m_options(options),
      m_isTransformers(model.dtypes().rules == ReferenceRules::Transformers),
      m_tied(tiedTensorsOf(model.dtypes().rules)),
      m_notes(notes),
      m_sizes(model.sizes()),
      m_ties(model.ties()),
      m_whole(model.whole()),
      m_todo(m_tree, rootItems(m_tree, m_tied)),
      m_reserve(m_tree, m_sizes, m_whole, model.largestBelow()),
      m_slots(m_tree),
      m_placeInMap(m_slots.count()),
      m_pinnedStorages(m_tree.storageCount()) {
    for (const ReferenceItem item : m_todo.items()) {
        if (!item.isTensor) {
            m_reserve.moduleAdded(item.module());
        }
    }
    setUpDevices(budgets);
    applyPins();
    m_reserve.startWith(m_todo.items());
}

void ReferenceLoop::setUpDevices(const ReferenceBudgets& budgets) {
    for (const auto& [key, bytes] : budgets) {
        const bool isDisk = key.kind == ReferenceKey::Kind::Disk;
        m_devices.push_back({key, isDisk ? std::nullopt : std::optional(bytes)});
    }
    const auto has = [this](ReferenceKey::Kind kind) {
        return std::find_if(m_devices.begin(), m_devices.end(),
                            [kind](const DeviceState& state) { return state.key.kind == kind; });
    };
    if (has(ReferenceKey::Kind::Disk) == m_devices.end()) {
        m_devices.push_back({ReferenceKey::fromText("disk"), std::nullopt});
    }
    for (const DeviceState& state : m_devices) {
        m_result.trace.devices.push_back(state.key);
    }
    if (const auto mps = has(ReferenceKey::Kind::Mps); mps != m_devices.end()) {
        mps->isMain = true;
        return;
    }
    if (m_devices.front().key.isAccelerator()) {
        m_devices.front().isMain = true;
    }
    if (const auto cpu = has(ReferenceKey::Kind::Cpu); cpu != m_devices.end()) {
        cpu->isMain = true;
    }
}

ReferenceResult<InferResult> ReferenceLoop::run(std::stop_token stop) {
    for (std::size_t step = 1; !m_todo.empty(); ++step) {
        if (step % kStepsBetweenStopChecks == 0 && stop.stop_requested()) {
            m_result.cancelled = true;
            return std::move(m_result);
        }
        if (const auto failure = treatNext()) {
            return *failure;
        }
    }
    noteLeftovers();
    InferResult result = finish();
    if (m_isTransformers) {
        if (const auto failure =
                checkTiedOnSameDevice(m_tree, m_ties.groups(), result.map, m_notes)) {
            return *failure;
        }
    }
    return result;
}

std::optional<ReferenceFailure> ReferenceLoop::treatNext() {
    auto taken = takeNext();
    if (const auto* const failure = failureOf(taken)) {
        return *failure;
    }
    const Current& current = std::get<Current>(taken);
    if (fits(current)) {
        put(current);
        return std::nullopt;
    }
    const auto isWithin = [&](auto compare) {
        return compare((device().used + current.size).value, current.cap->value);
    };
    if (!current.ties.outside.empty() && isWithin(std::less_equal<>()) && splitPartner(current)) {
        return std::nullopt;
    }
    // transformers splits whatever does not fit with its ties, even where it would fit alone.
    if ((m_isTransformers || isWithin(std::greater_equal<>())) && splitItself(current)) {
        return std::nullopt;
    }
    if (device().used.value == 0 && m_options.fallbackAllocation) {
        bool found = false;
        if (const auto failure = tryFallback(current, found); failure || found) {
            return failure;
        }
    }
    goToNextDevice(current);
    return std::nullopt;
}

ReferenceResult<ReferenceLoop::Current> ReferenceLoop::takeNext() {
    Current current;
    current.item = m_todo.popFront();
    if (!current.item.isTensor) {
        m_reserve.moduleRemoved(current.item.module());
    }
    say([&] { return "\nTreating module " + name(current.item) + "."; });
    if (m_reserve.popNames(current.item)) {
        m_reserve.refresh(m_todo);
    }
    current.size = m_sizes.of(current.item);
    current.ties = m_ties.relevantTo(name(current.item));
    sayTies(current);
    current.cap = device().budget;
    if (device().isMain) {
        *current.cap -= m_reserve.value();
        current.reserved = m_reserve.value();
        device().reserve = m_reserve.value();
    }
    auto ties = sizeWithTies(current.ties.outside, current.size, m_todo);
    if (const auto* const failure = failureOf(ties)) {
        return *failure;
    }
    current.sizeWithTies = std::get<Ties>(ties).size;
    current.partners = std::move(std::get<Ties>(ties).partners);
    return current;
}

ReferenceResult<ReferenceLoop::Ties> ReferenceLoop::sizeWithTies(
    const std::vector<TensorId>& outside, ReferenceNumber size, const ReferenceTodo& todo) const {
    Ties ties{size, {}};
    for (const TensorId tensor : outside) {
        if (m_pinnedStorages[m_tree.tensor(tensor).storage.index()]) {
            continue;  // lies on its pin's device already; the reference knows no pins
        }
        const auto entry = todo.entryAround(tensor);
        if (!entry) {
            return ReferenceFailure{"IndexError", "list index out of range",
                                    m_tree.tensor(tensor).name};
        }
        const ReferenceItem partner = ReferenceItem::of(*entry);
        if (!m_isTransformers) {
            ties.partners.push_back(partner);
            ties.size += m_sizes.of(*entry) - m_sizes.of(tensor);
        } else if (std::find(ties.partners.begin(), ties.partners.end(), partner) ==
                   ties.partners.end()) {
            // Each once, and whole: only one of the tied tensors has a size there.
            ties.partners.push_back(partner);
            ties.size += m_sizes.of(*entry);
        }
    }
    return ties;
}

bool ReferenceLoop::fits(const Current& current) const {
    return !current.cap || (device().used + current.sizeWithTies).value <= current.cap->value;
}

void ReferenceLoop::put(const Current& current) {
    say([&] {
        std::string line = "Putting " + name(current.item);
        line += current.partners.empty() ? " (size=" + current.size.text() + ")"
                                         : " and " + names(current.partners);
        if (current.cap) {
            line += " (available=" + current.left(device().used).text() + ")";
        }
        return line + " on " + device().key.text() + ".";
    });
    record(ReferenceStep::Kind::Placed, current, current.partners);
    device().used += current.sizeWithTies;
    assign(current.item, m_current);
    for (const ReferenceItem partner : current.partners) {
        removeFromTodo(partner);
        assign(partner, m_current);
    }
    // Only what lies off the accelerators is asked for later.
    if (!m_options.offloadBuffers && !current.item.isTensor && !device().key.isAccelerator()) {
        if (!m_bufferTotals) {
            m_bufferTotals.emplace(m_tree, m_model.dtypes());
        }
        device().buffers += m_bufferTotals->of(current.item.module());
    }
}

bool ReferenceLoop::canSplit(ReferenceItem item) const {
    return !isLayer(m_tree, item, m_whole);
}

bool ReferenceLoop::splitPartner(const Current& current) {
    say([&] {
        return "Not enough space on " + device().key.text() + " to put " + name(current.item) +
               " and " + names(current.partners) + " (space available " +
               current.left(device().used).text() + ", needed size " + current.sizeWithTies.text() +
               ").";
    });
    for (const ReferenceItem partner : current.partners) {
        if (!canSplit(partner)) {
            continue;
        }
        say([&] { return "Splitting " + name(partner) + "."; });
        record(ReferenceStep::Kind::SplitPartner, current, std::span(&partner, 1));
        replaceInTodo(partner, splitItems(m_tree, partner.module(), m_tied));
        pushFront({current.item});
        m_reserve.refresh(m_todo);
        return true;
    }
    say([] {
        return std::string("None of the tied module can be split, going to the next device.");
    });
    return false;
}

bool ReferenceLoop::splitItself(const Current& current) {
    say([&] {
        return "Not enough space on " + device().key.text() + " to put " + name(current.item) +
               " (space available " + current.left(device().used).text() + ", module size " +
               current.size.text() + ").";
    });
    if (!canSplit(current.item)) {
        say([] { return std::string("This module cannot be split, going to the next device."); });
        return false;
    }
    say([&] { return "Splitting " + name(current.item) + "."; });
    record(ReferenceStep::Kind::Split, current, {});
    pushFront(splitItems(m_tree, current.item.module(), m_tied));
    m_reserve.refresh(m_todo);
    return true;
}

void ReferenceLoop::goToNextDevice(const Current& current) {
    record(ReferenceStep::Kind::NextDevice, current, current.partners);
    if (device().used.value == 0) {
        device().minimum = current.sizeWithTies + current.reserved;
    }
    device().used += current.reserved;
    ++m_current;
    pushFront({current.item});
}

InferResult ReferenceLoop::finish() {
    for (const DeviceState& state : m_devices) {
        if (state.reserve) {
            m_result.reserves.emplace_back(state.key, *state.reserve);
        }
    }
    // A tensor's own name with a dot makes levels that the tree does not have.
    const bool isAlongTree =
        std::none_of(m_placed.begin(), m_placed.end(), [this](const PlacedItem& entry) {
            return entry.item.isTensor && hasDottedName(m_tree, entry.item.tensor());
        });
    if (m_options.cleanResult && isAlongTree) {
        m_placed = cleanPlacedItems(m_tree, m_placed);
    }
    m_result.map.reserve(m_placed.size());
    m_result.items.reserve(m_placed.size());
    for (const PlacedItem& entry : m_placed) {
        m_result.map.emplace_back(name(entry.item), m_result.trace.devices[entry.device]);
        m_result.items.push_back(entry.item);
    }
    if (m_options.cleanResult && !isAlongTree) {
        m_result.map = cleanEntries(m_result.map, {});
        m_result.items.clear();
    }
    return std::move(m_result);
}

ReferenceResult<InferResult> inferDeviceMap(const ModuleTree& tree, const ReferenceBudgets& budgets,
                                            const InferOptions& options, ReferenceNotes& notes,
                                            std::stop_token stop) {
    return inferDeviceMap(ReferenceModel(tree, options.dtypes, options.noSplit), budgets, options,
                          notes, stop);
}

ReferenceResult<InferResult> inferDeviceMap(const ReferenceModel& model,
                                            const ReferenceBudgets& budgets,
                                            const InferOptions& options, ReferenceNotes& notes,
                                            std::stop_token stop) {
    ReferenceLoop loop(model, budgets, options, notes);
    return loop.run(stop);
}

}  // namespace stowage
