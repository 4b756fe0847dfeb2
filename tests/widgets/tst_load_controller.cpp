// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/load/program/load_schedule.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/live_fixture.h"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace stowage {

namespace {

constexpr int kTimeout = 60000;
/// Slow enough that pause and cancel meet a load half way: 24 MiB take seconds.
const std::string kSlowGpus = "64MiB:link=5MB/s,64MiB:link=5MB/s";
const std::string kFastGpus = "64MiB,64MiB";

std::uint64_t plannedWeights(const PlacementPlan& plan) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.weights;
    }
    return static_cast<std::uint64_t>(bytes);
}

/// Puts the first block on GPU 1 and waits for the plan.
bool moveOneBlock(LiveFixture& fixture) {
    const auto planned = fixture.document->plan();
    fixture.document->edit(MoveEdit{{"block.0"}, DeviceId::gpu(1)});
    return QTest::qWaitFor([&] { return fixture.document->plan() != planned; }, kTimeout);
}

}  // namespace

/// The controller with the real simulated GPUs, the real load jobs and the real LibTorch.
class LoadControllerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void loadsWhatThePlanSays_data();
    void loadsWhatThePlanSays();
    void loadsOnFourKindsOfDevices();
    void needsAModel();
    void cancelHalfWayLeavesNothing();
    void cancelAtOnceLeavesNothing();
    void pauseHoldsAndResumeGoesOn();
    void unloadGivesEverythingBack();
    void loadingAgainUnloadsFirst();
    void secondStartIsIgnored();
    void editsWhileLoadingAreHarmless();
    void anEditedPlanMovesOnlyWhatChanged();
    void aCancelledApplyLeavesWhatWasLoaded();
    void destructionWhileLoadingLeavesNothing();
    void everyStateHasAName();
};

void LoadControllerTest::init() {
    // Qt forgets the pattern after each test.
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
}

void LoadControllerTest::loadsWhatThePlanSays_data() {
    QTest::addColumn<LoadMethod>("method");
    QTest::newRow("naive") << LoadMethod::Naive;
    QTest::newRow("streamed") << LoadMethod::Streamed;
}

void LoadControllerTest::loadsWhatThePlanSays() {
    QFETCH(LoadMethod, method);
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    QSignalSpy finished(&controller, &LoadController::finished);
    QSignalSpy failed(&controller, &LoadController::failed);
    QVERIFY(!controller.startedAt().has_value());

    controller.start(method);
    QCOMPARE(controller.state(), LoadState::Preparing);
    QCOMPARE(controller.counters().jobs, 1U);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);

    QCOMPARE(finished.size(), 1);
    QCOMPARE(failed.size(), 0);
    const FinishedLoad run = controller.finishedLoads().back();
    QCOMPARE(run.number, 1);
    QCOMPARE(run.report->method, method);
    QVERIFY(!run.report->stopped.has_value());
    QVERIFY(run.schedule == controller.schedule());
    QVERIFY(run.schedule->plan == fixture.document->plan());
    QCOMPARE(run.report->bytes, 24 * kMiB);
    QCOMPARE(run.report->tensors, 24U);

    const EngineCounters counters = controller.counters();
    QCOMPARE(counters.jobs, 0U);
    QCOMPARE(counters.liveTensors, 24U);
    QCOMPARE(counters.liveTensors, controller.model()->tensors().size());
    QCOMPARE(counters.allocatedBytes, plannedWeights(*fixture.document->plan()));
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
    for (const DeviceLoadFigures& figures : run.report->devices) {
        allocated += figures.finalAllocated;
        reserved += figures.device.id.isGpu() ? figures.finalReserved : 0;
    }
    QCOMPARE(counters.allocatedBytes, allocated);
    QCOMPARE(counters.reservedBytes, reserved);
    QVERIFY(controller.startedAt().has_value());
}

void LoadControllerTest::loadsOnFourKindsOfDevices() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    for (const auto& [device, limit] :
         {std::pair{DeviceId::gpu(0), "7MiB"}, std::pair{DeviceId::gpu(1), "6MiB"},
          std::pair{DeviceId::cpu(), "5MiB"}}) {
        const auto before = fixture.document->plan();
        fixture.document->edit(SetBudgetEdit{device, limit});
        QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan() != before, kTimeout);
    }
    const auto plan = fixture.document->plan();
    for (const DevicePlacement& placement : plan->placements) {
        QVERIFY2(placement.weights > 0, qPrintable(QString::fromStdString(placement.device.name)));
    }
    LoadController& controller = *fixture.controller;
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    // What lies on disk takes no memory, and is still a tensor of the file.
    const double onDisk = plan->placement(DeviceId::disk())->weights;
    QCOMPARE(controller.counters().allocatedBytes,
             plannedWeights(*plan) - static_cast<std::uint64_t>(onDisk));
    const QString folder = QString::fromStdString(controller.schedule()->offloadFolder);
    QVERIFY(QFile::exists(folder + QStringLiteral("/index.json")));
    controller.unload();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Idle, kTimeout);
    QVERIFY(!QFile::exists(folder));
    QVERIFY(isAllZero(controller.counters()));
}

void LoadControllerTest::needsAModel() {
    LiveFixture fixture(kFastGpus);
    QSignalSpy failed(fixture.controller.get(), &LoadController::failed);
    fixture.controller->start(LoadMethod::Streamed);
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.front().front().toString().contains(
        QString(goldenText("window-load/open-a-model-first"))));
    QCOMPARE(fixture.controller->state(), LoadState::Idle);
}

void LoadControllerTest::cancelHalfWayLeavesNothing() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    QSignalSpy finished(&controller, &LoadController::finished);
    QSignalSpy failed(&controller, &LoadController::failed);
    std::uint64_t atCancel = 0;
    const auto halfWay =
        connect(&controller, &LoadController::progressChanged, this, [&](const Progress& progress) {
            if (progress.bytesDone * 2 >= progress.bytesTotal && progress.bytesTotal > 0) {
                atCancel = progress.bytesDone;
                controller.cancel();
            }
        });
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    disconnect(halfWay);

    QCOMPARE(controller.state(), LoadState::Idle);
    const auto report = controller.finishedLoads().back().report;
    QVERIFY(report->stopped.has_value());
    QCOMPARE(report->stopped->code, ErrorCode::Cancelled);
    QVERIFY(atCancel >= 12 * kMiB);
    QVERIFY2(report->bytesRead < 24 * kMiB, "the cancel came too late to show anything");
    QVERIFY(controller.model() == nullptr);
    QVERIFY(controller.schedule() == nullptr);
    QVERIFY(isAllZero(controller.counters()));
    QCOMPARE(failed.size(), 0);

    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(controller.counters().allocatedBytes, 24 * kMiB);
    QCOMPARE(controller.finishedLoads().back().number, 2);
}

void LoadControllerTest::cancelAtOnceLeavesNothing() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    QSignalSpy finished(&controller, &LoadController::finished);
    for (const LoadState moment : {LoadState::Preparing, LoadState::Loading}) {
        finished.clear();
        const auto there =
            connect(&controller, &LoadController::stateChanged, this, [&](LoadState state) {
                if (state == moment) {
                    controller.cancel();
                }
            });
        controller.start(LoadMethod::Streamed);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
        disconnect(there);
        const auto report = finished.front().front().value<std::shared_ptr<const LoadReport>>();
        QVERIFY(report->stopped.has_value());
        QCOMPARE(report->stopped->code, ErrorCode::Cancelled);
        QCOMPARE(controller.state(), LoadState::Idle);
        QVERIFY(isAllZero(controller.counters()));
    }
}

void LoadControllerTest::pauseHoldsAndResumeGoesOn() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    // Once: what is reported after the resume may still be below that.
    bool wasPaused = false;
    connect(&controller, &LoadController::progressChanged, this, [&](const Progress& progress) {
        if (!wasPaused && progress.bytesDone > 0 && progress.bytesDone < 4 * kMiB) {
            wasPaused = true;
            controller.pause();
        }
    });
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Paused, kTimeout);

    // The ranges on their way still land, a few MiB; then nothing may move while the sampler, whose
    // clock goes on, takes 50 samples.
    const auto passSamples = [&controller](std::size_t count) {
        std::uint64_t cursor = 0;
        (void)controller.sampler().series().since(cursor);
        std::size_t seen = 0;
        return QTest::qWaitFor(
            [&] {
                seen += controller.sampler().series().since(cursor).samples.size();
                return seen >= count;
            },
            kTimeout);
    };
    std::uint64_t held = 0;
    do {
        held = controller.progress().bytesDone;
        QVERIFY(passSamples(50));
    } while (controller.progress().bytesDone != held);
    QVERIFY2(held < 16 * kMiB, "more landed than what was on its way");
    QCOMPARE(controller.state(), LoadState::Paused);
    QVERIFY(controller.isRunning());

    controller.resume();
    QCOMPARE(controller.state(), LoadState::Loading);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(controller.finishedLoads().back().report->bytes, 24 * kMiB);
}

void LoadControllerTest::unloadGivesEverythingBack() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    controller.unload();  // nothing is loaded: nothing happens
    QCOMPARE(controller.state(), LoadState::Idle);
    for (int cycle = 0; cycle < 2; ++cycle) {
        controller.start(LoadMethod::Streamed);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
        QVERIFY(!isAllZero(controller.counters()));
        controller.unload();
        QCOMPARE(controller.state(), LoadState::Unloading);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Idle, kTimeout);
        QVERIFY(isAllZero(controller.counters()));
        QVERIFY(controller.model() == nullptr);
    }
    QCOMPARE(controller.finishedLoads().size(), 2U);
    QCOMPARE(fixture.bytesHeld(), 0U);
}

void LoadControllerTest::loadingAgainUnloadsFirst() {
    // Each GPU has room for the model once, not twice.
    LiveFixture fixture("16MiB,16MiB");
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    for (int run = 1; run <= 3; ++run) {
        controller.start(LoadMethod::Streamed);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
        QCOMPARE(controller.finishedLoads().back().number, run);
        QCOMPARE(controller.counters().liveTensors, 24U);
        QCOMPARE(controller.counters().allocatedBytes, 24 * kMiB);
    }
    // Of all devices ever made only the last ones hold something.
    QCOMPARE(fixture.bytesHeld(),
             controller.counters().allocatedBytes + controller.counters().reservedBytes);
}

void LoadControllerTest::secondStartIsIgnored() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    controller.start(LoadMethod::Streamed);
    controller.start(LoadMethod::Naive);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(controller.finishedLoads().size(), 1U);
    QCOMPARE(controller.finishedLoads().back().report->method, LoadMethod::Streamed);
    controller.unload();
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Idle, kTimeout);
    QCOMPARE(controller.finishedLoads().size(), 1U);
}

void LoadControllerTest::editsWhileLoadingAreHarmless() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    const auto planned = fixture.document->plan();
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loading, kTimeout);
    fixture.document->edit(MoveEdit{{"block.0", "block.1", "block.2"}, DeviceId::cpu()});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan() != planned, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loading);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    QVERIFY(controller.schedule()->plan == planned);
    for (const auto& device : controller.devices()) {
        QCOMPARE(device->statistics().allocated,
                 static_cast<std::uint64_t>(planned->placement(device->info().id)->weights));
    }
}

void LoadControllerTest::destructionWhileLoadingLeavesNothing() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    fixture.controller->start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller->state(), LoadState::Loading, kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.controller->progress().bytesDone > 0, kTimeout);
    fixture.controller.reset();
    QCOMPARE(fixture.liveTensors(), 0U);
    QVERIFY(!fixture.allDevices().empty());
    QCOMPARE(fixture.bytesHeld(), 0U);
}

void LoadControllerTest::anEditedPlanMovesOnlyWhatChanged() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    QVERIFY(!controller.canApply());
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    auto kept = controller.model()->tensor(1).memory;
    QCOMPARE(controller.model()->tensor(0).device, DeviceId::gpu(0));
    QVERIFY(moveOneBlock(fixture));
    QVERIFY(controller.canApply());
    QSignalSpy finished(&controller, &LoadController::finished);
    controller.apply({.verification = Verification::Bytes});
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loaded);
    const FinishedLoad run = controller.finishedLoads().back();
    QVERIFY(!run.report->stopped);
    QCOMPARE(run.report->bytes, kMiB);  // one block, and no other
    QCOMPARE(run.report->verified, std::optional(true));
    QVERIFY(controller.schedule()->plan == fixture.document->plan());
    QCOMPARE(controller.schedule()->tensors.size(), std::size_t{24});
    QVERIFY(controller.model()->tensor(1).memory == kept);
    kept.reset();
    QCOMPARE(controller.model()->tensor(0).device, DeviceId::gpu(1));
    QTRY_COMPARE(controller.counters().liveTensors, 24U);
    QCOMPARE(controller.counters().allocatedBytes, plannedWeights(*fixture.document->plan()));
    controller.unload();
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Idle, kTimeout);
    QVERIFY(isAllZero(controller.counters()));
}

void LoadControllerTest::aCancelledApplyLeavesWhatWasLoaded() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    const auto schedule = controller.schedule();
    const std::uint64_t held = controller.counters().allocatedBytes;
    QVERIFY(moveOneBlock(fixture));
    QSignalSpy finished(&controller, &LoadController::finished);
    controller.apply({});
    controller.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loaded);
    QVERIFY(controller.schedule() == schedule);
    QCOMPARE(controller.counters().allocatedBytes, held);
    QCOMPARE(controller.counters().liveTensors, 24U);
}

void LoadControllerTest::everyStateHasAName() {
    QStringList names;
    for (const LoadState state :
         {LoadState::Idle, LoadState::Preparing, LoadState::Loading, LoadState::Paused,
          LoadState::Cancelling, LoadState::Loaded, LoadState::Unloading}) {
        names.append(QString::fromUtf8(loadStateName(state)));
    }
    QCOMPARE(names.join(u' '),
             QStringLiteral("idle preparing loading paused cancelling loaded unloading"));
}

}  // namespace stowage

QTEST_GUILESS_MAIN(stowage::LoadControllerTest)
#include "tst_load_controller.moc"
