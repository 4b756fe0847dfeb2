// SPDX-License-Identifier: GPL-3.0-or-later
// The objects of `plan --json` and `check --json`, field by field.
#ifndef Q_MOC_RUN
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/plan_json.h"
#include "tests/plan/plan_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

json jsonOf(const PlacementPlan& plan, TraceOutput trace = TraceOutput::Omit) {
    return json::parse(planToJson(plan, trace));
}

/// As text, which QCOMPARE can print.
QString text(const json& value) {
    return QString::fromStdString(value.dump());
}

QStringList keysOf(const json& object) {
    QStringList keys;
    for (const auto& [key, value] : object.items()) {
        keys.append(QString::fromStdString(key));
    }
    return keys;
}

}  // namespace

class PlanJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void fieldsOfAPlan();
    void budgetsKeepTheirKind();
    void keepsWhatWasAskedFor();
    void traceOnRequest();
    void effectsOnRequest();
    void problemsNameTheirPlace();
    void failureOfAccelerate();
    void checkObject();
};

void PlanJsonTest::fieldsOfAPlan() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.devices.front().context = 1000;
    request.devices.front().usedByOthers = 2000;
    setBudgets(request, "0=200MiB,1=100MiB,cpu=60MiB");
    const auto plan = planOf(request);
    const json object = jsonOf(*plan);
    QCOMPARE(text(object["strategy"]), text(json("auto")));
    QCOMPARE(text(object["rules"]), text(json("accelerate")));
    QCOMPARE(text(object["verdict"]), text(json("offload")));
    QCOMPARE(text(object["device_map"][0]), text(json::parse(R"(["transformer.wte", 0])")));
    QVERIFY(parseDeviceMapText(object.dump())->map.entries() == plan->map.entries());
    QCOMPARE(text(object["max_memory"]), text(json::parse(R"({"0": 209715200, "1": 104857600,
                                                   "cpu": 62914560})")));
    QVERIFY(!object.contains("effective_max_memory"));
    QVERIFY(object["accelerate_error"].is_null());
    QVERIFY(object["warnings"].is_array());
    QVERIFY(!object.contains("trace"));
    QCOMPARE(keysOf(object["devices"]),
             (QStringList{QStringLiteral("cpu"), QStringLiteral("disk"), QStringLiteral("gpu:0"),
                          QStringLiteral("gpu:1")}));
    const json& gpu = object["devices"]["gpu:0"];
    QCOMPARE(text(gpu["capacity"]), text(json(320 * kMiB)));
    QCOMPARE(text(gpu["budget"]), text(json(200 * kMiB)));
    QCOMPARE(text(gpu["context"]), text(json(1000)));
    QCOMPARE(text(gpu["used_by_others"]), text(json(2000)));
    QCOMPARE(text(gpu["weights"]), text(json(154389504 + 3145728)));
    QVERIFY(gpu["weights_allocated"].is_number_unsigned());
    const DevicePlacement& placement = *plan->placement(DeviceId::gpu(0));
    QCOMPARE(text(gpu["weights_reserved"]), text(json(placement.weightsReserved)));
    QCOMPARE(text(gpu["free"]), text(json(320 * kMiB - 3000 - placement.weightsReserved)));
    QCOMPARE(text(gpu["reserved_for_largest_layer"]), text(json(28351488)));
    QVERIFY(!gpu.contains("kv_cache") && !gpu.contains("activations"));
    const json& disk = object["devices"]["disk"];
    QVERIFY(!disk.contains("capacity") && !disk.contains("budget") && !disk.contains("free"));
    QVERIFY(disk["weights"] > 0);
}

void PlanJsonTest::budgetsKeepTheirKind() {
    const json one = jsonOf(*planOf(requestFor(recordedTree("gpt2"), {kGiB})));
    QCOMPARE(text(one["max_memory"]["0"]), text(json(kGiB)));
    QVERIFY(one["max_memory"]["0"].is_number_integer());
    QVERIFY(one["effective_max_memory"]["0"].is_number_float());
    QCOMPARE(one["effective_max_memory"]["0"].get<double>(), 0.9 * static_cast<double>(kGiB));
    QVERIFY(one["effective_max_memory"]["cpu"].is_number_integer());
    const json two = jsonOf(*planOf(requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB})));
    QCOMPARE(text(two["effective_max_memory"]["0"]), text(json(284318976)));
    QVERIFY(two["effective_max_memory"]["0"].is_number_integer());
}

void PlanJsonTest::keepsWhatWasAskedFor() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    const json plain = jsonOf(*planOf(request))["request"];
    QVERIFY(plain["max_memory"].is_null() && plain["no_split"].is_null());
    QVERIFY(plain["dtype"].is_null() && !plain.contains("preset"));
    setBudgets(request, "0=200MiB,1=100MiB,cpu=62914560");
    request.constraints.noSplit = std::vector<std::string>{"GPT2Block"};
    request.constraints.dtype = DType::BFloat16;
    request.constraints.pins = {{"lm_head", DeviceId::gpu(1)}};
    request.constraints.fallbackAllocation = true;
    request.moves = {{"transformer.h.0", DeviceId::disk()}};
    const json full = jsonOf(*planOf(request))["request"];
    QCOMPARE(text(full["max_memory"]),
             text(json::parse(R"({"0": "200MiB", "1": "100MiB", "cpu": "62914560"})")));
    QCOMPARE(text(full["no_split"]), text(json::parse(R"(["GPT2Block"])")));
    QCOMPARE(text(full["dtype"]), text(json("bfloat16")));
    QCOMPARE(text(full["pins"]), text(json::parse(R"([["lm_head", 1]])")));
    QCOMPARE(text(full["moves"]), text(json::parse(R"([["transformer.h.0", "disk"]])")));
    QCOMPARE(text(full["fallback_allocation"]), text(json(true)));
    QCOMPARE(text(full["offload_buffers"]), text(json(false)));
}

void PlanJsonTest::effectsOnRequest() {
    const auto plan = planOf(requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB}));
    QVERIFY(!jsonOf(*plan).contains("no_split_effects"));
    const json effects = json::parse(
        planToJson(*plan, TraceOutput::Include, noSplitEffects(*plan)))["no_split_effects"];
    QCOMPARE(effects.size(), std::size_t{1});
    QCOMPARE(text(effects[0]["class"]), text(json("GPT2Block")));
    QCOMPARE(text(effects[0]["modules"]), text(json(12)));
    QVERIFY(effects[0]["bytes_moved"].is_number_unsigned());
    QVERIFY(effects[0]["text"].get<std::string>().starts_with(
        "Without the no-split class GPT2Block, "));
    QVERIFY(effects[0]["verdict"].is_string());
}

void PlanJsonTest::traceOnRequest() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    setBudgets(request, "0=200MiB,1=100MiB,cpu=60MiB");
    const json trace = jsonOf(*planOf(request), TraceOutput::Include)["trace"];
    QVERIFY(trace.size() > 17);
    const json& first = trace.front();
    QCOMPARE(text(first["module"]), text(json("transformer")));
    QCOMPARE(text(first["device"]), text(json(0)));
    QCOMPARE(text(first["placed"]), text(json(false)));
    QVERIFY(first["left"].is_number());
    QVERIFY(first["reason"].is_string());
    QCOMPARE(text(trace.back()["device"]), text(json("disk")));
    QVERIFY(trace.back()["left"].is_null());
    QCOMPARE(text(trace.back()["placed"]), text(json(true)));
}

void PlanJsonTest::problemsNameTheirPlace() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.moves = {{"transformer", DeviceId::gpu(1)}};
    const json object = jsonOf(*planOf(request));
    QCOMPARE(text(object["verdict"]), text(json("no")));
    const json& first = object["problems"].front();
    QCOMPARE(text(first["severity"]), text(json("error")));
    QCOMPARE(text(first["code"]), text(json("over_budget")));
    QCOMPARE(text(first["device"]), text(json("gpu:1")));
    QVERIFY(first["bytes"] > 0);
    QVERIFY(!first.contains("module"));
}

void PlanJsonTest::failureOfAccelerate() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {100 * kMiB});
    request.constraints.fallbackAllocation = true;
    const json object = jsonOf(*planOf(request));
    QVERIFY(object["accelerate_error"].is_string());
    QCOMPARE(text(object["device_map"]), text(json::array()));
    QCOMPARE(text(object["verdict"]), text(json("no")));
}

void PlanJsonTest::checkObject() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB});
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}});
    const json good = json::parse(checkToJson(*planOf(request)));
    QCOMPARE(keysOf(good), (QStringList{QStringLiteral("devices"), QStringLiteral("problems"),
                                        QStringLiteral("valid")}));
    QCOMPARE(text(good["valid"]), text(json(true)));
    request.givenMap = DeviceMap({{"transformer.h", DeviceId::gpu(0)}});
    const json bad = json::parse(checkToJson(*planOf(request)));
    QCOMPARE(text(bad["valid"]), text(json(false)));
    QCOMPARE(text(bad["problems"][0]["code"]), text(json("no_device")));
}

QTEST_GUILESS_MAIN(PlanJsonTest)
#include "tst_plan_json.moc"
