// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of a first hour with the window, tried by mouse and keys: moves that a strategy drops, a
// model that replaces a loaded one, limits, drags, lists and small windows.
#include "engine/base/byte_size.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/live/live_panel.h"
#include "widgets/support/formats.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_model.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QDialog>
#include <QGraphicsEffect>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTableWidget>
#include <QTest>
#include <QTreeView>
#include <QUndoStack>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";

/// Counts the events of each widget while it is there.
class WidgetEvents : public QObject {
public:
    WidgetEvents() { qApp->installEventFilter(this); }
    [[nodiscard]] int count(const QObject* widget, QEvent::Type type) const {
        const auto found = m_counts.find({widget, type});
        return found == m_counts.end() ? 0 : found->second;
    }
    [[nodiscard]] int most(QEvent::Type type) const {
        int most = 0;
        for (const auto& [key, count] : m_counts) {
            most = key.second == type ? std::max(most, count) : most;
        }
        return most;
    }

private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched->isWidgetType()) {
            ++m_counts[{watched, event->type()}];
        }
        return false;
    }
    std::map<std::pair<const QObject*, QEvent::Type>, int> m_counts;
};

QAction* strategy(const WindowFixture& f, const QString& name) {
    const QList<QAction*> actions = f.child<QMenu>("strategy_menu")->actions();
    const auto found = std::ranges::find(actions, name, &QAction::text);
    return found == actions.end() ? nullptr : *found;
}

}  // namespace

class FirstHourTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void droppedMovesAreSaid_data();
    void droppedMovesAreSaid();
    void anotherModelEndsTheLastRun();
    void otherDevicesEndTheLastRun();
    void cardsAreFoundByAnyPart();
    void menuHasAllStrategies();
    void aBlockIsInSight_data();
    void aBlockIsInSight();
    void sizesInTheTreeAreWhole();
    void themeWaitsForItsMenu();
    void themeStylesEachWidgetOnce();
    void everyUndoCounts();
    void freeMemoryStaysInSight();
    void outdatedFiguresAreDimmedTogether();

private:
    void show(WindowFixture& f, QSize size = {1680, 1050});

    QTemporaryDir m_folder;
    QString m_sample;
};

void FirstHourTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void FirstHourTest::show(WindowFixture& f, QSize size) {
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(openAndWait(f.document, m_sample));
    f.window.resize(size);
    QTRY_COMPARE(f.window.size(), size);
}

void FirstHourTest::droppedMovesAreSaid_data() {
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<bool>("drops");
    QTest::newRow("optimal") << QStringLiteral("optimal") << true;
    QTest::newRow("a preset") << QStringLiteral("num_gpus=None") << true;
    QTest::newRow("balanced") << QStringLiteral("balanced") << false;
}

void FirstHourTest::droppedMovesAreSaid() {
    QFETCH(QString, strategy);
    QFETCH(bool, drops);
    WindowFixture f(kGpus);
    show(f);
    for (const char* module : {"transformer.h.0", "transformer.h.1"}) {
        f.document.edit(MoveEdit{{module}, DeviceId::cpu()});
    }
    QVERIFY(waitUntilIdle(f.document));
    QAction* const choice = ::strategy(f, strategy);
    QVERIFY(choice != nullptr);
    choice->trigger();
    QVERIFY(waitUntilIdle(f.document));
    MessageBar* const bar = f.window.messages();
    QCOMPARE(f.document.plan()->request.moves.size(), std::size_t{drops ? 0U : 2U});
    QCOMPARE(bar->isVisible(), drops);
    if (!drops) {
        return;
    }
    QVERIFY2(bar->text().startsWith(QLatin1String("2 ")), qPrintable(bar->text()));
    QTest::mouseClick(bar->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QCOMPARE(f.document.plan()->request.moves.size(), std::size_t{2});
    QVERIFY(!bar->isVisible());
    // Its Undo never undoes another step.
    f.document.undoStack()->redo();
    choice->trigger();
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(!bar->isVisible());
}

void FirstHourTest::anotherModelEndsTheLastRun() {
    WindowFixture f("96MiB,96MiB");
    show(f);
    f.child<QAction>("load_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    f.child<QAction>("unload_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, 60000);
    auto* live = f.child<LivePanel>("live_panel");
    const QString unloaded = live->state()["text"].toString();
    const auto side = [live] {
        QStringList rows;
        for (const QJsonValue row : live->state()["side"].toArray()) {
            rows.append(row.toString());
        }
        return rows.join(u'\n');
    };
    const QString model = f.document.displayName();
    QTRY_VERIFY(!f.window.statusBar()->currentMessage().isEmpty());
    QVERIFY(openAndWait(f.document, writeTreeFile(m_folder.path(), 3)));
    QVERIFY(live->state()["text"].toString() != unloaded);
    QTRY_VERIFY2(!side().contains(model), qPrintable(side()));
    QVERIFY2(f.window.statusBar()->currentMessage().isEmpty(),
             qPrintable(f.window.statusBar()->currentMessage()));
}

void FirstHourTest::otherDevicesEndTheLastRun() {
    WindowFixture f("96MiB,96MiB");
    show(f);
    f.child<QAction>("load_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
    auto* live = f.child<LivePanel>("live_panel");
    // The loaded model stays, whatever the plan is.
    f.document.edit(SetDevicesEdit{windowDevices("128MiB")});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(!f.controller.devices().empty());
    f.child<QAction>("unload_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, 60000);
    f.document.edit(SetDevicesEdit{windowDevices("256MiB")});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.controller.devices().empty());
    QTRY_VERIFY(live->state()["vram"][u"devices"].toObject().isEmpty());
}

void FirstHourTest::cardsAreFoundByAnyPart() {
    WindowFixture f(kGpus);
    show(f);
    f.child<QAction>("devices_action")->trigger();
    auto* dialog = f.child<QDialog>("devices_dialog");
    auto* card = dialog->findChild<QComboBox*>("card_of_gpu0");
    QVERIFY(card != nullptr);
    QTest::mouseClick(card, Qt::LeftButton);
    QTRY_VERIFY(card->view()->isVisible());
    QTest::keyClicks(card->view(), QStringLiteral("rtx 4090"));
    QTest::keyClick(card->view(), Qt::Key_Return);
    QCOMPARE(card->currentText(), QStringLiteral("GeForce RTX 4090"));
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(waitUntilIdle(f.document));
    QTRY_COMPARE(f.document.plan()->placement(DeviceId::gpu(0))->device.name,
                 std::string("GeForce RTX 4090"));
}

void FirstHourTest::menuHasAllStrategies() {
    WindowFixture f(kGpus);
    show(f);
    const auto* field = f.child<QComboBox>("strategy_combo");
    for (int i = 0; i < field->count(); ++i) {
        QAction* const action = strategy(f, field->itemText(i));
        QVERIFY2(action != nullptr, qPrintable(field->itemText(i)));
        action->trigger();
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(field->currentIndex(), i);
    }
}

void FirstHourTest::aBlockIsInSight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("action");
    for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1680, 1050)}) {
        for (const char* action : {"compare_action", "lower_panels_action"}) {
            QTest::addRow("%d × %d, %s", size.width(), size.height(), action) << size << action;
        }
    }
}

void FirstHourTest::aBlockIsInSight() {
    QFETCH(QSize, size);
    QFETCH(QString, action);
    WindowFixture f(kGpus);
    show(f, size);
    f.child<QAction>(qPrintable(action))->trigger();
    BoardView* const board = f.window.findChild<BoardView*>();
    const auto isAnySeen = [board] {
        const QRect seen(board->viewport()->mapToGlobal(QPoint()), board->viewport()->size());
        const QJsonArray blocks = board->geometry()[u"blocks"].toArray();
        return std::ranges::any_of(blocks, [&seen](const QJsonValue& block) {
            const QJsonArray rect = block[u"rect"].toArray();
            return seen.contains(
                QRect(rect[0].toInt(), rect[1].toInt(), rect[2].toInt(), rect[3].toInt()));
        });
    };
    QTRY_VERIFY2(isAnySeen(), qPrintable(QString::number(board->viewport()->height())));
}

void FirstHourTest::sizesInTheTreeAreWhole() {
    WindowFixture f(kGpus);
    show(f);
    auto* tree = f.window.findChild<QTreeView*>("module_tree");
    QVERIFY(tree != nullptr);
    const QFontMetrics metrics(tree->font());
    constexpr int kAround = 6;
    QVERIFY(tree->columnWidth(ModuleTreeModel::Size) >=
            metrics.horizontalAdvance(QStringLiteral("1002.0 MiB")) + kAround);
    // Names of the deepest rows are read.
    tree->expandAll();
    const int indentation = 5 * tree->indentation();
    QTRY_VERIFY2(
        tree->columnWidth(0) >= indentation + metrics.horizontalAdvance("c_attn") + kAround,
        qPrintable(QString::number(tree->columnWidth(0))));
}

void FirstHourTest::themeWaitsForItsMenu() {
    WindowFixture f(kGpus);
    show(f);
    f.theme.setMode(ThemeMode::Light);
    f.child<QAction>("theme_2_action")->trigger();
    QCOMPARE(f.theme.mode(), ThemeMode::Light);  // the menu is in sight still
    QTRY_COMPARE(f.theme.mode(), ThemeMode::Dark);
}

/// Not once more for each widget around it, which took half a second.
void FirstHourTest::themeStylesEachWidgetOnce() {
    WindowFixture f(kGpus);
    f.theme.setMode(ThemeMode::Light);
    show(f);
    f.child<QAction>("lower_panels_action")->trigger();
    QTRY_VERIFY(f.child<QWidget>("vram_chart")->isVisible());
    const auto fields = [&f] {
        std::vector<std::pair<int, QSize>> sizes;
        for (const QComboBox* field : f.window.findChildren<QComboBox*>()) {
            if (field->isVisible()) {
                sizes.emplace_back(field->font().pixelSize(), field->minimumSizeHint());
            }
        }
        return sizes;
    };
    const auto before = fields();
    {
        const WidgetEvents events;
        f.theme.setMode(ThemeMode::Dark);
        // As the sheet before is taken away, as the next one is put on, and with fonts.
        QCOMPARE(events.most(QEvent::StyleChange), 3);
    }
    {
        const WidgetEvents events;
        const QObject* const chart = f.child<QWidget>("vram_chart");
        QTRY_VERIFY(events.count(chart, QEvent::Paint) > 0);
        QCOMPARE(events.count(chart, QEvent::Paint), 1);
    }
    QVERIFY(fields() == before);
}

/// Whatever has the focus, and however fast the keys are.
void FirstHourTest::everyUndoCounts() {
    WindowFixture f(kGpus);
    show(f);
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    const auto typeInto = [&f](const char* name, const QString& text) {
        auto* field = f.child<QLineEdit>(name);
        QTest::mouseClick(field, Qt::LeftButton);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(waitUntilIdle(f.document));
    };
    const auto choose = [&f](const char* name, const QString& text) {
        auto* combo = f.child<QComboBox>(name);
        combo->setFocus();
        const int steps = combo->findText(text) - combo->currentIndex();
        for (int i = 0; i < std::abs(steps); ++i) {
            QTest::keyClick(combo, steps > 0 ? Qt::Key_Down : Qt::Key_Up);
            QVERIFY(waitUntilIdle(f.document));
        }
    };
    for (const char* module : {"transformer.h.0", "transformer.h.1", "transformer.h.2"}) {
        f.document.edit(MoveEdit{{module}, DeviceId::cpu()});
    }
    QVERIFY(waitUntilIdle(f.document));
    typeInto("limit_gpu0", QStringLiteral("20MiB"));
    choose("strategy_combo", QStringLiteral("optimal"));
    choose("strategy_combo", QStringLiteral("balanced"));
    auto* noSplit = f.child<QComboBox>("no_split_combo")->lineEdit();
    QTest::mouseClick(noSplit, Qt::LeftButton);
    noSplit->selectAll();
    QTest::keyClicks(noSplit, QStringLiteral("Linear"));
    QTest::keyClick(noSplit, Qt::Key_Return);
    QVERIFY(waitUntilIdle(f.document));
    QUndoStack* const steps = f.document.undoStack();
    const int count = steps->count();
    QVERIFY(count >= 8);
    const auto press = [&f](Qt::Key key, int times) {
        for (int i = 0; i < times; ++i) {
            QWidget* const focus = QApplication::focusWidget();
            QTest::keyClick(focus == nullptr ? &f.window : focus, key, Qt::ControlModifier);
        }
        QCoreApplication::processEvents();
    };
    const QList<QWidget*> places{noSplit, f.child<QLineEdit>("limit_gpu0"),
                                 f.child<QComboBox>("strategy_combo"),
                                 f.window.findChild<BoardView*>()};
    for (QWidget* place : places) {
        place->setFocus();
        press(Qt::Key_Z, count + 2);
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(steps->index(), 0);
        QCOMPARE(steps->count(), count);
        press(Qt::Key_Y, count + 2);
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(steps->index(), count);
        QCOMPARE(steps->count(), count);
    }
}

void FirstHourTest::freeMemoryStaysInSight() {
    WindowFixture f(kGpus);
    show(f);
    f.child<QAction>("capacity_action")->trigger();
    auto* table = f.child<QTableWidget>("memory_table");
    QTRY_VERIFY_WITH_TIMEOUT(table->columnCount() > 3, 60000);
    const QHeaderView* const header = table->horizontalHeader();
    const int free = table->columnCount() - 2;
    for (const int width : {1024, 1680, 900}) {
        f.window.resize(width, 800);
        QTRY_COMPARE(f.window.width(), width);
        const auto endOfFree = [header, free] {
            return header->sectionViewportPosition(free) + header->sectionSize(free);
        };
        QTRY_VERIFY2(endOfFree() <= table->viewport()->width(), qPrintable(QString::number(width)));
        QTRY_VERIFY(header->length() <= table->viewport()->width() ||
                    header->visualIndex(free) == 1);
    }
}

/// Verdict, table and notes of the last input, while the next one is estimated.
void FirstHourTest::outdatedFiguresAreDimmedTogether() {
    WindowFixture f(kGpus);
    show(f);
    f.child<QAction>("capacity_action")->trigger();
    auto* busy = f.child<QWidget>("capacity_busy");
    auto* verdict = f.child<QLabel>("capacity_verdict");
    QTRY_VERIFY_WITH_TIMEOUT(verdict->text().contains("1 sequence") && !busy->isVisible(), 60000);
    const auto isDimmed = [&f](const char* name) {
        QWidget* widget = f.child<QWidget>(name);
        while (widget != nullptr && widget->graphicsEffect() == nullptr) {
            widget = widget->parentWidget();
        }
        return widget != nullptr;
    };
    auto* batch = f.child<QLineEdit>("workload_batch");
    batch->setFocus();
    batch->selectAll();
    QTest::keyClicks(batch, QStringLiteral("400"));
    QTest::keyClick(batch, Qt::Key_Return);
    int moments = 0;
    QDeadlineTimer limit(60000);
    while (!verdict->text().contains("400 sequences") && !limit.hasExpired()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        if (busy->isVisible() && !verdict->text().contains("400 sequences")) {
            ++moments;
            for (const char* const name : {"capacity_verdict", "memory_table", "capacity_notes"}) {
                QVERIFY2(isDimmed(name), name);
            }
        }
    }
    QVERIFY(verdict->text().contains("400 sequences"));
    QVERIFY(moments > 0);
    QTRY_VERIFY_WITH_TIMEOUT(!busy->isVisible(), 60000);
    for (const char* const name : {"capacity_verdict", "memory_table", "capacity_notes"}) {
        QVERIFY2(!isDimmed(name), name);
    }
}

QTEST_MAIN(FirstHourTest)
#include "tst_first_hour.moc"
