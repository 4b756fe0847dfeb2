// SPDX-License-Identifier: GPL-3.0-or-later
// How every load method stops: cancelled, failed or paused at any step, with nothing left behind.
#include "tests/load/load_job_case.h"

using namespace stowage;
using namespace stowage::test;

class TestLoadStops : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void cancelAtEveryStep_data() { methods(); }

    void cancelAtEveryStep() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        int cancelled = 0;
        for (int step = 1; step < 10000; step += step < 40 ? 1 : 5) {
            std::stop_source stop;
            const LoadOutcome outcome = runWatched(schedule, stop, [&](int count) -> Result<void> {
                if (count == step) {
                    stop.request_stop();
                }
                return {};
            });
            if (!outcome.report.stopped) {
                break;
            }
            ++cancelled;
            QCOMPARE(outcome.report.stopped->code, ErrorCode::Cancelled);
            QVERIFY(outcome.model == nullptr);
            QVERIFY(!outcome.report.stoppedAt.empty());
            for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
                QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            }
            QCOMPARE(m_backend->liveTensors(), std::size_t{0});
            QVERIFY(nothingIsLeft());
        }
        QVERIFY2(cancelled > 20, qPrintable(QString::number(cancelled)));
    }

    void failureAtEveryStep_data() { methods(); }

    void failureAtEveryStep() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        int failed = 0;
        for (int step = 1; step < 10000; step += step < 40 ? 1 : 5) {
            const LoadOutcome outcome = runWatched(schedule, {}, [&](int count) -> Result<void> {
                if (count == step) {
                    return fail(ErrorCode::OutOfMemory, "no pages left");
                }
                return {};
            });
            if (!outcome.report.stopped) {
                break;
            }
            ++failed;
            QCOMPARE(outcome.report.stopped->code, ErrorCode::OutOfMemory);
            const std::string& message = outcome.report.stopped->message;
            QVERIFY2(message.find("no pages left") != std::string::npos, message.c_str());
            for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
                QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            }
        }
        QVERIFY2(failed > 20, qPrintable(QString::number(failed)));
    }

    void pausedLoadWaits() {
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed);
        PauseGate gate;
        gate.pause();
        std::atomic<bool> ended = false;
        LoadOutcome outcome;
        std::jthread worker([&] {
            outcome = runLoadJob(schedule, {m_devices, m_backend}, {}, gate, {}, {});
            ended = true;
        });
        QTRY_VERIFY(gate.heldSeconds() > 0);  // it came to the gate, and waits there
        QVERIFY(!ended);
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
        }
        gate.resume();
        QTRY_VERIFY(ended.load());
        worker.join();
        QVERIFY(!outcome.report.stopped);
    }

    void pausedLoadCanBeCancelled() {
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Naive);
        PauseGate gate;
        gate.pause();
        std::stop_source stop;
        LoadOutcome outcome;
        std::jthread worker([&] {
            outcome = runLoadJob(schedule, {m_devices, m_backend}, {}, gate, stop.get_token(), {});
        });
        stop.request_stop();
        worker.join();
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::Cancelled);
    }

    void fileTruncatedAfterOpening_data() { methods(); }

    void fileTruncatedAfterOpening() {
        QFETCH(QString, method);
        QTemporaryDir folder;
        const LoadFixture model = smallModel(folder.path().toStdString());
        const auto plan = planFor(model.tree, usualDevices(), kEverywhere);
        const auto schedule = makeLoadSchedule(plan, model.checkpoint,
                                               {*loadMethodFromName(method.toStdString()), {}});
        QVERIFY(QFile::resize(QString::fromStdString(model.checkpoint->path), 5000000));
        const LoadOutcome outcome = run(*schedule, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::Truncated);
        QVERIFY(outcome.model == nullptr);
    }

    void deviceOutOfMemory_data() { methods(); }

    void deviceOutOfMemory() {
        QFETCH(QString, method);
        m_devices = *makeDevices(usualDevices(5 * kMiB));
        const auto plan = planFor(m_model.tree, usualDevices(5 * kMiB), {{"", DeviceId::gpu(0)}});
        const auto schedule = makeLoadSchedule(plan, m_model.checkpoint,
                                               {*loadMethodFromName(method.toStdString()), {}});
        QVERIFY(schedule);
        const LoadOutcome outcome = run(*schedule, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::DeviceOutOfMemory);
        QVERIFY(outcome.report.stoppedAt.english().find("emb.weight") != std::string::npos);
        const std::string& message = outcome.report.stopped->message;
        for (const char* part : {"emb.weight", "6,000,000 bytes", "GPU 0", "free"}) {
            QVERIFY2(message.find(part) != std::string::npos, message.c_str());
        }
    }

    void cancelledLoadLeavesNoOffloadedFiles() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/weights";
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed, path);
        for (int step = 1; step < 60; step += 7) {
            std::stop_source stop;
            const LoadOutcome outcome = runWatched(schedule, stop, [&](int count) -> Result<void> {
                if (count == step) {
                    stop.request_stop();
                }
                return {};
            });
            QVERIFY(!outcome.report.stopped == (outcome.model != nullptr));
            if (outcome.report.stopped) {
                QVERIFY(!QFile::exists(QString::fromStdString(path)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLoadStops)
#include "tst_load_stops.moc"
