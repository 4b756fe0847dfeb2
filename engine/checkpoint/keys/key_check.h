// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A tensor that file and model both name, but not with the same shape or dtype.
struct KeyMismatch {
    std::string name;
    DType storedDtype = DType::Float32;
    DType modelDtype = DType::Float32;
    std::vector<std::int64_t> storedShape;
    std::vector<std::int64_t> modelShape;

    [[nodiscard]] bool hasOtherShape() const { return storedShape != modelShape; }
    [[nodiscard]] bool hasOtherDtype() const { return storedDtype != modelDtype; }
};

/// How the keys of a checkpoint agree with a module tree known from elsewhere. A value.
/// Names that the model need not find in a file are not missing: buffers that are not persistent,
/// and tied names of which one is there. Ignored and renamed keys disagree with nothing.
struct KeyCheck {
    std::string treeFile;                 ///< where the tree came from
    std::vector<std::string> missing;     ///< in the model, not in the file; in tree order
    std::vector<std::string> unexpected;  ///< in the file, not in the model; in the file's order
    std::vector<KeyMismatch> mismatched;  ///< in tree order
    /// In the model, not in the file, and given a new model's values because a person wanted that
    /// (initial_values.h); in tree order.
    std::vector<std::string> initialised;
    /// In the file, not in the model, and known to be leftovers of older releases: loading leaves
    /// them out without a word, as from_pretrained does. In the file's order.
    std::vector<std::string> ignored;
    /// Names of the file that were changed to the model's, as from_pretrained does. In the file's
    /// order.
    std::vector<KeyRename> renamed;
    /// Renamings under which more keys agree, the best first ("module." off every key).
    std::vector<KeyRename> proposals;

    [[nodiscard]] bool agrees() const {
        return missing.empty() && unexpected.empty() && mismatched.empty();
    }
};

/// "a, b, c and 12 more": the first names of a list, as they reach a person.
[[nodiscard]] Message firstNames(const std::vector<std::string>& names);
/// The same of a list of messages.
[[nodiscard]] Message firstMessages(const std::vector<Message>& messages);

/// "float16 [2, 3]".
[[nodiscard]] std::string tensorKindText(DType dtype, const std::vector<std::int64_t>& shape);

/// One sentence on how the keys differ, with counts and the first names; "" where they agree.
[[nodiscard]] Message keyCheckSentence(const KeyCheck& check);

/// What a wrapper's name before every key is, and how it is taken off.
[[nodiscard]] Message unwrappingAdvice(const KeyRename& unwrapping);

/// The way out as a sentence: the best renaming, "" where none is proposed.
[[nodiscard]] Message renamingAdvice(const KeyCheck& check);

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
