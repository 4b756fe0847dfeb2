// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/forward_after_load.h"

#include "engine/load/program/load_schedule.h"
#include "engine/run/file_weights.h"
#include "engine/run/from_scratch_gpt.h"
#include "engine/run/loaded_weights.h"
#include "engine/run/logits.h"

#include <utility>

namespace stowage {

namespace {

Result<std::shared_ptr<Compute>> computeOf(const std::shared_ptr<Compute>& given) {
    return given ? Result<std::shared_ptr<Compute>>(given) : openCompute();
}

/// `shape` is read again for each pass: it checks the tensors of this very source.
Result<ForwardReport> runOver(WeightSource& source, const std::string& checkpointPath,
                              std::span<const std::int64_t> tokens, Compute& compute,
                              const std::stop_token& stop, const ProgressSink& progress) {
    const ComputeSession session(compute);
    const Result<GptShape> shape = readGptShape(source, checkpointPath, GptDTypes::Float32);
    STOWAGE_TRY(shape);
    return runGptForward(*shape, tokens, source, compute, stop, progress);
}

}  // namespace

Result<ForwardReport> forwardLoaded(const LoadedModel& model, const LoadBackends& backends,
                                    const Checkpoint& checkpoint, const ForwardOptions& options,
                                    const std::stop_token& stop, const ProgressSink& progress) {
    const auto compute = computeOf(options.compute);
    STOWAGE_TRY(compute);
    const PlacementPlan& plan = *model.schedule().plan;
    LoadedWeights source(model, backends, **compute, plan.executionDevice(),
                         plan.request.hooks.offloaded);
    return runOver(source, checkpoint.path, options.tokens, **compute, stop, progress);
}

Result<ForwardFigures> forwardAfterLoad(const LoadedModel& model, const LoadBackends& backends,
                                        const Checkpoint& checkpoint, const ForwardOptions& options,
                                        const std::stop_token& stop, const ProgressSink& progress) {
    const auto report = forwardLoaded(model, backends, checkpoint, options, stop, progress);
    STOWAGE_TRY(report);
    ForwardFigures figures;
    figures.tokens = report->tokens;
    figures.sha256 = report->sha256;
    figures.maxLogit = report->maxLogit;
    figures.nextToken = report->nextToken;
    figures.seconds = report->seconds;
    figures.bytesMoved = report->bytesMoved;
    if (options.referencePath.empty()) {
        return figures;
    }
    const Result<Logits> reference = readLogitsFile(options.referencePath);
    STOWAGE_TRY(reference);
    LogitsComparison compared = compareLogits(report->logits, *reference);
    figures.maxDifference = compared.maxDifference;
    figures.agrees = compared.agrees;
    figures.why = std::move(compared.why);
    return figures;
}

Result<ForwardReport> referenceLogits(std::shared_ptr<const Checkpoint> checkpoint,
                                      const ReferenceOptions& options, const std::stop_token& stop,
                                      const ProgressSink& progress) {
    const auto compute = computeOf(options.compute);
    STOWAGE_TRY(compute);
    const auto tensors = options.tensors ? Result<std::shared_ptr<TensorBackend>>(options.tensors)
                                         : openTensorBackend();
    STOWAGE_TRY(tensors);
    const auto tree = buildModuleTree(*checkpoint);
    STOWAGE_TRY(tree);
    FileWeights source(checkpoint, **tree, **tensors, **compute);
    Result<ForwardReport> report =
        runOver(source, checkpoint->path, options.tokens, **compute, stop, progress);
    if (report && !options.path.empty()) {
        STOWAGE_TRY(writeLogitsFile(report->logits, options.path));
    }
    return report;
}

}  // namespace stowage
