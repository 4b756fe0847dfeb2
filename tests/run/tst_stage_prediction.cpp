// SPDX-License-Identifier: GPL-3.0-or-later
// When the stages of a run are done, worked out by hand; and what each takes of a pass, beside what
// the whole model takes.
#include "engine/run/product_rates.h"
#include "engine/run/run_job.h"
#include "engine/run/run_prediction.h"
#include "engine/run/stage_channel.h"
#include "engine/run/stage_prediction.h"
#include "engine/run/staged_model.h"
#include "tests/run/described_model.h"
#include "tests/run/run_fixture.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");
const MachineLink kNoTime{.bytesPerSecond = 1e18, .latencySeconds = 0};
/// A message is a second on its way, a token half of one.
const MachineLink kSlow{.bytesPerSecond = 2.0 * kStageMessageBytes, .latencySeconds = 0.5};

/// Stages of machines of their own, each with its seconds for the prompts and for a token each of a
/// micro-batch.
struct Seconds {
    double prompt;
    double token;
};

PipelineRun pipelineOf(const std::vector<Seconds>& stages, const MachineLink& link,
                       std::size_t batches, std::int64_t generate) {
    PipelineRun run{{}, batches, generate};
    for (const Seconds& seconds : stages) {
        StagePasses passes;
        passes.prompt.assign(batches, {seconds.prompt, 0});
        passes.token.assign(generate > 1 ? batches : 0, {seconds.token, 0});
        run.stages.push_back({passes, link, "m" + std::to_string(run.stages.size())});
    }
    return run;
}

/// A plan of a part, or of the whole model: everything in memory.
RunSetting settingOf(const ModuleTree& tree) {
    RunSetting setting;
    for (const TensorSpec& spec : tree.tensors()) {
        setting.tensors.push_back({spec.name,
                                   {DType::Float32, spec.shape},
                                   DeviceId::cpu(),
                                   static_cast<std::uint32_t>(spec.storage.index()),
                                   spec.kind == TensorKind::Buffer});
    }
    setting.executionDevice = DeviceId::cpu();
    setting.rates = roundRates();
    return setting;
}

bool isNear(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

}  // namespace

class StagePredictionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void byHand_data();
    void byHand();
    void cores();
    void besideAnother();
    void whatIsUnknown();
    void partsAreTheWhole();

private:
    static void addRow(const char* name, const PipelineRun& run, double first, double perToken,
                       double all, const std::vector<double>& computed,
                       const std::vector<double>& waited);
};

void StagePredictionTest::addRow(const char* name, const PipelineRun& run, double first,
                                 double perToken, double all, const std::vector<double>& computed,
                                 const std::vector<double>& waited) {
    QTest::newRow(name) << run << first << perToken << all << computed << waited;
}

void StagePredictionTest::byHand_data() {
    QTest::addColumn<PipelineRun>("run");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("perToken");
    QTest::addColumn<double>("all");
    QTest::addColumn<std::vector<double>>("computed");
    QTest::addColumn<std::vector<double>>("waited");
    const std::vector<Seconds> even{{2, 1}, {2, 1}};
    // One computes, the other waits: 0–2 and 2–4, then 4–5, 5–6, 6–7, 7–8.
    addRow("one sequence", pipelineOf(even, kNoTime, 1, 3), 4, 2, 8, {4, 4}, {4, 4});
    // 0–2, 2–4, and 2–4, 4–6; the first token goes in at 4, when the second prompt is at the last
    // stage: 4–5, 6–7, 7–8, 8–9 and 6–7, 7–8, 8–9, 9–10.
    addRow("two sequences", pipelineOf(even, kNoTime, 2, 3), 6, 2, 10, {8, 8}, {2, 2});
    // The same of three sequences, of which two pass together.
    PipelineRun pairs = pipelineOf(even, kNoTime, 2, 3);
    pairs.sequences = 3;
    addRow("three sequences", pairs, 6, 2, 10, {8, 8}, {2, 2});
    // 0–2, a second on the way, 3–5, half of one back, 5.5–6.5, 7.5–8.5; the last token is at 9.
    addRow("on the way", pipelineOf(even, kSlow, 1, 2), 5, 3.5, 9, {3, 3}, {6, 5.5});
    // Four messages more, two seconds, come half a second after they are asked for, which takes
    // half a second: at 2 + 1 + 3 and, because the stage computes until 8, at 8 + 3.
    PipelineRun large = pipelineOf(even, kSlow, 2, 1);
    for (StagePass& pass : large.stages.back().passes.prompt) {
        pass.bytesIn = 4 * kStageMessageBytes;
    }
    addRow("long prompts", large, 13, 0, 13.5, {4, 4}, {9.5, 9});
    // Three chunks of two prompts: 0–6 and 2–8, and no token before.
    PipelineRun chunks = pipelineOf(even, kNoTime, 2, 2);
    for (PipelineRun::Stage& stage : chunks.stages) {
        stage.passes.prompt.push_back(stage.passes.prompt.front());
        stage.passes.isChunked = true;
    }
    addRow("chunks", chunks, 8, 3, 11, {8, 8}, {3, 3});
    // The slow stage is never idle: 1 + 4 × 3 + 1, and four times 3 a round.
    addRow("a slow stage", pipelineOf({{1, 1}, {3, 3}, {1, 1}}, kNoTime, 4, 2), 14, 12, 26,
           {8, 24, 8}, {18, 2, 18});
}

void StagePredictionTest::byHand() {
    QFETCH(PipelineRun, run);
    QFETCH(double, first);
    QFETCH(double, perToken);
    QFETCH(double, all);
    QFETCH(std::vector<double>, computed);
    QFETCH(std::vector<double>, waited);
    const auto predicted = predictPipeline(run);
    QVERIFY(predicted);
    QVERIFY(isNear(*predicted->times.toFirstToken, first));
    QVERIFY(isNear(predicted->times.perToken.value_or(0), perToken));
    if (perToken > 0) {
        QVERIFY(isNear(*predicted->times.tokensPerSecond,
                       static_cast<double>(run.sequences) / perToken));
    }
    QVERIFY(isNear(predicted->seconds, all));
    QCOMPARE(predicted->stages.size(), computed.size());
    for (std::size_t i = 0; i < computed.size(); ++i) {
        QVERIFY(isNear(predicted->stages[i].computeSeconds, computed[i]));
        QVERIFY(isNear(predicted->stages[i].waitedSeconds, waited[i]));
    }
    QVERIFY(!predicted->sharesCores);
}

/// Two stages of one machine: with more than one sequence they compute at once.
void StagePredictionTest::cores() {
    const std::vector<Seconds> even{{2, 1}, {2, 1}};
    for (const std::size_t sequences : {std::size_t{1}, std::size_t{2}}) {
        PipelineRun run = pipelineOf(even, kNoTime, sequences, 3);
        const auto apart = predictPipeline(run);
        for (PipelineRun::Stage& stage : run.stages) {
            stage.machine = "one";
            stage.threads = 3;
            stage.cores = 4;
        }
        const auto together = predictPipeline(run);
        QVERIFY(apart && together);
        QCOMPARE(together->sharesCores, sequences > 1);
        const double slower = sequences > 1 ? 1.5 : 1;
        QVERIFY(isNear(together->seconds, slower * apart->seconds));
        for (PipelineRun::Stage& stage : run.stages) {
            stage.threads = 2;  // there is room for both
        }
        QVERIFY(isNear(predictPipeline(run)->seconds, apart->seconds));
        // Two runs of three threads each were measured to be twice as slow as one, and not half as
        // slow again, as their cores tell: what else they share costs all stages as much.
        for (PipelineRun::Stage& stage : run.stages) {
            for (auto* const passes : {&stage.passes.prompt, &stage.passes.token}) {
                for (StagePass& pass : *passes) {
                    pass.besideSeconds = 2 * pass.seconds;
                }
            }
        }
        const double costs = sequences > 1 ? 2 / 1.5 : 1;
        QVERIFY(isNear(predictPipeline(run)->seconds, costs * apart->seconds));
    }
}

void StagePredictionTest::whatIsUnknown() {
    const PipelineRun known = pipelineOf({{2, 1}, {2, 1}}, kNoTime, 2, 3);
    PipelineRun run = known;
    run.stages[1].passes.token[1].seconds = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!predictPipeline(run));
    run = known;
    run.stages[1].passes.prompt.pop_back();
    QVERIFY(!predictPipeline(run));
    run = known;
    run.sequences = 1;  // which would be two micro-batches
    QVERIFY(!predictPipeline(run));
    run = known;
    run.stages[0].next.bytesPerSecond = 0;
    QVERIFY(!predictPipeline(run));
    run = known;
    run.stages[0].passes = {};
    QVERIFY(!predictPipeline(run));
    run = known;
    for (PipelineRun::Stage& stage : run.stages) {  // what another process told may be anything
        stage.passes.prompt.clear();
        stage.passes.isChunked = true;
    }
    QVERIFY(!predictPipeline(run));
    QVERIFY(!predictPipeline({}));
}

/// Products of few rows keep more than those of many; what was not measured is not slower.
void StagePredictionTest::besideAnother() {
    MachineRates rates = roundRates();
    const MachineRates same = besideAnotherRun(rates);
    QVERIFY(same.matmul == rates.matmul && same.elementwise == rates.elementwise);
    rates.sharing = {{"float32 x1 runs", 0.8}, {"float32 x128 runs", 0.5}};
    rates.matmul = {{"float32 x1", 100}, {"float32 x128 conv1d", 100}, {"float32 x512", 100},
                    {"float16 x1", 100}, {"bfloat16 x1", 100},         {"cuda float32 x1", 100}};
    rates.elementwise = {{"float32", 100}, {"float32 calls", 100}};
    const MachineRates beside = besideAnotherRun(rates);
    const auto isSlower = [](const std::map<std::string, double>& all,
                             const std::map<std::string, double>& expected) {
        return std::ranges::equal(all, expected, [](const auto& a, const auto& b) {
            return a.first == b.first && isNear(a.second, b.second);
        });
    };
    QVERIFY(isSlower(beside.matmul, {{"float32 x1", 80},
                                     {"float32 x128 conv1d", 50},
                                     {"float32 x512", 50},
                                     {"float16 x1", 80},
                                     {"bfloat16 x1", 100},
                                     {"cuda float32 x1", 100}}));
    QVERIFY(isSlower(beside.elementwise, {{"float32", 80}, {"float32 calls", 50}}));
}

/// What the stages take is together what the whole takes, but for bringing an activation over.
void StagePredictionTest::partsAreTheWhole() {
    constexpr std::uint64_t kRowBytes = 24 * 4;
    for (const char* const name : {"gpt2", "mistral"}) {
        const RunFixture fixture = openRunFixture(kRoot + QString::fromLatin1(name));
        RunRequest request{{1, 2, 3}, 5};
        request.outputs = Outputs::Last;
        request.microBatches = 9;  // than there are prompts: one each
        const RunSetting setting = settingOf(*fixture.tree);
        const DescribedWeights weights(setting);
        const auto model = runModelOf(*fixture.checkpoint, weights);
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        const auto whole = passesOfRun(**model, setting, request);
        QVERIFY2(whole, whole ? "" : whole.error().message.english().c_str());
        double prompt = 0;
        double token = 0;
        for (int i = 0; i < 2; ++i) {
            const StagedRun run{{{2 * i, 2 * i + 1}, i, 2}, fixture.checkpoint, fixture.tree};
            const auto part = stagePartOf(run, {}, {});
            QVERIFY2(part, part ? "" : part.error().message.english().c_str());
            const auto passes = predictStage(run, settingOf(*part->tree), request);
            QVERIFY2(passes, passes ? "" : passes.error().message.english().c_str());
            QCOMPARE(passes->prompt.size(), std::size_t{1});
            QCOMPARE(passes->token.size(), std::size_t{1});
            if (std::string(name) == "gpt2") {
                QCOMPARE(passes->prompt[0].bytesIn, i * 3 * kRowBytes);
                QCOMPARE(passes->token[0].bytesIn, i * kRowBytes);
            }
            prompt += passes->prompt[0].seconds;
            token += passes->token[0].seconds;
        }
        constexpr double kBringing = 25e-6;
        const double wholePrompt = passEnds(whole->prompt.first, setting.window).back();
        const double wholeToken = steadySeconds(whole->token.steady, setting.window);
        QVERIFY(wholePrompt > 0 && wholeToken > 0);
        QVERIFY(prompt > 0.999 * wholePrompt && prompt < wholePrompt + kBringing);
        QVERIFY(token > 0.999 * wholeToken && token < wholeToken + kBringing);
        // Several prompts are passes of their own, unless they go in by chunks.
        request.alongside = {{4, 5, 6, 7, 8}};
        const StagedRun run{{{0, 1}, 0, 2}, fixture.checkpoint, fixture.tree};
        const RunSetting own = settingOf(*stagePartOf(run, {}, {})->tree);
        const auto apart = predictStage(run, own, request);
        QVERIFY(apart && apart->prompt.size() == 2 && apart->token.size() == 2);
        QVERIFY(apart->prompt[1].seconds > apart->prompt[0].seconds && !apart->isChunked);
        // Together they take less than that, and give the next stage a row each.
        const StagedRun second{{{2, 3}, 1, 2}, fixture.checkpoint, fixture.tree};
        const RunSetting its = settingOf(*stagePartOf(second, {}, {})->tree);
        request.microBatches = 1;
        const auto both = predictStage(second, its, request);
        QVERIFY(both && both->prompt.size() == 1 && both->token.size() == 1);
        QCOMPARE(both->prompt[0].bytesIn, 8 * kRowBytes);
        QCOMPARE(both->token[0].bytesIn, 2 * kRowBytes);
        request.microBatches = 2;
        const auto each = predictStage(second, its, request);
        QVERIFY(each && each->token.size() == 2);
        QVERIFY(both->token[0].seconds > each->token[0].seconds);
        QVERIFY(both->token[0].seconds < each->token[0].seconds + each->token[1].seconds);
        request.prefillChunk = 2;
        const auto chunks = predictStage(run, own, request);
        QVERIFY(chunks && chunks->isChunked && chunks->token.size() == 2);
        // Without rates nothing is known.
        RunSetting unmeasured = own;
        unmeasured.rates.reset();
        const auto unknown = predictStage(run, unmeasured, request);
        QVERIFY(unknown && std::isnan(unknown->prompt.front().seconds));
    }
}

QTEST_GUILESS_MAIN(StagePredictionTest)
#include "tst_stage_prediction.moc"
