// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_parts.h"

#include "engine/base/utf8.h"
#include "engine/model/config_fields.h"
#include "engine/model/config_model.h"

#include <utility>

namespace stowage {
namespace {

/// The object of a part; an empty one where the configuration has none.
Result<ConfigPart> objectOf(const ConfigPart& config, const std::string& field,
                            const std::string& file) {
    const auto found = config->find(field);
    if (found == config->end() || found->is_null()) {
        return std::make_shared<const ConfigJson>(ConfigJson::object());
    }
    if (!found->is_object()) {
        return fail(ErrorCode::Malformed,
                    file + ": \"" + field + "\" is " + shownValue(configValue(config, *found)) +
                        "; an object, the part's own configuration, is needed there.",
                    file, field);
    }
    return ConfigPart(config, &*found);
}

Result<void> checkType(const ConfigJson& part, const std::string& field, const std::string& family,
                       const std::string& file) {
    const auto type = part.find("model_type");
    if (type == part.end() || type->is_null() || *type == family) {
        return {};
    }
    const std::string shown =
        type->is_string() ? quotedForMessage(type->get<std::string>()) : "no text";
    return fail(ErrorCode::Unsupported,
                file + ": the \"model_type\" of \"" + field + "\" is " + shown +
                    ", and Stowage knows only \"" + family +
                    "\" in its place; open a .tree.json of the model instead.",
                file, field);
}

Result<ConfigModel> readPart(const ConfigPart& config, const std::string& field,
                             const std::string& familyName, std::optional<DType> dtype,
                             const std::string& file) {
    const auto part = objectOf(config, field, file);
    if (!part) {
        return part.unexpected();
    }
    if (const auto isKnown = checkType(**part, field, familyName, file); !isKnown) {
        return isKnown.unexpected();
    }
    auto family = readArchitecture(familyName);
    if (!family) {
        return family.unexpected();
    }
    auto fields = readConfigFields(*family, *part, file + ": " + field);
    if (!fields) {
        Error error = fields.error();
        error.file = file;
        return Unexpected{std::move(error)};
    }
    ConfigModel model;
    model.file = file;
    model.family = std::move(*family);
    model.declaredDtype = dtype;
    model.fields = std::move(*fields);
    return model;
}

}  // namespace

Result<ConfigParts> readConfigParts(const ArchitectureFile& family, const ConfigPart& config,
                                    std::optional<DType> dtype, const std::string& file) {
    ConfigParts parts;
    for (const auto& [field, familyName] : family.parts->items()) {
        auto part = readPart(config, field, familyName.get<std::string>(), dtype, file);
        if (!part) {
            return part.unexpected();
        }
        parts.emplace(field, std::make_shared<const ConfigModel>(std::move(*part)));
    }
    return parts;
}

ConfigScope scopeOfParts(const ConfigParts& parts) {
    ConfigScope scope;
    for (const auto& [field, part] : parts) {
        ConfigJson values = ConfigJson::object();
        const auto add = [&](const std::string& name) {
            if (const ConfigValue* value = part->fields.find(name)) {
                values[name] = configJson(*value);
            }
        };
        for (const auto& [name, fallback] : part->family.fields->items()) {
            add(name);
        }
        for (const auto& [name, expression] : part->family.derived) {
            add(name);
        }
        scope.set(field, std::make_shared<const ConfigJson>(std::move(values)));
    }
    return scope;
}

}  // namespace stowage
