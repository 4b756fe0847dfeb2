// SPDX-License-Identifier: GPL-3.0-or-later
// Device maps and limits as documents print them, held to what Python's libraries read in them.
#include "engine/base/json_reader.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <fstream>
#include <nlohmann/json.hpp>

using namespace stowage;
using namespace stowage::test;

namespace {

using Json = nlohmann::ordered_json;

std::vector<Json> recordedCases(const std::string& kind) {
    std::ifstream file(STOWAGE_TEST_DATA "/map_texts.jsonl");
    std::vector<Json> cases;
    for (std::string line; std::getline(file, line);) {
        Json recorded = Json::parse(line);
        if (recorded["kind"] == kind) {
            cases.push_back(std::move(recorded));
        }
    }
    return cases;
}

QString text(const std::string& bytes) {
    return QString::fromStdString(bytes);
}

/// The limits as the recording writes them: [[0, bytes], ["cpu", bytes]], in Accelerate's order.
Json limitsJson(const std::vector<MemoryBudget>& limits) {
    Json list = Json::array();
    for (const MemoryBudget& limit : limits) {
        const Json key =
            limit.device.isGpu() ? Json(limit.device.index) : Json(deviceName(limit.device));
        list.push_back(
            Json::array({key, limit.isFloat ? Json(limit.bytes)
                                            : Json(static_cast<std::uint64_t>(limit.bytes))}));
    }
    return list;
}

Result<std::vector<MemoryBudget>> readLimits(const std::string& given) {
    std::vector<Message> warnings;
    return parseLimitsText(given, warnings);
}

}  // namespace

class MapTextsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void mapsAreReadAsThere_data();
    void mapsAreReadAsThere();
    void limitsAreReadAsThere_data();
    void limitsAreReadAsThere();
    void whatCodeMakesIsNotGuessed_data();
    void whatCodeMakesIsNotGuessed();
    void foreignSignsAreNamedAndMended_data();
    void foreignSignsAreNamedAndMended();
    void soundTextsAreNotMended_data();
    void soundTextsAreNotMended();
    void refusesLimits_data();
    void refusesLimits();
    void numbersMayBeTexts();
    void foreignSignsInLimits();
    void limitsOfAllDevicesAreOneEdit();
    void noLimitsPutAllOnDisk();
    void hostileTextsTakeLinearTime();
};

void MapTextsTest::mapsAreReadAsThere_data() {
    QTest::addColumn<QString>("json");
    for (const Json& recorded : recordedCases("map")) {
        QTest::newRow(recorded["name"].get<std::string>().c_str()) << text(recorded.dump());
    }
}

void MapTextsTest::mapsAreReadAsThere() {
    QFETCH(QString, json);
    const Json recorded = Json::parse(json.toStdString());
    const auto read = parseDeviceMapText(recorded["text"].get<std::string>());
    if (recorded.contains("refused")) {
        QVERIFY(!read);
        QVERIFY(read.error().code == ErrorCode::InvalidArgument && read.error().offset);
        return;
    }
    QVERIFY2(read.has_value(), read ? "" : read.error().message.english().c_str());
    if (recorded.contains("strategy")) {
        QVERIFY(read->strategy.has_value() && read->map.empty());
        QCOMPARE(text(std::string(strategyName(*read->strategy))),
                 text(recorded["strategy"].get<std::string>()));
    } else {
        QVERIFY(!read->strategy);
        QCOMPARE(text(Json::parse(deviceMapToJson(read->map)).dump()),
                 text(recorded["map"].dump()));
    }
}

void MapTextsTest::limitsAreReadAsThere_data() {
    QTest::addColumn<QString>("json");
    for (const Json& recorded : recordedCases("limits")) {
        QTest::newRow(recorded["name"].get<std::string>().c_str()) << text(recorded.dump());
    }
}

void MapTextsTest::limitsAreReadAsThere() {
    QFETCH(QString, json);
    const Json recorded = Json::parse(json.toStdString());
    const auto read = readLimits(recorded["text"].get<std::string>());
    QVERIFY2(read.has_value(), read ? "" : read.error().message.english().c_str());
    QCOMPARE(text(limitsJson(*read).dump()), text(recorded["limits"].dump()));
    QVERIFY(holdsSeveralLimits(recorded["text"].get<std::string>()));
}

void MapTextsTest::whatCodeMakesIsNotGuessed_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("part");
    QTest::newRow("planned by Accelerate")
        << QByteArray("device_map = infer_auto_device_map(model, max_memory={0: '10GiB'})") << 13
        << goldenText("plan/what-infer-auto-device-map-returns");
    QTest::newRow("read from a file")
        << QByteArray("labels = {'x': 0}\ndispatch_model(model, device_map=json.load(f))") << 51
        << "json.load(…)";
    QTest::newRow("a loop") << QByteArray("device_map = {f: 0 for f in model}") << 19 << "loop";
    QTest::newRow("names of a loop")
        << QByteArray("{f\"model.layers.{i}\": i // 16 for i in range(32)}") << 2
        << goldenText("plan/names-that-a-loop-makes");
    QTest::newRow("left out") << QByteArray("{'a': 0,\n ...\n 'z': 1}") << 10
                              << goldenText("plan/leaves-entries-out");
    QTest::newRow("only a name") << QByteArray("dispatch_model(model, device_map=device_map)") << 0
                                 << goldenText("plan/no-device-map");
}

void MapTextsTest::whatCodeMakesIsNotGuessed() {
    QFETCH(QByteArray, script);
    QFETCH(int, offset);
    QFETCH(QString, part);
    const auto read = parseDeviceMapText(script.toStdString());
    QVERIFY(!read);
    QVERIFY2(text(read.error().message).contains(part), read.error().message.english().c_str());
    QCOMPARE(static_cast<int>(read.error().offset.value_or(9999)), offset);
    QVERIFY(!mendedMapText(script.toStdString()));
}

void MapTextsTest::foreignSignsAreNamedAndMended_data() {
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("mended");
    const auto row = [](const char* name, const char* given, const char* part, const char* mended) {
        QTest::newRow(name) << QString::fromUtf8(given) << QString::fromUtf8(part)
                            << QString::fromUtf8(mended);
    };
    row("curly quotes", "{“a”: 0, “b”: “cpu”}", goldenText("plan/u-201c-at-byte-1-where-a-plain-2"),
        "{\"a\": 0, \"b\": \"cpu\"}");
    row("single ones", "device_map = {‘a’: 0}", "‘ (U+2018", "device_map = {'a': 0}");
    row("guillemets", "{«a»: 0}", "« (U+00AB", "{\"a\": 0}");
    row("the Arabic comma", "{\"a\": 0، \"b\": 1}",
        goldenText("plan/u-060c-at-byte-7-where-a-plain"), "{\"a\": 0, \"b\": 1}");
    row("full width", "｛\"a\"：0，\"b\"：1｝", "｛ (U+FF5B)", "{\"a\":0,\"b\":1}");
    row("a half closed text", "{\"a”: 0, \"b”: 1}", "” (U+201D", "{\"a\": 0, \"b\": 1}");
    row("a no-break space", "{\"a\": 0,\302\240\"b\": 1}",
        goldenText("plan/the-blank-or-unseen-character-u"), "{\"a\": 0, \"b\": 1}");
    row("a word", "“auto”", "“ (U+201C", "\"auto\"");
    row("other quotes in a name", "{“it's ’ one”: 0}", "“ (U+201C", "{\"it's ’ one\": 0}");
    row("a comment keeps its own", "{“a”: 0}  # “so”\nmodel = load()",
        goldenText("plan/replace-all-such-characters-2-here"),
        "{\"a\": 0}  # “so”\nmodel = load()");
    row("another mistake behind it", "{“a”: “tpu”, }", "“ (U+201C", "{\"a\": \"tpu\", }");
    row("a plain disk", " 'disk'\n", goldenText("plan/which-transformers-refuses"),
        "{\"\": \"disk\"}");
}

void MapTextsTest::foreignSignsAreNamedAndMended() {
    QFETCH(QString, given);
    QFETCH(QString, part);
    QFETCH(QString, mended);
    const auto read = parseDeviceMapText(given.toStdString(), "map.py");
    QVERIFY(!read);
    QVERIFY2(text(read.error().message).contains(part), read.error().message.english().c_str());
    QCOMPARE(text(read.error().file), QString("map.py"));
    QVERIFY(read.error().offset.has_value());
    QCOMPARE(text(mendedMapText(given.toStdString()).value_or("")), mended);
}

void MapTextsTest::soundTextsAreNotMended_data() {
    QTest::addColumn<QString>("given");
    QTest::newRow("a name with such signs") << "{\"a “b” c، d\": 0}";
    QTest::newRow("prose around it") << "说明：“map”\ndevice_map = {\"a\": 0}  # ‘so’";
    QTest::newRow("a comment") << "{\"a\": 0}  # it’s all";
    QTest::newRow("another fault") << "{\"a\": 0 \"b“\": 1}";
}

void MapTextsTest::soundTextsAreNotMended() {
    QFETCH(QString, given);
    QVERIFY(!mendedMapText(given.toStdString()));
    const auto read = parseDeviceMapText(given.toStdString());
    QVERIFY(read || read.error().message.english().find("U+") == std::string::npos);
}

void MapTextsTest::refusesLimits_data() {
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* given, const char* part) {
        QTest::newRow(name) << QByteArray(given) << QString::fromUtf8(part);
    };
    row("no size", "{0: '10 bananas'}", "\"10 bananas\"");
    row("no unit", "{0: '10'}", "");
    row("a negative number", "{0: -1}", goldenText("plan/number-of-bytes-up-to-4-eib-at-byte"));
    row("an infinite one", "{0: 1e999}", goldenText("window-document/number-of-bytes"));
    row("beyond all", "{0: 9223372036854775808000}", "4 EiB");
    row("no device", "{'tpu': '1GiB'}", goldenText("plan/names-tpu-where-a-gpus-number-cpu"));
    row("torch's name of a GPU", "{\"cuda:0\": \"1GiB\"}",
        goldenText("plan/names-cuda-0-where-a-gpus-number"));
    row("Stowage's name of a GPU", "{'cpu': '1GiB', 'gpu:1': '1GiB'}", "\"gpu:1\"");
    row("a GPU without a number", "{'gpu': '1GiB'}", "\"gpu\"");
    row("a nested dict", "{0: {1: '1GiB'}}", goldenText("plan/neither-a-size-in-quotes"));
    row("unclosed", "{0: '1GiB'", goldenText("plan/the-dict-of-limits-lacks-a-comma-or"));
    row("an expression", "{0: 10 * 1024 ** 3}", goldenText("checkpoint/lacks-a-comma"));
    row("computed", "max_memory = get_max_memory()",
        goldenText("plan/what-get-max-memory-returns-at-byte"));
    row("no limits", "(see above)", goldenText("plan/no-limits-stand-in-this-text"));
}

void MapTextsTest::refusesLimits() {
    QFETCH(QByteArray, given);
    QFETCH(QString, part);
    if (part.isEmpty()) {
        // A text of digits alone is bytes, as everywhere.
        QCOMPARE(readLimits(given.toStdString())->front().bytes, 10.0);
        return;
    }
    const auto read = readLimits(given.toStdString());
    QVERIFY(!read);
    QVERIFY(read.error().code == ErrorCode::InvalidArgument);
    QVERIFY2(text(read.error().message).contains(part), read.error().message.english().c_str());
}

/// JSON has only texts for keys.
void MapTextsTest::numbersMayBeTexts() {
    const auto read = readLimits("{\"1\": \"2GiB\", \"cpu\": \"1GiB\"}");
    QVERIFY2(read.has_value(), read ? "" : read.error().message.english().c_str());
    QVERIFY(read->front().device == DeviceId::gpu(1));
    QVERIFY(readLimits("dict(cpu='1GiB')")->front().device == DeviceId::cpu());
}

void MapTextsTest::foreignSignsInLimits() {
    const std::string given = "{0: “10GiB”، “cpu”: “30GiB”}";
    const auto read = readLimits(given);
    QVERIFY(!read);
    QVERIFY2(text(read.error().message).contains("“ (U+201C"),
             read.error().message.english().c_str());
    QVERIFY(text(read.error().message).endsWith("write {0: \"10GiB\", \"cpu\": \"30GiB\"}."));
    const auto equals = readLimits("0=1GiB،cpu=2GiB");
    QVERIFY(!equals);
    QVERIFY(text(equals.error().message).endsWith("write 0=1GiB,cpu=2GiB."));
}

void MapTextsTest::limitsOfAllDevicesAreOneEdit() {
    const auto plan = place(requestFor(recordedTree("gpt2"), {kGiB, kGiB}));
    QVERIFY(plan.has_value());
    const PlanEdit edit = SetBudgetEdit{DeviceId::gpu(1), "{0: '200MiB', 'cpu': '2GiB'}"};
    const auto limited = applyEdit(**plan, edit);
    QVERIFY2(limited.has_value(), limited ? "" : limited.error().message.english().c_str());
    const auto& budgets = (*limited)->request.budgets;
    QCOMPARE(budgets.size(), std::size_t{2});
    QVERIFY(budgets.front().device == DeviceId::gpu(0) && budgets.front().text == "200MiB");
    QVERIFY(!(*limited)->request.budgetsAreDefaults);
    QCOMPARE((*limited)->placement(DeviceId::gpu(1))->weights, 0.0);
    QVERIFY(describeEdit(edit).english().find("limits") != std::string::npos);
    // Emptied one by one, the limits are the defaults again.
    auto cleared = applyEdit(**limited, SetBudgetEdit{DeviceId::gpu(0), ""});
    QVERIFY(cleared.has_value());
    cleared = applyEdit(**cleared, SetBudgetEdit{DeviceId::cpu(), ""});
    QVERIFY(cleared.has_value() && (*cleared)->request.budgetsAreDefaults);
    const auto absent = applyEdit(**plan, SetBudgetEdit{DeviceId::gpu(0), "{7: '1GiB'}"});
    QVERIFY(!absent && absent.error().message.english().find("GPU 7") != std::string::npos);
}

/// As infer_auto_device_map(max_memory={}) of accelerate 1.15 and from_pretrained of transformers
/// 5.24 plan.
void MapTextsTest::noLimitsPutAllOnDisk() {
    for (const char* const given : {"{}", "max_memory = {}", "{'max_memory': {}}"}) {
        const auto read = readLimits(given);
        QVERIFY2(read && read->empty(), given);
    }
    QCOMPARE(readLimits("limits = {0: '1GiB'}\nother = {}")->size(), std::size_t{1});
    const auto plan = place(requestFor(recordedTree("gpt2"), {kGiB, kGiB}));
    QVERIFY(plan.has_value());
    const auto none = applyEdit(**plan, SetBudgetEdit{DeviceId::gpu(0), "{}"});
    QVERIFY2(none.has_value(), none ? "" : none.error().message.english().c_str());
    QCOMPARE((*none)->map.entries().size(), std::size_t{1});
    QVERIFY((*none)->map.entries()[0].second == DeviceId::disk());
    // Other devices are no limits either.
    const PlacementRequest same = withDevices((*none)->request, (*none)->request.devices);
    QVERIFY(same.budgets.empty() && !same.budgetsAreDefaults);
}

void MapTextsTest::hostileTextsTakeLinearTime() {
    constexpr std::size_t kBytes = 1024U * 1024U;
    const auto repeated = [](const std::string& part) {
        std::string all = "{";
        while (all.size() < kBytes) {
            all += part;
        }
        return all;
    };
    QElapsedTimer clock;
    clock.start();
    for (const std::string& hostile :
         {repeated("“"), repeated("\"”"), repeated("’ \""), repeated("، "), repeated("\n..."),
          repeated("\n   "), repeated("device_map=f("), repeated("device_map='a'\n"),
          repeated("“a”:0،"), repeated("\xe2\x80"), repeated("\xff")}) {
        QVERIFY(!parseDeviceMapText(hostile).has_value());
        QVERIFY(!parseDeviceMapText("x = 1\n" + hostile).has_value());
        QVERIFY(!readLimits(hostile).has_value());
    }
    QVERIFY2(clock.elapsed() < 30'000, std::to_string(clock.elapsed()).c_str());
}

QTEST_GUILESS_MAIN(MapTextsTest)
#include "tst_map_texts.moc"
