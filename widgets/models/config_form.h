// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/architecture_file.h"
#include "engine/model/dtype.h"

#include <map>
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
    std::map<std::string, ConfigJson> m_values;  ///< of fields that were given
    ConfigJson m_others = ConfigJson::object();  ///< what is kept
};

}  // namespace stowage
