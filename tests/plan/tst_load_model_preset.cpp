// SPDX-License-Identifier: GPL-3.0-or-later
// The preset of load_hf_model: first N GPUs, one cap for all, 85 % of what is free.
#ifndef Q_MOC_RUN
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/place/place.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

/// `count` blocks of 1 GiB in float32 (half of it in float16), in a list "h".
std::shared_ptr<const ModuleTree> gibibyteBlocks(int count) {
    ModelDraft draft;
    draft.root.className = "Model";
    draft.noSplitClasses = {"Block"};
    ModuleDraft list;
    list.name = "h";
    list.className = "ModuleList";
    for (int i = 0; i < count; ++i) {
        ModuleDraft block;
        block.name = std::to_string(i);
        block.className = "Block";
        block.parameters.push_back({"weight", DType::Float32, {256, 1024, 1024}, true});
        list.children.push_back(std::move(block));
    }
    draft.root.children.push_back(std::move(list));
    const auto tree = ModuleTreeBuilder::build(draft);
    return tree ? *tree : nullptr;
}

PlacementRequest withGpus(int blocks, const std::vector<std::uint64_t>& gpus,
                          LoadModelPreset preset) {
    PlacementRequest request = requestFor(gibibyteBlocks(blocks), gpus, 64 * kGiB);
    request.preset = std::move(preset);
    return request;
}

std::string budgetsOf(const PlacementRequest& request) {
    std::string text;
    for (const MemoryBudget& budget : request.budgets) {
        text += (text.empty() ? "" : ",") + deviceName(budget.device) + "=" + budget.text;
    }
    return text;
}

double gibOn(const PlacementPlan& plan, DeviceId device) {
    return plan.placement(device)->weights / static_cast<double>(kGiB);
}

/// Every figure that a person sees of a plan.
std::string gist(const PlacementPlan& plan) {
    std::string text =
        mapText(plan.map) + "|" + plan.verdictText.english() + "|" + budgetsOf(plan.request) + "|" +
        std::string(strategyName(plan.request.strategy)) + "|" +
        (plan.request.constraints.dtype ? std::string(dtypeName(*plan.request.constraints.dtype))
                                        : "stored");
    for (const PlanIssue& issue : plan.issues) {
        text += "|" + issue.code + ":" + issue.text.english();
    }
    return text;
}

}  // namespace

class LoadModelPresetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void noNumberMapsAndThenMovesToOneGpu();
    void noNumberFailsWhereTheMapOffloads();
    void noNumberWithOneGpuMovesNothing();
    void keywordArgumentsReplaceItsOwnOptions_data();
    void keywordArgumentsReplaceItsOwnOptions();
    void keywordArgumentsAreKeptInPlans();
    void gpusThatAreNotUsed();
    void aMachineWithOneMemory();
    void oneGpuTakesTheWholeModel();
    void oneGpuThatIsTooSmall();
    void uniformCap();
    void shareOfWhatIsFree();
    void smallGpuIsSkipped();
    void gpuZeroAlreadyHolds13GB();
    void otherDevices();
    void refusals_data();
    void refusals();
    void optionsWithoutEffect();
    void dtypeRule();
    void planningAgainChangesNothing_data();
    void planningAgainChangesNothing();
    void editsUnderAPreset();
    void newDevicesNewShares();
    void smallestGpu();
};

/// num_gpus=None: device_map="auto" shares 10 GiB out over two GPUs, then model.to("cuda") puts
/// all of it on the first.
void LoadModelPresetTest::noNumberMapsAndThenMovesToOneGpu() {
    const Plan plan = planOf(withGpus(20, {24 * kGiB, 24 * kGiB}, {}));
    QVERIFY(plan != nullptr);
    QVERIFY(plan->request.constraints.dtype == DType::Float16);
    QCOMPARE(textOf(mapText(plan->map)), QStringLiteral("gpu:0="));
    QVERIFY(plan->verdict == Verdict::Fits);
    // The map that is made for nothing is Accelerate's own.
    PlacementRequest plain = requestFor(gibibyteBlocks(20), {24 * kGiB, 24 * kGiB}, 64 * kGiB);
    plain.constraints.dtype = DType::Float16;
    const Plan made = mapBeforeMove(plan->request);
    QCOMPARE(textOf(mapText(made->map)), textOf(mapText(planOf(plain)->map)));
    const PlanIssue* const issue = findIssue(*plan, "habit_moved");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Warning);
    QVERIFY(issue->device == DeviceId::gpu(0));
    QCOMPARE(issue->bytes, 10.0 * static_cast<double>(kGiB));
    QVERIFY2(issue->text.english().find(goldenText("plan/moves-everything-to-gpu-0-10-00-gib")) !=
                 std::string::npos,
             issue->text.english().c_str());
    QVERIFY2(issue->text.english().find("GPU 1 ") != std::string::npos,
             issue->text.english().c_str());

    // Two GPUs that the map fits on, and one that does not take it all.
    const Plan small = planOf(withGpus(20, {8 * kGiB, 8 * kGiB}, {}));
    QVERIFY(small->verdict == Verdict::DoesNotFit);
    QVERIFY(hasIssue(*small, "habit_moved") && hasIssue(*small, "habit_does_not_fit"));
}

/// Accelerate refuses to move what it has offloaded (tests/reference/record_moves.py).
void LoadModelPresetTest::noNumberFailsWhereTheMapOffloads() {
    const Plan plan = planOf(withGpus(40, {8 * kGiB, 8 * kGiB}, {}));
    QVERIFY(plan != nullptr);
    QVERIFY(gibOn(*plan, DeviceId::cpu()) > 0);  // the map over which it fails is shown
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    const PlanIssue* const issue = findIssue(*plan, "habit_move_fails");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Error);
    QCOMPARE(issue->bytes, gibOn(*plan, DeviceId::cpu()) * static_cast<double>(kGiB));
    QVERIFY2(issue->text.english().find(goldenText("plan/runtimeerror-you-cant-move-a-model-2")) !=
                 std::string::npos,
             issue->text.english().c_str());
    QVERIFY2(issue->text.english().find("20.00 GiB on GPU 0, which has 8.00 GiB free") !=
                 std::string::npos,
             issue->text.english().c_str());
    // All of it on disk is offloaded as well; all of it on the CPU is not, and moves.
    PlacementRequest request = withGpus(4, {8 * kGiB}, {"cuda", {}, ""});
    request.preset->maxMemory = {{DeviceId::gpu(0), 1024.0, "1KiB", false}};
    QVERIFY(hasIssue(*planOf(request), "habit_move_fails"));
    request.preset->maxMemory.push_back(
        {DeviceId::cpu(), 30.0 * static_cast<double>(kGiB), "30GiB", false});
    QVERIFY(hasIssue(*planOf(request), "habit_moved"));
}

void LoadModelPresetTest::noNumberWithOneGpuMovesNothing() {
    const Plan plan = planOf(withGpus(4, {8 * kGiB}, {}));
    QCOMPARE(textOf(mapText(plan->map)), QStringLiteral("gpu:0="));
    QVERIFY(!hasIssue(*plan, "habit_moved") && !hasIssue(*plan, "gpu_not_used"));
}

void LoadModelPresetTest::keywordArgumentsReplaceItsOwnOptions_data() {
    QTest::addColumn<int>("numGpus");
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<bool>("limits");
    QTest::addColumn<QString>("expectedStrategy");
    QTest::addColumn<QString>("expectedLimits");
    const auto row = [](const char* name, int gpus, const char* strategy, bool limits,
                        const char* expected, const char* expectedLimits) {
        QTest::newRow(name) << gpus << QString::fromLatin1(strategy) << limits
                            << QString::fromLatin1(expected) << QString::fromLatin1(expectedLimits);
    };
    const char* const kTyped = "gpu:0=4GiB,cpu=30GiB";
    row("its shares, another device_map", 2, "balanced", false, "balanced",
        "gpu:0=20GiB,gpu:1=20GiB");
    row("its device_map, other limits", 2, "", true, "sequential", kTyped);
    row("both", 3, "balanced_low_0", true, "balanced_low_0", kTyped);
    row("one GPU, a device_map", 1, "sequential", false, "manual", "gpu:0=,gpu:1=,gpu:2=,cpu=");
    row("one GPU, limits alone", 1, "", true, "manual", "gpu:0=,gpu:1=,gpu:2=,cpu=");
    row("none, limits that offload", -1, "", true, "auto", kTyped);
}

/// `model_opts.update(kwargs)` of load_hf_model.
void LoadModelPresetTest::keywordArgumentsReplaceItsOwnOptions() {
    QFETCH(int, numGpus);
    QFETCH(QString, strategy);
    QFETCH(bool, limits);
    QFETCH(QString, expectedStrategy);
    QFETCH(QString, expectedLimits);
    LoadModelPreset preset;
    if (numGpus >= 0) {
        preset.numGpus = static_cast<std::uint32_t>(numGpus);
    }
    if (!strategy.isEmpty()) {
        preset.strategy = *strategyFromName(strategy.toStdString());
    }
    if (limits) {
        preset.maxMemory = {{DeviceId::gpu(0), 4.0 * static_cast<double>(kGiB), "4GiB", false},
                            {DeviceId::cpu(), 30.0 * static_cast<double>(kGiB), "30GiB", false}};
    }
    const PlacementRequest request =
        withGpus(20, {24 * kGiB, 24 * kGiB, 24 * kGiB}, std::move(preset));
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    QCOMPARE(textOf(std::string(strategyName(plan->request.strategy))), expectedStrategy);
    QCOMPARE(textOf(budgetsOf(plan->request)), expectedLimits);
    QCOMPARE(hasIssue(*plan, "habit_no_cpu"), !limits && numGpus > 1);
    QCOMPARE(hasIssue(*plan, "habit_ignored"), numGpus == 1 && limits);
    // Doing it again changes nothing.
    QCOMPARE(textOf(gist(*planOf(plan->request))), textOf(gist(*plan)));
}

void LoadModelPresetTest::keywordArgumentsAreKeptInPlans() {
    LoadModelPreset preset{"cuda", 2, ""};
    preset.strategy = Strategy::Manual;
    preset.givenMap = DeviceMap({{"h", DeviceId::gpu(1)}});
    preset.maxMemory = {{DeviceId::gpu(1), 5.0 * static_cast<double>(kGiB), "5GiB", false}};
    const Plan plan = planOf(withGpus(4, {8 * kGiB, 8 * kGiB}, preset));
    QCOMPARE(textOf(mapText(plan->map)), QStringLiteral("gpu:1=h"));
    const auto read = parseDeviceMapText(planToJson(*plan, TraceOutput::Omit));
    QVERIFY(read.has_value() && read->origin.has_value() && read->origin->preset.has_value());
    QVERIFY(*read->origin->preset == preset);
    QVERIFY(presetText(preset).english().find("--device-map of 1 entry --max-memory 1=5GiB") !=
            std::string::npos);
}

void LoadModelPresetTest::gpusThatAreNotUsed() {
    const auto hintOf = [](const Plan& plan) {
        const PlanIssue* const issue = findIssue(*plan, "gpu_not_used");
        return issue == nullptr || issue->severity != Severity::Hint ? QString()
                                                                     : textOf(issue->text);
    };
    const std::vector<std::uint64_t> gpus(4, 24 * kGiB);
    const Plan two = planOf(withGpus(20, gpus, {"cuda", 2, ""}));
    QVERIFY(hintOf(two).startsWith(QString(goldenText("plan/gpu-2-gpu-3-are-not-used-num-gpus"))));
    QVERIFY(isNotUsed(*two, *two->placement(DeviceId::gpu(2))));
    QVERIFY(isNotUsed(*two, *two->placement(DeviceId::cpu())));
    QVERIFY(!isNotUsed(*two, *two->placement(DeviceId::gpu(1))));
    QVERIFY(!isNotUsed(*two, *two->placement(DeviceId::disk())));
    const Plan one = planOf(withGpus(20, {24 * kGiB, 24 * kGiB}, {"cuda", 1, ""}));
    QVERIFY(hintOf(one).startsWith(QString(goldenText("plan/gpu-1-is-not-used-num-gpus-is-1"))));
    PlacementRequest partial = requestFor(gibibyteBlocks(8), {24 * kGiB, 24 * kGiB}, 64 * kGiB);
    partial.budgets = {{DeviceId::gpu(1), 20.0 * static_cast<double>(kGiB), "20GiB", false}};
    partial.budgetsAreDefaults = false;
    QVERIFY2(
        hintOf(planOf(partial)).contains(QString(goldenText("plan/name-it-there-as-in-0-10gib"))),
        qPrintable(hintOf(planOf(partial))));
    // A map of one's own has no such limits, and a named GPU was asked for.
    partial.strategy = Strategy::Manual;
    partial.givenMap = DeviceMap({{"", DeviceId::gpu(1)}});
    QVERIFY(hintOf(planOf(partial)).isEmpty());
    QVERIFY(hintOf(planOf(withGpus(2, {8 * kGiB, 8 * kGiB}, {"cuda:1", {}, ""}))).isEmpty());
}

void LoadModelPresetTest::aMachineWithOneMemory() {
    const Plan plan = planOf(withGpus(20, {8 * kGiB}, {"mps", {}, ""}));
    QVERIFY(plan != nullptr);
    QCOMPARE(textOf(mapText(plan->map)), QStringLiteral("cpu="));
    QVERIFY(plan->request.constraints.dtype == DType::Float16);
    QCOMPARE(textOf(plan->verdictText),
             QString(goldenText("plan/fits-10-00-gib-in-the-memory-that")));
    QVERIFY(hasIssue(*plan, "habit_unified_memory") && hasIssue(*plan, "machine_elsewhere"));
    QVERIFY(!hasIssue(*plan, "gpu_not_used") && !hasIssue(*plan, "offload_cost"));
    QVERIFY(whyNotLoadedHere(plan->request)->english().find("not loaded") != std::string::npos);
    PlacementRequest small = requestFor(gibibyteBlocks(20), {}, 8 * kGiB);
    small.preset = LoadModelPreset{"mps", {}, ""};
    QVERIFY(planOf(small)->verdict == Verdict::DoesNotFit);
    QVERIFY(hasIssue(*planOf(small), "habit_does_not_fit"));
}

void LoadModelPresetTest::oneGpuTakesTheWholeModel() {
    const Plan plan = planOf(withGpus(12, {8 * kGiB, 8 * kGiB}, {"cuda", 1, ""}));
    QVERIFY(plan != nullptr);
    QCOMPARE(textOf(mapText(plan->map)), QStringLiteral("gpu:0="));
    QVERIFY(plan->verdict == Verdict::Fits);
    QCOMPARE(gibOn(*plan, DeviceId::gpu(0)), 6.0);
}

void LoadModelPresetTest::oneGpuThatIsTooSmall() {
    PlacementRequest request = withGpus(12, {8 * kGiB, 8 * kGiB}, {"cuda", 1, ""});
    request.devices.front().usedByOthers = 3 * kGiB;
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    QCOMPARE(textOf(plan->verdictText),
             QString(goldenText("plan/gpu-0-is-1-00-gib-too-small-for-the")));
    const PlanIssue* const issue = findIssue(*plan, "habit_does_not_fit");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Error);
    QCOMPARE(issue->bytes, static_cast<double>(kGiB));
    QVERIFY2(
        issue->text.english().find(
            "6.00 GiB is needed and 5.00 GiB is free, so 1.00 GiB is missing") != std::string::npos,
        issue->text.english().c_str());
    QVERIFY(!hasIssue(*plan, "over_capacity") && !hasIssue(*plan, "over_budget"));
}

void LoadModelPresetTest::uniformCap() {
    const Plan plan = planOf(withGpus(40, {8 * kGiB, 8 * kGiB, 8 * kGiB}, {"cuda", 2, "7GiB"}));
    QVERIFY(plan != nullptr);
    QVERIFY(plan->request.strategy == Strategy::Auto);
    QCOMPARE(textOf(budgetsOf(plan->request)), QStringLiteral("gpu:0=7GiB,gpu:1=7GiB"));
    QCOMPARE(gibOn(*plan, DeviceId::gpu(2)), 0.0);
    QCOMPARE(gibOn(*plan, DeviceId::cpu()), 0.0);
    QVERIFY(gibOn(*plan, DeviceId::gpu(0)) <= 7.0 && gibOn(*plan, DeviceId::gpu(1)) <= 7.0);
    const double disk = gibOn(*plan, DeviceId::disk());
    QVERIFY(disk >= 6.0);
    const PlanIssue* const issue = findIssue(*plan, "habit_no_cpu");
    QVERIFY(issue != nullptr && issue->severity == Severity::Warning);
    QCOMPARE(issue->bytes, disk * static_cast<double>(kGiB));
    QVERIFY(!hasIssue(*plan, "no_cpu_limit"));
}

void LoadModelPresetTest::shareOfWhatIsFree() {
    PlacementRequest request = withGpus(20, {24 * kGiB, 16 * kGiB}, {"cuda", 2, ""});
    request.devices[1].context = 512 * kMiB;
    request.devices[1].usedByOthers = kGiB;
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    QVERIFY(plan->request.strategy == Strategy::Sequential);
    // int(0.85 × 24) = int(20.4); int(0.85 × 14.5) = int(12.325)
    QCOMPARE(textOf(budgetsOf(plan->request)), QStringLiteral("gpu:0=20GiB,gpu:1=12GiB"));
    const PlanIssue* const issue = findIssue(*plan, "habit_no_cpu");
    QVERIFY(issue != nullptr && issue->severity == Severity::Hint);
    QVERIFY(plan->verdict == Verdict::Fits);
}

void LoadModelPresetTest::smallGpuIsSkipped() {
    // 1/0.85 GiB is 1.17647… GiB: the first integer of bytes above it is given 1 GiB.
    const auto limitOf = [](std::uint64_t capacity) {
        return budgetsOf(planOf(withGpus(4, {capacity, 8 * kGiB}, {"cuda", 2, ""}))->request);
    };
    QCOMPARE(textOf(limitOf(1263225676)), QStringLiteral("gpu:0=1GiB,gpu:1=6GiB"));
    QCOMPARE(textOf(limitOf(1263225674)), QStringLiteral("gpu:0=0GiB,gpu:1=6GiB"));
    const Plan plan = planOf(withGpus(4, {kGiB, 8 * kGiB}, {"cuda", 2, ""}));
    QCOMPARE(gibOn(*plan, DeviceId::gpu(0)), 0.0);
    QCOMPARE(gibOn(*plan, DeviceId::gpu(1)), 2.0);
    const PlanIssue* const issue = findIssue(*plan, "habit_gpu_skipped");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Warning);
    QVERIFY(issue->device == DeviceId::gpu(0));
    QVERIFY2(issue->text.english().find("of its free memory (1.00 GiB)") != std::string::npos,
             issue->text.english().c_str());
}

/// "GPU 0 already holds 13 GB and then simply blew up under sequential."
void LoadModelPresetTest::gpuZeroAlreadyHolds13GB() {
    constexpr std::uint64_t kHeld = 13'000'000'000;
    PlacementRequest request = withGpus(56, {24 * kGiB, 24 * kGiB}, {"cuda", 2, ""});
    request.devices.front().usedByOthers = kHeld;
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    // Ours: int(0.85 × 11.89) on GPU 0, and nothing overflows.
    QCOMPARE(textOf(budgetsOf(plan->request)), QStringLiteral("gpu:0=10GiB,gpu:1=20GiB"));
    QVERIFY(plan->verdict == Verdict::Fits);
    for (const DevicePlacement& placement : plan->placements) {
        QCOMPARE(placement.overCapacity(), std::uint64_t{0});
    }
    const PlanIssue* const issue = findIssue(*plan, "habit_original_overfills");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Hint);
    QVERIFY(issue->device == DeviceId::gpu(0));
    // The original fills 20 GiB less the largest layer (half a GiB) beside the 13 GB.
    const double expected = 19.5 * static_cast<double>(kGiB) + static_cast<double>(kHeld) -
                            24.0 * static_cast<double>(kGiB);
    QCOMPARE(issue->bytes, expected);
    QVERIFY2(issue->text.english().find("20GiB") != std::string::npos,
             issue->text.english().c_str());
    QVERIFY2(issue->text.english().find(goldenText("plan/overfill-the-gpu-by-7-61-gib")) !=
                 std::string::npos,
             issue->text.english().c_str());

    // A small model fits all the same; it is said that the original sees it otherwise.
    request.tree = gibibyteBlocks(8);
    const Plan small = planOf(request);
    QVERIFY(!hasIssue(*small, "habit_original_overfills"));
    QVERIFY(hasIssue(*small, "habit_original_differs"));
}

void LoadModelPresetTest::otherDevices() {
    const Plan second = planOf(withGpus(4, {8 * kGiB, 8 * kGiB}, {"cuda:1", {}, ""}));
    QCOMPARE(textOf(mapText(second->map)), QStringLiteral("gpu:1="));
    // Its options are those of "cuda" alone: the model stays as it is stored.
    QVERIFY(!second->request.constraints.dtype.has_value());
    const Plan cpu = planOf(withGpus(4, {8 * kGiB}, {"cpu", {}, ""}));
    QCOMPARE(textOf(mapText(cpu->map)), QStringLiteral("cpu="));
    QVERIFY(!cpu->request.constraints.dtype.has_value());
    QCOMPARE(gibOn(*cpu, DeviceId::cpu()), 4.0);
    // Asked for, so nothing is offloaded and no GPU stays empty by accident.
    QCOMPARE(textOf(cpu->verdictText), QString(goldenText("window-plan/fits-4-00-gib-on-the-cpu")));
    QVERIFY(!hasIssue(*cpu, "gpu_gets_nothing") && !hasIssue(*cpu, "gpus_idle_while_offloading"));
}

void LoadModelPresetTest::refusals_data() {
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("numGpus");
    QTest::addColumn<QString>("cap");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, int gpus, const char* device, int numGpus,
                        const char* cap, const char* part) {
        QTest::newRow(name) << gpus << QString::fromLatin1(device) << numGpus
                            << QString::fromLatin1(cap) << QString::fromLatin1(part);
    };
    row("more GPUs than there are", 2, "cuda", 3, "",
        goldenText("checkpoint/asks-for-3-gpus-but-there-are-2"));
    row("two of one", 1, "cuda", 2, "", "there is 1 GPU");
    row("none asked for", 2, "cuda", 0, "", "from 1 to 2");
    row("no GPU at all", 0, "cuda", -1, "", goldenText("plan/there-is-none"));
    row("a GPU that is not there", 2, "cuda:2", -1, "", "there are 2 GPUs");
    row("another device", 2, "tpu", -1, "", goldenText("plan/cpu-cuda-mps"));
    row("a number", 2, "1", -1, "", goldenText("plan/cpu-cuda-mps"));
    row("another spelling", 2, "gpu:1", -1, "", goldenText("plan/cpu-cuda-mps"));
    row("a broken index", 2, "cuda:x", -1, "", goldenText("plan/cpu-cuda-mps"));
    row("no size", 2, "cuda", 2, "much", "--max-gpu-memory");
}

void LoadModelPresetTest::refusals() {
    QFETCH(int, gpus);
    QFETCH(QString, device);
    QFETCH(int, numGpus);
    QFETCH(QString, cap);
    QFETCH(QString, part);
    LoadModelPreset preset{device.toStdString(), {}, cap.toStdString()};
    if (numGpus >= 0) {
        preset.numGpus = static_cast<std::uint32_t>(numGpus);
    }
    const auto plan = place(
        withGpus(2, std::vector<std::uint64_t>(static_cast<std::size_t>(gpus), 8 * kGiB), preset));
    QVERIFY(!plan.has_value());
    QVERIFY(plan.error().code == ErrorCode::InvalidArgument);
    QVERIFY2(textOf(plan.error().message).contains(part), plan.error().message.english().c_str());
}

void LoadModelPresetTest::optionsWithoutEffect() {
    const auto ignored = [](LoadModelPreset preset) {
        const Plan plan = planOf(withGpus(2, {8 * kGiB, 8 * kGiB}, std::move(preset)));
        const PlanIssue* const issue = findIssue(*plan, "habit_ignored");
        return issue == nullptr ? QString() : textOf(issue->text);
    };
    QVERIFY(ignored({"cuda", 1, "4GiB"}).contains(QStringLiteral("max_gpu_memory")));
    QVERIFY(
        ignored({"cuda", {}, "4GiB"}).contains(QStringLiteral("only if num_gpus is 2 or more")));
    QVERIFY(ignored({"cpu", 2, ""}).contains(QString(goldenText("plan/num-gpus-has-no-effect"))));
    QVERIFY(ignored({"cuda:1", 1, ""}).isEmpty());
    QVERIFY(ignored({"cuda", 2, "4GiB"}).isEmpty());
}

void LoadModelPresetTest::dtypeRule() {
    PlacementRequest request = withGpus(2, {8 * kGiB}, {});
    request.constraints.dtype = DType::BFloat16;
    const Plan named = planOf(request);
    QVERIFY(named->request.constraints.dtype == DType::BFloat16);
    const auto onCpu = applyEdit(*named, SetLoadPresetEdit{LoadModelPreset{"cpu", {}, ""}});
    QVERIFY((*onCpu)->request.constraints.dtype == DType::BFloat16);

    const Plan free = planOf(withGpus(2, {8 * kGiB}, {}));
    QVERIFY(free->request.constraints.dtype == DType::Float16);
    const auto stored = applyEdit(*free, SetLoadPresetEdit{LoadModelPreset{"cpu", {}, ""}});
    QVERIFY(!(*stored)->request.constraints.dtype.has_value());
    const auto back = applyEdit(**stored, SetLoadPresetEdit{LoadModelPreset{}});
    QVERIFY((*back)->request.constraints.dtype == DType::Float16);
    const auto typed = applyEdit(**back, SetDtypeEdit{DType::Float32});
    QVERIFY((*typed)->request.constraints.dtype == DType::Float32);
    const auto still = applyEdit(**typed, SetLoadPresetEdit{LoadModelPreset{"cpu", {}, ""}});
    QVERIFY((*still)->request.constraints.dtype == DType::Float32);
}

void LoadModelPresetTest::planningAgainChangesNothing_data() {
    QTest::addColumn<int>("numGpus");
    QTest::addColumn<QString>("cap");
    QTest::addColumn<QString>("device");
    const QString cuda = QStringLiteral("cuda");
    QTest::newRow("auto") << -1 << QString() << cuda;
    QTest::newRow("one") << 1 << QString() << cuda;
    QTest::newRow("cap") << 2 << QStringLiteral("5GiB") << cuda;
    QTest::newRow("shares") << 3 << QString() << cuda;
    QTest::newRow("cpu") << -1 << QString() << QStringLiteral("cpu");
    QTest::newRow("cuda:1") << -1 << QString() << QStringLiteral("cuda:1");
}

void LoadModelPresetTest::planningAgainChangesNothing() {
    QFETCH(int, numGpus);
    QFETCH(QString, cap);
    QFETCH(QString, device);
    LoadModelPreset preset{device.toStdString(), {}, cap.toStdString()};
    if (numGpus >= 0) {
        preset.numGpus = static_cast<std::uint32_t>(numGpus);
    }
    PlacementRequest request = withGpus(30, {8 * kGiB, 4 * kGiB, 24 * kGiB}, preset);
    request.devices[2].usedByOthers = 13'000'000'000;
    const Plan first = planOf(request);
    QVERIFY(first != nullptr);
    const Plan second = planOf(first->request);
    QVERIFY(second != nullptr);
    QCOMPARE(textOf(gist(*second)), textOf(gist(*first)));
    const auto edited = applyEdit(*first, ReplanEdit{});
    QVERIFY(edited.has_value());
    QCOMPARE(textOf(gist(**edited)), textOf(gist(*first)));
    // Through another preset and back.
    const auto away = applyEdit(*first, SetLoadPresetEdit{LoadModelPreset{"cuda", 2, "1GiB"}});
    QVERIFY(away.has_value());
    const auto back = applyEdit(**away, SetLoadPresetEdit{preset});
    QVERIFY(back.has_value());
    QCOMPARE(textOf(gist(**back)), textOf(gist(*first)));
}

void LoadModelPresetTest::editsUnderAPreset() {
    const Plan plan = planOf(withGpus(20, {8 * kGiB, 8 * kGiB}, {"cuda", 2, ""}));
    const auto moved = applyEdit(*plan, MoveEdit{{"h.0"}, DeviceId::cpu()});
    QVERIFY((*moved)->request.preset.has_value());
    QVERIFY((*moved)->map.deviceOf("h.0.weight") == DeviceId::cpu());
    const auto limited = applyEdit(*plan, SetBudgetEdit{DeviceId::gpu(0), "3GiB"});
    QVERIFY(!(*limited)->request.preset.has_value());
    QVERIFY((*limited)->request.strategy == Strategy::Sequential);
    QCOMPARE(textOf(budgetsOf((*limited)->request)), QStringLiteral("gpu:0=3GiB,gpu:1=6GiB"));
    const auto left = applyEdit(*plan, SetLoadPresetEdit{});
    QVERIFY(!(*left)->request.preset.has_value());
    QCOMPARE(textOf(mapText((*left)->map)), textOf(mapText(plan->map)));
    QVERIFY(!hasIssue(**left, "habit_no_cpu"));
    // Previews take the limits that the preset stands for, and no preset.
    const auto previews = previewStrategies(plan->request);
    QCOMPARE(previews.size(), accelerateStrategies().size());
    QCOMPARE(textOf(mapText(previews[3].plan->map)), textOf(mapText(plan->map)));
    QVERIFY(!previews[0].plan->request.preset.has_value());
}

void LoadModelPresetTest::newDevicesNewShares() {
    const Plan plan = planOf(withGpus(20, {8 * kGiB, 8 * kGiB}, {"cuda", 2, ""}));
    const auto larger =
        applyEdit(*plan, SetDevicesEdit{machineWith({24 * kGiB, 16 * kGiB}, 64 * kGiB)});
    QVERIFY(larger.has_value());
    QCOMPARE(textOf(budgetsOf((*larger)->request)), QStringLiteral("gpu:0=20GiB,gpu:1=13GiB"));
    const auto fewer = applyEdit(*plan, SetDevicesEdit{machineWith({24 * kGiB}, 64 * kGiB)});
    QVERIFY(!fewer.has_value());
    QVERIFY(fewer.error().message.english().find("there is 1 GPU") != std::string::npos);
}

void LoadModelPresetTest::smallestGpu() {
    auto devices = machineWith({24 * kGiB, 16 * kGiB, 320 * kMiB}, 8 * kGiB);
    QCOMPARE(textOf(smallestGpuMemory(devices)), QStringLiteral("320MiB"));
    QCOMPARE(textOf(smallestGpuMemory(devices, 2)), QStringLiteral("16GiB"));
    QCOMPARE(textOf(smallestGpuMemory(devices, 1)), QStringLiteral("24GiB"));
    devices.front().capacity = 25'386'352'640;  // a real card: rounded down to what fits
    QCOMPARE(textOf(smallestGpuMemory(devices, 1)), QStringLiteral("24210MiB"));
    QCOMPARE(textOf(smallestGpuMemory(machineWith({}, kGiB))), QString());
}

QTEST_GUILESS_MAIN(LoadModelPresetTest)
#include "tst_load_model_preset.moc"
