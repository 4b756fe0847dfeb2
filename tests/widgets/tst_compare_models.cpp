// SPDX-License-Identifier: GPL-3.0-or-later
// Two models side by side, and the card of the open one, by mouse and keyboard.
#include "tests/support/golden_text.h"
#include "tests/widgets/facts_fixture.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/tree/facts_panel.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr const char* kLlama =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 4, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"max_position_embeddings\": 512, "
    "\"torch_dtype\": \"bfloat16\"}";

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
    const QString path = folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

/// A document and the dialog over it on the screen.
struct Fixture {
    Fixture() : theme(qApp, ThemeMode::Light), document(windowDevices("48MiB,48MiB")) {}

    CompareModelsDialog& show() {
        dialog = std::make_unique<CompareModelsDialog>(&document, &dialogs, &theme);
        dialog->show();
        return *dialog;
    }
    template <class Widget>
    Widget* child(const char* name) {
        auto* widget = dialog->findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the dialog has no %s", name);
        }
        return widget;
    }
    /// Chooses by Enter in the side's menu, or in a menu inside it. The offscreen platform cannot
    /// raise a menu's window, so it stays closed.
    static void choose(QMenu* menu, QAction* action) {
        menu->setActiveAction(action);
        QTest::keyClick(menu, Qt::Key_Return);
    }
    void choosePreset(const char* side, const char* name) {
        auto* known = child<QMenu>((QByteArray("compare_models_") + side + "_known").constData());
        for (QAction* family : known->actions()) {
            for (QAction* action : family->menu()->actions()) {
                if (action->text() == QLatin1String(name)) {
                    choose(family->menu(), action);
                    return;
                }
            }
        }
        QFAIL("no such known model");
    }
    void chooseFile(const char* side) {
        auto* menu = child<QMenu>((QByteArray("compare_models_") + side + "_menu").constData());
        choose(menu, child<QAction>((QByteArray("compare_models_") + side + "_file").constData()));
    }
    QString state(const char* name) { return child<SelectableText>(name)->toPlainText(); }
    /// The cells of the row whose first cell is this.
    QStringList row(const char* table, const QString& what) {
        const auto* view = child<QTableView>(table);
        const int row = FactsFixture::rowOf(view, what);
        QStringList cells;
        for (int column = 1; row >= 0 && column < view->model()->columnCount(); ++column) {
            cells.append(FactsFixture::text(view, row, column));
        }
        return cells;
    }

    FixedFileDialogs dialogs;
    Theme theme;
    Document document;
    std::unique_ptr<CompareModelsDialog> dialog;
};

}  // namespace

class CompareModelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }

    void knownModelsSideBySide() {
        Fixture f;
        f.show();
        QVERIFY(f.child<QLabel>("compare_models_missing")->isVisible());
        QVERIFY(!f.child<QTabWidget>("compare_models_tabs")->isVisible());
        f.choosePreset("first", "Llama-3.1-8B");
        f.choosePreset("second", "Llama-3.1-70B");
        QTRY_VERIFY(f.child<QTabWidget>("compare_models_tabs")->isVisible());
        QCOMPARE(f.row("compared_facts", "Layers"),
                 (QStringList{"32", "80", QStringLiteral("+48 (× 2.5)")}));
        QCOMPARE(f.row("compared_facts", "Class"),
                 (QStringList{"LlamaForCausalLM", "LlamaForCausalLM", "same"}));
        QCOMPARE(f.row("compared_facts", "Parameters").first(), QString("8,030,261,248"));
        QCOMPARE(
            f.row("compared_facts", goldenText("window-plan/kv-cache-a-token-bfloat16")).mid(0, 2),
            (QStringList{sizeText(131072), sizeText(327680)}));
        QCOMPARE(
            f.row("compared_facts", goldenText("window-plan/kv-cache-of-131-072-tokens-bfloat16"))
                .first(),
            sizeText(17179869184.0));
        QVERIFY(f.row("compared_facts", goldenText("window-plan/experts-a-layer")).isEmpty());
        QVERIFY2(f.state("compare_models_first_state").startsWith("Llama-3.1-8B: "),
                 qPrintable(f.state("compare_models_first_state")));
    }

    /// A mark and words say what differs, colour says nothing.
    void whatDiffersIsMarked() {
        Fixture f;
        f.show();
        f.choosePreset("first", "Llama-3.1-8B");
        f.choosePreset("second", "Mixtral-8x7B");
        QTRY_VERIFY(f.child<QTabWidget>("compare_models_tabs")->isVisible());
        auto* table = f.child<QTableView>("compared_facts");
        const auto mark = [table](const char* what) {
            const int row = FactsFixture::rowOf(table, what);
            return FactsFixture::text(table, row, 0, FactTableModel::IconNameRole);
        };
        QCOMPARE(mark("Layers"), QString("check"));
        QCOMPARE(mark("Parameters"), QString("compare"));
        QCOMPARE(f.row("compared_facts", goldenText("window-plan/experts-a-layer")),
                 (QStringList{QStringLiteral("–"), "8", "second only"}));
        const int all = table->model()->rowCount();
        QTest::mouseClick(f.child<QCheckBox>("compare_models_different_only"), Qt::LeftButton, {},
                          QPoint(8, 8));
        QVERIFY(table->model()->rowCount() < all);
        QVERIFY(f.row("compared_facts", "Layers").isEmpty());
        QVERIFY(!f.row("compared_facts", "Parameters").isEmpty());
    }

    void classesOfBothModels() {
        Fixture f;
        f.show();
        f.choosePreset("first", "GPT-2 XL");
        f.choosePreset("second", "Llama-3.1-8B");
        QTRY_VERIFY(f.child<QTabWidget>("compare_models_tabs")->isVisible());
        QCOMPARE(f.row("compared_classes", "LlamaRMSNorm").first(), QStringLiteral("–"));
        QCOMPARE(f.row("compared_classes", "LlamaRMSNorm").last(), QString("second only"));
        QCOMPARE(f.row("compared_classes", "Conv1D").last(), QString("first only"));
        QVERIFY(f.row("compared_classes", "Embedding").last().startsWith('+'));
        // What has no parameters of its own is no row.
        QVERIFY(f.row("compared_classes", "GPT2Block").isEmpty());
        QCOMPARE(f.row("compared_types", "bfloat16").last(), QString("second only"));
    }

    void theOpenModelStandsFirst() {
        QTemporaryDir folder;
        Fixture f;
        QVERIFY(openAndWait(f.document, write(folder, "tiny/config.json", kLlama)));
        f.show();
        QCOMPARE(f.dialog->first()->state(), ComparedModel::State::Ready);
        QVERIFY2(f.state("compare_models_first_state").startsWith("tiny/config.json: "),
                 qPrintable(f.state("compare_models_first_state")));
        auto* menu = f.child<QMenu>("compare_models_second_menu");
        f.choose(menu, f.child<QAction>("compare_models_second_open_model"));
        QTRY_COMPARE(f.row("compared_facts", "Layers"), (QStringList{"4", "4", "same"}));
        QTest::mouseClick(f.child<QCheckBox>("compare_models_different_only"), Qt::LeftButton, {},
                          QPoint(8, 8));
        QVERIFY(f.child<QLabel>("compared_facts_empty")->isVisible());
    }

    void whatCannotBeOpenedSaysWhy() {
        QTemporaryDir folder;
        Fixture f;
        f.show();
        const QString path = folder.filePath("a/config.json");
        f.dialogs.answer = path;
        f.chooseFile("second");
        QTRY_COMPARE(f.dialog->second()->state(), ComparedModel::State::Failed);
        QVERIFY2(f.state("compare_models_second_state").contains(path),
                 qPrintable(f.state("compare_models_second_state")));
        auto* again = f.child<QPushButton>("compare_models_second_again");
        QVERIFY(again->isVisible());
        QVERIFY(!f.child<QPushButton>("compare_models_first_again")->isVisible());
        QCOMPARE(write(folder, "a/config.json", kLlama), path);
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_COMPARE(f.dialog->second()->state(), ComparedModel::State::Ready);
        QVERIFY(!again->isVisible());
        // The model stays while another one cannot be opened.
        f.dialogs.answer = folder.filePath("absent");
        f.chooseFile("second");
        QTRY_COMPARE(f.dialog->second()->state(), ComparedModel::State::Failed);
        QCOMPARE(f.dialog->second()->name(), QString("a/config.json"));
        QVERIFY(f.dialog->second()->facts() != nullptr);
        QVERIFY2(f.state("compare_models_second_state").contains("still show a/config.json"),
                 qPrintable(f.state("compare_models_second_state")));
    }

    void openingIsCancelled() {
        QTemporaryDir folder;
        Fixture f;
        f.show();
        f.dialog->first()->openPath(write(folder, "b/config.json", kLlama));
        QCOMPARE(f.dialog->first()->state(), ComparedModel::State::Opening);
        auto* cancel = f.child<QPushButton>("compare_models_first_cancel");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QCOMPARE(f.dialog->first()->state(), ComparedModel::State::Empty);
        QVERIFY(!cancel->isVisible());
        // What the worker still brings is dropped.
        f.choosePreset("second", "Llama-3.1-8B");
        QTRY_COMPARE(f.dialog->second()->state(), ComparedModel::State::Ready);
        QCOMPARE(f.dialog->first()->state(), ComparedModel::State::Empty);
    }

    void aFileIsDropped() {
        QTemporaryDir folder;
        Fixture f;
        f.show();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(write(folder, "c/config.json", kLlama))});
        auto* side = f.child<QWidget>("compare_models_second");
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(side, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(side, &drop);
        QTRY_COMPARE(f.dialog->second()->state(), ComparedModel::State::Ready);
    }

    void tablesAreCopied() {
        Fixture f;
        f.show();
        f.choosePreset("first", "Llama-3.1-8B");
        f.choosePreset("second", "Llama-3.1-70B");
        QTRY_VERIFY(f.child<QTabWidget>("compare_models_tabs")->isVisible());
        auto* menu = f.child<QPushButton>("compare_models_copy")->menu();
        f.choose(menu, f.child<QAction>("compare_models_copy_markdown"));
        const QStringList lines = QApplication::clipboard()->text().split('\n');
        QCOMPARE(lines.value(0),
                 QString("| Property | Llama-3.1-8B | Llama-3.1-70B | Second vs. first |"));
        QCOMPARE(lines.value(1), QString("| --- | ---: | ---: | ---: |"));
        QVERIFY(lines.contains(QStringLiteral("| Layers | 32 | 80 | +48 (× 2.5) |")));
        f.choose(menu, f.child<QAction>("compare_models_copy_csv"));
        const QString csv = QApplication::clipboard()->text();
        QVERIFY2(csv.contains(QStringLiteral("\nLayers,32,80,+48 (× 2.5)\n")), qPrintable(csv));
        QVERIFY(csv.contains("Parameters,\"8,030,261,248\","));
    }

    void modelsKeepTheRules() {
        Fixture f;
        f.show();
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        for (const char* name : {"compared_facts", "compared_types", "compared_classes"}) {
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                f.child<QTableView>(name)->model(),
                QAbstractItemModelTester::FailureReportingMode::QtTest));
        }
        f.choosePreset("first", "BERT-base");
        f.choosePreset("second", "DeepSeek-V3");
        QTRY_VERIFY(f.child<QTabWidget>("compare_models_tabs")->isVisible());
        auto* table = f.child<QTableView>("compared_facts");
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            table->sortByColumn(column, Qt::DescendingOrder);
        }
    }

    void everyControlHasAName() {
        Fixture f;
        f.show();
        f.choosePreset("first", "Llama-3.1-8B");
        f.choosePreset("second", "Llama-3.1-70B");
        QTRY_VERIFY(f.child<QTabWidget>("compare_models_tabs")->isVisible());
        for (const QWidget* widget : f.dialog->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() ||
                widget->objectName().startsWith("qt_")) {
                continue;
            }
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty() ||
                               (button != nullptr && !button->text().isEmpty()) ||
                               qobject_cast<const QTabWidget*>(widget) != nullptr;
            QVERIFY2(named, widget->metaObject()->className());
        }
    }

    void theCardTellsTheModel() {
        QTemporaryDir folder;
        FactsFixture f;
        QVERIFY(openAndWait(f.document, write(folder, "tiny/config.json", kLlama)));
        auto* card = f.child<QWidget>("model_card");
        QVERIFY(card->isVisible());
        QCOMPARE(f.child<QLabel>("model_card_class")->text(),
                 QStringLiteral("LlamaForCausalLM · llama"));
        QCOMPARE(f.child<QLabel>("model_card_layers_value")->text(), QString("4"));
        QCOMPARE(f.child<QLabel>("model_card_heads_value")->text(), QString("4 (2 kv)"));
        QCOMPARE(f.child<QLabel>("model_card_context_value")->text(), QString("512"));
        // 4 layers × 2 × 2 heads × 16 numbers × 2 bytes.
        auto* cache = f.child<QWidget>("model_card_kv");
        QCOMPARE(f.child<QLabel>("model_card_kv_value")->text(), sizeText(512));
        QVERIFY2(cache->toolTip().startsWith(
                     QString(goldenText("window-tree/512-bytes-a-token-in-bfloat16-4"))),
                 qPrintable(cache->toolTip()));
        QVERIFY(
            cache->accessibleName().contains(goldenText("window-plan/kv-cache-a-token-bfloat16")));
        const double bytes = static_cast<double>(f.document.tree()->totalBytes());
        QCOMPARE(f.child<QLabel>("model_card_planned_value")->text(), sizeText(bytes));
        QVERIFY(f.child<QLabel>("model_card_origin")->text().contains("config.json"));
    }

    void theCardFollowsThePlan() {
        QTemporaryDir folder;
        FactsFixture f;
        QVERIFY(openAndWait(f.document, write(folder, "tiny/config.json", kLlama)));
        f.document.edit(SetDtypeEdit{DType::Float32});
        QVERIFY(waitUntilIdle(f.document));
        QTRY_COMPARE(f.child<QLabel>("model_card_kv_value")->text(), sizeText(1024));
        QVERIFY(f.child<QWidget>("model_card_planned")->accessibleName().contains("float32"));
    }

    void unknownModelsHaveNoCard() {
        FactsFixture f;
        QVERIFY(openAndWait(f.document, checkpointFixture("odd.safetensors")));
        QVERIFY(!f.child<QWidget>("model_card")->isVisible());
    }

    void opensFromTheWindow() {
        WindowFixture f("48MiB,48MiB");
        f.window.show();
        auto* action = f.child<QAction>("compare_models_action");
        auto* menu = qobject_cast<QMenu*>(action->associatedObjects().value(0));
        QVERIFY(menu != nullptr);
        Fixture::choose(menu, action);
        QTRY_VERIFY(f.window.findChild<CompareModelsDialog*>() != nullptr);
        auto* dialog = f.window.findChild<CompareModelsDialog*>();
        QVERIFY(dialog->isVisible());
        QTest::mouseClick(dialog->findChild<QPushButton*>("compare_models_close"), Qt::LeftButton);
        QTRY_VERIFY(f.window.findChild<CompareModelsDialog*>() == nullptr);
    }
};

QTEST_MAIN(CompareModelsTest)
#include "tst_compare_models.moc"
