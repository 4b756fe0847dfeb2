// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stowage::bench {

/// How long `optimal` took for a preset's shape with 200 blocks on eight GPUs, and what it proved.
struct PresetSearch {
    std::string name;
    double milliseconds = 0;  ///< CPU time
    double gap = 0;
    bool isFound = false;
    bool isProven = false;
};

/// The presets that are decoders or encoders of equal blocks, on eight GPUs that hold `share` of
/// the weights together, a CPU and a disk. `presets`: the file of resources/; `now`: milliseconds.
[[nodiscard]] std::vector<PresetSearch> searchPresets(const std::string& presets, double share,
                                                      const std::function<double()>& now);

}  // namespace stowage::bench
