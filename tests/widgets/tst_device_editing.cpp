// SPDX-License-Identifier: GPL-3.0-or-later
// Devices edited in place, in Budgets and on the lanes, by mouse and keys.
#include "engine/base/byte_size.h"
#include "engine/load/program/load_schedule.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/board_probe.h"
#include "widgets/document/device_edits.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/plan_panels.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

class DeviceEditingTest : public BoardProbe {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aCapacityIsTypedInBudgets();
    void whatIsWrongMarksTheCell_data();
    void whatIsWrongMarksTheCell();
    void aCellGoesWithItsDevice();
    void escapeTakesItBack();
    void aLaneIsEditedByDoubleClick();
    void aCardIsChosenFromTheMenu();
    void gpusAreAddedDuplicatedAndRemoved();
    void limitsGoWithTheirCard();
    void ramOfAnotherMachine();
    void planningAgainSaysWhatItDrops();

private:
    [[nodiscard]] QLineEdit* openCell(const char* label, const char* cell);
    [[nodiscard]] QAction* fromMenu(const char* label, const char* action);
    [[nodiscard]] const DeviceInfo& device(DeviceId id) const {
        return m_document->plan()->placement(id)->device;
    }
    [[nodiscard]] int gpuCount() const { return int(m_document->plan()->placements.size()) - 2; }
    void waitUntilIdle() { QTRY_VERIFY(m_document->isIdle()); }

    std::unique_ptr<BudgetTable> m_panel;
};

void DeviceEditingTest::initTestCase() {
    makeTheme();
}

void DeviceEditingTest::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    openBoard();
    m_panel = std::make_unique<BudgetTable>(m_document.get(), m_theme.get());
    m_panel->resize(420, 240);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void DeviceEditingTest::cleanup() {
    m_panel.reset();
    closeBoard();
}

QLineEdit* DeviceEditingTest::openCell(const char* label, const char* cell) {
    QTest::mouseDClick(m_panel->findChild<QWidget*>(QLatin1String(label)), Qt::LeftButton);
    auto* edit = m_panel->findChild<QLineEdit*>(QLatin1String(cell));
    return edit != nullptr && edit->isVisible() ? edit : nullptr;
}

QAction* DeviceEditingTest::fromMenu(const char* label, const char* action) {
    delete m_panel->findChild<QMenu*>(QStringLiteral("device_menu"));
    auto* cell = m_panel->findChild<QWidget*>(QLatin1String(label));
    QContextMenuEvent event(QContextMenuEvent::Mouse, cell->rect().center(),
                            cell->mapToGlobal(cell->rect().center()));
    QApplication::sendEvent(cell, &event);
    auto* menu = m_panel->findChild<QMenu*>(QStringLiteral("device_menu"));
    return menu == nullptr ? nullptr : menu->findChild<QAction*>(QLatin1String(action));
}

void DeviceEditingTest::aCapacityIsTypedInBudgets() {
    QLineEdit* cell = openCell("plan_capacity_gpu0", "edit_capacity_gpu0");
    QVERIFY(cell != nullptr);
    QTest::keyClicks(cell, QStringLiteral("5GiB"));
    QTest::keyClick(cell, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(*device(DeviceId::gpu(0)).capacity, 5 * kGiB);
    QVERIFY(!cell->isVisible());
    cell = openCell("plan_others_gpu0", "edit_others_gpu0");
    QVERIFY(cell != nullptr);
    QTest::keyClicks(cell, QStringLiteral("1GiB"));
    QTest::keyClick(cell, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(device(DeviceId::gpu(0)).usedByOthers, kGiB);
    cell = openCell("plan_link_gpu0", "edit_link_gpu0");
    QVERIFY(cell != nullptr);
    QTest::keyClicks(cell, QStringLiteral("12GB/s"));
    QTest::keyClick(cell, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(*device(DeviceId::gpu(0)).linkBytesPerSecond, 12e9);
    m_document->undoStack()->undo();
    QVERIFY(!device(DeviceId::gpu(0)).linkBytesPerSecond);
}

void DeviceEditingTest::whatIsWrongMarksTheCell_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::addColumn<bool>("isError");
    QTest::newRow("bare number") << "24"
                                 << "24GiB" << true;
    QTest::newRow("comma") << "2,5GiB"
                           << "comma" << true;
    QTest::newRow("nothing known") << "lots"
                                   << "\"lots\" is not a card" << true;
    QTest::newRow("bits") << "24gb"
                          << "means bits" << false;
}

void DeviceEditingTest::whatIsWrongMarksTheCell() {
    QFETCH(QString, text);
    QFETCH(QString, part);
    QFETCH(bool, isError);
    const std::uint64_t before = *device(DeviceId::gpu(0)).capacity;
    QLineEdit* cell = openCell("plan_capacity_gpu0", "edit_capacity_gpu0");
    QVERIFY(cell != nullptr);
    QTest::keyClicks(cell, text);
    QCOMPARE(cell->property("invalid").toBool(), isError);
    QCOMPARE(cell->property("warned").toBool(), !isError);
    auto* message = m_panel->findChild<QLabel*>(QStringLiteral("budget_message"));
    QVERIFY(message->isVisible());
    QVERIFY2(message->text().contains(part), qPrintable(message->text()));
    QVERIFY(!message->text().contains(QLatin1String("--gpus")));
    QTest::keyClick(cell, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(cell->isVisible(), isError);
    QCOMPARE(*device(DeviceId::gpu(0)).capacity == before, isError);
}

/// What would be committed is a whole device: that of another card, or of a past one.
void DeviceEditingTest::aCellGoesWithItsDevice() {
    QLineEdit* cell = openCell("plan_capacity_gpu0", "edit_capacity_gpu0");
    QVERIFY(cell != nullptr);
    QTest::keyClicks(cell, QStringLiteral("7GiB"));
    useGpus(*m_document, withoutGpu(m_document->devices(), DeviceId::gpu(1)));
    waitUntilIdle();
    QVERIFY(cell->isVisible());  // another one went
    DeviceInfo other = device(DeviceId::gpu(0));
    other.usedByOthers += kMiB;
    useEditedDevice(*m_document, other);
    waitUntilIdle();
    QVERIFY(!cell->isVisible());
    QCOMPARE(device(DeviceId::gpu(0)).usedByOthers, other.usedByOthers);
}

void DeviceEditingTest::escapeTakesItBack() {
    const std::uint64_t before = *device(DeviceId::gpu(0)).capacity;
    QLineEdit* cell = openCell("plan_capacity_gpu0", "edit_capacity_gpu0");
    QTest::keyClicks(cell, QStringLiteral("7GiB"));
    QTest::keyClick(cell, Qt::Key_Escape);
    QVERIFY(!cell->isVisible());
    QCOMPARE(*device(DeviceId::gpu(0)).capacity, before);
    QVERIFY(!m_panel->findChild<QLabel*>(QStringLiteral("budget_message"))->isVisible());
}

void DeviceEditingTest::aLaneIsEditedByDoubleClick() {
    auto* limit = field("limit_gpu1");
    QWidget* head = limit->parentWidget();
    QTest::mouseDClick(head, Qt::LeftButton, Qt::NoModifier,
                       QPoint(limit->geometry().left(), limit->geometry().top() - 14));
    auto* cell = m_board->findChild<QLineEdit*>(QStringLiteral("edit_capacity_gpu1"));
    QVERIFY(cell != nullptr && cell->isVisible());
    QTest::keyClicks(cell, QStringLiteral("6GiB"));
    QTest::keyClick(cell, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(*device(DeviceId::gpu(1)).capacity, 6 * kGiB);
}

void DeviceEditingTest::aCardIsChosenFromTheMenu() {
    QAction* card = fromMenu("plan_capacity_gpu0", "card_rtx-4090");
    QVERIFY(card != nullptr);
    card->trigger();
    waitUntilIdle();
    // The total that CUDA reports, not the 24 GiB of its data sheet.
    QCOMPARE(*device(DeviceId::gpu(0)).capacity, std::int64_t{25250758656});
    QCOMPARE(QString::fromStdString(device(DeviceId::gpu(0)).name),
             QStringLiteral("GeForce RTX 4090"));
}

void DeviceEditingTest::gpusAreAddedDuplicatedAndRemoved() {
    const int before = gpuCount();
    auto* add = m_panel->findChild<QToolButton*>(QStringLiteral("add_gpu_button"));
    QTest::mouseClick(add, Qt::LeftButton, Qt::NoModifier, QPoint(4, add->height() / 2));
    waitUntilIdle();
    QCOMPARE(gpuCount(), before + 1);
    fromMenu("plan_capacity_gpu0", "duplicate_gpu")->trigger();
    waitUntilIdle();
    QCOMPARE(gpuCount(), before + 2);
    QCOMPARE(*device(DeviceId::gpu(1)).capacity, *device(DeviceId::gpu(0)).capacity);
    fromMenu("plan_capacity_gpu1", "remove_gpu")->trigger();
    waitUntilIdle();
    QCOMPARE(gpuCount(), before + 1);
}

void DeviceEditingTest::limitsGoWithTheirCard() {
    m_document->edit(SetBudgetEdit{DeviceId::gpu(1), "100MiB"});
    waitUntilIdle();
    fromMenu("plan_capacity_gpu1", "move_gpu_left")->trigger();
    waitUntilIdle();
    QCOMPARE(m_document->plan()->placement(DeviceId::gpu(0))->budgetText, std::string("100MiB"));
    QVERIFY(m_document->plan()->placement(DeviceId::gpu(1))->budgetText.empty());
}

void DeviceEditingTest::ramOfAnotherMachine() {
    // What this machine has of it: a small one, so that the test is the same everywhere.
    QLineEdit* cell = openCell("plan_capacity_cpu", "edit_capacity_cpu");
    QVERIFY(cell != nullptr);
    QTest::keyClicks(cell, QStringLiteral("900000GiB"));
    QTest::keyClick(cell, Qt::Key_Return);
    waitUntilIdle();
    QCOMPARE(*m_document->plan()->placement(DeviceId::cpu())->budget, 900000.0 * double(kGiB));
    const auto& issues = m_document->plan()->issues;
    QVERIFY(std::ranges::any_of(
        issues, [](const PlanIssue& issue) { return issue.code == "machine_elsewhere"; }));
    const auto schedule =
        makeLoadSchedule(m_document->plan(), std::make_shared<const Checkpoint>(), {});
    QVERIFY(!schedule);  // no "Load anyway" gets past an error
    fromMenu("plan_capacity_cpu", "use_this_machine")->trigger();
    waitUntilIdle();
    QVERIFY(!device(DeviceId::cpu()).presentBytes);
}

void DeviceEditingTest::planningAgainSaysWhatItDrops() {
    QVERIFY(planAgainText(*m_document->plan()).contains(QLatin1String("discards nothing")));
    m_document->edit(MoveEdit{{"transformer.h.3"}, DeviceId::cpu()});
    m_document->edit(MoveEdit{{"transformer.h.4"}, DeviceId::cpu()});
    m_document->edit(PinEdit{{"transformer.h.5"}, DeviceId::gpu(1)});
    waitUntilIdle();
    QCOMPARE(planAgainText(*m_document->plan()),
             QString(goldenText("window-plan/plan-again-drops-2-moves-by-hand")));
    m_document->edit(ReplanEdit{});
    waitUntilIdle();
    QVERIFY(m_document->plan()->request.moves.empty());
    QCOMPARE(m_document->plan()->request.constraints.pins.size(), std::size_t{1});
}

QTEST_MAIN(DeviceEditingTest)
#include "tst_device_editing.moc"
