// SPDX-License-Identifier: GPL-3.0-or-later
// Holds place() under the rules "transformers" to the maps that transformers computed itself, for
// real model classes in the state in which from_pretrained asks for a map
// (tests/reference/record_transformers.py).
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <fstream>
#include <map>
#include <set>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

constexpr const char* kFolder = STOWAGE_TEST_DATA "/transformers_rules/";

DeviceId deviceFrom(const json& key) {
    return key.is_string() ? *parseDevice(key.get<std::string>())
                           : DeviceId::gpu(key.get<std::uint32_t>());
}

double bytesFrom(const json& value) {
    return value.is_string() ? parseAccelerateSize(value.get<std::string>())->bytes
                             : value.get<double>();
}

std::shared_ptr<const ModuleTree> treeOf(const std::string& model) {
    static std::map<std::string, std::shared_ptr<const ModuleTree>> trees;
    auto& tree = trees[model];
    if (!tree) {
        std::ifstream file(kFolder + model + ".tree.json");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (const auto parsed = parseModuleTreeJson(text, model)) {
            tree = *parsed;
        }
    }
    return tree;
}

PlacementRequest requestOf(const json& plan) {
    const bool unset = plan["max_memory"].is_null();
    PlacementRequest request;
    request.tree = treeOf(plan["model"].get<std::string>());
    std::vector<std::uint64_t> gpus;
    for (const json& pair : unset ? plan["free"] : plan["max_memory"]) {
        const double bytes = bytesFrom(pair[1]);
        request.budgets.push_back({deviceFrom(pair[0]), bytes, {}, false});
        if (pair[0].is_number()) {
            gpus.push_back(static_cast<std::uint64_t>(bytes));
        }
    }
    request.devices = machineWith(gpus, 8 * kGiB);
    request.budgetsAreDefaults = unset;
    request.rules = PlacementRules::Transformers;
    request.strategy = *strategyFromName(plan["strategy"].get<std::string>());
    request.constraints.dtype = dtypeFromName(plan["dtype"].get<std::string>());
    return request;
}

/// What differs from the record; "" where nothing does.
std::string difference(const json& recorded) {
    const auto plan = place(requestOf(recorded));
    if (!plan) {
        return plan.error().message;
    }
    const std::string failure = (*plan)->accelerateError.value_or("");
    if (recorded.contains("error")) {
        const auto type = recorded["error"]["type"].get<std::string>();
        const bool told = failure.starts_with(goldenText("plan/transformers-fails-here")) &&
                          failure.find(type + ":") != std::string::npos;
        return told ? "" : "expected " + type + ", told: \"" + failure + "\"";
    }
    std::vector<DeviceMap::Entry> entries;
    for (const json& pair : recorded["device_map"]) {
        entries.emplace_back(pair[0].get<std::string>(), deviceFrom(pair[1]));
    }
    const std::string expected = mapText(DeviceMap(entries));
    const std::string actual = mapText((*plan)->map);
    return actual == expected ? "" : failure + actual + " is not " + expected;
}

}  // namespace

class TransformersRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void agrees_data();
    void agrees();
    void differsFromAccelerate();
    void saysWhoseRules();
    void namesWhatItFailsOn();

private:
    json m_plans;
};

void TransformersRulesTest::initTestCase() {
    std::ifstream file(std::string(kFolder) + "plans.json");
    m_plans = json::parse(file).at("plans");
    QVERIFY(m_plans.size() > 2000);
}

void TransformersRulesTest::agrees_data() {
    QTest::addColumn<QByteArray>("model");
    std::set<std::string> models;
    for (const json& plan : m_plans) {
        models.insert(plan["model"].get<std::string>());
    }
    QVERIFY(models.size() >= 10);
    for (const std::string& model : models) {
        QTest::newRow(model.c_str()) << QByteArray::fromStdString(model);
    }
}

void TransformersRulesTest::agrees() {
    QFETCH(QByteArray, model);
    QVERIFY(treeOf(model.toStdString()) != nullptr);
    int differing = 0;
    for (const json& plan : m_plans) {
        if (plan["model"] != model.toStdString()) {
            continue;
        }
        if (const std::string text = difference(plan); !text.empty()) {
            ++differing;
            json request = plan;
            request.erase("device_map");
            qInfo("%s: %s", request.dump().c_str(), text.c_str());
        }
    }
    QCOMPARE(differing, 0);
}

void TransformersRulesTest::differsFromAccelerate() {
    // The two rule sets must not be one by accident: many recorded maps are transformers' alone.
    int different = 0;
    for (const json& recorded : m_plans) {
        PlacementRequest request = requestOf(recorded);
        const auto own = place(request);
        request.rules = PlacementRules::Accelerate;
        const auto other = place(request);
        different += own && other && mapText((*own)->map) != mapText((*other)->map) ? 1 : 0;
    }
    QVERIFY(different > 100);
}

void TransformersRulesTest::saysWhoseRules() {
    QCOMPARE(rulesName(PlacementRules::Transformers), std::string_view("transformers"));
    QCOMPARE(rulesName(PlacementRules::Accelerate), std::string_view("accelerate"));
    QVERIFY(rulesFromName("transformers").value() == PlacementRules::Transformers);
    QVERIFY(rulesFromName("accelerate").value() == PlacementRules::Accelerate);
    QVERIFY(!rulesFromName("Transformers"));
}

void TransformersRulesTest::namesWhatItFailsOn() {
    PlacementRequest request;
    request.tree = treeOf("llama-tied");
    request.devices = machineWith({kGiB, kGiB}, kGiB);
    request.rules = PlacementRules::Transformers;
    request.budgets = {{DeviceId::gpu(0), 1e9, {}, false}, {DeviceId::gpu(1), 1e9, {}, false}};
    request.budgetsAreDefaults = false;
    request.constraints.noSplit = std::vector<std::string>{"NoSuchLayer"};
    const auto plan = place(request);
    QVERIFY(plan.has_value());
    QVERIFY((*plan)->verdict == Verdict::DoesNotFit);
    QCOMPARE(QString::fromStdString((*plan)->accelerateError.value_or("")),
             QString(goldenText("plan/transformers-fails-here-it-takes")));
}

QTEST_GUILESS_MAIN(TransformersRulesTest)
#include "tst_transformers_rules.moc"
