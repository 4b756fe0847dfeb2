// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gpt_architectures.h"

namespace stowage {
namespace {

ModuleTemplate leaf(std::string name, std::string className,
                    std::vector<std::string> parameters = {}) {
    return {std::move(name), std::move(className), std::move(parameters), {}, {}};
}

ModuleTemplate withWeightAndBias(std::string name, std::string className) {
    return leaf(std::move(name), std::move(className), {"weight", "bias"});
}

ModuleTemplate branch(std::string name, std::string className, std::vector<ModuleTemplate> children,
                      std::vector<std::string> buffers = {}) {
    return {std::move(name), std::move(className), {}, std::move(buffers), std::move(children)};
}

/// What the blocks of GPT-2 and of minGPT, which have the same modules, call their classes.
struct BlockClasses {
    const char* block;
    const char* attention;
    const char* mlp;
    const char* projection;
    const char* activation;
};

/// Modules in the order of registration.
ModuleTemplate gptBlock(const BlockClasses& classes, std::vector<std::string> masks) {
    const auto projection = [&](const char* name) {
        return withWeightAndBias(name, classes.projection);
    };
    ModuleTemplate attention =
        branch("attn", classes.attention,
               {projection("c_attn"), projection("c_proj"), leaf("attn_dropout", "Dropout"),
                leaf("resid_dropout", "Dropout")},
               std::move(masks));
    ModuleTemplate mlp = branch("mlp", classes.mlp,
                                {projection("c_fc"), projection("c_proj"),
                                 leaf("act", classes.activation), leaf("dropout", "Dropout")});
    return branch("#", classes.block,
                  {withWeightAndBias("ln_1", "LayerNorm"), std::move(attention),
                   withWeightAndBias("ln_2", "LayerNorm"), std::move(mlp)});
}

/// GPT2Block of transformers 5. The masks `bias` and `masked_bias` are buffers that only older
/// files hold.
ModuleTemplate gpt2Block() {
    return gptBlock({"GPT2Block", "GPT2Attention", "GPT2MLP", "Conv1D", "NewGELUActivation"},
                    {"bias", "masked_bias"});
}

std::vector<ModuleTemplate> gpt2Modules() {
    return {leaf("wte", "Embedding", {"weight"}), leaf("wpe", "Embedding", {"weight"}),
            leaf("drop", "Dropout"), branch("h", "ModuleList", {gpt2Block()}),
            withWeightAndBias("ln_f", "LayerNorm")};
}

/// Heads other than the language model's, told by what they add to the keys.
struct OtherHead {
    const char* key;
    const char* rootClass;
    const char* module;
    bool hasDropout;
};

constexpr OtherHead kOtherHeads[] = {
    {"score.weight", "GPT2ForSequenceClassification", "score", false},
    {"classifier.weight", "GPT2ForTokenClassification", "classifier", true},
    {"qa_outputs.weight", "GPT2ForQuestionAnswering", "qa_outputs", false},
};

bool hasShape(const StateDictEntry* entry, std::initializer_list<std::int64_t> shape) {
    return entry != nullptr && entry->shape == std::vector<std::int64_t>(shape);
}

bool looksLikeGpt2(const StateDictIndex& index, const std::string& prefix) {
    const StateDictEntry* embedding = index.find(prefix + "wte.weight");
    if (embedding == nullptr || embedding->shape.size() != 2 ||
        !index.contains(prefix + "wpe.weight") || !index.contains(prefix + "h.0.ln_1.bias")) {
        return false;
    }
    const std::int64_t width = embedding->shape[1];
    const StateDictEntry* inner = index.find(prefix + "h.0.mlp.c_fc.weight");
    constexpr std::int64_t kWidest = std::int64_t{1} << 60;
    return width > 0 && width < kWidest &&
           hasShape(index.find(prefix + "h.0.attn.c_attn.weight"), {width, 3 * width}) &&
           inner != nullptr && inner->shape.size() == 2 && inner->shape[0] == width;
}

ArchitectureTemplate gpt2Base() {
    ArchitectureTemplate architecture;
    architecture.name = "gpt2";
    architecture.noSplitClasses = {"GPT2Block"};
    return architecture;
}

void addHead(ArchitectureTemplate& architecture, const StateDictIndex& index) {
    ModuleTemplate& root = architecture.root;
    for (const OtherHead& head : kOtherHeads) {
        if (!index.contains(head.key)) {
            continue;
        }
        root.className = head.rootClass;
        if (head.hasDropout) {
            root.children.push_back(leaf("dropout", "Dropout"));
        }
        root.children.push_back(withWeightAndBias(head.module, "Linear"));
        return;
    }
    root.className = "GPT2LMHeadModel";
    root.children.push_back(leaf("lm_head", "Linear", {"weight"}));
    architecture.tiedName = "lm_head.weight";
    if (index.contains("multiple_choice_head.summary.weight")) {
        root.className = "GPT2DoubleHeadsModel";
        root.children.push_back(
            branch("multiple_choice_head", "GPT2SequenceSummary",
                   {withWeightAndBias("summary", "Linear"), leaf("activation", "Identity"),
                    leaf("first_dropout", "Dropout"), leaf("last_dropout", "Identity")}));
    }
}

}  // namespace

std::optional<ArchitectureTemplate> recogniseGpt2(const StateDictIndex& index) {
    ArchitectureTemplate architecture = gpt2Base();
    if (looksLikeGpt2(index, "transformer.")) {
        architecture.root.children = {branch("transformer", "GPT2Model", gpt2Modules())};
        addHead(architecture, index);
        architecture.tiedOwner =
            architecture.tiedName.empty() ? std::string() : "transformer.wte.weight";
        return architecture;
    }
    if (looksLikeGpt2(index, "")) {
        architecture.root.children = gpt2Modules();
        architecture.root.className = "GPT2Model";
        if (index.contains("lm_head.weight")) {
            addHead(architecture, index);
            architecture.tiedOwner = "wte.weight";
        }
        return architecture;
    }
    return std::nullopt;
}

std::optional<ArchitectureTemplate> recogniseMinGpt(const StateDictIndex& index) {
    const StateDictEntry* embedding = index.find("transformer.wte.weight");
    const StateDictEntry* head = index.find("lm_head.weight");
    const StateDictEntry* joined = index.find("transformer.h.0.attn.c_attn.weight");
    const StateDictEntry* mask = index.find("transformer.h.0.attn.bias");
    if (embedding == nullptr || head == nullptr || joined == nullptr || mask == nullptr ||
        embedding->shape.size() != 2 || joined->shape.size() != 2 || mask->shape.size() != 4 ||
        !index.contains("transformer.wpe.weight")) {
        return std::nullopt;
    }
    const std::int64_t width = embedding->shape[1];
    const bool isTied = head->tieGroup != 0 && head->tieGroup == embedding->tieGroup;
    if (isTied || joined->shape[1] != width || joined->shape[0] / 3 != width ||
        joined->shape[0] % 3 != 0) {
        return std::nullopt;
    }
    std::vector<ModuleTemplate> modules = gpt2Modules();
    modules[3].children = {
        gptBlock({"Block", "CausalSelfAttention", "ModuleDict", "Linear", "NewGELU"}, {"bias"})};
    ArchitectureTemplate architecture;
    architecture.name = "mingpt";
    architecture.noSplitClasses = {"Block"};
    architecture.root = branch("", "GPT",
                               {branch("transformer", "ModuleDict", std::move(modules)),
                                leaf("lm_head", "Linear", {"weight"})});
    return architecture;
}

std::optional<ArchitectureTemplate> recogniseRaschkaGpt(const StateDictIndex& index) {
    for (const char* key : {"tok_emb.weight", "pos_emb.weight", "trf_blocks.0.att.W_query.weight",
                            "trf_blocks.0.att.W_key.weight", "trf_blocks.0.ff.layers.0.weight",
                            "trf_blocks.0.norm1.scale"}) {
        if (!index.contains(key)) {
            return std::nullopt;
        }
    }
    const auto norm = [](const char* name) { return leaf(name, "LayerNorm", {"scale", "shift"}); };
    ModuleTemplate attention =
        branch("att", "MultiHeadAttention",
               {withWeightAndBias("W_query", "Linear"), withWeightAndBias("W_key", "Linear"),
                withWeightAndBias("W_value", "Linear"), withWeightAndBias("out_proj", "Linear"),
                leaf("dropout", "Dropout")},
               {"mask"});
    ModuleTemplate layers = branch(
        "layers", "Sequential",
        {withWeightAndBias("0", "Linear"), leaf("1", "GELU"), withWeightAndBias("2", "Linear")});
    ModuleTemplate block =
        branch("#", "TransformerBlock",
               {std::move(attention), branch("ff", "FeedForward", {std::move(layers)}),
                norm("norm1"), norm("norm2"), leaf("drop_shortcut", "Dropout")});
    ArchitectureTemplate architecture;
    architecture.name = "raschka-gpt2";
    architecture.noSplitClasses = {"TransformerBlock"};
    architecture.tiedOwner = "tok_emb.weight";
    architecture.tiedName = "out_head.weight";
    architecture.root =
        branch("", "GPTModel",
               {leaf("tok_emb", "Embedding", {"weight"}), leaf("pos_emb", "Embedding", {"weight"}),
                leaf("drop_emb", "Dropout"), branch("trf_blocks", "Sequential", {std::move(block)}),
                norm("final_norm"), withWeightAndBias("out_head", "Linear")});
    return architecture;
}

}  // namespace stowage
