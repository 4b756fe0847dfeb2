// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that come in while the layers before them compute: the same numbers, bounded memory.
#include "engine/run/prefetched_weights.h"
#include "engine/run/run_generation.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"

#include <algorithm>
#include <memory>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

struct Case {
    const char* name;
    const char* model;
    Map map;
};

std::vector<Case> cases() {
    const DeviceId first = DeviceId::gpu(0);
    const DeviceId second = DeviceId::gpu(1);
    const DeviceId cpu = DeviceId::cpu();
    const DeviceId disk = DeviceId::disk();
    return {
        {"GPT-2 on CPU and disk",
         "gpt2",
         {{"", first}, {"transformer.h", cpu}, {"transformer.h.2", disk}}},
        {"Llama all on disk", "llama3", {{"", disk}}},
        {"Llama split",
         "llama2",
         {{"", first},
          {"model.layers.1", cpu},
          {"model.layers.2", second},
          {"model.layers.3", disk}}},
        {"experts on disk", "mixtral", {{"", first}, {"model.layers", disk}}},
        {"BERT on the CPU", "bert", {{"", cpu}}},
    };
}

}  // namespace

class PrefetchTest : public ForwardCase {
    Q_OBJECT

private Q_SLOTS:
    void theNumbersStayTheSame_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<unsigned>("window");
        const std::vector<Case> all = cases();
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (const unsigned window : {0U, 1U, 2U, 9U}) {
                QTest::addRow("%s, %u ahead", all[i].name, window) << static_cast<int>(i) << window;
            }
        }
    }

    void theNumbersStayTheSame() {
        QFETCH(int, row);
        QFETCH(unsigned, window);
        const Case wanted = cases()[static_cast<std::size_t>(row)];
        const RunFixture fixture = openRunFixture(path(wanted.model));
        const auto loaded = load({fixture.checkpoint, fixture.tree}, wanted.map);
        QVERIFY(loaded);
        LoadedWeights weights(*loaded, m_backends, *m_compute);
        const auto model = makeRunModel(weights, fixture.config);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        RunRequest request;
        request.generate = (*model)->traits().isGenerative ? 6 : 0;
        request.outputs = Outputs::Last;
        for (const RunPrompt& prompt : fixture.prompts) {
            if (prompt.tokens.size() > 4) {
                continue;
            }
            request.tokens = prompt.tokens;
            const auto plain = runModel(**model, request, weights, *m_compute, {}, {});
            QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
            QVERIFY(prompt.allPositions || compareLogits(plain->numbers, prompt.numbers).agrees);
            PrefetchedWeights ahead(weights, (*model)->stages(),
                                    {.window = window,
                                     .passes = plain->passes.size(),
                                     .onDemand = (*model)->traits().onDemand});
            const auto outcome = runModel(**model, request, ahead, *m_compute, {}, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
            QCOMPARE(outcome->numbers.values, plain->numbers.values);
            QCOMPARE(outcome->generated, plain->generated);
            QCOMPARE(outcome->bytesMoved, plain->bytesMoved);
            const PrefetchFigures figures = ahead.figures();
            QCOMPARE(figures.refused, 0U);
            QVERIFY(figures.bytesAhead + figures.bytesOnDemand >= plain->bytesMoved);
            if (window == 0) {
                QCOMPARE(figures.bytesAhead, std::uint64_t{0});
            } else if ((*model)->traits().onDemand.empty()) {
                QCOMPARE(figures.bytesOnDemand, std::uint64_t{0});
                QCOMPARE(figures.bytesAhead, plain->bytesMoved);
            }
        }
    }

    /// At most the running stage's and the window's weights lie on the GPU beside what the plan
    /// put there, and nothing does afterwards.
    void memoryIsBoundedByTheWindow() {
        const RunFixture fixture = openRunFixture(path("llama2"));
        const auto loaded = load({fixture.checkpoint, fixture.tree},
                                 {{"", DeviceId::gpu(0)}, {"model.layers", DeviceId::disk()}});
        QVERIFY(loaded);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        const std::uint64_t before = gpu.statistics().allocated;
        LoadedWeights weights(*loaded, m_backends, *m_compute);
        const auto model = makeRunModel(weights, fixture.config);
        QVERIFY(model);
        std::vector<std::uint64_t> peaks;
        for (const unsigned window : {0U, 1U, 2U}) {
            gpu.resetPeaks();
            {
                PrefetchedWeights ahead(weights, (*model)->stages(), {.window = window});
                const auto outcome =
                    runModel(**model, {.tokens = {1, 2, 3}}, ahead, *m_compute, {}, {});
                QVERIFY(outcome);
            }
            QCOMPARE(gpu.statistics().allocated, before);
            peaks.push_back(gpu.statistics().peakAllocated - before);
        }
        // A layer: nine tensors of 4 × 2304, 3 × 3840 and 2 × 96 bytes, in blocks of 512.
        const std::uint64_t layer = 4 * 2560 + 3 * 4096 + 2 * 512;
        QVERIFY2(peaks[0] < layer, qPrintable(QString::number(peaks[0])));
        QVERIFY2(peaks[1] >= layer && peaks[1] <= 2 * layer, qPrintable(QString::number(peaks[1])));
        QVERIFY2(peaks[2] >= layer && peaks[2] <= 3 * layer, qPrintable(QString::number(peaks[2])));
    }

    /// A device that has no room ahead of time still runs, layer by layer. (Whether the other
    /// thread comes so far as to be refused is up to the machine.)
    void aFullDeviceStillRuns() {
        const RunFixture fixture = openRunFixture(path("llama2"));
        const auto loaded = load({fixture.checkpoint, fixture.tree},
                                 {{"", DeviceId::gpu(0)}, {"model.layers", DeviceId::cpu()}});
        QVERIFY(loaded);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        // All in one segment of 2 MiB: what is left of it is taken, but for one layer's room.
        std::vector<std::shared_ptr<DeviceBuffer>> ballast;
        std::uint64_t left = 2 * kMiB - gpu.statistics().allocated - 28 * kKiB;
        while (left > 0) {  // requests above 1 MiB would get segments of their own
            const std::uint64_t part = std::min<std::uint64_t>(left, 512 * kKiB);
            const auto taken = gpu.allocate(part);
            QVERIFY(taken);
            ballast.push_back(*taken);
            left -= part;
        }
        QVERIFY(gpu.setUsedByOthers(*gpu.info().capacity - gpu.statistics().reserved));
        LoadedWeights weights(*loaded, m_backends, *m_compute);
        const auto model = makeRunModel(weights, fixture.config);
        QVERIFY(model);
        const auto wanted = runModel(**model, {.tokens = {1, 2, 3}}, weights, *m_compute, {}, {});
        QVERIFY2(wanted, wanted ? "" : wanted.error().message.c_str());
        PrefetchedWeights ahead(weights, (*model)->stages(), {.window = 3});
        const auto outcome = runModel(**model, {.tokens = {1, 2, 3}}, ahead, *m_compute, {}, {});
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(outcome->numbers.values, wanted->numbers.values);
        QVERIFY(gpu.setUsedByOthers(0));
    }

    void aRunCanBeCancelledAtAnyModule() {
        const RunFixture fixture = openRunFixture(path("gpt2"));
        const auto loaded = load({fixture.checkpoint, fixture.tree},
                                 {{"", DeviceId::gpu(0)}, {"transformer.h", DeviceId::disk()}});
        QVERIFY(loaded);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        const std::uint64_t before = gpu.statistics().allocated;
        LoadedWeights weights(*loaded, m_backends, *m_compute);
        const auto model = makeRunModel(weights, fixture.config);
        QVERIFY(model);
        const auto whole = runModel(**model, {.tokens = {5, 6}}, weights, *m_compute, {}, {});
        QVERIFY(whole);
        const std::size_t modules = whole->passes.front().steps.size();
        for (std::size_t at = 0; at < modules; ++at) {
            std::stop_source stop;
            // Reports come before every module, so that the first of them can stop the next.
            std::size_t seen = 0;
            const auto progress = [&](const Progress&) {
                if (seen++ == at) {
                    stop.request_stop();
                }
            };
            PrefetchedWeights ahead(weights, (*model)->stages(), {});
            const auto outcome = runModel(**model, {.tokens = {5, 6}}, ahead, *m_compute,
                                          stop.get_token(), progress);
            // Reports are throttled: a late one may never come.
            QVERIFY(outcome.has_value() || outcome.error().code == ErrorCode::Cancelled);
            QVERIFY(!outcome || !stop.stop_requested() || seen <= at + 1);
        }
        QCOMPARE(gpu.statistics().allocated, before);
    }
};

QTEST_GUILESS_MAIN(PrefetchTest)
#include "tst_prefetch.moc"
