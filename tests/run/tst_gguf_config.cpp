// SPDX-License-Identifier: GPL-3.0-or-later
// What a GGUF file's key-values say of how its model computes.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/run/models/run_config.h"
#include "tests/support/gguf_builder.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint32_t kUint32 = 4;
constexpr std::uint32_t kFloat32 = 6;
constexpr std::uint32_t kText = 8;

template <class Number>
std::string bytesOf(Number number) {
    std::string bytes(sizeof number, '\0');
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

std::string whole(const std::string& key, std::uint32_t value) {
    return ggufKey(key, kUint32) + bytesOf(value);
}

std::string architecture(const std::string& name) {
    return ggufKey("general.architecture", kText) + ggufText(name);
}

/// All that a Llama needs.
std::vector<std::string> llama() {
    return {architecture("llama"),
            whole("llama.embedding_length", 64),
            whole("llama.feed_forward_length", 96),
            whole("llama.block_count", 3),
            whole("llama.attention.head_count", 4),
            whole("llama.attention.head_count_kv", 2),
            ggufKey("llama.rope.freq_base", kFloat32) + bytesOf(500.0F)};
}

}  // namespace

class GgufConfigTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    Result<RunConfig> read(std::vector<std::string> keyValues,
                           std::vector<GgufTensor> others = {}) const {
        const std::string path = m_folder.filePath(QStringLiteral("file.gguf")).toStdString();
        std::vector<GgufTensor> tensors{{.name = "token_embd.weight", .dimensions = {32, 2}}};
        for (GgufTensor& other : others) {
            other.offset = 128;
            tensors.push_back(std::move(other));
        }
        std::ofstream(path, std::ios::binary | std::ios::trunc)
            << ggufBytes({.keyValues = std::move(keyValues), .tensors = std::move(tensors)});
        const auto checkpoint = openCheckpoint(path);
        return checkpoint ? ggufRunConfig(**checkpoint)
                          : Result<RunConfig>(checkpoint.unexpected());
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void sizesAreTheLibrarysFields() {
        std::vector<std::string> keyValues = llama();
        keyValues.push_back(ggufKey("llama.rope.scaling.type", kText) + ggufText("linear"));
        keyValues.push_back(ggufKey("llama.rope.scaling.factor", kFloat32) + bytesOf(4.0F));
        auto config = read(std::move(keyValues));
        QVERIFY2(config, config ? "" : config.error().message.english().c_str());
        QCOMPARE(config->modelType(), std::string("llama"));
        QCOMPARE(config->whole("hidden_size", 0), 64);
        QCOMPARE(config->whole("intermediate_size", 0), 96);
        QCOMPARE(config->whole("num_hidden_layers", 0), 3);
        QCOMPARE(config->whole("num_attention_heads", 0), 4);
        QCOMPARE(config->whole("num_key_value_heads", 0), 2);
        QCOMPARE(config->whole("vocab_size", 0), 2);
        QCOMPARE(config->number("rope_theta", 0), 500.0);
        auto scaling = config->object("rope_scaling");
        QVERIFY(scaling);
        QCOMPARE(scaling->text("rope_type", ""), std::string("linear"));
        QCOMPARE(scaling->number("factor", 0), 4.0);
        QVERIFY(config->check());
    }

    void whatCannotRunIsSaid_data() {
        QTest::addColumn<int>("left");  // of llama()
        QTest::addColumn<QByteArray>("added");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("key");
        const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
        QTest::newRow("no architecture")
            << 0 << QByteArray() << static_cast<int>(ErrorCode::Unsupported)
            << QByteArray("general.architecture");
        QTest::newRow("another architecture")
            << 0 << bytes(architecture("rwkv6")) << static_cast<int>(ErrorCode::Unsupported)
            << QByteArray("general.architecture");
        QTest::newRow("a mixture")
            << 7 << bytes(whole("llama.expert_count", 8))
            << static_cast<int>(ErrorCode::Unsupported) << QByteArray("llama.expert_count");
        const auto refused = [&](const char* name, const std::string& keyValue, const char* key) {
            QTest::newRow(name) << 7 << bytes(keyValue) << static_cast<int>(ErrorCode::Unsupported)
                                << QByteArray(key);
        };
        refused("scaled logits", ggufKey("llama.logit_scale", kFloat32) + bytesOf(2.0F),
                "llama.logit_scale");
        refused("heads turned in part", whole("llama.rope.dimension_count", 8),
                "llama.rope.dimension_count");
        QTest::newRow("no heads") << 4 << QByteArray() << static_cast<int>(ErrorCode::Malformed)
                                  << QByteArray("llama.attention.head_count");
        QTest::newRow("heads of each layer")
            << 4
            << bytes(ggufKey("llama.attention.head_count", 9) + ggufArray(kUint32, 1) +
                     bytesOf(std::uint32_t{4}))
            << static_cast<int>(ErrorCode::Malformed) << QByteArray("llama.attention.head_count");
        QTest::newRow("keys and values of each layer")
            << 5
            << bytes(ggufKey("llama.attention.head_count_kv", 9) + ggufArray(kUint32, 1) +
                     bytesOf(std::uint32_t{2}))
            << static_cast<int>(ErrorCode::Malformed)
            << QByteArray("llama.attention.head_count_kv");
    }
    void whatCannotRunIsSaid() {
        QFETCH(int, left);
        QFETCH(QByteArray, added);
        QFETCH(int, code);
        QFETCH(QByteArray, key);
        std::vector<std::string> keyValues = llama();
        keyValues.resize(static_cast<std::size_t>(left));
        if (!added.isEmpty()) {
            keyValues.push_back(added.toStdString());
        }
        const auto config = read(std::move(keyValues));
        QVERIFY(!config);
        QCOMPARE(static_cast<int>(config.error().code), code);
        QCOMPARE(config.error().key, key.toStdString());
        QVERIFY(config.error().message.english().find("file.gguf") != std::string::npos);
    }

    void headsThatAreTurnedWholeRun() {
        std::vector<std::string> keyValues = llama();
        keyValues.push_back(whole("llama.rope.dimension_count", 16));
        QVERIFY(read(std::move(keyValues)));
    }

    /// As llama.cpp reads it.
    void aFactorWithoutATypeIsLinear() {
        std::vector<std::string> keyValues = llama();
        keyValues.push_back(ggufKey("llama.rope.scaling.factor", kFloat32) + bytesOf(4.0F));
        auto config = read(std::move(keyValues));
        QVERIFY(config);
        auto scaling = config->object("rope_scaling");
        QVERIFY(scaling);
        QCOMPARE(scaling->text("rope_type", ""), std::string("linear"));
    }

    void frequenciesInAnotherFormAreRefused() {
        const auto config = read(llama(), {{.name = "rope_freqs.weight", .dimensions = {32}}});
        QVERIFY(!config);
        QCOMPARE(config.error().key, std::string("rope_freqs.weight"));
    }

    /// A head count of 2^31 or of text is no size of a model.
    void oddValuesAreRefusedWhereTheyAreRead() {
        std::vector<std::string> keyValues = llama();
        keyValues[4] = whole("llama.attention.head_count", 0xFFFFFFFFU);
        auto config = read(keyValues);
        QVERIFY(config);
        (void)config->whole("num_attention_heads", 1);
        QVERIFY(!config->check());
        keyValues[4] = ggufKey("llama.attention.head_count", kText) + ggufText("four");
        config = read(keyValues);
        QVERIFY(config);
        (void)config->whole("num_attention_heads", 1);
        QVERIFY(!config->check());
    }
};

QTEST_GUILESS_MAIN(GgufConfigTest)
#include "tst_gguf_config.moc"
