// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_dialogs.h"

#include "engine/base/csv.h"
#include "engine/model/model_facts.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QString>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

namespace {

/// A figure of two models; nothing where a model has no such thing, or it is not known.
struct ComparedNumber {
    enum class Unit { Count, Bytes };
    std::optional<std::uint64_t> first;
    std::optional<std::uint64_t> second;
    Unit unit = Unit::Count;
};

struct ComparedRowTexts {
    Q_DECLARE_TR_FUNCTIONS(ComparedRowTexts)
};

using ByteCount = std::optional<std::uint64_t>;

using Unit = ComparedNumber::Unit;

QString translated(ByteCount number, Unit unit) {
    if (!number) {
        return kUnknownFigure;
    }
    return unit == Unit::Count ? countText(*number) : sizeText(static_cast<double>(*number));
}

QString exact(ByteCount number, Unit unit) {
    if (!number) {
        return ComparedRowTexts::tr(
            "The model does not have this property, or the value is unknown");
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
    const QString text = sign + translated(amount, number.unit);
    if (*number.first == 0 || *number.second == 0) {
        return text;
    }
    const double ratio = static_cast<double>(*number.second) / static_cast<double>(*number.first);
    // Ratios near 1 would read as 1.
    return std::abs(ratio - 1) < 0.005
               ? text
               : ComparedRowTexts::tr("%1 (× %2)").arg(text).arg(ratio, 0, 'g', 3);
}

/// Rows of a comparison as they are found, then a table of them.
class ComparedRowList {
public:
    /// A row is left out where neither side has anything to say.
    void addNumbers(const QString& what, const ComparedNumber& number) {
        if (!number.first && !number.second) {
            return;
        }
        const double order = static_cast<double>(number.second.value_or(0)) -
                             static_cast<double>(number.first.value_or(0));
        m_rows.push_back({what, translated(number.first, number.unit),
                          translated(number.second, number.unit), exact(number.first, number.unit),
                          exact(number.second, number.unit), differenceText(number), order});
    }
    void addTexts(const QString& what, const QString& first, const QString& second) {
        if (first.isEmpty() && second.isEmpty()) {
            return;
        }
        const QString left = first.isEmpty() ? kUnknownFigure : first;
        const QString right = second.isEmpty() ? kUnknownFigure : second;
        m_rows.push_back({what, left, right, left, right,
                          first == second ? QString() : ComparedRowTexts::tr("differs"), 0});
    }

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

FactTable ComparedRowList::table(const QString& first, const QString& second,
                                 ComparedRows rows) const {
    using Kind = FactColumn::Kind;
    const auto kept = std::make_shared<std::vector<Row>>();
    std::ranges::copy_if(m_rows, std::back_inserter(*kept), [rows](const Row& row) {
        return rows == ComparedRows::All || !row.difference.isEmpty();
    });
    const auto row = [shared = std::shared_ptr<const std::vector<Row>>(kept)](
                         std::size_t i) -> const Row& { return (*shared)[i]; };
    const auto whatHint = [row](std::size_t i) {
        return row(i).difference.isEmpty()
                   ? ComparedRowTexts::tr("%1: same in both models").arg(row(i).what)
                   : ComparedRowTexts::tr("%1: differs").arg(row(i).what);
    };
    const auto mark = [row](std::size_t i) {
        return row(i).difference.isEmpty() ? QStringLiteral("check") : QStringLiteral("compare");
    };
    const auto differenceOf = [row](std::size_t i) {
        const QString& text = row(i).difference;
        return text.isEmpty() ? ComparedRowTexts::tr("same") : text;
    };
    return {.columns = {{.title = ComparedRowTexts::tr("Property"),
                         .text = [row](std::size_t i) { return row(i).what; },
                         .toolTip = whatHint,
                         .icon = mark,
                         .width = 230},
                        {.title = first,
                         .kind = Kind::Number,
                         .text = [row](std::size_t i) { return row(i).first; },
                         .toolTip = [row](std::size_t i) { return row(i).firstExact; },
                         .width = 170},
                        {.title = second,
                         .kind = Kind::Number,
                         .text = [row](std::size_t i) { return row(i).second; },
                         .toolTip = [row](std::size_t i) { return row(i).secondExact; },
                         .width = 170},
                        {.title = ComparedRowTexts::tr("Second vs. first"),
                         .kind = Kind::Number,
                         .text = differenceOf,
                         .isLess = [row](std::size_t a,
                                         std::size_t b) { return row(a).order < row(b).order; },
                         .width = 190}},
            .rows = kept->size(),
            .whenEmpty = ComparedRowTexts::tr("Both models have the same values in all rows.")};
}

struct CompareModelsTables {
    Q_DECLARE_TR_FUNCTIONS(CompareModelsTables)
};

using Number = ModelFacts::Number;

/// What both sides say of their models; empty where a side does not know its own.
struct Known {
    const ModelFacts* first;
    const ModelFacts* second;

    template <class Member>
    [[nodiscard]] Number of(const ModelFacts* facts, Member member) const {
        return facts == nullptr ? Number() : Number(member(*facts));
    }
    template <class Member>
    void add(ComparedRowList& rows, const QString& what, Unit unit, Member member) const {
        rows.addNumbers(what, {of(first, member), of(second, member), unit});
    }
};

void addShape(ComparedRowList& rows, const Known& known) {
    using F = ModelFacts;
    const auto add = [&](const QString& what, Number F::*field) {
        known.add(rows, what, Unit::Count, [field](const F& facts) { return facts.*field; });
    };
    add(CompareModelsTables::tr("Layers"), &F::layers);
    add(CompareModelsTables::tr("Layers of the encoder"), &F::encoderLayers);
    add(CompareModelsTables::tr("Hidden size"), &F::hiddenSize);
    add(CompareModelsTables::tr("Attention heads"), &F::attentionHeads);
    add(CompareModelsTables::tr("Key/value heads"), &F::keyValueHeads);
    add(CompareModelsTables::tr("Head width"), &F::headWidth);
    add(CompareModelsTables::tr("Latent width"), &F::latentWidth);
    add(CompareModelsTables::tr("Context, tokens"), &F::contextLength);
    add(CompareModelsTables::tr("Vocabulary, tokens"), &F::vocabulary);
    add(CompareModelsTables::tr("Experts per layer"), &F::experts);
    add(CompareModelsTables::tr("Experts per token"), &F::activeExperts);
    add(CompareModelsTables::tr("Shared experts"), &F::sharedExperts);
}

Number cacheBytes(const ModelFacts& facts, std::uint64_t (*bytes)(const KvCacheFacts&)) {
    return facts.cache ? Number(bytes(*facts.cache)) : std::nullopt;
}

void addCache(ComparedRowList& rows, const Known& known) {
    known.add(rows, CompareModelsTables::tr("KV cache per token, bfloat16"), Unit::Bytes,
              [](const ModelFacts& facts) {
                  return cacheBytes(facts, [](const KvCacheFacts& cache) {
                      return kvBytesPerToken(cache, DType::BFloat16);
                  });
              });
    known.add(rows, CompareModelsTables::tr("KV cache per token beyond the window"), Unit::Bytes,
              [](const ModelFacts& facts) {
                  const bool isBounded = facts.cache && facts.cache->windowLayers() > 0;
                  return isBounded
                             ? cacheBytes(facts,
                                          [](const KvCacheFacts& cache) {
                                              return kvBytesPerTokenBeyond(cache, DType::BFloat16);
                                          })
                             : std::nullopt;
              });
    known.add(rows, CompareModelsTables::tr("Sliding window, tokens"), Unit::Count,
              [](const ModelFacts& facts) {
                  const bool isBounded = facts.cache && facts.cache->windowLayers() > 0;
                  return isBounded ? Number(facts.cache->window) : std::nullopt;
              });
    // At a length that both can read.
    if (known.first == nullptr || known.second == nullptr || !known.first->contextLength ||
        !known.second->contextLength) {
        return;
    }
    const std::uint64_t tokens =
        std::min(*known.first->contextLength, *known.second->contextLength);
    known.add(rows,
              CompareModelsTables::tr("KV cache of %1 tokens, bfloat16").arg(countText(tokens)),
              Unit::Bytes, [tokens](const ModelFacts& facts) {
                  return facts.cache ? Number(kvBytes(*facts.cache, DType::BFloat16, tokens))
                                     : std::nullopt;
              });
}

Number largestBlock(const CheckpointFacts& facts) {
    Number largest;
    for (const ClassFact& fact : facts.classes) {
        if (fact.isNoSplit) {
            largest = std::max(largest.value_or(0), fact.largestBytes);
        }
    }
    return largest;
}

void addSizes(ComparedRowList& rows, const CheckpointFacts& a, const CheckpointFacts& b) {
    rows.addNumbers(CompareModelsTables::tr("Size, stored or calculated"),
                    {a.modelBytes, b.modelBytes, Unit::Bytes});
    rows.addNumbers(CompareModelsTables::tr("Largest block that is not split"),
                    {largestBlock(a), largestBlock(b), Unit::Bytes});
    rows.addNumbers(CompareModelsTables::tr("Modules"), {a.modules, b.modules, Unit::Count});
    rows.addNumbers(CompareModelsTables::tr("Tensors"), {a.tensors, b.tensors, Unit::Count});
    rows.addNumbers(CompareModelsTables::tr("Tied groups"),
                    {a.tied.size(), b.tied.size(), Unit::Count});
}

/// Rows of two lists with names, what is largest in either first.
template <class Item, class Name, class Value>
void addUnion(ComparedRowList& rows, const std::vector<Item>& first,
              const std::vector<Item>& second, Name name, Value value, Unit unit) {
    const auto find = [&](const std::vector<Item>& items, const QString& wanted) {
        const auto found = std::ranges::find(items, wanted, name);
        return found == items.end() ? Number() : Number(value(*found));
    };
    std::vector<QString> names;
    for (const auto* items : {&first, &second}) {
        for (const Item& item : *items) {
            if (std::ranges::find(names, name(item)) == names.end()) {
                names.push_back(name(item));
            }
        }
    }
    std::ranges::stable_sort(names, std::greater{}, [&](const QString& one) {
        return std::max(find(first, one).value_or(0), find(second, one).value_or(0));
    });
    for (const QString& one : names) {
        const Number a = find(first, one);
        const Number b = find(second, one);
        // Modules without parameters of their own say nothing here.
        if (a.value_or(0) > 0 || b.value_or(0) > 0) {
            rows.addNumbers(one, {a, b, unit});
        }
    }
}

}  // namespace

FactTable comparedFactsTable(const ComparedFacts& first, const ComparedFacts& second,
                             ComparedRows rows) {
    const Known known{first.facts->model.get(), second.facts->model.get()};
    ComparedRowList list;
    const auto text = [](const ModelFacts* facts, std::string ModelFacts::*field) {
        return facts == nullptr ? QString() : translated(facts->*field);
    };
    list.addTexts(CompareModelsTables::tr("Class"), text(known.first, &ModelFacts::className),
                  text(known.second, &ModelFacts::className));
    list.addTexts(CompareModelsTables::tr("Family"), text(known.first, &ModelFacts::family),
                  text(known.second, &ModelFacts::family));
    list.addNumbers(CompareModelsTables::tr("Parameters"),
                    {first.facts->parameters, second.facts->parameters, Unit::Count});
    known.add(list, CompareModelsTables::tr("Parameters active per token"), Unit::Count,
              [](const ModelFacts& facts) { return Number(facts.activeParameters); });
    known.add(list, CompareModelsTables::tr("Parameters in embeddings"), Unit::Count,
              [](const ModelFacts& facts) { return Number(facts.embeddingParameters); });
    addShape(list, known);
    addCache(list, known);
    addSizes(list, *first.facts, *second.facts);
    return list.table(first.name, second.name, rows);
}

FactTable comparedTypesTable(const ComparedFacts& first, const ComparedFacts& second,
                             ComparedRows rows) {
    ComparedRowList list;
    addUnion(
        list, first.facts->dtypes, second.facts->dtypes,
        [](const DTypeFact& fact) { return dtypeText(fact.dtype); },
        [](const DTypeFact& fact) { return fact.bytes; }, Unit::Bytes);
    return list.table(first.name, second.name, rows);
}

FactTable comparedClassesTable(const ComparedFacts& first, const ComparedFacts& second,
                               ComparedRows rows) {
    ComparedRowList list;
    addUnion(
        list, first.facts->classes, second.facts->classes,
        [](const ClassFact& fact) {
            return fact.name.empty() ? CompareModelsTables::tr("not known")
                                     : QString::fromStdString(fact.name);
        },
        [](const ClassFact& fact) { return fact.parameters; }, Unit::Count);
    return list.table(first.name, second.name, rows);
}

QString factTableMarkdown(const FactTable& table) {
    const auto cell = [](QString text) {
        return text.replace(QLatin1Char('|'), QStringLiteral("\\|"));
    };
    QString head = QStringLiteral("|");
    QString rule = QStringLiteral("|");
    for (const FactColumn& column : table.columns) {
        head += QStringLiteral(" %1 |").arg(cell(column.title));
        rule += column.kind == FactColumn::Kind::Number ? QStringLiteral(" ---: |")
                                                        : QStringLiteral(" --- |");
    }
    QString text = head + QLatin1Char('\n') + rule + QLatin1Char('\n');
    for (std::size_t row = 0; row < table.rows; ++row) {
        text += QLatin1Char('|');
        for (const FactColumn& column : table.columns) {
            text += QStringLiteral(" %1 |").arg(cell(column.text(row)));
        }
        text += QLatin1Char('\n');
    }
    return text;
}

QString factTableCsv(const FactTable& table) {
    std::vector<std::string> cells;
    for (const FactColumn& column : table.columns) {
        cells.push_back(column.title.toStdString());
    }
    std::string text = csvRow(cells);
    for (std::size_t row = 0; row < table.rows; ++row) {
        cells.clear();
        for (const FactColumn& column : table.columns) {
            cells.push_back(column.text(row).toStdString());
        }
        text += csvRow(cells);
    }
    return QString::fromStdString(text);
}

}  // namespace stowage
