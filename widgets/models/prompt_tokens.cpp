// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/prompt_tokens.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <cstddef>

namespace stowage {
namespace {

/// No field is for longer prompts; what the model takes is told by its context.
constexpr qsizetype kMostTokens = 65536;
/// Of what is wrong, so much is said back.
constexpr qsizetype kMostShown = 24;

QString translated(const char* text) {
    return QCoreApplication::translate("PromptTokens", text);
}

}  // namespace

Result<std::vector<std::int64_t>> parsePromptTokens(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[\\s,\\[\\]()]+"));
    const QStringList words = text.split(kBetween, Qt::SkipEmptyParts);
    if (words.size() > kMostTokens) {
        return fail(ErrorCode::InvalidArgument,
                    translated("These are %1 tokens; a prompt has %2 at most.")
                        .arg(words.size())
                        .arg(kMostTokens)
                        .toStdString(),
                    {}, "tokens");
    }
    std::vector<std::int64_t> tokens;
    tokens.reserve(static_cast<std::size_t>(words.size()));
    for (const QString& word : words) {
        bool isNumber = false;
        const qlonglong token = word.toLongLong(&isNumber);
        if (!isNumber) {
            const QString shown =
                word.size() > kMostShown ? word.left(kMostShown) + QStringLiteral("…") : word;
            return fail(ErrorCode::InvalidArgument,
                        translated("“%1” is no token; give numbers with commas between them, as "
                                   "15496,11,995.")
                            .arg(shown)
                            .toStdString(),
                        {}, "tokens");
        }
        tokens.push_back(token);
    }
    return tokens;
}

QString promptTokensText(const std::vector<std::int64_t>& tokens) {
    QStringList words;
    words.reserve(static_cast<qsizetype>(tokens.size()));
    for (const std::int64_t token : tokens) {
        words.append(QString::number(token));
    }
    return words.join(QStringLiteral(", "));
}

}  // namespace stowage
