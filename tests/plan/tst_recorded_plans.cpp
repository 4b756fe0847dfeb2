// SPDX-License-Identifier: GPL-3.0-or-later
// Holds place() to maps that the real Accelerate made of the real GPT-2 modules.
#ifndef Q_MOC_RUN
#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <fstream>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

DeviceId deviceFrom(const json& key) {
    return key.is_string() ? *parseDevice(key.get<std::string>())
                           : DeviceId::gpu(key.get<std::uint32_t>());
}

DeviceMap mapFrom(const json& list) {
    std::vector<DeviceMap::Entry> entries;
    for (const json& pair : list) {
        entries.emplace_back(pair[0].get<std::string>(), deviceFrom(pair[1]));
    }
    return DeviceMap(entries);
}

PlacementRequest requestOf(const json& plan) {
    const bool unset = plan["max_memory"].is_null();
    const json& memory = unset ? plan["free"] : plan["max_memory"];
    PlacementRequest request;
    request.tree = recordedTree(plan["model"].get<std::string>());
    std::vector<std::uint64_t> gpus;
    for (const json& pair : memory) {
        request.budgets.push_back({deviceFrom(pair[0]), pair[1].get<double>(), {}, false});
        if (pair[0].is_number()) {
            gpus.push_back(pair[1].get<std::uint64_t>());
        }
    }
    request.devices = machineWith(gpus, 8 * kGiB);
    request.budgetsAreDefaults = unset;
    request.strategy = *strategyFromName(plan["strategy"].get<std::string>());
    if (plan["dtype"].is_string()) {
        request.constraints.dtype = dtypeFromName(plan["dtype"].get<std::string>());
    }
    request.constraints.keepMapUnclean = !plan["flags"].value("clean_result", true);
    request.constraints.fallbackAllocation = plan["flags"].value("fallback_allocation", false);
    return request;
}

}  // namespace

class RecordedPlansTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void agrees_data();
    void agrees();

private:
    json m_plans;
};

void RecordedPlansTest::initTestCase() {
    std::ifstream file(STOWAGE_TEST_DATA "/plans/plans.json");
    m_plans = json::parse(file).at("plans");
    QVERIFY(m_plans.size() > 50);
}

void RecordedPlansTest::agrees_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(m_plans.size()); ++i) {
        const json& plan = m_plans[static_cast<std::size_t>(i)];
        const std::string name = plan["model"].get<std::string>() + " " +
                                 plan["strategy"].get<std::string>() + " " + std::to_string(i);
        QTest::newRow(name.c_str()) << i;
    }
}

void RecordedPlansTest::agrees() {
    QFETCH(int, index);
    const json& recorded = m_plans[static_cast<std::size_t>(index)];
    const PlacementRequest request = requestOf(recorded);
    QVERIFY(request.tree != nullptr);
    const auto plan = place(request);
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.english().c_str());
    QVERIFY(!recorded.contains("error"));
    const DeviceMap expected = mapFrom(recorded["device_map"]);
    QCOMPARE(mapText((*plan)->map), mapText(expected));
    if (request.constraints.keepMapUnclean) {
        QVERIFY((*plan)->map.entries() == expected.entries());
    }
    if (recorded["balanced"].is_array()) {
        QCOMPARE((*plan)->effectiveBudgets.size(), recorded["balanced"].size());
        for (std::size_t i = 0; i < recorded["balanced"].size(); ++i) {
            QCOMPARE((*plan)->effectiveBudgets[i].bytes, recorded["balanced"][i][1].get<double>());
            QCOMPARE((*plan)->effectiveBudgets[i].isFloat,
                     recorded["balanced"][i][1].is_number_float());
        }
    }
}

QTEST_GUILESS_MAIN(RecordedPlansTest)
#include "tst_recorded_plans.moc"
