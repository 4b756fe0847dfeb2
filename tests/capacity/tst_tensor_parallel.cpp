// SPDX-License-Identifier: GPL-3.0-or-later
// Layers divided among equal cards, worked out by hand from the models' published sizes.
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Of config.json's as published.
const std::map<std::string, std::string>& configs() {
    static const std::map<std::string, std::string> kConfigs{
        {"llama-3.1-8b",
         "{'max_position_embeddings': 131072, 'model_type': 'llama', 'architectures': "
         "['LlamaForCausalLM'], 'hidden_size': 4096, "
         "'intermediate_size': 14336, 'num_hidden_layers': 32, 'num_attention_heads': 32, "
         "'num_key_value_heads': 8, 'vocab_size': 128256, 'tie_word_embeddings': false, "
         "'dtype': 'bfloat16'}"},
        {"odd",
         "{'max_position_embeddings': 131072, 'model_type': 'llama', 'architectures': "
         "['LlamaForCausalLM'], 'hidden_size': 768, "
         "'intermediate_size': 2050, 'num_hidden_layers': 2, 'num_attention_heads': 12, "
         "'num_key_value_heads': 4, 'vocab_size': 32002, 'dtype': 'bfloat16'}"},
        {"few-heads",
         "{'max_position_embeddings': 131072, 'model_type': 'qwen2', 'architectures': "
         "['Qwen2ForCausalLM'], 'hidden_size': 896, "
         "'intermediate_size': 4864, 'num_hidden_layers': 24, 'num_attention_heads': 14, "
         "'num_key_value_heads': 2, 'vocab_size': 151936, 'tie_word_embeddings': true, "
         "'dtype': 'bfloat16'}"},
        {"few-heads-14",
         "{'max_position_embeddings': 131072, 'model_type': 'qwen2', 'architectures': "
         "['Qwen2ForCausalLM'], 'hidden_size': 896, "
         "'intermediate_size': 4704, 'num_hidden_layers': 24, 'num_attention_heads': 14, "
         "'num_key_value_heads': 2, 'vocab_size': 150528, 'tie_word_embeddings': true, "
         "'dtype': 'bfloat16'}"},
        {"mixtral",
         "{'max_position_embeddings': 131072, 'model_type': 'mixtral', 'architectures': "
         "['MixtralForCausalLM'], 'hidden_size': 4096, "
         "'intermediate_size': 14336, 'num_hidden_layers': 2, 'num_attention_heads': 32, "
         "'num_key_value_heads': 8, 'vocab_size': 32000, 'num_local_experts': 8, "
         "'dtype': 'bfloat16'}"},
        {"gpt2", "{'model_type': 'gpt2', 'architectures': ['GPT2LMHeadModel'], 'n_layer': 2}"},
        {"deepseek-v3",
         "{'model_type': 'deepseek_v3', 'architectures': ['DeepseekV3ForCausalLM'], "
         "'num_hidden_layers': 4, 'dtype': 'bfloat16'}"},
        {"qwen3-next",
         "{'max_position_embeddings': 262144, 'model_type': 'qwen3_next', 'architectures': "
         "['Qwen3NextForCausalLM'], "
         "'dtype': 'bfloat16'}"},
        {"jamba",
         "{'model_type': 'jamba', 'architectures': ['JambaForCausalLM'], 'dtype': 'bfloat16'}"},
        {"mamba2", "{'model_type': 'mamba2', 'architectures': ['Mamba2ForCausalLM']}"},
    };
    return kConfigs;
}

/// vLLM's table of cosines and sines in bfloat16, whole on each card.
quint64 rotaryTable(const EstimateInput& input) {
    const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
    for (const TensorSpec& tensor : input.plan->request.tree->tensors()) {
        if (input.workload.engine == "vllm" && tensor.name.ends_with("rotary_emb.inv_freq")) {
            return *facts->contextLength * 2 * static_cast<quint64>(tensor.shape.front()) * 2;
        }
    }
    return 0;
}

}  // namespace

class TensorParallelTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    EstimateInput inputOf(const std::string& name, const std::string& engine, std::uint64_t cards,
                          std::size_t gpus = 8) {
        std::string config = configs().at(name);
        std::ranges::replace(config, '\'', '"');
        const QString path = m_folder.filePath(QString::fromStdString(name));
        QDir().mkpath(path);
        QFile file(path + "/config.json");
        if (file.open(QIODevice::WriteOnly)) {
            file.write(config.c_str());
        }
        file.close();
        EstimateInput input;
        const auto checkpoint = openCheckpoint(path.toStdString());
        if (!checkpoint) {
            qWarning("%s", checkpoint.error().message.english().c_str());
            return input;
        }
        input.checkpoint = *checkpoint;
        const auto tree = buildModuleTree(*input.checkpoint);
        input.plan =
            tree
                ? planOf(requestFor(*tree, std::vector<std::uint64_t>(gpus, 80 * kGiB), 512 * kGiB))
                : nullptr;
        input.workload.engine = engine;
        input.workload.tensorParallel = cards;
        return input;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void weightsAreDivided_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<quint64>("cards");
        QTest::addColumn<quint64>("weights");
        // Beside them two buffers of rotary frequencies, of half a head's numbers in float32.
        // Embedding and head 2 × 128,256 × 4,096; a layer 41,943,040 of attention, 176,160,768 of
        // the feed-forward part and two norms; a last norm. bfloat16.
        constexpr quint64 kTables = 2ULL * 128'256 * 4096;
        constexpr quint64 kLayers = 32ULL * (41'943'040 + 176'160'768);
        constexpr quint64 kNorms = 65ULL * 4096;
        constexpr quint64 kBuffers = 2ULL * 64 * 4;
        QTest::addRow("llama, vLLM")
            << "llama-3.1-8b"
            << "vllm" << quint64{4} << 2 * ((kTables + kLayers) / 4 + kNorms) + kBuffers;
        // The embedding is whole on each card.
        QTest::addRow("llama, transformers")
            << "llama-3.1-8b"
            << "transformers" << quint64{8}
            << 2 * ((kTables / 2 + kLayers) / 8 + kTables / 2 + kNorms) + kBuffers;
        // Each of fourteen cards has one of two key/value heads of 64 numbers: queries and output
        // 896 × 896, the bias of queries 896; keys and values 896 × 64 + 64 each, whole heads;
        // three matrices of the inner width; two norms. The head is the table.
        for (const quint64 cards : {2, 14}) {
            const quint64 attention = (2 * 896 * 896 + 896) / cards + 2 * (896 * 64 + 64);
            QTest::addRow("two key/value heads, %llu cards", cards)
                << (cards == 2 ? "few-heads" : "few-heads-14") << "vllm" << cards
                << 2 * ((cards == 2 ? 151'936ULL : 150'528ULL) * 896 / cards +
                        24 * (attention + 3 * 896 * (cards == 2 ? 4864 : 4704) / cards + 2 * 896) +
                        896) +
                       2 * 32 * 4;
        }
        // Routers are whole: 4,096 × 8.
        constexpr quint64 kExperts = 8ULL * 3 * 4096 * 14336;
        QTest::addRow("experts") << "mixtral"
                                 << "vllm" << quint64{8}
                                 << 2 * ((2ULL * 32000 * 4096 + 2 * (41'943'040ULL + kExperts)) /
                                             8 +
                                         2 * (8ULL * 4096 + 2 * 4096) + 4096) +
                                        kBuffers;
    }
    void weightsAreDivided() {
        QFETCH(QString, model);
        QFETCH(QString, engine);
        QFETCH(quint64, cards);
        QFETCH(quint64, weights);
        const EstimateInput input = inputOf(model.toStdString(), engine.toStdString(), cards, 16);
        QVERIFY(input.plan != nullptr);
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        for (const DeviceEstimate& device : (*estimate)->devices) {
            const bool isCard = device.device.id.isGpu() && device.device.id.index < cards;
            QCOMPARE(device.weights, isCard ? weights + rotaryTable(input) : 0);
            QCOMPARE(device.peakReserved > 0, isCard);
        }
        QVERIFY((*estimate)->verdict == Verdict::Fits);
    }

    void keysAndValuesAreDividedByHeads() {
        EstimateInput input = inputOf("llama-3.1-8b", "vllm", 4);
        input.workload.context = 8192;
        const auto four = estimateCapacity(input);
        QVERIFY2(four, four ? "" : four.error().message.english().c_str());
        // With a block that nobody uses.
        QCOMPARE((*four)->on(DeviceId::gpu(0))->kvCache, quint64{(1'073'741'824 + 2'097'152) / 4});
        QCOMPARE((*four)->kvBytesPerToken, quint64{131'072});
        QVERIFY(!(*four)->time);
        // Sixteen cards share eight heads: each holds one of them.
        input = inputOf("llama-3.1-8b", "vllm", 16, 16);
        input.workload.context = 8192;
        const auto sixteen = estimateCapacity(input);
        QVERIFY2(sixteen, sixteen ? "" : sixteen.error().message.english().c_str());
        QCOMPARE((*sixteen)->on(DeviceId::gpu(15))->kvCache,
                 quint64{(1'073'741'824 + 2'097'152) / 8});
        // One latent vector stands for all heads of DeepSeek: every card keeps it.
        input = inputOf("deepseek-v3", "vllm", 1);
        const auto one = estimateCapacity(input);
        input = inputOf("deepseek-v3", "vllm", 8);
        const auto eight = estimateCapacity(input);
        QVERIFY2(one, one ? "" : one.error().message.english().c_str());
        QVERIFY2(eight, eight ? "" : eight.error().message.english().c_str());
        std::uint64_t all = 0;
        for (const DeviceEstimate& device : (*one)->devices) {
            all += device.kvCache;
        }
        QVERIFY(all > 0);
        QCOMPARE((*eight)->on(DeviceId::gpu(7))->kvCache, all);
    }

    /// An engine without a device map takes all GPUs that it can, unless somebody says otherwise.
    void enginesDivideByThemselves() {
        const auto cardsOf = [this](const char* engine, std::uint64_t asked, std::size_t gpus,
                                    Strategy strategy = Strategy::Auto) {
            EstimateInput input = inputOf("llama-3.1-8b", engine, asked, gpus);
            PlacementRequest request = input.plan->request;
            request.strategy = strategy;
            request.givenMap = input.plan->map;
            input.plan = planOf(request);
            const auto estimate = estimateCapacity(input);
            return estimate ? (*estimate)->workload.tensorParallel : 0;
        };
        for (const char* const engine : {"vllm", "sglang"}) {
            QCOMPARE(cardsOf(engine, 0, 4), 4U);
            QCOMPARE(cardsOf(engine, 0, 3), 2U);  // 32 heads
            QCOMPARE(cardsOf(engine, 0, 1), 1U);
            QCOMPARE(cardsOf(engine, 1, 4), 1U);
            QCOMPARE(cardsOf(engine, 2, 4), 2U);
            QCOMPARE(cardsOf(engine, 0, 4, Strategy::Manual), 1U);
        }
        QCOMPARE(cardsOf("transformers", 0, 4), 1U);
    }

    /// The first norm of a layer of DeepSeek is that of its latent vectors.
    void deepSeeksLayersAreSeen() {
        const EstimateInput input = inputOf("deepseek-v3", "vllm", 1);
        const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
        const ModelShape shape = modelShape(*input.plan->request.tree, *facts);
        QCOMPARE(shape.blocks.size(), std::size_t{4});
        for (const BlockShape& block : shape.blocks) {
            QCOMPARE(block.hidden, quint64{7168});
        }
        QCOMPARE(shape.blocks.front().inner, quint64{18'432});
        QCOMPARE(shape.blocks.back().experts, quint64{256});
        QCOMPARE(shape.blocks.back().expertInner, quint64{2048});
    }

    /// Every layer of a hybrid, and what its recurrent ones keep.
    void hybridsAreDividedToo() {
        for (const char* model : {"qwen3-next", "jamba"}) {
            EstimateInput input = inputOf(model, "sglang", 1);
            input.workload.context = 65'536;
            const auto one = estimateCapacity(input);
            QVERIFY2(one, one ? "" : one.error().message.english().c_str());
            input.workload.tensorParallel = 4;
            const auto four = estimateCapacity(input);
            QVERIFY2(four, four ? "" : four.error().message.english().c_str());
            const auto sumOf = [&](std::uint64_t DeviceEstimate::*part) {
                std::uint64_t all = 0;
                for (const DeviceEstimate& device : (*one)->devices) {
                    all += device.*part;
                }
                return all;
            };
            const DeviceEstimate& card = *(*four)->on(DeviceId::gpu(3));
            const std::uint64_t weights = sumOf(&DeviceEstimate::weights);
            QVERIFY(card.weights >= weights / 4 && card.weights < weights / 4 + kGiB / 2);
            QCOMPARE(card.state * 4, sumOf(&DeviceEstimate::state));
            QCOMPARE((*four)->stateBytesPerSequence, (*one)->stateBytesPerSequence);
            // Four cards share eight heads of Jamba's keys and values, and Qwen3-Next's two twice.
            const bool isShared = std::string_view(model) == "jamba";
            QVERIFY(card.kvCache * (isShared ? 4 : 2) <= sumOf(&DeviceEstimate::kvCache));
            QVERIFY(card.kvCache * (isShared ? 4 : 2) > sumOf(&DeviceEstimate::kvCache) * 9 / 10);
        }
    }

    void activationsHaveTheirSums() {
        EstimateInput input = inputOf("llama-3.1-8b", "vllm", 8);
        input.workload.prompt = 4096;
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        const DeviceEstimate& card = *(*estimate)->on(DeviceId::gpu(3));
        const auto sum = card.explained.find("collectives");
        QVERIFY(sum != card.explained.end());
        QVERIFY2(sum->second.english().find("8,192 tokens × 4,096 numbers × 2 B = 64") !=
                     std::string::npos,
                 sum->second.english().c_str());
        // Feed-forward: two of the hidden width and three of an eighth of the inner one.
        QVERIFY(card.prefillActivations >= 8192ULL * 2 * (2 * 4096 + 3 * 14336 / 8 + 4096));
        QVERIFY(card.prefillActivations < 8192ULL * 2 * (7 * 4096 + 14336));
    }

    /// Two GPUs that each have layers of their own sum nothing up: they take what one GPU does.
    void aPipelineTakesNoSums() {
        const auto contextOf = [this](std::uint64_t cards, std::size_t gpus) {
            const auto estimate = estimateCapacity(inputOf("llama-3.1-8b", "vllm", cards, gpus));
            const DeviceEstimate* const first =
                estimate ? (*estimate)->on(DeviceId::gpu(0)) : nullptr;
            return first != nullptr && first->explained.contains("context")
                       ? first->context - first->share->cudaGraphs
                       : 0;
        };
        const std::uint64_t one = contextOf(1, 1);
        QVERIFY(one > 700 * kMiB && one < kGiB);
        QVERIFY(contextOf(2, 2) > 4 * kGiB);
        QVERIFY(contextOf(4, 4) > 3 * kGiB && contextOf(4, 4) < 4 * kGiB);
        QCOMPARE(contextOf(8, 8), contextOf(4, 4));
        EstimateInput input = inputOf("llama-3.1-8b", "vllm", 1, 2);
        PlacementRequest request = input.plan->request;
        for (MemoryBudget& budget : request.budgets) {
            budget.bytes = budget.device.isGpu() ? 10.0 * kGiB : budget.bytes;
        }
        input.plan = planOf(request);
        const auto pipeline = estimateCapacity(input);
        QVERIFY(pipeline && (*pipeline)->on(DeviceId::gpu(1))->weights > 0);
        const DeviceEstimate& second = *(*pipeline)->on(DeviceId::gpu(1));
        QCOMPARE(second.context - second.share->cudaGraphs, one);
        QVERIFY(std::ranges::any_of((*pipeline)->notes, [](const Message& note) {
            return note.english().find(goldenText("capacity/counted-as-there")) !=
                   std::string::npos;
        }));
    }

    /// vLLM runs as many tokens as it batches before it serves, whatever the prompts are.
    void vllmRunsItsBatchFirst() {
        const auto tokensOf = [this](const char* name, std::uint64_t gib, Workload work) {
            EstimateInput input = inputOf("llama-3.1-8b", "vllm", 1, 1);
            PlacementRequest request = input.plan->request;
            request.devices.front().name = name;
            request.devices.front().capacity = gib * kGiB;
            input.plan = planOf(request);
            work.engine = "vllm";
            input.workload = work;
            const auto estimate = estimateCapacity(input);
            const std::uint64_t bytes =
                estimate ? (*estimate)->on(DeviceId::gpu(0))->prefillActivations : 0;
            return bytes / (2 * (2 * 4096 + 3 * 14336));  // the feed-forward part in bfloat16
        };
        Workload work;
        work.context = 8192;
        QCOMPARE(tokensOf("Simulated", 24, work), 2048U);
        QCOMPARE(tokensOf("Simulated", 80, work), 8192U);
        QCOMPARE(tokensOf("NVIDIA A100-SXM4-80GB", 80, work), 2048U);
        QCOMPARE(tokensOf("B200", 180, work), 16384U);
        work.prefillChunk = 64;
        QCOMPARE(tokensOf("B200", 180, work), 64U);
    }

    void whatDoesNotDivideIsRefused_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<quint64>("cards");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* model, const char* engine, quint64 cards,
                            const char* says) {
            QTest::addRow("%s, %s, %llu", model, engine, cards) << model << engine << cards << says;
        };
        row("llama-3.1-8b", "vllm", 3, "32 attention heads");
        row("odd", "vllm", 3, "4 key/value heads");
        row("odd", "vllm", 4, goldenText("capacity/2-050-numbers-of-the-feed-forward"));
        row("few-heads", "transformers", 7, "2 key/value heads");
        row("llama-3.1-8b", "transformers", 16, "8 key/value heads");
        row("llama-3.1-8b", "llama.cpp", 2, goldenText("cli/llama-cpp-does-not-divide-layers"));
        row("llama-3.1-8b", "stowage", 2, goldenText("capacity/own-engine-does-not-divide-layers"));
        row("gpt2", "transformers", 2, "GPT2LMHeadModel");
        row("llama-3.1-8b", "vllm", 32, "the number of GPUs in this plan is 16.");
        row("mamba2", "vllm", 2, goldenText("capacity/none-of-which-attends"));
        row("jamba", "transformers", 2, "JambaForCausalLM");
    }
    void whatDoesNotDivideIsRefused() {
        QFETCH(QString, model);
        QFETCH(QString, engine);
        QFETCH(quint64, cards);
        QFETCH(QString, says);
        const EstimateInput input = inputOf(model.toStdString(), engine.toStdString(), cards, 16);
        const auto estimate = estimateCapacity(input);
        QVERIFY(!estimate);
        QVERIFY2(estimate.error().message.english().find(says.toStdString()) != std::string::npos,
                 estimate.error().message.english().c_str());
        QVERIFY(estimate.error().code == ErrorCode::InvalidArgument ||
                estimate.error().code == ErrorCode::Unsupported);
    }

    void jsonSaysThatNoMapExpressesIt() {
        const auto estimate = estimateCapacity(inputOf("llama-3.1-8b", "sglang", 2));
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        const QJsonObject object =
            QJsonDocument::fromJson(QByteArray::fromStdString(estimateToJson(**estimate, {})))
                .object();
        QCOMPARE(object["workload"]["tensor_parallel"].toInteger(), qint64{2});
        QVERIFY(object["device_map"].isNull());
        QVERIFY(object["time"].isNull());
        QVERIFY(object["explained"]["weights"].toString().contains("divided among 2 GPUs"));
    }

    /// The weights' formula ends with the figure, and names everything in it.
    void explainedWeightsAreTheFigure() {
        const EstimateInput input = inputOf("llama-3.1-8b", "vllm", 2, 16);
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        const DeviceEstimate& card = *(*estimate)->on(DeviceId::gpu(0));
        QVERIFY(rotaryTable(input) > 0);
        QVERIFY(card.explained.at("weights").english().find(formatSize(card.weights)) !=
                std::string::npos);
        QVERIFY(card.explained.at("rotary").english().find(formatSize(rotaryTable(input))) !=
                std::string::npos);
    }

    /// Without a name the engine is one that can do it.
    void theUsualEngineIsOneThatDivides() {
        const auto estimate = estimateCapacity(inputOf("llama-3.1-8b", "", 2));
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        QCOMPARE((*estimate)->engine.name, std::string(kUsualEngine));
        QVERIFY(std::ranges::any_of((*estimate)->notes, [](const std::string& note) {
            return note.find(goldenText("capacity/a-device-map-cannot-express")) !=
                   std::string::npos;
        }));
        QVERIFY(std::ranges::any_of(judgedPlan(**estimate)->issues, [](const PlanIssue& issue) {
            return issue.code == "layers_divided";
        }));
    }
};

QTEST_GUILESS_MAIN(TensorParallelTest)
#include "tst_tensor_parallel.moc"
