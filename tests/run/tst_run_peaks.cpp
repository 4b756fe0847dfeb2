// SPDX-License-Identifier: GPL-3.0-or-later
// Peaks of a pass are those of its formula, and none of this machine's own needs; its threads.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/run/run_job.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/run/memory_case.h"
#include "tests/run/run_fixture.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

using namespace stowage;
using namespace stowage::test;

class RunPeaksTest : public MemoryCase {
    Q_OBJECT

private Q_SLOTS:
    /// What is widened from float16 is this machine's need, and none of a card's.
    void widenedWeightsAreTheHosts() {
        for (const DType dtype : {DType::Float16, DType::BFloat16}) {
            const std::string kind(dtypeName(dtype));
            const WeightPtr table = weight(kind + " table", {kRows, kWidth}, dtype);
            const WeightPtr factors = weight(kind + " factors", {kInner, kWidth}, dtype);
            const WeightPtr scale = weight(kind + " scale", {kWidth}, dtype);
            const std::uint64_t number = dtype == DType::Float16 ? 4 : 2;
            const auto scope = m_compute->enter(gpu());
            const auto x = m_compute->embedding(allRows(), *table);
            QVERIFY(x);
            QCOMPARE(sizesOf(gpu().takeRequests()),
                     std::vector<std::uint64_t>{kRows * kWidth * number});
            const auto out = m_compute->linear(**x, *factors, nullptr);
            QVERIFY(out);
            const std::vector<std::uint64_t> sizes = sizesOf(gpu().takeRequests());
            const std::uint64_t made = kRows * kInner * number;
            QCOMPARE(std::ranges::count(sizes, made), std::ptrdiff_t{1});
            const std::uint64_t widened = kInner * kWidth * kFloat;
            QCOMPARE(std::ranges::count(sizes, widened), std::ptrdiff_t{0});
            QVERIFY(dtype == DType::BFloat16 || sizes.size() == 1);  // oneDNN may take a scratchpad
            QVERIFY(m_compute->layerNorm(**x, *scale, *scale, 1e-5));
            (void)gpu().takeRequests();
        }
    }

    void aSplitModelComputesWhereItsLayersLie_data() {
        QTest::addColumn<qint64>("generate");
        QTest::addRow("one pass") << 0LL;
        QTest::addRow("with caches") << 2LL;
    }

    /// Each GPU holds its own layer's activations and caches above its weights, and none of the
    /// other's.
    void aSplitModelComputesWhereItsLayersLie() {
        QFETCH(qint64, generate);
        constexpr std::int64_t kTokens = 64;
        constexpr std::int64_t kWide = 192;
        const auto sample = writeGpt2({61, 512, kWide, 2, 3});
        QVERIFY(sample.checkpoint);
        const auto loaded =
            load(sample, {{"", DeviceId::gpu(0)}, {"transformer.h.1", DeviceId::gpu(1)}});
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = tokensFor(kTokens);
        options.request.generate = generate;
        options.request.outputs = Outputs::Last;
        const PauseGate gate;
        const RunReport report = runLoaded(*loaded, m_backends, options, gate, {}, {});
        QVERIFY2(!report.stopped, report.stopped ? report.stopped->message.english().c_str() : "");
        const std::uint64_t residual = kTokens * kWide * kFloat;
        const std::uint64_t caches = generate > 0 ? 2 * residual : 0;
        int gpus = 0;
        for (const DeviceRunFigures& device : report.devices) {
            if (device.device.isGpu()) {
                ++gpus;
                QVERIFY(device.allocatedBefore > 0);
                QCOMPARE(device.peakAllocated - device.allocatedBefore,
                         residual + 2 * 4 * residual + caches);
                QCOMPARE(device.finalAllocated, device.allocatedBefore);
            }
        }
        QCOMPARE(gpus, 2);
        QVERIFY(QDir(path("layer")).removeRecursively());
    }

    /// What goes past a layer and into it crosses to its GPU once, and once back.
    void activationsCrossEachLinkOnce() {
        constexpr std::int64_t kTokens = 16;
        constexpr std::int64_t kWide = 48;
        std::vector<std::shared_ptr<RecordingDevice>> watched;
        for (std::size_t i = 0; i < 2; ++i) {
            watched.push_back(std::make_shared<RecordingDevice>(m_backends.devices[i]));
            m_backends.devices[i] = watched.back();
        }
        const auto sample = writeGpt2({61, 64, kWide, 2, 3});
        QVERIFY(sample.checkpoint);
        const auto loaded =
            load(sample, {{"", DeviceId::gpu(0)}, {"transformer.h.1", DeviceId::gpu(1)}});
        QVERIFY(loaded);
        for (const auto& device : watched) {
            QVERIFY(device->takeWritten() > 0);  // its weights
        }
        RunOptions options;
        options.request.tokens = tokensFor(kTokens);
        const PauseGate gate;
        const RunReport report = runLoaded(*loaded, m_backends, options, gate, {}, {});
        QVERIFY2(!report.stopped, report.stopped ? report.stopped->message.english().c_str() : "");
        for (const auto& device : watched) {
            QCOMPARE(device->takeWritten(), kTokens * kWide * kFloat);
        }
        QVERIFY(QDir(path("layer")).removeRecursively());
    }

    /// A device that prefetching would fill still computes: what was prefetched goes first.
    void whatWasBroughtAheadMakesRoom() {
        auto device = makeSimulatedGpu(gpuInfo(0, 512 * kMiB));
        QVERIFY(device);
        m_backends.devices[0] = *device;
        const auto sample = writeGpt2({61, 512, 768, 3, 12});
        QVERIFY(sample.checkpoint);
        const auto loaded =
            load(sample, {{"", DeviceId::gpu(0)}, {"transformer.h", DeviceId::cpu()}});
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = tokensFor(320);
        options.request.outputs = Outputs::Last;
        options.window = 0;
        const PauseGate gate;
        const RunReport bare = runLoaded(*loaded, m_backends, options, gate, {}, {});
        QVERIFY2(!bare.stopped, bare.stopped ? bare.stopped->message.english().c_str() : "");
        const std::uint64_t needed = (*device)->statistics().peakReserved;
        (*device)->emptyCache();
        // A layer's weights fit beside that, and those of two do not.
        const std::uint64_t room = needed + 40 * kMiB;
        QVERIFY((*device)->setUsedByOthers(512 * kMiB - room));
        options.window = 3;
        const RunReport ahead = runLoaded(*loaded, m_backends, options, gate, {}, {});
        QVERIFY2(!ahead.stopped, ahead.stopped ? ahead.stopped->message.english().c_str() : "");
        QCOMPARE(ahead.numbers.values, bare.numbers.values);
        QVERIFY((*device)->statistics().peakReserved <= room);
        QVERIFY(QDir(path("layer")).removeRecursively());
    }

    void layersHaveThePeakOfTheirFormula_data() {
        QTest::addColumn<qint64>("tokens");
        QTest::addColumn<qint64>("width");
        QTest::addColumn<qint64>("heads");
        QTest::addColumn<qint64>("generate");
        QTest::addRow("GPT-2's own layer: the feed-forward is widest")
            << 64LL << 768LL << 12LL << 0LL;
        QTest::addRow("a long prompt: attention is") << 256LL << 64LL << 4LL << 0LL;
        QTest::addRow("with caches") << 64LL << 768LL << 12LL << 2LL;
    }

    /// Residual + the widest of attention (queries, keys and values, scores before softmax and
    /// after) and feed-forward (before its activation function and after), and the caches.
    void layersHaveThePeakOfTheirFormula() {
        QFETCH(qint64, tokens);
        QFETCH(qint64, width);
        QFETCH(qint64, heads);
        QFETCH(qint64, generate);
        constexpr std::int64_t kLayers = 2;
        const auto sample = writeGpt2({61, 512, width, kLayers, heads});
        QVERIFY(sample.checkpoint);
        FileWeights weights(sample.checkpoint, *sample.tree, *m_tensors, *m_compute);
        const auto model = runModelOf(*sample.checkpoint, weights);
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        RunRequest request;
        request.generate = generate;
        request.outputs = Outputs::Last;
        request.tokens = tokensFor(tokens);
        {
            const auto scope = m_compute->enter(gpu());
            const auto outcome = runModel(**model, request, weights, *m_compute, {}, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
        }
        const auto residual = static_cast<std::uint64_t>(tokens * width) * kFloat;
        const auto scores = static_cast<std::uint64_t>(heads * tokens * tokens) * kFloat;
        const std::uint64_t attention = 3 * residual + 2 * scores;
        const std::uint64_t feedForward = 2 * 4 * residual;
        const std::uint64_t caches = generate > 0 ? kLayers * 2 * residual : 0;
        const std::uint64_t peak = residual + std::max(attention, feedForward) + caches;
        QCOMPARE(gpu().counters().requestedBytes.all.peak, peak);
        if (scores <= kMiB) {  // no block of the large pool, whose rests may count
            QCOMPARE(gpu().statistics().peakAllocated, peak);
        }
        QCOMPARE(gpu().statistics().allocated, std::uint64_t{0});
        QVERIFY(QDir(path("layer")).removeRecursively());
    }

    /// Where patches are smaller than their pixels: the image, its pieces and what they become lie
    /// beside each other, and nothing of them when the layers run.
    void anImageLiesBesideItsPieces() {
        RunFixture fixture = openRunFixture(QStringLiteral(STOWAGE_TEST_DATA "/run/vit"));
        FileWeights weights(fixture.checkpoint, *fixture.tree, *m_tensors, *m_compute);
        const auto model = makeRunModel(weights, fixture.config);
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        {
            const auto scope = m_compute->enter(gpu());
            const auto outcome =
                runModel(**model, fixture.prompts.front().request(), weights, *m_compute, {}, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
        }
        const std::uint64_t image = std::uint64_t{3} * 12 * 12 * kFloat;
        const std::uint64_t patches = std::uint64_t{9} * 8 * kFloat;
        QCOMPARE(gpu().counters().requestedBytes.all.peak, 2 * image + patches);
        QCOMPARE(gpu().statistics().allocated, std::uint64_t{0});
    }

    void threadsAreSetForEveryThread() {
        const unsigned before = m_compute->threads();
        QVERIFY(before >= 1);
        const WeightPtr table = weight("table", {4, 16});
        for (const unsigned wanted : {1U, 3U, 2U}) {
            m_compute->setThreads(wanted);
            QCOMPARE(m_compute->threads(), wanted);
            QCOMPARE(blasThreads().value_or(static_cast<int>(wanted)), static_cast<int>(wanted));
            // One that has computed before follows too: OpenMP's number is a thread's own.
            int seen = 0;
            QVERIFY(m_compute->embedding(kTwoRows, *table));
            seen = openMpThreads().value_or(static_cast<int>(wanted));
            QCOMPARE(seen, static_cast<int>(wanted));
            std::jthread([&] {
                if (m_compute->embedding(kTwoRows, *table)) {
                    seen = openMpThreads().value_or(static_cast<int>(wanted));
                }
            }).join();
            QCOMPARE(seen, static_cast<int>(wanted));
        }
        m_compute->setThreads(0);
        QCOMPARE(m_compute->threads(), 1U);
        m_compute->setThreads(before);
    }

    void aThreadThatHasComputedFollows() {
        const unsigned before = m_compute->threads();
        const WeightPtr table = weight("table", {4, 16});
        m_compute->setThreads(2);
        QVERIFY(m_compute->embedding(kTwoRows, *table));
        std::jthread([&] { m_compute->setThreads(3); }).join();
        QVERIFY(m_compute->embedding(kTwoRows, *table));
        QCOMPARE(openMpThreads().value_or(3), 3);
        m_compute->setThreads(before);
    }

private:
    /// In the folder "layer"; nothing where it failed, with a message.
    ForwardModel writeGpt2(const SampleSizes& sizes) {
        SampleOptions options;
        options.folder = path("layer").toStdString();
        options.arch = "gpt2";
        options.sizes = sizes;
        const auto written = writeSampleCheckpoint(options);
        const auto checkpoint =
            written ? openCheckpoint(options.folder)
                    : Result<std::shared_ptr<const Checkpoint>>(written.unexpected());
        const auto tree = checkpoint
                              ? buildModuleTree(**checkpoint)
                              : Result<std::shared_ptr<const ModuleTree>>(checkpoint.unexpected());
        if (!tree) {
            qWarning("%s", tree.error().message.english().c_str());
            return {};
        }
        return {*checkpoint, *tree};
    }

    static std::vector<std::int64_t> tokensFor(std::int64_t count) {
        std::vector<std::int64_t> tokens;
        for (std::int64_t i = 0; i < count; ++i) {
            tokens.push_back(i % 61);
        }
        return tokens;
    }
};

QTEST_GUILESS_MAIN(RunPeaksTest)
#include "tst_run_peaks.moc"
