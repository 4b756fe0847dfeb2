// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_reserve.h"
#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_ties.h"

#include <string>
#include <vector>

namespace stowage {

/// What planning needs to know of a tree under given dtypes and no-split classes, whatever the
/// budgets: worked out once, then shared by balancing, planning and advice. Immutable.
/// `tree` must outlive the object.
class ReferenceModel {
public:
    ReferenceModel(const ModuleTree& tree, ReferenceDtypes dtypes,
                   const std::vector<std::string>& noSplit);

    [[nodiscard]] const ModuleTree& tree() const { return m_tree; }
    [[nodiscard]] const ReferenceDtypes& dtypes() const { return m_dtypes; }
    [[nodiscard]] const ReferenceSizes& sizes() const { return m_sizes; }
    [[nodiscard]] const TieIndex& ties() const { return m_ties; }
    [[nodiscard]] const WholeModules& whole() const { return m_whole; }
    /// By ModuleId.
    [[nodiscard]] const std::vector<ReferenceNumber>& largestBelow() const {
        return m_largestBelow;
    }

private:
    const ModuleTree& m_tree;
    ReferenceDtypes m_dtypes;
    ReferenceSizes m_sizes;
    TieIndex m_ties;
    WholeModules m_whole;
    std::vector<ReferenceNumber> m_largestBelow;
};

}  // namespace stowage
