// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/module_tree.h"
#include "widgets/models/config_form.h"

#include <memory>
#include <optional>
#include <string>

namespace stowage {

/// What a typed config.json makes: a model's tree, or the one sentence why not.
struct ConfigCheck {
    std::shared_ptr<const ModuleTree> tree;  ///< null with an error
    std::optional<Error> error;
    std::string field;  ///< the form's field that the error is about; "": none
};

/// Builds the tree of a form; `name` is what messages call it. Up to 50 ms for the largest models:
/// run it in a worker.
[[nodiscard]] ConfigCheck checkConfig(const ConfigForm& form, const std::string& name);

}  // namespace stowage
