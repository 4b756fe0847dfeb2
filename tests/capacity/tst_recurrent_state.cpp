// SPDX-License-Identifier: GPL-3.0-or-later
// What recurrent and convolution layers keep of each sequence, held to what transformers keeps.
#include "engine/base/byte_size.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/engine_profile.h"
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/capacity/sweep.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree.h"
#include "engine/plan/forward_estimate.h"
#include "tests/capacity/planned_config.h"
#include "tests/support/golden_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr const char* kMamba2 =
    R"({"model_type": "mamba2", "architectures": ["Mamba2ForCausalLM"], "torch_dtype": "bfloat16"})";
constexpr std::uint64_t kCard = 80 * kGiB;
constexpr const char* kQwen3Next =
    R"({"model_type": "qwen3_next", "architectures": ["Qwen3NextForCausalLM"],
        "num_hidden_layers": 4, "num_experts": 4, "mamba_ssm_dtype": "float32",
        "torch_dtype": "bfloat16"})";

QJsonObject readObject(const QString& name) {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA "/") + name);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::string recordedConfig(const QString& family, const QString& name) {
    const QJsonObject document = readObject("architectures/" + family + ".json");
    for (const QJsonValue& one : document["cases"].toArray()) {
        if (one["name"].toString() == name) {
            return QJsonDocument(one["config"].toObject()).toJson().toStdString();
        }
    }
    return {};
}

/// 64 tokens in, 64 out.
Workload workOf(const char* engine, std::uint64_t batch) {
    Workload work;
    work.engine = engine;
    work.batch = batch;
    work.prompt = 64;
    work.generate = 64;
    work.computeType = DType::BFloat16;
    return work;
}

std::shared_ptr<const CapacityEstimate> estimateOf(EstimateInput input, Workload work) {
    input.workload = std::move(work);
    const auto estimate = estimateCapacity(input);
    if (!estimate) {
        qWarning("%s", estimate.error().message.english().c_str());
        return nullptr;
    }
    return *estimate;
}

}  // namespace

class RecurrentStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void statesAreThoseOfTheLibrary_data() {
        QTest::addColumn<QJsonObject>("measured");
        const QJsonArray cases = readObject("recurrent_states.json")["cases"].toArray();
        QVERIFY(cases.size() > 100);
        for (const QJsonValue& one : cases) {
            QTest::addRow("%s %s %s", qPrintable(one["family"].toString()),
                          qPrintable(one["name"].toString()), qPrintable(one["dtype"].toString()))
                << one.toObject();
        }
    }
    void statesAreThoseOfTheLibrary() {
        QFETCH(QJsonObject, measured);
        const auto model = readConfigModel(
            recordedConfig(measured["family"].toString(), measured["name"].toString()),
            "config.json");
        auto draft = model ? draftOf(*model) : model.unexpected();
        QVERIFY(draft);
        const auto tree = ModuleTreeBuilder::build(std::move(*draft), "config.json");
        QVERIFY(tree);
        const auto dtype = dtypeFromName(measured["dtype"].toString().toStdString());
        const auto engine = findEngine(kUsualEngine);
        QVERIFY(dtype && engine && engine->state);
        const ModelFacts facts = modelFacts(*model, **tree);
        QVERIFY(facts.state);
        Workload work;
        work.batch = 3;
        const auto size = stateSize(*engine->state, *facts.state, work, *dtype);
        QVERIFY(size);
        const QJsonArray layers = measured["layers"].toArray();
        QCOMPARE(static_cast<qsizetype>(facts.state->layers.size()), layers.size());
        std::uint64_t all = 0;
        for (const QJsonValue& layer : layers) {
            QCOMPARE(size->convolution + size->recurrent,
                     3 * static_cast<std::uint64_t>(layer.toInteger()));
            all += static_cast<std::uint64_t>(layer.toInteger());
        }
        QCOMPARE(size->ofSequence, all);
        QCOMPARE(size->bytes, 3 * all);
    }

    /// 64 layers × (10,240 channels × 4 steps × 2 B + 1,048,576 × 4 B) are 261 MiB a sequence.
    void sequencesWithoutRoomForTheirStatesDoNotFit() {
        const EstimateInput input = plannedConfig(kMamba2, 1, kCard);
        constexpr std::uint64_t kOfSequence = 64 * (10'240 * 4 * 2 + 1'048'576 * 4);
        const auto many = estimateOf(input, workOf("transformers", 512));
        QVERIFY(many);
        QCOMPARE(many->stateBytesPerSequence, kOfSequence);
        QCOMPARE(many->on(DeviceId::gpu(0))->state, 512 * kOfSequence);
        QCOMPARE(many->on(DeviceId::gpu(0))->kvCache, std::uint64_t{0});
        QVERIFY(many->on(DeviceId::gpu(0))->explained.contains("state"));
        QCOMPARE(many->verdict, Verdict::DoesNotFit);
        const auto few = estimateOf(input, workOf("transformers", 128));
        QVERIFY(few);
        // The unknown fact is named, a note names what the time omits, and the answer is not yes.
        QCOMPARE(few->verdict, Verdict::Undetermined);
        QVERIFY(few->time.has_value());
        QVERIFY(std::ranges::any_of(few->notes, [](const Message& note) {
            return note.english().starts_with("The time of recurrent layers");
        }));
        QCOMPARE(few->missing.size(), std::size_t{1});
        QCOMPARE(few->missing.front().what.english(),
                 goldenText("capacity/what-recurrent-layers-hold-while"));
    }

    /// Where it cannot be counted what layers keep, nobody is told that it fits.
    void whatIsNotKnownLeavesItUndetermined() {
        const EstimateInput input = plannedConfig(
            R"({"model_type": "mamba2", "architectures": ["Mamba2ForCausalLM"], "conv_kernel": 0})",
            1, kCard);
        const auto estimate = estimateOf(input, workOf("transformers", 1));
        QVERIFY(estimate && !estimate->time);
        QCOMPARE(estimate->verdict, Verdict::Undetermined);
        QCOMPARE(estimate->devices.front().basis, EstimateBasis::Incomplete);
        const std::string sentence = estimateSentence(*estimate);
        QVERIFY2(sentence.starts_with(goldenText("capacity/undetermined-1-sequence")),
                 sentence.c_str());
        const QJsonObject object =
            QJsonDocument::fromJson(QByteArray::fromStdString(estimateToJson(*estimate, {})))
                .object();
        QCOMPARE(object["verdict"].toString(), QStringLiteral("undetermined"));
        const QJsonArray missing = object["missing"].toArray();
        QVERIFY(!missing.isEmpty());
        for (const QJsonValue& fact : missing) {
            QVERIFY(!fact["what"].toString().isEmpty() && !fact["remedy"].toString().isEmpty());
        }
        QVERIFY(object["largest"].isNull());
        QCOMPARE(sweepPointOf(*estimate).verdict, Verdict::Undetermined);
        // Weights alone without room for them are no open question.
        const auto none = estimateOf(plannedConfig(R"({"model_type": "mamba2", "conv_kernel": 0,
                              "torch_dtype": "float32", "architectures": ["Mamba2ForCausalLM"]})",
                                                   1, kMiB),
                                     workOf("transformers", 1 << 20));
        QVERIFY(none && none->verdict == Verdict::DoesNotFit);
        QCOMPARE(sweepPointOf(*none).verdict, Verdict::DoesNotFit);
        QVERIFY(estimateSentence(*none).english().starts_with(
            goldenText("window-project/does-not-fit-2")));
    }

    /// Numbers of a hostile configuration.
    void moreThanCanBeCountedIsRefused_data() {
        QTest::addColumn<quint64>("channels");
        QTest::addColumn<quint64>("recurrent");
        QTest::addRow("channels × steps") << (quint64{1} << 62) << quint64{1};
        QTest::addRow("bits of channels") << (quint64{1} << 58) << quint64{1};
        QTest::addRow("recurrent") << quint64{1} << (quint64{1} << 63);
        QTest::addRow("both") << (quint64{1} << 56) << (quint64{1} << 57);
        QTest::addRow("sums") << quint64{1} << (quint64{1} << 55);
    }
    void moreThanCanBeCountedIsRefused() {
        QFETCH(quint64, channels);
        QFETCH(quint64, recurrent);
        const StateFacts state{{ModuleId{1}, ModuleId{2}}, channels, 4, 4, recurrent, true, false};
        const auto size = stateSize(EngineProfile::StateRules(), state, Workload(), DType::Float32);
        QVERIFY(!size);
        QCOMPARE(size.error().code, ErrorCode::LimitExceeded);
        QCOMPARE(size.error().key, std::string("batch"));
        QVERIFY(size.error().message.english().starts_with(
            goldenText("capacity/what-recurrent-layers-keep")));
    }

    /// Tokens follow a prompt, of whose logits the last row alone is made: 32,768 numbers for each
    /// sequence, in bfloat16 and once more in float32.
    void modelsWithoutKeysAndValuesAnswer() {
        const EstimateInput input = plannedConfig(kMamba2, 1, kCard);
        Workload work = workOf("vllm", 32);
        work.prompt = 8192;
        const auto estimate = estimateOf(input, work);
        QVERIFY(estimate);
        QCOMPARE(estimate->on(DeviceId::gpu(0))->logits, std::uint64_t{32 * 32'768 * (2 + 4)});
        const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
        QCOMPARE(usualWorkload(facts.get()).generate, std::uint64_t{256});
    }

    void enginesKeepTheirOwnDtypesAndSteps() {
        const EstimateInput input = plannedConfig(kMamba2, 1, kCard);
        const auto ofSequence = [&](const char* engine) {
            const auto estimate = estimateOf(input, workOf(engine, 1));
            return estimate ? estimate->stateBytesPerSequence / 64 : 0;
        };
        QCOMPARE(ofSequence("transformers-static"), std::uint64_t{10'240 * 4 * 2 + 1'048'576 * 4});
        QCOMPARE(ofSequence("vllm"), std::uint64_t{10'240 * 3 * 2 + 1'048'576 * 2});
        QCOMPARE(ofSequence("sglang"), std::uint64_t{10'240 * 3 * 2 + 1'048'576 * 4});
        QCOMPARE(ofSequence("llama.cpp"), std::uint64_t{10'240 * 3 * 4 + 1'048'576 * 4});
    }

    /// A hybrid has keys and values beside them; a configuration may ask for float32.
    void aHybridKeepsBoth() {
        const EstimateInput input = plannedConfig(kQwen3Next, 2, 2 * kGiB);
        Workload work = workOf("sglang", 8);
        work.tensorParallel = 1;
        const auto estimate = estimateOf(input, work);
        QVERIFY(estimate);
        const std::uint64_t layer = 8192 * 3 * 2 + 32 * 128 * 128 * 4;
        QCOMPARE(estimate->stateBytesPerSequence, 3 * layer);
        QVERIFY(estimate->kvBytesPerToken > 0);
        std::uint64_t sum = 0;
        std::uint64_t caches = 0;
        for (const DeviceEstimate& device : estimate->devices) {
            QCOMPARE(device.state % (8 * layer), std::uint64_t{0});
            sum += device.state;
            caches += device.kvCache;
        }
        QCOMPARE(sum, 8 * 3 * layer);
        QVERIFY(caches > 0);
    }

    void cachesLieWhereLayersAttend_data() {
        QTest::addColumn<QString>("family");
        for (const auto& [family, name] :
             {std::pair("bamba", "bamba-9b"), std::pair("falcon_h1", "falcon-h1-7b"),
              std::pair("granitemoehybrid", "granite-4.0-h-small"),
              std::pair("jamba", "jamba-v0.1"), std::pair("lfm2", "lfm2-1.2b"),
              std::pair("minimax", "tiny-random-minimax"), std::pair("nemotron_h", "nemotron-h-8b"),
              std::pair("qwen3_next", "qwen3-next-80b-a3b-instruct"),
              std::pair("recurrent_gemma", "recurrentgemma-2b"), std::pair("zamba", "zamba-7b-v1"),
              std::pair("zamba2", "zamba2-7b")}) {
            QTest::newRow(name) << QString(family);
        }
    }
    /// In each of the layers of a hybrid that have a module of attention, and nowhere else.
    void cachesLieWhereLayersAttend() {
        QFETCH(QString, family);
        const EstimateInput input =
            plannedConfig(recordedConfig(family, QTest::currentDataTag()), 4, kCard);
        const PlacementPlan& plan = *input.plan;
        std::map<DeviceId, std::uint64_t> attending;
        std::uint64_t all = 0;
        for (const ModuleNode& node : plan.request.tree->nodes()) {
            if (node.className.ends_with("Attention") &&
                !node.className.ends_with("LightningAttention")) {
                ++attending[layerRunsOn(plan, node.id)];
                ++all;
            }
        }
        const auto estimate = estimateOf(input, workOf("transformers", 2));
        QVERIFY(estimate && all > 0);
        std::uint64_t caches = 0;
        for (const DeviceEstimate& device : estimate->devices) {
            caches += device.kvCache;
        }
        QVERIFY(caches > 0);
        for (const DeviceEstimate& device : estimate->devices) {
            QCOMPARE(device.kvCache * all, caches * attending[device.device.id]);
            const bool isComputing = device.device.id.isGpu() && device.weights > 0;
            QCOMPARE(device.prefillActivations > 0, isComputing);
        }
        // What of their time is not counted is said.
        QVERIFY(estimate->time.has_value());
        QVERIFY(std::ranges::any_of(estimate->notes, [](const Message& note) {
            return note.english().starts_with(
                goldenText("capacity/the-time-of-recurrent-layers-is"));
        }));
    }

    /// Scores are those of layers that attend alone, whatever the others are called.
    void recurrentLayersHaveNoScores() {
        const EstimateInput input = plannedConfig(kQwen3Next, 1, kCard);
        const ModelShape shape = modelShape(
            *input.plan->request.tree, *knownFacts(*input.checkpoint, *input.plan->request.tree));
        QCOMPARE(shape.blocks.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(shape.blocks[i].heads, std::uint64_t{i == 3 ? 16U : 0U});
            QCOMPARE(shape.blocks[i].queries, std::uint64_t{i == 3 ? 4096U : 0U});
            QCOMPARE(shape.blocks[i].hidden, std::uint64_t{2048});
        }
    }
};

QTEST_GUILESS_MAIN(RecurrentStateTest)

#include "tst_recurrent_state.moc"
