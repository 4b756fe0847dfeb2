// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/from_scratch_gpt.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/load/program/load_schedule.h"
#include "engine/model/tensor_spec.h"
#include "engine/run/models/module_pass.h"
#include "engine/run/models/run_config.h"
#include "engine/run/weights/loaded_weights.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

class FromScratchGpt : public LayeredModel {
public:
    explicit FromScratchGpt(const GptShape& shape);

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({"tok_emb", "pos_emb"}, "trf_blocks", traits().layers,
                              {"final_norm", "out_head"});
    }
    [[nodiscard]] std::vector<std::size_t> layerKinds() const override {
        return std::vector<std::size_t>(static_cast<std::size_t>(traits().layers), 0);
    }

private:
    [[nodiscard]] Next embed(ModulePass& pass, std::span<const std::int64_t> tokens) const override;
    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                              const Next& x) const;
    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const override;
    [[nodiscard]] Next head(ModulePass& pass, Next x, Outputs outputs) const override;

    std::int64_t m_heads;
};

using Shape = std::vector<std::int64_t>;

constexpr std::int64_t kUsualHeadWidth = 64;

constexpr std::string_view kBlocks = "trf_blocks.";

std::string maskShapeText(const Shape& shape) {
    return "[" + joinedText(shape, ", ") + "]";
}

/// The config.json that belongs to what the person opened: in the folder, or beside the file; a
/// folder of tensors may also have it beside itself. "" where there is none.
std::string configBeside(const std::string& checkpointPath) {
    namespace fs = std::filesystem;
    std::error_code failure;
    const fs::path path(checkpointPath);
    std::vector<fs::path> places{path.parent_path() / "config.json"};
    if (fs::is_directory(path, failure)) {
        places = {path / "config.json", path / ".." / "config.json"};
    }
    const auto found = std::find_if(places.begin(), places.end(), [](const fs::path& place) {
        std::error_code missing;
        return fs::is_regular_file(place, missing);
    });
    return found == places.end() ? std::string() : found->string();
}

Result<nlohmann::ordered_json> readConfig(const std::string& path) {
    const Result<std::string> text = readConfigFile(path);
    STOWAGE_TRY(text);
    auto document = parseJson(*text, path, {.acceptsPythonNumbers = true});
    if (document && !document->is_object()) {
        return fail(ErrorCode::Malformed, say("%1 is not a JSON object.", path), path);
    }
    return document;
}

/// Both sizes of a table; the architecture is told by it.
Result<std::pair<std::int64_t, std::int64_t>> sizesOfTable(const WeightSource& source,
                                                           const std::string& name) {
    const std::optional<TensorSignature> found = source.describe(name);
    if (!found) {
        return fail(ErrorCode::Unsupported,
                    say("The forward pass of the from-scratch GPT (tok_emb, pos_emb, trf_blocks, "
                        "final_norm, out_head) needs the tensor %1, but this model does not have "
                        "this tensor.",
                        name),
                    {}, name);
    }
    if (found->shape.size() != 2 || found->shape[0] < 1 || found->shape[1] < 1) {
        return fail(ErrorCode::KeyMismatch,
                    say("The tensor %1 of shape %2 is not an embedding table.", name,
                        maskShapeText(found->shape)),
                    {}, name);
    }
    return std::pair(found->shape[0], found->shape[1]);
}

std::int64_t countLayers(const WeightSource& source) {
    std::int64_t layers = 0;
    for (const std::string& name : source.names()) {
        std::int64_t number = -1;
        if (name.starts_with(kBlocks)) {
            std::from_chars(name.data() + kBlocks.size(), name.data() + name.size(), number);
        }
        layers = std::max(layers, number + 1);
    }
    return layers;
}

Result<void> checkMask(const WeightSource& source, const std::string& name, std::int64_t context) {
    const std::optional<TensorSignature> mask = source.describe(name);
    if (mask && mask->shape != Shape{context, context}) {
        return fail(ErrorCode::KeyMismatch,
                    say("The mask %1 has the shape %2 instead of %3.", name,
                        maskShapeText(mask->shape), maskShapeText({context, context})),
                    {}, name);
    }
    return {};
}

Result<void> checkTensors(const WeightSource& source, const GptShape& shape, GptDTypes dtypes) {
    RunTensors tensors(source, {.takesHalf = dtypes == GptDTypes::Computable,
                                .advice = phrase("load the model in float32")});
    const auto requireNorm = [&](const std::string& module) {
        tensors.require(module + ".scale", {shape.width});
        tensors.require(module + ".shift", {shape.width});
    };
    tensors.require("tok_emb.weight", {shape.vocabulary, shape.width});
    tensors.require("pos_emb.weight", {shape.context, shape.width});
    for (std::int64_t i = 0; tensors.result() && i < shape.layers; ++i) {
        const std::string block = std::string(kBlocks) + std::to_string(i);
        requireNorm(block + ".norm1");
        requireNorm(block + ".norm2");
        for (const char* part : {".att.W_query", ".att.W_key", ".att.W_value", ".att.out_proj"}) {
            tensors.requireLinear(block + part, shape.width, shape.width);
        }
        STOWAGE_TRY(tensors.result());
        STOWAGE_TRY(checkMask(source, block + ".att.mask", shape.context));
        tensors.requireLinear(block + ".ff.layers.0", shape.width, shape.inner);
        tensors.requireLinear(block + ".ff.layers.2", shape.inner, shape.width);
    }
    requireNorm("final_norm");
    tensors.requireLinear("out_head", shape.width, shape.vocabulary);
    return tensors.result();
}

/// Reads the sizes from a source's tensors, and checks each of them.
Result<GptShape> readSizes(const WeightSource& source, GptDTypes dtypes) {
    const auto tokens = sizesOfTable(source, "tok_emb.weight");
    STOWAGE_TRY(tokens);
    const auto positions = sizesOfTable(source, "pos_emb.weight");
    STOWAGE_TRY(positions);
    GptShape shape;
    shape.vocabulary = tokens->first;
    shape.width = tokens->second;
    shape.context = positions->first;
    shape.layers = countLayers(source);
    shape.inner = 4 * shape.width;  // unless the first block says otherwise
    const auto inner = source.describe(std::string(kBlocks) + "0.ff.layers.0.weight");
    if (inner && !inner->shape.empty()) {
        shape.inner = inner->shape.front();
    }
    STOWAGE_TRY(checkTensors(source, shape, dtypes));
    return shape;
}

/// Nothing where the configuration is of this model.
Result<void> checkConfig(const nlohmann::ordered_json& config, const GptShape& shape,
                         const std::string& path) {
    const std::array<std::pair<const char*, std::int64_t>, 4> sizes{
        std::pair("vocab_size", shape.vocabulary), std::pair("context_length", shape.context),
        std::pair("emb_dim", shape.width), std::pair("n_layers", shape.layers)};
    for (const auto& [key, size] : sizes) {
        const auto found = config.find(key);
        if (found != config.end() && *found != size) {
            return fail(
                ErrorCode::KeyMismatch,
                say("%1 sets %2 to %3, but according to the tensors the value is %4: the file "
                    "belongs to another model. Put the model's config.json next to the weights.",
                    path, key, jsonText(*found), size),
                path, key);
        }
    }
    return {};
}

Result<std::int64_t> readHeads(const GptShape& shape, const std::string& checkpointPath) {
    const std::string path = configBeside(checkpointPath);
    Message source = phrase("the default, since there is no config.json next to the file");
    std::int64_t heads = std::max<std::int64_t>(shape.width / kUsualHeadWidth, 1);
    if (!path.empty()) {
        const auto config = readConfig(path);
        STOWAGE_TRY(config);
        STOWAGE_TRY(checkConfig(*config, shape, path));
        if (const auto found = config->find("n_heads"); found != config->end()) {
            if (!found->is_number_integer()) {
                return fail(ErrorCode::Malformed,
                            say("%1 sets n_heads to %2, which is not a whole number.", path,
                                jsonText(*found)),
                            path, "n_heads");
            }
            heads = found->get<std::int64_t>();
            source = say("as specified in %1", path);
        }
    }
    if (heads < 1 || shape.width % heads != 0) {
        return fail(ErrorCode::InvalidArgument,
                    say("The width %1 is not divisible by the number of heads, %2 (%3); correct "
                        "n_heads in config.json.",
                        shape.width, heads, source),
                    path, "n_heads");
    }
    return heads;
}

constexpr double kEpsilon = 1e-5;  ///< of the from-scratch GPT's LayerNorm

ModulePass::Next norm(ModulePass& pass, const std::string& path, const ModulePass::Next& x) {
    return pass.layerNorm(path, x, kEpsilon, "scale", "shift");
}

constexpr std::int64_t kModulesPerBlock = 9;

constexpr std::int64_t kModulesBeside = 4;  ///< tok_emb, pos_emb, final_norm, out_head

std::uint64_t bytesOf(const WeightSource& source) {
    std::uint64_t bytes = 0;
    for (const std::string& name : source.names()) {
        bytes += storedBytes(*source.describe(name));
    }
    return bytes;
}

Result<ForwardReport> passThrough(const FromScratchGpt& model, std::span<const std::int64_t> tokens,
                                  ModulePass& pass) {
    const auto out = model.forward(pass, tokens, Outputs::All);
    STOWAGE_TRY(out);
    ForwardReport report;
    report.logits.positions = static_cast<std::int64_t>(tokens.size());
    report.logits.vocabulary = model.traits().vocabulary;
    report.logits.values.resize(tokens.size() *
                                static_cast<std::size_t>(model.traits().vocabulary));
    STOWAGE_TRY(pass.compute().copyOut(**out, report.logits.values));
    report.seconds = pass.seconds();
    report.tokens.assign(tokens.begin(), tokens.end());
    report.layers = model.traits().layers;
    report.steps = pass.takeSteps();
    for (const ForwardStep& step : report.steps) {
        report.bytesMoved += step.bytesMoved;
    }
    summariseLogits(report);
    pass.reportEnd();
    return report;
}

}  // namespace

Result<GptShape> readGptShape(const WeightSource& source, const std::string& checkpointPath,
                              GptDTypes dtypes) {
    Result<GptShape> shape = readSizes(source, dtypes);
    STOWAGE_TRY(shape);
    const Result<std::int64_t> heads = readHeads(*shape, checkpointPath);
    STOWAGE_TRY(heads);
    shape->heads = *heads;
    return shape;
}

std::unique_ptr<RunModel> makeFromScratchGpt(const GptShape& shape) {
    return std::make_unique<FromScratchGpt>(shape);
}

FromScratchGpt::FromScratchGpt(const GptShape& shape)
    : LayeredModel(RunTraits{.family = "raschka-gpt2",
                             .vocabulary = shape.vocabulary,
                             .context = shape.context,
                             .layers = shape.layers,
                             .outputs = shape.vocabulary}),
      m_heads(shape.heads) {}

ModulePass::Next FromScratchGpt::embed(ModulePass& pass,
                                       std::span<const std::int64_t> tokens) const {
    const std::vector<std::int64_t> positions = pass.positions();
    const auto words = pass.table("tok_emb", tokens);
    // The sum is made where the positions come from, as the later operand's table lies there.
    return pass.sum(pass.table("pos_emb", positions), words);
}

ModulePass::Next FromScratchGpt::attend(ModulePass& pass, std::int64_t layer,
                                        const std::string& path, const ModulePass::Next& x) const {
    // In the order in which the from-scratch GPT's forward() computes them.
    const auto keys = pass.linear(path + ".W_key", x);
    const auto queries = pass.linear(path + ".W_query", x);
    const auto values = pass.linear(path + ".W_value", x);
    return pass.attention(path, static_cast<std::size_t>(layer), queries, keys, values,
                          {.heads = m_heads});
}

ModulePass::Next FromScratchGpt::block(ModulePass& pass, std::int64_t layer,
                                       ModulePass::Next x) const {
    const std::string path = "trf_blocks." + std::to_string(layer);
    auto seen = attend(pass, layer, path + ".att", norm(pass, path + ".norm1", x));
    seen = pass.linear(path + ".att.out_proj", seen);
    x = pass.sum(seen, x);
    seen = norm(pass, path + ".norm2", x);
    seen = pass.linear(path + ".ff.layers.0", seen, ActivationFunction::GeluTanh);
    seen = pass.linear(path + ".ff.layers.2", seen);
    return pass.sum(seen, x);
}

ModulePass::Next FromScratchGpt::head(ModulePass& pass, Next x, Outputs outputs) const {
    x = norm(pass, "final_norm", x);
    x = wantedRows(pass, x, outputs);
    return pass.linear("out_head", x);
}

Result<ForwardReport> runGptForward(const GptShape& shape, std::span<const std::int64_t> tokens,
                                    WeightSource& source, Compute& compute,
                                    const std::stop_token& stop, const ProgressSink& progress) {
    const FromScratchGpt model(shape);
    STOWAGE_TRY(checkTokens(model.traits(), tokens, 0));
    try {
        ModulePass pass(source, compute, {{static_cast<std::int64_t>(tokens.size())}}, stop,
                        progress);
        pass.expect(static_cast<std::uint64_t>(kModulesBeside + kModulesPerBlock * shape.layers),
                    bytesOf(source));
        return passThrough(model, tokens, pass);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory,
                    say("The host has no memory left for the forward pass."));
    }
}

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
