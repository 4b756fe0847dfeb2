// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/fact_columns.h"

#include "engine/base/natural_order.h"
#include "widgets/models/fact_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>

#include <utility>

namespace stowage {
namespace {

struct FactColumns {
    Q_DECLARE_TR_FUNCTIONS(FactColumns)
};

using Kind = FactColumn::Kind;

const QString kNothing = QStringLiteral("–");

}  // namespace

FactColumn bytesColumn(const QString& title, std::function<std::uint64_t(std::size_t)> bytes) {
    FactColumn column;
    column.title = title;
    column.kind = Kind::Number;
    column.width = 84;
    column.text = [bytes](std::size_t row) {
        return bytes(row) == 0 ? kNothing : sizeText(static_cast<double>(bytes(row)));
    };
    column.toolTip = [bytes](std::size_t row) {
        return exactBytesText(static_cast<double>(bytes(row)));
    };
    column.isLess = [bytes](std::size_t a, std::size_t b) { return bytes(a) < bytes(b); };
    return column;
}

FactColumn countColumn(const QString& title, std::function<std::uint64_t(std::size_t)> count) {
    FactColumn column;
    column.title = title;
    column.kind = Kind::Number;
    column.width = 72;
    column.text = [count](std::size_t row) { return countText(count(row)); };
    column.isLess = [count](std::size_t a, std::size_t b) { return count(a) < count(b); };
    return column;
}

FactColumn shareColumn(std::function<std::uint64_t(std::size_t)> bytes, std::uint64_t whole) {
    FactColumn column;
    column.title = FactColumns::tr("Share");
    column.kind = Kind::Number;
    column.width = 110;
    const auto share = [bytes, whole](std::size_t row) {
        return whole == 0 ? 0.0 : static_cast<double>(bytes(row)) / static_cast<double>(whole);
    };
    column.share = share;
    column.text = [share](std::size_t row) {
        const double percent = 100 * share(row);
        return percent <= 0 ? kNothing
               : percent > 0 && percent < 0.05
                   ? QStringLiteral("< 0.1 %")
                   : QString::number(percent, 'f', 1) + QStringLiteral(" %");
    };
    column.isLess = [bytes](std::size_t a, std::size_t b) { return bytes(a) < bytes(b); };
    return column;
}

FactColumn nameColumn(const QString& title, int width,
                      std::function<const std::string&(std::size_t)> name) {
    FactColumn column;
    column.title = title;
    column.kind = Kind::Path;
    column.width = width;
    column.text = [name](std::size_t row) { return QString::fromStdString(name(row)); };
    column.isLess = [name](std::size_t a, std::size_t b) {
        return isNaturallyLess(name(a), name(b));
    };
    return column;
}

}  // namespace stowage
