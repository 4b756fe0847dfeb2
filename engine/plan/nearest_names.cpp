// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/nearest_names.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>

namespace stowage {

namespace {

constexpr std::size_t kMostPrefixes = 256;  ///< modules near the root that may be a lost prefix
constexpr std::size_t kMostDropped = 2;     ///< leading components that may be superfluous
constexpr std::size_t kLongestName = 512;   ///< names beyond it are compared no further
constexpr std::size_t kLongestWord = 64;    ///< components beyond it are no slip of the key

struct Candidate {
    std::size_t score = 0;  ///< lower is nearer
    std::string name;
};

bool exists(const ModuleTree& tree, const std::string& name) {
    return !name.empty() && (tree.findModule(name) || tree.findTensor(name));
}

std::string joined(const std::string& parent, std::string_view name) {
    return parent.empty() ? std::string(name) : parent + "." + std::string(name);
}

/// Levenshtein's distance: letters inserted, dropped or changed.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
        }
    }
    return row[b.size()];
}

std::optional<std::uint64_t> numberIn(std::string_view text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, number);
    return status == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// How far one component is from another; nothing where they have too little in common. Among
/// numbered siblings the nearest number is meant, not the likest digits.
std::optional<std::size_t> componentDistance(std::string_view wanted, std::string_view there) {
    const auto wantedNumber = numberIn(wanted);
    const auto number = numberIn(there);
    if (wantedNumber && number) {
        const std::uint64_t apart =
            std::max(*wantedNumber, *number) - std::min(*wantedNumber, *number);
        return static_cast<std::size_t>(std::min<std::uint64_t>(apart, 1000));
    }
    const std::size_t longer = std::max(wanted.size(), there.size());
    const std::size_t most = std::max<std::size_t>(1, longer / 3);
    if (wanted.empty() || longer > kLongestWord ||
        longer - std::min(wanted.size(), there.size()) > most || wantedNumber || number) {
        return std::nullopt;
    }
    const std::size_t distance = editDistance(wanted, there);
    return distance <= most ? std::optional(distance) : std::nullopt;
}

/// The name without its first `count` components; "" where it has not more.
std::string_view withoutFirst(std::string_view name, std::size_t count) {
    for (; count > 0 && !name.empty(); --count) {
        const std::size_t dot = name.find('.');
        name = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    }
    return name;
}

class NameSearch {
public:
    NameSearch(const ModuleTree& tree, std::string_view name) : m_tree(tree), m_name(name) {}

    std::vector<std::string> best(std::size_t most) {
        addOtherPrefixes();
        if (m_candidates.empty()) {
            addSlips(m_name, 0);
            for (std::size_t drop = 1; drop <= kMostDropped; ++drop) {
                addSlips(withoutFirst(m_name, drop), drop);
            }
        }
        std::stable_sort(m_candidates.begin(), m_candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
        std::vector<std::string> names;
        for (Candidate& candidate : m_candidates) {
            const bool isNew = std::find(names.begin(), names.end(), candidate.name) == names.end();
            if (names.size() < most && isNew) {
                names.push_back(std::move(candidate.name));
            }
        }
        return names;
    }

private:
    void add(std::size_t score, std::string name) {
        if (exists(m_tree, name)) {
            m_candidates.push_back({score, std::move(name)});
        }
    }

    /// The name with leading components dropped, put below the modules near the root.
    void addOtherPrefixes() {
        for (std::size_t drop = 0; drop <= kMostDropped; ++drop) {
            const std::string_view rest = withoutFirst(m_name, drop);
            if (rest.empty()) {
                break;
            }
            add(drop, std::string(rest));
            std::size_t tried = 0;
            for (const ModuleId child : m_tree.children(ModuleTree::root())) {
                if (++tried > kMostPrefixes) {
                    break;
                }
                add(drop + 1, joined(m_tree.path(child), rest));
                for (const ModuleId below : m_tree.children(child)) {
                    if (++tried > kMostPrefixes) {
                        break;
                    }
                    add(drop + 2, joined(m_tree.path(below), rest));
                }
            }
        }
    }

    /// Where the name leaves the tree, the children that are written alike; else that module.
    void addSlips(std::string_view name, std::size_t penalty) {
        if (name.empty()) {
            return;
        }
        ModuleId parent = ModuleTree::root();
        std::size_t start = 0;
        std::size_t end = 0;
        while (true) {
            end = std::min(name.find('.', start), name.size());
            const auto next = m_tree.findModule(name.substr(0, end));
            if (!next || end == name.size()) {
                break;
            }
            parent = *next;
            start = end + 1;
        }
        const std::string_view wanted = name.substr(start, end - start);
        const std::string_view rest = end < name.size() ? name.substr(end + 1) : std::string_view();
        const std::string& path = m_tree.path(parent);
        for (const ModuleId child : m_tree.children(parent)) {
            if (const auto apart = componentDistance(wanted, m_tree.node(child).name)) {
                const std::string& there = m_tree.path(child);
                const std::string whole = rest.empty() ? there : joined(there, rest);
                const bool isWhole = exists(m_tree, whole);
                add(penalty + *apart + (isWhole ? 0 : 1), isWhole ? whole : there);
            }
        }
        for (const TensorSpec& tensor : m_tree.ownTensors(parent)) {
            const std::string_view own =
                std::string_view(tensor.name).substr(path.empty() ? 0 : path.size() + 1);
            if (const auto apart = componentDistance(wanted, own); apart && rest.empty()) {
                add(penalty + *apart, tensor.name);
            }
        }
        constexpr std::size_t kLast = 2000;  // behind every slip: a mere part of the name
        add(kLast + penalty, path);
    }

    const ModuleTree& m_tree;
    std::string_view m_name;
    std::vector<Candidate> m_candidates;
};

}  // namespace

std::vector<std::string> namesAlike(const std::string& name,
                                    const std::vector<std::string>& candidates) {
    std::vector<Candidate> alike;
    for (const std::string& candidate : candidates) {
        const std::size_t longer = std::max(name.size(), candidate.size());
        const std::size_t most = std::max<std::size_t>(1, longer / 8);
        const std::size_t shorter = std::min(name.size(), candidate.size());
        if (shorter == 0 || longer > kLongestName || longer - shorter > most) {
            continue;
        }
        if (const std::size_t distance = editDistance(name, candidate); distance <= most) {
            alike.push_back({distance, candidate});
        }
    }
    std::ranges::stable_sort(alike, {}, &Candidate::score);
    std::vector<std::string> names;
    for (Candidate& candidate : alike) {
        names.push_back(std::move(candidate.name));
    }
    return names;
}

std::vector<std::string> nearestNames(const ModuleTree& tree, std::string_view name,
                                      std::size_t most) {
    return NameSearch(tree, name).best(most);
}

}  // namespace stowage
