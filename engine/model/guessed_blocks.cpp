// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/state_dict_tree.h"

#include "engine/base/name_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMaxNameBytes = 96;

/// Lists of class names are written with commas between them.
std::string cleaned(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == ',' || static_cast<unsigned char>(c) < 0x21; }, '_');
    return text;
}

/// A pattern's endings of whole components, the shortest first.
std::vector<std::string_view> endingsOf(std::string_view pattern) {
    std::vector<std::string_view> endings;
    const bool isList = pattern.ends_with(".*");
    for (std::size_t dot = pattern.rfind('.', isList ? pattern.size() - 3 : pattern.size());
         dot != std::string_view::npos && pattern.size() - dot <= kMaxNameBytes;
         dot = dot == 0 ? std::string_view::npos : pattern.rfind('.', dot - 1)) {
        const std::string_view ending = pattern.substr(dot + 1);
        const bool beginsWithNumber = ending.front() >= '0' && ending.front() <= '9';
        if (!beginsWithNumber) {
            endings.push_back(ending);
        }
    }
    endings.push_back(pattern);
    return endings;
}

/// What fits of a name, from a code point's first byte on.
std::string tailOf(const std::string& pattern) {
    constexpr unsigned kContinuationMask = 0xC0;
    constexpr unsigned kContinuation = 0x80;
    std::size_t begin = pattern.size() > kMaxNameBytes ? pattern.size() - kMaxNameBytes : 0;
    while (begin > 0 && begin < pattern.size() &&
           (static_cast<unsigned char>(pattern[begin]) & kContinuationMask) == kContinuation) {
        ++begin;
    }
    return pattern.substr(begin);
}

bool endsWithComponents(std::string_view pattern, std::string_view ending) {
    return pattern.ends_with(ending) &&
           (pattern.size() == ending.size() || pattern[pattern.size() - ending.size() - 1] == '.');
}

std::string shortName(const std::string& pattern, const std::vector<std::string>& distinct) {
    if (pattern == "*") {
        return "(model).*";  // the model is the list itself
    }
    for (const std::string_view ending : endingsOf(pattern)) {
        const auto same = std::ranges::count_if(
            distinct, [&](const std::string& other) { return endsWithComponents(other, ending); });
        if (same == 1 && ending.size() <= kMaxNameBytes) {
            return std::string(ending);
        }
    }
    return tailOf(pattern);
}

/// Neither in names nor in numbers.
constexpr char kBetween = '\0';

constexpr char kAfter = '\1';

void appendNumber(std::uint64_t number, std::string& part) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    part += kBetween;
    part.append(digits.data(), end);
}

void appendTensors(const std::vector<ModuleDraft::Tensor>& tensors, char kind,
                   std::vector<std::string>& parts) {
    for (const ModuleDraft::Tensor& tensor : tensors) {
        std::string& part = parts.emplace_back();
        part += kind;
        part += tensor.name;
        appendNumber(static_cast<std::uint64_t>(tensor.dtype), part);
        for (const std::int64_t size : tensor.shape) {
            appendNumber(static_cast<std::uint64_t>(size), part);
        }
    }
}

/// More kinds than any real model has: what a hostile file of many is cut down to.
constexpr std::size_t kMaxKinds = 64;

/// Of a list's path; class names are shorter still.
constexpr std::size_t kMaxPatternBytes = 256;

/// Modules of one list that equal each other, or a single one beside those that do.
struct BlockKind {
    std::vector<ModuleDraft*> members;
    std::size_t list = 0;     ///< index into BlockFinder's lists
    std::size_t tensors = 0;  ///< of all members
};

/// What stands before the number: "" of "12", "encoder_layer_" of "encoder_layer_12". Nothing for
/// names that end in no number, or in one that no loop would print ("007").
std::optional<std::string_view> stemOf(std::string_view name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::size_t stem = last == std::string_view::npos ? 0 : last + 1;
    const std::string_view digits = name.substr(stem);
    if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) {
        return std::nullopt;
    }
    return name.substr(0, stem);
}

std::size_t countTensors(const ModuleDraft& module) {
    std::size_t count = module.parameters.size() + module.buffers.size();
    for (const ModuleDraft& child : module.children) {
        count += countTensors(child);
    }
    return count;
}

/// Numbers the modules of a draft by what lies in them: two have the same number where all relative
/// names, dtypes and shapes below them are equal, in whatever order they are. The draft must stay
/// where it is while this lives. Linear in the tensors.
class ModuleSignatures {
public:
    explicit ModuleSignatures(const ModuleDraft& root) { add(root); }

    [[nodiscard]] std::uint32_t of(const ModuleDraft& module) const {
        return m_signature.at(&module);
    }

private:
    std::uint32_t add(const ModuleDraft& module) {
        std::vector<std::string> parts;
        parts.reserve(module.parameters.size() + module.buffers.size() + module.children.size());
        appendTensors(module.parameters, 'p', parts);
        appendTensors(module.buffers, 'b', parts);
        for (const ModuleDraft& child : module.children) {
            const std::uint32_t number = add(child);
            std::string& part = parts.emplace_back();
            part += 'c';
            part += child.name;
            appendNumber(number, part);
        }
        std::ranges::sort(parts);
        std::string whole;
        for (const std::string& part : parts) {
            whole += part;
            whole += kAfter;
        }
        const auto next = static_cast<std::uint32_t>(m_numbers.size());
        const std::uint32_t number = m_numbers.try_emplace(std::move(whole), next).first->second;
        m_signature.emplace(&module, number);
        return number;
    }

    std::unordered_map<const ModuleDraft*, std::uint32_t> m_signature;
    NameTable<std::string, std::uint32_t> m_numbers;
};

class BlockFinder {
public:
    explicit BlockFinder(const ModuleSignatures& signatures) : m_signatures(signatures) {}

    void search(ModuleDraft& module) {
        for (const auto& [stem, siblings] : numberedChildren(module)) {
            takeList(siblings, stem);
        }
        for (ModuleDraft& child : module.children) {
            if (!m_taken.contains(&child)) {
                m_path.emplace_back(child.name);
                search(child);
                m_path.pop_back();
            }
        }
    }

    [[nodiscard]] const std::vector<BlockKind>& kinds() const { return m_kinds; }
    [[nodiscard]] const std::vector<std::string>& lists() const { return m_lists; }

private:
    using Siblings = std::vector<ModuleDraft*>;

    /// Children that contain modules and differ by a number only, in order; those of a list proper
    /// have the stem "".
    static std::map<std::string_view, Siblings> numberedChildren(ModuleDraft& module) {
        std::map<std::string_view, Siblings> byStem;
        for (ModuleDraft& child : module.children) {
            const auto stem = stemOf(child.name);
            if (stem && !child.children.empty()) {
                byStem[*stem].push_back(&child);
            }
        }
        // Attributes with a number ("encoder1") may hold lists, and then those are what repeats.
        std::erase_if(byStem, [](const auto& entry) {
            return entry.second.size() < 2 ||
                   (!entry.first.empty() && std::ranges::any_of(entry.second, containsList));
        });
        return byStem;
    }

    /// Whether two numbered children that contain modules lie anywhere inside.
    static bool containsList(const ModuleDraft* module) {
        const auto numbered = std::ranges::count_if(module->children, [](const ModuleDraft& child) {
            const auto stem = stemOf(child.name);
            return stem && stem->empty() && !child.children.empty();
        });
        return numbered > 1 || std::ranges::any_of(module->children, [](const ModuleDraft& child) {
                   return containsList(&child);
               });
    }

    /// "model.layers.*", of a long path the end.
    [[nodiscard]] std::string patternOf(std::string_view stem) const {
        std::string pattern = std::string(stem) + "*";
        for (auto name = m_path.rbegin(); name != m_path.rend(); ++name) {
            if (pattern.size() > kMaxPatternBytes) {
                break;
            }
            pattern.insert(0, std::string(*name) + ".");
        }
        const std::size_t over =
            pattern.size() > kMaxPatternBytes ? pattern.size() - kMaxPatternBytes : 0;
        return pattern.substr(over);
    }

    void takeList(const Siblings& siblings, std::string_view stem) {
        std::vector<Siblings> groups;  // in order of their first member
        std::unordered_map<std::uint32_t, std::size_t> groupOf;
        for (ModuleDraft* sibling : siblings) {
            const auto [place, isNew] =
                groupOf.try_emplace(m_signatures.of(*sibling), groups.size());
            if (isNew) {
                groups.emplace_back();
            }
            groups[place->second].push_back(sibling);
        }
        std::size_t repeated = 0;
        for (const Siblings& group : groups) {
            repeated += group.size() > 1 ? group.size() : 0;
        }
        if (repeated == 0) {
            return;
        }
        const bool isList = 2 * repeated >= siblings.size();
        // The commonest kind gets the plain name.
        std::ranges::stable_sort(groups, std::ranges::greater{}, &Siblings::size);
        m_lists.push_back(patternOf(stem));
        for (Siblings& group : groups) {
            if (group.size() > 1 || isList) {
                take(std::move(group));
            }
        }
    }

    void take(Siblings members) {
        m_taken.insert(members.begin(), members.end());
        const std::size_t tensors = members.size() * countTensors(*members.front());
        m_kinds.push_back({std::move(members), m_lists.size() - 1, tensors});
    }

    const ModuleSignatures& m_signatures;
    std::vector<BlockKind> m_kinds;
    std::vector<std::string> m_lists;
    std::unordered_set<const ModuleDraft*> m_taken;
    std::vector<std::string_view> m_path;  ///< names from the root to where the search is
};

/// The kinds that are proposed, in tree order.
std::vector<BlockKind> withinCap(std::vector<BlockKind> kinds) {
    if (kinds.size() <= kMaxKinds) {
        return kinds;
    }
    std::vector<std::size_t> sizes;
    for (const BlockKind& kind : kinds) {
        sizes.push_back(kind.tensors);
    }
    std::ranges::nth_element(sizes, sizes.begin() + kMaxKinds, std::ranges::greater{});
    const std::size_t tooFew = sizes[kMaxKinds];
    std::erase_if(kinds, [tooFew](const BlockKind& kind) { return kind.tensors <= tooFew; });
    return kinds;
}

/// Class names for lists of modules, given as "model.decoder.layers.*": the shortest ending of
/// whole components that no other list has, at least "layers.*", and never beginning with a number.
/// A list that is given again gets "#2", "#3" … behind its name. No two names are equal, none has
/// a comma or a control character, and none is longer than about a hundred bytes.
std::vector<std::string> guessedClassNames(const std::vector<std::string>& patterns) {
    std::vector<std::string> distinct;
    for (const std::string& pattern : patterns) {
        distinct.push_back(cleaned(pattern));
    }
    const std::vector<std::string> all = distinct;
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<std::string> names;
    std::unordered_set<std::string> used;
    for (const std::string& pattern : all) {
        const std::string base = shortName(pattern, distinct);
        std::string name = base;
        for (unsigned number = 2; !used.insert(name).second; ++number) {
            name = base + "#" + std::to_string(number);
        }
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace

void guessBlocks(ModelDraft& model) {
    const ModuleSignatures signatures(model.root);
    BlockFinder finder(signatures);
    finder.search(model.root);
    const std::vector<BlockKind> kinds = withinCap(finder.kinds());
    std::vector<std::string> patterns;
    for (const BlockKind& kind : kinds) {
        patterns.push_back(finder.lists()[kind.list]);
    }
    const std::vector<std::string> names = guessedClassNames(patterns);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        for (ModuleDraft* member : kinds[i].members) {
            member->className = names[i];
        }
    }
    model.noSplitClasses.insert(model.noSplitClasses.end(), names.begin(), names.end());
    model.guessedClasses.insert(model.guessedClasses.end(), names.begin(), names.end());
}

}  // namespace stowage
