// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a bare config.json: every way to open one, what is said of it, its classes, ties
// and no-split classes, and what is wrong with one.
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/model_config.h"
#include "widgets/load/preflight.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/labels.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kSmall =
    "{\"model_type\": \"llama\", \"architectures\": [\"%1\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 2, \"num_attention_heads\": 4, "
    "\"vocab_size\": 100, \"tie_word_embeddings\": %2}";

QString writeConfig(const QString& folder, const QString& text) {
    QFile file(folder + QStringLiteral("/config.json"));
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0 ? file.fileName()
                                                                            : QString();
}

QString small(const char* name = "LlamaForCausalLM", bool isTied = true) {
    return QString::fromLatin1(kSmall).arg(QLatin1String(name),
                                           QLatin1String(isTied ? "true" : "false"));
}

}  // namespace

class OpenConfigTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_config;

    static bool opened(const WindowFixture& f, const QString& path) {
        return QTest::qWaitFor(
            [&] {
                return f.document.isIdle() && f.document.plan() != nullptr &&
                       f.document.path() == path;
            },
            60000);
    }
    static void show(WindowFixture& f) {
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    }

private Q_SLOTS:
    void init() {
        // As failOnWarnings(); the form is raised, too, which the offscreen platform cannot.
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))")));
        m_folder = std::make_unique<QTemporaryDir>();
        m_config = writeConfig(m_folder->path(), small());
        QVERIFY(!m_config.isEmpty());
    }

    void byDialogDropAndRecentList() {
        WindowFixture f("48MiB,48MiB");
        show(f);
        f.dialogs.answer = m_config;
        f.child<QAction>("open_action")->trigger();
        QVERIFY(opened(f, m_config));
        const QString sample = writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors);
        QVERIFY(openAndWait(f.document, sample));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_config)});
        const QPoint at = f.window.rect().center();
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&f.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&f.window, &drop);
        QVERIFY(drop.isAccepted());
        QVERIFY(opened(f, m_config));
        QVERIFY(openAndWait(f.document, sample));
        auto* recent = f.child<QMenu>("recent_menu");
        Q_EMIT recent->aboutToShow();
        QCOMPARE(recent->actions().front()->toolTip(), m_config);
        recent->actions().front()->trigger();
        QVERIFY(opened(f, m_config));
    }

    void itSaysThatThereAreNoWeights() {
        WindowFixture f("48MiB,48MiB");
        show(f);
        f.window.open()->openPath(m_config);
        QVERIFY(opened(f, m_config));
        const QString folder = QFileInfo(m_config).absoluteDir().dirName();
        QCOMPARE(
            f.window.windowTitle(),
            QString("%1/config.json (from config.json, without weights)[*] — Stowage").arg(folder));
        QVERIFY(
            f.child<QLabel>("model_figures")->text().endsWith("from config.json, without weights"));
        auto* load = f.child<QToolButton>("load_button");
        QVERIFY(!load->isEnabled());
        QVERIFY2(load->toolTip().startsWith(goldenText("window-document/there-is-nothing-to-load")),
                 qPrintable(load->toolTip()));
        QCOMPARE(load->accessibleDescription(), load->toolTip());
        QVERIFY(!f.child<QAction>("load_action")->isEnabled());
        // With weights nothing of it is left.
        const QString sample = writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors);
        f.window.open()->openPath(sample);
        QVERIFY(opened(f, sample));
        QVERIFY(!f.window.windowTitle().contains("no weights"));
        QVERIFY(load->isEnabled());
        QVERIFY(load->accessibleDescription().isEmpty());
    }

    void peaksArePredictedAllTheSame() {
        Document document(windowDevices("48MiB,48MiB"));
        QVERIFY(openAndWait(document, m_config));
        const auto predictions = predictLoads(document.plan(), document.checkpoint(), nullptr, {});
        QCOMPARE(predictions.size(), allLoadMethods().size());
        for (const LoadPrediction& prediction : predictions) {
            QVERIFY2(prediction.problem.empty(), prediction.problem.english().c_str());
            QVERIFY(prediction.device.has_value());
            // All of it lies on one GPU; allocators round up.
            QVERIFY(prediction.allocated >= document.tree()->totalBytes());
        }
    }

    void anotherClassIsChosen() {
        WindowFixture f("48MiB,48MiB");
        show(f);
        f.window.open()->openPath(m_config);
        QVERIFY(opened(f, m_config));
        f.window.tree()->showFacts();
        auto* classes = f.child<QComboBox>("facts_class");
        QVERIFY(classes->isVisible());
        QCOMPARE(classes->currentText(), QString("LlamaForCausalLM"));
        const std::uint64_t causal = f.document.tree()->totalParameters();
        classes->setFocus();
        QTest::keyClick(classes, Qt::Key_Down);
        QTRY_COMPARE(f.document.tree()->nodes().front().className, std::string("LlamaModel"));
        QVERIFY(f.document.isIdle());
        QCOMPARE(f.document.openOptions().className, std::string("LlamaModel"));
        QCOMPARE(classes->currentText(), QString("LlamaModel"));
        // Tied, the head costs nothing.
        QCOMPARE(f.document.tree()->totalParameters(), causal);
        classes->setFocus();
        QTest::keyClick(classes, Qt::Key_Up);
        QTRY_COMPARE(f.document.tree()->nodes().front().className, std::string("LlamaForCausalLM"));
        // Its own class is no choice.
        QCOMPARE(f.document.openOptions().className, std::string());
    }

    void tiesComeFromTheFile_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("tied") << small()
                              << goldenText("window-document/because-tie-word-embeddings-is-on");
        QTest::newRow("apart") << small("LlamaForCausalLM", false)
                               << goldenText("window-document/none-tie-word-embeddings-is-off-in");
        QTest::newRow("no head") << small("LlamaModel")
                                 << goldenText("window-document/no-head-to-tie");
        QTest::newRow("never") << QString(
                                      "{\"model_type\": \"raschka-gpt2\", \"emb_dim\": 48, "
                                      "\"vocab_size\": 100, \"n_layers\": 1}")
                               << goldenText("window-document/none-as-in-every-raschka-gpt2");
    }
    void tiesComeFromTheFile() {
        QFETCH(QString, text);
        QFETCH(QString, said);
        WindowFixture f("48MiB,48MiB");
        show(f);
        const QString path = writeConfig(m_folder->path(), text);
        f.window.open()->openPath(path);
        QVERIFY(opened(f, path));
        f.window.tree()->showFacts();
        const QString line = f.child<SelectableText>("facts_ties")->toPlainText();
        QVERIFY2(line.contains(said), qPrintable(line));
    }

    void sizesAreEdited() {
        WindowFixture f("48MiB,48MiB");
        show(f);
        f.window.open()->openPath(m_config);
        QVERIFY(opened(f, m_config));
        f.window.tree()->showFacts();
        QTest::mouseClick(f.child<QPushButton>("facts_edit_sizes"), Qt::LeftButton);
        auto* layers = f.child<QLineEdit>("new_model_field_num_hidden_layers");
        QCOMPARE(layers->text(), QString("2"));
        layers->selectAll();
        QTest::keyClicks(layers, "3");
        QTest::keyClick(layers, Qt::Key_Return);
        QTRY_VERIFY(f.document.isIdle() && Document::isTypedPath(f.document.path()));
        QVERIFY(f.document.tree()->findModule("model.layers.2").has_value());
        QVERIFY(f.document.displayName().endsWith(", changed"));
    }

    void noSplitClassesSayWhereTheyComeFrom() {
        WindowFixture f("48MiB,48MiB");
        show(f);
        f.window.open()->openPath(m_config);
        QVERIFY(opened(f, m_config));
        auto* origin = f.child<QLabel>("no_split_origin");
        auto* own = f.child<QPushButton>("no_split_own");
        auto* combo = f.child<QComboBox>("no_split_combo");
        QCOMPARE(combo->currentText(), QString("LlamaDecoderLayer"));
        QCOMPARE(origin->text(), QString("No-split classes: from llama's definition"));
        QVERIFY(!own->isVisible());
        combo->lineEdit()->selectAll();
        QTest::keyClicks(combo->lineEdit(), "LlamaMLP");
        QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
        QTRY_COMPARE(f.document.plan()->noSplitClasses(), std::vector<std::string>{"LlamaMLP"});
        QCOMPARE(origin->text(), QString(goldenText("window-plan/no-split-classes-set-by-hand")));
        QVERIFY(own->isVisible());
        QTest::mouseClick(own, Qt::LeftButton);
        QTRY_COMPARE(f.document.plan()->noSplitClasses(),
                     std::vector<std::string>{"LlamaDecoderLayer"});
        QCOMPARE(origin->text(), QString("No-split classes: from llama's definition"));
        QVERIFY(!own->isVisible());
    }

    void anUnknownClassHasAWayOut() {
        WindowFixture f("48MiB,48MiB");
        show(f);
        const QString path = writeConfig(m_folder->path(), small("LlamaForNothing"));
        f.window.open()->openPath(path);
        auto* card = f.window.tree()->panel()->errorCard();
        QTRY_VERIFY(card->isShown());
        QCOMPARE(f.child<SelectableText>("open_error_key")->toPlainText(),
                 QString("architectures"));
        QCOMPARE(f.child<SelectableText>("open_error_file")->toPlainText(), path);
        auto* classes = f.child<QComboBox>("open_error_class");
        QVERIFY(classes->isVisible());
        QCOMPARE(classes->currentText(), QString("LlamaForCausalLM"));
        QTest::mouseClick(f.child<QPushButton>("open_error_open_class"), Qt::LeftButton);
        QVERIFY(opened(f, path));
        QCOMPARE(f.document.tree()->nodes().front().className, std::string("LlamaForCausalLM"));
        QVERIFY(!card->isShown());
    }

    void whatIsWrongIsSaidInPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("said");
        QTest::newRow("family") << QString("{\"model_type\": \"unheard_of\"}") << "model_type"
                                << ".tree.json";
        QTest::newRow("no family") << QString("{\"architectures\": [\"X\"]}") << "model_type"
                                   << ".tree.json";
        QTest::newRow("number") << QString("{\"model_type\": \"llama\", \"hidden_size\": -4}")
                                << "hidden_size" << goldenText("model/a-whole-number");
        QTest::newRow("deep") << QString(
                                     "{\"model_type\": \"llama\", "
                                     "\"num_hidden_layers\": 1000000000}")
                              << "num_hidden_layers"
                              << "1024";
    }
    void whatIsWrongIsSaidInPlace() {
        QFETCH(QString, text);
        QFETCH(QString, key);
        QFETCH(QString, said);
        WindowFixture f("48MiB,48MiB");
        show(f);
        const QString path = writeConfig(m_folder->path(), text);
        f.window.open()->openPath(path);
        QTRY_VERIFY(f.window.tree()->panel()->errorCard()->isShown());
        QCOMPARE(f.child<SelectableText>("open_error_key")->toPlainText(), key);
        QCOMPARE(f.child<SelectableText>("open_error_file")->toPlainText(), path);
        const QString sentence = f.child<SelectableText>("open_error_sentence")->toPlainText();
        QVERIFY2(sentence.contains(said), qPrintable(sentence));
        QVERIFY(!f.child<QComboBox>("open_error_class")->isVisible());
        QVERIFY(f.document.plan() == nullptr);
    }
};

QTEST_MAIN(OpenConfigTest)
#include "tst_open_config.moc"
