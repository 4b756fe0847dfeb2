// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that use what another computes must not be parted: a hand-made model of the kind.
#ifndef Q_MOC_RUN
#include "engine/model/config_model.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/place/place.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kLayers = 6;
constexpr std::int64_t kWidth = 1024;
constexpr double kLayerBytes = 4.0 * kWidth;

using Groups = std::vector<std::vector<std::string>>;

std::string layer(int number) {
    return "model.layers." + std::to_string(number);
}

/// Layers of which some use what others compute.
ModelDraft draftWith(const Groups& welded, int layers = kLayers) {
    ModuleDraft list;
    list.name = "layers";
    for (int i = 0; i < layers; ++i) {
        ModuleDraft one;
        one.name = std::to_string(i);
        one.className = "Layer";
        one.parameters.push_back({"weight", DType::Float32, {kWidth}, true});
        list.children.push_back(std::move(one));
    }
    ModuleDraft model;
    model.name = "model";
    model.children.push_back(std::move(list));
    ModelDraft draft;
    draft.root.children.push_back(std::move(model));
    draft.welded = welded;
    draft.noSplitClasses = {"Layer"};
    return draft;
}

std::shared_ptr<const ModuleTree> treeWith(const Groups& welded, int layers = kLayers) {
    const auto tree = ModuleTreeBuilder::build(draftWith(welded, layers));
    return tree ? *tree : nullptr;
}

PlacementRequest requestUnder(const std::shared_ptr<const ModuleTree>& tree,
                              const std::string& text) {
    PlacementRequest request = requestFor(tree, {kGiB, kGiB});
    const auto map = parseDeviceMapText(text);
    request.strategy = Strategy::Manual;
    request.givenMap = map ? map->map : DeviceMap();
    return request;
}

std::vector<std::vector<std::string>> weldsOf(const ModuleTree& tree) {
    Groups groups;
    for (const auto& group : tree.weldedGroups()) {
        groups.emplace_back();
        for (const ModuleId module : group) {
            groups.back().push_back(tree.path(module));
        }
    }
    return groups;
}

}  // namespace

class WeldedLayersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void aCutIsAProblem();
    void withoutACutThereIsNone_data();
    void withoutACutThereIsNone();
    void manyAreCounted();
    void strategiesStayAccelerates();
    void treesKeepThem();
    void anUnknownModuleIsRefused();
    void architecturesSayThem();
};

void WeldedLayersTest::aCutIsAProblem() {
    const auto tree = treeWith({{layer(2), layer(4), layer(5)}});
    const Plan plan =
        planOf(requestUnder(tree,
                            "{'model.layers.0': 0, 'model.layers.1': 0, 'model.layers.2': 0, "
                            "'model.layers.3': 0, 'model.layers.4': 1, 'model.layers.5': 1}"));
    const PlanIssue* const issue = findIssue(*plan, "welded_layers_parted");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Warning);
    // Most of the group is on GPU 1: layer 2 is the one at fault.
    QCOMPARE(issue->module, layer(2));
    QVERIFY(issue->device == DeviceId::gpu(0));
    QCOMPARE(issue->bytes, kLayerBytes);
    QVERIFY2(issue->text.english().find("model.layers.2 on GPU 0") != std::string::npos &&
                 issue->text.english().find("model.layers.4 on GPU 1") != std::string::npos &&
                 issue->text.english().find(goldenText("cli/on-one-device")) != std::string::npos,
             issue->text.english().c_str());
    QVERIFY(plan->verdict != Verdict::DoesNotFit);
}

void WeldedLayersTest::withoutACutThereIsNone_data() {
    QTest::addColumn<QString>("map");
    QTest::newRow("one device") << QStringLiteral("{'': 0}");
    QTest::newRow("others are cut off") << QStringLiteral(
        "{'model.layers.0': 1, 'model.layers.1': 1, 'model.layers.2': 0, 'model.layers.3': 1, "
        "'model.layers.4': 0, 'model.layers.5': 0}");
    // Offloaded layers run on GPU 0 as well, where what they use is computed.
    QTest::newRow("offloaded") << QStringLiteral(
        "{'model.layers.0': 0, 'model.layers.1': 0, 'model.layers.2': 0, 'model.layers.3': 0, "
        "'model.layers.4': 'cpu', 'model.layers.5': 'disk'}");
}

void WeldedLayersTest::withoutACutThereIsNone() {
    QFETCH(QString, map);
    const auto tree = treeWith({{layer(2), layer(4), layer(5)}});
    const Plan plan = planOf(requestUnder(tree, map.toStdString()));
    QVERIFY(!hasIssue(*plan, "welded_layers_parted"));
}

void WeldedLayersTest::manyAreCounted() {
    constexpr int kGroups = 30;
    Groups welded;
    std::string map = "{";
    for (int i = 0; i < 2 * kGroups; i += 2) {
        welded.push_back({layer(i), layer(i + 1)});
        map += "'" + layer(i) + "': 0, '" + layer(i + 1) + "': 1, ";
    }
    const Plan plan = planOf(requestUnder(treeWith(welded, 2 * kGroups), map + "}"));
    const auto told =
        std::ranges::count(plan->issues, std::string("welded_layers_parted"), &PlanIssue::code);
    QCOMPARE(told, 21);
    QVERIFY(std::ranges::any_of(plan->issues, [](const PlanIssue& issue) {
        return issue.text.english().starts_with("10 more groups");
    }));
}

void WeldedLayersTest::strategiesStayAccelerates() {
    const Plan plain = planOf(requestFor(treeWith({}), {4 * kMiB, 4 * kMiB}));
    PlacementRequest request = requestFor(treeWith({{layer(0), layer(3)}}), {4 * kMiB, 4 * kMiB});
    setBudgets(request, "0=14KiB,1=14KiB,cpu=1GiB");
    PlacementRequest same = plain->request;
    setBudgets(same, "0=14KiB,1=14KiB,cpu=1GiB");
    const Plan welded = planOf(request);
    QCOMPARE(mapText(welded->map), mapText(planOf(same)->map));
    QVERIFY(hasIssue(*welded, "welded_layers_parted"));
}

void WeldedLayersTest::treesKeepThem() {
    const Groups groups{{layer(1), layer(3)}, {layer(2), layer(4), layer(5)}};
    const auto tree = treeWith(groups);
    QCOMPARE(weldsOf(*tree), groups);
    const auto again = parseModuleTreeJson(writeModuleTreeJson(*tree, "hand"), "hand.tree.json");
    QVERIFY2(again, again ? "" : again.error().message.english().c_str());
    QCOMPARE(weldsOf(**again), groups);
}

void WeldedLayersTest::anUnknownModuleIsRefused() {
    const auto tree = ModuleTreeBuilder::build(draftWith({{layer(0), layer(99)}}));
    QVERIFY(!tree);
    QCOMPARE(tree.error().code, ErrorCode::Malformed);
    QVERIFY(tree.error().message.english().find(layer(99)) != std::string::npos);
}

void WeldedLayersTest::architecturesSayThem() {
    // The last layers use what layer 1 (odd ones) and layer 2 (even ones) compute.
    const auto layers = parseMember(
        "Layer() for layer in count welded to ((1 if layer % 2 == 1 else 2) if layer > 2 else "
        "layer)");
    QVERIFY2(layers, layers ? "" : layers.error().message.english().c_str());
    ConfigModel model;
    model.className = "Model";
    model.family.name = "made-up";
    model.fields.set("count", std::int64_t{kLayers});
    model.family.classes["Model"] = {{"Model", "Model", {}}, {{"layers", *layers}}};
    const auto draft = draftOf(model);
    QVERIFY2(draft, draft ? "" : draft.error().message.english().c_str());
    const auto tree = ModuleTreeBuilder::build(*draft);
    QVERIFY2(tree, tree ? "" : tree.error().message.english().c_str());
    QCOMPARE(weldsOf(**tree),
             (Groups{{"layers.1", "layers.3", "layers.5"}, {"layers.2", "layers.4"}}));
    const auto later = parseMember("Layer() for layer in count welded to layer + 1");
    model.family.classes["Model"].members.front().second = *later;
    QVERIFY(!draftOf(model));
}

QTEST_GUILESS_MAIN(WeldedLayersTest)
#include "tst_welded_layers.moc"
