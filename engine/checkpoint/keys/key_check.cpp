// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/key_check.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

Unexpected refused(const KeyRename& rename, const Checkpoint& checkpoint, const Message& why) {
    return fail(ErrorCode::InvalidArgument,
                say("The renaming %1 %2", quotedForMessage(keyRenameText(rename)), why),
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
                           say("leaves the tensor %1 of %2 without a name; end the text before the "
                               "\"=\" with a dot.",
                               quotedForMessage(tensor.name), checkpoint.path));
        }
        tensor.name = std::move(name);
    }
    if (!matchesAny) {
        return refused(
            rename, checkpoint,
            checkpoint.tensors.empty()
                ? say("matches no key of %1, which contains no tensors; write the beginning of the "
                      "keys before the \"=\", as in module.=",
                      checkpoint.path)
                : say("matches no key of %1, whose first key is %2; write the beginning of the "
                      "keys before the \"=\", as in module.=",
                      checkpoint.path, quotedForMessage(checkpoint.tensors.front().name)));
    }
    std::unordered_set<std::string_view, NameHash> names;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (!names.insert(tensor.name).second) {
            return refused(rename, checkpoint,
                           say("gives two tensors of %1 the name %2; choose a renaming that keeps "
                               "all names different.",
                               checkpoint.path, quotedForMessage(tensor.name)));
        }
    }
    return {};
}

constexpr std::size_t kNamesInMessage = 3;

enum class Difference { Missing, Unexpected, OtherShape, OtherDtype };

/// "3 keys are missing (a, b, c)"; empty of an empty list.
Message differenceText(Difference difference, const std::vector<std::string>& names) {
    if (names.empty()) {
        return {};
    }
    const std::size_t count = names.size();
    const Message first = firstNames(names);
    switch (difference) {
        case Difference::Missing:
            return count == 1 ? say("%1 key is missing (%2)", count, first)
                              : say("%1 keys are missing (%2)", count, first);
        case Difference::Unexpected:
            return count == 1 ? say("%1 key is unexpected (%2)", count, first)
                              : say("%1 keys are unexpected (%2)", count, first);
        case Difference::OtherShape:
            return count == 1 ? say("%1 key has a different shape (%2)", count, first)
                              : say("%1 keys have a different shape (%2)", count, first);
        case Difference::OtherDtype:
            break;
    }
    return count == 1 ? say("%1 key has a different dtype (%2)", count, first)
                      : say("%1 keys have a different dtype (%2)", count, first);
}

/// The first of names or messages, which are quoted where something had to be changed.
template <class Names>
Message firstOf(const Names& names) {
    Message list;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesInMessage); ++i) {
        const std::string& text = names[i];
        std::string quoted = quotedForMessage(text);
        const bool isPlain = quoted.size() == text.size() + 2;
        const Message name = isPlain ? Message(names[i]) : Message(std::move(quoted));
        list = i == 0 ? name : say("%1, %2", list, name);
    }
    return names.size() > kNamesInMessage
               ? say("%1 and %2 more", list, names.size() - kNamesInMessage)
               : list;
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
                    say("%1 is not a renaming: write the current beginning of the keys, \"=\", and "
                        "the new beginning, as in module.= or h.=transformer.h.",
                        quotedForMessage(text)),
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

Message firstNames(const std::vector<std::string>& names) {
    return firstOf(names);
}

Message firstMessages(const std::vector<Message>& messages) {
    return firstOf(messages);
}

std::string tensorKindText(DType dtype, const std::vector<std::int64_t>& shape) {
    std::string text = std::string(dtypeName(dtype)) + " [";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + "]";
}

Message keyCheckSentence(const KeyCheck& check) {
    const auto hasOtherDtype = [](const KeyMismatch& m) { return !m.hasOtherShape(); };
    std::vector<Message> parts{
        differenceText(Difference::Missing, check.missing),
        differenceText(Difference::Unexpected, check.unexpected),
        differenceText(Difference::OtherShape,
                       namesWhere(check.mismatched, &KeyMismatch::hasOtherShape)),
        differenceText(Difference::OtherDtype, namesWhere(check.mismatched, hasOtherDtype))};
    std::erase_if(parts, [](const Message& part) { return part.empty(); });
    if (parts.empty()) {
        return {};
    }
    const Message last = parts.back();
    parts.pop_back();
    const Message all =
        parts.empty() ? last : say("%1 and %2", joined(std::move(parts), ", "), last);
    return say("Compared with %1, %2.", check.treeFile, all);
}

Message unwrappingAdvice(const KeyRename& unwrapping) {
    return say(
        "Every key begins with %1, which a wrapper such as DistributedDataParallel or "
        "torch.compile adds. Remove this beginning to restore the model's own names (--rename %2 "
        "on the command line).",
        quotedForMessage(unwrapping.from), keyRenameText(unwrapping));
}

Message renamingAdvice(const KeyCheck& check) {
    if (check.proposals.empty()) {
        return {};
    }
    const KeyRename& best = check.proposals.front();
    const std::string from = quotedForMessage(best.from);
    const std::string to = quotedForMessage(best.to);
    const std::string typed = keyRenameText(best);
    if (best.to.empty()) {
        return say(
            "More keys match the module tree if %1 is removed from the beginning of the keys "
            "(--rename %2 on the command line).",
            from, typed);
    }
    return best.from.empty() ? say("More keys match the module tree if %1 is added to the "
                                   "beginning of the keys (--rename %2 on the command line).",
                                   to, typed)
                             : say("More keys match the module tree if %1 at the beginning of the "
                                   "keys is replaced by %2 (--rename %3 on the command line).",
                                   from, to, typed);
}

}  // namespace stowage
