// SPDX-License-Identifier: GPL-3.0-or-later
// From a config.json's text to its tree: every published model that is known, the largest shown.
#include "engine/model/config_tree.h"
#include "engine/model/module_tree.h"
#include "engine/model/pretrained_models.h"
#include "tests/bench/checkpoint_bench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace stowage::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Built {
    std::string name;
    std::size_t modules = 0;
    std::size_t tensors = 0;
    std::uint64_t parameters = 0;
    double milliseconds = 0;  ///< the median
};

Result<Built> build(const ModelPreset& preset) {
    constexpr int kTimes = 9;
    Built built;
    built.name = preset.name;
    std::vector<double> times;
    for (int i = 0; i < kTimes; ++i) {
        const Clock::time_point begin = Clock::now();
        const auto tree = treeFromConfig(preset.configText, preset.name);
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
        if (!tree) {
            return tree.unexpected();
        }
        built.modules = (*tree)->nodes().size();
        built.tensors = (*tree)->tensors().size();
        built.parameters = (*tree)->totalParameters();
    }
    std::ranges::sort(times);
    built.milliseconds = times[times.size() / 2];
    return built;
}

void print(const char* what, const Built& built) {
    std::printf("%s: %s, %zu modules, %zu tensors, %.1f billion parameters: %.2f ms\n", what,
                built.name.c_str(), built.modules, built.tensors,
                static_cast<double>(built.parameters) / 1e9, built.milliseconds);
}

}  // namespace

Result<void> printConfigTrees() {
    const auto presets = modelPresets();
    if (!presets) {
        return presets.unexpected();
    }
    std::vector<Built> all;
    for (const ModelPreset& preset : *presets) {
        auto built = build(preset);
        if (!built) {
            return built.unexpected();
        }
        all.push_back(std::move(*built));
    }
    std::printf(
        "\nMeasured: from a config.json's text to the tree, %zu published models, medians "
        "of nine (aim: under 50 ms).\n\n",
        all.size());
    print("most parameters", *std::ranges::max_element(all, {}, &Built::parameters));
    print("most modules", *std::ranges::max_element(all, {}, &Built::modules));
    print("slowest", *std::ranges::max_element(all, {}, &Built::milliseconds));
    return {};
}

}  // namespace stowage::bench
