// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/match_keys.h"

#include "engine/base/name_table.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// What libraries wrap around a model: DataParallel, torch.compile, PEFT, transformers' heads.
constexpr std::array<std::string_view, 6> kWrappers = {
    "module.", "model.", "transformer.", "_orig_mod.", "base_model.", "base_model.model."};

/// Those of them that stand before every key and are no part of a model of the library.
constexpr std::array<std::string_view, 2> kWholeWrappers = {"module.", "_orig_mod."};

/// Keys that are compared pair by pair, spread over all of them: a wrapper is on every one.
constexpr std::size_t kSampledKeys = 64;

/// Missing names with an equally long common ending that are tried for one key.
constexpr std::ptrdiff_t kNeighbours = 4;

/// How many components of a common ending a candidate may keep in front.
constexpr unsigned kLevels = 3;

/// Candidates that are counted over all keys.
constexpr std::size_t kCounted = 16;

constexpr std::size_t kProposed = 3;

using KeyPair = std::pair<std::string, std::string>;

std::string reversed(std::string_view text) {
    return {text.rbegin(), text.rend()};
}

/// The length of the common ending of two names that begins behind a dot, or is a whole name.
std::size_t commonEnding(std::string_view a, std::string_view b) {
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t length = 0;
    std::size_t whole = 0;
    while (length < shorter && a[a.size() - 1 - length] == b[b.size() - 1 - length]) {
        ++length;
        const bool aBegins = length == a.size() || a[a.size() - 1 - length] == '.';
        const bool bBegins = length == b.size() || b[b.size() - 1 - length] == '.';
        whole = aBegins && bBegins ? length : whole;
    }
    return whole;
}

/// Every so many-th of the list.
std::vector<std::string_view> sampleOf(const std::vector<std::string>& names, std::size_t count) {
    std::vector<std::string_view> sample;
    const std::size_t step = std::max<std::size_t>(1, names.size() / count);
    for (std::size_t i = 0; i < names.size() && sample.size() < count; i += step) {
        sample.emplace_back(names[i]);
    }
    return sample;
}

/// Names sorted from behind, in which those that end like a key are next to each other.
class NamesByEnding {
public:
    explicit NamesByEnding(const std::vector<std::string>& names) {
        m_reversed.reserve(names.size());
        for (const std::string& name : names) {
            m_reversed.push_back(reversed(name));
        }
        std::ranges::sort(m_reversed);
    }

    [[nodiscard]] std::span<const std::string> reversedNeighbours(std::string_view key) const {
        const auto place = std::ranges::lower_bound(m_reversed, reversed(key));
        return {place - std::min(kNeighbours, place - m_reversed.begin()),
                place + std::min(kNeighbours, m_reversed.end() - place)};
    }

    [[nodiscard]] std::size_t longestCommonEnding(std::string_view key) const {
        std::size_t longest = 0;
        for (const std::string& name : reversedNeighbours(key)) {
            longest = std::max(longest, commonEnding(key, reversed(name)));
        }
        return longest;
    }

private:
    std::vector<std::string> m_reversed;
};

/// What stands before the common ending, of an unexpected key and of the missing names next to it
/// where both are sorted from behind.
void addNeighbours(std::string_view key, const NamesByEnding& missingNames,
                   std::set<KeyPair>& candidates) {
    for (const std::string& name : missingNames.reversedNeighbours(key)) {
        const std::string missing = reversed(name);
        std::size_t ending = commonEnding(key, missing);
        // With more of the names they touch fewer keys: "lm_head." alone, "decoder." alone.
        for (unsigned level = 0; ending > 0 && level < kLevels; ++level) {
            candidates.emplace(key.substr(0, key.size() - ending),
                               missing.substr(0, missing.size() - ending));
            const std::size_t dot = key.find('.', key.size() - ending);
            ending = dot == std::string_view::npos ? 0 : key.size() - dot - 1;
        }
    }
}

std::set<KeyPair> candidatesFor(const std::vector<std::string_view>& sample,
                                const NamesByEnding& missing) {
    std::set<KeyPair> candidates;
    for (const std::string_view wrapper : kWrappers) {
        candidates.emplace(wrapper, "");
        candidates.emplace("", wrapper);
    }
    for (const std::string_view key : sample) {
        addNeighbours(key, missing, candidates);
    }
    return candidates;
}

bool isTensorOf(const ModuleTree& tree, const StoredTensor& tensor, const std::string& name) {
    const auto found = tree.findTensor(name);
    return found && tree.tensor(*found).shape == tensor.shape;
}

bool onlyAddsOrRemoves(const KeyRename& rename) {
    return rename.from.ends_with(rename.to) || rename.to.ends_with(rename.from);
}

/// Whether a renaming does to some keys what a better one does to more: "module.h." to "h." where
/// "module." goes.
bool doesThePartOf(const KeyRename& better, const KeyRename& rename) {
    return rename.from.starts_with(better.from) && renamedKey(rename.from, better) == rename.to;
}

/// What a renaming does to all keys.
struct Effect {
    KeyRename rename;
    std::size_t agree = 0;
    std::size_t touched = 0;
    std::size_t touchedAgree = 0;
    std::size_t broken = 0;  ///< keys that agree now and would not any more
    bool isPossible = true;  ///< no two keys would be equal, none empty
};

class EffectCounter {
public:
    EffectCounter(const ModuleTree& tree, std::span<const StoredTensor> tensors)
        : m_tree(tree), m_tensors(tensors) {
        for (const StoredTensor& tensor : tensors) {
            m_names.insert(tensor.name);
            m_now += isTensorOf(tree, tensor, tensor.name) ? 1U : 0U;
        }
    }

    [[nodiscard]] std::size_t now() const { return m_now; }

    [[nodiscard]] Effect of(const KeyRename& rename) const {
        Effect effect{rename, m_now};
        for (const StoredTensor& tensor : m_tensors) {
            if (!tensor.name.starts_with(rename.from)) {
                continue;
            }
            const std::string name = renamedKey(tensor.name, rename);
            const bool agreed = isTensorOf(m_tree, tensor, tensor.name);
            const bool agrees = isTensorOf(m_tree, tensor, name);
            effect.touched += 1;
            effect.touchedAgree += agrees ? 1U : 0U;
            effect.agree += agrees ? 1U : 0U;
            effect.agree -= agreed ? 1U : 0U;
            effect.broken += agreed && !agrees ? 1U : 0U;
            effect.isPossible = effect.isPossible && !name.empty() &&
                                (name.starts_with(rename.from) || !m_names.contains(name));
        }
        return effect;
    }

private:
    const ModuleTree& m_tree;
    std::span<const StoredTensor> m_tensors;
    std::unordered_set<std::string_view, NameHash> m_names;
    std::size_t m_now = 0;
};

/// How many of the sampled unexpected keys a candidate turns into names of the model; none where it
/// gives one of them the name of a sibling: "module.layers.2." the name "layers.4.", although the
/// key has more in common with another missing name, or the name with another unexpected key.
std::size_t sampledHits(const KeyPair& candidate, const std::vector<std::string_view>& sample,
                        const ModuleTree& tree, const NamesByEnding& missing,
                        const NamesByEnding& unexpected) {
    const KeyRename rename{candidate.first, candidate.second};
    std::size_t hits = 0;
    for (const std::string_view key : sample) {
        const std::string name =
            key.starts_with(rename.from) ? renamedKey(key, rename) : std::string();
        if (name.empty() || !tree.findTensor(name)) {
            continue;
        }
        const std::size_t ending = commonEnding(key, name);
        if (missing.longestCommonEnding(key) > ending ||
            unexpected.longestCommonEnding(name) > ending) {
            return 0;
        }
        ++hits;
    }
    return hits;
}

/// Drops renamings that give a key another name of the model than one does that fits as many keys:
/// between siblings of the same shapes nothing decides, and then neither is proposed.
void dropContradicted(std::vector<Effect>& effects, const std::vector<std::string_view>& sample,
                      const ModuleTree& tree) {
    const auto contradict = [&](const KeyRename& a, const KeyRename& b) {
        return std::ranges::any_of(sample, [&](std::string_view key) {
            const bool isTouched = key.starts_with(a.from) && key.starts_with(b.from);
            const std::string name = isTouched ? renamedKey(key, a) : std::string();
            const std::string other = isTouched ? renamedKey(key, b) : std::string();
            return name != other && tree.findTensor(name) && tree.findTensor(other);
        });
    };
    const std::vector<Effect> all = effects;
    std::erase_if(effects, [&](const Effect& effect) {
        return std::ranges::any_of(all, [&](const Effect& rival) {
            return rival.agree >= effect.agree && contradict(rival.rename, effect.rename);
        });
    });
}

/// Worth a person's while: more keys agree, most of those it touches do, and one single key is not
/// simply another tensor of the same shape.
bool isWorthwhile(const Effect& effect, std::size_t now) {
    return effect.isPossible && effect.agree > now && 2 * effect.touchedAgree >= effect.touched &&
           (effect.agree > now + 1 || onlyAddsOrRemoves(effect.rename));
}

}  // namespace

bool isNeeded(const TensorSpec& tensor) {
    return tensor.kind == TensorKind::Parameter || tensor.persistent;
}

KeyCheck checkKeys(const ModuleTree& tree, std::span<const StoredTensor> tensors,
                   const std::string& treeFile,
                   const std::function<bool(const std::string&)>& isIgnored) {
    KeyCheck check;
    check.treeFile = treeFile;
    NameTable<std::string_view, const StoredTensor*> stored;
    stored.reserve(tensors.size());
    for (const StoredTensor& tensor : tensors) {
        const auto own = tree.findTensor(tensor.name);
        const bool isKept = own && isNeeded(tree.tensor(*own));
        if (!isKept && isIgnored && isIgnored(tensor.name)) {
            check.ignored.push_back(tensor.name);
            continue;
        }
        stored.emplace(tensor.name, &tensor);
        if (!own) {
            check.unexpected.push_back(tensor.name);
        }
    }
    std::vector<bool> isThere(tree.storageCount(), false);
    for (const TensorSpec& spec : tree.tensors()) {
        const auto found = stored.find(spec.name);
        if (found == stored.end()) {
            continue;
        }
        isThere[spec.storage.index()] = true;
        const StoredTensor& tensor = *found->second;
        if (tensor.shape != spec.shape || tensor.dtype != spec.dtype) {
            check.mismatched.push_back(
                {spec.name, tensor.dtype, spec.dtype, tensor.shape, spec.shape});
        }
    }
    for (const TensorSpec& spec : tree.tensors()) {
        if (isNeeded(spec) && !isThere[spec.storage.index()]) {
            isThere[spec.storage.index()] = true;  // of tied names the owner's is listed
            check.missing.push_back(spec.name);
        }
    }
    if (!check.missing.empty() && !check.unexpected.empty()) {
        check.proposals = proposeRenamings(tree, tensors, check);
    }
    return check;
}

std::size_t countAgreeing(const ModuleTree& tree, std::span<const StoredTensor> tensors,
                          const KeyRename& rename) {
    return static_cast<std::size_t>(std::ranges::count_if(tensors, [&](const StoredTensor& tensor) {
        return isTensorOf(tree, tensor, renamedKey(tensor.name, rename));
    }));
}

std::vector<KeyRename> proposeRenamings(const ModuleTree& tree,
                                        std::span<const StoredTensor> tensors,
                                        const KeyCheck& check) {
    const std::vector<std::string_view> sample = sampleOf(check.unexpected, kSampledKeys);
    std::vector<std::pair<std::size_t, KeyPair>> promising;
    const NamesByEnding missing(check.missing);
    const NamesByEnding unexpected(check.unexpected);
    for (const KeyPair& candidate : candidatesFor(sample, missing)) {
        const std::size_t hits = sampledHits(candidate, sample, tree, missing, unexpected);
        if (hits > 0) {
            promising.emplace_back(hits, candidate);
        }
    }
    std::ranges::stable_sort(promising, std::ranges::greater{},
                             &std::pair<std::size_t, KeyPair>::first);
    if (promising.size() > kCounted) {  // those of the same keys stay together
        const auto next = promising[kCounted];
        promising.resize(kCounted);
        std::erase_if(promising, [&next](const auto& each) {
            return each.first == next.first && each.second.first == next.second.first;
        });
    }

    const EffectCounter counter(tree, tensors);
    std::vector<Effect> effects;
    for (const auto& [hits, candidate] : promising) {
        const KeyRename rename{candidate.first, candidate.second};
        // Those that touch more keys come first, and counting takes a walk over all of them.
        const bool isSaid = std::ranges::any_of(effects, [&rename](const Effect& better) {
            return better.broken == 0 && doesThePartOf(better.rename, rename);
        });
        if (isSaid) {
            continue;
        }
        Effect effect = counter.of(rename);
        if (isWorthwhile(effect, counter.now())) {
            effects.push_back(std::move(effect));
        }
    }
    dropContradicted(effects, sample, tree);
    std::ranges::stable_sort(effects, std::ranges::greater{}, &Effect::agree);
    std::vector<KeyRename> proposals;
    for (std::size_t i = 0; i < std::min(effects.size(), kProposed); ++i) {
        proposals.push_back(std::move(effects[i].rename));
    }
    return proposals;
}

std::optional<KeyRename> proposeUnwrapping(const Checkpoint& checkpoint) {
    if (checkpoint.keyCheck != nullptr || checkpoint.tensors.empty()) {
        return std::nullopt;
    }
    std::string wrapped;
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view wrapper : kWholeWrappers) {
            const std::string longer = wrapped + std::string(wrapper);
            if (std::ranges::all_of(checkpoint.tensors, [&longer](const StoredTensor& tensor) {
                    return tensor.name.size() > longer.size() && tensor.name.starts_with(longer);
                })) {
                wrapped = longer;
                found = true;
            }
        }
    }
    return wrapped.empty() ? std::nullopt : std::optional(KeyRename{std::move(wrapped), {}});
}

}  // namespace stowage
