// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "tests/widgets/live_fixture.h"
#include "widgets/charts/chart_curves.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

Q_DECLARE_METATYPE(stowage::LoadMethod)

namespace stowage {

namespace {

double highest(const ChartColumn& column) {
    return column.empty() ? 0 : *std::ranges::max_element(column);
}

double inBytes(std::uint64_t bytes) {
    return static_cast<double>(bytes);
}

/// Two phases of 100 bytes each: three points while reading, two while copying.
PredictedCurves twoPhases() {
    PredictedCurves curves;
    curves.phases = {{"read", 100, 0}, {"copy", 100, 3}};
    curves.phaseOf = {0, 0, 0, 1, 1};
    curves.share = {0, 0.5, 1, 0, 1};
    curves.bytesRead = {0, 50, 100, 100, 100};
    curves.hostAnon = {0, 50, 100, 100, 20};
    curves.gpus[DeviceId::gpu(0)] = {{0, 0, 0, 0, 100}, {0, 0, 0, 0, 200}};
    return curves;
}

}  // namespace

/// Predicted curves, and how they come to stand on a time axis.
class PredictedCurvesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void peaksAreThoseOfTheSchedule_data();
    void peaksAreThoseOfTheSchedule();
    void bytesMovedAddUp();
    void measuredPaceBendsTheCurve();
    void meanPaceFillsWhatIsToCome();
    void phasesOfAnotherRunAreNotTaken();
    void figuresHoldUntilTheNextPoint();
};

void PredictedCurvesTest::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

void PredictedCurvesTest::peaksAreThoseOfTheSchedule_data() {
    QTest::addColumn<LoadMethod>("method");
    for (const LoadMethod method : allLoadMethods()) {
        const std::string name(loadMethodName(method));
        QTest::newRow(name.c_str()) << method;
    }
}

void PredictedCurvesTest::peaksAreThoseOfTheSchedule() {
    QFETCH(LoadMethod, method);
    LiveFixture fixture("64MiB,64MiB");
    QVERIFY(fixture.open());
    const auto schedule =
        makeLoadSchedule(fixture.document->plan(), fixture.document->checkpoint(),
                         {.method = method, .offloadFolder = "/nonexistent/tst-forecast"});
    QVERIFY(schedule);
    const PredictedCurves curves = predictedCurves(*schedule);
    QVERIFY(curves.rows() > 2);
    QCOMPARE(curves.phases.size(), (*schedule)->prediction->phases.size());
    QCOMPARE(curves.phaseOf.size(), curves.rows());
    QCOMPARE(curves.bytesRead.back(), inBytes((*schedule)->prediction->bytesRead));
    for (const auto& [device, peak] : (*schedule)->predictedPeaks) {
        if (device.isGpu()) {
            QCOMPARE(highest(curves.gpus.at(device).allocated), inBytes(peak.allocated));
            QCOMPARE(highest(curves.gpus.at(device).reserved), inBytes(peak.reserved));
        }
    }
    QVERIFY(highest(curves.hostAnon) <= inBytes((*schedule)->predictedHostAnonBytes));
    for (const auto& times : {timesFromBytes(curves), timesFromPace(curves, {}, 0, {}, 0)}) {
        QCOMPARE(times.size(), curves.rows());
        QVERIFY(std::ranges::is_sorted(times));
    }
    QVERIFY(timesFromRates(curves).empty());  // nobody measured this machine
}

void PredictedCurvesTest::bytesMovedAddUp() {
    const std::vector<double> expected{0, 50, 100, 100, 200};
    QCOMPARE(timesFromBytes(twoPhases()), expected);
}

void PredictedCurvesTest::measuredPaceBendsTheCurve() {
    const PredictedCurves curves = twoPhases();
    // The load began at 10 on the sampler's clock. Half of the file took three of four seconds; a
    // quarter of the copy took one.
    const std::vector<PhaseMark> phases{{"read", 10, 14}, {"copy", 14, -1}};
    const std::vector<PaceSample> samples{{"read", 3, 0.5}, {"copy", 5, 0.25}};
    const std::vector<double> expected{0, 3, 4, 4, 8};
    QCOMPARE(timesFromPace(curves, phases, 10, samples, 5), expected);
    // Over: the phases' ends are known and nothing is guessed.
    const std::vector<PhaseMark> over{{"read", 10, 14}, {"copy", 14, 20}};
    const std::vector<double> ended{0, 3, 4, 4, 10};
    QCOMPARE(timesFromPace(curves, over, 10, samples, 10), ended);
}

void PredictedCurvesTest::meanPaceFillsWhatIsToCome() {
    const std::vector<PhaseMark> phases{{"read", 10, 14}};
    const std::vector<double> expected{0, 2, 4, 4, 8};
    QCOMPARE(timesFromPace(twoPhases(), phases, 10, {}, 4), expected);
}

void PredictedCurvesTest::phasesOfAnotherRunAreNotTaken() {
    const std::vector<PhaseMark> phases{{"read", 1, 9}, {"copy", 9, 10}, {"read", 20, -1}};
    const std::vector<PaceSample> samples{{"read", 2, 0.5}};
    const std::vector<double> expected{0, 2, 4, 4, 8};
    QCOMPARE(timesFromPace(twoPhases(), phases, 20, samples, 2), expected);
}

void PredictedCurvesTest::figuresHoldUntilTheNextPoint() {
    const PredictedCurves curves = twoPhases();
    const std::vector<double> times{1, 2, 3, 3, 5};
    QVERIFY(!predictedFiguresAt(curves, times, 0.5));
    const auto middle = predictedFiguresAt(curves, times, 2.9);
    QVERIFY(middle.has_value());
    QCOMPARE(middle->bytesRead, 50.0);
    QCOMPARE(middle->hostAnon, 50.0);
    const auto end = predictedFiguresAt(curves, times, 99);
    QCOMPARE(end->gpus.at(DeviceId::gpu(0)).allocated, std::uint64_t{100});
    QCOMPARE(end->gpus.at(DeviceId::gpu(0)).reserved, std::uint64_t{200});
}

}  // namespace stowage

QTEST_GUILESS_MAIN(stowage::PredictedCurvesTest)
#include "tst_predicted_curves.moc"
