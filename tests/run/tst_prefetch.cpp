// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that come in while the layers before them compute: the same numbers, bounded memory.
#include "engine/run/prefetched_weights.h"
#include "engine/run/run_generation.h"
#include "tests/run/forward_case.h"
#include "tests/run/recording_device.h"
#include "tests/run/run_fixture.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <thread>
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
        {"T5 all on disk", "t5", {{"", disk}}},
        {"T5's decoder on disk", "t5-gated", {{"", first}, {"decoder", disk}}},
        {"Whisper on CPU and disk", "whisper", {{"", cpu}, {"model.decoder.layers", disk}}},
    };
}

/// A device at which something happens before bytes come to it.
class OddDevice : public RecordingDevice {
public:
    OddDevice(std::shared_ptr<DeviceMemory> inner, std::function<void()> beforeWriting)
        : RecordingDevice(std::move(inner)), m_beforeWriting(std::move(beforeWriting)) {}
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override {
        m_beforeWriting();
        return RecordingDevice::write(target, offset, source, std::move(stop));
    }

private:
    std::function<void()> m_beforeWriting;
};

/// The names of a stage's tensors by module, as modules borrow them.
std::map<std::string, std::vector<std::string>> modulesOf(const WeightSource& weights,
                                                          const std::string& stage) {
    std::map<std::string, std::vector<std::string>> modules;
    for (const std::string& name : weights.names()) {
        if (name.starts_with(stage + ".")) {
            modules[name.substr(0, name.rfind('.'))].push_back(name);
        }
    }
    return modules;
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
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        for (const RunPrompt& prompt : fixture.prompts) {
            if (prompt.tokens.size() > 4) {
                continue;
            }
            RunRequest request = prompt.request();
            request.generate = (*model)->traits().isGenerative ? 6 : 0;
            request.outputs = Outputs::Last;
            const auto plain = runModel(**model, request, weights, *m_compute, {}, {});
            QVERIFY2(plain, plain ? "" : plain.error().message.english().c_str());
            QVERIFY(prompt.allPositions || compareLogits(plain->numbers, prompt.numbers).agrees);
            PrefetchedWeights ahead(weights, (*model)->stages(),
                                    {.window = window,
                                     .passes = plain->passes.size(),
                                     .onDemand = (*model)->traits().onDemand});
            const auto outcome = runModel(**model, request, ahead, *m_compute, {}, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
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
        QVERIFY2(wanted, wanted ? "" : wanted.error().message.english().c_str());
        PrefetchedWeights ahead(weights, (*model)->stages(), {.window = 3});
        const auto outcome = runModel(**model, {.tokens = {1, 2, 3}}, ahead, *m_compute, {}, {});
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
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

    /// A tensor for a later layer may take many seconds on a slow link. Whoever cancels meanwhile
    /// does not wait for it.
    void makingRoomEndsWithTheStop() {
        PauseGate gate;
        const HeldModel held = openHeld([&gate] { gate.waitWhilePaused({}); });
        QVERIFY(held.model != nullptr);
        gate.pause();
        PrefetchedWeights ahead(*held.weights, held.model->stages(), {.window = 1});
        QTRY_VERIFY(gate.heldSeconds() > 0);
        std::stop_source stop;
        std::atomic<bool> ended = false;
        bool madeRoom = true;
        std::jthread pass([&] {
            madeRoom = ahead.makeRoom(stop.get_token());
            ended = true;
        });
        stop.request_stop();
        // Until it is let go it would wait for ever.
        const bool isSoon = QTest::qWaitFor([&ended] { return ended.load(); }, 60000);
        gate.resume();
        pass.join();
        QVERIFY(isSoon);
        QVERIFY(!madeRoom);
    }

    /// The stage that a tensor travels for is given up, as its room is needed, and becomes the
    /// running one before the tensor is there: it is not fetched once more beside itself.
    void aTensorOfAStageThatWasGivenUpComesOnce() {
        PauseGate gate;
        const HeldModel held = openHeld([&gate] { gate.waitWhilePaused({}); });
        QVERIFY(held.model != nullptr);
        gate.pause();
        std::map<std::string, int> times;
        PrefetchOptions options{.window = 1};
        options.transferred = [&](std::uint64_t, std::size_t, const WeightTransfer& transfer) {
            ++times[std::string(transfer.tensor)];
        };
        PrefetchedWeights ahead(*held.weights, held.model->stages(), options);
        QTRY_VERIFY(gate.heldSeconds() > 0);
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(!ahead.makeRoom(stopped.get_token()));
        // Lies on the GPU: the stage begins without waiting.
        const std::vector<std::string> there{"model.layers.0.input_layernorm.weight"};
        QVERIFY(ahead.borrow(there, {}));
        gate.resume();
        for (const auto& [module, names] : modulesOf(ahead, "model.layers.0")) {
            const auto lent = ahead.borrow(names, {});
            QVERIFY2(lent, lent ? "" : lent.error().message.english().c_str());
        }
        QVERIFY(times.size() >= 8);
        for (const auto& [tensor, count] : times) {
            QVERIFY2(count == 1 || !tensor.starts_with("model.layers.0."), tensor.c_str());
        }
    }

    /// Memory runs out in the thread that prefetches, and only there: the pass brings its weights
    /// itself, and the program lives.
    void whatIsThrownInTheThreadEndsNothing() {
        const std::thread::id own = std::this_thread::get_id();
        const HeldModel held = openHeld([own] {
            if (std::this_thread::get_id() != own) {
                throw std::bad_alloc();
            }
        });
        QVERIFY(held.model != nullptr);
        const auto plain =
            runModel(*held.model, {.tokens = {1, 2, 3}}, *held.weights, *m_compute, {}, {});
        QVERIFY(plain);
        PrefetchedWeights ahead(*held.weights, held.model->stages(), {.window = 2});
        const auto outcome =
            runModel(*held.model, {.tokens = {1, 2, 3}}, ahead, *m_compute, {}, {});
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
        QCOMPARE(outcome->numbers.values, plain->numbers.values);
        QCOMPARE(ahead.figures().bytesAhead, std::uint64_t{0});
    }

private:
    /// A model whose layers lie on the CPU but for a norm, over a GPU that does something odd.
    struct HeldModel {
        std::shared_ptr<LoadedModel> loaded;
        std::shared_ptr<OddDevice> device;
        std::unique_ptr<LoadedWeights> weights;
        std::shared_ptr<const RunModel> model;
    };
    HeldModel openHeld(std::function<void()> beforeWriting) {
        HeldModel held;
        const RunFixture fixture = openRunFixture(path("llama2"));
        held.loaded = load({fixture.checkpoint, fixture.tree},
                           {{"", DeviceId::gpu(0)},
                            {"model.layers", DeviceId::cpu()},
                            {"model.layers.0.input_layernorm", DeviceId::gpu(0)}});
        if (held.loaded == nullptr) {
            return held;
        }
        held.device =
            std::make_shared<OddDevice>(m_backends.devices.front(), std::move(beforeWriting));
        m_backends.devices.front() = held.device;
        held.weights = std::make_unique<LoadedWeights>(*held.loaded, m_backends, *m_compute);
        auto model = makeRunModel(*held.weights, fixture.config);
        if (model) {
            held.model = std::move(*model);
        }
        return held;
    }
};

QTEST_GUILESS_MAIN(PrefetchTest)
#include "tst_prefetch.moc"
