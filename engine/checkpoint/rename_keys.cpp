// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/rename_keys.h"

#include "engine/base/name_hash.h"
#include "engine/base/utf8.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

Unexpected refused(const KeyRename& rename, const Checkpoint& checkpoint, const std::string& why) {
    return fail(ErrorCode::InvalidArgument,
                "The renaming " + quotedForMessage(keyRenameText(rename)) + " " + why,
                checkpoint.path, keyRenameText(rename));
}

Result<void> renameOnce(Checkpoint& checkpoint, const KeyRename& rename) {
    bool matchesAny = false;
    for (StoredTensor& tensor : checkpoint.tensors) {
        if (!tensor.name.starts_with(rename.from)) {
            continue;
        }
        matchesAny = true;
        std::string name = renamedKey(tensor.name, rename);
        if (name.empty()) {
            return refused(rename, checkpoint,
                           "leaves the tensor " + quotedForMessage(tensor.name) + " of " +
                               checkpoint.path + " without a name; end it in a dot.");
        }
        tensor.name = std::move(name);
    }
    if (!matchesAny) {
        const std::string example =
            checkpoint.tensors.empty()
                ? "which holds no tensors"
                : "whose first is " + quotedForMessage(checkpoint.tensors.front().name);
        return refused(rename, checkpoint,
                       "matches no key of " + checkpoint.path + ", " + example +
                           "; write what the keys begin with before the \"=\", as in module.=");
    }
    std::unordered_set<std::string_view, NameHash> names;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (!names.insert(tensor.name).second) {
            return refused(rename, checkpoint,
                           "gives two tensors of " + checkpoint.path + " the name " +
                               quotedForMessage(tensor.name) + "; take one that keeps them apart.");
        }
    }
    return {};
}

}  // namespace

Result<KeyRename> parseKeyRename(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        return fail(ErrorCode::InvalidArgument,
                    quotedForMessage(text) +
                        " is no renaming: write what keys begin with, \"=\", and what they are to "
                        "begin with instead, as in module.= or h.=transformer.h.",
                    {}, text);
    }
    return KeyRename{text.substr(0, equals), text.substr(equals + 1)};
}

std::string keyRenameText(const KeyRename& rename) {
    return rename.from + "=" + rename.to;
}

std::string renamedKey(std::string_view name, const KeyRename& rename) {
    return name.starts_with(rename.from) ? rename.to + std::string(name.substr(rename.from.size()))
                                         : std::string(name);
}

Result<void> renameKeys(Checkpoint& checkpoint, const std::vector<KeyRename>& renames) {
    for (const KeyRename& rename : renames) {
        if (const auto renamed = renameOnce(checkpoint, rename); !renamed) {
            return renamed;
        }
    }
    return {};
}

}  // namespace stowage
