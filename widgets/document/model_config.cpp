// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/model_config.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/model/architecture_file.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"
#include "engine/model/model_facts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

namespace stowage {
namespace {

/// Whose texts these are, for the catalogues.
struct ModelConfigTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::ConfigForm)
};

constexpr const char* kDefaultDtype = "float32";

/// What every family has and few people need stands last.
constexpr std::array<std::string_view, 3> kLast = {"num_labels", "id2label", "layer_types"};

ConfigPart sharedPart(ConfigJson json) {
    return std::make_shared<const ConfigJson>(std::move(json));
}

/// A default as it is typed; "" where the value is worked out.
std::string typed(const ConfigJson& value) {
    return value.is_null()     ? std::string()
           : value.is_string() ? value.get<std::string>()
                               : jsonText(value);
}

/// The names of the table in which a text is looked up ("silu" among the activations).
std::vector<std::string> choicesOf(const ConfigJson& tables, const std::string& text) {
    std::vector<std::string> names;
    for (const auto& [name, table] : tables.items()) {
        if (!table.is_object() || !table.contains(text)) {
            continue;
        }
        for (const auto& [key, value] : table.items()) {
            names.push_back(key);
        }
        break;
    }
    std::ranges::sort(names);
    return names;
}

ConfigField fieldOf(const std::string& name, const ConfigJson& fallback, const ConfigJson& tables) {
    ConfigField field;
    field.name = name;
    field.fallback = typed(fallback);
    if (fallback.is_boolean()) {
        field.kind = ConfigField::Kind::Switch;
    } else if (fallback.is_string()) {
        field.kind = ConfigField::Kind::Choice;
        field.choices = choicesOf(tables, field.fallback);
    }
    return field;
}

bool isLast(const ConfigField& field) {
    return std::ranges::find(kLast, field.name) != kLast.end();
}

/// A text of an object; "" where there is none.
std::string textOf(const ConfigJson& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t");
    const auto end = text.find_last_not_of(" \t");
    return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
}

bool isPartOfName(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Whether a name stands in an expression as a whole word.
bool mentions(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !isPartOfName(text[at - 1])) &&
            (end == text.size() || !isPartOfName(text[end]))) {
            return true;
        }
    }
    return false;
}

/// Those of which the sentence says what they are ("a is 3, b is 0"), as something follows from
/// them together; else the error's key, which is a field, an expression over fields or a path.
std::vector<std::string> fieldsOf(const ConfigForm& form, const Error& error) {
    const auto namedBy = [&form](const auto& isNamed) {
        std::vector<std::string> names;
        for (const ConfigField& field : form.fields()) {
            if (isNamed(field.name)) {
                names.push_back(field.name);
            }
        }
        return names;
    };
    const std::string& sentence = error.message.english();
    std::vector<std::string> names =
        namedBy([&](const std::string& name) { return mentions(sentence, name + " is"); });
    if (names.empty()) {
        names = namedBy([&](const std::string& name) { return error.key == name; });
    }
    if (names.empty()) {
        names = namedBy([&](const std::string& name) { return mentions(error.key, name); });
    }
    return names;
}

constexpr const char* kTieField = "tie_word_embeddings";
constexpr const char* kFileName = "config.json";

std::optional<std::string> readText(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    if (!file || (*file)->size() > kMaxConfigBytes) {
        return {};
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    if (!(*file)->readAt(0, std::as_writable_bytes(std::span(text)))) {
        return {};
    }
    return text;
}

/// The config.json that a path means: itself, or the one in the folder.
std::string configAt(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error)
               ? (std::filesystem::path(path) / kFileName).string()
               : path;
}

}  // namespace

Result<ConfigForm> ConfigForm::ofFamily(std::string_view family) {
    const auto architecture = readArchitecture(family);
    STOWAGE_TRY(architecture);
    ConfigForm form;
    form.m_family = architecture->name;
    form.m_modelType = architecture->name;
    form.m_classes = architecture->models;
    form.m_className = form.m_classes.front();
    form.m_dtype = kDefaultDtype;
    for (const auto& [name, fallback] : architecture->fields->items()) {
        form.m_fields.push_back(fieldOf(name, fallback, *architecture->tables));
    }
    std::ranges::stable_partition(form.m_fields, [](const auto& field) { return !isLast(field); });
    return form;
}

Result<ConfigForm> ConfigForm::ofConfig(std::string_view text, const std::string& file) {
    auto config = parseJson(text, file, {.textBytes = kMaxConfigBytes, .depth = 64});
    STOWAGE_TRY(config);
    const std::string family = config->is_object() ? architectureOf(*config) : std::string();
    if (family.empty()) {
        return fail(ErrorCode::Malformed,
                    ModelConfigTexts::tr("%1 does not specify a family: the file must be a JSON "
                                         "object with a string \"model_type\".")
                        .arg(QString::fromStdString(file))
                        .toStdString(),
                    file, "model_type");
    }
    auto form = ofFamily(family);
    const auto architecture = readArchitecture(family);
    if (!form || !architecture) {
        return form ? architecture.unexpected() : form.unexpected();
    }
    form->m_modelType = textOf(*config, "model_type");
    if (form->m_modelType.empty()) {
        form->m_modelType = textOf(*config, "_class_name");
    }
    ConfigJson rest = std::move(*config);
    const auto list = rest.find("architectures");
    if (list != rest.end() && list->is_array() && !list->empty() && list->front().is_string()) {
        form->m_className = list->front().get<std::string>();
    }
    if (const auto model = readConfigModel(text, file); model && model->declaredDtype) {
        form->m_dtype = dtypeName(*model->declaredDtype);
    }
    for (const char* key : {"torch_dtype", "dtype"}) {
        if (const std::string dtype = textOf(rest, key); !dtype.empty() && dtype != "auto") {
            form->m_dtype = dtype;
        }
    }
    // Another name wins over a field's own, as in the library.
    for (const ConfigField& field : form->m_fields) {
        if (const auto own = rest.find(field.name); own != rest.end()) {
            form->m_values[field.name] = sharedPart(*own);
            rest.erase(field.name);
        }
    }
    for (const auto& [alias, field] : architecture->aliases->items()) {
        if (const auto found = rest.find(alias); found != rest.end()) {
            if (!found->is_null()) {
                form->m_values[field.get<std::string>()] = sharedPart(*found);
            }
            rest.erase(alias);
        }
    }
    for (const char* key : {"model_type", "_class_name", "architectures", "torch_dtype", "dtype"}) {
        rest.erase(key);
    }
    form->m_others = sharedPart(std::move(rest));
    return form;
}

const ConfigField* ConfigForm::find(const std::string& name) const {
    const auto found = std::ranges::find(m_fields, name, &ConfigField::name);
    return found == m_fields.end() ? nullptr : &*found;
}

std::string ConfigForm::text(const std::string& field) const {
    const auto found = m_values.find(field);
    if (found == m_values.end()) {
        return {};
    }
    const ConfigField* known = find(field);
    // Null is a value of its own where the default is another one.
    if (found->second->is_null()) {
        return known == nullptr || known->fallback.empty() ? std::string() : "null";
    }
    return typed(*found->second);
}

void ConfigForm::setText(const std::string& field, const std::string& text) {
    const ConfigField* known = find(field);
    const std::string value = trimmed(text);
    if (known == nullptr) {
        return;
    }
    if (value.empty()) {
        m_values.erase(field);
        return;
    }
    if (known->kind == ConfigField::Kind::Choice && value != "null") {
        m_values[field] = sharedPart(value);
        return;
    }
    auto json = parseJson(value, field);
    m_values[field] = sharedPart(json ? std::move(*json) : ConfigJson(value));
}

bool ConfigForm::isOn(const std::string& field) const {
    const ConfigField* known = find(field);
    const std::string value = text(field);
    return (value.empty() && known != nullptr ? known->fallback : value) == "true";
}

std::vector<std::string> ConfigForm::otherNames() const {
    std::vector<std::string> names;
    if (m_others != nullptr) {
        for (const auto& [name, value] : m_others->items()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string ConfigForm::configText() const {
    constexpr int kIndent = 2;
    ConfigJson config = ConfigJson::object();
    if (isDiffusersModel(m_modelType)) {
        config["_class_name"] = m_modelType;
    } else {
        config["model_type"] = m_modelType;
        config["architectures"] = ConfigJson::array({m_className});
    }
    config["torch_dtype"] = m_dtype;
    for (const ConfigField& field : m_fields) {
        if (const auto value = m_values.find(field.name); value != m_values.end()) {
            config[field.name] = *value->second;
        }
    }
    if (m_others != nullptr) {
        config.update(*m_others);
    }
    return jsonText(config, kIndent) + "\n";
}

ConfigCheck checkConfig(const ConfigForm& form, const std::string& name) {
    ConfigCheck check;
    auto tree = treeFromConfig(form.configText(), name);
    if (tree) {
        check.tree = std::move(*tree);
    } else {
        check.error = tree.error();
        check.fields = fieldsOf(form, tree.error());
    }
    return check;
}

std::shared_ptr<const ConfigOrigin> readConfigOrigin(const std::string& text,
                                                     const std::string& file) {
    auto form = ConfigForm::ofConfig(text, file);
    if (!form) {
        return nullptr;
    }
    auto origin = std::make_shared<ConfigOrigin>();
    origin->file = file;
    origin->text = text;
    origin->family = form->family();
    origin->classes = form->classes();
    origin->ownClass = form->className();
    if (std::ranges::find(form->fields(), kTieField, &ConfigField::name) != form->fields().end()) {
        origin->tieField = kTieField;
        origin->isTieOn = form->isOn(kTieField);
    }
    return origin;
}

std::shared_ptr<const ConfigOrigin> configOriginOf(const Checkpoint& checkpoint) {
    std::string path;
    if (checkpoint.modelFacts != nullptr) {
        path = checkpoint.modelFacts->file;
    } else if (checkpoint.describedTree != nullptr && checkpoint.tensors.empty() &&
               !checkpoint.describedTree->architecture().empty()) {
        path = configAt(checkpoint.path);
    }
    const auto text = path.empty() ? std::nullopt : readText(path);
    return text ? readConfigOrigin(*text, path) : nullptr;
}

std::vector<std::string> classesInstead(const Error& error, const std::string& path) {
    if (error.key != "architectures") {
        return {};
    }
    const std::string file = error.file.empty() ? configAt(path) : error.file;
    const auto text = readText(file);
    const auto origin = text ? readConfigOrigin(*text, file) : nullptr;
    return origin == nullptr ? std::vector<std::string>{} : origin->classes;
}

}  // namespace stowage
