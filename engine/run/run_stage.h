// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace stowage {

/// A part of a model that runs as a whole, a layer as a rule: what prefetching counts in.
struct RunStage {
    std::string name;                ///< for people: "model.layers.3"
    std::vector<std::string> paths;  ///< of its modules; all tensors below belong to it
};

}  // namespace stowage
