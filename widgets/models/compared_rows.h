// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/compare_models_tables.h"
#include "widgets/models/fact_table.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// A figure of two models; nothing where a model has no such thing, or it is not known.
struct ComparedNumber {
    enum class Unit { Count, Bytes };
    std::optional<std::uint64_t> first;
    std::optional<std::uint64_t> second;
    Unit unit = Unit::Count;
};

/// Rows of a comparison as they are found, then a table of them.
class ComparedRowList {
public:
    /// A row is left out where neither side has anything to say.
    void addNumbers(const QString& what, const ComparedNumber& number);
    void addTexts(const QString& what, const QString& first, const QString& second);

    [[nodiscard]] FactTable table(const QString& first, const QString& second,
                                  ComparedRows rows) const;

private:
    struct Row {
        QString what;
        QString first, second;
        QString firstExact, secondExact;
        QString difference;  ///< "": both are the same
        double order = 0;    ///< of the difference
    };

    std::vector<Row> m_rows;
};

}  // namespace stowage
