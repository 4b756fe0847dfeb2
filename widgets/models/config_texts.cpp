// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/config_texts.h"

#include "widgets/models/fact_texts.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace stowage {
namespace {

struct ConfigTexts {
    Q_DECLARE_TR_FUNCTIONS(ConfigTexts)
};

/// More pairs than these are counted; the page on the model lists them.
constexpr std::size_t kMostPairs = 2;

QString shownFile(const std::string& path) {
    return QFileInfo(QString::fromStdString(path)).fileName();
}

/// "lm_head.weight with transformer.wte.weight"; "" where nothing is tied.
QString tiedNames(const ModuleTree& tree) {
    const auto& groups = tree.tiedGroups();
    QStringList parts;
    for (std::size_t i = 0; i < std::min(groups.size(), kMostPairs); ++i) {
        QStringList names;
        for (const TensorId id : groups[i]) {
            names.append(QString::fromStdString(tree.tensor(id).name));
        }
        parts.append(names.join(ConfigTexts::tr(" with ")));
    }
    if (groups.size() > kMostPairs) {
        parts.append(ConfigTexts::tr("%1 more").arg(countText(groups.size() - kMostPairs)));
    }
    return parts.join(QStringLiteral("; "));
}

}  // namespace

QString originName(const ConfigOrigin& config) {
    return config.file.empty() ? ConfigTexts::tr("the typed sizes") : shownFile(config.file);
}

QString weightlessWords(const Checkpoint& checkpoint, const ConfigOrigin* config) {
    if (!checkpoint.tensors.empty()) {
        return {};
    }
    return ConfigTexts::tr("from %1, no weights")
        .arg(config == nullptr ? shownFile(checkpoint.path) : originName(*config));
}

QString whyNothingToLoad(const Checkpoint& checkpoint, const ConfigOrigin* config) {
    if (!checkpoint.tensors.empty()) {
        return {};
    }
    return ConfigTexts::tr(
               "There is nothing to load: the model is known %1. Plan it here; to load it, open "
               "its checkpoint, or the folder that holds it.")
        .arg(weightlessWords(checkpoint, config));
}

QString builtWords(const ModuleTree& tree, const ConfigOrigin& config) {
    return ConfigTexts::tr("%1, as transformers builds it from %2 (%3)")
        .arg(QString::fromStdString(tree.nodes().front().className), originName(config),
             QString::fromStdString(config.family));
}

QString tieWords(const ModuleTree& tree, const ConfigOrigin& config) {
    const QString names = tiedNames(tree);
    const QString family = QString::fromStdString(config.family);
    if (config.tieField.empty()) {
        return names.isEmpty() ? ConfigTexts::tr("none, as in every %1").arg(family)
                               : ConfigTexts::tr("%1, as in every %2").arg(names, family);
    }
    const QString field = QString::fromStdString(config.tieField);
    if (names.isEmpty()) {
        return config.isTieOn
                   ? ConfigTexts::tr("none: this class has no head to tie")
                   : ConfigTexts::tr("none: %1 is off in %2").arg(field, originName(config));
    }
    return ConfigTexts::tr("%1, because %2 is on in %3; to plan them apart, switch it off there")
        .arg(names, field, originName(config));
}

QString treeFigures(const ModuleTree& tree, const QString& dtype) {
    return ConfigTexts::tr("%1 parameters, %2 in %3")
        .arg(formatCount(tree.totalParameters()), sizeText(static_cast<double>(tree.totalBytes())),
             dtype);
}

QString treeDetails(const ModuleTree& tree) {
    QStringList parts{ConfigTexts::tr("%1 modules").arg(countText(tree.nodes().size()))};
    QStringList kept;
    for (const std::string& name : tree.noSplitClasses()) {
        kept.append(QString::fromStdString(name));
    }
    if (!kept.isEmpty()) {
        parts.append(ConfigTexts::tr("kept whole: %1").arg(kept.join(QStringLiteral(", "))));
    }
    const QString tied = tiedNames(tree);
    parts.append(tied.isEmpty() ? ConfigTexts::tr("nothing is tied")
                                : ConfigTexts::tr("tied: %1").arg(tied));
    parts.append(ConfigTexts::tr("calculated from the sizes"));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace stowage
