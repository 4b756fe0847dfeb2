// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/untied_names.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/module_tree.h"
#include "engine/model/tree_draft.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::uint64_t kPiece = std::uint64_t{4} << 20;

bool liesInOnePlace(const StoredTensor& a, const StoredTensor& b) {
    return a.location.shard == b.location.shard && a.location.offset == b.location.offset &&
           a.location.length == b.location.length && a.strides == b.strides &&
           a.firstElement == b.firstElement;
}

/// Where, in C order, the bytes of both differ; nothing where they are the same, and of one that
/// has none.
using Difference = std::optional<std::uint64_t>;
Result<Difference> differenceOf(const Checkpoint& checkpoint, const StoredTensor& a,
                                const StoredTensor& b, const std::stop_token& stop) {
    if (liesInOnePlace(a, b) || a.isMeta || b.isMeta || a.dtype != b.dtype || a.shape != b.shape) {
        return Difference();  // other shapes and dtypes are the key check's to tell
    }
    TensorReader first(checkpoint);
    TensorReader second(checkpoint);
    const std::uint64_t bytes = storedBytes(a.dtype, elementCount(a.shape));
    std::vector<std::byte> one(static_cast<std::size_t>(std::min(bytes, kPiece)));
    std::vector<std::byte> other(one.size());
    for (std::uint64_t at = 0; at < bytes; at += kPiece) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening was cancelled."));
        }
        const auto size = static_cast<std::size_t>(std::min(bytes - at, kPiece));
        STOWAGE_TRY(first.read(a, at, std::span(one).first(size)));
        STOWAGE_TRY(second.read(b, at, std::span(other).first(size)));
        const auto end = one.begin() + static_cast<std::ptrdiff_t>(size);
        const auto found = std::mismatch(one.begin(), end, other.begin()).first;
        if (found != end) {
            return Difference(at + static_cast<std::uint64_t>(found - one.begin()));
        }
    }
    return Difference();
}

/// That byte, of a tensor that lies in C order; others are left out.
void addDifference(const StoredTensor& tensor, std::uint64_t offset, Checkpoint& checkpoint) {
    if (tensor.strides.empty()) {
        checkpoint.differences.push_back(
            {tensor.location.shard, tensor.location.offset + offset, 1});
    }
}

}  // namespace

Result<void> untieDifferent(Checkpoint& checkpoint, const std::stop_token& stop) {
    if (checkpoint.describedTree == nullptr || checkpoint.tensors.empty() ||
        checkpoint.describedTree->tiedGroups().empty()) {
        return {};
    }
    const ModuleTree& tree = *checkpoint.describedTree;
    std::unordered_map<std::string_view, const StoredTensor*> stored;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        stored.emplace(tensor.name, &tensor);
    }
    std::set<std::string> untied;
    std::vector<Message> pairs;
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        const StoredTensor* kept = nullptr;  // the first that the file holds, as the library ties
        for (const TensorId id : group) {
            const TensorSpec& spec = tree.tensor(id);
            const auto found = stored.find(spec.name);
            // A module that stands twice in the tree is one, whatever a file calls it.
            if (found == stored.end() || tree.node(spec.module).sameAs.isValid()) {
                continue;
            }
            kept = kept == nullptr ? found->second : kept;
            const auto difference = differenceOf(checkpoint, *kept, *found->second, stop);
            STOWAGE_TRY(difference);
            if (*difference && untied.insert(spec.name).second) {
                addDifference(*kept, **difference, checkpoint);
                addDifference(*found->second, **difference, checkpoint);
                pairs.push_back(say("%1 and %2", spec.name, kept->name));
            }
        }
    }
    if (untied.empty()) {
        return {};
    }
    ModelDraft draft = draftOf(tree);
    for (std::vector<std::string>& names : draft.tied) {
        std::erase_if(names, [&](const std::string& name) { return untied.contains(name); });
    }
    std::erase_if(draft.tied, [](const auto& names) { return names.size() < 2; });
    auto apart = ModuleTreeBuilder::build(std::move(draft));
    STOWAGE_TRY(apart);
    checkpoint.describedTree = std::move(*apart);
    checkpoint.warnings.push_back(
        say("The model ties %1, but the file holds different numbers for them, so they are loaded "
            "apart, as from_pretrained does.",
            firstMessages(pairs)));
    return {};
}

}  // namespace stowage
