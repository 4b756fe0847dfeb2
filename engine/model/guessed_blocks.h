// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <string>
#include <vector>

namespace stowage {

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
