// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the reference planner, the file choice and the rules of loading to cases recorded from
// Accelerate itself, logs and traces included.
#ifndef Q_MOC_RUN  // moc 6.4 stumbles over <concepts>
#include "app/checks/conformance_case.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <fstream>
#include <map>
#include <optional>

using namespace stowage;

namespace {

std::string readFile(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class PlacementCasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void agreesWithAccelerate_data();
    void agreesWithAccelerate();
    void agreesOnRandomTrees();
    void seesWhatDiffers_data();
    void seesWhatDiffers();
    void keepsPythonsNumbers_data();
    void keepsPythonsNumbers();

private:
    /// The first differences, or "".
    static QString differencesOf(const std::vector<CaseJson>& cases, ConformanceTrees& trees);

    std::map<std::string, std::vector<CaseJson>> m_cases;
    std::optional<ConformanceTrees> m_trees;
};

void PlacementCasesTest::initTestCase() {
    std::ifstream file(STOWAGE_TEST_DATA "/placement/cases.jsonl");
    std::string line;
    std::size_t count = 0;
    while (std::getline(file, line)) {
        auto recordedCase = parseCaseJson(line, "cases.jsonl");
        QVERIFY(recordedCase.has_value());
        m_cases[recordedCase->at("kind").get<std::string>()].push_back(std::move(*recordedCase));
        ++count;
    }
    QCOMPARE(count, std::size_t{886});
    auto trees =
        ConformanceTrees::parse(readFile(STOWAGE_TEST_DATA "/placement/trees.json"), "trees.json");
    QVERIFY(trees.has_value());
    m_trees.emplace(std::move(*trees));
}

void PlacementCasesTest::agreesWithAccelerate_data() {
    QTest::addColumn<QString>("kind");
    for (const std::string_view kind : conformanceKinds()) {
        QTest::newRow(std::string(kind).c_str()) << QString::fromStdString(std::string(kind));
    }
}

void PlacementCasesTest::agreesWithAccelerate() {
    QFETCH(QString, kind);
    const auto& cases = m_cases[kind.toStdString()];
    QVERIFY2(!cases.empty(), "no recorded case of this kind");
    QCOMPARE(differencesOf(cases, *m_trees), QString());
}

void PlacementCasesTest::agreesOnRandomTrees() {
    // Recorded by tests/reference/record_cases.py with the ties in the order of the walk.
    std::ifstream file(STOWAGE_TEST_DATA "/placement_random/cases.jsonl");
    std::vector<CaseJson> cases;
    for (std::string line; std::getline(file, line);) {
        auto recordedCase = parseCaseJson(line, "cases.jsonl");
        QVERIFY(recordedCase.has_value());
        cases.push_back(std::move(*recordedCase));
    }
    QVERIFY(cases.size() >= 300);
    auto trees = ConformanceTrees::parse(readFile(STOWAGE_TEST_DATA "/placement_random/trees.json"),
                                         "trees.json");
    QVERIFY(trees.has_value());
    QCOMPARE(differencesOf(cases, *trees), QString());
}

QString PlacementCasesTest::differencesOf(const std::vector<CaseJson>& cases,
                                          ConformanceTrees& trees) {
    QStringList different;
    for (const CaseJson& recordedCase : cases) {
        const auto question = questionOf(recordedCase, trees, "cases.jsonl");
        const auto answer = question ? tryAnswer(*question, "cases.jsonl")
                                     : Result<ConformanceAnswer>(question.unexpected());
        const std::string difference =
            answer ? differenceFromCase(recordedCase, *answer, CompareDepth::Everything)
                   : answer.error().message.english();
        if (!difference.empty()) {
            different.append(QString::fromStdString(recordedCase.at("id").get<std::string>() +
                                                    ": " + difference.substr(0, 3000)));
        }
    }
    if (different.isEmpty()) {
        return {};
    }
    return QStringLiteral("%1 of %2 differ; the first ones:\n%3")
        .arg(different.size())
        .arg(cases.size())
        .arg(different.mid(0, 5).join(QLatin1Char('\n')));
}

void PlacementCasesTest::seesWhatDiffers_data() {
    QTest::addColumn<QByteArray>("recorded");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("byValue");
    QTest::addColumn<bool>("inAll");
    const auto row = [](const char* name, const char* recorded, const char* answer, bool byValue,
                        bool inAll) {
        QTest::newRow(name) << QByteArray(recorded) << QByteArray(answer) << byValue << inAll;
    };
    row("equal", R"({"expected":{"bytes":12}})", R"({"bytes":12})", true, true);
    row("another number", R"({"expected":{"bytes":12}})", R"({"bytes":13})", false, false);
    row("int and float", R"({"expected":{"bytes":12}})", R"({"bytes":12.0})", true, false);
    row("long ints", R"({"expected":{"bytes":100000000000000000001}})",
        R"({"bytes":100000000000000000002})", false, false);
    row("no order", R"({"expected":{"device_map":[["a",0],["b","cpu"]]}})",
        R"({"device_map":[["b","cpu"],["a",0]]})", true, true);
    row("an order", R"({"order":"exact","expected":{"device_map":[["a",0],["b",1]]}})",
        R"({"device_map":[["b",1],["a",0]]})", false, false);
    row("another device", R"({"expected":{"device_map":[["a",0]]}})",
        R"({"device_map":[["a","0"]]})", false, false);
    row("a field too many", R"({"expected":{"ok":true}})", R"({"ok":true,"warnings":["x"]})", false,
        false);
    row("a field too few", R"({"expected":{"ok":true,"warnings":["x"]}})", R"({"ok":true})", false,
        false);
    row("other words of an error",
        R"({"expected":{"error":{"type":"ValueError","message":"a","raised_in":"f"}}})",
        R"({"error":{"type":"ValueError","message":"b"}})", true, false);
    row("another type of error", R"({"expected":{"error":{"type":"ValueError","message":"a"}}})",
        R"({"error":{"type":"KeyError","message":"a"}})", false, false);
    row("one of the accepted",
        R"({"nondeterministic":true,"expected":{"names":["a"]},"accepted":[{"names":["a"]},)"
        R"({"names":["b"]}]})",
        R"({"names":["b"]})", true, true);
    row("none of the accepted",
        R"({"nondeterministic":true,"expected":{"names":["a"]},"accepted":[{"names":["a"]}]})",
        R"({"names":["c"]})", false, false);
}

void PlacementCasesTest::seesWhatDiffers() {
    QFETCH(QByteArray, recorded);
    QFETCH(QByteArray, answer);
    QFETCH(bool, byValue);
    QFETCH(bool, inAll);
    const auto recordedCase = parseCaseJson(recorded.toStdString(), "case");
    QVERIFY(recordedCase.has_value());
    ConformanceAnswer given;
    given.result = parseCaseJson(answer.toStdString(), "answer").value();
    QCOMPARE(differenceFromCase(*recordedCase, given, CompareDepth::Results).empty(), byValue);
    QCOMPARE(differenceFromCase(*recordedCase, given, CompareDepth::Everything).empty(), inAll);
}

void PlacementCasesTest::keepsPythonsNumbers_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* const text :
         {"12", "12.0", "-3", "0.125", "1e+39", "1000000000000000090824893823431825424384",
          "-100000000000000000000", "9223372036854775807", "18446744073709551615",
          "[NaN, Infinity, -Infinity, \"NaN\", \"a\\\"NaN\"]", "null", "true",
          "[1, 2.5, \"a\", {\"b\": []}]", "{\"b\": 1, \"a\": 2}"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void PlacementCasesTest::keepsPythonsNumbers() {
    QFETCH(QByteArray, text);
    const auto parsed = parseCaseJson(text.toStdString(), "text");
    QVERIFY(parsed.has_value());
    QCOMPARE(QByteArray::fromStdString(caseText(*parsed)), text);
}

QTEST_GUILESS_MAIN(PlacementCasesTest)
#include "tst_placement_cases.moc"
