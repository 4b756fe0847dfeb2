// SPDX-License-Identifier: GPL-3.0-or-later
// What a forward pass after a load came to, in the load's object and for people.
#include "engine/load/report/load_report_json.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace stowage;

namespace {

ForwardFigures exampleFigures() {
    ForwardFigures figures;
    figures.tokens = {1, 2, 3};
    figures.sha256 = std::string(64, 'a');
    figures.maxLogit = 12.5;
    figures.nextToken = 42;
    figures.maxDifference = 1.5e-6;
    figures.agrees = true;
    figures.seconds = 0.25;
    figures.bytesMoved = 1536ULL << 20U;
    return figures;
}

Result<LoadFigures> readWith(const nlohmann::ordered_json& forward) {
    const nlohmann::ordered_json load{{"method", "naive"}, {"forward", forward}};
    return readLoadFigures(load);
}

}  // namespace

class ForwardFiguresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void writtenAndRead() {
        const auto read = readWith(forwardJson(exampleFigures()));
        QVERIFY2(read.has_value(), read ? "" : read.error().message.english().c_str());
        QVERIFY(read->forward.has_value());
        const ForwardFigures& forward = *read->forward;
        const ForwardFigures expected = exampleFigures();
        QCOMPARE(forward.tokens, expected.tokens);
        QCOMPARE(forward.sha256, expected.sha256);
        QCOMPARE(forward.maxLogit, expected.maxLogit);
        QCOMPARE(forward.nextToken, expected.nextToken);
        QVERIFY(forward.maxDifference == expected.maxDifference);
        QVERIFY(forward.agrees == expected.agrees);
        QCOMPARE(forward.seconds, expected.seconds);
        QCOMPARE(forward.bytesMoved, expected.bytesMoved);
        QCOMPARE(read->state, LoadEnding::Done);
        QVERIFY(!readLoadFigures({{"method", "naive"}})->forward);
    }

    /// A load whose logits differ is no good load, whatever else went well.
    void decidesOnTheRun_data() {
        QTest::addColumn<int>("agrees");  // -1: not known
        QTest::addColumn<QByteArray>("why");
        QTest::addColumn<QByteArray>("state");
        QTest::newRow("agrees") << 1 << QByteArray() << QByteArray("done");
        QTest::newRow("not judged") << -1 << QByteArray() << QByteArray("done");
        QTest::newRow("differs") << 0 << QByteArray("They differ.") << QByteArray("differs");
        QTest::newRow("not run") << -1 << QByteArray("No memory.") << QByteArray("failed");
    }

    void decidesOnTheRun() {
        QFETCH(const int, agrees);
        QFETCH(const QByteArray, why);
        QFETCH(const QByteArray, state);
        ForwardFigures figures = exampleFigures();
        figures.agrees = agrees < 0 ? std::nullopt : std::optional(agrees == 1);
        figures.why = why.toStdString();
        const auto read = readWith(forwardJson(figures));
        QVERIFY(read.has_value());
        QCOMPARE(loadEndingName(read->state), std::string_view(state.constData()));
        QCOMPARE(read->why, why.toStdString());
        QCOMPARE(read->stoppedAt.empty(), why.isEmpty());
    }

    void refusesWhatIsNone_data() {
        QTest::addColumn<QByteArray>("key");
        for (const char* key : {"tokens", "sha256", "max_logit", "max_difference", "agrees"}) {
            QTest::newRow(key) << QByteArray(key);
        }
    }

    void refusesWhatIsNone() {
        QFETCH(const QByteArray, key);
        auto forward = forwardJson(exampleFigures());
        forward[key.toStdString()] = nlohmann::ordered_json::array({"x"});
        const auto read = readWith(forward);
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().code, ErrorCode::Malformed);
        QVERIFY(QByteArray::fromStdString(read.error().message).contains(key));
        QVERIFY(!readWith(3).has_value());
    }

    void tellsPeople() {
        ForwardFigures figures = exampleFigures();
        QCOMPARE(QString::fromStdString(forwardText(figures)),
                 QString(goldenText("load/forward-pass-over-1-2-3-the-logits-2")));
        figures.agrees = std::nullopt;
        figures.bytesMoved = 0;
        QCOMPARE(QString::fromStdString(forwardText(figures)),
                 QString(goldenText("load/forward-pass-over-1-2-3-held")));
        figures.agrees = false;
        figures.why = "They differ.";
        QCOMPARE(QString::fromStdString(forwardText(figures)),
                 QString(goldenText("load/forward-pass-over-1-2-3-they-differ")));
    }
};

QTEST_GUILESS_MAIN(ForwardFiguresTest)
#include "tst_forward_figures.moc"
