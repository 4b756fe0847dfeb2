// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pipeline/pipeline_rules.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

std::vector<std::string> textsOf(const nlohmann::ordered_json& object, const char* key) {
    std::vector<std::string> texts;
    for (const nlohmann::ordered_json& text : object.value(key, nlohmann::ordered_json::array())) {
        texts.push_back(text.get<std::string>());
    }
    return texts;
}

PipelineRules parsed(const nlohmann::ordered_json& document) {
    PipelineRules rules;
    rules.version = document.at("made_by").at("diffusers").get<std::string>();
    rules.leafLayers = textsOf(document, "leaf_layers");
    rules.uncastByDefault = textsOf(document, "skip_layerwise_default");
    for (const auto& [name, entry] : document.at("pipelines").items()) {
        rules.pipelines.emplace(name, PipelineClassRules{textsOf(entry, "offload_sequence"),
                                                         textsOf(entry, "excluded")});
    }
    for (const auto& [name, entry] : document.at("models").items()) {
        ModelClassRules model;
        model.groupBlocks = textsOf(entry, "group_blocks");
        model.uncastPatterns = textsOf(entry, "skip_layerwise_patterns");
        model.keptFloat32 = textsOf(entry, "keep_float32");
        model.canGroupOffload = !entry.value("no_group_offload", false);
        rules.models.emplace(name, std::move(model));
    }
    return rules;
}

template <class Map>
const typename Map::mapped_type* found(const Map& map, const std::string& key) {
    const auto at = map.find(key);
    return at == map.end() ? nullptr : &at->second;
}

}  // namespace

const PipelineClassRules* PipelineRules::pipeline(const std::string& className) const {
    return found(pipelines, className);
}

const ModelClassRules* PipelineRules::model(const std::string& className) const {
    return found(models, className);
}

bool PipelineRules::isLeafLayer(std::string_view className) const {
    return std::ranges::any_of(leafLayers,
                               [&](const auto& layer) { return className.ends_with(layer); });
}

Result<std::shared_ptr<const PipelineRules>> pipelineRules() {
    const auto document = parseJson(pipelineRuleFiles().front().text, "pipelines.json");
    STOWAGE_TRY(document);
    try {
        return std::make_shared<const PipelineRules>(parsed(*document));
    } catch (const nlohmann::ordered_json::exception& error) {
        return fail(ErrorCode::Internal,
                    say("The list of diffusers' classes is wrong: %1", error.what()));
    }
}

bool matchesAny(const std::vector<std::string>& patterns, std::string_view name) {
    return std::ranges::any_of(patterns, [&](std::string_view pattern) {
        const bool isAtStart = pattern.starts_with('^');
        const bool isAtEnd = pattern.ends_with('$');
        pattern.remove_prefix(isAtStart ? 1 : 0);
        pattern.remove_suffix(isAtEnd ? 1 : 0);
        return isAtStart && isAtEnd ? name == pattern
               : isAtStart          ? name.starts_with(pattern)
               : isAtEnd            ? name.ends_with(pattern)
                                    : name.find(pattern) != std::string_view::npos;
    });
}

}  // namespace stowage
