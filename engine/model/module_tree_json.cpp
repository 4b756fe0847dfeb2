// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_tree_json.h"

#include "engine/base/json_reader.h"
#include "engine/base/json_stream.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Read and written piece by piece: a document of a hundred thousand modules would take more memory
// than the tree itself.

namespace stowage {
namespace {

constexpr std::string_view kFormatName = "stowage.tree";

constexpr std::uint64_t kFormatVersion = 1;

/// Two JSON levels a module and a few around; the builder itself stops at 256 modules.
constexpr unsigned kMaxJsonDepth = 600;

/// Reads the text into a draft as it comes. The first failure is kept with its place.
class DraftReader {
public:
    DraftReader(std::string_view text, const std::string& file)
        : m_text(text), m_file(file), m_json(text) {}

    Result<ModelDraft> read() {
        ModelDraft draft;
        if (next() == Event::BeginObject ? !readDocument(draft) : m_event == Event::Failed) {
            return Unexpected{m_error};
        }
        if (!m_isTree) {
            return fail(ErrorCode::Malformed,
                        m_file + " is no module tree: \"format\" must be \"stowage.tree\".", m_file,
                        "format");
        }
        if (!m_isOurVersion) {
            return fail(ErrorCode::Unsupported,
                        m_file + " has another \"version\" of stowage.tree than 1.", m_file,
                        "version");
        }
        if (!m_hasRoot) {
            return fail(ErrorCode::Malformed, m_file + " has no object \"tree\".", m_file, "tree");
        }
        if (next() != Event::End) {
            return Unexpected{m_error};
        }
        draft.noSplitClasses.insert(draft.noSplitClasses.end(), draft.guessedClasses.begin(),
                                    draft.guessedClasses.end());
        return draft;
    }

private:
    using Event = JsonScanner::Event;

    /// The next event, of which a text is a member's name where it is Key. Failed: see m_error.
    Event next() {
        m_event = m_json.next();
        if (m_event == Event::Failed) {
            // Read for what is wrong with it, in the words that every document gets.
            const auto document = parseJson(m_text, m_file, {.depth = kMaxJsonDepth});
            m_error = document ? makeError(ErrorCode::Malformed, m_file + " is not valid JSON.",
                                           m_file, {}, m_json.position())
                               : document.error();
        } else if ((m_event == Event::Key || m_event == Event::Text) && m_json.isCut()) {
            refuse("a text of more than " + std::to_string(JsonScanner::kMaxTextBytes) + " bytes",
                   {}, ErrorCode::LimitExceeded);
            m_event = Event::Failed;
        }
        return m_event;
    }

    bool refuse(const std::string& reason, const std::string& key,
                ErrorCode code = ErrorCode::Malformed) {
        m_error = makeError(code, m_file + ": " + reason + ".", m_file, key);
        return false;
    }

    /// Counts what is open while it lives.
    class Nesting {
    public:
        explicit Nesting(DraftReader& reader) : m_reader(reader) { ++m_reader.m_depth; }
        ~Nesting() { --m_reader.m_depth; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        [[nodiscard]] bool isTooDeep() const {
            if (m_reader.m_depth > kMaxJsonDepth) {
                m_reader.m_error = makeError(ErrorCode::LimitExceeded,
                                             m_reader.m_file + " is nested deeper than " +
                                                 std::to_string(kMaxJsonDepth) + " levels.",
                                             m_reader.m_file);
            }
            return m_reader.m_depth > kMaxJsonDepth;
        }

    private:
        DraftReader& m_reader;
    };

    /// The members of the object that has begun: `take(index)` reads the value of the one whose
    /// name stands at that place of `names`, m_event being its first event; null counts as missing,
    /// others are passed over.
    template <std::size_t count, class Take>
    bool readMembers(const std::array<std::string_view, count>& names, Take&& take) {
        const Nesting nesting(*this);
        if (nesting.isTooDeep()) {
            return false;
        }
        std::array<bool, count> seen{};
        std::optional<SeenNames> others;
        while (next() == Event::Key) {
            const std::string_view key = m_json.text();
            const auto at = static_cast<std::size_t>(std::ranges::find(names, key) - names.begin());
            const bool isNew = at < count ? !std::exchange(seen[at], true) : noteOther(others, key);
            if (!isNew) {
                return refuseTwice(key);
            }
            const bool isNull = next() == Event::Null;
            if (m_event == Event::Failed || !(at < count && !isNull ? take(at) : passOver())) {
                return false;
            }
        }
        return m_event == Event::EndObject;
    }

    static bool noteOther(std::optional<SeenNames>& others, std::string_view key) {
        if (!others) {
            others.emplace();
        }
        return others->insert(key);
    }

    bool refuseTwice(std::string_view key) {
        m_error = makeError(ErrorCode::Malformed,
                            m_file + " has the key " + quotedForMessage(key) + " twice.", m_file,
                            std::string(key));
        return false;
    }

    /// The items of the list that has begun: `take()` reads each, m_event being its first event.
    template <class Take>
    bool readItems(Take&& take) {
        const Nesting nesting(*this);
        if (nesting.isTooDeep()) {
            return false;
        }
        while (next() != Event::EndArray) {
            if (m_event == Event::Failed || !take()) {
                return false;
            }
        }
        return true;
    }

    /// The value that begins with m_event is of no use here.
    bool passOver() {
        if (m_event == Event::BeginArray) {
            return readItems([this] { return passOver(); });
        }
        return m_event != Event::BeginObject ||
               readMembers(std::array<std::string_view, 0>{}, [](std::size_t) { return true; });
    }

    bool readDocument(ModelDraft& draft) {
        constexpr std::array<std::string_view, 6> kNames{"format",
                                                         "version",
                                                         "architecture",
                                                         "no_split_module_classes",
                                                         "guessed_no_split_classes",
                                                         "tree"};
        return readMembers(kNames, [&](std::size_t member) {
            switch (member) {
                case 0:
                    m_isTree = m_event == Event::Text && m_json.text() == kFormatName;
                    return passOver();
                case 1:
                    m_isOurVersion =
                        (m_event == Event::Unsigned && m_json.number() == kFormatVersion) ||
                        (m_event == Event::Real && m_json.real() == kFormatVersion);
                    return passOver();
                case 2:
                    return readText(kNames[2], draft.architecture);
                case 3:
                    return readTexts(kNames[3], draft.noSplitClasses);
                case 4:
                    return readTexts(kNames[4], draft.guessedClasses);
                default:
                    m_hasRoot = m_event == Event::BeginObject;
                    return m_hasRoot ? readModule({}, draft.root, &draft) : passOver();
            }
        });
    }

    bool readText(std::string_view key, std::string& text) {
        if (m_event != Event::Text) {
            return refuse("\"" + std::string(key) + "\" must be a string", std::string(key));
        }
        text = m_json.text();
        return true;
    }

    bool readTexts(std::string_view key, std::vector<std::string>& texts) {
        const auto refused = [&] {
            return refuse("\"" + std::string(key) + "\" must be a list of strings",
                          std::string(key));
        };
        if (m_event != Event::BeginArray) {
            return refused();
        }
        return readItems([&] {
            if (m_event != Event::Text) {
                return refused();
            }
            texts.emplace_back(m_json.text());
            return true;
        });
    }

    /// `draft`: of the model, whose ties stand on its root.
    bool readModule(const std::string& path, ModuleDraft& module, ModelDraft* draft = nullptr) {
        if (m_event != Event::BeginObject) {
            return refuse("a child of " + quotedForMessage(path) + " is not an object", path);
        }
        constexpr std::array<std::string_view, 9> kNames{"name",          "class",  "same_as",
                                                         "guessed_class", "params", "buffers",
                                                         "children",      "tied",   "welded"};
        std::string guessed;
        const auto here = [&] { return path.empty() ? module.name : path + "." + module.name; };
        const bool isRead = readMembers(kNames, [&](std::size_t member) {
            switch (member) {
                case 0:
                    return readText(kNames[0], module.name);
                case 1:
                    return readText(kNames[1], module.className);
                case 2:
                    return readSameAs(path, module);
                case 3:
                    return readText(kNames[3], guessed);
                case 4:
                    return readTensors(kNames[4], here(), module.parameters);
                case 5:
                    return readTensors(kNames[5], here(), module.buffers);
                case 6:
                    return readChildren(here(), module);
                case 7:
                    return draft == nullptr ? passOver() : readGroups(kNames[7], draft->tied);
                default:
                    return draft == nullptr ? passOver() : readGroups(kNames[8], draft->welded);
            }
        });
        if (module.className.empty()) {
            module.className = std::move(guessed);
        }
        return isRead;
    }

    bool readSameAs(const std::string& path, ModuleDraft& module) {
        if (!readText("same_as", module.sameAs)) {
            return false;
        }
        return !module.sameAs.empty() ||
               refuse("\"same_as\" of " + quotedForMessage(module.name) +
                          " names the model itself, which cannot be in itself",
                      path);
    }

    bool readChildren(const std::string& path, ModuleDraft& module) {
        if (m_event != Event::BeginArray) {
            return refuse("\"children\" of " + quotedForMessage(path) + " must be a list", path);
        }
        return readItems([&] { return readModule(path, module.children.emplace_back()); });
    }

    bool readTensors(std::string_view key, const std::string& path,
                     std::vector<ModuleDraft::Tensor>& tensors) {
        if (m_event != Event::BeginArray) {
            return refuse(
                "\"" + std::string(key) + "\" of " + quotedForMessage(path) + " must be a list",
                path);
        }
        return readItems([&] { return readTensor(path, tensors.emplace_back()); });
    }

    /// What is wrong with a tensor is said when its name is known.
    bool readTensor(const std::string& path, ModuleDraft::Tensor& tensor) {
        constexpr std::array<std::string_view, 4> kNames{"name", "dtype", "persistent", "shape"};
        bool hasName = false;
        std::optional<DType> dtype;
        std::string dtypeText;
        bool isTextOrMissing = true;
        bool isBoolOrMissing = true;
        bool hasShape = false;
        bool isShapeWhole = true;
        const auto take = [&](std::size_t member) {
            switch (member) {
                case 0:
                    hasName = m_event == Event::Text;
                    tensor.name = hasName ? m_json.text() : std::string_view();
                    return passOver();
                case 1:
                    isTextOrMissing = m_event == Event::Text;
                    dtypeText = isTextOrMissing ? m_json.text() : std::string_view();
                    return passOver();
                case 2:
                    isBoolOrMissing = m_event == Event::True || m_event == Event::False;
                    tensor.persistent = m_event != Event::False;
                    return passOver();
                default:
                    hasShape = m_event == Event::BeginArray;
                    return hasShape ? readShape(tensor.shape, isShapeWhole) : passOver();
            }
        };
        if (m_event == Event::BeginObject && !readMembers(kNames, take)) {
            return false;
        }
        if (!hasName) {
            return refuse("a tensor of " + quotedForMessage(path) + " has no \"name\"", path);
        }
        if (isTextOrMissing && isBoolOrMissing && hasShape && isShapeWhole) {
            dtype = dtypeFromName(dtypeText);
            tensor.dtype = dtype.value_or(tensor.dtype);
        }
        if (dtype) {
            return true;
        }
        const std::string here = path.empty() ? tensor.name : path + "." + tensor.name;
        if (!isTextOrMissing) {
            return refuse("\"dtype\" must be a string", "dtype");
        }
        if (!dtypeFromName(dtypeText)) {
            return refuse("the tensor " + quotedForMessage(here) + " has the unknown dtype " +
                              quotedForMessage(dtypeText),
                          here);
        }
        if (!isBoolOrMissing) {
            return refuse("\"persistent\" of " + quotedForMessage(here) + " must be true or false",
                          here);
        }
        return hasShape ? refuse("the shape of " + quotedForMessage(here) +
                                     " must hold whole numbers from 0 on",
                                 here)
                        : refuse("the tensor " + quotedForMessage(here) + " has no list \"shape\"",
                                 here);
    }

    bool readShape(std::vector<std::int64_t>& shape, bool& isWhole) {
        constexpr auto kLargestExact =
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return readItems([&] {
            const bool isSize = m_event == Event::Unsigned && m_json.number() <= kLargestExact;
            isWhole = isWhole && isSize;
            if (isSize) {
                shape.push_back(static_cast<std::int64_t>(m_json.number()));
            }
            return passOver();
        });
    }

    bool readGroups(std::string_view key, std::vector<std::vector<std::string>>& names) {
        if (m_event != Event::BeginArray) {
            return refuse("\"" + std::string(key) + "\" must be a list of lists of names",
                          std::string(key));
        }
        return readItems([&] { return readTexts(key, names.emplace_back()); });
    }

    std::string_view m_text;
    const std::string& m_file;
    JsonScanner m_json;
    Event m_event = Event::Null;  ///< the last one
    unsigned m_depth = 0;
    bool m_isTree = false;
    bool m_isOurVersion = false;
    bool m_hasRoot = false;
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
    auto draft = DraftReader(text, file).read();
    STOWAGE_TRY(draft);
    return ModuleTreeBuilder::build(std::move(*draft), file);
}

std::string writeModuleTreeJson(const ModuleTree& tree, const std::string& source, unsigned depth) {
    return TreeWriter(tree, depth).write(source);
}

}  // namespace stowage
