// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/model/pretrained_models.h"

#include <string>

namespace stowage {

struct Checkpoint;

/// Of a model of which only the headers are here (open/headers_only.h): where its weights are.
struct WeightsElsewhere {
    std::string machine{};  ///< as ssh takes it; "": nobody said
    std::string path{};     ///< the model there

    friend bool operator==(const WeightsElsewhere&, const WeightsElsewhere&) = default;
};

/// Why the weights of such a checkpoint cannot be read: "… on gpu1 …".
[[nodiscard]] Error elsewhereError(const Checkpoint& checkpoint);

/// What another program has to be told that gets such a model.
[[nodiscard]] NotExpressed elsewhereLoss(const WeightsElsewhere& there);

}  // namespace stowage
