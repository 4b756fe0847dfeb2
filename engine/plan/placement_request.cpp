// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_request.h"

namespace stowage {

std::string_view rulesName(PlacementRules rules) {
    return rules == PlacementRules::Transformers ? "transformers" : "accelerate";
}

Result<PlacementRules> rulesFromName(std::string_view name) {
    for (const PlacementRules rules : {PlacementRules::Accelerate, PlacementRules::Transformers}) {
        if (name == rulesName(rules)) {
            return rules;
        }
    }
    return fail(ErrorCode::InvalidArgument, "There are no rules \"" + std::string(name) +
                                                "\"; choose accelerate or transformers.");
}

}  // namespace stowage
