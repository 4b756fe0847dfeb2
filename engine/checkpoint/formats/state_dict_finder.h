// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/formats/pickle.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// The names under which a container holds its tensors.
struct TensorNames {
    std::size_t dotted = 0;   ///< "layer.0.weight": as a module names them
    std::size_t plain = 0;    ///< other texts
    std::size_t numbers = 0;  ///< places in a list, or keys that are numbers

    [[nodiscard]] std::size_t count() const { return dotted + plain + numbers; }
};

/// How likely it is that a part of a checkpoint is the model, for comparing parts of one file.
/// A part that an optimizer or scheduler keeps ("optimizer.state.0", with twice the tensors of the
/// model) is behind every other. Among the others tensors count, more where they have dotted names
/// and where the path names a model ("model", "state_dict", "module", "net", …; "ema" and other
/// averages less); so the largest is taken, unless a well known one has at least a fourth of it.
struct ModelLikelihood {
    bool isTraining = false;
    std::uint64_t score = 0;

    [[nodiscard]] bool exceeds(const ModelLikelihood& other) const {
        return isTraining != other.isTraining ? other.isTraining : score > other.score;
    }
};

/// `path` are the keys that lead to the part, joined by '.'; "" is the top.
[[nodiscard]] ModelLikelihood modelLikelihood(std::string_view path, const TensorNames& names);

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
