// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/model_facts.h"
#include "tests/support/bad_file_check.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr auto& row = badFileRow;

}  // namespace

class TestGguf : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const std::string& bytes) const {
        const std::string path = m_folder.filePath(QStringLiteral("file.gguf")).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        return path;
    }
    void check() { checkBadFile(m_folder.filePath(QStringLiteral("bad.gguf")).toStdString()); }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void bytesAreThoseTheLibraryWrote() {
        const std::string path = STOWAGE_TEST_DATA "/checkpoints/tiny.gguf";
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->format, CheckpointFormat::Gguf);
        const auto digests = digestsOf(**opened);
        QVERIFY(digests);
        QCOMPARE(digests->size(), std::size_t{9});
        QCOMPARE(*digests, digestsFromPython(path));
        QVERIFY((*opened)->warnings.empty());
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        std::uint64_t bytes = 0;
        for (const StoredTensor& tensor : (*opened)->tensors) {
            bytes += tensor.location.length;
        }
        QCOMPARE((*tree)->totalBytes(), bytes);
        QVERIFY((*tree)->findModule("blk.0.attn_q"));
    }

    void oddButValidFilesAreRead_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("warnings");
        const auto good = [](const char* name, const GgufFile& file, int warnings) {
            const std::string bytes = ggufBytes(file);
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                                << warnings;
        };
        good("plain", {}, 0);
        good("version 2", {.version = 2}, 0);
        good("alignment 256", {.keyValues = {ggufAlignment(256)}, .alignment = 256}, 0);
        good("arrays in arrays",
             {.keyValues = {ggufKey("a", 9) + ggufArray(9, 1) + ggufArray(8, 1) + ggufText("x")}},
             0);
        good("split", {.keyValues = {ggufKey("split.count", 2) + littleEndian(3, 2)}}, 1);
        good("every fixed type",
             {.keyValues = {ggufKey("a", 0) + "a", ggufKey("b", 7) + "b",
                            ggufKey("c", 12) + "12345678",
                            ggufKey("d", 9) + ggufArray(5, 2) + "12345678"}},
             0);
    }
    void oddButValidFilesAreRead() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, warnings);
        const auto opened = openCheckpoint(write(bytes.toStdString()));
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->tensors.size(), std::size_t{1});
        QCOMPARE((*opened)->tensors[0].shape, (std::vector<std::int64_t>{2, 32}));
        QCOMPARE((*opened)->tensors[0].dtype, DType::GgufQ8_0);
        QCOMPARE((*opened)->tensors[0].location.length, std::uint64_t{68});
        QCOMPARE((*opened)->warnings.size(), static_cast<std::size_t>(warnings));
    }

    void badHeaders_data() {
        badFileColumns();
        using enum ErrorCode;
        const std::uint64_t huge = std::uint64_t{1} << 60;
        row("72 tensor count of 2^60", ggufBytes({.tensorCount = huge}), LimitExceeded,
            "1152921504606846976");
        row("72 key-value count of 2^60", ggufBytes({.keyValueCount = huge}), LimitExceeded,
            "1152921504606846976");
        row("73 alignment 0", ggufBytes({.keyValues = {ggufAlignment(0)}}), Malformed,
            goldenText("checkpoint/power-of-two"));
        row("73 alignment 48", ggufBytes({.keyValues = {ggufAlignment(48)}}), Malformed, "48");
        row("73 alignment as text",
            ggufBytes({.keyValues = {ggufKey("general.alignment", 8) + ggufText("32")}}), Malformed,
            "32-bit");
        row("version 1", ggufBytes({.version = 1}), Unsupported, "version 1");
        row("version 4", ggufBytes({.version = 4}), Unsupported, "version 4");
        row("big endian", ggufBytes({.version = 0x03000000}), Unsupported, "big-endian");
        row("only the magic", "GGUF", Truncated, "truncated");
        row("ends in its counts", ggufBytes({}).substr(0, 20), Truncated, "truncated");
        row("a key of 2^60 bytes", ggufBytes({.keyValues = {littleEndian(huge, 8) + "aaaaa"}}),
            LimitExceeded, "key");
        row("a text of 2^60 bytes",
            ggufBytes({.keyValues = {ggufKey("a", 8) + littleEndian(huge, 8)}}), Truncated,
            "truncated");
        row("an array of 2^60 numbers",
            ggufBytes({.keyValues = {ggufKey("a", 9) + ggufArray(12, huge)}}), Truncated,
            goldenText("checkpoint/more-than-the-file"));
        row("an unknown value", ggufBytes({.keyValues = {ggufKey("a", 13) + "x"}}), Malformed,
            "unknown type 13");
        row("an array of unknown values",
            ggufBytes({.keyValues = {ggufKey("a", 9) + ggufArray(99, 1) + "x"}}), Malformed,
            "unknown type 99");
        std::string nested = ggufKey("a", 9);
        for (int i = 0; i < 10; ++i) {
            nested += ggufArray(9, 1);
        }
        row("arrays ten deep", ggufBytes({.keyValues = {nested + ggufArray(0, 0)}}), LimitExceeded,
            "levels deep");
        row("a key twice", ggufBytes({.keyValues = {ggufKey("a", 0) + "x", ggufKey("a", 0) + "y"}}),
            Malformed, "twice");
    }
    void badHeaders() { check(); }

    void badTensors_data() {
        badFileColumns();
        using enum ErrorCode;
        const auto tensor = [](const char* name, const GgufTensor& bad, ErrorCode code,
                               const char* mentions) {
            row(name, ggufBytes({.tensors = {bad}}), code, mentions);
        };
        const std::uint64_t large = std::uint64_t{1} << 40;
        tensor("five dimensions", {.dimensions = {32, 1, 1, 1, 1}}, Malformed, "5 dimensions");
        tensor("a dimension of 2^63", {.dimensions = {std::uint64_t{1} << 63}}, Malformed,
               "9223372036854775808");
        tensor("product overflow", {.dimensions = {large, large}, .type = 0}, Malformed,
               "64-bit number");
        tensor("broken blocks", {.dimensions = {33}}, Malformed, "blocks of 32");
        tensor("a type that was dropped", {.type = 4}, Unsupported, "type 4");
        tensor("an unknown type", {.type = 99}, Unsupported, "type 99");
        tensor("beyond the end", {.offset = 1024}, Truncated,
               goldenText("checkpoint/past-the-end"));
        tensor("an offset of 2^64 - 32", {.offset = ~std::uint64_t{31}}, Truncated,
               goldenText("checkpoint/past-the-end"));
        tensor("larger than the file", {.dimensions = {large}, .type = 0}, Truncated,
               goldenText("checkpoint/past-the-end"));
        tensor("not aligned", {.offset = 8}, Malformed, "alignment 32");
        tensor("a name with NUL", {.name = std::string("a\0", 2)}, Malformed, "NUL");
        tensor("a name that is no text", {.name = "\xff\xfe"}, Malformed, "UTF-8");
        tensor("a name of 5000 bytes", {.name = std::string(5000, 'n')}, LimitExceeded, "5000");
        row("two in one place", ggufBytes({.tensors = {{}, {.name = "other"}}}), Malformed,
            "overlaps");
        row("a name twice", ggufBytes({.tensors = {{}, {.offset = 128}}}), Malformed, "twice");
        const std::string good = ggufBytes({});
        row("truncated by one byte", good.substr(0, good.size() - 1), Truncated,
            goldenText("checkpoint/past-the-end"));
        row("ends in a tensor's name", good.substr(0, 34), Truncated, "");
    }
    void badTensors() { check(); }

    void openingCanBeStopped() {
        std::stop_source source;
        source.request_stop();
        const auto opened =
            openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/tiny.gguf", source.get_token());
        QCOMPARE(opened.error().code, ErrorCode::Cancelled);
    }

    /// By the rules of the library's family that an architecture of llama.cpp's is.
    void factsAreThoseOfTheKeyValues_data() {
        QTest::addColumn<QByteArray>("architecture");
        QTest::addColumn<QByteArray>("added");
        QTest::addColumn<QByteArray>("family");  // empty: there are no facts
        QTest::addColumn<qint64>("cacheOfAToken");
        QTest::addColumn<qint64>("window");
        const auto number = [](const std::string& key, std::uint32_t value) {
            return QByteArray::fromStdString(ggufKey(key, 4)) +
                   QByteArray(reinterpret_cast<const char*>(&value), sizeof value);
        };
        const QByteArray none;
        // 3 layers of 2 · heads of keys · width, in 2 bytes a number.
        QTest::newRow("llama") << QByteArray("llama") << none << QByteArray("llama")
                               << qint64{3 * 2 * 4 * 16 * 2} << qint64{0};
        QTest::newRow("shared heads")
            << QByteArray("qwen2") << number("qwen2.attention.head_count_kv", 2)
            << QByteArray("qwen2") << qint64{3 * 2 * 2 * 16 * 2} << qint64{0};
        QTest::newRow("wide heads")
            << QByteArray("qwen3") << number("qwen3.attention.key_length", 32)
            << QByteArray("qwen3") << qint64{3 * 2 * 4 * 32 * 2} << qint64{0};
        QTest::newRow("a window in some layers")
            << QByteArray("gemma3") << number("gemma3.attention.sliding_window", 5)
            << QByteArray("gemma3_text") << qint64{3 * 2 * 4 * 16 * 2} << qint64{5};
        QTest::newRow("a mixture of Llama's")
            << QByteArray("llama") << number("llama.expert_count", 8) << QByteArray("mixtral")
            << qint64{3 * 2 * 4 * 16 * 2} << qint64{0};
        QTest::newRow("an unknown architecture")
            << QByteArray("rwkv6") << none << none << qint64{0} << qint64{0};
        QTest::newRow("heads of keys for each layer")
            << QByteArray("llama")
            << QByteArray::fromStdString(ggufKey("llama.attention.head_count_kv", 9) +
                                         ggufArray(4, 1)) +
                   QByteArray(4, '\1')
            << none << qint64{0} << qint64{0};
        QTest::newRow("an absurd number of layers")
            << QByteArray("phi3") << number("phi3.block_count", 0xFFFFFFFFU) << none << qint64{0}
            << qint64{0};
    }
    void factsAreThoseOfTheKeyValues() {
        QFETCH(QByteArray, architecture);
        QFETCH(QByteArray, added);
        QFETCH(QByteArray, family);
        QFETCH(qint64, cacheOfAToken);
        QFETCH(qint64, window);
        const std::string name = architecture.toStdString();
        std::vector<std::string> keyValues;
        if (!added.isEmpty()) {
            keyValues.push_back(added.toStdString());
        }
        keyValues.push_back(ggufKey("general.architecture", 8) + ggufText(name));
        const std::pair<const char*, std::uint32_t> sizes[] = {
            {".embedding_length", 64},    {".feed_forward_length", 96}, {".block_count", 3},
            {".attention.head_count", 4}, {".context_length", 100},     {".expert_used_count", 2}};
        for (const auto& [key, value] : sizes) {
            if (!added.contains(QByteArray::fromStdString(ggufText(name + key)))) {
                keyValues.push_back(ggufKey(name + key, 4) +
                                    std::string(reinterpret_cast<const char*>(&value), 4));
            }
        }
        const auto opened = openCheckpoint(write(ggufBytes({.keyValues = keyValues})));
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        const auto& facts = (*opened)->modelFacts;
        QVERIFY(facts != nullptr && facts->isOfKeyValues);
        if (family.isEmpty()) {  // what others than llama.cpp keep is not known
            QCOMPARE(facts->family, name);
            QVERIFY(!facts->cache && facts->layers.value_or(0) <= 512);
            return;
        }
        QCOMPARE(facts->family, family.toStdString());
        QCOMPARE(facts->layers, std::optional<std::uint64_t>(3));
        QCOMPARE(facts->contextLength, std::optional<std::uint64_t>(100));
        QVERIFY(facts->cache.has_value());
        QCOMPARE(kvBytesPerToken(*facts->cache, DType::Float16),
                 static_cast<std::uint64_t>(cacheOfAToken));
        QCOMPARE(facts->cache->window, static_cast<std::uint64_t>(window));
        const bool isMixture = family == "mixtral";
        QCOMPARE(facts->experts, isMixture ? std::optional<std::uint64_t>(8) : std::nullopt);
        QCOMPARE(facts->activeExperts, isMixture ? std::optional<std::uint64_t>(2) : std::nullopt);
    }
};

QTEST_GUILESS_MAIN(TestGguf)
#include "tst_gguf.moc"
