// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/base/catalogue.h"
#include "engine/base/json_reader.h"
#include "tests/load/load_fixture.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

LoadReport exampleReport() {
    LoadReport report;
    report.seconds = 2;
    report.pausedSeconds = 0.5;
    report.bytes = 600;
    report.bytesRead = 640;
    report.tensors = 3;
    report.devices.push_back({gpuInfo(0, kGiB), 11, 12, 13, 14});
    report.devices.push_back({cpuInfo(), 1, 1, 1, 1});
    report.baseline.anon = 100;
    report.peak.anon = 7;
    report.samples = 42;
    report.sampleIntervalSeconds = 0.01;
    report.phases.push_back({"read weights", 0.5, 2, {{DeviceId::gpu(0), 11}}, 7});
    return report;
}

std::shared_ptr<const LoadSchedule> exampleSchedule() {
    auto schedule = std::make_shared<LoadSchedule>();
    auto plan = std::make_shared<PlacementPlan>();
    plan->map = DeviceMap({{"emb", DeviceId::gpu(0)}, {"head", DeviceId::cpu()}});
    schedule->plan = plan;
    schedule->predictedPeaks[DeviceId::gpu(0)] = {11, 12};
    schedule->predictedHostAnonBytes = 16;
    return schedule;
}

}  // namespace

class TestLoadReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void fieldsOfTheContract() {
        const json object = json::parse(loadReportToJson(exampleReport(), *exampleSchedule()));
        const json expected = json::parse(R"({
            "method": "streamed", "asked": "streamed", "seconds": 2.0, "paused_seconds": 0.5,
            "bytes": 600,
            "bytes_read": 640, "bytes_per_second": 300.0,
            "tensors": 3, "dry_run": false,
            "device_map": [["emb", 0], ["head", "cpu"]],
            "devices": {"gpu:0": {"simulated": true, "capacity": 1073741824, "context": 0,
                        "used_by_others": 0, "peak_allocated": 11, "peak_reserved": 12,
                        "final_allocated": 13, "final_reserved": 14}},
            "host": {"baseline": {"rss": null, "anon": 100, "file": null, "shmem": null},
                     "peak": {"rss": null, "anon": 7, "file": null, "shmem": null},
                     "samples": 42, "sample_interval_s": 0.01, "sampler_share": null},
            "phases": [{"name": "read weights", "begin": 0.5, "end": 2.0,
                        "peak": {"gpu:0": 11, "host_anon": 7}}],
            "predicted": {"devices": {"gpu:0": {"peak_allocated": 11, "peak_reserved": 12}},
                          "host_anon": 16, "seconds": null},
            "prediction_error": {"devices": {"gpu:0": {"peak_allocated": 0, "peak_reserved": 0}},
                                 "host_anon": -9, "seconds": null},
            "unaccounted": {"gpu:0": 0, "cpu": -9},
            "keys": {"missing": [], "unexpected": [], "mismatched": []}})");
        QCOMPARE(object.dump(), expected.dump());
    }

    void autoSaysWhatItChose() {
        auto schedule = std::make_shared<LoadSchedule>(*exampleSchedule());
        schedule->methodReason = goldenText("load/auto-chose-streamed-a-reason");
        const json object = json::parse(loadReportToJson(exampleReport(), *schedule));
        QVERIFY(object["method"] == "streamed" && object["asked"] == "auto");
        QCOMPARE(object["method_reason"].get<std::string>(), schedule->methodReason);
    }

    void verificationAndDigests() {
        LoadReport report = exampleReport();
        report.verified = true;
        report.sha256 = "ab";
        report.digests = {{"w", "cd"}};
        const json object = json::parse(loadReportToJson(report, *exampleSchedule()));
        QCOMPARE(object["verified"].dump(), std::string("true"));
        QCOMPARE(object["sha256"].dump(), std::string("\"ab\""));
        QCOMPARE(object["digests"].dump(), std::string(R"({"w":"cd"})"));
        QVERIFY(!object.contains("stopped"));
    }

    /// The window shows what another process said in its own language: the reason and the phase.
    void stoppedLoadIsTranslated() {
        LoadReport report = exampleReport();
        report.stopped =
            makeError(ErrorCode::DeviceOutOfMemory,
                      say("The load method \"%1\" uses %2 of RAM (measured), but the limit is %3.",
                          "naive", "327.5 MiB", "335.0 MiB"));
        report.stoppedAt = joined({phrase("initial weights"), "emb.weight"}, ", ");
        const auto object = parseJson(loadReportToJson(report, *exampleSchedule()), "load.json");
        QVERIFY(object);
        const auto figures = readLoadFigures(*object, "load.json");
        QVERIFY(figures);
        QCOMPARE(figures->why, report.stopped->message);
        const auto japanese = translateBy(engineCatalogue(*languageByCode("ja")));
        for (const Message& text : {figures->why, figures->stoppedAt}) {
            QVERIFY2(text.in(japanese) != text.english(), text.english().c_str());
        }
    }

    void stoppedLoad() {
        LoadReport report = exampleReport();
        report.stopped = makeError(ErrorCode::Cancelled, "Loading was cancelled.");
        report.stoppedAt = "read weights, emb.weight";
        const json object = json::parse(loadReportToJson(report, *exampleSchedule()));
        QCOMPARE(object["stopped"].dump(),
                 std::string(R"({"at":"read weights, emb.weight","kind":"cancelled",)"
                             R"("why":"Loading was cancelled."})"));
    }
};

QTEST_GUILESS_MAIN(TestLoadReport)
#include "tst_load_report.moc"
