// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_view.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/formats.h"
#include "widgets/support/labels.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/appearance_menus.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QDrag>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";

}  // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void limitIsTheSameInTableAndLane();
    void treeBoardAndPlanAgree();
    void keysPlaceAndUndo();
    void dragFromTheTree();
    void filterAndSelection();
    void badFilesLeaveTheWindowWorking_data();
    void badFilesLeaveTheWindowWorking();
    void opensWhatIsDroppedAndRemembersIt();
    void copiesPython();
    void changesTheDevices();
    void remembersTheLayout();
    void firstStepsAreDismissedForGood();
    void helpListsTheKeys();
    void remembersTheTheme();

private:
    void show(WindowFixture& fixture);

    QTemporaryDir m_folder;
    QString m_sample;
};

void MainWindowTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void MainWindowTest::show(WindowFixture& fixture) {
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&fixture.window));
    QVERIFY(openAndWait(fixture.document, m_sample));
}

void MainWindowTest::limitIsTheSameInTableAndLane() {
    WindowFixture f(kGpus);
    show(f);
    auto* table = f.child<QLineEdit>("plan_limit_gpu1");
    auto* lane = f.child<QLineEdit>("limit_gpu1");
    table->setFocus();
    QTest::keyClicks(table, "9MiB");
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(lane->text(), QString("9MiB"));
    lane->setFocus();
    lane->selectAll();
    QTest::keyClicks(lane, "11MiB");
    QTest::keyClick(lane, Qt::Key_Return);
    QTRY_COMPARE(table->text(), QString("11MiB"));
    QCOMPARE(f.document.undoStack()->count(), 2);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(lane->text(), QString("9MiB"));
    QCOMPARE(table->text(), QString("9MiB"));
}

void MainWindowTest::treeBoardAndPlanAgree() {
    WindowFixture f(kGpus);
    show(f);
    f.document.edit(MoveEdit{{"transformer.h.5"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    const auto plan = f.document.plan();
    const QJsonObject board = f.window.board()->view()->geometry();
    for (const DevicePlacement& placement : plan->placements) {
        double blocks = 0;
        for (const QJsonValue& block : board["blocks"].toArray()) {
            if (block["device"].toString().toStdString() == deviceName(placement.device.id)) {
                blocks += block["bytes"].toDouble();
            }
        }
        QCOMPARE(blocks, placement.weights);
    }
    const ModuleTreeModel& model = *f.window.tree()->panel()->model();
    for (std::uint32_t entry = 1; entry < model.moduleCount(); ++entry) {
        const ModuleId module{entry};
        const auto device = plan->deviceOf(module);
        const QString shown =
            model.entryIndex(entry).data(ModuleTreeModel::DeviceNameRole).toString();
        const QString expected = plan->isMixed(module)
                                     ? QString("mixed")
                                     : QString::fromStdString(device ? deviceName(*device) : "");
        QCOMPARE(shown, expected);
    }
    QCOMPARE(f.child<QLabel>("status_verdict")->text(), QString::fromStdString(plan->verdictText));
    QCOMPARE(f.child<QLabel>("status_hops")->text(),
             QString(goldenText("window-window/1-moved-per-token-2-hops-per-token"))
                 .arg(sizeText(plan->placement(DeviceId::cpu())->weights))
                 .arg(f.document.view()->hops));
}

void MainWindowTest::keysPlaceAndUndo() {
    WindowFixture f(kGpus);
    show(f);
    auto* view = f.window.tree()->panel()->view();
    const ModuleId module = *f.document.tree()->findModule("transformer.h.3");
    f.document.select({module});
    QVERIFY(view->selectionModel()->isSelected(view->currentIndex()));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_C);
    QTRY_COMPARE(f.document.plan()->deviceOf(module), std::optional(DeviceId::cpu()));
    QTest::keyClick(view, Qt::Key_1);
    QTRY_COMPARE(f.document.plan()->deviceOf(module), std::optional(DeviceId::gpu(1)));
    QTest::keyClick(view, Qt::Key_P);
    QTRY_VERIFY(f.document.plan()->isPinned(module));
    QTest::keyClick(view, Qt::Key_U);
    QTRY_VERIFY(!f.document.plan()->isPinned(module));
    QCOMPARE(f.document.undoStack()->count(), 4);
    auto* undo = f.child<QAction>("undo_action");
    QVERIFY2(undo->text().contains("Unpin transformer.h.3"), qPrintable(undo->text()));
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(f.window.windowHandle(), Qt::Key_Z, Qt::ControlModifier);
    }
    QTRY_COMPARE(f.document.undoStack()->index(), 0);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(f.document.plan()->deviceOf(module), std::optional(DeviceId::cpu()));
}

void MainWindowTest::dragFromTheTree() {
    WindowFixture f(kGpus);
    show(f);
    auto* view = f.window.tree()->panel()->view();
    QStringList dragged;
    view->setDragStarter([&dragged](QDrag* drag) {
        dragged = modulesFromMimeData(drag->mimeData());
        delete drag;
    });
    const ModuleTree& tree = *f.document.tree();
    f.document.select({*tree.findModule("transformer.h.1"), *tree.findModule("transformer.h.2")});
    const QPoint start = view->visualRect(view->currentIndex()).center();
    QTest::mousePress(view->viewport(), Qt::LeftButton, {}, start);
    QTest::mouseMove(view->viewport(), start + QPoint(30, 0));
    QTest::mouseMove(view->viewport(), start + QPoint(60, 0));
    QTRY_COMPARE(dragged, (QStringList{"transformer.h.1", "transformer.h.2"}));
    QTest::mouseRelease(view->viewport(), Qt::LeftButton);

    // The same data, dropped on the CPU's lane.
    QWidget* target = f.window.board()->view()->viewport();
    QPoint at;
    for (const QJsonValue& lane : f.window.board()->view()->geometry()["lanes"].toArray()) {
        if (lane["device"] == "cpu") {
            const QJsonArray rect = lane["rect"].toArray();
            at = target->mapFromGlobal(QPoint(rect[0].toInt() + rect[2].toInt() / 2,
                                              rect[1].toInt() + rect[3].toInt() / 2));
        }
    }
    const std::unique_ptr<QMimeData> data(makeModulesMimeData(dragged));
    QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
    QApplication::sendEvent(target, &enter);
    QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
    QApplication::sendEvent(target, &move);
    QDropEvent drop(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
    QApplication::sendEvent(target, &drop);
    QTRY_COMPARE(f.document.plan()->request.moves.size(), std::size_t{2});
    QCOMPARE(f.document.plan()->deviceOf(*tree.findModule("transformer.h.2")),
             std::optional(DeviceId::cpu()));
    QCOMPARE(f.document.undoStack()->count(), 1);
}

void MainWindowTest::filterAndSelection() {
    WindowFixture f(kGpus);
    show(f);
    auto* view = f.window.tree()->panel()->view();
    auto* count = f.child<QLabel>("module_count");
    const QString all = count->text();
    QCOMPARE(all, QString("%1 modules").arg(f.document.tree()->nodes().size()));
    f.document.select({*f.document.tree()->findModule("transformer.h.2.attn.c_proj")});
    f.child<QAction>("find_action")->trigger();
    auto* filter = f.child<QLineEdit>("module_filter");
    QTRY_VERIFY(filter->hasFocus());
    QTest::keyClicks(filter, "class:LayerNorm");
    QCOMPARE(count->text(), QString("13 modules"));
    filter->selectAll();
    QTest::keyClicks(filter, "nothing like this");
    QCOMPARE(count->text(), QString("0 modules"));
    QVERIFY(!view->isVisible());
    QTest::mouseClick(f.child<QWidget>("clear_filter"), Qt::LeftButton);
    QCOMPARE(count->text(), all);
    QVERIFY(view->isVisible());
    // What was selected before is selected and in view again.
    QCOMPARE(view->currentIndex().data(ModuleTreeModel::PathRole).toString(),
             QString("transformer.h.2.attn.c_proj"));
}

void MainWindowTest::badFilesLeaveTheWindowWorking_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << "empty.safetensors" << QByteArray();
    QTest::newRow("text") << "letter.safetensors"
                          << QByteArray(goldenText("plan/dear-reader-this-is-no-model-2"));
    QTest::newRow("huge header") << "huge.safetensors"
                                 << QByteArray::fromHex("0000000000000010") + QByteArray(32, 'x');
    QTest::newRow("no folder content") << "" << QByteArray();
}

void MainWindowTest::badFilesLeaveTheWindowWorking() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    WindowFixture f(kGpus);
    show(f);
    const auto before = f.document.plan();
    QString path = f.folder.filePath("empty folder");
    if (name.isEmpty()) {
        QVERIFY(QDir().mkpath(path));
    } else {
        path = f.folder.filePath(name);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    f.dialogs.answer = path;
    f.child<QAction>("open_action")->trigger();
    QCOMPARE(f.dialogs.questions, 1);
    const auto engine = openCheckpoint(path.toStdString());
    QVERIFY(!engine);
    auto* sentence = f.child<SelectableText>("open_error_sentence");
    QTRY_COMPARE(sentence->toPlainText(), QString::fromStdString(engine.error().message));
    QVERIFY(sentence->isVisible());
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QCOMPARE(f.document.plan(), before);
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.undoStack()->count(), 1);
    QTest::mouseClick(f.child<QWidget>("open_error_close"), Qt::LeftButton);
    QVERIFY(!sentence->isVisible());
    QVERIFY(f.settings.value("recentFiles").toStringList().isEmpty());
}

void MainWindowTest::opensWhatIsDroppedAndRemembersIt() {
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(f.child<QWidget>("empty_open")->isVisible());
    QVERIFY(!f.child<QWidget>("load_button")->isEnabled());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_sample)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&f.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&f.window, &drop);
    QTRY_VERIFY(f.document.plan() != nullptr);
    QVERIFY(f.child<QWidget>("load_button")->isEnabled());
    QCOMPARE(f.settings.value("recentFiles").toStringList(), QStringList{m_sample});
    QCOMPARE(f.child<QMenu>("recent_menu")->actions().front()->toolTip(), m_sample);
    QCOMPARE(f.child<QLabel>("model_name")->text(), QString("gpt2/model.pth"));
}

void MainWindowTest::copiesPython() {
    WindowFixture f(kGpus);
    show(f);
    const auto copied = [&f] {
        f.child<QAction>("copy_python_action")->trigger();
        return QApplication::clipboard()->text();
    };
    const QString text = copied();
    QVERIFY2(text.contains("GPT2LMHeadModel.from_pretrained("), qPrintable(text));
    QVERIFY2(text.contains("dtype=torch.float32"), qPrintable(text));
    QVERIFY2(text.contains('"' + m_folder.filePath("gpt2") + '"'), qPrintable(text));
    // Two moves whose entries lie within each other, and the text pasted back.
    f.document.edit(MoveEdit{{"transformer"}, DeviceId::cpu()});
    f.document.edit(MoveEdit{{"transformer.h.1"}, DeviceId::disk()});
    QTRY_VERIFY(f.document.isIdle());
    const auto plan = f.document.plan();
    QVERIFY(plan->map.exact("transformer") && plan->map.exact("transformer.h.1"));
    const QString flat = copied();
    QVERIFY2(!flat.contains("\"transformer\":"), qPrintable(flat));
    QVERIFY2(flat.contains("offload_folder"), qPrintable(flat));
    f.child<QAction>("paste_map_action")->trigger();
    auto* dialog = f.child<QDialog>("map_dialog");
    auto* use = dialog->findChild<QPushButton*>("map_apply");
    QVERIFY(use != nullptr);
    QTRY_VERIFY(use->isEnabled());
    use->click();
    QTRY_VERIFY(f.document.plan() != plan && f.document.isIdle());
    for (const TensorSpec& tensor : f.document.tree()->tensors()) {
        QVERIFY(f.document.plan()->map.deviceOf(tensor.name) == plan->map.deviceOf(tensor.name));
    }
}

void MainWindowTest::changesTheDevices() {
    WindowFixture f(kGpus);
    show(f);
    f.child<QAction>("devices_action")->trigger();
    auto* dialog = f.child<QDialog>("devices_dialog");
    auto* table = dialog->findChild<QTableWidget*>("gpu_table");
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, 0)->text(), QString("48MiB"));
    table->item(0, 0)->setText("lots");
    QTest::keyClick(dialog, Qt::Key_Return);
    auto* message = dialog->findChild<QLabel*>("devices_message");
    QVERIFY(message->isVisible());
    table->item(0, 0)->setText("96MiB");
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(waitUntilIdle(f.document));
    QTRY_COMPARE(f.document.plan()->placement(DeviceId::gpu(0))->device.capacity,
                 std::optional<std::uint64_t>(96 * kMiB));
    QVERIFY(f.document.plan()->placement(DeviceId::disk()) != nullptr);
    QCOMPARE(f.document.undoStack()->undoText(), QString(goldenText("plan/change-the-devices")));
}

void MainWindowTest::remembersTheLayout() {
    QTemporaryDir folder;
    const QString file = folder.filePath("settings.ini");
    QByteArray state;
    {
        WindowFixture f(kGpus);
        show(f);
        f.child<QDockWidget>("why_dock")->close();
        f.window.close();
        state = f.settings.value("window/state").toByteArray();
        QVERIFY(!state.isEmpty());
    }
    WindowFixture f(kGpus);
    QVERIFY(!f.child<QDockWidget>("why_dock")->isHidden());
    f.settings.setValue("window/state", state);
    MainWindow second({&f.document, &f.controller, &f.theme, &f.settings, &f.dialogs});
    QVERIFY(second.findChild<QDockWidget*>("why_dock")->isHidden());
    second.resetLayout();
    QVERIFY(!second.findChild<QDockWidget*>("why_dock")->isHidden());
}

void MainWindowTest::firstStepsAreDismissedForGood() {
    WindowFixture f(kGpus);
    auto* card = f.child<QWidget>("first_steps_card");
    show(f);
    QVERIFY(!card->isVisible());  // a person's own model
    f.window.open()->firstSteps()->setSample(m_sample);
    QVERIFY(card->isVisible());
    const QString text = f.child<QLabel>("first_steps_text")->text();
    QVERIFY2(text.contains(goldenText("window-open/this-is-a-sample")), qPrintable(text));
    QVERIFY2(text.contains(goldenText("window-open/the-gpus-are-simulated")), qPrintable(text));
    QTest::mouseClick(f.child<QWidget>("first_steps_open"), Qt::LeftButton);
    QCOMPARE(f.dialogs.questions, 1);
    QTest::mouseClick(f.child<QWidget>("first_steps_dismiss"), Qt::LeftButton);
    QVERIFY(!card->isVisible());
    MainWindow second({&f.document, &f.controller, &f.theme, &f.settings, &f.dialogs});
    second.open()->firstSteps()->setSample(m_sample);
    QVERIFY(second.open()->firstSteps()->isHidden());
    // Help brings it back, and another model takes the sentence about the sample away.
    f.child<QAction>("first_steps_action")->trigger();
    QVERIFY(card->isVisible());
    f.window.open()->firstSteps()->setSample("another.pth");
    QVERIFY(!f.child<QLabel>("first_steps_text")->text().contains("sample"));
}

void MainWindowTest::helpListsTheKeys() {
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F1, Qt::ControlModifier);
    auto* list = f.child<QTreeWidget>("shortcuts_list");
    QVERIFY(list->isVisible());
    const auto keysOf = [list](const QString& action) {
        const auto found = list->findItems(action, Qt::MatchExactly | Qt::MatchRecursive);
        for (const QTreeWidgetItem* item : found) {
            if (item->parent() != nullptr) {  // a menu may be called as its first action
                return item->text(1);
            }
        }
        return QString();
    };
    for (const char* name : {"load_action", "undo_action", "compare_action", "lower_panels_action",
                             "shortcuts_action"}) {
        const auto* action = f.child<QAction>(name);
        const QString shown = keysOf(action->text().remove('&').section('\t', 0, 0));
        QVERIFY2(shown.startsWith(action->shortcut().toString(QKeySequence::NativeText)), name);
    }
    QCOMPARE(keysOf(goldenText("window-board/pin-where-it-is")), QString("P"));
    QCOMPARE(keysOf(goldenText("window-window/move-it-to-disk")), QString("D"));
    QCOMPARE(keysOf("Text Size: Default"), QString("Ctrl+0"));
    list->window()->close();
}

void MainWindowTest::remembersTheTheme() {
    WindowFixture f(kGpus);
    for (const ThemeMode mode : {ThemeMode::HighContrast, ThemeMode::Dark, ThemeMode::System}) {
        const QString name = QString("theme_%1_action").arg(static_cast<int>(mode));
        f.child<QAction>(qPrintable(name))->trigger();
        QTRY_COMPARE(f.theme.mode(), mode);
        QCOMPARE(savedTheme(f.settings), mode);
    }
    f.settings.setValue("theme", 17);  // of a later version
    QCOMPARE(savedTheme(f.settings), ThemeMode::System);
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
