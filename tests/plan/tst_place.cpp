// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of GPT-2 checked by hand, their figures, problems and verdicts.
#ifndef Q_MOC_RUN
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <chrono>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr double kEmbedding = 50257.0 * 768 * 4;
constexpr double kPositions = 1024.0 * 768 * 4;
constexpr double kBlock = 28351488;  // 7,087,872 float32 parameters
constexpr double kNorm = 2.0 * 768 * 4;

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

const DevicePlacement& on(const Plan& plan, DeviceId device) {
    return *plan->placement(device);
}

/// A flat model of `count` blocks, for speed.
std::shared_ptr<const ModuleTree> largeTree(int count) {
    ModelDraft draft;
    draft.root.className = "Model";
    draft.noSplitClasses = {"Block"};
    for (int i = 0; i < count; ++i) {
        ModuleDraft block;
        block.name = "b" + std::to_string(i);
        block.className = i % 7 == 0 ? "Block" : "Group";
        for (int j = 0; j < 9; ++j) {
            ModuleDraft leaf;
            leaf.name = std::to_string(j);
            leaf.className = "Linear";
            leaf.parameters.push_back({"weight", DType::Float32, {16, 1 + i % 97}, true});
            block.children.push_back(std::move(leaf));
        }
        draft.root.children.push_back(std::move(block));
    }
    for (int i = 0; i + 1 < count; i += 50) {  // ties between neighbours
        draft.tied.push_back(
            {"b" + std::to_string(i) + ".0.weight", "b" + std::to_string(i) + ".1.weight"});
    }
    const auto tree = ModuleTreeBuilder::build(draft);
    return tree ? *tree : nullptr;
}

}  // namespace

class PlaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void twoGpusOf320MiB();
    void allFourDevices();
    void embeddingThatFitsNoGpu();
    void whatWouldDoDoes();
    void namesClassesThatNoModuleHas();
    void allocatorFiguresOfTheLesson();
    void oneGpuTakesNineTenths();
    void noGpuAtAll();
    void overLimitAndOverCapacity();
    void contextAndOthersCountAgainstCapacity();
    void acceleratesFailureIsTold();
    void diskBudgetIsRefused();
    void unknownNamesAreRefused();
    void strategyNames();
    void missingCpuLimitSendsTheRestToDisk();
    void whyHere();
    void blocksOfTheBoard();
    void validatesMaps();
    void cancels();
    void stressOfAHundredThousandModules();
};

void PlaceTest::twoGpusOf320MiB() {
    const Plan plan = planOf(requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB}));
    QVERIFY(plan != nullptr);
    QCOMPARE(on(plan, DeviceId::gpu(0)).weights, kEmbedding + kPositions + 3 * kBlock);
    QCOMPARE(on(plan, DeviceId::gpu(1)).weights, 9 * kBlock + kNorm);
    QCOMPARE(on(plan, DeviceId::cpu()).weights, 0.0);
    QVERIFY(plan->verdict == Verdict::Fits);
    QCOMPARE(textOf(plan->verdictText), QStringLiteral("Fits (weights only): 474.7 MiB on 2 GPUs"));
    QVERIFY(plan->map.exact("lm_head") == DeviceId::gpu(0));
    QVERIFY(plan->executionDevice() == DeviceId::gpu(0));
    for (const std::uint32_t index : {0U, 1U}) {
        const DevicePlacement& gpu = on(plan, DeviceId::gpu(index));
        QVERIFY(gpu.weightsReserved <= 320 * kMiB);
        QVERIFY(static_cast<double>(gpu.weightsAllocated) >= gpu.weights);
        QCOMPARE(gpu.overCapacity(), std::uint64_t{0});
    }
    // GPU 0 was left when one block was still the largest layer.
    QCOMPARE(on(plan, DeviceId::gpu(0)).reservedForLargestLayer, kBlock);
    QCOMPARE(on(plan, DeviceId::gpu(1)).reservedForLargestLayer, 0.0);
    QCOMPARE(plan->noSplitClasses(), std::vector<std::string>{"GPT2Block"});
    for (const PlanIssue& issue : plan->issues) {
        QVERIFY2(issue.severity == Severity::Hint, issue.text.english().c_str());
    }
}

void PlaceTest::allFourDevices() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    setBudgets(request, "0=200MiB,1=100MiB,cpu=60MiB");
    const Plan plan = planOf(request);
    QCOMPARE(on(plan, DeviceId::gpu(0)).weights, kEmbedding + kPositions);
    QCOMPARE(on(plan, DeviceId::gpu(1)).weights, 3 * kBlock);
    QCOMPARE(on(plan, DeviceId::cpu()).weights, kBlock);
    QCOMPARE(on(plan, DeviceId::disk()).weights, 8 * kBlock + kNorm);
    QVERIFY(!on(plan, DeviceId::disk()).budget.has_value());
    QVERIFY(plan->verdict == Verdict::FitsWithOffload);
    QCOMPARE(textOf(plan->verdictText),
             QString(goldenText("plan/fits-with-offload-27-0-mib-run-from")));
    const PlanIssue* const cost = findIssue(*plan, "offload_cost");
    QVERIFY(cost != nullptr);
    QCOMPARE(cost->bytes, 9 * kBlock + kNorm);
}

void PlaceTest::embeddingThatFitsNoGpu() {
    const Plan plan =
        planOf(requestFor(recordedTree("gpt2"), {100 * kMiB, 100 * kMiB}, 200 * kMiB));
    QCOMPARE(on(plan, DeviceId::gpu(0)).weights, 0.0);
    QCOMPARE(on(plan, DeviceId::gpu(1)).weights, 0.0);
    QCOMPARE(on(plan, DeviceId::cpu()).weights, kEmbedding + kPositions);
    QCOMPARE(on(plan, DeviceId::disk()).weights, 12 * kBlock + kNorm);
    QVERIFY(plan->verdict == Verdict::FitsWithOffload);
    const PlanIssue* const large = findIssue(*plan, "layer_larger_than_every_gpu");
    QVERIFY(large != nullptr);
    QCOMPARE(textOf(large->module), QStringLiteral("transformer.wte"));
    const PlanIssue* const empty = findIssue(*plan, "gpu_gets_nothing");
    QVERIFY(empty != nullptr);
    QVERIFY2(empty->text.english().find("transformer.wte needs 147.2 MiB") != std::string::npos,
             empty->text.english().c_str());
    QVERIFY(hasIssue(*plan, "gpus_idle_while_offloading"));
}

/// Who types what the sentence says gets what it promises.
void PlaceTest::whatWouldDoDoes() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {200 * kMiB, 200 * kMiB});
    request.strategy = Strategy::Sequential;
    setBudgets(request, "0=160MiB,1=100MiB,cpu=8GiB");
    const Plan plan = planOf(request);
    const auto empty = std::ranges::find_if(plan->issues, [](const PlanIssue& issue) {
        return issue.code == "gpu_gets_nothing" && issue.device == DeviceId::gpu(1);
    });
    QVERIFY(empty != plan->issues.end());
    const auto size =
        QRegularExpression("([0-9.]+) MiB would be enough").match(textOf(empty->text));
    QVERIFY2(size.hasMatch(), empty->text.english().c_str());
    setBudgets(request, "0=160MiB,1=" + size.captured(1).toStdString() + "MiB,cpu=8GiB");
    QVERIFY(on(planOf(request), DeviceId::gpu(1)).weights > 0);
}

/// A misspelt class keeps nothing whole, and the model's own are split then.
void PlaceTest::namesClassesThatNoModuleHas() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB});
    request.constraints.noSplit = {"GPT2Block", "GPT2Blok"};
    const Plan plan = planOf(request);
    const PlanIssue* const unknown = findIssue(*plan, "no_split_unknown");
    QVERIFY(unknown != nullptr);
    QVERIFY(unknown->text.english().find("the no-split class GPT2Blok,") != std::string::npos);
    request.constraints.noSplit = {"GPT2Block"};
    QVERIFY(!hasIssue(*planOf(request), "no_split_unknown"));
}

void PlaceTest::allocatorFiguresOfTheLesson() {
    PlacementRequest request = requestFor(recordedTree("raschka-gpt2"), {2 * kGiB});
    request.strategy = Strategy::Sequential;
    const Plan plan = planOf(request);
    const DevicePlacement& gpu = on(plan, DeviceId::gpu(0));
    QCOMPARE(QString::fromStdString(mapText(plan->map)), QStringLiteral("gpu:0="));
    QCOMPARE(gpu.weights, 702480384.0);
    QCOMPARE(gpu.weightsAllocated, std::uint64_t{706701312});
    QCOMPARE(gpu.weightsReserved, std::uint64_t{731906048});
}

void PlaceTest::oneGpuTakesNineTenths() {
    const Plan plan = planOf(requestFor(recordedTree("gpt2"), {kGiB}));
    QCOMPARE(plan->effectiveBudgets.front().bytes, 0.9 * static_cast<double>(kGiB));
    QVERIFY(plan->effectiveBudgets.front().isFloat);
    QCOMPARE(*on(plan, DeviceId::gpu(0)).budget, static_cast<double>(kGiB));
    QCOMPARE(textOf(plan->verdictText), QStringLiteral("Fits (weights only): 474.7 MiB on 1 GPU"));
}

void PlaceTest::noGpuAtAll() {
    const Plan plan = planOf(requestFor(recordedTree("gpt2"), {}, 4 * kGiB));
    QVERIFY(plan->verdict == Verdict::Fits);
    QCOMPARE(textOf(plan->verdictText),
             QString(goldenText("window-plan/fits-474-7-mib-on-the-cpu")));
    QVERIFY(plan->executionDevice() == DeviceId::cpu());
    const Plan small = planOf(requestFor(recordedTree("gpt2"), {}, 400 * kMiB));
    QVERIFY(small->verdict == Verdict::FitsWithOffload);
    QVERIFY(on(small, DeviceId::disk()).weights > 0);
}

void PlaceTest::overLimitAndOverCapacity() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.moves = {{"transformer", DeviceId::gpu(1)}};
    const Plan plan = planOf(request);
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    QVERIFY(on(plan, DeviceId::gpu(1)).overBudget() > 0);
    QVERIFY(on(plan, DeviceId::gpu(1)).overCapacity() > 0);
    QVERIFY(findIssue(*plan, "over_capacity")->severity == Severity::Error);
    QVERIFY(hasIssue(*plan, "over_budget"));
    QVERIFY2(plan->verdictText.english().starts_with("GPU 1 is 210.0 MiB over"),
             plan->verdictText.english().c_str());
    QVERIFY(
        plan->verdictText.english().ends_with(goldenText("window-board/mib-over-its-capacity")));
    // Over a limit only: the card itself has room.
    request.devices = machineWith({320 * kMiB, 8 * kGiB}, 8 * kGiB);
    setBudgets(request, "0=320MiB,1=100MiB,cpu=1GiB");
    const Plan limited = planOf(request);
    QVERIFY(!hasIssue(*limited, "over_capacity"));
    QVERIFY(limited->verdictText.english().ends_with(goldenText("plan/over-its-limit")));
    // The CPU's memory is finite too.
    request.moves = {{"transformer", DeviceId::cpu()}};
    request.devices = machineWith({320 * kMiB, 8 * kGiB}, 300 * kMiB);
    QVERIFY(planOf(request)->verdict == Verdict::DoesNotFit);
}

void PlaceTest::contextAndOthersCountAgainstCapacity() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {640 * kMiB});
    setBudgets(request, "0=640MiB,cpu=1GiB");
    QVERIFY(planOf(request)->verdict == Verdict::Fits);
    request.devices.front().context = 100 * kMiB;
    request.devices.front().usedByOthers = 50 * kMiB;
    const Plan plan = planOf(request);
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    const PlanIssue* const issue = findIssue(*plan, "over_capacity");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->text.english().find(goldenText("plan/100-0-mib-for-the-drivers-context")) !=
            std::string::npos);
    QVERIFY(issue->text.english().find(goldenText("plan/50-0-mib-used-by-others")) !=
            std::string::npos);
}

void PlaceTest::acceleratesFailureIsTold() {
    // One module object under two names of the same parent: its second name is not on the list.
    ModelDraft draft;
    draft.root.className = "Model";
    ModuleDraft child;
    child.name = "a";
    child.className = "Linear";
    child.parameters.push_back({"weight", DType::Float32, {64, 64}, true});
    draft.root.children.push_back(child);
    ModuleDraft again;
    again.name = "b";
    again.sameAs = "a";
    draft.root.children.push_back(again);
    const auto tree = ModuleTreeBuilder::build(draft);
    QVERIFY(tree.has_value());
    const Plan plan = planOf(requestFor(*tree, {kGiB}));
    QVERIFY(plan->accelerateError.has_value());
    QVERIFY(plan->accelerateError->english().starts_with(goldenText("plan/accelerate-fails-here")));
    QVERIFY(plan->accelerateError->english().find("IndexError") != std::string::npos);
    QVERIFY(plan->map.empty());
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    QCOMPARE(plan->issues.size(), std::size_t{1});
    // balanced_low_0 with a gap in the GPUs' numbers.
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB, kGiB, kGiB});
    setBudgets(request, "0=1GiB,2=1GiB,cpu=1GiB");
    request.strategy = Strategy::BalancedLow0;
    QVERIFY(planOf(request)->accelerateError->english().find("KeyError") != std::string::npos);
    // Fallback allocation with a limit that is a double.
    request = requestFor(recordedTree("gpt2"), {100 * kMiB});
    request.constraints.fallbackAllocation = true;
    QVERIFY(planOf(request)->accelerateError->english().find("AttributeError") !=
            std::string::npos);
}

void PlaceTest::diskBudgetIsRefused() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB});
    setBudgets(request, "0=1GiB,disk=10GiB");
    const auto refused = place(request);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().code == ErrorCode::InvalidArgument);
    request.strategy = Strategy::Sequential;
    QVERIFY(place(request).has_value());
}

void PlaceTest::unknownNamesAreRefused() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB});
    request.constraints.pins = {{"transformer.nope", DeviceId::cpu()}};
    QVERIFY(place(request).error().message.english().find("transformer.nope") != std::string::npos);
    QVERIFY(!place(PlacementRequest{}).has_value());
}

void PlaceTest::strategyNames() {
    for (const StrategyRow& row : strategies()) {
        QVERIFY(*strategyFromName(row.name) == row.strategy);
        QVERIFY(&strategyRow(row.strategy) == &row);
    }
    QCOMPARE(stowage::strategyNames(" or "),
             std::string("auto, balanced, balanced_low_0, sequential or optimal"));
    QCOMPARE(stowage::strategyNames(" or ", accelerateStrategies()),
             std::string("auto, balanced, balanced_low_0 or sequential"));
    QCOMPARE(strategyName(Strategy::Manual), std::string_view("manual"));
    QVERIFY(!strategyFromName("best").has_value());
    QVERIFY(!strategyFromName("manual").has_value());
}

void PlaceTest::missingCpuLimitSendsTheRestToDisk() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB});
    setBudgets(request, "0=320MiB");
    const Plan plan = planOf(request);
    QCOMPARE(on(plan, DeviceId::cpu()).weights, 0.0);
    QVERIFY(on(plan, DeviceId::disk()).weights > 0);
    QVERIFY(hasIssue(*plan, "no_cpu_limit"));
    setBudgets(request, "3=1GiB,cpu=1GiB");
    const Plan absent = planOf(request);
    QVERIFY(hasIssue(*absent, "unknown_device"));
    QVERIFY(absent->warnings.front().starts_with(goldenText("plan/device-3-is-not-available")));
}

void PlaceTest::whyHere() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    setBudgets(request, "0=200MiB,1=100MiB,cpu=60MiB");
    const Plan plan = planOf(request);
    const auto decisions = decisionsFor(*plan, *plan->request.tree->findModule("transformer.h.0"));
    QVERIFY(decisions.size() >= 3);
    QVERIFY(decisions.front().kind == PlacementDecision::Kind::Split);
    QVERIFY(decisions.back().kind == PlacementDecision::Kind::Placed);
    QVERIFY(decisions.back().device == DeviceId::gpu(1));
    const auto refusal =
        std::find_if(decisions.begin(), decisions.end(), [](const PlacementDecision& decision) {
            return decision.kind == PlacementDecision::Kind::DoesNotFit;
        });
    QVERIFY(refusal != decisions.end());
    QCOMPARE(textOf(refusal->reason), QString(goldenText("plan/did-not-fit-and-cannot-be-split")));
    const auto head = decisionsFor(*plan, *plan->request.tree->findModule("lm_head"));
    QVERIFY(!head.empty());
    QCOMPARE(head.back().tiedWith, std::vector<std::string>{"lm_head"});
}

void PlaceTest::blocksOfTheBoard() {
    const Plan plan = planOf(requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB}));
    const std::vector<PlanBlock> blocks = planBlocks(*plan);
    QCOMPARE(blocks.size(), std::size_t{15});  // wte, wpe, 12 blocks, ln_f; the head is tied
    const ModuleTree& tree = *plan->request.tree;
    QCOMPARE(textOf(tree.path(blocks[0].module)), QStringLiteral("transformer.wte"));
    QCOMPARE(textOf(tree.path(blocks[2].module)), QStringLiteral("transformer.h.0"));
    QCOMPARE(blocks[2].bytes, static_cast<std::uint64_t>(kBlock));
    PlacementRequest split = plan->request;
    split.moves = {{"transformer.h.3.mlp", DeviceId::cpu()}};
    // ln_1, attn, ln_2 and mlp instead of the one block.
    QCOMPARE(planBlocks(*planOf(split)).size(), std::size_t{18});
    PlacementRequest loose = plan->request;
    loose.constraints.noSplit = std::vector<std::string>{};
    QVERIFY(planBlocks(*planOf(loose)).size() >= 13);
}

void PlaceTest::validatesMaps() {
    const auto tree = recordedTree("gpt2");
    const auto devices = machineWith({kGiB}, kGiB);
    const auto codes = [&](const DeviceMap& map) {
        QStringList list;
        const ResolvedMap resolved(*tree, map);
        for (const PlanIssue& issue :
             validateMapOnTree(*tree, map, resolved.places(), resolved.unknownKeys(),
                               WholeModules(*tree, {"GPT2Block"}), devices)) {
            list.append(QString::fromLatin1(severityName(issue.severity)) + QLatin1Char(' ') +
                        QString::fromStdString(issue.code + " " + issue.module));
        }
        return list;
    };
    QCOMPARE(codes(DeviceMap({{"", DeviceId::gpu(0)}})), QStringList());
    QCOMPARE(codes(DeviceMap({{"transformer", DeviceId::gpu(0)}})),
             QStringList{QStringLiteral("error no_device lm_head")});
    QCOMPARE(codes(DeviceMap({{"", DeviceId::gpu(0)}, {"lm_head", DeviceId::cpu()}})),
             QStringList{QStringLiteral("hint tied_across_devices transformer.wte")});
    QCOMPARE(codes(DeviceMap({{"", DeviceId::gpu(0)}, {"transformer.h.2.attn", DeviceId::cpu()}})),
             QStringList{QStringLiteral("hint block_split transformer.h.2")});
    QCOMPARE(codes(DeviceMap({{"", DeviceId::gpu(4)}, {"typo", DeviceId::gpu(4)}})),
             (QStringList{QStringLiteral("error unknown_device "),
                          QStringLiteral("warning unknown_module typo")}));
    // The largest modules without any device are named.
    QCOMPARE(codes(DeviceMap()), (QStringList{QStringLiteral("error no_device transformer"),
                                              QStringLiteral("error no_device lm_head")}));
    // Of many, the first are named and the others counted.
    std::vector<DeviceMap::Entry> norms;
    for (int block = 0; block < 12; ++block) {
        norms.emplace_back("transformer.h." + std::to_string(block) + ".ln_1", DeviceId::gpu(0));
    }
    const QStringList many = codes(DeviceMap(norms));
    QCOMPARE(many.size(), 21);
    QCOMPARE(many.at(2), QStringLiteral("error no_device transformer.h.0.attn"));
    QCOMPARE(many.last(), QStringLiteral("error no_device "));
}

void PlaceTest::cancels() {
    std::stop_source source;
    source.request_stop();
    const auto stopped = place(requestFor(recordedTree("gpt2"), {kGiB}), source.get_token());
    QVERIFY(!stopped.has_value());
    QVERIFY(stopped.error().code == ErrorCode::Cancelled);
}

void PlaceTest::stressOfAHundredThousandModules() {
    const auto tree = largeTree(10000);  // 100,001 modules
    QVERIFY(tree != nullptr);
    const std::uint64_t size = tree->totalBytes();
    PlacementRequest request = requestFor(tree, {size / 3, size / 3, size / 5}, size / 9);
    setBudgets(request, "0=" + std::to_string(size / 5) + ",1=" + std::to_string(size / 4) +
                            ",2=" + std::to_string(size / 6) + ",cpu=" + std::to_string(size / 9));
    const auto begin = std::chrono::steady_clock::now();
    const Plan plan = planOf(request);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    QVERIFY(plan != nullptr);
    QVERIFY(!plan->accelerateError);
    // A quadratic step would take minutes; the bound leaves room for sanitizers on a busy machine.
    QVERIFY2(seconds.count() < 60, qPrintable(QString::number(seconds.count())));
    qInfo("placed 100,001 modules in %.2f s", seconds.count());
}

QTEST_GUILESS_MAIN(PlaceTest)
#include "tst_place.moc"
