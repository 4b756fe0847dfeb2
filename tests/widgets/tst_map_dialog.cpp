// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/export_text.h"
#include "engine/plan/map/device_map_text.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
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
    void importsOtherEnginesSettings_data();
    void importsOtherEnginesSettings();
    void importsTheWorkOfSettings();
    void saysWhatIsWrongWithSettings();
    void readsSettingsAsTheChosenEngines();
    void importsWhatIsExported_data();
    void importsWhatIsExported();
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

void MapDialogTest::importsOtherEnginesSettings_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("engine");
    QTest::addColumn<int>("onGpu0");  ///< blocks of the six
    QTest::newRow("vllm") << "VLLM_PP_LAYER_PARTITION=2,4"
                          << "vLLM" << 2;
    QTest::newRow("sglang") << "SGLANG_PP_LAYER_PARTITION=5,1"
                            << "SGLang" << 5;
    QTest::newRow("llama.cpp") << "llama-server -ngl 99 -ts 1,0 -ot \"blk\\.[4-5]\\.=CUDA1\""
                               << "llama.cpp" << 4;
    QTest::newRow("megatron") << "Et*2|t*4L"
                              << "Megatron-LM" << 2;
    QTest::newRow("torch") << "split_spec = {\"transformer.h.3\": SplitPoint.BEGINNING}"
                           << "torch.distributed.pipelining" << 3;
}

/// Typed, recognised by its words, shown before it is taken, and one step to undo.
void MapDialogTest::importsOtherEnginesSettings() {
    QFETCH(QString, text);
    QFETCH(QString, engine);
    QFETCH(int, onGpu0);
    QTest::keyClick(&m_f->window, Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(dialog() != nullptr && dialog()->isVisible());
    QTest::keyClicks(editor(), text);
    QTRY_VERIFY(isChecked() && dialog()->check()->plan != nullptr);
    QCOMPARE(inDialog<QComboBox>("map_from")->currentText(),
             engine + goldenText("window-plan/by-its-words"));
    const QString figures = inDialog<QLabel>("map_figures")->text();
    QVERIFY2(figures.startsWith("Settings of " + engine + " · "), qPrintable(figures));
    const auto* places = inDialog<FigureTable>("map_places");
    QCOMPARE(places->rows().size(), dialog()->check()->plan->placements.size());
    std::size_t modules = 0;
    for (const auto& [device, count] : dialog()->check()->modules) {
        modules += count;
    }
    const auto withTensors =
        std::ranges::count_if(m_f->document.tree()->nodes(),
                              [](const ModuleNode& node) { return node.ownTensorCount > 0; });
    QCOMPARE(static_cast<std::ptrdiff_t>(modules), withTensors);
    QTest::keyClick(inDialog<QPushButton>("map_apply"), Qt::Key_Space);
    QVERIFY(waitUntilIdle(m_f->document));
    QCOMPARE(m_f->document.undoStack()->count(), 1);
    QCOMPARE(m_f->document.undoStack()->undoText(), "Import from " + engine);
    int lie = 0;
    for (int layer = 0; layer < 6; ++layer) {
        const auto module =
            m_f->document.tree()->findModule("transformer.h." + std::to_string(layer));
        lie += m_f->document.plan()->deviceOf(*module) == DeviceId::gpu(0) ? 1 : 0;
    }
    QCOMPARE(lie, onGpu0);
    m_f->document.undoStack()->undo();
    QCOMPARE(m_f->document.plan()->request.strategy, Strategy::Auto);
}

/// The verdict is that of the work, and the work comes with the placement as one step.
void MapDialogTest::importsTheWorkOfSettings() {
    m_f->window.plan()->pasteMap(
        "VLLM_PP_LAYER_PARTITION=2,4 vllm serve org/another --max-model-len 64");
    QTRY_VERIFY(isChecked() && dialog()->check()->plan != nullptr);
    QVERIFY2(inDialog<QLabel>("map_state")
                 ->text()
                 .startsWith(goldenText("window-plan/does-not-fit-under-vllm")),
             qPrintable(inDialog<QLabel>("map_state")->text()));
    const QString figures = inDialog<QLabel>("map_figures")->text();
    QVERIFY2(figures.contains("1 warning"), qPrintable(figures));
    QTest::keyClick(inDialog<QPushButton>("map_apply"), Qt::Key_Space);
    QVERIFY(waitUntilIdle(m_f->document));
    QCOMPARE(m_f->document.undoStack()->count(), 1);
    const auto& work = m_f->document.plan()->request.workload;
    QVERIFY(work && work->engine == "vllm" && work->context == 64);
    m_f->document.undoStack()->undo();
    QVERIFY(!m_f->document.plan()->request.workload);
    // A placement alone leaves the work as it is.
    m_f->window.plan()->pasteMap("VLLM_PP_LAYER_PARTITION=2,4");
    QTRY_VERIFY(isChecked() && dialog()->check()->plan != nullptr);
    QVERIFY(!dialog()->check()->plan->request.workload);
}

void MapDialogTest::saysWhatIsWrongWithSettings() {
    m_f->window.plan()->pasteMap("VLLM_PP_LAYER_PARTITION=2,3");
    QTRY_VERIFY(isChecked());
    QVERIFY(dialog()->check()->error.has_value());
    const QString said = inDialog<QLabel>("map_state")->text();
    QVERIFY2(said.contains("6") && said.contains("5"), qPrintable(said));
    QCOMPARE(inDialog<QComboBox>("map_from")->currentText(),
             QString(goldenText("window-plan/vllm-by-its-words")));
    QVERIFY(!inDialog<QPushButton>("map_apply")->isEnabled());
    QVERIFY(!inDialog<FigureTable>("map_places")->isVisible());
}

/// Whatever its words tell.
void MapDialogTest::readsSettingsAsTheChosenEngines() {
    m_f->window.plan()->pasteMap({});
    QTest::keyClicks(editor(), "--tensor-split 4,2");
    QTRY_VERIFY(isChecked());
    auto* from = inDialog<QComboBox>("map_from");
    QCOMPARE(from->currentText(), QString(goldenText("window-plan/llama-cpp-by-its-words")));
    from->setFocus();
    QTest::keyClicks(from, "SG");
    QTRY_VERIFY(isChecked() && dialog()->check()->engine->id == "sglang");
    QCOMPARE(from->currentText(), QString("SGLang"));
}

void MapDialogTest::importsWhatIsExported_data() {
    QTest::addColumn<QString>("engine");
    for (const ExportTarget& target : exportTargets()) {
        if (target.read != nullptr && target.id != "ollama" && target.id != "exllama") {
            QTest::newRow(std::string(target.id).c_str())
                << QString::fromStdString(std::string(target.id));
        }
    }
}

/// What Plan > Export… shows is taken as it is.
void MapDialogTest::importsWhatIsExported() {
    QFETCH(QString, engine);
    m_f->document.edit(SetMapEdit{DeviceMap({{"transformer.wte", DeviceId::gpu(0)},
                                             {"transformer.wpe", DeviceId::gpu(0)},
                                             {"transformer.h", DeviceId::gpu(1)},
                                             {"transformer.h.0", DeviceId::gpu(0)},
                                             {"transformer.h.1", DeviceId::gpu(0)},
                                             {"transformer.ln_f", DeviceId::gpu(1)},
                                             {"lm_head", DeviceId::gpu(1)}})});
    QVERIFY(waitUntilIdle(m_f->document));
    const auto plan = m_f->document.plan();
    const auto exported = exportPlan(engine.toStdString(), {plan, m_f->document.checkpoint(), {}});
    QVERIFY2(exported, exported ? "" : exported.error().message.english().c_str());
    m_f->window.plan()->pasteMap(
        QString::fromStdString(exportToShell(*exported, ShellFiles::InText)));
    QTRY_VERIFY(isChecked());
    const auto& check = *dialog()->check();
    QVERIFY2(check.plan != nullptr, check.error ? check.error->message.english().c_str() : "");
    QVERIFY(check.engine != nullptr);
    QCOMPARE(QString::fromStdString(std::string(check.engine->id)), engine);
    for (const char* path : {"transformer.h.0", "transformer.h.1", "transformer.h.2"}) {
        const auto module = *m_f->document.tree()->findModule(path);
        QCOMPARE(check.plan->deviceOf(module), plan->deviceOf(module));
    }
}

void MapDialogTest::takesStrategiesAndLimits() {
    m_f->window.plan()->pasteMap("model = load(device_map=\"sequential\")");
    QTRY_VERIFY(isChecked());
    QVERIFY(inDialog<QLabel>("map_figures")
                ->text()
                .contains(goldenText("plan/use-the-strategy-sequential")));
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
    QCOMPARE(comparison.name(), QString(goldenText("window-plan/the-imported-placement")));
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
    QTRY_COMPARE(editor()->toPlainText(), QString(kGoodMap));
    QTRY_VERIFY(inDialog<QPushButton>("map_apply")->isEnabled());
    // On the field itself, too: the file is read, its name is no text.
    editor()->clear();
    QDropEvent onField(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(editor()->viewport(), &enter);
    QApplication::sendEvent(editor()->viewport(), &onField);
    QTRY_COMPARE(editor()->toPlainText(), QString(kGoodMap));
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
    QTRY_VERIFY(inDialog<QLabel>("map_state")->text().contains("missing.json"));
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
    QTest::newRow("YAML") << "/a/config.yml" << true;
    QTest::newRow("Modelfile") << "/a/Modelfile.gpu" << true;
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
