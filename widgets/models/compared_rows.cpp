// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/compared_rows.h"

#include "widgets/models/fact_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

namespace stowage {
namespace {

struct ComparedRowTexts {
    Q_DECLARE_TR_FUNCTIONS(ComparedRowTexts)
};

using Figure = std::optional<std::uint64_t>;
using Unit = ComparedNumber::Unit;

const QString kNothing = QStringLiteral("–");

QString shown(Figure number, Unit unit) {
    if (!number) {
        return kNothing;
    }
    return unit == Unit::Count ? countText(*number) : sizeText(static_cast<double>(*number));
}

QString exact(Figure number, Unit unit) {
    if (!number) {
        return ComparedRowTexts::tr("This model has no such thing, or it is not known");
    }
    return unit == Unit::Count ? countText(*number) : exactBytesText(static_cast<double>(*number));
}

/// How the second differs from the first: "+4,096 (× 2.00)".
QString differenceText(const ComparedNumber& number) {
    if (number.first == number.second) {
        return {};
    }
    if (!number.first || !number.second) {
        return number.first ? ComparedRowTexts::tr("first only")
                            : ComparedRowTexts::tr("second only");
    }
    const bool isMore = *number.second > *number.first;
    const std::uint64_t amount =
        isMore ? *number.second - *number.first : *number.first - *number.second;
    const QString sign = isMore ? QStringLiteral("+") : QStringLiteral("−");
    const QString text = sign + shown(amount, number.unit);
    if (*number.first == 0 || *number.second == 0) {
        return text;
    }
    const double ratio = static_cast<double>(*number.second) / static_cast<double>(*number.first);
    // Ratios near 1 would read as 1.
    return std::abs(ratio - 1) < 0.005
               ? text
               : ComparedRowTexts::tr("%1 (× %2)").arg(text).arg(ratio, 0, 'g', 3);
}

FactColumn textColumn(const QString& title, int width, FactColumn::Kind kind) {
    FactColumn column;
    column.title = title;
    column.width = width;
    column.kind = kind;
    return column;
}

}  // namespace

void ComparedRowList::addNumbers(const QString& what, const ComparedNumber& number) {
    if (!number.first && !number.second) {
        return;
    }
    const double order = static_cast<double>(number.second.value_or(0)) -
                         static_cast<double>(number.first.value_or(0));
    m_rows.push_back({what, shown(number.first, number.unit), shown(number.second, number.unit),
                      exact(number.first, number.unit), exact(number.second, number.unit),
                      differenceText(number), order});
}

void ComparedRowList::addTexts(const QString& what, const QString& first, const QString& second) {
    if (first.isEmpty() && second.isEmpty()) {
        return;
    }
    const auto orNothing = [](const QString& text) { return text.isEmpty() ? kNothing : text; };
    m_rows.push_back({what, orNothing(first), orNothing(second), orNothing(first),
                      orNothing(second),
                      first == second ? QString() : ComparedRowTexts::tr("differs"), 0});
}

FactTable ComparedRowList::table(const QString& first, const QString& second,
                                 ComparedRows rows) const {
    using Kind = FactColumn::Kind;
    auto kept = std::make_shared<std::vector<Row>>();
    std::ranges::copy_if(m_rows, std::back_inserter(*kept), [rows](const Row& row) {
        return rows == ComparedRows::All || !row.difference.isEmpty();
    });
    const std::shared_ptr<const std::vector<Row>> shared = kept;
    FactColumn what = textColumn(ComparedRowTexts::tr("What"), 230, Kind::Text);
    what.text = [shared](std::size_t i) { return (*shared)[i].what; };
    what.icon = [shared](std::size_t i) {
        return (*shared)[i].difference.isEmpty() ? QStringLiteral("check")
                                                 : QStringLiteral("compare");
    };
    what.toolTip = [shared](std::size_t i) {
        const Row& row = (*shared)[i];
        return row.difference.isEmpty() ? ComparedRowTexts::tr("%1: the same").arg(row.what)
                                        : ComparedRowTexts::tr("%1: differs").arg(row.what);
    };
    FactColumn left = textColumn(first, 170, Kind::Number);
    left.text = [shared](std::size_t i) { return (*shared)[i].first; };
    left.toolTip = [shared](std::size_t i) { return (*shared)[i].firstExact; };
    FactColumn right = textColumn(second, 170, Kind::Number);
    right.text = [shared](std::size_t i) { return (*shared)[i].second; };
    right.toolTip = [shared](std::size_t i) { return (*shared)[i].secondExact; };
    FactColumn difference =
        textColumn(ComparedRowTexts::tr("Second against first"), 190, Kind::Number);
    difference.text = [shared](std::size_t i) {
        const QString& text = (*shared)[i].difference;
        return text.isEmpty() ? ComparedRowTexts::tr("same") : text;
    };
    difference.isLess = [shared](std::size_t a, std::size_t b) {
        return (*shared)[a].order < (*shared)[b].order;
    };
    FactTable table;
    table.columns = {what, left, right, difference};
    table.rows = shared->size();
    table.whenEmpty = ComparedRowTexts::tr("The models agree in all of this.");
    return table;
}

}  // namespace stowage
