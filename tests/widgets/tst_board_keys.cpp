// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/board_probe.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>

using namespace stowage;

/// Selection, keys, menu, folding and scrolling of the board, by real events.
class TestBoardKeys : public test::BoardProbe {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { makeTheme(); }
    void init() {
        // The offscreen platform says of each menu that it can neither raise it nor grab keys.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
        openBoard();
    }
    void cleanup() { closeBoard(); }

    void clickAndRangeSelect();
    void controlClickToggles();
    void arrowsWalkAndExtend();
    void keysPlaceAndPin();
    void spaceAndDoubleClickUnfold();
    void menuPlaces();
    void scaleButtons();
    void selectionElsewhereScrollsHere();
    void narrowBoardScrollsSideways();
    void screenReadersGetCountsAndCurrent();
    void rightToLeftMirrors();
};

void TestBoardKeys::clickAndRangeSelect() {
    click(QStringLiteral("transformer.h.1"));
    QCOMPARE(m_document->selection(), std::vector<ModuleId>{module("transformer.h.1")});
    QVERIFY(block(QStringLiteral("transformer.h.1"))[u"selected"].toBool());
    // Across lanes, in execution order: h.2 on GPU 0, h.3 and h.4 on GPU 1.
    click(QStringLiteral("transformer.h.4"), Qt::ShiftModifier);
    QCOMPARE(m_document->selection().size(), std::size_t{4});
    QCOMPARE(m_document->currentModule(), module("transformer.h.4"));
    click(QStringLiteral("transformer.h.2"));
    QCOMPARE(m_document->selection(), std::vector<ModuleId>{module("transformer.h.2")});
    QTest::mouseClick(m_board->viewport(), Qt::LeftButton, {}, laneCenter(QStringLiteral("disk")));
    QVERIFY(m_document->selection().empty());
}

void TestBoardKeys::controlClickToggles() {
    click(QStringLiteral("transformer.h.1"));
    click(QStringLiteral("transformer.h.9"), Qt::ControlModifier);
    QCOMPARE(m_document->selection().size(), std::size_t{2});
    click(QStringLiteral("transformer.h.1"), Qt::ControlModifier);
    QCOMPARE(m_document->selection(), std::vector<ModuleId>{module("transformer.h.9")});
}

void TestBoardKeys::arrowsWalkAndExtend() {
    QTest::keyClick(m_board.get(), Qt::Key_Down);
    QCOMPARE(m_document->currentModule(), module("transformer.wte"));
    QTest::keyClick(m_board.get(), Qt::Key_Down);
    QTest::keyClick(m_board.get(), Qt::Key_Down);
    QCOMPARE(m_document->currentModule(), module("transformer.h.0"));
    QTest::keyClick(m_board.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_document->selection().size(), std::size_t{2});
    QTest::keyClick(m_board.get(), Qt::Key_Right);
    QCOMPARE(deviceOf("transformer.h.9"), DeviceId::gpu(1));
    QCOMPARE(m_document->plan()->deviceOf(m_document->currentModule()), DeviceId::gpu(1));
    QTest::keyClick(m_board.get(), Qt::Key_End);
    QCOMPARE(m_document->currentModule(), module("transformer.ln_f"));
    QTest::keyClick(m_board.get(), Qt::Key_Home, Qt::ShiftModifier);
    QVERIFY(m_document->selection().size() >= 9);
    QTest::keyClick(m_board.get(), Qt::Key_Left);
    QCOMPARE(m_document->plan()->deviceOf(m_document->currentModule()), DeviceId::gpu(0));
}

void TestBoardKeys::keysPlaceAndPin() {
    click(QStringLiteral("transformer.h.11"));
    QTest::keyClick(m_board.get(), Qt::Key_C);
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::cpu());
    QTest::keyClick(m_board.get(), Qt::Key_D);
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::disk());
    QTest::keyClick(m_board.get(), Qt::Key_0);
    QTRY_COMPARE(deviceOf("transformer.h.11"), DeviceId::gpu(0));
    QTest::keyClick(m_board.get(), Qt::Key_7);  // no such GPU: nothing is asked
    QTest::keyClick(m_board.get(), Qt::Key_P);
    QTRY_VERIFY(m_document->plan()->isPinned(module("transformer.h.11")));
    QTest::keyClick(m_board.get(), Qt::Key_U);
    QTRY_VERIFY(!m_document->plan()->isPinned(module("transformer.h.11")));
    QCOMPARE(m_document->undoStack()->count(), 5);
}

void TestBoardKeys::spaceAndDoubleClickUnfold() {
    click(QStringLiteral("transformer.h.1"));
    QTest::keyClick(m_board.get(), Qt::Key_Space);
    QCOMPARE(block(QStringLiteral("transformer.h.1"))[u"kind"].toString(),
             QStringLiteral("header"));
    const QPoint part = centerOf(QStringLiteral("transformer.h.1.mlp"));
    QTest::mouseDClick(m_board->viewport(), Qt::LeftButton, {}, part);
    QVERIFY(!block(QStringLiteral("transformer.h.1.mlp.c_fc")).isEmpty());
    QTest::keyClick(m_board.get(), Qt::Key_Space);
    QVERIFY(m_board->geometry()[u"blocks"].toArray().size() < 25);
}

void TestBoardKeys::menuPlaces() {
    click(QStringLiteral("transformer.h.5"));
    const QPoint at = centerOf(QStringLiteral("transformer.h.5"));
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_board->viewport()->mapToGlobal(at));
    qApp->notify(m_board->viewport(), &event);
    auto* menu = m_board->findChild<QMenu*>(QStringLiteral("board_menu"));
    QVERIFY(menu != nullptr);
    auto* place = menu->findChild<QMenu*>(QStringLiteral("move_to"));
    for (QAction* action : place->actions()) {
        if (action->objectName() == QLatin1String("move_to_disk")) {
            action->trigger();
        }
    }
    menu->close();
    QTRY_COMPARE(deviceOf("transformer.h.5"), DeviceId::disk());
}

void TestBoardKeys::scaleButtons() {
    const int linear = block(QStringLiteral("transformer.wte"))[u"rect"].toArray()[3].toInt();
    auto* button = m_board->findChild<QPushButton*>(QStringLiteral("scale_log"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_board->scale(), BoardScale::Logarithmic);
    QVERIFY(block(QStringLiteral("transformer.wte"))[u"rect"].toArray()[3].toInt() < linear);
    QTest::mouseClick(m_board->findChild<QPushButton*>(QStringLiteral("scale_linear")),
                      Qt::LeftButton);
    QCOMPARE(block(QStringLiteral("transformer.wte"))[u"rect"].toArray()[3].toInt(), linear);
}

void TestBoardKeys::selectionElsewhereScrollsHere() {
    m_board->resize(820, 320);
    QVERIFY(!block(QStringLiteral("transformer.ln_f"))[u"visible"].toBool());
    m_document->select({module("transformer.ln_f")});
    QVERIFY(block(QStringLiteral("transformer.ln_f"))[u"visible"].toBool());
    QVERIFY(block(QStringLiteral("transformer.ln_f"))[u"selected"].toBool());
}

void TestBoardKeys::narrowBoardScrollsSideways() {
    const int before = lane(QStringLiteral("gpu:0"))[u"limit_field"].toArray()[0].toInt();
    m_board->resize(500, 600);
    QVERIFY(m_board->horizontalScrollBar()->maximum() > 0);
    m_board->horizontalScrollBar()->setValue(50);
    const int field = lane(QStringLiteral("gpu:0"))[u"limit_field"].toArray()[0].toInt();
    QVERIFY(field < before - 40);  // the heads scroll along
    m_board->resize(820, 760);
    QCOMPARE(m_board->horizontalScrollBar()->maximum(), 0);
    QTRY_VERIFY(!m_board->horizontalScrollBar()->isVisible());
    m_board->resize(820, 320);
    QVERIFY(m_board->verticalScrollBar()->maximum() > 0);
    m_board->resize(820, 900);
    QTRY_VERIFY(!m_board->verticalScrollBar()->isVisible());
}

void TestBoardKeys::screenReadersGetCountsAndCurrent() {
    click(QStringLiteral("transformer.h.11"));
    QCOMPARE(m_board->accessibleDescription(),
             QStringLiteral("4 lanes, 15 blocks. transformer.h.11, GPU 1, 27.0 MiB"));
    QCOMPARE(field("limit_gpu0")->accessibleName(), QStringLiteral("Limit of GPU 0"));
}

void TestBoardKeys::rightToLeftMirrors() {
    m_board->setLayoutDirection(Qt::RightToLeft);
    QVERIFY(lane(QStringLiteral("gpu:0"))[u"rect"].toArray()[0].toInt() >
            lane(QStringLiteral("disk"))[u"rect"].toArray()[0].toInt());
    click(QStringLiteral("transformer.h.11"));
    QCOMPARE(m_document->currentModule(), module("transformer.h.11"));
    QVERIFY(!m_board->grab().isNull());
}

QTEST_MAIN(TestBoardKeys)
#include "tst_board_keys.moc"
