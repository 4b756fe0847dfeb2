// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of vLLM's caches against the answers of vLLM's own planner
// (tests/reference/vllm_plans.py).
#include "engine/base/byte_size.h"
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
};

QTEST_GUILESS_MAIN(VllmPlanTest)
#include "tst_vllm_plan.moc"
