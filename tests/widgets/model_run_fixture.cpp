// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/model_run_fixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QTest>

#include <utility>

namespace stowage::test {

namespace {

constexpr int kTimeout = 60000;

std::vector<std::int64_t> tokensOf(const QJsonValue& value) {
    std::vector<std::int64_t> tokens;
    const QJsonArray listed = value.toArray();
    for (const QJsonValue& token : listed) {
        tokens.push_back(token.toInteger());
    }
    return tokens;
}

QString dataFolder(const char* name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/run/") + QString::fromLatin1(name);
}

}  // namespace

QString tinyGpt2() {
    return dataFolder("gpt2");
}

QString tinyBert() {
    return dataFolder("bert-masked");
}

QString tinyVit() {
    return dataFolder("vit");
}

std::vector<Continuation> continuationsOf(const QString& folder) {
    QFile file(folder + QStringLiteral("/expected.json"));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read", qPrintable(file.fileName()));
    }
    std::vector<Continuation> all;
    const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonArray generated = expected[QStringLiteral("generated")].toArray();
    for (const QJsonValue& entry : generated) {
        all.push_back({tokensOf(entry[QStringLiteral("tokens")]),
                       tokensOf(entry[QStringLiteral("continuation")])});
    }
    return all;
}

QString spelled(const std::vector<std::int64_t>& tokens) {
    QStringList words;
    for (const std::int64_t token : tokens) {
        words.append(QString::number(token));
    }
    return words.join(QStringLiteral(", "));
}

bool loadMixed(Document& document, LoadController& controller, const QString& path) {
    document.open(path);
    const auto idle = [&document] { return document.isIdle(); };
    if (!QTest::qWaitFor(idle, kTimeout) || document.path() != path) {
        return false;
    }
    const std::pair<const char*, DeviceId> moves[] = {{"transformer.h.1", DeviceId::cpu()},
                                                      {"transformer.h.2", DeviceId::gpu(1)},
                                                      {"transformer.h.3", DeviceId::disk()}};
    for (const auto& [module, device] : moves) {
        if (document.tree()->findModule(module)) {
            document.edit(MoveEdit{{module}, device});
        }
    }
    if (!QTest::qWaitFor(idle, kTimeout)) {
        return false;
    }
    controller.start(LoadMethod::Streamed);
    return QTest::qWaitFor([&controller] { return controller.state() == LoadState::Loaded; },
                           kTimeout);
}

RunOptions optionsFor(const Continuation& wanted) {
    RunOptions options;
    options.request.tokens = wanted.prompt;
    options.request.generate = static_cast<std::int64_t>(wanted.follow.size());
    options.request.outputs = Outputs::Last;
    return options;
}

}  // namespace stowage::test
