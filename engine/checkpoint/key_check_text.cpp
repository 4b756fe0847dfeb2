// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/key_check_text.h"

#include "engine/base/utf8.h"
#include "engine/checkpoint/rename_keys.h"

#include <algorithm>
#include <functional>

namespace stowage {
namespace {

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
