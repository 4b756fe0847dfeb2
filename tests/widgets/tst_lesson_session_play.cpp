// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the lesson on the smallest size, by the real stowagectl: files, runs, cancel, stepping.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/program/load_schedule.h"
#include "tests/support/golden_text.h"
#include "tests/support/job_processes.h"
#include "tests/support/room.h"
#include "tests/widgets/lesson_fixture.h"
#include "tests/widgets/load_record_samples.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/document.h"
#include "widgets/lesson/lesson_files.h"
#include "widgets/lesson/lesson_texts.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <signal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = LessonStepState::State;

constexpr int kLong = 120'000;
/// So slow a link that a load has a middle.
const char* const kSlowGpu = "16GiB:link=20MB/s";

bool isAlive(qint64 pid) {
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

}  // namespace

/// One lesson in one folder: the functions run in this order and share the files.
class LessonSessionPlayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void filesAreMadeOnce();
    void stepsAreWhatTheRecordsSay_data();
    void stepsAreWhatTheRecordsSay();
    void severalDevicesReallyHoldTheirParts();
    void aRamLimitShowsWhatDies();
    void curvesGrowWhileItRuns();
    void cancelLeavesNothing();
    void aDamagedFileIsMadeAnew();
    void wrongWeightsFailTheStep();
    void goesThroughALoadTensorByTensor();
    void filesGoWhenAsked();
    void whatWasPlayedIsBack();
    void cleanupTestCase() { m_lesson.reset(); }

private:
    std::unique_ptr<LessonFixture> m_lesson;
    std::string m_logits;  ///< SHA-256 of the first step's
};

void LessonSessionPlayTest::initTestCase() {
    failOnWarnings();
    if (const QString why = whyNoRoom(); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    m_lesson = std::make_unique<LessonFixture>();
    QVERIFY(m_lesson->open());
    QVERIFY(m_lesson->take(LessonSetup()));
}

void LessonSessionPlayTest::filesAreMadeOnce() {
    LessonSession& session = *m_lesson->session;
    QSignalSpy live(&session, &LessonSession::liveChanged);
    const LessonStepState& first = m_lesson->run(LessonStep::Checkpoint);
    QVERIFY2(first.state == State::Done, describe(first));
    QVERIFY(!live.empty());
    QVERIFY(m_lesson->waitUntilLooked());
    QCOMPARE(session.files(), LessonSession::Files::Ready);
    QTRY_VERIFY(session.keptBytes() > lessonWeightBytes(LessonSize::Small124M));
    QVERIFY(m_lesson->runs.records().empty());  // nothing was loaded
    const LessonFileStore files(m_lesson->parts().folder.toStdString());
    const QString path =
        QString::fromStdString(files.find(LessonSize::Small124M, LessonForm::Whole).value_or(""));
    QVERIFY(path.endsWith("/model.pth"));
    const QDateTime written = QFileInfo(path).lastModified();
    QCOMPARE(m_lesson->run(LessonStep::Checkpoint).state, State::Done);
    QCOMPARE(QFileInfo(path).lastModified(), written);
}

void LessonSessionPlayTest::stepsAreWhatTheRecordsSay_data() {
    QTest::addColumn<int>("step");
    QTest::addColumn<quint64>("vram");
    const auto row = [](LessonStep step, quint64 vram) {
        QTest::newRow(std::string(lessonStepName(step)).c_str()) << static_cast<int>(step) << vram;
    };
    row(LessonStep::Naive, 1'414'975'488);
    row(LessonStep::PerTensor, 706'701'312);
    row(LessonStep::Sharded, 706'963'456);
}

void LessonSessionPlayTest::stepsAreWhatTheRecordsSay() {
    QFETCH(const int, step);
    QFETCH(const quint64, vram);
    const LessonStepState& state = m_lesson->run(static_cast<LessonStep>(step));
    QVERIFY2(state.state == State::Done, describe(state));
    const LoadFigures& figures = state.run->figures;
    QCOMPARE(figures.method, *methodOf(state.step));
    QCOMPARE(figures.devices.front().peakAllocated, std::uint64_t{vram});
    QCOMPARE(*state.figures.vram, static_cast<double>(vram));
    QCOMPARE(state.figures.seconds, figures.seconds);
    QVERIFY(figures.verified.value_or(false));
    QVERIFY(figures.forward && figures.forward->agrees.value_or(false));
    m_logits = m_logits.empty() ? figures.forward->sha256 : m_logits;
    QCOMPARE(figures.forward->sha256, m_logits);  // the same by every method
    QCOMPARE(state.run->cache, std::string("cold"));
    QVERIFY(!state.figures.publishedVram.has_value());  // XL alone was published
    double sum = 0;
    for (const PeakReason& reason : state.reasons) {
        sum += reason.of == PeakReason::Of::Vram && !reason.isRemark() ? reason.bytes : 0;
    }
    QVERIFY(std::abs(sum - static_cast<double>(vram)) < 1);
    QVERIFY(waitUntilKept(m_lesson->runs));
    const LoadHistory::Record kept = m_lesson->runs.records().front();
    QCOMPARE(jsonText(*kept->loadObject), jsonText(*state.run->loadObject));
    QCOMPARE(kept->comparison, m_lesson->runs.records().back()->comparison);
    QVERIFY(!kept->comparison.empty());
}

void LessonSessionPlayTest::severalDevicesReallyHoldTheirParts() {
    const LessonStepState& state = m_lesson->run(LessonStep::SeveralDevices);
    QVERIFY2(state.state == State::Done, describe(state));
    const LoadFigures& figures = state.run->figures;
    const auto all = static_cast<double>(lessonWeightBytes(LessonSize::Small124M));
    const auto onGpu = static_cast<double>(figures.devices.front().finalAllocated);
    QVERIFY(onGpu > 0.2 * all && onGpu < 0.5 * all);
    std::set<DeviceKind> kinds;
    for (const auto& [path, device] : figures.deviceMap) {
        kinds.insert(device.kind);
    }
    QCOMPARE(kinds.size(), std::size_t{3});
    QVERIFY(figures.forward->bytesMoved > 0);
    QVERIFY(!state.figures.publishedVram.has_value());
}

/// "With little RAM mmap takes less": one step dies at the limit, the other one is done under it.
void LessonSessionPlayTest::aRamLimitShowsWhatDies() {
    LessonSetup setup;
    setup.ramLimit = lessonWeightBytes(LessonSize::Small124M) / 2;
    QVERIFY(m_lesson->take(setup));
    const LessonStepState& naive = m_lesson->run(LessonStep::Naive);
    QCOMPARE(naive.state, State::Failed);
    QVERIFY2(naive.sentence.contains(QString(goldenText("load/its-limit-is-335-0-mib"))),
             describe(naive));
    QVERIFY2(naive.sentence.contains(QLatin1String("The load method \"meta\" fits")),
             describe(naive));
    QVERIFY(!naive.figures.vram.has_value());  // no row of a load that did not end
    QVERIFY2(naive.sentence.contains(QString(goldenText("window-lesson/it-was-stopped-at"))),
             describe(naive));
    // Its curve is kept, up to the limit.
    QVERIFY(naive.stoppedRun != nullptr && !naive.stoppedRun->curves.isEmpty());
    const LessonStepState& mapped = m_lesson->run(LessonStep::Mmap);
    QVERIFY2(mapped.state == State::Done, describe(mapped));
    const QString held = lessonResultText(mapped, setup);
    QVERIFY2(held.endsWith(QLatin1String("within the RAM limit of 335.0 MiB")), qPrintable(held));
    QVERIFY(m_lesson->take(LessonSetup()));
}

void LessonSessionPlayTest::curvesGrowWhileItRuns() {
    LessonSession& session = *m_lesson->session;
    LessonSetup setup;
    setup.gpu = lessonGpu(kSlowGpu);
    QVERIFY(m_lesson->take(setup));
    session.run(LessonStep::Streamed);
    QCOMPARE(session.step(LessonStep::Streamed).state, State::Preparing);
    QTRY_VERIFY_WITH_TIMEOUT(session.step(LessonStep::Streamed).state != State::Preparing, kLong);
    QVERIFY2(session.isRunning(), describe(session.step(LessonStep::Streamed)));
    QCOMPARE(*session.running(), LessonStep::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(session.liveCurves().seconds.size() > 5, kLong);
    const std::size_t before = session.liveCurves().seconds.size();
    const std::uint64_t bytes = session.progress().bytesDone;
    QTRY_VERIFY_WITH_TIMEOUT(session.liveCurves().seconds.size() > before + 5, kLong);
    QVERIFY(session.progress().bytesDone > bytes);
    QVERIFY(session.elapsedSeconds() > 0);
    session.run(LessonStep::Naive);  // one at a time
    QCOMPARE(session.step(LessonStep::Naive).state, State::NotRun);
    QSignalSpy notice(&session, &LessonSession::notice);
    session.startStepping(LessonStep::Naive);
    QCOMPARE(notice.size(), 1);
    QVERIFY(!session.isStepping());
}

void LessonSessionPlayTest::cancelLeavesNothing() {
    LessonSession& session = *m_lesson->session;
    QVERIFY(session.isRunning());
    QVERIFY(waitUntilKept(m_lesson->runs));
    const auto kept = m_lesson->runs.records().size();
    const qint64 process = jobProcess();
    QVERIFY(process > 0 && isAlive(process));
    session.cancel();
    session.cancel();
    QVERIFY(m_lesson->waitUntilLooked());
    QCOMPARE(session.step(LessonStep::Streamed).state, State::Cancelled);
    QVERIFY(session.step(LessonStep::Streamed).run == nullptr);
    QVERIFY(!isAlive(process));
    QCOMPARE(jobProcess(), 0);
    QCOMPARE(m_lesson->runs.records().size(), kept);
    // Only the sizes' folders are left, no folder of a run.
    QCOMPARE(QDir(m_lesson->parts().folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{"124M"});
}

void LessonSessionPlayTest::aDamagedFileIsMadeAnew() {
    const LessonFileStore files(m_lesson->parts().folder.toStdString());
    const std::string path = *files.find(LessonSize::Small124M, LessonForm::Shards);
    QFile file(QString::fromStdString(path));
    QVERIFY(file.resize(file.size() / 2));
    QVERIFY(!files.find(LessonSize::Small124M, LessonForm::Shards).has_value());
    QVERIFY(files.find(LessonSize::Small124M, LessonForm::Whole).has_value());
    const auto again = files.make(LessonSize::Small124M, LessonForm::Shards, {}, {});
    QVERIFY(again.has_value());
    QCOMPARE(*files.find(LessonSize::Small124M, LessonForm::Shards), *again);
}

/// A file of the right size with a weight that is not the model's: every byte of it is loaded
/// faithfully, and the forward pass still tells.
void LessonSessionPlayTest::wrongWeightsFailTheStep() {
    QVERIFY(m_lesson->take(LessonSetup()));
    const LessonFileStore files(m_lesson->parts().folder.toStdString());
    const std::string path = *files.find(LessonSize::Small124M, LessonForm::Whole);
    const auto checkpoint = openCheckpoint(path);
    QVERIFY(checkpoint.has_value());
    const auto largest =
        std::ranges::find((*checkpoint)->tensors, "out_head.weight", &StoredTensor::name);
    QVERIFY(largest != (*checkpoint)->tensors.end());
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>(largest->location.offset)));
    const QByteArray before = file.read(4096);
    QVERIFY(file.seek(static_cast<qint64>(largest->location.offset)));
    file.write(QByteArray(4096, '\0'));
    file.close();
    const LessonStepState& state = m_lesson->run(LessonStep::Mmap);
    QCOMPARE(state.state, State::Failed);
    QVERIFY2(!state.sentence.isEmpty(), "it must say why");
    QVERIFY(state.run != nullptr);
    QCOMPARE(state.run->figures.forward->agrees.value_or(true), false);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>(largest->location.offset)));
    file.write(before);
    file.close();
    const LessonStepState& mended = m_lesson->run(LessonStep::Mmap);
    QVERIFY2(mended.state == State::Done, describe(mended));
}

void LessonSessionPlayTest::goesThroughALoadTensorByTensor() {
    LessonSession& session = *m_lesson->session;
    QVERIFY(waitUntilKept(m_lesson->runs));
    const auto kept = m_lesson->runs.records().size();
    session.startStepping(LessonStep::PerTensor);
    QVERIFY(session.isStepping());
    LoadController* stepper = session.stepper();
    QVERIFY(stepper != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(stepper->state(), LoadState::Paused, kLong);
    QCOMPARE(stepper->schedule()->method, LoadMethod::PerTensor);
    QVERIFY(!stepper->document()->plan()->map.empty());
    const std::uint64_t begun = stepper->progress().itemsDone;
    session.stepOnce();
    QTRY_COMPARE(stepper->progress().itemsDone, begun + 1);
    session.stepOnce();
    session.stepOnce();
    QTRY_COMPARE(stepper->progress().itemsDone, begun + 3);
    session.run(LessonStep::Naive);  // its memory is taken: told, not done
    QVERIFY(!session.isRunning());
    session.setStepRate(40);
    QTRY_VERIFY(stepper->progress().itemsDone > begun + 10);
    session.setStepRate(0);
    QCOMPARE(stepper->state(), LoadState::Paused);
    session.setStepRate(std::numeric_limits<double>::infinity());
    QTRY_COMPARE_WITH_TIMEOUT(stepper->state(), LoadState::Loaded, kLong);
    QCOMPARE(stepper->finishedLoads().back().report->devices.front().peakAllocated,
             std::uint64_t{706'701'312});
    session.endStepping();
    QTRY_VERIFY_WITH_TIMEOUT(!session.isStepping(), kLong);
    QCOMPARE(stepper->counters().allocatedBytes, std::uint64_t{0});
    // Begun and ended before its time, by another method.
    session.setStepRate(0);
    session.startStepping(LessonStep::Naive);
    QTRY_COMPARE_WITH_TIMEOUT(stepper->state(), LoadState::Paused, kLong);
    QCOMPARE(stepper->schedule()->method, LoadMethod::Naive);
    session.endStepping();
    QTRY_VERIFY_WITH_TIMEOUT(!session.isStepping(), kLong);
    QCOMPARE(stepper->counters().liveTensors, std::size_t{0});
    // Nothing of it is a run, or fills a row.
    QVERIFY(m_lesson->waitUntilLooked());
    QCOMPARE(m_lesson->runs.records().size(), kept);
}

void LessonSessionPlayTest::filesGoWhenAsked() {
    LessonSession& session = *m_lesson->session;
    QVERIFY(session.keptBytes() > 3 * lessonWeightBytes(LessonSize::Small124M));
    QVERIFY(session.keptBytes() >= m_lesson->bytesInFolder());
    session.deleteFiles();
    QCOMPARE(session.files(), LessonSession::Files::Unknown);
    QVERIFY(m_lesson->waitUntilLooked());
    QCOMPARE(session.files(), LessonSession::Files::Missing);
    QCOMPARE(session.keptBytes(), std::uint64_t{0});
    QCOMPARE(m_lesson->bytesInFolder(), std::uint64_t{0});
    // What was measured stays.
    QCOMPARE(session.step(LessonStep::Checkpoint).state, State::NotRun);
    QCOMPARE(session.step(LessonStep::Naive).state, State::Done);
    QVERIFY(session.step(LessonStep::Naive).run != nullptr);
}

/// Another window, another day: rows, guesses and answers are those of the runs that are kept.
void LessonSessionPlayTest::whatWasPlayedIsBack() {
    m_lesson->session->setGuess(LessonStep::Naive, {1e9, 2e9});
    m_lesson->session->setAnswer(LessonStep::Naive, 1);
    const LessonStepState before = m_lesson->session->step(LessonStep::Naive);
    m_lesson->makeSession(m_lesson->parts());
    QVERIFY(m_lesson->open());
    LessonSession& session = *m_lesson->session;
    QTRY_COMPARE(session.step(LessonStep::Naive).state, State::Done);
    const LessonStepState& naive = session.step(LessonStep::Naive);
    QCOMPARE(naive.figures.vram, before.figures.vram);
    QCOMPARE(jsonText(*naive.run->loadObject), jsonText(*before.run->loadObject));
    QCOMPARE(naive.reasons.size(), before.reasons.size());
    QCOMPARE(*naive.guess.ram, 2e9);
    QCOMPARE(*naive.answer, 1);
    QCOMPARE(session.step(LessonStep::SeveralDevices).state, State::Done);
    QCOMPARE(session.step(LessonStep::Streamed).state, State::NotRun);  // it was cancelled
    // For the next learner everything is empty, today and tomorrow.
    const auto kept = m_lesson->runs.records().size();
    session.startOver();
    QVERIFY(m_lesson->waitUntilLooked());
    QVERIFY(session.step(LessonStep::Naive).run == nullptr);
    QVERIFY(!session.step(LessonStep::Naive).answer.has_value());
    m_lesson->makeSession(m_lesson->parts());
    QVERIFY(m_lesson->open());
    QVERIFY(m_lesson->session->step(LessonStep::Naive).run == nullptr);
    QCOMPARE(m_lesson->runs.records().size(), kept);
}

QTEST_MAIN(LessonSessionPlayTest)
#include "tst_lesson_session_play.moc"
