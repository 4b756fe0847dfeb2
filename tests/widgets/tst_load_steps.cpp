// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/live_fixture.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace stowage {

namespace {

constexpr int kTimeout = 60000;
const std::string kFastGpus = "64MiB,64MiB";
/// Slow enough that a pause meets a load half way: 24 MiB take seconds.
const std::string kSlowGpus = "64MiB:link=5MB/s,64MiB:link=5MB/s";

}  // namespace

/// Going through a load tensor by tensor, with real loads.
class LoadStepsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void stepsFromTheStart_data();
    void stepsFromTheStart();
    void stepWhileRunningPausesAfterTheTensor();
    void cancelAfterAStepLeavesNothing();
    void stepWithoutALoadDoesNothing();
};

void LoadStepsTest::stepsFromTheStart_data() {
    QTest::addColumn<LoadMethod>("method");
    for (const LoadMethod method : allLoadMethods()) {
        const std::string_view name = loadMethodName(method);
        QTest::newRow(std::string(name).c_str()) << method;
    }
}

/// One press, one tensor; the current one is told; resuming brings in the rest.
void LoadStepsTest::stepsFromTheStart() {
    QFETCH(LoadMethod, method);
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    LoadRequest request;
    request.method = method;
    request.pace = LoadPace::StepByStep;
    QSignalSpy states(&controller, &LoadController::stateChanged);
    controller.start(request);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Paused, kTimeout);
    // Views begin a load with Loading.
    QCOMPARE(states[1].front().value<LoadState>(), LoadState::Loading);
    QCOMPARE(controller.progress().itemsDone, 0U);
    for (std::uint64_t tensor = 1; tensor <= 5; ++tensor) {
        controller.step();
        QTRY_COMPARE_WITH_TIMEOUT(controller.progress().itemsDone, tensor, kTimeout);
        QVERIFY2(controller.progress().currentItem.starts_with("block."),
                 controller.progress().currentItem.c_str());
        QCOMPARE(controller.state(), LoadState::Paused);
    }
    controller.resume();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    QVERIFY(controller.finishedLoads().back().wasPaused);
    QVERIFY(controller.finishedLoads().back().report->pausedSeconds > 0);
    QCOMPARE(controller.counters().liveTensors, 24U);
    QCOMPARE(controller.finishedLoads().back().report->tensors, 24U);
}

void LoadStepsTest::stepWhileRunningPausesAfterTheTensor() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    controller.start(LoadMethod::Sequential);
    QTRY_VERIFY_WITH_TIMEOUT(controller.state() == LoadState::Loading, kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(controller.progress().itemsDone > 0, kTimeout);
    controller.step();
    QCOMPARE(controller.state(), LoadState::Paused);
    const std::string phase = controller.progress().phase;
    const std::uint64_t before = controller.progress().itemsDone;
    QTRY_VERIFY_WITH_TIMEOUT(
        controller.progress().itemsDone > before || controller.progress().phase != phase, kTimeout);
    QCOMPARE(controller.state(), LoadState::Paused);
    controller.resume();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
}

void LoadStepsTest::cancelAfterAStepLeavesNothing() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    QSignalSpy finished(&controller, &LoadController::finished);
    LoadRequest request;
    request.pace = LoadPace::StepByStep;
    controller.start(request);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Paused, kTimeout);
    controller.step();
    QTRY_COMPARE_WITH_TIMEOUT(controller.progress().itemsDone, 1U, kTimeout);
    controller.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(controller.state(), LoadState::Idle);
    QVERIFY(isAllZero(controller.counters()));
    QCOMPARE(fixture.bytesHeld(), 0U);
}

void LoadStepsTest::stepWithoutALoadDoesNothing() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    fixture.controller->step();
    QCOMPARE(fixture.controller->state(), LoadState::Idle);
    fixture.controller->start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Loaded, kTimeout);
    fixture.controller->step();
    QCOMPARE(fixture.controller->state(), LoadState::Loaded);
    QVERIFY(!fixture.controller->finishedLoads().back().wasPaused);
}

}  // namespace stowage

QTEST_GUILESS_MAIN(stowage::LoadStepsTest)
#include "tst_load_steps.moc"
