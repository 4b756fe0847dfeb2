// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/control_names.h"
#include "tests/widgets/screen_reader.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/help/guide.h"
#include "widgets/help/help_feature.h"
#include "widgets/help/tour.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/translation.h"
#include "widgets/window/window_place.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QHelpEvent>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";
constexpr int kSteps = 8;
constexpr const char* kTaken = "tour/taken";

QWidget* calloutOf(const Tour& tour) {
    return tour.findChild<QWidget*>(QStringLiteral("tour_callout"));
}

QPushButton* buttonOf(const Tour& tour, const char* name) {
    return tour.findChild<QPushButton*>(QString::fromLatin1(name));
}

QString textOf(const Tour& tour, const char* name) {
    return tour.findChild<QLabel*>(QString::fromLatin1(name))->text();
}

QString rectText(const QRect& rect) {
    return QString("(%1,%2 %3×%4)")
        .arg(rect.x())
        .arg(rect.y())
        .arg(rect.width())
        .arg(rect.height());
}

/// What is wrong with how a step stands: "" where all is well.
QString troubleOf(const Tour& tour, const QWidget& window) {
    const QRect callout = calloutOf(tour)->geometry();
    if (tour.geometry() != window.rect()) {
        return goldenText("window-help/the-window-is-not-covered");
    }
    if (!tour.rect().contains(callout)) {
        return "the callout lies off the window: " + rectText(callout);
    }
    if (calloutOf(tour)->height() <
        calloutOf(tour)->layout()->totalHeightForWidth(callout.width())) {
        return "its text is cut: " + rectText(callout);
    }
    if (tour.clearParts().isEmpty()) {
        return "nothing is left clear";
    }
    for (const QRect& part : tour.clearParts()) {
        if (part.intersects(callout)) {
            return "the callout " + rectText(callout) + " covers the part " + rectText(part);
        }
    }
    return {};
}

/// The first step of a tour over a window of that size that shows a plan.
Tour* takeTour(WindowFixture& f, QSize size = {1280, 800}) {
    f.window.resize(size);
    f.window.show();
    if (!QTest::qWaitForWindowExposed(&f.window) ||
        !openAndWait(f.document,
                     writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors))) {
        qFatal("the window does not show a plan");
    }
    f.child<QAction>("tour_action")->trigger();
    return f.window.help()->tour();
}

}  // namespace

/// The tour of the window: when it comes by itself, its steps, its keys, where its callout stands.
class TourTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void cleanup() { QApplication::setLayoutDirection(Qt::LeftToRight); }
    void firstStartShowsItOnce();
    void planComesFirst();
    void whatIsToldComesFirst();
    void dialogComesFirst();
    void goesThroughAllSteps_data();
    void goesThroughAllSteps();
    void goesBack();
    void calloutStandsBesideItsPart_data();
    void calloutStandsBesideItsPart();
    void calloutFollowsTheWindow();
    void endsAtOnce_data();
    void endsAtOnce();
    void helpMenuTakesIt();
    void closedDocksAreClosedAgain();
    void floatingPartIsLeftOut();
    void keysStayInTheCallout();
    void arrowsAreMirrored();
    void readersAreTold();
    void buttonsSayWhatTheyAreFor();
    void namesTheGuideWhereThereIsOne();
    void anotherLanguageEndsIt();
};

void TourTest::firstStartShowsItOnce() {
    WindowFixture f(kGpus);
    f.window.help()->offerTour();
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(
        openAndWait(f.document, writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors)));
    QTRY_VERIFY(f.window.help()->tour() != nullptr);
    QVERIFY(f.window.help()->tour()->isVisible());
    QVERIFY(f.settings.value(kTaken).toBool());
    f.window.help()->endTour();
    QVERIFY(f.window.help()->tour() == nullptr);
    // The next start, and another model in this one.
    MainWindow second({&f.document, &f.controller, &f.theme, &f.settings, &f.dialogs});
    second.help()->offerTour();
    second.show();
    QVERIFY(QTest::qWaitForWindowExposed(&second));
    QVERIFY(openAndWait(f.document,
                        writeSmallSample(f.folder.filePath("b"), CheckpointFormat::Safetensors)));
    QCoreApplication::processEvents();
    QVERIFY(second.help()->tour() == nullptr);
    QVERIFY(f.window.help()->tour() == nullptr);
}

void TourTest::planComesFirst() {
    WindowFixture f(kGpus);
    f.window.help()->offerTour();
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QCoreApplication::processEvents();
    QVERIFY(f.window.help()->tour() == nullptr);
    QVERIFY(!f.settings.contains(kTaken));
}

void TourTest::whatIsToldComesFirst() {
    WindowFixture f(kGpus);
    f.window.help()->offerTour();
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    f.window.help()->crashBar()->showMessage(MessageBar::Kind::Warning,
                                             goldenText("window-help/stowage-crashed-earlier"));
    QVERIFY(
        openAndWait(f.document, writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors)));
    QCoreApplication::processEvents();
    QVERIFY(f.window.help()->tour() == nullptr);
    QVERIFY(!f.settings.contains(kTaken));  // the next start has it
}

void TourTest::dialogComesFirst() {
    WindowFixture f(kGpus);
    f.window.help()->offerTour();
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QDialog dialog(&f.window);
    dialog.open();
    QVERIFY(
        openAndWait(f.document, writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors)));
    QCoreApplication::processEvents();
    QVERIFY(f.window.help()->tour() == nullptr);
    QVERIFY(!f.settings.contains(kTaken));
}

void TourTest::goesThroughAllSteps_data() {
    QTest::addColumn<int>("key");
    QTest::newRow("mouse") << 0;
    QTest::newRow("arrow") << static_cast<int>(Qt::Key_Right);
    QTest::newRow("Enter") << static_cast<int>(Qt::Key_Return);
    QTest::newRow("space") << static_cast<int>(Qt::Key_Space);
}

void TourTest::goesThroughAllSteps() {
    QFETCH(int, key);
    WindowFixture f(kGpus);
    const QPointer<Tour> tour = takeTour(f);
    QVERIFY(tour != nullptr);
    QCOMPARE(tour->stepCount(), kSteps);
    QPushButton* next = buttonOf(*tour, "tour_next");
    const auto goOn = [next, key] {
        if (key == 0) {
            QTest::mouseClick(next, Qt::LeftButton);
        } else {
            QTest::keyClick(next, static_cast<Qt::Key>(key));
        }
    };
    QStringList titles;
    for (int step = 0; step < kSteps; ++step) {
        QCOMPARE(tour->step(), step);
        QCOMPARE(textOf(*tour, "tour_count"), QString("Step %1 of 8").arg(step + 1));
        QVERIFY(!textOf(*tour, "tour_text").isEmpty());
        QCOMPARE(next->text(), QString(step + 1 < kSteps ? "Next" : "Done"));
        QCOMPARE(buttonOf(*tour, "tour_back")->isEnabled(), step > 0);
        titles.append(textOf(*tour, "tour_title"));
        if (step + 1 < kSteps) {
            goOn();
        }
    }
    QCOMPARE(titles.removeDuplicates(), 0);
    if (key == Qt::Key_Right) {  // an arrow does not end it
        goOn();
        QCOMPARE(tour->step(), kSteps - 1);
        QTest::mouseClick(next, Qt::LeftButton);
    } else {
        goOn();
    }
    QVERIFY(f.window.help()->tour() == nullptr);
    QVERIFY(!tour->isVisible());
    QTRY_VERIFY(tour.isNull());
}

void TourTest::goesBack() {
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f);
    QPushButton* next = buttonOf(*tour, "tour_next");
    QPushButton* back = buttonOf(*tour, "tour_back");
    const QString first = textOf(*tour, "tour_title");
    QTest::keyClick(next, Qt::Key_Left);
    QCOMPARE(tour->step(), 0);
    QTest::mouseClick(next, Qt::LeftButton);
    QTest::mouseClick(next, Qt::LeftButton);
    QCOMPARE(tour->step(), 2);
    QTest::keyClick(next, Qt::Key_Left);
    QCOMPARE(tour->step(), 1);
    QTest::mouseClick(back, Qt::LeftButton);
    QCOMPARE(tour->step(), 0);
    QCOMPARE(textOf(*tour, "tour_title"), first);
    // The focus was on what is disabled now.
    QVERIFY(f.window.focusWidget() != back);
    QVERIFY(calloutOf(*tour)->isAncestorOf(f.window.focusWidget()));
}

void TourTest::calloutStandsBesideItsPart_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Qt::LayoutDirection>("direction");
    for (const QSize size : {QSize(1680, 1050), QSize(1280, 800), QSize(1024, 640)}) {
        for (const auto direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            QTest::addRow("%d × %d%s", size.width(), size.height(),
                          direction == Qt::LeftToRight ? "" : " mirrored")
                << size << direction;
        }
    }
}

void TourTest::calloutStandsBesideItsPart() {
    QFETCH(QSize, size);
    QFETCH(Qt::LayoutDirection, direction);
    QApplication::setLayoutDirection(direction);
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f, size);
    for (int step = 0; step < kSteps; ++step) {
        QTRY_COMPARE(troubleOf(*tour, f.window), QString());
        QTest::mouseClick(buttonOf(*tour, "tour_next"), Qt::LeftButton);
    }
}

void TourTest::calloutFollowsTheWindow() {
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f, {1680, 1050});
    auto* model = f.child<QDockWidget>("model_dock");
    QTest::mouseClick(buttonOf(*tour, "tour_next"), Qt::LeftButton);
    const auto isModelClear = [tour, model] {
        return tour->clearParts() == QList<QRect>{model->geometry()};
    };
    for (const QSize size : {QSize(1024, 640), QSize(1280, 800), QSize(900, 560)}) {
        f.window.resize(size);  // to a form where the tree is a tab behind the plan, and back
        QTRY_COMPARE(troubleOf(*tour, f.window), QString());
        QTRY_VERIFY(isModelClear());
    }
    f.theme.setMode(ThemeMode::HighContrast);
    QTRY_COMPARE(troubleOf(*tour, f.window), QString());
}

void TourTest::endsAtOnce_data() {
    QTest::addColumn<int>("steps");
    QTest::addColumn<bool>("byKey");
    QTest::newRow("button") << 0 << false;
    QTest::newRow("Escape") << 0 << true;
    QTest::newRow("button, later") << 5 << false;
    QTest::newRow("Escape, later") << 5 << true;
}

void TourTest::endsAtOnce() {
    QFETCH(int, steps);
    QFETCH(bool, byKey);
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f);
    for (int step = 0; step < steps; ++step) {
        QTest::mouseClick(buttonOf(*tour, "tour_next"), Qt::LeftButton);
    }
    if (byKey) {
        QTest::keyClick(buttonOf(*tour, "tour_next"), Qt::Key_Escape);
    } else {
        QTest::mouseClick(buttonOf(*tour, "tour_skip"), Qt::LeftButton);
    }
    QVERIFY(!tour->isVisible());
    QVERIFY(f.window.help()->tour() == nullptr);
    QVERIFY(f.settings.value(kTaken).toBool());
}

void TourTest::helpMenuTakesIt() {
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    auto* action = f.child<QAction>("tour_action");
    QVERIFY(f.child<QMenu>("help_menu")->actions().contains(action));
    // Also without a model, from the page of another feature, and once more after it.
    f.child<QAction>("lower_panels_action")->trigger();
    for (int time = 0; time < 2; ++time) {
        action->trigger();
        Tour* tour = f.window.help()->tour();
        QVERIFY(tour != nullptr);
        action->trigger();
        QCOMPARE(f.window.help()->tour(), tour);
        QCOMPARE(tour->stepCount(), kSteps);
        QTRY_COMPARE(troubleOf(*tour, f.window), QString());
        QTest::mouseClick(buttonOf(*tour, "tour_skip"), Qt::LeftButton);
        QVERIFY(openAndWait(f.document,
                            writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors)));
        f.child<QAction>("capacity_action")->trigger();
        QVERIFY(f.child<QDockWidget>("plan_dock")->isHidden());
    }
}

void TourTest::closedDocksAreClosedAgain() {
    WindowFixture f(kGpus);
    f.child<QDockWidget>("plan_dock")->close();
    Tour* tour = takeTour(f);
    const auto isInSight = [&f](const char* name) {
        const auto* dock = f.child<QDockWidget>(name);
        return dock->isVisible() && f.window.rect().contains(dock->geometry().center());
    };
    QVERIFY(!isInSight("plan_dock"));
    QVERIFY(!isInSight("live_dock"));
    QStringList seen;
    for (int step = 0; step < kSteps; ++step) {
        for (const char* name : {"model_dock", "plan_dock", "live_dock", "run_dock"}) {
            if (isInSight(name) && !seen.contains(QString(name))) {
                seen.append(name);
            }
        }
        QTest::mouseClick(buttonOf(*tour, "tour_next"), Qt::LeftButton);
    }
    QCOMPARE(seen, QStringList({"model_dock", "plan_dock", "live_dock", "run_dock"}));
    QVERIFY(isInSight("model_dock"));
    for (const char* name : {"plan_dock", "live_dock", "run_dock", "devices_dock"}) {
        QVERIFY2(f.child<QDockWidget>(name)->isHidden(), name);
    }
    QVERIFY(!f.child<QAction>("lower_panels_action")->isChecked());
}

void TourTest::floatingPartIsLeftOut() {
    WindowFixture f(kGpus);
    auto* plan = f.child<QDockWidget>("plan_dock");
    plan->setFloating(true);
    Tour* tour = takeTour(f);
    QCOMPARE(tour->stepCount(), kSteps - 1);
    plan->setFloating(false);
    QTest::mouseClick(buttonOf(*tour, "tour_skip"), Qt::LeftButton);
    QVERIFY(!plan->isHidden());
}

void TourTest::keysStayInTheCallout() {
    WindowFixture f(kGpus);
    f.window.show();
    auto* board = f.child<QWidget>("board");
    board->setFocus();
    Tour* tour = takeTour(f);
    QTest::mouseClick(buttonOf(*tour, "tour_next"), Qt::LeftButton);
    QStringList order;
    for (int press = 0; press < 4; ++press) {
        order.append(f.window.focusWidget()->objectName());
        QTest::keyClick(f.window.focusWidget(), Qt::Key_Tab);
    }
    QCOMPARE(order, QStringList({"tour_next", "tour_skip", "tour_back", "tour_next"}));
    QTest::keyClick(f.window.focusWidget(), Qt::Key_Backtab);
    QCOMPARE(f.window.focusWidget()->objectName(), QString("tour_next"));
    // The window's keys rest, and so does the mouse beside the callout.
    const bool wasOpen = f.child<QAction>("lower_panels_action")->isChecked();
    QTest::keyClick(f.window.focusWidget(), Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(f.child<QAction>("lower_panels_action")->isChecked(), wasOpen);
    QTest::mouseClick(f.window.windowHandle(), Qt::LeftButton, {},
                      board->mapTo(&f.window, board->rect().center()));
    QCOMPARE(f.window.focusWidget()->objectName(), QString("tour_next"));
    QTest::keyClick(f.window.focusWidget(), Qt::Key_Escape);
    QCOMPARE(f.window.focusWidget(), board);
}

void TourTest::arrowsAreMirrored() {
    QApplication::setLayoutDirection(Qt::RightToLeft);
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f);
    QTest::keyClick(buttonOf(*tour, "tour_next"), Qt::Key_Left);
    QCOMPARE(tour->step(), 1);
    QTest::keyClick(buttonOf(*tour, "tour_next"), Qt::Key_Right);
    QCOMPARE(tour->step(), 0);
}

void TourTest::readersAreTold() {
    const ScreenReader reader;
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f);
    const QAccessibleInterface* said = QAccessible::queryAccessibleInterface(calloutOf(*tour));
    QCOMPARE(said->role(), QAccessible::Dialog);
    for (int step = 0; step < kSteps; ++step) {
        const QString title = textOf(*tour, "tour_title");
        QCOMPARE(said->text(QAccessible::Name), title);
        const QString description = said->text(QAccessible::Description);
        QVERIFY2(description.contains(textOf(*tour, "tour_text")), qPrintable(description));
        QVERIFY2(description.contains(textOf(*tour, "tour_count")), qPrintable(description));
        QCOMPARE(ScreenReader::count(QAccessible::Alert, title), 1);
        ScreenReader::forget();
        QTest::keyClick(buttonOf(*tour, "tour_next"), Qt::Key_Right);
    }
}

void TourTest::buttonsSayWhatTheyAreFor() {
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f);
    int controls = 0;
    QCOMPARE(namelessControls(*tour, controls), QStringList());
    QCOMPARE(controls, 3);
    for (QWidget* button : controlsBelow(*tour)) {
        QHelpEvent question(QEvent::QueryWhatsThis, QPoint(1, 1),
                            button->mapToGlobal(QPoint(1, 1)));
        QApplication::sendEvent(button, &question);
        QVERIFY2(!button->whatsThis().isEmpty(), qPrintable(button->objectName()));
    }
}

void TourTest::namesTheGuideWhereThereIsOne() {
    WindowFixture f(kGpus);
    Tour* tour = takeTour(f);
    while (tour->step() + 1 < tour->stepCount()) {
        QTest::mouseClick(buttonOf(*tour, "tour_next"), Qt::LeftButton);
    }
    QCOMPARE(textOf(*tour, "tour_title"), QString("Help"));
    QCOMPARE(textOf(*tour, "tour_text").contains("user guide"), Guide::isCompiledIn());
}

void TourTest::anotherLanguageEndsIt() {
    WindowFixture f(kGpus);  // its own window stays hidden
    ProgramLanguage language(qApp, f.settings);
    language.use("en");
    {
        WindowPlace place({.document = &f.document,
                           .controller = &f.controller,
                           .theme = &f.theme,
                           .settings = &f.settings,
                           .dialogs = &f.dialogs},
                          &language, nullptr);
        place.window()->resize(1280, 800);
        place.window()->show();
        QVERIFY(openAndWait(f.document,
                            writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors)));
        place.window()->help()->takeTour();
        for (int step = 0; step < 4; ++step) {
            QTest::keyClick(buttonOf(*place.window()->help()->tour(), "tour_next"), Qt::Key_Right);
        }
        QVERIFY(!place.window()->findChild<QDockWidget*>("live_dock")->isHidden());
        const QPointer<MainWindow> before = place.window();
        place.window()->findChild<QAction*>("language_ar_action")->trigger();
        QTRY_VERIFY(before.isNull());
        QVERIFY(place.window()->isVisible());
        QVERIFY(place.window()->help()->tour() == nullptr);
        QVERIFY(place.window()->findChild<QDockWidget*>("live_dock")->isHidden());
    }
    language.use("en");
}

QTEST_MAIN(TourTest)
#include "tst_tour.moc"
