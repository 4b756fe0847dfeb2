// SPDX-License-Identifier: GPL-3.0-or-later
// The Run dock, its button and menu, and what tree and charts show of a run.
#include "tests/widgets/model_run_window.h"
#include "widgets/models/module_tree_model.h"
#include "widgets/views/live_panel.h"
#include "widgets/views/live_side.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/run_panel.h"
#include "widgets/views/selectable_text.h"

#include <QAction>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <set>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 30000;

}  // namespace

class RunPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void typedTokensGiveTheLibrarys();
    void buttonSaysWhyNot();
    void treeFollowsTheRun();
    void pausesAndCancelsByKeys();
    void loadButtonsWaitForTheRun();
    void aFullDeviceTakesModulesOneByOne();
    void aTooSmallDeviceSaysWhatToChange();
    void remedyIsOneClickAway();
    void closesWhileItRuns();
    void narrowPanelShowsOneThingAtATime();
    void everyControlHasAName();

private:
    static void loadSample(WindowFixture& f, const std::vector<std::string>& onGpu);
};

void RunPanelTest::typedTokensGiveTheLibrarys() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    typePrompt(f, spelled(wanted.prompt));
    f.child<QSpinBox>("run_generate")->setValue(static_cast<int>(wanted.follow.size()));
    QSignalSpy finished(f.window.modelRuns(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QVERIFY(f.window.modelRuns()->isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);

    QCOMPARE(f.child<SelectableText>("run_tokens")->toPlainText(), spelled(wanted.follow));
    QVERIFY(f.child<SelectableText>("run_tokens")->isVisible());
    QStringList figures;
    for (const LiveSideRow& row : f.child<LiveSide>("run_figures")->rows()) {
        figures.append(row.label + u' ' + row.values.join(u' '));
    }
    const QString all = figures.join(u'\n');
    for (const char* figure : {"Time, measured", "Prefill, 2 tokens", "Decode, 31 tokens",
                               "tokens/s", "Weights moved", "Waited for weights", "simulated"}) {
        QVERIFY2(all.contains(QLatin1String(figure)), qPrintable(all));
    }
    // The likeliest token is the one that was taken.
    const qsizetype head = figures.indexOf(QStringLiteral("Likeliest after the prompt logit"));
    QVERIFY(head > 0);
    QVERIFY(figures[head + 1].startsWith(QString::number(wanted.follow.front()) + u' '));
    QVERIFY(f.child<QLabel>("run_step")->text().startsWith(QLatin1String("Generated 32 tokens")));
    QCOMPARE(phaseNames(f), (QStringList{"Prefill", "Decode"}));
    const QJsonObject live = f.window.live()->state();
    QCOMPARE(live["mark"].toString(), QString("good"));
    QVERIFY(live["text"].toString().startsWith("Generated 32 tokens in "));
    QCOMPARE(live["model_run"].toString(), QString("idle"));
    QVERIFY(f.window.messages()->text().isEmpty());
}

void RunPanelTest::buttonSaysWhyNot() {
    WindowFixture f(kPlainGpus);
    f.window.show();
    auto* action = f.child<QAction>("run_action");
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QLatin1String("load the model first")));
    openRunWindow(f);
    QVERIFY(action->isEnabled());
    QVERIFY(f.child<QToolButton>("run_action_button")->isEnabled());
    f.controller.unload();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, kTimeout);
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QLatin1String("load the model first")));
    QVERIFY(!f.child<QPushButton>("run_start")->isEnabled());
    // A model of a family that cannot be run says so before it is loaded, and which can.
    QVERIFY(openAndWait(f.document, writeTreeFile(f.folder.path(), 2)));
    QTRY_VERIFY(action->toolTip().contains(QLatin1String("qwen3")));
    QVERIFY(!action->isEnabled());
}

void RunPanelTest::treeFollowsTheRun() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    const ModuleTreeModel& tree = *f.window.modelPanel()->model();
    std::set<std::string> seen;
    connect(f.window.modelRuns(), &RunController::progressChanged, this, [&](const Progress&) {
        if (tree.running().isValid()) {
            seen.insert(f.document.tree()->path(tree.running()));
            // What it lies in is marked, too; its neighbours are not.
            const auto top = f.document.tree()->findModule("transformer");
            const QModelIndex index = tree.entryIndex(top->value);
            QCOMPARE(index.data(ModuleTreeModel::RunningRole).toBool(),
                     f.document.tree()->path(tree.running()).starts_with("transformer"));
        }
    });
    QSignalSpy finished(f.window.modelRuns(), &RunController::finished);
    f.child<QSpinBox>("run_generate")->setValue(4);
    typePrompt(f, QStringLiteral("52, 92"));
    QTest::keyClick(f.child<QLineEdit>("run_prompt"), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QVERIFY2(seen.size() > 1, "the mark did not move");
    QVERIFY(!tree.running().isValid());
    const auto layer = f.document.tree()->findModule("transformer.h.1");
    QVERIFY(!tree.entryIndex(layer->value).data(ModuleTreeModel::RunningRole).toBool());
}

void RunPanelTest::pausesAndCancelsByKeys() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    f.child<QSpinBox>("run_generate")->setValue(40);
    typePrompt(f, QStringLiteral("52, 92"));
    QTest::keyClick(f.window.windowHandle(), Qt::Key_Return, Qt::ControlModifier);
    RunController& runs = *f.window.modelRuns();
    QCOMPARE(runs.state(), ModelRunState::Running);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_P, Qt::ControlModifier);
    QCOMPARE(runs.state(), ModelRunState::Paused);
    QCOMPARE(f.child<QPushButton>("run_pause")->text(), QString("Resume"));
    QTest::mouseClick(f.child<QPushButton>("run_pause"), Qt::LeftButton);
    QCOMPARE(runs.state(), ModelRunState::Running);
    QSignalSpy finished(&runs, &RunController::finished);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QVERIFY(runs.runs().back().report->stopped.has_value());
    QVERIFY(f.child<QLabel>("run_step")->text().startsWith(QLatin1String("Cancelled after")));
    QCOMPARE(f.window.live()->state()["mark"].toString(), QString("none"));
    QVERIFY(f.window.messages()->text().isEmpty());
    QVERIFY(f.child<QPushButton>("run_start")->isEnabled());
}

void RunPanelTest::loadButtonsWaitForTheRun() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    RunController& runs = *f.window.modelRuns();
    f.child<QAction>("run_action")->trigger();
    runs.pause();
    for (const char* name : {"load_action", "unload_action", "step_action", "reset_peaks_action"}) {
        QVERIFY2(!f.child<QAction>(name)->isEnabled(), name);
    }
    QVERIFY(!f.child<QToolButton>("load_button")->isEnabled());
    QVERIFY(f.child<QToolButton>("load_button")->toolTip().contains(QLatin1String("runs")));
    QVERIFY(!f.child<QAction>("run_action")->isEnabled());
    QVERIFY(!f.child<QLineEdit>("run_prompt")->isEnabled());
    QSignalSpy finished(&runs, &RunController::finished);
    runs.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QVERIFY(f.child<QAction>("unload_action")->isEnabled());
    QVERIFY(f.child<QAction>("load_action")->isEnabled());
    QVERIFY(f.child<QLineEdit>("run_prompt")->isEnabled());
}

/// The modules `onGpu` of a sample are loaded onto GPU 0, all others onto the CPU.
void RunPanelTest::loadSample(WindowFixture& f, const std::vector<std::string>& onGpu) {
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    const QString sample =
        writeSmallSample(f.folder.filePath("sample"), CheckpointFormat::Safetensors, 2);
    QVERIFY(openAndWait(f.document, sample));
    f.document.edit(MoveEdit{{"transformer", "lm_head"}, DeviceId::cpu()});
    f.document.edit(MoveEdit{onGpu, DeviceId::gpu(0)});
    QVERIFY(waitUntilIdle(f.document));
    f.controller.start(LoadRequest{.preflight = PreflightRule::Override});
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.modelRuns()->canRun(), kTimeout);
    f.child<QAction>("show_run_action")->trigger();
}

void RunPanelTest::aFullDeviceTakesModulesOneByOne() {
    // Room for the embeddings, and not for a whole layer beside them.
    WindowFixture f("23MiB");
    loadSample(f, {"transformer.wte", "transformer.wpe", "transformer.ln_f", "lm_head"});
    const std::uint64_t held = f.controller.counters().allocatedBytes;
    typePrompt(f, QStringLiteral("1, 2, 3"));
    QSignalSpy finished(f.window.modelRuns(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    // The window gives way to what is free: each module comes when it is used, and leaves.
    QVERIFY(!f.child<QLabel>("run_failure")->isVisible());
    QVERIFY(!f.window.modelRuns()->runs().back().report->stopped);
    QCOMPARE(f.controller.counters().allocatedBytes, held);
}

void RunPanelTest::aTooSmallDeviceSaysWhatToChange() {
    // Room for a norm, and not for the embedding that is to be brought beside it.
    WindowFixture f("4MiB");
    loadSample(f, {"transformer.ln_f"});
    const std::uint64_t held = f.controller.counters().allocatedBytes;
    typePrompt(f, QStringLiteral("1, 2, 3"));
    QSignalSpy finished(f.window.modelRuns(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    auto* failure = f.child<QLabel>("run_failure");
    QVERIFY(failure->isVisible());
    for (const char* word : {"transformer.wte", "GPU 0", "free", "fewer layers"}) {
        QVERIFY2(failure->text().contains(QLatin1String(word)), qPrintable(failure->text()));
    }
    QCOMPARE(f.window.live()->state()["mark"].toString(), QString("error"));
    QCOMPARE(f.controller.counters().allocatedBytes, held);
    // One of the ways out: the layers run where they lie.
    auto* device = f.child<QComboBox>("run_device");
    device->setCurrentIndex(device->findData(QStringLiteral("cpu")));
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, kTimeout);
    QVERIFY(!f.window.modelRuns()->runs().back().report->stopped);
    QVERIFY(!failure->isVisible());
}

/// Layers wait for weights over a slow link while the GPU has room: the remedy moves them there,
/// and is there as long as the plan is the one that was run.
void RunPanelTest::remedyIsOneClickAway() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    f.child<QSpinBox>("run_generate")->setValue(2);
    typePrompt(f, QStringLiteral("52, 92"));
    QSignalSpy finished(f.window.modelRuns(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    QTest::mouseClick(f.child<QPushButton>("run_layers_page"), Qt::LeftButton);
    auto* label = f.child<QLabel>("run_fixes");
    QVERIFY(!label->isHidden());
    QVERIFY2(label->text().contains(QLatin1String("Move 2 blocks to GPU 0")),
             qPrintable(label->text()));
    label->setFocus();
    QTest::keyClick(label, Qt::Key_Tab);  // the first link
    QTest::keyClick(label, Qt::Key_Return);
    QVERIFY(waitUntilIdle(f.document));
    const auto layer = f.document.tree()->findModule("transformer.h.1");
    QVERIFY(f.document.plan()->deviceOf(*layer) == DeviceId::gpu(0));
    QVERIFY(label->isHidden());
    f.document.undoStack()->undo();
    QVERIFY(!label->isHidden());
}

void RunPanelTest::closesWhileItRuns() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    f.child<QSpinBox>("run_generate")->setValue(40);
    typePrompt(f, QStringLiteral("52, 92"));
    f.child<QAction>("run_action")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(f.window.modelRuns()->progress().itemsDone > 0, kTimeout);
    QVERIFY(f.window.close());
    QVERIFY(f.window.modelRuns()->isRunning());  // and the window goes with it
}

void RunPanelTest::narrowPanelShowsOneThingAtATime() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    auto* summary = f.child<QWidget>("run_summary");
    auto* pages = f.child<QWidget>("run_pages");
    auto* result = f.child<QPushButton>("run_result_page");
    QVERIFY(summary->isVisible() && pages->isVisible() && !result->isVisible());
    QTest::mouseClick(f.child<QPushButton>("run_layers_page"), Qt::LeftButton);
    QVERIFY(!summary->isVisible() && pages->isVisible());
    QTest::mouseClick(f.child<QPushButton>("run_timeline_page"), Qt::LeftButton);
    QVERIFY(summary->isVisible() && pages->isVisible());

    f.window.resize(1280, 800);
    QTRY_VERIFY(result->isVisible());
    QVERIFY(!summary->isVisible() && pages->isVisible());
    QTest::mouseClick(result, Qt::LeftButton);
    QVERIFY(summary->isVisible() && !pages->isVisible());
    QTest::mouseClick(f.child<QPushButton>("run_layers_page"), Qt::LeftButton);
    QVERIFY(!summary->isVisible() && pages->isVisible());
    QVERIFY(!f.child<QWidget>("run_fields")->isVisible());
    // What went wrong is shown whatever was looked at.
    f.window.modelRuns()->start(optionsFor({{97}, {}}));
    QTRY_VERIFY_WITH_TIMEOUT(f.child<QLabel>("run_failure")->isVisible(), kTimeout);
    QVERIFY(f.child<QWidget>("run_fields")->isVisible());
    f.window.resize(1680, 1050);
    QTRY_VERIFY(!result->isVisible());
    QVERIFY(summary->isVisible() && pages->isVisible());
    QVERIFY(f.child<QPushButton>("run_timeline_page")->isChecked());
}

void RunPanelTest::everyControlHasAName() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    for (const QWidget* widget : f.window.runPanel()->findChildren<QWidget*>()) {
        const bool isControl = widget->focusPolicy() != Qt::NoFocus &&
                               !widget->objectName().isEmpty() &&
                               !widget->objectName().startsWith(QLatin1String("qt_"));
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool isNamed =
            !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        QVERIFY2(!isControl || isNamed || !widget->isVisible(), qPrintable(widget->objectName()));
    }
}

QTEST_MAIN(RunPanelTest)
#include "tst_run_panel.moc"
