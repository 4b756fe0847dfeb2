// SPDX-License-Identifier: GPL-3.0-or-later
// The tables about names: tied ones, keys that do not agree, and what is odd.
#include "widgets/models/fact_columns.h"
#include "widgets/models/fact_tables.h"
#include "widgets/models/fact_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>
#include <QStringList>

namespace stowage {
namespace {

struct FactTables {
    Q_DECLARE_TR_FUNCTIONS(FactTables)
};

/// A row of the keys: the missing ones, then the unexpected, then those of another shape or type.
class KeyRows {
public:
    enum class Problem { Missing, Unexpected, Mismatch };

    explicit KeyRows(std::shared_ptr<const KeyCheck> check) : m_check(std::move(check)) {}

    [[nodiscard]] std::size_t count() const {
        return m_check->missing.size() + m_check->unexpected.size() + m_check->mismatched.size();
    }
    [[nodiscard]] Problem problem(std::size_t row) const {
        return row < m_check->missing.size()                                ? Problem::Missing
               : row < m_check->missing.size() + m_check->unexpected.size() ? Problem::Unexpected
                                                                            : Problem::Mismatch;
    }
    [[nodiscard]] const KeyMismatch& mismatch(std::size_t row) const {
        return m_check->mismatched[row - m_check->missing.size() - m_check->unexpected.size()];
    }
    [[nodiscard]] const std::string& name(std::size_t row) const {
        switch (problem(row)) {
            case Problem::Missing:
                return m_check->missing[row];
            case Problem::Unexpected:
                return m_check->unexpected[row - m_check->missing.size()];
            case Problem::Mismatch:
                break;
        }
        return mismatch(row).name;
    }

private:
    std::shared_ptr<const KeyCheck> m_check;
};

QString problemText(const KeyRows& rows, std::size_t row) {
    switch (rows.problem(row)) {
        case KeyRows::Problem::Missing:
            return FactTables::tr("missing in the file");
        case KeyRows::Problem::Unexpected:
            return FactTables::tr("not in the model");
        case KeyRows::Problem::Mismatch:
            break;
    }
    const KeyMismatch& mismatch = rows.mismatch(row);
    return mismatch.hasOtherShape() && mismatch.hasOtherDtype()
               ? FactTables::tr("other shape and type")
           : mismatch.hasOtherShape() ? FactTables::tr("other shape")
                                      : FactTables::tr("other type");
}

QString sideText(const std::vector<std::int64_t>& shape, DType dtype) {
    return dtypeText(dtype) + QStringLiteral("  ") + shapeText(shape);
}

}  // namespace

FactTable tiedTable(const FactSource& source) {
    const auto row = [facts = source.facts](std::size_t i) -> const TiedFact& {
        return facts->tied[i];
    };
    FactColumn others;
    others.title = FactTables::tr("The same tensor");
    others.kind = FactColumn::Kind::Path;
    others.width = 360;
    others.text = [row](std::size_t i) {
        QStringList names;
        for (auto name = row(i).names.begin() + 1; name != row(i).names.end(); ++name) {
            names.append(QString::fromStdString(*name));
        }
        return names.join(QStringLiteral(", "));
    };
    FactTable table;
    table.columns = {
        nameColumn(FactTables::tr("Tensor"), 260,
                   [row](std::size_t i) -> const std::string& { return row(i).names.front(); }),
        others,
        bytesColumn(FactTables::tr("Size, once"), [row](std::size_t i) { return row(i).bytes; })};
    table.rows = source.facts->tied.size();
    table.whenEmpty = FactTables::tr("No two names share a tensor.");
    table.modules = [row, tree = source.tree](std::size_t i) {
        std::vector<ModuleId> modules;
        for (const std::string& name : row(i).names) {
            if (const auto module = owningModule(tree.get(), name)) {
                modules.push_back(*module);
            }
        }
        return modules;
    };
    return table;
}

FactTable keyTable(const FactSource& source) {
    FactTable table;
    if (source.facts->keyCheck == nullptr) {
        table.whenEmpty = FactTables::tr(
            "There is nothing to hold the keys against: the model is not known from elsewhere. Put "
            "its .tree.json beside the checkpoint, or choose one.");
        return table;
    }
    const KeyRows rows(source.facts->keyCheck);
    FactColumn problem{.title = FactTables::tr("What is wrong"),
                       .text = [rows](std::size_t i) { return problemText(rows, i); }};
    problem.width = 150;
    problem.isLess = [rows](std::size_t a, std::size_t b) {
        return rows.problem(a) < rows.problem(b);
    };
    problem.icon = [rows](std::size_t i) {
        return rows.problem(i) == KeyRows::Problem::Unexpected ? QStringLiteral("warning")
                                                               : QStringLiteral("error");
    };
    FactColumn stored{.title = FactTables::tr("In the file"), .text = [rows](std::size_t i) {
                          return rows.problem(i) != KeyRows::Problem::Mismatch
                                     ? QStringLiteral("–")
                                     : sideText(rows.mismatch(i).storedShape,
                                                rows.mismatch(i).storedDtype);
                      }};
    FactColumn model{.title = FactTables::tr("In the model"), .text = [rows](std::size_t i) {
                         return rows.problem(i) != KeyRows::Problem::Mismatch
                                    ? QStringLiteral("–")
                                    : sideText(rows.mismatch(i).modelShape,
                                               rows.mismatch(i).modelDtype);
                     }};
    stored.width = model.width = 170;
    table.columns = {
        nameColumn(FactTables::tr("Key"), 300,
                   [rows](std::size_t i) -> const std::string& { return rows.name(i); }),
        problem, stored, model};
    table.rows = rows.count();
    table.whenEmpty = keyCheckWords(*source.facts->keyCheck);
    table.modules = [rows, tree = source.tree](std::size_t i) {
        const auto module = owningModule(tree.get(), rows.name(i));
        return module ? std::vector{*module} : std::vector<ModuleId>();
    };
    return table;
}

FactTable noteTable(const FactSource& source) {
    QStringList last;
    const CheckpointFacts& facts = *source.facts;
    if (facts.viewCount > 0) {
        last.append(facts.viewCount == 1
                        ? FactTables::tr("1 tensor is a view with strides of its own: its elements "
                                         "are gathered while it is loaded.")
                        : FactTables::tr("%1 tensors are views with strides of their own: their "
                                         "elements are gathered while they are loaded.")
                              .arg(countText(facts.viewCount)));
    }
    const std::size_t warnings = facts.warnings.size();
    const std::size_t metas = facts.metaTensors.size();
    FactColumn note;
    note.title = FactTables::tr("Note");
    note.width = 900;
    note.icon = [warnings, metas](std::size_t i) {
        return i < warnings + metas ? QStringLiteral("warning") : QString();
    };
    note.text = [facts = source.facts, last, warnings, metas](std::size_t i) {
        if (i < warnings) {
            return QString::fromStdString(facts->warnings[i]);
        }
        return i < warnings + metas
                   ? FactTables::tr(
                         "%1 was saved on the meta device: it has a shape, but no bytes "
                         "that could be loaded.")
                         .arg(QString::fromStdString(facts->metaTensors[i - warnings]))
                   : last.at(static_cast<qsizetype>(i - warnings - metas));
    };
    FactTable table;
    table.columns = {note};
    table.rows = warnings + metas + static_cast<std::size_t>(last.size());
    table.whenEmpty = FactTables::tr("Nothing about the checkpoint is odd.");
    table.isProse = true;
    return table;
}

}  // namespace stowage
