// SPDX-License-Identifier: GPL-3.0-or-later
// What a load says that it did: its time without the pauses, its tensors' bytes beside what was
// read of files.
#include "engine/load/execute/load_job.h"
#include "engine/load/report/load_figures.h"
#include "tests/load/load_job_case.h"

#include <QElapsedTimer>

#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr double kPauseSeconds = 0.2;
constexpr std::int64_t kRow = 2500;  ///< of float32: 10,000 bytes

std::uint64_t tensorBytes(const LoadSchedule& schedule) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += denseBytes(schedule.checkpoint->tensors[tensor.stored]);
    }
    return bytes;
}

}  // namespace

class TestLoadFigures : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void pausesAreNoLoadTime_data() { methods(); }

    void pausesAreNoLoadTime() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        PauseGate gate;
        gate.pause();
        LoadOutcome outcome;
        std::jthread worker([&](std::stop_token stop) {
            outcome = runLoadJob(schedule, {m_devices, m_backend}, {}, gate, std::move(stop), {});
        });
        QTRY_VERIFY(gate.heldSeconds() > kPauseSeconds);
        gate.resume();
        worker.join();
        const LoadReport& report = outcome.report;
        QVERIFY(!report.stopped);
        QVERIFY(report.pausedSeconds > kPauseSeconds);
        // The phases are on the clock of the curves, which goes on in a pause.
        QVERIFY(std::abs(report.phases.back().end - report.pausedSeconds - report.seconds) < 1e-3);
        QVERIFY(report.seconds > 0);
        const auto rate = loadRate(report);
        QVERIFY(rate.has_value());
        QVERIFY(*rate * (report.seconds + report.pausedSeconds) >
                static_cast<double>(std::min(report.bytes, report.bytesRead)));
    }

    /// Read, and not placed when it was stopped: the rate is of what was read.
    void aStoppedLoadHasTheRateOfItsReads() {
        LoadReport report;
        report.seconds = 0.5;
        report.bytes = 1000;
        report.bytesRead = 150'000;
        QCOMPARE(loadRate(report).value_or(0), 2000.0);
        report.stopped = makeError(ErrorCode::Cancelled, "");
        QCOMPARE(loadRate(report).value_or(0), 300'000.0);
        LoadFigures figures;
        figures.seconds = report.seconds;
        figures.bytes = report.bytes;
        figures.bytesRead = report.bytesRead;
        QCOMPARE(figures.rate().value_or(0), 2000.0);
        figures.state = LoadEnding::Cancelled;
        QCOMPARE(figures.rate().value_or(0), 300'000.0);
    }

    void aStepIsLoadTime() {
        PauseGate gate;
        gate.pause();
        QCOMPARE(gate.heldSeconds(), 0.0);  // nobody waits yet
        std::atomic<bool> steps = false;
        std::atomic<bool> mayArrive = false;
        std::jthread worker([&](std::stop_token stop) {
            gate.waitWhilePaused(stop);
            steps = true;
            mayArrive.wait(false);
            gate.arrive();
            gate.waitWhilePaused(stop);
        });
        QTRY_VERIFY(gate.heldSeconds() > 0.01);
        gate.step();
        const double held = gate.heldSeconds();
        QTRY_VERIFY(steps.load());
        QElapsedTimer clock;
        clock.start();
        QTRY_VERIFY(clock.elapsed() > 50);
        QCOMPARE(gate.heldSeconds(), held);
        mayArrive = true;
        mayArrive.notify_one();
        QTRY_VERIFY(gate.heldSeconds() > held + 0.01);
        gate.resume();
        worker.join();
        const double whole = gate.heldSeconds();
        QTRY_VERIFY(clock.elapsed() > 100);
        QCOMPARE(gate.heldSeconds(), whole);
    }

    /// However seldom memory is sampled: a map is at its largest just before it goes.
    void aMapIsSeenBeforeItGoes() {
        const auto schedule = scheduleFor({{"", DeviceId::gpu(0)}}, LoadMethod::Mmap);
        LoadOptions options;
        options.sampleIntervalSeconds = 3600;
        const LoadOutcome outcome = run(schedule, options);
        QVERIFY2(!outcome.report.stopped, whyStopped(outcome.report).c_str());
        QVERIFY(outcome.report.peak.file.has_value());
        // The kernel counts pages by processor and sums them up later; it may also take some back.
        QVERIFY(*outcome.report.peak.file > tensorBytes(*schedule) / 2);
    }

    /// So is what one tensor after another takes on the host.
    void aLargeBufferIsSeenBeforeItGoes() {
        const QTemporaryDir folder;
        const LoadFixture model = makeFixture(folder.path().toStdString(),
                                              {{"large.weight", DType::Float32, {20, 1 << 18}},
                                               {"small.weight", DType::Float32, {kRow}}});
        const auto plan = planFor(model.tree, usualDevices(), {{"", DeviceId::gpu(0)}});
        const auto schedule = makeLoadSchedule(plan, model.checkpoint, {LoadMethod::PerTensor, {}});
        QVERIFY(schedule);
        LoadOptions options;
        options.sampleIntervalSeconds = 3600;
        const LoadOutcome outcome = run(*schedule, options);
        QVERIFY2(!outcome.report.stopped, whyStopped(outcome.report).c_str());
        QVERIFY(outcome.report.peak.anon.has_value());
        QVERIFY(*outcome.report.peak.anon > 16 * kMiB);
    }

    void bytesAreTheTensors_data() { methods(); }

    /// A key that the model has not lies between two tensors: it may be read along, and counts as
    /// read alone.
    void bytesAreTheTensors() {
        QFETCH(QString, method);
        QTemporaryDir folder;
        QTemporaryDir other;
        const std::string path = folder.path().toStdString();
        const LoadFixture whole = makeFixture(path, {{"a.weight", DType::Float32, {3, kRow}},
                                                     {"gap.weight", DType::Float32, {kRow}},
                                                     {"b.weight", DType::Float32, {2, kRow}}});
        const LoadFixture model = makeFixture(
            other.path().toStdString(),
            {{"a.weight", DType::Float32, {3, kRow}}, {"b.weight", DType::Float32, {2, kRow}}});
        const auto plan = planFor(model.tree, usualDevices(), {{"", DeviceId::gpu(0)}});
        const auto kind = *loadMethodFromName(method.toStdString());
        const auto schedule = makeLoadSchedule(plan, whole.checkpoint, {kind, {}});
        QVERIFY(schedule);
        const LoadOutcome outcome = run(*schedule, {});
        QVERIFY(outcome.model);
        QCOMPARE(outcome.report.bytes, std::uint64_t{5 * 4 * kRow});
        QCOMPARE(outcome.report.bytesRead,
                 outcome.report.bytes + (kind == LoadMethod::Streamed ? 4 * kRow : 0));
        QCOMPARE(dryRunReport(**schedule).bytes, outcome.report.bytes);
    }

    void bytesAreTheSameByEveryMethod_data() { methods(); }

    void bytesAreTheSameByEveryMethod() {
        QFETCH(QString, method);
        const auto kind = *loadMethodFromName(method.toStdString());
        for (const Map& map : {kEverywhere, Map{{"", DeviceId::cpu()}}}) {
            const auto schedule = scheduleFor(map, kind);
            const LoadOutcome outcome = run(schedule, {});
            QVERIFY(outcome.model);
            QCOMPARE(outcome.report.bytes, tensorBytes(*schedule));
        }
    }

    void whatIsReadIsPredicted_data() { methods(); }

    /// Of a map the copies, not what its views show. Nothing lies between these tensors that would
    /// be read along.
    void whatIsReadIsPredicted() {
        QFETCH(QString, method);
        QTemporaryDir folder;
        const LoadFixture model = makeFixture(
            folder.path().toStdString(),
            {{"a.weight", DType::Float32, {3, kRow}}, {"b.weight", DType::Float32, {2, kRow}}});
        const auto kind = *loadMethodFromName(method.toStdString());
        for (const DeviceId place : {DeviceId::gpu(1), DeviceId::cpu(), DeviceId::disk()}) {
            const auto plan =
                planFor(model.tree, usualDevices(), {{"a", DeviceId::gpu(0)}, {"b", place}});
            const auto schedule = makeLoadSchedule(plan, model.checkpoint, {kind, {}});
            QVERIFY(schedule);
            const LoadOutcome outcome = run(*schedule, {});
            QVERIFY(outcome.model);
            QCOMPARE(outcome.report.bytesRead, (*schedule)->prediction->bytesRead);
        }
    }

    /// A map that tensors only point to moved nothing: it has no speed.
    void aMapHasNoRate() {
        const Map host{{"", DeviceId::cpu()}, {"view", DeviceId::gpu(0)}};
        const LoadOutcome outcome = run(scheduleFor(host, LoadMethod::Mmap), {});
        QVERIFY(outcome.model);
        QVERIFY(outcome.report.bytesRead < outcome.report.bytes);
        const auto rate = loadRate(outcome.report);
        QVERIFY(!rate ||
                *rate * outcome.report.seconds < static_cast<double>(outcome.report.bytesRead) + 1);
    }
};

QTEST_GUILESS_MAIN(TestLoadFigures)
#include "tst_load_figures.moc"
