// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/transformers.h"

#include "engine/plan/accelerate/max_memory.h"

#include <algorithm>
#include <utility>

namespace stowage {

DeclaredTies declaredTies(const ModuleTree& tree) {
    DeclaredTies ties;
    ties.targets.resize(tree.tensors().size());
    for (const std::vector<TensorId>& names : tree.tiedGroups()) {
        std::vector<TensorId> group;
        for (const TensorId name : names) {
            if (!tree.node(tree.tensor(name).module).sameAs.isValid()) {
                group.push_back(name);
            }
        }
        if (group.size() < 2) {
            continue;
        }
        for (std::size_t i = 1; i < group.size(); ++i) {
            ties.targets[group[i].index()] = true;
        }
        std::ranges::sort(group, [&tree](TensorId a, TensorId b) {
            return tree.tensor(a).name < tree.tensor(b).name;
        });
        ties.groups.push_back(std::move(group));
    }
    return ties;
}

PythonNumber transformersElementBytes(const TensorSpec& tensor,
                                      const std::optional<PythonNumber>& dtype) {
    const bool follows = tensor.kind == TensorKind::Parameter ||
                         (tensor.kind == TensorKind::Buffer && tensor.persistent);
    if (dtype && follows && isFloatingPoint(tensor.dtype)) {
        return *dtype;
    }
    if (elementBlock(tensor.dtype)) {
        return {accelerateElementBytes(tensor.dtype), true};
    }
    constexpr unsigned kBitsOfByte = 8;
    return {static_cast<double>((storedBits(tensor.dtype) + kBitsOfByte - 1) / kBitsOfByte), false};
}

PythonResult<PythonNumber> transformersLargestPart(const ModuleTree& tree, const ModuleSizes& sizes,
                                                   const std::vector<std::string>& noSplit) {
    PythonNumber largest;
    const NoSplitClasses wanted(noSplit.begin(), noSplit.end());
    bool anyBlock = wanted.empty();
    std::vector<PythonNumber> ownSizes(tree.nodes().size());
    for (const TreeItem entry : sizes.entries()) {
        if (entry.isTensor) {
            ownSizes[tree.tensor(entry.tensor()).module.index()] += sizes.of(entry);
        }
    }
    for (const ModuleNode& node : tree.nodes()) {
        if (wanted.contains(node.className)) {
            anyBlock = true;
            largest = pythonMax(largest, sizes.of(node.id));
        }
        // The root's own tensors have no module in their name, so they are no leaf there.
        if (node.id != ModuleTree::root()) {
            largest = pythonMax(largest, ownSizes[node.id.index()]);
        }
    }
    if (!anyBlock) {
        return PythonException{"ValueError", "max() arg is an empty sequence"};
    }
    return largest;
}

MaxMemory withTransformersReserve(MaxMemory budgets) {
    constexpr double kShareOfCpu = 0.90;
    for (auto& [key, bytes] : budgets) {
        if (key.kind == DeviceKey::Kind::Cpu) {
            bytes = {bytes.value * kShareOfCpu, true};
        }
    }
    return budgets;
}

}  // namespace stowage
