// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/model_texts.h"

#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/model_facts.h"
#include "engine/model/quantization.h"
#include "engine/plan/placement_plan.h"
#include "widgets/support/formats.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace stowage {
namespace {

/// Texts of no widget of their own.
struct FactTexts {
    Q_DECLARE_TR_FUNCTIONS(FactTexts)
};

/// Of the files: below it what is no tensor of this model is headers and padding.
constexpr double kTellingShare = 0.01;

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

QString shapeText(const std::vector<std::int64_t>& shape) {
    if (shape.empty()) {
        return FactTexts::tr("scalar");
    }
    QStringList sizes;
    for (const std::int64_t size : shape) {
        sizes.append(QString::number(size));
    }
    return sizes.join(QStringLiteral(" × "));
}

QString dtypeText(DType dtype) {
    return QString::fromUtf8(dtypeName(dtype));
}

QString plannedDtypeText(const PlacementPlan& plan) {
    const PlacementConstraints& constraints = plan.request.constraints;
    if (constraints.quantization) {
        const std::string_view name = quantizationName(constraints.quantization->method);
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    if (constraints.dtype) {
        return dtypeText(*constraints.dtype);
    }
    std::optional<DType> common;
    for (const TensorSpec& tensor : plan.request.tree->tensors()) {
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        if (common && *common != tensor.dtype) {
            return FactTexts::tr("mixed types");
        }
        common = tensor.dtype;
    }
    return common ? dtypeText(*common) : FactTexts::tr("no parameters");
}

QString countText(std::uint64_t count) {
    // As exact bytes are written: "100,000" in every language.
    return QLocale(QLocale::English, QLocale::UnitedStates)
        .toString(static_cast<qulonglong>(count));
}

QString formatWords(CheckpointFormat format) {
    switch (format) {
        case CheckpointFormat::Safetensors:
            return FactTexts::tr("safetensors");
        case CheckpointFormat::TorchZip:
            return FactTexts::tr("PyTorch zip file, the default of torch.save since 1.6");
        case CheckpointFormat::TreeJson:
            return FactTexts::tr("module tree without weights");
        case CheckpointFormat::SafetensorsShards:
            return FactTexts::tr("safetensors in shards");
        case CheckpointFormat::TorchShards:
            return FactTexts::tr("PyTorch files in shards");
        case CheckpointFormat::PerTensor:
            return FactTexts::tr("one PyTorch file per tensor");
        case CheckpointFormat::OffloadFolder:
            return FactTexts::tr("Accelerate's offload folder");
        case CheckpointFormat::TorchLegacy:
            return FactTexts::tr("PyTorch pickle file, the default of torch.save before 1.6");
        case CheckpointFormat::TorchScript:
            return FactTexts::tr("TorchScript; the code in the file is never executed");
        case CheckpointFormat::Gguf:
            return FactTexts::tr("GGUF");
        case CheckpointFormat::Npy:
            return FactTexts::tr("one NumPy array");
        case CheckpointFormat::NpyFolder:
            return FactTexts::tr("one NumPy file per tensor");
    }
    return {};
}

QString recognitionWords(const CheckpointFacts& facts, const ModuleTree& tree) {
    const std::string& root = tree.nodes().front().className;
    const QString name = root.empty() ? FactTexts::tr("A model") : QString::fromStdString(root);
    if (facts.format == CheckpointFormat::TreeJson) {
        return FactTexts::tr("%1, as described in the file").arg(name);
    }
    if (facts.keyCheck != nullptr) {
        const QString file = QFileInfo(QString::fromStdString(facts.keyCheck->treeFile)).fileName();
        return FactTexts::tr("%1, as described in %2").arg(name, file);
    }
    if (!facts.architecture.empty()) {
        return FactTexts::tr("%1, recognised by its keys (%2)")
            .arg(name, QString::fromStdString(facts.architecture));
    }
    if (facts.model != nullptr) {
        return FactTexts::tr(
                   "%1, according to the metadata of the file; tensor names as in llama.cpp")
            .arg(QString::fromStdString(facts.model->family));
    }
    return tree.guessedClasses().empty()
               ? FactTexts::tr(
                     "Not recognised: the module tree is built from the tensor names, without "
                     "classes")
               : FactTexts::tr(
                     "Not recognised: the module tree is built from the tensor names; guessed "
                     "no-split classes: %1")
                     .arg(textList(tree.guessedClasses()).join(QStringLiteral(", ")));
}

QString totalsWords(const CheckpointFacts& facts) {
    const QString parameters =
        facts.parameters == 0 ? FactTexts::tr("no parameters")
                              : FactTexts::tr("%1 parameters").arg(formatCount(facts.parameters));
    const QString tensors = facts.tensors == 1
                                ? FactTexts::tr("1 tensor")
                                : FactTexts::tr("%1 tensors").arg(countText(facts.tensors));
    const QString modules = facts.modules == 1
                                ? FactTexts::tr("1 module")
                                : FactTexts::tr("%1 modules").arg(countText(facts.modules));
    return FactTexts::tr("%1, %2, in %3 and %4")
        .arg(parameters, sizeText(facts.modelBytes), tensors, modules);
}

QString filesWords(const CheckpointFacts& facts) {
    if (!facts.hasWeights()) {
        return FactTexts::tr("no weights: the model can be planned, but cannot be loaded");
    }
    const QString count = facts.files.size() == 1
                              ? FactTexts::tr("1 file")
                              : FactTexts::tr("%1 files").arg(countText(facts.files.size()));
    const std::uint64_t rest = facts.fileBytes - std::min(facts.fileBytes, facts.tensorBytes);
    if (static_cast<double>(rest) < kTellingShare * static_cast<double>(facts.fileBytes)) {
        return FactTexts::tr("%1, %2").arg(count, sizeText(facts.fileBytes));
    }
    return FactTexts::tr("%1, %2; the tensors of this model use %3")
        .arg(count, sizeText(facts.fileBytes), sizeText(facts.tensorBytes));
}

QString partWords(const CheckpointPart& part) {
    const QString name =
        part.prefix.empty() ? FactTexts::tr("(top)") : QString::fromStdString(part.prefix);
    return part.tensors == 1 ? FactTexts::tr("%1: 1 tensor").arg(name)
                             : FactTexts::tr("%1: %2 tensors").arg(name, countText(part.tensors));
}

QString keyCheckWords(const KeyCheck& check) {
    const QString file = QFileInfo(QString::fromStdString(check.treeFile)).fileName();
    if (check.agrees()) {
        return FactTexts::tr("All keys of the checkpoint agree with %1.").arg(file);
    }
    return FactTexts::
        tr("Keys compared with %1: %2 missing, %3 unexpected, %4 with a different shape or dtype.")
            .arg(file, countText(check.missing.size()), countText(check.unexpected.size()),
                 countText(check.mismatched.size()));
}

QString unwrapWords(const KeyRename& unwrapping) {
    return FactTexts::tr(
               "Every key begins with “%1”, a prefix that a wrapper such as "
               "DistributedDataParallel or torch.compile adds.")
        .arg(QString::fromStdString(unwrapping.from));
}

QString renameWords(const KeyRename& rename) {
    const QString from = QString::fromStdString(rename.from);
    const QString to = QString::fromStdString(rename.to);
    if (to.isEmpty()) {
        return FactTexts::tr("Remove “%1” from the keys").arg(from);
    }
    return from.isEmpty() ? FactTexts::tr("Add “%1” before the keys").arg(to)
                          : FactTexts::tr("Rename “%1” to “%2” in the keys").arg(from, to);
}

QString originName(const ConfigOrigin& config) {
    return config.file.empty() ? ConfigTexts::tr("the typed sizes") : shownFile(config.file);
}

QString weightlessWords(const Checkpoint& checkpoint, const ConfigOrigin* config) {
    if (!checkpoint.tensors.empty()) {
        return {};
    }
    return ConfigTexts::tr("from %1, without weights")
        .arg(config == nullptr ? shownFile(checkpoint.path) : originName(*config));
}

QString whyNothingToLoad(const Checkpoint& checkpoint, const ConfigOrigin* config) {
    if (checkpoint.elsewhere != nullptr) {
        return ConfigTexts::
            tr("The weights are on %1. Load the weights on that machine, in the Machines panel.")
                .arg(QString::fromStdString(checkpoint.elsewhere->machine));
    }
    if (!checkpoint.tensors.empty()) {
        return {};
    }
    return ConfigTexts::
        tr("There are no weights to load: the model was built %1. You can plan the model. To load "
           "weights, open the checkpoint of the model or the folder that contains the checkpoint.")
            .arg(weightlessWords(checkpoint, config));
}

QString builtWords(const ModuleTree& tree, const ConfigOrigin& config) {
    return ConfigTexts::tr("%1, as built by transformers from %2 (%3)")
        .arg(QString::fromStdString(tree.nodes().front().className), originName(config),
             QString::fromStdString(config.family));
}

QString tieWords(const ModuleTree& tree, const ConfigOrigin& config) {
    const QString names = tiedNames(tree);
    const QString family = QString::fromStdString(config.family);
    if (config.tieField.empty()) {
        return names.isEmpty()
                   ? ConfigTexts::tr("none, as in every model of the family %1").arg(family)
                   : ConfigTexts::tr("%1, as in every model of the family %2").arg(names, family);
    }
    const QString field = QString::fromStdString(config.tieField);
    if (names.isEmpty()) {
        return config.isTieOn ? ConfigTexts::tr("none: this class has no head to tie")
                              : ConfigTexts::tr("none, because the option %1 is turned off in %2")
                                    .arg(field, originName(config));
    }
    return ConfigTexts::tr(
               "%1, because the option %2 is turned on in %3; to plan the tied weights separately, "
               "turn %2 off")
        .arg(names, field, originName(config));
}

QString treeFigures(const ModuleTree& tree, const QString& dtype) {
    return ConfigTexts::tr("%1 parameters, %2 as %3")
        .arg(formatCount(tree.totalParameters()), sizeText(tree.totalBytes()), dtype);
}

QString treeDetails(const ModuleTree& tree) {
    QStringList parts{ConfigTexts::tr("%1 modules").arg(countText(tree.nodes().size()))};
    const QStringList kept = textList(tree.noSplitClasses());
    if (!kept.isEmpty()) {
        parts.append(ConfigTexts::tr("no-split classes: %1").arg(kept.join(QStringLiteral(", "))));
    }
    const QString tied = tiedNames(tree);
    parts.append(tied.isEmpty() ? ConfigTexts::tr("no tied weights")
                                : ConfigTexts::tr("tied: %1").arg(tied));
    parts.append(ConfigTexts::tr("calculated from the typed sizes"));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace stowage
