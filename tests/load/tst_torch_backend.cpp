// SPDX-License-Identifier: GPL-3.0-or-later
// The module stowage_torch: at::Tensors over our memory, and whole loads through it.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "tests/load/load_fixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>

using namespace stowage;
using namespace stowage::test;

namespace {

std::vector<std::byte> someBytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::uint32_t state = 1;
    for (std::byte& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::byte>(state >> 24U);
    }
    return bytes;
}

template <class Number>
std::span<std::byte> bytesOf(std::vector<Number>& numbers) {
    return std::as_writable_bytes(std::span(numbers));
}

}  // namespace

class TestTorchBackend : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void initTestCase() {
        const auto absent = openTensorBackend("/nonexistent");
        QVERIFY(!absent);
        QCOMPARE(absent.error().code, ErrorCode::BackendUnavailable);
        QVERIFY(absent.error().message.english().find("/nonexistent") != std::string::npos);
        Result<std::shared_ptr<TensorBackend>> opened = openTensorBackend(STOWAGE_BIN_DIR);
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        m_backend = *opened;
        m_backend->warmUp();
    }

    void cleanup() { QCOMPARE(m_backend->liveTensors(), std::size_t{0}); }

    void opensOnce() {
        QCOMPARE(openTensorBackend(STOWAGE_BIN_DIR)->get(), m_backend.get());
        QVERIFY(m_backend->description().starts_with("LibTorch "));
    }

    void opensInTheBackground() {
        const std::shared_ptr<TensorBackend> later = lateTensorBackend();
        QVERIFY(later->open());
        QVERIFY(later->isOpen());
        QCOMPARE(later->description(), m_backend->description());
        std::vector<float> numbers{1.5F, -2.0F};
        std::vector<double> wide(2);
        QVERIFY(later->cast(DType::Float32, bytesOf(numbers), DType::Float64, bytesOf(wide)));
        QCOMPARE(wide, (std::vector<double>{1.5, -2.0}));
    }

    void checksumEqualsPlainLoops_data() {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 2, 3, 4, 5, 7, 4 * 8190, 4 * 8191, 4 * 8191 + 1, 4 * 8192,
                               4 * 8191 * 32, 4 * 8191 * 32 + 6, 3000001, 9999997}) {
            QTest::newRow(qPrintable(QString::number(size))) << size;
        }
    }

    void checksumEqualsPlainLoops() {
        QFETCH(int, size);
        const auto count = static_cast<std::size_t>(size);
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(gpuInfo(0, kGiB));
        const std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(count);
        const std::vector<std::byte> bytes = someBytes(count);
        QVERIFY(gpu->write(*buffer, 0, bytes, {}));
        const std::unique_ptr<TensorSet> set = m_backend->makeTensorSet();
        QVERIFY(set->add({"w", DType::UInt8, {size}, 0, buffer}));
        ByteChecksum plain;
        plain.add(bytes);
        const Result<std::uint64_t> computed = set->checksum("w");
        QVERIFY2(computed, computed ? "" : computed.error().message.english().c_str());
        QCOMPARE(*computed, plain.value());
    }

    void tensorsOfEveryDType_data() {
        QTest::addColumn<QString>("dtype");
        for (int dtype = 0; dtype <= static_cast<int>(DType::Float8E8M0FNU); ++dtype) {
            const std::string name(dtypeName(static_cast<DType>(dtype)));
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void tensorsOfEveryDType() {
        QFETCH(QString, dtype);
        const std::optional<DType> known = dtypeFromName(dtype.toStdString());
        QVERIFY(known);
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(cpuInfo());
        const std::uint64_t size = 6 * storedBits(*known) / 8;
        const std::shared_ptr<DeviceBuffer> buffer = *host->allocate(size);
        std::vector<std::byte> bytes = someBytes(size);
        if (*known == DType::Bool) {
            std::fill(bytes.begin(), bytes.end(), std::byte{1});
        }
        QVERIFY(host->write(*buffer, 0, bytes, {}));
        const std::unique_ptr<TensorSet> set = m_backend->makeTensorSet();
        const Result<void> added = set->add({"w", *known, {2, 3}, 0, buffer});
        QVERIFY2(added, added ? "" : added.error().message.english().c_str());
        QCOMPARE(*set->signature("w"), (TensorSignature{*known, {2, 3}}));
        std::vector<std::byte> out(size);
        QVERIFY(set->copyOut("w", 0, out));
        QCOMPARE(out, bytes);
        ByteChecksum plain;
        plain.add(bytes);
        QCOMPARE(*set->checksum("w"), plain.value());
    }

    void tiedNamesShareOneTensor() {
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(cpuInfo());
        std::shared_ptr<DeviceBuffer> buffer = *host->allocate(24);
        std::unique_ptr<TensorSet> set = m_backend->makeTensorSet();
        QVERIFY(set->add({"a", DType::Float32, {6}, 0, buffer}));
        QVERIFY(set->add({"b", DType::Float32, {6}, 0, buffer}));
        QCOMPARE(set->size(), std::size_t{2});
        QCOMPARE(m_backend->liveTensors(), std::size_t{1});
        buffer.reset();
        QCOMPARE(host->statistics().allocated, std::uint64_t{24});
        set.reset();
        QCOMPARE(host->statistics().allocated, std::uint64_t{0});
    }

    void wrongUseIsAnError() {
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(cpuInfo());
        const std::shared_ptr<DeviceBuffer> buffer = *host->allocate(16);
        const std::unique_ptr<TensorSet> set = m_backend->makeTensorSet();
        QVERIFY(!set->add({"large", DType::Float32, {5}, 0, buffer}));
        QVERIFY(!set->add({"shifted", DType::Float32, {4}, 4, buffer}));
        QVERIFY(set->add({"fits", DType::Float32, {4}, 0, buffer}));
        QVERIFY(!set->add({"fits", DType::Float32, {4}, 0, buffer}));
        QVERIFY(!set->checksum("nobody"));
        std::vector<std::byte> out(8);
        QVERIFY(!set->copyOut("fits", 12, out));
    }

    void casts() {
        std::vector<float> numbers{0.0F, 1.0F, -2.5F, 65504.0F, 1e-3F};
        std::vector<std::uint16_t> halves(numbers.size());
        QVERIFY(m_backend->cast(DType::Float32, bytesOf(numbers), DType::Float16, bytesOf(halves)));
        QCOMPARE(halves, (std::vector<std::uint16_t>{0, 0x3c00, 0xc100, 0x7bff, 0x1419}));
        QVERIFY(
            m_backend->cast(DType::Float32, bytesOf(numbers), DType::BFloat16, bytesOf(halves)));
        QCOMPARE(halves, (std::vector<std::uint16_t>{0, 0x3f80, 0xc020, 0x4780, 0x3a83}));
        std::vector<double> doubles(numbers.size());
        QVERIFY(
            m_backend->cast(DType::Float32, bytesOf(numbers), DType::Float64, bytesOf(doubles)));
        QCOMPARE(doubles[2], -2.5);
        const Result<void> integers =
            m_backend->cast(DType::Int32, bytesOf(numbers), DType::Float32, bytesOf(numbers));
        QVERIFY(!integers);
        QCOMPARE(integers.error().code, ErrorCode::Unsupported);
    }

    void initialWeightsAreNormal() {
        std::vector<float> weights(100000);
        QVERIFY(m_backend->initialise(DType::Float32, bytesOf(weights), 1));
        double sum = 0;
        double squares = 0;
        for (const float weight : weights) {
            sum += static_cast<double>(weight);
            squares += static_cast<double>(weight) * static_cast<double>(weight);
        }
        const double count = static_cast<double>(weights.size());
        QVERIFY(std::abs(sum / count) < 0.001);
        QVERIFY(std::abs(std::sqrt(squares / count) - 0.02) < 0.001);
        std::vector<float> again(weights.size());
        QVERIFY(m_backend->initialise(DType::Float32, bytesOf(again), 1));
        QCOMPARE(again, weights);
        std::vector<std::uint16_t> halves(100);
        QVERIFY(m_backend->initialise(DType::Float16, bytesOf(halves), 1));
        QVERIFY(halves[0] != halves[1]);
        std::vector<std::int64_t> integers(10, 5);
        QVERIFY(m_backend->initialise(DType::Int64, bytesOf(integers), 1));
        QCOMPARE(integers, std::vector<std::int64_t>(10, 0));
    }

    void loads_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("dtype");
        for (const char* method : {"streamed", "naive"}) {
            for (const char* dtype : {"", "bfloat16", "float64"}) {
                QTest::addRow("%s %s", method, dtype)
                    << QString::fromLatin1(method) << QString::fromLatin1(dtype);
            }
        }
    }

    void loads() {
        QFETCH(QString, method);
        QFETCH(QString, dtype);
        QTemporaryDir folder;
        const LoadFixture model = smallModel(folder.path().toStdString());
        const std::vector<DeviceInfo> infos{gpuInfo(0, 64 * kMiB), gpuInfo(1, 64 * kMiB),
                                            cpuInfo()};
        const std::optional<DType> cast = dtypeFromName(dtype.toStdString());
        const auto plan = planFor(model.tree, infos,
                                  {{"", DeviceId::gpu(0)},
                                   {"h.1", DeviceId::gpu(1)},
                                   {"h.2", DeviceId::cpu()},
                                   {"h.3", DeviceId::disk()},
                                   {"view.turned", DeviceId::cpu()}},
                                  cast);
        const auto schedule = makeLoadSchedule(plan, model.checkpoint,
                                               {*loadMethodFromName(method.toStdString()), {}});
        QVERIFY(schedule);
        const auto devices = *makeDevices(infos);
        const PauseGate gate;
        LoadOptions options;
        options.verification = Verification::Bytes;
        LoadOutcome outcome = runLoadJob(*schedule, {devices, m_backend}, options, gate, {}, {});
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        QVERIFY(m_backend->liveTensors() > 0);
        for (const DeviceLoadFigures& figures : outcome.report.devices) {
            if (figures.device.id.isGpu()) {
                QCOMPARE(figures.peakAllocated,
                         (*schedule)->predictedPeaks.at(figures.device.id).allocated);
            }
        }
        outcome.model.reset();
        for (const std::shared_ptr<DeviceMemory>& device : devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
        }
    }

private:
    std::shared_ptr<TensorBackend> m_backend;
};

QTEST_GUILESS_MAIN(TestTorchBackend)
#include "tst_torch_backend.moc"
