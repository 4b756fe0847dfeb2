// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/device_bars.h"
#include "widgets/plan/diff_panel.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/tree/module_tree_model.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

class CompareTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cardsSayWhatThePlannerSays();
    void cardsShowTheirWholeVerdict();
    void previewFollowsTheLimits();
    void marksTheStrategyInUse();
    void usesAStrategyAsOneStep();
    void saysWhereAccelerateRefuses();
    void choosingACardComparesWithIt();
    void comparesWithThePlanBeforeTheLastEdit();
    void rowsSelectModules();
    void comparisonFollowsThePlan();
    void comparisonEndsWithTheModel();
    void markedModulesOfTheTree();
    void movedModulesModel();
    void timesOfWhatWasNotMeasured();
    void tensorParallelismIsTheCause();
    void timesOfAnAssumedCardAreNamedSo();

private:
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }
    [[nodiscard]] StrategyCard* card(Strategy strategy) const { return m_panel->card(strategy); }
    [[nodiscard]] bool previewsAreThere() const;
    void limit(std::uint32_t gpu, const char* text);
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        return m_panel->findChild<Widget*>(QString::fromLatin1(name));
    }

    QTemporaryDir m_folder;
    QString m_sample;
    Theme* m_theme = nullptr;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<PlanComparison> m_comparison;
    std::unique_ptr<ComparePanel> m_panel;
};

void CompareTest::initTestCase() {
    m_theme = new Theme(qApp, ThemeMode::Light);
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void CompareTest::init() {
    failOnWarnings();
    m_document = std::make_unique<Document>(windowDevices("64MiB,64MiB"));
    m_comparison = std::make_unique<PlanComparison>(m_document.get());
    m_panel = std::make_unique<ComparePanel>(m_document.get(), m_comparison.get(), m_theme);
    m_panel->resize(1300, 300);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(openAndWait(*m_document, m_sample));
    limit(0, "20MiB");
    limit(1, "20MiB");
    QTRY_VERIFY(previewsAreThere());
}

void CompareTest::cleanup() {
    m_panel.reset();
    m_comparison.reset();
    m_document.reset();
}

/// No card shows a time that rests on another processor's rates; a run of the same plan has one.
void CompareTest::timesOfWhatWasNotMeasured() {
    Workload work;
    work.prompt = 16;
    work.generate = 4;
    work.engine = "stowage";
    m_document->edit(SetWorkloadEdit{work});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    const auto value = [this](Strategy strategy) {
        return card(strategy)->findChild<QLabel*>("strategy_value")->text();
    };
    for (const StrategyRow& row : strategies()) {
        QCOMPARE(value(row.strategy), QStringLiteral("not known"));
    }
    QVERIFY(child<QLabel>("compare_why")->isVisible());
    QVERIFY(child<QLabel>("compare_why")->text().contains(goldenText("cli/was-not-measured")));
    const auto own = card(Strategy::Sequential)->figures().plan;
    MeasuredRun run{3,   own,  own->prefetchWindow.value_or(0), own->request.hooks.offloaded, work,
                    0.5, 0.129};
    m_panel->setMeasured(run);
    QCOMPARE(value(Strategy::Sequential), QStringLiteral("129.0 ms, run 3"));
    QCOMPARE(value(Strategy::Auto), QStringLiteral("not known"));
    run.work.batch = 2;  // other work
    m_panel->setMeasured(run);
    QCOMPARE(value(Strategy::Sequential), QStringLiteral("not known"));
}

/// Its time is not estimated: every card says so, that of optimal in place of its verdict.
void CompareTest::tensorParallelismIsTheCause() {
    Workload work;
    work.prompt = 16;
    work.generate = 4;
    work.engine = "vllm";
    work.tensorParallel = 2;
    m_document->edit(SetWorkloadEdit{work});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    const QString cause = QStringLiteral("The time of tensor parallelism depends on");
    const auto text = [this](Strategy strategy, const char* label) {
        return card(strategy)->findChild<QLabel*>(QLatin1String(label))->text();
    };
    const QString verdict = text(Strategy::Optimal, "strategy_verdict");
    QVERIFY2(verdict.contains(cause), qPrintable(verdict));
    QCOMPARE(text(Strategy::Sequential, "strategy_value"), QStringLiteral("not known"));
    QVERIFY(child<QLabel>("compare_why")->text().contains(cause));
    QVERIFY(child<QLabel>("compare_why")->isVisible());
}

/// The GPUs name no card: one of their size is assumed, which stands above its times.
void CompareTest::timesOfAnAssumedCardAreNamedSo() {
    m_document->edit(SetDevicesEdit{windowDevices("8GiB,8GiB")});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    for (const StrategyRow& row : strategies()) {
        const auto* value = card(row.strategy)->findChild<QLabel*>("strategy_value");
        QVERIFY2(value->text().contains("ms"), qPrintable(value->text()));
    }
    const auto* why = child<QLabel>("compare_why");
    QVERIFY2(why->isVisible() && why->text().startsWith("These times are for an assumed card: GeF"),
             qPrintable(why->text()));
}

bool CompareTest::previewsAreThere() const {
    return !m_panel->previews().isStale() &&
           m_panel->previews().items().size() == strategies().size();
}

void CompareTest::limit(std::uint32_t gpu, const char* text) {
    m_document->edit(SetBudgetEdit{DeviceId::gpu(gpu), text});
    QVERIFY(waitUntilIdle(*m_document));
}

void CompareTest::cardsSayWhatThePlannerSays() {
    for (const StrategyRow& row : strategies()) {
        const Strategy strategy = row.strategy;
        PlacementRequest request = plan()->request;
        request.strategy = strategy;
        const auto expected = place(request);
        QVERIFY(expected);
        const StrategyCard& shown = *card(strategy);
        QCOMPARE(shown.findChild<QLabel*>("strategy_verdict")->text(),
                 QString::fromStdString((*expected)->verdictText));
        QCOMPARE(shown.findChild<QLabel*>("strategy_keys")->text(),
                 QString::number((*expected)->map.entries().size()));
        QCOMPARE(shown.findChild<QLabel*>("strategy_hops")->text(),
                 QString::number(makePlanView(*expected)->hops));
        const auto& bars = shown.findChild<DeviceBars*>("strategy_bars")->bars();
        QCOMPARE(bars.size(), (*expected)->placements.size());
        double offloaded = 0;
        for (std::size_t i = 0; i < bars.size(); ++i) {
            QCOMPARE(bars[i].weights, (*expected)->placements[i].weights);
            offloaded += bars[i].device.isGpu() ? 0 : bars[i].weights;
        }
        QCOMPARE(shown.findChild<QLabel*>("strategy_offloaded")->text(),
                 offloaded > 0 ? sizeText(offloaded) : QString("–"));
    }
    // The limits are such that the cards differ.
    QVERIFY(card(Strategy::Auto)->figures().plan->map.entries() !=
            card(Strategy::Sequential)->figures().plan->map.entries());
}

void CompareTest::cardsShowTheirWholeVerdict() {
    limit(0, "1MiB");
    limit(1, "1MiB");
    m_document->edit(SetBudgetEdit{DeviceId::cpu(), "1MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    for (const int width : {1300, 900}) {
        m_panel->resize(width, 300);
        for (const StrategyRow& row : strategies()) {
            const auto* sentence = card(row.strategy)->findChild<QLabel*>("strategy_verdict");
            QTRY_VERIFY2(sentence->height() >= sentence->heightForWidth(sentence->width()),
                         qPrintable(sentence->text()));
        }
    }
}

void CompareTest::previewFollowsTheLimits() {
    const double before =
        card(Strategy::Sequential)->figures().plan->placement(DeviceId::gpu(0))->weights;
    limit(0, "30MiB");
    QTRY_VERIFY(previewsAreThere());
    const auto sequential = card(Strategy::Sequential)->figures().plan;
    QVERIFY(sequential->placement(DeviceId::gpu(0))->weights > before);
    m_document->edit(SetDtypeEdit{DType::Float16});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    QCOMPARE(card(Strategy::Sequential)->figures().plan->request.constraints.dtype,
             std::optional(DType::Float16));
    m_document->edit(PinEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    const ModuleId pinned = *m_document->tree()->findModule("transformer.h.0");
    for (const StrategyRow& row : strategies()) {
        QCOMPARE(card(row.strategy)->figures().plan->deviceOf(pinned),
                 std::optional(DeviceId::cpu()));
    }
    // While it is hidden nothing is planned; shown again, it is.
    m_panel->hide();
    QSignalSpy changes(&m_panel->previews(), &PlanFollower::changed);
    limit(0, "25MiB");
    QCOMPARE(changes.count(), 0);
    m_panel->show();
    QTRY_VERIFY(previewsAreThere());
    QCOMPARE(card(Strategy::Auto)->figures().plan->placement(DeviceId::gpu(0))->budget,
             std::optional(25.0 * kMiB));
}

void CompareTest::marksTheStrategyInUse() {
    const auto mark = [this](Strategy strategy) {
        return card(strategy)->findChild<QLabel*>("strategy_in_use")->text();
    };
    const auto canUse = [this](const char* name) { return child<QPushButton>(name)->isVisible(); };
    QCOMPARE(mark(Strategy::Auto), QString("in use"));
    QCOMPARE(mark(Strategy::Balanced), QString());
    QVERIFY(!canUse("use_auto"));
    QVERIFY(canUse("use_balanced"));
    m_document->edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
    QTRY_COMPARE(mark(Strategy::Auto), QString(goldenText("window-plan/in-use-then-1-move")));
    QVERIFY(canUse("use_auto"));
}

void CompareTest::usesAStrategyAsOneStep() {
    m_document->edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    const int steps = m_document->undoStack()->count();
    const auto before = plan();
    const auto previewed = card(Strategy::Sequential)->figures().plan;
    QTest::mouseClick(child<QPushButton>("use_sequential"), Qt::LeftButton);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QCOMPARE(plan()->request.strategy, Strategy::Sequential);
    QVERIFY(plan()->request.moves.empty());
    QVERIFY(plan()->map.entries() == previewed->map.entries());
    QTRY_COMPARE(card(Strategy::Sequential)->findChild<QLabel*>("strategy_in_use")->text(),
                 QString("in use"));
    m_document->undoStack()->undo();
    QCOMPARE(plan(), before);
}

void CompareTest::saysWhereAccelerateRefuses() {
    // A budget for the disk makes balancing fail in Accelerate; sequential takes it.
    PlacementRequest request = plan()->request;
    request.rules = PlacementRules::Accelerate;  // transformers' tolerate it
    request.strategy = Strategy::Sequential;
    request.budgets.push_back({DeviceId::disk(), 1.0 * kGiB, "1GiB", false});
    const auto withDisk = place(request);
    QVERIFY(withDisk);
    m_document->usePlan(*withDisk, goldenText("plan/a-limit-for-the-disk"));
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_VERIFY(previewsAreThere());
    QVERIFY(!card(Strategy::Auto)->figures().trouble.empty());
    QCOMPARE(card(Strategy::Auto)->findChild<QLabel*>("strategy_verdict")->text(),
             QString::fromStdString(card(Strategy::Auto)->figures().trouble));
    QVERIFY(!card(Strategy::Auto)->findChild<DeviceBars*>()->isVisible());
    QVERIFY(!child<QPushButton>("use_auto")->isEnabled());
    QTest::mouseClick(card(Strategy::Auto), Qt::LeftButton, {}, QPoint(20, 60));
    QVERIFY(!m_comparison->isActive());
    QVERIFY(card(Strategy::Sequential)->figures().trouble.empty());
}

void CompareTest::choosingACardComparesWithIt() {
    QTest::mouseClick(card(Strategy::Sequential), Qt::LeftButton, {}, QPoint(20, 60));
    QTRY_VERIFY(m_comparison->compared() != nullptr && !m_comparison->isStale());
    QVERIFY(card(Strategy::Sequential)->isSelected());
    QCOMPARE(m_comparison->kind(), PlanComparison::Other::Proposed);
    const PlanDiff expected = diffPlans(*plan(), *card(Strategy::Sequential)->figures().plan);
    QVERIFY(expected.bytesMoved > 0);
    const PlanDiff& diff = m_comparison->compared()->diff;
    QCOMPARE(diff.bytesMoved, expected.bytesMoved);
    QCOMPARE(child<QTableView>("diff_modules")->model()->rowCount(),
             static_cast<int>(expected.moved.size()));
    auto* pairs = child<FigureTable>("diff_pairs");
    QCOMPARE(pairs->rows().size(), expected.pairs.size());
    QCOMPARE(pairs->text(0, 1),
             formatInUnit(static_cast<double>(expected.pairs[0].bytes), TableUnit::MiB));
    QVERIFY(child<QLabel>("diff_total")->text().endsWith("would move"));
    QVERIFY(child<QLabel>("diff_reasons")->text().contains("sequential"));
    // By keyboard, too; the other card's mark goes.
    card(Strategy::Balanced)->setFocus();
    QTest::keyClick(card(Strategy::Balanced), Qt::Key_Space);
    QTRY_VERIFY(m_comparison->compared() != nullptr && !m_comparison->isStale());
    QVERIFY(!card(Strategy::Sequential)->isSelected());
    QVERIFY(child<QLabel>("diff_total")->text().startsWith("No module moves"));
    m_comparison->end();
    QVERIFY(!card(Strategy::Balanced)->isSelected());
}

void CompareTest::comparesWithThePlanBeforeTheLastEdit() {
    const auto before = plan();
    m_document->edit(MoveEdit{{"transformer.h.0", "transformer.h.4"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    QTest::mouseClick(child<QPushButton>("compare_last_edit"), Qt::LeftButton);
    QTRY_VERIFY(m_comparison->compared() != nullptr && !m_comparison->isStale());
    QCOMPARE(m_comparison->compared()->before, before);
    QCOMPARE(m_comparison->compared()->after, plan());
    QCOMPARE(m_comparison->name(),
             QString(goldenText("window-plan/the-plan-before-move-2-modules-to")));
    QVERIFY(child<QLabel>("diff_total")->text().endsWith("in 2 modules moved"));
}

void CompareTest::rowsSelectModules() {
    m_document->edit(MoveEdit{{"transformer.h.0", "transformer.h.2.mlp"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    m_panel->compareWithLastEdit();
    auto* table = child<QTableView>("diff_modules");
    QTRY_COMPARE(table->model()->rowCount(), 2);
    const QRect row = table->visualRect(table->model()->index(1, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(m_document->currentModule(), *m_document->tree()->findModule("transformer.h.2.mlp"));
}

void CompareTest::comparisonFollowsThePlan() {
    m_document->edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    m_panel->compareWithLastEdit();
    QTRY_VERIFY(m_comparison->compared() != nullptr);
    const std::uint64_t one = m_comparison->compared()->diff.bytesMoved;
    m_document->edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    QTRY_COMPARE(m_comparison->compared()->diff.bytesMoved, 2 * one);
    m_document->undoStack()->undo();
    m_document->undoStack()->undo();
    QTRY_COMPARE(m_comparison->compared()->diff.bytesMoved, std::uint64_t{0});
    QTRY_VERIFY(!m_comparison->isStale());
}

void CompareTest::comparisonEndsWithTheModel() {
    m_panel->choose(Strategy::Sequential);
    QVERIFY(m_comparison->isActive());
    const auto old = plan();
    const QString other =
        writeSmallSample(m_folder.filePath("other"), CheckpointFormat::Safetensors, 3);
    QVERIFY(openAndWait(*m_document, other));
    QVERIFY(!m_comparison->isActive());
    QVERIFY(m_comparison->compared() == nullptr);
    // A plan of the other tree can neither be compared nor used.
    m_comparison->compareWith(old, "the old model", PlanComparison::Other::Proposed);
    QVERIFY(!m_comparison->isActive());
    m_document->usePlan(old, "the old model");
    QVERIFY(m_document->isIdle());
    QCOMPARE(m_document->undoStack()->count(), 0);
}

void CompareTest::markedModulesOfTheTree() {
    ModuleTreeModel model;
    model.setPlan(plan(), m_document->view()->figures);
    const auto data = [&](const char* path, int role) {
        return model.entryIndex(m_document->tree()->findModule(path)->value).data(role);
    };
    QVERIFY(!data("transformer.h.0", ModuleTreeModel::MovedFromRole).isValid());
    const auto before = plan();
    m_document->edit(MoveEdit{{"transformer.h.0", "transformer.h.1.mlp"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    model.setPlan(plan(), m_document->view()->figures);
    model.setCompared(comparePlans(before, plan()), false);
    QCOMPARE(data("transformer.h.0", ModuleTreeModel::MovedFromRole).toString(), QString("gpu:0"));
    QCOMPARE(data("transformer.h.0", ModuleTreeModel::MovedToRole).toString(), QString("cpu"));
    // What lies in a moved module moves with it; a parent counts what moves inside.
    QCOMPARE(data("transformer.h.0.attn.c_attn", ModuleTreeModel::MovedToRole).toString(),
             QString("cpu"));
    QCOMPARE(data("transformer.h.1", ModuleTreeModel::MovesInsideRole).toInt(), 1);
    QCOMPARE(data("transformer", ModuleTreeModel::MovesInsideRole).toInt(), 2);
    QVERIFY(!data("transformer.h.1", ModuleTreeModel::MovedFromRole).isValid());
    QVERIFY(!data("transformer.h.3", ModuleTreeModel::MovedFromRole).isValid());
    model.setCompared(nullptr, false);
    QVERIFY(!data("transformer.h.0", ModuleTreeModel::MovedFromRole).isValid());
}

void CompareTest::movedModulesModel() {
    QAbstractItemModel& model = *child<QTableView>("diff_modules")->model();
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_document->edit(MoveEdit{{"transformer.h.0", "transformer.h.2"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    m_panel->compareWithLastEdit();
    QTRY_COMPARE(model.rowCount(), 2);
    const auto bytes = static_cast<double>(
        m_document->tree()->node(*m_document->tree()->findModule("transformer.h.0")).subtreeBytes);
    const QStringList expected{"transformer.h.0", "GPU 0", "CPU", sizeText(bytes)};
    for (int column = 0; column < expected.size(); ++column) {
        QCOMPARE(model.index(0, column).data().toString(), expected[column]);
    }
    m_comparison->end();
    QTRY_COMPARE(model.rowCount(), 0);
}

QTEST_MAIN(CompareTest)
#include "tst_compare.moc"
