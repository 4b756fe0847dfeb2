// SPDX-License-Identifier: GPL-3.0-or-later
// What each engine keeps of known models, worked out by hand from the engines' own rules.
#include "engine/capacity/engine_profile.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>

using namespace stowage;

namespace {

/// Of config.json's as published, what the cache depends on.
const std::map<std::string, std::string>& configs() {
    static const std::map<std::string, std::string> kConfigs{
        {"llama-3.1-8b",
         "{'model_type': 'llama', 'architectures': ['LlamaForCausalLM'], 'hidden_size': 4096, "
         "'intermediate_size': 14336, 'num_hidden_layers': 32, 'num_attention_heads': 32, "
         "'num_key_value_heads': 8, 'vocab_size': 128256}"},
        {"llama-3-70b",
         "{'model_type': 'llama', 'architectures': ['LlamaForCausalLM'], 'hidden_size': 8192, "
         "'intermediate_size': 28672, 'num_hidden_layers': 80, 'num_attention_heads': 64, "
         "'num_key_value_heads': 8, 'vocab_size': 128256}"},
        {"deepseek-v3",
         "{'model_type': 'deepseek_v3', 'architectures': ['DeepseekV3ForCausalLM']}"},
        {"gemma-3-27b",
         "{'model_type': 'gemma3_text', 'architectures': ['Gemma3ForCausalLM'], 'hidden_size': "
         "5376, 'intermediate_size': 21504, 'num_hidden_layers': 62, 'num_attention_heads': 32, "
         "'num_key_value_heads': 16, 'head_dim': 128, 'sliding_window': 1024}"},
        {"gpt-oss-20b",
         "{'model_type': 'gpt_oss', 'architectures': ['GptOssForCausalLM'], 'num_hidden_layers': "
         "24, 'num_local_experts': 32}"},
    };
    return kConfigs;
}

std::optional<ModelFacts> factsOf(const std::string& name) {
    std::string config = configs().at(name);
    std::ranges::replace(config, '\'', '"');
    const auto model = readConfigModel(config, "config.json");
    auto draft = model ? draftOf(*model) : model.unexpected();
    if (!draft) {
        qWarning("%s", draft.error().message.english().c_str());
        return std::nullopt;
    }
    const auto tree = ModuleTreeBuilder::build(std::move(*draft));
    return tree ? std::optional(modelFacts(*model, **tree)) : std::nullopt;
}

Workload tokensOf(std::uint64_t tokens) {
    Workload work;
    work.context = tokens;
    return work;
}

}  // namespace

class KvCacheSizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void everyEngineIsRead() {
        const auto engines = engineProfiles();
        QVERIFY2(engines, engines ? "" : engines.error().message.english().c_str());
        QCOMPARE(engines->front().name, std::string(kOwnEngine));
        for (const EngineProfile& engine : *engines) {
            QVERIFY(!engine.title.empty() && !engine.sources.empty());
            QCOMPARE(engine.bits.size(), std::size_t{6});
            QVERIFY(engine.bits.at(KvType::BFloat16).has_value());
            QVERIFY(engine.version.empty() == (engine.name == kOwnEngine));
        }
        const auto none = findEngine("tgi");
        QVERIFY(!none);
        for (const EngineProfile& engine : *engines) {
            QVERIFY(none.error().message.english().find(engine.name) != std::string::npos);
        }
    }

    void keepsWhatTheEngineKeeps_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<quint64>("tokens");
        QTest::addColumn<quint64>("bytes");
        const auto row = [](const char* model, const char* engine, quint64 tokens, quint64 bytes) {
            QTest::addRow("%s, %s, %llu", model, engine, tokens)
                << model << engine << tokens << bytes;
        };
        for (const char* engine :
             {"stowage", "transformers", "transformers-static", "vllm", "llama.cpp"}) {
            row("llama-3.1-8b", engine, 8192, 1'073'741'824);
            row("llama-3.1-8b", engine, 131072, 17'179'869'184);
            row("llama-3-70b", engine, 8192, 2'684'354'560);
            row("deepseek-v3", engine, 8192, 575'668'224);
            row("deepseek-v3", engine, 131072, 9'210'691'584);
        }
        // A page that nobody uses.
        row("llama-3.1-8b", "sglang", 8192, 1'073'741'824 + 131'072);
        row("gemma-3-27b", "transformers", 8192, 1'107'296'256);
        row("gemma-3-27b", "transformers", 131072, 11'173'625'856);
        row("gemma-3-27b", "transformers-static", 8192, 1'107'296'256);
        row("gemma-3-27b", "sglang", 8192, 4'160'749'568 + 62 * 8192);
        row("gemma-3-27b", "llama.cpp", 8192, 1'325'400'064);
        row("gemma-3-27b", "llama.cpp", 131072, 11'391'729'664);
        row("gpt-oss-20b", "transformers", 8192, 204'472'320);
        row("gpt-oss-20b", "transformers-static", 131072, 3'224'371'200);
        row("gpt-oss-20b", "vllm", 8192, 204'865'536);
        row("gpt-oss-20b", "vllm", 131072, 3'224'764'416);
        row("gpt-oss-20b", "sglang", 8192, 362'422'272);
        row("gpt-oss-20b", "sglang", 131072, 5'798'240'256);
        row("gpt-oss-20b", "llama.cpp", 8192, 220'200'960);
        row("gpt-oss-20b", "llama.cpp", 131072, 3'240'099'840);
    }
    void keepsWhatTheEngineKeeps() {
        QFETCH(QString, model);
        QFETCH(QString, engine);
        QFETCH(quint64, tokens);
        QFETCH(quint64, bytes);
        const auto facts = factsOf(model.toStdString());
        QVERIFY(facts && facts->cache);
        const auto profile = findEngine(engine.toStdString());
        QVERIFY(profile);
        const auto size = kvCacheSize(*profile, *facts->cache, facts->className, tokensOf(tokens),
                                      DType::BFloat16);
        QVERIFY2(size, size ? "" : size.error().message.english().c_str());
        QCOMPARE(size->bytes, std::uint64_t{bytes});
        QCOMPARE(size->layers.size(), static_cast<std::size_t>(facts->cache->layers));
        QCOMPARE(std::accumulate(size->layers.begin(), size->layers.end(), std::uint64_t{0}),
                 size->bytes);
        QVERIFY2(size->explained.english().find("numbers × 2 B") != std::string::npos,
                 size->explained.english().c_str());
    }

    /// What sliding layers keep of a prompt until the first token follows it.
    void slidingLayersKeepAPromptForAWhile() {
        const auto facts = factsOf("gemma-3-27b");
        QVERIFY(facts && facts->cache);
        Workload work;
        work.prompt = 8192;
        const auto size = kvCacheSize(*findEngine("transformers"), *facts->cache, facts->className,
                                      work, DType::BFloat16);
        QVERIFY(size);
        QCOMPARE(size->bytes + size->promptBytes, std::uint64_t{4'160'749'568});
        QCOMPARE(size->promptLayers.at(5), std::uint64_t{0});  // every sixth sees everything
        QCOMPARE(size->promptLayers.at(4), std::uint64_t{8192 - 1024} * 8192);
        QCOMPARE(size->bytesPerToken, std::uint64_t{62 * 8192});
        // By chunks no more than one of them, beside the window.
        work.prefillChunk = 512;
        const auto chunked = kvCacheSize(*findEngine("transformers"), *facts->cache,
                                         facts->className, work, DType::BFloat16);
        QVERIFY(chunked);
        QCOMPARE(chunked->promptLayers.at(4), std::uint64_t{512 * 8192});
    }

    void typesAreTheEngines() {
        const auto facts = factsOf("llama-3.1-8b");
        QVERIFY(facts && facts->cache);
        Workload work = tokensOf(8192);
        const auto bytes = [&](const char* engine, KvType type) {
            work.kvType = type;
            const auto size = kvCacheSize(*findEngine(engine), *facts->cache, facts->className,
                                          work, DType::BFloat16);
            return size ? size->bytes : std::uint64_t{0};
        };
        QCOMPARE(bytes("llama.cpp", KvType::Int8), std::uint64_t{570'425'344});
        QCOMPARE(bytes("llama.cpp", KvType::Q4), std::uint64_t{301'989'888});
        QCOMPARE(bytes("vllm", KvType::Fp8), std::uint64_t{536'870'912});
        QCOMPARE(bytes("stowage", KvType::Fp8), std::uint64_t{0});
        work.kvType = KvType::Q4;
        const auto no = kvCacheSize(*findEngine("vllm"), *facts->cache, facts->className, work,
                                    DType::BFloat16);
        QVERIFY(!no);
        QCOMPARE(no.error().code, ErrorCode::InvalidArgument);
        QVERIFY(no.error().message.english().find("float32, float16, bfloat16, fp8") !=
                std::string::npos);
    }

    void sequencesAddUp() {
        const auto facts = factsOf("gpt-oss-20b");
        QVERIFY(facts && facts->cache);
        Workload work = tokensOf(4096);
        work.batch = 8;
        const auto size = kvCacheSize(*findEngine("vllm"), *facts->cache, facts->className, work,
                                      DType::BFloat16);
        QVERIFY(size);
        QCOMPARE(size->bytes, 8 * std::uint64_t{393'216} * (256 + 9));
    }

    void absurdWorkloadsAreRefused() {
        const auto facts = factsOf("deepseek-v3");
        QVERIFY(facts && facts->cache);
        Workload work = tokensOf(std::uint64_t{1} << 28);
        work.batch = std::uint64_t{1} << 20;
        const auto no = kvCacheSize(*findEngine("transformers"), *facts->cache, facts->className,
                                    work, DType::Float32);
        QVERIFY(!no);
        QCOMPARE(no.error().code, ErrorCode::LimitExceeded);
        work.batch = 0;
        QVERIFY(!checkWorkload(work));
    }
};

QTEST_GUILESS_MAIN(KvCacheSizeTest)
#include "tst_kv_cache_size.moc"
