// SPDX-License-Identifier: GPL-3.0-or-later
// What a pass asks for, counted by hand, and the times that follow from round rates.
#include "engine/base/byte_size.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_clock.h"
#include "engine/run/run_prediction.h"
#include "engine/run/stage_work.h"
#include "tests/run/described_model.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

double operationsOf(const PassWork& pass) {
    double sum = 0;
    for (const StageWork& stage : pass) {
        sum += stage.operations();
    }
    return sum;
}

std::uint64_t bytesMovedOf(const PassWork& pass) {
    std::uint64_t sum = 0;
    for (const StageWork& stage : pass) {
        sum += stage.bytesMoved();
    }
    return sum;
}

}  // namespace

class StageWorkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    /// Matrices 768 × 2304, 768 × 768 and twice 768 × 3072 a layer; a head of 768 × 50257 for one
    /// position.
    void gpt2ByHand() {
        const Described gpt2 = describe(kGpt2, DType::Float32, DeviceId::gpu(0));
        WorkCounter counter(*gpt2.model, gpt2.setting);
        const auto pass = counter.count({128, 0, 128, WorkCounter::Cache::None, Outputs::Last});
        QVERIFY2(pass, pass ? "" : pass.error().message.english().c_str());
        QCOMPARE(operationsOf(*pass), 22'424'446'464.0);
        const StageWork& layer = (*pass)[1];
        QCOMPARE(layer.module, std::string("transformer.h.0"));
        QCOMPARE(layer.operations(), 2.0 * 128 * 7'077'888 + 4.0 * 128 * 128 * 768);
        QCOMPARE(pass->front().operations(), 0.0);  // tables are looked up
        const auto all = counter.count({128, 0, 128, WorkCounter::Cache::None, Outputs::All});
        QVERIFY(all);
        QCOMPARE(operationsOf(*all) - operationsOf(*pass), 2.0 * 127 * 768 * 50257);
    }

    /// Weights are read once for all sequences of a pass, and multiplied with the rows of each.
    void sequencesShareThePasses() {
        const Described gpt2 = describe(kGpt2, DType::Float32, DeviceId::gpu(0));
        WorkCounter one(*gpt2.model, gpt2.setting);
        WorkCounter three(*gpt2.model, gpt2.setting, 3);
        for (const auto& [before, tokens] : {std::pair<std::int64_t, std::int64_t>{0, 128},
                                             std::pair<std::int64_t, std::int64_t>{128, 1}}) {
            const WorkCounter::Pass wanted{128, before, tokens, WorkCounter::Cache::Kept,
                                           Outputs::Last};
            const auto alone = one.count(wanted);
            const auto together = three.count(wanted);
            QVERIFY2(alone, alone ? "" : alone.error().message.english().c_str());
            QVERIFY2(together, together ? "" : together.error().message.english().c_str());
            QCOMPARE(operationsOf(*together), 3 * operationsOf(*alone));
            const StageWork& layer = (*alone)[1];
            const StageWork& layers = (*together)[1];
            QCOMPARE(layers.products.front().rows, 3 * layer.products.front().rows);
            const std::uint64_t weights = 7'077'888 * 4;
            QVERIFY(layer.bytesTouched > weights);
            // Joining the rows of the sequences takes a little more.
            QVERIFY(layers.bytesTouched < 3 * layer.bytesTouched - weights);
        }
    }

    /// A layer of Mamba 130M: products with 768 × 3072, 1536 × 80, 48 × 1536 and 1536 × 768 numbers
    /// for each token, however many there were before.
    void mambaByHand() {
        const Described mamba = describe(
            R"({"model_type": "mamba", "architectures": ["MambaForCausalLM"], "hidden_size": 768,
                "num_hidden_layers": 24, "vocab_size": 50280})",
            DType::BFloat16, DeviceId::gpu(0));
        const double layer = 768.0 * 3072 + 1536 * 80 + 48 * 1536 + 1536 * 768;
        WorkCounter counter(*mamba.model, mamba.setting);
        const auto pass = counter.count({64, 0, 64, WorkCounter::Cache::Kept, Outputs::Last});
        QVERIFY2(pass, pass ? "" : pass.error().message.english().c_str());
        QCOMPARE((*pass)[1].operations(), 2 * 64 * layer);
        std::vector<std::uint64_t> touched;
        for (const std::int64_t before : {1, 64, 100'000}) {
            const auto token =
                counter.count({64, before, 1, WorkCounter::Cache::Kept, Outputs::Last});
            QVERIFY2(token, token ? "" : token.error().message.english().c_str());
            QCOMPARE((*token)[1].operations(), 2 * layer);
            touched.push_back((*token)[1].bytesTouched);
        }
        QCOMPARE(touched, std::vector<std::uint64_t>(touched.size(), touched.front()));
    }

    /// Residual, then feed-forward before its activation function and after; a long prompt's
    /// scores, before softmax and after.
    void activationsOfGpt2ByHand() {
        Described gpt2 = describe(kGpt2, DType::Float32, DeviceId::gpu(0));
        const std::uint64_t row = 768 * 4;
        for (const std::int64_t tokens : {64, 1024}) {
            RunRequest request;
            request.tokens.assign(static_cast<std::size_t>(tokens), 0);
            request.outputs = Outputs::Last;
            const auto predicted = predictRun(*gpt2.model, gpt2.setting, request);
            QVERIFY2(predicted, predicted ? "" : predicted.error().message.english().c_str());
            const auto rows = static_cast<std::uint64_t>(tokens);
            const std::uint64_t feedForward = rows * row * (1 + 4 + 4);
            const std::uint64_t attention = rows * row * (1 + 3) + 2 * 12 * rows * rows * 4;
            const PredictedMemory& gpu = predicted->devices.front();
            QCOMPARE(gpu.activations, std::max(feedForward, attention));
            QCOMPARE(gpu.kvCache, std::uint64_t{0});
            QCOMPARE(gpu.window, std::uint64_t{0});
        }
    }

    /// Matrices of 218,103,808 elements a layer; 131,072 bytes of cache a token in 16 bits.
    void llama31ByHand() {
        const Described llama = describe(kLlama31, DType::BFloat16, DeviceId::gpu(0));
        WorkCounter counter(*llama.model, llama.setting);
        const auto next = counter.count({1000, 1000, 1, WorkCounter::Cache::Kept, Outputs::Last});
        QVERIFY2(next, next ? "" : next.error().message.english().c_str());
        const double layer = 2.0 * 218'103'808 + 4.0 * 1001 * 4096;
        QCOMPARE(operationsOf(*next), 32 * layer + 2.0 * 4096 * 128256);
        RunRequest request;
        request.tokens.assign(4096, 0);
        request.generate = 1;
        request.outputs = Outputs::Last;
        const auto prompt = predictRun(*llama.model, llama.setting, request);
        QVERIFY2(prompt, prompt ? "" : prompt.error().message.english().c_str());
        QCOMPARE(prompt->devices.front().kvCache, std::uint64_t{512} * kMiB);
        request.generate = 3;  // the second token that goes in finds the cache full: it doubles
        const auto grown = predictRun(*llama.model, llama.setting, request);
        QVERIFY(grown);
        QCOMPARE(grown->devices.front().kvCache, std::uint64_t{1024} * kMiB);
        // 2 bytes for each of 8,030,261,248 parameters
        QCOMPARE(grown->devices.front().weights, std::uint64_t{16'060'522'496});
    }

    /// As transformers 5 holds experts, all of a layer come with any token; each token is
    /// multiplied by two of them.
    void stackedExpertsComeAtOnce() {
        const Described mixtral = describe(kMixtral, DType::Float32, DeviceId::cpu());
        std::uint64_t all = 0;
        for (const RunTensor& tensor : mixtral.setting.tensors) {
            all += tensor.bytes();
        }
        WorkCounter counter(*mixtral.model, mixtral.setting);
        for (const std::int64_t tokens : {1, 2, 64}) {
            const auto pass =
                counter.count({tokens, 0, tokens, WorkCounter::Cache::None, Outputs::Last});
            QVERIFY2(pass, pass ? "" : pass.error().message.english().c_str());
            QCOMPARE(bytesMovedOf(*pass), all);
            const double layer = 2.0 * static_cast<double>(tokens) *
                                     (2 * 3.0 * 64 * 128 + 64 * 8 + 2.0 * 64 * 64 + 2.0 * 64 * 32) +
                                 4.0 * static_cast<double>(tokens * tokens) * 64;
            QCOMPARE(operationsOf(*pass), 2 * layer + 2.0 * 64 * 100);
        }
    }

    /// Weights of 1 MB cross a link of 200 MB/s in 5 ms, whatever this machine does.
    void aSlowLinkIsWhatOneWaitsFor() {
        Described gpt2 = describe(kGpt2, DType::Float32, DeviceId::cpu());
        gpt2.setting.rates = roundRates();
        RunRequest request{.tokens = {1, 2, 3}};
        for (const unsigned window : {0U, 2U}) {
            gpt2.setting.window = window;
            const auto predicted = predictRun(*gpt2.model, gpt2.setting, request);
            QVERIFY(predicted && predicted->prefill);
            double transfers = 0;
            double computing = 0;
            for (const PredictedStage& stage : predicted->prefill->stages) {
                const double seconds = static_cast<double>(stage.bytesMoved) / kLink;
                QVERIFY(std::abs(stage.transferSeconds - seconds) <= 1e-9 * seconds);
                transfers += stage.transferSeconds;
                computing += stage.computeSeconds;
            }
            const double last = predicted->prefill->stages.back().computeSeconds;
            const double wanted = window == 0 ? transfers + computing : transfers + last;
            QVERIFY(std::abs(predicted->prefill->seconds - wanted) <= 1e-9);
        }
    }

    /// Stages of 2 s, each brought in 3 s: without prefetch one after the other, with it the
    /// transfers alone and the last stage; where computing takes longer it is the other way round.
    void twoThingsAtOnce() {
        const std::vector<StageTime> slowLink(4, StageTime{2, 3, 0});
        QCOMPARE(passEnds({slowLink}, 0), std::vector<double>{20});
        QCOMPARE(passEnds({slowLink}, 1), std::vector<double>{14});
        QCOMPARE(passEnds({slowLink}, 9), std::vector<double>{14});
        const std::vector<StageTime> slowSums(4, StageTime{3, 2, 0});
        QCOMPARE(passEnds({slowSums}, 0), std::vector<double>{20});
        QCOMPARE(passEnds({slowSums}, 1), std::vector<double>{14});
        // The second pass's first stage comes while the first pass's last one runs.
        QCOMPARE(passEnds({slowSums, slowSums}, 1), (std::vector<double>{14, 26}));
        // A stage far ahead waits until the window reaches it.
        const std::vector<StageTime> late{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 4, 0}};
        QCOMPARE(passEnds({late}, 1), std::vector<double>{7});
        QCOMPARE(passEnds({late}, 3), std::vector<double>{5});
        // What is asked for by the stage itself, it waits for.
        QCOMPARE(passEnds({{{1, 0, 2}, {1, 0, 2}}}, 2), std::vector<double>{6});
    }

    /// However far ahead weights may travel while a long prompt is computed, a token after many
    /// others takes no less than the link does.
    void aSteadyPassKeepsNoLead() {
        PassTimes token;
        token.asked = PassTimes::Asked::Steady;
        token.first = {std::vector<StageTime>(4, StageTime{100, 3, 0})};
        token.steady = std::vector<StageTime>(4, StageTime{2, 3, 0});
        token.steadyCount = 1;
        for (const unsigned window : {1U, 4U, 40U}) {
            QCOMPARE(token.seconds(window), 12.0);
        }
        token.steady = std::vector<StageTime>(4, StageTime{3, 2, 0});
        for (const unsigned window : {1U, 4U, 40U}) {
            QCOMPARE(token.seconds(window), 12.0);
        }
        QCOMPARE(steadySeconds(token.steady, 0), 20.0);
    }

    /// Computing takes twice as long while this machine copies, and copies a fourth longer beside
    /// it: 2 s of copies for the second stage are there after 2.5 s, in which the first has
    /// computed for 1.25 s; its last 0.75 s it is alone.
    void twoThingsShareMemory() {
        StageTime first{2, 0, 0};
        first.besideCopies = 0.5;
        first.copiesBeside = 0.8;
        StageTime second = first;
        second.ahead = 2;
        second.copying = 2;
        const auto lastEnd = [](const std::vector<std::vector<StageTime>>& passes,
                                unsigned window) { return passEnds(passes, window).back(); };
        QCOMPARE(lastEnd({{first, second}}, 1), 5.25);
        // Over a link that takes four times as long a fourth of the time is copying, 1.25 fourths
        // beside computing: the first computes at 1 - 5/16 / 2 = 27/32.
        second.ahead = 8;
        QCOMPARE(passEnds({{first}, {second}}, 1).front(), 64.0 / 27);
        QCOMPARE(lastEnd({{first}, {second}}, 1), 10.0);
        // A link alone takes nothing from anyone.
        second.copying = 0;
        QCOMPARE(passEnds({{first}, {second}}, 1).front(), 2.0);
        QCOMPARE(lastEnd({{first}, {second}}, 1), 10.0);
        // Copies that are waited for have the memory to themselves.
        second.copying = second.ahead;
        QCOMPARE(lastEnd({{first, second}}, 0), 12.0);
    }

    void sharesBetweenMeasuredRows() {
        MachineRates rates;
        QCOMPARE(memorySharing(rates, DType::Float32, 1).product, 1.0);
        rates.sharing = {{"float32 x1", 0.5},
                         {"float32 x1 copies", 0.75},
                         {"float32 x128", 0.75},
                         {"float32 x128 copies", 1.0},
                         {"bfloat16 x1", 0.25}};
        QCOMPARE(memorySharing(rates, DType::Float32, 1).product, 0.5);
        QCOMPARE(memorySharing(rates, DType::Float32, 1).copies, 0.75);
        QCOMPARE(memorySharing(rates, DType::Float32, 512).product, 0.75);
        QCOMPARE(memorySharing(rates, DType::Float16, 512).copies, 1.0);
        const double middle = memorySharing(rates, DType::Float32, 11).product;  // √128 = 11.3
        QVERIFY2(middle > 0.62 && middle < 0.625, std::to_string(middle).c_str());
        QCOMPARE(memorySharing(rates, DType::BFloat16, 1).product, 0.25);
        QCOMPARE(memorySharing(rates, DType::BFloat16, 1).copies, 1.0);
    }

    /// So that all threads of one machine's stages find a core.
    void stagesOfOneMachineShareItsCores() {
        QCOMPARE(usualComputeThreads(16), 15U);
        QCOMPARE(usualComputeThreads(16, 2), 7U);
        QCOMPARE(usualComputeThreads(16, 4), 3U);
        QCOMPARE(usualComputeThreads(4, 8), 1U);
        QCOMPARE(usualComputeThreads(1, 2), 1U);
    }

    void ratesBetweenMeasuredRows() {
        const MachineRates rates = roundRates();
        const unsigned usual = usualComputeThreads();
        const auto at = [&](std::int64_t rows) {
            return *productRate(rates, ProductPlace::Host, DType::Float32, rows, usual) / 1e9;
        };
        QVERIFY(std::abs(at(1) - 1) < 1e-6);
        QVERIFY(std::abs(at(4) - 4) < 1e-6);
        QVERIFY(std::abs(at(300) - 300) < 1e-6);
        QVERIFY(std::abs(at(4096) - 512) < 1e-6);
        QCOMPARE(*productRate(rates, ProductPlace::Host, DType::Float32, 128, 2 * usual),
                 2 * 128e9);
        QVERIFY(!productRate(rates, ProductPlace::Card, DType::Float32, 128, usual));
        MachineRates old;
        old.matmul["float32"] = 80e9;
        QVERIFY(*productRate(old, ProductPlace::Host, DType::Float32, 128, usual) <= 80e9);
        QVERIFY(productRate(old, ProductPlace::Host, DType::Float16, 128, usual).has_value());
        QVERIFY(!productRate(old, ProductPlace::Host, DType::BFloat16, 128, usual));
    }

    void withoutRatesThereIsNoTime() {
        const Described gpt2 = describe(kGpt2, DType::Float32, DeviceId::cpu());
        const auto predicted = predictRun(*gpt2.model, gpt2.setting, {.tokens = {1}});
        QVERIFY(predicted);
        QVERIFY(!predicted->prefill && !predicted->seconds);
        QVERIFY(predicted->devices.front().window > 0);
        QVERIFY(std::ranges::any_of(predicted->assumptions, [](const std::string& sentence) {
            return sentence.find("devices --measure") != std::string::npos;
        }));
    }

    void whatCannotRunIsNotPredicted() {
        const Described gpt2 = describe(kGpt2, DType::Float32, DeviceId::cpu());
        const auto unknown = predictRun(*gpt2.model, gpt2.setting, {.tokens = {50257}});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(StageWorkTest)
#include "tst_stage_work.moc"
