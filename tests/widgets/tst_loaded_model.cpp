// SPDX-License-Identifier: GPL-3.0-or-later
// What is loaded keeps its name, and says so where another model or an earlier plan is loaded than
// is shown: records, ticks, the board, Run.
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_record.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/model_run_window.h"
#include "widgets/board/board_view.h"
#include "widgets/document/board_model.h"
#include "widgets/document/plan_view.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/load/loaded_note.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_panel.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;
/// So slow a link that a load has a middle.
const char* const kSlowGpus = "48MiB:link=5MB/s,48MiB:link=5MB/s";

double loadFraction(const WindowFixture& f, const char* module) {
    const auto id = f.document.tree()->findModule(module);
    const ModuleTreeModel& model = *f.window.tree()->panel()->model();
    return id ? model.entryIndex(id->value).data(ModuleTreeModel::LoadFractionRole).toDouble() : -2;
}

/// The block or part of a block that the board shows for a module.
QJsonObject boardBlock(const WindowFixture& f, const char* module) {
    const QJsonArray blocks =
        f.window.board()->view()->geometry()[QStringLiteral("blocks")].toArray();
    for (const QJsonValue& block : blocks) {
        if (block[QStringLiteral("module")].toString() == QLatin1String(module)) {
            return block.toObject();
        }
    }
    return {};
}

QString nameOf(const QString& path) {
    return QFileInfo(path).fileName();
}

/// Loads what is open, up to somewhere in its middle.
void loadHalf(WindowFixture& f) {
    f.child<QAction>("load_action")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(f.controller.progress().bytesDone > 0, kTimeout);
    f.controller.pause();
    QCOMPARE(f.controller.state(), LoadState::Paused);
}

}  // namespace

class LoadedModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void aLoadIsRecordedUnderItsOwnName();
    void anotherModelHasNoTicks();
    void boardAndRunSayWhatIsLoaded();
    void runNamesWhatItRuns();
    void anEditLeavesTheWeightsWhereTheyAre();
    void loadAgainBringsThemToThePlan();
    void whatAlsoMakesAPlanAnEarlierOne();
    void aFailureNamesItsOwnModel();

private:
    QTemporaryDir m_folder;
    QString m_large;  ///< takes seconds over the slow link
};

void LoadedModelTest::initTestCase() {
    failOnWarnings();
    m_large = writeSmallSample(m_folder.filePath("gpt2-slow"), CheckpointFormat::TorchZip);
    QVERIFY(!m_large.isEmpty());
}

/// Another model is opened while the first is being loaded: the record is the first one's.
void LoadedModelTest::aLoadIsRecordedUnderItsOwnName() {
    WindowFixture f(kSlowGpus);
    f.window.show();
    QVERIFY(openAndWait(f.document, m_large));
    const QString name = f.document.displayName();
    loadHalf(f);
    QVERIFY(openAndWait(f.document, tinyBert()));
    QVERIFY(f.document.displayName() != name);
    QCOMPARE(f.child<QLabel>("loaded_note_title")->text(),
             QString(goldenText("window-load/1-is-being-loaded-not-2"))
                 .arg(name, f.document.displayName()));
    f.controller.resume();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(f.controller.modelName(), name);
    QCOMPARE(f.controller.finishedLoads().back().modelName, name);
    QTRY_VERIFY_WITH_TIMEOUT(!f.window.history()->store()->records().empty(), kTimeout);
    const LoadRecord& record = *f.window.history()->store()->records().back();
    QCOMPARE(QString::fromStdString(record.modelName), name);
    QCOMPARE(QString::fromStdString(record.modelPath), m_large);
    QVERIFY(
        f.window.live()->panel()->state()[QStringLiteral("detail")].toString().startsWith(name));
}

void LoadedModelTest::anotherModelHasNoTicks() {
    WindowFixture f(kSlowGpus);
    f.window.show();
    QVERIFY(openAndWait(f.document, m_large));
    QCOMPARE(loadFraction(f, "transformer.h.0"), -1.0);
    loadHalf(f);
    QVERIFY(loadFraction(f, "transformer.h.0") > -1);
    QVERIFY(boardBlock(f, "transformer.h.0").contains(QStringLiteral("loaded")));
    QVERIFY(openAndWait(f.document, tinyGpt2()));
    QCOMPARE(loadFraction(f, "transformer.h.0"), -1.0);
    QVERIFY(!boardBlock(f, "transformer.h.0").contains(QStringLiteral("loaded")));
    f.controller.resume();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(loadFraction(f, "transformer.h.0"), -1.0);
    QVERIFY(!boardBlock(f, "transformer.h.0").contains(QStringLiteral("loaded")));
}

void LoadedModelTest::boardAndRunSayWhatIsLoaded() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    const QString name = nameOf(tinyGpt2());
    auto* onBoard = f.child<LoadedNote>("loaded_note");
    auto* inRun = f.child<LoadedNote>("run_loaded_note");
    QVERIFY(!onBoard->isVisible() && !inRun->isVisible());
    QCOMPARE(loadFraction(f, "transformer.h.0"), 1.0);  // a tick: loaded where it is planned
    QVERIFY(openAndWait(f.document, tinyBert()));
    const QString other = f.document.displayName();
    for (const LoadedNote* note : {onBoard, inRun}) {
        QVERIFY(note->isVisible());
        QVERIFY2(note->accessibleName().startsWith(
                     QString(goldenText("window-load/1-is-loaded-not-2-run-works-with-1"))
                         .arg(name, other)),
                 qPrintable(note->accessibleName()));
    }
    QCOMPARE(f.child<QPushButton>("loaded_note_load")->text(), QStringLiteral("Load ") + other);
    QTest::mouseClick(f.child<QPushButton>("loaded_note_load"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        f.controller.state() == LoadState::Loaded && f.controller.modelName() == other, kTimeout);
    QVERIFY(!onBoard->isVisible() && !inRun->isVisible());
    // Back to the first one, whose weights went.
    QVERIFY(openAndWait(f.document, tinyGpt2()));
    QVERIFY(onBoard->isVisible());
    QTest::mouseClick(f.child<QPushButton>("run_loaded_note_unload"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, kTimeout);
    QVERIFY(!onBoard->isVisible() && !inRun->isVisible());
    QVERIFY(f.controller.modelName().isEmpty());
}

void LoadedModelTest::runNamesWhatItRuns() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    const QString name = nameOf(tinyGpt2());
    typePrompt(f, QStringLiteral("5, 6"));
    auto* item = f.child<QLabel>("run_item");
    QVERIFY2(item->text().startsWith(name), qPrintable(item->text()));
    QVERIFY(openAndWait(f.document, m_large));
    QVERIFY2(item->text().startsWith(name), qPrintable(item->text()));
    QVERIFY(f.child<QAction>("run_action")->toolTip().contains(name));
    f.child<QAction>("run_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(f.window.run()->controller()->runs().size(), std::size_t{1},
                              kTimeout);
    QVERIFY(!f.window.run()->controller()->runs().back().report->stopped);
    QCOMPARE(f.window.run()->controller()->runs().back().modelName, name);
    QVERIFY(
        f.window.live()->panel()->state()[QStringLiteral("detail")].toString().startsWith(name));
    // Its outcome keeps its name when the other model is loaded.
    f.child<QAction>("load_action")->trigger();
    const QString other = f.document.displayName();
    QTRY_VERIFY_WITH_TIMEOUT(
        f.controller.state() == LoadState::Loaded && f.controller.modelName() == other, kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.run()->controller()->canRun(), kTimeout);
    QVERIFY2(f.child<QLabel>("run_step")->text().startsWith(name + QStringLiteral(": ")),
             qPrintable(f.child<QLabel>("run_step")->text()));
    QVERIFY2(item->text().startsWith(other), qPrintable(item->text()));
    QVERIFY(!item->text().contains(QStringLiteral("remain loaded")));
}

void LoadedModelTest::anEditLeavesTheWeightsWhereTheyAre() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    auto* note = f.child<LoadedNote>("loaded_note");
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(note->isVisible());
    QCOMPARE(f.child<QLabel>("loaded_note_title")->text(),
             nameOf(tinyGpt2()) + QString(goldenText("window-load/is-loaded-by-another-plan")));
    const auto blocks = f.document.view()->board->blocks.size();
    QVERIFY2(note->accessibleName().endsWith(
                 QString(goldenText("window-load/1-of-1-blocks-lies-elsewhere-than")).arg(blocks)),
             qPrintable(note->accessibleName()));
    // The moved block looks planned alone, and says where it is; the others are loaded.
    QCOMPARE(loadFraction(f, "transformer.h.0"), 0.0);
    QCOMPARE(loadFraction(f, "transformer.h.1"), 1.0);
    QCOMPARE(boardBlock(f, "transformer.h.0")[QStringLiteral("loaded")].toDouble(-1), 0.0);
    QCOMPARE(boardBlock(f, "transformer.h.0")[QStringLiteral("loaded_on")].toString(),
             QStringLiteral("gpu:0"));
    QCOMPARE(boardBlock(f, "transformer.h.1")[QStringLiteral("loaded")].toDouble(-1), 1.0);
    QCOMPARE(boardBlock(f, "transformer.h.1")[QStringLiteral("loaded_on")].toString(), QString());
    QVERIFY(f.child<LoadedNote>("run_loaded_note")->isVisible());
    f.document.undoStack()->undo();
    QTRY_VERIFY(!note->isVisible());
    QCOMPARE(loadFraction(f, "transformer.h.0"), 1.0);
}

void LoadedModelTest::loadAgainBringsThemToThePlan() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    auto* again = f.child<QPushButton>("loaded_note_load");
    QCOMPARE(again->text(), QStringLiteral("Load again"));
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.controller.state() == LoadState::Loaded &&
                                 f.controller.schedule()->plan == f.document.plan(),
                             kTimeout);
    QVERIFY(!f.child<LoadedNote>("loaded_note")->isVisible());
    QCOMPARE(loadFraction(f, "transformer.h.0"), 1.0);
}

void LoadedModelTest::whatAlsoMakesAPlanAnEarlierOne() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    const auto loaded = f.controller.schedule()->plan;
    const auto difference = [&] { return compareLoaded(loaded, *f.document.view()->board); };
    QVERIFY(!difference().any());
    // A limit that moves nothing, and the dtype that the file has anyway, change nothing.
    f.document.edit(SetBudgetEdit{DeviceId::cpu(), "900MiB"});
    QVERIFY(waitUntilIdle(f.document));
    f.document.edit(SetDtypeEdit{DType::Float32});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(!difference().any());
    f.document.edit(SetDtypeEdit{DType::BFloat16});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(difference().isOtherDtype);
    QVERIFY(f.child<LoadedNote>("loaded_note")
                ->accessibleName()
                .contains(QString(goldenText("window-load/the-plan-shown-has-other-types"))));
    f.document.undoStack()->undo();
    std::vector<DeviceInfo> devices = f.document.devices();
    devices.front().linkBytesPerSecond = 1e9;
    f.document.edit(SetDevicesEdit{devices});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(difference().areOtherDevices);
    QVERIFY(f.child<LoadedNote>("loaded_note")
                ->accessibleName()
                .contains(QString(goldenText("window-load/the-gpus-of-the-plan-shown-are"))));
}

/// The remedy of a failed load would load what is shown: it is not offered for another model.
void LoadedModelTest::aFailureNamesItsOwnModel() {
    WindowFixture f(kSlowGpus);
    f.window.show();
    const QString path =
        writeSmallSample(f.folder.filePath("gpt2-cut"), CheckpointFormat::TorchZip);
    QVERIFY(openAndWait(f.document, path));
    const QString name = f.document.displayName();
    loadHalf(f);
    QVERIFY(openAndWait(f.document, tinyBert()));
    QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2));
    f.controller.resume();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, kTimeout);
    QVERIFY2(
        f.window.messages()->text().startsWith(QStringLiteral("%1 was not loaded: ").arg(name)),
        qPrintable(f.window.messages()->text()));
}

QTEST_MAIN(LoadedModelTest)
#include "tst_loaded_model.moc"
