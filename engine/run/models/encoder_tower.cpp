// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/encoder_tower.h"

#include <cstddef>
#include <numeric>
#include <string_view>

namespace stowage {

namespace {

using Next = ModulePass::Next;

struct ImageSize {
    std::int64_t height = 1;
    std::int64_t width = 1;
};

ImageSize readSize(RunConfig& config, std::string_view field, std::int64_t fallback) {
    const std::vector<double> pair = config.numbers(field);
    if (pair.empty()) {
        const std::int64_t both = config.whole(field, fallback);
        return {both, both};
    }
    const auto isWhole = [](double size) {
        return size >= 1 && size <= 65536 && size == static_cast<double>(std::int64_t(size));
    };
    if (pair.size() != 2 || !isWhole(pair[0]) || !isWhole(pair[1])) {
        config.refuse(field, phrase("a whole number, or a list of height and width"));
        return {};
    }
    return {static_cast<std::int64_t>(pair[0]), static_cast<std::int64_t>(pair[1])};
}

}  // namespace

Next EncoderTower::forward(ModulePass& pass, Next x) const {
    for (std::int64_t layer = 0; x && layer < count; ++layer) {
        const std::string path = layers + "." + std::to_string(layer);
        Next normed = pass.layerNorm(path + names.attentionNorm, x, epsilon);
        Next queries = pass.linear(path + names.queries, normed);
        Next keys = pass.linear(path + names.keys, normed);
        Next values = pass.linear(path + names.values, normed);
        normed = ActivationPtr();  // what is done with goes at once
        Next added = pass.attention(
            path + names.attention, static_cast<std::size_t>(firstLayer + layer), queries, keys,
            values, {.heads = heads, .attentionMask = mask, .isOfInput = isOfInput});
        queries = keys = values = ActivationPtr();
        added = pass.linear(path + names.out, added);
        x = pass.sum(added, x);
        added = pass.layerNorm(path + names.feedForwardNorm, x, epsilon);
        added = pass.linear(path + names.up, added);
        added = pass.activation(added, activation);
        added = pass.linear(path + names.down, added);
        x = pass.sum(added, x);
    }
    return x;
}

void EncoderTower::check(RunTensors& tensors) const {
    const std::int64_t all = heads * headWidth;
    for (std::int64_t layer = 0; tensors.result() && layer < count; ++layer) {
        const std::string path = layers + "." + std::to_string(layer);
        tensors.requireLayerNorm(path + names.attentionNorm, width);
        for (const std::string& part : {names.queries, names.keys, names.values}) {
            tensors.requireLinear(path + part, width, all);
        }
        tensors.requireLinear(path + names.out, all, width);
        tensors.requireLayerNorm(path + names.feedForwardNorm, width);
        tensors.requireLinear(path + names.up, width, inner);
        tensors.requireLinear(path + names.down, inner, width);
    }
}

Next PatchEmbedding::forward(ModulePass& pass) const {
    const std::vector<std::int64_t> first{0};
    std::vector<std::int64_t> places(static_cast<std::size_t>(rows()));
    std::iota(places.begin(), places.end(), 0);
    // One after the other: the order of arguments is the compiler's.
    Next x = pass.patches(projection, input().shape);
    x = pass.joined(pass.table(module, first, imageRow.c_str()), x);
    return pass.sum(pass.table(positions, places, table.c_str()), x);
}

void PatchEmbedding::check(RunTensors& tensors, std::int64_t wide) const {
    tensors.require(projection + ".weight", {wide, channels, patchHeight, patchWidth});
    tensors.check(projection + ".bias", {wide});
}

PatchEmbedding readPatches(RunConfig& config, std::int64_t image, std::int64_t patch) {
    const ImageSize whole = readSize(config, "image_size", image);
    const ImageSize piece = readSize(config, "patch_size", patch);
    PatchEmbedding made;
    made.channels = config.whole("num_channels", 3);
    made.height = whole.height;
    made.width = whole.width;
    made.patchHeight = piece.height;
    made.patchWidth = piece.width;
    if (piece.height > whole.height || piece.width > whole.width) {
        config.refuse("patch_size", phrase("a patch that fits into the image"));
        made.patchHeight = made.patchWidth = made.height = made.width = 1;
    }
    return made;
}

}  // namespace stowage
