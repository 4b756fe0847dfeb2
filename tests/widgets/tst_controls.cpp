// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/control_names.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QHeaderView>
#include <QTableView>
#include <QTest>

namespace stowage {
namespace {

/// Titles that stand in the middle above words or figures, which never do.
QStringList centredTitles(const QWidget& root) {
    QStringList titles;
    for (const QTableView* table : root.findChildren<QTableView*>()) {
        if (table->objectName() == QLatin1String("sweep_map")) {
            continue;  // its cells stand in the middle, too
        }
        const QHeaderView* head = table->horizontalHeader();
        for (int column = 0; column < head->count(); ++column) {
            const QVariant own =
                table->model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
            const auto alignment =
                own.isValid() ? own.value<Qt::Alignment>() : head->defaultAlignment();
            if (alignment.testFlag(Qt::AlignHCenter)) {
                titles += table->objectName() + QStringLiteral(": ") +
                          table->model()->headerData(column, Qt::Horizontal).toString();
            }
        }
    }
    return titles;
}

}  // namespace

/// Every control can be found by a test and told by a screen reader, and keeps room to be read.
class ControlsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        // What the offscreen platform says of windows and menus is no warning of ours.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
    }
    void windowWithoutAModel();
    void windowWithAPlan();
    void devicesDialog();
    void dialogsOfTheMenus_data();
    void dialogsOfTheMenus();
    void capacityPage();
    void paintedFiguresAreCharts();
    void narrowTreeKeepsItsNames();
};

void ControlsTest::windowWithoutAModel() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    int controls = 0;
    const QStringList nameless = test::namelessControls(fixture.window, controls);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls >= 20);
}

void ControlsTest::windowWithAPlan() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    int before = 0;
    static_cast<void>(test::namelessControls(fixture.window, before));
    const QString sample =
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors);
    QVERIFY(test::openAndWait(fixture.document, sample));
    int after = 0;
    const QStringList nameless = test::namelessControls(fixture.window, after);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    // A limit for each of the four devices, on the board and in the plan.
    QVERIFY(after >= before + 8);
    QCOMPARE(centredTitles(fixture.window), QStringList());
}

void ControlsTest::devicesDialog() {
    test::WindowFixture fixture("48MiB,48MiB");
    DevicesDialog dialog(test::windowDevices("48MiB,48MiB"), &fixture.theme);
    int controls = 0;
    const QStringList nameless = test::namelessControls(dialog, controls);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls >= 4);
}

void ControlsTest::dialogsOfTheMenus_data() {
    QTest::addColumn<QString>("action");
    for (const char* action :
         {"new_model_action", "write_model_action", "devices_action", "export_action",
          "paste_map_action", "compare_models_action", "compare_variants_action", "report_action",
          "run_stages_action", "shortcuts_action", "about_action"}) {
        QTest::newRow(action) << QString::fromLatin1(action);
    }
}

void ControlsTest::dialogsOfTheMenus() {
    QFETCH(QString, action);
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    auto* entry = fixture.window.findChild<QAction*>(action);
    QVERIFY(entry != nullptr);
    QTRY_VERIFY(entry->isEnabled());
    entry->trigger();
    const auto openDialog = []() -> QDialog* {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            auto* dialog = qobject_cast<QDialog*>(widget);
            if (dialog != nullptr && dialog->isVisible()) {
                return dialog;
            }
        }
        return nullptr;
    };
    QTRY_VERIFY(openDialog() != nullptr);
    QDialog* const dialog = openDialog();
    QVERIFY(!dialog->windowTitle().isEmpty());
    int controls = 0;
    const QStringList nameless = test::namelessControls(*dialog, controls);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(controls >= 1);
    QCOMPARE(centredTitles(*dialog), QStringList());
    dialog->close();
}

void ControlsTest::capacityPage() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    int before = 0;
    static_cast<void>(test::namelessControls(fixture.window, before));
    fixture.child<QAction>("capacity_action")->trigger();
    int after = 0;
    const QStringList nameless = test::namelessControls(fixture.window, after);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    QVERIFY(after > before);
}

void ControlsTest::paintedFiguresAreCharts() {
    test::WindowFixture fixture("48MiB,48MiB");
    fixture.window.show();
    QVERIFY(test::openAndWait(
        fixture.document,
        test::writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.child<QAction>("capacity_action")->trigger();
    for (const char* name :
         {"memory_bars", "vram_chart", "ram_chart", "runs_vram_chart", "runs_ram_chart",
          "segment_map", "timeline_plot", "ways_chart", "sweep_line"}) {
        auto* chart = fixture.child<QWidget>(name);
        const QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(chart);
        QCOMPARE(interface->role(), QAccessible::Chart);
        QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), name);
    }
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
    // Indentation takes nothing from deep names.
    int others = 0;
    for (int column = 1; column < ModuleTreeModel::kColumnCount; ++column) {
        others += tree->columnWidth(column);
    }
    const int least = 100;
    panel.resize(others + least + tree->indentation(), 400);
    QTRY_VERIFY(!tree->isColumnHidden(ModuleTreeModel::Parameters));
    fixture.document.select({*fixture.document.tree()->findModule("transformer.h.0.mlp.c_fc")});
    QTRY_VERIFY(tree->isColumnHidden(ModuleTreeModel::Parameters));
}

}  // namespace stowage

QTEST_MAIN(stowage::ControlsTest)
#include "tst_controls.moc"
