// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson as a learner and a lecturer use it: peaks are predicted before anything tells them,
// what was done can be begun again and brought back, code and folder are the learner's, and a
// projector's page scrolls as one.
#include "tests/widgets/lesson_window.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_inputs.h"
#include "widgets/lesson/lesson_parts.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/support/formats.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = LessonStepState::State;
using Table = LessonTableModel;

constexpr int kLong = 120'000;
constexpr double kGiBytes = 1024.0 * 1024 * 1024;

/// Every word that the page shows: labels, cards, cells and tooltips of those.
QStringList wordsOf(const LessonWindow& f) {
    QStringList words;
    for (const QLabel* label : f.page()->findChildren<QLabel*>()) {
        if (label->isVisibleTo(f.page())) {
            words.append(label->text());
        }
    }
    for (const LessonCard* card : f.page()->strip()->cards()) {
        words += card->texts().figures;
        words += QStringList{card->toolTip(), card->accessibleDescription()};
    }
    const LessonTableModel* rows = f.page()->table()->rows();
    for (int row = 0; row < rows->rowCount(); ++row) {
        for (int column = 0; column < rows->columnCount(); ++column) {
            const QModelIndex index = rows->index(row, column);
            words += QStringList{index.data().toString(), index.data(Qt::ToolTipRole).toString()};
        }
    }
    return words;
}

QAction* action(const LessonWindow& f, const char* name) {
    return f.child<QAction>(name);
}

}  // namespace

class LessonLearnerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void sizesAreTyped_data();
    void sizesAreTyped();
    void nothingTellsWhatIsToBePredicted();
    void digitsGoIntoTheFields();
    void guessesAreKept();
    void noGuessAfterTheRun();
    void theExplanationComesIntoView_data();
    void theExplanationComesIntoView();
    void startingOverAsksAndCanBeUndone();
    void startingOverNamesTheHistory();
    void aRunAfterStartingOverStays();
    void theToolBarLeavesTheBoardAlone();
    void curvesOfOneStep();
    void codeIsCopiedAndSaved();
    void theFolderIsChosen();
    void filesOfAnEarlierFolderCount();
    void itReopensWhereOneLeft();
    void theReportHasANameAndDrawings();
    void barsShareAScaleAndAUnit_data();
    void barsShareAScaleAndAUnit();
    void aProjectorsPageScrollsAsOne_data();
    void aProjectorsPageScrollsAsOne();

public Q_SLOTS:
    void openUrl(const QUrl& url) { m_opened = url; }

private:
    QUrl m_opened;
};

void LessonLearnerTest::sizesAreTyped_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("bytes");  // below 0: no size
    QTest::newRow("GiB") << "12.5" << 12.5 * kGiBytes;
    QTest::newRow("a comma") << "0,5" << 0.5 * kGiBytes;
    QTest::newRow("with a unit") << "700 MiB" << 700.0 * 1024 * 1024;
    QTest::newRow("nothing") << "" << -1.0;
    QTest::newRow("a word") << "much" << -1.0;
    QTest::newRow("below nothing") << "-1" << -1.0;
    QTest::newRow("no end") << "inf" << -1.0;
}

void LessonLearnerTest::sizesAreTyped() {
    QFETCH(const QString, text);
    QFETCH(const double, bytes);
    QCOMPARE(guessFromText(text).value_or(-1), bytes);
}

void LessonLearnerTest::nothingTellsWhatIsToBePredicted() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    for (const LessonStep step : allLessonSteps().subspan(1)) {
        f.go(step);
        const MethodPreflight& preflight = f.session().step(step).preflight;
        const double vram = static_cast<double>(preflight.peaks.at(DeviceId::gpu(0)).allocated);
        const QStringList words = wordsOf(f);
        // Figures as cards and sentences write them; the model's own size is no secret.
        const QString figure = QString::number(vram / kGiBytes, 'f', 2);
        const QString all = words.join(u'\n');
        QVERIFY2(!all.contains(figure), qPrintable(lessonStepTitle(step) + ": " + figure));
        // Limits are what a prediction starts from.
        QCOMPARE(f.text("lesson_fact"), severalDevicesLimits(f.session().step(step)));
        QVERIFY(!f.child<QLabel>("lesson_question")->isVisible());
        QCOMPARE(f.cell(step, Table::PublishedVram), QString("–"));
        QCOMPARE(f.cell(step, Table::PublishedRam), QString("–"));
        // Nor do the axes: both have the same room for every step.
        const LessonCharts& charts = *f.page()->charts();
        QCOMPARE(charts.ram()->content().leastHeight, charts.vram()->content().leastHeight);
    }
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    QVERIFY(!f.child<QLabel>("lesson_fact")->isVisible());  // it answers the question
    QVERIFY(f.child<QLabel>("lesson_question")->isVisible());
}

void LessonLearnerTest::digitsGoIntoTheFields() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    f.go(LessonStep::Naive);
    auto* predict = f.child<QPushButton>("lesson_predict");
    QTest::mouseClick(predict, Qt::LeftButton);
    auto* vram = f.child<QLineEdit>("lesson_guess_vram");
    auto* ram = f.child<QLineEdit>("lesson_guess_ram");
    QVERIFY(vram->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), "12");
    QCOMPARE(f.session().current(), LessonStep::Naive);
    QCOMPARE(vram->text(), QString("12"));
    QCOMPARE(f.session().step(LessonStep::Naive).guess.vram, std::optional(12 * kGiBytes));
    // Wherever the keyboard is on the page.
    predict->setFocus();
    QTest::keyClick(predict, Qt::Key_5);
    QVERIFY(vram->hasFocus());
    QCOMPARE(vram->text(), QString("5"));
    LessonChart* chart = f.page()->charts()->ram();
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_3);
    QVERIFY(ram->hasFocus());
    QCOMPARE(ram->text(), QString("3"));
    QCOMPARE(f.session().current(), LessonStep::Naive);
    QCOMPARE(chart->content().guess, 3 * kGiBytes);
    // A marker that is moved writes the field.
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Home);
    QCOMPARE(ram->text(), QString("0.00"));
    // What is no size is marked, and no guess.
    vram->setFocus();
    vram->selectAll();
    QTest::keyClicks(vram, "much");
    QVERIFY(vram->property("invalid").toBool());
    QCOMPARE(vram->text(), QString("much"));
    QVERIFY(!f.session().step(LessonStep::Naive).guess.vram);
    // Nobody predicts: numbers go to steps again.
    QTest::mouseClick(predict, Qt::LeftButton);
    QTest::keyClick(predict, Qt::Key_5);
    QCOMPARE(f.session().current(), LessonStep::Mmap);
}

void LessonLearnerTest::guessesAreKept() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    f.go(LessonStep::Meta);
    QTest::mouseClick(f.child<QPushButton>("lesson_predict"), Qt::LeftButton);
    auto* vram = f.child<QLineEdit>("lesson_guess_vram");
    auto* ram = f.child<QLineEdit>("lesson_guess_ram");
    QTest::keyClicks(vram, "6");
    QTest::keyClick(vram, Qt::Key_Return);
    QVERIFY(ram->hasFocus());
    QTest::keyClicks(ram, "1");
    QTest::keyClick(ram, Qt::Key_Return);
    const auto& guesses = f.session().step(LessonStep::Meta).guesses;
    QCOMPARE(guesses.size(), std::size_t{1});
    QVERIFY2(f.text("lesson_guess").contains("Guesses entered: VRAM 6.00 GiB, RAM 1.00 GiB."),
             qPrintable(f.text("lesson_guess")));
    vram->setFocus();
    vram->selectAll();
    QTest::keyClicks(vram, "12");
    QVERIFY(f.run(LessonStep::Meta, kLong).state == State::Done);
    // What stood there when the step was run counts, too; the second time it is the same one.
    QCOMPARE(guesses.size(), std::size_t{2});
    QCOMPARE(guesses.back().vram, std::optional(12 * kGiBytes));
    QVERIFY(f.text("lesson_guess_result").contains("VRAM 6.00 GiB, RAM 1.00 GiB; VRAM 12.00 GiB"));
    // Answers, too, and all of it is there another day.
    f.session().setAnswer(LessonStep::Meta, 0);
    f.session().setAnswer(LessonStep::Meta, 0);
    f.session().setAnswer(LessonStep::Meta, 1);
    const auto kept = guesses;
    const LessonSetup setup = f.session().setup();
    LessonSession again(f.lesson.parts());
    again.open();
    QTRY_VERIFY(again.files() != LessonSession::Files::Unknown && !again.isRunning());
    again.setSetup(setup);
    QTRY_VERIFY(again.files() != LessonSession::Files::Unknown && !again.isRunning());
    QVERIFY(again.step(LessonStep::Meta).guesses == kept);
    QCOMPARE(again.step(LessonStep::Meta).answers, (std::vector<int>{0, 1}));
}

void LessonLearnerTest::noGuessAfterTheRun() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    QVERIFY(f.run(LessonStep::Meta, kLong).state == State::Done);
    QVERIFY(!f.child<QPushButton>("lesson_predict")->isEnabled());
    f.session().setGuess(LessonStep::Meta, {1e9, 1e9});
    f.session().enterGuess(LessonStep::Meta);
    QVERIFY(f.session().step(LessonStep::Meta).guesses.empty());
}

void LessonLearnerTest::theExplanationComesIntoView_data() {
    QTest::addColumn<double>("factor");
    QTest::newRow("normal type") << 1.0;
    QTest::newRow("projector") << LessonType::kProjectorFactor;
}

void LessonLearnerTest::theExplanationComesIntoView() {
    QFETCH(const double, factor);
    LessonWindow f;
    QVERIFY(f.enter());
    f.window.resize(1280, 800);
    f.page()->type()->setFactor(factor);
    QVERIFY(f.takeDryRun());
    QVERIFY(f.run(LessonStep::Sequential, kLong).state == State::Done);
    f.child<QAbstractButton>("lesson_option_1")->click();
    f.child<QPushButton>("lesson_check")->click();
    const auto* explanation = f.child<QLabel>("lesson_explanation");
    const auto isInView = [&] {
        return !explanation->visibleRegion().isEmpty() &&
               explanation->visibleRegion().boundingRect() == explanation->rect();
    };
    QTRY_VERIFY(isInView());
    // What moves it afterwards takes it along …
    f.page()->type()->setFactor(factor * 1.25);
    QCoreApplication::processEvents();
    QTRY_VERIFY(isInView());
    // … until the person scrolls.
    auto* const inner = f.child<QScrollArea>("lesson_step_scroll")->verticalScrollBar();
    auto* const outer = f.child<QScrollArea>("lesson_scroll")->verticalScrollBar();
    QScrollBar* const bar = inner->maximum() > inner->minimum() ? inner : outer;
    bar->triggerAction(QAbstractSlider::SliderToMinimum);
    f.page()->type()->setFactor(factor);
    QCoreApplication::processEvents();
    QVERIFY(!isInView());
}

void LessonLearnerTest::startingOverAsksAndCanBeUndone() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    QVERIFY(!action(f, "lesson_start_over")->isEnabled());
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    f.session().setGuess(LessonStep::Mmap, {6e9, 1e9});
    f.session().setAnswer(LessonStep::Naive, 2);
    const LoadHistory::Record run = f.session().step(LessonStep::Naive).run;
    action(f, "lesson_start_over")->trigger();
    auto* box = f.child<QMessageBox>("lesson_start_over_box");
    box->reject();
    QVERIFY(f.session().step(LessonStep::Naive).run == run);
    QTRY_VERIFY(f.window.findChild<QMessageBox*>("lesson_start_over_box") == nullptr);
    action(f, "lesson_start_over")->trigger();
    QTest::mouseClick(f.child<QPushButton>("lesson_start_over_confirm"), Qt::LeftButton);
    QVERIFY(f.lesson.waitUntilLooked());
    QVERIFY(f.session().step(LessonStep::Naive).run == nullptr);
    QVERIFY(!f.session().step(LessonStep::Mmap).guess.vram);
    // Beside the message, and in the menu as long as no step is run.
    QVERIFY(action(f, "lesson_undo_start_over")->isEnabled());
    QTest::mouseClick(f.page()->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QVERIFY(f.lesson.waitUntilLooked());
    QCOMPARE(f.session().step(LessonStep::Naive).run, run);
    QCOMPARE(f.session().step(LessonStep::Naive).state, State::Done);
    QCOMPARE(f.session().step(LessonStep::Naive).answer, std::optional(2));
    QCOMPARE(f.session().step(LessonStep::Mmap).guess.vram, std::optional(6e9));
    QCOMPARE(f.cell(LessonStep::Naive, Table::Vram), QString("12.83"));
    QVERIFY(!action(f, "lesson_undo_start_over")->isEnabled());
    // A run takes the offer away.
    action(f, "lesson_start_over")->trigger();
    QTest::mouseClick(f.child<QPushButton>("lesson_start_over_confirm"), Qt::LeftButton);
    QVERIFY(f.lesson.waitUntilLooked());
    const auto* undo = f.page()->findChild<QPushButton*>("message_remedy");
    QVERIFY(undo->isVisible());
    QVERIFY(f.run(LessonStep::Meta, kLong).state == State::Done);
    QVERIFY(!undo->isVisible());
}

/// The question says where the runs remain, by the name that the panel has.
void LessonLearnerTest::startingOverNamesTheHistory() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    const QString panel = f.child<QDockWidget>("runs_dock")->windowTitle();
    QTimer::singleShot(0, this, [&f] {
        QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QTest::mouseClick(menu, Qt::LeftButton, {},
                          menu->actionGeometry(action(f, "lesson_start_over")).center());
    });
    QTest::mouseClick(f.child<QWidget>("lesson_more"), Qt::LeftButton);
    auto* box = f.child<QMessageBox>("lesson_start_over_box");
    QVERIFY2(box->text().contains(panel, Qt::CaseInsensitive), qPrintable(box->text()));
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(f.window.findChild<QMessageBox*>("lesson_start_over_box") == nullptr);
}

void LessonLearnerTest::aRunAfterStartingOverStays() {
    LessonFixture f;
    QVERIFY(f.open());
    LessonSetup setup;
    setup.kind = LessonSetup::Kind::DryRun;
    QVERIFY(f.take(setup));
    QCOMPARE(f.run(LessonStep::Naive).state, State::Done);
    f.session->startOver();
    QVERIFY(f.waitUntilLooked());
    // Another setup has nothing to bring back.
    LessonSetup other = setup;
    other.size = LessonSize::Medium355M;
    QVERIFY(f.take(other));
    QVERIFY(!f.session->canUndoStartOver());
    QVERIFY(f.take(setup));
    QVERIFY(f.session->canUndoStartOver());
    QCOMPARE(f.run(LessonStep::Mmap).state, State::Done);
    QVERIFY(!f.session->canUndoStartOver());
    f.session->undoStartOver();
    QVERIFY(f.session->step(LessonStep::Naive).run == nullptr);
    QVERIFY(f.session->step(LessonStep::Mmap).run != nullptr);
}

void LessonLearnerTest::theToolBarLeavesTheBoardAlone() {
    LessonWindow f;
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(openAndWait(
        f.document, writeSmallSample(f.lesson.folder.path(), CheckpointFormat::Safetensors, 2)));
    const char* const actions[] = {"load_action", "step_action", "run_action", "plan_again_action"};
    const auto* button = f.child<QToolButton>("load_button");
    QVERIFY(button->isVisible());
    QVERIFY(f.enter());
    QVERIFY(!button->isVisible());
    QVERIFY(!f.child<QWidget>("method_combo")->isVisible());
    QVERIFY(f.child<QToolButton>("open_action_button")->isVisible());
    QVERIFY(f.child<QToolButton>("lesson_action_button")->isVisible());
    for (const char* name : actions) {
        QVERIFY2(!f.child<QAction>(name)->isVisible(), name);
        QVERIFY2(!f.child<QAction>(name)->isEnabled(), name);
    }
    // Neither do their keys reach the model that is hidden, nor another plan of it.
    const auto plan = f.document.plan();
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F5);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_L, Qt::ControlModifier);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.plan(), plan);
    QCOMPARE(f.controller.state(), LoadState::Idle);
    QVERIFY(!f.child<QAction>("load_action")->isEnabled());
    f.window.lesson()->leave();
    QVERIFY(button->isVisible());
    for (const char* name : actions) {
        QVERIFY2(f.child<QAction>(name)->isVisible(), name);
    }
    QVERIFY(f.child<QAction>("plan_again_action")->isEnabled());
    QVERIFY(f.child<QAction>("load_action")->isEnabled());
}

void LessonLearnerTest::curvesOfOneStep() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    QVERIFY(f.run(LessonStep::Mmap, kLong).state == State::Done);
    const LessonCharts& charts = *f.page()->charts();
    QCOMPARE(charts.vram()->content().curves.size(), std::size_t{2});
    auto* box = f.child<QCheckBox>("lesson_current_only");
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QCOMPARE(charts.vram()->content().curves.size(), std::size_t{1});
    QCOMPARE(charts.vram()->content().curves.front().step, LessonStep::Mmap);
    for (const LessonCurve& curve : charts.ram()->content().curves) {
        QCOMPARE(curve.step, LessonStep::Mmap);
    }
    f.go(LessonStep::Naive);
    QCOMPARE(charts.vram()->content().curves.front().step, LessonStep::Naive);
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QCOMPARE(charts.vram()->content().curves.size(), std::size_t{2});
}

void LessonLearnerTest::codeIsCopiedAndSaved() {
    LessonWindow f;
    QVERIFY(f.enter());
    f.go(LessonStep::Mmap);
    QTest::mouseClick(f.child<QPushButton>("lesson_copy_code"), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), lessonCode(LessonStep::Mmap));
    f.dialogs.answer = f.lesson.folder.filePath("gpt.py");
    QTest::mouseClick(f.child<QPushButton>("lesson_save_module"), Qt::LeftButton);
    QFile saved(f.dialogs.answer);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QByteArray module = saved.readAll();
    QVERIFY(module.contains("class GPTModel") && module.contains("def write_files"));
    f.dialogs.answer = QStringLiteral("/no/such/folder/gpt.py");
    QTest::mouseClick(f.child<QPushButton>("lesson_save_module"), Qt::LeftButton);
    const auto* message = f.page()->findChild<QLabel*>("message_text");
    QVERIFY2(message->text().contains("/no/such/folder"), qPrintable(message->text()));
}

void LessonLearnerTest::theFolderIsChosen() {
    LessonWindow f;
    QVERIFY(f.enter());
    const QString before = f.session().folder();
    f.dialogs.answer.clear();  // as a dialog that was closed
    action(f, "lesson_folder")->trigger();
    QCOMPARE(f.session().folder(), before);
    f.dialogs.answer = f.lesson.folder.filePath("elsewhere");
    action(f, "lesson_folder")->trigger();
    QVERIFY(f.lesson.waitUntilLooked());
    // Among other files of the person ours have a folder of their own.
    const QString now = f.lesson.folder.filePath("elsewhere/stowage-lesson");
    QCOMPARE(f.session().folder(), now);
    f.session().setFolder(now);
    QCOMPARE(f.session().folder(), now);
    // One where nothing can be made is refused at once, with the reason.
    f.dialogs.answer = QStringLiteral("/proc");
    action(f, "lesson_folder")->trigger();
    QCOMPARE(f.session().folder(), now);
    const QString message = f.page()->findChild<QLabel*>("message_text")->text();
    QVERIFY2(message.contains("cannot be created in /proc/stowage-lesson: "), qPrintable(message));
    QVERIFY2(!message.contains(": . "), qPrintable(message));
    // The way back, without another folder in it.
    action(f, "lesson_default_folder")->trigger();
    QCOMPARE(f.session().folder(), before);
    QVERIFY(f.lesson.waitUntilLooked());
    QVERIFY(!action(f, "lesson_default_folder")->isEnabled());
    f.session().setFolder(now);
    QVERIFY(f.lesson.waitUntilLooked());
    f.lesson.makeSession(f.lesson.parts());
    QCOMPARE(f.session().folder(), now);
}

/// Files of an earlier folder are counted, and deleted with the others.
void LessonLearnerTest::filesOfAnEarlierFolderCount() {
    LessonFixture f;
    QVERIFY(f.open());
    const QString size = f.session->folder() + QStringLiteral("/124M/whole");
    QVERIFY(QDir().mkpath(size));
    QFile file(size + QStringLiteral("/model.pth"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(5000, 'x')), 5000);
    file.close();
    f.makeSession(f.parts());
    QVERIFY(f.open());
    QCOMPARE(f.session->keptBytes(), std::uint64_t{5000});
    f.session->setFolder(f.folder.filePath("elsewhere"));
    QVERIFY(f.waitUntilLooked());
    QCOMPARE(f.session->keptBytes(), std::uint64_t{5000});
    QCOMPARE(f.session->allFolders().size(), 2);
    f.makeSession(f.parts());
    QVERIFY(f.open());
    QCOMPARE(f.session->keptBytes(), std::uint64_t{5000});
    f.session->deleteFiles();
    QTRY_COMPARE(f.session->keptBytes(), std::uint64_t{0});
    QVERIFY(!QFile::exists(file.fileName()));
    QCOMPARE(f.session->allFolders().size(), 1);
}

void LessonLearnerTest::itReopensWhereOneLeft() {
    LessonFixture f;
    QVERIFY(f.open());
    f.session->setCurrent(LessonStep::PerTensor);
    f.session->setLearner(QStringLiteral("  Ada   Lovelace "));
    f.makeSession(f.parts());
    QSignalSpy moved(f.session.get(), &LessonSession::currentChanged);
    QVERIFY(f.open());
    QCOMPARE(f.session->current(), LessonStep::PerTensor);
    QCOMPARE(moved.size(), 1);
    QCOMPARE(f.session->learner(), QString("Ada Lovelace"));
}

void LessonLearnerTest::theReportHasANameAndDrawings() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    action(f, "lesson_learner")->trigger();
    auto* dialog = f.child<QInputDialog>("lesson_learner_dialog");
    dialog->setTextValue("Ada Lovelace");
    dialog->accept();
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    QVERIFY(f.run(LessonStep::Mmap, kLong).state == State::Done);
    f.dialogs.answer = f.lesson.folder.filePath("report.html");
    QSignalSpy exported(f.page(), &LessonPage::exported);
    QTest::mouseClick(f.child<QPushButton>("lesson_export"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, kLong);
    QCOMPARE(QFileInfo(f.dialogs.proposed).fileName(), QString("lesson-gpt2-xl-Ada-Lovelace.html"));
    QVERIFY(QFileInfo(f.dialogs.proposed).absoluteDir().exists());
    QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "openUrl");
    QTest::mouseClick(f.page()->findChild<QPushButton*>("message_choice"), Qt::LeftButton);
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
    QCOMPARE(m_opened, QUrl::fromLocalFile(f.lesson.folder.path()));
    // The next one is proposed in the same folder.
    QTest::mouseClick(f.child<QPushButton>("lesson_export"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 2, kLong);
    QCOMPARE(QFileInfo(f.dialogs.proposed).absolutePath(), f.lesson.folder.path());
    QFile file(f.dialogs.answer);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(file.readAll());
    QVERIFY(html.contains("Ada Lovelace"));
    static const QRegularExpression source("image/svg.xml;base64,([^\"]*)\"");
    QStringList drawings;
    for (auto found = source.globalMatch(html); found.hasNext();) {
        drawings.append(
            QString::fromUtf8(QByteArray::fromBase64(found.next().captured(1).toLatin1())));
    }
    QCOMPARE(drawings.size(), 6);  // all runs, and two steps: VRAM and RAM each
    for (const QString& drawing : drawings) {
        QVERIFY(drawing.contains("<text") && drawing.contains("GiB"));
        QVERIFY(!drawing.contains("<image"));
    }
    QVERIFY(drawings[0].contains("VRAM, allocated") && drawings[0].contains("GPU 0"));
    QVERIFY(drawings[1].contains("RAM, anonymous"));
    // The overview asks nothing, so that it tells no letter.
    static const QRegularExpression letter(">\\s*A\\s*</text>");
    QVERIFY(!drawings[0].contains(letter));
    QVERIFY(drawings[2].contains(letter));
    QVERIFY(!drawings[2].contains("5  mmap"));  // a step's own curve, on its own time axis
}

void LessonLearnerTest::barsShareAScaleAndAUnit_data() {
    QTest::addColumn<int>("size");
    for (const LessonSize size : allLessonSizes()) {
        QTest::newRow(std::string(lessonSizeName(size)).c_str()) << static_cast<int>(size);
    }
}

void LessonLearnerTest::barsShareAScaleAndAUnit() {
    QFETCH(const int, size);
    const Theme theme(qApp, ThemeMode::Light);
    const LessonType type(&theme, nullptr);
    LessonFileView parts(&type);
    parts.setFacts(lessonFacts(static_cast<LessonSize>(size)));
    const QStringList lines = parts.accessibleDescription().split("; ");
    const auto units = [](const QStringList& of) {
        static const QRegularExpression unit("\\b([KMGT]i?B)\\b");
        QStringList found;
        for (const QString& line : of) {
            for (auto match = unit.globalMatch(line); match.hasNext();) {
                found.append(match.next().captured(1));
            }
        }
        found.removeDuplicates();
        return found;
    };
    QCOMPARE(units(lines.mid(0, 2)).size(), 1);  // what a load holds
    QCOMPARE(units(lines.mid(2)).size(), 1);     // what lies in the file
    QVERIFY(lines.size() > 5);
}

void LessonLearnerTest::aProjectorsPageScrollsAsOne_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::newRow("small window") << QSize(1280, 800) << LessonType::kProjectorFactor;
    QTest::newRow("largest type") << QSize(1280, 800) << 2.0;
    QTest::newRow("full HD") << QSize(1920, 1080) << LessonType::kProjectorFactor;
}

void LessonLearnerTest::aProjectorsPageScrollsAsOne() {
    QFETCH(const QSize, size);
    QFETCH(const double, factor);
    LessonWindow f;
    QVERIFY(f.enter());
    f.window.resize(size);
    f.page()->type()->setFactor(factor);
    QVERIFY(f.takeDryRun());
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    const auto* page = f.child<QScrollArea>("lesson_scroll");
    const auto* left = f.child<QScrollArea>("lesson_left_scroll");
    const auto* step = f.child<QScrollArea>("lesson_step_scroll");
    const auto hidden = [](const QScrollArea* area) {
        return area->widget()->height() - area->viewport()->height();
    };
    if (page->verticalScrollBar()->maximum() == 0) {
        return;  // there is room for two columns
    }
    QTRY_VERIFY2(hidden(left) <= 0 && hidden(step) <= 0,
                 qPrintable(QString("%1, %2").arg(hidden(left)).arg(hidden(step))));
    QVERIFY(!left->verticalScrollBar()->isVisible() && !step->verticalScrollBar()->isVisible());
    // The table has the width of the page, and the charts stay in view beside the step's words.
    QVERIFY(f.page()->table()->width() > page->viewport()->width() * 9 / 10);
    const auto* chart = f.child<QWidget>("lesson_vram_chart");
    auto* words = f.child<QPushButton>("lesson_run");
    f.child<QScrollArea>("lesson_scroll")->ensureWidgetVisible(words);
    QTRY_VERIFY(!chart->visibleRegion().isEmpty());
    // Back in normal type each column scrolls by itself.
    f.page()->type()->setFactor(1);
    QTRY_COMPARE(page->verticalScrollBar()->maximum(), 0);
    QVERIFY(f.page()->table()->width() < page->viewport()->width() * 9 / 10);
}

QTEST_MAIN(LessonLearnerTest)
#include "tst_lesson_learner.moc"
