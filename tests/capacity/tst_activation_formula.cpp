// SPDX-License-Identifier: GPL-3.0-or-later
// The formula of activations beside the replay, where this program runs the family: within 5 %.
#include "engine/capacity/block_shapes.h"
#include "engine/device/allocator_model.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"
#include "engine/run/run_replay.h"
#include "tests/run/described_model.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Shapes as published, fewer layers and a small vocabulary: neither changes a layer.
const std::map<QString, std::string>& shapes() {
    static const std::map<QString, std::string> kShapes{
        {"gpt2-124m",
         R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_layer": 2,
             "vocab_size": 1000, "n_positions": 4096})"},
        {"llama-3.1-8b",
         R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096,
             "intermediate_size": 14336, "num_hidden_layers": 2, "num_attention_heads": 32,
             "num_key_value_heads": 8, "vocab_size": 1000, "max_position_embeddings": 131072,
             "tie_word_embeddings": false})"},
        {"mixtral-8x7b",
         R"({"model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "hidden_size": 4096,
             "intermediate_size": 14336, "num_hidden_layers": 2, "num_attention_heads": 32,
             "num_key_value_heads": 8, "vocab_size": 1000, "num_local_experts": 8,
             "num_experts_per_tok": 2, "max_position_embeddings": 32768})"},
        {"bert-base",
         R"({"model_type": "bert", "architectures": ["BertModel"], "num_hidden_layers": 2,
             "vocab_size": 1000, "max_position_embeddings": 4096})"},
    };
    return kShapes;
}

/// What the formula says of all layers and the head, in the executor's way.
std::uint64_t calculated(const std::string& config, PassShape pass) {
    const auto model = readConfigModel(config, "config.json");
    const auto tree = treeFromConfig(config, "config.json");
    if (!model || !tree) {
        return 0;
    }
    const ModelShape shape = modelShape(**tree, modelFacts(*model, **tree));
    std::uint64_t widest = 0;
    for (const BlockShape& block : shape.blocks) {
        widest = std::max(widest, blockActivations(block, pass).bytes);
    }
    return widest;
}

}  // namespace

class ActivationFormulaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void isNearTheReplay_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isHalf");
        QTest::addColumn<quint64>("batch");
        QTest::addColumn<quint64>("tokens");
        QTest::addColumn<quint64>("chunk");
        for (const auto& [name, config] : shapes()) {
            for (const bool isHalf : {false, true}) {
                for (const quint64 batch : {1, 4, 16}) {
                    for (const quint64 tokens : {256, 512, 1024, 2048}) {
                        QTest::addRow("%s, %s, %llu × %llu", qPrintable(name),
                                      isHalf ? "bfloat16" : "float32", batch, tokens)
                            << name << isHalf << batch << tokens << tokens;
                    }
                    if (name != QLatin1String("bert-base")) {
                        QTest::addRow("%s, %s, %llu × 2048 by 512", qPrintable(name),
                                      isHalf ? "bfloat16" : "float32", batch)
                            << name << isHalf << batch << quint64{2048} << quint64{512};
                    }
                }
            }
        }
    }
    void isNearTheReplay() {
        QFETCH(QString, name);
        QFETCH(bool, isHalf);
        QFETCH(quint64, batch);
        QFETCH(quint64, tokens);
        QFETCH(quint64, chunk);
        const std::string& config = shapes().at(name);
        Described made =
            describe(config, isHalf ? DType::BFloat16 : DType::Float32, DeviceId::gpu(0));
        RunRequest request;
        request.tokens.assign(tokens, 1);
        request.alongside.assign(batch - 1, request.tokens);
        request.prefillChunk = static_cast<std::int64_t>(chunk % tokens);
        request.outputs = made.model->traits().isGenerative ? Outputs::Last : Outputs::All;
        const auto replayed = replayRun(*made.model, made.setting, request);
        QVERIFY2(replayed, replayed ? "" : replayed.error().message.english().c_str());
        const double exact = static_cast<double>(
            replayed->front().prefill[static_cast<std::size_t>(RunMemoryKind::Activations)]);
        PassShape pass;
        pass.sequences = batch;
        pass.tokens = chunk;
        pass.seen = tokens;
        pass.bytes = isHalf ? 2 : 4;
        pass.isRagged = true;
        const double formula = static_cast<double>(calculated(config, pass));
        // Rests of up to a MiB count with the block that they are left of, which none foresees.
        const double rest = static_cast<double>(allocator_rules::kLargePoolKeepsUpTo);
        QVERIFY2(std::abs(formula - exact) <= std::max(0.05 * exact, rest),
                 qPrintable(QStringLiteral("%1 calculated, %2 replayed: %3 %")
                                .arg(formula, 0, 'f', 0)
                                .arg(exact, 0, 'f', 0)
                                .arg(100 * (formula / exact - 1), 0, 'f', 1)));
    }
};

QTEST_GUILESS_MAIN(ActivationFormulaTest)
#include "tst_activation_formula.moc"
