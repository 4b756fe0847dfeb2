// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_tree_json.h"

#include "engine/base/json_stream.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

// Written piece by piece: a document of a hundred thousand modules would take more memory than the
// tree itself.

namespace stowage {
namespace {

bool isGuessed(const ModuleTree& tree, const std::string& className) {
    return std::ranges::find(tree.guessedClasses(), className) != tree.guessedClasses().end();
}

/// The no-split classes that somebody declared.
std::vector<std::string> declaredNoSplit(const ModuleTree& tree) {
    std::vector<std::string> declared = tree.noSplitClasses();
    std::erase_if(declared, [&tree](const std::string& name) { return isGuessed(tree, name); });
    return declared;
}

unsigned depthOf(const ModuleTree& tree, ModuleId id) {
    unsigned depth = 0;
    for (ModuleId at = id; tree.node(at).parent.isValid(); at = tree.node(at).parent) {
        ++depth;
    }
    return depth;
}

class TreeWriter {
public:
    TreeWriter(const ModuleTree& tree, unsigned depth) : m_tree(tree), m_depth(depth) {}

    std::string write(const std::string& source) {
        m_json.beginObject();
        m_json.member("format", "stowage.tree");
        m_json.member("version", std::uint64_t{1});
        if (!m_tree.architecture().empty()) {
            m_json.member("architecture", m_tree.architecture());
        }
        writeTexts("no_split_module_classes", declaredNoSplit(m_tree));
        if (!m_tree.guessedClasses().empty()) {
            writeTexts("guessed_no_split_classes", m_tree.guessedClasses());
        }
        m_json.member("source", source);
        m_json.member("total_bytes", m_tree.totalBytes());
        m_json.member("total_parameters", m_tree.totalParameters());
        m_json.member("tensors", std::uint64_t{m_tree.tensors().size()});
        std::set<std::string_view> dtypes;
        for (const TensorSpec& spec : m_tree.tensors()) {
            dtypes.insert(dtypeName(spec.dtype));
        }
        writeTexts("dtypes", dtypes);
        m_json.key("tree");
        writeModule(ModuleTree::root(), m_depth);
        m_json.endObject();
        return m_json.take();
    }

private:
    using NameGroups = std::vector<std::vector<std::string_view>>;

    template <class Texts>
    void writeTexts(std::string_view key, const Texts& texts) {
        m_json.key(key);
        m_json.beginArray();
        for (const auto& text : texts) {
            m_json.value(text);
        }
        m_json.endArray();
    }

    void writeModule(ModuleId id, unsigned depth) {
        const ModuleNode& node = m_tree.node(id);
        m_json.beginObject();
        m_json.member("name", node.name);
        const bool isTopOfCopy =
            node.sameAs.isValid() &&
            !(node.parent.isValid() && m_tree.node(node.parent).sameAs.isValid());
        if (isTopOfCopy) {
            m_json.member("same_as", m_tree.path(node.sameAs));
        } else if (!node.className.empty() && isGuessed(m_tree, node.className)) {
            m_json.member("class", "");
            m_json.member("guessed_class", node.className);
        } else {
            m_json.member("class", node.className);
        }
        m_json.member("bytes", node.subtreeBytes);
        m_json.member("parameters", node.subtreeParameters);
        if (!isTopOfCopy) {
            writeTensors("params", id, TensorKind::Parameter);
            writeTensors("buffers", id, TensorKind::Buffer);
            writeChildren(node, depth);
        }
        if (!node.parent.isValid()) {
            writeTied();
            writeWelded();
        }
        m_json.endObject();
    }

    void writeChildren(const ModuleNode& node, unsigned depth) {
        const ModuleId first{node.id.value + 1};
        if (depth == 0 || first == node.subtreeEnd) {
            return;
        }
        m_json.key("children");
        m_json.beginArray();
        for (ModuleId child = first; child < node.subtreeEnd;
             child = m_tree.node(child).subtreeEnd) {
            writeModule(child, depth - 1);
        }
        m_json.endArray();
    }

    void writeTensors(std::string_view key, ModuleId id, TensorKind kind) {
        const std::size_t cut = m_tree.path(id).empty() ? 0 : m_tree.path(id).size() + 1;
        bool isFirst = true;
        for (const TensorSpec& spec : m_tree.ownTensors(id)) {
            if (spec.kind != kind) {
                continue;
            }
            if (std::exchange(isFirst, false)) {
                m_json.key(key);
                m_json.beginArray();
            }
            m_json.beginObject();
            m_json.member("name", std::string_view(spec.name).substr(cut));
            m_json.key("shape");
            m_json.beginArray();
            for (const std::int64_t size : spec.shape) {
                m_json.value(static_cast<std::uint64_t>(size));
            }
            m_json.endArray();
            m_json.member("dtype", dtypeName(spec.dtype));
            if (kind == TensorKind::Buffer) {
                m_json.key("persistent");
                m_json.value(spec.persistent ? JsonLiteral::True : JsonLiteral::False);
            }
            m_json.endObject();
        }
        if (!isFirst) {
            m_json.endArray();
        }
    }

    /// The ties that the written modules do not tell by themselves: a module's second copy shares
    /// all its tensors anyway, and modules that were left out cannot be named.
    void writeTied() {
        NameGroups groups;
        for (std::size_t i = 0; i < m_tree.tiedGroups().size(); ++i) {
            std::vector<std::string_view> names;
            for (const TensorId id : m_tree.tiedGroups()[i]) {
                const TensorSpec& spec = m_tree.tensor(id);
                if (!m_tree.node(spec.module).sameAs.isValid() &&
                    depthOf(m_tree, spec.module) <= m_depth) {
                    names.push_back(spec.name);
                }
            }
            const std::string& source = m_tree.tensor(m_tree.tieSources()[i]).name;
            std::ranges::stable_partition(
                names, [&source](std::string_view name) { return name == source; });
            groups.push_back(std::move(names));
        }
        writeGroups("tied", std::move(groups));
    }

    void writeWelded() {
        NameGroups groups;
        for (const auto& group : m_tree.weldedGroups()) {
            std::vector<std::string_view>& paths = groups.emplace_back();
            for (const ModuleId module : group) {
                if (depthOf(m_tree, module) <= m_depth) {
                    paths.push_back(m_tree.path(module));
                }
            }
        }
        writeGroups("welded", std::move(groups));
    }

    void writeGroups(std::string_view key, NameGroups groups) {
        std::erase_if(groups, [](const auto& names) { return names.size() < 2; });
        if (groups.empty()) {
            return;
        }
        m_json.key(key);
        m_json.beginArray();
        for (const auto& names : groups) {
            m_json.beginArray();
            for (const std::string_view name : names) {
                m_json.value(name);
            }
            m_json.endArray();
        }
        m_json.endArray();
    }

    const ModuleTree& m_tree;
    unsigned m_depth;
    JsonWriter m_json;
};

}  // namespace

std::string writeModuleTreeJson(const ModuleTree& tree, const std::string& source, unsigned depth) {
    return TreeWriter(tree, depth).write(source);
}

}  // namespace stowage
