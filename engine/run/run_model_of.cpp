// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_facts.h"
#include "engine/run/book_model.h"
#include "engine/run/file_weights.h"
#include "engine/run/run_families.h"
#include "engine/run/run_job.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

Result<std::unique_ptr<RunModel>> makeFrom(const WeightSource& source, const std::string& text,
                                           const std::string& file) {
    Result<RunConfig> config = RunConfig::parse(text, file);
    return config ? makeRunModel(source, std::move(*config))
                  : Result<std::unique_ptr<RunModel>>(config.unexpected());
}

std::string familyNames() {
    std::string names;
    for (const std::string& family : runnableFamilies()) {
        names += (names.empty() ? "" : ", ") + family;
    }
    return names;
}

}  // namespace

Result<std::unique_ptr<RunModel>> runModelOf(const Checkpoint& checkpoint,
                                             const WeightSource& source,
                                             const std::string& configText,
                                             const std::string& configFile) {
    if (!configText.empty()) {
        return makeFrom(source, configText,
                        configFile.empty() ? "the given configuration" : configFile);
    }
    if (source.describe("tok_emb.weight")) {
        const Result<GptShape> shape = readGptShape(source, checkpoint.path);
        return shape ? Result<std::unique_ptr<RunModel>>(std::make_unique<BookModel>(*shape))
                     : Result<std::unique_ptr<RunModel>>(shape.unexpected());
    }
    const bool hasConfig = checkpoint.modelFacts != nullptr && !checkpoint.modelFacts->file.empty();
    if (!hasConfig && holdsMinGpt(source)) {
        return makeFrom(source, "{\"model_type\": \"mingpt\"}", checkpoint.path);
    }
    if (!hasConfig) {
        return fail(ErrorCode::Unsupported,
                    "Nothing says how " + checkpoint.path +
                        " computes: no config.json that belongs to it lies beside it. Put the "
                        "model's own there; these run: " +
                        familyNames() + ", and the from-scratch GPT.",
                    checkpoint.path, kMissingConfigKey);
    }
    const std::string& file = checkpoint.modelFacts->file;
    const Result<std::string> text = readConfigFile(file);
    return text ? makeFrom(source, *text, file)
                : Result<std::unique_ptr<RunModel>>(text.unexpected());
}

Result<void> checkRun(std::shared_ptr<const Checkpoint> checkpoint, const ModuleTree& tree,
                      const LoadBackends& backends, const RunOptions& options) {
    const auto compute =
        options.compute ? Result<std::shared_ptr<Compute>>(options.compute) : openCompute();
    if (!compute) {
        return compute.unexpected();
    }
    if (options.executionDevice && backends.find(*options.executionDevice) == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    "Offloaded layers cannot run on " + deviceLabel(*options.executionDevice) +
                        ": it is not among the devices of the load. Take one of those, or leave "
                        "the execution device out.",
                    {}, "execution-device");
    }
    const FileWeights weights(checkpoint, tree, *backends.tensors, **compute);
    const auto model = runModelOf(*checkpoint, weights, options.configText);
    if (!model) {
        return model.unexpected();
    }
    return checkRequest((*model)->traits(), options.request);
}

}  // namespace stowage
