// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/book_config.h"

#include "engine/base/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace stowage {
namespace {

constexpr std::string_view kBlocks = "trf_blocks.";

/// The number of a block in a tensor's name.
std::optional<std::uint64_t> blockOf(std::string_view name) {
    if (!name.starts_with(kBlocks)) {
        return std::nullopt;
    }
    name.remove_prefix(kBlocks.size());
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool isNumber = status == std::errc() && end < name.data() + name.size() && *end == '.';
    return isNumber ? std::optional(number) : std::nullopt;
}

/// The largest size along `axis` of a tensor whose name ends so; nothing where there is none.
std::optional<std::int64_t> sizeOf(std::span<const StoredTensor> tensors, std::string_view ending,
                                   std::size_t axis) {
    std::optional<std::int64_t> size;
    for (const StoredTensor& tensor : tensors) {
        if (tensor.name.ends_with(ending) && axis < tensor.shape.size()) {
            size = std::max(size.value_or(0), tensor.shape[axis]);
        }
    }
    return size;
}

std::optional<std::int64_t> either(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    return a ? a : b;
}

}  // namespace

std::optional<std::string> bookConfigOf(std::span<const StoredTensor> tensors) {
    std::uint64_t layers = 0;
    for (const StoredTensor& tensor : tensors) {
        const auto block = blockOf(tensor.name);
        if (block && *block >= tensors.size()) {
            return std::nullopt;  // there would be more blocks than tensors
        }
        layers = block ? std::max(layers, *block + 1) : layers;
    }
    const auto width =
        either(sizeOf(tensors, ".norm1.scale", 0), sizeOf(tensors, "tok_emb.weight", 1));
    const auto vocabulary =
        either(sizeOf(tensors, "tok_emb.weight", 0), sizeOf(tensors, "out_head.weight", 0));
    const auto context =
        either(sizeOf(tensors, "pos_emb.weight", 0), sizeOf(tensors, ".att.mask", 0));
    const bool isBook = sizeOf(tensors, ".att.W_query.weight", 0) && layers > 0;
    if (!isBook || !width || !vocabulary || !context) {
        return std::nullopt;
    }
    return jsonText(nlohmann::ordered_json{
        {"model_type", "raschka-gpt2"},
        {"vocab_size", *vocabulary},
        {"context_length", *context},
        {"emb_dim", *width},
        {"n_layers", layers},
        {"qkv_bias", sizeOf(tensors, ".att.W_query.bias", 0).has_value() ||
                         sizeOf(tensors, ".att.W_key.bias", 0).has_value()}});
}

}  // namespace stowage
