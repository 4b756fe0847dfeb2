// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/config_check.h"

#include "engine/model/config_tree.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace stowage {
namespace {

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

/// An error's key is a field, something derived from fields, an expression over them or a path.
std::string fieldOf(const ConfigForm& form, const Error& error) {
    for (const bool whole : {true, false}) {
        for (const ConfigField& field : form.fields()) {
            if (whole ? error.key == field.name : mentions(error.key, field.name)) {
                return field.name;
            }
        }
    }
    return {};
}

}  // namespace

ConfigCheck checkConfig(const ConfigForm& form, const std::string& name) {
    ConfigCheck check;
    auto tree = treeFromConfig(form.configText(), name);
    if (tree) {
        check.tree = std::move(*tree);
    } else {
        check.error = tree.error();
        check.field = fieldOf(form, tree.error());
    }
    return check;
}

}  // namespace stowage
