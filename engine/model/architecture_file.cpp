// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/architecture_file.h"

#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace stowage {
namespace {

constexpr std::string_view kOf = " of ";

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where the old name first stands in a key, as the library looks for it: one that ends in a letter
/// or digit ends a word there. npos: nowhere.
std::size_t findOldName(std::string_view key, std::string_view name) {
    if (name.starts_with('^')) {
        return key.starts_with(name.substr(1)) ? 0 : std::string_view::npos;
    }
    const bool endsWord = isWordCharacter(name.back()) && name.back() != '_';
    for (std::size_t at = key.find(name); at != std::string_view::npos;
         at = key.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if (!endsWord || end == key.size() || !isWordCharacter(key[end])) {
            return at;
        }
    }
    return std::string_view::npos;
}

bool holdsAny(std::string_view key, const ArchitectureLoading::Names& parts) {
    return std::ranges::any_of(
        parts, [key](const std::string& part) { return key.find(part) != std::string_view::npos; });
}

ArchitectureLoading::Names namesIn(const ConfigJson& loading, const char* key) {
    return loading.value(key, ArchitectureLoading::Names{});
}

void addOldNames(const ConfigJson& loading, const char* key, ArchitectureLoading& result) {
    const auto table = loading.find(key);
    if (table == loading.end()) {
        return;
    }
    for (const auto& [from, to] : table->items()) {
        result.oldNames.emplace_back(from, to.get<std::string>());
    }
}

constexpr std::string_view kCommon = "common";

/// Families build on families; a circle is a defect of the data.
constexpr unsigned kMaxAncestors = 8;

const EmbeddedFile* findData(std::string_view name) {
    const auto found = std::ranges::find(architectureFiles(), name, &EmbeddedFile::name);
    return found == architectureFiles().end() ? nullptr : &*found;
}

Unexpected wrongData(std::string_view name, const Message& reason) {
    return fail(ErrorCode::Internal,
                say("The architecture file %1.json is wrong: %2", name, reason));
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

/// A copy in which each text and key has been renamed.
ConfigJson renamed(const ConfigJson& json, const ConfigJson& renames) {
    const auto rename = [&renames](std::string text) {
        for (const auto& [from, to] : renames.items()) {
            replaceAll(text, from, to.get<std::string>());
        }
        return text;
    };
    if (json.is_string()) {
        return rename(json.get<std::string>());
    }
    if (!json.is_structured()) {
        return json;
    }
    ConfigJson copy = json.is_array() ? ConfigJson::array() : ConfigJson::object();
    for (const auto& [key, value] : json.items()) {
        if (json.is_array()) {
            copy.push_back(renamed(value, renames));
        } else {
            copy[rename(key)] = renamed(value, renames);
        }
    }
    return copy;
}

/// The name in front of a signature's parameters.
std::string_view classOf(std::string_view signature) {
    return signature.substr(0, signature.find_first_of(" ("));
}

/// `base` with the entries of `own` in place of those of the same name (in "modules": of the same
/// class) and after them. Null takes an entry away; of fields it is a value.
ConfigJson overlaid(const ConfigJson& base, const ConfigJson& own, const std::string& table) {
    const auto nameOf = [&table](const std::string& key) {
        return table == "modules" ? classOf(key) : std::string_view(key);
    };
    const auto contains = [&nameOf](const ConfigJson& object, const std::string& key) {
        return std::ranges::any_of(
            object.items(), [&](const auto& entry) { return nameOf(entry.key()) == nameOf(key); });
    };
    ConfigJson result = ConfigJson::object();
    const auto add = [&](const std::string& key, const ConfigJson& value) {
        if (!value.is_null() || table == "fields" || table == "fact_fields") {
            result[key] = value;
        }
    };
    for (const auto& [key, value] : base.items()) {
        if (!contains(own, key)) {
            add(key, value);
            continue;
        }
        for (const auto& [ownKey, ownValue] : own.items()) {
            if (nameOf(ownKey) == nameOf(key)) {
                add(ownKey, ownValue);
            }
        }
    }
    for (const auto& [key, value] : own.items()) {
        if (!contains(base, key)) {
            add(key, value);
        }
    }
    return result;
}

constexpr std::array<const char*, 13> kTableKeys = {
    "fields", "aliases", "derived",     "tables",  "checks",  "parts",  "old_classes",
    "facts",  "rows",    "fact_fields", "modules", "layouts", "loading"};

Result<ConfigJson> documentOf(std::string_view name, unsigned depth) {
    const EmbeddedFile* data = findData(name);
    if (data == nullptr || depth > kMaxAncestors) {
        return wrongData(name, say("the file is missing or is based on itself."));
    }
    auto own = parseJson(data->text, std::string(name) + ".json");
    STOWAGE_TRY(own);
    if (name == kCommon) {
        return own;
    }
    auto base = documentOf(own->value("like", std::string(kCommon)), depth + 1);
    STOWAGE_TRY(base);
    ConfigJson document = renamed(*base, own->value("rename", ConfigJson::object()));
    for (const auto& [key, value] : own->items()) {
        if (std::ranges::find(kTableKeys, key) == kTableKeys.end() || !document.contains(key)) {
            document[key] = value;
        } else {
            document[key] = overlaid(document[key], value, key);
        }
    }
    return document;
}

Result<ArchitectureClass> readClass(const std::string& signature, const ConfigJson& members) {
    ArchitectureClass result;
    auto parsed = parseSignature(signature);
    STOWAGE_TRY(parsed);
    result.signature = std::move(*parsed);
    for (const auto& [name, text] : members.items()) {
        auto member = parseMember(text.get<std::string>());
        STOWAGE_TRY(member);
        result.members.emplace_back(name, std::move(*member));
    }
    return result;
}

ConfigPart tableOf(const ConfigJson& document, const char* key) {
    return std::make_shared<const ConfigJson>(document.value(key, ConfigJson::object()));
}

std::vector<std::string> textsOf(const ConfigJson& document, const char* key) {
    return document.value(key, std::vector<std::string>{});
}

using ArchitectureClasses = std::map<std::string, ArchitectureClass, std::less<>>;

Result<ArchitectureClasses> readClasses(std::string_view name, const ConfigJson& modules) {
    ArchitectureClasses classes;
    for (const auto& [signature, members] : modules.items()) {
        auto described = readClass(signature, members);
        if (!described) {
            return wrongData(name, described.error().message);
        }
        std::string className = described->signature.name;
        classes.insert_or_assign(std::move(className), std::move(*described));
    }
    return classes;
}

/// The entries of a table as expressions, in their order.
Result<std::vector<std::pair<std::string, ConfigExpression>>> expressionsOf(
    std::string_view name, const ConfigJson& document, const char* key) {
    std::vector<std::pair<std::string, ConfigExpression>> expressions;
    const ConfigPart table = tableOf(document, key);
    for (const auto& [entry, text] : table->items()) {
        auto expression = parseExpression(text.get<std::string>());
        if (!expression) {
            return wrongData(name, expression.error().message);
        }
        expressions.emplace_back(entry, std::move(*expression));
    }
    return expressions;
}

ArchitecturePart readArchitecturePart(const ConfigJson& part) {
    ArchitecturePart read;
    read.whereAbsent = std::make_shared<const ConfigJson>(ConfigJson::object());
    if (part.is_string()) {
        read.family = part.get<std::string>();
        return read;
    }
    read.family = part.at("family").get<std::string>();
    read.takesAny = part.value("any", false);
    read.isWhole = part.value("whole", false);
    if (const auto absent = part.find("absent"); absent != part.end()) {
        read.whereAbsent = std::make_shared<const ConfigJson>(*absent);
    }
    return read;
}

Result<ArchitectureFile> compile(std::string_view name, const ConfigJson& document) {
    ArchitectureFile file;
    file.name = name;
    file.models = textsOf(document, "models");
    file.noSplitClasses = textsOf(document, "no_split");
    file.fields = tableOf(document, "fields");
    file.aliases = tableOf(document, "aliases");
    file.tables = tableOf(document, "tables");
    file.oldClasses = tableOf(document, "old_classes");
    const ConfigPart parts = tableOf(document, "parts");
    for (const auto& [field, part] : parts->items()) {
        file.parts.emplace_back(field, readArchitecturePart(part));
    }
    auto checks = readChecks(*tableOf(document, "checks"));
    if (!checks) {
        return wrongData(name, checks.error().message);
    }
    file.checks = std::move(*checks);
    file.factFields = tableOf(document, "fact_fields");
    auto derived = expressionsOf(name, document, "derived");
    auto facts = expressionsOf(name, document, "facts");
    auto rows = expressionsOf(name, document, "rows");
    if (!derived || !facts || !rows) {
        return (!derived ? derived : !facts ? facts : rows).unexpected();
    }
    file.rows = std::move(*rows);
    file.derived = std::move(*derived);
    file.facts = std::move(*facts);
    auto classes = readClasses(name, *tableOf(document, "modules"));
    STOWAGE_TRY(classes);
    file.classes = std::move(*classes);
    const ConfigPart layouts = tableOf(document, "layouts");
    for (const auto& [layoutName, modules] : layouts->items()) {
        auto others = readClasses(name, modules);
        STOWAGE_TRY(others);
        file.layouts.push_back({layoutName, std::move(*others)});
    }
    file.loading = readArchitectureLoading(*tableOf(document, "loading"));
    return file;
}

/// One entry of "told_by".
struct FamilyRule {
    ConfigExpression condition;
    std::vector<std::string> modelTypes;
    std::string family;
};

/// What all files say there; the data is the program's own, so it is read once.
std::vector<FamilyRule> readFamilyRules() {
    constexpr std::string_view kKey = "\"told_by\"";
    std::vector<FamilyRule> all;
    for (const EmbeddedFile& data : architectureFiles()) {
        if (data.text.find(kKey) == std::string_view::npos) {
            continue;
        }
        const auto document = parseJson(data.text, std::string(data.name));
        const ConfigJson entries =
            document ? document->value("told_by", ConfigJson::object()) : ConfigJson::object();
        for (const auto& [text, types] : entries.items()) {
            if (auto condition = parseExpression(text)) {
                all.push_back({std::move(*condition), types.get<std::vector<std::string>>(),
                               std::string(data.name)});
            }
        }
    }
    return all;
}

}  // namespace

Result<std::vector<ArchitectureCheck>> readChecks(const ConfigJson& checks) {
    std::vector<ArchitectureCheck> read;
    for (const auto& [condition, rule] : checks.items()) {
        auto expression = parseExpression(condition);
        STOWAGE_TRY(expression);
        read.push_back({std::move(*expression), rule.get<std::string>()});
    }
    return read;
}

Result<void> applyChecks(const std::vector<ArchitectureCheck>& checks, const ConfigScope& scope,
                         const std::string& file) {
    for (const ArchitectureCheck& check : checks) {
        const auto holds = evaluate(check.condition, scope);
        if (!holds) {
            return fail(ErrorCode::Malformed,
                        say("%1: %2; correct the values.", file, holds.error().message), file,
                        check.condition.source);
        }
        if (!isTrue(*holds)) {
            const Message values = namedValues(check.condition, scope);
            const Message broken =
                values.empty() ? Message(check.rule) : say("%1, where %2", check.rule, values);
            return fail(ErrorCode::Malformed,
                        say("%1: %2; the library rejects such a model, so correct the values.",
                            file, broken),
                        file, check.condition.source);
        }
    }
    return {};
}

std::string ArchitectureFile::baseModel() const {
    const auto isBase = [](const std::string& model) {
        return model.ends_with("Model") && !model.ends_with("HeadModel") &&
               !model.ends_with("HeadsModel");
    };
    const auto found = std::ranges::find_if(models, isBase);
    return found == models.end() ? std::string() : *found;
}

const std::string& ArchitectureLoading::basePrefixFor(std::string_view className) const {
    const auto own = basePrefixOf.find(className);
    return own == basePrefixOf.end() ? basePrefix : own->second;
}

bool ArchitectureLoading::ignores(std::string_view key, std::string_view className) const {
    const auto own = ignoredOf.find(className);
    return holdsAny(key, own == ignoredOf.end() ? ignored : own->second) ||
           holdsAny(key, ignoredBefore);
}

std::string ArchitectureLoading::presentName(std::string_view key) const {
    std::string name(key);
    for (const auto& [from, to] : oldNames) {
        if (const std::size_t at = findOldName(name, from); at != std::string::npos) {
            name.replace(at, from.size() - (from.starts_with('^') ? 1 : 0), to);
        }
    }
    return name;
}

ArchitectureLoading readArchitectureLoading(const ConfigJson& loading) {
    ArchitectureLoading result;
    result.basePrefix = loading.value("base_prefix", std::string());
    result.ignored = namesIn(loading, "ignored");
    result.ignoredBefore = namesIn(loading, "ignored_before");
    result.keepFloat32 = namesIn(loading, "keep_float32");
    result.keepFloat32Strict = namesIn(loading, "keep_float32_strict");
    for (const auto& [key, value] : loading.items()) {
        const std::size_t of = key.find(kOf);
        if (of == std::string::npos) {
            continue;
        }
        const std::string className = key.substr(of + kOf.size());
        if (key.starts_with("base_prefix")) {
            result.basePrefixOf[className] = value.get<std::string>();
        } else {
            result.ignoredOf[className] = value.get<ArchitectureLoading::Names>();
        }
    }
    addOldNames(loading, "old_names", result);
    addOldNames(loading, "legacy_names", result);
    return result;
}

std::string architectureOf(const ConfigJson& config) {
    static const std::vector<FamilyRule> kTellings = readFamilyRules();
    auto type = config.find("model_type");
    type = type == config.end() ? config.find("_class_name") : type;
    if (type == config.end() || !type->is_string()) {
        return {};
    }
    std::string name = type->get<std::string>();
    ConfigScope scope;
    scope.set("given", ConfigPart(ConfigPart(), &config));  // borrowed: the scope goes before it
    for (const FamilyRule& telling : kTellings) {
        if (std::ranges::find(telling.modelTypes, name) == telling.modelTypes.end()) {
            continue;
        }
        const auto holds = evaluate(telling.condition, scope);
        if (holds && isTrue(*holds)) {
            return telling.family;
        }
    }
    return name;
}

bool isDiffusersModel(std::string_view family) {
    return !family.empty() && family.front() >= 'A' && family.front() <= 'Z';
}

bool isTransformersFamily(std::string_view family) {
    return family != kCommon && findData(family) != nullptr && !isDiffusersModel(family) &&
           family != "raschka-gpt2" && family != "mingpt";
}

std::vector<std::string> knownArchitectures() {
    std::vector<std::string> names;
    for (const EmbeddedFile& data : architectureFiles()) {
        if (data.name != kCommon) {
            names.emplace_back(data.name);
        }
    }
    return names;
}

Result<ArchitectureFile> readArchitecture(std::string_view name) {
    if (name == kCommon || findData(name) == nullptr) {
        const std::string quoted = quotedForMessage(name);
        return fail(ErrorCode::Unsupported,
                    isDiffusersModel(name)
                        ? say("Stowage does not support the class %1", quoted)
                        : say("Stowage does not support the model_type %1", quoted));
    }
    const auto document = documentOf(name, 0);
    return document ? compile(name, *document) : document.unexpected();
}

}  // namespace stowage
