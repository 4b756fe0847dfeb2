// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run/run_fixture.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/run/gguf_config.h"
#include "engine/run/logits.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace stowage::test {

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read", qPrintable(path));
    }
    return file.readAll();
}

std::vector<std::int64_t> tokensOf(const QJsonValue& value) {
    std::vector<std::int64_t> tokens;
    const QJsonArray listed = value.toArray();
    for (const QJsonValue& token : listed) {
        tokens.push_back(token.toInteger());
    }
    return tokens;
}

RunPrompt promptOf(const QString& folder, const QJsonObject& entry) {
    RunPrompt prompt;
    prompt.tokens = tokensOf(entry[QLatin1String("tokens")]);
    prompt.decoderTokens = tokensOf(entry[QLatin1String("decoder_tokens")]);
    prompt.allPositions = entry[QLatin1String("all_positions")].toBool();
    const QString path = folder + QLatin1Char('/') + entry[QLatin1String("logits")].toString();
    auto numbers = readLogitsFile(path.toStdString());
    if (!numbers) {
        qFatal("%s", numbers.error().message.c_str());
    }
    prompt.numbers = std::move(*numbers);
    if (entry.contains(QLatin1String("first_row"))) {  // a file of several prompts' numbers
        Logits& all = prompt.numbers;
        const auto& rows = prompt.decoderTokens.empty() ? prompt.tokens : prompt.decoderTokens;
        all.positions = prompt.allPositions ? static_cast<std::int64_t>(rows.size()) : 1;
        const auto first =
            all.values.begin() + entry[QLatin1String("first_row")].toInteger() * all.vocabulary;
        all.values = {first, first + all.positions * all.vocabulary};
    }
    return prompt;
}

template <class T>
T orAbort(Result<T> result) {
    if (!result) {
        qFatal("%s", result.error().message.c_str());
    }
    return std::move(*result);
}

}  // namespace

RunRequest RunPrompt::request() const {
    RunRequest request;
    request.tokens = tokens;
    request.decoderTokens = decoderTokens;
    request.outputs = allPositions ? Outputs::All : Outputs::Last;
    return request;
}

std::vector<QString> runFixtureNames(const QString& root) {
    std::vector<QString> names;
    const QStringList folders = QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString& folder : folders) {
        if (QFile::exists(root + QLatin1Char('/') + folder + QLatin1String("/expected.json"))) {
            names.push_back(folder);
        }
    }
    return names;
}

RunFixture openRunFixture(const QString& folder) {
    auto checkpoint = orAbort(openCheckpoint(folder.toStdString()));
    auto tree = orAbort(buildModuleTree(*checkpoint));
    const QString configPath = folder + QLatin1String("/config.json");
    const bool isGguf = checkpoint->format == CheckpointFormat::Gguf;
    RunConfig config = orAbort(
        isGguf ? ggufRunConfig(*checkpoint)
               : RunConfig::parse(contentOf(configPath).toStdString(), configPath.toStdString()));
    RunFixture fixture{checkpoint, tree, std::move(config), {}, {}};
    const QJsonObject expected =
        QJsonDocument::fromJson(contentOf(folder + QLatin1String("/expected.json"))).object();
    const QJsonArray prompts = expected[QLatin1String("prompts")].toArray();
    for (const QJsonValue& prompt : prompts) {
        fixture.prompts.push_back(promptOf(folder, prompt.toObject()));
    }
    const QJsonArray generated = expected[QLatin1String("generated")].toArray();
    for (const QJsonValue& value : generated) {
        const QJsonObject entry = value.toObject();
        fixture.continuations.push_back({tokensOf(entry[QLatin1String("tokens")]),
                                         tokensOf(entry[QLatin1String("continuation")])});
    }
    return fixture;
}

}  // namespace stowage::test
