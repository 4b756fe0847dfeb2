// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/guessed_blocks.h"

#include "engine/model/guessed_names.h"
#include "engine/model/module_signature.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// More kinds than any real model has: what a hostile file of many is cut down to.
constexpr std::size_t kMaxKinds = 64;
/// Of a list's path; class names are shorter still.
constexpr std::size_t kMaxPatternBytes = 256;

/// Modules of one list that equal each other, or a single one beside those that do.
struct Kind {
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

    [[nodiscard]] const std::vector<Kind>& kinds() const { return m_kinds; }
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
    std::vector<Kind> m_kinds;
    std::vector<std::string> m_lists;
    std::unordered_set<const ModuleDraft*> m_taken;
    std::vector<std::string_view> m_path;  ///< names from the root to where the search is
};

/// The kinds that are proposed, in tree order.
std::vector<Kind> withinCap(std::vector<Kind> kinds) {
    if (kinds.size() <= kMaxKinds) {
        return kinds;
    }
    std::vector<std::size_t> sizes;
    for (const Kind& kind : kinds) {
        sizes.push_back(kind.tensors);
    }
    std::ranges::nth_element(sizes, sizes.begin() + kMaxKinds, std::ranges::greater{});
    const std::size_t tooFew = sizes[kMaxKinds];
    std::erase_if(kinds, [tooFew](const Kind& kind) { return kind.tensors <= tooFew; });
    return kinds;
}

}  // namespace

void guessBlocks(ModelDraft& model) {
    const ModuleSignatures signatures(model.root);
    BlockFinder finder(signatures);
    finder.search(model.root);
    const std::vector<Kind> kinds = withinCap(finder.kinds());
    std::vector<std::string> patterns;
    for (const Kind& kind : kinds) {
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
