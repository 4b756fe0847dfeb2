// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/weights_elsewhere.h"

#include "engine/checkpoint/checkpoint.h"

namespace stowage {

Error elsewhereError(const Checkpoint& checkpoint) {
    const WeightsElsewhere& weights = *checkpoint.elsewhere;
    return makeError(
        ErrorCode::NoCheckpoint,
        weights.machine.empty()
            ? say("%1 holds the headers of %2, not its weights: they can be planned here, and "
                  "loaded where that model is.",
                  checkpoint.path, weights.path)
            : say("%1 holds the headers of %2 on %3, not its weights: they can be planned here, "
                  "and loaded there.",
                  checkpoint.path, weights.path, weights.machine),
        checkpoint.path);
}

NotExpressed elsewhereLoss(const WeightsElsewhere& there) {
    return {there.machine.empty() ? say("The weights are not on this machine")
                                  : say("The weights are on %1", there.machine),
            there.path.empty()
                ? say("here are the model's headers alone; put the folder that has "
                      "the weights in place of FOLDER_OR_REPOSITORY")
                : say("here are the model's headers alone; run this where %1 is", there.path)};
}

}  // namespace stowage
