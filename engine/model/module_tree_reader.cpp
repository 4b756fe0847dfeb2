// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_reader.h"
#include "engine/base/json_stream.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/model/module_tree.h"
#include "engine/model/module_tree_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Read event by event: a document of a hundred thousand modules would take more memory than the
// tree itself.

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
            return fail(
                ErrorCode::Malformed,
                say("%1 is not a module tree: \"format\" must be \"stowage.tree\".", m_file),
                m_file, "format");
        }
        if (!m_isOurVersion) {
            return fail(ErrorCode::Unsupported,
                        say("The \"version\" of stowage.tree in %1 must be 1.", m_file), m_file,
                        "version");
        }
        if (!m_hasRoot) {
            return fail(ErrorCode::Malformed, say("%1 has no object \"tree\".", m_file), m_file,
                        "tree");
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
            m_error = document
                          ? makeError(ErrorCode::Malformed, say("%1 is not valid JSON.", m_file),
                                      m_file, {}, m_json.position())
                          : document.error();
        } else if (m_event == Event::Key && m_json.isCut()) {
            refuseLength(say("a key"));
            m_event = Event::Failed;
        }
        return m_event;
    }

    bool refuse(const Message& reason, const std::string& key) {
        m_error = makeError(ErrorCode::Malformed, say("%1: %2.", m_file, reason), m_file, key);
        return false;
    }

    bool refuseLength(const Message& what) {
        m_error =
            makeError(ErrorCode::LimitExceeded,
                      say("%1 has %2 that ends at byte %4 and is longer than %3 bytes; shorten it.",
                          m_file, what, JsonScanner::kMaxTextBytes, m_json.position()),
                      m_file, {}, m_json.position());
        return false;
    }

    /// The text that m_event is. Only one that is kept must not be too long.
    bool keepText(std::string& text) {
        text = m_json.text();
        return !m_json.isCut() || refuseLength(say("a string"));
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
                m_reader.m_error = makeError(
                    ErrorCode::LimitExceeded,
                    say("%1 is nested deeper than %2 levels.", m_reader.m_file, kMaxJsonDepth),
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
                            say("%1 has the key %2 twice.", m_file, quotedForMessage(key)), m_file,
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
            return refuse(say("\"%1\" must be a string", key), std::string(key));
        }
        return keepText(text);
    }

    bool readTexts(std::string_view key, std::vector<std::string>& texts) {
        const auto refused = [&] {
            return refuse(say("\"%1\" must be a list of strings", key), std::string(key));
        };
        if (m_event != Event::BeginArray) {
            return refused();
        }
        return readItems([&] {
            if (m_event != Event::Text) {
                return refused();
            }
            return keepText(texts.emplace_back());
        });
    }

    /// `draft`: of the model, whose ties stand on its root.
    bool readModule(const std::string& path, ModuleDraft& module, ModelDraft* draft = nullptr) {
        if (m_event != Event::BeginObject) {
            return refuse(say("a child of %1 is not an object", quotedForMessage(path)), path);
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
               refuse(say("\"same_as\" of %1 names the model itself, which cannot contain itself",
                          quotedForMessage(module.name)),
                      path);
    }

    bool readChildren(const std::string& path, ModuleDraft& module) {
        if (m_event != Event::BeginArray) {
            return refuse(say("\"children\" of %1 must be a list", quotedForMessage(path)), path);
        }
        return readItems([&] { return readModule(path, module.children.emplace_back()); });
    }

    bool readTensors(std::string_view key, const std::string& path,
                     std::vector<ModuleDraft::Tensor>& tensors) {
        if (m_event != Event::BeginArray) {
            return refuse(say("\"%1\" of %2 must be a list", key, quotedForMessage(path)), path);
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
                    return hasName ? keepText(tensor.name) : passOver();
                case 1:
                    isTextOrMissing = m_event == Event::Text;
                    return isTextOrMissing ? keepText(dtypeText) : passOver();
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
            return refuse(say("a tensor of %1 has no \"name\"", quotedForMessage(path)), path);
        }
        if (isTextOrMissing && isBoolOrMissing && hasShape && isShapeWhole) {
            dtype = dtypeFromName(dtypeText);
            tensor.dtype = dtype.value_or(tensor.dtype);
        }
        if (dtype) {
            // Buffers that are not saved (rotary frequencies) are float32 in models of any dtype.
            tensor.ownDtype = tensor.persistent ? std::nullopt : dtype;
            return true;
        }
        const std::string here = path.empty() ? tensor.name : path + "." + tensor.name;
        if (!isTextOrMissing) {
            return refuse(say("\"dtype\" must be a string"), "dtype");
        }
        if (!dtypeFromName(dtypeText)) {
            return refuse(say("the tensor %1 has the unknown dtype %2", quotedForMessage(here),
                              quotedForMessage(dtypeText)),
                          here);
        }
        if (!isBoolOrMissing) {
            return refuse(say("\"persistent\" of %1 must be true or false", quotedForMessage(here)),
                          here);
        }
        return hasShape ? refuse(say("the shape of %1 must consist of whole numbers of at least 0",
                                     quotedForMessage(here)),
                                 here)
                        : refuse(say("the tensor %1 has no list \"shape\"", quotedForMessage(here)),
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
            return refuse(say("\"%1\" must be a list of lists of names", key), std::string(key));
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

}  // namespace

Result<std::shared_ptr<const ModuleTree>> parseModuleTreeJson(std::string_view text,
                                                              const std::string& file) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // of editors on Windows
    text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    auto draft = DraftReader(text, file).read();
    STOWAGE_TRY(draft);
    return ModuleTreeBuilder::build(std::move(*draft), file);
}

}  // namespace stowage
