// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_fixture.h"
#include "widgets/tree/module_tree_view.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QWindow>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kMostStops = 200;  ///< of the Tab key, before it is back where it began

/// A key as it comes from the keyboard: to the window that is active, whatever has its focus.
void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* const window = QApplication::activeWindow();
    QTest::keyClick(window->windowHandle(), key, modifiers);
}

/// Presses Tab until the focus is in `wanted`; false where it never comes there.
bool tabTo(const QWidget* wanted) {
    for (int i = 0; i < kMostStops; ++i) {
        const QWidget* focus = QApplication::focusWidget();
        if (focus == wanted) {
            return true;
        }
        press(Qt::Key_Tab);
    }
    return false;
}

}  // namespace

/// A person without a mouse: every step below is a key, and where the keys go to can be seen.
class KeyboardAloneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() {
        // The offscreen platform says of dialogs that it can neither raise them nor grab keys.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
    }
    void plansLoadsAndExports();
    void fieldsLeaveTheWindowItsKeys();
    void tabReachesEachPart();
    void theFocusIsSeen_data();
    void theFocusIsSeen();

private:
    void show(WindowFixture& fixture);

    QTemporaryDir m_folder;
    QString m_sample;
};

void KeyboardAloneTest::initTestCase() {
    m_sample =
        writeSmallSample(m_folder.filePath(QStringLiteral("gpt2")), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void KeyboardAloneTest::show(WindowFixture& fixture) {
    fixture.window.show();
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
}

void KeyboardAloneTest::plansLoadsAndExports() {
    WindowFixture f("48MiB,48MiB");
    show(f);
    // Open: the dialog of files is the desktop's own, and answers at once here.
    f.dialogs.answer = m_sample;
    press(Qt::Key_O, Qt::ControlModifier);
    QTRY_VERIFY(f.document.plan() != nullptr && f.document.isIdle());

    // A layer of the tree to the CPU, and back by undo.
    auto* tree = f.child<ModuleTreeView>("module_tree");
    QVERIFY(tabTo(tree));
    const ModuleId layer = *f.document.tree()->findModule("transformer.h.3");
    for (int i = 0; i < 40 && f.document.currentModule() != layer; ++i) {
        press(Qt::Key_Down);
    }
    QCOMPARE(f.document.currentModule(), layer);
    press(Qt::Key_C);
    QTRY_COMPARE(f.document.plan()->deviceOf(layer), std::optional(DeviceId::cpu()));

    // The same on the board, which knows what the tree selected.
    QVERIFY(tabTo(f.child<QWidget>("board")));
    press(Qt::Key_1);
    QTRY_COMPARE(f.document.plan()->deviceOf(layer), std::optional(DeviceId::gpu(1)));
    press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(f.document.plan()->deviceOf(layer), std::optional(DeviceId::cpu()));

    // Another strategy.
    auto* strategy = f.child<QComboBox>("strategy_combo");
    QVERIFY(tabTo(strategy));
    const auto before = f.document.plan();
    press(Qt::Key_Down);
    QTRY_VERIFY(f.document.plan() != before && f.document.isIdle());
    QVERIFY(f.document.plan()->request.strategy != before->request.strategy);

    press(Qt::Key_L, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, 60000);

    // Export, with the focus in the dialog, and back to the window by Escape.
    press(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(qobject_cast<QDialog*>(QApplication::activeWindow()) != nullptr);
    QPointer<QWidget> dialog = QApplication::activeWindow();
    QTRY_VERIFY(QApplication::focusWidget() != nullptr);
    QVERIFY(dialog->isAncestorOf(QApplication::focusWidget()));
    QVERIFY(tabTo(dialog->findChild<QWidget*>(QStringLiteral("export_text"))));
    press(Qt::Key_Escape);
    QTRY_VERIFY(dialog.isNull() || !dialog->isVisible());
}

/// Fields under X11 take some of the window's keys for moving and deleting.
void KeyboardAloneTest::fieldsLeaveTheWindowItsKeys() {
    WindowFixture f("48MiB,48MiB");
    show(f);
    auto* field = f.child<QLineEdit>("module_filter");
    field->setText(QStringLiteral("h.3"));
    const auto isTaken = [field](Qt::Key key) {
        QKeyEvent event(QEvent::ShortcutOverride, key, Qt::ControlModifier);
        event.accept();  // as the field does on that platform
        QApplication::sendEvent(field, &event);
        return event.isAccepted();
    };
    for (const Qt::Key key : {Qt::Key_D, Qt::Key_E, Qt::Key_K}) {
        QVERIFY(!isTaken(key));
    }
    for (const Qt::Key key : {Qt::Key_A, Qt::Key_C, Qt::Key_V}) {
        QVERIFY(isTaken(key));
    }
}

void KeyboardAloneTest::tabReachesEachPart() {
    WindowFixture f("48MiB,48MiB");
    show(f);
    QVERIFY(openAndWait(f.document, m_sample));
    for (const char* name : {"module_filter", "module_tree", "board", "limit_gpu0", "limit_disk",
                             "strategy_combo", "plan_limit_gpu0", "method_combo"}) {
        QVERIFY2(tabTo(f.child<QWidget>(name)), name);
    }
}

void KeyboardAloneTest::theFocusIsSeen_data() {
    QTest::addColumn<QString>("page");
    QTest::addColumn<int>("theme");
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark, ThemeMode::HighContrast}) {
        const int theme = static_cast<int>(mode);
        QTest::addRow("board, theme %d", theme) << QString() << theme;
    }
    const int light = static_cast<int>(ThemeMode::Light);
    QTest::newRow("panels below") << QStringLiteral("lower_panels_action") << light;
    QTest::newRow("methods") << QStringLiteral("compare_methods_action") << light;
    QTest::newRow("records") << QStringLiteral("show_runs_action") << light;
    QTest::newRow("facts") << QStringLiteral("facts_action") << light;
    QTest::newRow("comparison") << QStringLiteral("compare_action") << light;
    QTest::newRow("capacity") << QStringLiteral("capacity_action") << light;
}

void KeyboardAloneTest::theFocusIsSeen() {
    QFETCH(QString, page);
    QFETCH(int, theme);
    WindowFixture f("48MiB,48MiB");
    f.theme.setMode(static_cast<ThemeMode>(theme));
    show(f);
    QVERIFY(openAndWait(f.document, m_sample));
    f.document.select({*f.document.tree()->findModule("transformer.h.3")});
    if (!page.isEmpty()) {
        f.window.findChild<QAction*>(page)->trigger();
        QVERIFY(waitUntilIdle(f.document));
    }
    QStringList unseen;
    QList<const QWidget*> stops;
    QApplication::setCursorFlashTime(0);  // a caret that blinks is not what is looked for
    for (int i = 0; i < kMostStops; ++i) {
        press(Qt::Key_Tab);
        QWidget* const stop = QApplication::focusWidget();
        QVERIFY(stop != nullptr);
        if (stops.contains(stop)) {
            break;
        }
        stops.append(stop);
        QVERIFY(stop->isVisible());
        const QImage with = stop->grab().toImage();
        stop->clearFocus();
        const QImage without = stop->grab().toImage();
        stop->setFocus(Qt::TabFocusReason);
        if (with == without) {
            unseen.append(QString::fromLatin1(stop->metaObject()->className()) + u'#' +
                          stop->objectName() + u' ' +
                          QAccessible::queryAccessibleInterface(stop)->text(QAccessible::Name));
        }
    }
    QVERIFY(stops.size() >= 20);
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(QStringLiteral(", "))));
}

QTEST_MAIN(KeyboardAloneTest)
#include "tst_keyboard_alone.moc"
