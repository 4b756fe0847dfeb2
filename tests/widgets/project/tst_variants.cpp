// SPDX-License-Identifier: GPL-3.0-or-later
// The plans of a project as tabs above the board: each with its own undo, devices and limits, and
// the table that sets them side by side.
#include "engine/base/number_text.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/project/project_window.h"
#include "widgets/document/plan_view.h"
#include "widgets/project/compare_variants_dialog.h"
#include "widgets/support/formats.h"
#include "widgets/support/message_bar.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTableView>

using namespace stowage;
using namespace stowage::test;

class VariantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    /// As failOnWarnings(); forms are raised, too, which the offscreen platform cannot.
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }
    void oneVariantHasNoTabs();
    void eachHasItsOwnUndo();
    void editsOnTheirWayStayWithTheirPlan();
    void savedOnesAreMadeWhenShown();
    void renamedInTheTab();
    void deletedAndBroughtBack();
    void draggedIntoOrder();
    void planThatCannotBeMade();
    void comparedSideBySide();

private:
    QTemporaryDir m_folder;
    QString m_sample;
};

void VariantsTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

namespace {

QStringList tabTexts(const QTabBar& tabs) {
    QStringList texts;
    for (int tab = 0; tab < tabs.count(); ++tab) {
        texts.append(tabs.tabText(tab));
    }
    return texts;
}

void clickTab(QTabBar* tabs, int tab) {
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
}

}  // namespace

void VariantsTest::oneVariantHasNoTabs() {
    ProjectWindow f;
    auto* bar = f.child<QWidget>("variant_bar");
    QVERIFY(bar->isHidden());
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(bar->isHidden());
    QVERIFY(!f.session.isModified());
    f.press(Qt::Key_T);
    QTRY_VERIFY(bar->isVisible());
    auto* tabs = f.child<QTabBar>("variant_tabs");
    QCOMPARE(tabTexts(*tabs), QStringList({"Plan", "Plan 2"}));
    QCOMPARE(tabs->currentIndex(), 1);
    QVERIFY(f.session.isModified());
    // Another model has one plan again.
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(bar->isHidden());
}

void VariantsTest::eachHasItsOwnUndo() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    const std::string first = planText(f.document);
    f.press(Qt::Key_T);
    auto* tabs = f.child<QTabBar>("variant_tabs");
    QTRY_COMPARE(tabs->currentIndex(), 1);
    QCOMPARE(planText(f.document), first);
    auto* undo = f.child<QAction>("undo_action");
    QVERIFY(!undo->isEnabled());  // it begins here
    f.document.edit(SetBudgetEdit{DeviceId::gpu(0), "20MiB"});
    f.document.edit(SetWorkloadEdit{Workload{.batch = 2}});
    QVERIFY(waitUntilIdle(f.document));
    const std::string second = planText(f.document);
    QVERIFY(first != second);
    QCOMPARE(f.document.undoStack()->count(), 2);

    clickTab(tabs, 0);
    QTRY_COMPARE(planText(f.document), first);
    QVERIFY(undo->isEnabled());
    QVERIFY2(undo->text().contains("transformer.h.5"), qPrintable(undo->text()));
    QCOMPARE(f.child<QLineEdit>("limit_gpu0")->text(), QString());
    f.press(Qt::Key_Z);
    QTRY_VERIFY(planText(f.document) != first);
    QVERIFY(!f.document.undoStack()->canUndo());

    clickTab(tabs, 1);
    QTRY_COMPARE(planText(f.document), second);
    QCOMPARE(f.child<QLineEdit>("limit_gpu0")->text(), QString("20MiB"));
    QCOMPARE(f.document.undoStack()->index(), 2);
    f.press(Qt::Key_Z);
    f.press(Qt::Key_Z);
    QTRY_COMPARE(planText(f.document), first);
    clickTab(tabs, 0);
    f.press(Qt::Key_Y);
    QTRY_COMPARE(planText(f.document), first);
}

/// What was asked of one plan is done to it, however soon another is shown.
void VariantsTest::editsOnTheirWayStayWithTheirPlan() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    f.session.addVariant();
    QVERIFY(waitUntilIdle(f.document));
    const std::string second = planText(f.document);
    f.session.show(0);
    for (const char* module : {"transformer.h.5", "transformer.h.4", "transformer.h.3"}) {
        f.document.edit(MoveEdit{{module}, DeviceId::cpu()});
    }
    f.session.show(1);
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.session.current(), std::size_t{1});
    QCOMPARE(f.document.undoStack()->count(), 1);
    f.document.undoStack()->undo();
    QCOMPARE(planText(f.document), second);
    f.session.show(0);
    QCOMPARE(f.document.undoStack()->count(), 3);
}

void VariantsTest::savedOnesAreMadeWhenShown() {
    const QString file = m_folder.filePath("two.stowage");
    std::string plans[2];
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, m_sample));
        QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
        plans[0] = planText(f.document);
        f.session.addVariant();
        f.document.edit(SetStrategyEdit{Strategy::Sequential});
        f.document.edit(SetBudgetEdit{DeviceId::gpu(1), "9MiB"});
        QVERIFY(waitUntilIdle(f.document));
        plans[1] = planText(f.document);
        QVERIFY(f.save(file));
    }
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    QCOMPARE(g.session.current(), std::size_t{1});
    QCOMPARE(planText(g.document), plans[1]);
    QVERIFY(g.session.variants()[0].history->view() == nullptr);
    clickTab(g.child<QTabBar>("variant_tabs"), 0);
    QTRY_COMPARE(g.session.current(), std::size_t{0});
    QCOMPARE(planText(g.document), plans[0]);
    QVERIFY(!g.session.isModified());
    // It is made once and kept.
    const auto made = g.document.plan();
    g.session.show(1);
    g.session.show(0);
    QCOMPARE(g.document.plan(), made);
    QVERIFY(!g.session.isModified());
}

void VariantsTest::renamedInTheTab() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    f.session.addVariant();
    auto* tabs = f.child<QTabBar>("variant_tabs");
    auto* name = f.child<QLineEdit>("variant_name");
    QTest::mouseDClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
    QTRY_VERIFY(name->isVisible());
    QTest::keyClicks(name, "Two A10 & RAM");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(name->isHidden());
    QCOMPARE(f.session.variants()[1].name, QString("Two A10 & RAM"));
    QCOMPARE(tabs->tabText(1), QString("Two A10 && RAM"));
    // A name that another has is refused, Escape takes it back.
    QTest::keyClick(tabs, Qt::Key_F2);
    QTRY_VERIFY(name->isVisible());
    QTest::keyClicks(name, "Plan");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(f.session.variants()[1].name, QString("Two A10 & RAM"));
    QVERIFY(f.window.project()->bar()->text().contains("name"));
    QTest::keyClick(tabs, Qt::Key_F2);
    QTest::keyClicks(name, "else");
    QTest::keyClick(name, Qt::Key_Escape);
    QCOMPARE(f.session.variants()[1].name, QString("Two A10 & RAM"));
}

void VariantsTest::deletedAndBroughtBack() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    const std::string first = planText(f.document);
    f.session.addVariant();
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    const std::string second = planText(f.document);
    auto* tabs = f.child<QTabBar>("variant_tabs");
    tabs->setFocus();
    QTest::keyClick(tabs, Qt::Key_Delete);
    QTRY_COMPARE(f.session.variants().size(), std::size_t{1});
    QCOMPARE(planText(f.document), first);
    QVERIFY(f.child<QWidget>("variant_bar")->isHidden());
    f.session.remove(0);  // the last one stays
    QCOMPARE(f.session.variants().size(), std::size_t{1});
    MessageBar* bar = f.window.project()->bar();
    QVERIFY(bar->text().contains("Plan 2"));
    QTest::mouseClick(bar->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QTRY_COMPARE(f.session.variants().size(), std::size_t{2});
    QCOMPARE(planText(f.document), second);
    QCOMPARE(f.document.undoStack()->count(), 1);
    // One that is not shown goes, too.
    f.session.remove(0);
    QCOMPARE(f.session.variants().size(), std::size_t{1});
    QCOMPARE(planText(f.document), second);
}

void VariantsTest::draggedIntoOrder() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    f.session.addVariant();
    f.session.addVariant();
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    const std::string shown = planText(f.document);
    auto* tabs = f.child<QTabBar>("variant_tabs");
    QTRY_VERIFY(tabs->isVisible());
    QCOMPARE(tabs->currentIndex(), 2);
    const QPoint from = tabs->tabRect(2).center();
    const QPoint to = tabs->tabRect(0).center() - QPoint(10, 0);
    QTest::mousePress(tabs, Qt::LeftButton, {}, from);
    for (int step = 1; step <= 10; ++step) {
        QTest::mouseMove(tabs, from + (to - from) * step / 10);
    }
    QTest::mouseRelease(tabs, Qt::LeftButton, {}, to);
    QTRY_COMPARE(f.session.variants()[0].name, QString("Plan 3"));
    QCOMPARE(tabTexts(*tabs), QStringList({"Plan 3", "Plan", "Plan 2"}));
    QCOMPARE(f.session.current(), std::size_t{0});
    QCOMPARE(planText(f.document), shown);
}

/// A plan of a file that cannot be made is told, and the one that is shown stays.
void VariantsTest::planThatCannotBeMade() {
    const QString file = m_folder.filePath("unmakable.stowage");
    ProjectWindow f({}, "48MiB:context=1B,48MiB:context=1B");
    QVERIFY(openAndWait(f.document, m_sample));
    f.session.addVariant();
    QVERIFY(f.save(file));
    auto project = readProject(file.toStdString());
    project->variants[0].request.constraints.pins.emplace_back("no.such.module", DeviceId::cpu());
    QVERIFY(writeProject(file.toStdString(), *project).has_value());
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    const auto shown = g.document.plan();
    QSignalSpy refused(&g.document, &Document::historyRefused);
    auto* tabs = g.child<QTabBar>("variant_tabs");
    clickTab(tabs, 0);
    QTRY_COMPARE(refused.count(), 1);
    QCOMPARE(tabs->currentIndex(), 1);
    QCOMPARE(g.document.plan(), shown);
    QVERIFY(!g.window.project()->bar()->text().isEmpty());
    g.child<QAction>("compare_variants_action")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!g.window.project()->comparison()->isBusy(), 60000);
    const auto* model = g.window.project()->comparison()->view()->table()->model();
    QCOMPARE(model->index(0, 1).data().toString(), QString("Not known"));
    QCOMPARE(model->index(1, 1).data().toString(), QString("Fits"));
}

void VariantsTest::comparedSideBySide() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    Workload own = usualWorkload(f.document.facts()->model.get());
    own.engine = kOwnEngine;
    f.document.edit(SetWorkloadEdit{own});
    QVERIFY(waitUntilIdle(f.document));
    f.session.addVariant();
    f.document.edit(SetBudgetEdit{DeviceId::gpu(0), "2MiB"});
    f.document.edit(SetBudgetEdit{DeviceId::gpu(1), "2MiB"});
    QVERIFY(waitUntilIdle(f.document));
    const auto first = f.session.variants()[0].history->view()->plan;
    f.child<QAction>("compare_variants_action")->trigger();
    CompareVariantsDialog* dialog = f.window.project()->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 60000);
    QTableView* table = dialog->view()->table();
    QAbstractItemModel* model = table->model();
    const QAbstractItemModelTester tester(model);
    QCOMPARE(model->rowCount(), 2);
    const auto estimate = estimateCapacity({first, f.document.checkpoint(), own});
    QVERIFY(estimate.has_value());
    const auto cell = [model](int row, int column) {
        return model->index(row, column).data().toString();
    };
    QCOMPARE(cell(0, 0), QString("Plan"));
    QCOMPARE(cell(0, 1), QString("Fits"));
    QCOMPARE(cell(1, 1), QString(goldenText("window-project/fits-with-offload")));
    // This machine would compute, and was not measured.
    QCOMPARE(cell(0, 2), QString("–"));
    QVERIFY(model->index(0, 2).data(Qt::ToolTipRole).toString().contains("devices --measure"));
    QCOMPARE(cell(0, 3), sizeText((*estimate)->on(DeviceId::gpu(0))->needed()));
    QCOMPARE(model->headerData(3, Qt::Horizontal).toString(), QString("VRAM GPU 0"));
    QCOMPARE(model->headerData(5, Qt::Horizontal).toString(), QString("RAM"));
    QCOMPARE(cell(0, 6), QString("–"));
    QVERIFY(model->index(0, 6).data(Qt::ToolTipRole).toString().contains("devices --measure"));
    // Sorted by VRAM, the smaller plan comes first; a double click shows it.
    table->sortByColumn(3, Qt::AscendingOrder);
    QCOMPARE(cell(0, 0), QString("Plan 2"));
    dialog->findChild<QPushButton*>("compare_variants_copy")->click();
    const QString copied = QApplication::clipboard()->text();
    QCOMPARE(copied.count('\n'), 3);
    QVERIFY(copied.startsWith(goldenText("window-capacity/variant-fits-tokens-a-second-vram")));
    const QPoint last = table->visualRect(model->index(1, 0)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, last);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, last);
    QTRY_COMPARE(f.session.current(), std::size_t{0});
    QCOMPARE(f.document.plan(), first);
    // It follows the plans while it is open.
    table->sortByColumn(0, Qt::AscendingOrder);
    const QString before = cell(0, 5);
    QVERIFY(f.move("transformer", DeviceId::cpu()));
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy() && cell(0, 5) != before, 60000);
}

QTEST_MAIN(VariantsTest)
#include "tst_variants.moc"
