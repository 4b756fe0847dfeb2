// SPDX-License-Identifier: GPL-3.0-or-later
// Load records in the whole window: a load becomes a row, its curve lies over the live charts, the
// docks come to the front by their commands.
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/memory_charts.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_history_model.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/live/live_panel.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_feature.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace stowage;
using namespace stowage::test;

class MainWindowRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void aLoadBecomesARow();
    void aRunBecomesARow();
    void methodsComeToTheFront();

private:
    void show(WindowFixture& fixture);

    QTemporaryDir m_folder;
    QString m_sample;
};

void MainWindowRunsTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void MainWindowRunsTest::show(WindowFixture& f) {
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(openAndWait(f.document, m_sample));
}

void MainWindowRunsTest::aLoadBecomesARow() {
    WindowFixture f("256MiB,256MiB");
    show(f);
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(f.window.history()->store()->records().size(), std::size_t{1}, 10000);
    const LoadHistory::Record run = f.window.history()->store()->records().front();
    QCOMPARE(run->source, LoadRecordSource::Window);
    QCOMPARE(run->figures.method, LoadMethod::Streamed);
    QCOMPARE(run->modelPath, m_sample.toStdString());

    QTest::keyClick(f.window.windowHandle(), Qt::Key_R, Qt::ControlModifier);
    auto* table = f.child<QTableView>("runs_table");
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 1);
    const QRect cell = table->visualRect(table->model()->index(0, LoadHistoryModel::Model));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(f.window.history()->panel()->selected().size(), std::size_t{1});

    const auto* chart = f.child<VramChart>("vram_chart");
    const QString curve = QStringLiteral("streamed allocated gpu:0");
    QVERIFY(chart->findGraph(curve) == nullptr);
    QTest::mouseClick(f.child<QPushButton>("runs_overlay"), Qt::LeftButton);
    QTRY_VERIFY(chart->findGraph(curve) != nullptr);
    QTest::mouseClick(f.child<QPushButton>("runs_overlay"), Qt::LeftButton);
    QTRY_VERIFY(chart->findGraph(curve) == nullptr);
}

void MainWindowRunsTest::aRunBecomesARow() {
    WindowFixture f("256MiB,256MiB");
    show(f);
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 30000);
    auto* run = f.child<QAction>("run_action");
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), 10000);
    f.child<QAction>("show_run_action")->trigger();
    auto* prompt = f.child<QLineEdit>("run_prompt");
    prompt->selectAll();
    QTest::keyClicks(prompt, "1,2,3");
    run->trigger();
    const LoadHistory* store = f.window.history()->store();
    QTRY_COMPARE_WITH_TIMEOUT(store->records().size(), std::size_t{2}, 30000);
    const LoadHistory::Record record = store->records().front();
    const LoadFigures& figures = record->figures;
    QVERIFY(figures.run.has_value());
    QVERIFY(!store->records().back()->figures.run);
    QCOMPARE(figures.state, LoadEnding::Done);
    QCOMPARE(record->modelPath, m_sample.toStdString());
    QCOMPARE(figures.devices.size(), std::size_t{2});
    // The replay is exact on simulated GPUs.
    const auto errors = loadPredictionErrors(figures);
    QVERIFY(errors.has_value());
    QCOMPARE(largestPeakError(*errors).value_or(-1), std::int64_t{0});
    QVERIFY(figures.run->measured.toFirstToken.value_or(0) > 0);
    QVERIFY(figures.run->measured.loadSeconds.value_or(0) > 0);
    QVERIFY(!record->curves.isEmpty());
    // What was asked and answered is nobody else's.
    QVERIFY(!record->loadObject->contains("prompt") && !record->loadObject->contains("tokens"));
}

void MainWindowRunsTest::methodsComeToTheFront() {
    WindowFixture f("256MiB,256MiB");
    show(f);
    auto* table = f.child<QTableView>("methods_table");
    QVERIFY(!f.window.methods()->comparison()->isWatched());
    f.child<QAction>("compare_methods_action")->trigger();
    // Figures are predicted once they are shown.
    QTRY_VERIFY(f.window.methods()->comparison()->isWatched());
    QVERIFY(table->isVisible());
    QTRY_VERIFY(!f.window.methods()->comparison()->rows().front().preflight.peaks.empty());
    QCOMPARE(table->model()->rowCount(), 7);
}

QTEST_MAIN(MainWindowRunsTest)
#include "tst_main_window_history.moc"
