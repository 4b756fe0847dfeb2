// SPDX-License-Identifier: GPL-3.0-or-later
// What plans share: a move by hand is laid over what the plan before it knows, and must give what
// planning from the beginning gives; the pieces that are shared must not show through.
#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Everything that a plan says, as text.
QByteArray textOf(const PlacementPlan& plan) {
    std::string text;
    for (const auto& [path, device] : plan.map.entries()) {
        text += "map " + path + " " + deviceName(device) + "\n";
        if (plan.map.exact(path) != device) {
            text += goldenText("run/which-is-not-what-the-map-answers");
        }
    }
    for (std::size_t i = 0; i < plan.storageDevices.size(); ++i) {
        const auto device = plan.storageDevices[i];
        text += device ? deviceName(*device) + " " : "- ";
    }
    for (const DevicePlacement& placement : plan.placements) {
        text += "\n" + deviceName(placement.device.id) + " " + std::to_string(placement.weights) +
                " " + std::to_string(placement.weightsAllocated) + " " +
                std::to_string(placement.weightsReserved) + " " +
                std::to_string(placement.reservedForLargestLayer) + " " +
                std::to_string(placement.blocks);
    }
    for (const PlanIssue& issue : plan.issues) {
        text += "\n" + issue.code + " " + issue.module + " " + issue.text.english();
    }
    for (const PlacementDecision& decision : decisionsOf(plan)) {
        text += "\n" + decision.module + " " + decision.reason.english();
    }
    text += "\n" + plan.verdictText.english() + plan.accelerateError.value_or("").english();
    return QByteArray::fromStdString(text);
}

PlacementRequest randomRequest(unsigned seed, std::mt19937& random) {
    const auto tree = randomTree(seed);
    const std::uint64_t total = std::max<std::uint64_t>(tree->totalBytes(), 8);
    PlacementRequest request =
        requestFor(tree, {total / (1 + random() % 5), total / (1 + random() % 3)}, total);
    const std::size_t drawn = random() % (accelerateStrategies().size() + 1);
    request.strategy = drawn < accelerateStrategies().size()
                           ? accelerateStrategies()[drawn].strategy
                           : Strategy::Manual;
    request.constraints.keepMapUnclean = random() % 2 == 0;
    if (request.strategy == Strategy::Manual) {
        for (int i = 0; i < 6; ++i) {
            const auto module = static_cast<std::uint32_t>(random() % tree->nodes().size());
            request.givenMap.set(tree->path(ModuleId{module}) + (random() % 5 == 0 ? ".x" : ""),
                                 request.devices[random() % request.devices.size()].id);
        }
    }
    return request;
}

}  // namespace

class SharedPlansTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void movesGiveWhatPlanningAnewGives_data();
    void movesGiveWhatPlanningAnewGives();
    void anEarlierPlanKeepsItsMap();
    void storageDevicesAreValues();
    void storageDevicesTellWhatChanged();
    void mapsWithChangesReadLikeOthers();
    void foldingAlongTheTreeIsCleaning_data();
    void foldingAlongTheTreeIsCleaning();
    void entriesComeInTheOrderOfTheirTensors();
};

void SharedPlansTest::movesGiveWhatPlanningAnewGives_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 200; ++seed) {
        QTest::addRow("tree %u", seed) << seed;
    }
}

void SharedPlansTest::movesGiveWhatPlanningAnewGives() {
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    const PlacementRequest request = randomRequest(seed, random);
    const ModuleTree& tree = *request.tree;
    auto placed = place(request);
    QVERIFY(placed);
    std::vector<Plan> plans{*placed};
    std::vector<QByteArray> texts{textOf(**placed)};
    for (int i = 0; i < 6; ++i) {
        const auto module = static_cast<std::uint32_t>(random() % tree.nodes().size());
        const DeviceId device = request.devices[random() % request.devices.size()].id;
        auto edited = applyEdit(*plans.back(), MoveEdit{{tree.path(ModuleId{module})}, device});
        QVERIFY(edited);
        plans.push_back(*edited);
        texts.push_back(textOf(**edited));
        const auto anew = place((*edited)->request);
        QVERIFY(anew);
        QCOMPARE(texts.back(), textOf(**anew));
    }
    auto undone = applyEdit(*plans.back(), ReplanEdit{});
    QVERIFY(undone);
    QCOMPARE(textOf(**undone), texts.front());
    for (std::size_t i = 0; i < plans.size(); ++i) {
        QCOMPARE(textOf(*plans[i]), texts[i]);  // later edits left it alone
    }
}

void SharedPlansTest::anEarlierPlanKeepsItsMap() {
    DeviceMap map({{"a", DeviceId::gpu(0)}, {"b", DeviceId::gpu(1)}});
    const DeviceMap copy = map;
    map.set("a", DeviceId::cpu());
    map.set("c", DeviceId::disk());
    QVERIFY(copy.exact("a") == DeviceId::gpu(0));
    QVERIFY(!copy.exact("c"));
    QCOMPARE(copy.size(), std::size_t{2});
    QVERIFY(map.exact("a") == DeviceId::cpu());
    QVERIFY(map.deviceOf("c.weight") == DeviceId::disk());
}

void SharedPlansTest::storageDevicesAreValues() {
    StorageDevices devices(2000);
    devices.set(7, DeviceId::cpu());
    StorageDevices copy = devices;
    copy.set(1999, DeviceId::gpu(3));
    QVERIFY(devices != copy);
    QVERIFY(!devices[1999]);
    QVERIFY(copy[1999] == DeviceId::gpu(3));
    QVERIFY(copy[7] == DeviceId::cpu());
    copy.set(1999, std::nullopt);
    QVERIFY(devices == copy);
    QCOMPARE(devices.endOfRun(0), std::size_t{7});
    QCOMPARE(devices.endOfRun(7), std::size_t{8});
    QCOMPARE(devices.endOfRun(8), std::size_t{2000});
    copy.resize(5);
    copy.resize(2000);
    QVERIFY(!copy[7]);  // cut off, then new
}

void SharedPlansTest::storageDevicesTellWhatChanged() {
    const std::vector<DeviceId> known{DeviceId::gpu(0), DeviceId::cpu(), DeviceId::disk()};
    std::vector<std::uint32_t> indices(1500, 0);
    StorageDevices devices;
    QVERIFY(devices.assign(indices, known) == std::vector{DeviceId::gpu(0)});
    QVERIFY(devices.assign(indices, known).empty());
    indices[1000] = 1;
    const std::vector<DeviceId> both{DeviceId::gpu(0), DeviceId::cpu()};
    QVERIFY(devices.assign(indices, known) == both);
    indices[1000] = StorageDevices::kNowhere;
    QVERIFY(devices.assign(indices, known) == std::vector{DeviceId::cpu()});
    QVERIFY(!devices[1000]);
}

void SharedPlansTest::mapsWithChangesReadLikeOthers() {
    const DeviceMap base({{"a", DeviceId::gpu(0)},
                          {"b.x", DeviceId::gpu(0)},
                          {"b.y", DeviceId::gpu(1)},
                          {"c", DeviceId::gpu(1)}});
    const DeviceMap changed = base.changed(
        {{1, 2}, {{3, {"c", DeviceId::disk()}}}, {{"b", DeviceId::cpu()}, {"d", DeviceId::cpu()}}});
    const DeviceMap same({{"a", DeviceId::gpu(0)},
                          {"c", DeviceId::disk()},
                          {"b", DeviceId::cpu()},
                          {"d", DeviceId::cpu()}});
    QVERIFY(changed.entries() == same.entries());
    QVERIFY(changed.entries() != base.entries());
    QVERIFY(changed.flattened().entries() == same.entries());
    QCOMPARE(changed.size(), std::size_t{4});
    for (std::size_t i = 0; i < same.size(); ++i) {
        QVERIFY(changed.entries()[i] == same.entries()[i]);
    }
    QVERIFY(changed.entries().back() == same.entries().back());
    QVERIFY(changed.deviceOf("b.x.weight") == DeviceId::cpu());
    QVERIFY(!changed.exact("b.x"));
    QVERIFY(base.exact("b.x") == DeviceId::gpu(0));
    DeviceMap longer = changed;
    longer.set("b.x", DeviceId::gpu(0));
    QVERIFY(longer.entries().back().first == "b.x");
    QVERIFY(!changed.exact("b.x"));
}

void SharedPlansTest::foldingAlongTheTreeIsCleaning_data() {
    movesGiveWhatPlanningAnewGives_data();
}

void SharedPlansTest::foldingAlongTheTreeIsCleaning() {
    QFETCH(unsigned, seed);
    const auto tree = randomTree(seed);
    std::mt19937 random(seed);
    std::vector<PlacedItem> placed;
    std::vector<std::pair<std::string, DeviceId>> named;
    const auto add = [&](TreeItem item) {
        if (random() % 3 != 0) {
            placed.push_back({item, static_cast<std::uint32_t>(random() % 8 == 0 ? 1 : 0)});
        }
    };
    for (std::uint32_t i = 1; i < tree->nodes().size(); ++i) {
        add(TreeItem::of(ModuleId{i}));
    }
    for (std::uint32_t i = 0; i < tree->tensors().size(); ++i) {
        add(TreeItem::of(TensorId{i}));
    }
    std::shuffle(placed.begin(), placed.end(), random);
    const auto gpu = [](const PlacedItem& entry) {
        return DeviceId::gpu(static_cast<int>(entry.device));
    };
    for (const PlacedItem& entry : placed) {
        named.emplace_back(itemName(*tree, entry.item), gpu(entry));
    }
    std::vector<std::pair<std::string, DeviceId>> folded;
    for (const PlacedItem& entry : cleanPlacedItems(*tree, placed)) {
        folded.emplace_back(itemName(*tree, entry.item), gpu(entry));
    }
    QVERIFY(folded == cleanEntries(named, {}));
}

void SharedPlansTest::entriesComeInTheOrderOfTheirTensors() {
    ModelDraft draft;
    draft.root.className = "Model";
    ModuleDraft first;
    first.name = "a";
    first.buffers.push_back({"mask", DType::Float32, {4}});
    ModuleDraft second;
    second.name = "b";
    second.parameters.push_back({"weight", DType::Bool, {4}});
    draft.root.children = {first, second};
    const auto tree = ModuleTreeBuilder::build(draft);
    QVERIFY(tree);
    const ModuleSizes sizes(**tree, {});
    QStringList names;
    for (const TreeItem item : sizes.entries()) {
        names << QString::fromStdString(itemName(**tree, item));
    }
    QCOMPARE(names, QStringList({QString(), QStringLiteral("b"), QStringLiteral("b.weight"),
                                 QStringLiteral("a"), QStringLiteral("a.mask")}));
    QCOMPARE(sizes.moduleEntries().size(), std::size_t{3});
    QCOMPARE(sizes.total().value, 16.5);
}

QTEST_APPLESS_MAIN(SharedPlansTest)
#include "tst_shared_plans.moc"
