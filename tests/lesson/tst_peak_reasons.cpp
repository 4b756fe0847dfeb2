// SPDX-License-Identifier: GPL-3.0-or-later
// Peaks taken apart: parts that add up, by every method, over every kind of map; and the reasons
// for what differs from the published figures.
#include "engine/lesson/lesson_outline.h"
#include "engine/lesson/peak_reasons.h"
#include "tests/lesson/roomy_gpu.h"
#include "tests/load/load_job_case.h"
#include "tests/support/golden_text.h"

#include <cmath>
#include <limits>
#include <set>

using namespace stowage;
using namespace stowage::test;
using Kind = PeakReason::Kind;
using Of = PeakReason::Of;

namespace {

const Map kOneGpu{{"", DeviceId::gpu(0)}};
const Map kCpu{{"", DeviceId::cpu()}};
const Map kDisk{{"", DeviceId::disk()}};

double sumOf(const std::vector<PeakReason>& reasons, Of of) {
    double sum = 0;
    for (const PeakReason& reason : reasons) {
        sum += reason.of == of && !reason.isRemark() ? reason.bytes : 0;
    }
    return sum;
}

const PeakReason* find(const std::vector<PeakReason>& reasons, Kind kind) {
    const auto found = std::ranges::find(reasons, kind, &PeakReason::kind);
    return found == reasons.end() ? nullptr : &*found;
}

const std::vector<std::shared_ptr<const LoadSchedule>>& predictions(LessonSize size) {
    static const auto kSmall = lessonPredictions(LessonSize::Small124M, roomyGpu());
    static const auto kXl = lessonPredictions(LessonSize::Xl1558M, roomyGpu());
    return size == LessonSize::Xl1558M ? kXl : kSmall;
}

std::shared_ptr<const LoadSchedule> lessonSchedule(LoadMethod method,
                                                   LessonSize size = LessonSize::Small124M) {
    for (const auto& schedule : predictions(size)) {
        if (schedule->method == method) {
            return schedule;
        }
    }
    return nullptr;
}

/// A run of the lesson that peaked exactly as predicted, but for its file pages.
LoadRecord lessonRun(const LoadSchedule& schedule, double filePages) {
    LoadRecord run;
    run.figures.method = schedule.method;
    run.figures.deviceMap = {{"", DeviceId::gpu(0)}};
    GpuLoadFigures device;
    device.device = DeviceId::gpu(0);
    device.peakAllocated = schedule.predictedPeaks.at(device.device).allocated;
    run.figures.devices = {device};
    const auto anonymous = static_cast<double>(schedule.predictedHostAnonBytes);
    run.figures.peak.anon = schedule.predictedHostAnonBytes;
    run.curves.seconds = {0, 0.25, 1};
    run.curves.hostAnon = {0, anonymous, 0};
    run.curves.hostFile = {0, filePages, filePages / 2};
    run.curves.hostShmem = {0, 0, 0};
    return run;
}

/// Kinds of the parts, VRAM then RAM, largest first.
using Kinds = std::vector<Kind>;

Kinds kindsOf(const std::vector<PeakReason>& reasons) {
    Kinds kinds;
    for (const PeakReason& reason : reasons) {
        if (!reason.isRemark()) {
            kinds.push_back(reason.kind);
        }
    }
    return kinds;
}

}  // namespace

class PeakReasonsTest : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void partsAddUpToThePrediction_data() { methods(); }
    void partsAddUpToThePrediction();
    void reasonsAddUpToRealRuns_data() { methods(); }
    void reasonsAddUpToRealRuns();
    void theLessonsPeaks_data();
    void theLessonsPeaks();
    void whatIsLeftIsOther();
    void severalGpusAreTold();
    void whyRamDiffers_data();
    void whyRamDiffers();
    void closeFiguresNeedNoReason();
    void samplesMissWhatIsShort();
    void textsNameFigures_data();
    void textsNameFigures();

private:
    static void checkParts(const LoadSchedule& schedule);
};

void PeakReasonsTest::checkParts(const LoadSchedule& schedule) {
    const ProgramPrediction& prediction = *schedule.prediction;
    std::map<DeviceId, double> sums;
    double host = 0;
    for (const PeakReason& part : takePeaksApart(schedule)) {
        QVERIFY(part.bytes > 0);
        if (part.isRemark()) {
            continue;
        }
        QCOMPARE(part.device.has_value(), part.of == PeakReason::Of::Vram);
        (part.device ? sums[*part.device] : host) += part.bytes;
    }
    for (const auto& [device, peak] : prediction.peaks) {
        QCOMPARE(sums[device], static_cast<double>(peak.allocated));
    }
    QCOMPARE(host, static_cast<double>(prediction.peakHostAnon));
}

void PeakReasonsTest::partsAddUpToThePrediction() {
    QFETCH(const QString, method);
    const LoadMethod loaded = *loadMethodFromName(method.toStdString());
    for (const Map& map : {kOneGpu, kCpu, kDisk, kEverywhere}) {
        for (const auto& dtype : {std::optional<DType>(), std::optional(DType::Float16)}) {
            const auto schedule = scheduleFor(map, loaded, {}, dtype);
            QVERIFY(schedule != nullptr);
            checkParts(*schedule);
        }
    }
}

void PeakReasonsTest::reasonsAddUpToRealRuns() {
    QFETCH(const QString, method);
    const LoadMethod loaded = *loadMethodFromName(method.toStdString());
    for (const Map& map : {kOneGpu, kCpu, kEverywhere}) {
        makeDevicesAnew();
        const auto schedule = scheduleFor(map, loaded);
        QVERIFY(schedule != nullptr);
        LoadOutcome outcome = run(schedule, {});
        QVERIFY(!outcome.report.stopped);
        LoadRecord record;
        QVERIFY(setLoadReport(record, outcome.report, *outcome.schedule));
        // As a file tells it, it is the same.
        const auto again = loadRecordFromJson(loadRecordToJson(record), "run.json");
        QVERIFY(again);
        QCOMPARE(loadRecordToJson(*again), loadRecordToJson(record));
        QCOMPARE(loadRecordsToCsv({&*again}), loadRecordsToCsv({&record}));
        outcome.model.reset();
        const LessonFigures figures = lessonFigures(record, LessonSize::Small124M);
        const auto reasons = peakReasons(record, *outcome.schedule, figures);
        QCOMPARE(sumOf(reasons, Of::Vram), figures.vram.value_or(0));
        QCOMPARE(sumOf(reasons, Of::Ram), figures.ram().value_or(0));
        // Simulated GPUs peak as predicted, to the byte: nothing is left over there.
        QVERIFY(std::ranges::none_of(reasons, [](const PeakReason& reason) {
            return reason.kind == Kind::Other && reason.of == Of::Vram;
        }));
    }
}

void PeakReasonsTest::theLessonsPeaks_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<std::vector<int>>("kinds");
    const auto row = [](const char* method, const Kinds& kinds) {
        std::vector<int> numbers;
        std::ranges::transform(kinds, std::back_inserter(numbers),
                               [](Kind kind) { return static_cast<int>(kind); });
        QTest::newRow(method) << QString::fromLatin1(method) << numbers;
    };
    // One GPU, 124M: what lay there at the peak, VRAM then RAM.
    row("naive", {Kind::Weights, Kind::SecondCopy, Kind::AllocatorRounding, Kind::InitialWeights});
    row("sequential",
        {Kind::Weights, Kind::LargestTensor, Kind::AllocatorRounding, Kind::InitialWeights});
    row("meta", {Kind::Weights, Kind::SecondCopy, Kind::AllocatorRounding, Kind::LargestTensor});
    row("mmap", {Kind::Weights, Kind::AllocatorRounding});
    row("per-tensor", {Kind::Weights, Kind::AllocatorRounding, Kind::LargestTensor});
    row("sharded", {Kind::Weights, Kind::AllocatorRounding});
    row("streamed", {Kind::Weights, Kind::AllocatorRounding, Kind::Ring});
}

void PeakReasonsTest::theLessonsPeaks() {
    QFETCH(const QString, method);
    QFETCH(const std::vector<int>, kinds);
    const auto schedule = lessonSchedule(*loadMethodFromName(method.toStdString()));
    QVERIFY(schedule != nullptr);
    checkParts(*schedule);
    const LoadRecord run = lessonRun(*schedule, 0);
    const LessonFigures figures = lessonFigures(run, LessonSize::Small124M);
    const auto reasons = peakReasons(run, *schedule, figures);
    Kinds expected;
    std::ranges::transform(kinds, std::back_inserter(expected),
                           [](int kind) { return static_cast<Kind>(kind); });
    QVERIFY2(kindsOf(reasons) == expected, peakReasonPhrase(reasons).english().c_str());
    QCOMPARE(find(reasons, Kind::Weights)->bytes,
             static_cast<double>(lessonWeightBytes(LessonSize::Small124M)));
    // The host holds as much twice, one after the other.
    const bool isTwice = find(reasons, Kind::StateDictLater) != nullptr;
    QCOMPARE(isTwice, method == QLatin1String("sequential"));
    if (const PeakReason* const tensor = find(reasons, Kind::LargestTensor)) {
        constexpr double kEmbedding = 50257.0 * 768 * 4;
        QCOMPARE(tensor->bytes, kEmbedding);
        QVERIFY(tensor->name == "tok_emb.weight" || tensor->name == "out_head.weight");
    }
}

/// What a real device or the process itself takes beyond the prediction is shown, not hidden.
void PeakReasonsTest::whatIsLeftIsOther() {
    const auto schedule = lessonSchedule(LoadMethod::PerTensor);
    LoadRecord run = lessonRun(*schedule, 0);
    run.figures.devices[0].peakAllocated += 4096;
    run.curves.hostAnon[1] -= 1000;
    *run.figures.peak.anon -= 1000;
    const LessonFigures figures = lessonFigures(run, LessonSize::Small124M);
    const auto reasons = peakReasons(run, *schedule, figures);
    std::map<Of, double> rest;
    for (const PeakReason& reason : reasons) {
        if (reason.kind == Kind::Other) {
            rest[reason.of] = reason.bytes;
            const std::string expected = reason.of == Of::Vram
                                             ? goldenText("lesson/the-remaining-belongs-to")
                                             : goldenText("lesson/less-than-its-parts");
            QCOMPARE(peakReasonText(reason).english(), expected);
        }
    }
    QCOMPARE(rest.at(Of::Vram), 4096.0);
    QCOMPARE(rest.at(Of::Ram), -1000.0);
    QCOMPARE(sumOf(reasons, Of::Vram), *figures.vram);
    QCOMPARE(sumOf(reasons, Of::Ram), *figures.ram());
}

void PeakReasonsTest::severalGpusAreTold() {
    const auto schedule = scheduleFor(kEverywhere, LoadMethod::Sequential);
    LoadRecord run;
    run.figures.method = LoadMethod::Sequential;
    for (const auto& [device, peak] : schedule->predictedPeaks) {
        if (device.isGpu()) {
            GpuLoadFigures figures;
            figures.device = device;
            figures.peakAllocated = peak.allocated;
            run.figures.devices.push_back(figures);
        }
    }
    run.figures.deviceMap = {{"emb", DeviceId::gpu(0)}, {"h.1", DeviceId::gpu(1)}};
    run.figures.peak.anon = schedule->predictedHostAnonBytes;
    const LessonFigures figures = lessonFigures(run, LessonSize::Small124M);
    const auto reasons = peakReasons(run, *schedule, figures);
    QCOMPARE(sumOf(reasons, Of::Vram), *figures.vram);
    std::set<DeviceId> told;
    for (const PeakReason& reason : reasons) {
        if (reason.of == Of::Vram && reason.kind == Kind::Weights) {
            QVERIFY(reason.device.has_value());
            told.insert(*reason.device);
        }
    }
    QCOMPARE(told.size(), std::size_t{2});
    const PeakReason* const onDisk = find(reasons, Kind::DiskPart);
    QVERIFY(onDisk != nullptr && onDisk->isRemark() && onDisk->bytes > 0);
    QVERIFY(find(reasons, Kind::CpuPart) != nullptr);
}

void PeakReasonsTest::whyRamDiffers_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<double>("filePages");
    QTest::addColumn<Kinds>("remarks");
    const auto weights = static_cast<double>(lessonWeightBytes(LessonSize::Xl1558M));
    // 6.29 GiB here, 4.4 there.
    QTest::newRow("naive") << QStringLiteral("naive") << 0.0 << Kinds{Kind::PublishedLower};
    // 6.29 and 6.3: nothing to explain.
    QTest::newRow("sequential") << QStringLiteral("sequential") << 0.0 << Kinds{};
    // A tensor here, 1.3 there.
    QTest::newRow("meta") << QStringLiteral("meta") << 0.0
                          << Kinds{Kind::PublishedHigher, Kind::PublishedMasks};
    // Pages of the map here and there, a little more of them here.
    QTest::newRow("mmap") << QStringLiteral("mmap") << weights
                          << Kinds{Kind::PublishedLower, Kind::PublishedFilePages};
    QTest::newRow("per-tensor") << QStringLiteral("per-tensor") << 0.0 << Kinds{};
    // Pages that are not of a map say nothing of the notebook's.
    QTest::newRow("per-tensor, pages") << QStringLiteral("per-tensor") << weights / 4
                                       << Kinds{Kind::PublishedLower, Kind::PublishedMasks};
}

void PeakReasonsTest::whyRamDiffers() {
    QFETCH(const QString, method);
    QFETCH(const double, filePages);
    QFETCH(const Kinds, remarks);
    const LoadMethod loaded = *loadMethodFromName(method.toStdString());
    const auto schedule = lessonSchedule(loaded, LessonSize::Xl1558M);
    const LoadRecord run = lessonRun(*schedule, filePages);
    const LessonFigures figures = lessonFigures(run, LessonSize::Xl1558M);
    const auto reasons = peakReasons(run, *schedule, figures);
    Kinds found;
    for (const PeakReason& reason : reasons) {
        if (reason.isRemark() && reason.kind != Kind::StateDictLater) {
            found.push_back(reason.kind);
        }
    }
    QVERIFY(found == remarks);
    // Whatever differs has a reason; what does not, has none.
    QCOMPARE(std::abs(*figures.ramDifference()) > kExplainedDifference, !remarks.empty());
    if (const PeakReason* const masks = find(reasons, Kind::PublishedMasks)) {
        QCOMPARE(masks->bytes, 48 * 1024.0 * 1024 * 4);
    }
    QCOMPARE(sumOf(reasons, Of::Ram), *figures.ram());
    // The same run of another size has nothing to be held against.
    const auto others = peakReasons(run, *schedule, lessonFigures(run, LessonSize::Small124M));
    QVERIFY(std::ranges::none_of(others, [](const PeakReason& reason) {
        return reason.isRemark() && reason.kind != Kind::StateDictLater;
    }));
}

void PeakReasonsTest::closeFiguresNeedNoReason() {
    const auto schedule = lessonSchedule(LoadMethod::Sequential, LessonSize::Xl1558M);
    LoadRecord run = lessonRun(*schedule, 0);
    const double published =
        *publishedFigures(LoadMethod::Sequential, LessonSize::Xl1558M).publishedRam;
    for (const double share : {0.951, 1.049}) {
        run.curves.hostAnon[1] = share * published;
        const auto figures = lessonFigures(run, LessonSize::Xl1558M);
        const auto reasons = peakReasons(run, *schedule, figures);
        QVERIFY(std::ranges::none_of(reasons, [](const PeakReason& reason) {
            return reason.isRemark() && reason.kind != Kind::StateDictLater;
        }));
    }
    run.curves.hostAnon[1] = 1.051 * published;
    const auto figures = lessonFigures(run, LessonSize::Xl1558M);
    QVERIFY(find(peakReasons(run, *schedule, figures), Kind::PublishedLower) != nullptr);
}

/// Samples 0.1 s apart are a reason only for what is shorter than that.
void PeakReasonsTest::samplesMissWhatIsShort() {
    const auto schedule = lessonSchedule(LoadMethod::Naive, LessonSize::Xl1558M);
    LoadRecord run = lessonRun(*schedule, 0);
    const auto lower = [&] {
        const auto figures = lessonFigures(run, LessonSize::Xl1558M);
        const auto reasons = peakReasons(run, *schedule, figures);
        const PeakReason* const found = find(reasons, Kind::PublishedLower);
        return found == nullptr ? PeakReason{} : *found;
    };
    const auto text = [&] { return QString::fromStdString(peakReasonText(lower())); };
    QCOMPARE(lower().seconds.value_or(0), 0.75);
    const double gap = *lessonFigures(run, LessonSize::Xl1558M).ram() - 4.4 * 1024 * 1024 * 1024;
    QVERIFY(std::abs(lower().bytes - gap) < 1);
    QVERIFY2(text().contains("0.75 s, too long for samples every 0.1 s to miss") &&
                 text().contains("baseline"),
             qPrintable(text()));
    run.curves.seconds = {0, 0.25, 0.3};
    QVERIFY2(text().contains(goldenText("lesson/0-05-s-which-samples-0-1-s-apart")) &&
                 !text().contains("baseline"),
             qPrintable(text()));
    run.curves = {};
    QVERIFY(!lower().seconds);
    QVERIFY2(!text().contains("is above"), qPrintable(text()));
}

void PeakReasonsTest::textsNameFigures_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind <= static_cast<int>(Kind::Other); ++kind) {
        const auto name = peakReasonName(static_cast<Kind>(kind));
        QTest::newRow(std::string(name).c_str()) << kind;
    }
}

void PeakReasonsTest::textsNameFigures() {
    QFETCH(const int, kind);
    PeakReason reason{static_cast<Kind>(kind), Of::Vram, 1536.0 * kMiB, {}, {}, DeviceId::gpu(1)};
    const QString text = QString::fromStdString(peakReasonText(reason));
    QVERIFY2(text.contains(QLatin1String("1.50 GiB")), qPrintable(text));
    QVERIFY2(text.startsWith(QLatin1String("VRAM of GPU 1: ")), qPrintable(text));
    QVERIFY2(text.endsWith(QLatin1Char('.')) && !text.contains(QLatin1Char('%')), qPrintable(text));
    reason.of = Of::Ram;
    reason.device = std::nullopt;
    reason.name = "tok_emb.weight";
    reason.seconds = 0.25;
    const QString named = QString::fromStdString(peakReasonText(reason));
    QVERIFY(named.startsWith(QLatin1String("RAM: ")));
    const bool isNamed = reason.kind == Kind::LargestTensor || reason.kind == Kind::LargestShard;
    QCOMPARE(named.contains(QLatin1String("(tok_emb.weight)")), isNamed);
    QCOMPARE(named.contains(QLatin1String("0.25 s")), reason.kind == Kind::PublishedLower);
}

QTEST_GUILESS_MAIN(PeakReasonsTest)
#include "tst_peak_reasons.moc"
