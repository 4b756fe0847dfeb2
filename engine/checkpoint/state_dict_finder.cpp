// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/state_dict_finder.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace stowage {
namespace {

constexpr unsigned kMaxDepth = 256;
/// Longer paths of keys are not told further: a shared key of 64 KiB on each level would cost
/// gigabytes of copying.
constexpr std::size_t kMaxPathBytes = 4096;
constexpr std::size_t kMaxParts = 1000;
/// How many parts a message names.
constexpr std::size_t kNamedParts = 8;

class Walker {
public:
    Walker(const PickleDocument& document, std::string file,
           const std::optional<std::string>& prefix)
        : m_document(document),
          m_file(std::move(file)),
          m_prefix(prefix),
          m_isVisited(document.size(), false) {}

    Result<FoundStateDict> find() {
        if (!visit(m_document.root(), {}, 0)) {
            return fail(ErrorCode::LimitExceeded,
                        m_file + " nests its contents deeper than 256 levels.", m_file);
        }
        if (m_allTensors == 0) {
            return fail(ErrorCode::NoCheckpoint,
                        m_file + " is a PyTorch file, but there are no tensors in it.", m_file);
        }
        if (m_bestCount == 0) {
            return fail(ErrorCode::Unsupported,
                        m_file +
                            " holds tensors, but no dict of named ones; save the model's "
                            "state_dict().",
                        m_file);
        }
        std::ranges::stable_sort(m_parts, std::greater{}, &CheckpointPart::tensors);
        if (m_prefix && !m_isPrefixFound) {
            return noSuchPart();
        }
        return collect();
    }

private:
    static bool isContainer(PickleKind kind) {
        return kind == PickleKind::Dict || kind == PickleKind::List || kind == PickleKind::Tuple;
    }

    /// False where it is nested too deeply.
    bool visit(PickleRef ref, const std::string& path, unsigned depth) {
        const PickleKind kind = m_document.node(ref).kind;
        if (kind == PickleKind::Tensor) {
            ++m_allTensors;
            return true;
        }
        if (!isContainer(kind) || m_isVisited[ref]) {
            return true;
        }
        if (depth > kMaxDepth) {
            return false;
        }
        m_isVisited[ref] = true;
        return kind == PickleKind::Dict ? visitDict(ref, path, depth) : visitList(ref, path, depth);
    }

    bool visitDict(PickleRef ref, const std::string& path, unsigned depth) {
        const auto members = m_document.members(ref);
        std::size_t count = 0;
        for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
            count += isNamedTensor(members[i], members[i + 1]) ? 1 : 0;
        }
        notePart(ref, path, count);
        for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
            if (!visit(members[i + 1], childPath(path, keyText(members[i])), depth + 1)) {
                return false;
            }
        }
        return true;
    }

    void notePart(PickleRef ref, const std::string& path, std::size_t count) {
        if (count == 0) {
            return;
        }
        if (m_parts.size() < kMaxParts) {
            m_parts.push_back({path, count});
        }
        const bool isAsked = m_prefix && !m_isPrefixFound && *m_prefix == path;
        m_isPrefixFound = m_isPrefixFound || isAsked;
        if (isAsked || (count > m_bestCount && !m_isPrefixFound)) {
            m_bestCount = count;
            m_best = ref;
            m_bestPath = path;
        }
    }

    Unexpected noSuchPart() const {
        std::string list;
        for (std::size_t i = 0; i < std::min(m_parts.size(), kNamedParts); ++i) {
            list += (i == 0 ? "" : ", ") + quotedForMessage(m_parts[i].prefix) + " (" +
                    std::to_string(m_parts[i].tensors) + ")";
        }
        if (m_parts.size() > kNamedParts) {
            list += " and " + std::to_string(m_parts.size() - kNamedParts) + " more";
        }
        return fail(ErrorCode::InvalidArgument,
                    m_file + " has no tensors under the prefix " + quotedForMessage(*m_prefix) +
                        "; its parts and their tensors are " + list + ".",
                    m_file, *m_prefix);
    }

    bool visitList(PickleRef ref, const std::string& path, unsigned depth) {
        const auto members = m_document.members(ref);
        for (std::size_t i = 0; i < members.size(); ++i) {
            const bool isLeaf = !isContainer(m_document.node(members[i]).kind);
            const std::string inner = isLeaf ? path : childPath(path, std::to_string(i));
            if (!visit(members[i], inner, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    bool isNamedTensor(PickleRef key, PickleRef value) const {
        return m_document.node(key).kind == PickleKind::String &&
               m_document.node(value).kind == PickleKind::Tensor;
    }

    std::string keyText(PickleRef key) const {
        const auto& node = m_document.node(key);
        return node.kind == PickleKind::String ? std::string(node.text())
                                               : std::to_string(node.integer);
    }

    static std::string childPath(const std::string& path, const std::string& name) {
        if (path.size() + name.size() >= kMaxPathBytes) {
            return path;
        }
        return path.empty() ? name : path + "." + name;
    }

    Result<FoundStateDict> collect() const {
        FoundStateDict found;
        found.prefix = m_bestPath;
        found.parts = m_parts;
        found.tensorsElsewhere = m_allTensors - m_bestCount;
        std::unordered_set<std::string_view> names;
        const auto members = m_document.members(m_best);
        for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
            if (!isNamedTensor(members[i], members[i + 1])) {
                ++found.otherEntries;
                continue;
            }
            const std::string_view name = m_document.node(members[i]).text();
            if (!names.insert(name).second) {
                return fail(ErrorCode::Malformed,
                            "The tensor " + quotedForMessage(name) + " is twice in " + m_file + ".",
                            m_file, std::string(name));
            }
            found.tensors.emplace_back(name, members[i + 1]);
        }
        return found;
    }

    const PickleDocument& m_document;
    std::string m_file;
    const std::optional<std::string>& m_prefix;
    std::vector<bool> m_isVisited;
    std::size_t m_allTensors = 0;
    std::size_t m_bestCount = 0;
    PickleRef m_best = 0;
    std::string m_bestPath;
    std::vector<CheckpointPart> m_parts;
    bool m_isPrefixFound = false;
};

}  // namespace

Result<FoundStateDict> findStateDict(const PickleDocument& document, const std::string& file,
                                     const std::optional<std::string>& prefix) {
    return Walker(document, file, prefix).find();
}

}  // namespace stowage
