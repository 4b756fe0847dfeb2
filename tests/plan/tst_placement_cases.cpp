// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the reference planner to cases recorded from Accelerate itself.
#ifndef Q_MOC_RUN  // moc 6.4 stumbles over <concepts>
#include "tests/plan/placement_case.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <fstream>
#include <map>
#include <set>

using namespace stowage::test;

namespace {

/// Kinds that this part answers; the others belong to the checkpoint readers.
const std::set<std::string> kKinds = {
    "infer",           "strategy",   "balanced",   "sizes", "max_layer",        "maximum_sizes",
    "max_memory",      "parse_size", "dtype_size", "tied",  "tied_same_device", "check_device_map",
    "clean_device_map"};

}  // namespace

class PlacementCasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void agreesWithAccelerate_data();
    void agreesWithAccelerate();

private:
    std::map<std::string, std::vector<nlohmann::json>> m_cases;
};

void PlacementCasesTest::initTestCase() {
    std::ifstream file(STOWAGE_TEST_DATA "/placement/cases.jsonl");
    std::string line;
    while (std::getline(file, line)) {
        const auto placementCase = nlohmann::json::parse(line);
        m_cases[placementCase.at("kind").get<std::string>()].push_back(placementCase);
    }
}

void PlacementCasesTest::agreesWithAccelerate_data() {
    QTest::addColumn<QString>("kind");
    for (const std::string& kind : kKinds) {
        QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }
}

void PlacementCasesTest::agreesWithAccelerate() {
    QFETCH(QString, kind);
    const auto& cases = m_cases[kind.toStdString()];
    QVERIFY2(!cases.empty(), "no recorded case of this kind");
    PlacementTrees trees(STOWAGE_TEST_DATA "/placement/trees.json");
    QStringList different;
    for (const auto& placementCase : cases) {
        const std::string difference =
            compareWithCase(placementCase, answerCase(placementCase, trees));
        if (!difference.empty()) {
            different.append(QString::fromStdString(placementCase.at("id").get<std::string>() +
                                                    ": " + difference.substr(0, 3000)));
        }
    }
    const QString first = QStringLiteral("%1 of %2 differ; the first ones:\n%3")
                              .arg(different.size())
                              .arg(cases.size())
                              .arg(different.mid(0, 5).join(QLatin1Char('\n')));
    QVERIFY2(different.isEmpty(), qPrintable(first));
}

QTEST_GUILESS_MAIN(PlacementCasesTest)
#include "tst_placement_cases.moc"
