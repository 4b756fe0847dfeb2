// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_figures.h"

#include "engine/plan/planned_tensors.h"

namespace stowage {
namespace {

/// The nearest module that contains both `from` and the earlier module `earlier`.
ModuleId commonAncestor(const ModuleTree& tree, ModuleId from, ModuleId earlier) {
    ModuleId id = from;
    while (id > earlier) {
        id = tree.node(id).parent;
    }
    // Preorder: a module at or before `earlier` whose subtree reaches `from` contains both.
    return id;
}

/// Sums own figures into parents; children stand behind their parent in preorder.
void foldIntoParents(const ModuleTree& tree, PlanFigures& figures,
                     std::vector<std::uint8_t>& dtypeStates) {
    const auto nodes = tree.nodes();
    for (std::size_t i = nodes.size(); i-- > 1;) {
        const std::size_t parent = nodes[i].parent.index();
        figures.bytes[parent] += figures.bytes[i];
        figures.places[parent] = figures.places[parent].with(figures.places[i]);
        if (dtypeStates[i] == 0) {
            continue;
        }
        const bool same = dtypeStates[parent] == 0 || figures.dtypes[parent] == figures.dtypes[i];
        figures.dtypes[parent] = same ? figures.dtypes[i] : std::nullopt;
        dtypeStates[parent] = 1;
    }
}

}  // namespace

ModulePlace ModulePlace::on(DeviceId device) {
    switch (device.kind) {
        case DeviceKind::Gpu:
            return ModulePlace(static_cast<std::int16_t>(device.index));
        case DeviceKind::Cpu:
            return ModulePlace(kCpu);
        case DeviceKind::Disk:
            break;
    }
    return ModulePlace(kDisk);
}

std::optional<DeviceId> ModulePlace::device() const {
    if (m_code < 0) {
        return std::nullopt;
    }
    if (m_code == kCpu) {
        return DeviceId::cpu();
    }
    return m_code == kDisk ? DeviceId::disk() : DeviceId::gpu(static_cast<std::uint32_t>(m_code));
}

ModulePlace ModulePlace::with(ModulePlace other) const {
    if (m_code == kNone || *this == other) {
        return other;
    }
    return other.m_code == kNone ? *this : mixed();
}

PlanFigures planFigures(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    const std::size_t count = tree.nodes().size();
    PlanFigures figures;
    figures.places.assign(count, ModulePlace::none());
    figures.bytes.assign(count, 0);
    figures.dtypes.assign(count, std::nullopt);
    figures.tied.assign(count, false);
    std::vector<std::uint8_t> dtypeStates(count, 0);
    std::vector<ModuleId> lastOwner(tree.storageCount());

    for (const TensorSpec& tensor : tree.tensors()) {
        const std::size_t module = tensor.module.index();
        const std::uint64_t bytes = plannedBytes(plan, tensor);
        figures.bytes[module] += bytes;
        ModuleId& owner = lastOwner[tensor.storage.index()];
        if (owner.isValid()) {
            // Counted already in every module that holds both; unsigned sums wrap back exactly.
            figures.bytes[commonAncestor(tree, tensor.module, owner).index()] -= bytes;
        }
        owner = tensor.module;
        const auto& device = plan.storageDevices[tensor.storage.index()];
        if (device) {
            figures.places[module] = figures.places[module].with(ModulePlace::on(*device));
        }
        if (tensor.kind == TensorKind::Parameter) {
            const DType dtype = plannedDtype(plan, tensor);
            const bool same = dtypeStates[module] == 0 || figures.dtypes[module] == dtype;
            figures.dtypes[module] = same ? std::optional(dtype) : std::nullopt;
            dtypeStates[module] = 1;
        }
    }
    for (const auto& group : tree.tiedGroups()) {
        for (const TensorId id : group) {
            figures.tied[tree.tensor(id).module.index()] = true;
        }
    }
    foldIntoParents(tree, figures, dtypeStates);
    return figures;
}

}  // namespace stowage
