// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <string>
#include <vector>

namespace stowage {

/// The keys of layers for multi-token prediction (MTP) that a published file holds beside its model
/// and from_pretrained leaves out, as engines draft tokens with them: names with "mtp", and layers
/// behind the last of the model. In the file's order; empty where there are none.
[[nodiscard]] std::vector<std::string> mtpKeys(const Checkpoint& checkpoint);

/// A checkpoint and its MTP layers as two models.
struct SplitMtp {
    Checkpoint model;   ///< without them
    Checkpoint drafts;  ///< they alone: a tree from their names, one cache a layer
};
/// Error: InvalidArgument where it holds none.
[[nodiscard]] Result<SplitMtp> splitMtp(const Checkpoint& checkpoint);

}  // namespace stowage
