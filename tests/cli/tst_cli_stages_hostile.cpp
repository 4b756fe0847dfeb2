// SPDX-License-Identifier: GPL-3.0-or-later
// `run --stages` with a stage that tells what no stage does: it is named in one sentence, and all
// end. A script in the place of ssh tells what lies in a file of the machine's name.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr int kEndMs = 5000;
constexpr const char* kFile =
    R"({"pattern":"There is no file or folder %1.","arguments":["/models/x"]})";

/// The machine of $ENDS ends once it has told all, the others are there until they are ended.
constexpr const char* kSsh = R"(#!/bin/sh
for word; do machine=$command; command=$word; done
cat "$TOLD/$machine"
[ "$machine" = "$ENDS" ] || exec cat >/dev/null
)";

QByteArray error(const QByteArray& message, const QByteArray& parts) {
    return "{\n\"error\": {\"kind\": \"file_not_found\", \"message\": \"" + message +
           "\", \"message_parts\": " + parts + "}\n}\n";
}

}  // namespace

class CliStagesHostileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void cleanup() {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith("TOLD=" + m_dir.path()), QStringList(), kEndMs);
    }
    void isStopped_data();
    void isStopped();
    void memoryIsToldTwiceASecondAtMost();
    void failuresKeepTheirParts_data();
    void failuresKeepTheirParts();

private:
    /// The error of a run in which the second stage tells this.
    [[nodiscard]] QJsonObject errorOf(const QByteArray& told, bool ends, int exitCode,
                                      const QString& events = {}) const;

    QTemporaryDir m_dir;
};

void CliStagesHostileTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    writeProgram(m_dir.filePath("ssh"), kSsh);
    writeFile(m_dir.filePath("near"), "Welcome to near\n{\"ready\":{}}\n");
}

QJsonObject CliStagesHostileTest::errorOf(const QByteArray& told, bool ends, int exitCode,
                                          const QString& events) const {
    writeFile(m_dir.filePath("far"), told);
    const auto run = runCli(
        {.arguments = QStringList{"run", "/models/x", "--tokens", "1,2,3", "--json", "--stages",
                                  "near:0-1,far:2-3"} +
                      (events.isEmpty() ? QStringList() : QStringList{"--stage-events", events}),
         .environment = {"PATH=" + m_dir.path() + ":/usr/bin:/bin", "TOLD=" + m_dir.path(),
                         ends ? "ENDS=far" : "ENDS=none"}});
    return run.exitCode == exitCode ? at(run.json, {"error"})
                                    : QJsonObject{{"message", QString::fromUtf8(run.output)}};
}

void CliStagesHostileTest::isStopped_data() {
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<bool>("ends");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& told, const char* says,
                        bool ends = false) {
        QTest::newRow(name) << told << ends << "malformed" << QString::fromLatin1(says);
    };
    row("a negative figure",
        R"({"figures":{"waited_seconds":-1}})"
        "\n",
        R"(-1 for "waited_seconds", which must be a number from 0 to 10^18.)");
    row("a negative figure of a pass",
        R"({"prediction":{"token":[[0.1,2],[0.1,-5]]}})"
        "\n",
        R"(-5 for "token", which)");
    row("a link that is no link",
        R"({"prediction":{"latency_seconds":1e300}})"
        "\n",
        R"(1e+300 for "latency_seconds", which)");
    row("an infinite figure",
        R"({"figures":{"bytes_sent":1e999}})"
        "\n",
        goldenText("model/is-not-valid-json"));
    row("no number",
        R"({"pong":{"number":0,"at":NaN}})"
        "\n",
        goldenText("model/is-not-valid-json"));
    row("a clock before its begin",
        R"({"pong":{"number":0,"at":-7}})"
        "\n",
        R"(-7 for "at", which)");
    row("a count that goes back",
        R"({"add":{"key":"k","value":-1}})"
        "\n",
        R"(-1 for "value", which)");
    row("no object",
        R"({"ready":7})"
        "\n",
        R"(an invalid value for "ready".)");
    row("two at once",
        R"({"ready":{},"figures":{}})"
        "\n",
        R"(an invalid value for "ready".)");
    row("a negative answer", "{\n\"seconds\": -1\n}\n", R"(-1 for "seconds", which)", true);
    row("layers that are none", "{\n\"layers\": [1]\n}\n", R"(an invalid value for "layers".)",
        true);
    row("a negative time of a layer", "{\n\"layers\": [{\"end\": -0.5}]\n}\n",
        R"(-0.5 for "end", which)", true);
    row("memory below zero",
        R"({"memory":{"ram":-1}})"
        "\n",
        R"(-1 for "ram", which)");
    row("memory that is none",
        R"({"memory":[1]})"
        "\n",
        R"(an invalid value for "memory".)");
    const auto tooLong = [](const char* name, const QByteArray& told, const char* says) {
        QTest::newRow(name) << told << false << "limit_exceeded" << QString::fromLatin1(says);
    };
    tooLong("a line without an end", QByteArray(17 << 20, 'x'),
            goldenText("cli/16-0-mib-are-the-most"));
    tooLong("a long key", R"({"set":{"value":[],"key":")" + QByteArray(70'000, 'k') + "\"}}\n",
            goldenText("cli/64-0-kib-are-the-most"));
    tooLong("much of its memory", R"({"memory":{"x":")" + QByteArray(9000, 'x') + "\"}}\n",
            goldenText("cli/8-0-kib-are-the-most"));
    tooLong(
        "many pongs",
        (R"({"pong":{"number":1,"at":1,"x":")" + QByteArray(60'000, 'x') + "\"}}\n").repeated(1200),
        goldenText("cli/64-0-mib-are-the-most"));
}

void CliStagesHostileTest::isStopped() {
    QFETCH(const QByteArray, told);
    QFETCH(const bool, ends);
    QFETCH(const QString, says);
    const QJsonObject error = errorOf(told, ends, 3);
    const QString message = error.value("message").toString();
    QVERIFY2(message.startsWith(goldenText("cli/the-stage-on-far-layers-2-3-ended-2")) &&
                 message.contains(says),
             qPrintable(message));
    QTEST(error.value("kind").toString(), "kind");
}

void CliStagesHostileTest::memoryIsToldTwiceASecondAtMost() {
    const QString events = m_dir.filePath("events");
    const QJsonObject error =
        errorOf(QByteArray("{\"memory\":{\"ram\":7}}\n").repeated(10'000) + "{\"ready\":7}\n",
                false, 3, events);
    QVERIFY(error.value("message").toString().contains("an invalid value for \"ready\""));
    const QByteArray line = R"({"stage":1,"machine":"far","memory":{"ram":7}})";
    const QList<QByteArray> lines = contentOf(events).trimmed().split('\n');
    QCOMPARE(lines.first(), line);
    QVERIFY2(lines.size() < 20, QByteArray::number(lines.size()));
}

void CliStagesHostileTest::failuresKeepTheirParts_data() {
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("parts");
    QTest::addColumn<QJsonValue>("kept");
    const QByteArray message = goldenText("base/there-is-no-file-or-folder-models-x");
    QTest::newRow("its own") << message << QByteArray(kFile)
                             << QJsonValue(QJsonDocument::fromJson(kFile).object());
    for (const char* const lie : {R"({"pattern":"All is well."})", R"({"pattern":7})", "7", "null",
                                  "{}", R"({"joined":[{"joined":7}],"separator":{}})"}) {
        QTest::newRow(lie) << message << QByteArray(lie) << QJsonValue(QString::fromUtf8(message));
    }
}

/// So that each program says a far stage's failure in its own language.
void CliStagesHostileTest::failuresKeepTheirParts() {
    QFETCH(const QByteArray, message);
    QFETCH(const QByteArray, parts);
    const QJsonObject failed = errorOf(error(message, parts), true, 1);
    QCOMPARE(failed.value("message").toString(),
             goldenText("cli/the-stage-on-far-layers-2-3-ended") + QString::fromUtf8(message));
    const QJsonArray arguments = at(failed, {"message_parts"}).value("arguments").toArray();
    QCOMPARE(arguments.size(), 3);
    QCOMPARE(arguments.at(0).toString(), QString("far"));
    QTEST(arguments.at(2), "kept");
}

QTEST_GUILESS_MAIN(CliStagesHostileTest)
#include "tst_cli_stages_hostile.moc"
