// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_fixture.h"
#include "widgets/plan/devices_dialog.h"
#include "widgets/tree/model_panel.h"
#include "widgets/tree/module_tree_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

namespace stowage {

namespace {

/// Views that paint what can be clicked in them.
const QStringList kPaintedControls{QStringLiteral("board"), QStringLiteral("vram_chart"),
                                   QStringLiteral("ram_chart"), QStringLiteral("timeline_plot"),
                                   QStringLiteral("segment_map")};

bool isControl(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(widget) != nullptr;
}

/// Qt's own parts of a control: the list of a combo box, the signs in a field, a view's corner.
bool belongsToAControl(const QWidget* widget) {
    if (widget->objectName().startsWith(QLatin1String("qt_")) ||
        widget->inherits("QTableCornerButton") || qobject_cast<const QHeaderView*>(widget)) {
        return true;
    }
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr;
         parent = parent->parentWidget()) {
        if (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QLineEdit*>(parent) ||
            qobject_cast<const QAbstractSpinBox*>(parent)) {
            return true;
        }
    }
    return false;
}

/// What a screen reader says of it, as the platform's bridge is told.
QString spokenName(QWidget* widget) {
    const QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
    return interface == nullptr ? QString() : interface->text(QAccessible::Name);
}

QString pathOf(const QWidget* widget) {
    QStringList path;
    for (const QWidget* at = widget; at != nullptr; at = at->parentWidget()) {
        path.prepend(QString::fromLatin1(at->metaObject()->className()) + u'#' + at->objectName());
    }
    return path.join(QStringLiteral(" / "));
}

/// Paths of the controls that lack a name for people or one for tests; `controls` counts all.
QStringList namelessControls(const QWidget& root, int& controls) {
    QStringList nameless;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (!isControl(widget) || belongsToAControl(widget)) {
            continue;
        }
        ++controls;
        if (widget->objectName().isEmpty() || spokenName(widget).isEmpty()) {
            nameless.append(pathOf(widget) + QStringLiteral(" “%1”").arg(spokenName(widget)));
        }
    }
    return nameless;
}

}  // namespace

/// Every control can be found by a test and told by a screen reader, and keeps room to be read.
class ControlsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnWarnings(); }
    void windowWithoutAModel();
    void windowWithAPlan();
    void devicesDialog();
    void everyControlSaysWhatItIsFor();
    void narrowTreeKeepsItsNames();
};

void ControlsTest::windowWithoutAModel() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    int controls = 0;
    const QStringList nameless = namelessControls(fixture.window, controls);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls >= 20);
}

void ControlsTest::windowWithAPlan() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    int before = 0;
    static_cast<void>(namelessControls(fixture.window, before));
    const QString sample =
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors);
    QVERIFY(test::openAndWait(fixture.document, sample));
    int after = 0;
    const QStringList nameless = namelessControls(fixture.window, after);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    // A limit for each of the four devices, on the board and in the plan.
    QVERIFY(after >= before + 8);
}

void ControlsTest::devicesDialog() {
    test::WindowFixture fixture("48MiB,48MiB");
    DevicesDialog dialog(test::windowDevices("48MiB,48MiB"), &fixture.theme);
    int controls = 0;
    const QStringList nameless = namelessControls(dialog, controls);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls >= 4);
}

/// As *What's This?* asks: the pointer over a control, and what it then has to say.
void ControlsTest::everyControlSaysWhatItIsFor() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    const QString sample =
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors);
    QVERIFY(test::openAndWait(fixture.document, sample));
    fixture.child<QAction>("facts_action")->trigger();
    fixture.child<QAction>("capacity_action")->trigger();
    QTRY_VERIFY(fixture.window.findChild<QWidget*>("try_change_0") != nullptr);
    QStringList silent;
    QStringList said;
    for (QWidget* widget : fixture.window.findChildren<QWidget*>()) {
        const bool isPainted = kPaintedControls.contains(widget->objectName());
        const bool scrollsTabs = qobject_cast<const QTabBar*>(widget->parentWidget()) != nullptr &&
                                 qobject_cast<const QToolButton*>(widget) != nullptr;
        if (scrollsTabs || (!isPainted && (!isControl(widget) || belongsToAControl(widget)))) {
            continue;
        }
        QHelpEvent asked(QEvent::QueryWhatsThis, QPoint(1, 1), widget->mapToGlobal(QPoint(1, 1)));
        QApplication::sendEvent(widget, &asked);
        const QString text = widget->whatsThis();
        if (text.isEmpty()) {
            silent.append(pathOf(widget) + " tip: " + widget->toolTip());
        } else if (text == spokenName(widget) || text == widget->toolTip()) {
            said.append(pathOf(widget));
        }
    }
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join(u'\n')));
    // A label or a tool tip repeated explains nothing.
    QVERIFY2(said.isEmpty(), qPrintable(said.join(u'\n')));
}

void ControlsTest::narrowTreeKeepsItsNames() {
    test::WindowFixture fixture("48MiB,48MiB");
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    ModelPanel panel(&fixture.document, &fixture.theme);
    panel.resize(600, 400);
    panel.show();
    ModuleTreeView* tree = panel.view();
    QVERIFY(!tree->isColumnHidden(ModuleTreeModel::Parameters));
    panel.resize(panel.minimumWidth(), 400);
    QTRY_VERIFY(tree->isColumnHidden(ModuleTreeModel::Parameters));
    QVERIFY(!tree->isColumnHidden(ModuleTreeModel::Size));
    QVERIFY(!tree->isColumnHidden(ModuleTreeModel::Device));
    QTRY_VERIFY(tree->columnWidth(ModuleTreeModel::Name) >= 120);
    panel.resize(600, 400);
    QTRY_VERIFY(!tree->isColumnHidden(ModuleTreeModel::Class));
    QVERIFY(!tree->isColumnHidden(ModuleTreeModel::Parameters));
}

}  // namespace stowage

QTEST_MAIN(stowage::ControlsTest)
#include "tst_controls.moc"
