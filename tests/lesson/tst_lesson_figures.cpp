// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson's rows: what was published, and what a load record says.
#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/load/program/load_schedule.h"
#include "tests/lesson/roomy_gpu.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <map>

using namespace stowage;

namespace {

constexpr double kGib = 1073741824.0;
const double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A load of 1,000 bytes on one GPU.
LoadRecord runOf(LoadMethod method, std::vector<DeviceId> places = {DeviceId::gpu(0)}) {
    LoadRecord run;
    run.figures.method = method;
    run.figures.seconds = 1.5;
    run.figures.peak.anon = 300;
    run.figures.peak.file = 40;
    for (std::size_t i = 0; i < places.size(); ++i) {
        run.figures.deviceMap.emplace_back("part." + std::to_string(i), places[i]);
        if (places[i].isGpu()) {
            GpuLoadFigures device;
            device.device = places[i];
            device.peakAllocated = 1000 + i;
            device.peakReserved = 2000 + i;
            run.figures.devices.push_back(device);
        }
    }
    run.curves.seconds = {0, 0.5, 1};
    run.curves.hostAnon = {10, 200, 100};
    run.curves.hostFile = {0, 20, 150};
    run.curves.hostShmem = {0, 900, 900};
    return run;
}

bool isNear(const std::optional<double>& value, double expected) {
    return value && std::abs(*value - expected) <= 1e-9 * std::abs(expected);
}

}  // namespace

class LessonFiguresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void xlIsAsPrinted();
    void onlyXlWasPublished();
    void aRow();
    void whatIsNotKnownStaysUnknown();
    void publishedFiguresAreForOneGpu();
    void severalGpusAreSummed();
    void unfinishedRunsFillNothing_data();
    void unfinishedRunsFillNothing();
    void aDryRunIsItsPrediction();
};

void LessonFiguresTest::xlIsAsPrinted() {
    const std::array<std::tuple<LoadMethod, double, double>, 5> printed{
        {{LoadMethod::Naive, 12.8, 4.4},
         {LoadMethod::Sequential, 6.7, 6.3},
         {LoadMethod::Meta, 12.8, 1.3},
         {LoadMethod::Mmap, 6.4, 5.9},
         {LoadMethod::PerTensor, 6.4, 0.3}}};
    std::map<LoadMethod, std::uint64_t> peaks;
    for (const auto& schedule : lessonPredictions(LessonSize::Xl1558M, roomyGpu())) {
        peaks[schedule->method] = schedule->predictedPeaks.at(DeviceId::gpu(0)).allocated;
    }
    for (const auto& [method, vram, ram] : printed) {
        const LessonFigures figures = publishedFigures(method, LessonSize::Xl1558M);
        QCOMPARE(*figures.publishedVram, vram * kGib);
        QCOMPARE(*figures.publishedRam, ram * kGib);
        QVERIFY(!figures.vram && !figures.ramRss && !figures.seconds);
        // The allocator's model lands on what was printed, to its last digit.
        const auto peak = static_cast<double>(peaks.at(method));
        QCOMPARE(std::round(peak / kGib * 10) / 10, vram);
    }
    for (const LoadMethod method : {LoadMethod::Sharded, LoadMethod::Streamed}) {
        const LessonFigures figures = publishedFigures(method, LessonSize::Xl1558M);
        QVERIFY(!figures.publishedVram && !figures.publishedRam);
    }
}

/// The notebook was run for one size: of others nothing is known, and nothing is made up.
void LessonFiguresTest::onlyXlWasPublished() {
    for (const LessonSize size :
         {LessonSize::Small124M, LessonSize::Medium355M, LessonSize::Large774M}) {
        for (const LoadMethod method : allLoadMethods()) {
            const LessonFigures figures = publishedFigures(method, size);
            QVERIFY(!figures.publishedVram && !figures.publishedRam);
            const LessonFigures row = lessonFigures(runOf(method), size);
            QVERIFY(!row.vramDifference() && !row.ramDifference());
        }
    }
}

void LessonFiguresTest::aRow() {
    LoadRecord run = runOf(LoadMethod::Naive);
    // Measured above another baseline: the sum is no less than its part.
    QCOMPARE(*lessonFigures(run, LessonSize::Xl1558M).ramRss, 300.0);
    run.figures.peak.anon = 200;
    const LessonFigures figures = lessonFigures(run, LessonSize::Xl1558M);
    QCOMPARE(*figures.vram, 1000.0);
    QCOMPARE(*figures.reserved, 2000.0);
    QCOMPARE(*figures.ramRss, 250.0);  // at one moment: not 200 + 150
    QCOMPARE(*figures.ramAnonymous, 200.0);
    QCOMPARE(*figures.ramFile, 150.0);
    QCOMPARE(*figures.seconds, 1.5);
    QCOMPARE(*figures.ram(), 250.0);
    QVERIFY(isNear(figures.vramDifference(), 1000.0 / (12.8 * kGib) - 1));
    QVERIFY(isNear(figures.ramDifference(), 250.0 / (4.4 * kGib) - 1));
    LoadRecord polled = runOf(LoadMethod::Naive);
    polled.figures.polledHostAnon = 333;
    QCOMPARE(*lessonFigures(polled, LessonSize::Xl1558M).ramAnonymous, 333.0);
}

void LessonFiguresTest::whatIsNotKnownStaysUnknown() {
    LoadRecord run = runOf(LoadMethod::Naive);
    run.curves = {};
    const LessonFigures figures = lessonFigures(run, LessonSize::Xl1558M);
    QVERIFY(!figures.ramRss);
    QCOMPARE(*figures.ram(), 300.0);
    QCOMPARE(*figures.ramFile, 40.0);
    run = runOf(LoadMethod::Naive);
    run.figures.peak.anon = 200;
    run.curves.hostFile = {kUnknown, 20, kUnknown};
    QCOMPARE(*lessonFigures(run, LessonSize::Xl1558M).ramRss, 220.0);
    run.curves.hostFile = {kUnknown, kUnknown, kUnknown};
    QVERIFY(!lessonFigures(run, LessonSize::Xl1558M).ramRss);
    const LessonFigures unpublished =
        lessonFigures(runOf(LoadMethod::Streamed), LessonSize::Xl1558M);
    QVERIFY(!unpublished.vramDifference() && !unpublished.ramDifference());
    QCOMPARE(*unpublished.vram, 1000.0);
}

void LessonFiguresTest::publishedFiguresAreForOneGpu() {
    for (const std::vector<DeviceId>& places : {std::vector{DeviceId::gpu(0), DeviceId::gpu(1)},
                                                {DeviceId::gpu(0), DeviceId::cpu()},
                                                {DeviceId::cpu()},
                                                {DeviceId::gpu(0), DeviceId::disk()}}) {
        const LessonFigures figures =
            lessonFigures(runOf(LoadMethod::Naive, places), LessonSize::Xl1558M);
        QVERIFY(!figures.publishedVram && !figures.publishedRam);
    }
    const LessonFigures twice = lessonFigures(
        runOf(LoadMethod::Naive, {DeviceId::gpu(1), DeviceId::gpu(1)}), LessonSize::Xl1558M);
    QVERIFY(twice.publishedVram.has_value());
}

void LessonFiguresTest::severalGpusAreSummed() {
    const LessonFigures figures = lessonFigures(
        runOf(LoadMethod::Streamed, {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu()}),
        LessonSize::Small124M);
    QCOMPARE(*figures.vram, 2001.0);
    QCOMPARE(*figures.reserved, 4001.0);
    const LessonFigures none =
        lessonFigures(runOf(LoadMethod::Streamed, {DeviceId::cpu()}), LessonSize::Small124M);
    QVERIFY(!none.vram && none.ramRss);
}

void LessonFiguresTest::unfinishedRunsFillNothing_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("fills");
    QTest::newRow("done") << static_cast<int>(LoadEnding::Done) << true;
    QTest::newRow("differs") << static_cast<int>(LoadEnding::Differs) << true;
    QTest::newRow("cancelled") << static_cast<int>(LoadEnding::Cancelled) << false;
    QTest::newRow("refused") << static_cast<int>(LoadEnding::Refused) << false;
    QTest::newRow("failed") << static_cast<int>(LoadEnding::Failed) << false;
}

void LessonFiguresTest::unfinishedRunsFillNothing() {
    QFETCH(const int, state);
    QFETCH(const bool, fills);
    LoadRecord run = runOf(LoadMethod::Naive);
    run.figures.state = static_cast<LoadEnding>(state);
    const LessonFigures figures = lessonFigures(run, LessonSize::Xl1558M);
    QCOMPARE(figures.vram.has_value(), fills);
    QCOMPARE(figures.ramRss.has_value(), fills);
    QCOMPARE(figures.seconds.has_value(), fills);
    QVERIFY(figures.publishedVram.has_value());
}

void LessonFiguresTest::aDryRunIsItsPrediction() {
    LoadRecord run = runOf(LoadMethod::Naive);
    run.figures.dryRun = true;
    run.figures.seconds = std::nullopt;
    run.figures.predictedSeconds = 4.5;
    QCOMPARE(*lessonFigures(run, LessonSize::Xl1558M).seconds, 4.5);
}

QTEST_GUILESS_MAIN(LessonFiguresTest)
#include "tst_lesson_figures.moc"
