// SPDX-License-Identifier: GPL-3.0-or-later
// What is computed on a simulated GPU lies there: every byte is counted, refused where there is no
// room, and given back.
#include "tests/run/memory_case.h"
#include "tests/support/golden_text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint64_t kLong = 8;
std::uint64_t inBlocks(std::uint64_t bytes) {
    return (bytes + 511) / 512 * 512;
}

}  // namespace

class RunMemoryTest : public MemoryCase {
    Q_OBJECT

private Q_SLOTS:
    void everyOperationAsksForWhatItMakes_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, operation] : operations()) {
            QTest::addRow("%s", qPrintable(name)) << name;
        }
    }

    /// No copy but those that a formula needs: the sizes follow from the shapes.
    void everyOperationAsksForWhatItMakes() {
        QFETCH(QString, name);
        const std::uint64_t rows = kRows;
        const std::uint64_t x = rows * kWidth * kFloat;
        const std::uint64_t out = rows * kInner * kFloat;
        const std::uint64_t perRow = rows * kFloat;
        const std::uint64_t scores = kHeads * rows * rows * kFloat;
        const std::uint64_t hidden = rows * rows;
        const std::map<QString, std::vector<std::uint64_t>> wanted{
            {"embedding", {x}},
            {"add", {x}},
            {"multiply", {x}},
            {"linear", {out}},
            {"linear without bias", {out}},
            {"conv1D", {out}},
            {"conv1D without bias", {out}},
            {"layerNorm", {x, perRow, perRow}},
            // The squares, their mean, 1 / √ in two steps, and two products.
            {"rmsNorm", {x, perRow, perRow, perRow, x, x}},
            {"rmsNorm of 1 + scale", {x, perRow, perRow, perRow, x, x, kWidth * kFloat}},
            {"bend", {x}},
            {"scale", {x}},
            {"columns", {}},
            {"headColumns", {rows * kHeads * 2 * kFloat}},
            {"rows", {2 * kWidth * kFloat}},
            {"addRows", {2 * kWidth * kFloat, 2 * kWidth * kFloat, x}},
            {"zerosLike", {x}},
            {"append", {32 * kWidth * kFloat}},
            {"attention", {scores, rows * kLong, rows * kLong, hidden, scores, x, x}},
            {"attention to everything", {scores, scores, x, x}},
            {"move", {}},
        };
        const std::vector<Operation> all = operations();
        const auto operation = std::ranges::find(all, name, &Operation::first);
        Operands operands = makeOperands();
        QVERIFY(operands.x);
        (void)gpu().takeRequests();
        const auto scope = m_compute->enter(gpu());
        QVERIFY(scope);
        const auto made = operation->second(*m_compute, operands);
        QVERIFY2(made, made ? "" : made.error().message.english().c_str());
        std::vector<std::uint64_t> sizes = wanted.at(name);
        std::ranges::sort(sizes);
        QCOMPARE(sizesOf(gpu().takeRequests()), sizes);
        std::vector<float> numbers(kRows * kInner);
        const std::vector<std::int64_t> shape = (*made)->shape();
        numbers.resize(static_cast<std::size_t>(
            std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>())));
        QVERIFY(m_compute->copyOut(**made, numbers));
        QCOMPARE(sizesOf(gpu().takeRequests()), std::vector<std::uint64_t>());
    }

    /// A product, GELU and a normalisation of 64 × 4096 numbers: three results, and the mean and
    /// deviation of each row while the last is made.
    void aChainHasThePeakOfItsLiveResults() {
        const std::uint64_t x = 64 * 4096 * kFloat;
        const WeightPtr input = weight("input", {64, 8});
        const WeightPtr factors = weight("factors", {8, 4096});
        const WeightPtr bias = weight("bias", {4096});
        std::vector<std::int64_t> rows(64);
        std::iota(rows.begin(), rows.end(), 0);
        const auto in = m_compute->embedding(rows, *input);  // in LibTorch's own memory
        QVERIFY(in);
        QCOMPARE(gpu().takeRequests().size(), std::size_t{0});
        {
            const auto scope = m_compute->enter(gpu());
            QVERIFY(scope);
            const auto product = m_compute->conv1D(**in, *factors, bias.get());
            QVERIFY(product);
            const auto bent = m_compute->activation(**product, ActivationFunction::Gelu);
            QVERIFY(bent);
            const auto normed = m_compute->layerNorm(**bent, *bias, *bias, 1e-5);
            QVERIFY(normed);
            const std::uint64_t perRow = 64 * kFloat;
            QCOMPARE(sizesOf(gpu().takeRequests()),
                     (std::vector<std::uint64_t>{perRow, perRow, x, x, x}));
            QCOMPARE(gpu().counters().requestedBytes.all.peak, 3 * x + 2 * perRow);
            QCOMPARE(gpu().statistics().peakAllocated, 3 * x + 2 * inBlocks(perRow));
        }
        QCOMPARE(gpu().statistics().allocated, std::uint64_t{0});
    }

    void scopesNestAndEnd() {
        const WeightPtr table = weight("table", {4, 16});
        const std::uint64_t bytes = 2 * 16 * kFloat;
        RecordingDevice other(m_backends.devices[1]);
        DeviceMemory& host = *m_backends.find(DeviceId::cpu());
        std::vector<ActivationPtr> made;
        const auto make = [&] { made.push_back(*m_compute->embedding(kTwoRows, *table)); };
        const auto counts = [&](std::size_t onGpu, std::size_t onOther) {
            return gpu().takeRequests().size() == onGpu && other.takeRequests().size() == onOther;
        };
        make();
        QVERIFY(counts(0, 0));
        {
            const auto scope = m_compute->enter(gpu());
            make();
            QVERIFY(counts(1, 0));
            {
                const auto inner = m_compute->enter(other);
                make();
                QVERIFY(counts(0, 1));
                const auto innermost = m_compute->enter(host);
                make();
                QVERIFY(counts(0, 0));
            }
            make();
            QVERIFY(counts(1, 0));
            // A scope is its thread's.
            std::jthread([&] { make(); }).join();
            QVERIFY(counts(0, 0));
        }
        make();
        QVERIFY(counts(0, 0));
        // Outside of every scope, and on another thread: each goes back to its own device.
        QCOMPARE(gpu().statistics().allocated, 2 * inBlocks(bytes));
        QCOMPARE(other.statistics().allocated, inBlocks(bytes));
        std::jthread([&] { made.clear(); }).join();
        QCOMPARE(gpu().statistics().allocated, std::uint64_t{0});
        QCOMPARE(other.statistics().allocated, std::uint64_t{0});
    }

    void threadsComputeOnDevicesOfTheirOwn() {
        const WeightPtr table = weight("table", {4, 64});
        RecordingDevice other(m_backends.devices[1]);
        const auto work = [&](DeviceMemory& device) {
            const auto scope = m_compute->enter(device);
            ActivationPtr x = *m_compute->embedding(kTwoRows, *table);
            for (int i = 0; i < 200; ++i) {
                x = *m_compute->add(*x, *x);
            }
        };
        {
            const std::jthread first(work, std::ref<DeviceMemory>(gpu()));
            const std::jthread second(work, std::ref<DeviceMemory>(other));
        }
        for (RecordingDevice* device : {&gpu(), &other}) {
            QCOMPARE(device->takeRequests().size(), std::size_t{201});
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            QCOMPARE(device->statistics().peakAllocated, 2 * inBlocks(2 * 64 * kFloat));
        }
    }

    void aRefusalTellsNeededAndFreeBytes() {
        auto small = makeSimulatedGpu(gpuInfo(0, 4 * kMiB));
        QVERIFY(small);
        const WeightPtr table = weight("table", {2, 128 * 1024});  // two rows: 1 MiB
        {
            const auto scope = m_compute->enter(**small);
            std::vector<ActivationPtr> kept;
            Compute::Made made = m_compute->embedding(kTwoRows, *table);
            while (made && kept.size() < 5) {
                kept.push_back(*made);
                made = m_compute->embedding(kTwoRows, *table);
            }
            QCOMPARE(kept.size(), std::size_t{4});
            QVERIFY(!made);
            QCOMPARE(made.error().code, ErrorCode::DeviceOutOfMemory);
            const std::string& message = made.error().message;
            for (const char* part : {"GPU 0", "rows of table", "1,048,576 bytes", "0 B is free",
                                     goldenText("backend_torch/4-0-mib-are-reserved-here")}) {
                QVERIFY2(message.find(part) != std::string::npos, message.c_str());
            }
            QVERIFY(message.find("c10") == std::string::npos);
            kept.pop_back();
            QVERIFY(m_compute->embedding(kTwoRows, *table));
        }
        QCOMPARE((*small)->statistics().allocated, std::uint64_t{0});
    }

    void aRefusalAnywhereLeavesNothing_data() { everyOperationAsksForWhatItMakes_data(); }

    /// Each allocation of each operation fails once, and once the device is lost with it.
    void aRefusalAnywhereLeavesNothing() {
        QFETCH(QString, name);
        const std::vector<Operation> all = operations();
        const auto operation = std::ranges::find(all, name, &Operation::first);
        for (std::uint64_t at = 1; at < 40; ++at) {
            const Operands operands = makeOperands();
            const std::uint64_t before = gpu().statistics().allocated;
            QVERIFY(injectFaults(*m_backends.devices[0], {.outOfMemoryAt = at,
                                                          .slowLink = {},
                                                          .lostAtAllocation = {},
                                                          .lostAfterBytes = {}}));
            bool passed = false;
            {
                const auto scope = m_compute->enter(gpu());
                const auto made = operation->second(*m_compute, operands);
                passed = made.has_value();
                QVERIFY(passed || made.error().code == ErrorCode::DeviceOutOfMemory);
            }
            QVERIFY(injectFaults(*m_backends.devices[0], {}));
            QCOMPARE(gpu().statistics().allocated, before);
            if (passed) {
                return;
            }
        }
        QFAIL("the operation never ended");
    }

    void aLostDeviceIsToldAsSuch() {
        const Operands operands = makeOperands();
        const auto scope = m_compute->enter(gpu());
        QVERIFY(injectFaults(
            *m_backends.devices[0],
            {.outOfMemoryAt = {}, .slowLink = {}, .lostAtAllocation = 1, .lostAfterBytes = {}}));
        const auto made = m_compute->add(*operands.x, *operands.x);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::DeviceLost);
    }

    void movingCrossesTheLinkOfTheTarget() {
        const Operands operands = makeOperands();
        RecordingDevice other(m_backends.devices[1]);
        DeviceMemory& host = *m_backends.find(DeviceId::cpu());
        const std::uint64_t bytes = kRows * kWidth * kFloat;
        const auto numbersOf = [&](const Activation& x) {
            std::vector<float> numbers(kRows * kWidth);
            if (!m_compute->copyOut(x, numbers)) {
                numbers.clear();
            }
            return numbers;
        };
        const std::vector<float> wanted = numbersOf(*operands.x);
        (void)gpu().takeRequests();
        (void)gpu().takeWritten();
        ActivationPtr there;
        {
            const auto scope = m_compute->enter(other);
            there = *m_compute->move(operands.x, {});
            QCOMPARE(*m_compute->move(there, {}), there);
        }
        QCOMPARE(sizesOf(other.takeRequests()), std::vector<std::uint64_t>{bytes});
        QCOMPARE(other.takeWritten(), bytes);
        QCOMPARE(numbersOf(*there), wanted);
        ActivationPtr home;
        {
            const auto scope = m_compute->enter(host);
            home = *m_compute->move(there, {});
        }
        QVERIFY(home != there);
        QCOMPARE(numbersOf(*home), wanted);
        QCOMPARE(*m_compute->move(home, {}), home);
        // A part of something wider travels alone.
        const auto scope = m_compute->enter(gpu());
        const auto part = m_compute->columns(*operands.x, 3, 5);
        QVERIFY(part);
        const auto inner = m_compute->enter(other);
        QVERIFY(m_compute->move(*part, {}));
        QCOMPARE(other.takeWritten(), kRows * 5 * kFloat);
        QCOMPARE(gpu().takeWritten(), std::uint64_t{0});
    }

    void cachesGrowByDoublingWhereTheyLie() {
        const std::uint64_t row = kWidth * kFloat;
        const Operands operands = makeOperands();
        const auto scope = m_compute->enter(gpu());
        (void)gpu().takeRequests();
        ActivationPtr cache;
        std::vector<std::uint64_t> sizes;
        for (int i = 0; i < 5; ++i) {
            const auto grown = m_compute->append(cache, *operands.x);
            QVERIFY(grown);
            cache = *grown;
            for (const std::uint64_t size : sizesOf(gpu().takeRequests())) {
                sizes.push_back(size / row);
            }
        }
        QCOMPARE(cache->shape(), (std::vector<std::int64_t>{5 * kRows, kWidth}));
        // 32 rows at first, and twice as many rows as there were where they do not suffice.
        QCOMPARE(sizes, (std::vector<std::uint64_t>{32, 48, 96, 192}));
    }
};

QTEST_GUILESS_MAIN(RunMemoryTest)
#include "tst_run_memory.moc"
