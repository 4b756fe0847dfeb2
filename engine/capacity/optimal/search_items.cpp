// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/search_items.h"

#include "engine/capacity/block_shapes.h"
#include "engine/device/allocator_model.h"
#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/resolved_map.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kAllocatorBlock = 512;

/// Cuts one tree into items; one object serves one request.
class ItemCutter {
public:
    ItemCutter(const PlacementRequest& request, const PlanFacts& facts)
        : m_request(request),
          m_facts(facts),
          m_tree(*request.tree),
          m_noSplit(facts.noSplit.begin(), facts.noSplit.end()) {
        for (const StreamUnit& unit : streamUnits(m_tree)) {
            const ModuleNode& node = m_tree.node(unit.ranges.front().first);
            if (unit.ranges.size() == 1 && unit.ranges.front().end == node.subtreeEnd) {
                m_layers.insert(node.id);
            }
        }
    }

    SearchItems cut() {
        walk(ModuleTree::root());
        joinTied();
        return finish();
    }

private:
    /// A module with all below it, or one tensor of a module that is cut.
    struct Atom {
        ModuleId module;
        std::optional<TensorId> tensor{};
    };

    void walk(ModuleId module) {
        const ModuleNode& node = m_tree.node(module);
        const std::vector<ModuleId> children = m_tree.children(module);
        const bool isWhole =
            module != ModuleTree::root() &&
            (m_noSplit.contains(node.className) || m_layers.contains(module) || children.empty());
        if (isWhole) {
            if (node.subtreeTensorCount > 0) {
                m_atoms.push_back({module});
            }
            return;
        }
        for (std::uint32_t i = 0; i < node.ownTensorCount; ++i) {
            m_atoms.push_back({module, TensorId{node.firstTensor.value + i}});
        }
        for (const ModuleId child : children) {
            walk(child);
        }
    }

    [[nodiscard]] std::span<const TensorSpec> tensorsOf(const Atom& atom) const {
        return atom.tensor ? m_tree.tensors().subspan(atom.tensor->index(), 1)
                           : m_tree.subtreeTensors(atom.module);
    }

    [[nodiscard]] std::size_t rootOf(std::size_t atom) {
        while (m_group[atom] != atom) {
            atom = m_group[atom] = m_group[m_group[atom]];
        }
        return atom;
    }

    void join(std::size_t a, std::size_t b) {
        const std::size_t first = std::min(rootOf(a), rootOf(b));
        m_group[rootOf(a)] = first;
        m_group[rootOf(b)] = first;
    }

    /// Items that share a tensor lie together, and those that are welded.
    void joinTied() {
        m_group.resize(m_atoms.size());
        std::iota(m_group.begin(), m_group.end(), std::size_t{0});
        std::vector<std::optional<std::size_t>> holder(m_tree.storageCount());
        std::vector<std::optional<std::size_t>> atomOf(m_tree.nodes().size());
        for (std::size_t atom = 0; atom < m_atoms.size(); ++atom) {
            for (const TensorSpec& tensor : tensorsOf(m_atoms[atom])) {
                auto& first = holder[tensor.storage.index()];
                join(first.value_or(atom), atom);
                first = first.value_or(atom);
                atomOf[tensor.module.index()] = atom;
            }
        }
        for (const std::vector<ModuleId>& group : m_tree.weldedGroups()) {
            std::optional<std::size_t> first;
            for (const ModuleId module : group) {
                const ModuleNode& node = m_tree.node(module);
                for (std::size_t i = node.id.index(); i < node.subtreeEnd.index(); ++i) {
                    if (atomOf[i]) {
                        first = first.value_or(*atomOf[i]);
                        join(*first, *atomOf[i]);
                    }
                }
            }
        }
    }

    /// Where the last pin that holds a tensor puts it.
    [[nodiscard]] std::optional<DeviceId> pinOf(const std::string& name) const {
        std::optional<DeviceId> device;
        for (const auto& [path, place] : m_request.constraints.pins) {
            device = isAtOrBelow(name, path) ? std::optional(place) : device;
        }
        return device;
    }

    SearchItems finish() {
        SearchItems result;
        std::vector<std::optional<std::size_t>> itemOf(m_atoms.size());
        std::map<DeviceId, std::uint64_t> pinned;
        m_seen.assign(m_tree.storageCount(), false);
        for (std::size_t atom = 0; atom < m_atoms.size(); ++atom) {
            auto& item = itemOf[rootOf(atom)];
            if (!item) {
                item = result.items.size();
                result.items.emplace_back();
                result.items.back().parts.resize(4);
            }
            add(m_atoms[atom], result.items[*item], pinned);
        }
        std::erase_if(result.items, [](const SearchItem& item) { return item.whole.bytes == 0; });
        result.pinnedBytes.assign(pinned.begin(), pinned.end());
        return result;
    }

    void add(const Atom& atom, SearchItem& item, std::map<DeviceId, std::uint64_t>& pinned) {
        const std::string path =
            atom.tensor ? m_tree.tensor(*atom.tensor).name : m_tree.path(atom.module);
        const std::optional<DeviceId> whole = pinOf(path);
        item.pinnedTo = item.pinnedTo ? item.pinnedTo : whole;
        item.whole.paths.push_back(path);
        ModuleId before;
        std::uint64_t ofModule = 0;
        for (const TensorSpec& tensor : tensorsOf(atom)) {
            if (m_seen[tensor.storage.index()]) {
                continue;
            }
            m_seen[tensor.storage.index()] = true;
            const std::uint64_t bytes = m_facts.storageBytes[tensor.storage.index()];
            const std::uint64_t rounded =
                (bytes + kAllocatorBlock - 1) / kAllocatorBlock * kAllocatorBlock;
            if (const auto apart = pinOf(tensor.name); apart && !whole) {
                pinned[*apart] += rounded;
                continue;
            }
            item.whole.bytes += bytes;
            item.whole.roundedBytes += rounded;
            ofModule = tensor.module == before ? ofModule + bytes : bytes;
            before = tensor.module;
            item.whole.largestModule = std::max(item.whole.largestModule, ofModule);
        }
        if (m_layers.contains(atom.module) && !atom.tensor && !whole &&
            !m_noSplit.contains(m_tree.node(atom.module).className)) {
            addParts(atom.module, item);
        }
    }

    /// The outermost modules of a block all of whose tensors belong to one part of it.
    void addParts(ModuleId block, SearchItem& item) {
        const std::size_t skip = m_tree.path(block).size() + 1;
        std::vector<ModuleId> stack{block};
        while (!stack.empty()) {
            const ModuleId module = stack.back();
            stack.pop_back();
            const auto tensors = m_tree.subtreeTensors(module);
            std::set<BlockPart> kinds;
            for (const TensorSpec& tensor : tensors) {
                const bool isNorm = tensor.name.find("norm") != std::string::npos ||
                                    tensor.name.find(".ln_") != std::string::npos;
                if (!isNorm) {
                    kinds.insert(blockPartOf(std::string_view(tensor.name).substr(skip)));
                }
            }
            if (kinds.size() == 1 && module != block) {
                const ItemPart part = *kinds.begin() == BlockPart::Attention ? ItemPart::Attention
                                      : *kinds.begin() == BlockPart::Experts
                                          ? ItemPart::Experts
                                          : ItemPart::FeedForward;
                addPart(module, tensors, item.parts[static_cast<std::size_t>(part)]);
                continue;
            }
            const std::vector<ModuleId> children = m_tree.children(module);
            stack.insert(stack.end(), children.rbegin(), children.rend());
        }
    }

    void addPart(ModuleId module, std::span<const TensorSpec> tensors,
                 SearchItem::Content& content) const {
        content.paths.push_back(m_tree.path(module));
        ModuleId before;
        std::uint64_t ofModule = 0;
        for (const TensorSpec& tensor : tensors) {
            const std::uint64_t bytes = m_facts.storageBytes[tensor.storage.index()];
            content.bytes += bytes;
            content.roundedBytes +=
                (bytes + kAllocatorBlock - 1) / kAllocatorBlock * kAllocatorBlock;
            ofModule = tensor.module == before ? ofModule + bytes : bytes;
            before = tensor.module;
            content.largestModule = std::max(content.largestModule, ofModule);
        }
    }

    const PlacementRequest& m_request;
    const PlanFacts& m_facts;
    const ModuleTree& m_tree;
    std::unordered_set<std::string> m_noSplit;
    std::set<ModuleId> m_layers;
    std::vector<Atom> m_atoms;
    std::vector<std::size_t> m_group;
    std::vector<bool> m_seen;
};

}  // namespace

SearchItems SearchItems::of(const PlacementRequest& request, const PlanFacts& facts) {
    SearchItems result = ItemCutter(request, facts).cut();
    for (std::size_t item = 0; item < result.items.size(); ++item) {
        for (const std::string& own : result.items[item].whole.paths) {
            for (std::size_t end = own.size(); end != std::string::npos;
                 end = end == 0 ? std::string::npos : own.rfind('.', end - 1)) {
                std::vector<std::size_t>& known = result.m_byPath[own.substr(0, end)];
                if (known.empty() || known.back() != item) {
                    known.push_back(item);
                }
            }
        }
    }
    return result;
}

std::vector<std::size_t> SearchItems::at(const std::string& path) const {
    if (const auto below = m_byPath.find(path); below != m_byPath.end()) {
        return below->second;
    }
    for (std::size_t end = path.rfind('.'); end != std::string::npos && end > 0;
         end = path.rfind('.', end - 1)) {
        if (const auto around = m_byPath.find(path.substr(0, end)); around != m_byPath.end()) {
            return around->second.size() == 1 ? around->second : std::vector<std::size_t>();
        }
    }
    return {};
}

DeviceMap mapOf(const PlacementRequest& request, const SearchItems& items,
                const std::vector<ItemChoice>& choices) {
    std::vector<DeviceMap::Entry> entries;
    bool hasParts = false;
    for (std::size_t i = 0; i < items.items.size(); ++i) {
        const SearchItem& item = items.items[i];
        const ItemChoice& choice = choices[i];
        const bool isParted = choice.part != ItemPart::Whole;
        for (const std::string& path : item.whole.paths) {
            entries.emplace_back(path, isParted ? choice.home : choice.place);
        }
        for (const std::string& path :
             isParted ? item.content(choice.part).paths : std::vector<std::string>()) {
            entries.emplace_back(path, choice.place);
            hasParts = true;
        }
    }
    if (hasParts) {
        const DeviceMap flat = flatMap(*request.tree, DeviceMap(std::move(entries)));
        entries = flat.entries().toVector();
    }
    return DeviceMap(cleanEntries(entries, ""));
}

std::vector<OffloadRule> rulesOf(const SearchItems& items, const std::vector<ItemChoice>& choices) {
    std::vector<OffloadRule> rules;
    const bool anyOnGpu = std::ranges::any_of(choices, [](const ItemChoice& choice) {
        return choice.place.isGpu() || choice.part != ItemPart::Whole;
    });
    bool isAll = true;
    for (std::size_t i = 0; i < items.items.size(); ++i) {
        const ItemChoice& choice = choices[i];
        if (choice.place.isGpu()) {
            continue;
        }
        isAll = isAll && choice.isComputed;
        for (const std::string& path : items.items[i].content(choice.part).paths) {
            if (choice.isComputed) {
                rules.push_back({OffloadRule::Mode::Compute, path});
            }
        }
    }
    if (!anyOnGpu) {
        return {};  // all of it runs on the CPU
    }
    return isAll && !rules.empty()
               ? std::vector<OffloadRule>{{OffloadRule::Mode::Compute, std::string()}}
               : rules;
}

}  // namespace stowage
