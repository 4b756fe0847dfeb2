// SPDX-License-Identifier: GPL-3.0-or-later
// Records in the whole window: a load, a run and a chain become rows, their curves lie over the
// live charts, the next window finds them again, a project names them, the docks come to the front
// by their commands.
#include "tests/widgets/named_curve.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/live/live_panel.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_feature.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
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
    void loadRunAndChainAreFoundAgain();
    void aChainThatFailsIsKeptWithItsSentence();
    void aProjectNamesItsRecords();
    void methodsComeToTheFront();

private:
    void makeThree(WindowFixture& fixture, const LoadHistory& history);
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
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(f.window.history()->store()->records().size(), std::size_t{1}, 60000);
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
    // There Ctrl+A is about records, not about the board's blocks.
    const std::vector<ModuleId> blocks = f.document.selection();
    table->clearSelection();
    QTest::keyClick(f.window.windowHandle(), Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(f.window.history()->panel()->selected().size(), std::size_t{1});
    QCOMPARE(f.document.selection(), blocks);

    const auto* chart = f.child<VramChart>("vram_chart");
    const QString curve = QStringLiteral("streamed allocated gpu:0");
    QVERIFY(namedCurve(*chart, curve) == nullptr);
    QTest::mouseClick(f.child<QPushButton>("runs_overlay"), Qt::LeftButton);
    QTRY_VERIFY(namedCurve(*chart, curve) != nullptr);
    QTest::mouseClick(f.child<QPushButton>("runs_overlay"), Qt::LeftButton);
    QTRY_VERIFY(namedCurve(*chart, curve) == nullptr);
}

void MainWindowRunsTest::aRunBecomesARow() {
    WindowFixture f("256MiB,256MiB");
    show(f);
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    auto* run = f.child<QAction>("run_action");
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), 60000);
    f.child<QAction>("show_run_action")->trigger();
    auto* prompt = f.child<QLineEdit>("run_prompt");
    prompt->selectAll();
    QTest::keyClicks(prompt, "1,2,3");
    run->trigger();
    const LoadHistory* store = f.window.history()->store();
    QTRY_COMPARE_WITH_TIMEOUT(store->records().size(), std::size_t{2}, 60000);
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

/// A load, a run over it and a chain of two calls, each by its own button.
void MainWindowRunsTest::makeThree(WindowFixture& f, const LoadHistory& history) {
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(history.records().size(), std::size_t{1}, 60000);
    auto* run = f.child<QAction>("run_action");
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), 60000);
    f.child<QAction>("show_run_action")->trigger();
    auto* prompt = f.child<QLineEdit>("run_prompt");
    prompt->selectAll();
    QTest::keyClicks(prompt, "1,2,3");
    run->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(history.records().size(), std::size_t{2}, 60000);
    QTRY_VERIFY(f.child<QPushButton>("run_chain")->isEnabled());
    QTest::mouseClick(f.child<QPushButton>("run_chain"), Qt::LeftButton);
    auto* line = f.child<QLineEdit>("chain_line");
    QTest::keyClick(line, Qt::Key_End);
    QTest::keyClicks(line, QStringLiteral("*2"));
    QTest::mouseClick(f.child<QPushButton>("chain_run"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(history.records().size(), std::size_t{3}, 60000);
    QTest::keyClick(line, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!line->isVisible(), 60000);
}

void MainWindowRunsTest::loadRunAndChainAreFoundAgain() {
    const QString folder = m_folder.filePath("records");
    QString kept;
    {
        LoadHistory history(folder);
        WindowFixture f("256MiB,256MiB", {}, &history);
        show(f);
        makeThree(f, history);
        const LoadHistory::Record chain = history.records().front();
        QCOMPARE(chain->figures.kind(), RecordKind::Chain);
        QCOMPARE(chain->figures.chain->turns.size(), std::size_t{1});
        QCOMPARE(chain->figures.chain->turns[0].times, std::uint64_t{2});
        QCOMPARE(chain->figures.state, LoadEnding::Done);
        QVERIFY(chain->figures.devices.at(0).peakAllocated > 0 && !chain->curves.isEmpty());
        QVERIFY(!chain->loadObject->contains("prompt"));
        for (const LoadHistory::Record& record : history.records()) {
            QCOMPARE(record->modelDigest, chain->modelDigest);
            QCOMPARE(record->modelPath, m_sample.toStdString());
        }
        QCOMPARE(chain->modelDigest.size(), std::size_t{64});
        kept = QString::fromStdString(history.records()[1]->id);
        history.setNote(kept, QStringLiteral("the good run"));
    }
    LoadHistory history(folder);
    WindowFixture f("256MiB,256MiB", {}, &history);
    f.window.resize(1600, 900);
    show(f);
    QTRY_COMPARE(history.records().size(), std::size_t{3});
    QTest::keyClick(f.window.windowHandle(), Qt::Key_R, Qt::ControlModifier);
    auto* table = f.child<QTableView>("runs_table");
    QTRY_VERIFY(table->isVisible());
    QTest::keyClicks(f.child<QLineEdit>("runs_search"), QStringLiteral("good"));
    QCOMPARE(table->model()->rowCount(), 1);
    const auto click = [&](int row) {
        const QModelIndex index = table->model()->index(row, LoadHistoryModel::Model);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier,
                          table->visualRect(index).center());
    };
    click(0);
    QCOMPARE(f.window.history()->panel()->selected().size(), std::size_t{1});
    f.child<QLineEdit>("runs_search")->clear();
    click(2);
    // Curves come from the files of the window before, over the live ones.
    QTest::mouseClick(f.child<QPushButton>("runs_overlay"), Qt::LeftButton);
    const auto* chart = f.child<VramChart>("vram_chart");
    QTRY_VERIFY(namedCurve(*chart, QStringLiteral("the good run allocated gpu:0")) != nullptr);
    QTRY_VERIFY(namedCurve(*chart, QStringLiteral("streamed allocated gpu:0")) != nullptr);
    QTest::mouseClick(f.child<QPushButton>("runs_delete"), Qt::LeftButton);
    QCOMPARE(table->model()->rowCount(), 1);
    QTRY_VERIFY(!history.isBusy());
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 1);
    QTest::mouseClick(f.child<QPushButton>("runs_undo_delete"), Qt::LeftButton);
    QTRY_VERIFY(!history.isBusy());
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 3);
    QCOMPARE(history.find(kept)->note, std::string("the good run"));
}

void MainWindowRunsTest::aChainThatFailsIsKeptWithItsSentence() {
    WindowFixture f("4MiB");
    show(f);
    f.child<QAction>("show_run_action")->trigger();
    auto* prompt = f.child<QLineEdit>("run_prompt");
    prompt->selectAll();
    QTest::keyClicks(prompt, "1,2,3");
    QTRY_VERIFY_WITH_TIMEOUT(f.child<QPushButton>("run_chain")->isEnabled(), 60000);
    QTest::mouseClick(f.child<QPushButton>("run_chain"), Qt::LeftButton);
    QTest::mouseClick(f.child<QPushButton>("chain_run"), Qt::LeftButton);
    const LoadHistory* history = f.window.history()->store();
    QTRY_COMPARE_WITH_TIMEOUT(history->records().size(), std::size_t{1}, 60000);
    const LoadFigures& figures = history->records().front()->figures;
    QCOMPARE(figures.kind(), RecordKind::Chain);
    QCOMPARE(figures.state, LoadEnding::Failed);
    QVERIFY(figures.chain->turns.empty());
    QVERIFY2(figures.why.english().find("GPU 0") != std::string::npos,
             figures.why.english().c_str());
    QVERIFY(!history->records().front()->modelName.empty());
}

void MainWindowRunsTest::aProjectNamesItsRecords() {
    const QString folder = m_folder.filePath("project records");
    LoadHistory history(folder);
    WindowFixture f("256MiB,256MiB", {}, &history);
    show(f);
    ProjectSession& session = *f.window.project()->session();
    const auto names = [&session] { return session.snapshot().project.records; };
    makeThree(f, history);
    QTRY_COMPARE(names().size(), std::size_t{3});
    QVERIFY(!session.isModified());  // who only loads and runs is not asked to save
    const QString project = m_folder.filePath("a.stowage");
    QSignalSpy saved(&session, &ProjectSession::saved);
    session.save(project);
    QVERIFY(saved.count() > 0 || saved.wait(60000));
    QVERIFY(!session.isModified());
    const auto read = readProject(project.toStdString());
    QVERIFY(read.has_value());
    QCOMPARE(read->records.size(), std::size_t{3});
    for (const std::string& record : read->records) {
        QVERIFY(QFile::exists(QString::fromStdString(record)));
    }
    // The project follows what is deleted and brought back; records of other models are not its.
    history.remove({QString::fromStdString(history.records().front()->id)});
    QTRY_COMPARE(names().size(), std::size_t{2});
    QVERIFY(session.isModified());
    history.undoRemove();
    QTRY_COMPARE(names().size(), std::size_t{3});
    LoadRecord other = *history.records().back();
    other.modelPath = "/another/model";
    history.add([other]() -> Result<LoadRecord> { return other; });
    QTRY_COMPARE(history.records().size(), std::size_t{4});
    QTRY_VERIFY(!history.isBusy());
    QCOMPARE(names().size(), std::size_t{3});
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
