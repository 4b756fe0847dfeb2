// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/layer_chain.h"

#include "engine/capacity/block_shapes.h"

#include <array>
#include <string_view>

namespace stowage {
namespace {

/// Modules that some families register before their layers and use after them: OPT's
/// final_layer_norm, and the tables that a GGUF file holds in any order.
bool standsAfterLayers(std::string_view name) {
    constexpr std::array<std::string_view, 4> kBeginnings = {"final_", "output", "norm_f", "ln_f"};
    for (const std::string_view beginning : kBeginnings) {
        if (name.starts_with(beginning)) {
            return true;
        }
    }
    return name == "norm" || name == "lm_head" || name == "project_out";
}

/// The numbered list of modules with the most bytes that stands in no other such list.
ModuleId largestList(const ModuleTree& tree) {
    ModuleId largest;
    ModuleId end = ModuleTree::root();
    for (const ModuleNode& node : tree.nodes()) {
        if (node.id < end || node.sameAs.isValid() || elementsOfList(tree, node.id).empty()) {
            continue;
        }
        end = node.subtreeEnd;
        if (!largest.isValid() || node.subtreeBytes > tree.node(largest).subtreeBytes) {
            largest = node.id;
        }
    }
    return largest;
}

}  // namespace

bool hasGgufNames(const ModuleTree& tree) {
    return tree.findModule("blk.0").has_value();
}

Result<LayerChain> layerChain(const ModuleTree& tree, const ModelFacts* facts) {
    if (facts != nullptr && facts->encoderLayers) {
        return fail(ErrorCode::Unsupported,
                    say("This model has an encoder and a decoder, which the other engines' rules "
                        "do not cover; export it to accelerate."));
    }
    const ModuleId list = largestList(tree);
    if (!list.isValid() || tree.node(list).subtreeTensorCount == 0) {
        return fail(ErrorCode::Unsupported,
                    say("This model has no list of layers (modules named 0, 1, 2 …) that another "
                        "engine could share out; export it to accelerate."));
    }
    LayerChain chain;
    chain.layers = elementsOfList(tree, list);
    chain.places.assign(tree.tensors().size(), LayerChain::kBefore);
    const bool isGguf = hasGgufNames(tree);
    for (std::size_t i = 0; i < chain.places.size(); ++i) {
        const ModuleId module = tree.tensors()[i].module;
        const bool isBehind = !isGguf && module >= tree.node(list).subtreeEnd;
        chain.places[i] = isBehind || standsAfterLayers(tree.node(module).name)
                              ? LayerChain::kAfter
                              : LayerChain::kBefore;
    }
    for (std::size_t layer = 0; layer < chain.layers.size(); ++layer) {
        const ModuleNode& node = tree.node(chain.layers[layer]);
        for (std::uint32_t i = 0; i < node.subtreeTensorCount; ++i) {
            chain.places[node.firstTensor.index() + i] = layer;
        }
    }
    return chain;
}

}  // namespace stowage
