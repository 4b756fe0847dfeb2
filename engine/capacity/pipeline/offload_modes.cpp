// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pipeline/offload_modes.h"

#include "engine/capacity/pipeline/pipeline_rules.h"
#include "engine/device/allocator_model.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

constexpr DType kStorage = DType::Float8E4M3FN;  ///< of layerwise casting

bool isDenoiser(std::string_view name) {
    return name.starts_with("transformer") || name.starts_with("unet") ||
           name.starts_with("controlnet") || name == "prior" || name == "decoder";
}

bool isBlockList(const ModuleNode& node) {
    return node.className == "ModuleList" || node.className == "Sequential";
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// What lies on the GPU, and what it came to.
class Gpu {
public:
    /// The size of a tensor while it is kept there.
    [[nodiscard]] std::uint64_t bytesOf(const TensorSpec& tensor) const {
        const auto& kept = m_kept[tensor.storage.index()];
        return plannedBytes(tensor, kept ? kept : m_dtype);
    }
    /// Tensors that are kept in another dtype than the pipeline's.
    void keepIn(std::span<const TensorSpec> tensors, DType dtype) {
        for (const TensorSpec& tensor : tensors) {
            m_kept[tensor.storage.index()] = dtype;
        }
    }

    Gpu(const ModuleTree& tree, std::optional<DType> dtype, const DeviceInfo& device)
        : m_dtype(dtype), m_kept(tree.storageCount()), m_allocator(AllocatorModel::of(device)) {}

    /// Brings tensors there and says which were not there before.
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
    [[nodiscard]] ModuleId peakModule() const { return m_peakModule; }
    /// Bytes that load() brought since the last call.
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

/// One mode over one pipeline: every model runs once, every module of it in the tree's order.
class ModeRun {
public:
    ModeRun(const ModuleTree& tree, const PipelineRules& rules, std::optional<DType> dtype,
            const DeviceInfo& device)
        : m_tree(tree),
          m_rules(rules),
          m_gpu(tree, dtype, device),
          m_isOnHost(tree.storageCount()) {
        const std::string& name = tree.node(ModuleTree::root()).className;
        m_class = rules.pipeline(name);
        if (dtype == DType::Float16 || dtype == DType::BFloat16) {
            for (const ModuleId model : tree.children(ModuleTree::root())) {
                keepFloat32(model);
            }
        }
    }

    OffloadModeFigures figures(OffloadMode mode) {
        m_figures.mode = mode;
        switch (mode) {
            case OffloadMode::None:
                m_figures.call = "pipe.to(\"cuda\")";
                keepAll();
                break;
            case OffloadMode::Model:
                m_figures.call = "pipe.enable_model_cpu_offload()";
                runModels();
                break;
            case OffloadMode::Sequential:
                m_figures.call = "pipe.enable_sequential_cpu_offload()";
                runLayers();
                break;
            case OffloadMode::GroupBlock:
            case OffloadMode::GroupLeaf:
                runGroups(mode);
                break;
            case OffloadMode::Layerwise:
                runCasting();
                break;
        }
        const AllocatorStatistics& statistics = m_gpu.statistics();
        m_figures.peakAllocated = statistics.peakAllocated;
        m_figures.peakReserved = statistics.peakReserved;
        m_figures.peakModule = m_tree.path(m_gpu.peakModule());
        return std::move(m_figures);
    }

private:
    /// Parameters whose names have one of the class's words between their dots.
    void keepFloat32(ModuleId model) {
        const ModelClassRules* const rules = m_rules.model(m_tree.node(model).className);
        if (rules == nullptr || rules->keptFloat32.empty()) {
            return;
        }
        for (const TensorSpec& tensor : m_tree.subtreeTensors(model)) {
            const std::string dotted =
                tensor.name.substr(m_tree.path(model).size()) + ".";  // ".a.b.weight."
            const bool isKept = std::ranges::any_of(rules->keptFloat32, [&](const auto& word) {
                return dotted.find("." + word + ".") != std::string::npos;
            });
            if (isKept && isFloatingPoint(tensor.dtype)) {
                m_gpu.keepIn(std::span(&tensor, 1), DType::Float32);
            }
        }
    }

    [[nodiscard]] std::string nameOf(ModuleId model) const { return m_tree.node(model).name; }
    [[nodiscard]] bool isExcluded(ModuleId model) const {
        return m_class != nullptr && contains(m_class->excluded, nameOf(model));
    }

    /// The models in the order in which they run.
    [[nodiscard]] std::vector<ModuleId> order() const {
        std::vector<ModuleId> models = m_tree.children(ModuleTree::root());
        const auto place = [this](ModuleId model) -> std::size_t {
            constexpr std::size_t kStages = 1000;
            const std::string name = nameOf(model);
            if (m_class != nullptr) {
                const auto& sequence = m_class->offloadSequence;
                const auto at = std::ranges::find(sequence, name);
                const auto first = std::ranges::find_if(sequence, isDenoiser);
                // What no sequence names runs beside the denoiser.
                return at == sequence.end() && isExcluded(model) ? kStages
                       : at == sequence.end()
                           ? 2 * static_cast<std::size_t>(first - sequence.begin())
                           : 2 * static_cast<std::size_t>(at - sequence.begin()) + 1;
            }
            return isDenoiser(name)                                       ? 1
                   : name.starts_with("vae") || name.starts_with("vqvae") ? 2
                                                                          : 0;
        };
        std::ranges::stable_sort(models, {}, place);
        return models;
    }

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

    /// What a model that has run brought to the GPU.
    void countMoved(ModuleId model, bool isEachStep) {
        const std::uint64_t moved = m_gpu.takeMoved();
        if (isEachStep && isDenoiser(nameOf(model))) {
            m_figures.movedEachStep += moved;
        } else {
            m_figures.movedOnce += moved;
        }
    }

    void runModels() {
        if (m_class == nullptr || m_class->offloadSequence.empty()) {
            m_figures.isAvailable = false;
            m_figures.notes.push_back("diffusers " + m_rules.version +
                                      " knows no order of offloading for " +
                                      m_tree.node(ModuleTree::root()).className + ".");
            return;
        }
        std::vector<ModuleId> models = order();
        for (const ModuleId model : models) {
            if (isExcluded(model)) {
                keep(model);
            }
        }
        std::erase_if(models, [this](ModuleId model) { return isExcluded(model); });
        for (const ModuleId model : models) {
            countOnHost(m_tree.subtreeTensors(model));
            if (!isInSequence(model)) {
                m_figures.notes.push_back(nameOf(model) +
                                          " stays on the GPU once it has run: it is in no order.");
            }
        }
        if (encodesTwice()) {
            const auto denoiser = std::ranges::find_if(
                models, [this](ModuleId model) { return isDenoiser(nameOf(model)); });
            // A copy: what is inserted lies in the same vector.
            const std::vector<ModuleId> encoders(models.begin(), denoiser);
            models.insert(models.begin(), encoders.begin(), encoders.end());
        }
        runInTurn(models);
    }

    [[nodiscard]] bool isInSequence(ModuleId model) const {
        return contains(m_class->offloadSequence, nameOf(model));
    }

    /// Whether the text encoders run for the prompt, and once more for the negative one. Flux and
    /// HunyuanVideo have their guidance built in.
    [[nodiscard]] bool encodesTwice() const {
        const std::string& name = m_tree.node(ModuleTree::root()).className;
        return !name.starts_with("Flux") && !name.starts_with("HunyuanVideo");
    }

    /// Each model of the sequence takes the one before it off the GPU, and no other: the first one
    /// takes none off.
    void runInTurn(const std::vector<ModuleId>& models) {
        std::unordered_map<std::string, std::vector<StorageId>> held;  // by name
        for (const ModuleId model : models) {
            const std::string name = nameOf(model);
            if (const auto before = held.find(modelBefore(name)); before != held.end()) {
                m_gpu.unload(before->second);
                m_gpu.emptyCache();
                held.erase(before);
            }
            if (auto brought = m_gpu.load(m_tree.subtreeTensors(model), model); !brought.empty()) {
                held[name] = std::move(brought);
            }
            countMoved(model, false);
        }
    }

    /// The model before this one in the sequence, of those that are here; "": there is none.
    [[nodiscard]] std::string modelBefore(const std::string& name) const {
        std::string before;
        for (const std::string& each : m_class->offloadSequence) {
            if (each == name) {
                return before;
            }
            before = m_tree.findModule(each) ? each : before;
        }
        return {};
    }

    // Accelerate's cpu_offload(): each module's own tensors, for as long as it runs.
    void runLayers() {
        std::vector<ModuleId> offloaded;
        for (const ModuleId model : order()) {
            if (isExcluded(model)) {
                keep(model);
            } else {
                offloaded.push_back(model);
            }
        }
        for (const ModuleId model : offloaded) {
            const bool keepsAll = keepsBuffers(model);
            for (const TensorSpec& tensor : m_tree.subtreeTensors(model)) {
                if (staysAsBuffer(tensor, keepsAll)) {
                    m_gpu.load(std::span(&tensor, 1), model);
                }
            }
            m_figures.staying += m_gpu.takeMoved();
        }
        for (const ModuleId model : offloaded) {
            runLayer(model, keepsBuffers(model));
            countMoved(model, true);
        }
    }

    /// `offload_buffers` is set where the model has parameters of its own.
    [[nodiscard]] bool keepsBuffers(ModuleId model) const {
        const auto own = m_tree.ownTensors(model);
        return std::ranges::none_of(
            own, [](const TensorSpec& tensor) { return tensor.kind == TensorKind::Parameter; });
    }

    /// Those that no state dict has stay on the GPU in any case.
    [[nodiscard]] static bool staysAsBuffer(const TensorSpec& tensor, bool keepsAll) {
        return tensor.kind == TensorKind::Buffer && (keepsAll || !tensor.persistent);
    }

    /// T5's `shared`, which is there for others to take its weight: of two embeddings that share
    /// one, only the second is called.
    [[nodiscard]] bool isNeverCalled(ModuleId module) const {
        const auto isEmbedding = [this](ModuleId one) {
            return m_tree.node(one).className.ends_with("Embedding");
        };
        const auto own = m_tree.ownTensors(module);
        if (own.empty() || !isEmbedding(module)) {
            return false;
        }
        return std::ranges::any_of(m_tree.tiedGroups(), [&](const std::vector<TensorId>& group) {
            const TensorSpec& last = m_tree.tensor(group.back());
            return last.storage == own.front().storage && last.module != module &&
                   isEmbedding(last.module);
        });
    }

    void runLayer(ModuleId module, bool keepsAll) {
        if (isNeverCalled(module)) {
            return;
        }
        std::vector<TensorSpec> own;
        for (const TensorSpec& tensor : m_tree.ownTensors(module)) {
            if (!staysAsBuffer(tensor, keepsAll)) {
                own.push_back(tensor);
            }
        }
        const auto brought = m_gpu.load(own, module);
        countOnHost(own);
        for (const ModuleId child : m_tree.children(module)) {
            runLayer(child, keepsAll);
        }
        m_gpu.unload(brought);
    }

    /// Why a model has to be left out of group offloading; "": it need not.
    [[nodiscard]] std::string whyNotGrouped(ModuleId model, bool isBlocks) const {
        const std::string& className = m_tree.node(model).className;
        const ModelClassRules* const rules = m_rules.model(className);
        if (rules != nullptr && !rules->canGroupOffload) {
            return "diffusers does not offload " + className + " by groups.";
        }
        // Hooks see forward() alone, and an autoencoder's encode() and decode() go past it: only
        // where its halves are named as blocks are they brought to the GPU.
        const bool isPassedBy = className.starts_with("Autoencoder") &&
                                (rules == nullptr || rules->groupBlocks.empty());
        return isBlocks && isPassedBy
                   ? "with diffusers " + m_rules.version + ", decode() of " + className +
                         " finds its weights on the CPU when they are offloaded by blocks."
                   : std::string();
    }

    void runGroups(OffloadMode mode) {
        const bool isBlocks = mode == OffloadMode::GroupBlock;
        std::vector<std::string> excluded;
        for (const ModuleId model : order()) {
            if (const std::string why = whyNotGrouped(model, isBlocks); !why.empty()) {
                excluded.push_back(nameOf(model));
                keep(model);
                m_figures.notes.push_back(nameOf(model) + " stays on the GPU: " + why);
            }
        }
        for (const ModuleId model : order()) {
            if (contains(excluded, nameOf(model))) {
                continue;
            }
            countOnHost(m_tree.subtreeTensors(model));
            if (isBlocks) {
                const ModelClassRules* const rules = m_rules.model(m_tree.node(model).className);
                runBlocks(model,
                          rules != nullptr ? rules->groupBlocks : std::vector<std::string>());
            } else {
                runLeaves(model);
            }
            countMoved(model, true);
        }
        m_figures.call = std::string("pipe.enable_group_offload(torch.device(\"cuda\"), ") +
                         (isBlocks ? "offload_type=\"block_level\", num_blocks_per_group=1"
                                   : "offload_type=\"leaf_level\"");
        for (std::size_t i = 0; i < excluded.size(); ++i) {
            m_figures.call += (i == 0 ? ", exclude_modules=[\"" : ", \"") + excluded[i] + "\"";
        }
        m_figures.call += excluded.empty() ? ")" : "])";
    }

    /// Blocks of lists one by one, beside all that lies in no list.
    void runBlocks(ModuleId module, const std::vector<std::string>& groupBlocks) {
        const auto isApart = [&](ModuleId child) {
            const ModuleNode& node = m_tree.node(child);
            return contains(groupBlocks, node.name) || isBlockList(node);
        };
        const std::vector<ModuleId> children = m_tree.children(module);
        auto brought = m_gpu.load(m_tree.ownTensors(module), module);
        for (const ModuleId child : children) {
            if (!isApart(child)) {
                const auto more = m_gpu.load(m_tree.subtreeTensors(child), child);
                brought.insert(brought.end(), more.begin(), more.end());
            }
        }
        for (const ModuleId child : children) {
            if (contains(groupBlocks, m_tree.node(child).name)) {
                runBlocks(child, groupBlocks);
            } else if (isBlockList(m_tree.node(child))) {
                for (const ModuleId block : m_tree.children(child)) {
                    m_gpu.unload(m_gpu.load(m_tree.subtreeTensors(block), block));
                }
            }
        }
        m_gpu.unload(brought);
    }

    /// torch's own layers one by one, beside what the modules above hold themselves.
    void runLeaves(ModuleId module) {
        if (isNeverCalled(module)) {
            return;
        }
        const bool isLeaf =
            m_rules.isLeafLayer(m_tree.node(module).className) && m_tree.children(module).empty();
        const auto own = isLeaf ? m_tree.subtreeTensors(module) : m_tree.ownTensors(module);
        const auto brought = m_gpu.load(own, module);
        if (!isLeaf) {
            for (const ModuleId child : m_tree.children(module)) {
                runLeaves(child);
            }
        }
        m_gpu.unload(brought);
    }

    // Layerwise casting

    void runCasting() {
        std::vector<ModuleId> layers;
        std::string calls;
        for (const ModuleId model : m_tree.children(ModuleTree::root())) {
            if (!isDenoiser(nameOf(model))) {
                continue;
            }
            std::vector<std::string> uncast = m_rules.uncastByDefault;
            if (const auto* const rules = m_rules.model(m_tree.node(model).className)) {
                uncast.insert(uncast.end(), rules->uncastPatterns.begin(),
                              rules->uncastPatterns.end());
                uncast.insert(uncast.end(), rules->keptFloat32.begin(), rules->keptFloat32.end());
            }
            addCastLayers(model, m_tree.path(model).size() + 1, uncast, layers);
            calls += (calls.empty() ? "" : "; ") + ("pipe." + nameOf(model)) +
                     ".enable_layerwise_casting(torch.float8_e4m3fn, torch.bfloat16)";
        }
        m_figures.isAvailable = !layers.empty();
        if (layers.empty()) {
            m_figures.notes.push_back("The pipeline has no denoiser whose layers could be cast.");
            return;
        }
        m_figures.call = calls + "; pipe.to(\"cuda\")";
        for (const ModuleId layer : layers) {
            m_gpu.keepIn(m_tree.subtreeTensors(layer), kStorage);
        }
        keepAll();
        for (const ModuleId layer : layers) {
            for (const TensorSpec& tensor : m_tree.subtreeTensors(layer)) {
                m_gpu.cast(tensor, DType::BFloat16, layer);
            }
            for (const TensorSpec& tensor : m_tree.subtreeTensors(layer)) {
                m_gpu.cast(tensor, kStorage, layer);
            }
        }
    }

    /// `cut`: characters before a module's name within its model.
    void addCastLayers(ModuleId module, std::size_t cut, const std::vector<std::string>& uncast,
                       std::vector<ModuleId>& layers) const {
        const std::string& path = m_tree.path(module);
        const std::string_view name =
            path.size() < cut ? std::string_view() : std::string_view(path).substr(cut);
        if (matchesAny(uncast, name)) {
            return;
        }
        const std::vector<ModuleId> children = m_tree.children(module);
        if (m_rules.isLeafLayer(m_tree.node(module).className) && children.empty()) {
            layers.push_back(module);
            return;
        }
        for (const ModuleId child : children) {
            addCastLayers(child, cut, uncast, layers);
        }
    }

    const ModuleTree& m_tree;
    const PipelineRules& m_rules;
    const PipelineClassRules* m_class = nullptr;
    Gpu m_gpu;
    std::vector<bool> m_isOnHost;  ///< by StorageId
    OffloadModeFigures m_figures;
};

}  // namespace

std::string_view offloadModeName(OffloadMode mode) {
    switch (mode) {
        case OffloadMode::None:
            return "none";
        case OffloadMode::Model:
            return "model";
        case OffloadMode::Sequential:
            return "sequential";
        case OffloadMode::GroupBlock:
            return "group-block";
        case OffloadMode::GroupLeaf:
            return "group-leaf";
        case OffloadMode::Layerwise:
            break;
    }
    return "layerwise";
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
                    "Ways to offload are compared for pipelines of diffusers, and this is a single "
                    "model.");
    }
    const auto rules = pipelineRules();
    STOWAGE_TRY(rules);
    std::vector<OffloadModeFigures> all;
    for (const OffloadMode mode :
         {OffloadMode::None, OffloadMode::Model, OffloadMode::GroupBlock, OffloadMode::GroupLeaf,
          OffloadMode::Sequential, OffloadMode::Layerwise}) {
        all.push_back(ModeRun(tree, **rules, dtype, gpu).figures(mode));
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
        return fail(ErrorCode::InvalidArgument,
                    "Ways to offload bring weights to a GPU, and the plan has none; add one.");
    }
    auto modes = offloadModes(*plan.request.tree, plan.request.constraints.dtype, *gpu);
    STOWAGE_TRY(modes);
    return PlannedOffloadModes{*gpu, std::move(*modes)};
}

}  // namespace stowage
