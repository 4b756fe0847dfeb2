// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef Q_MOC_RUN
#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/device_map.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/place/place.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

QString textOf(const DeviceMap& map) {
    return QString::fromStdString(deviceMapToJson(map));
}

}  // namespace

class DeviceMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void longestPrefixWins();
    void setKeepsThePlace();
    void cleans_data();
    void cleans();
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void refusesHugeAndDeepInput();
    void doubledKeysAreTold();
    void aPlanTellsItsOrigin();
    void strangePlansAreRefused();
    void writtenMapsReadBack();
    void writesPython();
};

void DeviceMapTest::longestPrefixWins() {
    const DeviceMap map({{"", DeviceId::disk()},
                         {"h", DeviceId::gpu(0)},
                         {"h.1", DeviceId::cpu()},
                         {"h.1.w.bias", DeviceId::gpu(3)}});
    QVERIFY(map.deviceOf("h.1.w.bias") == DeviceId::gpu(3));
    QVERIFY(map.deviceOf("h.1.w") == DeviceId::cpu());
    QVERIFY(map.deviceOf("h.10.w") == DeviceId::gpu(0));
    QVERIFY(map.deviceOf("hh") == DeviceId::disk());
    QVERIFY(map.deviceOf("") == DeviceId::disk());
    QVERIFY(!map.exact("h.2").has_value());
    QVERIFY(!DeviceMap({{"a", DeviceId::cpu()}}).deviceOf("b.a").has_value());
    QVERIFY(!DeviceMap().deviceOf("").has_value());
}

void DeviceMapTest::setKeepsThePlace() {
    DeviceMap map({{"a", DeviceId::gpu(0)}, {"b", DeviceId::gpu(0)}});
    map.set("a", DeviceId::cpu());
    map.set("c", DeviceId::disk());
    QCOMPARE(textOf(map), QStringLiteral(R"([["a", "cpu"], ["b", 0], ["c", "disk"]])"));
}

void DeviceMapTest::cleans_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("cleaned");
    const auto row = [](const char* name, const char* map, const char* cleaned) {
        QTest::newRow(name) << QString::fromLatin1(map) << QString::fromLatin1(cleaned);
    };
    row("all equal", R"({"a": 0, "b": 0})", "gpu:0=");
    row("a lone key is never shortened", R"({"a.b.c": 0})", "gpu:0=a.b.c");
    row("children overwrite their parent", R"({"a": 0, "a.b": 1, "a.c": 1})", "gpu:1=a");
    row("block by block", R"({"h.0.a": 0, "h.0.b": 0, "h.1.a": 0, "h.1.b": "cpu"})",
        "gpu:0=h.0,h.1.a cpu=h.1.b");
    row("names that only begin alike", R"({"a.x": 0, "ab.x": 1, "a.y": 0})", "gpu:0=a gpu:1=ab.x");
    row("the root's own key counts", R"({"": 0, "a": 0})", "gpu:0=");
    row("the root's own key differs", R"({"": 1, "a.b": 0, "a.c": 0})", "gpu:0=a gpu:1=");
    row("empty", "{}", "");
}

void DeviceMapTest::cleans() {
    QFETCH(QString, map);
    QFETCH(QString, cleaned);
    const auto parsed = parseDeviceMapText(map.toStdString());
    QVERIFY(parsed.has_value());
    const DeviceMap folded(cleanEntries(parsed->map.entries().toVector(), {}));
    QCOMPARE(QString::fromStdString(mapText(folded)), cleaned);
}

void DeviceMapTest::parses_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* name, const char* text, const char* json) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(json);
    };
    row("JSON object", R"({"a": 0, "b.c": "cpu", "d": "disk"})",
        R"([["a", 0], ["b.c", "cpu"], ["d", "disk"]])");
    row("JSON list of pairs", R"( [["a", 0], ["b", "cuda:1"]] )", R"([["a", 0], ["b", 1]])");
    row("whole plan", R"({"strategy": "auto", "verdict": "fits", "n": [1.5, null, true],
                          "device_map": [["a", 2]], "devices": {"gpu:0": {"x": 0}}})",
        R"([["a", 2]])");
    row("plan with an object", R"({"device_map": {"a": "gpu:1"}})", R"([["a", 1]])");
    row("Python dict", "{'a': 0, 'b': 'cpu',}", R"([["a", 0], ["b", "cpu"]])");
    row("OrderedDict of pairs", "OrderedDict([('a', 0), ('b', 'cpu')])",
        R"([["a", 0], ["b", "cpu"]])");
    row("OrderedDict of a dict", "collections.OrderedDict({'a': 3})", R"([["a", 3]])");
    row("empty OrderedDict", "OrderedDict()", "[]");
    row("torch's devices",
        "{'a': device(type='cuda', index=1), 'b': torch.device('cuda:2'), "
        "'c': device(type='cpu'), 'd': device(type='cuda', index=None,), "
        "'e': torch.device('cuda', 3), 'f': torch.device(4), 'g': 'cuda'}",
        R"([["a", 1], ["b", 2], ["c", "cpu"], ["d", 0], ["e", 3], ["f", 4], ["g", 0]])");
    row("dict of pairs", "dict([('a', 0), ('b', 1)])", R"([["a", 0], ["b", 1]])");
    row("the last value of a doubled key holds, in the first one's place",
        R"({"a": 0, "b": 1, "a": "cpu"})", R"([["a", "cpu"], ["b", 1]])");
    row("doubled pairs", R"([["a", 0], ["a", 1]])", R"([["a", 1]])");
    row("root", "{'': 0}", R"([["", 0]])");
    row("escapes", R"({"a\"\\\u00e9\ud83d\ude00": 0, 'it\'s': 1})",
        R"([["a\"\\é😀", 0], ["it's", 1]])");
    row("empty", "{}", "[]");
}

void DeviceMapTest::parses() {
    QFETCH(QByteArray, text);
    QFETCH(QString, json);
    const auto map = parseDeviceMapText(text.toStdString());
    QVERIFY2(map.has_value(), map ? "" : map.error().message.english().c_str());
    QCOMPARE(textOf(map->map), json);
}

void DeviceMapTest::refuses_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* text, int offset, const char* part) {
        QTest::newRow(name) << QByteArray(text) << offset << QString::fromLatin1(part);
    };
    row("empty", "", 0, "too early");
    row("no map", "1.5", 0, "neither");
    row("torch's meta device", R"({"a": "meta"})", 6, goldenText("plan/hold-no-data"));
    row("Apple's GPU", "{'a': device(type='mps', index=0)}", 6, "Apple");
    row("another accelerator", R"({"a": "xpu:0"})", 6, "torch does not access through CUDA");
    row("unknown property", "{'a': device(kind='cuda')}", 18, "kind");
    row("unclosed device", "{'a': device(type='cuda'", 24, "closing parenthesis");
    row("unknown device", R"({"a": "tpu"})", 6, "tpu");
    row("float device", R"({"a": 1.5})", 6, "1.5");
    row("negative device", R"({"a": -1})", 6, "-1");
    row("null device", R"({"a": null})", 6, "not a device");
    row("number as a key", R"({1: 0})", 1, goldenText("plan/not-a-text"));
    row("no pair", R"([["a", 0, 1]])", 1, "pair");
    row("unclosed", R"({"a": 0)", 7, "comma");
    row("unclosed text", R"({"a)", 3, goldenText("plan/within-a-name"));
    row("no colon", R"({"a" 0})", 5, "colon");
    row("goes on", "{} x", 3, goldenText("plan/behind-its-end"));
    row("stray character", "{'a': @}", 6, "unexpected");
    row("half a surrogate", R"({"\ud800": 0})", 8, "escape");
    row("unknown escape", R"({"\q": 0})", 4, "escape");
    row("wrong bracket", "[('a', 0]", 8, "closing");
}

void DeviceMapTest::refuses() {
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    QFETCH(QString, part);
    const auto map = parseDeviceMapText(text.toStdString(), "map.json");
    QVERIFY(!map.has_value());
    const Error& error = map.error();
    QVERIFY(error.code == ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(error.file), QStringLiteral("map.json"));
    QVERIFY2(QString::fromStdString(error.message).contains(part), error.message.english().c_str());
    QVERIFY(error.offset.has_value());
    QCOMPARE(static_cast<int>(*error.offset), offset);
}

void DeviceMapTest::refusesHugeAndDeepInput() {
    const auto deep = parseDeviceMapText(std::string(1000000, '['));
    QVERIFY(!deep.has_value());
    QVERIFY(deep.error().message.english().find("deeply") != std::string::npos);
    const auto huge = parseDeviceMapText(std::string(65U * 1024U * 1024U, ' '));
    QVERIFY(!huge.has_value());
    QVERIFY(huge.error().message.english().find("64 MiB") != std::string::npos);
}

void DeviceMapTest::doubledKeysAreTold() {
    const auto parsed =
        parseDeviceMapText(R"({"a": 0, "b": 1, "a": "cpu", "b": 1, "a": "disk", "c": 2})");
    QVERIFY(parsed.has_value());
    const std::vector<DoubledKey> expected = {{"a", DeviceId::gpu(0), DeviceId::disk()},
                                              {"b", DeviceId::gpu(1), DeviceId::gpu(1)},
                                              {"a", DeviceId::cpu(), DeviceId::disk()}};
    QVERIFY(parsed->doubledKeys == expected);
    QVERIFY(!parsed->origin.has_value());
}

void DeviceMapTest::aPlanTellsItsOrigin() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB, 2 * kGiB});
    setBudgets(request, "0=200MiB,1=1.5GB,cpu=60MiB");
    request.devices.front().usedByOthers = 1000;
    request.devices[1].allocator = AllocatorKind::ExpandableSegments;
    request.strategy = Strategy::BalancedLow0;
    request.constraints.noSplit = std::vector<std::string>{"GPT2Block", "LayerNorm"};
    request.constraints.dtype = DType::Float16;
    request.constraints.pins = {{"lm_head", DeviceId::cpu()}};
    request.constraints.offloadBuffers = true;
    request.moves = {{"transformer.h.3", DeviceId::gpu(1)}};
    const auto plan = place(request);
    QVERIFY(plan.has_value());
    const auto parsed = parseDeviceMapText(planToJson(**plan, TraceOutput::Include));
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.english().c_str());
    QVERIFY(parsed->map.entries() == (*plan)->map.entries());
    QVERIFY(parsed->origin.has_value());
    const PlacementRequest& origin = *parsed->origin;
    QVERIFY(origin.strategy == Strategy::BalancedLow0);
    QVERIFY(origin.rules == PlacementRules::Accelerate);
    QVERIFY(!origin.budgetsAreDefaults);
    QCOMPARE(origin.budgets.size(), std::size_t{3});
    QCOMPARE(origin.budgets[1].bytes, 1.5e9);
    QCOMPARE(QString::fromStdString(origin.budgets[1].text), QStringLiteral("1.5GB"));
    QVERIFY(origin.constraints.noSplit == request.constraints.noSplit);
    QVERIFY(origin.constraints.dtype == DType::Float16);
    QVERIFY(origin.constraints.pins == request.constraints.pins);
    QVERIFY(origin.constraints.offloadBuffers && !origin.constraints.fallbackAllocation);
    QVERIFY(origin.moves == request.moves);
    QVERIFY(!origin.preset.has_value());
    QCOMPARE(origin.devices.size(), std::size_t{4});
    QVERIFY(origin.devices.front().capacity == kGiB);
    QCOMPARE(origin.devices.front().usedByOthers, std::uint64_t{1000});
    QVERIFY(origin.devices[0].allocator == AllocatorKind::Native);
    QVERIFY(origin.devices[1].allocator == AllocatorKind::ExpandableSegments);
    QVERIFY(!origin.devices.back().capacity.has_value());

    request = requestFor(recordedTree("gpt2"), {kGiB, 2 * kGiB});
    request.preset = LoadModelPreset{"cuda", 2, "300MiB"};
    const auto habitual = place(request);
    QVERIFY(habitual.has_value());
    const auto again = parseDeviceMapText(planToJson(**habitual, TraceOutput::Omit));
    QVERIFY(again.has_value() && again->origin.has_value());
    QVERIFY(again->origin->preset == request.preset);
    QCOMPARE(QString::fromStdString(again->origin->budgets.front().text), QStringLiteral("300MiB"));
}

/// A part of a plan that cannot be read is named; an object that is no plan is only a map.
void DeviceMapTest::strangePlansAreRefused() {
    for (const auto& [member, key] :
         {std::pair(R"("rules": ["x"])", "rules"),
          {R"("devices": {"tpu": {}})", "devices.tpu"},
          {R"("devices": {"gpu:0": {"capacity": -1}})", "devices.gpu:0.capacity"},
          {R"("max_memory": {"0": 1e300})", "free_memory.0"},
          {R"("request": {"dtype": "float7"})", "dtype"},
          {R"("request": {"habit": {"num_gpus": 1e9}})", "preset.num_gpus"},
          {R"("request": {"version": 2, "pins": [["a"]]})", "request.pins[0]"},
          {R"("request": {"version": 3})", "request.version"}}) {
        const std::string head = R"({"device_map": {"a": 0}, "request": {}, )";
        const auto parsed = parseDeviceMapText(head + member + "}", "plan.json");
        QVERIFY2(!parsed, member);
        QCOMPARE(parsed.error().key, std::string(key));
        QCOMPARE(parsed.error().code, ErrorCode::Malformed);
        QVERIFY(parsed.error().message.english().starts_with("plan.json is invalid: "));
    }
    QVERIFY(!parseDeviceMapText(R"({"device_map": {"a": 0}, "rules": ["x"]})")->origin);
    // The last of equal keys counts, and a plan of very many keys is read in linear time.
    std::string many =
        R"({"device_map": {"a": 0}, "request": {"version": 2, "prefetch_window": 3,)";
    for (int i = 0; i < 400'000; ++i) {
        many += "\"key " + std::to_string(i) + "\": 1,";
    }
    const auto read = parseDeviceMapText(many + R"("prefetch_window": 4}})");
    QVERIFY(read && read->origin);
    QCOMPARE(read->origin->prefetchWindow, 4U);
    // A model may well have a module of that name.
    QVERIFY(!parseDeviceMapText(R"({"device_map": 0, "devices": 1})")->origin.has_value());
}

void DeviceMapTest::writtenMapsReadBack() {
    const DeviceMap map({{"h.0", DeviceId::gpu(7)},
                         {"qu\"o'te\\", DeviceId::cpu()},
                         {"tab\t\x01", DeviceId::disk()},
                         {"", DeviceId::gpu(0)}});
    for (const std::string& text : {deviceMapToJson(map), deviceMapToPython(map)}) {
        const auto again = parseDeviceMapText(text);
        QVERIFY2(again.has_value(), text.c_str());
        QVERIFY(again->map.entries() == map.entries());
    }
}

void DeviceMapTest::writesPython() {
    const DeviceMap map({{"h", DeviceId::gpu(0)}, {"lm_head", DeviceId::cpu()}});
    QCOMPARE(QString::fromStdString(deviceMapToPython(map)),
             QStringLiteral("{\n    \"h\": 0,\n    \"lm_head\": \"cpu\",\n}"));
    QCOMPARE(QString::fromStdString(deviceMapToPython(DeviceMap())), QStringLiteral("{}"));
}

QTEST_GUILESS_MAIN(DeviceMapTest)
#include "tst_device_map.moc"
