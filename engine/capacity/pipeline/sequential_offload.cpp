// SPDX-License-Identifier: GPL-3.0-or-later
// enable_sequential_cpu_offload(): Accelerate's cpu_offload(), each module's own tensors for as
// long as it runs (hooks.py of Accelerate).
#include "engine/capacity/pipeline/mode_run.h"

#include <algorithm>

namespace stowage {
namespace {

/// diffusers sets `offload_buffers` where the model has parameters of its own.
bool keepsBuffers(const ModeRun& run, ModuleId model) {
    return std::ranges::none_of(run.tree().ownTensors(model), [](const TensorSpec& tensor) {
        return tensor.kind == TensorKind::Parameter;
    });
}

/// Those that no state dict has stay on the GPU in any case.
bool staysAsBuffer(const TensorSpec& tensor, bool keepsAll) {
    return tensor.kind == TensorKind::Buffer && (keepsAll || !tensor.persistent);
}

void runModule(ModeRun& run, ModuleId module, bool keepsAll) {
    if (run.isNeverCalled(module)) {
        return;
    }
    std::vector<TensorSpec> own;
    for (const TensorSpec& tensor : run.tree().ownTensors(module)) {
        if (!staysAsBuffer(tensor, keepsAll)) {
            own.push_back(tensor);
        }
    }
    const auto brought = run.gpu().load(own, module);
    for (const ModuleId child : run.tree().children(module)) {
        runModule(run, child, keepsAll);
    }
    run.gpu().unload(brought);
}

}  // namespace

void runSequentialOffload(ModeRun& run) {
    run.figures().call = "pipe.enable_sequential_cpu_offload()";
    std::vector<ModuleId> offloaded;
    for (const ModuleId model : run.order()) {
        if (run.isExcluded(model)) {
            run.keep(model);
            continue;
        }
        offloaded.push_back(model);
        const bool keepsAll = keepsBuffers(run, model);
        for (const TensorSpec& tensor : run.tree().subtreeTensors(model)) {
            if (staysAsBuffer(tensor, keepsAll)) {
                run.gpu().load(std::span(&tensor, 1), model);
            } else {
                run.countOnHost(std::span(&tensor, 1));
            }
        }
        run.figures().staying += run.gpu().takeMoved();
    }
    for (const ModuleId model : offloaded) {
        runModule(run, model, keepsBuffers(run, model));
        run.countMovedEachStep(model);
    }
}

}  // namespace stowage
