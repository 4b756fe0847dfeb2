// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// A tensor of a checkpoint file, as far as the rules read it; dtypes under torch's names.
struct RuledTensor {
    std::string name;
    std::string dtype;
};

/// The arguments of load_checkpoint_in_model that decide what becomes of a tensor.
struct LoadRuleOptions {
    std::string dtype;  ///< "float16"; "" keeps the model's dtypes
    bool hasOffloadFolder = false;
    bool offloadStateDict = false;
    bool offloadBuffers = false;
    bool strict = false;
    std::vector<std::string> keepInFloat32;  ///< keep_in_fp32_modules
};

/// One thing that Accelerate does with a tensor.
struct LoadAction {
    enum class Kind {
        Set,              ///< puts it into the model
        OffloadToDisk,    ///< writes it to the offload folder
        OffloadForNow,    ///< writes it to a temporary folder
        ReloadTemporary,  ///< reads that folder back into the RAM, once, at the end
    };
    Kind kind = Kind::Set;
    std::string tensor;
    std::optional<DeviceKey> device{};  ///< Set only; nothing: the meta device, without a value
    std::string dtype{};                ///< Set: the target, "" for the model's; else the file's
};

/// What loading a checkpoint would do, or where it would stop.
struct LoadRuling {
    std::vector<LoadAction> actions;      ///< up to the failure where there is one
    std::vector<std::string> unexpected;  ///< names that the model does not have
    std::optional<PythonException> failure{};
};

/// The rules of load_checkpoint_in_model with a device map (docs/spec/placement.md §9), over the
/// tensors of its files in their order. `notes` gets a warning of tied weights on different
/// devices.
[[nodiscard]] LoadRuling ruleLoad(const ModuleTree& tree, const AccelerateMap& map,
                                  const std::vector<RuledTensor>& tensors,
                                  const LoadRuleOptions& options, AccelerateNotes& notes);

}  // namespace stowage
