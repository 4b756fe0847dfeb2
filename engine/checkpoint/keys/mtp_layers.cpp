// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/mtp_layers.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/model_facts.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// The number of the layer that a key belongs to: 61 of "model.layers.61.embed_tokens.weight".
std::optional<std::uint64_t> layerOf(std::string_view key) {
    constexpr std::string_view kLayers = "layers.";
    const std::size_t at = key.find(kLayers);
    if (at == std::string_view::npos || (at > 0 && key[at - 1] != '.')) {
        return std::nullopt;
    }
    key.remove_prefix(at + kLayers.size());
    std::uint64_t number = 0;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// What tells one MTP layer from another: the first number in the key; "" where there is none.
std::string numberIn(std::string_view key) {
    const std::size_t first = key.find_first_of("0123456789");
    const std::size_t last = key.find_first_not_of("0123456789", first);
    return first == std::string_view::npos ? std::string()
                                           : std::string(key.substr(first, last - first));
}

/// Of the model's own facts those that hold for its MTP layers: what a layer keeps of a token.
std::shared_ptr<const ModelFacts> factsOfDrafts(const ModelFacts& facts, std::size_t layers) {
    auto own = std::make_shared<ModelFacts>(facts);
    own->layers = layers;
    if (own->cache) {
        own->cache->layers = layers;
        own->cache->slides.clear();
        own->cache->window = 0;
    }
    return own;
}

}  // namespace

std::vector<std::string> mtpKeys(const Checkpoint& checkpoint) {
    std::vector<std::string> keys;
    if (checkpoint.keyCheck == nullptr) {
        return keys;
    }
    constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t layers =
        checkpoint.modelFacts ? checkpoint.modelFacts->layers.value_or(kUnknown) : kUnknown;
    for (const std::string& key : checkpoint.keyCheck->ignored) {
        const auto layer = layerOf(key);
        if (key.find("mtp") != std::string::npos || (layer && *layer >= layers)) {
            keys.push_back(key);
        }
    }
    return keys;
}

Result<SplitMtp> splitMtp(const Checkpoint& checkpoint) {
    const std::vector<std::string> keys = mtpKeys(checkpoint);
    if (keys.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 holds no layers for multi-token prediction beside its model; leave "
                        "them out of the plan.",
                        checkpoint.path),
                    checkpoint.path);
    }
    const std::unordered_set<std::string_view> isOfMtp(keys.begin(), keys.end());
    SplitMtp split{checkpoint, {}};
    const auto isDraft = [&isOfMtp](const std::string& name) { return isOfMtp.contains(name); };
    std::erase_if(split.model.tensors,
                  [&](const StoredTensor& tensor) { return isDraft(tensor.name); });
    KeyCheck check = *checkpoint.keyCheck;
    std::erase_if(check.ignored, isDraft);
    split.model.keyCheck = std::make_shared<const KeyCheck>(std::move(check));

    split.drafts.path = checkpoint.path;
    split.drafts.format = checkpoint.format;
    split.drafts.shards = checkpoint.shards;
    std::set<std::string> numbers;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (isDraft(tensor.name)) {
            split.drafts.tensors.push_back(tensor);
            numbers.insert(numberIn(tensor.name));
        }
    }
    if (checkpoint.modelFacts != nullptr) {
        split.drafts.modelFacts = factsOfDrafts(*checkpoint.modelFacts, numbers.size());
    }
    return split;
}

}  // namespace stowage
