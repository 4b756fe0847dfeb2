// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is predicted to take beside what it takes.
#include "engine/device/host_memory.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_prediction.h"
#include "engine/run/stage_work.h"
#include "tests/run/described_model.h"
#include "tests/run/run_case.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

struct Case {
    const char* name;
    const char* model;
    Map map;
    std::int64_t generate = 0;
    std::optional<DType> dtype{};
};

std::vector<Case> cases() {
    const DeviceId first = DeviceId::gpu(0);
    const DeviceId second = DeviceId::gpu(1);
    const DeviceId cpu = DeviceId::cpu();
    const DeviceId disk = DeviceId::disk();
    return {
        {"GPT-2 on CPU and disk",
         "gpt2",
         {{"", first}, {"transformer.h", cpu}, {"transformer.h.2", disk}},
         4},
        {"GPT-2, its head's table offloaded",
         "gpt2",
         {{"", cpu}, {"transformer.h.1", first}, {"transformer.h.3", second}},
         3},
        {"Llama all on disk", "llama3", {{"", disk}}, 5},
        {"Llama split",
         "llama2",
         {{"", first},
          {"model.layers.1", cpu},
          {"model.layers.2", second},
          {"model.layers.3", disk}},
         40},
        {"Qwen3 in one layer's parts",
         "qwen3",
         {{"", first}, {"model.layers.1.mlp", cpu}, {"model.layers.2.self_attn", disk}},
         2},
        {"BERT on the CPU and a GPU", "bert", {{"", cpu}, {"encoder.layer.1", first}}},
        {"all on one GPU", "mistral", {{"", first}}, 34},
        {"bfloat16 on one GPU", "qwen3", {{"", first}}, 3, DType::BFloat16},
        {"bfloat16 offloaded", "gpt2", {{"", first}, {"transformer.h.1", cpu}}, 3, DType::BFloat16},
        {"float16 offloaded", "llama3", {{"", first}, {"model.layers", cpu}}, 3, DType::Float16},
    };
}

}  // namespace

class RunPredictionTest : public RunCase {
    Q_OBJECT

private Q_SLOTS:
    void stagesMoveWhatIsPredicted_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<unsigned>("window");
        const std::vector<Case> all = cases();
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (const unsigned window : {0U, 2U}) {
                QTest::addRow("%s, %u ahead", all[i].name, window) << static_cast<int>(i) << window;
            }
        }
    }

    /// Every stage of every pass, byte by byte, and on which device; memory up to its peak.
    void stagesMoveWhatIsPredicted() {
        QFETCH(int, row);
        QFETCH(unsigned, window);
        const Case wanted = cases()[static_cast<std::size_t>(row)];
        const LoadedFixture model = loadFixture(wanted.model, wanted.map, wanted.dtype);
        QVERIFY(model.loaded);
        RunOptions options = optionsFor({1, 2, 3, 4, 5, 6, 7}, wanted.generate);
        options.window = window;
        const RunPrediction predicted = predictFor(*model.loaded, model.fixture, options);
        const RunReport report = run(*model.loaded, options);
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        QVERIFY(predicted.prefill);
        QCOMPARE(predicted.decode.has_value(), wanted.generate > 1);
        const std::size_t stages = predicted.prefill->stages.size();
        QCOMPARE(report.layers.size(), stages * report.passes.size());
        for (std::size_t i = 0; i < report.layers.size(); ++i) {
            const RunLayerFigures& layer = report.layers[i];
            const PredictedPass& pass = layer.pass == 0 ? *predicted.prefill : *predicted.decode;
            const PredictedStage& stage = pass.stages[i % stages];
            QCOMPARE(layer.module, stage.module);
            QCOMPARE(layer.bytesMoved, stage.bytesMoved);
            QVERIFY2(layer.device == stage.device, layer.module.c_str());
        }
        for (const PredictedMemory& memory : predicted.devices) {
            if (memory.device.isGpu()) {
                compareMemory(memory, report);
            }
        }
    }

    /// One token takes two experts of each layer, whichever they are.
    void expertsOfOneToken() {
        const LoadedFixture model =
            loadFixture("mixtral", {{"", DeviceId::gpu(0)}, {"model.layers", DeviceId::disk()}});
        QVERIFY(model.loaded);
        const RunOptions options = optionsFor({5}, 3);
        const RunPrediction predicted = predictFor(*model.loaded, model.fixture, options);
        const RunReport report = run(*model.loaded, options);
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        QVERIFY(predicted.decode);
        const std::size_t stages = predicted.prefill->stages.size();
        for (std::size_t i = 0; i < report.layers.size(); ++i) {
            QCOMPARE(report.layers[i].bytesMoved, predicted.decode->stages[i % stages].bytesMoved);
        }
        QVERIFY(report.bytesMoved > 0);
    }

    /// Of 4 experts, two a token, each 3 × 24 × 32 numbers: 2 for one token, 3 for two, 3.5 for
    /// three, all for many.
    void expertsByChance() {
        const LoadedFixture model =
            loadFixture("mixtral", {{"", DeviceId::gpu(0)}, {"model.layers", DeviceId::cpu()}});
        QVERIFY(model.loaded);
        const RunSetting setting = runSettingOf(model.loaded->schedule());
        const DescribedWeights weights(setting);
        const auto family = makeRunModel(weights, model.fixture.config);
        QVERIFY2(family, family ? "" : family.error().message.english().c_str());
        WorkCounter counter(**family, setting);
        for (const auto& [tokens, experts] :
             {std::pair{1, 2.0}, std::pair{2, 3.0}, std::pair{3, 3.5}, std::pair{100, 4.0}}) {
            const auto pass =
                counter.count({tokens, 0, tokens, WorkCounter::Cache::None, Outputs::Last});
            QVERIFY2(pass, pass ? "" : pass.error().message.english().c_str());
            for (std::size_t layer = 1; layer <= 3; ++layer) {
                const std::vector<MovedWork>& moved = (*pass)[layer].moved;
                const auto found = std::ranges::find(moved, true, &MovedWork::onDemand);
                QVERIFY(found != moved.end());
                QCOMPARE(found->bytes, static_cast<std::uint64_t>(experts * 3 * 24 * 32 * 4));
            }
        }
    }

    /// A plan says as much as the loaded model does.
    void beforeTheLoadAsAfterIt() {
        const RunFixture fixture = openRunFixture(path("gpt2"));
        const Map map{{"", DeviceId::gpu(0)}, {"transformer.h.2", DeviceId::disk()}};
        const auto schedule = makeLoadSchedule(planFor(fixture.tree, infos(), map),
                                               fixture.checkpoint, {LoadMethod::Streamed, {}});
        QVERIFY(schedule);
        const RunSetting planned = runSettingOf(**schedule);
        const auto loaded = load({fixture.checkpoint, fixture.tree}, map);
        QVERIFY(loaded);
        const RunSetting there = runSettingOf(loaded->schedule());
        QCOMPARE(planned.tensors.size(), there.tensors.size());
        for (std::size_t i = 0; i < there.tensors.size(); ++i) {
            QCOMPARE(planned.tensors[i].name, there.tensors[i].name);
            QVERIFY(planned.tensors[i].device == there.tensors[i].device);
            QVERIFY(planned.tensors[i].signature == there.tensors[i].signature);
        }
        QVERIFY(planned.executionDevice == there.executionDevice);
    }

    /// What the first pass reads of cold files the next ones find in the page cache, where there is
    /// room for it.
    void laterPassesFindFilesCached() {
        const LoadedFixture model = loadFixture("llama2", {{"", DeviceId::disk()}});
        QVERIFY(model.loaded);
        const RunOptions options = optionsFor({1, 2, 3}, 4);
        const auto predict = [&](double warmShare, bool staysCached) {
            return predictFor(*model.loaded, model.fixture, options, [&](RunSetting& setting) {
                setting.warmShare = warmShare;
                setting.staysCached = staysCached;
            });
        };
        const RunPrediction warm = predict(1, true);
        const RunPrediction cold = predict(0, true);
        const RunPrediction full = predict(0, false);
        QVERIFY(warm.decode && cold.decode && full.decode);
        QVERIFY(cold.prefill->seconds > warm.prefill->seconds);
        QCOMPARE(cold.decode->seconds, warm.decode->seconds);
        QCOMPARE(full.prefill->seconds, cold.prefill->seconds);
        QVERIFY(full.decode->seconds > cold.decode->seconds);
    }

    /// However much of a model too large for this machine lies on disk, no plan finds more of it in
    /// the page cache than bounds assume.
    void boundsAssumeTheMostCached() {
        const RunFixture fixture = openRunFixture(path("gpt2"));
        double leastShare = 1;
        for (const Map& map :
             {Map{{"", DeviceId::disk()}},
              Map{{"", DeviceId::cpu()}, {"transformer.h", DeviceId::disk()}},
              Map{{"", DeviceId::gpu(0)}, {"transformer.h.2", DeviceId::disk()}}}) {
            const auto made = makeLoadSchedule(planFor(fixture.tree, infos(), map),
                                               fixture.checkpoint, {LoadMethod::Streamed, {}});
            QVERIFY(made);
            LoadSchedule large = **made;
            std::uint64_t bytes = 0;
            for (const ScheduledTensor& tensor : large.tensors) {
                bytes += tensor.bytes;
            }
            const std::uint64_t room = *roomForFiles(readHostMemory());
            const std::uint64_t factor = 2 * room / bytes + 1;
            auto plan = std::make_shared<PlacementPlan>(*large.plan);
            for (ScheduledTensor& tensor : large.tensors) {
                tensor.bytes *= factor;
                for (DevicePlacement& placement : plan->placements) {
                    const bool isThere = placement.device.id == tensor.device;
                    placement.weightsAllocated += isThere ? tensor.bytes : 0;
                }
            }
            large.plan = plan;
            const RunSetting own = runSettingOf(large);
            RunSetting most = own;
            assumeMostCached(most, large);
            // Half of what there is, but for what came or went between two looks at the machine.
            const auto before = static_cast<double>(room);
            const auto after = static_cast<double>(*roomForFiles(readHostMemory()));
            const double moved = std::abs(after - before) / before;
            QVERIFY(!own.staysCached && !most.staysCached);
            QVERIFY(std::abs(most.warmShare - 0.5) < 0.1 + moved);
            QVERIFY(own.warmShare <= most.warmShare + 0.01 + moved);
            leastShare = std::min(leastShare, own.warmShare);
        }
        QVERIFY(leastShare < 0.1);  // RAM or a simulated GPU that takes all of it
    }

    /// What a GPU gets from the page cache takes the rate that was measured of reading with
    /// writing.
    void cachedWeightsAreStaged() {
        const LoadedFixture model =
            loadFixture("llama2", {{"", DeviceId::gpu(0)}, {"model.layers", DeviceId::disk()}});
        QVERIFY(model.loaded);
        const RunOptions options = optionsFor({1, 2, 3}, 4);
        const auto predict = [&](std::optional<double> staged) {
            return predictFor(*model.loaded, model.fixture, options, [&](RunSetting& setting) {
                setting.warmShare = 1;
                FileSystemRates disk = setting.rates->disks.front();
                disk.set(DiskRate::StagedWarm, staged);
                setting.rates->setDisk(disk);
            });
        };
        const RunPrediction apart = predict(std::nullopt);
        const RunPrediction staged = predict(4e9);
        QVERIFY(apart.decode && staged.decode);
        std::uint64_t moved = 0;
        for (std::size_t i = 0; i < staged.decode->stages.size(); ++i) {
            const PredictedStage& stage = staged.decode->stages[i];
            const auto bytes = static_cast<double>(stage.bytesMoved);
            QVERIFY(std::abs(stage.transferSeconds - bytes / 4e9) < 1e-12);
            QVERIFY(std::abs(apart.decode->stages[i].transferSeconds -
                             (bytes / 5e9 + bytes / 10e9)) < 1e-12);
            moved += stage.bytesMoved;
        }
        QVERIFY(moved > 0);
    }

    /// All that a prediction of this model needs is measured, in every dtype.
    void productsAreMeasured() {
        MachineRates rates;
        const unsigned before = m_compute->threads();
        DeviceMemory& host = *m_backends.find(DeviceId::cpu());
        const auto measured = measureProducts(*m_compute, *m_tensors, host, {}, rates);
        QVERIFY2(measured, measured ? "" : measured.error().message.english().c_str());
        QCOMPARE(m_compute->threads(), before);
        for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float16}) {
            for (const std::int64_t rows : kMeasuredRows) {
                for (const WeightLayout layout : {WeightLayout::OutIn, WeightLayout::InOut}) {
                    const std::string name =
                        productRateName(ProductPlace::Host, dtype, rows, layout);
                    QVERIFY2(rates.matmul[name] > 0, name.c_str());
                }
            }
        }
        for (const char* const name : {"float32 x1", "float32 x128 copies", "bfloat16 x1 copies",
                                       "float32 x1 runs", "bfloat16 x128 runs"}) {
            QVERIFY2(rates.sharing[name] > 0 && rates.sharing[name] <= 1, name);
        }
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = measureProducts(*m_compute, *m_tensors, host, stop.get_token(), rates);
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

private:
    RunPrediction predictFor(const LoadedModel& loaded, const RunFixture& fixture,
                             const RunOptions& options,
                             const std::function<void(RunSetting&)>& change = {}) {
        RunSetting setting = runSettingOf(loaded.schedule(), m_backends);
        setting.window = options.window;
        setting.threads = 1;
        setting.rates = roundRates();
        FileSystemRates disk;
        if (const auto identity = fileSystemOf(setting.offloadFolder)) {
            disk.identity = *identity;
        }
        disk.set(DiskRate::ReadWarm, 5e9);
        disk.set(DiskRate::ReadCold, 1e9);
        setting.rates->setDisk(disk);
        if (change) {
            change(setting);
        }
        const DescribedWeights weights(setting);
        const auto model = makeRunModel(weights, fixture.config);
        if (!model) {
            qWarning("%s", model.error().message.english().c_str());
            return {};
        }
        const auto predicted = predictRun(**model, setting, options.request);
        if (!predicted) {
            qWarning("%s", predicted.error().message.english().c_str());
            return {};
        }
        return *predicted;
    }

    /// To the byte.
    static void compareMemory(const PredictedMemory& memory, const RunReport& report) {
        const auto measured =
            std::ranges::find(report.devices, memory.device, &DeviceRunFigures::device);
        QVERIFY(measured != report.devices.end());
        QCOMPARE(memory.weights, measured->allocatedBefore);
        QCOMPARE(memory.peakAllocated, measured->peakAllocated);
        QCOMPARE(memory.peakReserved, measured->peakReserved);
    }
};

QTEST_GUILESS_MAIN(RunPredictionTest)
#include "tst_run_prediction.moc"
