// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_view.h"

#include "engine/load/program/key_matching.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <utility>

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
        if (device || tensor.persistent) {
            figures.places[module] = figures.places[module].with(device ? ModulePlace::on(*device)
                                                                        : ModulePlace::nowhere());
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

std::optional<PlanIssue> findLoadIssue(const PlacementPlan& plan, const Checkpoint& checkpoint) {
    PlanIssue issue;
    if (const auto can = requireLoadable(plan, checkpoint); !can) {
        const bool isFault = can.error().code == ErrorCode::KeyMismatch;
        issue.severity = isFault ? Severity::Error : Severity::Warning;
        issue.code = isFault ? "keys_differ" : "not_loadable";
        const auto tensor = plan.request.tree->findTensor(can.error().key);
        issue.module = tensor ? plan.request.tree->path(plan.request.tree->tensor(*tensor).module)
                              : std::string();
        issue.text = can.error().message;
        return issue;
    }
    return std::nullopt;
}

std::shared_ptr<const PlanView> makePlanView(std::shared_ptr<const PlacementPlan> plan,
                                             std::optional<PlanIssue> loadIssue) {
    auto view = std::make_shared<PlanView>();
    view->loadIssue = std::move(loadIssue);
    view->figures = std::make_shared<const PlanFigures>(planFigures(*plan));
    view->board = std::make_shared<const BoardModel>(makeBoardModel(plan));
    view->hops = countHops(*view->board, nullptr);
    for (std::size_t i = 0; i < plan->storageOwners.size(); ++i) {
        const TensorSpec& owner = plan->request.tree->tensor(plan->storageOwners[i]);
        view->plannedBytes += static_cast<double>(plannedBytes(*plan, owner));
    }
    std::vector<const PlanIssue*> issues;
    issues.reserve(plan->issues.size() + 1);
    const auto add = [&](const PlanIssue& issue) {
        view->errors += issue.severity == Severity::Error ? 1 : 0;
        view->warnings += issue.severity == Severity::Warning ? 1 : 0;
        view->movedBytes += issue.code == "offload_cost" ? issue.bytes : 0;
        issues.push_back(&issue);
    };
    if (view->loadIssue) {
        add(*view->loadIssue);
    }
    std::ranges::for_each(plan->issues, add);
    std::ranges::stable_sort(issues, {}, [](const PlanIssue* issue) { return issue->severity; });
    view->problemCount = issues.size();
    issues.resize(std::min(issues.size(), PlanView::kMaxProblems));
    for (const PlanIssue* issue : issues) {
        view->problems.push_back({*issue, problemFixes(*plan, *issue)});
    }
    view->plan = std::move(plan);
    return view;
}

}  // namespace stowage
