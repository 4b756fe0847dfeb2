// SPDX-License-Identifier: GPL-3.0-or-later
// The weights that travel in a pass, held to what Accelerate's hooks bring
// (tests/reference/record_traffic.py): in the plan's count, and in the times. And those that do
// not: what llama.cpp computes on the CPU, and what kernels for quantised weights take.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/place/place.h"
#include "engine/run/product_rates.h"
#include "tests/capacity/planned_config.h"
#include "tests/load/load_fixture.h"
#include "tests/plan/plan_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <array>
#include <cmath>
#include <fstream>
#include <tuple>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

/// "h.{0-2}.attn" is three entries.
std::vector<DeviceMap::Entry> unfolded(const json& pairs) {
    std::vector<DeviceMap::Entry> entries;
    for (const json& pair : pairs) {
        const auto name = pair[0].get<std::string>();
        const DeviceId device = pair[1].is_string() ? *parseDevice(pair[1].get<std::string>())
                                                    : DeviceId::gpu(pair[1].get<std::uint32_t>());
        const auto open = name.find('{');
        if (open == std::string::npos) {
            entries.emplace_back(name, device);
            continue;
        }
        const auto dash = name.find('-', open);
        const auto close = name.find('}', open);
        const int last = std::stoi(name.substr(dash + 1, close - dash - 1));
        for (int i = std::stoi(name.substr(open + 1, dash - open - 1)); i <= last; ++i) {
            entries.emplace_back(name.substr(0, open) + std::to_string(i) + name.substr(close + 1),
                                 device);
        }
    }
    return entries;
}

/// Bytes from the CPU, from the disk, and of single experts, as the record has them.
using Moved = std::array<std::uint64_t, 3>;

/// Bytes of a pass in which each expert is chosen.
Moved movedIn(const PlacementPlan& plan, bool isFirst) {
    Moved moved{};
    for (const BroughtModule& brought : broughtModules(plan)) {
        if (isFirst || brought.passes == PassesOf::All) {
            const bool isExpert = isSingleExpert(plan.request.tree->path(brought.module));
            moved[brought.from == DeviceId::disk() ? 1 : 0] += brought.bytes;
            moved[2] += isExpert ? brought.bytes : 0;
        }
    }
    return moved;
}

/// 32 layers of 218,103,808 weights in matrices, a head of 525,336,576.
const std::string kLlama8 =
    R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "torch_dtype": "bfloat16",
        "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
        "max_position_embeddings": 131072})";

double seconds(const std::vector<StageTime>& stages) {
    double sum = 0;
    for (const StageTime& stage : stages) {
        sum += stage.ahead;
    }
    return sum;
}

}  // namespace

class TrafficTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void passesMoveWhatHooksMove_data();
    void passesMoveWhatHooksMove();
    void quantisedWeightsTakeTheTimeOfTheirKernels_data();
    void quantisedWeightsTakeTheTimeOfTheirKernels();
    void kernelsHaveSources();
    void llamaCppComputesOnTheCpu();
};

void TrafficTest::passesMoveWhatHooksMove_data() {
    QTest::addColumn<QString>("line");
    std::ifstream file(STOWAGE_TEST_DATA "/traffic.jsonl");
    std::string line;
    std::getline(file, line);
    for (int number = 1; std::getline(file, line); ++number) {
        QTest::addRow("%d %s", number, json::parse(line)["name"].get<std::string>().c_str())
            << QString::fromStdString(line);
    }
}

void TrafficTest::passesMoveWhatHooksMove() {
    QFETCH(QString, line);
    const json row = json::parse(line.toStdString());
    json config = row["config"];
    config["dtype"] = "float32";
    const auto model = readConfigModel(config.dump(), "config.json");
    const auto tree = treeFromConfig(config.dump(), "config.json");
    if (!tree || !model) {
        QFAIL((tree ? model.error() : tree.error()).message.english().c_str());
    }
    const ModelFacts facts = modelFacts(*model, **tree);
    const ModelShape shape = modelShape(**tree, facts);
    const auto speeds = SpeedSource::make(nullptr, UnnamedGpus::AssumedCard);
    QVERIFY(speeds);
    QVERIFY(row["maps"].size() >= 5);
    // ALBERT's layers are one that runs as often as there are layers.
    const std::uint64_t repeats = facts.family == "albert" ? 3 : 1;
    for (const json& recorded : row["maps"]) {
        PlacementRequest request = requestFor(*tree, {kGiB});
        request.strategy = Strategy::Manual;
        request.givenMap = DeviceMap(unfolded(recorded["map"]));
        request.constraints.offloadBuffers = recorded["offload_buffers"].get<bool>();
        const auto plan = place(request);
        QVERIFY(plan && unplacedBlocks(**plan).empty());
        const double link = speeds->of(request.devices.front(), DType::Float32).link;
        const PlanClock clock(**plan, facts, shape, DType::Float32, *speeds);
        Workload work;
        work.prompt = 8;
        work.generate = 2;
        for (const char* const part : {"prompt", "token"}) {
            if (recorded[part].is_null()) {
                continue;
            }
            const bool isFirst = part == std::string_view("prompt");
            const Moved expected = recorded[part].get<Moved>();
            const Moved moved = movedIn(**plan, isFirst);
            const std::string map = recorded["map"].dump() + " " + part;
            const auto times =
                clock.passes(isFirst ? PlanClock::Part::Prompt : PlanClock::Part::Token, work, 0);
            const double took = seconds(isFirst ? times.first.front() : times.steady);
            const double atMost = static_cast<double>(expected[0] + expected[1]) / link +
                                  static_cast<double>(expected[1]) / speeds->disk();
            if (expected[2] > 0 || moved[2] > 0) {  // those that tokens have chosen by chance
                QVERIFY2(moved[2] >= expected[2], map.c_str());
                QCOMPARE(moved[0] + moved[1] - moved[2], expected[0] + expected[1] - expected[2]);
                continue;
            }
            const auto own = [&](std::size_t from) {
                const auto layers =
                    std::ranges::any_of(broughtModules(**plan), [&](const BroughtModule& brought) {
                        return (brought.from == DeviceId::disk()) == (from == 1) &&
                               (*tree)->path(brought.module).find("albert_layer_groups") !=
                                   std::string::npos;
                    });
                return layers ? repeats : 1;
            };
            QVERIFY2(
                moved[0] * own(0) == expected[0] && moved[1] * own(1) == expected[1],
                (map + ": " + std::to_string(moved[0]) + ", " + std::to_string(moved[1]) +
                 " are not " + std::to_string(expected[0]) + ", " + std::to_string(expected[1]))
                    .c_str());
            QVERIFY2(std::abs(took - atMost) <= 1e-9 * atMost,
                     (map + ": " + std::to_string(took * link) + " bytes in time").c_str());
        }
    }
}

void TrafficTest::quantisedWeightsTakeTheTimeOfTheirKernels_data() {
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("method");
    QTest::addColumn<quint64>("batch");
    QTest::addColumn<double>("bandwidth");
    QTest::addColumn<double>("times");
    for (const auto& [method, batch, times] :
         {std::tuple("none", 1, 1.0), std::tuple("none", 32, 1.0), std::tuple("int8", 1, 2.7),
          std::tuple("int8", 32, 2.7), std::tuple("nf4", 1, 1.05), std::tuple("nf4", 32, 2.3),
          std::tuple("fp4", 8, 2.3)}) {
        QTest::addRow("A100, %s, %d", method, batch)
            << QStringLiteral("A100 SXM4 80 GB") << QString(method) << quint64(batch) << 2039e9
            << times;
        QTest::addRow("4090, %s, %d", method, batch)
            << QStringLiteral("GeForce RTX 4090") << QString(method) << quint64(batch) << 1008e9
            << times;
    }
}

/// bitsandbytes 0.45 measured on an RTX 4090, with Llama-3.1-8B and one sequence: 47.5 tokens a
/// second in bfloat16, 22.3 in int8, 67.7 in nf4 (benchmarking/README.md of its repository).
void TrafficTest::quantisedWeightsTakeTheTimeOfTheirKernels() {
    QFETCH(QString, card);
    QFETCH(QString, method);
    QFETCH(quint64, batch);
    QFETCH(double, bandwidth);
    QFETCH(double, times);
    EstimateInput input = plannedConfig(kLlama8, 1, 80 * kGiB);
    PlacementRequest request = input.plan->request;
    request.devices.front().name = card.toStdString();
    request.devices.front().simulated = true;
    if (method != "none") {
        request.constraints.quantization = *quantizationFromName(method.toStdString());
    }
    auto plan = place(request);
    QVERIFY(plan);
    input.plan = *plan;
    input.workload = {};
    input.workload.batch = batch;
    input.workload.prompt = 512;
    input.workload.generate = 128;
    auto estimator = PlanEstimator::make(input);
    QVERIFY(estimator);
    const auto estimate = estimator->estimate(input.workload);
    QVERIFY(estimate && estimate->time);
    const double layers = 32 * 218'103'808.0 * 2 * times;
    const double cache = static_cast<double>(batch) * 640 * 128 * kKiB;
    const double step = (layers + 525'336'576.0 * 2 + cache) / (bandwidth * kReachedBandwidth);
    const double rate = static_cast<double>(batch) / step;
    QVERIFY2(std::abs(estimate->time->tokensPerSecond / rate - 1) < 0.02,
             std::to_string(estimate->time->tokensPerSecond).c_str());
    const bool isNamed = std::ranges::any_of(estimate->notes, [](const Message& note) {
        return note.english().find("bitsandbytes-foundation") != std::string::npos;
    });
    QCOMPARE(isNamed, method != "none");
    QVERIFY(method == "none" || estimate->time->high / estimate->time->low > 2);
}

void TrafficTest::kernelsHaveSources() {
    for (const char* const name : {"transformers", "transformers-static", "vllm", "sglang"}) {
        const auto engine = findEngine(name);
        QVERIFY(engine);
        for (const char* const method : {"int8", "nf4", "fp4", "fp8", "mxfp4", "gptq", "awq"}) {
            const auto* const kernels = engine->kernelsOf(quantizationOfMethod(method));
            QVERIFY2(kernels != nullptr && !kernels->source.empty(), method);
            QCOMPARE(kernels->costs.empty(), !isBitsAndBytes(quantizationOfMethod(method)->method));
        }
    }
}

void TrafficTest::llamaCppComputesOnTheCpu() {
    EstimateInput input = plannedConfig(kLlama8, 1, 24 * kGiB);
    MachineRates rates;
    rates.set(HostRate::Memcpy, 20e9);
    rates.matmul[productRateName(ProductPlace::Host, DType::BFloat16, kMeasuredRows.front())] =
        20e9;
    rates.matmul[productRateName(ProductPlace::Host, DType::BFloat16, kMeasuredRows.back())] = 1e12;
    input.rates = std::make_shared<const MachineRates>(rates);
    input.workload.prompt = 64;
    input.workload.generate = 16;
    const auto estimateOf = [&](const char* engine, double link) {
        PlacementRequest request = input.plan->request;
        request.strategy = Strategy::Manual;
        request.givenMap = DeviceMap(unfolded(json::parse(
            R"([["model.embed_tokens", 0], ["model.layers.{0-15}", 0], ["model.layers.{16-31}", "cpu"],
                ["model.norm", 0], ["model.rotary_emb", 0], ["lm_head", 0]])")));
        request.devices.front().name = "GeForce RTX 4090";
        request.devices.front().simulated = true;
        request.devices.front().linkBytesPerSecond = link;
        input.workload.engine = engine;
        request.workload = input.workload;
        EstimateInput own = input;
        own.plan = *place(request);
        return *PlanEstimator::make(own)->estimate(input.workload);
    };
    const CapacityEstimate computed = estimateOf("llama.cpp", 25e9);
    const auto speeds = SpeedSource::make(input.rates.get(), UnnamedGpus::AssumedCard);
    const double host = speeds->of(cpuInfo(), DType::BFloat16).bandwidth;
    const double least = 16 * 218'103'808.0 * 2 / host;
    QVERIFY(computed.time);
    QVERIFY2(computed.time->perToken > least && computed.time->perToken < 1.2 * least,
             std::to_string(computed.time->perToken / least).c_str());
    QVERIFY(computed.time->bound == TimeBound::Memory);
    QCOMPARE(computed.on(DeviceId::gpu(0))->window, std::uint64_t{0});
    QVERIFY(std::ranges::any_of(computed.notes, [](const Message& note) {
        return note.english().starts_with(
            "The CPU computes the layers in CPU memory; llama.cpp does not copy");
    }));
    const double faster = estimateOf("llama.cpp", 50e9).time->perToken;
    QVERIFY(std::abs(faster / computed.time->perToken - 1) < 0.001);
    for (const char* const engine : {"transformers", "vllm", "sglang"}) {
        const double streamed = estimateOf(engine, 25e9).time->perToken;
        QVERIFY2(streamed > 1.5 * estimateOf(engine, 50e9).time->perToken, engine);
    }
}

QTEST_GUILESS_MAIN(TrafficTest)
#include "tst_traffic.moc"
