// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_fields.h"

#include "engine/base/utf8.h"
#include "engine/model/config_checks.h"

#include <algorithm>

namespace stowage {
namespace {

/// Far above any size of any model, and low enough that a product of two fits 64 bits.
constexpr std::int64_t kLargestNumber = (std::int64_t{1} << 31) - 1;
/// Lists name layers, and may be searched once a layer.
constexpr std::size_t kLongestList = 4096;
/// Texts name activations and kinds; one may be split and searched.
constexpr std::size_t kLongestText = 4096;

Unexpected wrongField(const std::string& file, const std::string& field, const ConfigJson& value,
                      const std::string& wanted) {
    // Borrowed: the value outlives the message.
    const ConfigValue borrowed = configValue(ConfigPart(), value);
    return fail(ErrorCode::Malformed,
                file + ": \"" + field + "\" is " + shownValue(borrowed) + "; " + wanted +
                    " is needed there.",
                file, field);
}

/// Whether a value is of the kind that the default of its field asks for, as half a sentence that
/// says what is wanted; "" if it is. A field whose default is null takes anything; null, where it
/// stands for a number or a text, is the business of whoever uses the value.
std::string wantedInstead(const ConfigJson& fallback, const ConfigJson& value) {
    if (value.is_number_integer() &&
        (value < ConfigJson(0) || value > ConfigJson(kLargestNumber))) {
        return "a whole number from 0 to " + std::to_string(kLargestNumber);
    }
    if (value.is_array() && value.size() > kLongestList) {
        return "a list of at most " + std::to_string(kLongestList) + " elements";
    }
    if (value.is_string() && value.get_ref<const std::string&>().size() > kLongestText) {
        return "a text of at most " + std::to_string(kLongestText) + " bytes";
    }
    if (fallback.is_null() || (value.is_null() && !fallback.is_boolean())) {
        return {};
    }
    if (fallback.is_boolean()) {
        return value.is_boolean() ? "" : "true or false";
    }
    if (fallback.is_number_integer()) {
        return value.is_number_integer() ? "" : "a whole number";
    }
    if (fallback.is_number()) {
        return value.is_number() ? "" : "a number";
    }
    if (fallback.is_string()) {
        return value.is_string() ? "" : "a text";
    }
    if (fallback.is_array()) {
        return value.is_array() ? "" : "a list";
    }
    return value.is_object() ? "" : "an object";
}

/// A dtype by its name in torch, which has two names for some.
std::optional<DType> torchDtype(const std::string& name) {
    return name == "half"     ? DType::Float16
           : name == "float"  ? DType::Float32
           : name == "double" ? DType::Float64
                              : dtypeFromName(name);
}

/// A field under another name (which the library lets win), else under its own; null where the
/// configuration has it not.
const ConfigJson* findField(const ConfigJson& config, const std::string& field,
                            const ConfigJson& aliases) {
    for (const auto& [alias, name] : aliases.items()) {
        const auto found = name == field ? config.find(alias) : config.end();
        if (found != config.end() && !found->is_null()) {
            return &*found;
        }
    }
    const auto found = config.find(field);
    return found == config.end() ? nullptr : &*found;
}

}  // namespace

Result<ConfigScope> readConfigFields(const ArchitectureFile& architecture, const ConfigPart& config,
                                     const std::string& file, const ConfigScope& known) {
    if (const auto layers = config->find("per_layer_config");
        layers != config->end() && !layers->is_null()) {
        return fail(
            ErrorCode::Unsupported,
            file +
                ": \"per_layer_config\" gives layers sizes of their own, which Stowage does "
                "not read; open a .tree.json of the model instead.",
            file, "per_layer_config");
    }
    ConfigScope scope = known;
    for (const auto& [field, fallback] : architecture.fields->items()) {
        const ConfigJson* given = findField(*config, field, *architecture.aliases);
        if (given == nullptr) {
            scope.set(field, configValue(architecture.fields, fallback));
            continue;
        }
        if (const std::string wanted = wantedInstead(fallback, *given); !wanted.empty()) {
            return wrongField(file, field, *given, wanted);
        }
        scope.set(field, configValue(config, *given));
    }
    // What stands in the file at all: an absent field is not always a null one.
    scope.set("given", config);
    for (const auto& [name, table] : architecture.tables->items()) {
        scope.set(name, configValue(architecture.tables, table));
    }
    for (const auto& [name, expression] : architecture.derived) {
        auto value = evaluate(expression, scope);
        if (!value) {
            return fail(ErrorCode::Malformed,
                        file + ": " + value.error().message + "; correct the file.", file, name);
        }
        scope.set(name, std::move(*value));
    }
    const auto holds = holdToChecks(architecture.checks, scope, file);
    return holds ? Result<ConfigScope>(std::move(scope)) : holds.unexpected();
}

void readFactFields(const ArchitectureFile& architecture, const ConfigPart& config,
                    ConfigScope& scope) {
    for (const auto& [field, fallback] : architecture.factFields->items()) {
        const ConfigJson* given = findField(*config, field, *architecture.aliases);
        if (given == nullptr) {
            scope.set(field, configValue(architecture.factFields, fallback));
        } else {
            const bool isFit = wantedInstead(fallback, *given).empty();
            scope.set(field, isFit ? configValue(config, *given) : ConfigValue());
        }
    }
}

Result<std::optional<DType>> readDeclaredDtype(const ConfigJson& config, const std::string& file) {
    for (const char* key : {"dtype", "torch_dtype"}) {
        const auto found = config.find(key);
        if (found == config.end() || found->is_null() || *found == "auto") {
            continue;
        }
        const auto dtype =
            found->is_string() ? torchDtype(found->get<std::string>()) : std::nullopt;
        if (!dtype || !isFloatingPoint(*dtype)) {
            return wrongField(file, key, *found, "a floating-point dtype, as \"bfloat16\",");
        }
        return dtype;
    }
    return std::optional<DType>();
}

Result<std::string> readConfigClass(const ArchitectureFile& architecture, const ConfigJson& config,
                                    const std::string& chosen, const std::string& file) {
    std::string name = chosen;
    if (const auto list = config.find("architectures");
        name.empty() && list != config.end() && !list->is_null()) {
        if (!list->is_array() || (!list->empty() && !list->front().is_string())) {
            return wrongField(file, "architectures", *list, "a list of class names");
        }
        name = list->empty() ? std::string() : list->front().get<std::string>();
    }
    if (name.empty()) {
        return architecture.models.front();
    }
    name = architecture.oldClasses->value(name, name);
    if (std::ranges::find(architecture.models, name) != architecture.models.end()) {
        return name;
    }
    std::string known;
    for (const std::string& model : architecture.models) {
        known += (known.empty() ? "" : ", ") + model;
    }
    return fail(ErrorCode::Unsupported,
                file + " asks for the class " + quotedForMessage(name) + ", but of " +
                    architecture.name + " Stowage knows " + known +
                    "; choose one of them (--class on the command line), or open a .tree.json of "
                    "the model.",
                file, "architectures");
}

}  // namespace stowage
