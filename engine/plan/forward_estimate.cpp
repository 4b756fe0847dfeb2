// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/forward_estimate.h"

#include "engine/device/allocator_model.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

bool isNumber(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Cuts a tree into its units; one object serves one tree.
class UnitCutter {
public:
    explicit UnitCutter(const ModuleTree& tree)
        : m_tree(tree), m_layersBefore(tree.nodes().size() + 1) {
        const auto& classes = tree.noSplitClasses();
        m_classes.insert(classes.begin(), classes.end());
        for (const ModuleNode& node : tree.nodes()) {
            const std::size_t i = node.id.index();
            m_layersBefore[i + 1] = m_layersBefore[i] + (isLayer(node) ? 1U : 0U);
        }
    }

    std::vector<StreamUnit> cut() {
        if (m_layersBefore.back() == 0) {
            for (const ModuleNode& node : m_tree.nodes()) {
                addOwn(node);
            }
            return std::move(m_units);
        }
        std::vector<ModuleId> stack{ModuleTree::root()};
        while (!stack.empty()) {
            const ModuleNode& node = m_tree.node(stack.back());
            stack.pop_back();
            m_isLeading = m_isLeading && !isLayer(node);
            if (isLayer(node) || !holdsLayers(node)) {
                addWhole(node);
            } else {
                addOwn(node);
                const std::vector<ModuleId> children = m_tree.children(node.id);
                stack.insert(stack.end(), children.rbegin(), children.rend());
            }
        }
        return std::move(m_units);
    }

private:
    bool isLayer(const ModuleNode& node) const {
        return node.id != ModuleTree::root() &&
               (m_classes.contains(node.className) || isNumber(node.name));
    }

    bool holdsLayers(const ModuleNode& node) const {
        return m_layersBefore[node.subtreeEnd.index()] != m_layersBefore[node.id.index() + 1];
    }

    void addOwn(const ModuleNode& node) {
        if (node.ownTensorCount > 0) {
            add({node.id, ModuleId{node.id.value + 1}});
        }
    }

    void addWhole(const ModuleNode& node) {
        if (node.subtreeTensorCount > 0) {
            add({node.id, node.subtreeEnd});
        }
    }

    /// All that runs before the first layer is one unit.
    void add(StreamUnit::Range range) {
        const bool joins = m_isLeading && m_layersBefore.back() > 0 && !m_units.empty();
        if (!joins) {
            m_units.emplace_back();
        }
        m_units.back().ranges.push_back(range);
    }

    const ModuleTree& m_tree;
    std::unordered_set<std::string> m_classes;
    std::vector<std::uint32_t> m_layersBefore;  ///< in preorder
    std::vector<StreamUnit> m_units;
    bool m_isLeading = true;
};

using Sizes = std::vector<std::uint64_t>;

/// What travels to one device.
struct Travel {
    std::vector<Sizes> units;  ///< by unit: tensors that are prefetched
    Sizes onDemand;            ///< of the largest module, or group, that comes when it runs
    std::uint64_t onDemandBytes = 0;
    Sizes largest;  ///< of the largest module of all
    Sizes kept;     ///< buffers that stay while their modules lie elsewhere
    OffloadNeed need;
};

using Travels = std::map<DeviceId, Travel>;

/// The memory of a device after all that lies there for good.
class ForwardRoom {
public:
    ForwardRoom(const PlacementPlan& plan, DeviceId device, const Sizes& kept)
        : m_isGpu(device.isGpu()),
          m_weights(plan.placement(device)->weightsReserved),
          m_allocator(plan.placement(device)->device.allocator) {
        const PlanFacts& facts = *plan.strategyResult->facts;
        for (const StorageId storage : m_isGpu ? facts.applyOrder : std::vector<StorageId>()) {
            if (plan.storageDevices[storage.index()] == device) {
                allocateStorage(facts, storage, m_allocator);
            }
        }
        for (const std::uint64_t bytes : kept) {
            take(bytes);
        }
    }

    /// Bytes beside the weights once these tensors lie there too.
    [[nodiscard]] std::uint64_t with(const Sizes& first,
                                     std::span<const Sizes* const> more = {}) const {
        ForwardRoom room = *this;
        for (const std::uint64_t bytes : first) {
            room.take(bytes);
        }
        for (const Sizes* const sizes : more) {
            for (const std::uint64_t bytes : *sizes) {
                room.take(bytes);
            }
        }
        return m_isGpu
                   ? room.m_allocator.reserved() - std::min(room.m_allocator.reserved(), m_weights)
                   : room.m_bytes;
    }

private:
    void take(std::uint64_t bytes) {
        if (m_isGpu) {
            m_allocator.allocate(bytes);
        } else {
            m_bytes += bytes;
        }
    }

    bool m_isGpu;
    std::uint64_t m_weights;
    std::uint64_t m_bytes = 0;
    AllocatorGrowth m_allocator;
};

/// Where an offloaded module runs.
DeviceId offloadedRunsOn(const PlacementPlan& plan, ModuleId module) {
    return plan.executionDeviceOf(plan.request.tree->path(module));
}

/// A buffer that the hooks keep where its module runs, as long as buffers are not offloaded.
bool staysWhereItRuns(const PlacementPlan& plan, const TensorSpec& tensor, DeviceId place) {
    return tensor.kind == TensorKind::Buffer && !plan.request.constraints.offloadBuffers &&
           !place.isGpu() && place != offloadedRunsOn(plan, tensor.module);
}

std::uint64_t bytesOf(const PlacementPlan& plan, const TensorSpec& tensor) {
    return plan.strategyResult->facts->storageBytes[tensor.storage.index()];
}

/// Which tensors the hooks bring, asked in the order of the tree.
class BroughtTensors {
public:
    explicit BroughtTensors(const PlacementPlan& plan)
        : m_plan(plan), m_tree(*plan.request.tree), m_names(m_tree.storageCount()) {
        for (const TensorSpec& tensor : m_tree.tensors()) {
            ++m_names[tensor.storage.index()];
        }
        for (const TensorSpec& tensor : m_tree.tensors()) {
            const auto device =
                m_names[tensor.storage.index()] > 1 ? plan.map.deviceOf(tensor.name) : std::nullopt;
            if (device && device->isGpu()) {
                m_tiedOnGpus.emplace(tensor.storage, *device);
            }
        }
    }

    /// The place from which a tensor is brought to the device on which its module runs; nothing
    /// where it is not: it is there, also under another name, it stays there, as what the root has
    /// itself does whatever the map says of it, or a module around its own has just brought it
    /// (tied_params_map of dispatch_model()).
    std::optional<DeviceId> from(const TensorSpec& tensor, DeviceId runs) {
        const auto place = m_plan.storageDevices[tensor.storage.index()];
        const bool isOfRoot =
            tensor.module == ModuleTree::root() && m_plan.map.exact(tensor.name).has_value();
        const bool isBrought = place && *place != runs && tensor.persistent && !isOfRoot &&
                               bytesOf(m_plan, tensor) > 0 &&
                               !staysWhereItRuns(m_plan, tensor, *place) &&
                               passesOf(m_tree, tensor.module) != PassesOf::None;
        if (!isBrought || m_names[tensor.storage.index()] == 1) {
            return isBrought ? place : std::nullopt;
        }
        const auto [last, isFirst] = m_tied.emplace(tensor.storage, tensor.module);
        const ModuleId around = std::exchange(last->second, tensor.module);
        const bool isInside = !isFirst && tensor.module < m_tree.node(around).subtreeEnd;
        return isInside || m_tiedOnGpus.contains({tensor.storage, runs}) ? std::nullopt : place;
    }

private:
    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    std::vector<std::uint32_t> m_names;  ///< by storage: how many it has
    std::set<std::pair<StorageId, DeviceId>> m_tiedOnGpus;
    std::map<StorageId, ModuleId> m_tied;  ///< the last module that one was asked for
};

/// Follows each module to where it runs, and its weights there.
class TravelList {
public:
    explicit TravelList(const PlacementPlan& plan)
        : m_plan(plan),
          m_tree(*plan.request.tree),
          m_execution(plan.executionDevice()),
          m_units(streamUnits(m_tree)) {
        if (!plan.request.hooks.preloadClasses.empty()) {
            m_groups = ruleHooks(m_tree, plan.map, plan.request.hooks, plan.request.executionDevice)
                           .groups;
        }
        for (const PreloadGroup& group : m_groups) {
            m_grouped.insert(group.tensors.begin(), group.tensors.end());
        }
    }

    Travels make() {
        for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
            for (const StreamUnit::Range& range : m_units[unit].ranges) {
                for (ModuleId module = range.first; module < range.end; ++module.value) {
                    addModule(module, unit);
                }
            }
        }
        addLargestGroup();
        return std::move(m_travels);
    }

private:
    [[nodiscard]] bool comesWithGroup(ModuleId module, DeviceId device,
                                      const TensorSpec& tensor) const {
        return device == m_execution && m_grouped.contains(tensor.name) &&
               offloadedRunsOn(m_plan, module) == m_execution;
    }

    Travel& travelTo(DeviceId device) {
        Travel& travel = m_travels[device];
        travel.need.device = device;
        travel.units.resize(m_units.size());
        return travel;
    }

    void addModule(ModuleId module, std::size_t unit) {
        const DeviceId device = moduleRunsOn(m_plan, module);
        Sizes sizes;
        std::uint64_t sum = 0;
        DeviceId from;
        bool isAhead = true;
        for (const TensorSpec& tensor : m_tree.ownTensors(module)) {
            const auto place = m_plan.storageDevices[tensor.storage.index()];
            const std::uint64_t bytes = bytesOf(m_plan, tensor);
            if (place && tensor.persistent && bytes > 0 &&
                staysWhereItRuns(m_plan, tensor, *place)) {
                travelTo(offloadedRunsOn(m_plan, module)).kept.push_back(bytes);
            } else if (m_brought.from(tensor, device) && !comesWithGroup(module, device, tensor)) {
                sizes.push_back(bytes);
                sum += bytes;
                from = *place;
                isAhead = isAhead && !m_grouped.contains(tensor.name);
            }
        }
        if (sizes.empty()) {
            return;
        }
        const std::string& path = m_tree.path(module);
        bring(device, path, from, sum, std::move(sizes),
              isSingleExpert(path) || !isAhead ? std::nullopt : std::optional(unit));
    }

    /// Ahead with its unit; without one, when it runs.
    void bring(DeviceId device, const std::string& path, DeviceId from, std::uint64_t sum,
               Sizes sizes, std::optional<std::size_t> unit) {
        Travel& travel = travelTo(device);
        if (sum > travel.need.largestBytes) {
            travel.need.largest = path;
            travel.need.largestFrom = from;
            travel.need.largestBytes = sum;
            travel.largest = sizes;
        }
        if (unit) {
            Sizes& ahead = travel.units[*unit];
            ahead.insert(ahead.end(), sizes.begin(), sizes.end());
        } else if (sum > travel.onDemandBytes) {
            travel.onDemandBytes = sum;
            travel.onDemand = std::move(sizes);
        }
    }

    /// Of the modules that come with all below them: the one that brings most.
    void addLargestGroup() {
        BroughtTensors grouped(m_plan);
        const auto brought = [&](const std::string& name) -> std::optional<BroughtTensor> {
            const auto id = m_tree.findTensor(name);
            const TensorSpec* const tensor = id ? &m_tree.tensor(*id) : nullptr;
            const auto place =
                tensor == nullptr ? std::nullopt : grouped.from(*tensor, m_execution);
            const bool comes =
                place && !place->isGpu() && offloadedRunsOn(m_plan, tensor->module) == m_execution;
            return comes ? std::optional(
                               BroughtTensor{tensor->storage.index(), bytesOf(m_plan, *tensor)})
                         : std::nullopt;
        };
        LargestGroup group = largestGroup(m_groups, brought);
        if (group.bytes > 0) {
            const DeviceId from = m_plan.map.deviceOf(group.module).value_or(DeviceId::cpu());
            bring(m_execution, group.module, from, group.bytes, std::move(group.sizes),
                  std::nullopt);
        }
    }

    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    DeviceId m_execution;
    std::vector<StreamUnit> m_units;
    BroughtTensors m_brought{m_plan};
    std::vector<PreloadGroup> m_groups;
    std::set<std::string> m_grouped;  ///< names of their tensors
    Travels m_travels;
};

/// What a window takes on a device at most.
std::uint64_t needOf(const Travel& travel, const ForwardRoom& room, unsigned window) {
    if (window == 0) {
        return room.with(travel.largest);
    }
    const std::size_t count = travel.units.size();
    const std::size_t width = std::min<std::size_t>(std::size_t{window} + 1, count);
    std::uint64_t most = 0;
    // A row of all units is the same wherever it begins.
    for (std::size_t begin = 0; begin < (width == count ? 1 : count); ++begin) {
        std::vector<const Sizes*> row;
        for (std::size_t i = 0; i < width; ++i) {
            row.push_back(&travel.units[(begin + i) % count]);
        }
        most = std::max(most, room.with(travel.onDemand, row));
    }
    return most;
}

/// The largest window of 1 to `most` that a device has room for; 0 where there is none. The wider
/// a window, the more it takes, until it takes all units in.
unsigned widestOn(const Travel& travel, const ForwardRoom& room, unsigned most) {
    const auto units = static_cast<unsigned>(travel.units.size());
    const unsigned all = std::max(units, 2U) - 1;
    unsigned fits = 0;
    unsigned tooWide = std::min(most, all) + 1;
    for (unsigned next = tooWide - 1; next > fits; next = fits + (tooWide - fits) / 2) {
        (needOf(travel, room, next) <= *travel.need.room ? fits : tooWide) = next;
    }
    return fits == all ? most : fits;
}

/// Most plans: there is nothing to follow.
bool allLieWhereTheyRun(const PlacementPlan& plan) {
    return std::ranges::all_of(plan.placements, [&plan](const DevicePlacement& placement) {
        return placement.weights <= 0 || placement.device.id == plan.executionDevice();
    });
}

}  // namespace

DeviceId moduleRunsOn(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    for (const TensorSpec& tensor : tree.ownTensors(module)) {
        if (const auto place = plan.storageDevices[tensor.storage.index()];
            place && place->isGpu()) {
            return *place;
        }
    }
    return plan.executionDeviceOf(tree.path(module));
}

DeviceId layerRunsOn(const PlacementPlan& plan, ModuleId layer) {
    const ModuleTree& tree = *plan.request.tree;
    const auto device = plan.deviceOf(layer);
    if (device && device->isGpu()) {
        return *device;
    }
    if (!computesSome(plan.request.hooks.offloaded, tree.path(layer))) {
        return plan.executionDevice();
    }
    for (const TensorSpec& tensor : tree.subtreeTensors(layer)) {
        if (const DeviceId runs = moduleRunsOn(plan, tensor.module); runs.isGpu()) {
            return runs;
        }
    }
    return DeviceId::cpu();
}

bool isCrossAttention(std::string_view path) {
    return std::ranges::any_of(
        std::array{"encoder_attn", "crossattention", "EncDecAttention", "cross_attn"},
        [path](std::string_view name) { return path.find(name) != std::string_view::npos; });
}

PassesOf passesOf(const ModuleTree& tree, ModuleId module) {
    // Keys and values of what the encoder gave are kept from the first pass on.
    constexpr std::array<std::string_view, 7> kKept{"k_proj", "v_proj", "k",     "v",
                                                    "key",    "value",  "c_attn"};
    if (std::ranges::find(kKept, tree.node(module).name) != kKept.end() &&
        isCrossAttention(tree.path(module))) {
        return PassesOf::First;
    }
    for (ModuleId above = tree.node(module).parent; above.isValid();
         module = above, above = tree.node(above).parent) {
        const std::string& name = tree.node(module).name;
        if ((name == "encoder" || name == "shared") &&
            std::ranges::any_of(tree.children(above), [&tree](ModuleId child) {
                return tree.node(child).name == "decoder";
            })) {
            return name == "encoder" ? PassesOf::First : PassesOf::None;
        }
    }
    return PassesOf::All;
}

std::vector<BroughtModule> broughtModules(const PlacementPlan& plan) {
    std::vector<BroughtModule> brought;
    if (plan.strategyResult == nullptr || allLieWhereTheyRun(plan)) {
        return brought;
    }
    const ModuleTree& tree = *plan.request.tree;
    BroughtTensors tensors(plan);
    for (const ModuleNode& node : tree.nodes()) {
        if (node.ownTensorCount == 0) {
            continue;
        }
        const DeviceId runs = moduleRunsOn(plan, node.id);
        std::map<DeviceId, std::uint64_t> bytes;
        for (const TensorSpec& tensor : tree.ownTensors(node.id)) {
            if (const auto from = tensors.from(tensor, runs)) {
                bytes[*from] += bytesOf(plan, tensor);
            }
        }
        for (const auto& [from, sum] : bytes) {
            brought.push_back({node.id, from, runs, sum, passesOf(tree, node.id)});
        }
    }
    return brought;
}

BroughtBytes bytesBrought(const PlacementPlan& plan, DeviceId from, DeviceId to) {
    BroughtBytes bytes;
    for (const BroughtModule& module : broughtModules(plan)) {
        if (module.from == from && module.to == to) {
            bytes.first += module.bytes;
            bytes.later += module.passes == PassesOf::All ? module.bytes : 0;
        }
    }
    return bytes;
}

bool weightsTravel(const PlacementPlan& plan) {
    return !broughtModules(plan).empty();
}

std::vector<StreamUnit> streamUnits(const ModuleTree& tree) {
    return UnitCutter(tree).cut();
}

bool isSingleExpert(const std::string& path) {
    constexpr std::string_view kExperts = ".experts.";
    const std::size_t found = path.find(kExperts);
    if (found == std::string::npos) {
        return false;
    }
    std::string_view rest = std::string_view(path).substr(found + kExperts.size());
    constexpr std::string_view kNamed = "expert_";  // Switch Transformers'
    rest.remove_prefix(rest.starts_with(kNamed) ? kNamed.size() : 0);
    return isNumber(rest.substr(0, rest.find('.')));
}

OffloadWindow offloadWindow(const PlacementPlan& plan, unsigned asked) {
    OffloadWindow offload;
    if (plan.strategyResult == nullptr || allLieWhereTheyRun(plan)) {
        return offload;
    }
    Travels travels = TravelList(plan).make();
    std::erase_if(travels,
                  [&](const auto& entry) { return plan.placement(entry.first) == nullptr; });
    std::vector<ForwardRoom> rooms;
    unsigned widest = asked;
    for (auto& [device, travel] : travels) {
        const DevicePlacement& placement = *plan.placement(device);
        if (const auto free = placement.device.freeBytes()) {
            travel.need.room = *free - std::min(*free, placement.weightsReserved);
        }
        rooms.emplace_back(plan, device, travel.kept);
        const unsigned here = travel.need.room ? widestOn(travel, rooms.back(), widest) : widest;
        if (here < widest) {
            offload.limitedBy = device;
            widest = here;
        }
    }
    bool fits = !travels.empty();
    auto room = rooms.begin();
    for (auto& [device, travel] : travels) {
        travel.need.bytes = needOf(travel, *room++, widest);
        fits = fits && travel.need.missing() == 0 && plan.placement(device)->overCapacity() == 0;
        offload.needs.push_back(std::move(travel.need));
    }
    offload.window = fits ? std::optional(widest) : std::nullopt;
    return offload;
}

}  // namespace stowage
