// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned modules stay and any strategy plans the rest; without pins a re-plan is Accelerate's own.
#ifndef Q_MOC_RUN  // moc 6.4 stumbles over <concepts>
#include "app/checks/conformance_case.h"
#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/device_map.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <fstream>
#include <map>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr double kBlock = 28351488;  // 7,087,872 float32 parameters

DeviceId deviceFrom(const CaseJson& key) {
    return key.is_string() ? *parseDevice(key.get<std::string>())
                           : DeviceId::gpu(key.get<std::uint32_t>());
}

/// The GPUs that a recorded case speaks of, then CPU and disk.
std::vector<DeviceInfo> devicesOf(const std::vector<MemoryBudget>& budgets) {
    std::vector<std::uint64_t> gpus;
    for (const MemoryBudget& budget : budgets) {
        if (budget.device.isGpu()) {
            gpus.resize(std::max<std::size_t>(gpus.size(), budget.device.index + 1U), kGiB);
        }
    }
    return machineWith(gpus, 64 * kGiB);
}

/// What a case of kind "strategy" asks place() for; its tree is given.
PlacementRequest requestOf(const CaseJson& recorded, std::shared_ptr<const ModuleTree> tree) {
    const CaseJson& args = recorded.at("args");
    PlacementRequest request;
    request.tree = std::move(tree);
    request.budgetsAreDefaults = args.at("max_memory").is_null();
    if (request.budgetsAreDefaults) {
        std::uint32_t index = 0;
        for (const CaseJson& free : recorded.at("emulate").at("gpu_free")) {
            request.budgets.push_back({DeviceId::gpu(index++), free.get<double>(), {}, false});
        }
        request.budgets.push_back(
            {DeviceId::cpu(), recorded.at("emulate").at("ram_available").get<double>(), {}, false});
    } else {
        for (const CaseJson& pair : args.at("max_memory")) {
            request.budgets.push_back(
                {deviceFrom(pair[0]), pair[1].get<double>(), {}, pair[1].is_number_float()});
        }
    }
    request.devices = devicesOf(request.budgets);
    request.strategy = *strategyFromName(args.at("strategy").get<std::string>());
    request.constraints.noSplit.emplace();
    if (args.contains("no_split") && args["no_split"].is_array()) {
        request.constraints.noSplit = args["no_split"].get<std::vector<std::string>>();
    }
    if (args.contains("dtype") && args["dtype"].is_string()) {
        request.constraints.dtype = dtypeFromName(args["dtype"].get<std::string>());
    }
    request.constraints.offloadBuffers = args.value("offload_buffers", false);
    return request;
}

std::string expectedText(const CaseJson& recorded) {
    std::vector<DeviceMap::Entry> entries;
    for (const CaseJson& pair : recorded.at("expected").at("device_map")) {
        entries.emplace_back(pair[0].get<std::string>(), deviceFrom(pair[1]));
    }
    return mapText(DeviceMap(entries));
}

}  // namespace

class PinsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void withoutPinsItIsAccelerates_data();
    void withoutPinsItIsAccelerates();
    void pinsStayUnderEveryStrategy_data();
    void pinsStayUnderEveryStrategy();
    void theRestIsPlannedAroundAPin();
    void tiesFollowAPin();
    void pinsBeyondTheLimit();
    void innerPinsOverruleOuterOnes();

private:
    std::map<std::string, std::pair<CaseJson, std::shared_ptr<const ModuleTree>>> m_cases;
};

void PinsTest::initTestCase() {
    std::ifstream treeFile(STOWAGE_TEST_DATA "/placement/trees.json");
    const std::string treeText{std::istreambuf_iterator<char>(treeFile), {}};
    auto trees = ConformanceTrees::parse(treeText, "trees.json");
    QVERIFY(trees.has_value());
    std::ifstream file(STOWAGE_TEST_DATA "/placement/cases.jsonl");
    std::string line;
    while (std::getline(file, line)) {
        auto recorded = parseCaseJson(line, "cases.jsonl");
        QVERIFY(recorded.has_value());
        const bool onApple =
            recorded->contains("emulate") && recorded->at("emulate").value("mps", false);
        // Apple's GPU is none of our devices; the conformance suite has those three cases.
        if (recorded->at("kind") != "strategy" || onApple) {
            continue;
        }
        const auto tree = trees->tree(recorded->at("tree").get<std::string>(),
                                      recorded->value("cast", std::string()));
        QVERIFY(tree.has_value());
        m_cases[recorded->at("id").get<std::string>()] = {*recorded, *tree};
    }
    QCOMPARE(m_cases.size(), std::size_t{115});
}

void PinsTest::withoutPinsItIsAccelerates_data() {
    QTest::addColumn<QString>("id");
    for (const auto& [id, recorded] : m_cases) {
        QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
}

void PinsTest::withoutPinsItIsAccelerates() {
    QFETCH(QString, id);
    const auto& [recorded, tree] = m_cases.at(id.toStdString());
    const Plan plan = planOf(requestOf(recorded, tree));
    QVERIFY(plan != nullptr);
    if (recorded.at("expected").contains("error")) {
        const auto type = recorded["expected"]["error"]["type"].get<std::string>();
        QVERIFY(plan->accelerateError.has_value());
        QVERIFY2(plan->accelerateError->english().find(type) != std::string::npos,
                 plan->accelerateError->english().c_str());
        return;
    }
    const std::string expected = expectedText(recorded);
    QCOMPARE(QString::fromStdString(mapText(plan->map)), QString::fromStdString(expected));
    // Through a move, a pin and another strategy, and back again.
    const std::string module =
        tree->path(ModuleId{static_cast<std::uint32_t>(tree->nodes().size() / 2)});
    const auto moved = applyEdit(*plan, MoveEdit{{module}, DeviceId::disk()});
    QVERIFY(moved.has_value());
    const auto pinned = applyEdit(**moved, PinEdit{{module}, DeviceId::cpu()});
    QVERIFY(pinned.has_value());
    const auto free = applyEdit(**pinned, PinEdit{{module}, std::nullopt});
    QVERIFY(free.has_value());
    const auto again = applyEdit(**free, ReplanEdit{});
    QVERIFY(again.has_value());
    QCOMPARE(QString::fromStdString(mapText((*again)->map)), QString::fromStdString(expected));
}

void PinsTest::pinsStayUnderEveryStrategy_data() {
    QTest::addColumn<int>("strategy");
    QTest::addColumn<int>("rules");
    std::vector<StrategyRow> rows(accelerateStrategies().begin(), accelerateStrategies().end());
    rows.push_back(strategyRow(Strategy::Manual));
    for (const StrategyRow& row : rows) {
        for (const PlacementRules rules :
             {PlacementRules::Accelerate, PlacementRules::Transformers}) {
            const std::string name = std::string(row.name) + " " + std::string(rulesName(rules));
            QTest::newRow(name.c_str())
                << static_cast<int>(row.strategy) << static_cast<int>(rules);
        }
    }
}

void PinsTest::pinsStayUnderEveryStrategy() {
    QFETCH(int, strategy);
    QFETCH(int, rules);
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.strategy = static_cast<Strategy>(strategy);
    request.rules = static_cast<PlacementRules>(rules);
    request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}});
    request.constraints.pins = {{"transformer.h.2", DeviceId::gpu(1)},
                                {"transformer.h.7", DeviceId::cpu()},
                                {"transformer.h.9.mlp", DeviceId::disk()}};
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    QVERIFY(!plan->accelerateError.has_value());
    const ModuleTree& tree = *request.tree;
    for (const auto& [path, device] : request.constraints.pins) {
        QVERIFY2(plan->deviceOf(*tree.findModule(path)) == device, path.c_str());
        QVERIFY(plan->isPinned(*tree.findModule(path)));
    }
    for (const TensorSpec& tensor : tree.tensors()) {
        QVERIFY2(plan->map.deviceOf(tensor.name).has_value(), tensor.name.c_str());
    }
    if (request.strategy != Strategy::Manual) {
        for (const DevicePlacement& placement : plan->placements) {
            QCOMPARE(placement.overBudget(), 0.0);
        }
    }
}

void PinsTest::theRestIsPlannedAroundAPin() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    setBudgets(request, "0=250MiB,1=320MiB,cpu=1GiB");
    request.strategy = Strategy::Sequential;
    const Plan free = planOf(request);
    QVERIFY(free->map.deviceOf("transformer.h.0.ln_1.weight") == DeviceId::gpu(0));
    request.constraints.pins = {{"transformer.h.10", DeviceId::gpu(0)}};
    const Plan plan = planOf(request);
    QVERIFY(plan->map.deviceOf("transformer.h.10.ln_1.weight") == DeviceId::gpu(0));
    // Its bytes are charged, so one block less of the others finds room.
    const double before = free->placement(DeviceId::gpu(0))->weights;
    QCOMPARE(plan->placement(DeviceId::gpu(0))->weights, before);
    const PlacementDecision first =
        decisionsFor(*plan, *request.tree->findModule("transformer.h.10")).front();
    QVERIFY(first.kind == PlacementDecision::Kind::Pinned);
    QCOMPARE(QString::fromStdString(first.module), QStringLiteral("transformer.h.10"));
    QCOMPARE(first.needed, kBlock);
}

void PinsTest::tiesFollowAPin() {
    // The head holds nothing but the embedding's weight: it goes where that is pinned.
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.constraints.pins = {{"transformer.wte", DeviceId::gpu(1)}};
    const Plan plan = planOf(request);
    QVERIFY(plan->map.deviceOf("lm_head.weight") == DeviceId::gpu(1));
    QVERIFY(!hasIssue(*plan, "tied_across_devices"));
    // Pinned apart they stay apart, and it is said.
    request.constraints.pins.emplace_back("lm_head", DeviceId::cpu());
    const Plan apart = planOf(request);
    QVERIFY(apart->map.deviceOf("lm_head.weight") == DeviceId::cpu());
    QVERIFY(hasIssue(*apart, "tied_across_devices"));
}

void PinsTest::pinsBeyondTheLimit() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    setBudgets(request, "0=320MiB,1=40MiB,cpu=1GiB");
    request.constraints.pins = {{"transformer.h.0", DeviceId::gpu(1)}};
    QVERIFY(!hasIssue(*planOf(request), "pins_over_limit"));
    request.constraints.pins.emplace_back("transformer.h.1", DeviceId::gpu(1));
    const Plan plan = planOf(request);
    const PlanIssue* const issue = findIssue(*plan, "pins_over_limit");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Error);
    QVERIFY(issue->device == DeviceId::gpu(1));
    QCOMPARE(issue->bytes, 2 * kBlock - 40.0 * kMiB);
    QVERIFY2(issue->text.english().find(goldenText("plan/the-2-modules-pinned-to-gpu-1-need")) !=
                 std::string::npos,
             issue->text.english().c_str());
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    // One module larger than the device: it is named.
    request.constraints.pins = {{"transformer.wte", DeviceId::gpu(1)}};
    const PlanIssue single = *findIssue(*planOf(request), "pins_over_limit");
    QCOMPARE(QString::fromStdString(single.module), QStringLiteral("transformer.wte"));
    QVERIFY2(single.text.english().starts_with("transformer.wte, pinned to GPU 1, needs 147.2 MiB"),
             single.text.english().c_str());
}

void PinsTest::innerPinsOverruleOuterOnes() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB, kGiB});
    request.constraints.pins = {{"transformer.h.3", DeviceId::gpu(1)},
                                {"transformer.h.3.mlp", DeviceId::cpu()}};
    const Plan plan = planOf(request);
    QVERIFY(plan->map.deviceOf("transformer.h.3.attn.c_attn.weight") == DeviceId::gpu(1));
    QVERIFY(plan->map.deviceOf("transformer.h.3.mlp.c_fc.weight") == DeviceId::cpu());
    QVERIFY(hasIssue(*plan, "block_split"));
}

QTEST_GUILESS_MAIN(PinsTest)
#include "tst_pins.moc"
