// SPDX-License-Identifier: GPL-3.0-or-later
// What a planner is answered is what whole estimates say of the answer, and of one more.
#include "engine/base/byte_size.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/machines.h"
#include "engine/device/card_catalogue.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_job.h"
#include "engine/run/run_prediction.h"
#include "engine/run/run_replay.h"
#include "tests/bench/capacity_trials.h"
#include "tests/capacity/planned_config.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace stowage;
using namespace stowage::bench;
using namespace stowage::test;

class CapacityAnswersTest : public QObject {
    Q_OBJECT

private:
    struct Asked {
        CapacityCase what;
        EstimateInput input;
        std::shared_ptr<const CapacityEstimate> estimate;
    };

    static EstimateInput inputFor(const CapacityCase& what, std::uint64_t (*sizeOf)(std::uint64_t),
                                  const CapacityEstimate* before) {
        PlacementRequest request = what.request;
        for (DeviceInfo& device : request.devices) {
            const DeviceEstimate* const known = before == nullptr ? nullptr : before->on(device.id);
            if (known != nullptr && device.id.isGpu()) {
                device.capacity = sizeOf(known->needed()) + device.usedByOthers;
            }
        }
        return {*place(request), what.checkpoint, what.workload};
    }

    /// A random case on GPUs whose size follows from what they need.
    Asked ask(quint64 seed, std::uint64_t (*sizeOf)(std::uint64_t)) {
        const QString folder = m_folder.path() + QStringLiteral("/%1").arg(seed);
        QDir().mkpath(folder);
        auto what = makeCapacityCase(seed, folder.toStdString());
        if (!what) {
            qFatal("%s", what.error().message.english().c_str());
        }
        const auto plenty = estimateCapacity(inputFor(*what, sizeOf, nullptr));
        if (!plenty) {
            qFatal("%s", plenty.error().message.english().c_str());
        }
        what->workload.engine = kOwnEngine;
        Asked asked{*what, inputFor(*what, sizeOf, plenty->get()), nullptr};
        asked.estimate = *estimateCapacity(asked.input);
        return asked;
    }

    /// A Llama of six layers on GPUs of 200 MiB, run by this program's own engine.
    static EstimateInput shortRun(int gpus) {
        EstimateInput input = plannedConfig(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 512,
                "num_hidden_layers": 6, "num_attention_heads": 8, "num_key_value_heads": 4,
                "intermediate_size": 1024, "vocab_size": 4096, "torch_dtype": "bfloat16"})",
            gpus, 200 * kMiB);
        input.workload.engine = kOwnEngine;
        input.workload.prompt = 100;
        input.workload.generate = 20;
        return input;
    }

    static bool fits(const EstimateInput& input) {
        const auto estimate = estimateCapacity(input);
        return estimate && (*estimate)->verdict != Verdict::DoesNotFit;
    }

    static bool fitsWith(const Asked& asked,
                         const std::function<void(Workload&, std::uint64_t)>& set,
                         std::uint64_t value) {
        EstimateInput input = asked.input;
        set(input.workload, value);
        return fits(input);
    }

    /// The input with what a remedy names, as its options would change it.
    static EstimateInput withChanges(EstimateInput input, const CapacityChange& change) {
        PlacementRequest request = input.plan->request;
        for (const auto& [key, value] : change.values) {
            const auto number = std::ranges::find(workloadNumbers(), key, &WorkloadNumber::key);
            if (number != workloadNumbers().end()) {
                input.workload.*number->value = std::stoull(value);
            } else if (key == "kv_dtype") {
                input.workload.kvType = *kvTypeFromName(value);
            } else if (key == "engine") {
                input.workload.engine = value;
            } else if (key == "quantize") {
                request.constraints.quantization = quantizationOfMethod(value);
            } else if (key == "strategy") {
                request.strategy = *strategyFromName(value);
            } else if (key == "allocator") {
                for (DeviceInfo& device : request.devices) {
                    device.allocator =
                        device.id.isGpu() ? *allocatorFromName(value) : device.allocator;
                }
            } else if (key == "max_memory") {
                std::vector<Message> warnings;
                request.budgets = *parseLimitsText(value, warnings);
                request.budgetsAreDefaults = false;
            } else {
                qFatal("unknown key %s", key.c_str());
            }
        }
        input.plan = *place(request);
        return input;
    }

    /// A model of tests/data/log_models on cards of the catalogue, by `auto`.
    static EstimateInput configOn(const QString& model,
                                  const std::vector<std::pair<const char*, int>>& cards,
                                  std::uint64_t ramGiB) {
        QFile file(QStringLiteral(STOWAGE_TEST_DATA "/log_models/%1/config.json").arg(model));
        if (!file.open(QIODevice::ReadOnly)) {
            qFatal("no %s", qPrintable(model));
        }
        EstimateInput input = plannedConfig(file.readAll().toStdString(), 0, 0);
        PlacementRequest request = input.plan->request;
        std::vector<DeviceInfo> gpus;
        for (const auto& [name, count] : cards) {
            for (int i = 0; i < count; ++i) {
                gpus.push_back(simulatedCard(*findCard(name)));
                gpus.back().id = DeviceId::gpu(static_cast<std::uint32_t>(gpus.size() - 1));
            }
        }
        std::erase_if(request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
        request.devices.insert(request.devices.begin(), gpus.begin(), gpus.end());
        std::ranges::find(request.devices, DeviceId::cpu(), &DeviceInfo::id)->capacity =
            ramGiB * kGiB;
        request.budgets = defaultBudgets(request.devices, double(ramGiB * kGiB));
        input.plan = *place(request);
        input.workload = {};
        return input;
    }

    static EstimateInput llama70(const std::vector<std::pair<const char*, int>>& cards,
                                 std::uint64_t ramGiB, std::uint64_t batch) {
        EstimateInput input = configOn("llama-3.1-70b", cards, ramGiB);
        input.workload.engine = "transformers";
        input.workload.prompt = 4096;
        input.workload.generate = 512;
        input.workload.batch = batch;
        return input;
    }

    static void addSeeds(quint64 first, quint64 count) {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = first; seed < first + count; ++seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
        }
    }

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
    }

    void oneMoreThanTheLargestDoesNotFit_data() { addSeeds(6001, 4); }
    void oneMoreThanTheLargestDoesNotFit() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed + 3 * kMiB; });
        const auto largest = CapacityQuestions(asked.input).largest();
        QVERIFY2(largest, largest ? "" : largest.error().message.english().c_str());
        const auto setBatch = [](Workload& work, std::uint64_t value) { work.batch = value; };
        if (largest->batch) {
            QVERIFY(*largest->batch >= asked.what.workload.batch);
            QVERIFY(fitsWith(asked, setBatch, *largest->batch));
            QVERIFY(!fitsWith(asked, setBatch, *largest->batch + 1));
        }
        const auto setContext = [](Workload& work, std::uint64_t value) {
            work.context = value;
            work.generate = std::min(work.generate, value - work.prompt);
        };
        if (largest->context) {
            QVERIFY(*largest->context >= asked.what.workload.prompt);
            QVERIFY(fitsWith(asked, setContext, *largest->context));
            QVERIFY(!fitsWith(asked, setContext, *largest->context + 1));
        }
    }

    /// Not even the prompt fits: that is 0, not "any".
    void nothingFitsOnGpusThatAreTooSmall() {
        const Asked asked = ask(6003, [](std::uint64_t) { return std::uint64_t{1}; });
        QCOMPARE(asked.estimate->verdict, Verdict::DoesNotFit);
        const auto largest = CapacityQuestions(asked.input).largest();
        QVERIFY2(largest, largest ? "" : largest.error().message.english().c_str());
        QCOMPARE(largest->context, std::optional<std::uint64_t>(0));
        QCOMPARE(largest->batch, std::optional<std::uint64_t>(0));
    }

    void oneByteLessThanTheSmallestDoesNotFit_data() { addSeeds(6101, 8); }
    void oneByteLessThanTheSmallestDoesNotFit() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed + 64 * kMiB; });
        const auto smallest = CapacityQuestions(asked.input).smallestCapacities();
        QVERIFY(smallest);
        PlacementRequest request = asked.what.request;
        for (const auto& [device, bytes] : *smallest) {
            std::ranges::find(request.devices, device, &DeviceInfo::id)->capacity = bytes;
        }
        EstimateInput input = asked.input;
        input.plan = *place(request);
        QVERIFY(fits(input));
        for (const auto& [device, bytes] : *smallest) {
            if (asked.estimate->on(device)->peakReserved > 0) {
                PlacementRequest less = request;
                std::ranges::find(less.devices, device, &DeviceInfo::id)->capacity = bytes - 1;
                input.plan = *place(less);
                const auto estimate = estimateCapacity(input);
                QVERIFY(estimate);
                QVERIFY((*estimate)->verdict == Verdict::DoesNotFit ||
                        (*estimate)->prefetchWindow < asked.estimate->prefetchWindow);
            }
        }
    }

    /// Each remedy can be typed and comes to the promised result; nothing that gives up digits
    /// or work comes before what does not.
    void remediesComeToWhatIsPromised_data() { addSeeds(6201, 30); }
    void remediesComeToWhatIsPromised() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed * 3 / 4; });
        EstimateInput input = asked.input;
        input.byFormula = seed % 2 == 0;
        if (seed % 4 == 0) {
            input.workload.engine = "transformers";
        }
        const auto now = estimateCapacity(input);
        if (!now || !(*now)->missing.empty() || (*now)->verdict == Verdict::Fits) {
            return;
        }
        const auto remedies = CapacityQuestions(input).untilItFits(usualSacrifices());
        QVERIFY2(remedies, remedies ? "" : remedies.error().message.english().c_str());
        for (const CapacityChange& change : *remedies) {
            const EstimateInput typed = withChanges(input, change);
            const auto again = estimateCapacity(typed);
            QVERIFY2(again, again ? "" : again.error().message.english().c_str());
            QVERIFY(isYes((*again)->verdict));
            QCOMPARE((*again)->verdict, change.result->verdict);
            for (const DeviceEstimate& device : (*again)->devices) {
                QCOMPARE(device.needed(), change.result->on(device.device.id)->needed());
            }
            ++m_typed;
        }
        QVERIFY(std::ranges::is_sorted(*remedies, {}, [](const CapacityChange& change) {
            return change.kind >= CapacityChange::Kind::KvType;
        }));
    }
    void someRemediesWereTyped() { QVERIFY2(m_typed >= 20, "too few remedies were typed"); }

    /// 141.1 GB of bfloat16 on 80 + 4 × 24 GiB: `auto` puts 27.8 GB on the large card and offloads
    /// what the others have no room for. `sequential` fills the cards: 82.5 GB at 1,672 GB/s and
    /// 58.6 GB at 826 GB/s take 120.3 ms, which is 8.31 tokens a second.
    void anotherMapComesBeforeInt8() {
        const EstimateInput input = llama70({{"a100-80gb", 1}, {"rtx-4090", 4}}, 64, 1);
        QCOMPARE((*estimateCapacity(input))->verdict, Verdict::DoesNotFit);
        const auto remedies = CapacityQuestions(input).untilItFits(usualSacrifices());
        QVERIFY(remedies && !remedies->empty());
        const CapacityChange& first = remedies->front();
        QCOMPARE(first.kind, CapacityChange::Kind::Placement);
        QCOMPARE(first.values.front(),
                 (std::pair<std::string, std::string>("strategy", "sequential")));
        QCOMPARE(first.values.size(), std::size_t{2});
        QCOMPARE(first.values.back().first, std::string("max_memory"));
        QCOMPARE(first.result->verdict, Verdict::Fits);
        QVERIFY(std::abs(first.result->toldTime()->tokensPerSecond - 8.31) < 0.1);
        QVERIFY(std::ranges::none_of(*remedies, [](const CapacityChange& change) {
            return change.kind >= CapacityChange::Kind::Offload;
        }));
    }

    /// 12 prompts of 4,096 tokens take 12.5 GiB of activations at once and 1.6 GiB by parts of 512.
    /// The offload that this avoids costs most of the speed.
    void chunksKeepWeightsOnGpus() {
        EstimateInput input = llama70({{"a100-80gb", 2}}, 128, 12);
        const auto offload = CapacityQuestions(input).untilItFits({CapacityChange::Kind::Offload});
        QVERIFY(offload && offload->size() == 1);
        QCOMPARE(offload->front().result->verdict, Verdict::FitsWithOffload);
        const double slow = offload->front().result->time->perToken;
        input = withChanges(input, offload->front());
        const auto remedies = CapacityQuestions(input).untilItFits(usualSacrifices());
        QVERIFY(remedies && !remedies->empty());
        for (const CapacityChange& change : *remedies) {
            QVERIFY(change.kind < CapacityChange::Kind::Offload);
            QCOMPARE(change.result->verdict, Verdict::Fits);
            QVERIFY(change.result->time->perToken < slow / 3);
        }
        QVERIFY(std::ranges::any_of(*remedies, [](const CapacityChange& change) {
            return change.values.front() ==
                   std::pair<std::string, std::string>("prefill_chunk", "512");
        }));
    }

    /// 32,768 tokens at once take 466 GiB of scores in this program's engine. Either of two changes
    /// is enough in bfloat16; int8 is not needed for it.
    void theEngineAloneSuffices() {
        EstimateInput input = configOn("llama-3.1-8b", {{"a100-80gb", 1}}, 64);
        input.workload.engine = kOwnEngine;
        input.workload.prompt = 32768;
        input.workload.generate = 256;
        const auto remedies = CapacityQuestions(input).untilItFits(usualSacrifices());
        QVERIFY(remedies);
        std::vector<std::vector<std::pair<std::string, std::string>>> values;
        for (const CapacityChange& change : *remedies) {
            QCOMPARE(change.result->verdict, Verdict::Fits);
            values.push_back(change.values);
        }
        const std::vector<std::vector<std::pair<std::string, std::string>>> expected{
            {{"prefill_chunk", "512"}, {"allocator", "expandable_segments"}},
            {{"engine", "transformers"}}};
        QCOMPARE(values, expected);
    }

    /// Weights fill the cards and leave the cache no room: lower limits offload some of them.
    void lowerLimitsLeaveRoom_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<quint64>("capacity");
        QTest::addColumn<quint64>("context");
        QTest::newRow("8B") << "llama-3.1-8b" << 1 << quint64(17 * kGiB) << quint64(32768);
        QTest::newRow("70B") << "llama-3.1-70b" << 2 << quint64(72 * kGiB) << quint64(131072);
        QTest::newRow("experts") << "qwen3-30b-a3b" << 3 << quint64(21 * kGiB) << quint64(40960);
    }
    void lowerLimitsLeaveRoom() {
        QFETCH(QString, model);
        QFETCH(int, gpus);
        QFETCH(quint64, capacity);
        QFETCH(quint64, context);
        const QString path =
            QStringLiteral(STOWAGE_TEST_DATA "/log_models/%1/config.json").arg(model);
        QFile file(path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
        EstimateInput input = plannedConfig(file.readAll().toStdString(), gpus, capacity);
        input.workload.engine = "vllm";
        input.workload.tensorParallel = 1;
        input.workload.prompt = 512;
        input.workload.context = context;
        const auto before = estimateCapacity(input);
        QVERIFY2(before, before ? "" : before.error().message.english().c_str());
        QCOMPARE((*before)->verdict, Verdict::DoesNotFit);
        const auto remedies = CapacityQuestions(input).untilItFits({CapacityChange::Kind::Offload});
        QVERIFY2(remedies, remedies ? "" : remedies.error().message.english().c_str());
        QCOMPARE(remedies->size(), std::size_t{1});
        const CapacityChange& change = remedies->front();
        QVERIFY(change.result->verdict != Verdict::DoesNotFit);
        QCOMPARE(change.text.english().starts_with("weights offloaded"),
                 change.result->verdict == Verdict::FitsWithOffload);
        // What is told can be typed.
        PlacementRequest request = input.plan->request;
        std::vector<Message> warnings;
        request.budgets = *parseLimitsText(change.values.front().second, warnings);
        request.budgetsAreDefaults = false;
        input.plan = *place(request);
        QVERIFY(fits(input));
    }

    /// Offloading alone makes all eight fit: neither fewer of them nor weights in int8, which take
    /// another engine and more memory, are asked for.
    void noSacrificeIsNeedless() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 256,
                "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 4,
                "intermediate_size": 688, "vocab_size": 4096, "max_position_embeddings": 512,
                "torch_dtype": "float32"})",
            1, 30 * kMiB);
        input.workload.prompt = 256;
        input.workload.generate = 256;
        input.workload.batch = 8;
        const auto remedies = CapacityQuestions(input).untilItFits(usualSacrifices());
        QVERIFY2(remedies, remedies ? "" : remedies.error().message.english().c_str());
        QCOMPARE(remedies->size(), std::size_t{1});
        QVERIFY(remedies->front().kind == CapacityChange::Kind::Offload);
        QCOMPARE(remedies->front().values.size(), std::size_t{1});
        QVERIFY(remedies->front().result->verdict != Verdict::DoesNotFit);
        QCOMPARE(remedies->front().result->workload.batch, std::uint64_t{8});
    }

    /// No token follows in an encoder: no rate of tokens is told, and none can be asked for.
    void encodersHaveNoRateOfTokens() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "bert", "architectures": ["BertForMaskedLM"], "hidden_size": 128,
                "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 512,
                "vocab_size": 4096, "max_position_embeddings": 512})",
            1, 8 * kGiB);
        for (const char* const engine : {"", "transformers"}) {
            input.workload.engine = engine;
            const auto estimate = estimateCapacity(input);
            QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
            const TimeEstimate& time = *(*estimate)->time;
            QVERIFY(time.toFirstToken > 0);
            QCOMPARE(time.perToken, 0.0);
            QCOMPARE(time.tokensPerSecond, 0.0);
            QCOMPARE(time.high, 0.0);
            QVERIFY(std::ranges::all_of(time.layers,
                                        [](const LayerTime& layer) { return layer.decode == 0; }));
        }
        const auto machines = machinesFor(input, *parseTargets("tps=30"));
        QVERIFY(!machines && machines.error().code == ErrorCode::InvalidArgument);
        const auto quick = machinesFor(input, *parseTargets("ttft=5"));
        QVERIFY(quick && !quick->empty());
    }

    /// Nobody published what an RTX 4060 computes in bfloat16. Whatever it is, the half of these
    /// weights that one card has no room for come over its link in each pass, and all of them are
    /// read from memory.
    void whatIsKnownRulesOut() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096,
                "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
                "num_key_value_heads": 8, "vocab_size": 128256, "torch_dtype": "bfloat16"})",
            1, 80 * kGiB);
        input.workload.engine = "vllm";
        input.workload.prompt = 1024;
        const auto found = [&input](const char* targets) {
            const auto machines = machinesFor(input, *parseTargets(targets));
            const auto card =
                std::ranges::find(*machines, "rtx-4060",
                                  [](const ServingMachine& machine) { return machine.card.id; });
            return card == machines->end() ? std::optional<ServingMachine>() : std::optional(*card);
        };
        const auto prompt = found("ttft=0.3");
        QVERIFY(prompt && prompt->isOpen);
        QVERIFY(prompt->count > 1);
        const TimeEstimate& time = *prompt->result->time;
        QVERIFY(time.toFirstToken > 0.3);
        QVERIFY(time.leastToFirstToken < 0.3);
        QVERIFY(time.leastPerToken > 16e9 / 272e9);
        QVERIFY(!found("tps=40"));
    }

    /// Within one request nothing is replayed twice: not the estimate that was there before, and no
    /// workload that was tried before.
    void nothingIsReplayedTwice() {
        const EstimateInput input = shortRun(1);
        const auto replays = [](const auto& work) {
            const std::uint64_t before = replayCount().replays;
            const bool isDone = work();
            return isDone ? replayCount().replays - before : std::uint64_t{1000};
        };
        Result<std::shared_ptr<const CapacityEstimate>> now = estimateCapacity(input);
        QVERIFY2(now, now ? "" : now.error().message.english().c_str());
        CapacityQuestions questions(input, {}, {}, *now);
        QCOMPARE(replays([&] { return bool(questions.smallestCapacities()); }), std::uint64_t{0});
        const std::uint64_t first = replays([&] { return bool(questions.largest()); });
        QVERIFY2(first >= 3 && first < 1000, std::to_string(first).c_str());
        // The one that looks for the end of the context ends where memory does, and is made again.
        const std::uint64_t again = replays([&] { return bool(questions.largest()); });
        QVERIFY2(again <= 1, std::to_string(again).c_str());
    }

    /// The allocator needs less for 27 sequences than for 26.
    void aSmallerBatchThatDoesNotFitIsNamed() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": 768,
                "n_layer": 12, "n_head": 12, "n_positions": 1024, "vocab_size": 50257,
                "torch_dtype": "float32"})",
            1, 1070 * kMiB);
        input.workload.engine = kOwnEngine;
        input.workload.prompt = 100;
        input.workload.generate = 2;
        const auto largest = CapacityQuestions(input).largest();
        QVERIFY2(largest, largest ? "" : largest.error().message.english().c_str());
        QCOMPARE(largest->batch, std::optional<std::uint64_t>(27));
        QCOMPARE(largest->unfitBatch, std::optional<std::uint64_t>(26));
        const auto fitsWithBatch = [&input](std::uint64_t batch) {
            EstimateInput other = input;
            other.runs = makeKnownRuns();
            other.workload.batch = batch;
            return fits(other);
        };
        QVERIFY(fitsWithBatch(27));
        QVERIFY(!fitsWithBatch(26));
        QVERIFY(fitsWithBatch(25));
    }

    /// Estimates of plans that differ only in what no replay depends on share it; all others are
    /// as those of an input that shares nothing.
    void plansWithEqualMapsShareReplays() {
        const EstimateInput input = shortRun(2);
        QVERIFY(estimateCapacity(input));
        // Nothing: the figures are not those of an input that shares nothing.
        const auto isReplayed = [&input](const std::function<void(PlacementRequest&)>& change) {
            PlacementRequest request = input.plan->request;
            request.strategy = Strategy::Sequential;
            change(request);
            EstimateInput shared = input;
            shared.plan = *place(request);
            const std::uint64_t before = replayCount().replays;
            const auto estimate = estimateCapacity(shared);
            const bool isReplay = replayCount().replays > before;
            EstimateInput alone = shared;
            alone.runs = makeKnownRuns();
            const auto expected = estimateCapacity(alone);
            const auto figures = [](const Result<std::shared_ptr<const CapacityEstimate>>& of) {
                std::vector<std::uint64_t> numbers;
                for (const DeviceEstimate& device : (*of)->devices) {
                    numbers.insert(
                        numbers.end(),
                        {device.weights, device.kvCache, device.window, device.prefillActivations,
                         device.decodeActivations, device.peakAllocated, device.peakReserved});
                }
                return numbers;
            };
            return figures(estimate) == figures(expected) ? std::optional(isReplay) : std::nullopt;
        };
        using Known = std::optional<bool>;
        QVERIFY(isReplayed([](PlacementRequest& /*request*/) {}).has_value());
        QCOMPARE(isReplayed([](PlacementRequest& request) {
                     request.devices.front().capacity = 300 * kMiB;
                 }),
                 Known(false));
        QCOMPARE(isReplayed([](PlacementRequest& request) {
                     request.devices.front().allocator = AllocatorKind::ExpandableSegments;
                 }),
                 Known(true));
        const auto offload = [](PlacementRequest& request) {
            request.budgets = {{DeviceId::gpu(0), 20.0 * kMiB, "", false},
                               {DeviceId::cpu(), 1.0 * kGiB, "", false}};
        };
        QCOMPARE(isReplayed(offload), Known(true));
        QCOMPARE(isReplayed([&](PlacementRequest& request) {
                     offload(request);
                     request.prefetchWindow = 0;
                 }),
                 Known(true));
        QCOMPARE(isReplayed([&](PlacementRequest& request) {
                     offload(request);
                     request.hooks.offloaded = {{OffloadRule::Mode::Compute, ""}};
                 }),
                 Known(true));
        QCOMPARE(isReplayed([&](PlacementRequest& request) {
                     offload(request);
                     request.constraints.offloadBuffers = true;
                 }),
                 Known(true));
        QCOMPARE(isReplayed(offload), Known(false));
    }

    /// What would not fit where the plan does is no gain.
    void gainsAreNoLosses() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "bert", "architectures": ["BertForMaskedLM"], "hidden_size": 128,
                "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 512,
                "vocab_size": 4096, "max_position_embeddings": 512, "torch_dtype": "float32"})",
            1, 8 * kGiB);
        input.workload.engine = "transformers";
        const auto small = estimateCapacity(input);
        input.workload.batch = 1'000'000;
        const auto large = estimateCapacity(input);
        QVERIFY(small && large);
        QVERIFY((*small)->verdict == Verdict::Fits);
        QVERIFY((*large)->verdict == Verdict::DoesNotFit);
        const auto gains = capacityGains(input, **large);
        const auto losses = capacityGains(input, **small);
        QVERIFY(gains && losses);
        QVERIFY(!gains->empty());
        QVERIFY(losses->empty());
    }

    /// Faster links bring nothing but time: where none is estimated, they are no gain.
    void withoutATimeFasterLinksAreNoGain() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 512,
                "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 4,
                "intermediate_size": 1024, "vocab_size": 4096, "torch_dtype": "bfloat16"})",
            2, 8 * kGiB);
        input.workload.engine = "vllm";
        input.workload.tensorParallel = 2;
        const auto now = estimateCapacity(input);
        QVERIFY2(now, now ? "" : now.error().message.english().c_str());
        QVERIFY(isYes((*now)->verdict) && !(*now)->time);
        const auto gains = capacityGains(input, **now);
        QVERIFY(gains && !gains->empty());
        for (const CapacityGain& gain : *gains) {
            QVERIFY(gain.values.front().first != "link");
        }
    }

    /// The same where a time is for comparing alone, as of a CPU that was not measured.
    void withATimeForComparingAloneFasterLinksAreNoGain() {
        EstimateInput input = plannedConfig(
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 2048,
                "num_hidden_layers": 16, "num_attention_heads": 16, "num_key_value_heads": 8,
                "intermediate_size": 5632, "vocab_size": 4096, "torch_dtype": "bfloat16"})",
            1, kGiB);
        input.workload.engine = "transformers";
        const auto now = estimateCapacity(input);
        QVERIFY2(now, now ? "" : now.error().message.english().c_str());
        const auto offersLinks = [&input](const CapacityEstimate& of) {
            const auto gains = capacityGains(input, of);
            return gains && std::ranges::any_of(*gains, [](const CapacityGain& gain) {
                       return gain.values.front().first == "link";
                   });
        };
        QVERIFY((*now)->toldTime() != nullptr);
        QVERIFY(offersLinks(**now));
        CapacityEstimate compared = **now;
        compared.time->isStandIn = true;
        QVERIFY(!offersLinks(compared));
    }

    /// At this machine's rates they are counted from the operations of the run itself.
    void timesAreThoseThatARunPredicts_data() { addSeeds(6401, 6); }
    void timesAreThoseThatARunPredicts() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed + 64 * kMiB; });
        auto rates = std::make_shared<MachineRates>();
        for (const HostRate rate : {HostRate::Memcpy, HostRate::TouchLarge, HostRate::TouchSmall,
                                    HostRate::SimulatedFresh, HostRate::SimulatedPopulated}) {
            rates->set(rate, 4e9);
        }
        for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float16}) {
            for (const std::int64_t rows : kMeasuredRows) {
                rates->matmul[productRateName(ProductPlace::Host, dtype, rows)] =
                    1e9 * double(rows + 1);
            }
        }
        EstimateInput input = asked.input;
        input.rates = rates;
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        QVERIFY((*estimate)->time);
        if ((*estimate)->prefetchWindow ||
            (*estimate)->devices.front().basis != EstimateBasis::Replay) {
            return;
        }
        ScheduleOptions options;
        options.dryRun = true;
        options.rates = rates;
        const auto schedule = makeLoadSchedule(input.plan, input.checkpoint, options);
        QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
        RunSetting setting = runSettingOf(**schedule);
        setting.rates = *rates;
        const DescribedWeights weights(setting);
        const auto model = runModelOf(*input.checkpoint, weights);
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        const Workload& work = input.workload;
        RunRequest request;
        request.tokens.assign(work.prompt, 0);
        for (std::size_t i = 0; i < (*model)->traits().needed.size(); ++i) {
            request.tokens[request.tokens.size() - (*model)->traits().needed.size() + i] =
                (*model)->traits().needed[i].token;
        }
        request.alongside.assign(work.batch - 1, request.tokens);
        const bool generates = (*model)->traits().isGenerative;
        request.generate = generates ? std::int64_t(work.tokens() - work.prompt) : 0;
        request.outputs = generates ? Outputs::Last : Outputs::All;
        request.prefillChunk =
            (*model)->traits().takesChunks ? std::int64_t(work.prefillChunk % work.prompt) : 0;
        const auto predicted = predictRun(**model, setting, request);
        QVERIFY2(predicted, predicted ? "" : predicted.error().message.english().c_str());
        QVERIFY(predicted->prefill);
        QCOMPARE((*estimate)->time->toFirstToken, predicted->prefill->seconds);
        if (predicted->decode) {
            QCOMPARE((*estimate)->time->perToken, predicted->decode->seconds);
        }
        ++m_timed;
    }
    /// At once go in as many tokens as of one prompt alone: of its chunk, where it has one.
    void promptsGoInOneAfterAnother() {
        Workload work;
        work.prompt = 1000;
        Workload shared = oneAfterAnother(work, 1000, 8);
        QCOMPARE(shared.batch, std::uint64_t{8});
        QCOMPARE(shared.prefillChunk, std::uint64_t{125});
        QCOMPARE(oneAfterAnother(work, 1576, 4).prefillChunk, std::uint64_t{394});  // with images
        QCOMPARE(oneAfterAnother(work, 1000, 4000).prefillChunk, std::uint64_t{1});
        work.prefillChunk = 64;
        QCOMPARE(oneAfterAnother(work, 1000, 8).prefillChunk, std::uint64_t{8});
    }

    void someOfThemAreTimed() { QVERIFY2(m_timed >= 2, "too few cases were compared"); }

private:
    int m_timed = 0;
    int m_typed = 0;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CapacityAnswersTest)
#include "tst_capacity_answers.moc"
