// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of llama.cpp for a GGUF file, by the file's key-values alone.
#include "engine/base/byte_size.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/checkpoint/formats/gguf_file.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace stowage;

namespace {

struct Keys {
    std::string name;
    std::map<std::string, std::int64_t> numbers;
    std::map<std::string, std::vector<std::uint64_t>> lists{};
};

GgufContents contentsOf(const Keys& keys) {
    GgufContents contents;
    contents.values["general.architecture"] = keys.name;
    for (const auto& [key, number] : keys.numbers) {
        contents.values[keys.name + '.' + key] = number;
    }
    for (const auto& [key, list] : keys.lists) {
        contents.lists[keys.name + '.' + key] = list;
        contents.arrays.insert(keys.name + '.' + key);
    }
    return contents;
}

const Keys kQwen36{"qwen35",
                   {{"block_count", 64},
                    {"embedding_length", 5120},
                    {"feed_forward_length", 17408},
                    {"attention.head_count", 24},
                    {"attention.head_count_kv", 4},
                    {"attention.key_length", 256},
                    {"attention.value_length", 256},
                    {"context_length", 262144},
                    {"full_attention_interval", 4},
                    {"ssm.conv_kernel", 4},
                    {"ssm.state_size", 128},
                    {"ssm.group_count", 16},
                    {"ssm.time_step_rank", 48},
                    {"ssm.inner_size", 6144}}};
const Keys kLlama{"llama",
                  {{"block_count", 32},
                   {"embedding_length", 4096},
                   {"attention.head_count", 32},
                   {"attention.head_count_kv", 8}}};
const Keys kGptOss{"gpt-oss",
                   {{"block_count", 24},
                    {"embedding_length", 2880},
                    {"attention.head_count", 64},
                    {"attention.head_count_kv", 8},
                    {"attention.key_length", 64},
                    {"attention.value_length", 64},
                    {"attention.sliding_window", 128}}};
const Keys kDeepSeek{"deepseek2",
                     {{"block_count", 61},
                      {"embedding_length", 7168},
                      {"attention.head_count", 128},
                      {"attention.head_count_kv", 1},
                      {"attention.key_length", 576},
                      {"attention.value_length", 512},
                      {"attention.key_length_mla", 192},
                      {"attention.value_length_mla", 128}}};

Keys without(Keys keys, const std::string& key) {
    keys.numbers.erase(key);
    keys.lists.erase(key);
    return keys;
}

Keys with(Keys keys, const std::string& key, std::int64_t number) {
    keys.numbers[key] = number;
    return keys;
}

/// Bytes that a model of these key-values keeps; nothing where a key is missing.
std::optional<std::uint64_t> bytesKept(const Keys& keys, std::uint64_t tokens,
                                       std::uint64_t sequences) {
    const auto facts = llamaCppFacts(contentsOf(keys));
    const auto engine = findEngine("llama.cpp");
    if (!facts || !engine) {
        return std::nullopt;
    }
    Workload work;
    work.batch = sequences;
    work.context = tokens / sequences;
    const auto size = llamaCppSize(*engine, *facts, work, DType::Float16);
    return size ? std::optional(size->keyValues.bytes + size->allStates.bytes) : std::nullopt;
}

/// Bytes that libllama of llama-cpp-python 0.3.36 keeps for a model of each architecture, and
/// with one key-value less or another number (tests/reference/llama_caches.cpp).
nlohmann::json recordedCaches() {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA "/llama_caches.json"));
    return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString())
                                          : nlohmann::json();
}

}  // namespace

class LlamaCppMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// MiB that llama.cpp printed for Qwen3.6-27B (lmstudio-ai/lmstudio-bug-tracker#1862), and
    /// those that its sources give for others.
    void asMuchAsLlamaCppPrints_data() {
        QTest::addColumn<int>("keys");
        QTest::addColumn<quint64>("tokens");
        QTest::addColumn<quint64>("batch");
        QTest::addColumn<double>("caches");
        QTest::addColumn<double>("states");
        QTest::newRow("qwen35, 4 sequences")
            << 0 << quint64{65536} << quint64{4} << 16384.0 << 598.5;
        QTest::newRow("qwen35, 1 sequence")
            << 0 << quint64{262144} << quint64{1} << 16384.0 << 149.625;
        QTest::newRow("llama") << 1 << quint64{4096} << quint64{1} << 512.0 << 0.0;
        QTest::newRow("llama, padded") << 1 << quint64{5000} << quint64{1} << 640.0 << 0.0;
        QTest::newRow("gpt-oss") << 2 << quint64{8192} << quint64{1} << 210.0 << 0.0;
        QTest::newRow("deepseek2") << 3 << quint64{4096} << quint64{1} << 274.5 << 0.0;
    }
    void asMuchAsLlamaCppPrints() {
        QFETCH(int, keys);
        QFETCH(quint64, tokens);
        QFETCH(quint64, batch);
        QFETCH(double, caches);
        QFETCH(double, states);
        const Keys* const all[] = {&kQwen36, &kLlama, &kGptOss, &kDeepSeek};
        const auto facts = llamaCppFacts(contentsOf(*all[keys]));
        QVERIFY2(facts, facts ? "" : facts.error().message.english().c_str());
        const auto engine = findEngine("llama.cpp");
        QVERIFY(engine);
        Workload work;
        work.batch = batch;
        work.context = tokens;
        const auto size = llamaCppSize(*engine, *facts, work, DType::Float16);
        QVERIFY2(size, size ? "" : size.error().message.english().c_str());
        QCOMPARE(double(size->keyValues.bytes) / double(kMiB), caches);
        QCOMPARE(double(size->allStates.bytes) / double(kMiB), states);
        std::uint64_t sum = 0;
        for (const std::uint64_t bytes : size->caches) {
            sum += bytes;
        }
        QCOMPARE(sum, size->keyValues.bytes);
    }

    /// Without a key-value: the same bytes as llama.cpp's, or that it is missing; where llama.cpp
    /// refuses the file, no other bytes than those of the whole file.
    void asMuchAsLibllamaKeeps() {
        constexpr std::uint64_t kTokens = 12288;
        constexpr std::uint64_t kSequences = 3;
        QStringList wrong;
        int compared = 0;
        int missing = 0;
        const auto compare = [&](const std::string& what, const Keys& keys, std::uint64_t recorded,
                                 bool mayBeMissing) {
            const auto bytes = bytesKept(keys, kTokens, kSequences);
            ++compared;
            missing += bytes ? 0 : 1;
            if (bytes ? *bytes != recorded : !mayBeMissing) {
                wrong.append(QString("%1: %2 instead of %3")
                                 .arg(what.c_str())
                                 .arg(qlonglong(bytes.value_or(0)))
                                 .arg(recorded));
            }
        };
        for (const auto& row : recordedCaches()) {
            const std::string name = row["name"];
            if (row["bytes"].is_null()) {
                continue;  // llama.cpp makes no context of it alone
            }
            const Keys keys{name, row["numbers"], row["lists"]};
            const std::uint64_t base = row["bytes"];
            compare(name, keys, base, false);
            if (bytesKept(keys, 5000, 1) != row["one_sequence"].get<std::uint64_t>()) {
                wrong.append(QString("%1: one sequence").arg(name.c_str()));
            }
            const auto compareChanged = [&](const char* change, const std::string& key,
                                            const Keys& changed) {
                const auto& bytes = row[change];
                if (!bytes.contains(key)) {
                    compare(name + ' ' + change + ' ' + key, changed, base, true);
                } else if (!bytes[key].is_null()) {
                    compare(name + ' ' + change + ' ' + key, changed, bytes[key], true);
                } else if (std::string(change) == "removed") {
                    compare(name + " refused without " + key, changed, base, true);
                }
            };
            for (const auto& [key, list] : keys.lists) {
                compareChanged("removed", key, without(keys, key));
            }
            for (const auto& [key, number] : keys.numbers) {
                compareChanged("removed", key, without(keys, key));
                compareChanged("raised", key, with(keys, key, number == 0 ? 2 : 2 * number));
            }
        }
        for (const QString& line : wrong) {
            qInfo("%s", qPrintable(line));
        }
        qInfo("%d compared, %d of them with a missing key", compared, missing);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        QVERIFY(compared > 5000);
    }

    /// A layer without key/value heads keeps a state, whichever way the file says so.
    void listsAreReadLayerByLayer() {
        Keys keys{"granitehybrid",
                  {{"block_count", 4},
                   {"embedding_length", 1024},
                   {"attention.head_count", 16},
                   {"ssm.conv_kernel", 4},
                   {"ssm.inner_size", 2048},
                   {"ssm.state_size", 128},
                   {"ssm.group_count", 1}},
                  {{"attention.head_count_kv", {0, 0, 4, 0}}}};
        const auto facts = llamaCppFacts(contentsOf(keys));
        QVERIFY2(facts, facts ? "" : facts.error().message.english().c_str());
        QCOMPARE(facts->caches.size(), std::size_t{1});
        QCOMPARE(facts->caches.front(), (LlamaCppFacts::Cache{2, 256, 256}));
        QCOMPARE(facts->states.size(), std::size_t{3});
        QCOMPARE(facts->states.front().elements, std::uint64_t{3 * (2048 + 2 * 128) + 128 * 2048});
        keys.lists["attention.head_count_kv"] = {0, 4};
        const auto tooFew = llamaCppFacts(contentsOf(keys));
        QVERIFY(!tooFew);
        QCOMPARE(tooFew.error().key, std::string("granitehybrid.attention.head_count_kv"));
    }

    /// Phi-3's window is switched off in llama.cpp, and Exaone 4 slides with 64 layers alone.
    void windowsAreThoseThatLlamaCppHas() {
        Keys phi = with(kLlama, "attention.sliding_window", 2047);
        phi.name = "phi3";
        const auto full = llamaCppFacts(contentsOf(phi));
        QVERIFY(full && full->caches.front().cells == LlamaCppFacts::Cells::All);
        Keys exaone = with(kLlama, "attention.sliding_window", 4096);
        exaone.name = "exaone4";
        const auto small = llamaCppFacts(contentsOf(exaone));
        QVERIFY(small && small->window == 0);
        const auto large = llamaCppFacts(contentsOf(with(exaone, "block_count", 64)));
        QVERIFY(large);
        QCOMPARE(std::ranges::count(large->caches, LlamaCppFacts::Cells::Window,
                                    &LlamaCppFacts::Cache::cells),
                 48);
    }

    void whatIsMissingIsNamed() {
        for (const char* const key : {"ssm.state_size", "ssm.group_count", "block_count"}) {
            const auto facts = llamaCppFacts(contentsOf(without(kQwen36, key)));
            QVERIFY2(!facts, key);
            QCOMPARE(facts.error().code, ErrorCode::Malformed);
            QCOMPARE(facts.error().key, std::string("qwen35.") + key);
        }
        const auto window = llamaCppFacts(contentsOf(without(kGptOss, "attention.sliding_window")));
        QVERIFY(!window);
        QCOMPARE(window.error().key, std::string("gpt-oss.attention.sliding_window"));
        const auto unknown = llamaCppFacts(contentsOf({"tomorrow", {{"block_count", 2}}}));
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::Unsupported);
    }

    void absurdNumbersAreNone() {
        for (const std::int64_t number : {std::int64_t{-1}, std::int64_t{1} << 50}) {
            QVERIFY(!llamaCppFacts(contentsOf(with(kLlama, "embedding_length", number))));
        }
        const auto many = llamaCppFacts(contentsOf(with(kLlama, "block_count", 1'000'000)));
        QVERIFY(!many && many.error().key == "llama.block_count");
    }
};

QTEST_GUILESS_MAIN(LlamaCppMemoryTest)
#include "tst_llama_cpp_memory.moc"
