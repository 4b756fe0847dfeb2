// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/plan_estimator_work.h"

#include "engine/base/byte_size.h"
#include "engine/base/integers.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/device/allocator_model.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/planned_tensors.h"
#include "engine/run/metered_compute.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// The growth of more caches than this is not followed one by one.
constexpr std::uint64_t kMostGrownCaches = 20'000;

/// How a model's widths are supplied.
Message describeTheModel(const ModelFacts* facts = nullptr) {
    if (facts != nullptr && facts->isOfPython) {
        return say(
            "Measure the memory on the machine that runs the model: this release does not support "
            "models of the type %1.",
            quotedForMessage(facts->family));
    }
    return say(
        "Open the model with its config.json, or let Python describe the model (--python; in the "
        "window: Ask Python).");
}

}  // namespace

class FormulaMemory::Work {
public:
    explicit Work(const FormulaPlan& of) : m_of(of) {
        if (of.share == nullptr) {
            findWindows();
        }
        groupBlocks();
        if (of.share == nullptr) {
            findBare();
        }
    }

    void begin(const DeviceEstimate& device) {
        m_afterLoad.emplace(device.device.id, growthOf(device));
    }

    void hold(DeviceId device, std::uint64_t bytes) { m_afterLoad.at(device).allocate(bytes); }

    Result<void> calculate(CapacityEstimate& estimate, bool isBrief) {
        m_estimate = &estimate;
        m_isBrief = isBrief;
        m_cacheTensors.clear();
        m_promptCaches.clear();
        m_fixedTensors.clear();
        if (m_of.facts == nullptr) {
            m_estimate->missing.push_back(
                {say("the data that this model stores for each token, and the width of its layers"),
                 describeTheModel()});
        } else if (isUnknownToEngine()) {
            m_estimate->missing.push_back(
                {say("whether and how %1 stores the tokens of models of the type %2, which your "
                     "Python described",
                     m_estimate->engine.title, quotedForMessage(m_of.facts->family)),
                 say("Choose the engine \"transformers\".")});
        } else {
            const auto blocks = planOfBlocks();
            STOWAGE_TRY(blocks);
            if (*blocks) {
                STOWAGE_TRY(addBlocks(**blocks));
            } else if (isByKeyValues()) {
                STOWAGE_TRY(addByKeyValues());
            } else {
                STOWAGE_TRY(addCaches(*m_of.shape));
                STOWAGE_TRY(addStates());
            }
            addActivations(*m_of.shape);
            addPromptCaches();
            if (m_of.shape->blocks.empty() && m_of.own == nullptr && m_estimate->missing.empty()) {
                m_estimate->missing.push_back(
                    {say("the width of the layers of this model (activations)"),
                     describeTheModel(m_of.facts)});
            }
        }
        const std::vector<DeviceEstimate> before = m_estimate->devices;
        std::size_t tried = 0;
        do {
            m_estimate->devices = before;
            for (DeviceEstimate& device : m_estimate->devices) {
                if (tried < m_windows.size()) {
                    const auto& bytes = m_windows[tried].bytes;
                    const auto need = bytes.find(device.device.id);
                    device.window = need == bytes.end() ? 0 : need->second;
                    m_estimate->prefetchWindow = m_windows[tried].layers;
                }
                addPeaks(device);
            }
            ++tried;
        } while (tried < m_windows.size() && !m_estimate->holds());
        return {};
    }

private:
    [[nodiscard]] DeviceId runsOn(ModuleId module) const {
        if (m_of.share) {
            return DeviceId::gpu(0);
        }
        return layerRunsOn(*m_of.plan, module);
    }

    /// Keys and values are made, and kept, where the layer's attention runs.
    [[nodiscard]] DeviceId keepsOn(const BlockShape& block) const {
        if (m_of.share || m_of.plan->request.hooks.offloaded.empty()) {
            return runsOn(block.module);
        }
        const ModuleTree& tree = *m_of.plan->request.tree;
        for (const TensorSpec& tensor : tree.subtreeTensors(block.module)) {
            if (tensor.kind == TensorKind::Parameter &&
                blockPartOf(tree, *m_of.facts, block.module, tensor) == BlockPart::Attention) {
                return moduleRunsOn(*m_of.plan, tensor.module);
            }
        }
        return runsOn(block.module);
    }

    [[nodiscard]] PassShape passOf(std::uint64_t tokens, std::uint64_t seen) const {
        const Workload& work = m_estimate->served;
        PassShape pass;
        pass.sequences = work.batch;
        pass.tokens = tokens;
        pass.seen = seen;
        pass.bytes = storedBytes(m_estimate->computeType, 1);
        pass.attention = work.attention.value_or(
            m_estimate->engine.attentionOf(m_of.facts != nullptr ? m_of.facts->className : ""));
        pass.isRagged = m_of.own != nullptr;
        return pass;
    }

    /// What travels with each window from the plan's own down to none; nothing where none does.
    void findWindows() {
        if (!weightsTravel(*m_of.plan)) {
            return;
        }
        for (unsigned window = m_of.plan->prefetchWindow.value_or(0);; --window) {
            WindowNeed need{window, {}};
            for (const OffloadNeed& device : offloadWindow(*m_of.plan, window).needs) {
                need.bytes[device.device] = device.bytes;
            }
            m_windows.push_back(std::move(need));
            if (window == 0) {
                break;
            }
        }
    }

    /// Layers of one shape on one device are calculated once.
    void groupBlocks() {
        for (const BlockShape& block : m_of.shape->blocks) {
            const DeviceId device = runsOn(block.module);
            const auto same = std::ranges::find_if(m_groups, [&](const BlockGroup& group) {
                return group.device == device && hasWidthsOf(*group.block, block);
            });
            if (same == m_groups.end()) {
                m_groups.push_back({device, &block});
            }
        }
    }

    /// GPUs that run something of the model and no layer: an embedding, a norm.
    void findBare() {
        const ModuleTree& tree = *m_of.plan->request.tree;
        std::set<DeviceId> bare;
        for (const DevicePlacement& placement : m_of.plan->placements) {
            const DeviceId id = placement.device.id;
            if (id.isGpu() && placement.weights > 0 &&
                std::ranges::find(m_groups, id, &BlockGroup::device) == m_groups.end()) {
                bare.insert(id);
            }
        }
        if (bare.empty() || m_of.shape->blocks.empty()) {
            return;
        }
        // Of what goes through the model proper, and not through a tower beside it.
        const auto first = std::ranges::find_if(m_of.shape->blocks, [](const BlockShape& block) {
            return block.input != BlockInput::Images;
        });
        m_bareWidth =
            first != m_of.shape->blocks.end() ? first->hidden : m_of.facts->hiddenSize.value_or(0);
        const auto hidden = static_cast<std::int64_t>(m_bareWidth);
        for (const TensorSpec& tensor : tree.tensors()) {
            const bool isOfRow = !tensor.shape.empty() && tensor.shape.back() == hidden;
            if (isOfRow && tensor.module != m_of.shape->head.module &&
                bare.contains(runsOn(tensor.module))) {
                m_bare.insert(runsOn(tensor.module));
            }
        }
    }

    /// Of a module between layers: what comes to it and what it makes of that.
    void addBare(const PassShape& prefill, const PassShape& decode) {
        for (const DeviceId id : m_bare) {
            DeviceEstimate* const device = find(id);
            const auto bytesOf = [this](const PassShape& pass) {
                return 2 * pass.sequences * pass.tokens * m_bareWidth * pass.bytes;
            };
            device->prefillActivations = bytesOf(prefill);
            device->decodeActivations = bytesOf(decode);
            device->explained["activations"] =
                say("input and output: 2 × %1 tokens × %2 numbers × %3 B = %4",
                    groupedText(prefill.sequences * prefill.tokens), groupedText(m_bareWidth),
                    prefill.bytes, formatSize(device->prefillActivations));
        }
    }

    /// Its own transformers showed a person's Python what that library keeps, no other.
    [[nodiscard]] bool isUnknownToEngine() const {
        return m_of.facts->isOfPython && m_estimate->engine.policy != KvPolicy::Dynamic &&
               m_estimate->engine.policy != KvPolicy::Static;
    }

    /// llama.cpp knows of a GGUF file what the file's key-values say, whatever else is known of it.
    [[nodiscard]] bool isByKeyValues() const {
        return m_of.facts->llamaCpp != nullptr && m_estimate->engine.policy == KvPolicy::Cells;
    }

    Result<void> addByKeyValues() {
        const LlamaCppFacts& facts = *m_of.facts->llamaCpp;
        const auto size =
            llamaCppSize(m_estimate->engine, facts, m_estimate->served, m_estimate->computeType);
        STOWAGE_TRY(size);
        m_estimate->kvType = size->keyValues.type;
        m_estimate->kvBytesPerToken = size->keyValues.bytesPerToken;
        m_estimate->stateBytesPerSequence = size->allStates.ofSequence;
        const auto deviceOf = [this](std::uint64_t layer) {
            const auto module = m_of.plan->request.tree->findModule("blk." + std::to_string(layer));
            return find(module ? runsOn(*module) : m_of.plan->executionDevice());
        };
        for (std::size_t i = 0; i < facts.caches.size(); ++i) {
            if (DeviceEstimate* const device = deviceOf(facts.caches[i].layer)) {
                keep(*device, size->caches[i], 0);
            }
        }
        for (std::size_t i = 0; i < facts.states.size(); ++i) {
            if (DeviceEstimate* const device = deviceOf(facts.states[i].layer)) {
                device->state += size->states[i];
                m_fixedTensors[device->device.id].push_back(size->states[i]);
            }
        }
        explainCaches(size->keyValues, m_estimate->devices);
        for (DeviceEstimate& device : m_estimate->devices) {
            if (device.state > 0) {
                device.explained["state"] =
                    ofPart(size->allStates.explained, device.state, size->allStates.bytes);
            }
        }
        return {};
    }

    /// How an engine that draws blocks from one pool on each GPU (vLLM) plans what all layers keep;
    /// nothing where another engine is asked for, nothing is kept, or that is not known.
    [[nodiscard]] Result<std::optional<VllmPlan>> planOfBlocks() const {
        if (m_estimate->engine.policy != KvPolicy::Blocks || !m_of.facts->cache) {
            return std::optional<VllmPlan>();
        }
        VllmSetting setting;
        if (const DeviceEstimate* const card = find(m_of.plan->executionDevice())) {
            setting.batchedTokens =
                startTokens(m_estimate->engine, m_estimate->served, card->device, m_of.facts);
            setting.capability = m_of.capability;
        }
        std::set<DeviceId> stages;
        for (const BlockShape& block : m_of.shape->blocks) {
            stages.insert(runsOn(block.module));
        }
        setting.stages = std::max<std::uint64_t>(stages.size(), 1);
        return vllmPlan(m_estimate->engine, *m_of.facts, setting, m_estimate->served,
                        m_estimate->computeType);
    }

    /// Layers of each kind of the plan on each device.
    [[nodiscard]] std::map<DeviceId, std::vector<std::uint64_t>> layersOfKinds(
        const VllmPlan& plan) const {
        using Keeps = VllmPlan::Kind::Keeps;
        const KvCacheFacts& cache = *m_of.facts->cache;
        std::map<DeviceId, std::vector<std::uint64_t>> layers;
        const auto count = [&](DeviceId device, Keeps keeps, std::uint64_t more) {
            std::vector<std::uint64_t>& own = layers[device];
            own.resize(plan.kinds.size());
            for (std::size_t i = 0; i < plan.kinds.size(); ++i) {
                own[i] += plan.kinds[i].keeps == keeps ? more : 0;
            }
        };
        for (const BlockShape& block : m_of.shape->blocks) {
            if (!block.cacheLayer) {
                continue;
            }
            const DeviceId device = keepsOn(block);
            const bool slides = !cache.slides.empty() && cache.slides[*block.cacheLayer];
            count(device, Keeps::All, slides ? 0 : 1);
            count(device, Keeps::Window, slides ? 1 : 0);
            count(device, Keeps::Chunk, slides ? 1 : 0);
        }
        if (layers.empty() && cache.layers > 0) {
            const DeviceId device = m_of.plan->executionDevice();
            count(device, Keeps::All, cache.layers - cache.windowLayers());
            count(device, Keeps::Window, cache.windowLayers());
            count(device, Keeps::Chunk, cache.windowLayers());
        }
        std::uint64_t decoded = 0;
        for (const auto& [device, own] : layers) {
            decoded += std::reduce(own.begin(), own.end());
        }
        for (auto& [device, own] : layers) {
            // Cross-attention is kept in the same layers, or evenly among them.
            const std::uint64_t here = std::reduce(own.begin(), own.end());
            count(device, Keeps::Encoder, (cache.crossLayers * here + decoded - 1) / decoded);
        }
        for (const ModuleId layer : m_of.facts->state->layers) {
            count(runsOn(layer), Keeps::States, 1);
        }
        return layers;
    }

    /// Every sequence with as many blocks as it takes at most, and one that nobody uses.
    Result<void> addBlocks(const VllmPlan& plan) {
        const Workload& work = m_estimate->served;
        const auto size = kvCacheSize(m_estimate->engine, *m_of.facts->cache, m_of.facts->className,
                                      work, m_estimate->computeType);
        STOWAGE_TRY(size);
        m_estimate->kvType = size->type;
        m_estimate->kvBytesPerToken = size->bytesPerToken;
        if (size->uncounted) {
            m_estimate->missing.push_back(*size->uncounted);
        }
        const std::uint64_t each =
            plan.blocksOf(decoderWorkload(*m_of.facts->cache, work).tokens());
        const auto blocks = checkedMultiply(work.batch, each);
        const std::uint64_t statesOfEach = plan.blocksOfStates();
        const bool keepsTokens = each > statesOfEach;
        const std::uint64_t ofStates = work.batch * statesOfEach + (keepsTokens ? 0 : 1);
        std::uint64_t stateBytes = 0;
        for (const auto& [id, layers] : layersOfKinds(plan)) {
            DeviceEstimate* const device = find(id);
            const VllmPlan here = plan.ofStage(layers);
            constexpr std::uint64_t kMost = 200'000'000'000'000'000;  // sums of them still hold
            const auto bytes =
                blocks ? checkedMultiply(*blocks + 1, here.bytesPerBlock) : std::nullopt;
            if (!bytes || *bytes > kMost) {
                return cacheTooLarge();
            }
            if (device == nullptr) {
                continue;
            }
            device->state = here.bytesPerBlock * ofStates;
            device->kvCache = *bytes - device->state;
            stateBytes += here.bytesPerBlock * statesOfEach;
            if (device->share) {
                device->share->plan = here;
            }
            if (keepsTokens) {
                device->explained["kv_cache"] =
                    say("blocks of %1 tokens: (%2 per sequence × batch size %3 + 1 unused block) × "
                        "%4 = %5",
                        groupedText(here.blockTokens), groupedText(each - statesOfEach),
                        groupedText(work.batch), formatSize(here.bytesPerBlock),
                        formatSize(device->kvCache));
            }
            if (device->state > 0) {
                device->explained["state"] =
                    say("%1 blocks of states × %2 = %3", groupedText(ofStates),
                        formatSize(here.bytesPerBlock), formatSize(device->state));
            }
        }
        m_estimate->stateBytesPerSequence = stateBytes;
        return {};
    }

    Result<void> addCaches(const ModelShape& shape) {
        if (!m_of.facts->cache || m_of.facts->cache->layers == 0) {
            if (!m_of.facts->cache) {
                const std::string& key = m_of.facts->missingKey;
                m_estimate->missing.push_back(
                    {key.empty() ? say("the data that this model stores for each token (KV cache)")
                                 : say("the file's key %1, which specifies the data that this "
                                       "model stores for each token (KV cache)",
                                       key),
                     key.empty() ? describeTheModel(m_of.facts)
                                 : say("Convert the model to GGUF again, or open it with its "
                                       "config.json.")});
            }
            return {};
        }
        const auto size = kvCacheSize(m_estimate->engine, *m_of.facts->cache, m_of.facts->className,
                                      m_estimate->served, m_estimate->computeType);
        STOWAGE_TRY(size);
        m_estimate->kvType = size->type;
        m_estimate->kvBytesPerToken = size->bytesPerToken;
        if (size->uncounted) {
            m_estimate->missing.push_back(*size->uncounted);
        }
        bool isPlaced = false;
        for (const BlockShape& block : shape.blocks) {
            if (!block.cacheLayer) {
                continue;
            }
            DeviceEstimate* const device = find(keepsOn(block));
            if (device != nullptr) {
                isPlaced = true;
                const std::size_t layer = *block.cacheLayer;
                m_promptCaches[device->device.id] += size->promptLayers[layer];
                keep(*device, size->layers[layer], size->crossLayers[layer]);
            }
        }
        if (DeviceEstimate* const device = find(m_of.plan->executionDevice());
            device != nullptr && !isPlaced) {
            keep(*device, size->bytes, size->crossBytes);
        }
        explainCaches(*size, m_estimate->devices);
        return {};
    }

    /// `cross` of these bytes are as many from the first pass on.
    void keep(DeviceEstimate& device, std::uint64_t bytes, std::uint64_t cross) {
        device.kvCache += bytes;
        m_cacheTensors[device.device.id].push_back(bytes - cross);
        std::vector<std::uint64_t>& fixed = m_fixedTensors[device.device.id];
        fixed.insert(fixed.end(), cross > 0 ? 2 : 0, cross / 2);  // keys, and values
    }

    /// Where the layers run that keep them.
    Result<void> addStates() {
        const auto& state = m_of.facts->state;
        if (state && state->layers.empty()) {
            return {};
        }
        if (!state || !m_estimate->engine.state) {
            m_estimate->missing.push_back(
                state ? MissingFact{say("how %1 stores the state of recurrent layers",
                                        m_estimate->engine.title),
                                    say("Choose another engine.")}
                      : MissingFact{say("the data that the recurrent layers of this model store "
                                        "for each sequence (state)"),
                                    describeTheModel()});
            return {};
        }
        const auto size = stateSize(*m_estimate->engine.state, *state, m_estimate->served,
                                    m_estimate->computeType);
        STOWAGE_TRY(size);
        m_estimate->stateBytesPerSequence = size->ofSequence;
        for (const ModuleId layer : state->layers) {
            const DeviceId place = runsOn(layer);
            if (DeviceEstimate* const device = find(place)) {
                device->state += size->convolution + size->recurrent;
                std::vector<std::uint64_t>& tensors = m_fixedTensors[place];
                tensors.push_back(size->convolution);
                tensors.push_back(size->recurrent);
            }
        }
        for (DeviceEstimate& device : m_estimate->devices) {
            if (device.state > 0) {
                device.explained["state"] = ofPart(size->explained, device.state, size->bytes);
            }
        }
        return {};
    }

    /// What layers with a window keep of a longer prompt until all of it is in. Caches that double
    /// have it in their own room.
    void addPromptCaches() {
        if (m_estimate->engine.policy == KvPolicy::Doubling) {
            return;
        }
        for (DeviceEstimate& device : m_estimate->devices) {
            const std::uint64_t more = std::exchange(m_promptCaches[device.device.id], 0);
            device.prefillActivations += more;
            if (more > 0) {
                Message& told = device.explained["activations"];
                told =
                    say("%1; plus %2 that sliding-window layers keep until the whole prompt is "
                        "processed",
                        told, formatSize(more));
            }
        }
    }

    void addActivations(const ModelShape& shape) {
        const Workload& work = m_estimate->served;
        const Workload decoded =
            m_of.facts->cache ? decoderWorkload(*m_of.facts->cache, work) : work;
        const bool isGraph = m_estimate->engine.graphTokens > 0;
        const PassShape prefill = isGraph ? graphPass() : prefillPass(work);
        const PassShape first = isGraph ? prefill : prefillPass(decoded);
        const PassShape decode = isGraph ? prefill : passOf(1, decoded.tokens());
        for (const BlockGroup& group : m_groups) {
            DeviceEstimate* const device = find(group.device);
            if (device == nullptr) {
                continue;
            }
            const BlockShape& block = *group.block;
            const bool isOfImages = block.input == BlockInput::Images;
            if (isOfImages && work.images == 0) {
                continue;
            }
            ActivationPeak widest =
                blockActivations(block, isOfImages ? imagePass(block.window)
                                        : block.input == BlockInput::Prompt ? encoderPass(prefill)
                                                                            : first);
            const std::uint64_t encoded = block.cacheLayer ? encoderOutput(prefill) : 0;
            if (encoded > 0) {
                widest.bytes += encoded;
                widest.explained = say("%1; plus %2 for the encoder's output", widest.explained,
                                       formatSize(encoded));
            }
            if (widest.bytes > device->prefillActivations) {
                device->prefillActivations = widest.bytes;
                device->explained["activations"] = widest.explained;
            }
            if (block.input == BlockInput::Tokens) {
                device->decodeActivations = std::max(
                    device->decodeActivations, blockActivations(block, decode).bytes + encoded);
            }
        }
        if (m_of.share) {
            addCollectives(prefill.sequences * prefill.tokens, work.batch, prefill.bytes);
        }
        if (isGraph) {
            addGraphHead(shape.head, prefill.tokens);
            addCopiedMatrix(prefill.tokens);
        } else {
            addBare(prefill, decode);
        }
        if (!shape.head.module.isValid()) {
            return;
        }
        const std::uint64_t rows = m_of.facts->hasLastLogits(isOfTransformers(work.engine))
                                       ? work.batch
                                       : prefill.sequences * prefill.tokens;
        const std::uint64_t width = storedBytes(m_estimate->computeType, 1);
        std::uint64_t bytes = logitBytes(shape.head, rows, width);
        bytes += m_estimate->engine.copiesLogits && width < 4
                     ? logitBytes(shape.head, work.batch, 4)
                     : 0;
        if (m_estimate->engine.logitsOnHost) {
            bytes = logitBytes(shape.head, work.batch, 4);  // what comes back, in float32
        }
        const DeviceId place =
            m_estimate->engine.logitsOnHost ? DeviceId::cpu() : runsOn(shape.head.module);
        if (DeviceEstimate* const device = find(place)) {
            device->logits = bytes;
            const std::string outputs = groupedText(shape.head.outputs);
            device->explained["logits"] =
                rows == 1 ? say("%1 row × %2 numbers = %3", rows, outputs, formatSize(bytes))
                          : say("%1 rows × %2 numbers = %3", groupedText(rows), outputs,
                                formatSize(bytes));
        }
    }

    /// Between which and the prompt's scores are calculated: of a static cache all that it has room
    /// for, filled or not.
    [[nodiscard]] std::uint64_t attendedTokens(const Workload& work) const {
        if (m_estimate->engine.policy != KvPolicy::Static || !m_of.facts->cache) {
            return work.prompt;
        }
        const KvCacheFacts& cache = *m_of.facts->cache;
        const bool isCut = cache.layers > 0 && cache.windowLayers() == cache.layers;
        return std::max(work.prompt, isCut ? std::min(cache.window, work.tokens()) : work.tokens());
    }

    /// An encoder of as many positions as it has, whatever the prompt.
    [[nodiscard]] PassShape encoderPass(const PassShape& prefill) const {
        const KvCacheFacts& cache = *m_of.facts->cache;
        const bool isFixed = cache.crossSource == KvCacheFacts::CrossSource::Sequence;
        const std::uint64_t positions = cache.crossPositions.value_or(0);
        return isFixed && prefill.sequences * prefill.tokens < m_estimate->served.batch * positions
                   ? passOf(positions, positions)
                   : prefill;
    }

    /// Bytes of what an encoder of the prompt put out, which the decoder's devices hold.
    [[nodiscard]] std::uint64_t encoderOutput(const PassShape& prefill) const {
        return m_of.facts->cache->crossSource == KvCacheFacts::CrossSource::Prompt &&
                       !prefill.isGraph
                   ? prefill.sequences * prefill.tokens * m_of.facts->hiddenSize.value_or(0) *
                         prefill.bytes
                   : 0;
    }

    /// All images of all sequences at once; in a tower with windows these, and in its other layers
    /// images, attend one after another, as in Qwen2_5_VLVisionAttention of transformers.
    [[nodiscard]] PassShape imagePass(std::uint64_t window) const {
        const ImageFacts& images = *m_of.facts->images;
        const std::uint64_t together = window > 0 ? window : images.positions;
        PassShape pass = passOf(together, together);
        pass.sequences = m_estimate->served.batch * m_estimate->served.images * images.tiles;
        pass.isRagged = images.window > 0;
        if (window > 0) {
            pass.sequences *= (images.positions + window - 1) / window;
        }
        return pass;
    }

    /// The prompts, or what the engine runs before any comes: one row after another.
    [[nodiscard]] PassShape prefillPass(const Workload& work) const {
        PassShape pass = passOf(chunkSize(work), attendedTokens(work));
        const DeviceEstimate* const card = find(m_of.plan->executionDevice());
        const std::uint64_t tokens =
            card == nullptr
                ? 0
                : startTokens(m_estimate->engine, m_estimate->served, card->device, m_of.facts);
        pass.sequences = tokens > 0 ? 1 : pass.sequences;
        pass.tokens = tokens > 0 ? tokens : pass.tokens;
        return pass;
    }

    /// One micro batch, whatever goes in: the buffers stay as they are laid out.
    [[nodiscard]] PassShape graphPass() const {
        const Workload& work = m_estimate->served;
        PassShape pass = passOf(1, work.tokens());
        pass.sequences = 1;
        pass.tokens =
            std::min(work.prefillChunk > 0 ? work.prefillChunk : m_estimate->engine.graphTokens,
                     work.batch * work.tokens());
        pass.bytes = 4;
        pass.isGraph = true;
        return pass;
    }

    /// The graph's last moment: normed, and the logits of all its tokens.
    void addGraphHead(const HeadShape& head, std::uint64_t rows) {
        DeviceEstimate* const device = head.module.isValid() ? find(runsOn(head.module)) : nullptr;
        const std::uint64_t bytes = logitBytes(head, rows, 4) + head.hidden * rows * 4;
        if (device == nullptr || bytes <= device->prefillActivations) {
            return;
        }
        device->prefillActivations = bytes;
        device->decodeActivations = bytes;
        device->explained["activations"] =
            say("logits of a micro batch: (%1 + %2) numbers × %3 tokens × 4 B",
                groupedText(head.outputs), groupedText(head.hidden), groupedText(rows));
    }

    /// llama.cpp copies a matrix in the CPU's memory to the GPU for products of 32 tokens
    /// and more (GGML_OP_OFFLOAD_MIN_BATCH), into its compute buffer, one at a time.
    void addCopiedMatrix(std::uint64_t tokens) {
        constexpr std::uint64_t kLeastTokens = 32;
        DeviceEstimate* const device = find(m_of.plan->executionDevice());
        if (m_of.share || tokens < kLeastTokens || device == nullptr ||
            !device->device.id.isGpu()) {
            return;
        }
        const ModuleTree& tree = *m_of.plan->request.tree;
        const TensorSpec* largest = nullptr;
        std::uint64_t bytes = 0;
        for (const TensorSpec& tensor : tree.tensors()) {
            const bool isEmbedding = tree.node(tensor.module).className == "Embedding" ||
                                     tensor.name == "token_embd.weight";
            if (m_of.plan->storageDevices[tensor.storage.index()] != DeviceId::cpu() ||
                tensor.shape.size() < 2 || isEmbedding) {
                continue;
            }
            if (const std::uint64_t own = plannedBytes(*m_of.plan, tensor); own > bytes) {
                bytes = own;
                largest = &tensor;
            }
        }
        if (largest == nullptr) {
            return;
        }
        device->prefillActivations += bytes;
        device->decodeActivations += bytes;
        device->explained["copied"] =
            say("the activations include a copy of the largest matrix on the CPU (%2, %3), which "
                "passes of %1 or more tokens need on the GPU",
                kLeastTokens, largest->name, formatSize(bytes));
    }

    /// Into which the cards sum up what each has of a layer's output.
    void addCollectives(std::uint64_t prefillRows, std::uint64_t decodeRows, std::uint64_t bytes) {
        DeviceEstimate& card = *find(DeviceId::gpu(0));
        const std::uint64_t row = m_of.share->hidden * bytes;
        card.prefillActivations += prefillRows * row;
        card.decodeActivations += decodeRows * row;
        card.explained["weights"] = m_of.share->explained(card.weights);
        card.explained["collectives"] =
            say("the activations include a buffer to add up the outputs of all GPUs: %1 tokens × "
                "%2 numbers × %3 B = %4",
                groupedText(prefillRows), groupedText(m_of.share->hidden), bytes,
                formatSize(prefillRows * row));
    }

    /// Caches, window and activations through the allocator, after the load.
    void addPeaks(DeviceEstimate& device) {
        const std::uint64_t prompt = m_promptCaches[device.device.id];
        const std::uint64_t passes =
            std::max({device.prefillActivations + prompt, device.decodeActivations, device.logits});
        if (!device.device.id.isGpu() || (device.share && !device.share->isStatic)) {
            device.peakAllocated =
                std::max(device.peakAllocated,
                         device.weights + device.kvCache + device.state + device.window + passes);
            device.peakReserved = device.peakAllocated;
            return;
        }
        const std::uint64_t caches =
            2 * m_cacheTensors[device.device.id].size() * m_estimate->served.batch;
        if (m_estimate->engine.policy == KvPolicy::Doubling && !m_isBrief &&
            caches <= kMostGrownCaches) {
            growCaches(device);
            return;
        }
        AllocatorGrowth allocator = m_afterLoad.at(device.device.id);
        const auto take = [&](std::uint64_t bytes) { allocator.allocate(bytes); };
        for (const std::uint64_t layer : m_cacheTensors[device.device.id]) {
            take(layer / 2);
            take(layer - layer / 2);
        }
        std::ranges::for_each(m_fixedTensors[device.device.id], take);
        take(device.window);
        take(passes);
        device.peakAllocated = std::max(device.peakAllocated, allocator.allocated());
        device.peakReserved = std::max(device.peakReserved, allocator.reserved());
    }

    /// The caches of this program's executor, each with room that doubles: what they grow out of
    /// stays with the allocator.
    void growCaches(DeviceEstimate& device) {
        const std::vector<std::uint64_t>& caches = m_cacheTensors[device.device.id];
        const Workload& served = m_estimate->served;
        const Workload work = caches.empty() ? served : decoderWorkload(*m_of.facts->cache, served);
        // The last token that is generated does not go in.
        const auto rows = static_cast<std::int64_t>(std::max(work.prompt, work.tokens() - 1));
        const auto chunk = static_cast<std::int64_t>(chunkSize(work));
        const auto first = cacheRoom(chunk, 0);
        const auto last = cacheRoom(chunk, rows);
        AllocatorModel allocator = allocatorOf(device);
        std::vector<std::uint64_t> blocks;
        const auto take = [&allocator](std::uint64_t bytes) {
            const auto block = allocator.allocate(bytes);
            return block ? block->id : 0;
        };
        const auto pass = [&](std::uint64_t bytes) { allocator.free(take(bytes)); };
        std::ranges::for_each(m_fixedTensors[device.device.id], take);
        take(device.window);
        for (std::int64_t room = first;; room *= 2) {
            std::size_t next = 0;
            for (const std::uint64_t layer : caches) {
                const std::uint64_t bytes = layer / (2 * work.batch) *
                                            static_cast<std::uint64_t>(room) /
                                            static_cast<std::uint64_t>(last);
                // Keys, and values, of each sequence.
                for (std::uint64_t tensor = 0; tensor < 2 * work.batch; ++tensor, ++next) {
                    const std::uint64_t larger = take(bytes);
                    if (next < blocks.size()) {
                        allocator.free(std::exchange(blocks[next], larger));
                    } else {
                        blocks.push_back(larger);
                    }
                }
            }
            pass(room == first ? std::max(device.prefillActivations, device.logits)
                               : device.decodeActivations);
            if (room >= last) {
                break;
            }
        }
        pass(std::max(device.decodeActivations, device.logits));
        const AllocatorStatistics& statistics = allocator.statistics();
        device.peakAllocated = std::max(device.peakAllocated, statistics.peakAllocated);
        device.peakReserved = std::max(device.peakReserved, statistics.peakReserved);
    }

    [[nodiscard]] AllocatorModel allocatorOf(const DeviceEstimate& device) const {
        AllocatorModel allocator = AllocatorModel::of(device.device);
        const auto* const prediction =
            m_of.schedule != nullptr ? m_of.schedule->prediction.get() : nullptr;
        const auto state = prediction != nullptr ? prediction->allocators.find(device.device.id)
                                                 : DeviceStates::const_iterator();
        if (prediction != nullptr && state != prediction->allocators.end()) {
            allocator = state->second;
        } else {
            (void)allocator.allocate(device.weights);
        }
        allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        return allocator;
    }

    [[nodiscard]] DeviceEstimate* find(DeviceId id) const {
        const auto found = std::ranges::find(
            m_estimate->devices, id, [](const DeviceEstimate& device) { return device.device.id; });
        return found == m_estimate->devices.end() ? nullptr : &*found;
    }

    [[nodiscard]] AllocatorGrowth growthOf(const DeviceEstimate& device) const {
        if (m_of.schedule != nullptr && m_of.schedule->prediction != nullptr) {
            const DeviceStates& states = m_of.schedule->prediction->allocators;
            if (const auto state = states.find(device.device.id); state != states.end()) {
                return state->second.growth();
            }
        }
        AllocatorGrowth allocator(device.device.allocator);
        if (m_of.share) {
            for (const std::uint64_t bytes : m_of.share->tensors) {
                allocator.allocate(bytes);
            }
        } else {
            allocator.allocate(device.weights);
        }
        return allocator;
    }

    [[nodiscard]] std::uint64_t chunkSize(const Workload& work) const {
        if (m_of.own != nullptr) {
            return m_of.own->chunkOf(work);
        }
        return work.prefillChunk == 0 ? work.prompt : std::min(work.prefillChunk, work.prompt);
    }

    /// Layers of equal widths on one device.
    struct BlockGroup {
        DeviceId device;
        const BlockShape* block;
    };
    struct WindowNeed {
        unsigned layers = 0;
        std::map<DeviceId, std::uint64_t> bytes;
    };

    FormulaPlan m_of;
    std::vector<BlockGroup> m_groups;
    std::set<DeviceId> m_bare;
    std::uint64_t m_bareWidth = 0;
    std::vector<WindowNeed> m_windows;
    std::map<DeviceId, AllocatorGrowth> m_afterLoad;
    CapacityEstimate* m_estimate = nullptr;  ///< the one that is being made
    bool m_isBrief = false;
    std::map<DeviceId, std::vector<std::uint64_t>> m_cacheTensors;
    std::map<DeviceId, std::uint64_t> m_promptCaches;
    std::map<DeviceId, std::vector<std::uint64_t>> m_fixedTensors;  ///< states, cross-attention
};

FormulaMemory::FormulaMemory(const FormulaPlan& of) : m_work(std::make_unique<Work>(of)) {}
FormulaMemory::~FormulaMemory() = default;

void FormulaMemory::begin(const DeviceEstimate& device) {
    m_work->begin(device);
}

void FormulaMemory::hold(DeviceId device, std::uint64_t bytes) {
    m_work->hold(device, bytes);
}

Result<void> FormulaMemory::calculate(CapacityEstimate& estimate, bool isBrief) {
    return m_work->calculate(estimate, isBrief);
}

}  // namespace stowage
