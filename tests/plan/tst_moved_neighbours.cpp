// SPDX-License-Identifier: GPL-3.0-or-later
// Modules without weights go where their neighbours go: one that stays behind keeps a device in the
// map that nothing else needs.
#ifndef Q_MOC_RUN
#include "engine/device/device_fields.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "tests/plan/plan_fixture.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

/// GPT-2, whole on GPU 0 of two: transformer.wte, wpe, drop (without weights), h.0 … h.11, ln_f and
/// the tied lm_head, each with an entry of its own.
Plan gpt2OnOneGpu() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB, kGiB});
    request.strategy = Strategy::Manual;
    std::vector<DeviceMap::Entry> entries;
    for (const ModuleNode& node : request.tree->nodes()) {
        const std::string& path = request.tree->path(node.id);
        const bool isBlock = path.starts_with("transformer.h.") && path.find('.', 14) == path.npos;
        const bool isPart = path.starts_with("transformer.") && path != "transformer.h" &&
                            path.find('.', 12) == path.npos;
        if (isBlock || isPart || path == "lm_head") {
            entries.emplace_back(path, DeviceId::gpu(0));
        }
    }
    request.givenMap = DeviceMap(std::move(entries));
    const auto plan = place(request);
    return plan ? *plan : nullptr;
}

/// What Ctrl+A on a lane selects: the blocks of the board, which all hold weights.
std::vector<std::string> blocksOf(const PlacementPlan& plan) {
    std::vector<std::string> paths;
    for (const PlanBlock& block : planBlocks(plan)) {
        paths.push_back(plan.request.tree->path(block.module));
    }
    return paths;
}

bool usesGpu(const PlacementPlan& plan) {
    for (const auto& [path, device] : plan.map.entries()) {
        if (device.isGpu()) {
            return true;
        }
    }
    return false;
}

}  // namespace

class MovedNeighboursTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void allBlocksOfALaneTakeTheDropoutAlong();
    void aRangeAroundItTakesItAlong();
    void itStaysWithANeighbour();
    void whereItWasPutByHandItStays();
    void aPinHoldsIt();
    void planningAgainBringsItBack();
    void bothPartsOfAParentAreFollowed();
    void aCardTakesLimitsMovesAndPinsWithIt();
    void aRemovedCardLeavesItsEntriesOut();
    void ramThatIsGivenIsTheLimit();
};

void MovedNeighboursTest::allBlocksOfALaneTakeTheDropoutAlong() {
    const Plan plan = gpt2OnOneGpu();
    QVERIFY(plan && plan->map.exact("transformer.drop") == DeviceId::gpu(0));
    const Plan moved = edited(plan, MoveEdit{blocksOf(*plan), DeviceId::cpu()});
    QVERIFY(moved->map.exact("transformer.drop") == DeviceId::cpu());
    QVERIFY2(!usesGpu(*moved), mapText(moved->map).c_str());
}

void MovedNeighboursTest::aRangeAroundItTakesItAlong() {
    const Plan moved = edited(
        gpt2OnOneGpu(),
        MoveEdit{{"transformer.wpe", "transformer.h.0", "transformer.h.1"}, DeviceId::gpu(1)});
    QVERIFY(moved->map.exact("transformer.drop") == DeviceId::gpu(1));
    QVERIFY(moved->map.exact("transformer.wte") == DeviceId::gpu(0));
}

void MovedNeighboursTest::itStaysWithANeighbour() {
    const Plan plan = gpt2OnOneGpu();
    for (const char* const one : {"transformer.wpe", "transformer.h.0", "transformer.h.5"}) {
        const Plan moved = edited(plan, MoveEdit{{one}, DeviceId::cpu()});
        QVERIFY2(moved->map.exact("transformer.drop") == DeviceId::gpu(0), one);
    }
}

void MovedNeighboursTest::whereItWasPutByHandItStays() {
    const Plan plan = gpt2OnOneGpu();
    Plan moved = edited(plan, MoveEdit{{"transformer.drop"}, DeviceId::gpu(1)});
    moved = edited(moved, MoveEdit{blocksOf(*plan), DeviceId::cpu()});
    QVERIFY(moved->map.exact("transformer.drop") == DeviceId::gpu(1));
}

void MovedNeighboursTest::aPinHoldsIt() {
    const Plan plan = gpt2OnOneGpu();
    Plan moved = edited(plan, PinEdit{{"transformer.drop"}, DeviceId::gpu(0)});
    moved = edited(moved, MoveEdit{blocksOf(*plan), DeviceId::cpu()});
    QVERIFY(moved->map.exact("transformer.drop") == DeviceId::gpu(0));
}

void MovedNeighboursTest::planningAgainBringsItBack() {
    const Plan plan = gpt2OnOneGpu();
    const Plan moved = edited(plan, MoveEdit{blocksOf(*plan), DeviceId::cpu()});
    const Plan again = edited(moved, ReplanEdit{});
    QVERIFY(again->map.entries() == plan->map.entries());
    // And it is the same plan as one made from the request at once.
    const auto anew = place(moved->request);
    QVERIFY(anew && (*anew)->map.entries() == moved->map.entries());
}

void MovedNeighboursTest::bothPartsOfAParentAreFollowed() {
    // Under one entry for the whole model the Dropout has none: it gets one.
    const Plan plan = gpt2OnOneGpu();
    const Plan whole = edited(plan, SetMapEdit{DeviceMap({{std::string(), DeviceId::gpu(0)}}), {}});
    const Plan moved = edited(whole, MoveEdit{{"transformer.wte", "transformer.wpe",
                                               "transformer.h", "transformer.ln_f", "lm_head"},
                                              DeviceId::cpu()});
    QVERIFY(moved->map.deviceOf("transformer.drop") == DeviceId::cpu());
}

void MovedNeighboursTest::aCardTakesLimitsMovesAndPinsWithIt() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB, 2 * kGiB});
    Plan plan = *place(request);
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(1), "900MiB"});
    plan = edited(plan, MoveEdit{{"transformer.h.3"}, DeviceId::gpu(1)});
    plan = edited(plan, PinEdit{{"transformer.h.4"}, DeviceId::gpu(1)});
    const auto swapped = withSwapped(plan->request.devices, DeviceId::gpu(0), DeviceId::gpu(1));
    const Plan after = edited(plan, SetDevicesEdit{swapped.devices, swapped.places});
    QCOMPARE(*after->placement(DeviceId::gpu(0))->device.capacity, 2 * kGiB);
    QCOMPARE(*after->placement(DeviceId::gpu(0))->budget, double(900 * kMiB));
    QVERIFY(after->request.moves.front().second == DeviceId::gpu(0));
    QVERIFY(after->request.constraints.pins.front().second == DeviceId::gpu(0));
    const auto fewer = withoutGpu(after->request.devices, DeviceId::gpu(0));
    const Plan gone = edited(after, SetDevicesEdit{fewer.devices, fewer.places});
    QVERIFY(gone->request.moves.empty() && gone->request.constraints.pins.empty());
    QVERIFY(gone->request.budgetsAreDefaults);
    QCOMPARE(*gone->placement(DeviceId::gpu(0))->budget, double(kGiB));
}

void MovedNeighboursTest::aRemovedCardLeavesItsEntriesOut() {
    const Plan plan =
        edited(gpt2OnOneGpu(), SetMapEdit{DeviceMap({{"transformer", DeviceId::gpu(0)},
                                                     {"transformer.h.1", DeviceId::gpu(1)},
                                                     {"lm_head", DeviceId::gpu(0)}}),
                                          {}});
    const auto fewer = withoutGpu(plan->request.devices, DeviceId::gpu(0));
    const Plan after = edited(plan, SetDevicesEdit{fewer.devices, fewer.places});
    QVERIFY(after->map.exact("transformer.h.1") == DeviceId::gpu(0));
    QVERIFY(!after->map.exact("transformer"));
    QVERIFY(hasIssue(*after, "no_device"));
}

void MovedNeighboursTest::ramThatIsGivenIsTheLimit() {
    const Plan plan = gpt2OnOneGpu();
    std::vector<DeviceInfo> devices = plan->request.devices;
    for (DeviceInfo& device : devices) {
        if (device.id == DeviceId::cpu()) {
            device = withDeviceField(device, DeviceField::Capacity, "512GiB")->device;
        }
    }
    const Plan larger = edited(plan, SetDevicesEdit{devices});
    QCOMPARE(*larger->placement(DeviceId::cpu())->budget, double(512 * kGiB));
    QVERIFY(hasIssue(*larger, "machine_elsewhere"));
}

QTEST_GUILESS_MAIN(MovedNeighboursTest)
#include "tst_moved_neighbours.moc"
