// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/infer_device_map.h"

#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/accelerate/modules_to_treat.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace stowage {

namespace {

/// One device of max_memory while infer_auto_device_map fills it. Bytes.
struct FilledDevice {
    DeviceKey key;
    std::optional<PythonNumber> budget;  ///< nothing: the disk
    bool isMain = false;                 ///< keeps room for the largest layer
    PythonNumber used{};
    PythonNumber buffers{};
    std::optional<PythonNumber> minimum{};  ///< what its first module would have needed
    std::optional<PythonNumber> reserve{};  ///< the last one kept here
};

/// The devices of max_memory in the order in which infer_auto_device_map fills them, and "disk"
/// behind them where it is not named (docs/spec/placement.md §7).
class FilledDevices {
public:
    explicit FilledDevices(const MaxMemory& budgets);

    /// The one whose turn it is; the disk takes all, so that there is one.
    [[nodiscard]] FilledDevice& current() { return m_devices[m_current]; }
    [[nodiscard]] const FilledDevice& current() const { return m_devices[m_current]; }
    [[nodiscard]] std::size_t currentIndex() const { return m_current; }
    void goToNext() { ++m_current; }
    /// Adds to what is used there; nothing happens where it has no budget.
    void charge(const DeviceKey& key, PythonNumber size);

    /// In order.
    [[nodiscard]] std::vector<DeviceKey> keys() const;
    /// The reserves of main devices when the planner last looked at them.
    [[nodiscard]] std::vector<std::pair<DeviceKey, PythonNumber>> reserves() const;
    /// What Accelerate says at the end: of buffers that fit no GPU, and of devices that stayed
    /// empty.
    void noteLeftovers(AccelerateNotes& notes) const;

private:
    std::vector<FilledDevice> m_devices;
    std::size_t m_current = 0;
};

FilledDevices::FilledDevices(const MaxMemory& budgets) {
    for (const auto& [key, bytes] : budgets) {
        const bool isDisk = key.kind == DeviceKey::Kind::Disk;
        m_devices.push_back({key, isDisk ? std::nullopt : std::optional(bytes)});
    }
    const auto has = [this](DeviceKey::Kind kind) {
        return std::ranges::find_if(
            m_devices, [kind](const FilledDevice& device) { return device.key.kind == kind; });
    };
    if (has(DeviceKey::Kind::Disk) == m_devices.end()) {
        m_devices.push_back({DeviceKey::fromText("disk"), std::nullopt});
    }
    if (const auto mps = has(DeviceKey::Kind::Mps); mps != m_devices.end()) {
        mps->isMain = true;
        return;
    }
    if (m_devices.front().key.isAccelerator()) {
        m_devices.front().isMain = true;
    }
    if (const auto cpu = has(DeviceKey::Kind::Cpu); cpu != m_devices.end()) {
        cpu->isMain = true;
    }
}

void FilledDevices::charge(const DeviceKey& key, PythonNumber size) {
    for (FilledDevice& device : m_devices) {
        if (device.key == key) {
            device.used += size;
        }
    }
}

std::vector<DeviceKey> FilledDevices::keys() const {
    std::vector<DeviceKey> keys;
    for (const FilledDevice& device : m_devices) {
        keys.push_back(device.key);
    }
    return keys;
}

std::vector<std::pair<DeviceKey, PythonNumber>> FilledDevices::reserves() const {
    std::vector<std::pair<DeviceKey, PythonNumber>> reserves;
    for (const FilledDevice& device : m_devices) {
        if (device.reserve) {
            reserves.emplace_back(device.key, *device.reserve);
        }
    }
    return reserves;
}

void FilledDevices::noteLeftovers(AccelerateNotes& notes) const {
    PythonNumber buffers;
    bool anyAccelerator = false;
    for (const FilledDevice& device : m_devices) {
        if (device.key.isAccelerator()) {
            anyAccelerator = true;
        } else {
            buffers += device.buffers;
        }
    }
    const bool fitsSomewhere =
        std::ranges::any_of(m_devices, [&buffers](const FilledDevice& device) {
            return device.key.isAccelerator() &&
                   device.budget->value >= (buffers + device.used).value;
        });
    if (buffers.value > 0 && anyAccelerator && !fitsSomewhere) {
        notes.warnings.push_back(
            "Current model requires " + buffers.text() +
            " bytes of buffer for offloaded layers, which seems does not fit any GPU's "
            "remaining memory. If you are experiencing a OOM later, please consider using "
            "offload_buffers=True.");
        notes.notices.push_back(
            {AccelerateNotice::Kind::BuffersMayNotFit, {}, buffers.value, notes.warnings.back()});
    }
    std::string minima;
    for (const FilledDevice& device : m_devices) {
        if (device.minimum) {
            minima +=
                "  - " + device.key.text() + ": " + device.minimum->text() + " bytes required\n";
        }
    }
    if (!minima.empty()) {
        notes.info(
            "Based on the current allocation process, no modules could be assigned to the "
            "following devices due to insufficient memory:\n" +
            minima +
            "These minimum requirements are specific to this allocation attempt and may vary. "
            "Consider increasing the available memory for these devices to at least the "
            "specified minimum, or adjusting the model config.");
    }
}

constexpr std::size_t kStepsBetweenStopChecks = 256;

/// The loop of infer_auto_device_map with its state; one object runs once.
class InferLoop {
public:
    InferLoop(const AccelerateModel& model, const MaxMemory& budgets, const InferOptions& options,
              AccelerateNotes& notes)
        : m_model(model),
          m_tree(model.tree()),
          m_options(options),
          m_isTransformers(model.dtypes().rules == PlannerRules::Transformers),
          m_tied(tiedTensorsOf(model.dtypes().rules)),
          m_notes(notes),
          m_sizes(model.sizes()),
          m_ties(model.ties()),
          m_whole(model.whole()),
          m_todo(m_tree, rootItems(m_tree, m_tied), m_tied, m_sizes, m_whole, model.largestBelow()),
          m_devices(budgets),
          m_slots(m_tree),
          m_placeInMap(m_slots.count()),
          m_pinnedStorages(m_tree.storageCount()) {
        m_result.trace.devices = m_devices.keys();
        applyPins();
        m_todo.startReserve();
    }

    PythonResult<InferResult> run(std::stop_token stop) {
        for (std::size_t step = 1; !m_todo.list().empty(); ++step) {
            if (step % kStepsBetweenStopChecks == 0 && stop.stop_requested()) {
                m_result.cancelled = true;
                return std::move(m_result);
            }
            if (const auto failure = treatNext()) {
                return *failure;
            }
        }
        m_devices.noteLeftovers(m_notes);
        InferResult result = finish();
        if (m_isTransformers) {
            if (const auto failure =
                    checkTiedOnSameDevice(m_tree, m_ties.groups(), result.map, m_notes)) {
                return *failure;
            }
        }
        return result;
    }

private:
    /// The entry under treatment.
    struct Current {
        TreeItem item;
        PythonNumber size;
        TieIndex::Relevant ties;
        PythonNumber sizeWithTies{};
        std::vector<TreeItem> partners{};   ///< may hold one several times
        std::optional<PythonNumber> cap{};  ///< nothing: no limit
        PythonNumber reserved{};
        [[nodiscard]] PythonNumber left(PythonNumber used) const { return *cap - used; }
    };
    struct Ties {
        PythonNumber size;
        std::vector<TreeItem> partners;
    };

    std::optional<PythonException> treatNext() {
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
        if (!current.ties.outside.empty() && isWithin(std::less_equal<>()) &&
            splitPartner(current)) {
            return std::nullopt;
        }
        // transformers splits whatever does not fit with its ties, even where it would fit alone.
        if ((m_isTransformers || isWithin(std::greater_equal<>())) && splitItself(current)) {
            return std::nullopt;
        }
        if (device().used.value == 0 && m_options.fallbackAllocation) {
            const auto fallback = tryFallback(current);
            if (const auto* const failure = failureOf(fallback)) {
                return *failure;
            }
            if (std::get<bool>(fallback)) {
                return std::nullopt;
            }
        }
        goToNextDevice(current);
        return std::nullopt;
    }

    PythonResult<Current> takeNext() {
        Current current;
        current.item = m_todo.popFront();
        say([&] { return "\nTreating module " + name(current.item) + "."; });
        current.size = m_sizes.of(current.item);
        current.ties = m_ties.relevantTo(name(current.item));
        sayTies(current);
        current.cap = device().budget;
        if (device().isMain) {
            *current.cap -= m_todo.reserve();
            current.reserved = m_todo.reserve();
            device().reserve = m_todo.reserve();
        }
        auto ties = sizeWithTies(current.ties.outside, current.size, m_todo.list());
        if (const auto* const failure = failureOf(ties)) {
            return *failure;
        }
        current.sizeWithTies = std::get<Ties>(ties).size;
        current.partners = std::move(std::get<Ties>(ties).partners);
        return current;
    }

    PythonResult<Ties> sizeWithTies(const std::vector<TensorId>& outside, PythonNumber size,
                                    const ModulesToTreat& todo) const {
        Ties ties{size, {}};
        for (const TensorId tensor : outside) {
            if (m_pinnedStorages[m_tree.tensor(tensor).storage.index()]) {
                continue;  // lies on its pin's device already; Accelerate knows no pins
            }
            const auto entry = todo.entryAround(tensor);
            if (!entry) {
                return PythonException{"IndexError", "list index out of range",
                                       m_tree.tensor(tensor).name};
            }
            const TreeItem partner = TreeItem::of(*entry);
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

    bool fits(const Current& current) const {
        return !current.cap || (device().used + current.sizeWithTies).value <= current.cap->value;
    }

    void put(const Current& current) {
        say([&] {
            std::string line = "Putting " + name(current.item);
            line += current.partners.empty() ? " (size=" + current.size.text() + ")"
                                             : " and " + names(current.partners);
            if (current.cap) {
                line += " (available=" + current.left(device().used).text() + ")";
            }
            return line + " on " + device().key.text() + ".";
        });
        record(InferStep::Kind::Placed, current, current.partners);
        device().used += current.sizeWithTies;
        assign(current.item, m_devices.currentIndex());
        for (const TreeItem partner : current.partners) {
            m_todo.remove(partner);
            assign(partner, m_devices.currentIndex());
        }
        // Only what lies off the accelerators is asked for later.
        if (!m_options.offloadBuffers && !current.item.isTensor && !device().key.isAccelerator()) {
            if (!m_bufferTotals) {
                m_bufferTotals.emplace(m_tree, m_model.dtypes());
            }
            device().buffers += m_bufferTotals->of(current.item.module());
        }
    }

    bool canSplit(TreeItem item) const { return !isLayer(m_tree, item, m_whole); }

    bool splitPartner(const Current& current) {
        say([&] {
            return "Not enough space on " + device().key.text() + " to put " + name(current.item) +
                   " and " + names(current.partners) + " (space available " +
                   current.left(device().used).text() + ", needed size " +
                   current.sizeWithTies.text() + ").";
        });
        for (const TreeItem partner : current.partners) {
            if (!canSplit(partner)) {
                continue;
            }
            say([&] { return "Splitting " + name(partner) + "."; });
            record(InferStep::Kind::SplitPartner, current, std::span(&partner, 1));
            m_todo.split(partner);
            m_todo.pushFront({current.item});
            m_todo.refreshReserve();
            return true;
        }
        say([] {
            return std::string("None of the tied module can be split, going to the next device.");
        });
        return false;
    }

    bool splitItself(const Current& current) {
        say([&] {
            return "Not enough space on " + device().key.text() + " to put " + name(current.item) +
                   " (space available " + current.left(device().used).text() + ", module size " +
                   current.size.text() + ").";
        });
        if (!canSplit(current.item)) {
            say([] {
                return std::string("This module cannot be split, going to the next device.");
            });
            return false;
        }
        say([&] { return "Splitting " + name(current.item) + "."; });
        record(InferStep::Kind::Split, current, {});
        m_todo.pushFront(splitItems(m_tree, current.item.module(), m_tied));
        m_todo.refreshReserve();
        return true;
    }

    void goToNextDevice(const Current& current) {
        record(InferStep::Kind::NextDevice, current, current.partners);
        if (device().used.value == 0) {
            device().minimum = current.sizeWithTies + current.reserved;
        }
        device().used += current.reserved;
        m_devices.goToNext();
        m_todo.pushFront({current.item});
    }

    InferResult finish() {
        m_result.reserves = m_devices.reserves();
        // A tensor's own name with a dot makes levels that the tree does not have.
        const bool isAlongTree = std::ranges::none_of(m_placed, [this](const PlacedItem& entry) {
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

    // What the steps of the loop share: the map and the messages.

    std::size_t deviceIndex(const DeviceKey& key) {
        std::vector<DeviceKey>& devices = m_result.trace.devices;
        const auto found = std::find(devices.begin(), devices.end(), key);
        if (found != devices.end()) {
            return static_cast<std::size_t>(found - devices.begin());
        }
        devices.push_back(key);  // a pin's device need not have a budget
        return devices.size() - 1;
    }

    void assign(TreeItem item, std::size_t device) {
        std::uint32_t& place = m_placeInMap[m_slots.of(item)];
        const auto index = static_cast<std::uint32_t>(device);
        if (place == 0) {
            m_placed.push_back({item, index});
            place = static_cast<std::uint32_t>(m_placed.size());
        } else {
            m_placed[place - 1].device = index;
        }
    }

    void record(InferStep::Kind kind, const Current& current, std::span<const TreeItem> partners) {
        InferTrace& trace = m_result.trace;
        InferStep step;
        step.kind = kind;
        step.item = current.item;
        step.device = static_cast<std::uint32_t>(m_devices.currentIndex());
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

    std::string names(const std::vector<TreeItem>& items) const {
        std::string list = "[";
        for (const TreeItem item : items) {
            list += (list.size() > 1 ? ", '" : "'") + itemName(m_tree, item) + "'";
        }
        return list + "]";
    }

    void sayTies(const Current& current) {
        if (!m_notes.verbose || current.ties.groups.empty()) {
            return;
        }
        const auto asItems = [](const std::vector<TensorId>& tensors) {
            std::vector<TreeItem> items;
            for (const TensorId tensor : tensors) {
                items.push_back(TreeItem::of(tensor));
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

    // fallback_allocate (docs/spec/placement.md §7.4) and our pins: both take modules out of the
    // middle of the to-do list.

    PythonResult<bool> tryFallback(const Current& current) {
        const PythonNumber kept = pythonMax(m_todo.reserve(), current.sizeWithTies);
        const PythonNumber limit = *device().budget - kept - device().used;
        if (limit.isFloat) {
            return PythonException{"AttributeError", "'float' object has no attribute 'upper'"};
        }
        if (limit.value < 0) {
            return false;
        }
        const auto searched = searchFallback(limit);
        if (const auto* const failure = failureOf(searched)) {
            return *failure;
        }
        const auto& item = std::get<std::optional<TreeItem>>(searched);
        if (!item) {
            return false;
        }
        record(InferStep::Kind::Fallback, current, std::span(&*item, 1));
        m_todo.openDownTo(*item, ReservingList::Opening::AsSplit);
        m_todo.remove(*item);
        m_todo.pushFront({*item, current.item});
        return true;
    }

    PythonResult<std::optional<TreeItem>> searchFallback(PythonNumber limit) const {
        ModulesToTreat search(m_todo.list());
        while (!search.empty()) {
            const TreeItem item = search.popFront();
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
        return std::optional<TreeItem>();
    }

    void applyPins() {
        auto pins = m_options.pins;
        // The innermost pins first: what is left of an outer module then goes with its own pin.
        std::ranges::stable_sort(pins,
                                 [](const auto& a, const auto& b) { return b.first < a.first; });
        for (const auto& [module, device] : pins) {
            pin(module, device);
        }
        if (!pins.empty()) {
            pinPartners();
        }
    }

    void pin(ModuleId module, const DeviceKey& device) {
        m_todo.openDownTo(TreeItem::of(module), ReservingList::Opening::WithBuffers);
        const ModuleId end = m_tree.node(module).subtreeEnd;
        std::vector<TreeItem> taken;
        for (const TreeItem item : m_todo.list().items()) {
            const ModuleId owner =
                item.isTensor ? m_tree.tensor(item.tensor()).module : item.module();
            if (owner >= module && owner < end) {
                taken.push_back(item);
            }
        }
        const std::size_t index = deviceIndex(device);
        PythonNumber size;
        for (const TreeItem item : taken) {
            size += m_sizes.of(item);
            m_todo.remove(item);
            assign(item, index);
        }
        for (const TensorSpec& tensor : m_tree.subtreeTensors(module)) {
            m_pinnedStorages[tensor.storage.index()] = true;
        }
        m_devices.charge(device, size);
        InferStep step;
        step.kind = InferStep::Kind::Pinned;
        step.item = TreeItem::of(module);
        step.device = static_cast<std::uint32_t>(index);
        step.needed = size.value;
        m_result.trace.steps.push_back(step);
    }

    void pinPartners() {
        std::vector<std::pair<ModuleId, DeviceKey>> partners;
        for (const std::vector<TensorId>& group : m_ties.groups()) {
            if (!m_pinnedStorages[m_tree.tensor(group.front()).storage.index()]) {
                continue;
            }
            std::optional<DeviceKey> device;
            for (const auto& [module, key] : m_options.pins) {
                const ModuleNode& node = m_tree.node(module);
                const bool holds = std::ranges::any_of(group, [&](TensorId member) {
                    const ModuleId owner = m_tree.tensor(member).module;
                    return owner >= module && owner < node.subtreeEnd;
                });
                if (holds && !device) {
                    device = key;
                }
            }
            for (const TensorId member : group) {
                const auto own = m_tree.subtreeTensors(m_tree.tensor(member).module);
                const bool nothingElse = std::ranges::all_of(own, [this](const auto& spec) {
                    return m_pinnedStorages[spec.storage.index()];
                });
                if (device && nothingElse && m_todo.list().entryAround(member)) {
                    partners.emplace_back(m_tree.tensor(member).module, *device);
                }
            }
        }
        for (const auto& [module, device] : partners) {
            pin(module, device);
        }
    }

    /// `line` makes the text, which only a verbose run wants.
    template <class Line>
    void say(Line line) {
        if (m_notes.verbose) {
            *m_notes.verbose += line() + "\n";
        }
    }
    [[nodiscard]] const std::string& name(TreeItem item) const { return itemName(m_tree, item); }

    FilledDevice& device() { return m_devices.current(); }
    [[nodiscard]] const FilledDevice& device() const { return m_devices.current(); }

    const AccelerateModel& m_model;
    const ModuleTree& m_tree;
    const InferOptions& m_options;
    const bool m_isTransformers;
    const TiedTensors m_tied;
    AccelerateNotes& m_notes;
    const ModuleSizes& m_sizes;
    const TieIndex& m_ties;
    const WholeModules& m_whole;
    ReservingList m_todo;
    FilledDevices m_devices;
    std::optional<BufferTotals> m_bufferTotals;  ///< made when first asked for
    ItemSlots m_slots;
    std::vector<PlacedItem> m_placed;         ///< the map, devices by their index in the trace
    std::vector<std::uint32_t> m_placeInMap;  ///< by slot: 1 + index in m_placed; 0 for none
    std::vector<bool> m_pinnedStorages;
    InferResult m_result;
};

}  // namespace

AccelerateModel::AccelerateModel(const ModuleTree& tree, AccelerateDtypes dtypes,
                                 const std::vector<std::string>& noSplit)
    : m_tree(tree),
      m_dtypes(std::move(dtypes)),
      m_sizes(tree, m_dtypes),
      m_ties(tree, m_dtypes.rules == PlannerRules::Transformers ? declaredTies(tree)
                                                                : findTiedParameters(tree)),
      m_whole(tree, noSplit),
      m_largestBelow(largestLayerBelow(tree, m_sizes, m_whole)) {}

PythonResult<InferResult> inferDeviceMap(const ModuleTree& tree, const MaxMemory& budgets,
                                         const InferOptions& options, AccelerateNotes& notes,
                                         std::stop_token stop) {
    return inferDeviceMap(AccelerateModel(tree, options.dtypes, options.noSplit), budgets, options,
                          notes, stop);
}

PythonResult<InferResult> inferDeviceMap(const AccelerateModel& model, const MaxMemory& budgets,
                                         const InferOptions& options, AccelerateNotes& notes,
                                         std::stop_token stop) {
    InferLoop loop(model, budgets, options, notes);
    return loop.run(stop);
}

}  // namespace stowage
