// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"

#include <QString>

#include <variant>
#include <vector>

namespace stowage {

/// What a remedy is called, and why: it is worked out with a plan or a run, and shown in whichever
/// language holds then.
struct FixText {
    /// Bytes are a double.
    using Argument = std::variant<QString, DeviceId, double>;

    const char* pattern;
    std::vector<Argument> arguments{};
    const char* context = "ProblemFixes";  ///< of the catalogues

    [[nodiscard]] QString shown() const;
};

/// A remedy that is one click and one undo step away.
struct ProblemFix {
    FixText text;  ///< "Move 4 blocks to CPU"
    PlanEdit edit;
};

/// The obvious remedies of a problem; empty where there is none. A device that is too small: make
/// the plan fit where a strategy overfilled it, move as many of its last blocks as must go, or
/// raise the limit where the card has the room. Tied
/// weights on two devices: move the other name to its owner. A limit in bits: say bytes. What is
/// wrong in a given map or comes from a preset: see mapFixes and presetFixes.
[[nodiscard]] std::vector<ProblemFix> problemFixes(const PlacementPlan& plan,
                                                   const PlanIssue& issue);

}  // namespace stowage
