// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of vLLM's caches against the answers of vLLM's own planner
// (tests/reference/vllm_plans.py).
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/capacity/vllm_plan.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/plan/forward_estimate.h"
#include "tests/capacity/planned_config.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

QJsonObject recorded(const char* name) {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA "/vllm_plans/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::uint64_t whole(const QJsonValue& value) {
    return static_cast<std::uint64_t>(std::max<qint64>(value.toInteger(), 0));
}

/// Cases that these rules do not cover: drafts, pipelines, other managers.
bool isBeyond(const QJsonObject& asked) {
    const QJsonObject more = asked["engine_args"].toObject();
    return asked.contains("speculative") || asked.contains("pipeline_parallel") ||
           asked.contains("num_gpu_blocks_override") ||
           more.contains("disable_hybrid_kv_cache_manager");
}

/// The families that Stowage does not know yet.
const QStringList kUnknown{"qwen3_5", "llama4", "gemma3n_text"};

/// One sequence of `context` tokens under vLLM on a GPU of this capacity.
std::shared_ptr<const CapacityEstimate> served(const std::string& config, std::uint64_t capacity,
                                               const Workload& work) {
    EstimateInput input = plannedConfig(config, 1, capacity);
    input.workload = work;
    input.workload.engine = "vllm";
    input.byFormula = true;
    const auto estimate = estimateCapacity(input);
    return estimate ? *estimate : nullptr;
}

std::string configOf(const char* model) {
    for (const QJsonValue& asked : recorded("cases.json")["cases"].toArray()) {
        if (asked["name"].toString() == QLatin1String(model)) {
            return QJsonDocument(asked["config"].toObject()).toJson().toStdString();
        }
    }
    return {};
}

}  // namespace

class VllmPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isVllmsOwn_data() {
        QTest::addColumn<QJsonObject>("asked");
        QTest::addColumn<QJsonObject>("answer");
        const QJsonArray cases = recorded("cases.json")["cases"].toArray();
        const QJsonArray answers = recorded("answers.json")["answers"].toArray();
        QCOMPARE(cases.size(), answers.size());
        int compared = 0;
        for (qsizetype i = 0; i < cases.size(); ++i) {
            const QJsonObject asked = cases[i].toObject();
            const QJsonObject answer = answers[i].toObject();
            const QString family = asked["config"]["model_type"].toString();
            if (answer.contains("error") || isBeyond(asked) || kUnknown.contains(family)) {
                continue;
            }
            QTest::newRow(qPrintable(asked["name"].toString())) << asked << answer;
            ++compared;
        }
        QVERIFY2(compared >= 60, qPrintable(QString::number(compared)));
    }

    void isVllmsOwn() {
        QFETCH(QJsonObject, asked);
        QFETCH(QJsonObject, answer);
        const EstimateInput input = plannedConfig(
            QJsonDocument(asked["config"].toObject()).toJson().toStdString(), 16, 200 * kGiB);
        const auto engine = findEngine("vllm");
        QVERIFY(engine);
        auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
        QVERIFY(facts != nullptr);
        const std::uint64_t cards = whole(asked["tensor_parallel"].toInt(1));
        if (cards > 1) {
            auto share = parallelShare(*input.plan, *facts, *engine, cards);
            QVERIFY2(share, share ? "" : share.error().message.english().c_str());
            facts = std::make_shared<const ModelFacts>(share->facts);
        }
        VllmSetting setting;
        setting.batchedTokens = whole(answer["max_num_batched_tokens"]);
        setting.schedulesAhead = answer["async_scheduling"].toBool();
        setting.cachesPrefixes = answer["prefix_caching"].toBool();
        const QJsonArray capability = asked["device"].toObject()["capability"].toArray();
        setting.capability =
            capability.isEmpty()
                ? 90U
                : static_cast<unsigned>(10 * capability[0].toInt() + capability[1].toInt());
        if (asked.contains("block_size")) {
            setting.blockTokens = whole(asked["block_size"]);
        }
        Workload work;
        work.context = whole(answer["max_model_len"]);
        if (asked["kv_cache_dtype"].toString() == QLatin1String("fp8")) {
            work.kvType = KvType::Fp8;
        }
        const auto dtype = dtypeFromName(answer["model_dtype"].toString().toStdString());
        QVERIFY(dtype);
        const auto made = vllmPlan(*engine, *facts, setting, work, *dtype);
        QVERIFY2(made, made ? "" : made.error().message.english().c_str());
        QVERIFY(made->has_value());
        const VllmPlan& plan = **made;

        std::uint64_t blocks = 0;
        std::uint64_t blockTokens = 0;
        for (const QJsonValue& group : answer["groups"].toArray()) {
            blocks += whole(group["blocks_per_request"]);
            blockTokens = std::max(blockTokens, whole(group["block_size"]));
        }
        QCOMPARE(plan.bytesPerBlock, whole(answer["bytes_per_block"]));
        const std::uint64_t most = whole(answer["model_max_len"]);
        const bool isFitted = asked["max_model_len"].toInt() == -1;  // vLLM then takes the longest
        const std::uint64_t tokens = whole(answer[isFitted ? "longest_accepted" : "max_model_len"]);
        const std::uint64_t available = whole(asked["available_memory"]);
        QCOMPARE(plan.longest(available, std::max(most, tokens)),
                 whole(answer["longest_accepted"]));
        QCOMPARE(plan.accepts(available, tokens), answer["accepted"].toBool());
        if (!isFitted) {
            QCOMPARE(plan.blocksOf(tokens), blocks);
        }
        if (answer["accepted"].toBool()) {
            QCOMPARE(plan.blocks(available), whole(answer["num_blocks"]));
            QCOMPARE(plan.concurrency(available, tokens), answer["max_concurrency"].toDouble());
            QCOMPARE(static_cast<std::uint64_t>(plan.concurrency(available, tokens) *
                                                static_cast<double>(tokens)),
                     whole(answer["kv_tokens"]));
        }
        // One byte less than what the longest request takes refuses it; just as much takes it.
        const std::uint64_t longest = plan.longest(available, std::max(most, tokens));
        if (longest > 0) {
            const std::uint64_t need = plan.bytesPerBlock * (plan.blocksOf(longest) + 1);
            QVERIFY(plan.accepts(need, longest) && !plan.accepts(need - 1, longest));
        }
    }

    /// On a GPU that is just large enough vLLM starts, on one with a byte less it does not, and the
    /// estimate says so.
    void fitsWhereVllmStarts_data() {
        QTest::addColumn<QJsonObject>("asked");
        QTest::addColumn<QJsonObject>("answer");
        const QJsonArray cases = recorded("cases.json")["cases"].toArray();
        const QJsonArray answers = recorded("answers.json")["answers"].toArray();
        for (qsizetype i = 0; i < cases.size(); ++i) {
            const QJsonObject asked = cases[i].toObject();
            const QJsonObject answer = answers[i].toObject();
            const bool isPlain = !asked.contains("tensor_parallel") &&
                                 !asked.contains("block_size") && !asked.contains("engine_args");
            if (!answer.contains("error") && !isBeyond(asked) && isPlain &&
                !kUnknown.contains(asked["config"]["model_type"].toString())) {
                QTest::newRow(qPrintable(asked["name"].toString())) << asked << answer;
            }
        }
    }

    void fitsWhereVllmStarts() {
        QFETCH(QJsonObject, asked);
        QFETCH(QJsonObject, answer);
        const std::string config = QJsonDocument(asked["config"].toObject()).toJson().toStdString();
        Workload work;
        work.prompt = 1;
        work.context = whole(answer["model_max_len"]);
        work.batchedTokens = whole(answer["max_num_batched_tokens"]);
        std::uint64_t capacity = 900 * kGiB;
        for (int step = 0; step < 3; ++step) {  // the CUDA graphs' share depends on the capacity
            const auto estimate = served(config, capacity, work);
            QVERIFY(estimate != nullptr);
            capacity = estimate->on(DeviceId::gpu(0))->leastCapacity();
        }
        for (const std::uint64_t bytes : {capacity, capacity - 1}) {
            const auto estimate = served(config, bytes, work);
            QVERIFY(estimate != nullptr);
            const DeviceEstimate& gpu = *estimate->on(DeviceId::gpu(0));
            QVERIFY(gpu.share);
            QCOMPARE(*gpu.shareBytes(),
                     static_cast<std::uint64_t>(std::ceil(static_cast<double>(bytes) * 0.92)));
            QCOMPARE(estimate->holds(), bytes == capacity);
            const bool startsAtAll = *gpu.shareBytes() + gpu.share->sure <= bytes;
            QCOMPARE(gpu.share->plan.accepts(*gpu.cacheRoom(), work.tokens()) && startsAtAll,
                     bytes == capacity);
            QCOMPARE(gpu.kvCache + gpu.state,
                     gpu.share->plan.bytesPerBlock * (gpu.share->plan.blocksOf(work.tokens()) + 1));
        }
    }

    /// A smaller share is less room, and what others hold must leave it free.
    void shareIsTheUsers() {
        const std::string config = configOf("Llama-3.1-8B");
        QVERIFY(!config.empty());
        Workload work;
        work.context = 8192;
        const auto usual = served(config, 24 * kGiB, work);
        work.memoryShare = 7500;
        const auto smaller = served(config, 24 * kGiB, work);
        QVERIFY(usual && smaller);
        QVERIFY(usual->verdict == Verdict::Fits);
        const DeviceEstimate& before = *usual->on(DeviceId::gpu(0));
        const DeviceEstimate& after = *smaller->on(DeviceId::gpu(0));
        QCOMPARE(*before.cacheRoom() - *after.cacheRoom(),
                 *before.shareBytes() - *after.shareBytes());
        QCOMPARE(*after.shareBytes(), 18 * kGiB);
        QCOMPARE(*after.kvBlocks(work), *after.cacheRoom() / (2 * kMiB));
        work.memoryShare = 10'000;  // what is taken before it measures has no place then
        QVERIFY(served(config, 24 * kGiB, work)->verdict == Verdict::DoesNotFit);
    }

    void otherEnginesRefuseTheOptions() {
        EstimateInput input = plannedConfig(configOf("Llama-3.1-8B"), 1, 80 * kGiB);
        input.workload.engine = "transformers";
        input.workload.memoryShare = 9000;
        auto refused = estimateCapacity(input);
        QVERIFY(!refused);
        QCOMPARE(refused.error().key, std::string("gpu_memory_utilization"));
        input.workload.memoryShare = 0;
        input.workload.batchedTokens = 4096;
        refused = estimateCapacity(input);
        QVERIFY(!refused);
        QCOMPARE(refused.error().key, std::string("max_num_batched_tokens"));
    }

    /// SGLang's own choice of --mem-fraction-static (tests/reference/sglang_shares.py).
    void sglangsShareIsItsOwn() {
        QFile file(QStringLiteral(STOWAGE_TEST_DATA "/sglang_shares.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray rows = QJsonDocument::fromJson(file.readAll())["rows"].toArray();
        QVERIFY(rows.size() > 300);
        const auto engine = findEngine("sglang");
        QVERIFY(engine && engine->staticShare);
        for (const QJsonValue& row : rows) {
            EngineProfile::StaticShare::Setting setting;
            setting.total = whole(row[0]) * kMiB;
            setting.tensorParallel = whole(row[1]);
            setting.stages = whole(row[2]);
            setting.prefillChunk = whole(row[3]);
            setting.sequences = whole(row[4]);
            setting.isLatent = row[5].toBool();
            const double share = engine->staticShare->usual(setting);
            QVERIFY2(std::abs(share - row[6].toDouble()) < 1e-9,
                     qPrintable(QString::number(share) + " of " +
                                QJsonDocument(row.toArray()).toJson()));
        }
    }

    /// Weights and cache have to lie in the share, whatever else is free.
    void sglangDoesNotStartBeyondItsShare() {
        const std::string config = configOf("Llama-3.1-8B");
        const auto of = [&](std::uint64_t share) {
            EstimateInput input = plannedConfig(config, 1, 24 * kGiB);
            input.workload.engine = "sglang";
            input.workload.context = 2048;
            input.workload.memoryShare = share;
            const auto estimate = estimateCapacity(input);
            return estimate ? *estimate : nullptr;
        };
        const auto usual = of(0);
        const auto small = of(6500);
        QVERIFY(usual && small);
        QVERIFY(usual->holds() && !small->holds());
        const DeviceEstimate& gpu = *small->on(DeviceId::gpu(0));
        QVERIFY(*gpu.shareBytes() < gpu.weights + gpu.kvCache);
        QVERIFY(gpu.needed() < 24 * kGiB);
        const std::uint64_t least = gpu.leastCapacity();
        QVERIFY(least > 24 * kGiB && least < 26 * kGiB);
    }

    /// As many sequences fit as vLLM's log names concurrent requests.
    void sequencesAreItsConcurrency() {
        Workload work;
        work.context = 32'768;
        work.batchedTokens = 8192;
        for (const char* const model : {"Llama-3.1-8B", "Gemma-3-12B-it", "gpt-oss-20b"}) {
            const std::string config = configOf(model);
            QVERIFY2(!config.empty(), model);
            work.batch = 1;
            const auto one = served(config, 80 * kGiB, work);
            QVERIFY(one != nullptr);
            const DeviceEstimate& gpu = *one->on(DeviceId::gpu(0));
            const double all = static_cast<double>(*gpu.kvBlocks(work) - 1);
            work.batch = static_cast<std::uint64_t>(
                all / static_cast<double>(gpu.share->plan.blocksOf(work.tokens())));
            QVERIFY2(served(config, 80 * kGiB, work)->holds(), model);
            ++work.batch;
            QVERIFY2(!served(config, 80 * kGiB, work)->holds(), model);
        }
    }
};

QTEST_GUILESS_MAIN(VllmPlanTest)
#include "tst_vllm_plan.moc"
