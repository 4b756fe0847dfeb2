// SPDX-License-Identifier: GPL-3.0-or-later
// Loads as the window starts, pauses, cancels and refuses them.
#include "engine/load/program/load_schedule.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/support/message_bar.h"

#include <QAction>
#include <QComboBox>
#include <QTest>
#include <QToolButton>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";
/// So slow a link that a load has a middle.
const char* const kSlowGpus = "48MiB:link=5MB/s,48MiB:link=5MB/s";

}  // namespace

class MainWindowLoadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void loadCancelLoadUnload();
    void pausesAndResumes();
    void refusesToLoadWithoutWeights();

private:
    void show(WindowFixture& fixture);

    QTemporaryDir m_folder;
    QString m_sample;
};

void MainWindowLoadTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void MainWindowLoadTest::show(WindowFixture& fixture) {
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&fixture.window));
    QVERIFY(openAndWait(fixture.document, m_sample));
}

void MainWindowLoadTest::loadCancelLoadUnload() {
    WindowFixture f(kSlowGpus);
    show(f);
    auto* load = f.child<QToolButton>("load_button");
    QCOMPARE(load->text(), QString("Load"));
    QTest::mouseClick(load, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.controller.progress().bytesDone > 0, 60000);
    QTRY_VERIFY(load->text().startsWith("Loading, "));
    QTest::mouseClick(f.child<QWidget>("cancel_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, 60000);
    QCOMPARE(load->text(), QString("Load"));
    QVERIFY(f.window.messages()->text().isEmpty());
    QCOMPARE(f.controller.counters().reservedBytes, std::uint64_t{0});

    QTest::keyClick(f.window.windowHandle(), Qt::Key_L, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    // The engine holds what plan and prediction said.
    for (const auto& device : f.controller.devices()) {
        const DevicePlacement* placement = f.document.plan()->placement(device->info().id);
        if (device->info().id.isGpu()) {
            QCOMPARE(device->statistics().allocated, placement->weightsAllocated);
        }
    }
    QVERIFY(f.controller.counters().liveTensors > 0);
    QTest::mouseClick(f.child<QWidget>("unload_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, 60000);
    const EngineCounters counters = f.controller.counters();
    QCOMPARE(counters.liveTensors, std::size_t{0});
    QCOMPARE(counters.allocatedBytes, std::uint64_t{0});
    QCOMPARE(counters.reservedBytes, std::uint64_t{0});
    QCOMPARE(counters.jobs, std::size_t{0});
}

void MainWindowLoadTest::pausesAndResumes() {
    WindowFixture f(kSlowGpus);
    show(f);
    auto* method = f.child<QComboBox>("method_combo");
    QCOMPARE(method->currentText(), QString("auto"));
    f.child<QAction>("load_action")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(f.controller.progress().bytesDone > 0, 60000);
    QVERIFY(!method->isEnabled());
    QTest::keyClick(f.window.windowHandle(), Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(f.controller.state(), LoadState::Paused);
    QVERIFY(f.child<QToolButton>("load_button")->text().startsWith("Paused, "));
    // An edit meanwhile is harmless: the load has its own plan.
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    QTest::keyClick(f.window.windowHandle(), Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    QVERIFY(f.controller.schedule()->plan != f.document.plan());
}

void MainWindowLoadTest::refusesToLoadWithoutWeights() {
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(openAndWait(f.document, writeTreeFile(f.folder.path(), 3)));
    QVERIFY(!f.child<QWidget>("load_button")->isEnabled());
    QVERIFY(!f.child<QAction>("load_action")->isEnabled());
    QCOMPARE(f.document.plan()->verdict, Verdict::Fits);
}

QTEST_MAIN(MainWindowLoadTest)
#include "tst_main_window_load.moc"
