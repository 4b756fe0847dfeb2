// SPDX-License-Identifier: GPL-3.0-or-later
// The command that holds the planner to recorded cases of Accelerate.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QString kCases = QStringLiteral(STOWAGE_TEST_DATA "/placement/cases.jsonl");
const QString kTrees = QStringLiteral(STOWAGE_TEST_DATA "/placement/trees.json");

QByteArrayList recordedLines() {
    QFile file(kCases);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QByteArrayList lines = file.readAll().split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

QJsonObject objectOf(const QByteArray& line) {
    return QJsonDocument::fromJson(line).object();
}

}  // namespace

class CliConformanceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void agreesWithTheRecord();
    void printsATable();
    void answersInOrder();
    void answersWithoutTheExpected();
    void tellsAWrongAnswer();
    void readsCasesFromStandardInput();
    void keepsLongIntegers();
    void refusesWhatItCannotRead_data();
    void refusesWhatItCannotRead();
    void answersTheRestAfterABadCase();

private:
    [[nodiscard]] QString fileOf(const QByteArrayList& lines);

    QTemporaryDir m_dir;
    QByteArrayList m_lines;
};

void CliConformanceTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_lines = recordedLines();
    QCOMPARE(m_lines.size(), 886);
}

QString CliConformanceTest::fileOf(const QByteArrayList& lines) {
    const QString path = m_dir.filePath("some.jsonl");
    writeFile(path, lines.join('\n'));
    return path;
}

void CliConformanceTest::agreesWithTheRecord() {
    const auto run = runCli({"conformance", "--cases", kCases, "--trees", kTrees, "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json.value("cases").toInt(), 886);
    QCOMPARE(run.json.value("agree").toInt(), 886);
    QCOMPARE(run.json.value("differ").toInt(), 0);
    QVERIFY(run.json.value("differing").toArray().isEmpty());
    const QJsonArray kinds = run.json.value("kinds").toArray();
    QCOMPARE(kinds.size(), 15);
    int sum = 0;
    for (const auto& kind : kinds) {
        sum += kind.toObject().value("agree").toInt();
    }
    QCOMPARE(sum, 886);
}

void CliConformanceTest::printsATable() {
    const auto run = runCli({"conformance", "--cases", kCases, "--trees", kTrees});
    QCOMPARE(run.exitCode, 0);
    const QByteArrayList lines = run.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 17);  // a head, fifteen kinds, the sum
    QCOMPARE(lines.front().simplified(), QByteArray("kind cases agree differ"));
    QCOMPARE(lines.back().simplified(), QByteArray("all 886 886 0"));
    QVERIFY(lines.contains("load_rules            18     18       0"));
}

void CliConformanceTest::answersInOrder() {
    const auto run = runCli({"conformance", "--cases", kCases, "--trees", kTrees, "--answers"});
    QCOMPARE(run.exitCode, 0);
    const QByteArrayList answers = run.output.trimmed().split('\n');
    QCOMPARE(answers.size(), m_lines.size());
    for (int i = 0; i < answers.size(); ++i) {
        const QJsonObject recorded = objectOf(m_lines[i]);
        const QJsonObject answer = objectOf(answers[i]);
        QCOMPARE(answer.keys(), QStringList({"id", "result"}));
        QCOMPARE(answer.value("id"), recorded.value("id"));
        const QJsonObject result = answer.value("result").toObject();
        const QJsonObject expected = recorded.value("expected").toObject();
        QVERIFY(!result.contains("log"));
        QCOMPARE(result.contains("error"), expected.contains("error"));
        QCOMPARE(result.value("warnings"), expected.value("warnings"));
        QCOMPARE(result.value("error").toObject().value("type"),
                 expected.value("error").toObject().value("type"));
        for (const char* const field : {"bytes", "sizes", "names", "files", "actions", "ok"}) {
            QCOMPARE(result.value(field), expected.value(field));
        }
    }
}

void CliConformanceTest::answersWithoutTheExpected() {
    const auto asRecorded =
        runCli({"conformance", "--cases", kCases, "--trees", kTrees, "--answers"});
    QByteArrayList blind;
    QByteArrayList misled;
    for (const QByteArray& line : m_lines) {
        QJsonObject recorded = objectOf(line);
        recorded.remove("expected");
        recorded.remove("accepted");
        // Qt sorts keys, and the order of special_dtypes means nothing.
        blind.append(QJsonDocument(recorded).toJson(QJsonDocument::Compact));
        recorded.insert("expected", QJsonObject{{"bytes", 1}});
        misled.append(QJsonDocument(recorded).toJson(QJsonDocument::Compact));
    }
    // Qt writes 12.0 as 12, which is another question where a budget is a float.
    const auto ofBlind =
        runCli({"conformance", "--cases", fileOf(blind), "--trees", kTrees, "--answers"});
    QCOMPARE(ofBlind.exitCode, 0);
    const auto ofMisled =
        runCli({"conformance", "--cases", fileOf(misled), "--trees", kTrees, "--answers"});
    QCOMPARE(ofMisled.exitCode, 0);
    QCOMPARE(ofBlind.output, ofMisled.output);
    QCOMPARE(ofBlind.output.count('\n'), asRecorded.output.count('\n'));
}

void CliConformanceTest::tellsAWrongAnswer() {
    QByteArrayList lines = m_lines.mid(0, 40);
    const QByteArray from = R"("device_map":[["","disk"]])";
    QVERIFY(lines[0].contains(from));
    lines[0].replace(from, R"("device_map":[["","cpu"]])");
    const QString cases = fileOf(lines);
    const auto run = runCli({"conformance", "--cases", cases, "--trees", kTrees, "--json"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json.value("cases").toInt(), 40);
    QCOMPARE(run.json.value("differ").toInt(), 1);
    QCOMPARE(run.json.value("differing").toArray().at(0).toObject().value("id").toString(),
             objectOf(lines[0]).value("id").toString());
    const auto people = runCli({"conformance", "--cases", cases, "--trees", kTrees});
    QCOMPARE(people.exitCode, 1);
    QVERIFY(people.output.contains("expected {\"device_map\": [[\"\", \"cpu\"]]"));
    QVERIFY(people.output.contains("got {\"device_map\": [[\"\", \"disk\"]]"));
    const auto answers = runCli({"conformance", "--cases", cases, "--trees", kTrees, "--answers"});
    QCOMPARE(answers.exitCode, 0);
}

void CliConformanceTest::readsCasesFromStandardInput() {
    CliRequest request{{"conformance", "--cases", "-", "--trees", kTrees, "--answers"}};
    request.input = m_lines.mid(0, 3).join('\n') + "\n\n";
    const auto run = runCli(request);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output.count('\n'), 3);
}

void CliConformanceTest::keepsLongIntegers() {
    const QString cases =
        fileOf({R"({"id": "a", "kind": "parse_size", "args": {"size": "1e30GB"}})",
                R"({"id": "b", "kind": "parse_size", "args": {"size": 100000000000000000000}})",
                R"({"id": "c", "kind": "parse_size", "args": {"size": "1e400GB"}})",
                R"({"id": "d", "kind": "max_memory", "args": {"max_memory": [[0, 1.0]]}})"});
    const auto run = runCli({"conformance", "--cases", cases, "--trees", kTrees, "--answers"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output,
             QByteArray("{\"id\": \"a\", \"result\": {\"bytes\": "
                        "1000000000000000090824893823431825424384}}\n"
                        "{\"id\": \"b\", \"result\": {\"bytes\": 100000000000000000000}}\n"
                        "{\"id\": \"c\", \"result\": {\"error\": {\"type\": \"OverflowError\", "
                        "\"message\": \"cannot convert float infinity to integer\"}}}\n"
                        "{\"id\": \"d\", \"result\": {\"max_memory\": [[0, 1.0]]}}\n"));
}

void CliConformanceTest::refusesWhatItCannotRead_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("trees");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* line, const char* trees, const char* said) {
        QTest::newRow(name) << QByteArray(line) << QByteArray(trees) << QByteArray(said);
    };
    row("no JSON", R"({"id": "a", )", "{}",
        goldenText("checks/line-1-breaks-the-rules-of-json-at"));
    row("no object", "[1]", "{}", goldenText("checks/line-1-a-case-must-be-a-json-object"));
    row("no kind", R"({"id": "a", "args": {}})", "{}", goldenText("checks/the-case-has-no-kind"));
    row("an unknown kind", R"({"id": "a", "kind": "weird", "args": {}})", "{}",
        goldenText("checks/the-case-a-is-of-the-kind-weird"));
    row("a missing tree", R"({"id": "a", "kind": "tied", "tree": "t", "args": {}})", "{}",
        goldenText("checks/has-no-tree-t"));
    row("a tree that is none", R"({"id": "a", "kind": "tied", "tree": "t", "args": {}})",
        R"({"t": 5})", "tree \"t\"");
    row("trees that are a list", R"({"id": "a", "kind": "tied", "tree": "t", "args": {}})", "[]",
        goldenText("checks/must-be-one-object"));
    row("a wrong type of argument", R"({"id": "a", "kind": "dtype_size", "args": {"dtype": 5}})",
        "{}", goldenText("checks/an-argument-of-the-case-a-is"));
    row("nothing expected", R"({"id": "a", "kind": "parse_size", "args": {"size": 5}})", "{}",
        goldenText("cli/has-no-expected-to-compare-with"));
}

void CliConformanceTest::refusesWhatItCannotRead() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, trees);
    QFETCH(QByteArray, said);
    const QString treesFile = m_dir.filePath("trees.json");
    writeFile(treesFile, trees);
    const auto run = runCli({"conformance", "--cases", fileOf({line}), "--trees", treesFile});
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.diagnostics.contains(said), run.diagnostics.constData());
    QCOMPARE(run.diagnostics.count('\n'), 1);
}

void CliConformanceTest::answersTheRestAfterABadCase() {
    const QString cases = fileOf({"{", R"({"id": "a", "kind": "weird", "args": {}})",
                                  R"({"id": "b", "kind": "parse_size", "args": {"size": 5}})"});
    const auto run = runCli({"conformance", "--cases", cases, "--trees", kTrees, "--answers"});
    QCOMPARE(run.exitCode, 3);
    QCOMPARE(run.output, QByteArray("{\"id\": \"b\", \"result\": {\"bytes\": 5}}\n"));
    QCOMPARE(run.diagnostics.count('\n'), 2);
}

QTEST_GUILESS_MAIN(CliConformanceTest)
#include "tst_cli_conformance.moc"
