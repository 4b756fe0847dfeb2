// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/seen_texts.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/history/history_feature.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_panel.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/appearance_menus.h"
#include "widgets/window/window_place.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWindow>

#include <functional>

namespace stowage {
namespace {

QString shownList(const QStringList& lines) {
    return QStringLiteral("%1:\n%2").arg(lines.size()).arg(lines.mid(0, 60).join(u'\n'));
}

/// The program with a window that another may take the place of; the fixture's own stays hidden.
struct Program {
    explicit Program(int textSize = kUsualTextSize, const std::string& recoveryFolder = {})
        : fixture("48MiB,48MiB"),
          language(qApp, fixture.settings),
          place(parts(textSize, recoveryFolder), &language, [this](MainWindow*) {
              if (meanwhile) {
                  meanwhile();
              }
          }) {}

    MainWindowParts parts(int textSize, const std::string& recoveryFolder) {
        fixture.theme.setTextSize(textSize);
        return {.document = &fixture.document,
                .controller = &fixture.controller,
                .theme = &fixture.theme,
                .settings = &fixture.settings,
                .dialogs = &fixture.dialogs,
                .recoveryFolder = recoveryFolder};
    }
    [[nodiscard]] MainWindow& window() const { return *place.window(); }
    [[nodiscard]] QAction* action(const char* name) const {
        return window().findChild<QAction*>(QString::fromLatin1(name));
    }
    /// Opens the sample in a window of that size.
    [[nodiscard]] bool show(QSize size) {
        window().resize(size);
        window().show();
        window().activateWindow();
        return QTest::qWaitForWindowActive(&window()) &&
               test::openAndWait(
                   fixture.document,
                   test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors));
    }
    /// Does something after which another window stands in the place of this one. False: none came.
    template <class Act>
    [[nodiscard]] bool renew(const Act& act) {
        const QPointer<MainWindow> before = place.window();
        act();
        return QTest::qWaitFor([&] { return before.isNull(); }, 60000) &&
               QTest::qWaitForWindowActive(&window());
    }

    std::function<void()> meanwhile;  ///< called while a window is made
    test::WindowFixture fixture;
    ProgramLanguage language;
    WindowPlace place;
};

/// A desktop that is slow to let windows be seen, or quicker than usual.
class Desktop : public QObject {
public:
    enum class Shows { Never, AtOnce };
    explicit Desktop(Shows shows) : m_shows(shows) { qApp->installEventFilter(this); }
    [[nodiscard]] qint64 elapsedSinceShown() const { return m_shown.elapsed(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ShowToParent && m_shows == Shows::AtOnce &&
            qobject_cast<MainWindow*>(watched) != nullptr) {
            m_shown.start();
            QCoreApplication::processEvents();
        }
        return event->type() == QEvent::Expose && m_shows == Shows::Never;
    }

private:
    Shows m_shows;
    QElapsedTimer m_shown;
};

/// The sizes of text that a window has now, in pixels.
struct Sizes {
    explicit Sizes(const Program& program)
        : tree(program.window().tree()->panel()->view()->font().pixelSize()),
          board(program.window().findChild<QPushButton*>("scale_linear")->font().pixelSize()),
          chart(program.window()
                    .live()
                    ->panel()
                    ->findChild<VramChart*>()
                    ->xAxis->tickLabelFont()
                    .pixelSize()),
          application(QApplication::font().pixelSize()) {}
    int tree, board, chart, application;
};

}  // namespace

/// Text as large as a person wants it: chosen by menu and keys, at once, remembered, and read
/// whole.
class TextSizeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnWarnings(); }
    void pixelsFollowTheText();
    void menuChangesAllText();
    void keysChangeIt();
    void theEndsAreEnds();
    void pageAndFocusStay();
    void selectionAndDocksStay();
    void blockHeightAndBranchesStay();
    void fieldsOfARunStay();
    void everyStepCounts();
    void theOldWindowStaysUntilTheNewOneIsSeen();
    void whatIsTypedMeanwhileStays();
    void theOldWindowGoesWhereTheNewOneIsSeenAtOnce();
    void closingTheOldWindowClosesTheNewOne_data();
    void closingTheOldWindowClosesTheNewOne();
    void closingTheNewWindowEndsTheProgram();
    void settingsThatAreNoneAreTheUsual();
    void nothingIsCut_data();
    void nothingIsCut();
    void paintedRowsHoldTheirText();
    void firstStepsScroll();
};

void TextSizeTest::pixelsFollowTheText() {
    Theme theme(qApp, ThemeMode::Light);
    QCOMPARE(px(20), 20);
    QCOMPARE(theme.font(TextRole::Base).pixelSize(), 13);
    theme.setTextSize(200);
    QCOMPARE(theme.font(TextRole::Base).pixelSize(), 26);
    QCOMPARE(QApplication::font().pixelSize(), 26);
    QCOMPARE(theme.fixedFont().pixelSize(), theme.font(TextRole::Tree).pixelSize());
    QCOMPARE(px(20), 40);
    QCOMPARE(px(1.5), 3.0);
    QPushButton button(QStringLiteral("Load"));
    const int large = button.sizeHint().height();
    theme.setTextSize(kUsualTextSize);
    QCOMPARE(px(20), 20);
    QPushButton usual(QStringLiteral("Load"));
    QVERIFY(usual.sizeHint().height() < large);
}

void TextSizeTest::menuChangesAllText() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    const auto plan = program.fixture.document.plan();
    const Sizes usual(program);
    QCOMPARE(usual.tree, 12);
    QCOMPARE(usual.chart, 11);
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    const Sizes large(program);
    QCOMPARE(program.fixture.theme.textSize(), 125);
    QCOMPARE(large.application, 17);
    QCOMPARE(large.tree, 15);
    QVERIFY(large.board > usual.board);
    QCOMPARE(large.chart, 14);
    QCOMPARE(savedTextSize(program.fixture.settings), 125);
    QCOMPARE(program.window().size(), QSize(1366, 768));
    QCOMPARE(program.fixture.document.plan(), plan);
    QVERIFY(program.renew([&] { program.action("text_smaller_action")->trigger(); }));
    QCOMPARE(program.fixture.theme.textSize(), 110);
    QVERIFY(program.renew([&] { program.action("text_usual_action")->trigger(); }));
    const Sizes again(program);
    QCOMPARE(again.tree, usual.tree);
    QCOMPARE(again.board, usual.board);
    QCOMPARE(again.chart, usual.chart);
    QVERIFY(!program.action("text_usual_action")->isEnabled());
}

void TextSizeTest::keysChangeIt() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    const auto press = [&program](Qt::Key key) {
        return program.renew(
            [&] { QTest::keyClick(program.window().windowHandle(), key, Qt::ControlModifier); });
    };
    QVERIFY(press(Qt::Key_Plus));
    QCOMPARE(program.fixture.theme.textSize(), 110);
    QVERIFY(press(Qt::Key_Equal));
    QCOMPARE(program.fixture.theme.textSize(), 125);
    QVERIFY(press(Qt::Key_Minus));
    QCOMPARE(program.fixture.theme.textSize(), 110);
    QVERIFY(press(Qt::Key_0));
    QCOMPARE(program.fixture.theme.textSize(), 100);
}

void TextSizeTest::theEndsAreEnds() {
    const Program largest(kTextSizes.back());
    QVERIFY(!largest.action("text_larger_action")->isEnabled());
    QVERIFY(largest.action("text_smaller_action")->isEnabled());
    const Program smallest(kTextSizes.front());
    QVERIFY(smallest.action("text_larger_action")->isEnabled());
    QVERIFY(!smallest.action("text_smaller_action")->isEnabled());
}

void TextSizeTest::pageAndFocusStay() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    program.window().board()->view()->setFocus();
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QCOMPARE(program.window().focusWidget(), program.window().board()->view());
    program.action("capacity_action")->trigger();
    QVERIFY(program.window().capacity()->isEntered());
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QVERIFY(program.window().capacity()->isEntered());
    program.action("capacity_action")->trigger();
    QVERIFY(program.window().board()->view()->isVisible());
}

void TextSizeTest::selectionAndDocksStay() {
    Program program;
    QVERIFY(program.show({1358, 728}));
    const auto* document = &program.fixture.document;
    program.action("lower_panels_action")->trigger();
    const auto dock = [&program](const char* name) {
        return program.window().findChild<QDockWidget*>(QString::fromLatin1(name));
    };
    const auto areTabs = [&] {
        return !program.window().tabifiedDockWidgets(dock("plan_dock")).isEmpty();
    };
    dock("audit_dock")->raise();
    program.fixture.document.select({*document->tree()->findModule("transformer.h.5")});
    const auto selection = document->selection();
    QTRY_VERIFY(dock("audit_dock")->geometry().right() > 0);
    const bool wereTabs = areTabs();
    for (const char* action : {"text_larger_action", "text_usual_action"}) {
        QVERIFY(program.renew([&] { program.action(action)->trigger(); }));
        QCOMPARE(document->selection(), selection);
        QTRY_VERIFY(!dock("audit_dock")->visibleRegion().isEmpty());
    }
    QTRY_COMPARE(areTabs(), wereTabs);
}

void TextSizeTest::blockHeightAndBranchesStay() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    program.window().findChild<QPushButton*>("scale_log")->click();
    ModuleTreeView* view = program.window().tree()->panel()->view();
    view->collapseAll();
    // The first row that has others in it, three times: a block is open, too.
    QModelIndex open = view->model()->index(0, 0);
    for (int level = 0; level < 3; ++level) {
        while (!view->model()->hasChildren(open)) {
            open = open.siblingAtRow(open.row() + 1);
        }
        view->expand(open);
        open = view->model()->index(0, 0, open);
    }
    const auto rows = view->expandedRows();
    QCOMPARE(rows.size(), std::size_t{3});
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    view = program.window().tree()->panel()->view();
    QCOMPARE(view->expandedRows(), rows);
    QCOMPARE(program.window().board()->view()->scale(), BoardScale::Logarithmic);
}

/// They cannot be edited while a run goes on, and are there for the next one all the same.
void TextSizeTest::fieldsOfARunStay() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    program.fixture.controller.start(std::nullopt);
    QTRY_COMPARE(program.fixture.controller.state(), LoadState::Loaded);
    const auto number = [&program](const char* name) {
        return program.window().findChild<QSpinBox*>(QLatin1String(name));
    };
    const auto prompt = [&program] {
        return program.window().findChild<QLineEdit*>(QStringLiteral("run_prompt"));
    };
    number("run_generate")->setValue(30);
    number("run_window")->setValue(9);
    prompt()->setText(QStringLiteral("5, 6, 7, 8"));
    prompt()->setModified(true);
    RunController* const runs = program.window().run()->controller();
    program.window().run()->panel()->run();
    runs->pause();
    QVERIFY(runs->isRunning());
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QVERIFY(runs->isRunning());
    QVERIFY(!number("run_generate")->isEnabled());
    runs->cancel();
    QTRY_VERIFY(!runs->isRunning());
    QVERIFY(number("run_generate")->isEnabled());
    QCOMPARE(number("run_generate")->value(), 30);
    QCOMPARE(number("run_window")->value(), 9);
    QCOMPARE(prompt()->text(), QStringLiteral("5, 6, 7, 8"));
}

void TextSizeTest::everyStepCounts() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    QVERIFY(program.renew([&] {
        QAction* const larger = program.action("text_larger_action");
        for (int step = 0; step < 3; ++step) {
            larger->trigger();
        }
    }));
    QCOMPARE(program.fixture.theme.textSize(), 150);
}

void TextSizeTest::theOldWindowStaysUntilTheNewOneIsSeen() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    bool isSeen = false;
    connect(&program.window(), &QObject::destroyed, this, [&] {
        isSeen = program.place.window() != nullptr && program.window().windowHandle()->isExposed();
    });
    const QPoint position = program.window().pos();
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QVERIFY(isSeen);
    QCOMPARE(program.window().pos(), position);
}

void TextSizeTest::whatIsTypedMeanwhileStays() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    const auto filter = [](const MainWindow& window) {
        return window.findChild<QLineEdit*>(QStringLiteral("module_filter"));
    };
    filter(program.window())->setText(QStringLiteral("at"));
    program.meanwhile = [&, before = &program.window()] {
        filter(*before)->setText(QStringLiteral("attn"));
    };
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QCOMPARE(filter(program.window())->text(), QStringLiteral("attn"));
}

void TextSizeTest::theOldWindowGoesWhereTheNewOneIsSeenAtOnce() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    const Desktop desktop(Desktop::Shows::AtOnce);
    qint64 waited = 0;
    connect(&program.window(), &QObject::destroyed, this,
            [&] { waited = desktop.elapsedSinceShown(); });
    QVERIFY(program.renew([&] { program.action("text_larger_action")->trigger(); }));
    QVERIFY2(waited < 3000, qPrintable(QString::number(waited)));
}

void TextSizeTest::closingTheOldWindowClosesTheNewOne_data() {
    QTest::addColumn<QString>("way");
    QTest::addColumn<int>("questions");
    QTest::addColumn<bool>("isOpen");
    QTest::addColumn<int>("kept");
    QTest::newRow("cancelled") << "cancel" << 1 << true << 1;
    QTest::newRow("discarded") << "discard" << 1 << false << 0;
    QTest::newRow("by a signal") << "unasked" << 0 << false << 1;
}

/// While both are there, what is not saved belongs to the new one.
void TextSizeTest::closingTheOldWindowClosesTheNewOne() {
    QFETCH(const QString, way);
    QFETCH(const bool, isOpen);
    const QTemporaryDir recovery;
    const auto kept = [&recovery] {
        return static_cast<int>(QDir(recovery.path()).entryList({"*.stowage"}).size());
    };
    Program program(kUsualTextSize, recovery.path().toStdString());
    QVERIFY(program.show({1366, 768}));
    program.fixture.document.edit(MoveEdit{{"transformer.h.5"}, DeviceId::cpu()});
    QTRY_COMPARE(kept(), 1);
    const Desktop desktop(Desktop::Shows::Never);
    const QPointer<MainWindow> before = &program.window();
    program.action("text_larger_action")->trigger();
    QTRY_VERIFY(&program.window() != before);
    QVERIFY(before->isVisible() && program.window().isVisible());
    program.fixture.dialogs.unsaved = way == QLatin1String("cancel")
                                          ? FileDialogs::Unsaved::Cancel
                                          : FileDialogs::Unsaved::Discard;
    if (way == QLatin1String("unasked")) {
        before->closeUnasked();
    } else {
        before->windowHandle()->close();
    }
    QVERIFY(!before->isVisible());
    QTEST(static_cast<int>(program.fixture.dialogs.unsavedQuestions.size()), "questions");
    QCOMPARE(program.window().isVisible(), isOpen);
    QTEST(kept(), "kept");
    if (isOpen) {  // and goes on
        program.fixture.document.undoStack()->undo();
        QTRY_COMPARE(kept(), 0);
    }
}

void TextSizeTest::closingTheNewWindowEndsTheProgram() {
    Program program;
    QVERIFY(program.show({1366, 768}));
    const Desktop desktop(Desktop::Shows::Never);
    const QPointer<MainWindow> before = &program.window();
    program.action("text_larger_action")->trigger();
    QTRY_VERIFY(&program.window() != before);
    QTimer::singleShot(0, this, [&] { program.window().windowHandle()->close(); });
    QTimer tooLong;  // so long the old one would stay, closed or not
    connect(&tooLong, &QTimer::timeout, this, [] { QCoreApplication::exit(1); });
    tooLong.start(2500);
    QCOMPARE(QApplication::exec(), 0);
    QVERIFY(before.isNull());
}

void TextSizeTest::settingsThatAreNoneAreTheUsual() {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    QCOMPARE(savedTextSize(settings), kUsualTextSize);
    settings.setValue(QStringLiteral("text_size"), 5000);
    QCOMPARE(savedTextSize(settings), kUsualTextSize);
    settings.setValue(QStringLiteral("text_size"), 150);
    QCOMPARE(savedTextSize(settings), 150);
}

void TextSizeTest::nothingIsCut_data() {
    QTest::addColumn<int>("percent");
    QTest::addColumn<QSize>("size");
    QTest::newRow("80 %") << 80 << QSize(1366, 768);
    QTest::newRow("150 %") << 150 << QSize(1366, 768);
    QTest::newRow("200 %, large") << 200 << QSize(2560, 1440);
}

void TextSizeTest::nothingIsCut() {
    QFETCH(int, percent);
    QFETCH(QSize, size);
    Program program(percent);
    // What is shown anew is laid out when events are handled next.
    const auto cutTexts = [&program] {
        QStringList cut;
        (void)QTest::qWaitFor(
            [&] { return (cut = test::cutTextsBelow(program.window())).isEmpty(); }, 60000);
        return cut;
    };
    QVERIFY(program.show(size));
    QCOMPARE(program.window().size(), size);
    QStringList cut = cutTexts();
    program.window().history()->show();
    cut += cutTexts();
    program.action("capacity_action")->trigger();
    QTRY_VERIFY(program.window().findChild<QWidget*>("try_change_0") != nullptr);
    cut += cutTexts();
    QCOMPARE(program.window().size(), size);
    QVERIFY2(cut.isEmpty(), qPrintable(shownList(cut)));
}

void TextSizeTest::paintedRowsHoldTheirText() {
    Program program(150);
    QVERIFY(program.show({1366, 768}));
    const auto* tree = program.window().tree()->panel()->view();
    QVERIFY(tree->visualRect(tree->model()->index(0, 0)).height() >= tree->fontMetrics().height());
    const int line = QFontMetrics(program.fixture.theme.font(TextRole::Tree)).height();
    for (const int row : {metrics::kTreeRow, metrics::kTableRow, metrics::kBlockMin}) {
        QVERIFY(px(row) >= line);
    }
    const auto* strip = program.window().findChild<QPushButton*>("scale_linear")->parentWidget();
    QCOMPARE(strip->height(), px(36));
    const auto* close = program.window().findChild<QToolButton*>("plan_dock_close");
    QCOMPARE(close->height(), px(22));
    QCOMPARE(close->iconSize().height(), px(14));
}

/// Where the card has no room for its text, it scrolls, and leaves the board its own.
void TextSizeTest::firstStepsScroll() {
    for (const int percent : {kUsualTextSize, 200}) {
        Program program(percent);
        QVERIFY(program.show({1280, 800}));
        FirstStepsCard* const card = program.window().open()->firstSteps();
        card->setSample(program.fixture.document.path());
        const BoardView* const board = program.window().board()->view();
        const auto* last = card->findChild<QPushButton*>(QStringLiteral("first_steps_dismiss"));
        const auto isSeen = [card](const QWidget* part) {
            return card->viewport()->rect().contains(
                QRect(part->mapTo(card->viewport(), QPoint()), part->size()));
        };
        QTRY_VERIFY2(test::cutTextsBelow(*card).isEmpty(),
                     qPrintable(shownList(test::cutTextsBelow(*card))));
        QTRY_COMPARE(isSeen(last), percent == kUsualTextSize);
        QVERIFY(card->height() >= px(72));
        QVERIFY(board->height() >= board->minimumHeight());
        QCOMPARE(card->horizontalScrollBar()->maximum(), 0);
        // All of it is reached by keys: its last button by Tab, its beginning from there.
        card->findChild<QPushButton*>(QStringLiteral("first_steps_shortcuts"))->setFocus();
        QTest::keyClick(program.window().windowHandle(), Qt::Key_Tab);
        QVERIFY(last->hasFocus());
        QVERIFY(isSeen(last));
        for (int pages = 0; pages < 20; ++pages) {
            QTest::keyClick(program.window().windowHandle(), Qt::Key_PageUp);
        }
        QCOMPARE(card->verticalScrollBar()->value(), 0);
    }
}

}  // namespace stowage

QTEST_MAIN(stowage::TextSizeTest)
#include "tst_text_size.moc"
