// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/pretrained_models.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/model/architecture_file.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr int kIndent = 2;

std::string textAt(const nlohmann::ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

bool isHubName(std::string_view name) {
    const std::size_t slash = name.find('/');
    const auto isName = [](std::string_view part) {
        return !part.empty() && part.front() != '.' && part.front() != '-' &&
               std::ranges::all_of(part, [](char c) {
                   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
               });
    };
    return isName(name.substr(0, slash)) &&
           (slash == std::string_view::npos || isName(name.substr(slash + 1)));
}

NotExpressed unknownLocation(const PretrainedSource& source) {
    return {say("No weights are known for this model"),
            source.savedFrom.empty()
                ? say("replace FOLDER_OR_REPOSITORY with the folder or repository of the weights")
                : say("replace FOLDER_OR_REPOSITORY with the folder or repository of the weights; "
                      "config.json names %1 (_name_or_path), but for a fine-tuned model, this is "
                      "often the base model",
                      source.savedFrom)};
}

Result<std::vector<ModelPreset>> modelPresets() {
    const auto document = parseJson(modelPresetFiles().front().text, "presets.json");
    if (!document) {
        return fail(ErrorCode::Internal,
                    say("The list of known models is wrong: %1", document.error().message));
    }
    std::vector<ModelPreset> presets;
    for (const auto& entry : document->value("presets", nlohmann::ordered_json::array())) {
        const auto config = entry.find("config");
        ModelPreset preset{textAt(entry, "name"), textAt(entry, "source"), {}, {}};
        if (config != entry.end() && config->is_object()) {
            preset.family = architectureOf(*config);
            preset.configText = jsonText(*config, kIndent) + "\n";
        }
        if (preset.name.empty() || preset.source.empty() || preset.family.empty()) {
            return fail(ErrorCode::Internal, say("The list of known models is wrong: entry %1 "
                                                 "lacks its name, source or configuration.",
                                                 presets.size() + 1));
        }
        presets.push_back(std::move(preset));
    }
    return presets;
}

}  // namespace stowage
