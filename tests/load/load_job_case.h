// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/load/program/program_prediction.h"
#include "tests/load/load_fixture.h"
#include "tests/load/plain_backend.h"
#include "tests/load/watched_device.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>

namespace stowage::test {

using Map = std::vector<std::pair<std::string, DeviceId>>;

inline const Map kEverywhere{
    {"emb", DeviceId::gpu(0)},  {"h.0", DeviceId::gpu(0)}, {"h.1", DeviceId::gpu(1)},
    {"h.2", DeviceId::cpu()},   {"h.3", DeviceId::disk()}, {"view.turned", DeviceId::disk()},
    {"view", DeviceId::gpu(1)}, {"norm", DeviceId::cpu()}, {"head", DeviceId::gpu(0)}};

inline std::vector<DeviceInfo> usualDevices(std::uint64_t capacity = 64 * kMiB) {
    return {gpuInfo(0, capacity), gpuInfo(1, capacity), cpuInfo()};
}

/// Every load method over real simulated GPUs and host memory, with plain loops in LibTorch's
/// place. After every test nothing may be allocated and no file left.
class LoadJobCase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { makeModel(); }
    void init() { makeDevicesAnew(); }
    void cleanup() { checkAllIsGiven(); }

protected:
    [[nodiscard]] static std::string whyStopped(const LoadReport& report) {
        return report.stopped ? report.stopped->message.english() : std::string();
    }

    void makeModel() {
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("tmp")));
        qputenv("TMPDIR", (m_folder.path() + QStringLiteral("/tmp")).toLocal8Bit());
        m_model = smallModel(m_folder.path().toStdString());
    }

    void makeDevicesAnew() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_backend = std::make_shared<PlainBackend>();
        m_devices = *makeDevices(usualDevices());
    }

    /// After every test: nothing is allocated and no file is left.
    void checkAllIsGiven() {
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            device->emptyCache();
            QCOMPARE(device->statistics().reserved, std::uint64_t{0});
        }
        QCOMPARE(m_backend->liveTensors(), std::size_t{0});
        QVERIFY(nothingIsLeft());
    }

    /// No temporary file, and beside the model only what was there.
    [[nodiscard]] bool nothingIsLeft() const {
        const QDir::Filters all = QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot;
        return QDir(m_folder.path() + QStringLiteral("/tmp")).isEmpty(all) &&
               QDir(m_folder.path()).entryList(all, QDir::Name) ==
                   QStringList({QStringLiteral("tmp"), QStringLiteral("weights.bin")});
    }

    static void methods() {
        QTest::addColumn<QString>("method");
        for (const LoadMethod method : allLoadMethods()) {
            const std::string name(loadMethodName(method));
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
        }
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
                const PredictedPeak& final = schedule.prediction->finals.at(figures.device.id);
                QCOMPARE(figures.finalAllocated, final.allocated);
                QCOMPARE(figures.finalReserved, final.reserved);
            }
        }
        std::size_t phases = report.phases.size();
        phases -= phases > 0 && report.phases.back().name == "verify" ? 1 : 0;
        QCOMPARE(phases, schedule.prediction->phases.size());
        for (std::size_t i = 0; i < phases; ++i) {
            const PredictedPhase& predicted = schedule.prediction->phases[i];
            QCOMPARE(report.phases[i].name, predicted.name);
            for (const auto& [device, allocated] : report.phases[i].peakAllocated) {
                QCOMPARE(allocated, predicted.peaks.at(device).allocated);
            }
        }
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
    std::shared_ptr<PlainBackend> m_backend;
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
};

}  // namespace stowage::test
