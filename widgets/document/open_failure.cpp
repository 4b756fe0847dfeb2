// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/open_failure.h"

#include "widgets/document/model_texts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

namespace stowage {
namespace {

struct OpenFailureTexts {
    Q_DECLARE_TR_FUNCTIONS(OpenFailureTexts)
};

QString shownName(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    return name.isEmpty() ? path : name;
}

}  // namespace

QString failureTitle(const OpenFailure& failure) {
    const QString name = shownName(failure.path);
    switch (failure.error.code) {
        case ErrorCode::FileNotFound:
            return OpenFailureTexts::tr("%1 is not there").arg(name);
        case ErrorCode::PermissionDenied:
            return OpenFailureTexts::tr("%1 may not be read").arg(name);
        case ErrorCode::ForbiddenPickle:
            return OpenFailureTexts::tr("%1 was not opened: it asks for more than tensors")
                .arg(name);
        default:
            return OpenFailureTexts::tr("%1 cannot be opened").arg(name);
    }
}

QString failureRule(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument:
            return OpenFailureTexts::tr("What is chosen of a file must be in it.");
        case ErrorCode::FileNotFound:
            return OpenFailureTexts::tr("Every file that is named must be where it is named.");
        case ErrorCode::PermissionDenied:
            return OpenFailureTexts::tr("You must have the right to read it.");
        case ErrorCode::NotARegularFile:
            return OpenFailureTexts::tr(
                "Tensors are read from regular files only, not from "
                "folders, pipes or devices.");
        case ErrorCode::NoCheckpoint:
            return OpenFailureTexts::tr("A folder must hold one checkpoint at its top.");
        case ErrorCode::UnknownFormat:
            return OpenFailureTexts::tr("The content tells the format, never the file's name.");
        case ErrorCode::Truncated:
            return OpenFailureTexts::tr("A file must hold every byte that its header names.");
        case ErrorCode::Malformed:
            return OpenFailureTexts::tr(
                "Every rule of the format must hold: half-right bytes "
                "would be wrong weights.");
        case ErrorCode::LimitExceeded:
            return OpenFailureTexts::tr(
                "Counts and sizes have caps, so that no file can fill the "
                "memory.");
        case ErrorCode::ForbiddenPickle:
            return OpenFailureTexts::tr(
                "Nothing in a pickle is executed: names that are not about "
                "tensors are refused.");
        case ErrorCode::Unsupported:
            return OpenFailureTexts::tr("Well formed, but of a kind that is not read.");
        case ErrorCode::KeyMismatch:
            return OpenFailureTexts::tr("Names, shapes and types must fit the model.");
        case ErrorCode::ReadFailed:
            return OpenFailureTexts::tr("The system must be able to read the file.");
        case ErrorCode::OutOfMemory:
            return OpenFailureTexts::tr("The names of all tensors must fit the memory.");
        default:
            return {};
    }
}

QString offsetText(std::uint64_t offset) {
    return QStringLiteral("%1 (0x%2)").arg(countText(offset)).arg(offset, 0, 16);
}

QString failureDetails(const OpenFailure& failure) {
    const Error& error = failure.error;
    QStringList lines{failure.sentence(), QStringLiteral("opened: ") + failure.path,
                      QStringLiteral("kind: ") + QString::fromUtf8(errorCodeName(error.code))};
    if (!error.file.empty()) {
        lines.append(QStringLiteral("file: ") + QString::fromStdString(error.file));
    }
    if (!error.key.empty()) {
        lines.append(QStringLiteral("key: ") + QString::fromStdString(error.key));
    }
    if (error.offset) {
        lines.append(QStringLiteral("offset: ") + QString::number(*error.offset));
    }
    if (failure.options.prefix) {
        lines.append(QStringLiteral("prefix: ") + QString::fromStdString(*failure.options.prefix));
    }
    for (const KeyRename& rename : failure.options.renames) {
        lines.append(
            QStringLiteral("rename: %1=%2")
                .arg(QString::fromStdString(rename.from), QString::fromStdString(rename.to)));
    }
    if (!failure.options.treeFile.empty()) {
        lines.append(QStringLiteral("tree: ") + QString::fromStdString(failure.options.treeFile));
    }
    if (!failure.options.className.empty()) {
        lines.append(QStringLiteral("class: ") + QString::fromStdString(failure.options.className));
    }
    lines.append(QStringLiteral("Stowage ") + QCoreApplication::applicationVersion());
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString withoutChoiceText(const OpenFailure& failure) {
    const OpenOptions& options = failure.options;
    if (options.prefix) {
        return OpenFailureTexts::tr("Open its largest part");
    }
    if (!options.renames.empty()) {
        return OpenFailureTexts::tr("Open with the keys as stored");
    }
    if (!options.className.empty()) {
        return OpenFailureTexts::tr("Open as its own class");
    }
    return options.treeFile.empty() ? QString() : OpenFailureTexts::tr("Open without that tree");
}

}  // namespace stowage
