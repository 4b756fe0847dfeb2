// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/key_matching.h"

#include "engine/base/name_hash.h"
#include "engine/checkpoint/check_keys.h"
#include "engine/checkpoint/key_check.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace stowage {

namespace {

/// Finds stored tensors under the spellings that a model's name may have in a file.
class StoredNames {
public:
    StoredNames(const ModuleTree& tree, const Checkpoint& checkpoint) {
        for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
            m_byName.emplace(checkpoint.tensors[i].name, i);
        }
        if (checkpoint.keyCheck != nullptr) {
            return;  // names were checked as they are, and renamed where a person wanted it
        }
        m_prefix = checkpoint.prefix.empty() ? "" : checkpoint.prefix + ".";
        for (const ModuleId child : tree.children(ModuleTree::root())) {
            std::string outer = tree.path(child) + ".";
            const bool used = std::any_of(
                checkpoint.tensors.begin(), checkpoint.tensors.end(),
                [&](const StoredTensor& tensor) { return tensor.name.starts_with(outer); });
            if (!used) {
                m_unusedOuter.push_back(std::move(outer));
            }
        }
    }

    std::optional<std::uint32_t> find(const std::string& name) const {
        if (const auto index = exact(name)) {
            return index;
        }
        if (!m_prefix.empty()) {
            if (const auto index = exact(m_prefix + name)) {
                return index;
            }
        }
        for (const std::string& outer : m_unusedOuter) {
            if (name.starts_with(outer)) {
                return exact(name.substr(outer.size()));
            }
        }
        return std::nullopt;
    }

private:
    std::optional<std::uint32_t> exact(const std::string& name) const {
        const auto found = m_byName.find(name);
        return found == m_byName.end() ? std::nullopt : std::optional(found->second);
    }

    std::string m_prefix;
    std::vector<std::string> m_unusedOuter;
    std::unordered_map<std::string, std::uint32_t> m_byName;
};

/// A buffer that the model computes itself and that the file has in another way: not worth a
/// refusal where the model is known.
bool isLeftOut(const TensorSpec& spec, const StoredTensor& stored) {
    return !isNeeded(spec) && (stored.shape != spec.shape || stored.dtype != spec.dtype);
}

/// Names that the check found to be leftovers of older releases.
NameTable<std::string_view, bool> ignoredNames(const Checkpoint& checkpoint) {
    NameTable<std::string_view, bool> ignored;
    if (checkpoint.keyCheck != nullptr) {
        for (const std::string& name : checkpoint.keyCheck->ignored) {
            ignored.emplace(name, true);
        }
    }
    return ignored;
}

}  // namespace

KeyMatch matchKeys(const ModuleTree& tree, const Checkpoint& checkpoint) {
    const StoredNames names(tree, checkpoint);
    const bool isChecked = checkpoint.keyCheck != nullptr;
    const NameTable<std::string_view, bool> ignored = ignoredNames(checkpoint);
    KeyMatch match;
    match.storedByStorage.resize(tree.storageCount());
    std::vector<bool> used(checkpoint.tensors.size(), false);
    for (const TensorSpec& spec : tree.tensors()) {
        const std::optional<std::uint32_t> stored = names.find(spec.name);
        if (!stored) {
            continue;
        }
        used[*stored] = true;
        if (isChecked &&
            (isLeftOut(spec, checkpoint.tensors[*stored]) || ignored.contains(spec.name))) {
            continue;
        }
        if (checkpoint.tensors[*stored].shape != spec.shape) {
            match.keys.mismatched.push_back(spec.name);
        } else if (!match.storedByStorage[spec.storage.index()]) {
            match.storedByStorage[spec.storage.index()] = stored;
        }
    }
    std::vector<bool> seen(tree.storageCount(), false);
    for (const TensorSpec& spec : tree.tensors()) {
        if (seen[spec.storage.index()] || match.storedByStorage[spec.storage.index()]) {
            continue;
        }
        seen[spec.storage.index()] = true;
        const auto& mismatched = match.keys.mismatched;
        if (std::find(mismatched.begin(), mismatched.end(), spec.name) != mismatched.end()) {
            continue;
        }
        (isNeeded(spec) ? match.keys.missing : match.absentBuffers).push_back(spec.name);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            match.keys.unexpected.push_back(checkpoint.tensors[i].name);
        }
    }
    return match;
}

}  // namespace stowage
