// SPDX-License-Identifier: GPL-3.0-or-later
// Quantised files beside a config.json that says so. No library that could write them is at hand:
// names and shapes are those of published checkpoints (GPTQ's qweight, qzeros, scales and g_idx;
// bitsandbytes' packed weight with its quant_state; DeepSeek's weight_scale_inv).
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>
#include <nlohmann/json.hpp>

#include <functional>

using namespace stowage;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kHidden = 16;
constexpr int kInner = 32;

struct Tensor {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::int64_t width = 4;  ///< bytes of an element
};
using Tensors = std::vector<Tensor>;
/// The tensors of one Linear of so many rows and columns, in its place in the model.
using Packing = std::function<Tensors(const std::string&, std::int64_t, std::int64_t)>;

Tensors gptq(const std::string& path, std::int64_t rows, std::int64_t columns) {
    return {{path + ".qweight", "I32", {columns / 8, rows}},
            {path + ".qzeros", "I32", {1, rows / 8}},
            {path + ".scales", "F16", {1, rows}, 2},
            {path + ".g_idx", "I32", {columns}}};
}

Tensors nf4(const std::string& path, std::int64_t rows, std::int64_t columns) {
    return {{path + ".weight", "U8", {rows * columns / 2, 1}, 1},
            {path + ".weight.absmax", "U8", {rows * columns / 64}, 1},
            {path + ".weight.quant_map", "F32", {16}},
            {path + ".weight.quant_state.bitsandbytes__nf4", "U8", {80}, 1}};
}

Tensors fp8(const std::string& path, std::int64_t rows, std::int64_t columns) {
    return {{path + ".weight", "F8_E4M3", {rows, columns}, 1},
            {path + ".weight_scale_inv", "F32", {1, 1}}};
}

Tensors llama(const Packing& packing) {
    Tensors all{{"model.embed_tokens.weight", "F16", {40, kHidden}, 2},
                {"model.norm.weight", "F16", {kHidden}, 2},
                {"lm_head.weight", "F16", {40, kHidden}, 2}};
    const std::string layer = "model.layers.0.";
    for (const char* norm : {"input_layernorm", "post_attention_layernorm"}) {
        all.push_back({layer + norm + ".weight", "F16", {kHidden}, 2});
    }
    const auto add = [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
        for (Tensor& tensor : packing(layer + name, rows, columns)) {
            all.push_back(std::move(tensor));
        }
    };
    for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
        add(std::string("self_attn.") + name, kHidden, kHidden);
    }
    add("mlp.gate_proj", kInner, kHidden);
    add("mlp.up_proj", kInner, kHidden);
    add("mlp.down_proj", kHidden, kInner);
    return all;
}

std::int64_t bytesOf(const Tensor& tensor) {
    std::int64_t bytes = tensor.width;
    for (const std::int64_t size : tensor.shape) {
        bytes *= size;
    }
    return bytes;
}

std::int64_t bytesOf(const Tensors& tensors) {
    std::int64_t bytes = 0;
    for (const Tensor& tensor : tensors) {
        bytes += bytesOf(tensor);
    }
    return bytes;
}

void writeModel(const QString& path, const Tensors& tensors) {
    Json header = Json::object();
    std::int64_t offset = 0;
    for (const Tensor& tensor : tensors) {
        const std::int64_t end = offset + bytesOf(tensor);
        header[tensor.name] = {
            {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    const std::string text = header.dump();
    const quint64 length = qToLittleEndian<quint64>(text.size());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.write(QByteArray(static_cast<qsizetype>(offset), '\1'));
}

void writeText(const QString& path, const std::string& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.data(), static_cast<qint64>(text.size()));
}

void writeConfig(const QString& path, const Json& quantization) {
    Json config{{"model_type", "llama"},  {"architectures", {"LlamaForCausalLM"}},
                {"hidden_size", kHidden}, {"intermediate_size", kInner},
                {"num_hidden_layers", 1}, {"num_attention_heads", 2},
                {"vocab_size", 40},       {"torch_dtype", "float16"}};
    if (!quantization.is_null()) {
        config["quantization_config"] = quantization;
    }
    writeText(path, config.dump());
}

}  // namespace

class TestPretrainedQuantized : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void packedTensorsStandInTheirModules_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("each");
        QTest::newRow("gptq") << "gptq" << 4;
        QTest::newRow("nf4") << "bitsandbytes" << 4;
        QTest::newRow("fp8") << "fp8" << 2;
    }
    void packedTensorsStandInTheirModules() {
        QFETCH(QString, method);
        QFETCH(int, each);
        const Tensors tensors = llama(method == "gptq" ? gptq : method == "fp8" ? fp8 : nf4);
        QTemporaryDir folder;
        writeModel(folder.filePath("model.safetensors"), tensors);
        Json quantization{{"quant_method", method.toStdString()}};
        if (method == "gptq") {
            quantization["bits"] = 4;
            quantization["group_size"] = 128;
        } else if (method == "bitsandbytes") {
            quantization["load_in_4bit"] = true;
            quantization["bnb_4bit_quant_type"] = "nf4";
        }
        writeConfig(folder.filePath("config.json"), quantization);
        const auto opened = openCheckpoint(folder.path().toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QVERIFY((*opened)->keyCheck);
        QVERIFY2((*opened)->keyCheck->agrees(),
                 keyCheckSentence(*(*opened)->keyCheck).english().c_str());
        const ModuleTree& tree = *(*opened)->describedTree;
        QCOMPARE(tree.noSplitClasses(), std::vector<std::string>{"LlamaDecoderLayer"});
        const auto linear = tree.findModule("model.layers.0.mlp.down_proj");
        QVERIFY(linear && tree.node(*linear).className == "Linear");
        QCOMPARE(tree.subtreeTensors(*linear).size(), static_cast<std::size_t>(each));
        // embed_tokens and lm_head, three norms, four matrices of 16 x 16 and three of 16 x 32.
        QCOMPARE(tree.totalParameters(), 2 * 640 + 3 * 16 + 4 * 256 + 3 * 512);
        QCOMPARE(tree.node(*linear).subtreeParameters, 512);
        // The two rotary buffers of four numbers are the class's own, and in no file.
        QCOMPARE(static_cast<std::int64_t>(tree.totalBytes()), bytesOf(tensors) + 2 * 4 * 4);
        bool isSaid = false;
        for (const std::string& warning : (*opened)->warnings) {
            isSaid = isSaid || warning.find(goldenText("checkpoint/declares-quantised-weights")) !=
                                   std::string::npos;
        }
        QVERIFY(isSaid);
    }

    /// gpt-oss: packed experts take the places of the class's own, everything else stays.
    void blocksOfMxfp4StandInTheirModules() {
        constexpr std::int64_t kExperts = 2;
        constexpr int kWidth = 32;  // one block
        const std::string layer = "model.layers.0.";
        Tensors tensors{
            {"model.embed_tokens.weight", "BF16", {40, kWidth}, 2},
            {"model.norm.weight", "BF16", {kWidth}, 2},
            {"lm_head.weight", "BF16", {40, kWidth}, 2},
            {layer + "input_layernorm.weight", "BF16", {kWidth}, 2},
            {layer + "post_attention_layernorm.weight", "BF16", {kWidth}, 2},
            {layer + "self_attn.sinks", "BF16", {2}, 2},
            {layer + "mlp.router.weight", "BF16", {kExperts, kWidth}, 2},
            {layer + "mlp.router.bias", "BF16", {kExperts}, 2},
            {layer + "mlp.experts.gate_up_proj_bias", "BF16", {kExperts, 2 * kInner}, 2},
            {layer + "mlp.experts.gate_up_proj_blocks", "U8", {kExperts, 2 * kInner, 1, 16}, 1},
            {layer + "mlp.experts.gate_up_proj_scales", "U8", {kExperts, 2 * kInner, 1}, 1},
            {layer + "mlp.experts.down_proj_bias", "BF16", {kExperts, kWidth}, 2},
            {layer + "mlp.experts.down_proj_blocks", "U8", {kExperts, kWidth, 1, 16}, 1},
            {layer + "mlp.experts.down_proj_scales", "U8", {kExperts, kWidth, 1}, 1}};
        for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
            tensors.push_back(
                {layer + "self_attn." + name + ".weight", "BF16", {kWidth, kWidth}, 2});
            tensors.push_back({layer + "self_attn." + name + ".bias", "BF16", {kWidth}, 2});
        }
        QTemporaryDir folder;
        writeModel(folder.filePath("model.safetensors"), tensors);
        const Json config{{"model_type", "gpt_oss"},
                          {"architectures", {"GptOssForCausalLM"}},
                          {"hidden_size", kWidth},
                          {"intermediate_size", kInner},
                          {"num_hidden_layers", 1},
                          {"num_attention_heads", 2},
                          {"num_key_value_heads", 2},
                          {"head_dim", kWidth / 2},
                          {"vocab_size", 40},
                          {"num_local_experts", kExperts},
                          {"quantization_config", {{"quant_method", "mxfp4"}}}};
        writeText(folder.filePath("config.json"), config.dump());
        const auto opened = openCheckpoint(folder.path().toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QVERIFY((*opened)->keyCheck);
        QVERIFY2((*opened)->keyCheck->agrees(),
                 keyCheckSentence(*(*opened)->keyCheck).english().c_str());
        const ModuleTree& tree = *(*opened)->describedTree;
        const auto experts = tree.findModule("model.layers.0.mlp.experts");
        QVERIFY(experts && tree.node(*experts).className == "GptOssExperts");
        QCOMPARE(tree.subtreeTensors(*experts).size(), std::size_t{6});
        QCOMPARE(tree.node(*experts).subtreeParameters,
                 kExperts * (2 * kInner * kWidth + kWidth * kInner + 2 * kInner + kWidth));
        std::int64_t buffers = 0;
        for (const TensorSpec& tensor : tree.tensors()) {
            buffers += tensor.kind == TensorKind::Buffer ? std::int64_t(tensor.byteSize) : 0;
        }
        QCOMPARE(static_cast<std::int64_t>(tree.totalBytes()), bytesOf(tensors) + buffers);
        // What lies in the file is quantised already: a plan weighs it as it is.
        QVERIFY(!startingQuantization(**opened));
    }

    /// Without a word of it they are what they seem: other tensors than the class has.
    void undeclaredOnesDisagree() {
        QTemporaryDir folder;
        writeModel(folder.filePath("model.safetensors"), llama(gptq));
        writeConfig(folder.filePath("config.json"), nullptr);
        const auto opened = openCheckpoint(folder.path().toStdString());
        QVERIFY(opened && (*opened)->keyCheck);
        QCOMPARE((*opened)->keyCheck->missing.size(), std::size_t{7});
        QCOMPARE((*opened)->keyCheck->unexpected.size(), std::size_t{28});
    }
};

QTEST_GUILESS_MAIN(TestPretrainedQuantized)
#include "tst_pretrained_quantized.moc"
