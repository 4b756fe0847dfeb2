// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/fact_tables.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace stowage {

namespace {

struct FactColumns {
    Q_DECLARE_TR_FUNCTIONS(FactColumns)
};

using ColumnKind = FactColumn::Kind;

struct FactTables {
    Q_DECLARE_TR_FUNCTIONS(FactTables)
};

/// Bytes as GiB or MiB, the exact number in the tooltip; sorted by it.
FactColumn bytesColumn(const QString& title, std::function<std::uint64_t(std::size_t)> bytes) {
    return {.title = title,
            .kind = ColumnKind::Number,
            .text = [bytes](std::size_t row) { return sizeOrDash(bytes(row)); },
            .toolTip = [bytes](std::size_t row) { return exactBytesText(bytes(row)); },
            .isLess = [bytes](std::size_t a, std::size_t b) { return bytes(a) < bytes(b); },
            .width = 84};
}

/// Whole numbers of things.
FactColumn countColumn(const QString& title, std::function<std::uint64_t(std::size_t)> count) {
    return {.title = title,
            .kind = ColumnKind::Number,
            .text = [count](std::size_t row) { return countText(count(row)); },
            .isLess = [count](std::size_t a, std::size_t b) { return count(a) < count(b); },
            .width = 72};
}

/// The part of `whole` in per cent, with a bar.
FactColumn shareColumn(std::function<std::uint64_t(std::size_t)> bytes, std::uint64_t whole) {
    const auto share = [bytes, whole](std::size_t row) {
        return whole == 0 ? 0.0 : static_cast<double>(bytes(row)) / static_cast<double>(whole);
    };
    const auto text = [share](std::size_t row) {
        const double percent = 100 * share(row);
        return percent <= 0     ? kUnknownFigure
               : percent < 0.05 ? percentText(QStringLiteral("< 0.1"))
                                : percentText(QString::number(percent, 'f', 1));
    };
    return {.title = FactColumns::tr("Share"),
            .kind = ColumnKind::Number,
            .text = text,
            .isLess = [bytes](std::size_t a, std::size_t b) { return bytes(a) < bytes(b); },
            .share = share,
            .width = 110};
}

/// Names, sorted as people count: "h.2" before "h.10".
FactColumn nameColumn(const QString& title, int width,
                      std::function<const std::string&(std::size_t)> name) {
    return {.title = title,
            .kind = ColumnKind::Path,
            .text = [name](std::size_t row) { return QString::fromStdString(name(row)); },
            .isLess = [name](std::size_t a,
                             std::size_t b) { return isNaturallyLess(name(a), name(b)); },
            .width = width};
}

/// The module that owns a tensor, as rows select it; none where it is not known.
std::vector<ModuleId> ownerOf(const ModuleTree& tree, const std::string& tensor) {
    const auto module = owningModule(&tree, tensor);
    return module ? std::vector{*module} : std::vector<ModuleId>();
}

template <class Accepts>
std::vector<ModuleId> owners(const ModuleTree& tree, Accepts accepts) {
    std::vector<ModuleId> modules;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (accepts(tensor) && (modules.empty() || modules.back() != tensor.module)) {
            modules.push_back(tensor.module);
        }
    }
    return modules;
}

QString shownName(const std::string& path, const Checkpoint& checkpoint) {
    const QString file = QString::fromStdString(path);
    const QFileInfo opened(QString::fromStdString(checkpoint.path));
    return opened.isDir() ? QDir(opened.absoluteFilePath()).relativeFilePath(file)
                          : QFileInfo(file).fileName();
}

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
               ? FactTables::tr("different shape and type")
           : mismatch.hasOtherShape() ? FactTables::tr("different shape")
                                      : FactTables::tr("different type");
}

QString sideText(const std::vector<std::int64_t>& shape, DType dtype) {
    return dtypeText(dtype) + QStringLiteral("  ") + shapeText(shape);
}

}  // namespace

FactTable classTable(const FactSource& source) {
    const auto row = [facts = source.facts](std::size_t i) -> const ClassFact& {
        return facts->classes[i];
    };
    FactColumn name =
        nameColumn(FactTables::tr("Class"), 190,
                   [row](std::size_t i) -> const std::string& { return row(i).name; });
    name.text = [row](std::size_t i) {
        const QString text = QString::fromStdString(row(i).name);
        return text.isEmpty()     ? FactTables::tr("not known")
               : row(i).isGuessed ? FactTables::tr("%1 (guessed)").arg(text)
                                  : text;
    };
    name.toolTip = [row, text = name.text](std::size_t i) {
        return row(i).isGuessed ? FactTables::tr(
                                      "%1: numbered siblings of the same shape, proposed as blocks "
                                      "that must not be split")
                                      .arg(text(i))
               : row(i).isNoSplit ? FactTables::tr("%1: must not be split").arg(text(i))
                                  : text(i);
    };
    name.icon = [row](std::size_t i) {
        return row(i).isNoSplit ? QStringLiteral("no_split") : QString();
    };
    FactColumn parameters = countColumn(FactTables::tr("Parameters"),
                                        [row](std::size_t i) { return row(i).parameters; });
    parameters.toolTip = parameters.text;
    parameters.text = [row](std::size_t i) { return formatCount(row(i).parameters); };
    const auto bytes = [row](std::size_t i) { return row(i).bytes; };
    FactTable table;
    table.columns = {
        name,
        countColumn(FactTables::tr("Modules"), [row](std::size_t i) { return row(i).modules; }),
        parameters,
        bytesColumn(FactTables::tr("Own size"), bytes),
        shareColumn(bytes, source.facts->modelBytes),
        bytesColumn(FactTables::tr("Largest module"),
                    [row](std::size_t i) { return row(i).largestBytes; })};
    table.columns[3].hint = FactTables::tr(
        "Total size of the tensors that belong directly to the modules of the class. The sum of "
        "all rows is the size of the model, with tied tensors counted once.");
    table.columns[5].hint =
        FactTables::tr("Size of the largest module of the class, including its submodules");
    table.columns[5].width = 110;
    table.rows = source.facts->classes.size();
    table.modules = [row, tree = source.tree](std::size_t i) {
        std::vector<ModuleId> modules;
        for (const ModuleNode& node : tree->nodes()) {
            // The root is no row of the tree.
            if (node.className == row(i).name && node.id != ModuleTree::root()) {
                modules.push_back(node.id);
            }
        }
        return modules;
    };
    table.filter = [row](std::size_t i) {
        const QString text = QString::fromStdString(row(i).name);
        return text.isEmpty() ? QString() : QStringLiteral("class:") + text;
    };
    return table;
}

FactTable dtypeTable(const FactSource& source) {
    const auto row = [facts = source.facts](std::size_t i) -> const DTypeFact& {
        return facts->dtypes[i];
    };
    const FactColumn type{.title = FactTables::tr("Type"),
                          .text = [row](std::size_t i) { return dtypeText(row(i).dtype); },
                          .width = 120};
    const auto bytes = [row](std::size_t i) { return row(i).bytes; };
    std::uint64_t whole = 0;
    for (const DTypeFact& fact : source.facts->dtypes) {
        whole += fact.bytes;
    }
    const auto whatCanBeDone = [row](std::size_t i) {
        return elementBlock(row(i).dtype)
                   ? FactTables::tr("can be planned; quantised blocks cannot be loaded")
                   : FactTables::tr("can be planned and loaded");
    };
    const FactColumn use{.title = FactTables::tr("Support"), .text = whatCanBeDone, .width = 240};
    FactTable table;
    table.columns = {
        type,
        countColumn(FactTables::tr("Tensors"), [row](std::size_t i) { return row(i).tensors; }),
        bytesColumn(FactTables::tr("Size"), bytes), shareColumn(bytes, whole), use};
    table.rows = source.facts->dtypes.size();
    table.whenEmpty = FactTables::tr("The model contains no tensors.");
    table.modules = [row, tree = source.tree](std::size_t i) {
        return owners(*tree,
                      [type = row(i).dtype](const TensorSpec& t) { return t.dtype == type; });
    };
    return table;
}

FactTable largestTable(const FactSource& source) {
    const auto row = [facts = source.facts](std::size_t i) -> const TensorFact& {
        return facts->largest[i];
    };
    FactColumn name =
        nameColumn(FactTables::tr("Tensor"), 250,
                   [row](std::size_t i) -> const std::string& { return row(i).name; });
    name.icon = [row](std::size_t i) {
        return row(i).names > 1 ? QStringLiteral("tied") : QString();
    };
    name.toolTip = [row](std::size_t i) {
        const QString text = QString::fromStdString(row(i).name);
        return row(i).names > 1 ? FactTables::tr("%1, one of %2 names of this tensor")
                                      .arg(text, countText(row(i).names))
                                : text;
    };
    const auto bytes = [row](std::size_t i) { return row(i).bytes; };
    const auto fileName = [row, checkpoint = source.checkpoint](std::size_t i) {
        return row(i).location
                   ? shownName(checkpoint->shards[row(i).location->shard]->path(), *checkpoint)
                   : FactTables::tr("no bytes stored");
    };
    const auto place = [row](std::size_t i) {
        return row(i).location ? row(i).location->offset : std::uint64_t{0};
    };
    FactColumn offset = countColumn(FactTables::tr("At byte"), place);
    offset.width = 110;
    offset.text = [row, place](std::size_t i) {
        return row(i).location ? countText(place(i)) : kUnknownFigure;
    };
    offset.toolTip = [place](std::size_t i) { return QStringLiteral("0x%1").arg(place(i), 0, 16); };
    FactTable table;
    table.columns = {
        name,
        {.title = FactTables::tr("Type"),
         .text = [row](std::size_t i) { return dtypeText(row(i).dtype); }},
        {.title = FactTables::tr("Shape"),
         .text = [row](std::size_t i) { return shapeText(row(i).shape); },
         .width = 110},
        bytesColumn(FactTables::tr("Size"), bytes),
        shareColumn(bytes, source.facts->modelBytes),
        {.title = FactTables::tr("File"), .kind = ColumnKind::Path, .text = fileName, .width = 200},
        offset};
    table.rows = source.facts->largest.size();
    table.whenEmpty = FactTables::tr("The model contains no tensors.");
    table.modules = [row, tree = source.tree](std::size_t i) {
        return ownerOf(*tree, row(i).name);
    };
    return table;
}

FactTable fileTable(const FactSource& source) {
    const auto row = [facts = source.facts](std::size_t i) -> const FileFact& {
        return facts->files[i];
    };
    FactColumn name =
        nameColumn(FactTables::tr("File"), 320,
                   [row](std::size_t i) -> const std::string& { return row(i).file->path(); });
    name.toolTip = name.text;
    name.text = [row, checkpoint = source.checkpoint](std::size_t i) {
        return shownName(row(i).file->path(), *checkpoint);
    };
    const auto bytes = [row](std::size_t i) { return row(i).file->size(); };
    FactTable table;
    table.columns = {
        name,
        countColumn(FactTables::tr("Tensors"), [row](std::size_t i) { return row(i).tensors; }),
        bytesColumn(FactTables::tr("Size"), bytes), shareColumn(bytes, source.facts->fileBytes),
        bytesColumn(FactTables::tr("In this model's tensors"),
                    [row](std::size_t i) { return row(i).tensorBytes; })};
    table.columns.back().width = 150;
    table.rows = source.facts->files.size();
    table.whenEmpty =
        FactTables::tr("There are no weights: only the modules and sizes of the model are known.");
    table.modules = [checkpoint = source.checkpoint, tree = source.tree](std::size_t i) {
        std::vector<ModuleId> modules;
        for (const StoredTensor& tensor : checkpoint->tensors) {
            const auto module = tensor.location.shard == i && !tensor.isMeta
                                    ? owningModule(tree.get(), tensor.name)
                                    : std::nullopt;
            if (module && (modules.empty() || modules.back() != *module)) {
                modules.push_back(*module);
            }
        }
        return modules;
    };
    return table;
}

// The tables about names: tied ones, keys that do not agree, and what is odd.

FactTable tiedTable(const FactSource& source) {
    const auto row = [facts = source.facts](std::size_t i) -> const TiedFact& {
        return facts->tied[i];
    };
    const auto otherNames = [row](std::size_t i) {
        QStringList names = textList(row(i).names);
        names.removeFirst();
        return names.join(listSeparator());
    };
    FactTable table;
    table.columns = {
        nameColumn(FactTables::tr("Tensor"), 260,
                   [row](std::size_t i) -> const std::string& { return row(i).names.front(); }),
        {.title = FactTables::tr("Other names"),
         .kind = ColumnKind::Path,
         .text = otherNames,
         .width = 360},
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
            "The keys of the checkpoint are the only source of the modules, so they cannot be "
            "compared with the model. Put the model's .tree.json file next to the checkpoint, or "
            "choose such a file.");
        return table;
    }
    const KeyRows rows(source.facts->keyCheck);
    const auto problemIcon = [rows](std::size_t i) {
        return rows.problem(i) == KeyRows::Problem::Unexpected ? QStringLiteral("warning")
                                                               : QStringLiteral("error");
    };
    const FactColumn problem{
        .title = FactTables::tr("Problem"),
        .text = [rows](std::size_t i) { return problemText(rows, i); },
        .isLess = [rows](std::size_t a,
                         std::size_t b) { return rows.problem(a) < rows.problem(b); },
        .icon = problemIcon,
        .width = 150};
    const auto side = [&rows](const QString& title, const auto& shape, const auto& dtype) {
        return FactColumn{.title = title,
                          .text =
                              [rows, shape, dtype](std::size_t i) {
                                  return rows.problem(i) == KeyRows::Problem::Mismatch
                                             ? sideText(rows.mismatch(i).*shape,
                                                        rows.mismatch(i).*dtype)
                                             : kUnknownFigure;
                              },
                          .width = 170};
    };
    table.columns = {
        nameColumn(FactTables::tr("Key"), 300,
                   [rows](std::size_t i) -> const std::string& { return rows.name(i); }),
        problem,
        side(FactTables::tr("In the file"), &KeyMismatch::storedShape, &KeyMismatch::storedDtype),
        side(FactTables::tr("In the model"), &KeyMismatch::modelShape, &KeyMismatch::modelDtype)};
    table.rows = rows.count();
    table.whenEmpty = keyCheckWords(*source.facts->keyCheck);
    table.modules = [rows, tree = source.tree](std::size_t i) {
        return ownerOf(*tree, rows.name(i));
    };
    return table;
}

FactTable noteTable(const FactSource& source) {
    QStringList last;
    const CheckpointFacts& facts = *source.facts;
    if (facts.viewCount > 0) {
        last.append(facts.viewCount == 1
                        ? FactTables::tr("1 tensor is a strided view: its elements are gathered "
                                         "while the tensor is loaded.")
                        : FactTables::tr("%1 tensors are strided views: their elements are "
                                         "gathered while the tensors are loaded.")
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
            return translated(facts->warnings[i]);
        }
        return i < warnings + metas ? FactTables::tr(
                                          "%1 was saved on the meta device: the tensor has a "
                                          "shape, but no bytes that can be loaded.")
                                          .arg(translated(facts->metaTensors[i - warnings]))
                                    : last.at(static_cast<qsizetype>(i - warnings - metas));
    };
    FactTable table;
    table.columns = {note};
    table.rows = warnings + metas + static_cast<std::size_t>(last.size());
    table.whenEmpty = FactTables::tr("There are no notes about this checkpoint.");
    table.isProse = true;
    return table;
}

}  // namespace stowage
