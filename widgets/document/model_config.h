// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/config_expression.h"
#include "engine/model/dtype.h"
#include "engine/model/module_tree.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A number, switch or text of a family that its module tree depends on.
struct ConfigField {
    enum class Kind {
        Switch,  ///< true or false
        Choice,  ///< one of some names, or another text
        Entry,   ///< a number, a text, null or any JSON
    };
    std::string name;  ///< as in a config.json
    Kind kind = Kind::Entry;
    std::string fallback;  ///< the library's default, as it is typed; "": worked out from others
    std::vector<std::string> choices;
};

/// A config.json while a person types it: a family, a class, a dtype and the family's fields. What
/// else stood in it is kept. A value without widgets; whether it makes a model, treeFromConfig()
/// says of configText().
class ConfigForm {
public:
    /// A family with the library's own numbers. Errors: those of readArchitecture().
    [[nodiscard]] static Result<ConfigForm> ofFamily(std::string_view family);
    /// Filled with a config.json; `file` is for messages. Errors: Malformed (no JSON object, no
    /// model_type), Unsupported (a family that is not known).
    [[nodiscard]] static Result<ConfigForm> ofConfig(std::string_view text,
                                                     const std::string& file);

    [[nodiscard]] const std::string& family() const { return m_family; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return m_classes; }
    [[nodiscard]] const std::vector<ConfigField>& fields() const { return m_fields; }

    /// The class to build; one of classes(), or what a config.json asks for instead.
    [[nodiscard]] const std::string& className() const { return m_className; }
    void setClassName(const std::string& name) { m_className = name; }
    /// The name of a dtype; float32 where a config.json says nothing, as in the library.
    [[nodiscard]] const std::string& dtype() const { return m_dtype; }
    void setDtype(const std::string& name) { m_dtype = name; }

    /// What stands in a field; "" where the default holds.
    [[nodiscard]] std::string text(const std::string& field) const;
    /// Numbers, lists, objects and null are read as JSON; what is none is kept as a text.
    void setText(const std::string& field, const std::string& text);
    /// A switch as it holds: typed, or the default.
    [[nodiscard]] bool isOn(const std::string& field) const;

    /// Names that are kept though no tree depends on them: "rope_theta".
    [[nodiscard]] std::vector<std::string> otherNames() const;
    /// The config.json, indented.
    [[nodiscard]] std::string configText() const;

    friend bool operator==(const ConfigForm& a, const ConfigForm& b) {
        return a.configText() == b.configText();
    }

private:
    [[nodiscard]] const ConfigField* find(const std::string& name) const;

    std::string m_family;
    std::string m_modelType;  ///< as the configuration has it: it can stand for several families
    std::string m_className;
    std::string m_dtype;
    std::vector<std::string> m_classes;
    std::vector<ConfigField> m_fields;
    std::map<std::string, ConfigPart> m_values;  ///< of fields that were given
    ConfigPart m_others;                         ///< what is kept; null: nothing
};

/// What a typed config.json makes: a model's tree, or the one sentence why not.
struct ConfigCheck {
    std::shared_ptr<const ModuleTree> tree;  ///< null with an error
    std::optional<Error> error;
    std::vector<std::string> fields;  ///< those of the form that the error names
};

/// Builds the tree of a form; `name` is what messages call it. Up to 50 ms for the largest models:
/// run it in a worker.
[[nodiscard]] ConfigCheck checkConfig(const ConfigForm& form, const std::string& name);

/// The config.json that an open model's class and modules come from. An immutable value.
struct ConfigOrigin {
    std::string file;  ///< "" where it was typed and lies in no file
    std::string text;
    std::string family;                ///< its model_type
    std::vector<std::string> classes;  ///< that the family has, as a config.json names them
    std::string ownClass;              ///< what it is built as without a choice
    /// How the family spells the switch that ties input and output; "": it has none.
    std::string tieField;
    bool isTieOn = false;
};

/// What a config.json says of the family's classes; null where the family is not known. `file` may
/// be "". Takes a millisecond.
[[nodiscard]] std::shared_ptr<const ConfigOrigin> readConfigOrigin(const std::string& text,
                                                                   const std::string& file);

/// The same for an opened checkpoint: the file that it is, or the one that it took its class from;
/// null where there is none. Reads up to 4 MiB: run it in a worker.
[[nodiscard]] std::shared_ptr<const ConfigOrigin> configOriginOf(const Checkpoint& checkpoint);

/// The classes that could be asked for where opening `path` failed because of one; else none.
/// Reads as configOriginOf() does.
[[nodiscard]] std::vector<std::string> classesInstead(const Error& error, const std::string& path);

}  // namespace stowage
