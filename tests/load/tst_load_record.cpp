// SPDX-License-Identifier: GPL-3.0-or-later
// Loads as they are kept on disk: figures, errors of the prediction, curves, files of others.
#include "engine/base/json_reader.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/load/report/load_record.h"
#include "engine/load/report/load_report_json.h"
#include "engine/load/report/record_accuracy.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace stowage;

namespace {

const std::string kLoad =
    R"({"method":"mmap","seconds":2.5,"bytes":600,"bytes_per_second":240.0,"tensors":3,)"
    R"("dry_run":false,"device_map":[["emb",0],["h",1],["head","cpu"],["rest","disk"]],)"
    R"("devices":{"gpu:0":{"simulated":true,"capacity":1073741824,"context":0,)"
    R"("used_by_others":0,"peak_allocated":1100,"peak_reserved":2097152,"final_allocated":1024,)"
    R"("final_reserved":2097152},"gpu:1":{"simulated":false,"capacity":null,"context":5,)"
    R"("used_by_others":0,"peak_allocated":512,"peak_reserved":4096,"final_allocated":0,)"
    R"("final_reserved":0}},)"
    R"("host":{"baseline":{"rss":900,"anon":100,"file":800,"shmem":0},)"
    R"("peak":{"rss":70,"anon":7,"file":-3,"shmem":null},"samples":42,"sample_interval_s":0.01},)"
    R"("phases":[{"name":"read weights","begin":0.5,"end":2.0,"peak":{"gpu:0":1100,)"
    R"("host_anon":7}}],)"
    R"("predicted":{"devices":{"gpu:0":{"peak_allocated":1100,"peak_reserved":2097152},)"
    R"("gpu:1":{"peak_allocated":500,"peak_reserved":4108}},"host_anon":16,"seconds":2.0},)"
    R"("keys":{"missing":[],"unexpected":[],"mismatched":[]},"verified":true,"sha256":"ab",)"
    R"("something_newer":[1,2]})";

/// A run over a load by mmap, with a prompt of 12 tokens and two that followed.
const std::string kRun =
    R"({"seconds":0.5,"passes":[{"tokens":12,"begin":0,"end":0.2},{"tokens":1,"begin":0.2,"end":0.3}],)"
    R"("devices":{"gpu:0":{"simulated":true,"capacity":1073741824,"peak_allocated":1500,)"
    R"("peak_reserved":2097152,"final_allocated":1100,"final_reserved":2097152},)"
    R"("cpu":{"peak_allocated":7,"peak_reserved":7}},)"
    R"("host":{"baseline":{"anon":100},"peak":{"anon":40}},)"
    R"("predicted":{"seconds":0.4,"devices":{"gpu:0":{"weights":1100,"peak_allocated":1500,)"
    R"("peak_reserved":2097140}},"host_anon":50,"to_first_token":0.25,"per_token":0.1,)"
    R"("tokens_per_second":10.0,"load_seconds":2.0},)"
    R"("measured":{"seconds":0.5,"to_first_token":0.2,"per_token":0.15,"tokens_per_second":6.5,)"
    R"("load_seconds":2.5},"device_map":[["",0]],"load":{"method":"mmap","seconds":2.5,)"
    R"("bytes":600,"bytes_read":640,"tensors":3}})";

/// Two models that took turns on a GPU, the second one twice.
const std::string kChain =
    R"({"chain":[{"model":"/m/gpt2","times":1,"bytes_moved":600,"transfer_seconds":0.1,)"
    R"("seconds":0.3,"allocated":640},{"model":"/m/llama/","times":2,"bytes_moved":900,)"
    R"("transfer_seconds":0.2,"seconds":0.7,"allocated":960}],"device":{"id":"gpu:0",)"
    R"("simulated":true,"capacity":4096,"peak_allocated":1500,"peak_reserved":2048,)"
    R"("final_allocated":0,"final_reserved":2048},"seconds":1.0,"load_seconds":2.5,)"
    R"("host":{"baseline":{"anon":100},"peak":{"anon":40},"samples":7}})";

nlohmann::ordered_json parsed(const std::string& text) {
    return parseJson(text, "load.json").value();
}

LoadRecord exampleRecord() {
    LoadRecord record;
    record.id = "20261120-140322-123-mmap";
    record.date = "2026-11-20T14:03:22.123Z";
    record.source = LoadRecordSource::Comparison;
    record.comparison = "c1";
    record.note = "with \"quotes\", and a comma";
    record.modelPath = "/models/gpt2/model.pth";
    record.modelName = "gpt2/model.pth";
    record.modelDigest = "9f0c";
    record.strategy = "auto";
    record.limits = {{DeviceId::gpu(0), 1e9}, {DeviceId::cpu(), 2.5}};
    record.cache = "cold";
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    record.curves.seconds = {0, 0.01, 2.5};
    record.curves.devices = {{DeviceId::gpu(0), {0, 512, 1100}, {0, 2097152, 2097152}}};
    record.curves.hostAnon = {0, 7, unknown};
    record.curves.hostFile = {-4096, 0, 12};
    record.curves.hostShmem = {unknown, unknown, unknown};
    return record;
}

MemorySample sampleAt(double seconds, std::uint64_t allocated, std::uint64_t anon) {
    MemorySample sample;
    sample.seconds = seconds;
    sample.devices = {{DeviceId::gpu(0), allocated, 2 * allocated, 0}, {DeviceId::cpu(), 9, 9, 0}};
    sample.process.anon = anon;
    return sample;
}

}  // namespace

class LoadRecordTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void readsTheFigures();
    void errorsAreMeasuredLessPredicted();
    void howItEnded_data();
    void howItEnded();
    void roundTrip();
    void runsAreKeptBesideLoads();
    void chainsAreKeptBesideRuns();
    void summariesLeaveTheCurvesOut();
    void anotherNoteLeavesTheRestAsItWas();
    void whatIsUnaccounted();
    void accuracyOfAllRecords();
    void refusesWhatIsNoRecord_data();
    void refusesWhatIsNoRecord();
    void importsWhatStowagectlPrints();
    void curvesKeepEveryPeak();
    void curvesOfCsvFiles();
    void malformedCsv_data();
    void malformedCsv();
    void tableForSpreadsheets();
    void publishedRowsAreTheLessons();
};

void LoadRecordTest::readsTheFigures() {
    const auto figures = readLoadFigures(parsed(kLoad));
    QVERIFY2(figures.has_value(), figures ? "" : figures.error().message.english().c_str());
    QCOMPARE(figures->method, LoadMethod::Mmap);
    QCOMPARE(figures->seconds.value_or(0), 2.5);
    QCOMPARE(figures->rate().value_or(0), 240.0);
    QCOMPARE(figures->tensors, std::uint64_t{3});
    QCOMPARE(figures->deviceMap.size(), std::size_t{4});
    QVERIFY(figures->deviceMap[1].second == DeviceId::gpu(1));
    QVERIFY(figures->deviceMap[3].second == DeviceId::disk());
    QCOMPARE(figures->devices.size(), std::size_t{2});
    QVERIFY(figures->devices[0].simulated);
    QCOMPARE(figures->devices[0].capacity.value_or(0), std::uint64_t{1073741824});
    QCOMPARE(figures->devices[0].finalAllocated, std::uint64_t{1024});
    QVERIFY(!figures->devices[1].simulated);
    QVERIFY(!figures->devices[1].capacity);
    QCOMPARE(figures->devices[1].predictedReserved.value_or(0), std::uint64_t{4108});
    QCOMPARE(figures->baseline.anon.value_or(0), std::uint64_t{100});
    QCOMPARE(figures->hostAnon().value_or(0), std::uint64_t{7});
    QCOMPARE(figures->peak.file.value_or(1), std::uint64_t{0});  // below its level before
    QVERIFY(!figures->peak.shmem);
    QCOMPARE(figures->phases.size(), std::size_t{1});
    QCOMPARE(figures->phases[0].peakAllocated.at(DeviceId::gpu(0)), std::uint64_t{1100});
    QCOMPARE(figures->sha256, std::string("ab"));
    QCOMPARE(figures->state, LoadEnding::Done);
}

void LoadRecordTest::errorsAreMeasuredLessPredicted() {
    auto figures = readLoadFigures(parsed(kLoad));
    QVERIFY(figures.has_value());
    const auto errors = loadPredictionErrors(*figures);
    QVERIFY(errors.has_value());
    QVERIFY((errors->devices.at(DeviceId::gpu(0)) == PeakErrors{0, 0}));
    QVERIFY((errors->devices.at(DeviceId::gpu(1)) == PeakErrors{12, -12}));
    QCOMPARE(largestPeakError(*errors).value_or(0), std::int64_t{12});
    QCOMPARE(errors->hostAnon.value_or(0), std::int64_t{-9});
    QCOMPARE(errors->seconds.value_or(0), 0.25);
    figures->polledHostAnon = 20;  // seen from outside: counts instead of the process's own
    QCOMPARE(loadPredictionErrors(*figures)->hostAnon.value_or(0), std::int64_t{4});
    LoadFigures far = *figures;
    far.polledHostAnon = std::uint64_t{1} << 63;
    far.predictedHostAnon = 1;
    QCOMPARE(loadPredictionErrors(far)->hostAnon.value_or(0),
             std::numeric_limits<std::int64_t>::max());
    far.predictedHostAnon = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(loadPredictionErrors(far)->hostAnon.value_or(0),
             -std::numeric_limits<std::int64_t>::max());
    figures->devices[1].peakReserved = 4000;
    QCOMPARE(largestPeakError(*loadPredictionErrors(*figures)).value_or(0), std::int64_t{-108});
    figures->state = LoadEnding::Cancelled;
    QVERIFY(!loadPredictionErrors(*figures));
    QVERIFY(!largestPeakError({}));
}

void LoadRecordTest::howItEnded_data() {
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QByteArray>("state");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("done") << QByteArray() << QByteArray("done") << QByteArray();
    QTest::newRow("differs") << QByteArray(R"(,"verified":false,"verify_failure":"w differs.")")
                             << QByteArray("differs") << QByteArray("w differs.");
    QTest::newRow("refused")
        << QByteArray(R"(,"stopped":{"at":"pre-flight","kind":"device_out_of_memory","why":"No."})")
        << QByteArray("refused") << QByteArray("No.");
    QTest::newRow("cancelled")
        << QByteArray(R"(,"stopped":{"at":"read","kind":"cancelled","why":"It was cancelled."})")
        << QByteArray("cancelled") << QByteArray("It was cancelled.");
    QTest::newRow("failed") << QByteArray(R"(,"stopped":{"at":"read","why":"Full."})")
                            << QByteArray("failed") << QByteArray("Full.");
    QTest::newRow("no result") << QByteArray(R"(,"error":{"kind":"killed","message":"Killed."})")
                               << QByteArray("failed") << QByteArray("Killed.");
}

void LoadRecordTest::howItEnded() {
    QFETCH(QByteArray, rest);
    QFETCH(QByteArray, state);
    QFETCH(QByteArray, why);
    const auto figures =
        readLoadFigures(parsed("{\"method\":\"naive\"" + rest.toStdString() + "}"));
    QVERIFY(figures.has_value());
    QCOMPARE(loadEndingName(figures->state), std::string_view(state.constData()));
    QCOMPARE(figures->why, why.toStdString());
    QVERIFY(!figures->seconds && !figures->hostAnon() && figures->devices.empty());
}

void LoadRecordTest::roundTrip() {
    LoadRecord record = exampleRecord();
    QVERIFY(setLoadObject(record, parsed(kLoad)).has_value());
    const std::string text = loadRecordToJson(record);
    const auto again = loadRecordFromJson(text, "run.json");
    QVERIFY2(again.has_value(), again ? "" : again.error().message.english().c_str());
    QCOMPARE(again->id, record.id);
    QCOMPARE(again->date, record.date);
    QCOMPARE(again->source, LoadRecordSource::Comparison);
    QCOMPARE(again->comparison, record.comparison);
    QCOMPARE(again->note, record.note);
    QCOMPARE(again->modelPath, record.modelPath);
    QCOMPARE(again->modelDigest, record.modelDigest);
    QCOMPARE(again->strategy, record.strategy);
    QCOMPARE(again->cache, record.cache);
    QVERIFY(again->limits == record.limits);
    QVERIFY(again->curves.seconds == record.curves.seconds);
    QVERIFY(again->curves.devices[0].allocated == record.curves.devices[0].allocated);
    QVERIFY(again->curves.hostFile == record.curves.hostFile);
    QCOMPARE(again->curves.hostAnon[1], 7.0);
    QVERIFY(std::isnan(again->curves.hostAnon[2]) && std::isnan(again->curves.hostShmem[0]));
    // What this program does not know yet is kept as well: the text is the same.
    QVERIFY(again->loadObject->contains("something_newer"));
    QCOMPARE(loadRecordToJson(*again), text);
}

void LoadRecordTest::runsAreKeptBesideLoads() {
    LoadRecord record = exampleRecord();
    const auto set = setLoadObject(record, parsed(kRun));
    QVERIFY2(set.has_value(), set ? "" : set.error().message.english().c_str());
    const std::string text = loadRecordToJson(record);
    QCOMPARE(parsed(text)["version"].get<int>(), 2);
    QVERIFY(!parsed(text).contains("load"));
    const auto again = loadRecordFromJson(text, "run.json");
    QVERIFY2(again.has_value(), again ? "" : again.error().message.english().c_str());
    const LoadFigures& figures = again->figures;
    QVERIFY(figures.run.has_value());
    QCOMPARE(figures.run->measured.toFirstToken.value_or(0), 0.2);
    QCOMPARE(figures.run->predicted.perToken.value_or(0), 0.1);
    QCOMPARE(figures.run->measured.tokensPerSecond.value_or(0), 6.5);
    QCOMPARE(figures.run->predicted.loadSeconds.value_or(0), 2.0);
    QCOMPARE(figures.run->promptTokens(), std::uint64_t{12});
    QCOMPARE(figures.run->passes.size(), std::size_t{2});
    QCOMPARE(figures.run->passes[1].begin, 0.2);  // what each token took is kept
    QCOMPARE(figures.run->passes[1].end, 0.3);
    QCOMPARE(figures.method, LoadMethod::Mmap);
    QCOMPARE(figures.bytes, std::uint64_t{600});
    QCOMPARE(figures.seconds.value_or(0), 0.5);
    QCOMPARE(figures.devices.size(), std::size_t{1});  // the GPUs
    QCOMPARE(loadRecordToJson(*again), text);
    // Loads stay as older versions read them, and theirs are read; both stand in one list.
    LoadRecord load = exampleRecord();
    QVERIFY(setLoadObject(load, parsed(kLoad)).has_value());
    QCOMPARE(parsed(loadRecordToJson(load))["version"].get<int>(), 1);
    const auto both = importLoadRecords(loadRecordsToJson({&load, &record}), "runs.json");
    QVERIFY(both.has_value());
    QVERIFY(!both->front().figures.run && both->back().figures.run);
    const auto printed = importLoadRecords(kRun, "printed.json");  // by run --json
    QVERIFY(printed.has_value() && printed->front().figures.run);
    const auto lines = QByteArray::fromStdString(loadRecordsToCsv({&load, &record})).split('\n');
    QVERIFY(lines[0].contains(goldenText("load/kind-time-to-first-token-s")));
    QVERIFY(lines[1].contains(",load,,,,,"));
    QVERIFY2(lines[2].contains(",run,0.200000,0.250000,0.150000,0.100000,"), lines[2]);
}

void LoadRecordTest::chainsAreKeptBesideRuns() {
    LoadRecord record = exampleRecord();
    QVERIFY(setLoadObject(record, parsed(kChain)).has_value());
    const std::string text = loadRecordToJson(record);
    QCOMPARE(parsed(text)["version"].get<int>(), 3);
    QVERIFY(!parsed(text).contains("load") && !parsed(text).contains("run"));
    const auto again = loadRecordFromJson(text, "chain.json");
    QVERIFY2(again.has_value(), again ? "" : again.error().message.english().c_str());
    const LoadFigures& figures = again->figures;
    QCOMPARE(figures.kind(), RecordKind::Chain);
    QVERIFY(figures.chain->device == DeviceId::gpu(0));
    QCOMPARE(figures.chain->turns.size(), std::size_t{2});
    QCOMPARE(figures.chain->turns[1].times, std::uint64_t{2});
    QCOMPARE(figures.chain->turns[1].transferSeconds, 0.2);
    QCOMPARE(chainName(*figures.chain), std::string("gpt2 → llama"));
    QCOMPARE(figures.seconds.value_or(0), 1.0);
    QCOMPARE(figures.bytes, std::uint64_t{1500});
    QCOMPARE(figures.devices.at(0).peakReserved, std::uint64_t{2048});
    QCOMPARE(figures.hostAnon().value_or(0), std::uint64_t{40});
    QCOMPARE(figures.state, LoadEnding::Done);
    QCOMPARE(loadRecordToJson(*again), text);
    const auto printed = importLoadRecords(kChain, "printed.json");  // by run --chain --json
    QVERIFY(printed.has_value());
    QCOMPARE(printed->front().modelName, std::string("gpt2 → llama"));
    QVERIFY(QByteArray::fromStdString(loadRecordsToCsv({&record})).contains(",chain,,,,,"));
    // Of all of a chain nothing was predicted, so that it is no point of any quantity.
    const std::vector one{std::make_shared<const LoadRecord>(record)};
    for (const RecordQuantity& quantity : recordQuantities()) {
        QVERIFY(accuracyPoints(one, quantity).empty());
    }
}

void LoadRecordTest::summariesLeaveTheCurvesOut() {
    LoadRecord record = exampleRecord();
    QVERIFY(setLoadObject(record, parsed(kLoad)).has_value());
    const std::string text = loadRecordToJson(record);
    // What stands behind the word is not even looked at.
    const std::string cut = text.substr(0, text.find("\"curves\"") + 9) + ": broken";
    const auto summary = loadRecordFromJson(cut, "run.json", RecordPart::Summary);
    QVERIFY2(summary.has_value(), summary ? "" : summary.error().message.english().c_str());
    QVERIFY(summary->curves.isEmpty());
    QCOMPARE(summary->note, record.note);
    QCOMPARE(summary->figures.devices.size(), std::size_t{2});
    QVERIFY(!loadRecordFromJson(cut, "run.json"));
    // Another program may have written them first; elsewhere the word is a name like others.
    const auto first = loadRecordFromJson(
        R"({"curves":{"seconds":[],"devices":{},"host":{"anon":[],"file":[],"shmem":[]}},)"
        R"("format":"stowage.run","version":1,"load":{"method":"naive","curves":7}})",
        "run.json", RecordPart::Summary);
    QVERIFY2(first.has_value(), first ? "" : first.error().message.english().c_str());
    QVERIFY(first->loadObject->contains("curves"));
}

void LoadRecordTest::anotherNoteLeavesTheRestAsItWas() {
    LoadRecord record = exampleRecord();
    QVERIFY(setLoadObject(record, parsed(kLoad)).has_value());
    const std::string text = loadRecordToJson(record);
    const auto noted = recordWithNote(text, "new", "run.json");
    QVERIFY(noted.has_value());
    record.note = "new";
    QCOMPARE(*noted, loadRecordToJson(record));
    const auto newer = recordWithNote(
        R"({"format":"stowage.run","version":1,"load":{"method":"naive"},"future":[1]})", "x",
        "run.json");
    QVERIFY(newer && newer->find("\"future\":[1]") != std::string::npos);
    QCOMPARE(recordWithNote("[]", "x", "run.json").error().code, ErrorCode::Malformed);
}

void LoadRecordTest::whatIsUnaccounted() {
    const auto run = readLoadFigures(parsed(kRun));
    QVERIFY(run.has_value());
    auto bytes = unaccountedBytes(*loadPredictionErrors(*run));
    QCOMPARE(bytes.size(), std::size_t{2});
    QCOMPARE(bytes.at(DeviceId::gpu(0)), std::int64_t{12});
    QCOMPARE(bytes.at(DeviceId::cpu()), std::int64_t{-10});  // less than was predicted is said, too
    const auto load = readLoadFigures(parsed(kLoad));
    QVERIFY(load.has_value());
    bytes = unaccountedBytes(*loadPredictionErrors(*load));
    QCOMPARE(bytes.at(DeviceId::gpu(0)), std::int64_t{0});  // nothing is a figure
    QCOMPARE(bytes.at(DeviceId::gpu(1)), std::int64_t{-12});
    QVERIFY(unaccountedJson(std::nullopt).is_null());
}

void LoadRecordTest::accuracyOfAllRecords() {
    std::vector<std::shared_ptr<const LoadRecord>> records;
    const auto add = [&](const std::string& object, double perToken) {
        LoadRecord record = exampleRecord();
        QVERIFY(setLoadObject(record, parsed(object)).has_value());
        if (record.figures.run) {
            record.figures.run->measured.perToken = perToken;
        }
        records.push_back(std::make_shared<const LoadRecord>(record));
    };
    add(kRun, 0.105);
    add(kRun, 0.150);
    add(kLoad, 0);
    add(kRun, 0.095);
    add(R"({"method":"naive","stopped":{"at":"read","kind":"cancelled","why":"Stop."}})", 0);
    const auto named = [](const char* name) -> const RecordQuantity& {
        return *std::ranges::find(recordQuantities(), name, &RecordQuantity::name);
    };
    const auto points = accuracyPoints(records, named("per_token"));
    QCOMPARE(points.size(), std::size_t{3});  // loads have no tokens
    QVERIFY(points[0].isOutside() && !points[1].isOutside() && !points[2].isOutside());
    QCOMPARE(points[0].measured, 0.150);
    QCOMPARE(points[0].name(), std::string("gpt2/model.pth, run after loading with mmap"));
    for (const AccuracyPoint& point : points) {
        QCOMPARE(point.repeats, std::size_t{3});
        QCOMPARE(point.median, 0.105);
        QVERIFY(std::abs(point.spread.value_or(0) - 0.055 / 0.105) < 1e-12);
    }
    const auto csv = QByteArray::fromStdString(accuracyToCsv(points, named("per_token")));
    QVERIFY2(csv.contains(",run,mmap,,per_token,0.1,0.15,50.00,3,0.105,52.38,yes\n"), csv);
    // Of GPUs a point each; a load and a run are no repeats of each other.
    const auto peaks = accuracyPoints(records, named("peak_reserved"));
    QCOMPARE(peaks.size(), std::size_t{5});
    QCOMPARE(std::ranges::count(peaks, std::size_t{1}, &AccuracyPoint::repeats), 2);
    // The load before a run stands beside loads.
    QCOMPARE(accuracyPoints(records, named("load_seconds")).size(), std::size_t{4});
    QVERIFY(accuracyPoints({}, named("seconds")).empty());
}

void LoadRecordTest::refusesWhatIsNoRecord_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* name, const QByteArray& text, const char* word,
                        ErrorCode code = ErrorCode::Malformed) {
        QTest::newRow(name) << text << code << QByteArray(word);
    };
    const QByteArray head = R"({"format":"stowage.run","version":1,)";
    const QByteArray load = R"("load":{"method":"naive"})";
    row("no JSON", "{\"format\":", "run.json");
    row("another format", R"({"format":"stowage.tree","version":1})", "stowage.run");
    row("a list", "[]", "stowage.run");
    row("no version", R"({"format":"stowage.run"})", "version");
    row("newer", R"({"format":"stowage.run","version":4})", "newer", ErrorCode::Unsupported);
    row("a chain that is a list", head + R"("chain":[]})", "chain");
    row("a chain without a device", head + R"("chain":{"chain":[{"model":"a"}]}})", "id");
    row("a turn's time as text",
        head + R"("chain":{"chain":[{"seconds":"1"}],"device":{"id":"cpu"}}})", "seconds");
    row("no load", head + "\"id\":\"a\"}", "load");
    row("unknown method", head + R"("load":{"method":"magic"}})", "method");
    row("a size as text", head + R"("load":{"method":"naive","bytes":"7"}})", "bytes");
    row("a wrong peak",
        head + R"("load":{"method":"naive","devices":{"gpu:0":)" + R"({"peak_allocated":1.5}}}})",
        "peak_allocated");
    row("a wrong device", head + R"("load":{"method":"naive","devices":{"moon":{}}}})", "moon");
    row("a wrong map", head + R"("load":{"method":"naive","device_map":[["a"]]}})", "device_map");
    row("a note that is a number", head + load + R"(,"note":7})", "note");
    row("unequal curves",
        head + load +
            R"(,"curves":{"seconds":[0,1],"devices":{},"host":{"anon":[0],"file":[0,1],)" +
            R"("shmem":[0,1]}}})",
        "curves");
    row("a wrong time of a run",
        head + R"("run":{"load":{"method":"naive"},"measured":{"per_token":"1 s"}}})", "per_token");
    const QByteArray hosts = R"(,"devices":{},"host":{"anon":[0,0],"file":[0,0],"shmem":[0,0]}}})";
    row("curves against time", head + load + R"(,"curves":{"seconds":[1,0])" + hosts, "curves");
    row("a moment that is unknown", head + load + R"(,"curves":{"seconds":[0,null])" + hosts,
        "curves");
    row("a curve to the moon", head + load + R"(,"curves":{"seconds":[0,1e300])" + hosts, "curves");
    QByteArray zeros(2 * 2001 - 1, '0');
    for (qsizetype i = 1; i < zeros.size(); i += 2) {
        zeros[i] = ',';
    }
    row("too many moments",
        head + load + R"(,"curves":{"seconds":[)" + zeros + R"(],"devices":{},"host":{"anon":[)" +
            zeros + R"(],"file":[)" + zeros + R"(],"shmem":[)" + zeros + "]}}}",
        "2000 points");
    row("curves that are none", head + load + R"(,"curves":7})", "curves");
}

void LoadRecordTest::refusesWhatIsNoRecord() {
    QFETCH(QByteArray, text);
    QFETCH(ErrorCode, code);
    QFETCH(QByteArray, word);
    const auto record = loadRecordFromJson(text.toStdString(), "run.json");
    QVERIFY(!record.has_value());
    QCOMPARE(record.error().code, code);
    const QByteArray message = QByteArray::fromStdString(record.error().message);
    QVERIFY2(message.contains("run.json") && message.contains(word), message);
}

void LoadRecordTest::importsWhatStowagectlPrints() {
    const auto one = importLoadRecords(kLoad, "load.json");
    QVERIFY(one.has_value());
    QCOMPARE(one->size(), std::size_t{1});
    QCOMPARE(one->front().source, LoadRecordSource::Import);
    QCOMPARE(one->front().figures.bytes, std::uint64_t{600});

    const std::string compared = "{\"runs\":[" + kLoad +
                                 R"(,{"method":"naive","error":{"kind":"killed",)"
                                 R"("message":"Gone."},"polled_host_anon":null}],)"
                                 R"("published":{},"cache":{"state":"warm"}})";
    const auto several = importLoadRecords(compared, "compare.json");
    QVERIFY(several.has_value());
    QCOMPARE(several->size(), std::size_t{2});
    QCOMPARE(several->at(0).cache, std::string("warm"));
    QCOMPARE(several->at(1).figures.why, std::string("Gone."));

    LoadRecord record = exampleRecord();
    QVERIFY(setLoadObject(record, parsed(kLoad)).has_value());
    const auto kept = importLoadRecords(loadRecordToJson(record), "run.json");
    QVERIFY(kept.has_value());
    QCOMPARE(kept->front().note, record.note);
    const auto list = importLoadRecords(loadRecordsToJson({&record, &record}), "runs.json");
    QVERIFY(list.has_value());
    QCOMPARE(list->size(), std::size_t{2});
    QCOMPARE(list->at(1).note, record.note);
    QVERIFY(!importLoadRecords("{\"runs\":[{}]}", "x.json").has_value());
    QVERIFY(!importLoadRecords("7", "x.json").has_value());
}

void LoadRecordTest::curvesKeepEveryPeak() {
    std::vector<MemorySample> samples;
    constexpr int kCount = 10'000;
    for (int i = 0; i < kCount; ++i) {
        const bool isPeak = i == 7'777;
        samples.push_back(sampleAt(1.0 + i * 0.001, isPeak ? 5'000 : 10,
                                   isPeak ? 3'100 : 1'000 + static_cast<std::uint64_t>(i) / 10));
    }
    samples.push_back(sampleAt(99, 1'000'000, 1'000'000));  // after the load
    CurveSpan span{1.0, 12.0, {}};
    span.baseline.anon = 1'000;
    const LoadCurves curves = curvesOfSamples(samples, span, 100);
    QCOMPARE(curves.seconds.size(), std::size_t{100});
    QCOMPARE(curves.devices.size(), std::size_t{1});
    QCOMPARE(curves.seconds.front(), 0.0);
    QVERIFY(std::ranges::is_sorted(curves.seconds));
    QCOMPARE(*std::ranges::max_element(curves.devices[0].allocated), 5'000.0);
    QCOMPARE(*std::ranges::max_element(curves.devices[0].reserved), 10'000.0);
    QCOMPARE(*std::ranges::max_element(curves.hostAnon), 2'100.0);
    QVERIFY(std::isnan(curves.hostFile.front()));
    QCOMPARE(curvesOfSamples(samples, span).seconds.size(), kMostCurvePoints);
    QVERIFY(curvesOfSamples({}, span).isEmpty());
}

void LoadRecordTest::curvesOfCsvFiles() {
    const std::string csv =
        "time [s],gpu:0 allocated [B],gpu:0 reserved [B],gpu:0 used by others [B],cpu allocated "
        "[B],cpu reserved [B],rss [B],anon [B],file (evictable cache) [B],shmem [B],later [X]\n"
        "0.000100,0,0,0,0,0,900,100,800,0,\n"
        "0.010231,524288,2097152,0,0,0,950,140,800,,zz\n";
    CurveSpan span{0, 1, {}};
    span.baseline.anon = 100;
    span.baseline.file = 900;
    const auto curves = curvesOfCsv(csv, "a.csv", span);
    QVERIFY2(curves.has_value(), curves ? "" : curves.error().message.english().c_str());
    QVERIFY((curves->seconds == std::vector<double>{0.0001, 0.010231}));
    QCOMPARE(curves->devices.size(), std::size_t{1});
    QVERIFY((curves->devices[0].allocated == std::vector<double>{0, 524288}));
    QVERIFY((curves->hostAnon == std::vector<double>{0, 40}));
    QVERIFY((curves->hostFile == std::vector<double>{-100, -100}));
    QVERIFY(std::isnan(curves->hostShmem[1]));
}

void LoadRecordTest::malformedCsv_data() {
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray() << QByteArray("line 1");
    QTest::newRow("no head") << QByteArray("1,2,3\n") << QByteArray("line 1");
    QTest::newRow("short row") << QByteArray("time [s],anon [B]\n0,1\n1\n") << QByteArray("line 3");
    QTest::newRow("a word") << QByteArray("time [s],anon [B]\n0,many\n") << QByteArray("line 2");
    QTest::newRow("no time") << QByteArray("time [s],anon [B]\n,1\n") << QByteArray("line 2");
}

void LoadRecordTest::malformedCsv() {
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, line);
    const auto curves = curvesOfCsv(csv.toStdString(), "a.csv", {});
    QVERIFY(!curves.has_value());
    QCOMPARE(curves.error().code, ErrorCode::Malformed);
    const QByteArray message = QByteArray::fromStdString(curves.error().message);
    QVERIFY2(message.contains("a.csv") && message.contains(line), message);
}

void LoadRecordTest::tableForSpreadsheets() {
    LoadRecord record = exampleRecord();
    QVERIFY(setLoadObject(record, parsed(kLoad)).has_value());
    LoadRecord refused;
    QVERIFY(setLoadObject(refused, parsed(R"({"method":"naive"})")).has_value());
    const auto lines = QByteArray::fromStdString(loadRecordsToCsv({&record, &refused})).split('\n');
    QCOMPARE(lines.size(), 4);  // a head, two load records, the end
    QVERIFY(lines[0].contains("gpu:1 peak reserved [B]") && lines[0].contains("time error [%]"));
    QVERIFY(lines[1].contains("mmap,auto,done,cold,no,2.500000,2.000000,600,simulated,1100,"));
    QVERIFY(lines[1].contains(",7,16,12,-9,25.00,yes,ab,"));
    QVERIFY(lines[1].endsWith("\"with \"\"quotes\"\", and a comma\""));
    QVERIFY(lines[2].contains("naive,,done,as-is,no,,,0,,,,,,,,,,,"));
    QCOMPARE(lines[2].count(','), lines[0].count(','));
    ForwardFigures forward;
    forward.agrees = true;
    forward.maxDifference = 1.5e-6;
    refused.figures.forward = forward;
    const auto proved = QByteArray::fromStdString(loadRecordsToCsv({&refused})).split('\n');
    QVERIFY(proved[0].contains(",forward pass,largest logit difference,"));
    QVERIFY2(proved[1].contains(",agrees,1.5e-06,"), proved[1]);
    QCOMPARE(proved[1].count(','), proved[0].count(','));
}

void LoadRecordTest::publishedRowsAreTheLessons() {
    QCOMPARE(publishedRows().size(), std::size_t{5});
    QCOMPARE(publishedRow("sequential").value_or(PublishedRow{}).vramGiB, 6.7);
    QVERIFY(!publishedRow("streamed"));
}

QTEST_GUILESS_MAIN(LoadRecordTest)
#include "tst_load_record.moc"
