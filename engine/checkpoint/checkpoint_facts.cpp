// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/checkpoint_facts.h"

#include "engine/base/name_table.h"
#include "engine/model/model_facts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

/// Tells tied tensors as buildModuleTree() does: one storage, one place, one shape, one dtype.
struct TiedHash {
    std::size_t operator()(const StoredTensor* tensor) const {
        const std::uint64_t mixed = tensor->storageKey * 0x9e3779b97f4a7c15ULL ^
                                    tensor->location.offset * 0xc2b2ae3d27d4eb4fULL ^
                                    tensor->location.length;
        return std::hash<std::uint64_t>{}(mixed);
    }
};
struct TiedEqual {
    static auto place(const StoredTensor& t) {
        return std::tie(t.storageKey, t.location.offset, t.location.length, t.dtype, t.shape,
                        t.strides, t.firstElement);
    }
    bool operator()(const StoredTensor* a, const StoredTensor* b) const {
        return place(*a) == place(*b);
    }
};

/// A tensor object, stored or described, with the number of its names.
struct Distinct {
    std::string_view name;
    DType dtype;
    std::span<const std::int64_t> shape;
    std::uint64_t bytes;
    std::size_t names;
    const StoredTensor* stored;  ///< null: described only
};

std::vector<Distinct> distinctStored(const Checkpoint& checkpoint) {
    std::vector<Distinct> all;
    all.reserve(checkpoint.tensors.size());
    std::unordered_map<const StoredTensor*, std::size_t, TiedHash, TiedEqual> seen;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (tensor.storageKey != 0) {
            const auto [known, isNew] = seen.try_emplace(&tensor, all.size());
            if (!isNew) {
                ++all[known->second].names;
                continue;
            }
        }
        all.push_back({tensor.name, tensor.dtype, tensor.shape,
                       storedBytes(tensor.dtype, elementCount(tensor.shape)), 1, &tensor});
    }
    return all;
}

std::vector<Distinct> distinctDescribed(const ModuleTree& tree) {
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<Distinct> all;
    std::vector<std::size_t> byStorage(tree.storageCount(), kNone);
    for (const TensorSpec& tensor : tree.tensors()) {
        std::size_t& place = byStorage[tensor.storage.index()];
        if (place != kNone) {
            ++all[place].names;
            continue;
        }
        place = all.size();
        all.push_back({tensor.name, tensor.dtype, tensor.shape, tensor.byteSize, 1, nullptr});
    }
    return all;
}

void addDTypes(const std::vector<Distinct>& tensors, CheckpointFacts& facts) {
    std::array<DTypeFact, kDTypeCount> byType;
    for (const Distinct& tensor : tensors) {
        DTypeFact& fact = byType[static_cast<std::size_t>(tensor.dtype)];
        fact.dtype = tensor.dtype;
        fact.tensors += tensor.names;
        fact.bytes += tensor.bytes;
        facts.tensors += tensor.names;
    }
    std::ranges::copy_if(byType, std::back_inserter(facts.dtypes),
                         [](const DTypeFact& fact) { return fact.tensors > 0; });
    std::ranges::stable_sort(facts.dtypes, std::greater{}, &DTypeFact::bytes);
}

void addLargest(std::vector<Distinct> tensors, CheckpointFacts& facts) {
    const std::size_t count = std::min(tensors.size(), CheckpointFacts::kLargest);
    const auto isBefore = [](const Distinct& a, const Distinct& b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name;
    };
    std::ranges::partial_sort(tensors, tensors.begin() + static_cast<std::ptrdiff_t>(count),
                              isBefore);
    for (const Distinct& tensor : std::span(tensors).first(count)) {
        TensorFact fact{std::string(tensor.name),
                        tensor.dtype,
                        {tensor.shape.begin(), tensor.shape.end()},
                        tensor.bytes,
                        tensor.names};
        if (tensor.stored != nullptr && !tensor.stored->isMeta) {
            fact.location = tensor.stored->location;
        }
        facts.largest.push_back(std::move(fact));
    }
}

/// Counts tensors by file, and the bytes of each file that lie in at least one of them.
void addFiles(const Checkpoint& checkpoint, CheckpointFacts& facts) {
    for (const auto& shard : checkpoint.shards) {
        facts.files.push_back({shard});
        facts.fileBytes += shard->size();
    }
    std::vector<TensorLocation> places;
    places.reserve(checkpoint.tensors.size());
    for (const StoredTensor& tensor : checkpoint.tensors) {
        facts.viewCount += tensor.strides.empty() ? 0 : 1;
        if (tensor.isMeta) {
            facts.metaTensors.push_back(tensor.name);
        } else if (tensor.location.shard < facts.files.size()) {
            ++facts.files[tensor.location.shard].tensors;
            places.push_back(tensor.location);
        }
    }
    std::ranges::sort(places, {}, [](const TensorLocation& place) {
        return std::tuple(place.shard, place.offset, place.length);
    });
    std::uint32_t shard = 0;
    std::uint64_t end = 0;
    for (const TensorLocation& place : places) {
        if (place.shard != shard) {
            shard = place.shard;
            end = 0;
        }
        const std::uint64_t placeEnd = place.offset + place.length;
        if (placeEnd > end) {
            const std::uint64_t more = placeEnd - std::max(end, place.offset);
            facts.files[shard].tensorBytes += more;
            facts.tensorBytes += more;
            end = placeEnd;
        }
    }
}

void addClasses(const ModuleTree& tree, CheckpointFacts& facts) {
    NameTable<std::string_view, std::size_t> places;
    std::vector<bool> counted(tree.storageCount(), false);
    for (const ModuleNode& node : tree.nodes()) {
        const auto [place, isNew] = places.try_emplace(node.className, facts.classes.size());
        if (isNew) {
            facts.classes.push_back({.name = node.className});
        }
        ClassFact& fact = facts.classes[place->second];
        ++fact.modules;
        fact.largestBytes = std::max(fact.largestBytes, node.subtreeBytes);
        for (const TensorSpec& tensor : tree.ownTensors(node.id)) {
            if (counted[tensor.storage.index()]) {
                continue;
            }
            counted[tensor.storage.index()] = true;
            fact.bytes += tensor.byteSize;
            fact.parameters += parameterCount(tensor);
        }
    }
    const auto isIn = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    for (ClassFact& fact : facts.classes) {
        fact.isNoSplit = isIn(tree.noSplitClasses(), fact.name);
        fact.isGuessed = isIn(tree.guessedClasses(), fact.name);
    }
    std::ranges::stable_sort(facts.classes, std::greater{}, &ClassFact::bytes);
}

void addTied(const ModuleTree& tree, CheckpointFacts& facts) {
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        TiedFact fact{{}, tree.tensor(group.front()).byteSize};
        for (const TensorId tensor : group) {
            fact.names.push_back(tree.tensor(tensor).name);
        }
        facts.tied.push_back(std::move(fact));
    }
}

}  // namespace

std::shared_ptr<const ModelFacts> knownFacts(const Checkpoint& checkpoint, const ModuleTree& tree) {
    if (checkpoint.modelFacts != nullptr) {
        return checkpoint.modelFacts;
    }
    auto facts = gptFacts(tree);
    return facts ? std::make_shared<const ModelFacts>(std::move(*facts)) : nullptr;
}

CheckpointFacts checkpointFacts(const Checkpoint& checkpoint, const ModuleTree& tree) {
    CheckpointFacts facts;
    facts.path = checkpoint.path;
    facts.format = checkpoint.format;
    facts.architecture = tree.architecture();
    facts.modules = tree.nodes().size();
    facts.parameters = tree.totalParameters();
    facts.modelBytes = tree.totalBytes();
    facts.warnings = checkpoint.warnings;
    facts.prefix = checkpoint.prefix;
    facts.parts = checkpoint.parts;
    facts.keyCheck = checkpoint.keyCheck;
    facts.model = knownFacts(checkpoint, tree);
    addFiles(checkpoint, facts);
    std::vector<Distinct> tensors =
        checkpoint.tensors.empty() ? distinctDescribed(tree) : distinctStored(checkpoint);
    addDTypes(tensors, facts);
    addLargest(std::move(tensors), facts);
    addClasses(tree, facts);
    addTied(tree, facts);
    return facts;
}

}  // namespace stowage
