// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of controls, in the window, the lesson and the dialogs, and how it is asked.
#include "tests/support/golden_text.h"
#include "tests/widgets/control_names.h"
#include "tests/widgets/lesson_window.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/help/guide.h"
#include "widgets/help/guide_window.h"
#include "widgets/help/help_feature.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_feature.h"
#include "widgets/machines/machines_panel.h"
#include "widgets/run/chain_dialog.h"
#include "widgets/support/guide_link.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTextBlock>
#include <QTreeWidget>
#include <QWhatsThis>
#include <QWindow>

#include <algorithm>

namespace stowage {
namespace {

constexpr const char* kGpus = "48MiB,48MiB";

QDialog* shownDialog(const QString& name) {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* dialog = qobject_cast<QDialog*>(widget);
        if (dialog != nullptr && dialog->isVisible() && dialog->objectName() == name) {
            return dialog;
        }
    }
    return nullptr;
}

bool openSample(test::WindowFixture& f) {
    f.window.show();
    return test::openAndWait(
        f.document, test::writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors));
}

/// An entry of a menu, or a button of a panel that may be hidden.
void press(const test::WindowFixture& f, const QString& name) {
    if (auto* action = f.window.findChild<QAction*>(name)) {
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
    } else {
        f.child<QAbstractButton>(name.toLatin1().constData())->click();
    }
}

QByteArray shownList(const QStringList& lines) {
    return lines.join(u'\n').toUtf8();
}

/// As links name a heading: "A limit for RAM" is a-limit-for-ram.
QString anchorOf(const QString& heading) {
    static const QRegularExpression kSigns(QStringLiteral("[^\\w -]"));
    return heading.toLower().remove(kSigns).replace(u' ', u'-');
}

/// Whether a page is at a section: its heading is in sight.
bool isAt(GuideBrowser& browser, const QString& section) {
    const QString anchor = section.section(u'#', 1);
    if (browser.page() != section.section(u'#', 0, 0)) {
        return false;
    }
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == anchor) {
            return browser.viewport()->rect().intersects(browser.cursorRect(QTextCursor(block)));
        }
    }
    return anchor.isEmpty();
}

bool isTextShown() {
    return std::ranges::any_of(QApplication::topLevelWidgets(), [](const QWidget* window) {
        return window->inherits("QWhatsThat") && window->isVisible();
    });
}

}  // namespace

/// Every control says what it is for, wherever it is, and dialogs lead to their page of the guide.
class WhatsThisTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnWarnings(); }
    void mainWindow();
    void lesson();
    void dialogs_data();
    void dialogs();
    void importedPlacement();
    void refusedLoad();
    void chain();
    void machines();
    void unsavedChanges();
    void keysOfADialog();
};

void WhatsThisTest::mainWindow() {
    test::WindowFixture f(kGpus);
    QVERIFY(openSample(f));
    f.child<QAction>("facts_action")->trigger();
    f.child<QAction>("capacity_action")->trigger();
    QTRY_VERIFY(f.window.findChild<QWidget*>("try_change_0") != nullptr);
    const QStringList unexplained = test::unexplainedControls(
        f.window, {"board", "vram_chart", "ram_chart", "timeline_plot", "segment_map"});
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
}

void WhatsThisTest::lesson() {
    test::LessonWindow f;
    QVERIFY(f.enter());
    QVERIFY(f.takeDryRun());
    QStringList unexplained = test::unexplainedControls(
        *f.page(), {"lesson_vram_chart", "lesson_ram_chart", "lesson_parts", "lesson_table",
                    "lesson_stepping_bars"});
    QMenu* const more = f.child<QPushButton>("lesson_more")->menu();
    more->ensurePolished();  // as when it is about to be shown
    for (const QAction* action : more->actions()) {
        if (!action->isSeparator() && action->whatsThis().isEmpty()) {
            unexplained.append(action->objectName());
        }
    }
    f.child<QAction>("lesson_learner")->trigger();
    f.child<QPushButton>("lesson_delete")->click();
    for (const char* name : {"lesson_learner_dialog", "lesson_delete_box"}) {
        QTRY_VERIFY(shownDialog(name) != nullptr);
        unexplained += test::unexplainedControls(*shownDialog(name));
        shownDialog(name)->close();
    }
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
}

void WhatsThisTest::dialogs_data() {
    QTest::addColumn<QString>("opener");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("painted");
    const auto add = [](const char* name, const char* opener, const QStringList& painted = {}) {
        QTest::newRow(name) << QString::fromLatin1(opener) << QString::fromLatin1(name) << painted;
    };
    add("new_model_dialog", "new_model_action");
    add("save_dialog", "write_model_action");
    add("devices_dialog", "devices_action");
    add("export_dialog", "export_action");
    add("map_dialog", "paste_map_action", {"map_places"});
    add("compare_models_dialog", "compare_models_action");
    add("compare_variants_dialog", "compare_variants_action");
    add("report_dialog", "report_action", {"report_preview"});
    add("accuracy_dialog", "runs_accuracy", {"accuracy_plot"});
    add("ram_limit_dialog", "ram_limit_action");
    add("add_machine_dialog", "add_machine_action");
    add("stages_dialog", "run_stages_action", {"stages_bars"});
    add("shortcuts_dialog", "shortcuts_action");
    add("log_window", "log_action");
    add("about_dialog", "about_action", {"about_details"});
    if (!Guide::compiledIn().isEmpty()) {
        add("guide_window", "guide_action", {"guide_browser"});
    }
}

/// What its controls say, and that its Help button opens the guide at its section, where one can go
/// on to other pages although the dialog waits for an answer.
void WhatsThisTest::dialogs() {
    QFETCH(QString, opener);
    QFETCH(QString, name);
    QFETCH(QStringList, painted);
    test::WindowFixture f(kGpus);
    QVERIFY(openSample(f));
    press(f, opener);
    QTRY_VERIFY(shownDialog(name) != nullptr);
    QDialog* const dialog = shownDialog(name);
    const QStringList unexplained = test::unexplainedControls(*dialog, painted);
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
    if (Guide::compiledIn().isEmpty()) {
        QSKIP("this build has no pages of the guide");
    }
    const QString section = guideSectionOf(name);
    auto* help = dialog->findChild<GuideButton*>("dialog_help");
    QCOMPARE(help == nullptr, section.isEmpty());
    if (help == nullptr) {
        dialog->close();
        return;
    }
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    QTest::mouseClick(help, Qt::LeftButton);
    GuideWindow* const guide = f.window.help()->guide();
    QVERIFY(guide != nullptr && guide->isVisible());
    QVERIFY(QTest::qWaitForWindowExposed(guide));
    QVERIFY2(isAt(*guide->browser(), section), qPrintable(section));
    auto* pages = guide->findChild<QTreeWidget*>("guide_pages");
    pages->scrollToTop();
    const QRect contents = pages->visualItemRect(pages->topLevelItem(0));
    QTest::mouseClick(guide->windowHandle(), Qt::LeftButton, {},
                      pages->viewport()->mapTo(guide, contents.center()));
    QTRY_COMPARE(guide->browser()->page(), QString("README.md"));
    QVERIFY(dialog->isVisible());
    dialog->close();
    QCOMPARE(guide->windowHandle()->transientParent(), f.window.windowHandle());
}

void WhatsThisTest::importedPlacement() {
    test::WindowFixture f("1MiB:context=0,1MiB:context=0");
    QVERIFY(openSample(f));
    f.child<QAction>("paste_map_action")->trigger();
    QTRY_VERIFY(shownDialog("map_dialog") != nullptr);
    QDialog* const dialog = shownDialog("map_dialog");
    dialog->findChild<QPlainTextEdit*>("map_text")->setPlainText(R"({"": 0})");
    QTRY_VERIFY(dialog->findChild<QWidget*>("problem_row") != nullptr);  // too much for GPU 0
    const QStringList unexplained = test::unexplainedControls(*dialog);
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
    dialog->close();
}

/// Its Help leads to the error and not to the dialog's own page.
void WhatsThisTest::refusedLoad() {
    test::WindowFixture f("1MiB:context=0");
    QVERIFY(openSample(f));
    f.document.edit(MoveEdit{{"transformer"}, DeviceId::gpu(0)});
    QVERIFY(test::waitUntilIdle(f.document));
    f.controller.start(LoadMethod::Streamed);
    QTRY_VERIFY(shownDialog("preflight_dialog") != nullptr);
    QDialog* const dialog = shownDialog("preflight_dialog");
    const QStringList unexplained = test::unexplainedControls(*dialog, {"preflight_peaks"});
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
    QVERIFY(dialog->findChild<GuideButton*>("dialog_help")
                ->section()
                .startsWith("14-troubleshooting.md#"));
    dialog->close();
}

void WhatsThisTest::chain() {
    test::WindowFixture f(kGpus);
    f.window.show();
    ChainDialog dialog(&f.controller, &f.dialogs, &f.theme, &f.window);
    dialog.show();
    const QStringList unexplained = test::unexplainedControls(dialog);
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
    QCOMPARE(dialog.findChild<GuideButton*>("dialog_help")->section(),
             QString("09-running.md#chains"));
}

/// The files of a machine that is not connected, and the question before an install.
void WhatsThisTest::machines() {
    test::WindowFixture f(kGpus);
    f.window.show();
    Machines& machines = *f.window.machines()->machines();
    machines.setCommand([](const QString&, const QString&) {
        return ServeCommand{QStringLiteral("/bin/sh"), {"-c", "exit 127"}};  // no stowagectl there
    });
    machines.setInstallFiles({QCoreApplication::applicationFilePath(), {}});
    Machine* const machine = machines.add("far");
    RemoteFileDialog files(&machine->connection(), {}, &f.theme, &f.window);
    files.show();
    QStringList unexplained = test::unexplainedControls(files);
    QCOMPARE(files.findChild<GuideButton*>("dialog_help")->section(),
             QString("15-other-machines.md#open-and-plan"));
    files.close();
    f.window.machines()->show();
    machine->connection().open();
    auto* install = f.child<QPushButton>("machines_install");
    QTRY_VERIFY(install->isVisible());
    install->click();
    QTRY_VERIFY(shownDialog("install_there") != nullptr);
    unexplained += test::unexplainedControls(*shownDialog("install_there"));
    shownDialog("install_there")->close();
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
}

void WhatsThisTest::unsavedChanges() {
    test::WindowFixture f(kGpus);
    f.window.show();
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    dialogs->askUnsaved(&f.window, goldenText("window-project/save-the-changes"), [](auto) {});
    QTRY_VERIFY(shownDialog("unsaved_box") != nullptr);
    const QStringList unexplained = test::unexplainedControls(*shownDialog("unsaved_box"));
    QVERIFY2(unexplained.isEmpty(), shownList(unexplained));
    shownDialog("unsaved_box")->close();
}

/// F1 is its Help; after Shift+F1 a control that is clicked is told of, and not pressed.
void WhatsThisTest::keysOfADialog() {
    test::WindowFixture f(kGpus);
    QVERIFY(openSample(f));
    f.child<QAction>("devices_action")->trigger();
    QTRY_VERIFY(shownDialog("devices_dialog") != nullptr);
    QDialog* const dialog = shownDialog("devices_dialog");
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QTest::keyClick(dialog->windowHandle(), Qt::Key_F1, Qt::ShiftModifier);
    QVERIFY(QWhatsThis::inWhatsThisMode());
    auto* button = dialog->findChild<QPushButton*>("devices_ok");
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(isTextShown());
    QVERIFY(button->whatsThis().startsWith(goldenText("window-help/takes-these-gpus")));
    QVERIFY(dialog->isVisible());
    QWhatsThis::hideText();
    QTRY_VERIFY(!isTextShown());
    if (!Guide::compiledIn().isEmpty()) {
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClick(dialog->windowHandle(), Qt::Key_F1);
        QVERIFY(f.window.help()->guide() != nullptr && f.window.help()->guide()->isVisible());
        QVERIFY(isAt(*f.window.help()->guide()->browser(), guideSectionOf("devices_dialog")));
    }
    dialog->close();
}

}  // namespace stowage

QTEST_MAIN(stowage::WhatsThisTest)
#include "tst_whats_this.moc"
