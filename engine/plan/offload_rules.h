// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

class ModuleTree;

/// Where a module runs whose weights lie on the CPU or on disk. Accelerate's hooks stream: they
/// bring its weights to the execution device. Computed on the CPU, it is the activations that
/// travel; weights on disk are read into the host's memory.
struct OffloadRule {
    enum class Mode { Stream, Compute };
    Mode mode = Mode::Stream;
    std::string module;  ///< and all below it; "": the whole model
    bool operator==(const OffloadRule&) const = default;
};

/// Whether such a module is computed on the CPU: by the last rule that it stands under; streamed
/// where there is none.
[[nodiscard]] bool computesOnCpu(std::span<const OffloadRule> rules, std::string_view module);

/// The same of it or of anything below it, as far as the rules tell.
[[nodiscard]] bool computesSome(std::span<const OffloadRule> rules, std::string_view module);

/// "compute", "stream:lm_head", "compute:model.layers.3,model.layers.7", as `--offloaded` takes it.
/// Error: InvalidArgument.
[[nodiscard]] Result<std::vector<OffloadRule>> parseOffloadRules(std::string_view text);
/// The words that give these rules, one for each run of rules of one mode.
[[nodiscard]] std::vector<std::string> offloadRuleWords(std::span<const OffloadRule> rules);

/// Error: InvalidArgument that names a module which the tree does not have.
[[nodiscard]] Result<void> checkOffloadRules(std::span<const OffloadRule> rules,
                                             const ModuleTree& tree);

}  // namespace stowage
