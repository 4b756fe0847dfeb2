// SPDX-License-Identifier: GPL-3.0-or-later
// The whole lesson on the smallest size, played in the window as a learner would: every step is
// predicted, run by the real stowagectl and answered; every row is held against the records of the
// runs and against the exact bytes of the allocator's table; the report is written.
#include "engine/load/staging_ring.h"
#include "tests/support/golden_text.h"
#include "tests/support/room.h"
#include "tests/widgets/lesson_window.h"
#include "tests/widgets/load_record_samples.h"
#include "widgets/document/document.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_parts.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = LessonStepState::State;
using Table = LessonTableModel;

constexpr int kLong = 120'000;

/// Allocated peaks of the 124M model, bytes: the two orders, with one tensor more, twice.
constexpr std::uint64_t kInApplyOrder = 706'701'312;
constexpr std::uint64_t kInTreeOrder = 707'225'600;
constexpr std::uint64_t kByNameInShards = 706'963'456;  // as safetensors' writer sorts them
constexpr std::uint64_t kWithLargestTensor = 861'890'560;
constexpr std::uint64_t kTwice = 1'414'975'488;

const std::map<LessonStep, std::set<std::uint64_t>>& exactPeaks() {
    static const std::map<LessonStep, std::set<std::uint64_t>> kPeaks{
        {LessonStep::Naive, {kTwice}},
        {LessonStep::Sequential, {kWithLargestTensor}},
        {LessonStep::Meta, {kTwice}},
        {LessonStep::Mmap, {kInTreeOrder}},
        {LessonStep::PerTensor, {kInApplyOrder}},
        {LessonStep::Sharded, {kByNameInShards}},
        {LessonStep::Streamed, {kInApplyOrder, kInTreeOrder}},
    };
    return kPeaks;
}

}  // namespace

class LessonPlayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void fromTheFirstStepToTheReport();
    void makingFilesSurvivesASecondClick_data();
    void makingFilesSurvivesASecondClick();

private:
    void chooseTheSetup(LessonWindow& f);
    void playStep(LessonWindow& f, LessonStep step);
    void checkRow(LessonWindow& f, LessonStep step);
    void stepThrough(LessonWindow& f);
    void checkReport(LessonWindow& f);
    void deleteFiles(LessonWindow& f);

    std::set<std::string> m_logits;  ///< of the steps on one GPU
};

void LessonPlayTest::chooseTheSetup(LessonWindow& f) {
    auto* sizes = f.child<QComboBox>("lesson_size");
    sizes->setFocus();
    QTest::keyClick(sizes, Qt::Key_Home);
    QVERIFY(f.lesson.waitUntilLooked());
    QCOMPARE(f.session().setup().size, LessonSize::Small124M);
    QCOMPARE(f.session().setup().kind, LessonSetup::Kind::Real);
    QVERIFY(f.text("lesson_files").startsWith(goldenText("window-lesson/no-model-files")));
}

void LessonPlayTest::playStep(LessonWindow& f, LessonStep step) {
    f.go(step);
    QVERIFY(f.child<QPushButton>("lesson_run")->isEnabled());
    if (methodOf(step)) {
        QCOMPARE(f.cell(step, Table::Vram), QString("–"));
        QTest::mouseClick(f.child<QPushButton>("lesson_predict"), Qt::LeftButton);
        LessonChart* chart = f.page()->charts()->vram();
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->rect().center());
        QVERIFY(f.session().step(step).guess.vram.has_value());
    }
    QSignalSpy live(&f.session(), &LessonSession::liveChanged);
    const LessonStepState& state = f.run(step, kLong);
    QVERIFY2(state.state == State::Done, describe(state));
    QVERIFY(!live.empty());
    if (methodOf(step)) {
        checkRow(f, step);
    }
    QTest::mouseClick(f.child<QWidget>("lesson_option_1"), Qt::LeftButton);
    QTest::mouseClick(f.child<QPushButton>("lesson_check"), Qt::LeftButton);
    QCOMPARE(f.session().step(step).answer, std::optional<int>(1));
}

void LessonPlayTest::checkRow(LessonWindow& f, LessonStep step) {
    // The record as the history keeps it, not the page's own copy.
    QVERIFY(waitUntilKept(f.lesson.runs));
    const LoadFigures& figures = f.lesson.runs.records().front()->figures;
    const LessonStepState& state = f.session().step(step);
    QCOMPARE(figures.method, *methodOf(step));
    QVERIFY(figures.verified.value_or(false));
    QVERIFY(figures.forward && figures.forward->agrees.value_or(false));
    const std::uint64_t peak = figures.devices.front().peakAllocated;
    if (const auto exact = exactPeaks().find(step); exact != exactPeaks().end()) {
        QVERIFY2(exact->second.contains(peak), std::to_string(peak).c_str());
        m_logits.insert(figures.forward->sha256);
    } else {
        QVERIFY(peak < kInApplyOrder / 2);  // a third of the model, and what passes
    }
    QCOMPARE(f.cell(step, Table::Vram), lessonGiB(static_cast<double>(peak)));
    QVERIFY(figures.hostAnon().has_value());
    QCOMPARE(f.cell(step, Table::RamAnonymous),
             lessonGiB(static_cast<double>(*figures.hostAnon())));
    QCOMPARE(f.cell(step, Table::Time), formatSeconds(*figures.seconds));
    QCOMPARE(f.cell(step, Table::Kind), QString("GPU simulated"));
    QVERIFY(!f.text("lesson_guess_result").isEmpty());
    QVERIFY(f.text("lesson_forward").contains("agree"));
    QVERIFY(f.text("lesson_result").contains("simulated"));
    QTest::mouseClick(f.child<QPushButton>("lesson_show_why"), Qt::LeftButton);
    QVERIFY(!f.cell(step, Table::Why).isEmpty());
    QVERIFY(!f.text("lesson_reasons").isEmpty());
    if (step == LessonStep::Streamed) {
        // The whole ring, whatever part of it so small a model needs.
        QVERIFY(*figures.hostAnon() >= kStagingBytes);
    }
    QVERIFY(state.figures.ramRss >= state.figures.ramAnonymous);
    const LessonChartContent& vram = f.page()->charts()->vram()->content();
    const LessonChartContent& ram = f.page()->charts()->ram()->content();
    const auto curve = std::ranges::find(vram.curves, step, &LessonCurve::step);
    QVERIFY(curve != vram.curves.end());
    QVERIFY(!vram.bands.empty());
    QVERIFY2(!vram.letters.empty() || !ram.letters.empty(), qPrintable(lessonStepTitle(step)));
    QCOMPARE(state.figures.vram, std::optional<double>(static_cast<double>(peak)));
}

void LessonPlayTest::stepThrough(LessonWindow& f) {
    f.go(LessonStep::PerTensor);
    const auto kept = f.lesson.runs.records().size();
    QTest::mouseClick(f.child<QPushButton>("lesson_step_through"), Qt::LeftButton);
    auto* step = f.child<QPushButton>("lesson_step_once");
    QTRY_VERIFY_WITH_TIMEOUT(step->isVisible() && step->isEnabled(), kLong);
    QVERIFY(!f.page()->charts()->vram()->isVisible());
    LoadController* stepper = f.session().stepper();
    const auto done = [stepper] { return stepper->progress().itemsDone; };
    const std::uint64_t before = done();
    QTest::mouseClick(step, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(done(), before + 1, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(step->isEnabled(), kLong);
    auto* speed = f.child<QSlider>("lesson_step_speed");
    speed->setFocus();
    QTest::keyClick(speed, Qt::Key_End);
    QCOMPARE(f.text("lesson_step_rate"), QString("real speed"));
    QTRY_COMPARE_WITH_TIMEOUT(stepper->state(), LoadState::Loaded, kLong);
    QTRY_COMPARE(f.text("lesson_stepping_where"),
                 QString(goldenText("window-lesson/everything-is-in-its-place")));
    QTest::mouseClick(f.child<QPushButton>("lesson_step_end"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!f.session().isStepping(), kLong);
    QCOMPARE(stepper->counters().allocatedBytes, std::uint64_t{0});
    QVERIFY(f.page()->charts()->vram()->isVisible());
    QCOMPARE(f.lesson.runs.records().size(), kept);  // it filled no row
}

void LessonPlayTest::checkReport(LessonWindow& f) {
    f.dialogs.answer = f.lesson.folder.filePath(QStringLiteral("report.html"));
    QSignalSpy exported(f.page(), &LessonPage::exported);
    QTest::mouseClick(f.child<QPushButton>("lesson_export"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, kLong);
    QFile html(f.dialogs.answer);
    QVERIFY(html.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(html.readAll());
    for (const LessonStep step : allLessonSteps().subspan(1)) {
        QVERIFY2(text.contains(f.cell(step, Table::Vram)), qPrintable(lessonStepTitle(step)));
    }
    QVERIFY(text.contains("simulated"));
    for (const QString& file : exported.front().front().toStringList()) {
        QVERIFY2(QFileInfo(file).size() > 0, qPrintable(file));
    }
}

void LessonPlayTest::deleteFiles(LessonWindow& f) {
    QVERIFY(f.session().keptBytes() > 0);
    QTest::mouseClick(f.child<QPushButton>("lesson_delete"), Qt::LeftButton);
    QTest::mouseClick(f.child<QPushButton>("lesson_delete_confirm"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.session().keptBytes(), std::uint64_t{0}, kLong);
    QTRY_VERIFY(f.text("lesson_files").startsWith(goldenText("window-lesson/no-model-files")));
    // What was measured stays.
    QCOMPARE(f.cell(LessonStep::Naive, Table::Vram), lessonGiB(static_cast<double>(kTwice)));
}

void LessonPlayTest::fromTheFirstStepToTheReport() {
    if (const QString why = whyNoRoom(); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    LessonWindow f;
    QVERIFY(f.enter());
    chooseTheSetup(f);
    for (const LessonStep step : allLessonSteps()) {
        playStep(f, step);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    QCOMPARE(f.lesson.runs.records().size(), allLessonSteps().size() - 1);
    QCOMPARE(m_logits.size(), std::size_t{1});  // the same model by every method
    QCOMPARE(f.page()->charts()->vram()->content().curves.size(), allLessonSteps().size() - 1);
    stepThrough(f);
    checkReport(f);
    deleteFiles(f);
}

void LessonPlayTest::makingFilesSurvivesASecondClick_data() {
    QTest::addColumn<LessonStep>("step");
    QTest::newRow("create the file") << LessonStep::Checkpoint;
    QTest::newRow("run, which creates it first") << LessonStep::Naive;
}

/// Cancel does not come below the pointer, the time goes on, and the header knows of the files as
/// soon as they are there.
void LessonPlayTest::makingFilesSurvivesASecondClick() {
    QFETCH(LessonStep, step);
    constexpr int kNearEdge = 20;  // where a shorter button would be, too
    LessonWindow f;
    f.window.resize(1680, 1050);
    QVERIFY(f.enter());
    chooseTheSetup(f);
    f.go(step);
    auto* run = f.child<QPushButton>("lesson_run");
    QVERIFY(run->isEnabled());
    for (const char* area : {"lesson_scroll", "lesson_step_scroll"}) {
        f.child<QScrollArea>(area)->ensureWidgetVisible(run, 0, run->height() * 3);
    }
    QSet<QString> times;
    QSet<QString> headers;
    connect(&f.session(), &LessonSession::liveChanged, this,
            [&] { times.insert(f.text("lesson_status").section(QStringLiteral(" · "), -1)); });
    connect(&f.session(), &LessonSession::changed, this, [&] {
        if (f.session().isRunning()) {
            headers.insert(f.text("lesson_files").section(u':', 0, 0));
        }
    });
    const QPoint there = run->mapTo(&f.window, QPoint(kNearEdge, run->height() / 2));
    QTest::mouseClick(f.window.windowHandle(), Qt::LeftButton, {}, there);
    QTRY_COMPARE(f.session().files(), LessonSession::Files::Making);
    QVERIFY(f.child<QPushButton>("lesson_cancel")->isVisible());
    QCoreApplication::processEvents();  // the page is laid out again
    QCOMPARE(f.window.childAt(there), run);
    QVERIFY(f.child<QPushButton>("lesson_cancel")->hasFocus());
    QTest::mouseClick(f.window.windowHandle(), Qt::LeftButton, {}, there);
    QTRY_VERIFY_WITH_TIMEOUT(!f.session().isRunning(), kLong);
    QCOMPARE(f.session().files(), LessonSession::Files::Ready);
    const LessonStepState& state = f.session().step(step);
    QVERIFY2(state.state == State::Done, describe(state));
    QVERIFY2(times.size() > 2, qPrintable(times.values().join(u'\n')));
    const QString told = headers.values().join(u'\n');
    QVERIFY2(headers.contains(QStringLiteral("Creating the model's files")), qPrintable(told));
    QVERIFY2(!methodOf(step) || headers.contains(QStringLiteral("Model files on this machine")),
             qPrintable(told));
    QTRY_VERIFY(f.text("lesson_files").startsWith(QStringLiteral("Model files on this machine")));
}

QTEST_MAIN(LessonPlayTest)
#include "tst_lesson_play.moc"
