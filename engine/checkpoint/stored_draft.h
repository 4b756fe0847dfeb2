// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/pretrained_names.h"
#include "engine/model/module_tree_builder.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// Gives the draft's tensors the dtypes under which the file stores them, tied names the same one:
/// what is planned and loaded is what is stored. `state` is the draft's; tensors have the model's
/// names. Blocks of GGUF are no dtype of a model and change nothing.
void takeStoredDtypes(ModelDraft& draft, const DraftTensors& state,
                      std::span<const StoredTensor> tensors);

/// What takeQuantizedTensors() did.
struct QuantizedTensors {
    std::size_t added = 0;  ///< tensors of the file that the class does not register
    std::string example;    ///< the first of them
};

/// A quantised file holds other tensors than the class registers: packed weights, scales, zero
/// points. Those that belong to one of the draft's modules are put into it, as parameters; what
/// such a module then finds in the file with another shape or dtype is as in the file, and what it
/// does not find is taken out. `ignored` keys are left alone.
[[nodiscard]] QuantizedTensors takeQuantizedTensors(ModelDraft& draft,
                                                    std::span<const StoredTensor> tensors,
                                                    const NameTable<std::string, bool>& ignored);

}  // namespace stowage
