// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_model.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Far above any size of any model, and low enough that a product of two fits 64 bits.
constexpr std::int64_t kLargestNumber = (std::int64_t{1} << 31) - 1;

/// Lists name layers, and may be searched once a layer.
constexpr std::size_t kLongestList = 4096;

/// Texts name activations and kinds; one may be split and searched.
constexpr std::size_t kLongestText = 4096;

Unexpected wrongField(const std::string& file, const std::string& field, const ConfigJson& value,
                      const Message& wanted) {
    // Borrowed: the value outlives the message.
    const ConfigValue borrowed = configValue(ConfigPart(), value);
    return fail(ErrorCode::Malformed,
                say("%1: \"%2\" is %3; %4 is required.", file, field, shownValue(borrowed), wanted),
                file, field);
}

/// Whether a value is of the kind that the default of its field asks for, as half a sentence that
/// says what is wanted; "" if it is. A field whose default is null takes anything; null, where it
/// stands for a number or a text, is the business of whoever uses the value.
Message wantedInstead(const ConfigJson& fallback, const ConfigJson& value) {
    if (value.is_number_integer() &&
        (value < ConfigJson(0) || value > ConfigJson(kLargestNumber))) {
        return say("a whole number from 0 to %1", kLargestNumber);
    }
    if (value.is_array() && value.size() > kLongestList) {
        return say("a list of at most %1 elements", kLongestList);
    }
    if (value.is_string() && value.get_ref<const std::string&>().size() > kLongestText) {
        return say("a string of at most %1 bytes", kLongestText);
    }
    if (fallback.is_null() || (value.is_null() && !fallback.is_boolean())) {
        return {};
    }
    if (fallback.is_boolean()) {
        return value.is_boolean() ? Message() : say("true or false");
    }
    if (fallback.is_number_integer()) {
        return value.is_number_integer() ? Message() : say("a whole number");
    }
    if (fallback.is_number()) {
        return value.is_number() ? Message() : say("a number");
    }
    if (fallback.is_string()) {
        return value.is_string() ? Message() : say("a string");
    }
    if (fallback.is_array()) {
        return value.is_array() ? Message() : say("a list");
    }
    return value.is_object() ? Message() : say("an object");
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

/// The object of a part, or what stands for one that the configuration has not.
Result<ConfigPart> objectOf(const ConfigPart& config, const std::string& field,
                            const ArchitecturePart& part, const std::string& file) {
    const auto found = config->find(field);
    if (found == config->end() || found->is_null()) {
        return part.isWhole ? config : part.whereAbsent;
    }
    if (!found->is_object()) {
        return fail(
            ErrorCode::Malformed,
            say("%1: \"%2\" is %3, but must be an object that configures this part of the model.",
                file, field, shownValue(configValue(config, *found))),
            file, field);
    }
    return ConfigPart(config, &*found);
}

/// The family by whose rules a part is read: the one that it names, where that may be any.
Result<std::string> familyOfPart(const ConfigJson& object, bool isOwnObject,
                                 const std::string& field, const ArchitecturePart& part,
                                 const std::string& file) {
    const auto type = object.find("model_type");
    if (!isOwnObject || type == object.end() || type->is_null() || *type == part.family) {
        return part.family;
    }
    if (type->is_string() && part.takesAny) {
        return architectureOf(object);
    }
    const Message shown =
        type->is_string() ? Message(quotedForMessage(type->get<std::string>())) : say("not a text");
    return fail(ErrorCode::Unsupported,
                say("%1: the \"model_type\" of \"%2\" is %3, but Stowage supports only \"%4\" for "
                    "this part; open a .tree.json of the model instead.",
                    file, field, shown, part.family),
                file, field);
}

/// Reads what a family asks of a configuration: each of its fields (or the default), its tables,
/// then what is derived from them, held to its checks. `config` is an object; `file` is for
/// messages; `known` has values beside them (of the configuration's parts). Errors: Malformed (a
/// field of another kind than its default, a negative or absurd number, a derived value that cannot
/// be worked out, fields that contradict each other).
Result<ConfigScope> readConfigFields(const ArchitectureFile& architecture, const ConfigPart& config,
                                     const std::string& file,
                                     const ConfigScope& known = ConfigScope()) {
    if (const auto layers = config->find("per_layer_config");
        layers != config->end() && !layers->is_null()) {
        return fail(ErrorCode::Unsupported,
                    say("%1: \"per_layer_config\" sets different sizes for individual layers, "
                        "which Stowage does not support; open a .tree.json of the model instead.",
                        file),
                    file, "per_layer_config");
    }
    ConfigScope scope = known;
    for (const auto& [field, fallback] : architecture.fields->items()) {
        const ConfigJson* given = findField(*config, field, *architecture.aliases);
        if (given == nullptr) {
            scope.set(field, configValue(architecture.fields, fallback));
            continue;
        }
        if (const Message wanted = wantedInstead(fallback, *given); !wanted.empty()) {
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
                        say("%1: %2; correct the values.", file, value.error().message), file,
                        name);
        }
        scope.set(name, std::move(*value));
    }
    const auto holds = applyChecks(architecture.checks, scope, file);
    return holds ? Result<ConfigScope>(std::move(scope)) : holds.unexpected();
}

/// What to do about a family that no file describes; `reason` is half a sentence.
Message unknownFamily(const std::string& where, const Message& reason) {
    return say(
        "%1: %2; read the modules of the model from your own Python (--python on the command line, "
        "Ask Python in the window), or open a .tree.json of the model.",
        where, reason);
}

Result<ConfigModel> readPart(const ConfigPart& config, const std::string& field,
                             const ArchitecturePart& part, std::optional<DType> dtype,
                             const std::string& file) {
    const auto object = objectOf(config, field, part, file);
    STOWAGE_TRY(object);
    const auto familyName = familyOfPart(**object, *object != config, field, part, file);
    STOWAGE_TRY(familyName);
    const std::string where = file + ": " + field;
    auto family = readArchitecture(*familyName);
    if (!family) {
        return fail(family.error().code, unknownFamily(where, family.error().message), file, field);
    }
    auto inner = readConfigParts(*family, *object, dtype, where);
    auto fields = inner ? readConfigFields(*family, *object, where, scopeOfParts(*inner))
                        : Result<ConfigScope>(inner.unexpected());
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
    model.parts = std::move(*inner);
    return model;
}

constexpr unsigned kMaxConfigDepth = 64;

Result<ConfigPart> readConfig(std::string_view text, const std::string& file) {
    auto document = parseJson(
        text, file,
        {.textBytes = kMaxConfigBytes, .depth = kMaxConfigDepth, .acceptsPythonNumbers = true});
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed,
                    say("%1 is not a model configuration: a JSON object is required.", file), file);
    }
    return ConfigPart(std::make_shared<const ConfigJson>(std::move(*document)));
}

Result<ArchitectureFile> readFamily(const ConfigJson& config, const std::string& file) {
    if (architectureOf(config).empty()) {
        return fail(ErrorCode::Malformed,
                    say("%1 has no string \"model_type\", so the model family is unknown; add "
                        "\"model_type\", or open a .tree.json of the model.",
                        file),
                    file, "model_type");
    }
    const std::string name = architectureOf(config);
    if (name.ends_with("Pipeline") || name.ends_with("Scheduler")) {
        return fail(
            ErrorCode::NoCheckpoint,
            say("%1 belongs to a diffusers pipeline (%2) and is not a model configuration; open "
                "the folder of one of the pipeline's models, such as unet, transformer or vae.",
                file, quotedForMessage(name)),
            file, "_class_name");
    }
    auto architecture = readArchitecture(name);
    if (!architecture && architecture.error().code == ErrorCode::Unsupported) {
        return fail(ErrorCode::Unsupported, unknownFamily(file, architecture.error().message), file,
                    "model_type");
    }
    return architecture;
}

/// Adds the fields that facts alone depend on to what readConfigFields() read. One of another kind
/// than its default, or with an absurd number, counts as null.
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

/// "dtype" or "torch_dtype" of one object of a configuration; nothing where it says neither, or
/// "auto". Error: Malformed.
Result<std::optional<DType>> readOwnDtype(const ConfigJson& config, const std::string& file) {
    for (const char* key : {"dtype", "torch_dtype"}) {
        const auto found = config.find(key);
        if (found == config.end() || found->is_null() || *found == "auto") {
            continue;
        }
        const auto dtype =
            found->is_string() ? torchDtype(found->get<std::string>()) : std::nullopt;
        if (!dtype || !isFloatingPoint(*dtype)) {
            return wrongField(file, key, *found,
                              say("a floating-point dtype, such as \"bfloat16\","));
        }
        return dtype;
    }
    return std::optional<DType>();
}

/// The same of a whole configuration: where only the configurations inside it state a dtype, as of
/// Qwen3-VL, that of the text model, else of the first that does. Loading takes the weights' own
/// then, and these were saved in it.
Result<std::optional<DType>> readDeclaredDtype(const ConfigJson& config, const std::string& file) {
    auto declared = readOwnDtype(config, file);
    if (!declared || *declared) {
        return declared;
    }
    if (const auto text = config.find("text_config"); text != config.end() && text->is_object()) {
        declared = readDeclaredDtype(*text, file);
    }
    for (const auto& [key, part] : config.items()) {
        const bool isPart =
            key.ends_with("_config") && key != "text_config" && key != "quantization_config";
        if (declared && !*declared && isPart && part.is_object()) {
            declared = readDeclaredDtype(part, file);
        }
    }
    return declared;
}

/// The class to build: `chosen`, else the first of "architectures", else the family's first.
/// Errors: Malformed, Unsupported (the family has no such class).
Result<std::string> readConfigClass(const ArchitectureFile& architecture, const ConfigJson& config,
                                    const std::string& chosen, const std::string& file) {
    std::string name = chosen;
    if (const auto list = config.find("architectures");
        name.empty() && list != config.end() && !list->is_null()) {
        if (!list->is_array() || (!list->empty() && !list->front().is_string())) {
            return wrongField(file, "architectures", *list, say("a list of class names"));
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
    if (!chosen.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("The class %1 is not one of the %2 classes that Stowage supports; choose "
                        "one of %3, or open a .tree.json of the model.",
                        quotedForMessage(name), architecture.name, known),
                    file, "architectures");
    }
    return fail(
        ErrorCode::Unsupported,
        say("%1 requests the class %2, but for %3, Stowage supports only %4; choose a supported "
            "class (--class on the command line), or open a .tree.json of the model.",
            file, quotedForMessage(name), architecture.name, known),
        file, "architectures");
}

}  // namespace

Result<ConfigParts> readConfigParts(const ArchitectureFile& family, const ConfigPart& config,
                                    std::optional<DType> dtype, const std::string& file) {
    ConfigParts parts;
    for (const auto& [field, part] : family.parts) {
        auto model = readPart(config, field, part, dtype, file);
        STOWAGE_TRY(model);
        parts.emplace(field, std::make_shared<const ConfigModel>(std::move(*model)));
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
        for (const auto& [alias, name] : part->family.aliases->items()) {
            if (const auto known = values.find(name.get<std::string>()); known != values.end()) {
                values[alias] = ConfigJson(*known);
            }
        }
        scope.set(field, std::make_shared<const ConfigJson>(std::move(values)));
    }
    return scope;
}

Result<ConfigModel> readConfigModel(std::string_view text, const std::string& file,
                                    const std::string& className) {
    const auto config = readConfig(text, file);
    STOWAGE_TRY(config);
    auto family = readFamily(**config, file);
    STOWAGE_TRY(family);
    auto builtClass = readConfigClass(*family, **config, className, file);
    STOWAGE_TRY(builtClass);
    auto dtype = readDeclaredDtype(**config, file);
    STOWAGE_TRY(dtype);
    auto parts = readConfigParts(*family, *config, *dtype, file);
    STOWAGE_TRY(parts);
    auto fields = readConfigFields(*family, *config, file, scopeOfParts(*parts));
    STOWAGE_TRY(fields);
    readFactFields(*family, *config, *fields);
    const auto quantization = (*config)->find("quantization_config");
    const bool isQuantized = quantization != (*config)->end() && quantization->is_object();
    ConfigModel model;
    model.file = file;
    model.family = std::move(*family);
    model.className = std::move(*builtClass);
    model.declaredDtype = *dtype;
    model.fields = std::move(*fields);
    model.parts = std::move(*parts);
    model.isQuantized = isQuantized;
    model.isMxfp4 = isQuantized && quantization->value("quant_method", ConfigJson()) == "mxfp4";
    return model;
}

Result<ModelDraft> draftFromConfig(std::string_view text, const std::string& file,
                                   const std::string& className) {
    const auto model = readConfigModel(text, file, className);
    return model ? draftOf(*model) : Result<ModelDraft>(model.unexpected());
}

Result<std::shared_ptr<const ModuleTree>> treeFromConfig(std::string_view text,
                                                         const std::string& file,
                                                         const std::string& className) {
    auto draft = draftFromConfig(text, file, className);
    STOWAGE_TRY(draft);
    return ModuleTreeBuilder::build(std::move(*draft), file);
}

}  // namespace stowage
