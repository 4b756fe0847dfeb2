// SPDX-License-Identifier: GPL-3.0-or-later
// Edits one by one, and properties of plans over random trees.
#ifndef Q_MOC_RUN
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <map>
#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

Plan gpt2Plan() {
    return planOf(requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB}));
}

double budgetOf(const Plan& plan, DeviceId device) {
    for (const MemoryBudget& budget : plan->request.budgets) {
        if (budget.device == device) {
            return budget.bytes;
        }
    }
    return -1;
}

bool samePlans(const PlacementPlan& a, const PlacementPlan& b) {
    const auto sameIssue = [](const PlanIssue& x, const PlanIssue& y) {
        return x.code == y.code && x.module == y.module && x.text == y.text;
    };
    const auto sameDecision = [](const PlacementDecision& x, const PlacementDecision& y) {
        return x.module == y.module && x.reason == y.reason && x.device == y.device;
    };
    const auto traceOfA = decisionsOf(a);
    const auto traceOfB = decisionsOf(b);
    return a.map.entries() == b.map.entries() && a.storageDevices == b.storageDevices &&
           a.verdictText == b.verdictText && a.warnings == b.warnings &&
           std::equal(a.issues.begin(), a.issues.end(), b.issues.begin(), b.issues.end(),
                      sameIssue) &&
           std::equal(traceOfA.begin(), traceOfA.end(), traceOfB.begin(), traceOfB.end(),
                      sameDecision);
}

/// Bytes of all storages in their planned dtype.
double totalBytes(const PlacementPlan& plan) {
    double total = 0;
    for (const TensorId owner : storageOwners(*plan.request.tree)) {
        total += static_cast<double>(
            plannedBytes(plan.request.tree->tensor(owner), plan.request.constraints.dtype));
    }
    return total;
}

double uncoveredBytes(const PlacementPlan& plan) {
    double total = 0;
    for (std::size_t i = 0; i < plan.storageDevices.size(); ++i) {
        if (!plan.storageDevices[i]) {
            total += static_cast<double>(plannedBytes(
                plan.request.tree->tensor(plan.storageOwners[i]), plan.request.constraints.dtype));
        }
    }
    return total;
}

}  // namespace

class PlanEditTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void movesAndUndoesByReplanning();
    void laterMovesWin();
    void tiedHeadFollowsItsOwner();
    void pinsHoldWhileTheStrategyPlansTheRest();
    void pinnedHeadDoesNotBreakItsTie();
    void typedLimitMakesTheOthersExplicit();
    void clearedLimitGoesBackToTheDefaults();
    void devicesChangeUnderAPlan();
    void anotherAllocatorCountsAnew();
    void memoryThatWasReadAgainIsTheDefaultLimit();
    void dtypeHalvesTheWeights();
    void givenMapTakesTheStrategysPlace();
    void refuses_data();
    void refuses();
    void describes();
    void propertiesOverRandomTrees_data();
    void propertiesOverRandomTrees();
};

void PlanEditTest::movesAndUndoesByReplanning() {
    const Plan plan = gpt2Plan();
    QVERIFY(plan != nullptr);
    const ModuleId block = *plan->request.tree->findModule("transformer.h.11");
    QVERIFY(plan->deviceOf(block) == DeviceId::gpu(1));
    const Plan moved = edited(plan, MoveEdit{{"transformer.h.11"}, DeviceId::cpu()});
    QVERIFY(moved->deviceOf(block) == DeviceId::cpu());
    QVERIFY(moved->wasMovedByHand(block));
    QVERIFY(moved->wasMovedByHand(*plan->request.tree->findModule("transformer.h.11.attn")));
    QVERIFY(!moved->wasMovedByHand(*plan->request.tree->findModule("transformer.h.1")));
    QCOMPARE(moved->placement(DeviceId::cpu())->weights, 28351488.0);
    QVERIFY(moved->verdict == Verdict::FitsWithOffload);
    QVERIFY(moved->isMixed(ModuleTree::root()));
    QVERIFY(!moved->deviceOf(ModuleTree::root()).has_value());
    QCOMPARE(moved->revision, plan->revision + 1);
    QVERIFY(decisionsFor(*moved, block).back().kind == PlacementDecision::Kind::MovedByHand);
    const Plan again = edited(moved, ReplanEdit{});
    QVERIFY(samePlans(*again, *plan));
}

void PlanEditTest::laterMovesWin() {
    Plan plan = gpt2Plan();
    plan = edited(plan, MoveEdit{{"transformer.h.3.attn", "transformer.h.4"}, DeviceId::disk()});
    plan = edited(plan, MoveEdit{{"transformer.h.3"}, DeviceId::cpu()});
    const ModuleTree& tree = *plan->request.tree;
    QVERIFY(plan->deviceOf(*tree.findModule("transformer.h.3.attn")) == DeviceId::cpu());
    QVERIFY(plan->deviceOf(*tree.findModule("transformer.h.4")) == DeviceId::disk());
    plan = edited(plan, MoveEdit{{"transformer.h.3.attn"}, DeviceId::gpu(1)});
    QVERIFY(plan->deviceOf(*tree.findModule("transformer.h.3.attn")) == DeviceId::gpu(1));
    QVERIFY(plan->deviceOf(*tree.findModule("transformer.h.3.mlp")) == DeviceId::cpu());
    QVERIFY(hasIssue(*plan, "block_split"));
    plan = edited(plan, MoveEdit{{""}, DeviceId::cpu()});
    QCOMPARE(QString::fromStdString(mapText(plan->map)), QStringLiteral("cpu="));
}

void PlanEditTest::tiedHeadFollowsItsOwner() {
    const Plan plan = gpt2Plan();
    const Plan moved = edited(plan, MoveEdit{{"transformer.wte"}, DeviceId::cpu()});
    QVERIFY(moved->map.exact("lm_head") == DeviceId::cpu());
    QVERIFY(!hasIssue(*moved, "tied_across_devices"));
    const Plan torn = edited(plan, MoveEdit{{"lm_head"}, DeviceId::cpu()});
    QVERIFY(hasIssue(*torn, "tied_across_devices"));
    QCOMPARE(torn->placement(DeviceId::cpu())->weights, 0.0);
    const ModuleTree& tree = *plan->request.tree;
    QVERIFY(torn->map.exact("lm_head") == DeviceId::cpu());
    QVERIFY(torn->deviceOf(*tree.findModule("lm_head")) ==
            torn->deviceOf(*tree.findModule("transformer.wte")));
}

void PlanEditTest::pinsHoldWhileTheStrategyPlansTheRest() {
    const Plan plan = gpt2Plan();
    const Plan pinned =
        edited(plan, PinEdit{{"transformer.h.0", "transformer.h.5.mlp"}, DeviceId::cpu()});
    const ModuleTree& tree = *plan->request.tree;
    QVERIFY(pinned->deviceOf(*tree.findModule("transformer.h.0")) == DeviceId::cpu());
    QVERIFY(pinned->deviceOf(*tree.findModule("transformer.h.5.mlp.c_fc")) == DeviceId::cpu());
    QVERIFY(pinned->isPinned(*tree.findModule("transformer.h.0.attn")));
    QVERIFY(!pinned->isPinned(*tree.findModule("transformer.h.1")));
    QVERIFY(pinned->accelerateError == std::nullopt);
    QCOMPARE(uncoveredBytes(*pinned), 0.0);
    QVERIFY(pinned->verdict == Verdict::FitsWithOffload);
    // A pinned module that is moved stays pinned, elsewhere.
    const Plan moved = edited(pinned, MoveEdit{{"transformer.h.0"}, DeviceId::gpu(1)});
    QVERIFY(moved->deviceOf(*tree.findModule("transformer.h.0")) == DeviceId::gpu(1));
    QVERIFY(moved->isPinned(*tree.findModule("transformer.h.0")));
    const Plan free = edited(edited(moved, PinEdit{{"transformer.h.0"}, std::nullopt}),
                             PinEdit{{"transformer.h.5.mlp"}, std::nullopt});
    QVERIFY(samePlans(*free, *plan));
}

void PlanEditTest::pinnedHeadDoesNotBreakItsTie() {
    const Plan plan = gpt2Plan();
    const Plan embedding = edited(plan, PinEdit{{"transformer.wte"}, DeviceId::gpu(1)});
    QVERIFY(!embedding->accelerateError);
    QVERIFY(embedding->map.deviceOf("lm_head.weight") == DeviceId::gpu(1));
    QVERIFY(embedding->map.deviceOf("transformer.wte.weight") == DeviceId::gpu(1));
    const Plan whole = edited(plan, PinEdit{{""}, DeviceId::cpu()});
    QCOMPARE(QString::fromStdString(mapText(whole->map)), QStringLiteral("cpu="));
}

void PlanEditTest::typedLimitMakesTheOthersExplicit() {
    const Plan plan = gpt2Plan();
    QVERIFY(plan->request.budgetsAreDefaults);
    const Plan limited = edited(plan, SetBudgetEdit{DeviceId::gpu(0), "200MiB"});
    QVERIFY(!limited->request.budgetsAreDefaults);
    QCOMPARE(budgetOf(limited, DeviceId::gpu(0)), static_cast<double>(200 * kMiB));
    QCOMPARE(budgetOf(limited, DeviceId::gpu(1)), static_cast<double>(320 * kMiB));
    QCOMPARE(budgetOf(limited, DeviceId::cpu()), static_cast<double>(8 * kGiB));
    QCOMPARE(QString::fromStdString(limited->placement(DeviceId::gpu(0))->budgetText),
             QStringLiteral("200MiB"));
    QVERIFY(hasIssue(*edited(plan, SetBudgetEdit{DeviceId::gpu(0), "10gb"}), "size_in_bits"));
}

void PlanEditTest::clearedLimitGoesBackToTheDefaults() {
    const Plan plan = gpt2Plan();
    Plan limited = edited(plan, SetBudgetEdit{DeviceId::gpu(0), "200MiB"});
    limited = edited(limited, SetBudgetEdit{DeviceId::cpu(), "1GiB"});
    limited = edited(limited, SetBudgetEdit{DeviceId::gpu(0), ""});
    QCOMPARE(budgetOf(limited, DeviceId::gpu(0)), static_cast<double>(320 * kMiB));
    QCOMPARE(budgetOf(limited, DeviceId::cpu()), static_cast<double>(kGiB));
    QVERIFY(!limited->request.budgetsAreDefaults);
    limited = edited(limited, SetBudgetEdit{DeviceId::cpu(), ""});
    QVERIFY(limited->request.budgetsAreDefaults);
    QVERIFY(samePlans(*limited, *plan));
    // With explicit limits from the start, clearing one gives the device's free bytes.
    PlacementRequest request = plan->request;
    setBudgets(request, "0=200MiB");
    const Plan cleared = edited(planOf(request), SetBudgetEdit{DeviceId::gpu(0), ""});
    QCOMPARE(budgetOf(cleared, DeviceId::gpu(0)), static_cast<double>(320 * kMiB));
}

void PlanEditTest::devicesChangeUnderAPlan() {
    Plan plan = edited(gpt2Plan(), SetBudgetEdit{DeviceId::gpu(0), "200MiB"});
    plan = edited(plan, MoveEdit{{"transformer.h.0"}, DeviceId::gpu(1)});
    plan = edited(plan, SetDevicesEdit{machineWith({kGiB}, 4 * kGiB)});
    QCOMPARE(budgetOf(plan, DeviceId::gpu(0)), static_cast<double>(200 * kMiB));
    QCOMPARE(budgetOf(plan, DeviceId::gpu(1)), -1.0);
    QCOMPARE(budgetOf(plan, DeviceId::cpu()), static_cast<double>(8 * kGiB));
    QVERIFY(plan->request.moves.empty());
    QCOMPARE(plan->placements.size(), std::size_t{3});
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(0), ""});
    QVERIFY(plan->request.budgetsAreDefaults);
    QCOMPARE(budgetOf(plan, DeviceId::gpu(0)), static_cast<double>(kGiB));
    const std::vector<MachineLink> links{{"", "b", 2e9, 1e-3}};
    SetDevicesEdit edit{machineWith({kGiB}, 4 * kGiB)};
    edit.machineLinks = links;
    plan = edited(plan, edit);
    QVERIFY(plan->request.machineLinks == links);
    plan = edited(plan, SetDevicesEdit{machineWith({2 * kGiB}, 4 * kGiB)});
    QVERIFY(plan->request.machineLinks == links);
    edit.machineLinks->clear();
    QVERIFY(edited(plan, edit)->request.machineLinks.empty());
}

/// What lies where it lay is counted anew where the allocator is another; and back.
void PlanEditTest::anotherAllocatorCountsAnew() {
    const Plan plan = gpt2Plan();
    std::vector<DeviceInfo> devices = plan->request.devices;
    devices[0].allocator = AllocatorKind::ExpandableSegments;
    const Plan expandable = edited(plan, SetDevicesEdit{devices});
    PlacementRequest request = plan->request;
    request.devices = devices;
    QVERIFY(samePlans(*expandable, *planOf(request)));
    const DevicePlacement& before = plan->placements[0];
    const DevicePlacement& after = expandable->placements[0];
    QCOMPARE(after.weightsReserved, planOf(request)->placements[0].weightsReserved);
    QVERIFY(after.weightsReserved != before.weightsReserved);
    QCOMPARE(expandable->placements[1].weightsReserved, plan->placements[1].weightsReserved);
    const Plan again = edited(expandable, SetDevicesEdit{plan->request.devices});
    QCOMPARE(again->placements[0].weightsReserved, before.weightsReserved);
    QCOMPARE(again->placements[0].weightsAllocated, before.weightsAllocated);
}

/// Free memory that is read once more is the CPU's default limit; a typed one stays.
void PlanEditTest::memoryThatWasReadAgainIsTheDefaultLimit() {
    Plan plan = gpt2Plan();
    std::vector<DeviceInfo> devices = plan->request.devices;
    const auto cpu = std::ranges::find(devices, DeviceId::cpu(), &DeviceInfo::id);
    QVERIFY(cpu != devices.end() && cpu->capacity);
    cpu->usedByOthers = *cpu->capacity - 3 * kGiB;
    QCOMPARE(budgetOf(edited(plan, SetDevicesEdit{devices}), DeviceId::cpu()),
             static_cast<double>(3 * kGiB));
    plan = edited(plan, SetBudgetEdit{DeviceId::cpu(), "2GiB"});
    plan = edited(plan, SetDevicesEdit{devices});
    QCOMPARE(budgetOf(plan, DeviceId::cpu()), static_cast<double>(2 * kGiB));
    plan = edited(plan, SetBudgetEdit{DeviceId::cpu(), ""});
    QCOMPARE(budgetOf(plan, DeviceId::cpu()), static_cast<double>(3 * kGiB));
}

void PlanEditTest::dtypeHalvesTheWeights() {
    const Plan plan = gpt2Plan();
    const Plan half = edited(plan, SetDtypeEdit{DType::Float16});
    QCOMPARE(totalBytes(*half), totalBytes(*plan) / 2);
    QCOMPARE(
        half->placement(DeviceId::gpu(0))->weights + half->placement(DeviceId::gpu(1))->weights,
        totalBytes(*plan) / 2);
}

void PlanEditTest::givenMapTakesTheStrategysPlace() {
    const Plan plan = gpt2Plan();
    const DeviceMap map({{"transformer", DeviceId::gpu(0)}, {"nonsense", DeviceId::cpu()}});
    const Plan given = edited(plan, SetMapEdit{map});
    QVERIFY(given->request.strategy == Strategy::Manual);
    QVERIFY(given->map.entries() == map.entries());
    QVERIFY(hasIssue(*given, "unknown_module"));
    QVERIFY(hasIssue(*given, "no_device"));  // lm_head.weight, whose owner is covered
    const Plan manual = edited(plan, SetStrategyEdit{Strategy::Manual});
    QVERIFY(manual->map.entries() == plan->map.entries());
    const Plan back = edited(manual, SetStrategyEdit{Strategy::Sequential});
    QVERIFY(back->request.strategy == Strategy::Sequential);
}

void PlanEditTest::refuses_data() {
    QTest::addColumn<int>("edit");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown module") << 0 << QStringLiteral("transformer.x");
    QTest::newRow("unknown device") << 1 << QStringLiteral("GPU 7");
    QTest::newRow("bad size") << 2 << QStringLiteral("10 bananas");
    QTest::newRow("limit of the disk") << 3 << QStringLiteral("disk");
    QTest::newRow("no device at all") << 4 << QString(goldenText("plan/keep-at-least"));
    QTest::newRow("limit of a device that is not there") << 5 << QStringLiteral("GPU 2");
    QTest::newRow("pin of an unknown module") << 6 << QStringLiteral("nothing.here");
}

void PlanEditTest::refuses() {
    QFETCH(int, edit);
    QFETCH(QString, part);
    const std::vector<PlanEdit> edits = {MoveEdit{{"transformer.x"}, DeviceId::cpu()},
                                         MoveEdit{{"transformer"}, DeviceId::gpu(7)},
                                         SetBudgetEdit{DeviceId::gpu(0), "10 bananas"},
                                         SetBudgetEdit{DeviceId::disk(), "1GiB"},
                                         SetDevicesEdit{},
                                         SetBudgetEdit{DeviceId::gpu(2), "1GiB"},
                                         PinEdit{{"nothing.here"}, DeviceId::cpu()}};
    const auto refused = applyEdit(*gpt2Plan(), edits[static_cast<std::size_t>(edit)]);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().code == ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(refused.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void PlanEditTest::describes() {
    const auto text = [](const PlanEdit& edit) {
        return QString::fromStdString(describeEdit(edit));
    };
    QCOMPARE(text(MoveEdit{{"transformer.h.11"}, DeviceId::cpu()}),
             QStringLiteral("Move transformer.h.11 to CPU"));
    QCOMPARE(text(MoveEdit{{"a", "b", "c"}, DeviceId::gpu(1)}),
             QStringLiteral("Move 3 modules to GPU 1"));
    QCOMPARE(text(MoveEdit{{""}, DeviceId::disk()}),
             QString(goldenText("plan/move-the-whole-model-to-disk")));
    QCOMPARE(text(PinEdit{{"a"}, std::nullopt}), QStringLiteral("Unpin a"));
    QCOMPARE(text(SetBudgetEdit{DeviceId::gpu(0), "10GiB"}),
             QStringLiteral("Limit GPU 0 to 10GiB"));
    QCOMPARE(text(SetBudgetEdit{DeviceId::gpu(0), ""}),
             QString(goldenText("plan/reset-the-limit-of-gpu-0")));
    QCOMPARE(text(SetDtypeEdit{DType::Float16}), QStringLiteral("Plan in float16"));
    QCOMPARE(text(SetStrategyEdit{Strategy::BalancedLow0}),
             QString(goldenText("plan/use-the-strategy-balanced-low-0")));
}

void PlanEditTest::propertiesOverRandomTrees_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 60; ++seed) {
        QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
}

void PlanEditTest::propertiesOverRandomTrees() {
    QFETCH(unsigned, seed);
    const auto tree = randomTree(seed);
    QVERIFY(tree != nullptr);
    std::mt19937 random(seed);
    const std::uint64_t size = std::max<std::uint64_t>(tree->totalBytes(), 4096);
    PlacementRequest request = requestFor(tree, {size / 2, size / 3}, size);
    setBudgets(request, "0=" + std::to_string(size / 3) + ",1=" + std::to_string(size / 4) +
                            ",cpu=" + std::to_string(size / 5));
    request.strategy = accelerateStrategies()[random() % accelerateStrategies().size()].strategy;
    const Plan first = planOf(request);
    QVERIFY(first != nullptr);
    QVERIFY(samePlans(*first, *planOf(request)));

    Plan plan = first;
    const DeviceId devices[] = {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu(),
                                DeviceId::disk()};
    for (int step = 0; step < 12; ++step) {
        const ModuleId module{static_cast<std::uint32_t>(random() % tree->nodes().size())};
        const DeviceId device = devices[random() % 4];
        plan = edited(plan, MoveEdit{{tree->path(module)}, device});
        QVERIFY(plan != nullptr);
        if (!plan->accelerateError) {
            QVERIFY(plan->map.exact(tree->path(module)) == device);
        }
        double placed = 0;
        std::map<DeviceId, double> blocks;
        for (const DevicePlacement& placement : plan->placements) {
            placed += placement.weights;
            QVERIFY(static_cast<double>(placement.weightsAllocated) >= placement.weights);
            QVERIFY(placement.weightsReserved >= placement.weightsAllocated);
        }
        QCOMPARE(placed + uncoveredBytes(*plan), totalBytes(*plan));
        for (const PlanBlock& block : planBlocks(*plan)) {
            QVERIFY(block.bytes > 0);
            blocks[block.device] += static_cast<double>(block.bytes);
        }
        for (const DevicePlacement& placement : plan->placements) {
            QCOMPARE(blocks[placement.device.id], placement.weights);
        }
    }
    QVERIFY(samePlans(*edited(plan, ReplanEdit{}), *first));
}

QTEST_GUILESS_MAIN(PlanEditTest)
#include "tst_plan_edit.moc"
