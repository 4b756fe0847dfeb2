// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/gguf_names.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kWeight = ".weight";
constexpr std::string_view kBias = ".bias";

bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A name without parts that are numbers: an expert's, or a norm's among norms.
std::string withoutNumbers(std::string_view name) {
    std::string kept;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (!isNumber(part)) {
            kept += (kept.empty() ? "" : ".") + std::string(part);
        }
        begin = end + 1;
    }
    return kept;
}

std::string_view withoutSuffix(std::string_view name) {
    for (const std::string_view suffix : {kWeight, kBias}) {
        if (name.ends_with(suffix)) {
            return name.substr(0, name.size() - suffix.size());
        }
    }
    return name;
}

/// A name without what PEFT puts between a module and its own weights ("q_proj.base_layer").
std::string_view withoutWrapper(std::string_view stem) {
    for (const std::string_view wrapper : {".base_layer", ".original_module"}) {
        if (stem.ends_with(wrapper)) {
            return stem.substr(0, stem.size() - wrapper.size());
        }
    }
    return stem;
}

/// The list of names, read once for a tree.
class NameList {
public:
    static Result<NameList> read(const std::string& family) {
        const auto files = ggufNameFiles();
        auto document = parseJson(files.front().text, "gguf_names.json");
        STOWAGE_TRY(document);
        const auto found = (*document)["families"].find(family);
        if (found == (*document)["families"].end()) {
            return fail(ErrorCode::Unsupported,
                        say("It is not known what llama.cpp calls the tensors of the family %1; "
                            "open a GGUF file of the model, whose names are its own.",
                            quotedForMessage(family)));
        }
        NameList list;
        list.m_family = *found;
        list.m_layer = (*document)["layer"];
        list.m_outside = (*document)["outside"];
        return list;
    }

    [[nodiscard]] std::vector<std::string> inLayer(const std::string& name) const {
        const auto own = m_family.find(name);
        return own != m_family.end() ? own->get<std::vector<std::string>>()
                                     : entryOf(m_layer, name);
    }
    [[nodiscard]] std::vector<std::string> outside(std::string_view name) const {
        const std::size_t dot = name.rfind('.');
        return entryOf(m_outside,
                       std::string(dot == std::string_view::npos ? name : name.substr(dot + 1)));
    }

private:
    static std::vector<std::string> entryOf(const Json& object, const std::string& name) {
        const auto found = object.find(name);
        return found == object.end() ? std::vector<std::string>()
                                     : found->get<std::vector<std::string>>();
    }

    Json m_family;
    Json m_layer;
    Json m_outside;
};

std::string familyOf(const ModuleTree& tree, const ModelFacts* facts) {
    return facts != nullptr && !facts->family.empty() ? facts->family : tree.architecture();
}

/// A vision part of a model goes into a file of its own, which -m does not name.
bool isOfAnotherFile(std::string_view name) {
    return name.find("vision_tower.") != std::string_view::npos ||
           name.find("multi_modal_projector.") != std::string_view::npos;
}

}  // namespace

Result<GgufNames> ggufNames(const ModuleTree& tree, const LayerChain& chain,
                            const ModelFacts* facts) {
    GgufNames names(tree.tensors().size());
    if (hasGgufNames(tree)) {
        std::ranges::transform(tree.tensors(), names.begin(), [](const TensorSpec& tensor) {
            return std::vector<std::string>{tensor.name};
        });
        return names;
    }
    const auto list = NameList::read(familyOf(tree, facts));
    STOWAGE_TRY(list);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = tree.tensors()[i].name;
        if (isOfAdapter(name)) {
            continue;
        }
        const std::string_view stem = withoutWrapper(withoutSuffix(name));
        const std::size_t layer = chain.places[i];
        std::string prefix;
        if (layer < chain.layers.size()) {
            const std::string& path = tree.path(chain.layers[layer]);
            prefix = "blk." + std::to_string(layer) + ".";
            names[i] = list->inLayer(withoutNumbers(stem.substr(path.size() + 1)));
        } else if (!isOfAnotherFile(name)) {
            names[i] = list->outside(stem);
        }
        const bool isBias = name.ends_with("bias");
        for (std::string& part : names[i]) {
            part = prefix + part + std::string(isBias ? kBias : kWeight);
        }
    }
    return names;
}

std::string GgufPart::stem() const {
    return layer < 0 ? name : "blk." + std::to_string(layer) + "." + name;
}

GgufPart ggufPart(std::string_view name) {
    constexpr std::string_view kBlock = "blk.";
    constexpr std::size_t kMostDigits = 6;
    const std::string_view stem = withoutSuffix(name);
    const std::size_t dot = stem.find('.', kBlock.size());
    if (!stem.starts_with(kBlock) || dot == std::string_view::npos) {
        return {-1, std::string(stem)};
    }
    const std::string_view number = stem.substr(kBlock.size(), dot - kBlock.size());
    if (!isNumber(number) || number.size() > kMostDigits) {
        return {-1, std::string(stem)};
    }
    return {std::stoi(std::string(number)), std::string(stem.substr(dot + 1))};
}

}  // namespace stowage
