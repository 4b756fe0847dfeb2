// SPDX-License-Identifier: GPL-3.0-or-later
// What goes through which layers: images through their tower, prompts alone through an encoder.
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/plan/place/place.h"
#include "tests/capacity/planned_config.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr const char* kLlava =
    R"({"model_type": "llava", "architectures": ["LlavaForConditionalGeneration"],
        "torch_dtype": "float16", "vision_feature_select_strategy": "default",
        "text_config": {"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024,
                        "num_hidden_layers": 3, "num_attention_heads": 8, "vocab_size": 1000,
                        "max_position_embeddings": 4096},
        "vision_config": {"model_type": "clip_vision_model", "hidden_size": 256,
                          "intermediate_size": 512, "num_hidden_layers": 5,
                          "num_attention_heads": 4, "image_size": 336, "patch_size": 14,
                          "projection_dim": 256}})";
/// Of 1,008 × 1,008 pixels: 72 × 72 patches, in windows of 8 × 8.
std::string qwenVl(const char* fullLayers) {
    return std::string(
               R"({"model_type": "qwen2_5_vl", "torch_dtype": "float16",
        "architectures": ["Qwen2_5_VLForConditionalGeneration"],
        "text_config": {"model_type": "qwen2_5_vl_text", "hidden_size": 256,
                        "intermediate_size": 512, "num_hidden_layers": 2,
                        "num_attention_heads": 4, "num_key_value_heads": 4, "vocab_size": 500},
        "vision_config": {"depth": 3, "hidden_size": 128, "intermediate_size": 256,
                          "num_heads": 4, "out_hidden_size": 256, "patch_size": 14,
                          "spatial_merge_size": 2, "window_size": 112,
                          "fullatt_block_indexes": )") +
           fullLayers + "}}";
}
constexpr std::uint64_t kPatches = 72 * 72;
constexpr const char* kT5 =
    R"({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"],
        "torch_dtype": "float32", "d_model": 128, "d_kv": 32, "d_ff": 256, "num_heads": 4,
        "num_layers": 3, "num_decoder_layers": 2, "vocab_size": 500})";
constexpr std::uint64_t kImageTokens = 576;  // 24 × 24, as tests/data/image_tokens.json has it
constexpr std::uint64_t kPositions = 577;

using Estimate = std::shared_ptr<const CapacityEstimate>;

Estimate estimateOf(const std::string& config, const Workload& work) {
    EstimateInput input = plannedConfig(config, 1, 24 * kGiB);
    PlacementRequest request = input.plan->request;
    request.devices.front().name = "GeForce RTX 4090";  // it computes much for what it reads
    input.plan = *place(request);
    input.workload = work;
    const auto estimate = estimateCapacity(input);
    if (!estimate) {
        qWarning("%s", estimate.error().message.english().c_str());
    }
    return estimate ? *estimate : nullptr;
}

Workload workOf(std::uint64_t prompt, std::uint64_t images) {
    Workload work;
    work.prompt = prompt;
    work.images = images;
    work.generate = 16;
    work.attention = AttentionKind::Eager;
    return work;
}

struct Seconds {
    double prefill = 0;
    double decode = 0;
};

/// Of the layers below a module of this name.
Seconds secondsBelow(const CapacityEstimate& estimate, const std::string& part) {
    Seconds sum;
    for (const LayerTime& layer : estimate.time->layers) {
        if (layer.module.find(part) != std::string::npos) {
            sum.prefill += layer.prefill;
            sum.decode += layer.decode;
        }
    }
    return sum;
}

}  // namespace

class TestImageWorkload : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void imagesAreTokensOfThePrompt() {
        const Estimate images = estimateOf(kLlava, workOf(128, 2));
        const Estimate text = estimateOf(kLlava, workOf(128 + 2 * kImageTokens, 0));
        QVERIFY(images && text);
        QCOMPARE(images->devices[0].kvCache, text->devices[0].kvCache);
        QCOMPARE(images->time->perToken, text->time->perToken);
        QVERIFY(images->time->toFirstToken > text->time->toFirstToken);
        QCOMPARE(images->workload.prompt, std::uint64_t{128});
        QCOMPARE(images->workload.images, std::uint64_t{2});
        QVERIFY(estimateSentence(*images).english().find(": 1 sequence of 1,296 tokens.") !=
                std::string::npos);
        QVERIFY(std::ranges::any_of(images->notes, [](const Message& note) {
            return note.english() == goldenText("capacity/an-image-of-336-336-pixels-counts");
        }));
    }

    void aTowerRunsForImagesAlone() {
        const Estimate without = estimateOf(kLlava, workOf(128, 0));
        const Estimate one = estimateOf(kLlava, workOf(128, 1));
        const Estimate two = estimateOf(kLlava, workOf(128, 2));
        QVERIFY(without && one && two);
        QCOMPARE(secondsBelow(*without, "vision_tower").prefill, 0.0);
        for (const Estimate& estimate : {without, one, two}) {
            QCOMPARE(secondsBelow(*estimate, "vision_tower").decode, 0.0);
            QVERIFY(secondsBelow(*estimate, "language_model").decode > 0);
        }
        QVERIFY(secondsBelow(*one, "vision_tower").prefill > 0);
        QVERIFY(secondsBelow(*two, "vision_tower").prefill >
                secondsBelow(*one, "vision_tower").prefill);
    }

    /// In eager attention by hand: hidden, queries, keys and values of all positions in float16,
    /// and of each score 2 bytes beside its softmax in float32.
    void aTowerTakesItsOwnScores() {
        Workload work = workOf(16, 2);
        work.prefillChunk = 8;
        const Estimate estimate = estimateOf(kLlava, work);
        QVERIFY(estimate);
        constexpr std::uint64_t kNumbers = 4 * 256 * (2 * kPositions) * 2;
        constexpr std::uint64_t kScores = 10 * 2 * 4 * kPositions * kPositions;
        QCOMPARE(estimate->devices[0].prefillActivations, kNumbers + kScores);
    }

    /// Qwen2.5-VL's tower: scores of one window at a time are less than its feed-forward part.
    void aTowerSeesWindows() {
        Workload work = workOf(16, 1);
        work.prefillChunk = 8;
        const Estimate windows = estimateOf(qwenVl("[]"), work);
        const Estimate mixed = estimateOf(qwenVl("[1]"), work);
        QVERIFY(windows && mixed);
        QCOMPARE(windows->devices[0].prefillActivations, (2 * 128 + 3 * 256) * kPatches * 2);
        QCOMPARE(mixed->devices[0].prefillActivations,
                 4 * 128 * kPatches * 2 + 10 * 4 * kPatches * kPatches);
        work.images = 2;  // one after another: half of the output is there when the last begins
        const Estimate two = estimateOf(qwenVl("[1]"), work);
        QVERIFY(two);
        QCOMPARE(two->devices[0].prefillActivations,
                 (4 * 128 + 64) * 2 * kPatches * 2 + 10 * 4 * kPatches * kPatches);
        const double window = secondsBelow(*mixed, "visual.blocks.0").prefill;
        const double full = secondsBelow(*mixed, "visual.blocks.1").prefill;
        QVERIFY2(window > 0 && full > 1.2 * window,
                 qPrintable(QStringLiteral("%1 %2").arg(window).arg(full)));
        QCOMPARE(secondsBelow(*mixed, "visual.blocks.2").prefill, window);
        QCOMPARE(secondsBelow(*windows, "visual.blocks.1").prefill, window);
    }

    /// A norm of the language model takes its own width, one of the tower nothing of the prompt.
    void whatStandsAloneHasItsOwnWidth() {
        for (const auto& [path, bytes] :
             {std::pair("model.language_model.norm", std::uint64_t{2} * 700 * 512 * 2),
              std::pair("model.vision_tower.post_layernorm", std::uint64_t{0})}) {
            EstimateInput input = plannedConfig(kLlava, 2, 24 * kGiB);
            PlacementRequest request = input.plan->request;
            request.strategy = Strategy::Manual;
            request.givenMap.set("", DeviceId::gpu(0));
            request.givenMap.set(path, DeviceId::gpu(1));
            const auto plan = place(request);
            QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
            input.plan = *plan;
            input.workload = workOf(700 - kImageTokens, 1);
            const auto estimate = estimateCapacity(input);
            QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
            const DeviceEstimate& alone = *(*estimate)->on(DeviceId::gpu(1));
            QVERIFY(alone.weights > 0);
            QCOMPARE(alone.prefillActivations, bytes);
        }
    }

    void whatTakesNoImagesIsRefused() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64,
                "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
                "vocab_size": 100})",
            1, kGiB);
        input.workload = workOf(16, 1);
        const auto estimate = estimateCapacity(input);
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(estimate.error().key, std::string("images"));
    }

    void anEncoderRunsForPromptsAlone() {
        const Estimate estimate = estimateOf(kT5, workOf(64, 0));
        QVERIFY(estimate && estimate->time);
        QVERIFY(secondsBelow(*estimate, "encoder").prefill > 0);
        QCOMPARE(secondsBelow(*estimate, "encoder").decode, 0.0);
        QVERIFY(secondsBelow(*estimate, "decoder").decode > 0);
    }
};

QTEST_GUILESS_MAIN(TestImageWorkload)
#include "tst_image_workload.moc"
