// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pipeline/offload_modes.h"

#include "engine/capacity/pipeline/pipeline_rules.h"
#include "engine/device/allocator_model.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>

namespace stowage {

namespace {

/// What lies on a GPU while weights come and go, in the model of its allocator without a limit.
/// Bytes. Not thread-safe.
class GpuWeights {
public:
    /// `dtype`: of floating tensors (nothing: as stored). `tree` need not outlive it.
    GpuWeights(const ModuleTree& tree, std::optional<DType> dtype, const DeviceInfo& device)
        : m_dtype(dtype), m_kept(tree.storageCount()), m_allocator(AllocatorModel::of(device)) {}

    /// The size of a tensor while it is kept there.
    [[nodiscard]] std::uint64_t bytesOf(const TensorSpec& tensor) const {
        const auto& kept = m_kept[tensor.storage.index()];
        return plannedBytes(tensor, kept ? kept : m_dtype);
    }
    /// Tensors that are kept in another dtype than the others.
    void keepIn(std::span<const TensorSpec> tensors, DType dtype) {
        for (const TensorSpec& tensor : tensors) {
            m_kept[tensor.storage.index()] = dtype;
        }
    }
    /// Brings tensors there and says which were not there before. `of`: what they are for.
    std::vector<StorageId> load(std::span<const TensorSpec> tensors, ModuleId of) {
        std::vector<StorageId> brought;
        for (const TensorSpec& tensor : tensors) {
            if (put(tensor, bytesOf(tensor), of)) {
                brought.push_back(tensor.storage);
            }
        }
        return brought;
    }
    void unload(std::span<const StorageId> storages) {
        for (const StorageId storage : storages) {
            if (const auto block = m_blocks.extract(storage.value); !block.empty()) {
                m_allocator.free(block.mapped());
            }
        }
    }
    /// A tensor's copy in another dtype, made before the one that was there goes.
    void cast(const TensorSpec& tensor, DType dtype, ModuleId of) {
        const auto before = m_blocks.extract(tensor.storage.value);
        put(tensor, plannedBytes(tensor, dtype), of);
        if (!before.empty()) {
            m_allocator.free(before.mapped());
        }
    }
    void emptyCache() { m_allocator.emptyCache(); }

    [[nodiscard]] const AllocatorStatistics& statistics() const { return m_allocator.statistics(); }
    /// What was brought when the most was allocated.
    [[nodiscard]] ModuleId peakModule() const { return m_peakModule; }
    /// Bytes that were brought since the last call.
    std::uint64_t takeMoved() { return std::exchange(m_moved, 0); }

private:
    bool put(const TensorSpec& tensor, std::uint64_t bytes, ModuleId of) {
        if (m_blocks.contains(tensor.storage.value)) {
            return false;
        }
        const std::uint64_t before = m_allocator.statistics().peakAllocated;
        if (const auto block = m_allocator.allocate(bytes)) {  // there is no limit
            m_blocks.emplace(tensor.storage.value, block->id);
            m_moved += bytes;
        }
        if (m_allocator.statistics().peakAllocated > before) {
            m_peakModule = of;
        }
        return true;
    }

    std::optional<DType> m_dtype;
    std::vector<std::optional<DType>> m_kept;  ///< by StorageId; nothing: m_dtype
    AllocatorModel m_allocator;
    std::unordered_map<std::uint32_t, std::uint64_t> m_blocks;  ///< by StorageId: what it lies in
    ModuleId m_peakModule = ModuleTree::root();
    std::uint64_t m_moved = 0;
};

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool isAutoencoder(std::string_view name) {
    return name.starts_with("vae") || name.starts_with("vqvae");
}

/// Whether a model of a pipeline works in every denoising step, by its name: "transformer_2",
/// "unet".
bool isDenoiser(std::string_view name) {
    return name.starts_with("transformer") || name.starts_with("unet") ||
           name.starts_with("controlnet") || name == "prior" || name == "decoder";
}

/// One pipeline under one mode, while its models run: what all modes share. `tree` and `rules`
/// outlive it. Not thread-safe.
class ModeRun {
public:
    ModeRun(const ModuleTree& tree, const PipelineRules& rules, std::optional<DType> dtype,
            const DeviceInfo& device);

    [[nodiscard]] const ModuleTree& tree() const { return m_tree; }
    [[nodiscard]] const PipelineRules& rules() const { return m_rules; }
    /// Of the pipeline's class; null where diffusers does not know it.
    [[nodiscard]] const PipelineClassRules* pipeline() const { return m_class; }
    /// Of a model's class; the usual ones where it has none of its own.
    [[nodiscard]] const ModelClassRules& rulesOf(ModuleId model) const {
        static const ModelClassRules usual;
        const ModelClassRules* const own = m_rules.model(m_tree.node(model).className);
        return own == nullptr ? usual : *own;
    }
    [[nodiscard]] std::optional<DType> dtype() const { return m_dtype; }
    [[nodiscard]] GpuWeights& gpu() { return m_gpu; }
    [[nodiscard]] OffloadModeFigures& figures() { return m_figures; }

    [[nodiscard]] const std::string& nameOf(ModuleId model) const {
        return m_tree.node(model).name;
    }
    [[nodiscard]] bool isExcluded(ModuleId model) const {
        return m_class != nullptr && contains(m_class->excluded, nameOf(model));
    }
    [[nodiscard]] bool isInSequence(ModuleId model) const {
        return m_class != nullptr && contains(m_class->offloadSequence, nameOf(model));
    }
    [[nodiscard]] bool isLeafLayer(ModuleId module) const {
        return m_rules.isLeafLayer(m_tree.node(module).className) &&
               m_tree.children(module).empty();
    }
    /// T5's `shared`, which is there for others to take its weight, and is never called itself.
    [[nodiscard]] bool isNeverCalled(ModuleId module) const {
        const ModuleNode& node = m_tree.node(module);
        return node.name == "shared" && node.className.ends_with("Embedding");
    }
    /// The models in the order in which they run.
    [[nodiscard]] std::vector<ModuleId> order() const;

    /// Puts a model on the GPU for good.
    void keep(ModuleId model) {
        m_gpu.load(m_tree.subtreeTensors(model), model);
        m_figures.staying += m_gpu.takeMoved();
    }
    void keepAll() {
        for (const ModuleId model : m_tree.children(ModuleTree::root())) {
            keep(model);
        }
    }
    /// Tensors that lie in RAM while they are not on the GPU; tied ones once.
    void countOnHost(std::span<const TensorSpec> tensors) {
        for (const TensorSpec& tensor : tensors) {
            if (!m_isOnHost[tensor.storage.index()]) {
                m_isOnHost[tensor.storage.index()] = true;
                m_figures.hostBytes += m_gpu.bytesOf(tensor);
            }
        }
    }
    /// What a model that has run brought to the GPU: each step where it is a denoiser, else once.
    void countMovedEachStep(ModuleId model) {
        if (isDenoiser(nameOf(model))) {
            m_figures.movedEachStep += m_gpu.takeMoved();
        } else {
            countMovedOnce();
        }
    }
    void countMovedOnce() { m_figures.movedOnce += m_gpu.takeMoved(); }

    /// The figures, once all models have run.
    [[nodiscard]] OffloadModeFigures take() {
        m_figures.peakAllocated = m_gpu.statistics().peakAllocated;
        m_figures.peakReserved = m_gpu.statistics().peakReserved;
        m_figures.peakModule = m_tree.path(m_gpu.peakModule());
        return std::move(m_figures);
    }

private:
    /// Parameters whose names have one of the class's words between their dots.
    void keepFloat32(ModuleId model) {
        const std::vector<std::string>& words = rulesOf(model).keptFloat32;
        if (words.empty()) {
            return;
        }
        for (const TensorSpec& tensor : m_tree.subtreeTensors(model)) {
            const std::string dotted =
                tensor.name.substr(m_tree.path(model).size()) + ".";  // ".a.b.weight."
            const bool isKept = std::ranges::any_of(words, [&](const std::string& word) {
                return dotted.find("." + word + ".") != std::string::npos;
            });
            if (isKept && isFloatingPoint(tensor.dtype)) {
                m_gpu.keepIn(std::span(&tensor, 1), DType::Float32);
            }
        }
    }
    const ModuleTree& m_tree;
    const PipelineRules& m_rules;
    const PipelineClassRules* m_class;
    std::optional<DType> m_dtype;
    GpuWeights m_gpu;
    std::vector<bool> m_isOnHost;  ///< by StorageId
    OffloadModeFigures m_figures;
};

ModeRun::ModeRun(const ModuleTree& tree, const PipelineRules& rules, std::optional<DType> dtype,
                 const DeviceInfo& device)
    : m_tree(tree),
      m_rules(rules),
      m_class(rules.pipeline(tree.node(ModuleTree::root()).className)),
      m_dtype(dtype),
      m_gpu(tree, dtype, device),
      m_isOnHost(tree.storageCount()) {
    if (dtype == DType::Float16 || dtype == DType::BFloat16) {
        for (const ModuleId model : tree.children(ModuleTree::root())) {
            keepFloat32(model);
        }
    }
}

std::vector<ModuleId> ModeRun::order() const {
    std::vector<ModuleId> models = m_tree.children(ModuleTree::root());
    const auto place = [this](ModuleId model) -> std::size_t {
        const std::string& name = nameOf(model);
        if (m_class == nullptr) {
            return isDenoiser(name) ? 1 : isAutoencoder(name) ? 2 : 0;
        }
        const auto& sequence = m_class->offloadSequence;
        const auto at = [&sequence](auto found) {
            return 2 * static_cast<std::size_t>(found - sequence.begin());
        };
        // What no sequence names runs beside the denoiser; a safety checker at the end.
        return isInSequence(model) ? at(std::ranges::find(sequence, name)) + 1
               : isExcluded(model) ? at(sequence.end()) + 1
                                   : at(std::ranges::find_if(sequence, isDenoiser));
    };
    std::ranges::stable_sort(models, {}, place);
    return models;
}

// The modes: every model runs once, every module of it in the tree's order.

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

/// enable_model_cpu_offload(): Accelerate's cpu_offload_with_hook() for each model, in diffusers'
/// order (pipelines/pipeline_utils.py).
void runModelOffload(ModeRun& run) {
    OffloadModeFigures& figures = run.figures();
    figures.call = "pipe.enable_model_cpu_offload()";
    if (run.pipeline() == nullptr || run.pipeline()->offloadSequence.empty()) {
        figures.isAvailable = false;
        figures.notes.push_back(say("diffusers %1 defines no offloading order for %2.",
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
                say("%1 remains on the GPU after it has run, because the offloading order does not "
                    "include this model.",
                    run.nameOf(model)));
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

/// enable_sequential_cpu_offload(): Accelerate's cpu_offload(), each module's own tensors for as
/// long as it runs (hooks.py of Accelerate).
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

enum class GroupKind { Blocks, Leaves };

bool isBlockList(const ModuleNode& node) {
    return node.className == "ModuleList" || node.className == "Sequential";
}

/// Why a model has to be left out; "": it need not.
Message whyNotGrouped(const ModeRun& run, ModuleId model, GroupKind kind) {
    const std::string& className = run.tree().node(model).className;
    const ModelClassRules& rules = run.rulesOf(model);
    if (!rules.canGroupOffload) {
        return say("diffusers does not offload %1 in groups.", className);
    }
    // Hooks see forward() alone, and an autoencoder's encode() and decode() go past it: only where
    // its halves are named as blocks are they brought to the GPU.
    const bool isPassedBy = className.starts_with("Autoencoder") && rules.groupBlocks.empty();
    return kind == GroupKind::Blocks && isPassedBy
               ? say("if offloaded in blocks, the weights of %2 would still be on the CPU when "
                     "decode() runs (diffusers %1).",
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

/// enable_group_offload() without streams, by blocks (one a group) and by leaves
/// (hooks/group_offloading.py of diffusers).
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
        run.figures().notes.push_back(say("%1 remains on the GPU: %2", run.nameOf(model), why));
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

void runBlockOffload(ModeRun& run) {
    runGroups(run, GroupKind::Blocks);
}

void runLeafOffload(ModeRun& run) {
    runGroups(run, GroupKind::Leaves);
}

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

/// enable_layerwise_casting() of the denoisers, with everything on the GPU
/// (hooks/layerwise_casting.py of diffusers).
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

void runOnGpu(ModeRun& run) {
    run.figures().call = "pipe.to(\"cuda\")";
    run.keepAll();
}

struct ModeRow {
    OffloadMode mode;
    std::string_view name;
    void (*run)(ModeRun&);
};

/// A new mode is an enumerator and a row, in the order in which people are shown them.
constexpr std::array kModes{
    ModeRow{OffloadMode::None, "none", runOnGpu},
    ModeRow{OffloadMode::Model, "model", runModelOffload},
    ModeRow{OffloadMode::GroupBlock, "group-block", runBlockOffload},
    ModeRow{OffloadMode::GroupLeaf, "group-leaf", runLeafOffload},
    ModeRow{OffloadMode::Sequential, "sequential", runSequentialOffload},
    ModeRow{OffloadMode::Layerwise, "layerwise", runLayerwiseCasting},
};

}  // namespace

std::string_view offloadModeName(OffloadMode mode) {
    return std::ranges::find(kModes, mode, &ModeRow::mode)->name;
}

std::optional<std::int64_t> OffloadModeFigures::freeOn(const DeviceInfo& gpu) const {
    if (!gpu.capacity) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*gpu.capacity) -
           static_cast<std::int64_t>(gpu.usedByOthers + gpu.context + peakReserved);
}

Result<std::vector<OffloadModeFigures>> offloadModes(const ModuleTree& tree,
                                                     std::optional<DType> dtype,
                                                     const DeviceInfo& gpu) {
    if (!isPipeline(tree)) {
        return fail(ErrorCode::InvalidArgument,
                    say("Ways to offload are compared only for diffusers pipelines, but this plan "
                        "is for a single model."));
    }
    const auto rules = pipelineRules();
    STOWAGE_TRY(rules);
    std::vector<OffloadModeFigures> all;
    for (const ModeRow& row : kModes) {
        ModeRun run(tree, **rules, dtype, gpu);
        run.figures().mode = row.mode;
        row.run(run);
        all.push_back(run.take());
    }
    return all;
}

Result<PlannedOffloadModes> offloadModes(const PlacementPlan& plan) {
    const DeviceInfo* gpu = nullptr;
    const auto left = [](const DeviceInfo& device) {
        return device.capacity ? static_cast<double>(*device.capacity) -
                                     static_cast<double>(device.usedByOthers + device.context)
                               : std::numeric_limits<double>::infinity();
    };
    for (const DeviceInfo& device : plan.request.devices) {
        if (device.id.isGpu() && (gpu == nullptr || left(device) > left(*gpu))) {
            gpu = &device;
        }
    }
    if (gpu == nullptr) {
        return fail(
            ErrorCode::InvalidArgument,
            say("All ways to offload copy weights to a GPU, but the plan has no GPU; add a GPU."));
    }
    auto modes = offloadModes(*plan.request.tree, plan.request.constraints.dtype, *gpu);
    STOWAGE_TRY(modes);
    return PlannedOffloadModes{*gpu, std::move(*modes)};
}

}  // namespace stowage
