// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters and further models, added to the open one and left out again through the window's menu.
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/support/labels.h"
#include "widgets/support/theme.h"

#include <QAction>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "64MiB:context=4MiB,64MiB:context=4MiB";

QString place(const QString& name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/adapters/") + name;
}

bool hasModule(const WindowFixture& f, const char* path) {
    return f.document.tree()->findModule(path).has_value();
}

/// Whether a picture has a colour somewhere.
bool shows(const QImage& image, const QColor& color) {
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == color) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

class CompanionsTest : public QObject {
    Q_OBJECT

private:
    static void open(WindowFixture& f) {
        f.window.resize(1280, 800);
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        QVERIFY(openAndWait(f.document, place("llama/base")));
    }

    /// Chooses an entry of the menu, as it is when it opens.
    static void choose(WindowFixture& f, const QString& text) {
        auto* menu = f.child<QMenu>("companion_menu");
        Q_EMIT menu->aboutToShow();
        const auto actions = menu->actions();
        const auto found = std::ranges::find_if(
            actions, [&text](const QAction* action) { return action->text() == text; });
        QVERIFY2(found != actions.end(), qPrintable(text));
        (*found)->trigger();
        QVERIFY(waitUntilIdle(f.document));
    }

private Q_SLOTS:
    void init() { failOnWarnings(); }

    void nothingIsAddedToNoModel() {
        WindowFixture f(kGpus);
        QVERIFY(!f.child<QMenu>("companion_menu")->menuAction()->isEnabled());
        open(f);
        QVERIFY(f.child<QMenu>("companion_menu")->menuAction()->isEnabled());
    }

    void adaptersAreLaidOverAndLeftOut() {
        WindowFixture f(kGpus);
        open(f);
        f.dialogs.answer = place("llama/default");
        choose(f, QStringLiteral("LoRA Adapter…"));
        QVERIFY(hasModule(f, "model.layers.0.self_attn.q_proj.lora_A.default"));
        const auto& issues = f.document.plan()->issues;
        QVERIFY(std::ranges::find(issues, "adapter_apart", &PlanIssue::code) != issues.end());
        choose(f, QString(goldenText("window-open/leave-out-adapter-default")));
        QVERIFY(!hasModule(f, "model.layers.0.self_attn.q_proj.lora_A"));
        QVERIFY(f.document.openOptions().adapters.empty());
    }

    void aModelBesideHasItsTintAndIsCountedTogether() {
        WindowFixture f(kGpus);
        open(f);
        f.dialogs.answer = place("gpt2/base");
        choose(f, QStringLiteral("Model Folder…"));
        QVERIFY(hasModule(f, "model.model.layers.0"));
        QVERIFY(hasModule(f, "base.transformer.h.0"));
        // A second one of the same name is told apart.
        choose(f, QStringLiteral("Model Folder…"));
        QVERIFY(hasModule(f, "base_2.transformer.h.0"));

        const ThemeColors& colors = f.theme.colors();
        auto* board = f.child<BoardView>("board");
        QTRY_VERIFY(shows(board->viewport()->grab().toImage(), colors.modelBackground(0)));
        const QImage picture = board->viewport()->grab().toImage();
        QVERIFY(shows(picture, colors.modelBackground(1)));
        QVERIFY(shows(picture, colors.modelBackground(2)));
        QVERIFY(!shows(picture, colors.deviceBackground(DeviceId::gpu(0))));

        f.child<QAction>("capacity_action")->trigger();
        auto* table = f.child<QTableView>("tenants");
        auto* verdict = f.child<QLabel>("tenants_verdict");
        QTRY_VERIFY2(verdict->text().startsWith(QStringLiteral("Fits: 3 models together.")),
                     qPrintable(verdict->text()));
        QVERIFY(table->isVisible());
        QVERIFY(!f.child<QListWidget>("sacrifices_list")->isVisible());
        // What is typed holds for all of them.
        auto* batch = f.child<QLineEdit>("workload_batch");
        const QString before = table->model()->index(0, 3).data().toString();
        QTest::mouseClick(batch, Qt::LeftButton);
        batch->selectAll();
        QTest::keyClicks(batch, QStringLiteral("64"));
        QTest::keyClick(batch, Qt::Key_Return);
        QTRY_VERIFY(table->model()->rowCount() > 0 &&
                    table->model()->index(0, 3).data().toString() != before);
        QVERIFY(f.child<QLabel>("tenants_notes")->text().contains(QStringLiteral("64 sequences")));

        choose(f, QString(goldenText("window-open/leave-out-model-base-2")));
        choose(f, QString(goldenText("window-open/leave-out-model-base")));
        QVERIFY(hasModule(f, "model.layers.0"));
        f.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(f.child<QListWidget>("sacrifices_list")->isVisible());
        QVERIFY(!table->isVisible());
    }

    void whatCannotBeAddedIsSaid() {
        WindowFixture f(kGpus);
        open(f);
        f.dialogs.answer = place("gpt2/default");
        choose(f, QStringLiteral("LoRA Adapter…"));
        const QString sentence = f.child<SelectableText>("open_error_sentence")->toPlainText();
        QVERIFY2(sentence.contains(QStringLiteral("transformer.h.0.attn.c_attn")),
                 qPrintable(sentence));
        // The model that was open is as it was.
        QVERIFY(hasModule(f, "model.layers.0"));
        QVERIFY(f.document.openOptions().adapters.empty());
    }
};

QTEST_MAIN(CompanionsTest)
#include "tst_companions.moc"
