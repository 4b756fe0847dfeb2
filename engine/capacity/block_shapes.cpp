// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/block_shapes.h"

#include "engine/base/number_text.h"
#include "engine/model/tensor_spec.h"
#include "engine/plan/forward_estimate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace stowage {

namespace {

bool hasStates(const ModelFacts& facts) {
    return facts.state && !facts.state->layers.empty();
}

bool attends(const ModuleTree& tree, ModuleId block, const ModelFacts& facts) {
    return std::ranges::any_of(tree.subtreeTensors(block), [&](const TensorSpec& tensor) {
        return tensor.shape.size() >= 2 &&
               blockPartOf(tree, facts, block, tensor) == BlockPart::Attention;
    });
}

/// Matrices of one part that take or give the hidden width: how many there are of each other width.
class Widths {
public:
    explicit Widths(std::uint64_t hidden) : m_hidden(hidden) {}

    void add(std::span<const std::int64_t> shape) {
        if (shape.size() < 2) {
            return;
        }
        const auto rows = static_cast<std::uint64_t>(shape[shape.size() - 2]);
        const auto columns = static_cast<std::uint64_t>(shape[shape.size() - 1]);
        if (rows == m_hidden || columns == m_hidden) {
            ++m_counts[rows == m_hidden ? columns : rows];
        }
    }

    /// The inner width and whether two products of it meet: three matrices, or one of double width
    /// beside one.
    [[nodiscard]] std::pair<std::uint64_t, bool> inner() const {
        if (m_counts.empty()) {
            return {0, false};
        }
        const auto& [widest, count] = *m_counts.rbegin();
        const auto half = m_counts.find(widest / 2);
        if (count == 1 && widest % 2 == 0 && half != m_counts.end()) {
            return {widest / 2, true};
        }
        return {widest, count >= 3};
    }

private:
    std::uint64_t m_hidden;
    std::map<std::uint64_t, std::uint64_t> m_counts;
};

std::uint64_t hiddenWidth(const ModuleTree& tree, ModuleId block, const ModelFacts& facts) {
    // An encoder next to the model proper has a width of its own: that of the norms that stand in
    // the layer itself, else of the first one below that is none of queries and keys.
    std::uint64_t below = 0;
    for (const TensorSpec& tensor : tree.subtreeTensors(block)) {
        if (tensor.shape.size() != 1 || tensor.name.find("norm") == std::string::npos ||
            blockPartOf(tree, facts, block, tensor) == BlockPart::State) {
            continue;
        }
        const auto width = static_cast<std::uint64_t>(tensor.shape.front());
        if (tree.node(tensor.module).parent == block) {
            return width;
        }
        const bool isOfHeads = tensor.name.find("q_") != std::string::npos ||
                               tensor.name.find("k_") != std::string::npos;
        below = below == 0 && !isOfHeads ? width : below;
    }
    return below > 0 ? below : facts.hiddenSize.value_or(0);
}

BlockShape shapeOfBlock(const ModuleTree& tree, ModuleId block, const ModelFacts& facts) {
    BlockShape shape;
    shape.module = block;
    shape.path = tree.path(block);
    shape.hidden = hiddenWidth(tree, block, facts);
    Widths inner(shape.hidden);
    Widths experts(shape.hidden);
    for (const TensorSpec& tensor : tree.subtreeTensors(block)) {
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        const std::string_view inside = std::string_view(tensor.name).substr(shape.path.size());
        const BlockPart part = blockPartOf(tree, facts, block, tensor);
        const std::vector<std::int64_t>& sides = unpackedShape(tensor);
        if (part == BlockPart::FeedForward && sides.size() == 2) {
            inner.add(sides);
        } else if (part == BlockPart::Experts) {
            const bool isStack = sides.size() == 3;
            const std::string_view own = inside.substr(inside.find("experts.") + 8);
            const bool isOne = own.starts_with("0.") || own.starts_with("expert_0.");
            // DBRX has its experts one below the other in one matrix.
            const bool isPile = sides.size() == 2 && own.starts_with("mlp.") && facts.experts;
            shape.areStacked = shape.areStacked || isStack || isPile;
            if (isPile) {
                const std::array each{sides[0] / static_cast<std::int64_t>(*facts.experts),
                                      sides[1]};
                experts.add(each);
            } else if (isStack || isOne) {
                experts.add(sides);
            }
        }
    }
    if (attends(tree, block, facts)) {
        shape.heads = facts.attentionHeads.value_or(0);
        const std::uint64_t width =
            facts.headWidth.value_or(shape.heads > 0 ? shape.hidden / shape.heads : 0);
        shape.queries = shape.heads * width;
        shape.keys = facts.keyValueHeads.value_or(shape.heads) * width;
        shape.values = shape.heads * facts.valueWidth.value_or(width);
    }
    if (attends(tree, block, facts) && !facts.attentionHeads) {
        shape.queries = shape.values = shape.hidden;  // of stages that differ (Swin)
    }
    if (const auto [expertInner, isGated] = experts.inner(); expertInner > 0) {
        shape.experts = facts.experts.value_or(1);
        shape.expertInner = expertInner;
    }
    std::tie(shape.inner, shape.isGated) = inner.inner();
    if (shape.experts > 0 && shape.inner == shape.experts) {
        shape.inner = 0;  // the router's matrix alone
    }
    return shape;
}

bool isInModule(const ModuleTree& tree, ModuleId module, std::string_view name) {
    for (; module.isValid(); module = tree.node(module).parent) {
        if (tree.node(module).name == name) {
            return true;
        }
    }
    return false;
}

/// Layers that see images have heads of their own, and may see a window of them.
void findImages(const ModuleTree& tree, const ModelFacts& facts, ModelShape& shape) {
    for (BlockShape& block : shape.blocks) {
        if (facts.images && isInModule(tree, block.module, facts.images->tower)) {
            const std::string& number = tree.node(block.module).name;
            const bool isFull = std::ranges::any_of(
                facts.images->fullLayers,
                [&number](std::uint64_t layer) { return number == std::to_string(layer); });
            block.input = BlockInput::Images;
            block.heads = facts.images->heads;
            block.queries = block.hidden;
            block.keys = block.hidden;
            block.values = block.hidden;
            block.window = isFull ? 0 : facts.images->window;
        }
    }
}

/// The last of the family's rules for a path, else `usual`.
PartRows partRows(const ModelFacts& facts, const std::string& path, const PartRows& usual) {
    const std::string names = "." + path + ".";
    const auto rule =
        std::find_if(facts.rows.rbegin(), facts.rows.rend(), [&](const PartRows& one) {
            return one.path == "*" || names.find("." + one.path + ".") != std::string::npos;
        });
    return rule == facts.rows.rend() ? usual : *rule;
}

/// `block`: the layer that the tensor belongs to, or its module.
TensorUse tensorUse(const ModuleTree& tree, ModuleId block, const TensorSpec& tensor) {
    const ModuleNode& module = tree.node(tensor.module);
    const std::string_view inside = std::string_view(tensor.name).substr(tree.path(block).size());
    const std::string_view own = inside.substr(inside.rfind('.') + 1);
    const auto has = [](std::string_view text, std::string_view word) {
        return text.find(word) != std::string_view::npos;
    };
    if (own == "weight" && isLookedUp(module.className)) {
        return TensorUse::Lookup;
    }
    if (isCrossAttention(inside)) {
        return passesOf(tree, tensor.module) == PassesOf::First ? TensorUse::CrossInput
                                                                : TensorUse::Cross;
    }
    const bool isMatrix = unpackedShape(tensor).size() >= 2 && !has(own, "bias") &&
                          (has(tensor.name, "weight") || has(own, "proj") ||
                           blockPartOf(inside) == BlockPart::Experts || own.size() == 1);
    return !isMatrix                       ? TensorUse::Read
           : has(module.name, "kv_b_proj") ? TensorUse::Latent
                                           : TensorUse::Product;
}

/// Finds layers that attend to tokens, and those that attend to an encoder or images alone.
void findCrossing(const ModuleTree& tree, const ModelFacts& facts, ModelShape& shape) {
    const bool crosses = facts.cache && facts.cache->crossLayers > 0;
    const bool keepsAny = facts.cache && facts.cache->layers > 0;
    const bool isDecoderKnown = std::ranges::any_of(
        shape.blocks, [](const BlockShape& block) { return block.cacheLayer.has_value(); });
    for (BlockShape& block : shape.blocks) {
        const auto tensors = tree.subtreeTensors(block.module);
        block.isCrossAlone =
            crosses && block.heads > 0 && std::ranges::all_of(tensors, [&](const TensorSpec& own) {
                return own.shape.size() < 2 ||
                       blockPartOf(tree, facts, block.module, own) != BlockPart::Attention ||
                       isCrossAttention(own.name.substr(block.path.size()));
            });
        const bool isOfDecoder = block.readLayer || (keepsAny && !isDecoderKnown);
        block.keepsTokens = isOfDecoder && !block.isCrossAlone && block.heads > 0 &&
                            block.input == BlockInput::Tokens;
    }
}

/// The input of a module that is no layer: that of the layers of which its parents hold a list, the
/// innermost ones first.
BlockInput inputOf(const ModuleTree& tree, const ModelFacts& facts, ModuleId module,
                   const ModelShape& shape) {
    for (ModuleId around = module; around.isValid(); around = tree.node(around).parent) {
        for (const BlockShape& block : shape.blocks) {
            if (tree.node(tree.node(block.module).parent).parent == around) {
                return block.input;
            }
        }
    }
    return facts.images ? BlockInput::Images : BlockInput::Tokens;
}

/// ModelShape::tensors and ModelShape::others.
void findUses(const ModuleTree& tree, const ModelFacts& facts, ModelShape& shape) {
    const TensorSpec* const first = tree.tensors().data();
    shape.tensors.resize(tree.tensors().size());
    const auto add = [&](ModuleId block, const PartRows& usual,
                         std::span<const TensorSpec> tensors) {
        for (const TensorSpec& tensor : tensors) {
            shape.tensors[static_cast<std::size_t>(&tensor - first)] = {
                tensorUse(tree, block, tensor), partRows(facts, tensor.name, usual)};
        }
    };
    for (BlockShape& block : shape.blocks) {
        block.rows = partRows(facts, block.path, block.rows);
        if (facts.images && block.rows.fixed > 0 && block.rows.perToken == 0) {
            block.input = BlockInput::Images;
        }
        add(block.module, block.rows, tree.subtreeTensors(block.module));
    }
    auto block = shape.blocks.begin();
    for (const ModuleNode& node : tree.nodes()) {
        while (block != shape.blocks.end() && tree.node(block->module).subtreeEnd <= node.id) {
            ++block;
        }
        if (block != shape.blocks.end() && block->module <= node.id) {
            continue;
        }
        BlockShape other;
        other.module = node.id;
        other.path = tree.path(node.id);
        other.rows = partRows(facts, other.path, other.rows);
        add(node.id, other.rows, tree.ownTensors(node.id));
        if (node.ownTensorCount > 0 && node.id != shape.head.module) {
            other.input = inputOf(tree, facts, node.id, shape);
            shape.others.push_back(std::move(other));
        }
    }
}

/// Layers beside those of a decoder that attends to what an encoder made.
void findEncoder(const ModelFacts& facts, ModelShape& shape) {
    const bool hasDecoder = std::ranges::any_of(
        shape.blocks, [](const BlockShape& block) { return block.cacheLayer.has_value(); });
    if (!hasDecoder || !facts.cache || facts.cache->crossLayers == 0 || !facts.encoderLayers) {
        return;
    }
    for (BlockShape& block : shape.blocks) {
        if (block.input == BlockInput::Tokens && !block.cacheLayer) {
            block.input = BlockInput::Prompt;
        }
    }
}

HeadShape headOf(const ModuleTree& tree, const ModelFacts& facts) {
    HeadShape head{ModuleId{}, facts.hiddenSize.value_or(0), 0};
    if (!facts.vocabulary) {
        return head;
    }
    // The last matrix that gives as many numbers as there are tokens; a tied one is a module, too.
    for (const ModuleNode& node : tree.nodes()) {
        for (const TensorSpec& tensor : tree.ownTensors(node.id)) {
            if (node.className.find("Embedding") == std::string::npos && tensor.shape.size() == 2 &&
                static_cast<std::uint64_t>(tensor.shape.front()) == *facts.vocabulary) {
                head.module = node.id;
                head.outputs = *facts.vocabulary;
            }
        }
    }
    return head;
}

}  // namespace

bool hasWidthsOf(const BlockShape& a, const BlockShape& b) {
    return a.hidden == b.hidden && a.heads == b.heads && a.queries == b.queries &&
           a.keys == b.keys && a.inner == b.inner && a.isGated == b.isGated &&
           a.experts == b.experts && a.expertInner == b.expertInner &&
           a.areStacked == b.areStacked && a.input == b.input && a.window == b.window;
}

BlockPart blockPartOf(std::string_view inside) {
    if (inside.find("experts.") != std::string_view::npos) {
        return inside.find("shared_expert") == std::string_view::npos ? BlockPart::Experts
                                                                      : BlockPart::FeedForward;
    }
    for (const std::string_view word : {"attn", "attention", "Attention"}) {
        if (inside.find(word) != std::string_view::npos) {
            return BlockPart::Attention;
        }
    }
    return BlockPart::FeedForward;
}

BlockPart blockPartOf(const ModuleTree& tree, const ModelFacts& facts, ModuleId block,
                      const TensorSpec& tensor) {
    const std::string_view inside = std::string_view(tensor.name).substr(tree.path(block).size());
    const BlockPart part = blockPartOf(inside);
    if (!hasStates(facts)) {
        return part;
    }
    const auto& states = facts.state->layers;
    const auto after = std::ranges::upper_bound(states, tensor.module);
    if (after != states.begin() && tensor.module < tree.node(*std::prev(after)).subtreeEnd) {
        return BlockPart::State;
    }
    // Where layers differ, the name may be that of any kind: "mixer", "temporal_block".
    const ModuleId parent = tree.node(tensor.module).parent;
    return parent.isValid() && tree.node(parent).className.ends_with("Attention")
               ? BlockPart::Attention
               : part;
}

ModelShape modelShape(const ModuleTree& tree, const ModelFacts& facts) {
    struct List {
        std::size_t first = 0;
        std::vector<bool> attending;  ///< each of its layers
    };
    ModelShape shape;
    const std::uint64_t kept = facts.cache ? facts.cache->layers : 0;
    const std::uint64_t reading = kept + (facts.cache ? facts.cache->sharedFrom.size() : 0);
    std::vector<List> lists;
    for (const ModuleNode& node : tree.nodes()) {
        const bool isInside =
            !shape.blocks.empty() && node.id < tree.node(shape.blocks.back().module).subtreeEnd;
        const auto elements = isInside || node.sameAs.isValid() ? std::vector<ModuleId>()
                                                                : elementsOfList(tree, node.id);
        List list{shape.blocks.size(), {}};
        for (const ModuleId element : elements) {
            list.attending.push_back(attends(tree, element, facts));
        }
        if (std::ranges::count(list.attending, true) == 0) {
            continue;
        }
        if (!hasStates(facts)) {  // then all do, also where names tell it of some alone, as of T5's
            list.attending.assign(elements.size(), true);
        }
        lists.push_back(std::move(list));
        for (const ModuleId element : elements) {
            shape.blocks.push_back(shapeOfBlock(tree, element, facts));
        }
    }
    // Of a model with several, as one that sees, the last one with as many is the decoder's.
    findImages(tree, facts, shape);
    const auto decoder = std::find_if(lists.rbegin(), lists.rend(), [&](const List& list) {
        return static_cast<std::uint64_t>(std::ranges::count(list.attending, true)) == reading &&
               shape.blocks[list.first].input != BlockInput::Images;
    });
    std::size_t layer = 0;
    for (std::size_t i = 0; decoder != lists.rend() && i < decoder->attending.size(); ++i) {
        BlockShape& block = shape.blocks[decoder->first + i];
        block.isInDecoder = true;
        if (decoder->attending[i]) {
            const bool isKept = layer < kept;
            block.readLayer = isKept ? layer : facts.cache->sharedFrom[layer - kept];
            block.cacheLayer = isKept ? block.readLayer : std::nullopt;
            ++layer;
        }
    }
    findEncoder(facts, shape);
    findCrossing(tree, facts, shape);
    shape.head = headOf(tree, facts);
    findUses(tree, facts, shape);
    return shape;
}

namespace {

constexpr std::uint64_t kFloat32Bytes = 4;

/// Numbers a token that live at one moment, beside scores.
struct WidthMoment {
    Phrase name;
    std::uint64_t width = 0;
    std::uint64_t scoreBytes = 0;  ///< bytes of each score
    std::string parts;
};

std::string times(std::uint64_t count, std::uint64_t width) {
    return (count == 1 ? std::string() : std::to_string(count) + " × ") + groupedText(width);
}

/// The moments of a layer, in their order.
std::vector<WidthMoment> momentsOf(const BlockShape& block, const PassShape& pass) {
    const std::uint64_t hidden = block.hidden;
    const bool isWide = pass.bytes >= kFloat32Bytes;
    std::vector<WidthMoment> moments;
    // Narrow numbers are widened, squared and narrowed: 2 + 4 + 4 + 2 + 2 bytes each.
    const std::uint64_t normed = isWide ? 3 : 7;
    moments.push_back({phrase("norm"), normed * hidden, 0, times(normed, hidden)});
    if (block.heads > 0) {
        const std::uint64_t projected = block.queries + 2 * block.keys;
        moments.push_back({phrase("projections"), 2 * hidden + projected, 0,
                           times(2, hidden) + " + " + groupedText(block.queries) + " + 2 × " +
                               groupedText(block.keys)});
        if (pass.attention == AttentionKind::Eager) {
            // Scores with their softmax, which is computed in float32; of sequences one after
            // another what came of those before is there, too.
            const std::uint64_t scores = isWide ? 2 * pass.bytes : pass.bytes + 2 * kFloat32Bytes;
            const std::uint64_t earlier =
                pass.isRagged ? block.queries * (pass.sequences - 1) / pass.sequences : 0;
            // A graph's scores are there until they are multiplied with the values.
            const std::uint64_t width =
                hidden + projected + (pass.isGraph ? 2 * block.queries : earlier);
            moments.push_back({phrase("scores"), width, pass.isGraph ? kFloat32Bytes : scores,
                               groupedText(hidden) + " + " + groupedText(width - hidden)});
        }
        moments.push_back({phrase("attention"), hidden + projected + 2 * block.queries, 0,
                           groupedText(hidden) + " + " + groupedText(projected) + " + 2 × " +
                               groupedText(block.queries)});
    }
    if (block.inner > 0) {
        // What is multiplied with the gate needs its input longer.
        const std::uint64_t inner = block.isGated ? 3 : 2;
        const std::uint64_t outer = block.isGated ? 2 : 1;
        moments.push_back({phrase("feed-forward"), outer * hidden + inner * block.inner, 0,
                           times(outer, hidden) + " + " + times(inner, block.inner)});
    }
    if (block.experts > 0) {
        const std::uint64_t inner = block.areStacked ? 4 : 3;
        moments.push_back(
            {phrase("one expert for all tokens"),
             std::max(5 * hidden + inner * block.expertInner, 7 * hidden) + block.experts, 0,
             times(5, hidden) + " + " + times(inner, block.expertInner)});
    }
    return moments;
}

}  // namespace

std::uint64_t startTokens(const EngineProfile& engine, const Workload& workload,
                          const DeviceInfo& card, const ModelFacts* facts) {
    const std::uint64_t usual = engine.batchedTokens.on(card.capacity.value_or(0), card.name);
    if (usual == 0) {
        return 0;
    }
    // vLLM limits its default only to max_num_seqs × the context, which is more.
    const std::uint64_t asked = workload.batchedTokens > 0  ? workload.batchedTokens
                                : workload.prefillChunk > 0 ? workload.prefillChunk
                                                            : usual;
    const std::uint64_t positions =
        facts != nullptr && facts->cache && facts->cache->crossLayers > 0
            ? facts->cache->crossPositions.value_or(0)
            : 0;
    return std::max({asked, workload.batch, positions});  // each sequence has one in a pass
}

ActivationPeak blockActivations(const BlockShape& block, const PassShape& pass) {
    const std::uint64_t rows = pass.sequences * pass.tokens;
    const std::uint64_t together = pass.isRagged ? 1 : pass.sequences;
    const std::uint64_t heads = block.heads + (pass.isGraph ? 1 : 0);  // one more: the mask
    const std::uint64_t scores = together * heads * pass.tokens * pass.seen;
    const auto bytesOf = [&](const WidthMoment& moment) {
        return moment.width * rows * pass.bytes + moment.scoreBytes * scores;
    };
    const std::vector<WidthMoment> moments = momentsOf(block, pass);
    const auto widest = std::ranges::max_element(moments, {}, bytesOf);
    if (bytesOf(*widest) == 0) {
        return {};
    }
    return {bytesOf(*widest), widest->scoreBytes > 0
                                  ? say("%1: (%2) numbers × %3 tokens × %4 B + %5 scores × %6 B",
                                        widest->name, widest->parts, groupedText(rows), pass.bytes,
                                        groupedText(scores), widest->scoreBytes)
                                  : say("%1: (%2) numbers × %3 tokens × %4 B", widest->name,
                                        widest->parts, groupedText(rows), pass.bytes)};
}

std::uint64_t logitBytes(const HeadShape& head, std::uint64_t rows, std::uint64_t bytes) {
    return head.outputs * rows * bytes;
}

}  // namespace stowage
