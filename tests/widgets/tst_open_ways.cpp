// SPDX-License-Identifier: GPL-3.0-or-later
// Every way to open a file or a folder, through the window: dialogs, drops, recent ones.
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/open/open_feature.h"
#include "widgets/open/recent_files.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/tree_feature.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";

/// Which question was asked, and whether anything was answered.
class RememberingDialogs : public FixedFileDialogs {
public:
    QStringList asked;
    QString startFolder;
    void openFile(QWidget* parent, const QString& folder, Chosen chosen) override {
        asked.append("file");
        startFolder = folder;
        FixedFileDialogs::openFile(parent, folder, std::move(chosen));
    }
    void openFolder(QWidget* parent, const QString& folder, Chosen chosen) override {
        asked.append("folder");
        startFolder = folder;
        FixedFileDialogs::openFolder(parent, folder, std::move(chosen));
    }
};

/// Enters, moves and drops `urls` over the middle of `target`, as a desktop does. Whether it was
/// taken.
bool dropOn(QWidget* target, const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    const QPoint at = target->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &enter);
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &move);
    if (!enter.isAccepted()) {
        return false;
    }
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &drop);
    return drop.isAccepted();
}

QList<QUrl> localUrls(const QStringList& paths) {
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls.append(QUrl::fromLocalFile(path));
    }
    return urls;
}

}  // namespace

class OpenWaysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    /// As failOnWarnings(); a dock that floats is raised, too, which the offscreen platform cannot.
    void init() {
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))")));
    }
    void dialogsForFilesAndFolders();
    void oneButtonForAll();
    void theEmptyPlaceOpensBoth();
    void dropsAnywhere_data();
    void dropsAnywhere();
    void dropsOnAFloatingDock();
    void aFolderIsDropped();
    void severalDropped();
    void aLinkIsNoFile();
    void aDeviceMapIsNoModel();
    void recentFilesAndFolders();
    void recentPathsKeepTheirLetters();
    void theListIsShort();
    void openingCanBeCancelled();
    void leavesNothingBehindWhenCancelled();

private:
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
    /// Shows the recent menu and waits until it knows what is there.
    static QMenu* recentMenu(WindowFixture& f) {
        auto* menu = f.child<QMenu>("recent_menu");
        Q_EMIT menu->aboutToShow();
        return menu;
    }

    QTemporaryDir m_folder;
    QString m_sample;
    QString m_shards = QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards");
};

void OpenWaysTest::initTestCase() {
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void OpenWaysTest::dialogsForFilesAndFolders() {
    WindowFixture f(kGpus);
    RememberingDialogs dialogs;
    MainWindow window({&f.document, &f.controller, &f.theme, &f.settings, &dialogs});
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    dialogs.answer = m_sample;
    QTest::keyClick(window.windowHandle(), Qt::Key_O, Qt::ControlModifier);
    QCOMPARE(dialogs.asked, QStringList{"file"});
    QVERIFY(opened(f, m_sample));
    dialogs.answer = m_shards;
    QTest::keyClick(window.windowHandle(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(dialogs.asked, (QStringList{"file", "folder"}));
    // From where the last one lies.
    QCOMPARE(dialogs.startFolder, QFileInfo(m_sample).absolutePath());
    QVERIFY(opened(f, m_shards));
}

void OpenWaysTest::oneButtonForAll() {
    WindowFixture f(kGpus);
    show(f);
    auto* button = f.child<QToolButton>("open_action_button");
    QVERIFY(button->isVisible());
    QCOMPARE(button->defaultAction()->objectName(), QString("open_action"));
    QStringList entries;
    for (const QAction* action : button->menu()->actions()) {
        entries.append(action->text());
    }
    QCOMPARE(entries, (QStringList{"New Model…", "Open…", "Open Folder…", "Open Recent"}));
    f.dialogs.answer = m_shards;
    button->menu()->actions().at(2)->trigger();
    QVERIFY(opened(f, m_shards));
    f.dialogs.answer = m_sample;
    QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(12, button->height() / 2));
    QVERIFY(opened(f, m_sample));
}

void OpenWaysTest::theEmptyPlaceOpensBoth() {
    WindowFixture f(kGpus);
    show(f);
    auto* folder = f.child<QPushButton>("empty_open_folder");
    QVERIFY(folder->isVisible());
    QVERIFY(f.child<QPushButton>("empty_open")->isVisible());
    f.dialogs.answer = m_shards;
    QTest::mouseClick(folder, Qt::LeftButton);
    QVERIFY(opened(f, m_shards));
    QVERIFY(!folder->isVisible());
}

void OpenWaysTest::dropsAnywhere_data() {
    QTest::addColumn<QString>("name");
    // Fields take text, panels take nothing: a file means the window wherever it falls.
    for (const char* name : {"main_window", "module_tree", "module_filter", "board", "plan_dock",
                             "model_dock", "main_tool_bar", "why_dock", "limit_gpu0"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void OpenWaysTest::dropsAnywhere() {
    QFETCH(QString, name);
    WindowFixture f(kGpus);
    show(f);
    QVERIFY(openAndWait(f.document, m_shards));
    QWidget* target = name == QLatin1String("main_window")
                          ? &f.window
                          : f.child<QWidget>(name.toLatin1().constData());
    if (auto* area = qobject_cast<QAbstractScrollArea*>(target)) {
        target = area->viewport();
    }
    const auto* field = qobject_cast<QLineEdit*>(target);
    const QString before = field == nullptr ? QString() : field->text();
    QVERIFY(dropOn(target, localUrls({m_sample})));
    QVERIFY(opened(f, m_sample));
    if (field != nullptr && name == QLatin1String("module_filter")) {
        QCOMPARE(field->text(), before);
    }
}

void OpenWaysTest::dropsOnAFloatingDock() {
    WindowFixture f(kGpus);
    show(f);
    auto* dock = f.child<QDockWidget>("live_dock");
    f.child<QAction>("lower_panels_action")->trigger();
    dock->setFloating(true);
    QVERIFY(dock->isWindow());
    QVERIFY(dropOn(dock, localUrls({m_sample})));
    QVERIFY(opened(f, m_sample));
}

void OpenWaysTest::aFolderIsDropped() {
    WindowFixture f(kGpus);
    show(f);
    QVERIFY(dropOn(&f.window, localUrls({m_shards})));
    QVERIFY(opened(f, m_shards));
    QCOMPARE(f.settings.value("recentFiles").toStringList(), QStringList{m_shards});
    QVERIFY(f.window.messages()->text().isEmpty());
}

void OpenWaysTest::severalDropped() {
    WindowFixture f(kGpus);
    show(f);
    QVERIFY(dropOn(&f.window, localUrls({m_sample, m_shards})));
    QVERIFY(opened(f, m_sample));
    const QString text = f.window.messages()->text();
    QVERIFY2(text.startsWith(goldenText("window-open/2-things-were-dropped")), qPrintable(text));
    QVERIFY2(text.contains("model.pth"), qPrintable(text));
    // Said once.
    QVERIFY(dropOn(&f.window, localUrls({m_shards})));
    QVERIFY(opened(f, m_shards));
    QVERIFY(f.window.messages()->text().isEmpty());
}

void OpenWaysTest::aLinkIsNoFile() {
    WindowFixture f(kGpus);
    show(f);
    QVERIFY(openAndWait(f.document, m_sample));
    const auto plan = f.document.plan();
    QVERIFY(dropOn(&f.window, {QUrl("https://example.org/model.safetensors")}));
    QVERIFY(f.window.messages()->text().startsWith(
        goldenText("window-open/only-files-and-folders-of-this")));
    QVERIFY(f.window.findChild<MapDialog*>() == nullptr);
    QCOMPARE(f.document.plan(), plan);
}

void OpenWaysTest::aDeviceMapIsNoModel() {
    WindowFixture f(kGpus);
    show(f);
    QVERIFY(openAndWait(f.document, m_sample));
    const QString path = f.folder.filePath("map.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"\": 0}");
    file.close();
    QVERIFY(dropOn(f.child<QDockWidget>("plan_dock"), localUrls({path})));
    QTRY_VERIFY(f.window.findChild<MapDialog*>() != nullptr);
    QCOMPARE(f.document.path(), m_sample);
}

void OpenWaysTest::recentFilesAndFolders() {
    WindowFixture f(kGpus);
    show(f);
    const QString gone = f.folder.filePath("gone.pth");
    QVERIFY(QFile::copy(m_sample, gone));
    for (const QString& path : {gone, m_shards, m_sample}) {
        f.window.open()->openPath(path);
        QVERIFY(opened(f, path));
    }
    QCOMPARE(f.settings.value("recentFiles").toStringList(),
             (QStringList{m_sample, m_shards, gone}));
    QVERIFY(QFile::remove(gone));
    QMenu* menu = recentMenu(f);
    QTRY_VERIFY(!menu->actions().at(2)->isEnabled());
    QVERIFY(menu->actions().at(2)->text().endsWith(goldenText("window-open/not-there-any-more")));
    QVERIFY(menu->actions().at(2)->toolTip().startsWith(gone));
    QVERIFY(menu->actions().at(1)->text().endsWith('/'));
    QVERIFY(menu->actions().at(0)->isEnabled());
    // It comes back with the file.
    QVERIFY(QFile::copy(m_sample, gone));
    Q_EMIT menu->aboutToShow();
    QTRY_VERIFY(menu->actions().at(2)->isEnabled());
    menu->actions().at(1)->trigger();
    QVERIFY(opened(f, m_shards));
    QCOMPARE(f.settings.value("recentFiles").toStringList().front(), m_shards);
    menu->actions().back()->trigger();
    QVERIFY(f.settings.value("recentFiles").toStringList().isEmpty());
    QVERIFY(!menu->isEnabled());
}

void OpenWaysTest::recentPathsKeepTheirLetters() {
    WindowFixture f(kGpus);
    show(f);
    const QString path = f.folder.filePath("R&D model & co.pth");
    QVERIFY(QFile::copy(m_sample, path));
    f.window.open()->openPath(path);
    QVERIFY(opened(f, path));
    QMenu* menu = recentMenu(f);
    // "&&" is how a menu writes "&".
    QVERIFY2(menu->actions().front()->text().contains("R&&D model && co.pth"),
             qPrintable(menu->actions().front()->text()));
    QCOMPARE(menu->actions().front()->toolTip(), path);
    QVERIFY(openAndWait(f.document, m_sample));
    menu->actions().front()->trigger();
    QVERIFY(opened(f, path));
}

void OpenWaysTest::theListIsShort() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    QMenu menu;
    RecentFiles recent(&menu, &settings, "recentFiles");
    QVERIFY(!menu.isEnabled());
    for (int i = 0; i < 20; ++i) {
        recent.add(QStringLiteral("/somewhere/%1.pth").arg(i));
    }
    recent.add("/somewhere/15.pth");
    QCOMPARE(recent.paths().size(), RecentFiles::kMost);
    QCOMPARE(recent.paths().front(), QString("/somewhere/15.pth"));
    QCOMPARE(recent.paths().count("/somewhere/15.pth"), qsizetype{1});
    // The paths, a separator and Clear.
    QCOMPARE(menu.actions().size(), RecentFiles::kMost + 2);
}

void OpenWaysTest::openingCanBeCancelled() {
    WindowFixture f(kGpus);
    show(f);
    QVERIFY(openAndWait(f.document, m_sample));
    const auto plan = f.document.plan();
    // Large enough for Cancel to come first: 40,000 tensors.
    const QString path = f.folder.filePath("large.safetensors");
    std::string header = "{";
    for (int i = 0; i < 40000; ++i) {
        const std::string begin = std::to_string(4 * i);
        header += (i == 0 ? "\"" : ",\"") + std::string("layers.") + std::to_string(i) +
                  ".weight\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[" + begin + "," +
                  std::to_string(4 * i + 4) + "]}";
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(safetensorsFile(header + "}", 160000)));
    file.close();
    auto* cancel = f.child<QPushButton>("message_cancel");
    QVERIFY(!cancel->isVisible());
    f.window.open()->openPath(path);
    QTRY_VERIFY(cancel->isVisible());
    QVERIFY(f.window.messages()->text().startsWith("Opening large.safetensors: "));
    QTest::mouseClick(cancel, Qt::LeftButton);
    QTRY_VERIFY(!f.document.isBusy());
    QCOMPARE(f.document.plan(), plan);
    QVERIFY(!f.child<QWidget>("open_error")->isVisible());
    QVERIFY(f.window.messages()->text().isEmpty());
    QCOMPARE(f.window.statusBar()->currentMessage(),
             QString("Opening large.safetensors was cancelled."));
}

void OpenWaysTest::leavesNothingBehindWhenCancelled() {
    WindowFixture f(kGpus);
    show(f);
    f.window.open()->openPath(m_sample);
    f.document.cancelOpening();
    QTRY_VERIFY(!f.document.isBusy());
    QVERIFY(f.document.plan() == nullptr);
    QVERIFY(f.document.facts() == nullptr);
    QVERIFY(f.settings.value("recentFiles").toStringList().isEmpty());
    QVERIFY(f.child<QLabel>("empty_text")
                ->text()
                .startsWith(goldenText("window-board/no-model-is-open-2")));
}

QTEST_MAIN(OpenWaysTest)
#include "tst_open_ways.moc"
