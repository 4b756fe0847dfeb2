// SPDX-License-Identifier: GPL-3.0-or-later
// The page on the open model, by mouse and keyboard, over real files.
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/facts_fixture.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/tree/tree_feature.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace stowage;
using namespace stowage::test;

class ModelFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void emptyAtFirst();
    void saysWhatTheModelIs();
    void saysHowTheWeightsAreQuantised();
    void classesAddUp();
    void sortsByBytes();
    void aClassSelectsItsModules();
    void manyModulesAreFiltered();
    void theLargestTensorIsSelectedByKeyboard();
    void filesOfAFolder();
    void tiedNames();
    void copiesRows();
    void sentencesKeepFiguresWhole();
    void notesAreSentences();
    void modelsKeepTheRules();
    void everyControlHasAName();
    void fitsANarrowDock();
    void opensFromTheWindow();

private:
    QTemporaryDir m_folder;
    QString m_sample;
};

void ModelFactsTest::initTestCase() {
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void ModelFactsTest::emptyAtFirst() {
    FactsFixture f;
    QVERIFY(f.child<QLabel>("facts_empty")->isVisible());
    QVERIFY(!f.child<QTabWidget>("facts_tabs")->isVisible());
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(!f.child<QLabel>("facts_empty")->isVisible());
    QVERIFY(f.child<QTabWidget>("facts_tabs")->isVisible());
}

void ModelFactsTest::saysWhatTheModelIs() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    QCOMPARE(f.line("facts_name"), QString("gpt2/model.pth"));
    QCOMPARE(f.line("facts_source"), m_sample);
    QVERIFY2(f.line("facts_format").startsWith("PyTorch zip"), qPrintable(f.line("facts_format")));
    QVERIFY2(f.line("facts_recognised").contains("GPT2LMHeadModel, as described in config.json"),
             qPrintable(f.line("facts_recognised")));
    const ModuleTree& tree = *f.document.tree();
    const QString totals = f.line("facts_totals");
    QVERIFY2(totals.contains(sizeText(static_cast<double>(tree.totalBytes()))), qPrintable(totals));
    QVERIFY2(totals.contains(countText(f.document.checkpoint()->tensors.size()) + " tensors"),
             qPrintable(totals));
    const auto size = static_cast<double>(QFileInfo(m_sample).size());
    QVERIFY2(f.line("facts_files_words").contains("1 file, " + sizeText(size)),
             qPrintable(f.line("facts_files_words")));
    // A tree from names says so instead.
    QVERIFY(openAndWait(f.document, checkpointFixture("odd.safetensors")));
    QVERIFY2(f.line("facts_recognised")
                 .startsWith(goldenText("window-document/not-recognised-a-tree-from-names")),
             qPrintable(f.line("facts_recognised")));
}

void ModelFactsTest::saysHowTheWeightsAreQuantised() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    QCOMPARE(f.line("facts_declared"), QString());
    const QString path = m_folder.filePath("fp8/config.json");
    QVERIFY(QDir().mkpath(m_folder.filePath("fp8")));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"model_type": "qwen3", "hidden_size": 4096, "num_hidden_layers": 36,
                   "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
                   "intermediate_size": 12288, "vocab_size": 151936, "torch_dtype": "bfloat16",
                   "tie_word_embeddings": false,
                   "quantization_config": {"quant_method": "fp8",
                                           "weight_block_size": [128, 128]}})");
    file.close();
    QVERIFY(openAndWait(f.document, path));
    // The published Qwen3-8B-FP8 has 8.79 GiB of weights.
    QVERIFY2(f.line("facts_declared").contains("fp8") &&
                 f.line("facts_declared").contains(sizeText(8.79 * 1024 * 1024 * 1024)),
             qPrintable(f.line("facts_declared")));
}

void ModelFactsTest::classesAddUp() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    auto* table = f.goTo(FactsPanel::Page::Classes);
    QVERIFY(table->isVisible());
    double shares = 0;
    int modules = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        shares += table->model()->index(row, 4).data(FactTableModel::ShareRole).toDouble();
        modules += f.text(table, row, 1).toInt();
    }
    QVERIFY2(std::abs(shares - 1) < 1e-9, qPrintable(QString::number(shares)));
    QCOMPARE(modules, static_cast<int>(f.document.tree()->nodes().size()));
    const int block = f.rowOf(table, "GPT2Block");
    QVERIFY(block >= 0);
    QCOMPARE(f.text(table, block, 1), QString("6"));
    QCOMPARE(table->model()->index(block, 0).data(FactTableModel::IconNameRole).toString(),
             QString("no_split"));
    const ModuleId first = *f.document.tree()->findModule("transformer.h.0");
    const auto bytes = static_cast<double>(f.document.tree()->node(first).subtreeBytes);
    QCOMPARE(f.text(table, block, 5), sizeText(bytes));
    QCOMPARE(f.text(table, block, 5, Qt::ToolTipRole), exactBytesText(bytes));
}

void ModelFactsTest::sortsByBytes() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    auto* table = f.goTo(FactsPanel::Page::Classes);
    const QString largest = f.text(table, 0, 0);
    QHeaderView* head = table->horizontalHeader();
    const auto clickHead = [head](int column) {
        const QPoint at(head->sectionViewportPosition(column) + 10, head->height() / 2);
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
    };
    clickHead(3);
    QVERIFY(f.text(table, 0, 0) != largest);
    QCOMPARE(f.text(table, table->model()->rowCount() - 1, 0), largest);
    clickHead(3);
    QCOMPARE(f.text(table, 0, 0), largest);
    // By name as people count.
    auto* tensors = f.goTo(FactsPanel::Page::Largest);
    tensors->sortByColumn(0, Qt::AscendingOrder);
    QStringList names;
    for (int row = 0; row < tensors->model()->rowCount(); ++row) {
        names.append(f.text(tensors, row, 0));
    }
    const auto second = names.indexOf("transformer.h.2.mlp.c_fc.weight");
    const auto fifth = names.indexOf("transformer.h.5.mlp.c_fc.weight");
    QVERIFY2(second >= 0 && second < fifth, qPrintable(names.join('\n')));
}

void ModelFactsTest::aClassSelectsItsModules() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    auto* table = f.goTo(FactsPanel::Page::Classes);
    f.click(table, f.rowOf(table, "LayerNorm"));
    QCOMPARE(f.document.selection().size(), std::size_t{13});
    for (const ModuleId module : f.document.selection()) {
        QCOMPARE(f.document.tree()->node(module).className, std::string("LayerNorm"));
    }
}

void ModelFactsTest::manyModulesAreFiltered() {
    // 1,200 modules of one class are shown by a filter, and nothing is selected.
    FactsFixture f;
    QByteArray children;
    for (int i = 0; i < 1200; ++i) {
        children += (i == 0 ? "" : ",") + QByteArray("{\"name\":\"") + QByteArray::number(i) +
                    "\",\"class\":\"Linear\",\"params\":[{\"name\":\"weight\",\"shape\":[2],"
                    "\"dtype\":\"float32\"}]}";
    }
    const QString path = f.folder.filePath("many.tree.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "{\"format\":\"stowage.tree\",\"version\":1,\"tree\":{"
        "\"name\":\"\",\"class\":\"Many\",\"children\":[" +
        children + "]}}");
    file.close();
    QVERIFY2(openAndWait(f.document, path), "the tree does not open");
    QSignalSpy filters(&f.panel, &FactsPanel::filterRequested);
    QSignalSpy notices(&f.panel, &FactsPanel::notice);
    auto* table = f.goTo(FactsPanel::Page::Classes);
    f.click(table, f.rowOf(table, "Linear"));
    QCOMPARE(filters.count(), 1);
    QCOMPARE(filters[0][0].toString(), QString("class:Linear"));
    QVERIFY(notices[0][0].toString().startsWith("The filter class:Linear shows 1,200 modules"));
    QVERIFY(f.document.selection().empty());
}

void ModelFactsTest::theLargestTensorIsSelectedByKeyboard() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    auto* table = f.goTo(FactsPanel::Page::Largest);
    QCOMPARE(f.text(table, 0, 0), QString("transformer.wte.weight"));
    // Shape, size, file and place, as in the file.
    const auto& tensors = f.document.checkpoint()->tensors;
    const auto stored =
        std::ranges::find(tensors, std::string("transformer.wte.weight"), &StoredTensor::name);
    QCOMPARE(f.text(table, 0, 2), QString("2000 × 256"));
    QCOMPARE(f.text(table, 0, 3, Qt::ToolTipRole), exactBytesText(2000.0 * 256 * 4));
    QCOMPARE(f.text(table, 0, 5), QString("model.pth"));
    QCOMPARE(f.text(table, 0, 6), countText(stored->location.offset));
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(f.document.selectedPaths(), std::vector<std::string>{"transformer.wte"});
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(f.document.selectedPaths() != std::vector<std::string>{"transformer.wte"});
}

void ModelFactsTest::filesOfAFolder() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, checkpointFixture("gpt2-tiny-shards")));
    auto* table = f.goTo(FactsPanel::Page::Files);
    QCOMPARE(table->model()->rowCount(), 3);
    QCOMPARE(f.text(table, 0, 0), QString("model-00001-of-00003.safetensors"));
    QCOMPARE(f.text(table, 0, 0, Qt::ToolTipRole),
             checkpointFixture("gpt2-tiny-shards/model-00001-of-00003.safetensors"));
    int tensors = 0;
    for (int row = 0; row < 3; ++row) {
        tensors += f.text(table, row, 1).toInt();
        const auto size = QFileInfo(f.text(table, row, 0, Qt::ToolTipRole)).size();
        QCOMPARE(f.text(table, row, 2, Qt::ToolTipRole), exactBytesText(static_cast<double>(size)));
    }
    QCOMPARE(tensors, static_cast<int>(f.document.checkpoint()->tensors.size()));
    // A file selects the modules whose tensors lie in it.
    f.click(table, 1);
    QVERIFY(!f.document.selection().empty());
    for (const StoredTensor& tensor : f.document.checkpoint()->tensors) {
        const auto id = f.document.tree()->findTensor(tensor.name);
        if (tensor.location.shard == 1 && id) {
            QVERIFY(f.document.isSelected(f.document.tree()->tensor(*id).module));
        }
    }
}

void ModelFactsTest::tiedNames() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    auto* table = f.goTo(FactsPanel::Page::Tied);
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(f.text(table, 0, 0), QString("transformer.wte.weight"));
    QCOMPARE(f.text(table, 0, 1), QString("lm_head.weight"));
    f.click(table, 0);
    QCOMPARE(f.document.selectedPaths(), (std::vector<std::string>{"transformer.wte", "lm_head"}));
    QVERIFY(openAndWait(f.document, checkpointFixture("raschka-tiny.safetensors")));
    QVERIFY(!table->isVisible());
    QCOMPARE(f.child<QLabel>("facts_tied_empty")->text(),
             QString(goldenText("window-tree/no-two-names-share-a-tensor")));
}

void ModelFactsTest::copiesRows() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    auto* table = f.goTo(FactsPanel::Page::Types);
    table->setFocus();
    table->selectAll();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.startsWith("float32\t"), qPrintable(copied));
    QCOMPARE(copied.count('\t'), table->model()->columnCount() - 1);
    auto* view = qobject_cast<FactTableView*>(table->parentWidget()->parentWidget());
    QVERIFY(view != nullptr);
    QVERIFY2(view->allText().startsWith("Type\tTensors\t"), qPrintable(view->allText()));
    // The summary is text, too.
    auto* source = f.child<SelectableText>("facts_source");
    source->setFocus();
    source->selectAll();
    QTest::keyClick(source, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), m_sample);
    // In its lines a number and its unit stay together; copied, there is a space between them.
    auto* totals = f.child<SelectableText>("facts_totals");
    QVERIFY(totals->document()->toRawText().contains(QChar(QChar::Nbsp)));
    QVERIFY(!totals->toPlainText().contains(QChar(QChar::Nbsp)));
    totals->setFocus();
    totals->selectAll();
    QTest::keyClick(totals, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), totals->toPlainText());
    QCOMPARE(unbrokenFigures(QStringLiteral("1.50 GiB of 24 blocks, 12 %, 3 ms")),
             QStringLiteral("1.50\u00a0GiB of 24 blocks, 12\u00a0%, 3\u00a0ms"));
    QCOMPARE(unbrokenFigures(QStringLiteral("on GPU 2, which")),
             QStringLiteral("on GPU\u00a02, which"));
    QCOMPARE(unbrokenFigures(QStringLiteral("2 次 (6.0 KiB)")),
             QStringLiteral("2\u00a0次 (6.0\u00a0KiB)"));
    QCOMPARE(unbrokenFigures(QStringLiteral("الاحتفاظ بـ 27")),
             QStringLiteral("الاحتفاظ بـ\u00a027"));
}

/// Also those that can be selected, which Japanese would part at any place.
void ModelFactsTest::sentencesKeepFiguresWhole() {
    QWidget window;
    QLabel* label = makeSentence(&window, "sentence", window.font());
    const QString text = QStringLiteral("不足 74.0 MiB");
    label->setText(text);
    window.show();
    // Without room for the unit, the figure goes into the next line with it.
    label->resize(label->fontMetrics().horizontalAdvance(text) - 4, 200);
    label->grab();
    QVERIFY(label->heightForWidth(label->width()) > 2 * label->fontMetrics().height() - 4);
    const auto* document = label->findChild<QTextDocument*>();
    QVERIFY(document != nullptr);
    const QTextLayout* lines = document->firstBlock().layout();
    QCOMPARE(lines->lineCount(), 2);
    QCOMPARE(lines->lineAt(0).textLength(), 3);
    // It is said and copied as it was set.
    QCOMPARE(label->text(), text);
    label->setSelection(0, static_cast<int>(text.size()));
    label->setFocus();
    QTest::keyClick(label, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), text);
    // Another text takes its place.
    label->setText(QStringLiteral("1.0 GiB"));
    label->grab();
    QCOMPARE(document->toPlainText(), QStringLiteral("1.0 GiB"));
    QVERIFY(document->toRawText().contains(QChar(QChar::Nbsp)));
}

void ModelFactsTest::notesAreSentences() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    f.goTo(FactsPanel::Page::Notes);
    QVERIFY(f.child<QLabel>("facts_notes_empty")->isVisible());
    // An odd but readable archive: bytes of a view with strides of its own.
    const QString path = f.folder.filePath("views.pth");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(torchFile(
        pickleDict(pickleText("wide") + pickleTensor({.shape = {5, 4}, .strides = {0, 1}})))));
    file.close();
    QVERIFY(openAndWait(f.document, path));
    auto* table = f.table("facts_notes");
    QVERIFY(table->isVisible());
    const int last = table->model()->rowCount() - 1;
    QVERIFY(f.text(table, last, 0).startsWith(goldenText("window-tree/1-tensor-is-a-view")));
    // Whole sentences, in as many lines as it takes.
    const int line = table->rowHeight(last);
    f.panel.resize(320, 600);
    QTRY_VERIFY2(table->rowHeight(last) >= 2 * line - 8,
                 qPrintable(QString::number(table->rowHeight(last))));
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(table->model()->rowCount(),
             static_cast<int>(f.document.checkpoint()->warnings.size()) + 1);
}

void ModelFactsTest::modelsKeepTheRules() {
    FactsFixture f;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
    for (const char* name : kFactTables) {
        QAbstractItemModel* model = f.table(name)->model();
        testers.push_back(std::make_unique<QAbstractItemModelTester>(
            model, QAbstractItemModelTester::FailureReportingMode::QtTest));
    }
    for (const char* name :
         {"gpt2-tiny-shards", "nested-torch2.15.pth", "per-tensor", "tiny.gguf"}) {
        QVERIFY(openAndWait(f.document, checkpointFixture(name)));
        for (const char* table : kFactTables) {
            QTableView* view = f.table(table);
            for (int column = 0; column < view->model()->columnCount(); ++column) {
                view->sortByColumn(column, Qt::DescendingOrder);
                view->sortByColumn(column, Qt::AscendingOrder);
            }
        }
    }
}

void ModelFactsTest::everyControlHasAName() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    for (const QWidget* widget : f.panel.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->parentWidget() == nullptr ||
            widget->objectName().startsWith("qt_") || !widget->isVisible()) {
            continue;
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() ||
                           (button != nullptr && !button->text().isEmpty()) ||
                           qobject_cast<const QTabWidget*>(widget) != nullptr;
        QVERIFY2(named, widget->metaObject()->className());
    }
}

void ModelFactsTest::fitsANarrowDock() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.panel.minimumSizeHint().width() <= 320);
    f.panel.resize(320, 700);
    QCoreApplication::processEvents();
    auto* summary = f.child<QWidget>("facts_summary");
    auto* tabs = f.child<QTabWidget>("facts_tabs");
    QVERIFY(summary->geometry().bottom() < tabs->geometry().top());
    QVERIFY(tabs->width() <= f.panel.width());
    // Every tab can be reached, though not all of them fit.
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QVERIFY(tabs->tabBar()->tabRect(tab).intersects(tabs->tabBar()->rect()));
    }
    f.panel.resize(1080, 300);
    QCoreApplication::processEvents();
    QVERIFY(summary->geometry().right() < tabs->geometry().left());
}

void ModelFactsTest::opensFromTheWindow() {
    WindowFixture f("48MiB,48MiB");
    f.window.show();
    QVERIFY(!f.child<QWidget>("model_facts_button")->isEnabled());
    QVERIFY(openAndWait(f.document, m_sample));
    auto* panel = f.window.tree()->facts();
    // Behind the charts a dock counts as visible, but nothing of it is.
    QVERIFY(panel->visibleRegion().isEmpty());
    QTest::mouseClick(f.child<QWidget>("model_facts_button"), Qt::LeftButton);
    QTRY_VERIFY(!panel->visibleRegion().isEmpty());
    f.child<QDockWidget>("facts_dock")->close();
    QTRY_VERIFY(!panel->isVisible());
    QTest::keyClick(f.window.windowHandle(), Qt::Key_I, Qt::ControlModifier);
    QTRY_VERIFY(panel->isVisible());
}

QTEST_MAIN(ModelFactsTest)
#include "tst_model_facts.moc"
