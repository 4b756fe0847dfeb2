// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/pretrained_models.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/model/architecture_file.h"

#include <utility>

namespace stowage {
namespace {

constexpr int kIndent = 2;

std::string textAt(const nlohmann::ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

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
