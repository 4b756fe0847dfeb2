// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_model.h"

#include "engine/plan/reference_transformers.h"

#include <utility>

namespace stowage {

ReferenceModel::ReferenceModel(const ModuleTree& tree, ReferenceDtypes dtypes,
                               const std::vector<std::string>& noSplit)
    : m_tree(tree),
      m_dtypes(std::move(dtypes)),
      m_sizes(tree, m_dtypes),
      m_ties(tree, m_dtypes.rules == ReferenceRules::Transformers ? declaredTies(tree).groups
                                                                  : findTiedParameters(tree)),
      m_whole(tree, noSplit),
      m_largestBelow(largestLayerBelow(tree, m_sizes, m_whole)) {}

}  // namespace stowage
