// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/result.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/help/guide.h"
#include "widgets/help/guide_window.h"
#include "widgets/help/help_feature.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/message_bar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeWidget>
#include <QWhatsThis>

#include <algorithm>

namespace stowage {
namespace {

constexpr const char* kGpus = "48MiB,48MiB";

void writeFile(const QString& path, const QByteArray& text) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Where the link of a text stands in a page's viewport, once it is scrolled to.
QPoint placeOf(QTextBrowser& browser, const QString& text) {
    QTextCursor cursor = browser.document()->find(text);
    cursor.setPosition(cursor.selectionStart() + 1);
    browser.setTextCursor(cursor);
    browser.ensureCursorVisible();
    return browser.cursorRect(cursor).center();
}

/// The first line in sight.
QString topLine(QTextBrowser& browser) {
    return browser.cursorForPosition(QPoint(60, 12)).block().text();
}

}  // namespace

/// The Help menu: guide, log, About, and the buttons that lead from errors to the guide.
class HelpTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void menuOffersWhatThereIs();
    void everyErrorHasItsAnchor();
    void guideIsReadInTheOrderOfItsContents();
    void searchFindsParagraphsWithAllWords();
    void keyOpensTheGuide();
    void linksLeadToPagesAndBack();
    void hitIsShownInItsPage();
    void picturesFitThePage();
    void linksOutOfTheGuideAreNamed();
    void errorCardOpensItsSection();
    void messageOpensItsSection();
    void logKeepsWhatWasReported();
    void logHearsBarsThatComeLater();
    void logIsBounded();
    void aboutIsCopied();
    void crashIsToldOnce();
    void keyAsksWhatAControlIs();
};

void HelpTest::init() {
    test::failOnWarnings();
    static const QStringList kOfTheGuide{"everyErrorHasItsAnchor",  "keyOpensTheGuide",
                                         "linksLeadToPagesAndBack", "hitIsShownInItsPage",
                                         "picturesFitThePage",      "errorCardOpensItsSection",
                                         "messageOpensItsSection"};
    if (Guide::compiledIn().isEmpty() && kOfTheGuide.contains(QTest::currentTestFunction())) {
        QSKIP("this build has no pages of the guide");
    }
}

void HelpTest::menuOffersWhatThereIs() {
    test::WindowFixture f(kGpus);
    QCOMPARE(f.window.findChild<QAction*>("guide_action") == nullptr,
             Guide::compiledIn().isEmpty());
    for (const char* name : {"whats_this_action", "shortcuts_action", "log_action"}) {
        QVERIFY2(f.window.findChild<QAction*>(name) != nullptr, name);
    }
    f.window.help()->openGuide("07-loading.md");
    QCOMPARE(f.window.help()->guide() == nullptr, Guide::compiledIn().isEmpty());
}

void HelpTest::everyErrorHasItsAnchor() {
    const Guide guide = Guide::compiledIn();
    test::WindowFixture f(kGpus);
    GuideBrowser browser(&guide, Guide::compiledInFolder(), &f.theme);
    browser.resize(700, 300);
    browser.show();
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
        const QString section = guideSectionOf(static_cast<ErrorCode>(code));
        QVERIFY2(browser.open(section), qPrintable(section));
        // Its heading is the first line, but at the page's end, where it is in sight.
        const QString heading = section.section('#', 1);
        const QTextCursor found = browser.document()->find(QRegularExpression("^" + heading + "$"));
        QVERIFY2(!found.isNull(), qPrintable(section));
        QVERIFY2(browser.viewport()->rect().intersects(browser.cursorRect(found)),
                 qPrintable(section));
        const bool isAtTheEnd =
            browser.verticalScrollBar()->value() == browser.verticalScrollBar()->maximum();
        QVERIFY2(isAtTheEnd || topLine(browser) == heading, qPrintable(section));
    }
}

void HelpTest::guideIsReadInTheOrderOfItsContents() {
    const QTemporaryDir folder;
    QVERIFY(Guide::read(folder.path()).isEmpty());
    writeFile(
        folder.filePath("README.md"),
        "# Contents\n\n## First\n\n- [B](b.md): one\n- [No](../no.md)\n\n## Then\n\n- [A](a.md)\n");
    writeFile(folder.filePath("a.md"), "# Page A\n");
    writeFile(folder.filePath("b.md"), "# Page B\n");
    writeFile(folder.filePath("c.md"), "no heading\n");
    const Guide guide = Guide::read(folder.path());
    QStringList pages;
    for (const GuidePage& page : guide.pages()) {
        pages << page.name + '|' + page.title + '|' + page.chapter;
    }
    QCOMPARE(pages, QStringList({"README.md|Contents|", "b.md|Page B|First", "a.md|Page A|Then",
                                 "c.md|c.md|"}));
}

void HelpTest::searchFindsParagraphsWithAllWords() {
    const QTemporaryDir folder;
    writeFile(folder.filePath("README.md"), "# Contents\n\n- [A](a.md)\n\nA tensor.\n");
    writeFile(folder.filePath("a.md"),
              "# A\n\nThe first tensor of *many* pages.\n\nMany words.\n\n| a | Tensor many |\n"
              "| --- | --- |\n| x | y |\n");
    const Guide guide = Guide::read(folder.path());
    QStringList found;
    for (const GuideHit& hit : guide.search("  MANY tensor")) {
        found << hit.page + ": " + hit.context;
    }
    QCOMPARE(found, QStringList({"a.md: The first tensor of many pages.", "a.md: Tensor many"}));
    QCOMPARE(guide.search("tensor many").front().context, QString("Tensor many"));
    QCOMPARE(guide.search("tensor").size(), 3);
    QVERIFY(guide.search("").isEmpty());
    QVERIFY(guide.search("nowhere").isEmpty());
}

void HelpTest::keyOpensTheGuide() {
    test::WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F1);
    GuideWindow* guide = f.window.help()->guide();
    QVERIFY(guide != nullptr && guide->isVisible());
    QCOMPARE(guide->browser()->page(), QString("README.md"));
    QVERIFY(!f.child<QToolButton>("guide_back")->isEnabled());
}

void HelpTest::linksLeadToPagesAndBack() {
    test::WindowFixture f(kGpus);
    f.window.show();
    f.child<QAction>("guide_action")->trigger();
    GuideBrowser* page = f.window.help()->guide()->browser();
    QVERIFY(QTest::qWaitForWindowExposed(page->window()));
    QTest::mouseClick(page->viewport(), Qt::LeftButton, {}, placeOf(*page, "The board"));
    QCOMPARE(page->page(), QString("03-board.md"));
    auto* list = f.child<QTreeWidget>("guide_pages");
    QCOMPARE(list->currentItem()->text(0), QString("The board"));
    QTest::mouseClick(f.child<QToolButton>("guide_back"), Qt::LeftButton);
    QCOMPARE(page->page(), QString("README.md"));
    QTest::keyClick(page, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(page->page(), QString("03-board.md"));
    QVERIFY(!f.child<QToolButton>("guide_forward")->isEnabled());
    // A page of the list, as with the arrow keys.
    QTest::keyClick(list, Qt::Key_Home);
    QCOMPARE(page->page(), QString("README.md"));
    QVERIFY(!page->open("nowhere.md"));
    QCOMPARE(page->page(), QString("README.md"));
}

void HelpTest::hitIsShownInItsPage() {
    test::WindowFixture f(kGpus);
    f.window.show();
    f.child<QAction>("guide_action")->trigger();
    GuideBrowser* page = f.window.help()->guide()->browser();
    QVERIFY(QTest::qWaitForWindowExposed(page->window()));
    auto* search = f.child<QLineEdit>("guide_search");
    QTest::keyClicks(search, "git lfs");
    auto* hits = f.child<QListWidget>("guide_hits");
    QVERIFY(hits->isVisible() && hits->count() > 0);
    QCOMPARE(page->page(), QString("README.md"));
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(page->page(), QString("14-troubleshooting.md"));
    QVERIFY(!page->extraSelections().isEmpty());
    QVERIFY(page->viewport()->rect().contains(page->cursorRect().center()));
    QVERIFY(page->textCursor().block().text().contains("Git LFS"));
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(search->text().isEmpty() && !hits->isVisible());
    QVERIFY(page->extraSelections().isEmpty());
    QTest::keyClicks(search, "xyzzy");
    QCOMPARE(f.child<QLabel>("guide_count")->text(), QString("Nothing found"));
}

void HelpTest::picturesFitThePage() {
    test::WindowFixture f(kGpus);
    f.window.show();
    f.child<QAction>("guide_action")->trigger();
    GuideBrowser* page = f.window.help()->guide()->browser();
    QVERIFY(QTest::qWaitForWindowExposed(page->window()));
    int pictures = 0;
    const Guide guide = Guide::compiledIn();
    for (const GuidePage& one : guide.pages()) {
        QVERIFY(page->open(one.name));
        for (const int width : {1000, 640}) {
            page->window()->resize(width, 600);
            for (QTextBlock block = page->document()->begin(); block.isValid();
                 block = block.next()) {
                for (auto at = block.begin(); !at.atEnd(); ++at) {
                    const QTextCharFormat format = at.fragment().charFormat();
                    if (format.isImageFormat()) {
                        const QVariant image = page->document()->resource(
                            QTextDocument::ImageResource, QUrl(format.toImageFormat().name()));
                        QVERIFY(!image.value<QImage>().isNull());
                        QVERIFY(image.value<QImage>().width() < page->viewport()->width());
                        ++pictures;
                    }
                }
            }
        }
    }
    QVERIFY(pictures > 10);
}

void HelpTest::linksOutOfTheGuideAreNamed() {
    const QTemporaryDir folder;
    writeFile(
        folder.filePath("README.md"),
        "# C\n\nSee [the *long* list](../families.md) and [docs/spec/a.md](../spec/a.md#b).\n");
    const Guide guide = Guide::read(folder.path());
    test::WindowFixture f(kGpus);
    GuideBrowser browser(&guide, folder.path(), &f.theme);
    browser.home();
    QCOMPARE(browser.document()->lastBlock().text(),
             QString("See the long list (docs/families.md) and docs/spec/a.md."));
    QVERIFY(!browser.toHtml().contains("href"));
}

void HelpTest::errorCardOpensItsSection() {
    test::WindowFixture f(kGpus);
    f.window.show();
    const QString file = f.folder.filePath("bad.safetensors");
    writeFile(file, "x");
    QSignalSpy failed(&f.document, &Document::failed);
    f.document.open(file);
    QTRY_COMPARE(failed.size(), 1);
    const auto failure = failed.front().front().value<OpenFailure>();
    auto* help = f.child<GuideButton>("open_error_help");
    QTRY_VERIFY(help->isVisible());
    QTest::mouseClick(help, Qt::LeftButton);
    QVERIFY(f.window.help()->guide()->isVisible());
    QCOMPARE(f.window.help()->guide()->browser()->page(), QString("14-troubleshooting.md"));
    QCOMPARE(help->section(), guideSectionOf(failure.error.code));
    QCOMPARE(topLine(*f.window.help()->guide()->browser()), help->section().section('#', 1));
}

void HelpTest::messageOpensItsSection() {
    test::WindowFixture f(kGpus);
    f.window.show();
    MessageBar* bar = f.window.messages();
    auto* help = bar->findChild<GuideButton*>("message_help");
    bar->showMessage(MessageBar::Kind::Warning, "No kind.");
    QVERIFY(!help->isVisible());
    bar->showError(makeError(ErrorCode::DiskFull, "There is no room."));
    QVERIFY(help->isVisible());
    QCOMPARE(help->section(), QString("14-troubleshooting.md#disk_full"));
    QTest::mouseClick(help, Qt::LeftButton);
    QCOMPARE(f.window.help()->guide()->browser()->page(), QString("14-troubleshooting.md"));
    bar->showMessage(MessageBar::Kind::Information, "Another.");
    QVERIFY(!help->isVisible());
    // Without a window that has the guide there is nothing to open.
    MessageBar alone(&f.theme);
    alone.showError(makeError(ErrorCode::DiskFull, "There is no room."));
    QVERIFY(alone.findChild<GuideButton*>("message_help")->isHidden());
}

void HelpTest::logKeepsWhatWasReported() {
    test::WindowFixture f(kGpus);
    f.window.show();
    const QString sample = test::writeSmallSample(f.folder.path(), CheckpointFormat::Safetensors);
    QVERIFY(test::openAndWait(f.document, sample));
    f.child<QAction>("log_action")->trigger();
    auto* text = f.child<QPlainTextEdit>("log_text");
    QVERIFY(text->toPlainText().contains("was opened."));
    f.window.messages()->showMessage(MessageBar::Kind::Warning, "A warning\nof two lines.");
    f.window.help()->note(LogKind::Qt, "from Qt");
    QSignalSpy finished(&f.controller, &LoadController::finished);
    f.child<QAction>("load_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60000);
    const QString log = text->toPlainText();
    QVERIFY2(log.contains(QRegularExpression("\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  Warning +A warning\n"
                                             " {23}of two lines\\.")),
             qPrintable(log));
    QVERIFY2(log.contains(QRegularExpression("Qt +from Qt")), qPrintable(log));
    QVERIFY2(log.contains(
                 QRegularExpression(goldenText("window-help/load-the-load-of-s-by-w-auto-began"))),
             qPrintable(log));
    QVERIFY2(log.contains(QRegularExpression("was loaded: \\S+ MiB in ")), qPrintable(log));
    QTest::mouseClick(f.child<QPushButton>("log_copy"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed(), log.trimmed());
    f.dialogs.answer = f.folder.filePath("log.txt");
    QTest::mouseClick(f.child<QPushButton>("log_save"), Qt::LeftButton);
    QTRY_VERIFY(f.child<QLabel>("log_notice")->text().startsWith("Saved as"));
    QCOMPARE(QString::fromUtf8(readFile(f.dialogs.answer)).trimmed(), log.trimmed());
}

/// As the page of the lesson, which is made when it is first entered.
void HelpTest::logHearsBarsThatComeLater() {
    test::WindowFixture f(kGpus);
    MessageBar late(&f.theme, &f.window);
    f.window.help()->followMessages();
    f.window.help()->followMessages();
    late.showMessage(MessageBar::Kind::Information, "Late.");
    const auto& lines = f.window.help()->log().lines();
    QCOMPARE(std::ranges::count(lines, QString("Late."), &LogLine::text), 1);
}

void HelpTest::logIsBounded() {
    SessionLog log;
    const QDateTime at(QDate(2026, 1, 2), QTime(3, 4, 5, 6));
    for (std::size_t i = 0; i < SessionLog::kMostLines + 3; ++i) {
        log.add({at, LogKind::Note, QString::number(i)});
    }
    QCOMPARE(log.lines().size(), SessionLog::kMostLines);
    QCOMPARE(log.dropped(), std::uint64_t{3});
    QVERIFY(log.text().startsWith(goldenText("window-help/3-earlier-lines-were-dropped-03-04")));
}

void HelpTest::aboutIsCopied() {
    test::WindowFixture f(kGpus);
    f.window.show();
    f.child<QAction>("about_action")->trigger();
    QTest::mouseClick(f.child<QPushButton>("about_copy"), Qt::LeftButton);
    const QString text = QGuiApplication::clipboard()->text();
    for (const char* word : {"Stowage", "LibTorch", "Accelerate", "GPU 0: Simulated", "CPU",
                             "QCustomPlot", "BSD-3-Clause"}) {
        QVERIFY2(text.contains(word), qPrintable(text));
    }
    f.child<QPushButton>("about_close")->click();
}

void HelpTest::crashIsToldOnce() {
    const QTemporaryDir folder;
    QCOMPARE(takeCrashReport(folder.filePath("none")), QString());
    for (int i = 100; i < 125; ++i) {
        writeFile(folder.filePath(QStringLiteral("%1-7.txt").arg(i)), "old");
    }
    writeFile(folder.filePath("200-7.new"), "older");
    writeFile(folder.filePath("300-7.new"), "newer");
    QCOMPARE(takeCrashReport(folder.path()), folder.filePath("300-7.txt"));
    QCOMPARE(takeCrashReport(folder.path()), QString());
    const QStringList kept = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
    QCOMPARE(kept.size(), 20);
    QCOMPARE(kept.back(), QString("300-7.txt"));
}

/// Shift+F1, then a click on a control: it is told of, and not pressed.
void HelpTest::keyAsksWhatAControlIs() {
    test::WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QTest::keyClick(f.window.windowHandle(), Qt::Key_F1, Qt::ShiftModifier);
    QVERIFY(QWhatsThis::inWhatsThisMode());
    auto* button = f.child<QWidget>("model_facts_button");
    QTest::mouseClick(button, Qt::LeftButton);
    const auto isShown = [] {
        const QWidgetList windows = QApplication::topLevelWidgets();
        return std::ranges::any_of(windows, [](const QWidget* window) {
            return window->inherits("QWhatsThat") && window->isVisible();
        });
    };
    QVERIFY(isShown());
    QVERIFY(button->whatsThis().startsWith(goldenText("window-help/tells-what-was-recognised")));
    QVERIFY(!f.child<QWidget>("facts_dock")->isVisible());
    QWhatsThis::hideText();
    QTRY_VERIFY(!isShown());
    // Entries of menus have theirs, too.
    QVERIFY(!f.child<QAction>("capacity_action")->whatsThis().isEmpty());
}

}  // namespace stowage

QTEST_MAIN(stowage::HelpTest)
#include "tst_help.moc"
