// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_plan.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <unordered_set>

namespace stowage {

namespace {

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
        return children.size() > 1 &&
               std::all_of(children.begin(), children.end(), [this](ModuleId child) {
                   const std::string& name = m_tree.node(child).name;
                   return std::all_of(name.begin(), name.end(),
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
    return device && std::any_of(plan.request.devices.begin(), plan.request.devices.end(),
                                 [&](const DeviceInfo& info) { return info.id == *device; });
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

}  // namespace

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
