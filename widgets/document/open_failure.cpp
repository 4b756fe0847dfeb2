// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/open_failure.h"

#include "engine/checkpoint/keys/known_tree.h"
#include "widgets/document/model_texts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <utility>

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

PythonOffer pythonOffer(const OpenFailure& failure) {
    const Error& error = failure.error;
    if (error.key == "trust_remote_code") {
        return PythonOffer::OwnCode;
    }
    const bool isUnknown = mayPythonKnow(error);
    const bool wasAsked = failure.options.python.has_value() && error.code != ErrorCode::Cancelled;
    if (!isUnknown && !wasAsked) {
        return PythonOffer::None;
    }
    return wasAsked && failure.options.python->trustsRemoteCode ? PythonOffer::OwnCode
                                                                : PythonOffer::Family;
}

QString pythonOfferText(PythonOffer offer) {
    return offer == PythonOffer::OwnCode ? OpenFailureTexts::tr("Run this model’s code")
                                         : OpenFailureTexts::tr("Ask Python");
}

QString ownCodeWords() {
    return OpenFailureTexts::tr(
        "The code is in the same folder as the config.json. It would run with your file "
        "permissions, in a separate process, and without network access if the system supports "
        "this. Run the code only if you trust its author.");
}

QString failureTitle(const OpenFailure& failure) {
    const QString name = shownName(failure.path);
    switch (failure.error.code) {
        case ErrorCode::FileNotFound:
            return OpenFailureTexts::tr("%1 does not exist").arg(name);
        case ErrorCode::PermissionDenied:
            return OpenFailureTexts::tr("No permission to read %1").arg(name);
        case ErrorCode::ForbiddenPickle:
            return OpenFailureTexts::tr(
                       "%1 was not opened: the file refers to objects other than tensors")
                .arg(name);
        default:
            return OpenFailureTexts::tr("%1 cannot be opened").arg(name);
    }
}

QString failureRule(ErrorCode code) {
    /// What each file must keep to be opened, by the error of one that does not.
    static constexpr std::pair<ErrorCode, const char*> kRules[] = {
        {ErrorCode::InvalidArgument,
         QT_TRANSLATE_NOOP(
             "OpenFailureTexts",
             "The file does not contain the chosen part. Choose a part that the file contains.")},
        {ErrorCode::FileNotFound,
         QT_TRANSLATE_NOOP("OpenFailureTexts", "Every file must exist at its given path.")},
        {ErrorCode::PermissionDenied,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "You must have permission to read the file or folder.")},
        {ErrorCode::NotARegularFile,
         QT_TRANSLATE_NOOP(
             "OpenFailureTexts",
             "Tensors are read from regular files only, not from folders, pipes or devices.")},
        {ErrorCode::NoCheckpoint,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "A folder must contain one checkpoint at its top level.")},
        {ErrorCode::UnknownFormat,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "The format is recognised by the content, never by the file's name.")},
        {ErrorCode::Truncated,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "A file must contain every byte that its header describes.")},
        {ErrorCode::Malformed,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "A file must follow every rule of the format, because a partly correct "
                           "file would result in wrong weights.")},
        {ErrorCode::LimitExceeded,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "Counts and sizes are limited, so that no file can fill the memory.")},
        {ErrorCode::ForbiddenPickle,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "Nothing in a pickle is executed: names that are not related to tensors "
                           "are refused.")},
        {ErrorCode::Unsupported,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "The file is well formed, but files of this kind are not supported.")},
        {ErrorCode::KeyMismatch,
         QT_TRANSLATE_NOOP("OpenFailureTexts",
                           "Names, shapes and dtypes of the tensors must match the model.")},
        {ErrorCode::ReadFailed,
         QT_TRANSLATE_NOOP("OpenFailureTexts", "The system must be able to read the file.")},
        {ErrorCode::OutOfMemory,
         QT_TRANSLATE_NOOP("OpenFailureTexts", "The names of all tensors must fit in memory.")},
    };
    const auto* const rule =
        std::ranges::find(kRules, code, &std::pair<ErrorCode, const char*>::first);
    return rule == std::end(kRules) ? QString() : OpenFailureTexts::tr(rule->second);
}

QString offsetText(std::uint64_t offset) {
    return QStringLiteral("%1 (0x%2)").arg(countText(offset)).arg(offset, 0, 16);
}

QString failureDetails(const OpenFailure& failure) {
    const Error& error = failure.error;
    QStringList lines{failure.sentence(), QStringLiteral("opened: ") + failure.path,
                      QStringLiteral("kind: ") + QString::fromUtf8(errorCodeName(error.code))};
    const auto add = [&lines](const char* what, const std::string& text) {
        if (!text.empty()) {
            lines.append(QString::fromLatin1(what) + QString::fromStdString(text));
        }
    };
    add("file: ", error.file);
    add("key: ", error.key);
    add("offset: ", error.offset ? std::to_string(*error.offset) : std::string());
    if (failure.options.prefix) {
        lines.append(QStringLiteral("prefix: ") + QString::fromStdString(*failure.options.prefix));
    }
    for (const KeyRename& rename : failure.options.renames) {
        lines.append(
            QStringLiteral("rename: %1=%2")
                .arg(QString::fromStdString(rename.from), QString::fromStdString(rename.to)));
    }
    add("tree: ", failure.options.treeFile);
    add("class: ", failure.options.className);
    lines.append(QStringLiteral("Stowage ") + QCoreApplication::applicationVersion());
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString withoutChoiceText(const OpenFailure& failure) {
    const OpenOptions& options = failure.options;
    if (options.prefix) {
        return OpenFailureTexts::tr("Open the largest part");
    }
    if (!options.renames.empty()) {
        return OpenFailureTexts::tr("Open with the keys as stored");
    }
    if (!options.className.empty()) {
        return OpenFailureTexts::tr("Open as the default class");
    }
    return options.treeFile.empty() ? QString()
                                    : OpenFailureTexts::tr("Open without the tree file");
}

}  // namespace stowage
