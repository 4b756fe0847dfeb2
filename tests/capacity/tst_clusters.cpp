// SPDX-License-Identifier: GPL-3.0-or-later
// A plan over two machines: what crosses their link is priced by hand, said as a problem, and no
// weights cross it.
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/place/place.h"
#include "engine/run/run_clock.h"
#include "engine/run/run_setting.h"
#include "tests/capacity/planned_config.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Four layers of bfloat16, 64 numbers wide.
constexpr const char* kLlama =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64,
        "intermediate_size": 96, "num_hidden_layers": 4, "num_attention_heads": 4,
        "num_key_value_heads": 2, "vocab_size": 100, "torch_dtype": "bfloat16",
        "tie_word_embeddings": false})";
/// 47 MB, of which no GPU of the test holds all.
constexpr const char* kWideLlama =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 512,
        "intermediate_size": 1408, "num_hidden_layers": 6, "num_attention_heads": 8,
        "num_key_value_heads": 8, "vocab_size": 4000, "torch_dtype": "bfloat16",
        "tie_word_embeddings": false})";
constexpr double kGpuLink = 12e9;      // as typed, of which a share is reached
constexpr double kHopLatency = 10e-6;  // within a machine

DeviceMap mapOfLayers(const std::vector<DeviceId>& layers) {
    DeviceMap map({{"", layers.back()}, {"model.embed_tokens", layers.front()}});
    for (std::size_t i = 0; i < layers.size(); ++i) {
        map.set("model.layers." + std::to_string(i), layers[i]);
    }
    return map;
}

}  // namespace

class ClustersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    /// The time of a plan over two machines, less that of the same plan in one.
    void pricesWhatCrosses_data() {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("latency");
        QTest::newRow("assumed") << 1.25e9 << 100e-6;
        QTest::newRow("typed") << 2e8 << 1e-3;
    }
    void pricesWhatCrosses() {
        QFETCH(double, rate);
        QFETCH(double, latency);
        const bool isTyped = latency == 1e-3;
        const auto map =
            mapOfLayers({DeviceId::gpu(0), DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::gpu(1)});
        const auto one = estimated(requestWith(map, ""));
        PlacementRequest request = requestWith(map, "b");
        if (isTyped) {
            request.machineLinks = {{"b", "", rate, latency}};
        }
        const auto two = estimated(request);
        QVERIFY(one && two);
        constexpr double kWidth = 64 * 2;  // bytes of a token
        const auto more = [&](double tokens) {
            return tokens * kWidth / rate + latency -
                   (tokens * kWidth / (kGpuLink * kReachedBandwidth) + kHopLatency);
        };
        const double batch = 3;
        const double prompt = 16;
        QVERIFY(std::abs(two->time->perToken - one->time->perToken - more(batch)) < 1e-12);
        QVERIFY(std::abs(two->time->toFirstToken - one->time->toFirstToken - more(batch * prompt)) <
                1e-12);
        QVERIFY(one->links.empty());
        QCOMPARE(two->links.size(), std::size_t{1});
        QCOMPARE(two->links.front().isAssumed, !isTyped);
        QCOMPARE(two->links.front().bytesPerSecond, rate);
        const bool isSaid = std::ranges::any_of(two->notes, [](const Message& note) {
            return note.english().starts_with(
                goldenText("window-machines/the-link-between-this-machine-and-b"));
        });
        QCOMPARE(isSaid, !isTyped);
        const std::string json = estimateToJson(*two, {}, {}, nullptr);
        QVERIFY(json.find("\"machine\": \"b\"") != std::string::npos);
        QVERIFY(json.find("\"links\"") != std::string::npos);
    }

    /// An embedding in another machine than the first layer: once for each pass, of each chunk.
    void pricesTheWayFromTheEmbedding() {
        auto map = mapOfLayers(std::vector<DeviceId>(4, DeviceId::gpu(0)));
        map.set("model.embed_tokens", DeviceId::gpu(1));
        PlacementRequest request = requestWith(map, "b");
        request.machineLinks = {{"", "b", 2e8, 1e-3}};
        request.workload->prefillChunk = 4;
        const auto two = estimated(request);
        request.devices[1].machine.clear();
        const auto one = estimated(request);
        QVERIFY(one && two);
        constexpr double kBytes = 3 * 64 * 2;  // of a token of each sequence
        const double token = kBytes / 2e8 + 1e-3;
        QVERIFY(std::abs(two->time->perToken - one->time->perToken - token) < 1e-12);
        const double prompt = 16 * kBytes / 2e8 + 4 * 1e-3;
        QVERIFY(std::abs(two->time->toFirstToken - one->time->toFirstToken - prompt) < 1e-12);
    }

    /// Most of a token's time is on its way between the machines.
    void theLinkBoundsWhatWaitsForIt() {
        PlacementRequest request = requestWith(
            mapOfLayers({DeviceId::gpu(0), DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::gpu(1)}),
            "b");
        request.machineLinks = {{"", "b", 1e9, 1}};
        const auto two = estimated(request);
        QVERIFY(two);
        QVERIFY(two->time->bound == TimeBound::Link);
        QVERIFY(two->time->layers[1].bound == TimeBound::Memory);
        QVERIFY(two->time->layers[2].bound == TimeBound::Link);
        request.machineLinks = {{"", "b", 1e15, 1e-12}};
        const auto quick = estimated(request);
        QVERIFY(quick);
        QVERIFY(quick->time->bound == TimeBound::Memory);
        QVERIFY(quick->time->layers[2].bound == TimeBound::Memory);
    }

    /// What is told of each layer has the way to it: together it is the whole time.
    void layersHaveTheirWays() {
        const auto gpu = [](std::uint32_t index) { return DeviceId::gpu(index); };
        PlacementRequest request = requestWith(mapOfLayers({gpu(0), gpu(1), gpu(1), gpu(0)}), "b");
        request.workload->prefillChunk = 4;
        const auto estimate = estimated(request);
        QVERIFY(estimate);
        double prompt = 0;
        double token = 0;
        for (const LayerTime& layer : estimate->time->layers) {
            prompt += layer.prefill;
            token += layer.decode;
        }
        QVERIFY(std::abs(prompt - estimate->time->toFirstToken) < 1e-12);
        QVERIFY(std::abs(token - estimate->time->perToken) < 1e-12);
    }

    /// CPU and disk are in the first machine: a plan and an estimate say so.
    void hostIsInTheFirstMachine_data() {
        QTest::addColumn<QString>("first");
        QTest::newRow("named") << "a";
        QTest::newRow("this one") << "";
    }
    void hostIsInTheFirstMachine() {
        QFETCH(QString, first);
        PlacementRequest request =
            requestWith(mapOfLayers(std::vector<DeviceId>(4, DeviceId::gpu(1))), "b");
        request.devices[0].machine = first.toStdString();
        const auto plan = place(request);
        const auto estimate = estimated(request);
        QVERIFY(plan && estimate);
        for (const DeviceId host : {DeviceId::cpu(), DeviceId::disk()}) {
            QCOMPARE(QString::fromStdString((*plan)->placement(host)->device.machine), first);
            QCOMPARE(QString::fromStdString(estimate->on(host)->device.machine), first);
        }
        QCOMPARE((*plan)->placement(DeviceId::gpu(1))->device.machine, std::string("b"));
        QVERIFY((*plan)->request.devices.back().machine.empty());
    }

    /// What a replayed run carries from GPU to GPU.
    void pricesRuns() {
        RunSetting setting;
        for (const std::uint32_t gpu : {0U, 1U}) {
            DeviceInfo device;
            device.id = DeviceId::gpu(gpu);
            device.simulated = true;
            device.machine = gpu == 0 ? "" : "b";
            setting.devices.push_back(std::move(device));
        }
        setting.rates = MachineRates();
        setting.rates->set(HostRate::Memcpy, 1e9);
        setting.machineLinks = {{"", "", 5e8, 3e-4}};
        RunClock clock(setting, {}, 1);
        StageWork stage;
        stage.device = DeviceId::gpu(1);
        stage.hops = {{DeviceId::gpu(0), DeviceId::gpu(1), 1'000'000}};
        QCOMPARE(clock.price(stage).hops, 1e6 / 5e8 + 3e-4);
        setting.devices.back().machine.clear();
        QCOMPARE(clock.price(stage).hops, 1e6 / 1e9 + kHopLatency);
    }

    void tellsWhatCrosses_data() {
        QTest::addColumn<QList<int>>("layers");
        QTest::addColumn<bool>("isWarning");
        QTest::addColumn<QString>("text");
        QTest::newRow("once") << QList<int>{0, 0, 1, 1} << false
                              << goldenText("plan/the-activations-of-each-token-cross-2");
        QTest::newRow("there and back") << QList<int>{0, 1, 0, 0} << true
                                        << goldenText("plan/the-activations-of-each-token-cross");
        QTest::newRow("not at all") << QList<int>{0, 0, 0, 0} << false << "";
    }
    void tellsWhatCrosses() {
        QFETCH(QList<int>, layers);
        QFETCH(bool, isWarning);
        QFETCH(QString, text);
        std::vector<DeviceId> devices;
        for (const int gpu : layers) {
            devices.push_back(DeviceId::gpu(static_cast<std::uint32_t>(gpu)));
        }
        const auto plan = place(requestWith(mapOfLayers(devices), "b"));
        QVERIFY(plan);
        const auto issue = std::ranges::find((*plan)->issues, "machine_crossing", &PlanIssue::code);
        QCOMPARE(issue == (*plan)->issues.end(), text.isEmpty());
        if (text.isEmpty()) {
            return;
        }
        QCOMPARE(QString::fromStdString(issue->text.english()), text);
        QCOMPARE(issue->severity == Severity::Warning, isWarning);
        QCOMPARE(issue->bytes, isWarning ? 256.0 : 128.0);
    }

    /// Offloaded weights are in the first machine: a GPU of another one takes none of them.
    void weightsStayInTheirMachine() {
        const auto gpu0 = DeviceId::gpu(0);
        const auto gpu1 = DeviceId::gpu(1);
        const auto cpu = DeviceId::cpu();
        const auto runsOn = [&](const std::vector<DeviceId>& layers, const std::string& first,
                                std::optional<DeviceId> asked = {}) {
            PlacementRequest request = requestWith(mapOfLayers(layers), "b");
            request.devices[0].machine = first;
            request.executionDevice = asked;
            const auto plan = place(request);
            return plan ? (*plan)->executionDevice() : DeviceId::disk();
        };
        QCOMPARE(runsOn({gpu0, cpu, gpu1, gpu1}, ""), gpu0);
        QCOMPARE(runsOn({gpu1, cpu, gpu1, gpu1}, ""), cpu);
        QCOMPARE(runsOn({gpu1, cpu, gpu0, gpu1}, "a"), gpu0);
        QCOMPARE(runsOn({gpu1, cpu, gpu1, gpu1}, "b"), gpu1);  // one machine
        QCOMPARE(runsOn({gpu0, cpu, gpu1, gpu1}, "", gpu1), gpu0);
        QCOMPARE(runsOn({gpu0, cpu, gpu1, gpu1}, "", cpu), cpu);
    }

    /// The value of `optimal` is the estimate of its plan, and a slower link makes it no better.
    void optimalReckonsWithTheLink() {
        double before = 0;
        for (const double rate : {1e10, 1e8, 1e5}) {
            PlacementRequest request = requestWith({}, "b", kWideLlama);
            request.workload->engine =
                kOwnEngine;  // the contexts of others are larger than these GPUs
            request.machineLinks = {{"", "b", rate, 10 / rate}};
            request.strategy = Strategy::Optimal;
            request.search = makePlacementSearch(m_checkpoint, nullptr);
            const std::uint64_t bytes = request.tree->totalBytes();
            request.devices[0].capacity = 2 * bytes / 3 + 8 * kMiB;
            request.devices[1].capacity = 2 * bytes / 3 + 8 * kMiB;
            const auto plan = place(request);
            QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
            const OptimalProof& proof = *(*plan)->optimal;
            QVERIFY(proof.value.has_value());
            EstimateInput input;
            input.plan = *plan;
            input.checkpoint = m_checkpoint;
            input.workload = *request.workload;
            const auto estimate = estimateCapacity(input);
            QVERIFY(estimate);
            const double value = (*estimate)->time->perToken;
            QVERIFY(std::abs(value - *proof.value) <= 1e-9 * value);
            QVERIFY(proof.bound <= value * (1 + 1e-9));
            QVERIFY(value >= before * (1 - 1e-9));
            before = value;
        }
    }

    void isNotLoadedHere() {
        const auto map = mapOfLayers(std::vector<DeviceId>(4, DeviceId::gpu(1)));
        QVERIFY(!whyNotLoadedHere(requestWith(map, "")));
        const auto why = whyNotLoadedHere(requestWith(map, "b"));
        QVERIFY(why.has_value());
        QVERIFY(why->english().starts_with(goldenText("plan/the-plan-is-for-2-machines")));
    }

private:
    PlacementRequest requestWith(const DeviceMap& map, const std::string& machine,
                                 const char* config = kLlama) {
        const EstimateInput input = plannedConfig(config, 2, kGiB);
        m_checkpoint = input.checkpoint;
        PlacementRequest request = input.plan->request;
        for (DeviceInfo& device : request.devices) {
            if (device.id.isGpu()) {
                device.linkBytesPerSecond = kGpuLink;
            }
        }
        request.devices[1].machine = machine;
        request.strategy = Strategy::Manual;
        request.givenMap = map;
        Workload work;
        work.batch = 3;
        work.prompt = 16;
        work.generate = 4;
        work.engine = "transformers";
        request.workload = work;
        return request;
    }

    std::shared_ptr<const CapacityEstimate> estimated(const PlacementRequest& request) const {
        const auto plan = place(request);
        if (!plan) {
            return nullptr;
        }
        EstimateInput input;
        input.plan = *plan;
        input.checkpoint = m_checkpoint;
        input.workload = *request.workload;
        const auto estimate = estimateCapacity(input);
        return estimate ? *estimate : nullptr;
    }

    std::shared_ptr<const Checkpoint> m_checkpoint;
};

QTEST_GUILESS_MAIN(ClustersTest)
#include "tst_clusters.moc"
