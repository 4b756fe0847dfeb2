// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/fact_tables.h"

#include "widgets/models/table_unit.h"
#include "widgets/models/fact_columns.h"
#include "widgets/models/fact_texts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

struct FactTables {
    Q_DECLARE_TR_FUNCTIONS(FactTables)
};

using Kind = FactColumn::Kind;

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

QString hexText(std::uint64_t offset) {
    return QStringLiteral("0x%1").arg(offset, 0, 16);
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
        return row(i).isGuessed
                   ? FactTables::tr(
                         "%1: numbered siblings of equal shape, proposed as blocks that "
                         "must not be split")
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
    table.columns[3].hint =
        FactTables::tr("Of the modules' own tensors; adds up to the model, tied tensors once");
    table.columns[5].hint =
        FactTables::tr("The largest module of the class, with all that lies in it");
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
    FactColumn type{.title = FactTables::tr("Type"),
                    .text = [row](std::size_t i) { return dtypeText(row(i).dtype); }};
    type.width = 120;
    const auto bytes = [row](std::size_t i) { return row(i).bytes; };
    std::uint64_t whole = 0;
    for (const DTypeFact& fact : source.facts->dtypes) {
        whole += fact.bytes;
    }
    FactColumn use{.title = FactTables::tr("What can be done"), .text = [row](std::size_t i) {
                       return elementBlock(row(i).dtype)
                                  ? FactTables::tr("planned; quantised blocks are not loaded")
                                  : FactTables::tr("planned and loaded");
                   }};
    use.width = 240;
    FactTable table;
    table.columns = {
        type,
        countColumn(FactTables::tr("Tensors"), [row](std::size_t i) { return row(i).tensors; }),
        bytesColumn(FactTables::tr("Size"), bytes), shareColumn(bytes, whole), use};
    table.rows = source.facts->dtypes.size();
    table.whenEmpty = FactTables::tr("There is no tensor in it.");
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
    FactColumn file;
    file.title = FactTables::tr("File");
    file.kind = Kind::Path;
    file.width = 200;
    file.text = [row, checkpoint = source.checkpoint](std::size_t i) {
        return row(i).location
                   ? shownName(checkpoint->shards[row(i).location->shard]->path(), *checkpoint)
                   : FactTables::tr("no bytes stored");
    };
    FactColumn offset;
    offset.title = FactTables::tr("At byte");
    offset.kind = Kind::Number;
    offset.width = 110;
    const auto place = [row](std::size_t i) {
        return row(i).location ? row(i).location->offset : std::uint64_t{0};
    };
    offset.text = [row, place](std::size_t i) {
        return row(i).location ? countText(place(i)) : QStringLiteral("–");
    };
    offset.toolTip = [place](std::size_t i) { return hexText(place(i)); };
    offset.isLess = [place](std::size_t a, std::size_t b) { return place(a) < place(b); };
    FactTable table;
    table.columns = {name,
                     {.title = FactTables::tr("Type"),
                      .text = [row](std::size_t i) { return dtypeText(row(i).dtype); }},
                     {.title = FactTables::tr("Shape"),
                      .text = [row](std::size_t i) { return shapeText(row(i).shape); },
                      .width = 110},
                     bytesColumn(FactTables::tr("Size"), bytes),
                     shareColumn(bytes, source.facts->modelBytes),
                     file,
                     offset};
    table.rows = source.facts->largest.size();
    table.whenEmpty = FactTables::tr("There is no tensor in it.");
    table.modules = [row, tree = source.tree](std::size_t i) {
        const auto module = owningModule(tree.get(), row(i).name);
        return module ? std::vector{*module} : std::vector<ModuleId>();
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
        FactTables::tr("There are no weights: a .tree.json describes modules and sizes alone.");
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

}  // namespace stowage
