// SPDX-License-Identifier: GPL-3.0-or-later
// enable_layerwise_casting() of the denoisers, with everything on the GPU
// (hooks/layerwise_casting.py of diffusers).
#include "engine/capacity/pipeline/mode_run.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr DType kStorage = DType::Float8E4M3FN;

/// Names of modules that are not cast, and nothing below them.
std::vector<std::string> uncastPatterns(const ModeRun& run, ModuleId model) {
    std::vector<std::string> patterns = run.rules().uncastByDefault;
    const ModelClassRules& rules = run.rulesOf(model);
    patterns.insert(patterns.end(), rules.uncastPatterns.begin(), rules.uncastPatterns.end());
    patterns.insert(patterns.end(), rules.keptFloat32.begin(), rules.keptFloat32.end());
    return patterns;
}

/// `cut`: characters before a module's name within its model.
void addCastLayers(const ModeRun& run, ModuleId module, std::size_t cut,
                   const std::vector<std::string>& uncast, std::vector<ModuleId>& layers) {
    const std::string& path = run.tree().path(module);
    const std::string_view name =
        path.size() < cut ? std::string_view() : std::string_view(path).substr(cut);
    if (matchesAny(uncast, name)) {
        return;
    }
    if (run.isLeafLayer(module)) {
        layers.push_back(module);
        return;
    }
    for (const ModuleId child : run.tree().children(module)) {
        addCastLayers(run, child, cut, uncast, layers);
    }
}

/// What a model computes in: the pipeline's dtype, else that of its first floating tensor.
DType computeTypeOf(const ModeRun& run, ModuleId model) {
    const auto tensors = run.tree().subtreeTensors(model);
    const auto first = std::ranges::find_if(
        tensors, [](const TensorSpec& tensor) { return isFloatingPoint(tensor.dtype); });
    return run.dtype().value_or(first == tensors.end() ? DType::Float32 : first->dtype);
}

struct CastModel {
    DType compute = DType::Float32;
    std::vector<ModuleId> layers;
};

void runLayer(ModeRun& run, ModuleId layer, DType compute) {
    for (const DType dtype : {compute, kStorage}) {
        for (const TensorSpec& tensor : run.tree().subtreeTensors(layer)) {
            run.gpu().cast(tensor, dtype, layer);
        }
    }
}

}  // namespace

void runLayerwiseCasting(ModeRun& run) {
    OffloadModeFigures& figures = run.figures();
    std::vector<CastModel> models;
    for (const ModuleId model : run.tree().children(ModuleTree::root())) {
        if (!isDenoiser(run.nameOf(model))) {
            continue;
        }
        CastModel& cast = models.emplace_back(CastModel{computeTypeOf(run, model), {}});
        addCastLayers(run, model, run.tree().path(model).size() + 1, uncastPatterns(run, model),
                      cast.layers);
        figures.call += "pipe." + run.nameOf(model) +
                        ".enable_layerwise_casting(torch.float8_e4m3fn, torch." +
                        std::string(dtypeName(cast.compute)) + "); ";
        for (const ModuleId layer : cast.layers) {
            run.gpu().keepIn(run.tree().subtreeTensors(layer), kStorage);
        }
    }
    figures.isAvailable =
        std::ranges::any_of(models, [](const CastModel& model) { return !model.layers.empty(); });
    if (!figures.isAvailable) {
        figures.notes.push_back(say("The pipeline has no denoiser whose layers could be cast."));
        return;
    }
    figures.call += "pipe.to(\"cuda\")";
    run.keepAll();
    for (const CastModel& model : models) {
        for (const ModuleId layer : model.layers) {
            runLayer(run, layer, model.compute);
        }
    }
}

}  // namespace stowage
