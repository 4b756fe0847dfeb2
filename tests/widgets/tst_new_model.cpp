// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a new model, typed and clicked through: figures, faults beside their fields, opening,
// saving, and that nothing typed is lost.
#include "engine/model/architecture_file.h"
#include "engine/model/pretrained_models.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/model_config.h"
#include "widgets/open/new_model_dialog.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/labels.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

/// The form over a window, shown by its key.
class FormFixture {
public:
    FormFixture() : f("48MiB,48MiB") {
        f.window.show();
        shown = QTest::qWaitForWindowExposed(&f.window);
        QTest::keyClick(f.window.windowHandle(), Qt::Key_N, Qt::ControlModifier);
        form = f.window.findChild<NewModelDialog*>();
    }
    template <class Widget>
    Widget* child(const QString& name) const {
        auto* widget = form->findChild<Widget*>(name);
        if (widget == nullptr) {
            qFatal("the form has no %s", qPrintable(name));
        }
        return widget;
    }
    [[nodiscard]] QLineEdit* field(const char* name) const {
        return child<QLineEdit>(QStringLiteral("new_model_field_") + QLatin1String(name));
    }
    void type(const char* name, const QString& text) const {
        QLineEdit* line = field(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    /// Chooses an item of a list by the keyboard, as a person does.
    void choose(const char* name, const QString& text) const {
        auto* combo = child<QComboBox>(QLatin1String(name));
        const int row = combo->findText(text);
        QVERIFY2(row >= 0, qPrintable(text));
        combo->setFocus();
        while (combo->currentIndex() != row) {
            const int before = combo->currentIndex();
            QTest::keyClick(combo, combo->currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
            QVERIFY(combo->currentIndex() != before);
        }
    }
    [[nodiscard]] bool isChecked() const {
        return QTest::qWaitFor([this] { return !form->isChecking(); }, 60000);
    }
    [[nodiscard]] QString figures() const {
        return child<QLabel>(QStringLiteral("new_model_figures"))->text();
    }
    [[nodiscard]] QString details() const {
        return child<QLabel>(QStringLiteral("new_model_details"))->text();
    }
    void click(const char* name) const {
        QTest::mouseClick(child<QPushButton>(QLatin1String(name)), Qt::LeftButton);
    }

    WindowFixture f;
    NewModelDialog* form = nullptr;
    bool shown = false;
};

}  // namespace

class NewModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As failOnWarnings(); the form is raised, too, which the offscreen platform cannot.
    void init() {
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))")));
    }

    void theEmptyPlaceOffersIt() {
        WindowFixture f("48MiB,48MiB");
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        auto* button = f.child<QPushButton>("empty_new_model");
        QVERIFY(button->isVisible());
        QVERIFY(button->parentWidget()->rect().contains(button->geometry()));
        QTest::mouseClick(button, Qt::LeftButton);
        const auto* const shown = f.window.findChild<NewModelDialog*>();
        QVERIFY(shown != nullptr && shown->isVisible());
    }

    void presetsSayTheirSizes() {
        FormFixture f;
        QVERIFY(f.shown && f.form != nullptr && f.form->isVisible());
        QVERIFY(!f.form->isModal());
        f.choose("new_model_preset", "Llama-3.1-8B");
        QVERIFY(f.isChecked());
        QCOMPARE(f.figures(), QString("8.03 B parameters, 14.96 GiB as bfloat16"));
        QVERIFY2(f.details().contains("no-split classes: LlamaDecoderLayer"),
                 qPrintable(f.details()));
        QVERIFY2(f.details().contains(goldenText("window-document/nothing-is-tied")),
                 qPrintable(f.details()));
        QVERIFY(f.child<QLabel>("new_model_source")->text().contains("meta-llama/Llama-3.1-8B"));
        QVERIFY(f.child<QLabel>("new_model_kept")->text().contains("rope_theta"));
        QCOMPARE(f.field("hidden_size")->text(), QString("4096"));
        f.choose("new_model_type", "float32");
        QVERIFY(f.isChecked());
        QCOMPARE(f.figures(), QString("8.03 B parameters, 29.92 GiB as float32"));
    }

    void typingChangesTheFigures() {
        FormFixture f;
        f.choose("new_model_family", "gpt2");
        QVERIFY(f.isChecked());
        QCOMPARE(f.figures(), QString("124.4 M parameters, 474.7 MiB as float32"));
        QVERIFY2(f.details().contains("tied: transformer.wte.weight with lm_head.weight"),
                 qPrintable(f.details()));
        f.type("n_layer", "1");
        QVERIFY(f.isChecked());
        const QString one = f.figures();
        QVERIFY(one != QString("124.4 M parameters, 474.7 MiB as float32"));
        // Nothing in it is the library's number again.
        f.field("n_layer")->selectAll();
        QTest::keyClick(f.field("n_layer"), Qt::Key_Delete);
        QVERIFY(f.isChecked());
        QCOMPARE(f.figures(), QString("124.4 M parameters, 474.7 MiB as float32"));
        QCOMPARE(f.field("n_layer")->placeholderText(), QString("12"));
    }

    void tiesAreASwitch() {
        FormFixture f;
        f.choose("new_model_family", "gpt2");
        QVERIFY(f.isChecked());
        auto* tie = f.child<QCheckBox>("new_model_field_tie_word_embeddings");
        QVERIFY(tie->isChecked());
        tie->setFocus();
        QTest::keyClick(tie, Qt::Key_Space);
        QVERIFY(f.isChecked());
        QVERIFY2(f.details().contains(goldenText("window-document/nothing-is-tied")),
                 qPrintable(f.details()));
        QCOMPARE(f.figures(), QString("163.0 M parameters, 621.9 MiB as float32"));
    }

    void theClassChangesTheModel() {
        FormFixture f;
        f.choose("new_model_preset", "Llama-3.1-8B");
        f.choose("new_model_class", "LlamaForSequenceClassification");
        QVERIFY(f.isChecked());
        QCOMPARE(f.figures(), QString("7.50 B parameters, 13.98 GiB as bfloat16"));
    }

    void faultsStandAtTheirField() {
        FormFixture f;
        f.choose("new_model_preset", "Llama-3.1-8B");
        QVERIFY(f.isChecked());
        auto* message = f.child<QLabel>("new_model_error_hidden_size");
        QVERIFY(!message->isVisible());
        f.type("hidden_size", "4o96");
        QVERIFY(f.isChecked());
        QVERIFY(message->isVisible());
        QVERIFY2(message->text().contains(goldenText("run/a-whole-number-is-needed")),
                 qPrintable(message->text()));
        QVERIFY(f.field("hidden_size")->property("invalid").toBool());
        QCOMPARE(f.field("hidden_size")->accessibleDescription(), message->text());
        QCOMPARE(f.figures(), QString(goldenText("window-open/these-sizes-make-no-model")));
        QVERIFY(!f.child<QPushButton>("new_model_open")->isEnabled());
        f.type("hidden_size", "4096");
        QVERIFY(f.isChecked());
        QVERIFY(!message->isVisible());
        QVERIFY(!f.field("hidden_size")->property("invalid").toBool());
        QVERIFY(f.child<QPushButton>("new_model_open")->isEnabled());
    }

    void bothFieldsOfARuleAreMarked() {
        FormFixture f;
        f.choose("new_model_preset", "Llama-3.1-8B");
        f.type("num_attention_heads", "33");
        QVERIFY(f.isChecked());
        QVERIFY(f.field("hidden_size")->property("invalid").toBool());
        QVERIFY(f.field("num_attention_heads")->property("invalid").toBool());
        QVERIFY(!f.field("num_hidden_layers")->property("invalid").toBool());
        // It is said once, and of values: there is no file.
        QVERIFY(f.child<QLabel>("new_model_error_hidden_size")->isVisible() !=
                f.child<QLabel>("new_model_error_num_attention_heads")->isVisible());
        QVERIFY2(f.details().contains(goldenText("model/correct-the-values")),
                 qPrintable(f.details()));
        QVERIFY2(!f.details().contains("file"), qPrintable(f.details()));
    }

    void aDeepModelIsRefusedAtOnce() {
        FormFixture f;
        f.type("num_hidden_layers", "1000000000");
        QVERIFY(f.isChecked());
        QVERIFY(f.child<QLabel>("new_model_error_num_hidden_layers")->isVisible());
    }

    void openMakesItTheModel() {
        FormFixture f;
        f.choose("new_model_family", "gpt2");
        f.type("n_layer", "2");
        // Enter opens, and waits for the figures where they are not there yet.
        QTest::keyClick(f.field("n_layer"), Qt::Key_Return);
        QTRY_VERIFY(f.f.document.plan() != nullptr && f.f.document.isIdle());
        QVERIFY(!f.form->isVisible());
        QCOMPARE(f.f.document.displayName(), QString("gpt2, changed"));
        QCOMPARE(f.f.document.tree()->noSplitClasses(), std::vector<std::string>{"GPT2Block"});
        QCOMPARE(f.f.window.windowTitle(),
                 QString("gpt2, changed (from the typed sizes, without weights)[*] — Stowage"));
        const QString figures = f.f.child<QLabel>("model_figures")->text();
        QVERIFY2(figures.endsWith(goldenText("window-document/from-the-typed-sizes-no-weights")),
                 qPrintable(figures));
        // It lies in no file, so there is none to open again later.
        f.f.window.tree()->showFacts();
        QVERIFY(f.f.child<SelectableText>("facts_source")->toPlainText().startsWith("typed"));
        QVERIFY(f.f.settings.value("recentFiles").toStringList().isEmpty());
        // What was typed is still there.
        f.f.child<QAction>("edit_sizes_action")->trigger();
        QVERIFY(f.form->isVisible());
        QCOMPARE(f.field("n_layer")->text(), QString("2"));
    }

    void whatIsOpenIsOpenedAgainAsAnotherClass() {
        FormFixture f;
        f.choose("new_model_family", "gpt2");
        QVERIFY(f.isChecked());
        f.click("new_model_open");
        QTRY_VERIFY(f.f.document.plan() != nullptr && f.f.document.isIdle());
        OpenOptions options;
        options.className = "GPT2Model";
        f.f.window.open()->openPath(f.f.document.path(), options);
        QTRY_COMPARE(f.f.document.tree()->nodes().front().className, std::string("GPT2Model"));
        QVERIFY(f.f.document.config() != nullptr);
        QCOMPARE(f.f.document.config()->ownClass, std::string("GPT2LMHeadModel"));
    }

    void whatWasTypedComesBack() {
        FormFixture f;
        f.choose("new_model_preset", "GPT-2 XL");
        auto* back = f.child<QPushButton>("new_model_back");
        QVERIFY(!back->isVisible());
        f.type("n_layer", "7");
        f.choose("new_model_family", "opt");
        QVERIFY(back->isVisible());
        QCOMPARE(f.field("num_hidden_layers")->text(), QString());
        QTest::mouseClick(back, Qt::LeftButton);
        QCOMPARE(f.child<QComboBox>("new_model_family")->currentText(), QString("gpt2"));
        QCOMPARE(f.field("n_layer")->text(), QString("7"));
        QVERIFY(!back->isVisible());
        // Closing keeps it, too.
        QTest::keyClick(f.form, Qt::Key_Escape);
        QVERIFY(!f.form->isVisible());
        f.f.child<QAction>("new_model_action")->trigger();
        QVERIFY(f.form->isVisible());
        QCOMPARE(f.field("n_layer")->text(), QString("7"));
    }

    void savedItOpensAsAFile() {
        FormFixture f;
        f.choose("new_model_preset", "DistilGPT2");
        f.f.dialogs.answer = f.f.folder.filePath("config.json");
        f.click("new_model_save");
        QVERIFY(f.child<QLabel>("new_model_notice")->text().startsWith("Saved as"));
        QVERIFY(openAndWait(f.f.document, f.f.dialogs.answer));
        QCOMPARE(f.f.document.tree()->totalParameters(), std::uint64_t{81912576});
    }

    void savingSaysWhatFailed() {
        FormFixture f;
        f.f.dialogs.answer = f.f.folder.filePath("missing/config.json");
        f.click("new_model_save");
        const QString text = f.child<QLabel>("new_model_notice")->text();
        QVERIFY2(text.contains(goldenText("load/config-json-does-not-exist")), qPrintable(text));
    }

    void everyFamilyHasItsFields() {
        FormFixture f;
        auto* families = f.child<QComboBox>("new_model_family");
        for (const std::string& name : knownArchitectures()) {
            f.choose("new_model_family", QString::fromStdString(name));
            QVERIFY(f.isChecked());
            QVERIFY2(f.figures().contains("parameters"), name.c_str());
            for (const ConfigField& field : f.form->form().fields()) {
                const auto* editor = f.child<QWidget>(QStringLiteral("new_model_field_") +
                                                      QString::fromStdString(field.name));
                QCOMPARE(editor->accessibleName(), QString::fromStdString(field.name));
            }
        }
        QCOMPARE(families->currentText().toStdString(), knownArchitectures().back());
    }
};

QTEST_MAIN(NewModelTest)
#include "tst_new_model.moc"
