// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run/run_fixture.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/run/models/logits.h"
#include "engine/run/models/run_config.h"
#include "engine/run/weights/compute.h"
#include "engine/run/weights/loaded_weights.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
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

std::optional<InputArray> inputOf(const QJsonObject& entry) {
    const QJsonObject input = entry[QLatin1String("input")].toObject();
    return input.isEmpty() ? std::nullopt
                           : std::optional(pixels(tokensOf(input[QLatin1String("shape")]),
                                                  input[QLatin1String("seed")].toInteger()));
}

RunPrompt promptOf(const QString& folder, const QJsonObject& entry) {
    RunPrompt prompt;
    prompt.tokens = tokensOf(entry[QLatin1String("tokens")]);
    prompt.decoderTokens = tokensOf(entry[QLatin1String("decoder_tokens")]);
    prompt.allPositions = entry[QLatin1String("all_positions")].toBool();
    const QString path = folder + QLatin1Char('/') + entry[QLatin1String("logits")].toString();
    for (const QJsonValue& further : entry[QLatin1String("alongside")].toArray()) {
        prompt.alongside.push_back(tokensOf(further));
    }
    prompt.input = inputOf(entry);
    auto numbers = readLogitsFile(path.toStdString());
    if (!numbers) {
        qFatal("%s", numbers.error().message.english().c_str());
    }
    prompt.numbers = std::move(*numbers);
    if (const auto rows = tokensOf(entry[QLatin1String("rows")]); !rows.empty()) {
        const auto begin = prompt.numbers.values.begin() + rows[0] * prompt.numbers.vocabulary;
        const std::vector<float> own(begin, begin + rows[1] * prompt.numbers.vocabulary);
        prompt.numbers.positions = rows[1];
        prompt.numbers.values = own;
    }
    return prompt;
}

template <class T>
T orAbort(Result<T> result) {
    if (!result) {
        qFatal("%s", result.error().message.english().c_str());
    }
    return std::move(*result);
}

}  // namespace

std::shared_ptr<const InputArray> shared(const std::optional<InputArray>& input) {
    return input ? std::make_shared<const InputArray>(*input) : nullptr;
}

RunRequest RunPrompt::request() const {
    RunRequest made{.tokens = tokens};
    made.alongside = alongside;
    made.input = shared(input);
    made.decoderTokens = decoderTokens;
    made.outputs = allPositions ? Outputs::All : Outputs::Last;
    return made;
}

RunRequest RunContinuation::request() const {
    RunRequest made{.tokens = tokens};
    made.generate = static_cast<std::int64_t>(follow.size());
    made.input = shared(input);
    return made;
}

InputArray pixels(std::vector<std::int64_t> shape, std::int64_t seed) {
    InputArray made{std::move(shape)};
    std::int64_t count = 1;
    for (const std::int64_t size : made.shape) {
        count *= size;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const auto step = static_cast<double>((i * 7919 + seed * 104729) % 1000);
        made.values.push_back(static_cast<float>(step / 500.0 - 1.0));
    }
    return made;
}

bool letsTokensFollow(const QString& name) {
    const QStringList encoders{QStringLiteral("bert"), QStringLiteral("clip"),
                               QStringLiteral("t5-encoder"), QStringLiteral("vit")};
    return std::ranges::none_of(encoders,
                                [&](const QString& encoder) { return name.startsWith(encoder); });
}

Result<void> checkRun(const RunFixture& fixture, const LoadBackends& backends,
                      const RunOptions& options) {
    const auto compute = openCompute();
    STOWAGE_TRY(compute);
    const FileWeights weights(fixture.checkpoint, *fixture.tree, *backends.tensors, **compute);
    const auto model = runModelOf(*fixture.checkpoint, weights, options.configText);
    STOWAGE_TRY(model);
    return checkRequest((*model)->traits(), options.request);
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
                                         tokensOf(entry[QLatin1String("continuation")]),
                                         inputOf(entry)});
    }
    return fixture;
}

}  // namespace stowage::test
