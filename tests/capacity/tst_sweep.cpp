// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: what a point says is what the whole estimate of that point says.
#include "engine/capacity/sweep.h"

#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"
#include "engine/run/product_rates.h"
#include "tests/capacity/planned_config.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kTiny =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 256,"
    " \"intermediate_size\": 1024, \"num_hidden_layers\": 2, \"num_attention_heads\": 8,"
    " \"num_key_value_heads\": 4, \"vocab_size\": 4000, \"max_position_embeddings\": 8192,"
    " \"torch_dtype\": \"float32\"}";
const char* const kLlama70b =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 8192,"
    " \"intermediate_size\": 28672, \"num_hidden_layers\": 80, \"num_attention_heads\": 64,"
    " \"num_key_value_heads\": 8, \"vocab_size\": 128256, \"max_position_embeddings\": 131072,"
    " \"torch_dtype\": \"bfloat16\"}";

SweepVariable variable(const char* text) {
    const auto parsed = parseSweepVariable(text);
    if (!parsed) {
        qWarning("%s", parsed.error().message.english().c_str());
        return {};
    }
    return *parsed;
}

}  // namespace

class SweepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void readsValues_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("values");
        QTest::addRow("doubled") << "context=2048..16384*2"
                                 << "context"
                                 << "2048 4096 8192 16384";
        QTest::addRow("ends where it passes the last") << "batch=1..10*3"
                                                       << "batch"
                                                       << "1 3 9";
        QTest::addRow("in thousands") << "context=2k..8k*2"
                                      << "context"
                                      << "2k 4096 8192";
        QTest::addRow("by ones") << "gpus=1..4"
                                 << "gpus"
                                 << "1 2 3 4";
        QTest::addRow("limit") << "gpu:0=4GiB..5GiB/512MiB"
                               << "gpu:0"
                               << "4GiB 4608MiB 5GiB";
        QTest::addRow("cpu") << "cpu=2GiB,8GiB"
                             << "cpu"
                             << "2GiB 8GiB";
        QTest::addRow("dtypes") << "dtype=float16,float32"
                                << "dtype"
                                << "float16 float32";
        QTest::addRow("caches") << "kv-dtype=fp8,q4"
                                << "kv_dtype"
                                << "fp8 q4";
        QTest::addRow("window") << "window=0,3"
                                << "window"
                                << "0 3";
        QTest::addRow("link") << "link=1GB/s,16GB/s"
                              << "link"
                              << "1GB/s 16GB/s";
        QTest::addRow("small factor still moves") << "batch=1..4*1.1"
                                                  << "batch"
                                                  << "1 2 3 4";
    }
    void readsValues() {
        QFETCH(QString, text);
        QFETCH(QString, key);
        QFETCH(QString, values);
        const auto parsed = parseSweepVariable(text.toStdString());
        QVERIFY2(parsed, parsed ? "" : parsed.error().message.english().c_str());
        QCOMPARE(QString::fromStdString(parsed->key()), key);
        QStringList texts;
        for (const SweepValue& value : parsed->values) {
            texts << QString::fromStdString(value.text);
        }
        QCOMPARE(texts.join(" "), values);
    }

    void refusesInOneSentence_data() {
        QTest::addColumn<QString>("text");
        for (const char* const text :
             {"context", "context=", "speed=1..2", "context=8..2", "context=1..8*1", "gpus=1..8/0",
              "dtype=float16..float32", "dtype=int4", "context=abc", "disk=1GiB", "context=1..",
              "batch=1..99999999999*1.0000001", "context=1..2*inf", "context=1..9*nan"}) {
            QTest::addRow("%s", text) << text;
        }
    }
    void refusesInOneSentence() {
        QFETCH(QString, text);
        const auto parsed = parseSweepVariable(text.toStdString());
        QVERIFY(!parsed);
        const QString sentence = QString::fromStdString(parsed.error().message);
        QVERIFY2(sentence.contains(text) && sentence.endsWith('.'), qPrintable(sentence));
    }

    /// A hundred random points, of this program's own engine and of others, with limits, contexts,
    /// batches, dtypes and windows.
    void saysWhatTheEstimateSays() {
        std::mt19937 random(7);
        const auto any = [&](int least, int most) {
            return std::uniform_int_distribution<int>(least, most)(random);
        };
        int points = 0;
        int replayed = 0;
        int refused = 0;
        while (points < 100) {
            const std::uint64_t capacity = static_cast<std::uint64_t>(any(16, 30)) * kMiB;
            EstimateInput input = plannedConfig(kTiny, any(0, 2), capacity);
            input.workload.prompt = static_cast<std::uint64_t>(any(1, 150));
            input.workload.batch = static_cast<std::uint64_t>(any(1, 4));
            input.workload.engine = any(0, 2) == 0 ? std::string_view("vllm") : kOwnEngine;
            const bool isOwn = input.workload.engine == kOwnEngine;
            const std::vector<std::vector<SweepVariable>> choices{
                {variable("context=151..604*2"), variable("batch=1..4*2")},
                {variable("gpu:0=4MiB..32MiB/7MiB"), variable("context=152,300")},
                {variable("dtype=float32,bfloat16"), variable("window=0,1,2")},
                {variable("gpus=1..3"), variable("batch=1,6")},
            };
            std::vector<SweepVariable> variables = choices[static_cast<std::size_t>(any(0, 3))];
            const bool hasGpus = input.plan->placements.front().device.id.isGpu();
            if (!hasGpus && variables.front().kind != SweepKind::Context &&
                variables.front().kind != SweepKind::DType) {
                continue;
            }
            const auto sweep = runSweep(input, variables);
            QVERIFY2(sweep, sweep ? "" : sweep.error().message.english().c_str());
            for (std::size_t i = 0; i < sweep->points.size(); ++i, ++points) {
                const auto at = sweepInput(input, variables, sweep->placeOf(i));
                QVERIFY(at);
                const auto whole = estimateCapacity(*at);
                QVERIFY(whole);
                const SweepPoint& point = sweep->points[i];
                std::string told = std::string(verdictName(point.verdict)) + " (" +
                                   std::string(basisName(point.basis)) + ", margin " +
                                   std::to_string(point.tightest ? point.tightest->margin : 0) +
                                   ") against: " + estimateSentence(**whole).english();
                for (std::size_t v = 0; v < variables.size(); ++v) {
                    told += " " + variables[v].key() + "=" +
                            variables[v].values[sweep->placeOf(i)[v]].text;
                }
                for (const DeviceEstimate& device : (*whole)->devices) {
                    told +=
                        " " + deviceName(device.device.id) + " " + std::to_string(device.needed());
                }
                QVERIFY2(point.verdict == (*whole)->verdict, told.c_str());
                replayed += point.basis == EstimateBasis::Replay;
                refused += point.verdict == Verdict::DoesNotFit;
                if (!isOwn) {
                    QVERIFY(point.basis == EstimateBasis::Formula);
                    const TimeEstimate* const time = (*whole)->toldTime();
                    QCOMPARE(point.tokensPerSecond.has_value(), time != nullptr);
                    QVERIFY(time == nullptr || *point.tokensPerSecond == time->tokensPerSecond);
                }
            }
        }
        // Neither all nor none: else nothing was tried.
        QVERIFY2(replayed > 20 && replayed < points, qPrintable(QString::number(replayed)));
        QVERIFY2(refused > 20 && refused < points - 20, qPrintable(QString::number(refused)));
    }

    /// Where this machine was measured all points have the clock of a run, replayed or not.
    void timesAreThoseOfRuns() {
        auto rates = std::make_shared<MachineRates>();
        rates->set(HostRate::Memcpy, 4e9);
        for (const std::int64_t rows : kMeasuredRows) {
            const double rate = 1e9 * std::sqrt(double(rows));
            rates->matmul[productRateName(ProductPlace::Host, DType::Float32, rows)] = rate;
        }
        EstimateInput input = plannedConfig(kTiny, 1, 400 * kMiB);
        input.rates = rates;
        input.workload.prompt = 100;
        input.workload.generate = 50;
        const std::vector<SweepVariable> variables{variable("batch=1..256*2")};
        const auto sweep = runSweep(input, variables);
        QVERIFY2(sweep, sweep ? "" : sweep.error().message.english().c_str());
        for (std::size_t i = 0; i < sweep->points.size(); ++i) {
            const auto at = sweepInput(input, variables, sweep->placeOf(i));
            QVERIFY(at);
            const auto whole = estimateCapacity(*at);
            QVERIFY(whole && (*whole)->time);
            QCOMPARE(*sweep->points[i].tokensPerSecond, (*whole)->time->tokensPerSecond);
            QCOMPARE(*sweep->points[i].toFirstToken, (*whole)->time->toFirstToken);
        }
        const auto isReplayed = [](const SweepPoint& point) {
            return point.basis == EstimateBasis::Replay;
        };
        QVERIFY(std::ranges::any_of(sweep->points, isReplayed));
        QVERIFY(!std::ranges::all_of(sweep->points, isReplayed));
    }

    void gpusAreAdded() {
        EstimateInput input = plannedConfig(kLlama70b, 1, 80 * kGiB);
        input.workload.engine = "transformers";
        const auto sweep = runSweep(input, {variable("gpus=1..4"), variable("link=16GB/s")});
        QVERIFY(sweep);
        QVERIFY(sweep->points[0].offloadedBytes > 0);
        QCOMPARE(sweep->points[1].offloadedBytes, std::uint64_t{0});
        QVERIFY(sweep->points[1].verdict == Verdict::Fits);
        QVERIFY(*sweep->points[1].tokensPerSecond > *sweep->points[0].tokensPerSecond);
    }

    void longerContextsNeedMore() {
        const EstimateInput input = plannedConfig(kLlama70b, 2, 80 * kGiB);
        const auto sweep = runSweep(input, {variable("context=2048..131072*2")});
        QVERIFY(sweep);
        QCOMPARE(sweep->points.size(), std::size_t{7});
        for (std::size_t i = 1; i < sweep->points.size(); ++i) {
            QVERIFY(sweep->points[i].gpuBytes > sweep->points[i - 1].gpuBytes);
            QVERIFY(sweep->points[i].verdict >= sweep->points[i - 1].verdict);
        }
    }

    void writesAPointALine() {
        const EstimateInput input = plannedConfig(kLlama70b, 2, 80 * kGiB);
        const auto sweep = runSweep(input, {variable("context=2048,4096"), variable("batch=1,2")});
        QVERIFY(sweep);
        const QString lines = QString::fromStdString(sweepToJsonLines(*sweep));
        QCOMPARE(lines.count('\n'), 4);
        QVERIFY2(lines.startsWith("{\"point\":{\"context\":2048,\"batch\":1},\"verdict\":\"fits\","
                                  "\"offloaded_bytes\":0,\"tokens_per_second\":"),
                 qPrintable(lines));
        const QStringList rows = QString::fromStdString(sweepToCsv(*sweep)).split('\n');
        QCOMPARE(rows.size(), 6);
        for (int row = 0; row < 5; ++row) {
            QCOMPARE(rows[row].count(','), 10);
        }
        QVERIFY(rows[2].startsWith("4096,1,fits,0,"));
    }

    /// A hybrid's block, too, is as wide as the KV type of each point asks for.
    void blocksAreThoseOfEachKvType() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "qwen3_next", "architectures": ["Qwen3NextForCausalLM"],
                "num_hidden_layers": 8, "num_experts": 4, "torch_dtype": "bfloat16"})",
            2, 80 * kGiB);
        input.workload.engine = "vllm";
        input.workload.batch = 8;
        const auto sweep = runSweep(input, {variable("kv_dtype=bfloat16,fp8")});
        QVERIFY(sweep);
        QCOMPARE(sweep->points.size(), std::size_t{2});
        for (const auto& [point, type] :
             {std::pair(0, KvType::BFloat16), std::pair(1, KvType::Fp8)}) {
            input.workload.kvType = type;
            const auto alone = estimateCapacity(input);
            QVERIFY(alone);
            std::uint64_t bytes = 0;
            for (const DeviceEstimate& device : (*alone)->devices) {
                bytes += device.device.id.isGpu() ? device.needed() : 0;
            }
            QCOMPARE(sweep->points[static_cast<std::size_t>(point)].gpuBytes, bytes);
        }
    }

    void namesContextsThatAreTooShort() {
        EstimateInput input = plannedConfig(kLlama70b, 2, 80 * kGiB);
        input.workload.prompt = 100;
        input.workload.generate = 28;
        const auto sweep =
            runSweep(input, {variable("context=64,128,4096"), variable("batch=1,2")});
        QVERIFY(sweep);
        const auto note = shortContexts(input, *sweep);
        QVERIFY(note);
        QCOMPARE(QString::fromStdString(note->english()),
                 QString(goldenText("capacity/the-context-is-shorter-than-prompt")));
        const auto longer = runSweep(input, {variable("context=128,256")});
        QVERIFY(longer && !shortContexts(input, *longer));
    }

    void canBeCancelled() {
        const EstimateInput input = plannedConfig(kLlama70b, 2, 80 * kGiB);
        std::stop_source stop;
        int seen = 0;
        const auto sweep = runSweep(
            input, {variable("context=1000..100000/1")},
            [&](std::size_t, const SweepPoint&) {
                if (++seen == 10) {
                    stop.request_stop();
                }
            },
            stop.get_token());
        QVERIFY(!sweep);
        QVERIFY(sweep.error().code == ErrorCode::Cancelled);
        QCOMPARE(seen, 10);
    }

    void refusesMoreThanItCan() {
        const EstimateInput input = plannedConfig(kLlama70b, 1, 80 * kGiB);
        const auto sweep =
            runSweep(input, {variable("context=1..50000"), variable("batch=1..50000")});
        QVERIFY(!sweep);
        QVERIFY(sweep.error().code == ErrorCode::InvalidArgument);
    }

    void usualValuesHoldThePresentOne() {
        EstimateInput input = plannedConfig(kLlama70b, 2, 80 * kGiB);
        input.workload.batch = 24;
        input.workload.engine = "vllm";
        for (const SweepKindName& kind : sweepKinds()) {
            const SweepVariable usual = usualSweepVariable(kind.kind, input);
            if (kind.kind == SweepKind::MachineLink) {
                QVERIFY(usual.values.empty());  // of one machine
                continue;
            }
            QVERIFY2(usual.values.size() > 1, std::string(kind.key).c_str());
            QVERIFY(runSweep(input, {usual}));
        }
        std::vector<double> contexts;
        for (const SweepValue& value : usualSweepVariable(SweepKind::Context, input).values) {
            contexts.push_back(value.number);
        }
        const auto work = static_cast<double>(input.workload.tokens());
        QVERIFY(std::ranges::find(contexts, work) != contexts.end());
        QVERIFY(contexts.front() >= double(input.workload.prompt + input.workload.generate));
        QCOMPARE(contexts.back(), 131072.0);  // the model's positions
        const SweepVariable batches = usualSweepVariable(SweepKind::Batch, input);
        QVERIFY(std::ranges::find(batches.values, 24.0, &SweepValue::number) !=
                batches.values.end());
    }
};

QTEST_APPLESS_MAIN(SweepTest)
#include "tst_sweep.moc"
