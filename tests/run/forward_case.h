// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/run/models/from_scratch_gpt.h"
#include "tests/load/load_fixture.h"
#include "tests/run/forward_fixture.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

namespace stowage::test {

/// Loads of the tiny models through LibTorch and passes through them. After every test nothing
/// may be allocated and no tensor alive.
class ForwardCase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        copyFolder(QStringLiteral(STOWAGE_TEST_DATA "/run"), m_folder.path());
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("tmp")));
        qputenv("TMPDIR", path("tmp").toLocal8Bit());
        // MKL, with which PyPI's LibTorch multiplies, else rounds by how operands are aligned, and
        // a mapped file's lie as they lie there.
        qputenv("MKL_CBWR", "AUTO");
        const auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
        QVERIFY2(tensors, tensors ? "" : tensors.error().message.english().c_str());
        m_tensors = *tensors;
        const auto compute = openCompute();
        QVERIFY2(compute, compute ? "" : compute.error().message.english().c_str());
        m_compute = *compute;
        m_model = openForwardModel(path("gpt-tiny/model.pth"));
    }

    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        useAllocator(AllocatorKind::Native);
    }

    void cleanup() {
        for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            device->emptyCache();
            QCOMPARE(device->statistics().reserved, std::uint64_t{0});
        }
        QCOMPARE(m_tensors->liveTensors(), std::size_t{0});
        QVERIFY(QDir(path("tmp")).isEmpty());
    }

protected:
    [[nodiscard]] std::vector<DeviceInfo> infos() const {
        std::vector<DeviceInfo> all{gpuInfo(0, 64 * kMiB), gpuInfo(1, 64 * kMiB), cpuInfo()};
        all[0].allocator = all[1].allocator = m_allocator;
        return all;
    }
    /// Other simulated GPUs, empty.
    void useAllocator(AllocatorKind kind) {
        m_allocator = kind;
        m_backends = {*makeDevices(infos()), m_tensors};
    }

    [[nodiscard]] QString path(const char* name) const {
        return m_folder.path() + QLatin1Char('/') + QLatin1String(name);
    }

    /// Really loads; null where it failed, with a message.
    std::shared_ptr<LoadedModel> load(const ForwardModel& model, const Map& map,
                                      LoadMethod method = LoadMethod::Streamed,
                                      std::optional<DType> dtype = std::nullopt) {
        const auto schedule = makeLoadSchedule(planFor(model.tree, infos(), map, dtype),
                                               model.checkpoint, {method, {}});
        if (!schedule) {
            qWarning("%s", schedule.error().message.english().c_str());
            return nullptr;
        }
        const PauseGate gate;
        const LoadOutcome outcome = runLoadJob(*schedule, m_backends, {}, gate, {}, {});
        if (outcome.report.stopped) {
            qWarning("%s", outcome.report.stopped->message.english().c_str());
        }
        return outcome.model;
    }

    Result<ForwardReport> forward(const ForwardModel& model, const LoadedModel& loaded,
                                  std::vector<std::int64_t> tokens = {1, 2, 3}) {
        ForwardOptions options;
        options.tokens = std::move(tokens);
        return forwardLoaded(loaded, m_backends, *model.checkpoint, options, {}, {});
    }

    Result<ForwardReport> reference(const ForwardModel& model,
                                    std::vector<std::int64_t> tokens = {1, 2, 3}) {
        ReferenceOptions options;
        options.tokens = std::move(tokens);
        options.tensors = m_tensors;
        options.compute = m_compute;
        return referenceLogits(model.checkpoint, options, {}, {});
    }

    QTemporaryDir m_folder;
    std::shared_ptr<TensorBackend> m_tensors;
    std::shared_ptr<Compute> m_compute;
    AllocatorKind m_allocator = AllocatorKind::Native;
    LoadBackends m_backends;
    ForwardModel m_model;  ///< gpt-tiny/model.pth
};

}  // namespace stowage::test
