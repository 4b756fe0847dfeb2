// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/device_map_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/plan/map_dialog.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/model_panel.h"
#include "widgets/tree/module_tree_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QUrl>
#include <QWindow>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGoodMap = "{'': 1}";
const char* const kBrokenMap =
    "{'transformer.wte': 0, 'transformer.wpe': 0, 'transformer.h.0': 0, 'transformer.h.0': 1,\n"
    " 'transfromer.h.1': 0, 'transformer.h.2': 0, 'transformer.h.3': 7,\n"
    " 'transformer.h.4': 0, 'transformer.h.5': 0, 'transformer.ln_f': 0, 'lm_head': 0}";

}  // namespace

class MapDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void saysWhereTheTextIsWrong_data();
    void saysWhereTheTextIsWrong();
    void mendsForeignSignsByOneClick();
    void takesStrategiesAndLimits();
    void summarisesBeforeItIsApplied();
    void appliesABrokenMapWithItsProblems();
    void comparesAPastedMap();
    void keepsTheTextOfACancelledDialog();
    void pastesByKeyOnTreeAndBoard_data();
    void pastesByKeyOnTreeAndBoard();
    void fieldsKeepTheirOwnPaste();
    void takesDroppedMaps_data();
    void takesDroppedMaps();
    void opensDroppedModules();
    void readsAFile();
    void writtenMapsReadBack();
    void tellsMapsFromModels_data();
    void tellsMapsFromModels();

private:
    [[nodiscard]] MapDialog* dialog() const { return m_f->window.findChild<MapDialog*>(); }
    template <class Widget>
    [[nodiscard]] Widget* inDialog(const char* name) const {
        return dialog()->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QPlainTextEdit* editor() const { return inDialog<QPlainTextEdit>("map_text"); }
    [[nodiscard]] bool isChecked() const { return dialog()->check() != nullptr; }
    void click(const char* button) const {
        QTest::mouseClick(inDialog<QPushButton>(button), Qt::LeftButton);
    }

    QTemporaryDir m_folder;
    QString m_sample;
    std::unique_ptr<WindowFixture> m_f;
};

void MapDialogTest::initTestCase() {
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void MapDialogTest::init() {
    failOnWarnings();
    QApplication::clipboard()->clear();
    m_f = std::make_unique<WindowFixture>("48MiB,48MiB");
    m_f->window.show();
    m_f->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_f->window));
    QVERIFY(openAndWait(m_f->document, m_sample));
}

void MapDialogTest::cleanup() {
    m_f.reset();
}

void MapDialogTest::saysWhereTheTextIsWrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("unclosed") << "{'a': 0,"
                              << "Line 1, ";
    QTest::newRow("no device") << "{'a': 0,\n 'b': 'tpu'}"
                               << "Line 2, ";
    QTest::newRow("no map") << "hello"
                            << "Line 1, column 1: ";
}

void MapDialogTest::saysWhereTheTextIsWrong() {
    QFETCH(QString, text);
    QFETCH(QString, place);
    m_f->window.plan()->pasteMap({});
    const QStringList lines = text.split('\n');
    QTest::keyClicks(editor(), lines.first());
    for (const QString& line : lines.mid(1)) {
        QTest::keyClick(editor(), Qt::Key_Return);
        QTest::keyClicks(editor(), line);
    }
    QTRY_VERIFY(isChecked());
    QVERIFY(dialog()->check()->error.has_value());
    auto* state = inDialog<QLabel>("map_state");
    QVERIFY2(state->text().startsWith(place), qPrintable(state->text()));
    QVERIFY(!editor()->extraSelections().isEmpty());
    QVERIFY(!inDialog<QPushButton>("map_apply")->isEnabled());
    QCOMPARE(editor()->toPlainText(), text);
    // Mended text takes the mark away.
    editor()->setPlainText(kGoodMap);
    QTRY_VERIFY(inDialog<QPushButton>("map_apply")->isEnabled());
    QVERIFY(editor()->extraSelections().isEmpty());
}

void MapDialogTest::mendsForeignSignsByOneClick() {
    const QString pasted = QString::fromUtf8("device = {“transformer”: 1، “lm_head”: 0}  # ‘two’");
    m_f->window.plan()->pasteMap(pasted);
    QTRY_VERIFY(isChecked());
    const QString said = inDialog<QLabel>("map_state")->text();
    QVERIFY2(said.startsWith("Line 1, column 11: ") && said.contains(u'“'), qPrintable(said));
    QVERIFY(inDialog<QPushButton>("map_mend")->isVisible());
    click("map_mend");
    QCOMPARE(editor()->toPlainText(),
             QString::fromUtf8("device = {\"transformer\": 1, \"lm_head\": 0}  # ‘two’"));
    QTRY_VERIFY(inDialog<QPushButton>("map_apply")->isEnabled());
    QVERIFY(!inDialog<QPushButton>("map_mend")->isVisible());
    editor()->undo();
    QCOMPARE(editor()->toPlainText(), pasted);
}

void MapDialogTest::takesStrategiesAndLimits() {
    m_f->window.plan()->pasteMap("model = load(device_map=\"sequential\")");
    QTRY_VERIFY(isChecked());
    QVERIFY(inDialog<QLabel>("map_figures")->text().startsWith("Use the strategy sequential"));
    click("map_apply");
    QVERIFY(waitUntilIdle(m_f->document));
    QCOMPARE(m_f->document.plan()->request.strategy, Strategy::Sequential);
    QTRY_VERIFY(dialog() == nullptr);
    m_f->window.plan()->pasteMap("max_memory = {0: \"9MiB\", \"cpu\": \"1GiB\"}");
    QTRY_VERIFY(isChecked());
    click("map_apply");
    QVERIFY(waitUntilIdle(m_f->document));
    QCOMPARE(m_f->document.plan()->request.budgets.size(), std::size_t{2});
    QCOMPARE(m_f->child<QLineEdit>("limit_gpu0")->text(), QString("9MiB"));
    QCOMPARE(m_f->child<QLineEdit>("limit_cpu")->text(), QString("1GiB"));
    QCOMPARE(m_f->document.plan()->request.strategy, Strategy::Sequential);
    QTRY_VERIFY(dialog() == nullptr);
    // A limit's own field takes them as well.
    QApplication::clipboard()->setText("{0: \"8MiB\", 1: \"7MiB\", \"cpu\": \"2GiB\"}");
    auto* limit = m_f->child<QLineEdit>("limit_gpu1");
    limit->setFocus();
    limit->selectAll();
    QTest::keyClick(limit, Qt::Key_V, Qt::ControlModifier);
    QTest::keyClick(limit, Qt::Key_Return);
    QVERIFY(waitUntilIdle(m_f->document));
    QTRY_COMPARE(limit->text(), QString("7MiB"));
    QCOMPARE(m_f->child<QLineEdit>("limit_gpu0")->text(), QString("8MiB"));
    QCOMPARE(m_f->document.plan()->request.budgets.size(), std::size_t{3});
}

void MapDialogTest::summarisesBeforeItIsApplied() {
    const auto before = m_f->document.plan();
    m_f->window.plan()->pasteMap(kBrokenMap);
    QTRY_VERIFY(isChecked());
    const auto planned = dialog()->check()->plan;
    QVERIFY(planned != nullptr);
    QCOMPARE(inDialog<QLabel>("map_state")->text(), QString::fromStdString(planned->verdictText));
    QVERIFY(inDialog<QLabel>("map_figures")->text().startsWith("10 keys · "));
    QCOMPARE(dialog()->findChildren<ProblemRow*>().size(),
             static_cast<qsizetype>(planned->issues.size()));
    QCOMPARE(m_f->document.plan(), before);
}

void MapDialogTest::appliesABrokenMapWithItsProblems() {
    m_f->window.plan()->pasteMap(kBrokenMap);
    QTRY_VERIFY(isChecked());
    click("map_apply");
    QVERIFY(waitUntilIdle(m_f->document));
    QTRY_VERIFY(dialog() == nullptr);
    const auto plan = m_f->document.plan();
    QCOMPARE(plan->request.strategy, Strategy::Manual);
    QCOMPARE(m_f->document.undoStack()->count(), 1);
    for (const char* code : {"unknown_module", "doubled_key", "no_device", "unknown_device"}) {
        const auto issue = std::ranges::find(plan->issues, code, &PlanIssue::code);
        QVERIFY2(issue != plan->issues.end(), code);
    }
    QVERIFY(!m_f->window.findChildren<ProblemRow*>().isEmpty());
    m_f->document.undoStack()->undo();
    QCOMPARE(m_f->document.plan()->request.strategy, Strategy::Auto);
}

void MapDialogTest::comparesAPastedMap() {
    const auto before = m_f->document.plan();
    m_f->window.plan()->pasteMap("{'transformer': 0, 'lm_head': 0, 'transformer.h.2': 1}");
    QTRY_VERIFY(isChecked());
    click("map_compare");
    const PlanComparison& comparison = *m_f->window.comparison();
    QTRY_VERIFY(comparison.compared() != nullptr);
    QCOMPARE(m_f->document.plan(), before);
    QCOMPARE(comparison.name(), QString("the pasted map"));
    auto* bar = m_f->child<QWidget>("diff_bar");
    QVERIFY(bar->isVisible());
    // Used from the bar, as one step.
    QTest::mouseClick(m_f->child<QPushButton>("diff_use"), Qt::LeftButton);
    QVERIFY(waitUntilIdle(m_f->document));
    QCOMPARE(m_f->document.undoStack()->count(), 1);
    QCOMPARE(m_f->document.plan()->deviceOf(*m_f->document.tree()->findModule("transformer.h.2")),
             std::optional(DeviceId::gpu(1)));
    QVERIFY(!bar->isVisible());
}

void MapDialogTest::keepsTheTextOfACancelledDialog() {
    m_f->window.plan()->pasteMap({});
    QTest::keyClicks(editor(), "{'a': ");
    click("map_cancel");
    QTRY_VERIFY(dialog() == nullptr);
    QApplication::clipboard()->setText("no map at all");
    m_f->child<QAction>("paste_map_action")->trigger();
    QCOMPARE(editor()->toPlainText(), QString("{'a': "));
}

void MapDialogTest::pastesByKeyOnTreeAndBoard_data() {
    QTest::addColumn<QString>("view");
    QTest::newRow("tree") << "module_tree";
    QTest::newRow("board") << "board";
}

void MapDialogTest::pastesByKeyOnTreeAndBoard() {
    QFETCH(QString, view);
    QApplication::clipboard()->setText(kGoodMap);
    auto* widget = m_f->window.findChild<QWidget*>(view);
    widget->setFocus();
    QTRY_VERIFY(widget->hasFocus());
    QTest::keyClick(m_f->window.windowHandle(), Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(editor()->toPlainText(), QString(kGoodMap));
}

void MapDialogTest::fieldsKeepTheirOwnPaste() {
    QApplication::clipboard()->setText("9MiB");
    auto* limit = m_f->child<QLineEdit>("limit_gpu0");
    limit->setFocus();
    QTest::keyClick(limit, Qt::Key_V, Qt::ControlModifier);
    QVERIFY(dialog() == nullptr);
    QCOMPARE(limit->text(), QString("9MiB"));
}

void MapDialogTest::takesDroppedMaps_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("json") << "map.json";
    QTest::newRow("text") << "map.txt";
    QTest::newRow("python") << "map.py";
    QTest::newRow("no file") << "";
}

void MapDialogTest::takesDroppedMaps() {
    QFETCH(QString, file);
    QMimeData data;
    if (file.isEmpty()) {
        data.setText(kGoodMap);
    } else {
        const QString path = m_folder.filePath(file);
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(kGoodMap);
        out.close();
        data.setUrls({QUrl::fromLocalFile(path)});
    }
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_f->window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_f->window, &drop);
    QVERIFY(dialog() != nullptr);
    QCOMPARE(editor()->toPlainText(), QString(kGoodMap));
    QTRY_VERIFY(inDialog<QPushButton>("map_apply")->isEnabled());
}

void MapDialogTest::opensDroppedModules() {
    const QString tree = writeTreeFile(m_folder.path(), 3);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(tree)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_f->window, &enter);
    QDropEvent drop(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_f->window, &drop);
    QVERIFY(dialog() == nullptr);
    QVERIFY(waitUntilIdle(m_f->document));
    QCOMPARE(m_f->window.messages()->text(), QString());
    QCOMPARE(m_f->document.path(), tree);
}

void MapDialogTest::readsAFile() {
    const QString path = m_folder.filePath("chosen.json");
    QFile out(path);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write("{\"transformer\": 0, \"lm_head\": \"cpu\"}");
    out.close();
    m_f->dialogs.answer = path;
    m_f->window.plan()->pasteMap({});
    click("map_file");
    QTRY_VERIFY(isChecked());
    QCOMPARE(std::get<SetMapEdit>(dialog()->check()->edit).map.entries().size(), std::size_t{2});
    // A file that is not there is said, and the text stays.
    m_f->dialogs.answer = m_folder.filePath("missing.json");
    const QString before = editor()->toPlainText();
    click("map_file");
    QVERIFY(inDialog<QLabel>("map_state")->text().contains("missing.json"));
    QCOMPARE(editor()->toPlainText(), before);
}

void MapDialogTest::writtenMapsReadBack() {
    const auto plan = m_f->document.plan();
    for (const char* action : {"copy_map_json_action", "copy_map_python_action"}) {
        m_f->child<QAction>(action)->trigger();
        const auto read = parseDeviceMapText(QApplication::clipboard()->text().toStdString());
        QVERIFY(read);
        QVERIFY(read->map.entries() == plan->map.entries());
    }
}

void MapDialogTest::tellsMapsFromModels_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isMap");
    QTest::newRow("map") << "/a/device_map.json" << true;
    QTest::newRow("python") << "/a/map.PY" << true;
    QTest::newRow("tree") << "/a/model.tree.json" << false;
    QTest::newRow("index") << "/a/model.safetensors.index.json" << false;
    QTest::newRow("the guide's index") << "/a/index.json" << false;
    QTest::newRow("config") << "/a/config.json" << false;
    QTest::newRow("weights") << "/a/model.safetensors" << false;
    QTest::newRow("folder") << "/a/gpt2" << false;
}

void MapDialogTest::tellsMapsFromModels() {
    QFETCH(QString, path);
    QFETCH(bool, isMap);
    QCOMPARE(isDeviceMapFile(path), isMap);
}

QTEST_MAIN(MapDialogTest)
#include "tst_map_dialog.moc"
