// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace stowage {

/// No more bytes of a configuration are read: most have a few kilobytes, one that names each of
/// 20,000 labels twice has two megabytes.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{4} << 20;

/// The modules of the model that a `config.json` describes, as the transformers library would
/// register them, down to the last buffer (architecture_file.h). `className` is the class to build;
/// empty: the first one of the file's "architectures". `file` is for messages. Of the
/// text only what it says of the family's fields is used; what follows from it is checked before
/// anything is built, so that neither 10^9 layers nor negative sizes cost memory.
/// Errors: Malformed (no JSON object, a field of the wrong kind or size), Unsupported (an unknown
/// model_type, class or dtype), LimitExceeded (too many modules, a text above kMaxConfigBytes).
[[nodiscard]] Result<ModelDraft> draftFromConfig(std::string_view text, const std::string& file,
                                                 const std::string& className = {});

/// The same as a tree. Errors: also those of ModuleTreeBuilder.
[[nodiscard]] Result<std::shared_ptr<const ModuleTree>> treeFromConfig(
    std::string_view text, const std::string& file, const std::string& className = {});

}  // namespace stowage
