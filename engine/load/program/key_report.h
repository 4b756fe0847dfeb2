// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace stowage {

/// The names of a state dict against those of the files, as load_state_dict reports them.
struct KeyReport {
    std::vector<std::string> missing;        ///< in the model, not in the file
    std::vector<std::string> unexpected;     ///< in the file, not in the model
    std::vector<std::string> mismatched;     ///< other shape, or dtype than a known tree's
    std::vector<std::string> initialised{};  ///< of the missing ones: loaded with initial values
};

}  // namespace stowage
