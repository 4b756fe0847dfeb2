// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_plan.h"

#include "engine/plan/dispatch_model.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/resolved_map.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace stowage {
namespace {

/// What a subtree's own weights say about its device.
struct Spread {
    std::optional<DeviceId> device;
    bool any = false;
    bool mixed = false;
};

/// Where the weights lie that are owned below the module, or, with `ofOthers`, those that it shares
/// with modules elsewhere.
Spread spreadOf(const PlacementPlan& plan, ModuleId module, bool ofOthers = false) {
    const ModuleTree& tree = *plan.request.tree;
    const ModuleNode& node = tree.node(module);
    Spread spread;
    for (const TensorSpec& tensor : tree.subtreeTensors(module)) {
        const TensorId owner = plan.storageOwners[tensor.storage.index()];
        const ModuleId ownerModule = tree.tensor(owner).module;
        if ((ownerModule < module || ownerModule >= node.subtreeEnd) != ofOthers) {
            continue;
        }
        const auto& device = plan.storageDevices[tensor.storage.index()];
        if (!spread.any) {
            spread.any = true;
            spread.device = device;
        } else if (spread.device != device) {
            spread.mixed = true;
            return spread;
        }
    }
    return spread;
}

bool coversAny(const std::vector<std::pair<std::string, DeviceId>>& modules,
               const std::string& path) {
    return std::ranges::any_of(
        modules, [&path](const auto& entry) { return isAtOrBelow(path, entry.first); });
}

/// Cuts a model into the blocks of the board; one object serves one plan.
class BlockCutter {
public:
    explicit BlockCutter(const PlacementPlan& plan) : m_plan(plan), m_tree(*plan.request.tree) {
        const auto& classes = plan.noSplitClasses();
        m_noSplit.insert(classes.begin(), classes.end());
        m_wholeBefore.resize(m_tree.nodes().size() + 1);
        for (const ModuleNode& node : m_tree.nodes()) {
            m_wholeBefore[node.id.index() + 1] =
                m_wholeBefore[node.id.index()] + (m_noSplit.contains(node.className) ? 1U : 0U);
        }
    }

    /// All blocks in order; nothing is where the map says nothing.
    std::vector<UnplacedBlock> cut() {
        std::vector<ModuleId> stack{ModuleTree::root()};
        while (!stack.empty()) {
            const ModuleId module = stack.back();
            stack.pop_back();
            const BytesByDevice bytes = ownedBytes(m_tree.subtreeTensors(module));
            if (bytes.empty()) {
                continue;
            }
            if (bytes.size() == 1 && keepsWhole(module)) {
                m_blocks.push_back({module, bytes.begin()->first, bytes.begin()->second});
                continue;
            }
            for (const auto& [device, own] : ownedBytes(m_tree.ownTensors(module))) {
                m_blocks.push_back({module, device, own});
            }
            const std::vector<ModuleId> children = m_tree.children(module);
            stack.insert(stack.end(), children.rbegin(), children.rend());
        }
        return std::move(m_blocks);
    }

private:
    using BytesByDevice = std::map<std::optional<DeviceId>, std::uint64_t>;

    /// Bytes of the storages that these tensors own, by device.
    BytesByDevice ownedBytes(std::span<const TensorSpec> tensors) const {
        BytesByDevice bytes;
        for (const TensorSpec& tensor : tensors) {
            const std::size_t storage = tensor.storage.index();
            const auto& device = m_plan.storageDevices[storage];
            const bool owns = &m_tree.tensor(m_plan.storageOwners[storage]) == &tensor;
            const std::uint64_t own = plannedBytes(m_plan, tensor);
            if (owns && own > 0) {
                bytes[device] += own;
            }
        }
        return bytes;
    }

    bool keepsWhole(ModuleId module) const {
        const ModuleNode& node = m_tree.node(module);
        const bool isLeaf = node.subtreeEnd.value == node.id.value + 1;
        if (isLeaf || m_noSplit.contains(node.className)) {
            return true;
        }
        const bool holdsWholeOnes =
            m_wholeBefore[node.subtreeEnd.index()] != m_wholeBefore[node.id.index() + 1];
        return !holdsWholeOnes && module != ModuleTree::root() && !isList(module);
    }

    /// A container whose children are numbered (ModuleList, Sequential): where no class says what
    /// a block is, its elements are.
    bool isList(ModuleId module) const {
        const std::vector<ModuleId> children = m_tree.children(module);
        return children.size() > 1 && std::ranges::all_of(children, [this](ModuleId child) {
                   const std::string& name = m_tree.node(child).name;
                   return std::ranges::all_of(name,
                                              [](unsigned char c) { return std::isdigit(c) != 0; });
               });
    }

    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    std::unordered_set<std::string> m_noSplit;
    /// How many no-split modules stand before a node in preorder.
    std::vector<std::uint32_t> m_wholeBefore;
    std::vector<UnplacedBlock> m_blocks;  ///< `missing` is where each lies
};

bool isInUse(const PlacementPlan& plan, const std::optional<DeviceId>& device) {
    return device && findDevice(plan.request.devices, *device) != nullptr;
}

/// Whether the weights of some storage lie on no device in use: rarely, and quickly told.
bool anyUnplaced(const PlacementPlan& plan) {
    for (std::size_t storage = 0; storage < plan.storageDevices.size();
         storage = plan.storageDevices.endOfRun(storage)) {
        if (!isInUse(plan, plan.storageDevices[storage])) {
            return true;
        }
    }
    return false;
}

/// The map's lowest-numbered GPU that is in the machine with the CPU, else the CPU.
DeviceId lowestOnFirstMachine(const DeviceMap& map, const std::vector<DeviceInfo>& devices) {
    const std::string first = firstMachine(devices);
    for (const DeviceInfo& device : devices) {  // GPUs ascending
        const auto lies = [&device](const DeviceMap::Entry& entry) {
            return entry.second == device.id;
        };
        if (device.id.isGpu() && device.machine == first &&
            std::ranges::any_of(map.entries(), lies)) {
            return device.id;
        }
    }
    return DeviceId::cpu();
}

}  // namespace

StorageDevices::Piece StorageDevices::emptyPiece() {
    Piece piece;
    piece.fill(kNowhere);
    return piece;
}

std::uint32_t StorageDevices::indexOf(Place device) {
    if (!device) {
        return kNowhere;
    }
    const auto found = std::find(m_devices.begin(), m_devices.end(), *device);
    const auto index = static_cast<std::uint32_t>(found - m_devices.begin());
    if (found == m_devices.end()) {
        m_devices.push_back(*device);
    }
    return index;
}

std::size_t StorageDevices::endOfRun(std::size_t storage) const {
    const std::uint32_t index = (*m_pieces[storage / kPieceSize])[storage % kPieceSize];
    while (storage < m_size) {
        const Piece& piece = *m_pieces[storage / kPieceSize];
        const std::size_t first = storage % kPieceSize;
        const std::size_t end = std::min(kPieceSize, m_size - (storage - first));
        for (std::size_t i = first; i < end; ++i) {
            if (piece[i] != index) {
                return storage + (i - first);
            }
        }
        storage += end - first;
    }
    return m_size;
}

void StorageDevices::set(std::size_t storage, Place device) {
    std::shared_ptr<Piece>& piece = m_pieces[storage / kPieceSize];
    if (piece.use_count() > 1) {
        piece = std::make_shared<Piece>(*piece);
    }
    (*piece)[storage % kPieceSize] = indexOf(device);
}

void StorageDevices::resize(std::size_t size) {
    for (std::size_t i = size; i < m_size; ++i) {
        set(i, std::nullopt);
    }
    m_size = size;
    m_pieces.resize((size + kPieceSize - 1) / kPieceSize);
    for (std::shared_ptr<Piece>& piece : m_pieces) {
        if (!piece) {
            piece = std::make_shared<Piece>(emptyPiece());
        }
    }
}

std::vector<DeviceId> StorageDevices::assign(std::span<const std::uint32_t> indices,
                                             std::span<const DeviceId> devices) {
    resize(indices.size());
    std::unordered_map<DeviceId, std::uint32_t> known;
    for (const DeviceId device : m_devices) {
        known.emplace(device, static_cast<std::uint32_t>(known.size()));
    }
    std::vector<std::uint32_t> own;  // by index into `devices`
    for (const DeviceId device : devices) {
        const auto [found, isNew] =
            known.try_emplace(device, static_cast<std::uint32_t>(m_devices.size()));
        if (isNew) {
            m_devices.push_back(device);
        }
        own.push_back(found->second);
    }
    std::vector<bool> isChanged(m_devices.size());
    const auto mark = [&isChanged](std::uint32_t index) {
        if (index != kNowhere) {
            isChanged[index] = true;
        }
    };
    Piece next = emptyPiece();
    for (std::size_t first = 0; first < indices.size(); first += kPieceSize) {
        const std::size_t count = std::min(kPieceSize, indices.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t index = indices[first + i];
            next[i] = index == kNowhere ? kNowhere : own[index];
        }
        std::shared_ptr<Piece>& piece = m_pieces[first / kPieceSize];
        const auto end = next.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::equal(next.begin(), end, piece->begin())) {
            continue;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (next[i] != (*piece)[i]) {
                mark(next[i]);
                mark((*piece)[i]);
            }
        }
        Piece changed = emptyPiece();
        std::copy(next.begin(), end, changed.begin());
        piece = std::make_shared<Piece>(changed);
    }
    std::vector<DeviceId> result;
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        if (isChanged[i]) {
            result.push_back(m_devices[i]);
        }
    }
    return result;
}

bool operator==(const StorageDevices& a, const StorageDevices& b) {
    if (a.m_size != b.m_size) {
        return false;
    }
    for (std::size_t i = 0; i < a.m_size; ++i) {
        if (a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

const char* severityName(Severity severity) {
    return severity == Severity::Error     ? "error"
           : severity == Severity::Warning ? "warning"
                                           : "hint";
}

Message issueText(const PlanIssue& issue) {
    return issue.severity == Severity::Error     ? say("error: %1", issue.text)
           : issue.severity == Severity::Warning ? say("warning: %1", issue.text)
                                                 : say("hint: %1", issue.text);
}

PlanIssue planIssue(Severity severity, std::string code, std::optional<DeviceId> device,
                    double bytes, Message text) {
    return {severity, std::move(code), {}, device, bytes, std::move(text)};
}

const char* verdictName(Verdict verdict) {
    return verdict == Verdict::Undetermined      ? "undetermined"
           : verdict == Verdict::Fits            ? "fits"
           : verdict == Verdict::FitsWithOffload ? "offload"
                                                 : "no";
}

Message missingText(std::span<const MissingFact> missing) {
    std::vector<Message> sentences;
    for (const MissingFact& fact : missing) {
        sentences.push_back(say("Not known: %1. %2", fact.what, fact.remedy));
    }
    return joined(std::move(sentences), " ");
}

double DevicePlacement::overBudget() const {
    return budget ? std::max(0.0, weights - *budget) : 0.0;
}

std::uint64_t DevicePlacement::overCapacity() const {
    if (!device.capacity) {
        return 0;
    }
    const std::uint64_t needed = weightsReserved + device.context + device.usedByOthers;
    return needed - std::min(needed, *device.capacity);
}

const DevicePlacement* PlacementPlan::placement(DeviceId device) const {
    const auto found = std::ranges::find_if(placements, [device](const DevicePlacement& placement) {
        return placement.device.id == device;
    });
    return found == placements.end() ? nullptr : &*found;
}

std::optional<DeviceId> PlacementPlan::deviceOf(ModuleId module) const {
    for (const bool ofOthers : {false, true}) {  // a tied head lies with its embedding
        if (const Spread spread = spreadOf(*this, module, ofOthers); spread.any) {
            return spread.mixed ? std::nullopt : spread.device;
        }
    }
    return map.deviceOf(request.tree->path(module));
}

bool PlacementPlan::isMixed(ModuleId module) const {
    return spreadOf(*this, module).mixed;
}

bool PlacementPlan::wasMovedByHand(ModuleId module) const {
    return coversAny(request.moves, request.tree->path(module));
}

bool PlacementPlan::isPinned(ModuleId module) const {
    return coversAny(request.constraints.pins, request.tree->path(module));
}

DeviceId PlacementPlan::executionDevice() const {
    const auto& asked = request.hooks.mainDevice && hasHooks(map, request.hooks.force)
                            ? request.hooks.mainDevice
                            : request.executionDevice;
    if (!areSeveralMachines(request.devices)) {
        return asked.value_or(mainDeviceOf(map));
    }
    return asked && isOnFirstMachine(request.devices, *asked)
               ? *asked
               : lowestOnFirstMachine(map, request.devices);
}

DeviceId PlacementPlan::executionDeviceOf(const std::string& path) const {
    return computesOnCpu(request.hooks.offloaded, path) ? DeviceId::cpu() : executionDevice();
}

const std::vector<std::string>& PlacementPlan::noSplitClasses() const {
    return noSplitInForce(request);
}

PlacementRequest requestToKeep(const PlacementPlan& plan) {
    PlacementRequest request = plan.request;
    request.proof = plan.strategyResult ? plan.strategyResult->outcome.proof : nullptr;
    return request;
}

std::vector<PlanBlock> planBlocks(const PlacementPlan& plan) {
    std::vector<PlanBlock> blocks;
    for (const UnplacedBlock& block : BlockCutter(plan).cut()) {
        if (isInUse(plan, block.missing)) {
            blocks.push_back({block.module, *block.missing, block.bytes});
        }
    }
    return blocks;
}

std::vector<UnplacedBlock> unplacedBlocks(const PlacementPlan& plan) {
    if (!anyUnplaced(plan)) {
        return {};
    }
    std::vector<UnplacedBlock> blocks = BlockCutter(plan).cut();
    std::erase_if(blocks,
                  [&plan](const UnplacedBlock& block) { return isInUse(plan, block.missing); });
    return blocks;
}

}  // namespace stowage
