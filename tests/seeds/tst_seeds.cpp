// SPDX-License-Identifier: GPL-3.0-or-later
// The documents that Stowage began with: every statement that has a number, a name or a command is
// a row of a JSON file here, and is held against stowagectl. README.md tells the form of a row.
#include "seed_check.h"
#include "seed_fixtures.h"

#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace stowage::test;

class SeedsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void loadHfModel_data() { rows("load_hf_model.json"); }
    void loadHfModel() { holds(); }
    void deviceMaps_data() { rows("device_maps.json"); }
    void deviceMaps() { holds(); }
    void bigModels_data() { rows("big_models.json"); }
    void bigModels() { holds(); }
    void memoryEfficientLoading_data() { rows("memory_efficient_loading.json"); }
    void memoryEfficientLoading() { holds(); }

private:
    void rows(const QString& document);
    void holds();
    CliOutcome outcomeOf(const QString& command, const QJsonObject& row);

    SeedFixtures m_fixtures;
    QJsonObject m_answers;
    std::map<QString, CliOutcome> m_outcomes;  ///< several statements are about one command
};

void SeedsTest::initTestCase() {
    QVERIFY(m_fixtures.isValid());
    m_answers = seedFile("accelerate_answers.json");
}

void SeedsTest::rows(const QString& document) {
    QTest::addColumn<QJsonObject>("row");
    const QJsonArray found = seedFile(document).value("rows").toArray();
    for (const QJsonValue& value : found) {
        const QJsonObject row = value.toObject();
        const QString tag = row.value("id").toString() + ": " + row.value("states").toString();
        QTest::newRow(qPrintable(tag)) << row;
    }
}

void SeedsTest::holds() {
    QFETCH(const QJsonObject, row);
    if (row.contains("environment")) {
        QSKIP(qPrintable(row.value("environment").toString()));
    }
    if (row.value("needs").toString() == "text" && !STOWAGE_SEEDS_TEXT) {
        QSKIP("built without tokenizers");
    }
    QJsonArray commands = row.value("runs").toArray();
    if (commands.isEmpty()) {
        commands = {row.value("run")};
    }
    std::vector<CliOutcome> outcomes;
    for (const QJsonValue& command : commands) {
        outcomes.push_back(outcomeOf(m_fixtures.filled(command.toString()), row));
        QVERIFY2(m_fixtures.error().isEmpty(), qPrintable(m_fixtures.error()));
    }
    QString said = "exit status " + QString::number(outcomes.back().exitCode);
    said += ": " + QString::fromUtf8(outcomes.back().diagnostics.first(
                       std::min<qsizetype>(outcomes.back().diagnostics.size(), 2000)));
    QVERIFY2(outcomes.back().exitCode == row.value("exit").toInt(), qPrintable(said));
    const QJsonArray expectations = row.value("expects").toArray();
    for (const QJsonValue& expectation : expectations) {
        const QString wrong = unmet(expectation.toObject(), outcomes, m_answers);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    QVERIFY(row.contains("exit") || !expectations.isEmpty());
}

CliOutcome SeedsTest::outcomeOf(const QString& command, const QJsonObject& row) {
    QStringList environment;
    for (const QJsonValue& value : row.value("env").toArray()) {
        environment.append(value.toString());
    }
    const QString input = row.value("input").toString();
    const QString key = command + '\n' + environment.join('\n') + '\n' + input;
    const auto known = m_outcomes.find(key);
    if (known != m_outcomes.end()) {
        return known->second;
    }
    CliRequest request{QProcess::splitCommand(command)};
    request.environment = environment;
    request.input = input.toUtf8();
    return m_outcomes.emplace(key, runCli(request)).first->second;
}

QTEST_GUILESS_MAIN(SeedsTest)
#include "tst_seeds.moc"
