// SPDX-License-Identifier: GPL-3.0-or-later
// Both load methods over real simulated GPUs and host memory, with plain loops in LibTorch's
// place: what they bring, how they stop, and that nothing is left behind.
#include "engine/backend_sim/sim_gpu.h"
#include "engine/base/byte_size.h"
#include "tests/load/load_fixture.h"
#include "tests/load/plain_backend.h"
#include "tests/load/watched_device.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace stowage;
using namespace stowage::test;

namespace {

using Map = std::vector<std::pair<std::string, DeviceId>>;

const Map kEverywhere{
    {"emb", DeviceId::gpu(0)},  {"h.0", DeviceId::gpu(0)}, {"h.1", DeviceId::gpu(1)},
    {"h.2", DeviceId::cpu()},   {"h.3", DeviceId::disk()}, {"view.turned", DeviceId::disk()},
    {"view", DeviceId::gpu(1)}, {"norm", DeviceId::cpu()}, {"head", DeviceId::gpu(0)}};

std::vector<DeviceInfo> usualDevices(std::uint64_t capacity = 64 * kMiB) {
    return {gpuInfo(0, capacity), gpuInfo(1, capacity), cpuInfo()};
}

}  // namespace

class TestLoadJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("tmp")));
        qputenv("TMPDIR", (m_folder.path() + QStringLiteral("/tmp")).toLocal8Bit());
        m_model = smallModel(m_folder.path().toStdString());
    }

    void init() {
        m_backend = std::make_shared<PlainBackend>();
        m_devices = *makeDevices(usualDevices());
    }

    /// After every test: nothing is allocated and no file is left.
    void cleanup() {
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            device->emptyCache();
            QCOMPARE(device->statistics().reserved, std::uint64_t{0});
        }
        QCOMPARE(m_backend->liveTensors(), std::size_t{0});
        QVERIFY(QDir(m_folder.path() + QStringLiteral("/tmp")).isEmpty());
    }

    void loadsAndVerifies_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("map");
        for (const char* method : {"streamed", "naive"}) {
            QTest::addRow("%s one GPU", method) << QString::fromLatin1(method) << 0;
            QTest::addRow("%s CPU", method) << QString::fromLatin1(method) << 1;
            QTest::addRow("%s disk", method) << QString::fromLatin1(method) << 2;
            QTest::addRow("%s everywhere", method) << QString::fromLatin1(method) << 3;
        }
    }

    void loadsAndVerifies() {
        QFETCH(QString, method);
        QFETCH(int, map);
        const std::vector<Map> maps{{{"", DeviceId::gpu(0)}},
                                    {{"", DeviceId::cpu()}},
                                    {{"", DeviceId::disk()}},
                                    kEverywhere};
        const auto schedule = scheduleFor(maps[static_cast<std::size_t>(map)],
                                          *loadMethodFromName(method.toStdString()));
        LoadOptions options;
        options.verification = Verification::BytesAndDigests;
        const LoadOutcome outcome = run(schedule, options);
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false), outcome.report.verifyFailure.c_str());
        QCOMPARE(outcome.report.sha256.size(), std::size_t{64});
        QCOMPARE(outcome.report.digests.size(), m_model.tree->tensors().size());
        QCOMPARE(outcome.report.digests.at("head.weight"), outcome.report.digests.at("emb.weight"));
        // The digest of all does not depend on where and how the weights were brought.
        QCOMPARE(outcome.report.sha256, m_sha256.empty() ? outcome.report.sha256 : m_sha256);
        m_sha256 = outcome.report.sha256;
        std::size_t inMemory = 0;
        for (const TensorSpec& spec : m_model.tree->tensors()) {
            const auto device = *schedule->plan->storageDevices[spec.storage.index()];
            inMemory += device.kind != DeviceKind::Disk || spec.byteSize == 0 ? 1 : 0;
        }
        QCOMPARE(outcome.model->tensors().size(), inMemory);
        QCOMPARE(outcome.report.tensors, std::uint64_t{m_model.tree->tensors().size()});
        checkPeaks(*schedule, outcome.report);
    }

    void castsOnTheWay_data() { methods(); }

    void castsOnTheWay() {
        QFETCH(QString, method);
        const auto schedule =
            scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()), {}, DType::Float64);
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(schedule, options);
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false), outcome.report.verifyFailure.c_str());
        QCOMPARE(outcome.model->tensors().signature("emb.weight")->dtype, DType::Float64);
        checkPeaks(*schedule, outcome.report);
    }

    void loadedBytesAreTheFiles() {
        const auto schedule = scheduleFor({{"", DeviceId::cpu()}}, LoadMethod::Streamed);
        const LoadOutcome outcome = run(schedule, {});
        QVERIFY(outcome.model);
        const StoredTensor& stored = m_model.checkpoint->tensors[0];
        std::vector<std::byte> fromFile(stored.location.length);
        QVERIFY(m_model.checkpoint->shards[0]->readAt(stored.location.offset, fromFile));
        std::vector<std::byte> loaded(fromFile.size());
        QVERIFY(outcome.model->tensors().copyOut("head.weight", 0, loaded));
        QCOMPARE(loaded, fromFile);
        QVERIFY(outcome.report.bytes >= schedule->totalBytes);
        QVERIFY(!outcome.report.verified.has_value());
    }

    void corruptedMemoryIsFound_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"emb.weight", "h.0.bias", "h.2.mask", "emb.scale"}) {
            QTest::addRow("%s", name) << QString::fromLatin1(name);
        }
    }

    void corruptedMemoryIsFound() {
        QFETCH(QString, name);
        m_backend->corruptedName = name.toStdString();
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(scheduleFor(kEverywhere, LoadMethod::Streamed), options);
        QVERIFY(!outcome.report.stopped);
        QCOMPARE(outcome.report.verified, std::optional<bool>(false));
        QVERIFY(outcome.report.verifyFailure.find(name.toStdString()) != std::string::npos);
    }

    void cancelAtEveryStep_data() { methods(); }

    void cancelAtEveryStep() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        int cancelled = 0;
        for (int step = 1; step < 10000; ++step) {
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
            QVERIFY(QDir(m_folder.path() + QStringLiteral("/tmp")).isEmpty());
        }
        QVERIFY(cancelled > 20);
    }

    void failureAtEveryStep_data() { methods(); }

    void failureAtEveryStep() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        int failed = 0;
        for (int step = 1; step < 10000; ++step) {
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
            QCOMPARE(outcome.report.stopped->message, std::string("no pages left"));
            for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
                QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            }
        }
        QVERIFY(failed > 20);
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
        QTRY_VERIFY(!ended && gate.isPaused());
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
        QVERIFY(outcome.report.stoppedAt.find("emb.weight") != std::string::npos);
    }

    void givenOffloadFolderStays_data() { methods(); }

    void givenOffloadFolderStays() {
        QFETCH(QString, method);
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/weights";
        LoadOptions options;
        options.verification = Verification::Bytes;
        const auto loadMethod = *loadMethodFromName(method.toStdString());
        LoadOutcome outcome = run(scheduleFor(kEverywhere, loadMethod, path), options);
        QVERIFY2(outcome.report.verified.value_or(false), outcome.report.verifyFailure.c_str());
        outcome.model.reset();
        const QDir written(QString::fromStdString(path));
        QCOMPARE(written.entryList(QDir::Files, QDir::Name),
                 QStringList({QStringLiteral("h.3.bias.dat"), QStringLiteral("h.3.mask.dat"),
                              QStringLiteral("h.3.weight.dat"), QStringLiteral("index.json"),
                              QStringLiteral("view.turned.dat")}));
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

    void progressCountsBytes() {
        std::vector<Progress> seen;
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed);
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, {}, gate, {},
                       [&](const Progress& progress) { seen.push_back(progress); });
        QVERIFY(!outcome.report.stopped);
        QVERIFY(seen.size() >= 3);
        QCOMPARE(seen.front().phase, std::string("allocate"));
        QCOMPARE(seen.back().phase, std::string("read weights"));
        QCOMPARE(seen.back().bytesTotal, schedule->totalBytes);
        QCOMPARE(seen.back().bytesDone, schedule->totalBytes);
        QCOMPARE(seen.back().itemsDone, std::uint64_t{schedule->tensors.size()});
    }

    void phasesAreThoseOfTheMethod_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("phases");
        QTest::newRow("streamed") << QStringLiteral("streamed")
                                  << QStringLiteral("allocate, read weights, verify");
        QTest::newRow("naive") << QStringLiteral("naive")
                               << QStringLiteral(
                                      "initial weights, move to devices, "
                                      "load state dict, copy, free, verify");
    }

    void phasesAreThoseOfTheMethod() {
        QFETCH(QString, method);
        QFETCH(QString, phases);
        LoadOptions options;
        options.verification = Verification::Bytes;
        options.sampler = std::make_shared<MemorySampler>(3600);
        const LoadOutcome outcome =
            run(scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString())), options);
        QStringList names;
        double last = 0;
        for (const LoadPhase& phase : outcome.report.phases) {
            names << QString::fromStdString(phase.name);
            QVERIFY(phase.begin >= last);
            QVERIFY(phase.end >= phase.begin);
            last = phase.end;
        }
        QCOMPARE(names.join(QStringLiteral(", ")), phases);
        QCOMPARE(options.sampler->phases().size(), outcome.report.phases.size());
        QCOMPARE(options.sampler->interval(), 3600.0);
    }

    void missingDeviceIsRefused() {
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed);
        const PauseGate gate;
        const LoadBackends backends{{makeHostDevice(cpuInfo())}, m_backend};
        const LoadOutcome outcome = runLoadJob(schedule, backends, {}, gate, {}, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::InvalidPlan);
    }

private:
    static void methods() {
        QTest::addColumn<QString>("method");
        QTest::newRow("streamed") << QStringLiteral("streamed");
        QTest::newRow("naive") << QStringLiteral("naive");
    }

    std::shared_ptr<const LoadSchedule> scheduleFor(const Map& map, LoadMethod method,
                                                    const std::string& offloadFolder = {},
                                                    std::optional<DType> dtype = std::nullopt) {
        const auto schedule = makeLoadSchedule(planFor(m_model.tree, usualDevices(), map, dtype),
                                               m_model.checkpoint, {method, offloadFolder});
        return schedule ? *schedule : nullptr;
    }

    LoadOutcome run(const std::shared_ptr<const LoadSchedule>& schedule,
                    const LoadOptions& options) {
        const PauseGate gate;
        return runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
    }

    /// Runs with devices that call `onStep` with the number of their common step.
    LoadOutcome runWatched(const std::shared_ptr<const LoadSchedule>& schedule,
                           const std::stop_source& stop,
                           const std::function<Result<void>(int)>& onStep) {
        std::atomic<int> count = 0;
        LoadBackends backends{{}, m_backend};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(
                std::make_shared<WatchedDevice>(device, [&] { return onStep(++count); }));
        }
        const PauseGate gate;
        LoadOptions options;
        options.readThreads = 1;
        return runLoadJob(schedule, backends, options, gate, stop.get_token(), {});
    }

    static void checkPeaks(const LoadSchedule& schedule, const LoadReport& report) {
        for (const DeviceLoadFigures& figures : report.devices) {
            if (figures.device.id.isGpu()) {
                const PredictedPeak& predicted = schedule.predictedPeaks.at(figures.device.id);
                QCOMPARE(figures.peakAllocated, predicted.allocated);
                QCOMPARE(figures.peakReserved, predicted.reserved);
            }
        }
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
    std::shared_ptr<PlainBackend> m_backend;
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
    std::string m_sha256;
};

QTEST_GUILESS_MAIN(TestLoadJob)
#include "tst_load_job.moc"
