// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/board_fixture.h"
#include "tests/widgets/board_probe.h"
#include "widgets/board/board_parts.h"
#include "widgets/document/placement_input.h"

#include <QApplication>
#include <QDrag>
#include <QDragEnterEvent>
#include <QJsonArray>
#include <QLineEdit>
#include <QMimeData>
#include <QScrollBar>
#include <QSet>
#include <QTest>

using namespace stowage;

/// Heads, limits, drag and drop of the board, by real events.
class TestBoard : public test::BoardProbe {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { makeTheme(); }
    void init() {
        // The offscreen platform says of each menu that it can neither raise it nor grab keys.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
        openBoard();
    }
    void cleanup() { closeBoard(); }

    void emptyBoardSaysSo();
    void headsReadThePlan();
    void theLegendNamesWhatTheBarsShow();
    void manyDevicesHaveAnOverview();
    void headsMeetTheLanesAtEachSize();
    void typedLimitBecomesAnEdit();
    void invalidLimitKeepsTheOldOne();
    void limitsSetElsewhereReplaceAnInvalidOne();
    void bitsAreWarnedOf();
    void refusedLimitIsMarked();
    void dragStartsWithTheSelection();
    void dropMovesInOneStep();
    void hoverShowsWhatWouldBe();
    void hoverSaysWhatTheDropGives_data();
    void hoverSaysWhatTheDropGives();
    void dropWhereItLiesIsRefused();
    void dropOnTheHeadCounts();
    void foreignDragsPassThrough();
    void loadProgressFillsBlocks();
};

void TestBoard::emptyBoardSaysSo() {
    Document empty({});
    BoardView board(&empty, m_theme.get());
    board.resize(600, 400);
    QVERIFY(board.geometry()[u"lanes"].toArray().isEmpty());
    QCOMPARE(board.accessibleDescription(), QString(goldenText("window-board/no-model-is-open")));
    QTest::keyClick(&board, Qt::Key_Down);
    QTest::mouseClick(board.viewport(), Qt::LeftButton, {}, QPoint(100, 100));
    QVERIFY(!board.grab().isNull());
}

void TestBoard::headsReadThePlan() {
    for (const DevicePlacement& placement : m_document->plan()->placements) {
        const QJsonObject head = lane(QString::fromStdString(deviceName(placement.device.id)));
        QCOMPARE(head[u"weights"].toDouble(), placement.weights);
        QCOMPARE(head[u"over"].toDouble(), placement.overBudget());
    }
    double bytes = 0;
    const QJsonObject geometry = m_board->geometry();
    for (const QJsonValue& value : geometry[u"blocks"].toArray()) {
        bytes += value.toObject()[u"bytes"].toDouble();
    }
    QCOMPARE(bytes, static_cast<double>(m_document->tree()->totalBytes()));
}

/// Every stretch that a bar has is in the legend, in the order of the bar.
void TestBoard::theLegendNamesWhatTheBarsShow() {
    const auto* strip = m_board->findChild<BoardStrip*>();
    QStringList names{"other programs", "context", "weights",
                      goldenText("window-board/reserved-above-the-weights"), "free"};
    QCOMPARE(strip->shownNames(), names);
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "100MiB"});
    m_document->edit(MoveEdit{{"transformer.wte"}, DeviceId::gpu(0)});
    names.insert(3, QStringLiteral("over"));
    QTRY_COMPARE(strip->shownNames(), names);
}

void TestBoard::manyDevicesHaveAnOverview() {
    auto* overview = m_board->findChild<QWidget*>(QStringLiteral("board_overview"));
    QVERIFY(!overview->isVisible());  // four lanes stand beside each other
    m_document->edit(SetDevicesEdit{test::makeDevices("1GiB,1GiB,1GiB,1GiB,1GiB,1GiB,1GiB,1GiB")});
    QTRY_COMPARE(m_document->plan()->placements.size(), std::size_t{10});
    QTRY_VERIFY(overview->isVisible());
    auto* cell = overview->findChild<QWidget*>(QStringLiteral("overview_gpu7"));
    QVERIFY(cell->accessibleName().startsWith(QStringLiteral("GPU 7: ")));
    QVERIFY(overview->rect().contains(cell->geometry()));
    const auto seen = [this] {
        const QJsonArray rect = lane(QStringLiteral("gpu:7"))[u"rect"].toArray();
        const QPoint left(rect[0].toInt(), rect[1].toInt());
        const QPoint right(left.x() + rect[2].toInt() - 1, left.y());
        const QRect view(
            m_board->viewport()->mapToGlobal(QPoint(0, -1000)),
            m_board->viewport()->mapToGlobal(m_board->viewport()->rect().bottomRight()));
        return view.contains(left) && view.contains(right);
    };
    QVERIFY(!seen());
    QTest::mouseClick(cell, Qt::LeftButton);
    QTRY_VERIFY(seen());
}

/// Scroll bars and the overview come and go as the board grows and shrinks, each of them changing
/// the room of the others.
void TestBoard::headsMeetTheLanesAtEachSize() {
    const auto* overview = m_board->findChild<QWidget*>(QStringLiteral("board_overview"));
    const auto* head = field("limit_gpu0")->parentWidget();
    const auto check = [&](QSize size) {
        m_board->resize(size);
        QApplication::processEvents();
        const int above = overview->isVisible() ? overview->geometry().bottom() : 0;
        const QString at = QStringLiteral("%1 x %2").arg(size.width()).arg(size.height());
        QVERIFY2(head->geometry().top() > above, qPrintable(at));
        QVERIFY2(head->geometry().bottom() + 1 == m_board->viewport()->geometry().top(),
                 qPrintable(at + QStringLiteral(": %1, %2")
                                     .arg(head->geometry().bottom())
                                     .arg(m_board->viewport()->geometry().top())));
        QCOMPARE(overview->isVisible(), m_board->horizontalScrollBar()->maximum() > 0);
    };
    for (int height = 260; height < 900; height += 130) {
        for (int width = 640; width < 900; width += 13) {
            check({width, height});
            check({1400 - width, height});
        }
    }
}

void TestBoard::typedLimitBecomesAnEdit() {
    QLineEdit* limit = field("limit_gpu1");
    type(limit, QStringLiteral("1.6GB"));
    QCOMPARE(m_document->undoStack()->count(), 0);
    QTest::keyClick(limit, Qt::Key_Return);
    QTRY_COMPARE(m_document->undoStack()->count(), 1);
    QCOMPARE(*m_document->plan()->placement(DeviceId::gpu(1))->budget, 1.6e9);
    QCOMPARE(limit->text(), QStringLiteral("1.6GB"));
    QVERIFY(
        lane(QStringLiteral("gpu:1"))[u"head"].toString().contains(QStringLiteral(" of 1.49 GiB")));
    m_board->setFocus();  // leaving the field sends nothing twice
    QCOMPARE(m_document->undoStack()->count(), 1);
    m_document->undoStack()->undo();
    QCOMPARE(limit->text(), QString());
    QVERIFY(
        lane(QStringLiteral("gpu:1"))[u"head"].toString().contains(QStringLiteral(" of 2.00 GiB")));
}

void TestBoard::invalidLimitKeepsTheOldOne() {
    const int top = m_board->viewport()->y();
    const auto plan = m_document->plan();
    QLineEdit* limit = field("limit_cpu");
    type(limit, QStringLiteral("10 bananas"));
    QTest::keyClick(limit, Qt::Key_Return);
    QVERIFY(limit->property("invalid").toBool());
    QVERIFY(m_board->viewport()->y() > top);  // room for the message
    m_board->setFocus();
    QCOMPARE(m_document->plan(), plan);
    QCOMPARE(m_document->undoStack()->count(), 0);
    QCOMPARE(limit->text(), QStringLiteral("10 bananas"));
    limit->setFocus();
    QTest::keyClick(limit, Qt::Key_Escape);
    QCOMPARE(limit->text(), QString());
    QVERIFY(!limit->property("invalid").toBool());
    QCOMPARE(m_board->viewport()->y(), top);
}

void TestBoard::limitsSetElsewhereReplaceAnInvalidOne() {
    QLineEdit* limit = field("limit_gpu1");
    type(limit, QStringLiteral("abc"));
    m_board->setFocus();
    m_document->edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QTRY_COMPARE(m_document->undoStack()->count(), 1);
    QCOMPARE(limit->text(), QStringLiteral("abc"));  // a move sets no limit
    m_document->edit(SetBudgetEdit{DeviceId::gpu(1), "1GiB"});
    QTRY_COMPARE(m_document->undoStack()->count(), 2);
    QCOMPARE(limit->text(), QStringLiteral("1GiB"));
    QVERIFY(!limit->property("invalid").toBool());
    type(limit, QStringLiteral("abc"));
    m_board->setFocus();
    m_document->undoStack()->undo();
    QCOMPARE(limit->text(), QString());
    QVERIFY(!limit->property("invalid").toBool());
}

void TestBoard::bitsAreWarnedOf() {
    QLineEdit* limit = field("limit_gpu0");
    type(limit, QStringLiteral("10gb"));
    QVERIFY(limit->property("warned").toBool());
    QVERIFY(!limit->property("invalid").toBool());
    QTest::keyClick(limit, Qt::Key_Return);
    QTRY_COMPARE(*m_document->plan()->placement(DeviceId::gpu(0))->budget, 1.25e9);
}

void TestBoard::refusedLimitIsMarked() {
    Q_EMIT m_document->editRefused(QStringLiteral("No."), SetBudgetEdit{DeviceId::disk(), "1GiB"},
                                   ErrorCode::InvalidArgument);
    QVERIFY(field("limit_disk")->property("invalid").toBool());
}

void TestBoard::dragStartsWithTheSelection() {
    QStringList carried;
    QSize pixmap;
    m_board->setDragStarter([&](QDrag* drag) {
        carried = modulesFromMimeData(drag->mimeData());
        pixmap = drag->pixmap().size();
    });
    click(QStringLiteral("transformer.h.6"));
    click(QStringLiteral("transformer.h.8"), Qt::ShiftModifier);
    const QPoint start = centerOf(QStringLiteral("transformer.h.7"));
    QTest::mousePress(m_board->viewport(), Qt::LeftButton, {}, start);
    QTest::mouseMove(m_board->viewport(), start + QPoint(3, 0));
    QVERIFY(carried.isEmpty());
    QMouseEvent move(QEvent::MouseMove, start + QPoint(40, 5),
                     m_board->viewport()->mapToGlobal(start + QPoint(40, 5)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    qApp->notify(m_board->viewport(), &move);
    QTest::mouseRelease(m_board->viewport(), Qt::LeftButton, {}, start + QPoint(40, 5));
    const QStringList expected{QStringLiteral("transformer.h.6"), QStringLiteral("transformer.h.7"),
                               QStringLiteral("transformer.h.8")};
    QCOMPARE(carried, expected);
    QVERIFY(!pixmap.isEmpty());
    QCOMPARE(m_document->selection().size(), std::size_t{3});  // the drag kept it
}

void TestBoard::dropMovesInOneStep() {
    const QStringList paths{QStringLiteral("transformer.h.10"), QStringLiteral("transformer.h.11")};
    const QPoint at = laneCenter(QStringLiteral("cpu"));
    QVERIFY(dragTo(QEvent::DragEnter, m_board->viewport(), paths, at));
    QVERIFY(dragTo(QEvent::DragMove, m_board->viewport(), paths, at));
    QVERIFY(dragTo(QEvent::Drop, m_board->viewport(), paths, at));
    QTRY_COMPARE(m_document->undoStack()->count(), 1);
    QCOMPARE(deviceOf("transformer.h.10"), DeviceId::cpu());
    QCOMPARE(deviceOf("transformer.h.11"), DeviceId::cpu());
    QCOMPARE(block(paths.back())[u"device"].toString(), QStringLiteral("cpu"));
    QCOMPARE(block(paths.back())[u"kind"].toString(), QStringLiteral("block"));
    m_document->undoStack()->undo();
    QCOMPARE(block(paths.back())[u"device"].toString(), QStringLiteral("gpu:1"));
}

void TestBoard::hoverShowsWhatWouldBe() {
    const double before = lane(QStringLiteral("cpu"))[u"weights"].toDouble();
    const QStringList paths{QStringLiteral("transformer.h.11")};
    const QPoint at = laneCenter(QStringLiteral("cpu"));
    QVERIFY(dragTo(QEvent::DragEnter, m_board->viewport(), paths, at));
    const double bytes = block(paths.front())[u"bytes"].toDouble();
    QVERIFY(bytes > 0);
    QCOMPARE(lane(QStringLiteral("cpu"))[u"weights"].toDouble(), before + bytes);
    QSet<QString> kinds;
    const QJsonObject geometry = m_board->geometry();
    for (const QJsonValue& value : geometry[u"blocks"].toArray()) {
        if (value.toObject()[u"module"].toString() == paths.front()) {
            kinds.insert(value.toObject()[u"kind"].toString());
        }
    }
    QCOMPARE(kinds, (QSet<QString>{QStringLiteral("hole"), QStringLiteral("ghost")}));
    QVERIFY(!m_board->grab().isNull());
    QDragLeaveEvent leave;
    qApp->notify(m_board->viewport(), &leave);
    QCOMPARE(lane(QStringLiteral("cpu"))[u"weights"].toDouble(), before);
    QCOMPARE(block(paths.front())[u"kind"].toString(), QStringLiteral("block"));
}

void TestBoard::hoverSaysWhatTheDropGives_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("to");
    QTest::newRow("a block") << QStringList{"transformer.h.9"} << "gpu:0";
    QTest::newRow("two blocks") << QStringList{"transformer.h.0", "transformer.h.5"} << "gpu:1";
    QTest::newRow("a part") << QStringList{"transformer.h.9.mlp"} << "gpu:0";
    QTest::newRow("the embedding") << QStringList{"transformer.wte"} << "gpu:1";
    QTest::newRow("to the CPU") << QStringList{"transformer.h.11"} << "cpu";
}

/// The allocator takes other blocks for other tensors: free bytes are no sum of the weights.
void TestBoard::hoverSaysWhatTheDropGives() {
    QFETCH(QStringList, paths);
    QFETCH(QString, to);
    const auto heads = [this] {
        QStringList texts;
        for (const char* device : {"gpu:0", "gpu:1", "cpu"}) {
            texts.append(lane(QString::fromLatin1(device))[u"head"].toString());
        }
        return texts;
    };
    const QStringList before = heads();
    const QPoint at = laneCenter(to);
    QVERIFY(dragTo(QEvent::DragEnter, m_board->viewport(), paths, at));
    const QStringList said = heads();
    QVERIFY(said != before);
    QVERIFY(dragTo(QEvent::Drop, m_board->viewport(), paths, at));
    QTRY_COMPARE(m_document->undoStack()->count(), 1);
    QCOMPARE(heads(), said);
}

void TestBoard::dropWhereItLiesIsRefused() {
    const QStringList paths{QStringLiteral("transformer.h.11")};
    const QPoint at = laneCenter(QStringLiteral("gpu:1"));
    const auto plan = m_document->plan();
    QVERIFY(dragTo(QEvent::DragEnter, m_board->viewport(), paths, at));
    QVERIFY(!dragTo(QEvent::DragMove, m_board->viewport(), paths, at));
    QVERIFY(!dragTo(QEvent::Drop, m_board->viewport(), paths, at));
    QCOMPARE(m_document->plan(), plan);
    QCOMPARE(block(paths.front())[u"kind"].toString(), QStringLiteral("block"));
}

void TestBoard::dropOnTheHeadCounts() {
    QLineEdit* limit = field("limit_disk");
    QWidget* head = limit->parentWidget();
    const QStringList paths{QStringLiteral("transformer.wte")};
    const QPoint at = limit->geometry().center() + QPoint(0, 40);
    QVERIFY(dragTo(QEvent::DragEnter, head, paths, at));
    QVERIFY(dragTo(QEvent::Drop, head, paths, at));
    QTRY_COMPARE(deviceOf("transformer.wte"), DeviceId::disk());
}

void TestBoard::foreignDragsPassThrough() {
    QMimeData mime;
    mime.setText(QStringLiteral("transformer.h.11"));
    QDragEnterEvent enter(laneCenter(QStringLiteral("cpu")), Qt::CopyAction, &mime, Qt::LeftButton,
                          Qt::NoModifier);
    qApp->notify(m_board->viewport(), &enter);
    QVERIFY(!enter.isAccepted());
}

void TestBoard::loadProgressFillsBlocks() {
    const ModuleId loaded = module("transformer.h.0");
    m_board->setLoadProgress([loaded](ModuleId id) { return id == loaded ? 1.0 : 0.0; });
    const auto ground = [this](const QString& name) {
        const QPoint point = centerOf(name) + QPoint(0, -10);
        return m_board->viewport()->grab().toImage().pixelColor(point);
    };
    const ThemeColors& t = m_theme->colors();
    QCOMPARE(ground(QStringLiteral("transformer.h.0")), t.deviceBackground(DeviceId::gpu(0)));
    QCOMPARE(ground(QStringLiteral("transformer.h.1")), t.base);
    m_board->setLoadProgress({});
    QCOMPARE(ground(QStringLiteral("transformer.h.1")), t.deviceBackground(DeviceId::gpu(0)));
}

QTEST_MAIN(TestBoard)
#include "tst_board.moc"
