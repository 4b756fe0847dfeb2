// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson's session where nothing large is loaded: setups, predictions, refusals, dry runs, what
// is cancelled and what cannot begin.
#include "tests/widgets/lesson_fixture.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/lesson/lesson_files.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_texts.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = LessonStepState::State;
using Kind = LessonSetup::Kind;

constexpr int kLong = 120'000;

LessonSetup dryXl() {
    LessonSetup setup;
    setup.size = LessonSize::Xl1558M;
    setup.kind = Kind::DryRun;
    return setup;
}

}  // namespace

class LessonSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void proposesTheLargestSizeThatFits();
    void remembersItsSetup();
    void setupsAsText_data();
    void setupsAsText();
    void foretellsEveryStep();
    void walksXlWithoutAByte();
    void walksOnAClockWhereOneIsKnown();
    void whatTheCardRefuses();
    void aGpuBelowTheModel();
    void setupsKeepTheirSteps();
    void guessesAndAnswers();
    void severalDevicesAllGetLayers_data();
    void severalDevicesAllGetLayers();
    void whatCannotBegin();
    void cancelledMakingLeavesNothing();
    void aDryRunHasNothingToStepThrough();
};

void LessonSessionTest::proposesTheLargestSizeThatFits() {
    LessonFixture f;
    QVERIFY(!f.session->isOpen());
    QSignalSpy changed(f.session.get(), &LessonSession::changed);
    QVERIFY(f.open());
    QVERIFY(!changed.empty());
    QCOMPARE(f.session->offers().size(), allLessonSizes().size());
    const auto proposed = proposedSize(f.session->offers());
    QVERIFY(proposed.has_value());
    QCOMPARE(f.session->setup().size, *proposed);
    QCOMPARE(f.session->files(), LessonSession::Files::Missing);
    QCOMPARE(f.session->keptBytes(), std::uint64_t{0});
    QCOMPARE(f.session->steps().size(), std::size_t{9});
    for (const LessonStepState& state : f.session->steps()) {
        QCOMPARE(state.state, State::NotRun);
        QVERIFY(state.run == nullptr && !state.figures.vram);
    }
    const auto count = changed.size();
    f.session->open();  // again: nothing happens
    QCOMPARE(changed.size(), count);
}

void LessonSessionTest::remembersItsSetup() {
    LessonFixture f;
    QVERIFY(f.open());
    LessonSetup setup;
    setup.size = LessonSize::Medium355M;
    setup.gpu = lessonGpu("6GiB:context=64MiB");
    setup.cache = PageCacheState::Warm;
    setup.kind = Kind::DryRun;
    QVERIFY(f.take(setup));
    f.makeSession(f.parts());
    QVERIFY(f.open());
    QCOMPARE(lessonSetupKey(f.session->setup()), lessonSetupKey(setup));
    // A real card that is gone is not remembered.
    setup.gpu.simulated = false;
    setup.gpu.uuid = "GPU-of-yesterday";
    auto parts = f.parts();
    parts.realGpus = {setup.gpu};
    f.makeSession(parts);
    QVERIFY(f.open());
    QVERIFY(f.take(setup));
    f.makeSession(parts);
    QVERIFY(f.open());
    QCOMPARE(f.session->setup().gpu.uuid, setup.gpu.uuid);
    f.makeSession(f.parts());
    QVERIFY(f.open());
    QVERIFY(f.session->setup().gpu.simulated);
}

void LessonSessionTest::setupsAsText_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<int>("cache");
    QTest::newRow("plain") << "16GiB" << 1;
    QTest::newRow("with a link") << "2GiB:used=256MiB:context=64MiB:link=12GB/s" << 0;
}

void LessonSessionTest::setupsAsText() {
    QFETCH(const QString, spec);
    QFETCH(const int, cache);
    QTemporaryDir folder;
    LessonSetup setup;
    setup.gpu = lessonGpu(spec.toStdString());
    setup.cache = static_cast<PageCacheState>(cache);
    {
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        QVERIFY(!savedLessonSetup(settings, {}).has_value());
        saveLessonSetup(settings, setup);
    }
    const QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
    const auto again = savedLessonSetup(settings, {});
    QVERIFY(again.has_value());
    QCOMPARE(lessonSetupKey(*again), lessonSetupKey(setup));
    QCOMPARE(again->gpu.linkBytesPerSecond, setup.gpu.linkBytesPerSecond);
    QCOMPARE(again->gpu.usedByOthers, setup.gpu.usedByOthers);
}

void LessonSessionTest::foretellsEveryStep() {
    LessonFixture f;
    QVERIFY(f.open());
    LessonSetup setup;
    QVERIFY(f.take(setup));
    const DeviceId gpu = DeviceId::gpu(0);
    for (const LessonStepState& state : f.session->steps()) {
        if (!methodOf(state.step)) {
            QVERIFY(state.preflight.peaks.empty());
            continue;
        }
        QVERIFY2(state.preflight.refusal.empty(), state.preflight.refusal.english().c_str());
        QVERIFY(state.preflight.peaks.at(gpu).allocated > 0);
        QVERIFY(!state.preflight.seconds.has_value());  // nothing is calibrated
        QVERIFY(state.schedule != nullptr);
    }
    const auto peakOf = [&](LessonStep step) {
        return f.session->step(step).preflight.peaks.at(gpu).allocated;
    };
    // The exact bytes of the allocator's model for 124M.
    QCOMPARE(peakOf(LessonStep::Naive), std::uint64_t{1'414'975'488});
    QCOMPARE(peakOf(LessonStep::Sequential), std::uint64_t{861'890'560});
    QCOMPARE(peakOf(LessonStep::Meta), std::uint64_t{1'414'975'488});
    QCOMPARE(peakOf(LessonStep::Mmap), std::uint64_t{707'225'600});
    QCOMPARE(peakOf(LessonStep::PerTensor), std::uint64_t{706'701'312});
    // Safetensors shards are mapped: the files are predicted as they will be.
    QCOMPARE(*f.session->step(LessonStep::Sharded).preflight.hostAnonBytes, std::uint64_t{0});
    QVERIFY(!f.session->step(LessonStep::Naive).figures.publishedVram.has_value());
    QVERIFY(!f.session->step(LessonStep::SeveralDevices).figures.publishedVram.has_value());
    QCOMPARE(f.bytesInFolder(), std::uint64_t{0});
}

void LessonSessionTest::walksXlWithoutAByte() {
    LessonFixture f;
    QVERIFY(f.open());
    QVERIFY(f.take(dryXl()));
    const std::vector<std::pair<LessonStep, double>> expected{
        {LessonStep::Naive, 13'777'883'136.0},    {LessonStep::Sequential, 7'210'340'864.0},
        {LessonStep::Meta, 13'777'883'136.0},     {LessonStep::Mmap, 6'889'187'328.0},
        {LessonStep::PerTensor, 6'888'695'808.0},
    };
    for (const auto& [step, vram] : expected) {
        const LessonStepState& state = f.run(step);
        QVERIFY2(state.state == State::Done, describe(state));
        QVERIFY(state.run != nullptr && state.run->figures.dryRun);
        QCOMPARE(*state.figures.vram, vram);
        QVERIFY(!state.figures.seconds.has_value());
        QVERIFY(!state.reasons.empty());
        // Without a calibration the axis counts bytes, and it is said.
        QVERIFY2(state.sentence.contains("moved bytes instead of seconds"),
                 qUtf8Printable(state.sentence));
        const LoadCurves& curves = state.run->curves;
        QCOMPARE(*std::ranges::max_element(curves.devices.front().allocated), vram);
        QVERIFY(std::ranges::is_sorted(curves.seconds));
        QVERIFY(curves.seconds.back() >= 6.28);  // the file's GiB, once at least
        const auto& phases = state.run->figures.phases;
        QVERIFY(!phases.empty() && phases.back().end <= curves.seconds.back() + 1e-9);
    }
    const LessonStepState& mapped = f.session->step(LessonStep::Mmap);
    QVERIFY(*mapped.figures.ramRss > *mapped.figures.ramAnonymous + 6e9);
    for (const LessonStep step : {LessonStep::Checkpoint, LessonStep::Sharded, LessonStep::Streamed,
                                  LessonStep::SeveralDevices}) {
        const LessonStepState& state = f.run(step);
        QVERIFY2(state.state == State::Done, describe(state));
    }
    // Nothing was written, kept or made.
    QVERIFY(f.runs.records().empty() && !f.runs.isBusy());
    QCOMPARE(f.bytesInFolder(), std::uint64_t{0});
    QCOMPARE(f.session->files(), LessonSession::Files::Missing);
}

void LessonSessionTest::walksOnAClockWhereOneIsKnown() {
    LessonFixture f;
    auto parts = f.parts();
    parts.rates = madeUpRates(f.folder.path());
    f.makeSession(parts);
    QVERIFY(f.open());
    QVERIFY(f.take(dryXl()));
    const LessonStepState& naive = f.session->step(LessonStep::Naive);
    QVERIFY(naive.preflight.seconds.value_or(0) > 1);
    const double foretold = *naive.preflight.seconds;
    const LessonStepState& state = f.run(LessonStep::Naive);
    QVERIFY2(state.state == State::Done, describe(state));
    QVERIFY2(state.sentence.isEmpty(), qUtf8Printable(state.sentence));
    QVERIFY(std::abs(state.run->curves.seconds.back() - foretold) < 0.01 * foretold);
    QVERIFY(!state.run->figures.seconds.has_value());  // walked, not measured
}

void LessonSessionTest::whatTheCardRefuses() {
    LessonFixture f;
    QVERIFY(f.open());
    LessonSetup setup = dryXl();
    setup.gpu = lessonGpu("8GiB");
    QVERIFY(f.take(setup));
    QVERIFY(!f.session->step(LessonStep::Naive).preflight.refusal.empty());
    const LessonStepState& naive = f.run(LessonStep::Naive);
    QCOMPARE(naive.state, State::Refused);
    QVERIFY(naive.run == nullptr);
    // What it needs, what there is, and what would do.
    QVERIFY2(naive.sentence.contains("GPU 0"), qUtf8Printable(naive.sentence));
    QVERIFY2(naive.sentence.contains("sequential"), qUtf8Printable(naive.sentence));
    QCOMPARE(f.run(LessonStep::Sequential).state, State::Done);
    // The same where files would be made: none is, since the pre-flight comes first.
    setup.kind = Kind::Real;
    QVERIFY(f.take(setup));
    QCOMPARE(f.run(LessonStep::Naive).state, State::Refused);
    QCOMPARE(f.bytesInFolder(), std::uint64_t{0});
}

/// Nothing spills to the CPU under a text that speaks of the GPU; the last step has its limits.
void LessonSessionTest::aGpuBelowTheModel() {
    LessonFixture f;
    QVERIFY(f.open());
    LessonSetup setup = dryXl();
    setup.gpu = lessonGpu("4GiB");
    QVERIFY(f.take(setup));
    for (const LessonStep step : allLessonSteps().subspan(1, 7)) {
        const LessonStepState& state = f.run(step);
        QVERIFY2(state.state == State::Refused, describe(state));
        QVERIFY(state.run == nullptr);
        for (const char* help :
             {"GPU 0", "4.00 GiB free", "larger GPU", "smaller model", "step 9"}) {
            QVERIFY2(state.sentence.contains(help), describe(state));
        }
        QVERIFY2(!state.sentence.contains("move layers"), describe(state));
    }
    const LessonStepState& several = f.run(LessonStep::SeveralDevices);
    QVERIFY2(several.state == State::Done, describe(several));
    const QString limits = severalDevicesLimits(several);
    QVERIFY2(limits.contains("GPU 0 ") && limits.contains("CPU ") && limits.contains("GiB") &&
                 !limits.contains("MiB"),
             qPrintable(limits));
    // A GPU that holds the model once: said which method fits it.
    setup.gpu = lessonGpu("8GiB");
    QVERIFY(f.take(setup));
    const LessonStepState& naive = f.run(LessonStep::Naive);
    QVERIFY2(naive.sentence.contains("“sequential” fits") && !naive.sentence.contains("step 9"),
             describe(naive));
}

void LessonSessionTest::setupsKeepTheirSteps() {
    LessonFixture f;
    QVERIFY(f.open());
    const LessonSetup xl = dryXl();
    LessonSetup small = xl;
    small.size = LessonSize::Small124M;
    QVERIFY(f.take(xl));
    QCOMPARE(f.run(LessonStep::Mmap).state, State::Done);
    f.session->setAnswer(LessonStep::Mmap, 2);
    const LoadHistory::Record run = f.session->step(LessonStep::Mmap).run;
    QVERIFY(f.take(small));
    QCOMPARE(f.session->step(LessonStep::Mmap).state, State::NotRun);
    QVERIFY(f.session->step(LessonStep::Mmap).run == nullptr);
    QVERIFY(!f.session->step(LessonStep::Mmap).answer.has_value());
    QVERIFY(f.take(xl));
    QCOMPARE(f.session->step(LessonStep::Mmap).state, State::Done);
    QCOMPARE(f.session->step(LessonStep::Mmap).run, run);
    QCOMPARE(*f.session->step(LessonStep::Mmap).answer, 2);
    QVERIFY(f.session->step(LessonStep::Mmap).figures.vram.has_value());
}

void LessonSessionTest::guessesAndAnswers() {
    LessonFixture f;
    QVERIFY(f.open());
    QSignalSpy changed(f.session.get(), &LessonSession::changed);
    QSignalSpy currentChanged(f.session.get(), &LessonSession::currentChanged);
    f.session->setGuess(LessonStep::Naive, {5e9, 1e9});
    f.session->setAnswer(LessonStep::Naive, 1);
    QCOMPARE(changed.size(), 2);
    QCOMPARE(*f.session->step(LessonStep::Naive).guess.vram, 5e9);
    QCOMPARE(*f.session->step(LessonStep::Naive).answer, 1);
    QCOMPARE(f.session->current(), LessonStep::Checkpoint);
    f.session->setCurrent(LessonStep::Mmap);
    f.session->setCurrent(LessonStep::Mmap);
    QCOMPARE(currentChanged.size(), 1);
    QCOMPARE(f.session->current(), LessonStep::Mmap);
}

void LessonSessionTest::severalDevicesAllGetLayers_data() {
    QTest::addColumn<int>("size");
    for (const LessonSize size : allLessonSizes()) {
        QTest::newRow(std::string(lessonSizeName(size)).c_str()) << static_cast<int>(size);
    }
}

void LessonSessionTest::severalDevicesAllGetLayers() {
    QFETCH(const int, size);
    LessonSetup setup;
    setup.size = static_cast<LessonSize>(size);
    setup.kind = Kind::DryRun;
    const auto tree = buildModuleTree(*describedLessonModel(setup.size));
    QVERIFY(tree.has_value());
    const auto plan = lessonPlan(setup, LessonStep::SeveralDevices, *tree);
    QVERIFY(plan.has_value());
    QCOMPARE((*plan)->placements.size(), std::size_t{3});
    const auto all = static_cast<double>(lessonWeightBytes(setup.size));
    double sum = 0;
    for (const DevicePlacement& placement : (*plan)->placements) {
        QVERIFY2(placement.weights > 0.15 * all, deviceName(placement.device.id).c_str());
        sum += placement.weights;
    }
    QCOMPARE(sum, all);
    // A GPU too small for any layer is told, with what it has.
    setup.gpu = lessonGpu("1MiB");
    const auto none = lessonPlan(setup, LessonStep::SeveralDevices, *tree);
    QVERIFY(!none.has_value());
    QVERIFY(none.error().message.english().find("GPU 0") != std::string::npos);
}

void LessonSessionTest::whatCannotBegin() {
    LessonFixture f;
    auto parts = f.parts();
    parts.program = QStringLiteral("/no/such/stowagectl");
    f.makeSession(parts);
    QVERIFY(f.open());
    QVERIFY(f.take(LessonSetup()));
    const LessonStepState& naive = f.run(LessonStep::Naive);
    QCOMPARE(naive.state, State::Failed);
    QVERIFY2(naive.sentence.contains("/no/such/stowagectl"), qUtf8Printable(naive.sentence));
    QCOMPARE(f.bytesInFolder(), std::uint64_t{0});
    // A folder that cannot be.
    QFile file(f.folder.filePath("taken"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    parts = f.parts();
    parts.folder = f.folder.filePath("taken/lesson");
    f.makeSession(parts);
    QVERIFY(f.open());
    QVERIFY(f.take(LessonSetup()));
    QSignalSpy notice(f.session.get(), &LessonSession::notice);
    const LessonStepState& first = f.run(LessonStep::Checkpoint);
    QCOMPARE(first.state, State::Failed);
    QVERIFY2(first.sentence.contains("taken/lesson"), qUtf8Printable(first.sentence));
    QCOMPARE(notice.size(), 1);
}

void LessonSessionTest::cancelledMakingLeavesNothing() {
    LessonFixture f;
    QVERIFY(f.open());
    QVERIFY(f.take(LessonSetup()));
    f.session->run(LessonStep::Checkpoint);
    QVERIFY(f.session->isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(f.session->files(), LessonSession::Files::Making, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(f.session->makeProgress() > 0, kLong);
    QVERIFY(f.session->makeProgress() < 1);
    QSignalSpy notice(f.session.get(), &LessonSession::notice);
    f.session->deleteFiles();
    f.session->setSetup(dryXl());
    QCOMPARE(notice.size(), 2);  // neither while something runs
    QCOMPARE(f.session->setup().size, LessonSize::Small124M);
    f.session->cancelMaking();
    f.session->cancelMaking();  // twice does no harm
    QVERIFY(f.waitUntilLooked());
    QCOMPARE(f.session->step(LessonStep::Checkpoint).state, State::Cancelled);
    QCOMPARE(f.session->files(), LessonSession::Files::Missing);
    QCOMPARE(f.bytesInFolder(), std::uint64_t{0});
}

void LessonSessionTest::aDryRunHasNothingToStepThrough() {
    LessonFixture f;
    QVERIFY(f.open());
    QVERIFY(f.take(dryXl()));
    QSignalSpy notice(f.session.get(), &LessonSession::notice);
    f.session->startStepping(LessonStep::Naive);
    QCOMPARE(notice.size(), 1);
    QVERIFY(!f.session->isStepping());
    QVERIFY(f.session->stepper() == nullptr);
}

QTEST_MAIN(LessonSessionTest)
#include "tst_lesson_session.moc"
