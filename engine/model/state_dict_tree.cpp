// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/state_dict_tree.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// What a module of a known architecture looks like; which tensors are really there, the file says.
struct ModuleTemplate {
    std::string name;  ///< "#": one module for each number the file has here
    std::string className;
    std::vector<std::string> parameters;
    std::vector<std::string> buffers;
    std::vector<ModuleTemplate> children;
};

/// A recognised architecture with all that its tree needs beside the file's own tensors.
struct ArchitectureTemplate {
    std::string name;  ///< "gpt2", "raschka-gpt2", "mingpt"
    ModuleTemplate root;
    std::vector<std::string> noSplitClasses;
    /// The tied pair, owner first; the second is added where the file leaves it out. Empty: none.
    std::string tiedOwner;
    std::string tiedName;
};

/// A state dict's entries by name.
class StateDictIndex {
public:
    explicit StateDictIndex(std::span<const StateDictEntry> entries);
    [[nodiscard]] const StateDictEntry* find(const std::string& name) const;
    [[nodiscard]] bool contains(const std::string& name) const { return find(name) != nullptr; }
    [[nodiscard]] std::span<const StateDictEntry> entries() const { return m_entries; }

private:
    std::span<const StateDictEntry> m_entries;
    NameTable<std::string_view, std::size_t> m_position;
};

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

/// Hugging Face GPT-2 (GPT2LMHeadModel, GPT2Model and its other heads) by keys and shapes: its
/// Conv1D weights are [in, out], which tells it from layouts with the same names.
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

/// Karpathy's minGPT: GPT-2's names, but Linear weights, a causal mask in each block (attn.bias)
/// and a head of its own, which tells it from nanoGPT.
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

/// The GPT of "Build a Large Language Model (From Scratch)".
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

ModuleDraft::Tensor draftTensor(std::string name, const StateDictEntry& entry) {
    return {std::move(name), entry.dtype, entry.shape, true};
}

std::string joinedKey(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

/// A module of the tree from names, of which there can be a million: names are views of the
/// entries'. Children are found by name: most modules have a few, some lists have very many.
struct NameNode {
    static constexpr std::size_t kFew = 8;
    struct Tensor {
        std::string_view name;
        const StateDictEntry* entry = nullptr;
    };
    using Positions = NameTable<std::string_view, std::size_t>;

    std::string_view name;
    std::vector<Tensor> tensors;
    std::vector<NameNode> children;
    std::unique_ptr<Positions> position;  ///< of children, beyond the first few

    NameNode& child(std::string_view childName) {
        // Mostly the one that the entry before it went to.
        if (!children.empty() && children.back().name == childName) {
            return children.back();
        }
        const std::size_t few = std::min(children.size(), kFew);
        for (std::size_t i = 0; i < few; ++i) {
            if (children[i].name == childName) {
                return children[i];
            }
        }
        if (children.size() < kFew) {
            return add(childName);
        }
        if (!position) {
            position = std::make_unique<Positions>();
        }
        const auto [place, isNew] = position->try_emplace(childName, children.size());
        return isNew ? add(childName) : children[place->second];
    }

private:
    NameNode& add(std::string_view childName) {
        children.emplace_back();
        children.back().name = childName;
        return children.back();
    }
};

/// As deep as a tree may be; a hostile name could have millions of dots.
constexpr unsigned kMaxNameDepth = 256;
/// Ten megabytes of names of 250 dots each would make five million modules. Real models have fewer
/// modules than tensors, small ones a few more.
constexpr std::size_t kModulesATensor = 4;
constexpr std::size_t kModulesOfFewTensors = 65'536;

/// Puts an entry at the module its dotted name tells. Where a component would be empty ("a..b")
/// or the depth is reached, the rest of the name stays the tensor's own. Returns how many modules
/// are new.
std::size_t insertByName(NameNode& root, const StateDictEntry& entry) {
    std::size_t added = 0;
    NameNode* node = &root;
    std::string_view rest = entry.name;
    for (unsigned depth = 0; depth < kMaxNameDepth; ++depth) {
        const std::size_t dot = rest.find('.');
        if (dot == std::string_view::npos || dot == 0) {
            break;
        }
        const std::size_t before = node->children.size();
        NameNode& child = node->child(rest.substr(0, dot));
        added += node->children.size() - before;
        node = &child;
        rest.remove_prefix(dot + 1);
    }
    node->tensors.push_back({rest, &entry});
    return added;
}

/// Adds what the names tell to a draft that may already have some of the modules. The nodes are
/// used up on the way.
void mergeNames(NameNode& node, KeyOrder order, ModuleDraft& draft) {
    if (order == KeyOrder::Sorted) {
        std::ranges::sort(node.tensors, isNaturallyLess, &NameNode::Tensor::name);
        std::ranges::sort(node.children, isNaturallyLess, &NameNode::name);
    }
    draft.parameters.reserve(draft.parameters.size() + node.tensors.size());
    for (const NameNode::Tensor& tensor : node.tensors) {
        draft.parameters.push_back(draftTensor(std::string(tensor.name), *tensor.entry));
    }
    NameTable<std::string, std::size_t> existing;
    for (std::size_t i = 0; i < draft.children.size(); ++i) {
        existing.emplace(draft.children[i].name, i);
    }
    draft.children.reserve(draft.children.size() + node.children.size());
    for (NameNode& child : node.children) {
        const auto found =
            existing.empty() ? existing.end() : existing.find(std::string(child.name));
        if (found != existing.end()) {
            mergeNames(child, order, draft.children[found->second]);
        } else {
            ModuleDraft& added = draft.children.emplace_back();
            added.name = child.name;
            mergeNames(child, order, added);
        }
        child = {};
    }
}

/// Instantiates an architecture's template with the tensors that the file really has.
class TemplateFiller {
public:
    explicit TemplateFiller(const StateDictIndex& index) : m_index(index) {}

    ModuleDraft fill(const ModuleTemplate& shape, const std::string& name,
                     const std::string& path) {
        ModuleDraft draft;
        draft.name = name;
        draft.className = shape.className;
        addTensors(shape.parameters, path, draft.parameters);
        addTensors(shape.buffers, path, draft.buffers);
        for (const ModuleTemplate& child : shape.children) {
            if (child.name != "#") {
                draft.children.push_back(fill(child, child.name, joinedKey(path, child.name)));
                continue;
            }
            for (const std::uint64_t number : numbersBelow(path)) {
                const std::string numberName = std::to_string(number);
                draft.children.push_back(fill(child, numberName, joinedKey(path, numberName)));
            }
        }
        return draft;
    }

    [[nodiscard]] bool isUsed(const std::string& name) const { return m_used.contains(name); }

private:
    void addTensors(const std::vector<std::string>& names, const std::string& path,
                    std::vector<ModuleDraft::Tensor>& tensors) {
        for (const std::string& name : names) {
            const std::string fullName = joinedKey(path, name);
            if (const StateDictEntry* entry = m_index.find(fullName)) {
                tensors.push_back(draftTensor(name, *entry));
                m_used.insert(fullName);
            }
        }
    }

    /// The numbers of a repeated module, ascending: "12" in "h.12.ln_1.weight" for the path "h".
    std::vector<std::uint64_t> numbersBelow(const std::string& path) {
        std::vector<std::uint64_t> numbers;
        const std::string prefix = path + ".";
        for (auto name = std::ranges::lower_bound(sortedNames(), prefix);
             name != m_sortedNames.end() && name->starts_with(prefix); ++name) {
            const std::string_view rest = name->substr(prefix.size());
            const std::string_view digits = rest.substr(0, rest.find('.'));
            std::uint64_t number = 0;
            const auto parsed =
                std::from_chars(digits.data(), digits.data() + digits.size(), number);
            const bool isNumber = parsed.ec == std::errc{} &&
                                  parsed.ptr == digits.data() + digits.size() &&
                                  digits.size() < rest.size() && std::to_string(number) == digits;
            if (isNumber) {
                numbers.push_back(number);
            }
        }
        std::ranges::sort(numbers);
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        return numbers;
    }

    /// All names, sorted once: those below a path lie next to each other.
    const std::vector<std::string_view>& sortedNames() {
        if (m_sortedNames.empty()) {
            for (const StateDictEntry& entry : m_index.entries()) {
                m_sortedNames.emplace_back(entry.name);
            }
            std::ranges::sort(m_sortedNames);
        }
        return m_sortedNames;
    }

    const StateDictIndex& m_index;
    std::vector<std::string_view> m_sortedNames;
    std::unordered_set<std::string> m_used;
};

std::vector<std::vector<std::string>> tiesOf(std::span<const StateDictEntry> entries) {
    std::map<std::uint32_t, std::vector<std::string>> groups;
    for (const StateDictEntry& entry : entries) {
        if (entry.tieGroup != 0) {
            groups[entry.tieGroup].push_back(entry.name);
        }
    }
    std::vector<std::vector<std::string>> ties;
    for (auto& [number, names] : groups) {
        if (names.size() > 1) {
            ties.push_back(std::move(names));
        }
    }
    return ties;
}

ModuleDraft* findDraft(ModuleDraft& root, std::string_view path) {
    ModuleDraft* draft = &root;
    while (draft != nullptr && !path.empty()) {
        const std::string_view name = path.substr(0, path.find('.'));
        const auto found = std::ranges::find(draft->children, name, &ModuleDraft::name);
        draft = found == draft->children.end() ? nullptr : &*found;
        path.remove_prefix(std::min(path.size(), name.size() + 1));
    }
    return draft;
}

/// The head that shares the embedding's weight, where the file names that weight only once.
void addTiedHead(const ArchitectureTemplate& architecture, const StateDictIndex& index,
                 ModelDraft& model) {
    const StateDictEntry* owner = index.find(architecture.tiedOwner);
    if (architecture.tiedName.empty() || owner == nullptr ||
        index.contains(architecture.tiedName)) {
        return;
    }
    const std::size_t dot = architecture.tiedName.rfind('.');
    ModuleDraft* head = findDraft(model.root, architecture.tiedName.substr(0, dot));
    if (head == nullptr) {
        return;
    }
    head->parameters.insert(head->parameters.begin(),
                            draftTensor(architecture.tiedName.substr(dot + 1), *owner));
    // The owner may already share its storage with other names: those groups join in the builder.
    model.tied.push_back({architecture.tiedOwner, architecture.tiedName});
}

}  // namespace

StateDictIndex::StateDictIndex(std::span<const StateDictEntry> entries) : m_entries(entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        m_position.emplace(entries[i].name, i);
    }
}

const StateDictEntry* StateDictIndex::find(const std::string& name) const {
    const auto found = m_position.find(name);
    return found == m_position.end() ? nullptr : &m_entries[found->second];
}

Result<ModelDraft> draftStateDict(std::span<const StateDictEntry> entries, KeyOrder order) {
    const StateDictIndex index(entries);
    ModelDraft model;
    model.tied = tiesOf(entries);
    model.areTiesDeclared = false;
    TemplateFiller filler(index);
    auto architecture = recogniseGpt2(index);
    if (!architecture) {
        architecture = recogniseMinGpt(index);
    }
    if (!architecture) {
        architecture = recogniseRaschkaGpt(index);
    }
    if (architecture) {
        model.root = filler.fill(architecture->root, {}, {});
        model.noSplitClasses = architecture->noSplitClasses;
        model.architecture = architecture->name;
        addTiedHead(*architecture, index, model);
    }
    NameNode names;
    std::size_t modules = 0;
    const std::size_t most = std::max(kModulesOfFewTensors, kModulesATensor * entries.size());
    for (const StateDictEntry& entry : entries) {
        modules += filler.isUsed(entry.name) ? 0 : insertByName(names, entry);
        if (modules > most) {
            return fail(ErrorCode::LimitExceeded,
                        say("The names of the %1 tensors imply more than %2 nested modules; no "
                            "model has names like %3.",
                            entries.size(), most, quotedForMessage(entry.name)),
                        {}, entry.name);
        }
    }
    mergeNames(names, order, model.root);
    if (!architecture) {
        guessBlocks(model);
    }
    return model;
}

}  // namespace stowage
