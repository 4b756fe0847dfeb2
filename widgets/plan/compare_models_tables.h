// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/support/fact_table.h"

#include <QString>

#include <memory>

namespace stowage {

/// One model of a comparison.
struct ComparedFacts {
    QString name;
    std::shared_ptr<const CheckpointFacts> facts;  ///< not null
};

/// Whether rows in which the models agree are shown.
enum class ComparedRows { All, DifferentOnly };

/// Two models side by side, a row a fact: the first column names it, then come both values and how
/// the second differs from the first, in words and numbers. A row that differs carries a mark.
[[nodiscard]] FactTable comparedFactsTable(const ComparedFacts& first, const ComparedFacts& second,
                                           ComparedRows rows);
/// Bytes by dtype, as stored or described.
[[nodiscard]] FactTable comparedTypesTable(const ComparedFacts& first, const ComparedFacts& second,
                                           ComparedRows rows);
/// Parameters of own tensors by class: the classes of both models.
[[nodiscard]] FactTable comparedClassesTable(const ComparedFacts& first,
                                             const ComparedFacts& second, ComparedRows rows);

/// A table for other programs, with its head.
[[nodiscard]] QString factTableMarkdown(const FactTable& table);
[[nodiscard]] QString factTableCsv(const FactTable& table);

}  // namespace stowage
