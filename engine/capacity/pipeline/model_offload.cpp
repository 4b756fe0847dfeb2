// SPDX-License-Identifier: GPL-3.0-or-later
// enable_model_cpu_offload(): Accelerate's cpu_offload_with_hook() for each model, in diffusers'
// order (pipelines/pipeline_utils.py).
#include "engine/capacity/pipeline/mode_run.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

/// Whether the text encoders run for the prompt, and once more for the negative one. Flux and
/// HunyuanVideo have their guidance built in.
bool encodesTwice(const ModeRun& run) {
    const std::string& name = run.tree().node(ModuleTree::root()).className;
    return !name.starts_with("Flux") && !name.starts_with("HunyuanVideo");
}

/// The model before this one in the sequence, of those that are here; "": there is none.
std::string modelBefore(const ModeRun& run, const std::string& name) {
    std::string before;
    for (const std::string& each : run.pipeline()->offloadSequence) {
        if (each == name) {
            return before;
        }
        before = run.tree().findModule(each) ? each : before;
    }
    return {};
}

/// Each model of the sequence takes the one before it off the GPU, and no other: the first one
/// takes none off.
void runInTurn(ModeRun& run, const std::vector<ModuleId>& models) {
    std::unordered_map<std::string, std::vector<StorageId>> held;  // by name
    for (const ModuleId model : models) {
        const std::string& name = run.nameOf(model);
        if (const auto before = held.find(modelBefore(run, name)); before != held.end()) {
            run.gpu().unload(before->second);
            run.gpu().emptyCache();
            held.erase(before);
        }
        auto brought = run.gpu().load(run.tree().subtreeTensors(model), model);
        if (!brought.empty()) {
            held[name] = std::move(brought);
        }
        run.countMovedOnce();
    }
}

}  // namespace

void runModelOffload(ModeRun& run) {
    OffloadModeFigures& figures = run.figures();
    figures.call = "pipe.enable_model_cpu_offload()";
    if (run.pipeline() == nullptr || run.pipeline()->offloadSequence.empty()) {
        figures.isAvailable = false;
        figures.notes.push_back(say("diffusers %1 knows no order of offloading for %2.",
                                    run.rules().version,
                                    run.tree().node(ModuleTree::root()).className));
        return;
    }
    std::vector<ModuleId> models;
    for (const ModuleId model : run.order()) {
        if (run.isExcluded(model) && !run.isInSequence(model)) {
            run.keep(model);
            continue;
        }
        models.push_back(model);
        run.countOnHost(run.tree().subtreeTensors(model));
        if (!run.isInSequence(model)) {
            figures.notes.push_back(
                say("%1 stays on the GPU once it has run: it is in no order.", run.nameOf(model)));
        }
    }
    if (encodesTwice(run)) {
        const auto denoiser = std::ranges::find_if(
            models, [&run](ModuleId model) { return isDenoiser(run.nameOf(model)); });
        // A copy: what is inserted lies in the same vector.
        const std::vector<ModuleId> encoders(models.begin(), denoiser);
        models.insert(models.begin(), encoders.begin(), encoders.end());
    }
    runInTurn(run, models);
}

}  // namespace stowage
