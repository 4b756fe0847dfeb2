// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/torch_document.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <span>

namespace stowage {
namespace {

constexpr auto kModelKeys = std::to_array<std::string_view>(
    {"model", "state_dict", "model_state_dict", "model_state", "module", "net", "network",
     "weights", "params", "model_weights", "net_state_dict"});

constexpr auto kAverageKeys = std::to_array<std::string_view>({"ema", "teacher", "swa"});

constexpr auto kTrainingKeys =
    std::to_array<std::string_view>({"optim", "opt", "scaler", "grad_scaler", "callbacks", "loops",
                                     "rng", "rng_state", "rng_states", "random_state"});

bool isOneOf(std::string_view key, const auto& list) {
    return std::ranges::find(list, key) != list.end();
}

bool isTrainingKey(std::string_view key) {
    return key.find("optimizer") != key.npos || key.find("scheduler") != key.npos ||
           key.starts_with("optim_") || key.ends_with("_optim") || key.ends_with("_opt") ||
           isOneOf(key, kTrainingKeys);
}

/// "ema", "ema_model", "params_ema".
bool isAverageKey(std::string_view key) {
    return std::ranges::any_of(kAverageKeys, [&](std::string_view average) {
        const std::string joined(average);
        return key == average || key.starts_with(joined + "_") || key.ends_with("_" + joined);
    });
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

/// Longer paths of keys are not told further: a shared key of 64 KiB on each level would cost
/// gigabytes of copying.
constexpr std::size_t kMaxPathBytes = 4096;

constexpr std::size_t kMaxParts = 1000;

class Walker {
public:
    Walker(const PickleDocument& document, std::string file,
           const std::optional<std::string>& prefix)
        : m_document(document),
          m_file(std::move(file)),
          m_prefix(prefix),
          m_isVisited(document.size(), false) {}

    Result<FoundStateDict> find() {
        if (m_document.node(m_document.root()).kind == PickleKind::Tensor) {
            return loneTensor();
        }
        if (!visit(m_document.root(), {}, 0)) {
            return fail(ErrorCode::LimitExceeded,
                        say("The contents of %1 are nested deeper than 256 levels.", m_file),
                        m_file);
        }
        if (m_allTensors == 0) {
            return fail(ErrorCode::NoCheckpoint,
                        say("%1 is a PyTorch file, but it contains no tensors.", m_file), m_file);
        }
        if (m_bestCount == 0) {
            return fail(ErrorCode::Unsupported,
                        say("%1 contains tensors, but no tensor has a name or a number; save the "
                            "model's state_dict().",
                            m_file),
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

    Result<FoundStateDict> loneTensor() {
        m_parts = {{"", 1}};
        if (m_prefix && !m_prefix->empty()) {
            return noSuchPart();
        }
        FoundStateDict found;
        found.isLone = true;
        found.parts = m_parts;
        found.tensors.emplace_back("", m_document.root());
        return found;
    }

    /// False where it is nested too deeply.
    bool visit(PickleRef ref, const std::string& path, unsigned depth) {
        constexpr unsigned kMaxDepth = 256;
        if (depth > kMaxDepth) {
            return false;
        }
        m_isVisited[ref] = true;
        const bool isDict = m_document.node(ref).kind == PickleKind::Dict;
        if (!isContainer(m_document.node(ref).kind)) {
            return true;
        }
        const auto members = m_document.members(ref);
        const std::size_t step = isDict ? 2 : 1;
        notePart(ref, path, namesIn(members, isDict));
        for (std::size_t i = 0; i + step <= members.size(); i += step) {
            const PickleRef value = members[i + step - 1];
            if (!isContainer(m_document.node(value).kind) || m_isVisited[value]) {
                continue;
            }
            const std::string_view key = isDict ? m_document.node(members[i]).text() : "";
            const std::string inner =
                key.empty() ? childPath(path, nameOf(members, i, isDict)) : childPath(path, key);
            if (!visit(value, inner, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    /// Counts the tensors that stand in a container itself.
    TensorNames namesIn(std::span<const PickleRef> members, bool isDict) {
        TensorNames names;
        const std::size_t step = isDict ? 2 : 1;
        for (std::size_t i = 0; i + step <= members.size(); i += step) {
            if (m_document.node(members[i + step - 1]).kind != PickleKind::Tensor) {
                continue;
            }
            ++m_allTensors;
            const auto& key = m_document.node(members[i]);
            if (!isDict || key.kind == PickleKind::Int) {
                ++names.numbers;
            } else if (key.kind == PickleKind::String) {
                ++(key.text().find('.') == std::string_view::npos ? names.plain : names.dotted);
            }
        }
        return names;
    }

    void notePart(PickleRef ref, const std::string& path, const TensorNames& names) {
        const std::size_t count = names.count();
        if (count == 0) {
            return;
        }
        if (m_parts.size() < kMaxParts) {
            m_parts.push_back({path, count});
        }
        const bool isAsked = m_prefix && !m_isPrefixFound && *m_prefix == path;
        m_isPrefixFound = m_isPrefixFound || isAsked;
        // A million small parts are not worth their long paths.
        if (!isAsked && m_parts.size() == kMaxParts && count <= m_bestCount) {
            return;
        }
        const ModelLikelihood likelihood = modelLikelihood(path, names);
        const bool isBetter = m_bestCount == 0 || likelihood.exceeds(m_bestLikelihood);
        if (isAsked || (isBetter && !m_isPrefixFound)) {
            m_bestCount = count;
            m_bestLikelihood = likelihood;
            m_best = ref;
            m_bestPath = path;
        }
    }

    Unexpected noSuchPart() const {
        // How many parts a message names.
        constexpr std::size_t kNamedParts = 8;
        std::string list;
        for (std::size_t i = 0; i < std::min(m_parts.size(), kNamedParts); ++i) {
            list += (i == 0 ? "" : ", ") + quotedForMessage(m_parts[i].prefix) + " (" +
                    std::to_string(m_parts[i].tensors) + ")";
        }
        const Message parts = m_parts.size() > kNamedParts
                                  ? say("%1 and %2 more", list, m_parts.size() - kNamedParts)
                                  : Message(list);
        return fail(ErrorCode::InvalidArgument,
                    say("%1 has no tensors under the prefix %2. The file has these prefixes (with "
                        "the number of tensors): %3.",
                        m_file, quotedForMessage(*m_prefix), parts),
                    m_file, *m_prefix);
    }

    /// Of a member: its key, or its place in a list. Nothing for a key that is no name.
    std::optional<std::string> memberName(std::span<const PickleRef> members, std::size_t i,
                                          bool isDict) const {
        if (!isDict) {
            return std::to_string(i);
        }
        const auto& key = m_document.node(members[i]);
        switch (key.kind) {
            case PickleKind::String:
                return std::string(key.text());
            case PickleKind::Int:
                return std::to_string(key.integer);
            default:
                return std::nullopt;
        }
    }

    std::string nameOf(std::span<const PickleRef> members, std::size_t i, bool isDict) const {
        return memberName(members, i, isDict).value_or("?");
    }

    static std::string childPath(const std::string& path, std::string_view name) {
        if (path.size() + name.size() >= kMaxPathBytes) {
            return path;
        }
        return path.empty() ? std::string(name) : path + "." + std::string(name);
    }

    Result<FoundStateDict> collect() const {
        FoundStateDict found;
        found.prefix = m_bestPath;
        found.parts = m_parts;
        found.tensorsElsewhere = m_allTensors - m_bestCount;
        SeenNames names;
        const auto members = m_document.members(m_best);
        const bool isDict = m_document.node(m_best).kind == PickleKind::Dict;
        const std::size_t step = isDict ? 2 : 1;
        for (std::size_t i = 0; i + step <= members.size(); i += step) {
            const PickleRef value = members[i + step - 1];
            const bool isTensor = m_document.node(value).kind == PickleKind::Tensor;
            const auto name = isTensor ? memberName(members, i, isDict) : std::nullopt;
            if (!name) {
                ++found.otherEntries;
                continue;
            }
            if (!names.insert(*name)) {
                return fail(
                    ErrorCode::Malformed,
                    say("The tensor %1 occurs twice in %2.", quotedForMessage(*name), m_file),
                    m_file, *name);
            }
            found.tensors.emplace_back(*name, value);
        }
        return found;
    }

    const PickleDocument& m_document;
    std::string m_file;
    const std::optional<std::string>& m_prefix;
    std::vector<bool> m_isVisited;
    std::size_t m_allTensors = 0;
    std::size_t m_bestCount = 0;
    ModelLikelihood m_bestLikelihood;
    PickleRef m_best = 0;
    std::string m_bestPath;
    std::vector<CheckpointPart> m_parts;
    bool m_isPrefixFound = false;
};

}  // namespace

ModelLikelihood modelLikelihood(std::string_view path, const TensorNames& names) {
    const bool areDotted = 2 * names.dotted >= names.count();
    // The top itself, with a model's names, is a bare state dict.
    bool isModel = path.empty() && areDotted;
    bool isAverage = false;
    ModelLikelihood likelihood;
    const std::string keys = lowerCase(path);
    for (std::size_t begin = 0; begin <= keys.size();) {
        const std::size_t end = std::min(keys.find('.', begin), keys.size());
        const std::string_view key = std::string_view(keys).substr(begin, end - begin);
        likelihood.isTraining = likelihood.isTraining || isTrainingKey(key);
        isAverage = isAverage || isAverageKey(key);
        isModel = isModel || isOneOf(key, kModelKeys);
        begin = end + 1;
    }
    const std::uint64_t place = isAverage ? 3 : isModel ? 8 : 2;
    const std::uint64_t naming = areDotted ? 4 : names.numbers == names.count() ? 1 : 2;
    likelihood.score = names.count() * place * naming;
    return likelihood;
}

Result<FoundStateDict> findStateDict(const PickleDocument& document, const std::string& file,
                                     const std::optional<std::string>& prefix) {
    return Walker(document, file, prefix).find();
}

}  // namespace stowage
