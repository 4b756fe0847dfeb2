// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/problem_fixes.h"
#include "widgets/load/preflight.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace stowage;
using namespace stowage::test;

class PlanPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void typesALimit();
    void freeMemoryIsReadByHand();
    void marksWhatIsNoSize();
    void choosesAStrategyByKeyboard();
    void saysManualMoves();
    void choosesAType();
    void typesNoSplitClasses();
    void tablesReadThePlan();
    void predictsEveryMethod();
    void fixesAnOverfullDevice();
    void aRemedyKeepsTheFocus();
    void raisesALimit();
    void selectsTheModuleOfAProblem();
    void saysWhy();

private:
    [[nodiscard]] QLineEdit* limit(const char* name) const {
        return m_panel->findChild<QLineEdit*>(QString::fromLatin1(name));
    }
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }
    /// Moves blocks by hand until GPU 0 is over a limit that was set first.
    void overfillGpu0();

    QTemporaryDir m_folder;
    QString m_sample;
    Theme* m_theme = nullptr;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<PlanPanel> m_panel;
};

void PlanPanelTest::initTestCase() {
    failOnWarnings();
    m_theme = new Theme(qApp, ThemeMode::Light);
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void PlanPanelTest::init() {
    failOnWarnings();
    m_document = std::make_unique<Document>(windowDevices("64MiB:context=4MiB,64MiB"));
    m_panel = std::make_unique<PlanPanel>(m_document.get(), m_theme);
    m_panel->resize(368, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(openAndWait(*m_document, m_sample));
}

void PlanPanelTest::cleanup() {
    m_panel.reset();
    m_document.reset();
}

void PlanPanelTest::typesALimit() {
    QLineEdit* field = limit("plan_limit_gpu0");
    QVERIFY(field->text().isEmpty());
    field->setFocus();
    QTest::keyClicks(field, "10MiB");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->placement(DeviceId::gpu(0))->budget, std::optional(10.0 * kMiB));
    QCOMPARE(field->text(), QString("10MiB"));
    QCOMPARE(m_document->undoStack()->count(), 1);
    m_document->undoStack()->undo();
    QCOMPARE(field->text(), QString());
    QVERIFY(!limit("plan_limit_disk")->isEnabled());
}

/// The CPU's default limit is what was free when the program began; only Refresh reads it again.
void PlanPanelTest::freeMemoryIsReadByHand() {
    HostMemory now;
    now.total = kGiB;
    now.available = 300 * kMiB;
    m_document->setHostReader([&now] { return now; });
    auto* text = m_panel->findChild<QLabel*>(QStringLiteral("host_limit_text"));
    auto* refresh = m_panel->findChild<QPushButton*>(QStringLiteral("host_limit_refresh"));
    QVERIFY(text->isVisible() && refresh->isVisible());
    const auto begun = m_document->hostReadAt();
    QVERIFY(begun.has_value());
    QVERIFY2(text->text().endsWith(begun->toString(QStringLiteral("HH:mm:ss"))),
             qPrintable(text->text()));
    const auto cpuLimit = [this] { return plan()->placement(DeviceId::cpu())->budget; };
    QCOMPARE(cpuLimit(), std::optional(static_cast<double>(kGiB)));
    // Another model opened later is planned with the same.
    QVERIFY(openAndWait(*m_document, m_sample));
    QCOMPARE(cpuLimit(), std::optional(static_cast<double>(kGiB)));
    QTest::mouseClick(refresh, Qt::LeftButton);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(cpuLimit(), std::optional(300.0 * kMiB));
    QVERIFY(*m_document->hostReadAt() >= *begun);
    m_document->undoStack()->undo();
    QCOMPARE(cpuLimit(), std::optional(static_cast<double>(kGiB)));
    QCOMPARE(m_document->hostReadAt(), begun);
    m_document->undoStack()->redo();
    // A limit that was typed follows from no reading.
    m_document->edit(SetBudgetEdit{DeviceId::cpu(), "200MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(!text->isVisible() && !refresh->isVisible());
}

void PlanPanelTest::marksWhatIsNoSize() {
    QLineEdit* field = limit("plan_limit_gpu1");
    field->setFocus();
    QTest::keyClicks(field, "10 bananas");
    const auto before = plan();
    QSignalSpy refusals(m_document.get(), &Document::editRefused);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(refusals.count(), 1);
    QVERIFY(field->property("invalid").toBool());
    QCOMPARE(field->text(), QString("10 bananas"));
    auto* message = m_panel->findChild<QLabel*>("budget_message");
    QVERIFY(message->isVisible());
    QCOMPARE(message->text(), refusals[0][0].toString());
    QCOMPARE(plan(), before);
    // A size mends it.
    field->selectAll();
    QTest::keyClicks(field, "20MiB");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(!field->property("invalid").toBool());
    QVERIFY(!message->isVisible());
}

void PlanPanelTest::choosesAStrategyByKeyboard() {
    auto* combo = m_panel->findChild<QComboBox*>("strategy_combo");
    QCOMPARE(combo->currentText(), QString("auto"));
    combo->setFocus();
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(combo, Qt::Key_Down);
    }
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->request.strategy, Strategy::Sequential);
    QCOMPARE(combo->currentText(), QString("sequential"));
    QCOMPARE(m_document->undoStack()->count(), 3);
    m_document->undoStack()->undo();
    QCOMPARE(combo->currentText(), QString("balanced_low_0"));
}

void PlanPanelTest::saysManualMoves() {
    auto* combo = m_panel->findChild<QComboBox*>("strategy_combo");
    m_document->edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QTRY_COMPARE(combo->currentText(), QString("auto, then 1 manual move"));
    m_document->edit(MoveEdit{{"transformer.h.2"}, DeviceId::cpu()});
    QTRY_COMPARE(combo->currentText(), QString("auto, then 2 manual moves"));
    m_document->edit(ReplanEdit{});
    QTRY_COMPARE(combo->currentText(), QString("auto"));
}

void PlanPanelTest::choosesAType() {
    auto* combo = m_panel->findChild<QComboBox*>("type_combo");
    const double before =
        plan()->placement(DeviceId::gpu(0))->weights + plan()->placement(DeviceId::gpu(1))->weights;
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QTest::keyClick(combo, Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->request.constraints.dtype, std::optional(DType::Float16));
    QCOMPARE(combo->currentText(), QString("float16"));
    const double after =
        plan()->placement(DeviceId::gpu(0))->weights + plan()->placement(DeviceId::gpu(1))->weights;
    QCOMPARE(after, before / 2);
}

void PlanPanelTest::typesNoSplitClasses() {
    auto* combo = m_panel->findChild<QComboBox*>("no_split_combo");
    QCOMPARE(combo->currentText(), QString("GPT2Block"));
    combo->setFocus();
    combo->lineEdit()->selectAll();
    QTest::keyClicks(combo, "GPT2MLP, GPT2Attention");
    QTest::keyClick(combo, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->noSplitClasses(), (std::vector<std::string>{"GPT2MLP", "GPT2Attention"}));
    QCOMPARE(m_document->undoStack()->count(), 1);
    combo->lineEdit()->selectAll();
    QTest::keyClicks(combo, "GPT2Block");
    QTest::keyClick(combo, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(!plan()->request.constraints.noSplit.has_value());
}

void PlanPanelTest::tablesReadThePlan() {
    auto* table = m_panel->findChild<FigureTable*>("device_table");
    const auto& placements = plan()->placements;
    QCOMPARE(table->rows().size(), placements.size() + 1);
    double weights = 0;
    for (std::size_t i = 0; i < placements.size(); ++i) {
        const int row = static_cast<int>(i);
        QCOMPARE(table->text(row, 2), formatInUnit(placements[i].weights, TableUnit::MiB));
        weights += placements[i].weights;
    }
    const int total = static_cast<int>(placements.size());
    QCOMPARE(table->text(total, 1), QString::number(planBlocks(*plan()).size()));
    QCOMPARE(table->text(total, 2), formatInUnit(weights, TableUnit::MiB));
    QCOMPARE(weights, static_cast<double>(m_document->tree()->totalBytes()));
    QCOMPARE(m_panel->findChild<QLabel*>("verdict_sentence")->text(),
             QString::fromStdString(plan()->verdictText));
}

void PlanPanelTest::predictsEveryMethod() {
    auto* table = m_panel->findChild<FigureTable*>("load_table");
    const auto predictions = predictLoads(plan(), m_document->checkpoint(), nullptr, {});
    QCOMPARE(predictions.size(), allLoadMethods().size());
    for (std::size_t i = 0; i < predictions.size(); ++i) {
        const LoadPrediction& prediction = predictions[i];
        QVERIFY2(prediction.problem.empty(), prediction.problem.english().c_str());
        const QString peak =
            formatInUnit(static_cast<double>(prediction.allocated), TableUnit::MiB);
        QTRY_COMPARE(table->text(static_cast<int>(i), 2), peak);
        QCOMPARE(table->text(static_cast<int>(i), 3),
                 formatInUnit(static_cast<double>(prediction.hostAnonBytes), TableUnit::MiB));
    }
    const auto of = [&predictions](LoadMethod method) {
        return std::ranges::find(predictions, method, &LoadPrediction::method)->allocated;
    };
    // Naive holds the weights twice.
    QVERIFY(of(LoadMethod::Naive) > of(LoadMethod::Streamed) * 3 / 2);
}

void PlanPanelTest::overfillGpu0() {
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "8MiB"});
    m_document->edit(MoveEdit{{"transformer.h"}, DeviceId::gpu(0)});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(plan()->placement(DeviceId::gpu(0))->overBudget() > 0);
}

void PlanPanelTest::fixesAnOverfullDevice() {
    ProblemsPanel problems(m_document.get(), m_theme);
    overfillGpu0();
    QVERIFY(problems.errorCount() > 0);
    const auto rows = problems.findChildren<ProblemRow*>();
    const auto row = std::ranges::find_if(rows, [](ProblemRow* r) { return !r->fixes().empty(); });
    QVERIFY(row != rows.end());
    const int steps = m_document->undoStack()->count();
    const ProblemFix fix = (*row)->fixes()[0];
    const QString text = fix.text.shown();
    QVERIFY2(text.startsWith("Move ") && text.endsWith("to GPU 1"), qPrintable(text));
    Q_EMIT(*row)->findChild<QLabel*>("problem_fixes")->linkActivated("0");
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QCOMPARE(plan()->placement(DeviceId::gpu(0))->overBudget(), 0.0);
    // One block less would not have been enough.
    const auto* move = std::get_if<MoveEdit>(&fix.edit);
    QVERIFY(move != nullptr);
    const double block =
        static_cast<double>(m_document->tree()
                                ->node(*m_document->tree()->findModule(move->modules.front()))
                                .subtreeBytes);
    QVERIFY(plan()->placement(DeviceId::gpu(0))->weights + block > 8.0 * kMiB);
    m_document->undoStack()->undo();
    QVERIFY(plan()->placement(DeviceId::gpu(0))->overBudget() > 0);
}

void PlanPanelTest::aRemedyKeepsTheFocus() {
    ProblemsPanel problems(m_document.get(), m_theme);
    problems.resize(368, 400);
    problems.show();
    problems.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&problems));
    overfillGpu0();
    auto* links = problems.findChild<QLabel*>("problem_fixes");
    QVERIFY(links != nullptr);
    links->setFocus();
    QVERIFY(links->hasFocus());
    Q_EMIT links->linkActivated("0");
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(problems.isAncestorOf(QApplication::focusWidget()));
}

void PlanPanelTest::raisesALimit() {
    overfillGpu0();
    const auto issue = std::ranges::find(plan()->issues, "over_budget", &PlanIssue::code);
    QVERIFY(issue != plan()->issues.end());
    const std::vector<ProblemFix> fixes = problemFixes(*plan(), *issue);
    const auto raise = std::ranges::find_if(fixes, [](const ProblemFix& fix) {
        return fix.text.shown().startsWith(goldenText("window-document/set-limit-to"));
    });
    QVERIFY(raise != fixes.end());
    m_document->edit(raise->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->placement(DeviceId::gpu(0))->overBudget(), 0.0);
    QVERIFY(std::ranges::none_of(plan()->issues,
                                 [](const PlanIssue& i) { return i.severity == Severity::Error; }));
}

void PlanPanelTest::selectsTheModuleOfAProblem() {
    ProblemsPanel problems(m_document.get(), m_theme);
    m_document->edit(MoveEdit{{"lm_head"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    const auto issue = std::ranges::find(plan()->issues, "tied_across_devices", &PlanIssue::code);
    QVERIFY(issue != plan()->issues.end());
    for (ProblemRow* row : problems.findChildren<ProblemRow*>()) {
        if (row->accessibleName().contains("tied weights")) {
            QTest::mouseClick(row, Qt::LeftButton, {}, QPoint(10, 5));
            QCOMPARE(row->fixes().size(), std::size_t{1});
            Q_EMIT row->fixRequested(row->fixes()[0].edit);
        }
    }
    QCOMPARE(m_document->currentModule(), *m_document->tree()->findModule(issue->module));
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(std::ranges::find(plan()->issues, "tied_across_devices", &PlanIssue::code) ==
            plan()->issues.end());
}

void PlanPanelTest::saysWhy() {
    WhyPanel why(m_document.get(), m_theme);
    QVERIFY(why.findChildren<QWidget*>("why_line").isEmpty());
    m_document->edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    const ModuleId module = *m_document->tree()->findModule("transformer.h.1");
    m_document->select({module});
    std::set<DeviceId> tried;
    for (const PlacementDecision& decision : decisionsFor(*plan(), module)) {
        if (decision.kind != PlacementDecision::Kind::MovedByHand) {
            tried.insert(decision.device);
        }
    }
    const auto lines = why.findChildren<QWidget*>("why_line");
    QCOMPARE(static_cast<std::size_t>(lines.size()), tried.size() + 1);
    QCOMPARE(why.findChild<QLabel*>("why_module")->text(), QString("transformer.h.1"));
    QVERIFY(lines.last()->accessibleName().startsWith("You: "));
}

QTEST_MAIN(PlanPanelTest)
#include "tst_plan_panel.moc"
