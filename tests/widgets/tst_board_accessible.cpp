// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/board_fixture.h"
#include "tests/widgets/board_probe.h"
#include "tests/widgets/screen_reader.h"
#include "widgets/document/plan_view.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QTest>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

using namespace stowage;

/// What a screen reader finds in the board, through the interfaces that the platform's bridge asks.
class TestBoardAccessible : public test::BoardProbe {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { makeTheme(); }
    void init() {
        // The offscreen platform says of each menu that it can neither raise it nor grab keys.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
        m_reader = std::make_unique<test::ScreenReader>();
        openBoard();
        test::ScreenReader::forget();
    }
    void cleanup() {
        closeBoard();
        m_reader.reset();
    }

    void lanesAndBlocksAreFoundByName();
    void lanesSayWhatTheirHeadsShow();
    void blocksSayWhatTheyAre();
    void widgetsOfTheBoardStayChildren();
    void rectsAreWhereClicksSelect();
    void childAtFindsThem();
    void scrolledOutIsOffscreen();
    void statesFollowSelectionAndKeys();
    void actionsDoWhatKeysDo();
    void actionsOfASelectedBlockTakeTheSelection();
    void partsAreShownByAction();
    void lanesSelectAndOpenTheirMenu();
    void menuOpensByAction();
    void runsAreOneItem();
    void keyboardTellsFocusAndSelection();
    void focusReachesTheBlock();
    void aNewPlanIsTold();
    void blocksKeepTheirObjects();
    void anotherModelHasOtherObjects();
    void loadedShareIsItsValue();
    void whoComesLaterFindsWhatIsThere();
    void whoAsksInTheMiddleGetsAnAnswer();

private:
    [[nodiscard]] QAccessibleInterface* board() const {
        return QAccessible::queryAccessibleInterface(m_board.get());
    }
    [[nodiscard]] QAccessibleInterface* laneNamed(const char* start) const {
        return test::childNamed(board(), QString::fromLatin1(start));
    }
    [[nodiscard]] QAccessibleInterface* blockNamed(const char* path) const {
        for (int i = 0; i < board()->childCount(); ++i) {
            QAccessibleInterface* const lane = board()->child(i);
            QAccessibleInterface* const found =
                lane->role() == QAccessible::List ? test::childNamed(lane, QString::fromUtf8(path))
                                                  : nullptr;
            if (found != nullptr) {
                return found;
            }
        }
        return nullptr;
    }

    [[nodiscard]] static int countTold(QAccessible::Event what, const QString& name) {
        return test::ScreenReader::count(what, name);
    }

    std::unique_ptr<test::ScreenReader> m_reader;
};

void TestBoardAccessible::lanesAndBlocksAreFoundByName() {
    QCOMPARE(board()->text(QAccessible::Name), QStringLiteral("Board"));
    QCOMPARE(board()->role(), QAccessible::Grouping);
    QStringList lanes;
    QStringList blocks;
    for (int i = 0; i < board()->childCount(); ++i) {
        QAccessibleInterface* const lane = board()->child(i);
        if (lane->role() != QAccessible::List) {
            continue;
        }
        QVERIFY(lane->isValid());
        QCOMPARE(lane->parent(), board());
        QCOMPARE(board()->indexOfChild(lane), i);
        lanes += lane->text(QAccessible::Name);
        for (int k = 0; k < lane->childCount(); ++k) {
            QAccessibleInterface* const block = lane->child(k);
            QCOMPARE(block->role(), QAccessible::ListItem);
            QCOMPARE(block->parent(), lane);
            QCOMPARE(lane->indexOfChild(block), k);
            blocks += block->text(QAccessible::Name);
        }
        QVERIFY(lane->child(lane->childCount()) == nullptr);
        QVERIFY(lane->child(-1) == nullptr);
    }
    QCOMPARE(lanes, (QStringList{QStringLiteral("GPU 0, Simulated, 2 GiB"),
                                 QStringLiteral("GPU 1, Simulated, 2 GiB"),
                                 QStringLiteral("CPU, 24 GiB RAM"),
                                 QStringLiteral("Disk, Offload folder")}));
    QStringList painted;
    const QJsonObject geometry = m_board->geometry();
    for (const QJsonValue& value : geometry[u"blocks"].toArray()) {
        painted += value.toObject()[u"module"].toString();
    }
    QCOMPARE(blocks, painted);
    QVERIFY(blocks.contains(QStringLiteral("transformer.h.11")));
}

void TestBoardAccessible::lanesSayWhatTheirHeadsShow() {
    for (const char* device : {"gpu:0", "gpu:1", "cpu", "disk"}) {
        const QString head = lane(QString::fromLatin1(device))[u"head"].toString();
        const char* const name = QByteArray(device) == "gpu:0"   ? "GPU 0"
                                 : QByteArray(device) == "gpu:1" ? "GPU 1"
                                 : QByteArray(device) == "cpu"   ? "CPU"
                                                                 : "Disk";
        QCOMPARE(laneNamed(name)->text(QAccessible::Value), head);
        QVERIFY(laneNamed(name)->text(QAccessible::Description).startsWith(head));
    }
    const QString words = laneNamed("GPU 0")->text(QAccessible::Description);
    QVERIFY2(words.contains(QStringLiteral("other programs 300.0 MiB")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("Limit ")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("free ")), qPrintable(words));
    // A lane that is over its limit says so.
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "100MiB"});
    QTRY_VERIFY(m_document->isIdle());
    m_document->edit(MoveEdit{{"transformer.wte"}, DeviceId::gpu(0)});
    QTRY_VERIFY(lane(QStringLiteral("gpu:0"))[u"over"].toDouble() > 0);
    QVERIFY2(laneNamed("GPU 0")->text(QAccessible::Value).contains(QStringLiteral(" over")),
             qPrintable(laneNamed("GPU 0")->text(QAccessible::Value)));
}

void TestBoardAccessible::blocksSayWhatTheyAre() {
    QAccessibleInterface* const block = blockNamed("transformer.h.11");
    const QString before = block->text(QAccessible::Description);
    QVERIFY2(before.contains(QStringLiteral("GPU 1: 27.0 MiB (")), qPrintable(before));
    QVERIFY2(before.contains(QStringLiteral("GPT2Block")), qPrintable(before));
    QVERIFY(!before.contains(QStringLiteral("Pinned")));
    m_document->edit(PinEdit{{"transformer.h.11"}, DeviceId::gpu(1)});
    QTRY_VERIFY(block->text(QAccessible::Description).contains(QStringLiteral("Pinned")));
}

void TestBoardAccessible::widgetsOfTheBoardStayChildren() {
    bool hasHead = false;
    for (int i = 0; i < board()->childCount(); ++i) {
        QAccessibleInterface* const child = board()->child(i);
        QVERIFY(child->object() != m_board->viewport());
        for (int k = 0; k < child->childCount(); ++k) {
            hasHead |= child->child(k)->text(QAccessible::Name) == QStringLiteral("Limit of GPU 0");
        }
    }
    QVERIFY(hasHead);
}

void TestBoardAccessible::rectsAreWhereClicksSelect() {
    for (const char* path : {"transformer.h.1", "transformer.h.9", "transformer.wte"}) {
        const QRect rect = blockNamed(path)->rect();
        for (const QPoint& at :
             {rect.topLeft() + QPoint(1, 1), rect.center(), rect.bottomRight() - QPoint(1, 1)}) {
            m_document->select({});
            QTest::mouseClick(m_board->viewport(), Qt::LeftButton, {},
                              m_board->viewport()->mapFromGlobal(at));
            QCOMPARE(m_document->selection(), std::vector<ModuleId>{module(path)});
        }
    }
    const QRect lane = laneNamed("GPU 1")->rect();
    QVERIFY(lane.contains(blockNamed("transformer.h.9")->rect().center()));
    QVERIFY(!lane.contains(blockNamed("transformer.h.1")->rect().center()));
}

void TestBoardAccessible::childAtFindsThem() {
    const QPoint at = blockNamed("transformer.h.9")->rect().center();
    QAccessibleInterface* const lane = board()->childAt(at.x(), at.y());
    QCOMPARE(lane, laneNamed("GPU 1"));
    QCOMPARE(lane->childAt(at.x(), at.y()), blockNamed("transformer.h.9"));
    QVERIFY(laneNamed("GPU 0")->childAt(at.x(), at.y()) == nullptr);
    const QPoint field = this->field("limit_gpu0")->mapToGlobal(QPoint(4, 4));
    QAccessibleInterface* const head = board()->childAt(field.x(), field.y());
    QCOMPARE(head->childAt(field.x(), field.y())->text(QAccessible::Name),
             QStringLiteral("Limit of GPU 0"));
}

void TestBoardAccessible::scrolledOutIsOffscreen() {
    QVERIFY(!blockNamed("transformer.ln_f")->state().offscreen);
    m_board->resize(820, 320);
    QVERIFY(blockNamed("transformer.ln_f")->state().offscreen);
    test::actionsOf(blockNamed("transformer.ln_f"))
        ->doAction(QAccessibleActionInterface::setFocusAction());
    QVERIFY(!blockNamed("transformer.ln_f")->state().offscreen);
}

void TestBoardAccessible::statesFollowSelectionAndKeys() {
    QVERIFY(board()->state().multiSelectable);
    QVERIFY(blockNamed("transformer.h.1")->state().selectable);
    QVERIFY(!blockNamed("transformer.h.1")->state().selected);
    click(QStringLiteral("transformer.h.1"));
    QVERIFY(blockNamed("transformer.h.1")->state().selected);
    QVERIFY(blockNamed("transformer.h.1")->state().focused);
    QCOMPARE(board()->focusChild(), blockNamed("transformer.h.1"));
    QTest::keyClick(m_board.get(), Qt::Key_Down);
    QVERIFY(!blockNamed("transformer.h.1")->state().selected);
    QCOMPARE(board()->focusChild(), blockNamed("transformer.h.2"));
    QVERIFY(blockNamed("transformer.h.2")->state().collapsed);
    m_board->clearFocus();
    QVERIFY(!blockNamed("transformer.h.2")->state().focused);
    QVERIFY(blockNamed("transformer.h.2")->state().active);
}

void TestBoardAccessible::actionsDoWhatKeysDo() {
    const QStringList names = test::actionsOf(blockNamed("transformer.h.11"))->actionNames();
    QVERIFY(names.contains(QAccessibleActionInterface::setFocusAction()));
    const auto perform = [this](const char* action) {
        test::actionsOf(blockNamed("transformer.h.11"))->doAction(QString::fromLatin1(action));
    };
    perform("place on cpu");
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::cpu());
    QCOMPARE(m_document->selection(), std::vector<ModuleId>{module("transformer.h.11")});
    QCOMPARE(blockNamed("transformer.h.11")->parent(), laneNamed("CPU"));
    perform("place on gpu:0");
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::gpu(0));
    perform("place on gpu:7");  // no such GPU
    perform("pin");
    QTRY_VERIFY(m_document->plan()->isPinned(module("transformer.h.11")));
    perform("unpin");
    QTRY_VERIFY(!m_document->plan()->isPinned(module("transformer.h.11")));
    QCOMPARE(m_document->undoStack()->count(), 4);
    QAccessibleActionInterface* const actions = test::actionsOf(blockNamed("transformer.h.11"));
    QCOMPARE(actions->localizedActionName(QStringLiteral("place on disk")),
             QStringLiteral("Move to Disk"));
    QCOMPARE(actions->keyBindingsForAction(QStringLiteral("place on disk")),
             QStringList{QStringLiteral("D")});
    QVERIFY(!actions->localizedActionName(QAccessibleActionInterface::setFocusAction()).isEmpty());
}

void TestBoardAccessible::actionsOfASelectedBlockTakeTheSelection() {
    click(QStringLiteral("transformer.h.4"));
    test::actionsOf(blockNamed("transformer.h.5"))->doAction(QStringLiteral("toggle selection"));
    QCOMPARE(m_document->selection().size(), std::size_t{2});
    test::actionsOf(blockNamed("transformer.h.4"))->doAction(QStringLiteral("place on disk"));
    QTRY_COMPARE(deviceOf("transformer.h.5"), DeviceId::disk());
    QCOMPARE(deviceOf("transformer.h.4"), DeviceId::disk());
    QCOMPARE(m_document->undoStack()->count(), 1);
}

void TestBoardAccessible::partsAreShownByAction() {
    QAccessibleInterface* const block = blockNamed("transformer.h.11");
    test::actionsOf(block)->doAction(QStringLiteral("show parts"));
    QCOMPARE(blockNamed("transformer.h.11"), block);
    QVERIFY(block->state().expanded);
    QVERIFY(blockNamed("transformer.h.11.mlp") != nullptr);
    QVERIFY(test::actionsOf(block)->actionNames().contains(QStringLiteral("hide parts")));
    test::actionsOf(block)->doAction(QStringLiteral("hide parts"));
    QVERIFY(blockNamed("transformer.h.11.mlp") == nullptr);
}

void TestBoardAccessible::lanesSelectAndOpenTheirMenu() {
    test::actionsOf(laneNamed("GPU 0"))->doAction(QStringLiteral("select all"));
    QCOMPARE(static_cast<int>(m_document->selection().size()), laneNamed("GPU 0")->childCount());
    QCOMPARE(deviceOf("transformer.wte"), DeviceId::gpu(0));
    QVERIFY(m_document->isSelected(module("transformer.wte")));
}

void TestBoardAccessible::menuOpensByAction() {
    test::actionsOf(blockNamed("transformer.h.5"))
        ->doAction(QAccessibleActionInterface::showMenuAction());
    QCOMPARE(m_document->currentModule(), module("transformer.h.5"));
    auto* menu = m_board->findChild<QMenu*>(QStringLiteral("board_menu"));
    QVERIFY(menu != nullptr);
    menu->close();
}

void TestBoardAccessible::runsAreOneItem() {
    m_document->showView(makePlanView(test::makePlan({.blocks = 96, .width = 768}, "8GiB,8GiB")));
    m_board->resize(820, 320);
    QAccessibleInterface* run = nullptr;
    for (const QJsonValue& value : m_board->geometry()[u"blocks"].toArray()) {
        const QJsonObject entry = value.toObject();
        if (entry[u"kind"].toString() == QStringLiteral("run")) {
            run = blockNamed(entry[u"label"].toString().toUtf8().constData());
        }
    }
    QVERIFY(run != nullptr);
    QVERIFY(run->state().collapsed);
    const int before = run->parent()->childCount();
    QAccessibleInterface* const lane = run->parent();
    test::actionsOf(run)->doAction(QStringLiteral("show parts"));
    QVERIFY(lane->childCount() > before + 10);
}

void TestBoardAccessible::keyboardTellsFocusAndSelection() {
    click(QStringLiteral("transformer.h.0"));
    test::ScreenReader::forget();
    QTest::keyClick(m_board.get(), Qt::Key_Down);
    QCOMPARE(countTold(QAccessible::Focus, QStringLiteral("transformer.h.1")), 1);
    QCOMPARE(countTold(QAccessible::Selection, QStringLiteral("transformer.h.1")), 1);
    QCOMPARE(countTold(QAccessible::SelectionRemove, QStringLiteral("transformer.h.0")), 1);
    test::ScreenReader::forget();
    QTest::keyClick(m_board.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(countTold(QAccessible::SelectionAdd, QStringLiteral("transformer.h.2")), 1);
    QCOMPARE(countTold(QAccessible::SelectionRemove, QString()), 0);
}

void TestBoardAccessible::focusReachesTheBlock() {
    click(QStringLiteral("transformer.h.3"));
    m_board->clearFocus();
    QCoreApplication::processEvents();
    test::ScreenReader::forget();
    m_board->setFocus();
    QTRY_COMPARE(countTold(QAccessible::Focus, QStringLiteral("transformer.h.3")), 1);
    QCOMPARE(test::ScreenReader::told().back().name,
             QStringLiteral("transformer.h.3"));  // after the board itself
}

void TestBoardAccessible::aNewPlanIsTold() {
    // Only what somebody asked for is told of.
    QVERIFY(laneNamed("GPU 1") != nullptr);
    QVERIFY(laneNamed("CPU") != nullptr);
    m_document->edit(MoveEdit{{"transformer.h.11"}, DeviceId::cpu()});
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::cpu());
    QCOMPARE(countTold(QAccessible::ObjectReorder, QStringLiteral("Board")), 1);
    for (const char* lane : {"GPU 1", "CPU"}) {
        QCOMPARE(countTold(QAccessible::DescriptionChanged, QString::fromLatin1(lane)), 1);
        QCOMPARE(countTold(QAccessible::ValueChanged, QString::fromLatin1(lane)), 1);
    }
    QCOMPARE(countTold(QAccessible::DescriptionChanged, QStringLiteral("Disk")), 0);
}

void TestBoardAccessible::blocksKeepTheirObjects() {
    QAccessibleInterface* const stays = blockNamed("transformer.h.9");
    m_document->edit(MoveEdit{{"transformer.h.8"}, DeviceId::cpu()});
    QTRY_COMPARE(deviceOf("transformer.h.8"), DeviceId::cpu());
    QCOMPARE(blockNamed("transformer.h.9"), stays);
    QVERIFY(stays->isValid());
    QCOMPARE(stays->text(QAccessible::Name), QStringLiteral("transformer.h.9"));
}

void TestBoardAccessible::anotherModelHasOtherObjects() {
    const QAccessible::Id before = QAccessible::uniqueId(blockNamed("transformer.h.9"));
    m_document->showView(makePlanView(test::makePlan({.blocks = 4}, "2GiB,2GiB")));
    QVERIFY(blockNamed("transformer.h.9") == nullptr);
    QVERIFY(QAccessible::accessibleInterface(before) == nullptr);
    QVERIFY(blockNamed("transformer.h.3") != nullptr);
}

void TestBoardAccessible::loadedShareIsItsValue() {
    QCOMPARE(blockNamed("transformer.h.2")->text(QAccessible::Value), QString());
    m_board->setLoadProgress(
        [this](ModuleId id) { return id == module("transformer.h.2") ? 0.25 : 1.0; });
    QCOMPARE(blockNamed("transformer.h.2")->text(QAccessible::Value),
             QStringLiteral("25 % loaded"));
    m_board->setLoadProgress({});
    QCOMPARE(blockNamed("transformer.h.2")->text(QAccessible::Value), QString());
}

void TestBoardAccessible::whoComesLaterFindsWhatIsThere() {
    m_reader.reset();
    click(QStringLiteral("transformer.h.5"));
    m_document->edit(MoveEdit{{"transformer.h.5"}, DeviceId::cpu()});
    QTRY_COMPARE(deviceOf("transformer.h.5"), DeviceId::cpu());
    m_reader = std::make_unique<test::ScreenReader>();
    QCOMPARE(blockNamed("transformer.h.5")->parent(), laneNamed("CPU"));
    QVERIFY(blockNamed("transformer.h.5")->state().selected);
}

namespace {

/// Asks everything of an object and of what is below it; gives back how many there are.
int askAll(QAccessibleInterface* who) {
    int count = 1;
    static_cast<void>(who->state());
    static_cast<void>(who->rect());
    static_cast<void>(who->focusChild());
    for (const QAccessible::Text text :
         {QAccessible::Name, QAccessible::Description, QAccessible::Value}) {
        static_cast<void>(who->text(text));
    }
    if (QAccessibleActionInterface* const actions = test::actionsOf(who)) {
        static_cast<void>(actions->actionNames());
    }
    for (int i = 0; i < who->childCount(); ++i) {
        if (QAccessibleInterface* const child = who->child(i)) {
            static_cast<void>(who->indexOfChild(child));
            count += askAll(child);
        }
    }
    return count;
}

}  // namespace

/// A bridge asks back while it is told: between a new plan and its layout, and when the board goes.
void TestBoardAccessible::whoAsksInTheMiddleGetsAnAnswer() {
    const QAccessible::Id id = QAccessible::uniqueId(board());
    int questions = 0;
    int most = 0;
    bool asks = false;
    test::ScreenReader::setAsking([&] {
        QAccessibleInterface* const asked = QAccessible::accessibleInterface(id);
        if (asked != nullptr && !std::exchange(asks, true)) {
            ++questions;
            most = std::max(most, askAll(asked));
            asks = false;
        }
    });
    click(QStringLiteral("transformer.h.1"));
    QTest::keyClick(m_board.get(), Qt::Key_Space);
    m_board->resize(500, 300);
    m_document->edit(MoveEdit{{"transformer.h.11"}, DeviceId::cpu()});
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::cpu());
    m_document->edit(SetDevicesEdit{test::makeDevices("1GiB,1GiB,1GiB")});
    QTRY_COMPARE(m_document->plan()->placements.size(), std::size_t{5});
    m_document->showView(makePlanView(test::makePlan({.blocks = 4}, "2GiB")));
    QTest::keyClick(m_board.get(), Qt::Key_Down);
    QVERIFY(questions > 10);
    QVERIFY(most > 20);
    const int before = questions;
    m_document->showView(makePlanView(test::makePlan({.blocks = 30}, "2GiB")));
    QVERIFY(questions > before);
    closeBoard();
    QVERIFY(QAccessible::accessibleInterface(id) == nullptr);
}

QTEST_MAIN(TestBoardAccessible)
#include "tst_board_accessible.moc"
