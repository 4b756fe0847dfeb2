// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/module_tree.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stowage {

struct ModelDraft;

/// One tensor of a state dict, as a file names it.
struct StateDictEntry {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    /// Entries with the same number above 0 are one tensor under several names.
    std::uint32_t tieGroup = 0;
};

/// Whether a file keeps the order in which modules were registered.
enum class KeyOrder {
    Registration,  ///< torch.save: a dict in its own order
    Sorted,        ///< safetensors: by dtype and name; children are put in natural order
};

/// The draft of a state dict's module tree. Two GPT-2 layouts are recognised by their key names and
/// shapes and get classes, modules without tensors, mask buffers and the tied head, even where the
/// file leaves it out; keys beyond the layout stay visible as modules of unknown class. Other
/// files get a tree from names alone, in which every tensor is a parameter and repeated blocks
/// are guessed (guessBlocks()). Of a million tensors the entries take as much memory as the tree,
/// and can be freed before it is built. Error: LimitExceeded.
[[nodiscard]] Result<ModelDraft> draftStateDict(std::span<const StateDictEntry> entries,
                                                KeyOrder order);

/// Finds the repeated blocks of a model of which only names are known, and proposes them as
/// no-split units: numbered siblings ("layers.0" … "layers.31", "encoder_layer_0" …) that contain
/// modules and equal each other in relative names, dtypes and shapes. Where at least half of a
/// list's modules repeat, the others count as well (a first layer with one tensor more, experts
/// that alternate with dense layers). Only the outermost list is taken, so experts inside a layer
/// are none.
///
/// Each kind gets a class name that no Python class can have, unique in the model: "layers.*", for
/// a second kind in the same list "layers.*#2", for several lists "encoder.layers.*". The names
/// are put on the modules and into noSplitClasses and guessedClasses, in tree order; of more
/// than 64 kinds those with the most tensors.
void guessBlocks(ModelDraft& model);

}  // namespace stowage
