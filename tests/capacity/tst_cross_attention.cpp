// SPDX-License-Identifier: GPL-3.0-or-later
// What decoders keep of an encoder's output and of images, worked out by hand from the engines' own
// rules and held to this program's own runs; and how many sequences it runs of such models.
#include "engine/base/byte_size.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/sweep.h"
#include "engine/plan/place/place.h"
#include "tests/capacity/planned_config.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

/// 4 layers, 6 heads of 64, 1,500 positions.
const std::string kWhisper =
    R"({"model_type": "whisper", "architectures": ["WhisperForConditionalGeneration"],
        "torch_dtype": "bfloat16"})";
/// 6 layers, 8 heads of 64.
const std::string kT5 =
    R"({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"],
        "torch_dtype": "bfloat16"})";
/// 8 layers of cross-attention beside 32 others, 8 heads of 128; 4 tiles of 32 × 32 + 1 positions.
const std::string kMllama =
    R"({"model_type": "mllama", "architectures": ["MllamaForConditionalGeneration"],
        "torch_dtype": "bfloat16"})";
/// 4 layers, every other of which sees 8 tokens of its own; 2 heads of 16 keep keys and values.
const std::string kT5Gemma =
    R"({"model_type": "t5gemma", "architectures": ["T5GemmaForConditionalGeneration"],
        "torch_dtype": "bfloat16",
        "encoder": {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
                    "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
                    "vocab_size": 100},
        "decoder": {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 4,
                    "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
                    "sliding_window": 8, "vocab_size": 100}})";
const std::string kMoonshine =
    R"({"model_type": "moonshine", "architectures": ["MoonshineForConditionalGeneration"],
        "torch_dtype": "bfloat16"})";
const std::string kGpt2OfAnEncoder =
    R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "add_cross_attention": true,
        "torch_dtype": "bfloat16"})";

Workload workOf(const char* engine, std::uint64_t prompt, std::uint64_t generate,
                std::uint64_t batch) {
    Workload work;
    work.engine = engine;
    work.prompt = prompt;
    work.generate = generate;
    work.batch = batch;
    return work;
}

std::uint64_t cachesOf(const CapacityEstimate& estimate) {
    return std::accumulate(
        estimate.devices.begin(), estimate.devices.end(), std::uint64_t{0},
        [](std::uint64_t sum, const DeviceEstimate& device) { return sum + device.kvCache; });
}

}  // namespace

class CrossAttentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void itIsCounted_data() {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<quint64>("images");
        QTest::addColumn<quint64>("batch");
        QTest::addColumn<quint64>("bytes");
        const auto row = [](const char* name, const std::string& config, const char* engine,
                            quint64 images, quint64 batch, quint64 bytes) {
            QTest::addRow("%s, %s, %llu", name, engine, batch)
                << QString::fromStdString(config) << engine << images << batch << bytes;
        };
        // 96 tokens in, 64 out, in 2 bytes each.
        constexpr quint64 kOfWhisper = quint64{4} * 768 * 2;
        for (const char* const engine : {"transformers", "transformers-static"}) {
            row("whisper", kWhisper, engine, 0, 1, kOfWhisper * (160 + 1500));
            row("whisper", kWhisper, engine, 0, 8, 8 * kOfWhisper * (160 + 1500));
            row("t5", kT5, engine, 0, 1, quint64{6} * 1024 * 2 * (1 + 64 + 96));
            row("t5", kT5, engine, 0, 3, quint64{3} * 6 * 1024 * 2 * (1 + 64 + 96));
            // All layers see the encoder whole, two of four their last 8 tokens.
            row("t5gemma", kT5Gemma, engine, 0, 1, quint64{64} * 2 * (2 * 65 + 2 * 8 + 4 * 96));
            row("mllama", kMllama, engine, 0, 1, quint64{32} * 2048 * 2 * 160);
            row("mllama", kMllama, engine, 3, 2,
                quint64{2} * 2048 * 2 * (32 * (160 + 3) + 8 * 3 * 4 * 1025));
        }
        // Whole blocks of 16, and one that nobody uses; of the encoder as many positions as vLLM
        // takes tokens into a pass, 8,192 on a card of 80 GiB and 2,048 on smaller ones.
        row("whisper", kWhisper, "vllm", 0, 8, kOfWhisper * (8 * (160 + 8192) + 16));
    }
    void itIsCounted() {
        QFETCH(QString, config);
        QFETCH(QString, engine);
        QFETCH(quint64, images);
        QFETCH(quint64, batch);
        QFETCH(quint64, bytes);
        EstimateInput input = plannedConfig(config.toStdString(), 1, 80 * kGiB);
        input.workload = workOf(qPrintable(engine), 96, 64, batch);
        input.workload.images = images;
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        QVERIFY((*estimate)->missing.empty());
        QCOMPARE(cachesOf(**estimate), std::uint64_t{bytes});
        const DeviceEstimate& card = (*estimate)->devices.front();
        QVERIFY(card.peakAllocated >= card.weights + bytes);
    }

    /// Layers of the decoder keep it where they run.
    void itLiesWithItsLayers() {
        std::string deep = kWhisper;
        deep.insert(1, R"("decoder_layers": 24, )");
        EstimateInput input = plannedConfig(deep, 2, 120 * kMiB);
        input.workload = workOf("transformers", 96, 64, 1);
        const auto estimate = estimateCapacity(input);
        QVERIFY(estimate);
        std::uint64_t held = 0;
        for (const DeviceEstimate& device : (*estimate)->devices) {
            QCOMPARE(device.kvCache % (quint64{768} * 2 * (160 + 1500)), std::uint64_t{0});
            held += device.kvCache > 0 ? 1 : 0;
        }
        QVERIFY(held > 1);
        QCOMPARE(cachesOf(**estimate), std::uint64_t{24} * 768 * 2 * (160 + 1500));
    }

    /// There are 2 prompts of 4,096 tokens, and each half of T5 has a GPU of its own: the decoder
    /// begins with 2 rows, whose widest moment is the feed-forward part, and holds what the encoder
    /// made.
    void aDecoderBeginsWithOneToken() {
        EstimateInput input = plannedConfig(kT5, 2, 16 * kGiB);
        PlacementRequest request = input.plan->request;
        request.strategy = Strategy::Manual;
        request.givenMap = DeviceMap({{"", DeviceId::gpu(1)}, {"encoder", DeviceId::gpu(0)}});
        const auto plan = place(request);
        QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
        input.plan = *plan;
        input.workload = workOf("transformers", 4096, 64, 2);
        const auto estimate = estimateCapacity(input);
        QVERIFY(estimate);
        const DeviceEstimate* const decoder = (*estimate)->on(DeviceId::gpu(1));
        constexpr std::uint64_t kBytes = 2 * 4096 * 512 * 2 + (512 + 2 * 2048) * 2 * 2;
        QCOMPARE(decoder->prefillActivations, kBytes);
        QVERIFY((*estimate)->on(DeviceId::gpu(0))->prefillActivations > 8 * kBytes);
    }

    /// The class of transformers computes logits of all positions, vLLM those of the last ones.
    void logitsOfAWholePrompt() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "qwen2_audio", "torch_dtype": "bfloat16",
                "architectures": ["Qwen2AudioForConditionalGeneration"]})",
            1, 80 * kGiB);
        input.workload = workOf("transformers", 1000, 64, 2);
        const auto library = estimateCapacity(input);
        QVERIFY(library);
        const std::uint64_t last = 2 * 151'936 * 4;  // copied to float32
        QCOMPARE((*library)->on(DeviceId::gpu(0))->logits, 1000 * last / 2 + last);
    }

    /// The formula of this program's own engine counts what its runs are seen to keep.
    void runsKeepAsMuch_data() {
        QTest::addColumn<QString>("config");
        QTest::addColumn<quint64>("batch");
        QTest::newRow("whisper") << QString::fromStdString(kWhisper) << quint64{1};
        QTest::newRow("t5") << QString::fromStdString(kT5) << quint64{1};
        QTest::newRow("t5, several") << QString::fromStdString(kT5) << quint64{3};
    }
    void runsKeepAsMuch() {
        QFETCH(QString, config);
        QFETCH(quint64, batch);
        EstimateInput input = plannedConfig(config.toStdString(), 1, 8 * kGiB);
        for (const std::uint64_t generate : {1, 24, 90}) {
            input.workload = workOf("stowage", 96, generate, batch);
            input.byFormula = false;
            const auto replayed = estimateCapacity(input);
            QVERIFY2(replayed, replayed ? "" : replayed.error().message.english().c_str());
            QCOMPARE((*replayed)->devices.front().basis, EstimateBasis::Replay);
            input.byFormula = true;
            const auto calculated = estimateCapacity(input);
            QVERIFY(calculated && (*calculated)->missing.empty());
            QCOMPARE(cachesOf(**calculated), cachesOf(**replayed));
        }
    }

    /// Each card of several keeps its heads' part.
    void cardsShareItOut() {
        EstimateInput input = plannedConfig(kWhisper, 2, 8 * kGiB);
        input.workload = workOf("vllm", 96, 64, 1);
        input.workload.tensorParallel = 2;
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        for (const std::size_t gpu : {0, 1}) {
            QCOMPARE((*estimate)->devices[gpu].kvCache,
                     std::uint64_t{2} * 768 * 2 * (160 + 2048 + 16));
        }
    }

    void whatIsNotKnownLeavesItUndetermined_data() {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const std::string& config, const char* engine,
                            const char* said) {
            QTest::addRow("%s, %s", name, engine)
                << QString::fromStdString(config) << engine << said;
        };
        row("whisper", kWhisper, "sglang", goldenText("capacity/how-sglang-keeps-what-a-decoder"));
        row("t5", kT5, "llama.cpp", goldenText("capacity/llama-cpp-keeps-no-keys-and-values"));
        row("t5", kT5, "vllm", goldenText("capacity/vllm-keeps-room-for-the-most"));
        row("mllama", kMllama, "vllm", goldenText("capacity/vllm-keeps-room-for-the-most"));
        row("moonshine", kMoonshine, "transformers",
            goldenText("capacity/how-many-positions-this-model"));
        row("gpt2", kGpt2OfAnEncoder, "transformers",
            goldenText("capacity/how-many-positions-this-model"));
    }
    void whatIsNotKnownLeavesItUndetermined() {
        QFETCH(QString, config);
        QFETCH(QString, engine);
        QFETCH(QString, said);
        EstimateInput input = plannedConfig(config.toStdString(), 1, 80 * kGiB);
        input.workload = workOf(qPrintable(engine), 96, 64, 1);
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        QCOMPARE((*estimate)->verdict, Verdict::Undetermined);
        QVERIFY(estimateSentence(**estimate)
                    .english()
                    .starts_with(goldenText("capacity/undetermined")));
        QCOMPARE((*estimate)->missing.size(), std::size_t{1});
        QVERIFY((*estimate)->missing.front().what.english().starts_with(said.toStdString()));
    }

    /// What this program runs one sequence of is not promised for more.
    void noMoreSequencesThanAreRun() {
        EstimateInput input = plannedConfig(kWhisper, 1, 8 * kGiB);
        input.workload = workOf("stowage", 96, 64, 1);
        const auto own = CapacityQuestions(input).largest();
        QVERIFY2(own, own ? "" : own.error().message.english().c_str());
        QCOMPARE(own->batch, std::optional<std::uint64_t>(1));
        QCOMPARE(own->users, std::optional<std::uint64_t>(1));
        const auto batches = parseSweepVariable("batch=1,2");
        QVERIFY(batches);
        const auto sweep = runSweep(input, {*batches});
        QVERIFY(sweep);
        QCOMPARE(sweep->points[0].verdict, Verdict::Fits);
        QCOMPARE(sweep->points[1].verdict, Verdict::DoesNotFit);

        input.workload.batch = 2;
        for (const bool byFormula : {false, true}) {
            input.byFormula = byFormula;
            const auto several = estimateCapacity(input);
            QVERIFY(!several);
            QCOMPARE(several.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(several.error().message.english(),
                     std::string(goldenText("capacity/this-program-runs-a-model-of-the")));
        }
        input.workload.engine = "transformers";
        QVERIFY(estimateCapacity(input));
        const auto others = CapacityQuestions(input).largest();
        QVERIFY(others && others->batch.value_or(2) > 1);
    }
};

QTEST_GUILESS_MAIN(CrossAttentionTest)
#include "tst_cross_attention.moc"
