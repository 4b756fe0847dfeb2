// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/key_rename.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A renaming as it is typed, "module.=" or "h.=transformer.h."; split at the first "=".
/// Error: InvalidArgument where there is none.
[[nodiscard]] Result<KeyRename> parseKeyRename(const std::string& text);
/// The inverse: "module.=".
[[nodiscard]] std::string keyRenameText(const KeyRename& rename);

/// The name under the renaming; the name itself where it does not begin with `from`.
[[nodiscard]] std::string renamedKey(std::string_view name, const KeyRename& rename);

/// Renames a checkpoint's tensors, each renaming on what the one before it made. Error:
/// InvalidArgument for one that matches no key, leaves one without a name, or makes two equal.
[[nodiscard]] Result<void> renameKeys(Checkpoint& checkpoint,
                                      const std::vector<KeyRename>& renames);

}  // namespace stowage
