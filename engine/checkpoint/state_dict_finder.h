// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/pickle_document.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// The part of a pickle that is taken for the model's state dict.
struct FoundStateDict {
    std::string prefix;  ///< path of keys from the root, joined by '.'; "" is the root itself
    std::vector<std::pair<std::string, PickleRef>> tensors;  ///< in their order
    bool isLone = false;               ///< the file is one tensor, which has no name
    std::size_t otherEntries = 0;      ///< of the same dict or list that are no tensors
    std::size_t tensorsElsewhere = 0;  ///< in other dicts and lists
    std::vector<CheckpointPart>
        parts;  ///< what could be taken, the largest first, a thousand at most
};

/// Walks a pickle's containers and chooses the dict or list that most likely is the model (see
/// ModelLikelihood) among those that hold tensors themselves; the first such in the walk where
/// several are as likely. With a prefix it is the one of that path. Numbers name what has no text
/// for a name. Each container is visited once, so shared and self-containing ones cost nothing.
/// Errors: LimitExceeded (nested over 256 levels), NoCheckpoint (no tensors), Unsupported (none
/// with a name), Malformed (one name twice), InvalidArgument (no tensors under the prefix; the
/// message lists the parts).
[[nodiscard]] Result<FoundStateDict> findStateDict(const PickleDocument& document,
                                                   const std::string& file,
                                                   const std::optional<std::string>& prefix = {});

}  // namespace stowage
