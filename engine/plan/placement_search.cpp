// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stowage {
namespace {

constexpr std::array<std::string_view, 5> kObjectiveNames{"decode", "prefill", "mix", "context",
                                                          "pipeline"};

}  // namespace

std::string_view objectiveName(Objective objective) {
    return kObjectiveNames[static_cast<std::size_t>(objective)];
}

Result<Objective> objectiveFromName(std::string_view name) {
    const auto found = std::ranges::find(kObjectiveNames, name);
    if (found == kObjectiveNames.end()) {
        return fail(ErrorCode::InvalidArgument,
                    say("There is no objective \"%1\"; choose decode, prefill, mix, context or "
                        "pipeline.",
                        name));
    }
    return static_cast<Objective>(found - kObjectiveNames.begin());
}

bool isMaximised(Objective objective) {
    return objective == Objective::Context || objective == Objective::Pipeline;
}

double OptimalProof::gap() const {
    if (!value || *value == bound) {
        return 0;
    }
    const double larger = std::max(std::abs(*value), std::abs(bound));
    return std::abs(*value - bound) / larger;
}

}  // namespace stowage
