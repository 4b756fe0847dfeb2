// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson's rows: what was published, scaled; what a run's record says.
#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_forecast.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace stowage;

namespace {

constexpr double kGib = 1073741824.0;
const double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A load of 1,000 bytes on one GPU.
RunRecord runOf(LoadMethod method, std::vector<DeviceId> places = {DeviceId::gpu(0)}) {
    RunRecord run;
    run.figures.method = method;
    run.figures.seconds = 1.5;
    run.figures.peak.anon = 300;
    run.figures.peak.file = 40;
    for (std::size_t i = 0; i < places.size(); ++i) {
        run.figures.deviceMap.emplace_back("part." + std::to_string(i), places[i]);
        if (places[i].isGpu()) {
            RunDeviceFigures device;
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
    void smallerSizesAreScaled_data();
    void smallerSizesAreScaled();
    void aRow();
    void whatIsNotKnownStaysUnknown();
    void publishedFiguresAreForOneGpu();
    void severalGpusAreSummed();
    void unfinishedRunsFillNothing_data();
    void unfinishedRunsFillNothing();
    void aDryRunIsItsForecast();
};

void LessonFiguresTest::xlIsAsPrinted() {
    const std::array<std::tuple<LoadMethod, double, double>, 5> printed{
        {{LoadMethod::Naive, 12.8, 4.4},
         {LoadMethod::Sequential, 6.7, 6.3},
         {LoadMethod::Meta, 12.8, 1.3},
         {LoadMethod::Mmap, 6.4, 5.9},
         {LoadMethod::PerTensor, 6.4, 0.3}}};
    for (const auto& [method, vram, ram] : printed) {
        const LessonFigures figures = scaledPublished(method, LessonSize::Xl1558M);
        QCOMPARE(*figures.publishedVram, vram * kGib);
        QCOMPARE(*figures.publishedRam, ram * kGib);
        QVERIFY(!figures.publishedIsScaled);
        QVERIFY(!figures.vram && !figures.ramRss && !figures.seconds);
        // The allocator's model lands on what was printed, to its last digit.
        const auto peak = static_cast<double>(methodPeaks(method, LessonSize::Xl1558M).allocated);
        QCOMPARE(std::round(peak / kGib * 10) / 10, vram);
    }
    for (const LoadMethod method : {LoadMethod::Sharded, LoadMethod::Streamed}) {
        const LessonFigures figures = scaledPublished(method, LessonSize::Xl1558M);
        QVERIFY(!figures.publishedVram && !figures.publishedRam);
    }
}

void LessonFiguresTest::smallerSizesAreScaled_data() {
    QTest::addColumn<int>("method");
    QTest::addColumn<double>("vram");  // by the table of memory.md §1
    QTest::addColumn<double>("ram");
    const auto row = [](LoadMethod method, double vram, double ram) {
        QTest::newRow(std::string(loadMethodName(method)).c_str())
            << static_cast<int>(method) << vram << ram;
    };
    // The sums of bytes, and of the largest tensors 50,257 × width × 4, whose ratio is the widths'.
    constexpr double kSums = 702480384.0 / 6753416192.0;
    constexpr double kLargest = 768.0 / 1600.0;
    row(LoadMethod::Naive, 12.8 * 1414975488.0 / 13777883136.0, 4.4 * kSums);
    row(LoadMethod::Sequential, 6.7 * 861890560.0 / 7210340864.0, 6.3 * kSums);
    row(LoadMethod::Meta, 12.8 * 1414975488.0 / 13777883136.0, 1.3 * kLargest);
    row(LoadMethod::Mmap, 6.4 * 707225600.0 / 6889187328.0, 5.9 * kSums);
    row(LoadMethod::PerTensor, 6.4 * 706701312.0 / 6888695808.0, 0.3 * kLargest);
}

void LessonFiguresTest::smallerSizesAreScaled() {
    QFETCH(const int, method);
    QFETCH(const double, vram);
    QFETCH(const double, ram);
    const auto figures = scaledPublished(static_cast<LoadMethod>(method), LessonSize::Small124M);
    QVERIFY(isNear(figures.publishedVram, vram * kGib));
    QVERIFY(isNear(figures.publishedRam, ram * kGib));
    QVERIFY(figures.publishedIsScaled);
}

void LessonFiguresTest::aRow() {
    const LessonFigures figures = lessonFigures(runOf(LoadMethod::Naive), LessonSize::Xl1558M);
    QCOMPARE(*figures.vram, 1000.0);
    QCOMPARE(*figures.reserved, 2000.0);
    QCOMPARE(*figures.ramRss, 250.0);  // at one moment: not 200 + 150
    QCOMPARE(*figures.ramAnonymous, 300.0);
    QCOMPARE(*figures.ramFile, 150.0);
    QCOMPARE(*figures.seconds, 1.5);
    QCOMPARE(*figures.ram(), 250.0);
    QVERIFY(isNear(figures.vramDifference(), 1000.0 / (12.8 * kGib) - 1));
    QVERIFY(isNear(figures.ramDifference(), 250.0 / (4.4 * kGib) - 1));
    RunRecord polled = runOf(LoadMethod::Naive);
    polled.figures.polledHostAnon = 333;
    QCOMPARE(*lessonFigures(polled, LessonSize::Xl1558M).ramAnonymous, 333.0);
}

void LessonFiguresTest::whatIsNotKnownStaysUnknown() {
    RunRecord run = runOf(LoadMethod::Naive);
    run.curves = {};
    const LessonFigures figures = lessonFigures(run, LessonSize::Xl1558M);
    QVERIFY(!figures.ramRss);
    QCOMPARE(*figures.ram(), 300.0);
    QCOMPARE(*figures.ramFile, 40.0);
    run = runOf(LoadMethod::Naive);
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
            lessonFigures(runOf(LoadMethod::Naive, places), LessonSize::Small124M);
        QVERIFY(!figures.publishedVram && !figures.publishedRam);
    }
    const LessonFigures twice = lessonFigures(
        runOf(LoadMethod::Naive, {DeviceId::gpu(1), DeviceId::gpu(1)}), LessonSize::Small124M);
    QVERIFY(twice.publishedVram && twice.publishedIsScaled);
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
    QTest::newRow("done") << static_cast<int>(RunState::Done) << true;
    QTest::newRow("differs") << static_cast<int>(RunState::Differs) << true;
    QTest::newRow("cancelled") << static_cast<int>(RunState::Cancelled) << false;
    QTest::newRow("refused") << static_cast<int>(RunState::Refused) << false;
    QTest::newRow("failed") << static_cast<int>(RunState::Failed) << false;
}

void LessonFiguresTest::unfinishedRunsFillNothing() {
    QFETCH(const int, state);
    QFETCH(const bool, fills);
    RunRecord run = runOf(LoadMethod::Naive);
    run.figures.state = static_cast<RunState>(state);
    const LessonFigures figures = lessonFigures(run, LessonSize::Small124M);
    QCOMPARE(figures.vram.has_value(), fills);
    QCOMPARE(figures.ramRss.has_value(), fills);
    QCOMPARE(figures.seconds.has_value(), fills);
    QVERIFY(figures.publishedVram.has_value());
}

void LessonFiguresTest::aDryRunIsItsForecast() {
    RunRecord run = runOf(LoadMethod::Naive);
    run.figures.dryRun = true;
    run.figures.seconds = std::nullopt;
    run.figures.predictedSeconds = 4.5;
    QCOMPARE(*lessonFigures(run, LessonSize::Xl1558M).seconds, 4.5);
}

QTEST_GUILESS_MAIN(LessonFiguresTest)
#include "tst_lesson_figures.moc"
