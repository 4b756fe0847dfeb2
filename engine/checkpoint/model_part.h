// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

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

}  // namespace stowage
