// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerate's switches in the Plan dock, clicked: what they make of the plan, that they can be
// undone, what an empty model's buffers take, and the folder that a load offloads into.
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/support/formats.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

using namespace stowage;
using namespace stowage::test;

class PlanSwitchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }
    void init() { failOnWarnings(); }

    void withoutAModelTheyAreNotThere() {
        WindowFixture f("48MiB,48MiB");
        f.window.show();
        QVERIFY(!f.child<QCheckBox>("offload_buffers_check")->isVisible());
    }

    void eachIsAnEditThatCanBeUndone() {
        WindowFixture f("48MiB,48MiB");
        show(f, m_sample);
        f.document.edit(SetRulesEdit{PlacementRules::Accelerate});
        QVERIFY(waitUntilIdle(f.document));
        const int steps = f.document.undoStack()->count();
        const auto constraints = [&f] { return f.document.plan()->request.constraints; };
        auto* offload = f.child<QCheckBox>("offload_buffers_check");
        auto* fallback = f.child<QCheckBox>("fallback_allocation_check");
        auto* clean = f.child<QCheckBox>("clean_result_check");
        QVERIFY(!offload->isChecked() && !fallback->isChecked() && clean->isChecked());
        click(f, offload);
        QVERIFY(constraints().offloadBuffers && offload->isChecked());
        click(f, fallback);
        QVERIFY(constraints().fallbackAllocation && fallback->isChecked());
        click(f, clean);
        QVERIFY(constraints().keepMapUnclean && !clean->isChecked());
        QCOMPARE(f.document.undoStack()->count(), steps + 3);
        for (int i = 0; i < 3; ++i) {
            f.child<QAction>("undo_action")->trigger();
            QVERIFY(waitUntilIdle(f.document));
        }
        QVERIFY(!offload->isChecked() && !fallback->isChecked() && clean->isChecked());
        click(f, offload);
        click(f, offload);
        QVERIFY(!constraints().offloadBuffers);
    }

    /// The map that is not merged has an entry for every module that the strategy placed.
    void anUncleanMapHasMoreEntries() {
        WindowFixture f("1GiB");  // all on one GPU: merged, that is one entry
        show(f, m_sample);
        const std::size_t merged = f.document.plan()->map.entries().size();
        click(f, f.child<QCheckBox>("clean_result_check"));
        QVERIFY(f.document.plan()->map.entries().size() > merged);
        click(f, f.child<QCheckBox>("clean_result_check"));
        QCOMPARE(f.document.plan()->map.entries().size(), merged);
    }

    void whatHasNoEffectIsDisabled() {
        WindowFixture f("48MiB,48MiB");
        show(f, m_sample);
        auto* fallback = f.child<QCheckBox>("fallback_allocation_check");
        auto* clean = f.child<QCheckBox>("clean_result_check");
        QVERIFY(!fallback->isEnabled() && clean->isEnabled());  // by transformers' rules
        f.document.edit(SetRulesEdit{PlacementRules::Accelerate});
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(fallback->isEnabled() && clean->isEnabled());
        f.document.edit(SetMapEdit{f.document.plan()->map});
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(!fallback->isEnabled() && !clean->isEnabled());
    }

    void buffersAreRealOrOnMeta() {
        SampleOptions options;
        options.folder = m_folder.filePath("masks").toStdString();
        options.arch = "raschka-gpt2";
        options.sizes =
            SampleSizes{.vocabulary = 2000, .context = 64, .width = 256, .layers = 3, .heads = 4};
        const auto written = writeSampleCheckpoint(options);
        QVERIFY(written);
        WindowFixture f("48MiB,48MiB");
        show(f, QString::fromStdString(written->path));
        double bytes = 0;
        for (const TensorSpec& tensor : f.document.tree()->tensors()) {
            bytes += tensor.kind == TensorKind::Buffer ? static_cast<double>(tensor.byteSize) : 0;
        }
        QVERIFY(bytes >= 3 * 64 * 64);
        auto* line = f.child<QLabel>("buffers_line");
        QVERIFY(line->isVisible());
        QCOMPARE(line->text(), QString(goldenText("window-plan/an-empty-model-takes-1-of-ram-its"))
                                   .arg(sizeText(bytes)));
        const auto before = f.document.plan();
        click(f, f.child<QCheckBox>("buffers_on_meta_check"));
        QVERIFY2(line->text().startsWith(goldenText("window-plan/an-empty-model-takes-no-ram")),
                 qPrintable(line->text()));
        QVERIFY(line->text().contains(sizeText(bytes)));
        QCOMPARE(f.document.plan(), before);
    }

    /// Options of dispatch_model stand where something is offloaded, and change what is predicted.
    void hooksChangeWhatDevicesHold() {
        WindowFixture f("48MiB,48MiB");
        show(f, m_sample);
        auto* main = f.child<QComboBox>("main_device");
        auto* preload = f.child<QLineEdit>("preload_module_classes");
        QVERIFY(!main->isVisible());
        f.document.edit(MoveEdit{{"transformer.h"}, DeviceId::cpu()});
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(main->isVisible() && preload->isVisible());
        QVERIFY(f.document.plan()->executionDevice() == DeviceId::gpu(0));
        const auto window = [&f] { return f.document.plan()->placement(DeviceId::gpu(0))->window; };
        const auto before = window();
        const std::string block = f.document.plan()->request.tree->noSplitClasses().front();
        preload->setFocus();
        QTest::keyClicks(preload, QString::fromStdString(block));
        QTest::keyClick(preload, Qt::Key_Return);
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(f.document.plan()->request.hooks.preloadClasses, std::vector<std::string>{block});
        QVERIFY(window() != before);
        auto* computed = f.child<QLineEdit>("offloaded_modules");
        computed->setFocus();
        QTest::keyClicks(computed, "transformer.h.0, transformer.h.1");
        QTest::keyClick(computed, Qt::Key_Return);
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(f.document.plan()->executionDeviceOf("transformer.h.0") == DeviceId::cpu());
        QVERIFY(f.document.plan()->executionDeviceOf("transformer.h.2") == DeviceId::gpu(0));
        QCOMPARE(computed->text(), QString("transformer.h.0, transformer.h.1"));
        computed->selectAll();
        QTest::keyClicks(computed, "compute stream:transformer.h.1,transformer.h.2");
        QTest::keyClick(computed, Qt::Key_Return);
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(offloadRuleWords(f.document.plan()->request.hooks.offloaded),
                 (std::vector<std::string>{"compute", "stream:transformer.h.1,transformer.h.2"}));
        f.child<QAction>("undo_action")->trigger();
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(computed->text(), QString("transformer.h.0, transformer.h.1"));
        f.child<QAction>("undo_action")->trigger();
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(computed->text().isEmpty());
        for (const DeviceId device : {DeviceId::gpu(0), DeviceId::gpu(1)}) {
            main->setFocus();
            QTest::keyClick(main, Qt::Key_Down);
            QVERIFY(waitUntilIdle(f.document));
            QVERIFY(f.document.plan()->request.hooks.mainDevice == device);
        }
        QVERIFY(f.document.plan()->executionDevice() == DeviceId::gpu(1));
        QVERIFY(f.document.plan()->placement(DeviceId::gpu(1))->window > 0);
        click(f, f.child<QCheckBox>("force_hooks_check"));
        QVERIFY(f.document.plan()->request.hooks.force);
        setSeen(f, "gpu1_is_seen", false);  // the main device goes with the GPU
        QVERIFY(!f.document.plan()->request.hooks.mainDevice);
        for (int i = 0; i < 5; ++i) {
            f.child<QAction>("undo_action")->trigger();
            QVERIFY(waitUntilIdle(f.document));
        }
        QVERIFY(!f.document.plan()->request.hooks.any());
        QVERIFY(preload->text().isEmpty());
    }

    void theOffloadFolderIsWhereALoadPutsIt() {
        WindowFixture f("48MiB,48MiB");
        show(f, m_sample);
        auto* folder = f.child<QLineEdit>("offload_folder");
        QVERIFY(!folder->isVisible());
        f.document.edit(SetBudgetEdit{DeviceId::gpu(0), "8MiB"});
        f.document.edit(SetBudgetEdit{DeviceId::gpu(1), "8MiB"});
        f.document.edit(SetBudgetEdit{DeviceId::cpu(), "1MiB"});
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(folder->isVisible());
        const QString path = f.folder.filePath("spilled");
        f.dialogs.answer = path;
        auto* choose = f.child<QPushButton>("offload_folder_choose");
        bringIntoSight(f, choose);
        QTest::mouseClick(choose, Qt::LeftButton);
        QCOMPARE(folder->text(), path);
        f.child<QAction>("load_action")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
        QVERIFY(QFile::exists(path + "/index.json"));
        QVERIFY(!QDir(path).entryList({"*.dat"}).isEmpty());
        f.child<QAction>("unload_action")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, 60000);
        QVERIFY(QFile::exists(path + "/index.json"));
    }

    /// A GPU that is not seen leaves the plan, and what was tied to the others goes with them.
    void whichGpusAreSeen() {
        WindowFixture f("48MiB,32MiB,40MiB");
        show(f, m_sample);
        f.document.edit(PinEdit{{"transformer.h.5"}, DeviceId::gpu(2)});
        QVERIFY(waitUntilIdle(f.document));
        const auto capacities = [&f] {
            std::vector<std::uint64_t> list;
            for (const DeviceInfo& device : f.document.devices()) {
                if (device.id.isGpu()) {
                    list.push_back(device.capacity.value_or(0) / (1024 * 1024));
                }
            }
            return list;
        };
        const auto pinned = [&f] {
            return f.document.plan()->request.constraints.pins.at(0).second;
        };
        setSeen(f, "gpu0_is_seen", false);
        QCOMPARE(capacities(), (std::vector<std::uint64_t>{32, 40}));
        QCOMPARE(pinned(), DeviceId::gpu(1));
        setSeen(f, "gpu0_is_seen", true);
        QCOMPARE(capacities(), (std::vector<std::uint64_t>{48, 32, 40}));
        QCOMPARE(pinned(), DeviceId::gpu(2));
        setSeen(f, "gpu1_is_seen", false);
        QCOMPARE(capacities(), (std::vector<std::uint64_t>{48, 40}));
        // Undone, it is there once.
        f.child<QAction>("undo_action")->trigger();
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(capacities(), (std::vector<std::uint64_t>{48, 32, 40}));
        setSeen(f, "gpu2_is_seen", true);
        QCOMPARE(capacities(), (std::vector<std::uint64_t>{48, 32, 40}));
    }

    /// Machines and what joins them are typed in the form; one step takes all of it back.
    void machinesAndTheirLinks() {
        WindowFixture f("48MiB,48MiB,48MiB");
        show(f, m_sample);
        auto* load = f.child<QToolButton>("load_button");
        QTRY_VERIFY(load->isEnabled());
        f.child<QAction>("devices_action")->trigger();
        auto* dialog = f.child<QDialog>("devices_dialog");
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        auto* gpus = dialog->findChild<QTableWidget*>("gpu_table");
        auto* links = dialog->findChild<QTableWidget*>("machine_links");
        auto* message = dialog->findChild<QLabel*>("devices_message");
        auto* ok = dialog->findChild<QPushButton*>("devices_ok");
        const auto row = [links](int index) {
            return QStringList{links->item(index, 0)->text(), links->item(index, 1)->text(),
                               links->item(index, 2)->text()};
        };
        const QString assumed = "assumed: 10 Gbit/s Ethernet";
        QCOMPARE(gpus->horizontalHeaderItem(4)->text(), QString("Machine"));
        QVERIFY(!links->isVisible());
        type(gpus, 1, 4, "node 2");
        QVERIFY(message->isVisible() &&
                message->text().contains(goldenText("project/no-name-of-a-machine")));
        QTest::mouseClick(ok, Qt::LeftButton);
        QVERIFY(dialog->isVisible());
        type(gpus, 1, 4, "node-2");
        QVERIFY(!message->isVisible() && links->isVisible());
        QCOMPARE(links->rowCount(), 1);
        QCOMPARE(row(0), (QStringList{"1.25GB/s", "100us", assumed}));
        type(links, 0, 0, "fast");
        QVERIFY(message->isVisible() && message->text().contains("this machine – node-2, Rate"));
        type(links, 0, 0, "2GB/s");
        QVERIFY(!message->isVisible());
        QCOMPARE(row(0), (QStringList{"2GB/s", "100us", "given"}));
        type(gpus, 2, 4, "c");
        QCOMPARE(links->rowCount(), 4);
        QCOMPARE(links->verticalHeaderItem(0)->text(),
                 QString(goldenText("window-plan/any-two-machines")));
        QCOMPARE(row(3), (QStringList{"1.25GB/s", "100us", assumed}));
        type(links, 0, 1, "1ms");
        type(links, 2, 0, "5GB/s");
        type(links, 2, 0, "");
        QCOMPARE(row(1), (QStringList{"2GB/s", "100us", "given"}));
        QCOMPARE(row(2), (QStringList{"1.25GB/s", "1ms",
                                      goldenText("window-plan/that-of-any-two-machines")}));
        // What is given for any two stays in sight, so that it can be taken back.
        type(gpus, 2, 4, "node-2");
        QCOMPARE(links->rowCount(), 2);
        QCOMPARE(row(0), (QStringList{"1.25GB/s", "1ms", "given"}));
        type(gpus, 2, 4, "c");
        QTest::keyClick(dialog->findChild<QSpinBox*>("gpu_count"), Qt::Key_Up);
        QCOMPARE(gpus->item(3, 4)->text(), QString("c"));
        for (QTableWidget* table : {gpus, links}) {
            table->setFocus();
            QTest::keyClick(table, Qt::Key_Tab);
            QVERIFY(dialog->focusWidget() != table);
        }
        QVERIFY(dialog->minimumSizeHint().width() <= 1024);
        QVERIFY(dialog->minimumSizeHint().height() <= 640);
        QTest::mouseClick(ok, Qt::LeftButton);
        QVERIFY(waitUntilIdle(f.document));
        const auto machines = [&f] {
            QStringList names;
            for (const DeviceInfo& device : f.document.plan()->request.devices) {
                names += device.id.isGpu() ? QString::fromStdString(device.machine) : "-";
            }
            return names.join(' ');
        };
        const std::vector<MachineLink> given{{"", "node-2", 2e9, 100e-6}, {"", "", 1.25e9, 1e-3}};
        QCOMPARE(machines(), QString(" node-2 c c - -"));
        QVERIFY(f.document.plan()->request.machineLinks == given);
        QTRY_VERIFY(!load->isEnabled());
        QVERIFY(load->accessibleDescription().contains(
            goldenText("exchange/the-plan-is-for-3-machines")));
        f.child<QAction>("undo_action")->trigger();
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(machines(), QString("   - -"));
        QVERIFY(f.document.plan()->request.machineLinks.empty());
        QVERIFY(f.document.machineLinks().empty());
        QTRY_VERIFY(load->isEnabled());
    }

    /// In the smallest window nothing of them is cut at the side.
    void aSmallWindowCutsNothing() {
        WindowFixture f("48MiB,48MiB");
        show(f, m_sample);
        f.window.resize(1024, 640);
        QVERIFY(QTest::qWaitFor([&f] { return f.window.width() <= 1024; }, 60000));
        auto* scroll = f.child<QScrollArea>("plan_scroll");
        for (const char* name :
             {"offload_buffers_check", "fallback_allocation_check", "clean_result_check"}) {
            auto* check = f.child<QCheckBox>(name);
            QTRY_VERIFY(check->width() >= check->sizeHint().width());
            const QPoint left = check->mapTo(scroll->viewport(), QPoint());
            QVERIFY2(left.x() >= 0 && left.x() + check->width() <= scroll->viewport()->width(),
                     name);
        }
    }

private:
    void show(WindowFixture& f, const QString& model) const {
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        QVERIFY(openAndWait(f.document, model));
    }
    /// Opens the form of the GPUs, sets one check box by a key, and accepts.
    static void setSeen(const WindowFixture& f, const char* name, bool isSeen) {
        f.child<QAction>("devices_action")->trigger();
        auto* dialog = f.window.findChild<DevicesDialog*>();
        QVERIFY(dialog != nullptr);
        auto* check = dialog->findChild<QCheckBox*>(QLatin1String(name));
        QVERIFY(check != nullptr);
        if (check->isChecked() != isSeen) {
            check->setFocus();
            QTest::keyClick(check, Qt::Key_Space);
        }
        QTest::mouseClick(dialog->findChild<QPushButton*>("devices_ok"), Qt::LeftButton);
        QVERIFY(waitUntilIdle(f.document));
        QTRY_VERIFY(f.window.findChild<DevicesDialog*>() == nullptr);
    }
    /// Types into a cell by keys.
    static void type(QTableWidget* table, int row, int column, const QString& text) {
        table->setFocus();
        table->setCurrentCell(row, column);
        QTest::keyClick(table, Qt::Key_F2);
        const auto editors = table->viewport()->findChildren<QLineEdit*>();
        QVERIFY(!editors.isEmpty());
        const QPointer<QLineEdit> editor = editors.last();
        editor->selectAll();
        QTest::keyClick(editor, Qt::Key_Delete);
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(editor.isNull());
    }
    static void bringIntoSight(const WindowFixture& f, QWidget* widget) {
        // The layout follows the plan's change in its own time.
        QTRY_VERIFY((f.child<QScrollArea>("plan_scroll")->ensureWidgetVisible(widget),
                     widget->visibleRegion().boundingRect() == widget->rect()));
    }
    static void click(const WindowFixture& f, QCheckBox* check) {
        bringIntoSight(f, check);
        QVERIFY2(check->isVisible() && check->isEnabled(), qPrintable(check->objectName()));
        const bool before = check->isChecked();
        check->setFocus();
        QTest::keyClick(check, Qt::Key_Space);
        QVERIFY(check->isChecked() != before);
        QVERIFY(waitUntilIdle(f.document));
    }

    QTemporaryDir m_folder;
    QString m_sample;
};

QTEST_MAIN(PlanSwitchesTest)
#include "tst_plan_switches.moc"
