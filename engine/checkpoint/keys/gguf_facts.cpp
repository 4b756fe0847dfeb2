// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/gguf_facts.h"

#include "engine/base/json_reader.h"
#include "engine/checkpoint/formats/gguf_config.h"
#include "engine/model/config_model.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// llama.cpp's names: all experts of a layer in three tensors, and the table of tokens.
constexpr std::string_view kExperts = "_exps";
constexpr std::string_view kLastExperts = "ffn_down_exps";
constexpr std::string_view kTokens = "token_embd";

/// What the tree's classes would tell, which names from a GGUF file have none of.
void countByNames(const ModuleTree& tree, ModelFacts& facts) {
    for (const ModuleNode& node : tree.nodes()) {
        facts.embeddingParameters += node.name == kTokens ? node.subtreeParameters : 0;
        facts.routedParameters += node.name.ends_with(kExperts) ? node.subtreeParameters : 0;
        facts.expertLayers += node.name == kLastExperts ? 1 : 0;
    }
    if (facts.experts.value_or(0) > 0) {
        const std::uint64_t active = facts.activeExperts.value_or(*facts.experts);
        const std::uint64_t idle = *facts.experts - std::min(active, *facts.experts);
        facts.activeParameters -=
            std::min(facts.routedParameters / *facts.experts * idle, facts.activeParameters);
    }
}

}  // namespace

Result<void> attachGgufFacts(Checkpoint& checkpoint, const std::stop_token& stop) {
    if (checkpoint.format != CheckpointFormat::Gguf || checkpoint.shards.empty() ||
        checkpoint.modelFacts != nullptr) {
        return {};
    }
    auto contents = readGgufFile(checkpoint.shards.front(), stop);
    if (!contents) {
        return contents.error().code == ErrorCode::Cancelled ? Result<void>(contents.unexpected())
                                                             : Result<void>();
    }
    contents->checkpoint.tensors = checkpoint.tensors;  // of all files of a split model
    const auto config = ggufConfig(*contents);
    const auto model = config ? readConfigModel(jsonText(*config), checkpoint.path)
                              : Result<ConfigModel>(Unexpected{});
    const auto tree = model ? buildModuleTree(checkpoint)
                            : Result<std::shared_ptr<const ModuleTree>>(Unexpected{});
    if (!tree) {
        return {};
    }
    ModelFacts facts = modelFacts(*model, **tree);
    facts.file.clear();
    facts.isOfKeyValues = true;
    countByNames(**tree, facts);
    checkpoint.modelFacts = std::make_shared<const ModelFacts>(std::move(facts));
    return {};
}

}  // namespace stowage
