// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/support/fact_table.h"

#include <memory>

namespace stowage {

/// What the tables of the page on the open model are made of; none is null.
struct FactSource {
    std::shared_ptr<const CheckpointFacts> facts;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
};

/// Sizes by class; own tensors only, so that the column adds up to the model.
[[nodiscard]] FactTable classTable(const FactSource& source);
[[nodiscard]] FactTable dtypeTable(const FactSource& source);
/// The largest tensors and where their bytes lie.
[[nodiscard]] FactTable largestTable(const FactSource& source);
[[nodiscard]] FactTable fileTable(const FactSource& source);
/// Names that share a tensor.
[[nodiscard]] FactTable tiedTable(const FactSource& source);
/// Keys that do not agree with the model as it is known.
[[nodiscard]] FactTable keyTable(const FactSource& source);
/// What is odd but readable, a sentence a row.
[[nodiscard]] FactTable noteTable(const FactSource& source);

}  // namespace stowage
