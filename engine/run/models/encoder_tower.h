// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/models/run_model.h"

#include <cstdint>
#include <string>

namespace stowage {

/// What the modules of a tower's layer are called, below the layer's own path.
struct TowerNames {
    std::string attentionNorm;
    std::string attention;  ///< where queries meet keys, for the report
    std::string queries;
    std::string keys;
    std::string values;
    std::string out;
    std::string feedForwardNorm;
    std::string up;
    std::string down;
};

/// A stack of layers that normalise before attention and before two linear layers, and add what
/// comes of each to what went in: the towers of ViT and CLIP. A value.
struct EncoderTower {
    std::string layers;  ///< their path without the number
    TowerNames names;
    std::int64_t count = 0;
    std::int64_t firstLayer = 0;  ///< the number of the first one, where a model has two towers
    std::int64_t width = 0;
    std::int64_t heads = 1;
    std::int64_t headWidth = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    ActivationFunction activation = ActivationFunction::Gelu;
    AttentionMask mask = AttentionMask::Bidirectional;
    bool isOfInput = false;  ///< its rows are the input's, not those of tokens

    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, ModulePass::Next x) const;
    void check(RunTensors& tensors) const;
};

/// An image, and how it becomes rows: patches of it beside each other, each times a kernel, with a
/// row of its own for the image before them and a table of positions.
struct PatchEmbedding {
    std::string module;      ///< that has the row of the image
    std::string imageRow;    ///< its tensor
    std::string projection;  ///< the convolution's path
    std::string positions;   ///< the path of the module that has the table
    std::string table;       ///< the table's name there
    std::int64_t channels = 3;
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::int64_t patchHeight = 0;
    std::int64_t patchWidth = 0;

    /// Of patches, and the image's own before them.
    [[nodiscard]] std::int64_t rows() const {
        return (height / patchHeight) * (width / patchWidth) + 1;
    }
    [[nodiscard]] InputTrait input() const { return {"pixel_values", {channels, height, width}}; }
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass) const;
    /// The kernel, whose rows are `wide`.
    void check(RunTensors& tensors, std::int64_t wide) const;
};

/// The sizes of an image and its patches, from "image_size" and "patch_size": a number, or a list
/// of height and width. "num_channels", too. Keeps an error where no patch fits.
[[nodiscard]] PatchEmbedding readPatches(RunConfig& config, std::int64_t image, std::int64_t patch);

}  // namespace stowage
