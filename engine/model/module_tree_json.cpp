// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_tree_json.h"

#include "engine/base/json_reader.h"
#include "engine/base/json_stream.h"
#include "engine/base/strings.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Written piece by piece: a document of a hundred thousand modules would take more memory than the
// tree itself.

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormatName = "stowage.tree";

constexpr int kFormatVersion = 1;

/// Two JSON levels a module and a few around; the builder itself stops at 256 modules.
constexpr unsigned kMaxJsonDepth = 600;

/// Reads the document's values into a draft. The first failure is kept with its place.
class DraftReader {
public:
    explicit DraftReader(std::string file) : m_file(std::move(file)) {}

    Result<ModelDraft> read(const Json& document) {
        ModelDraft draft;
        const bool isTree = document.is_object() && document.contains("format") &&
                            document["format"] == kFormatName;
        if (!isTree) {
            return fail(ErrorCode::Malformed,
                        m_file + " is no module tree: \"format\" must be \"stowage.tree\".", m_file,
                        "format");
        }
        if (!document.contains("version") || document["version"] != kFormatVersion) {
            return fail(ErrorCode::Unsupported,
                        m_file + " has another \"version\" of stowage.tree than 1.", m_file,
                        "version");
        }
        if (!document.contains("tree") || !document["tree"].is_object()) {
            return fail(ErrorCode::Malformed, m_file + " has no object \"tree\".", m_file, "tree");
        }
        const Json& root = document["tree"];
        const bool isRead = readText(document, "architecture", draft.architecture) &&
                            readTexts(member(document, "no_split_module_classes"),
                                      "no_split_module_classes", draft.noSplitClasses) &&
                            readTexts(member(document, "guessed_no_split_classes"),
                                      "guessed_no_split_classes", draft.guessedClasses) &&
                            readModule(root, {}, draft.root) &&
                            readGroups(root, "tied", draft.tied) &&
                            readGroups(root, "welded", draft.welded);
        if (!isRead) {
            return Unexpected{m_error};
        }
        draft.noSplitClasses.insert(draft.noSplitClasses.end(), draft.guessedClasses.begin(),
                                    draft.guessedClasses.end());
        return draft;
    }

private:
    static const Json* member(const Json& object, const char* key) {
        const auto found = object.find(key);
        return found == object.end() || found->is_null() ? nullptr : &*found;
    }

    bool refuse(const std::string& reason, const std::string& key) {
        m_error = makeError(ErrorCode::Malformed, m_file + ": " + reason + ".", m_file, key);
        return false;
    }

    bool readText(const Json& object, const char* key, std::string& text) {
        const Json* value = member(object, key);
        if (value == nullptr) {
            return true;
        }
        if (!value->is_string()) {
            return refuse("\"" + std::string(key) + "\" must be a string", key);
        }
        text = value->get<std::string>();
        return true;
    }

    bool readTexts(const Json* list, const std::string& key, std::vector<std::string>& texts) {
        if (list == nullptr) {
            return true;
        }
        if (!list->is_array() ||
            !std::ranges::all_of(*list, [](const Json& item) { return item.is_string(); })) {
            return refuse("\"" + key + "\" must be a list of strings", key);
        }
        for (const Json& item : *list) {
            texts.push_back(item.get<std::string>());
        }
        return true;
    }

    bool readModule(const Json& object, const std::string& path, ModuleDraft& module) {
        if (!object.is_object()) {
            return refuse("a child of " + quotedForMessage(path) + " is not an object", path);
        }
        if (!readText(object, "name", module.name) ||
            !readText(object, "class", module.className) ||
            !readText(object, "same_as", module.sameAs)) {
            return false;
        }
        if (module.className.empty() && !readText(object, "guessed_class", module.className)) {
            return false;
        }
        if (module.sameAs.empty() && member(object, "same_as") != nullptr) {
            return refuse("\"same_as\" of " + quotedForMessage(module.name) +
                              " names the model itself, which cannot be in itself",
                          path);
        }
        const std::string here = path.empty() ? module.name : path + "." + module.name;
        return readTensors(object, "params", here, module.parameters) &&
               readTensors(object, "buffers", here, module.buffers) &&
               readChildren(object, here, module);
    }

    bool readChildren(const Json& object, const std::string& path, ModuleDraft& module) {
        const Json* list = member(object, "children");
        if (list == nullptr) {
            return true;
        }
        if (!list->is_array()) {
            return refuse("\"children\" of " + quotedForMessage(path) + " must be a list", path);
        }
        module.children.resize(list->size());
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (!readModule((*list)[i], path, module.children[i])) {
                return false;
            }
        }
        return true;
    }

    bool readTensors(const Json& object, const char* key, const std::string& path,
                     std::vector<ModuleDraft::Tensor>& tensors) {
        const Json* list = member(object, key);
        if (list == nullptr) {
            return true;
        }
        if (!list->is_array()) {
            return refuse(
                "\"" + std::string(key) + "\" of " + quotedForMessage(path) + " must be a list",
                path);
        }
        tensors.resize(list->size());
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (!readTensor((*list)[i], path, tensors[i])) {
                return false;
            }
        }
        return true;
    }

    bool readTensor(const Json& object, const std::string& path, ModuleDraft::Tensor& tensor) {
        const Json* name = object.is_object() ? member(object, "name") : nullptr;
        if (name == nullptr || !name->is_string()) {
            return refuse("a tensor of " + quotedForMessage(path) + " has no \"name\"", path);
        }
        tensor.name = name->get<std::string>();
        const std::string here = path.empty() ? tensor.name : path + "." + tensor.name;
        std::string dtypeText;
        if (!readText(object, "dtype", dtypeText)) {
            return false;
        }
        const auto dtype = dtypeFromName(dtypeText);
        if (!dtype) {
            return refuse("the tensor " + quotedForMessage(here) + " has the unknown dtype " +
                              quotedForMessage(dtypeText),
                          here);
        }
        tensor.dtype = *dtype;
        const Json* persistent = member(object, "persistent");
        if (persistent != nullptr && !persistent->is_boolean()) {
            return refuse("\"persistent\" of " + quotedForMessage(here) + " must be true or false",
                          here);
        }
        tensor.persistent = persistent == nullptr || persistent->get<bool>();
        return readShape(member(object, "shape"), here, tensor.shape);
    }

    bool readShape(const Json* list, const std::string& path, std::vector<std::int64_t>& shape) {
        constexpr auto kLargestExact =
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (list == nullptr || !list->is_array()) {
            return refuse("the tensor " + quotedForMessage(path) + " has no list \"shape\"", path);
        }
        for (const Json& size : *list) {
            if (!size.is_number_unsigned() || size.get<std::uint64_t>() > kLargestExact) {
                return refuse(
                    "the shape of " + quotedForMessage(path) + " must hold whole numbers from 0 on",
                    path);
            }
            shape.push_back(static_cast<std::int64_t>(size.get<std::uint64_t>()));
        }
        return true;
    }

    bool readGroups(const Json& root, const char* key,
                    std::vector<std::vector<std::string>>& names) {
        const Json* groups = member(root, key);
        if (groups == nullptr) {
            return true;
        }
        if (!groups->is_array()) {
            return refuse("\"" + std::string(key) + "\" must be a list of lists of names", key);
        }
        for (const Json& group : *groups) {
            names.emplace_back();
            if (!readTexts(&group, key, names.back())) {
                return false;
            }
        }
        return true;
    }

    std::string m_file;
    Error m_error;
};

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
        for (const auto& group : m_tree.tiedGroups()) {
            std::vector<std::string_view> names;
            for (const TensorId id : group) {
                const TensorSpec& spec = m_tree.tensor(id);
                if (!m_tree.node(spec.module).sameAs.isValid() &&
                    depthOf(m_tree, spec.module) <= m_depth) {
                    names.push_back(spec.name);
                }
            }
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

Result<std::shared_ptr<const ModuleTree>> parseModuleTreeJson(std::string_view text,
                                                              const std::string& file) {
    JsonLimits limits;
    limits.depth = kMaxJsonDepth;
    const auto document = parseJson(text, file, limits);
    STOWAGE_TRY(document);
    auto draft = DraftReader(file).read(*document);
    STOWAGE_TRY(draft);
    return ModuleTreeBuilder::build(std::move(*draft), file);
}

std::string writeModuleTreeJson(const ModuleTree& tree, const std::string& source, unsigned depth) {
    return TreeWriter(tree, depth).write(source);
}

}  // namespace stowage
