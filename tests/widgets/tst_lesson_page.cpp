// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson's page, driven by clicks and keys over a dry run of the largest size: cells fill as
// steps are run, the learner guesses and answers, everything is reached with the keyboard.
#include "tests/support/golden_text.h"
#include "tests/widgets/lesson_window.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/history/history_feature.h"
#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_inputs.h"
#include "widgets/lesson/lesson_parts.h"
#include "widgets/lesson/lesson_style.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

using State = LessonStepState::State;
using Table = LessonTableModel;

constexpr int kLong = 120'000;

const LessonCard& cardOf(const LessonWindow& f, LessonStep step) {
    const auto& cards = f.page()->strip()->cards();
    return **std::ranges::find(cards, step, &LessonCard::step);
}

void drag(QWidget* widget, const QPoint& from, const QPoint& to) {
    QTest::mousePress(widget, Qt::LeftButton, {}, from);
    QTest::mouseMove(widget, (from + to) / 2);
    QTest::mouseMove(widget, to);
    QTest::mouseRelease(widget, Qt::LeftButton, {}, to);
}

}  // namespace

class LessonPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void takesThePlaceOfBoardAndDocks();
    void isEmptyUntilAStepWasRun();
    void aDryRunFillsItsRow();
    void theLearnerGuesses();
    void theMarkerMovesWithKeys();
    void aQuestionIsAnswered();
    void reasonsWaitForTheAnswer();
    void theRightOptionIsWhole();
    void stepsAreReachedByKeys();
    void everyControlIsReachedByTab();
    void typeForAProjector();
    void theSetupIsChosen();
    void anotherCommandLeavesTheLesson();
};

void LessonPageTest::takesThePlaceOfBoardAndDocks() {
    LessonWindow f;
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    f.child<QDockWidget>("why_dock")->hide();
    // Heights that a layout shares out by weight may be rounded another way the second time.
    const auto isNear = [](const QRect& a, const QRect& b) {
        return std::abs(a.x() - b.x()) <= 2 && std::abs(a.y() - b.y()) <= 2 &&
               std::abs(a.width() - b.width()) <= 2 && std::abs(a.height() - b.height()) <= 2;
    };
    const auto geometry = [&f] {
        std::map<QString, std::pair<bool, QRect>> places;
        for (const QDockWidget* dock : f.window.findChildren<QDockWidget*>()) {
            places[dock->objectName()] = {dock->isVisible(), dock->geometry()};
        }
        return places;
    };
    QApplication::processEvents();
    const auto before = geometry();
    QVERIFY(f.enter());
    QVERIFY(f.page()->isVisible());
    QVERIFY(f.child<QAction>("lesson_action")->isChecked());
    for (const QDockWidget* dock : f.window.findChildren<QDockWidget*>()) {
        QVERIFY(!dock->isVisible());
    }
    QCOMPARE(f.text("status_verdict"), QString("Lesson, step 1 of 9"));
    f.go(LessonStep::Mmap);
    QCOMPARE(f.text("status_verdict"), QString("Lesson, step 5 of 9"));
    // The other page is there, too.
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F8);
    QTRY_VERIFY(f.window.capacity()->isEntered());
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F6);
    QTRY_VERIFY(f.window.lesson()->isEntered());
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F6);
    QTRY_VERIFY(!f.window.lesson()->isEntered());
    QVERIFY(!f.page()->isVisible());
    for (const auto& [name, place] : before) {
        QTRY_VERIFY2(geometry().at(name).first == place.first &&
                         isNear(geometry().at(name).second, place.second),
                     qPrintable(QStringLiteral("%1: %2 x %3 at %4, %5 instead of %6 x %7 at %8, %9")
                                    .arg(name)
                                    .arg(geometry().at(name).second.width())
                                    .arg(geometry().at(name).second.height())
                                    .arg(geometry().at(name).second.x())
                                    .arg(geometry().at(name).second.y())
                                    .arg(place.second.width())
                                    .arg(place.second.height())
                                    .arg(place.second.x())
                                    .arg(place.second.y())));
    }
    QVERIFY(f.child<QLabel>("status_verdict")->text() != QString("Lesson, step 5 of 9"));
}

void LessonPageTest::isEmptyUntilAStepWasRun() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    const QAbstractItemModelTester tester(f.page()->table()->rows(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const LessonStep step : allLessonSteps().subspan(1)) {
        for (const int column :
             {Table::Vram, Table::RamAnonymous, Table::RamFile, Table::RamRss, Table::Time}) {
            QCOMPARE(f.cell(step, column), QString("–"));
        }
        QCOMPARE(f.cell(step, Table::Kind), QString("not run"));
        QCOMPARE(f.cell(step, Table::Why), QString());
    }
    // What was published, and what is predicted, would tell the learner what to guess.
    QCOMPARE(f.cell(LessonStep::Naive, Table::PublishedVram), QString("–"));
    QCOMPARE(f.cell(LessonStep::Naive, Table::PublishedRam), QString("–"));
    QVERIFY(f.page()->charts()->vram()->content().curves.empty());
    QCOMPARE(cardOf(f, LessonStep::Sequential).texts().figures, (QStringList{"VRAM ?", "RAM ?"}));
    QVERIFY(!f.child<QPushButton>("lesson_export")->isEnabled());
    QVERIFY2(!f.text("lesson_title").contains("12.83"), qPrintable(f.text("lesson_title")));
    // As it was printed, once the step was run.
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    QCOMPARE(f.cell(LessonStep::Naive, Table::PublishedVram), QString("12.8"));
    QCOMPARE(f.cell(LessonStep::Naive, Table::PublishedRam), QString("4.4"));
    QCOMPARE(f.cell(LessonStep::Streamed, Table::PublishedVram), QString("–"));
    QCOMPARE(f.text("lesson_title"),
             QString("Load a 6.29 GiB model with less than 12.83 GiB of VRAM"));
}

void LessonPageTest::aDryRunFillsItsRow() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    const LessonStepState& state = f.run(LessonStep::Naive, kLong);
    QVERIFY2(state.state == State::Done, describe(state));
    QCOMPARE(f.cell(LessonStep::Naive, Table::Vram), QString("12.83"));
    QCOMPARE(f.cell(LessonStep::Naive, Table::Kind), QString("forecast"));
    QCOMPARE(f.cell(LessonStep::Sequential, Table::Vram), QString("–"));
    const LessonCardTexts& card = cardOf(f, LessonStep::Naive).texts();
    QCOMPARE(card.figures.value(0), QString("VRAM 12.83"));
    QCOMPARE(card.time, QString("forecast"));
    const LessonChartContent& chart = f.page()->charts()->vram()->content();
    QCOMPARE(chart.curves.size(), std::size_t{1});
    QVERIFY(f.text("lesson_vram_note").contains("forecast"));
    QCOMPARE(*std::ranges::max_element(chart.curves.front().bytes), 13'777'883'136.0);
    QCOMPARE(chart.bands.size(), state.run->figures.phases.size());
    QVERIFY(
        f.text("lesson_result").startsWith(goldenText("window-lesson/forecast-nothing-was-read")));
    QVERIFY(f.child<QLabel>("lesson_footnotes")->text().contains("forecast"));
    QVERIFY(f.child<QPushButton>("lesson_export")->isEnabled());
    // A second run lies over the first one.
    QVERIFY(f.run(LessonStep::Meta, kLong).state == State::Done);
    QCOMPARE(f.page()->charts()->vram()->content().curves.size(), std::size_t{2});
}

void LessonPageTest::theLearnerGuesses() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    f.go(LessonStep::Sequential);
    LessonChart* chart = f.page()->charts()->vram();
    QCOMPARE(chart->content().marker, LessonMarker::None);
    QTest::mouseClick(f.child<QPushButton>("lesson_predict"), Qt::LeftButton);
    QCOMPARE(chart->content().marker, LessonMarker::Movable);
    // What is predicted is not told meanwhile.
    QCOMPARE(cardOf(f, LessonStep::Sequential).texts().figures, QStringList{"your turn"});
    QVERIFY(!f.session().step(LessonStep::Sequential).guess.vram);

    const double goal = 10e9;
    const QPoint from = chart->handle().center().toPoint();
    drag(chart, from, QPoint(from.x(), static_cast<int>(chart->yAt(goal))));
    const auto guess = f.session().step(LessonStep::Sequential).guess;
    QVERIFY(guess.vram && std::abs(*guess.vram - goal) < 0.05e9);
    QVERIFY(!guess.ram);
    // Snapping goes to tenths of the axis's lines.
    QTest::mouseClick(f.child<QCheckBox>("lesson_snap"), Qt::LeftButton, {}, QPoint(8, 8));
    QTest::mouseClick(chart, Qt::LeftButton, {},
                      QPoint(from.x(), static_cast<int>(chart->yAt(8e9))));
    const double tenth = chart->tick() / 10;
    const double snapped = *f.session().step(LessonStep::Sequential).guess.vram / tenth;
    QVERIFY(std::abs(snapped - std::round(snapped)) < 1e-6);

    QVERIFY(f.run(LessonStep::Sequential, kLong).state == State::Done);
    QCOMPARE(chart->content().marker, LessonMarker::Kept);
    QVERIFY2(f.text("lesson_guess_result").contains("too high"),
             qPrintable(f.text("lesson_guess_result")));
    // Run works without a guess.
    QVERIFY(f.run(LessonStep::Meta, kLong).state == State::Done);
    QCOMPARE(f.text("lesson_guess_result"), QString());
}

void LessonPageTest::theMarkerMovesWithKeys() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    f.go(LessonStep::Mmap);
    f.child<QPushButton>("lesson_predict")->setFocus();
    QTest::keyClick(f.child<QPushButton>("lesson_predict"), Qt::Key_Space);
    LessonChart* chart = f.page()->charts()->ram();
    QCOMPARE(chart->focusPolicy(), Qt::StrongFocus);
    chart->setFocus();
    QVERIFY(chart->hasFocus());
    const double start = chart->content().guess;
    const auto guess = [&f] { return *f.session().step(LessonStep::Mmap).guess.ram; };
    QTest::keyClick(chart, Qt::Key_Up);
    const double fine = guess() - start;
    QVERIFY(fine > 0);
    QTest::keyClick(chart, Qt::Key_Down);
    QVERIFY(std::abs(guess() - start) < 1);
    QTest::keyClick(chart, Qt::Key_PageDown);
    QVERIFY(std::abs(start - guess() - 10 * fine) < 1);
    QTest::keyClick(chart, Qt::Key_Home);
    QCOMPARE(guess(), 0.0);
    QTest::keyClick(chart, Qt::Key_Down);
    QCOMPARE(guess(), 0.0);  // never below nothing
    QTest::keyClick(chart, Qt::Key_PageUp);
    QCOMPARE(guess(), chart->tick());
    QVERIFY(f.text("lesson_guess").contains("VRAM not set"));
    QVERIFY(chart->content().isGuessed);
    QVERIFY(!f.page()->charts()->vram()->content().isGuessed);
}

void LessonPageTest::aQuestionIsAnswered() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    auto* show = f.child<QPushButton>("lesson_show");
    auto* check = f.child<QPushButton>("lesson_check");
    // The first step's chart is the file itself: its question can be answered at once.
    QVERIFY(show->isEnabled());
    QVERIFY(!check->isEnabled());
    QTest::mouseClick(show, Qt::LeftButton);
    QVERIFY(f.page()->charts()->parts()->lettersShown());
    f.go(LessonStep::Sequential);
    QVERIFY(!show->isChecked());
    QVERIFY(!show->isEnabled());
    QVERIFY(f.run(LessonStep::Sequential, kLong).state == State::Done);
    QVERIFY(show->isEnabled());
    QCOMPARE(f.page()->charts()->vram()->content().letters.size(), std::size_t{2});

    auto* wrong = f.child<LessonOption>("lesson_option_0");
    auto* right = f.child<LessonOption>("lesson_option_2");
    QTest::mouseClick(wrong, Qt::LeftButton);
    QVERIFY(check->isEnabled());
    QTest::mouseClick(check, Qt::LeftButton);
    QCOMPARE(wrong->mark(), LessonOption::Mark::Wrong);
    QCOMPARE(f.session().step(LessonStep::Sequential).answer, std::optional<int>(0));
    QVERIFY(!f.text("lesson_explanation").isEmpty());
    QVERIFY(f.page()->charts()->vram()->content().lettersShown);
    QTest::mouseClick(right, Qt::LeftButton);
    QCOMPARE(wrong->mark(), LessonOption::Mark::None);
    QTest::mouseClick(check, Qt::LeftButton);
    QCOMPARE(right->mark(), LessonOption::Mark::Right);
    QVERIFY(f.text("lesson_explanation").startsWith("Right"));
    // The answer is there when the learner comes back.
    f.go(LessonStep::Naive);
    QVERIFY(!right->isChecked());
    f.go(LessonStep::Sequential);
    QVERIFY(right->isChecked());
    QCOMPARE(right->mark(), LessonOption::Mark::Right);
}

/// The answer to the question is shown once it was answered, or on request.
void LessonPageTest::reasonsWaitForTheAnswer() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    auto* why = f.child<QPushButton>("lesson_show_why");
    const auto tells = [&f](LessonStep step) {
        const Table& rows = *f.page()->table()->rows();
        const QString tip =
            rows.index(rows.rowOf(step), Table::Why).data(Qt::ToolTipRole).toString();
        return std::array{f.child<QLabel>("lesson_fact")->isVisible(),
                          f.child<QLabel>("lesson_why_title")->isVisible(),
                          f.child<QLabel>("lesson_reasons")->isVisible(),
                          !f.cell(step, Table::Why).isEmpty(), tip.contains("VRAM")};
    };
    const std::array nothing{false, false, false, false, false};
    const std::array all{true, true, true, true, true};
    QVERIFY(f.run(LessonStep::Naive, kLong).state == State::Done);
    QVERIFY(!f.text("lesson_result").isEmpty());
    QCOMPARE(tells(LessonStep::Naive), nothing);
    QVERIFY(why->isVisible());
    QTest::mouseClick(f.child<LessonOption>("lesson_option_1"), Qt::LeftButton);
    QCOMPARE(tells(LessonStep::Naive), nothing);
    QTest::mouseClick(f.child<QPushButton>("lesson_check"), Qt::LeftButton);
    QCOMPARE(tells(LessonStep::Naive), all);
    QVERIFY(!why->isVisible());
    QVERIFY(f.cell(LessonStep::Naive, Table::Why)
                .contains(goldenText("window-lesson/two-copies-on-gpu")));
    QVERIFY(f.text("lesson_reasons")
                .contains(goldenText("window-lesson/the-state-dict-next-to-the-model")));
    QVERIFY(f.run(LessonStep::Sequential, kLong).state == State::Done);
    QCOMPARE(tells(LessonStep::Sequential), nothing);
    QTest::mouseClick(why, Qt::LeftButton);
    QCOMPARE(tells(LessonStep::Sequential), all);
    // Both humps of the host's memory.
    QVERIFY2(f.text("lesson_reasons")
                 .contains("first with the initial weights, later with the state dict (6.29 GiB)"),
             qPrintable(f.text("lesson_reasons")));
}

/// Bold letters are wider: the option has room for them before it is marked.
void LessonPageTest::theRightOptionIsWhole() {
    const Theme theme(qApp, ThemeMode::Light);
    const LessonType type(&theme, nullptr);
    LessonOption option(&type);
    option.setText(QStringLiteral("The largest tensor, which exists twice for a moment"));
    const QFontMetrics bold(type.font(LessonText::Body, true));
    const auto neededAt = [&](int width) {
        const int room = width - 2 * type.px(14) - type.px(9);
        return bold.boundingRect(QRect(0, 0, room, 10'000), Qt::TextWordWrap, option.text())
            .height();
    };
    const int padding = option.heightForWidth(2000) - neededAt(2000);
    for (int width = 120; width < 600; ++width) {
        QVERIFY2(option.heightForWidth(width) >= neededAt(width) + padding,
                 QByteArray::number(width));
    }
}

void LessonPageTest::stepsAreReachedByKeys() {
    LessonWindow f;
    QVERIFY(f.enter());
    const auto& cards = f.page()->strip()->cards();
    cards.front()->setFocus();
    QTest::keyClick(cards.front(), Qt::Key_5);
    QCOMPARE(f.session().current(), LessonStep::Mmap);
    cards[4]->setFocus();
    QTest::keyClick(cards[4], Qt::Key_Right);
    QVERIFY(cards[5]->hasFocus());
    QCOMPARE(f.session().current(), LessonStep::Mmap);
    QTest::keyClick(cards[5], Qt::Key_Return);
    QCOMPARE(f.session().current(), LessonStep::PerTensor);
    QTest::keyClick(cards[5], Qt::Key_Home);
    QVERIFY(cards[0]->hasFocus());
    QTest::keyClick(cards[0], Qt::Key_Space);
    QCOMPARE(f.session().current(), LessonStep::Checkpoint);
    QTest::keyClick(f.page()->table(), Qt::Key_3);
    QCOMPARE(f.session().current(), LessonStep::Sequential);
    QTest::mouseClick(f.child<QPushButton>("lesson_next"), Qt::LeftButton);
    QCOMPARE(f.session().current(), LessonStep::Meta);
    QTest::mouseClick(f.child<QPushButton>("lesson_previous"), Qt::LeftButton);
    QCOMPARE(f.session().current(), LessonStep::Sequential);
    // A click on a row goes to its step, and the current step's row is marked.
    const LessonTable& table = *f.page()->table();
    const QRect cell = table.visualRect(table.model()->index(0, Table::Method));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(f.session().current(), LessonStep::Naive);
    f.go(LessonStep::Streamed);
    QCOMPARE(table.selectionModel()->selectedRows().front().row(),
             table.rows()->rowOf(LessonStep::Streamed));
}

void LessonPageTest::everyControlIsReachedByTab() {
    LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    QVERIFY(f.run(LessonStep::Meta, kLong).state == State::Done);
    f.go(LessonStep::Mmap);
    QTest::mouseClick(f.child<QPushButton>("lesson_predict"), Qt::LeftButton);
    std::set<QWidget*> reached;
    f.child<QComboBox>("lesson_size")->setFocus();
    for (int i = 0; i < 120; ++i) {
        QWidget* const focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr);
        reached.insert(focus);
        QTest::keyClick(focus, Qt::Key_Tab);
    }
    for (const char* name :
         {"lesson_size",       "lesson_gpu",         "lesson_cache",       "lesson_dry_run",
          "lesson_larger",     "lesson_smaller",     "lesson_export",      "lesson_card_mmap",
          "lesson_vram_chart", "lesson_ram_chart",   "lesson_table",       "lesson_code",
          "lesson_predict",    "lesson_snap",        "lesson_run",         "lesson_previous",
          "lesson_next",       "lesson_more",        "lesson_guess_vram",  "lesson_guess_ram",
          "lesson_copy_code",  "lesson_save_module", "lesson_current_only"}) {
        auto* widget = f.child<QWidget>(name);
        QVERIFY2(widget->isVisible() && widget->isEnabled(), name);
        QVERIFY2(reached.contains(widget), name);
        QVERIFY2(!widget->accessibleName().isEmpty() ||
                     qobject_cast<QAbstractButton*>(widget) != nullptr,
                 name);
    }
    // One of the answers, where the step was run; arrows go to the others.
    f.go(LessonStep::Meta);
    reached.clear();
    f.child<QPushButton>("lesson_run")->setFocus();
    for (int i = 0; i < 20; ++i) {
        reached.insert(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    const bool anOption = reached.contains(f.child<QWidget>("lesson_option_0")) ||
                          reached.contains(f.child<QWidget>("lesson_option_2"));
    QVERIFY(anOption);
    auto* first = f.child<LessonOption>("lesson_option_0");
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Down);
    QVERIFY(f.child<LessonOption>("lesson_option_1")->hasFocus());
}

void LessonPageTest::typeForAProjector() {
    LessonWindow f;
    QVERIFY(f.enter());
    const auto size = [&f](const char* name) { return f.child<QWidget>(name)->font().pixelSize(); };
    const int body = size("lesson_body");
    const int table = size("lesson_table");
    const QPen thin = lessonPen(LessonStep::Naive, f.theme.colors(), f.page()->type()->line(2));
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F7);
    QTRY_VERIFY(f.page()->type()->isProjector());
    QVERIFY(f.child<QAction>("lesson_projector_action")->isChecked());
    QVERIFY(size("lesson_body") * 2 >= body * 3 - 1);
    QTRY_VERIFY(size("lesson_table") * 2 >= table * 3 - 1);
    const auto head =
        f.page()->table()->model()->headerData(Table::Vram, Qt::Horizontal, Qt::FontRole);
    QVERIFY(head.value<QFont>().pixelSize() >= table);
    QVERIFY(f.page()->type()->line(2) > thin.widthF() * 1.5);
    QTest::mouseClick(f.child<QPushButton>("lesson_larger"), Qt::LeftButton);
    QVERIFY(f.page()->type()->factor() > LessonType::kProjectorFactor);
    QTest::mouseClick(f.child<QPushButton>("lesson_smaller"), Qt::LeftButton);
    QCOMPARE(f.page()->type()->factor(), LessonType::kProjectorFactor);
    // Another page remembers it.
    const LessonType again(&f.theme, &f.lesson.settings);
    QCOMPARE(again.factor(), LessonType::kProjectorFactor);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F7);
    QTRY_COMPARE(size("lesson_body"), body);
}

void LessonPageTest::theSetupIsChosen() {
    LessonWindow f;
    QVERIFY(f.enter());
    QTest::mouseClick(f.child<QCheckBox>("lesson_dry_run"), Qt::LeftButton, {}, QPoint(8, 10));
    QVERIFY(f.lesson.waitUntilLooked());
    QCOMPARE(f.session().setup().kind, LessonSetup::Kind::DryRun);
    auto* sizes = f.child<QComboBox>("lesson_size");
    QCOMPARE(sizes->count(), static_cast<int>(allLessonSizes().size()));
    sizes->setFocus();
    QTest::keyClick(sizes, Qt::Key_End);
    QVERIFY(f.lesson.waitUntilLooked());
    QCOMPARE(f.session().setup().size, LessonSize::Xl1558M);
    auto* gpus = f.child<QComboBox>("lesson_gpu");
    gpus->setFocus();
    QTest::keyClick(gpus, Qt::Key_Home);
    QVERIFY(f.lesson.waitUntilLooked());
    const auto small = f.session().setup().gpu.capacity;
    QVERIFY(small && *small < lessonWeightBytes(LessonSize::Xl1558M));
    // A card too small for the model: the step says so before it is run.
    f.go(LessonStep::Naive);
    QTRY_VERIFY(f.text("lesson_sentence").startsWith(goldenText("window-lesson/would-be-refused")));
    QVERIFY(cardOf(f, LessonStep::Naive).texts().time.contains("refused"));
    const LessonStepState& refused = f.run(LessonStep::Naive, kLong);
    QCOMPARE(refused.state, State::Refused);
    QVERIFY(!refused.sentence.isEmpty());
    QCOMPARE(f.cell(LessonStep::Naive, Table::Kind), QString("refused"));
    QCOMPARE(f.cell(LessonStep::Naive, Table::Vram), QString("–"));
}

void LessonPageTest::anotherCommandLeavesTheLesson() {
    LessonWindow f;
    QVERIFY(f.enter());
    f.window.history()->show();
    QVERIFY(!f.window.lesson()->isEntered());
    QVERIFY(!f.child<QAction>("lesson_action")->isChecked());
    QVERIFY(f.child<QDockWidget>("runs_dock")->isVisible());
}

QTEST_MAIN(LessonPageTest)
#include "tst_lesson_page.moc"
