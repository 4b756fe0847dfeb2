// SPDX-License-Identifier: GPL-3.0-or-later
// The Run dock, its button and menu, and what tree and charts show of a run.
#include "engine/plan/strategies/strategies.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/model_run_window.h"
#include "widgets/charts/live_figures.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/run/chain_dialog.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_panel.h"
#include "widgets/run/timeline_view.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <set>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;

/// A tiny Llama 2 of the same vocabulary.
QString tinyLlama() {
    return QFileInfo(tinyGpt2()).path() + QStringLiteral("/llama2");
}

/// Shows the form for chains by its button.
ChainController* openChain(WindowFixture& f) {
    QTest::mouseClick(f.child<QPushButton>("run_chain"), Qt::LeftButton);
    ChainDialog* form = f.window.run()->panel()->chainDialog();
    if (form == nullptr || !form->isVisible()) {
        qFatal("the form for chains is not shown");
    }
    return form->chain();
}

void typeChain(WindowFixture& f, const QString& line) {
    auto* field = f.child<QLineEdit>("chain_line");
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, line);
}

void clickIn(WindowFixture& f, const char* button) {
    auto* widget = f.child<QPushButton>(button);
    QVERIFY2(widget->isVisible() && widget->isEnabled(), button);
    QTest::mouseClick(widget, Qt::LeftButton);
}

/// "7,12", as the table of a chain tells tokens.
QString joined(const std::vector<std::int64_t>& tokens) {
    return spelled(tokens).remove(u' ');
}

}  // namespace

class RunPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void typedTokensGiveTheLibrarys();
    void plansThatAreComparedShowItsTimes();
    void buttonSaysWhyNot();
    void treeFollowsTheRun();
    void pausesAndCancelsByKeys();
    void loadButtonsWaitForTheRun();
    void aFullDeviceTakesModulesOneByOne();
    void aTooSmallDeviceSaysWhatToChange();
    void remedyIsOneClickAway();
    void panelsMadeMeanwhileShowTheRun();
    void closesWhileItRuns();
    void narrowPanelShowsOneThingAtATime();
    void everyControlHasAName();
    void aChainRunsInTurnsAndIsOffloaded();
    void aChainPassesTokensOn();
    void aChainRunsBesideTheLoadedModel();
    void aChainIsPausedCancelledAndClosed();
    void whatIsNoChainIsSaid_data();
    void whatIsNoChainIsSaid();

private:
    static void openForChain(WindowFixture& f);
    static void loadSample(WindowFixture& f, const std::vector<std::string>& onGpu);
};

void RunPanelTest::typedTokensGiveTheLibrarys() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    typePrompt(f, spelled(wanted.prompt));
    f.child<QSpinBox>("run_generate")->setValue(static_cast<int>(wanted.follow.size()));
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QVERIFY(f.window.run()->controller()->isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);

    QCOMPARE(f.child<SelectableText>("run_tokens")->toPlainText(), spelled(wanted.follow));
    QVERIFY(f.child<SelectableText>("run_tokens")->isVisible());
    QStringList figures;
    for (const LiveFigureRow& row : f.child<LiveFigures>("run_figures")->rows()) {
        figures.append(row.label + u' ' + row.values.join(u' '));
    }
    const QString all = figures.join(u'\n');
    for (const char* figure :
         {"Time, measured", "Prefill, 2 tokens", "Decode, 31 tokens", "tokens/s", "Weights moved",
          goldenText("window-run/waited-for-weights"), "simulated"}) {
        QVERIFY2(all.contains(QLatin1String(figure)), qPrintable(all));
    }
    // The likeliest token is the one that was taken.
    const qsizetype head =
        figures.indexOf(QString(goldenText("window-run/likeliest-after-the-prompt-logit")));
    QVERIFY(head > 0);
    QVERIFY(figures[head + 1].startsWith(QString::number(wanted.follow.front()) + u' '));
    QVERIFY(f.child<QLabel>("run_step")->text().startsWith(QLatin1String("Generated 32 tokens")));
    QCOMPARE(phaseNames(f), (QStringList{"Prefill", "Decode"}));
    const QJsonObject live = f.window.live()->panel()->state();
    QCOMPARE(live["mark"].toString(), QString("good"));
    QVERIFY(live["text"].toString().startsWith("Generated 32 tokens in "));
    QCOMPARE(live["model_run"].toString(), QString("idle"));
    QVERIFY(f.window.messages()->text().isEmpty());
}

/// This machine was not measured: only its run has a time, which stands at the plans that ran.
void RunPanelTest::plansThatAreComparedShowItsTimes() {
    WindowFixture f(kPlainGpus);
    f.window.show();
    QVERIFY(openAndWait(f.document, tinyGpt2()));
    f.child<QAction>("compare_action")->trigger();
    ComparePanel* const compare = f.window.plan()->compare();
    QTRY_VERIFY_WITH_TIMEOUT(compare->isVisible() && !compare->previews().isStale() &&
                                 compare->previews().items().size() == strategies().size(),
                             kTimeout);
    const auto value = [compare](Strategy strategy) {
        return compare->card(strategy)->findChild<QLabel*>("strategy_value")->text();
    };
    const auto* why = compare->findChild<QLabel*>("compare_why");
    QCOMPARE(value(Strategy::Auto), QStringLiteral("not known"));
    QVERIFY2(why->isVisible() && why->text().contains(goldenText("cli/was-not-measured")),
             qPrintable(why->text()));
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.run()->controller()->canRun(), kTimeout);
    f.child<QAction>("show_run_action")->trigger();
    typePrompt(f, spelled(continuationsOf(tinyGpt2()).front().prompt));
    f.child<QSpinBox>("run_generate")->setValue(4);
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    static const QRegularExpression kMeasured(QStringLiteral("^[0-9.]+ .*s, run 1$"));
    QVERIFY2(kMeasured.match(value(Strategy::Auto)).hasMatch(), qPrintable(value(Strategy::Auto)));
    f.document.edit(SetStrategyEdit{Strategy::Optimal});
    QVERIFY(waitUntilIdle(f.document));
    QTRY_VERIFY_WITH_TIMEOUT(!compare->previews().isStale(), kTimeout);
    QVERIFY(kMeasured.match(value(Strategy::Auto)).hasMatch());
    // Another plan did not run.
    f.document.edit(SetBudgetEdit{DeviceId::gpu(0), "20KiB"});
    QVERIFY(waitUntilIdle(f.document));
    QTRY_VERIFY_WITH_TIMEOUT(!compare->previews().isStale(), kTimeout);
    QCOMPARE(value(Strategy::Auto), QStringLiteral("not known"));
}

void RunPanelTest::buttonSaysWhyNot() {
    WindowFixture f(kPlainGpus);
    f.window.show();
    auto* action = f.child<QAction>("run_action");
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QString(goldenText("window-run/load-the-model-first"))));
    openRunWindow(f);
    QVERIFY(action->isEnabled());
    QVERIFY(f.child<QToolButton>("run_action_button")->isEnabled());
    f.controller.unload();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, kTimeout);
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QString(goldenText("window-run/load-the-model-first"))));
    QVERIFY(!f.child<QPushButton>("run_start")->isEnabled());
    // A model of a family that cannot be run says so before it is loaded, and which can.
    QVERIFY(openAndWait(f.document, writeTreeFile(f.folder.path(), 2)));
    QTRY_VERIFY(action->toolTip().contains(QLatin1String("qwen3")));
    QVERIFY(!action->isEnabled());
}

void RunPanelTest::treeFollowsTheRun() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    const ModuleTreeModel& tree = *f.window.tree()->panel()->model();
    std::set<std::string> seen;
    connect(f.window.run()->controller(), &RunController::progressChanged, this,
            [&](const Progress&) {
                if (tree.running().isValid()) {
                    seen.insert(f.document.tree()->path(tree.running()));
                    // What it lies in is marked, too; its neighbours are not.
                    const auto top = f.document.tree()->findModule("transformer");
                    const QModelIndex index = tree.entryIndex(top->value);
                    QCOMPARE(index.data(ModuleTreeModel::RunningRole).toBool(),
                             f.document.tree()->path(tree.running()).starts_with("transformer"));
                }
            });
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
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
    RunController& runs = *f.window.run()->controller();
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
    QCOMPARE(f.window.live()->panel()->state()["mark"].toString(), QString("none"));
    QVERIFY(f.window.messages()->text().isEmpty());
    QVERIFY(f.child<QPushButton>("run_start")->isEnabled());
}

void RunPanelTest::loadButtonsWaitForTheRun() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    RunController& runs = *f.window.run()->controller();
    f.child<QAction>("run_action")->trigger();
    runs.pause();
    for (const char* name : {"load_action", "unload_action", "step_action", "reset_peaks_action"}) {
        QVERIFY2(!f.child<QAction>(name)->isEnabled(), name);
    }
    QVERIFY(!f.child<QToolButton>("load_button")->isEnabled());
    QVERIFY(f.child<QToolButton>("load_button")->toolTip().contains(QLatin1String("is running")));
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
    QTRY_VERIFY_WITH_TIMEOUT(f.window.run()->controller()->canRun(), kTimeout);
    f.child<QAction>("show_run_action")->trigger();
}

void RunPanelTest::aFullDeviceTakesModulesOneByOne() {
    // Room for the embeddings, and not for a whole layer beside them.
    WindowFixture f("23MiB");
    loadSample(f, {"transformer.wte", "transformer.wpe", "transformer.ln_f", "lm_head"});
    const std::uint64_t held = f.controller.counters().allocatedBytes;
    typePrompt(f, QStringLiteral("1, 2, 3"));
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    // The window gives way to what is free: each module comes when it is used, and leaves.
    QVERIFY(!f.child<QLabel>("run_failure")->isVisible());
    QVERIFY(!f.window.run()->controller()->runs().back().report->stopped);
    QCOMPARE(f.controller.counters().allocatedBytes, held);
}

void RunPanelTest::aTooSmallDeviceSaysWhatToChange() {
    // Room for a norm, and not for the embedding that is to be brought beside it.
    WindowFixture f("4MiB");
    loadSample(f, {"transformer.ln_f"});
    const std::uint64_t held = f.controller.counters().allocatedBytes;
    typePrompt(f, QStringLiteral("1, 2, 3"));
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    auto* failure = f.child<QLabel>("run_failure");
    QVERIFY(failure->isVisible());
    for (const char* word : {"transformer.wte", "GPU 0", "free", "fewer layers"}) {
        QVERIFY2(failure->text().contains(QLatin1String(word)), qPrintable(failure->text()));
    }
    QCOMPARE(f.window.live()->panel()->state()["mark"].toString(), QString("error"));
    QCOMPARE(f.controller.counters().allocatedBytes, held);
    // One of the ways out: the layers run where they lie.
    auto* device = f.child<QComboBox>("run_device");
    device->setCurrentIndex(device->findData(QStringLiteral("cpu")));
    QTest::mouseClick(f.child<QPushButton>("run_start"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, kTimeout);
    QVERIFY(!f.window.run()->controller()->runs().back().report->stopped);
    QVERIFY(!failure->isVisible());
}

/// Layers wait for weights over a slow link while the GPU has room: the remedy moves them there,
/// and is there as long as the plan is the one that was run.
void RunPanelTest::remedyIsOneClickAway() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    f.child<QSpinBox>("run_generate")->setValue(2);
    typePrompt(f, QStringLiteral("52, 92"));
    QSignalSpy finished(f.window.run()->controller(), &RunController::finished);
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

/// As where the window is made anew for another language or size of text.
void RunPanelTest::panelsMadeMeanwhileShowTheRun() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    f.child<QSpinBox>("run_generate")->setValue(40);
    typePrompt(f, QStringLiteral("52, 92"));
    RunController* const runs = f.window.run()->controller();
    f.window.run()->panel()->run();
    QVERIFY(runs->isRunning());
    const auto spansOf = [](const RunPanel& panel) {
        return panel.findChild<TimelinePlot*>()->lanes().count();
    };
    const RunPanel amid(runs, &f.theme);
    LivePanel live(&f.controller, &f.theme);
    live.setModelRuns(runs);
    live.show();
    QTRY_VERIFY_WITH_TIMEOUT(spansOf(amid) > 0, kTimeout);
    const auto firstPhase = [&live] {
        const QJsonArray phases = live.state()["phases"].toArray();
        return phases.isEmpty() ? QString() : phases.first().toObject()["name"].toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(firstPhase(), QString("Prefill"), kTimeout);
    QSignalSpy finished(runs, &RunController::finished);
    runs->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kTimeout);
    const RunPanel after(runs, &f.theme);
    QVERIFY(spansOf(after) > 0);
}

void RunPanelTest::closesWhileItRuns() {
    WindowFixture f(kSlowLinkGpus);
    openRunWindow(f);
    f.child<QSpinBox>("run_generate")->setValue(40);
    typePrompt(f, QStringLiteral("52, 92"));
    f.child<QAction>("run_action")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(f.window.run()->controller()->progress().itemsDone > 0, kTimeout);
    QVERIFY(f.window.close());
    QVERIFY(f.window.run()->controller()->isRunning());  // and the window goes with it
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
    f.window.run()->controller()->start(optionsFor({{97}, {}}));
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
    for (const QWidget* widget : f.window.run()->panel()->findChildren<QWidget*>()) {
        const bool isControl = widget->focusPolicy() != Qt::NoFocus &&
                               !widget->objectName().isEmpty() &&
                               !widget->objectName().startsWith(QLatin1String("qt_"));
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool isNamed =
            !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        QVERIFY2(!isControl || isNamed || !widget->isVisible(), qPrintable(widget->objectName()));
    }
}

/// The window with a model open and not loaded, and its Run dock.
void RunPanelTest::openForChain(WindowFixture& f) {
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(openAndWait(f.document, tinyGpt2()));
    f.child<QAction>("show_run_action")->trigger();
    QTRY_VERIFY(f.window.run()->panel()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(f.window.run()->controller()->traits().has_value(), kTimeout);
    typePrompt(f, QStringLiteral("52, 92"));
    QTRY_VERIFY(f.child<QPushButton>("run_chain")->isEnabled());
}

/// What each gives alone; the second comes once for its three calls, and lies on the GPU until it
/// is offloaded by hand.
void RunPanelTest::aChainRunsInTurnsAndIsOffloaded() {
    WindowFixture f(kPlainGpus);
    openForChain(f);
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    typePrompt(f, spelled(wanted.prompt));
    f.child<QSpinBox>("run_generate")->setValue(static_cast<int>(wanted.follow.size()));
    const ChainController& chain = *openChain(f);
    auto* line = f.child<QLineEdit>("chain_line");
    QCOMPARE(line->text(), f.document.path());
    f.dialogs.answer = tinyLlama();
    clickIn(f, "chain_add_folder");
    QCOMPARE(line->text(), f.document.path() + u',' + tinyLlama());
    QTest::keyClick(line, Qt::Key_End);
    QTest::keyClicks(line, QStringLiteral("*3"));
    auto* offload = f.child<QPushButton>("chain_offload");
    QVERIFY(!offload->isEnabled());
    clickIn(f, "chain_run");
    QVERIFY(chain.isBusy());
    QVERIFY(!f.child<QPushButton>("chain_run")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    QVERIFY2(!chain.error(), chain.error() ? chain.error()->message.english().c_str() : "");

    QCOMPARE(chain.steps().size(), std::size_t{2});
    const ChainStep& gpt2 = chain.steps()[0];
    const ChainStep& llama = chain.steps()[1];
    QCOMPARE(gpt2.tokens, joined(wanted.follow));
    QCOMPARE(llama.times, std::uint64_t{3});
    for (const ChainStep& step : chain.steps()) {
        QVERIFY(step.device == DeviceId::gpu(0));
        QVERIFY(step.bytesMoved > 0 && step.allocated >= step.bytesMoved);
        // The model and nothing else, in blocks of 512 bytes.
        QVERIFY(step.allocated < step.bytesMoved + 64 * 512);
        QVERIFY(step.peakAllocated > step.allocated);
    }
    auto* table = f.child<QTableWidget>("chain_steps");
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, 0)->text(), QString("gpt2"));
    QCOMPARE(table->item(0, 7)->text(), joined(wanted.follow));
    QCOMPARE(table->item(1, 1)->text(), QString("3"));
    QVERIFY(table->item(1, 2)->text().startsWith(QLatin1String("GPU 0, ")));

    QVERIFY(chain.held().has_value());
    QCOMPARE(chain.held()->path, tinyLlama());
    QCOMPARE(chain.held()->bytes, llama.bytesMoved);
    const ChainDialog& form = *f.window.run()->panel()->chainDialog();
    QVERIFY2(form.notice().startsWith(QLatin1String("llama2 is on GPU 0 and uses ")),
             qPrintable(form.notice()));
    clickIn(f, "chain_offload");
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    QVERIFY(!chain.held() && !offload->isEnabled());
    QVERIFY2(form.notice().startsWith(
                 QString(goldenText("window-run/nothing-of-the-chain-is-left-on-gpu"))),
             qPrintable(form.notice()));
    clickIn(f, "chain_close");
    QVERIFY(!form.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
}

/// Called again with what it gave, a model goes on where it stopped.
void RunPanelTest::aChainPassesTokensOn() {
    WindowFixture f(kPlainGpus);
    openForChain(f);
    const Continuation wanted = continuationsOf(tinyGpt2()).front();
    typePrompt(f, spelled(wanted.prompt));
    f.child<QSpinBox>("run_generate")->setValue(4);
    const ChainController& chain = *openChain(f);
    typeChain(f, tinyGpt2() + QStringLiteral("*3"));
    f.child<QCheckBox>("chain_pass_on")->setFocus();
    QTest::keyClick(f.child<QCheckBox>("chain_pass_on"), Qt::Key_Space);
    clickIn(f, "chain_run");
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    QCOMPARE(chain.steps().size(), std::size_t{1});
    // The library's tokens 8 to 11.
    const std::vector<std::int64_t> last(wanted.follow.begin() + 8, wanted.follow.begin() + 12);
    QCOMPARE(chain.steps().front().tokens, joined(last));
}

/// Over the same devices: what is loaded stays, and all that the chain took comes back.
void RunPanelTest::aChainRunsBesideTheLoadedModel() {
    WindowFixture f(kPlainGpus);
    openRunWindow(f);
    const std::uint64_t loaded = f.controller.counters().allocatedBytes;
    const DeviceMemory& gpu = *f.controller.backends().find(DeviceId::gpu(0));
    const std::uint64_t before = gpu.statistics().allocated;
    QVERIFY(before > 0);
    typePrompt(f, QStringLiteral("52, 92"));
    const ChainController& chain = *openChain(f);
    typeChain(f, tinyLlama());
    clickIn(f, "chain_run");
    QVERIFY(f.controller.isInUse());
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    QVERIFY2(!chain.error(), chain.error() ? chain.error()->message.english().c_str() : "");
    QVERIFY(!f.controller.isInUse());
    QVERIFY(gpu.statistics().allocated >= before + chain.held()->bytes);
    clickIn(f, "chain_offload");
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    QCOMPARE(gpu.statistics().allocated, before);
    clickIn(f, "chain_close");
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.counters().allocatedBytes, loaded, kTimeout);
    QVERIFY(f.controller.state() == LoadState::Loaded && f.window.run()->controller()->canRun());
}

void RunPanelTest::aChainIsPausedCancelledAndClosed() {
    WindowFixture f(kSlowLinkGpus);
    openForChain(f);
    f.child<QSpinBox>("run_generate")->setValue(40);
    const ChainController& chain = *openChain(f);
    typeChain(f, tinyGpt2() + QStringLiteral("*5000"));
    auto* line = f.child<QLineEdit>("chain_line");
    QTest::keyClick(line, Qt::Key_Return);  // Run is the default button
    QCOMPARE(chain.state(), ChainState::Working);
    QTRY_VERIFY_WITH_TIMEOUT(chain.progress().phase == "run", kTimeout);
    clickIn(f, "chain_pause");
    QCOMPARE(chain.state(), ChainState::Paused);
    QCOMPARE(f.child<QPushButton>("chain_pause")->text(), QString("Resume"));
    clickIn(f, "chain_pause");
    QCOMPARE(chain.state(), ChainState::Working);
    clickIn(f, "chain_cancel");
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    QVERIFY(chain.error() && chain.error()->code == ErrorCode::Cancelled);
    QCOMPARE(f.child<QPushButton>("chain_offload")->isEnabled(), chain.held().has_value());
    // Closed while it runs, it is cancelled first.
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(chain.progress().phase == "run", kTimeout);
    ChainDialog* form = f.window.run()->panel()->chainDialog();
    QTest::keyClick(form, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!form->isVisible() && !chain.isBusy(), kTimeout);
    QVERIFY(!f.controller.isInUse());
}

void RunPanelTest::whatIsNoChainIsSaid_data() {
    QTest::addColumn<QString>("gpus");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const QString gpus = QString::fromStdString(kPlainGpus);
    QTest::newRow("nothing") << gpus << QString()
                             << goldenText("window-run/name-the-models-in-their-order");
    QTest::newRow("no such model") << gpus << "/nowhere/at/all"
                                   << "/nowhere/at/all";
    QTest::newRow("no times") << gpus << tinyGpt2() + "*0"
                              << "nor MODEL*N, where N is a number from 1 to 100000.";
    QTest::newRow("an empty place") << gpus << tinyGpt2() + ","
                                    << "\"\" is neither a model";
    QTest::newRow("no room") << "64KiB" << tinyGpt2() << goldenText("run/to-run-there-as-a-whole");
}

void RunPanelTest::whatIsNoChainIsSaid() {
    QFETCH(QString, gpus);
    QFETCH(QString, line);
    QFETCH(QString, says);
    WindowFixture f(gpus.toStdString());
    openForChain(f);
    const ChainController& chain = *openChain(f);
    typeChain(f, line);
    clickIn(f, "chain_run");
    QTRY_VERIFY_WITH_TIMEOUT(!chain.isBusy(), kTimeout);
    auto* notice = f.child<QLabel>("chain_notice");
    QVERIFY2(notice->isVisible() && notice->text().contains(says), qPrintable(notice->text()));
    QVERIFY(f.child<QPushButton>("chain_run")->isEnabled());
    QVERIFY(!f.child<QPushButton>("chain_offload")->isEnabled());
    QVERIFY(chain.steps().empty());
}

QTEST_MAIN(RunPanelTest)
#include "tst_run_panel.moc"
