// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/script_tensors.h"

#include "engine/base/seen_names.h"
#include "engine/base/utf8.h"

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr unsigned kMaxDepth = 256;
constexpr std::size_t kMaxNameBytes = 4096;
/// Of all names together: a million tensors of a real model have far less.
constexpr std::size_t kMaxNamesBytes = std::size_t{64} << 20;

class ScriptWalker {
public:
    explicit ScriptWalker(const TorchDocument& document)
        : m_document(document),
          m_pickle(document.pickle),
          m_path(document.file->path()),
          m_isVisited(document.pickle.size(), false) {}

    Result<Checkpoint> read() {
        m_checkpoint.path = m_path;
        m_checkpoint.format = CheckpointFormat::TorchScript;
        m_checkpoint.shards = {m_document.file};
        if (const auto done = visit(m_pickle.root(), "", 0); !done) {
            return done.unexpected();
        }
        if (m_checkpoint.tensors.empty()) {
            return fail(ErrorCode::NoCheckpoint,
                        m_path + " is a TorchScript archive, but there are no tensors in it.",
                        m_path);
        }
        m_checkpoint.warnings.push_back(m_path +
                                        " is a TorchScript archive: its tensors are read, its "
                                        "code and constants are left alone.");
        return std::move(m_checkpoint);
    }

private:
    Result<void> visit(PickleRef ref, const std::string& name, unsigned depth) {
        const auto& node = m_pickle.node(ref);
        if (node.kind == PickleKind::Tensor) {
            return addTensor(name, m_pickle.tensor(node.index));
        }
        const bool isDict = node.kind == PickleKind::Dict;
        const bool isList = node.kind == PickleKind::List || node.kind == PickleKind::Tuple;
        if ((!isDict && !isList) || m_isVisited[ref]) {
            return {};
        }
        if (depth > kMaxDepth) {
            return fail(ErrorCode::LimitExceeded,
                        m_path + " nests its contents deeper than 256 levels.", m_path);
        }
        m_isVisited[ref] = true;
        const auto members = m_pickle.members(ref);
        for (std::size_t i = 0; i < members.size(); i += isDict ? 2 : 1) {
            const PickleRef value = members[isDict ? i + 1 : i];
            const std::string key = isDict ? keyText(members[i]) : std::to_string(i);
            auto child = childName(name, key);
            if (!child) {
                return child.unexpected();
            }
            if (const auto done = visit(value, *child, depth + 1); !done) {
                return done;
            }
        }
        return {};
    }

    std::string keyText(PickleRef key) const {
        const auto& node = m_pickle.node(key);
        return node.kind == PickleKind::Int ? std::to_string(node.integer)
                                            : std::string(node.text());
    }

    Result<std::string> childName(const std::string& name, const std::string& key) const {
        if (name.size() + key.size() >= kMaxNameBytes) {
            return fail(ErrorCode::LimitExceeded,
                        m_path + " has an attribute whose name is longer than 4096 bytes: " +
                            quotedForMessage(name + key) + ".",
                        m_path);
        }
        return name.empty() ? key : name + "." + key;
    }

    Result<void> addTensor(const std::string& name, const PickleTensor& tensor) {
        m_namesBytes += name.size();
        if (m_namesBytes > kMaxNamesBytes) {
            return fail(ErrorCode::LimitExceeded,
                        m_path + " has tensors whose names take more than 64 MiB.", m_path);
        }
        if (!m_names.insert(name)) {
            return fail(ErrorCode::Malformed,
                        "The tensor " + quotedForMessage(name) + " is twice in " + m_path + ".",
                        m_path, name);
        }
        auto stored = placeTorchTensor(m_document, name, tensor);
        if (!stored) {
            return stored.unexpected();
        }
        m_checkpoint.tensors.push_back(std::move(*stored));
        return {};
    }

    const TorchDocument& m_document;
    const PickleDocument& m_pickle;
    std::string m_path;
    std::vector<bool> m_isVisited;
    SeenNames m_names;
    std::size_t m_namesBytes = 0;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<Checkpoint> makeScriptCheckpoint(const TorchDocument& document) {
    return ScriptWalker(document).read();
}

}  // namespace stowage
