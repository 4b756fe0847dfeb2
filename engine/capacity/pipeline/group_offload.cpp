// SPDX-License-Identifier: GPL-3.0-or-later
// enable_group_offload() without streams, by blocks (one a group) and by leaves
// (hooks/group_offloading.py of diffusers).
#include "engine/capacity/pipeline/mode_run.h"

#include <algorithm>

namespace stowage {
namespace {

enum class GroupKind { Blocks, Leaves };

bool isBlockList(const ModuleNode& node) {
    return node.className == "ModuleList" || node.className == "Sequential";
}

/// Why a model has to be left out; "": it need not.
Message whyNotGrouped(const ModeRun& run, ModuleId model, GroupKind kind) {
    const std::string& className = run.tree().node(model).className;
    const ModelClassRules& rules = run.rulesOf(model);
    if (!rules.canGroupOffload) {
        return say("diffusers does not offload %1 by groups.", className);
    }
    // Hooks see forward() alone, and an autoencoder's encode() and decode() go past it: only where
    // its halves are named as blocks are they brought to the GPU.
    const bool isPassedBy = className.starts_with("Autoencoder") && rules.groupBlocks.empty();
    return kind == GroupKind::Blocks && isPassedBy
               ? say("with diffusers %1, decode() of %2 finds its weights on the CPU when they are "
                     "offloaded by blocks.",
                     run.rules().version, className)
               : Message();
}

/// Blocks of lists one by one, beside all that lies in no list.
void runBlocks(ModeRun& run, ModuleId module, const std::vector<std::string>& groupBlocks) {
    const ModuleTree& tree = run.tree();
    GpuWeights& gpu = run.gpu();
    const auto isNamed = [&](ModuleId child) {
        return std::ranges::find(groupBlocks, tree.node(child).name) != groupBlocks.end();
    };
    const std::vector<ModuleId> children = tree.children(module);
    auto brought = gpu.load(tree.ownTensors(module), module);
    for (const ModuleId child : children) {
        if (!isNamed(child) && !isBlockList(tree.node(child))) {
            const auto more = gpu.load(tree.subtreeTensors(child), child);
            brought.insert(brought.end(), more.begin(), more.end());
        }
    }
    for (const ModuleId child : children) {
        if (isNamed(child)) {
            runBlocks(run, child, groupBlocks);
        } else if (isBlockList(tree.node(child))) {
            for (const ModuleId block : tree.children(child)) {
                gpu.unload(gpu.load(tree.subtreeTensors(block), block));
            }
        }
    }
    gpu.unload(brought);
}

/// torch's own layers one by one, beside what the modules above hold themselves.
void runLeaves(ModeRun& run, ModuleId module) {
    if (run.isNeverCalled(module)) {
        return;
    }
    const auto brought = run.gpu().load(run.tree().ownTensors(module), module);
    for (const ModuleId child : run.tree().children(module)) {
        runLeaves(run, child);
    }
    run.gpu().unload(brought);
}

std::string callOf(GroupKind kind, const std::vector<std::string>& excluded) {
    std::string call =
        std::string("pipe.enable_group_offload(torch.device(\"cuda\"), ") +
        (kind == GroupKind::Blocks ? "offload_type=\"block_level\", num_blocks_per_group=1"
                                   : "offload_type=\"leaf_level\"");
    for (std::size_t i = 0; i < excluded.size(); ++i) {
        call += (i == 0 ? ", exclude_modules=[\"" : ", \"") + excluded[i] + "\"";
    }
    return call + (excluded.empty() ? ")" : "])");
}

void runGroups(ModeRun& run, GroupKind kind) {
    std::vector<std::string> excluded;
    std::vector<ModuleId> offloaded;
    for (const ModuleId model : run.order()) {
        const Message why = whyNotGrouped(run, model, kind);
        if (why.empty()) {
            offloaded.push_back(model);
            continue;
        }
        excluded.push_back(run.nameOf(model));
        run.keep(model);
        run.figures().notes.push_back(say("%1 stays on the GPU: %2", run.nameOf(model), why));
    }
    for (const ModuleId model : offloaded) {
        run.countOnHost(run.tree().subtreeTensors(model));
        if (kind == GroupKind::Blocks) {
            runBlocks(run, model, run.rulesOf(model).groupBlocks);
        } else {
            runLeaves(run, model);
        }
        run.countMovedEachStep(model);
    }
    run.figures().call = callOf(kind, excluded);
}

}  // namespace

void runBlockOffload(ModeRun& run) {
    runGroups(run, GroupKind::Blocks);
}

void runLeafOffload(ModeRun& run) {
    runGroups(run, GroupKind::Leaves);
}

}  // namespace stowage
