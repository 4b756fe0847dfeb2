// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// A configuration's model held against a file's tensors.
struct FittedModel {
    std::string className;
    std::shared_ptr<const ModuleTree> tree;
    std::vector<StoredTensor> tensors;  ///< the file's, under the model's names
    KeyCheck check;
    std::size_t agreeing = 0;  ///< tensors that the model names, in shape, too
    /// What a file of the from-scratch GPT may do without: masks, which are no weights and which
    /// the tree then has not, and a head, which then shares the embedding.
    std::vector<std::string> leftOut;
    std::vector<Message> notes;  ///< sentences: what was done so that they fit
};

/// The tree that the tensors can be loaded into: the configuration's class with the dtypes of the
/// file; where some modules are in another layout of the family, or quantised, as in the file; of
/// the from-scratch GPT without what the file may leave out.
/// Errors: those of draftOf() and ModuleTreeBuilder.
[[nodiscard]] Result<FittedModel> fitConfig(const ConfigModel& model,
                                            std::span<const StoredTensor> tensors);

}  // namespace stowage
