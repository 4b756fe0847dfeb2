// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/key_check.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <functional>
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

constexpr std::size_t kNamesInMessage = 3;

/// "3 are missing (a, b, c)", or nothing of an empty list.
void addCount(const std::vector<std::string>& names, const char* one, const char* many,
              std::vector<std::string>& parts) {
    if (!names.empty()) {
        parts.push_back(std::to_string(names.size()) + " " + (names.size() == 1 ? one : many) +
                        " (" + firstNames(names) + ")");
    }
}

std::vector<std::string> namesWhere(const std::vector<KeyMismatch>& mismatched,
                                    const std::function<bool(const KeyMismatch&)>& isMeant) {
    std::vector<std::string> names;
    for (const KeyMismatch& mismatch : mismatched) {
        if (isMeant(mismatch)) {
            names.push_back(mismatch.name);
        }
    }
    return names;
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
        STOWAGE_TRY(renameOnce(checkpoint, rename));
    }
    return {};
}

std::string firstNames(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesInMessage); ++i) {
        const std::string quoted = quotedForMessage(names[i]);
        // Quotation marks only where something had to be changed.
        const bool isPlain = quoted.size() == names[i].size() + 2;
        text += (i == 0 ? "" : ", ") + (isPlain ? names[i] : quoted);
    }
    if (names.size() > kNamesInMessage) {
        text += " and " + std::to_string(names.size() - kNamesInMessage) + " more";
    }
    return text;
}

std::string tensorKindText(DType dtype, const std::vector<std::int64_t>& shape) {
    std::string text = std::string(dtypeName(dtype)) + " [";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + "]";
}

std::string keyCheckSentence(const KeyCheck& check) {
    std::vector<std::string> parts;
    addCount(check.missing, "key is missing", "keys are missing", parts);
    addCount(check.unexpected, "is unexpected", "are unexpected", parts);
    addCount(namesWhere(check.mismatched, &KeyMismatch::hasOtherShape), "has another shape",
             "have another shape", parts);
    addCount(namesWhere(check.mismatched, [](const KeyMismatch& m) { return !m.hasOtherShape(); }),
             "has another dtype", "have another dtype", parts);
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    }
    return text.empty() ? text : "Against " + check.treeFile + ", " + text + ".";
}

std::string unwrappingAdvice(const KeyRename& unwrapping) {
    return "Every key begins with " + quotedForMessage(unwrapping.from) +
           ", which a wrapper such as DistributedDataParallel or torch.compile puts there. Taken "
           "off, the model's own names are left (--rename " +
           keyRenameText(unwrapping) + " on the command line).";
}

std::string renamingAdvice(const KeyCheck& check) {
    if (check.proposals.empty()) {
        return {};
    }
    const KeyRename& best = check.proposals.front();
    const std::string from = quotedForMessage(best.from);
    const std::string to = quotedForMessage(best.to);
    const std::string what = best.to.empty()     ? from + " is taken off them"
                             : best.from.empty() ? to + " is put before them"
                                                 : from + " becomes " + to;
    return "More keys agree where " + what + " (--rename " + keyRenameText(best) +
           " on the command line).";
}

}  // namespace stowage
