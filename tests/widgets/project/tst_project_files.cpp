// SPDX-License-Identifier: GPL-3.0-or-later
// Projects in the window: saved and opened again, what is asked before changes are lost, models
// that moved, changed or went, and files that are no projects of this version.
#include "engine/project/project.h"
#include "tests/project/random_edits.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/project/project_window.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/message_bar.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QUrl>

using namespace stowage;
using namespace stowage::test;

class ProjectFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    /// As failOnWarnings(); forms are raised, too, which the offscreen platform cannot.
    void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)")); }
    void savedPlanIsOpenedByteForByte();
    void optimalPlanKeepsItsProof();
    void titleTellsFileModelAndChanges();
    void editsAreKeptAsARecord();
    void fiveHundredEditsUndone();
    void editsDockGoesBackAndForth();
    void changesAreAskedFor_data();
    void changesAreAskedFor();
    void nothingIsAskedWithoutAnEdit();
    void savingFirstAsksForAFile();
    void questionHasThreeAnswers();
    void droppedProjectIsOpened();
    void recentProjectsAreListed();
    void modelThatMoved();
    void modelThatChanged();
    void modelThatIsGone();
    void filesThatAreNoProject_data();
    void filesThatAreNoProject();
    void typedModelIsSavedWithItsConfig();
    void projectIsToldByItsContent();
    void devicesOfAnotherMachine();
    void layoutAndNotesComeBack();

private:
    [[nodiscard]] QString copyOfModel(const QString& folder) const;

    QTemporaryDir m_folder;
    QString m_sample;
    int m_files = 0;
    [[nodiscard]] QString freshFile() {
        return m_folder.filePath(QStringLiteral("p%1.stowage").arg(++m_files));
    }
};

void ProjectFilesTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

QString ProjectFilesTest::copyOfModel(const QString& folder) const {
    QDir().mkpath(folder);
    for (const QFileInfo& file : QFileInfo(m_sample).dir().entryInfoList(QDir::Files)) {
        QFile::copy(file.filePath(), folder + '/' + file.fileName());
    }
    return folder + '/' + QFileInfo(m_sample).fileName();
}

void ProjectFilesTest::savedPlanIsOpenedByteForByte() {
    const QString file = freshFile();
    std::string before;
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, m_sample));
        QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
        f.document.edit(SetBudgetEdit{DeviceId::gpu(0), "20MiB"});
        f.document.edit(PinEdit{{"transformer.h.1"}, DeviceId::gpu(1)});
        f.document.edit(SetDtypeEdit{DType::Float16});
        f.document.edit(SetWorkloadEdit{Workload{.batch = 3}});
        SetDevicesEdit cluster{f.document.devices()};
        cluster.devices[1].machine = "node-2";
        cluster.machineLinks = {{"", "node-2", 2e9, 1e-3}};
        f.document.edit(cluster);
        QVERIFY(waitUntilIdle(f.document));
        before = planText(f.document);
        QVERIFY(f.save(file));
        QVERIFY(!f.session.isModified());
    }
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    QCOMPARE(planText(g.document), before);
    QCOMPARE(g.document.devices()[1].machine, std::string("node-2"));
    QCOMPARE(g.document.machineLinks().size(), std::size_t{1});
    QVERIFY(!g.session.isModified());
    QCOMPARE(g.session.path(), file);
    // Saved once more nothing is another.
    const auto first = readProject(file.toStdString());
    QVERIFY(g.save({}));
    QCOMPARE(projectToJson(*readProject(file.toStdString())), projectToJson(*first));
}

/// Nothing is searched anew: even the seconds of the search are those that were saved.
void ProjectFilesTest::optimalPlanKeepsItsProof() {
    const QString file = freshFile();
    std::string before;
    QStringList shown;
    const auto shownIn = [](const ProjectWindow& f) {
        return QStringList{f.child<QComboBox>("strategy_combo")->currentText(),
                           f.child<QLabel>("optimal_value")->text(),
                           f.child<QLabel>("optimal_proof")->text()};
    };
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, m_sample));
        auto* strategy = f.child<QComboBox>("strategy_combo");
        strategy->setFocus();
        while (strategy->currentText() != "optimal") {
            const int index = strategy->currentIndex();
            QTest::keyClick(strategy, Qt::Key_Down);
            QVERIFY(waitUntilIdle(f.document));
            QVERIFY(strategy->currentIndex() != index);
        }
        QVERIFY(f.document.plan()->optimal != nullptr && f.document.plan()->optimal->value);
        before = planText(f.document);
        shown = shownIn(f);
        QVERIFY(f.save(file));
    }
    ProjectWindow g;
    QSignalSpy opened(&g.session, &ProjectSession::opened);
    g.dialogs.answer = file;
    QMenu* menu = nullptr;
    auto* open = g.child<QAction>("open_project_action");
    for (QObject* place : open->associatedObjects()) {
        menu = menu == nullptr ? qobject_cast<QMenu*>(place) : menu;
    }
    QVERIFY(menu != nullptr);
    menu->popup({});
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(open).center());
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
    QVERIFY(waitUntilIdle(g.document));
    QCOMPARE(planText(g.document), before);
    QCOMPARE(shownIn(g), shown);
    QVERIFY(shown[2].startsWith(QString::fromStdString(g.document.plan()->optimal->text)));
    QCOMPARE(g.child<QWidget>("bound_bar")->isVisible(), !g.document.plan()->optimal->isCompared);
    QVERIFY(!g.session.isModified());
}

void ProjectFilesTest::titleTellsFileModelAndChanges() {
    ProjectWindow f;
    QCOMPARE(f.window.windowTitle(), QString("Stowage"));
    QVERIFY(openAndWait(f.document, m_sample));
    const QString model = f.document.displayName();
    QCOMPARE(f.window.windowTitle(), model + "[*] — Stowage");
    QVERIFY(!f.window.isWindowModified());
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    QVERIFY(f.window.isWindowModified());
    f.press(Qt::Key_Z);
    QTRY_VERIFY(!f.window.isWindowModified());
    const QString file = freshFile();
    QVERIFY(f.save(file));
    QCOMPARE(f.window.windowTitle(), QFileInfo(file).fileName() + "[*] — " + model + " — Stowage");
    QVERIFY(!f.window.isWindowModified());
    // What was saved is the mark: undone from there, it is modified; done again, it is not.
    QVERIFY(f.move("transformer.h.4", DeviceId::cpu()));
    QVERIFY(f.save({}));
    QVERIFY(!f.window.isWindowModified());
    f.document.undoStack()->undo();
    QVERIFY(f.window.isWindowModified());
    f.document.undoStack()->redo();
    QVERIFY(!f.window.isWindowModified());
}

void ProjectFilesTest::editsAreKeptAsARecord() {
    const QString file = freshFile();
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    QVERIFY(f.move("transformer.h.4", DeviceId::cpu()));
    f.document.undoStack()->undo();
    QVERIFY(f.save(file));
    const auto project = readProject(file.toStdString());
    QVERIFY(project.has_value());
    QCOMPARE(project->variants.size(), std::size_t{1});
    QCOMPARE(project->variants[0].name, std::string("Plan"));
    QCOMPARE(project->variants[0].edits.size(), std::size_t{1});
    QCOMPARE(project->variants[0].edits[0].text, std::string("Move transformer.h.5 to CPU"));
    QVERIFY(QDateTime::fromString(QString::fromStdString(project->variants[0].edits[0].date),
                                  Qt::ISODateWithMs)
                .isValid());
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    QVERIFY(g.move("transformer.h.3", DeviceId::cpu()));
    QVERIFY(g.save({}));
    const auto again = readProject(file.toStdString());
    QCOMPARE(again->variants[0].edits.size(), std::size_t{2});
    QCOMPARE(again->variants[0].edits[1].text, std::string("Move transformer.h.3 to CPU"));
    // The list tells both; only what was done here can be undone.
    const std::string after = planText(g.document);
    auto* list = g.child<QListWidget>("edits_list");
    QCOMPARE(list->count(), 2);
    QCOMPARE(list->currentRow(), 1);
    list->setCurrentRow(0);
    QVERIFY(planText(g.document) != after);
    QVERIFY(!g.document.undoStack()->canUndo());
    // Opened again, the plan that is shown is the one after the last edit.
    ProjectWindow h;
    QVERIFY(h.openProject(file));
    auto* reopened = h.child<QListWidget>("edits_list");
    QCOMPARE(reopened->count(), 2);
    QVERIFY(!(reopened->item(0)->flags() & Qt::ItemIsEnabled));
    QCOMPARE(reopened->currentItem()->text(), QString("Move transformer.h.3 to CPU"));
    QCOMPARE(planText(h.document), after);
}

void ProjectFilesTest::fiveHundredEditsUndone() {
    Document document(windowDevices(kProjectGpus));
    const ProjectSession session(&document);
    QVERIFY(openAndWait(document, m_sample));
    const std::string before = planText(document);
    EditDrawer drawer(7);
    int done = 0;
    for (int drawn = 0; done < 500 && drawn < 3000; ++drawn) {
        const PlanEdit edit = drawer.draw(*document.plan());
        const auto* strategy = std::get_if<SetStrategyEdit>(&edit);
        if (strategy != nullptr && strategy->strategy == Strategy::Optimal) {
            continue;  // a search of seconds each
        }
        document.edit(edit);
        QVERIFY(waitUntilIdle(document));
        done = document.undoStack()->count();
    }
    QCOMPARE(done, 500);
    const std::string after = planText(document);
    QVERIFY(after != before);
    document.walkTo(0);
    QCOMPARE(planText(document), before);
    QVERIFY(!session.isModified());
    document.walkTo(500);
    QCOMPARE(planText(document), after);
    for (int step = 0; step < 500; ++step) {
        document.undoStack()->undo();
    }
    QCOMPARE(planText(document), before);
}

void ProjectFilesTest::editsDockGoesBackAndForth() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    std::vector<std::string> plans{planText(f.document)};
    for (const char* module : {"transformer.h.5", "transformer.h.4", "transformer.h.3"}) {
        QVERIFY(f.move(module, DeviceId::cpu()));
        plans.push_back(planText(f.document));
    }
    auto* dock = f.child<QDockWidget>("edits_dock");
    QVERIFY(dock->isHidden());
    dock->toggleViewAction()->trigger();
    QVERIFY(!dock->isHidden());
    auto* list = f.child<QListWidget>("edits_list");
    QTRY_VERIFY(!list->visibleRegion().isEmpty());
    // Each of the tabs comes to the front.
    auto* notes = f.child<QDockWidget>("notes_dock");
    notes->toggleViewAction()->trigger();
    QTRY_VERIFY(!notes->widget()->visibleRegion().isEmpty());
    dock->toggleViewAction()->trigger();
    dock->toggleViewAction()->trigger();
    QTRY_VERIFY(!list->visibleRegion().isEmpty());
    QCOMPARE(list->count(), 4);
    QCOMPARE(list->item(0)->text(), QString(goldenText("window-project/the-plan-at-first")));
    QCOMPARE(list->item(2)->text(), QString("Move transformer.h.4 to CPU"));
    QCOMPARE(list->currentRow(), 3);
    QSignalSpy planned(&f.document, &Document::planChanged);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(0)).center());
    QCOMPARE(planText(f.document), plans[0]);
    QCOMPARE(planned.count(), 1);  // three steps are shown as one
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(planText(f.document), plans[1]);
    f.press(Qt::Key_Z, Qt::ShiftModifier);
    QTRY_COMPARE(list->currentRow(), 2);
    QCOMPARE(planText(f.document), plans[2]);
}

void ProjectFilesTest::changesAreAskedFor_data() {
    QTest::addColumn<QString>("way");
    QTest::addColumn<FileDialogs::Unsaved>("answer");
    for (const char* way : {"close", "new", "model", "typed", "project"}) {
        QTest::addRow("%s, save", way) << way << FileDialogs::Unsaved::Save;
        QTest::addRow("%s, don't", way) << way << FileDialogs::Unsaved::Discard;
        QTest::addRow("%s, cancel", way) << way << FileDialogs::Unsaved::Cancel;
    }
}

void ProjectFilesTest::changesAreAskedFor() {
    QFETCH(const QString, way);
    QFETCH(const FileDialogs::Unsaved, answer);
    const QString other = freshFile();
    const QString file = freshFile();
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.save(other));
    f.press(Qt::Key_N, Qt::ShiftModifier);  // nothing is asked: all is saved
    QTRY_VERIFY(f.session.path().isEmpty() && f.document.isIdle());
    QCOMPARE(f.dialogs.unsavedQuestions.size(), 0);
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    const std::string edited = planText(f.document);
    f.dialogs.unsaved = answer;
    f.dialogs.answer = file;
    QSignalSpy models(&f.document, &Document::modelChanged);
    if (way == "close") {
        f.window.close();
    } else if (way == "new") {
        f.press(Qt::Key_N, Qt::ShiftModifier);
    } else if (way == "model") {
        f.window.open()->openPath(m_sample);
    } else if (way == "typed") {
        f.window.open()->showNewModel();
        auto* dialog = f.window.findChild<QDialog*>("new_model_dialog");
        auto* open = dialog->findChild<QPushButton*>("new_model_open");
        QTRY_VERIFY(open != nullptr && open->isEnabled());
        open->click();
    } else {
        f.window.open()->openPath(other);
    }
    QTRY_COMPARE(f.dialogs.unsavedQuestions.size(), 1);
    // There is no project yet: its weights are not what would be written.
    QCOMPARE(f.dialogs.unsavedQuestions[0], QString("Save this plan as a project?"));
    if (answer == FileDialogs::Unsaved::Cancel) {
        QVERIFY(f.window.isVisible());
        QVERIFY(f.session.isModified());
        QCOMPARE(planText(f.document), edited);
        QCOMPARE(models.count(), 0);
        QVERIFY(!QFile::exists(file));
        return;
    }
    if (way == "close") {
        QTRY_VERIFY(!f.window.isVisible());
    } else {
        QTRY_COMPARE(models.count(), 1);
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(!f.session.isModified());
    }
    QCOMPARE(QFile::exists(file), answer == FileDialogs::Unsaved::Save);
    if (answer == FileDialogs::Unsaved::Save) {
        ProjectWindow g;
        QVERIFY(g.openProject(file));
        QCOMPARE(planText(g.document), edited);
    }
}

void ProjectFilesTest::nothingIsAskedWithoutAnEdit() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    f.window.open()->openPath(m_sample);
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    f.document.undoStack()->undo();
    QVERIFY(f.window.close());
    QCOMPARE(f.dialogs.unsavedQuestions.size(), 0);
}

void ProjectFilesTest::savingFirstAsksForAFile() {
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    // The folder cannot be written to: it says so, and the window stays.
    f.dialogs.unsaved = FileDialogs::Unsaved::Save;
    f.dialogs.answer = "/nonexistent/p.stowage";
    QSignalSpy failed(&f.session, &ProjectSession::failed);
    QVERIFY(!f.window.close());
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(f.window.isVisible());
    QVERIFY(f.window.project()->bar()->text().contains("/nonexistent"));
    QVERIFY(f.session.isModified());
    f.dialogs.answer = freshFile();
    f.window.close();
    QTRY_VERIFY(!f.window.isVisible());
}

void ProjectFilesTest::questionHasThreeAnswers() {
    QWidget parent;
    parent.show();
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    const std::pair<QMessageBox::StandardButton, FileDialogs::Unsaved> kAnswers[] = {
        {QMessageBox::Save, FileDialogs::Unsaved::Save},
        {QMessageBox::Discard, FileDialogs::Unsaved::Discard},
        {QMessageBox::Cancel, FileDialogs::Unsaved::Cancel}};
    for (const auto& [button, expected] : kAnswers) {
        std::optional<FileDialogs::Unsaved> given;
        dialogs->askUnsaved(&parent, "Save?",
                            [&given](FileDialogs::Unsaved answer) { given = answer; });
        auto* box = parent.findChild<QMessageBox*>("unsaved_box");
        QVERIFY(box != nullptr && box->isVisible());
        box->button(button)->click();
        QVERIFY(given == expected);
        QTRY_VERIFY(parent.findChild<QMessageBox*>("unsaved_box") == nullptr);
    }
}

void ProjectFilesTest::droppedProjectIsOpened() {
    const QString file = freshFile();
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.save(file));
    ProjectWindow g;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    const QPoint at(200, 200);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&g.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&g.window, &drop);
    QTRY_COMPARE(g.session.path(), file);
}

void ProjectFilesTest::recentProjectsAreListed() {
    const QString file = freshFile();
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.save(file));
    auto* menu = f.child<QMenu>("recent_projects_menu");
    QCOMPARE(menu->actions().first()->data().toString(), file);
    // Those of models are another list.
    for (const QAction* action : f.child<QMenu>("recent_menu")->actions()) {
        QVERIFY(action->data().toString() != file);
    }
    f.press(Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(f.session.path().isEmpty() && f.document.isIdle());
    menu->actions().first()->trigger();
    QTRY_COMPARE(f.session.path(), file);
    QVERIFY(QFile::remove(file));
    Q_EMIT menu->aboutToShow();
    QTRY_VERIFY(!menu->actions().first()->isEnabled());
}

void ProjectFilesTest::modelThatMoved() {
    const QString folder = m_folder.filePath("moving");
    const QString model = copyOfModel(folder + "/here");
    const QString file = folder + "/moving.stowage";
    std::string before;
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, model));
        QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
        before = planText(f.document);
        QVERIFY(f.save(file));
    }
    // Project and model go together.
    const QString gone = m_folder.filePath("moved");
    QVERIFY(QDir().rename(folder, gone));
    ProjectWindow g;
    QVERIFY(g.openProject(gone + "/moving.stowage"));
    QCOMPARE(planText(g.document), before);
    QTRY_VERIFY(g.window.project()->bar()->text().contains(gone + "/here"));
    QCOMPARE(g.document.path(), gone + "/here/" + QFileInfo(m_sample).fileName());
}

void ProjectFilesTest::modelThatChanged() {
    const QString folder = m_folder.filePath("changing");
    const QString model = copyOfModel(folder);
    const QString file = folder + "/changing.stowage";
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, model));
        QVERIFY(f.save(file));
    }
    QFile config(folder + "/config.json");
    QVERIFY(config.open(QIODevice::ReadWrite));
    QByteArray text = config.readAll();
    config.resize(0);
    config.seek(0);
    config.write(text + "\n");
    config.close();
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    MessageBar* bar = g.window.project()->bar();
    QTRY_VERIFY2(bar->text().contains("config.json"), qPrintable(bar->text()));
    auto* find = bar->findChild<QPushButton*>("message_remedy");
    QVERIFY(find->isVisible());
    QCOMPARE(find->text(), QString("Find model…"));
    // The one that it was saved with lies elsewhere.
    g.dialogs.answer = m_sample;
    QSignalSpy opened(&g.session, &ProjectSession::opened);
    find->click();
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(g.document.path(), m_sample);
    QCOMPARE(g.session.path(), file);
    QTRY_VERIFY(bar->isHidden());
}

void ProjectFilesTest::modelThatIsGone() {
    const QString folder = m_folder.filePath("going");
    const QString model = copyOfModel(folder + "/model");
    const QString file = folder + "/going.stowage";
    std::string before;
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, model));
        QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
        before = planText(f.document);
        QVERIFY(f.save(file));
    }
    QVERIFY(QDir(folder + "/model").removeRecursively());
    ProjectWindow g;
    QSignalSpy missing(&g.session, &ProjectSession::modelMissing);
    g.window.open()->openPath(file);
    QTRY_COMPARE(missing.count(), 1);
    QVERIFY(g.document.plan() == nullptr);
    MessageBar* bar = g.window.project()->bar();
    QVERIFY2(bar->text().contains(model), qPrintable(bar->text()));
    g.dialogs.answer = m_sample;
    bar->findChild<QPushButton*>("message_remedy")->click();
    QTRY_COMPARE(g.document.path(), m_sample);
    QVERIFY(waitUntilIdle(g.document));
    QCOMPARE(planText(g.document), before);
    QCOMPARE(g.session.path(), file);
}

void ProjectFilesTest::filesThatAreNoProject_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("word");
    QTest::newRow("newer") << QByteArray(
                                  R"({"format": "stowage.project", "version": 99, "variants": []})")
                           << "99";
    QTest::newRow("no JSON") << QByteArray("{\"format\": ") << "broken.stowage";
    QTest::newRow("empty") << QByteArray() << "broken.stowage";
    QTest::newRow("another format")
        << QByteArray(R"({"format": "else", "version": 1})") << "broken.stowage";
}

void ProjectFilesTest::filesThatAreNoProject() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, word);
    const QString file = m_folder.filePath("broken.stowage");
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write(text);
    broken.close();
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    const auto plan = f.document.plan();
    QSignalSpy failed(&f.session, &ProjectSession::failed);
    f.window.open()->openPath(file);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY2(f.window.project()->bar()->text().contains(word),
             qPrintable(f.window.project()->bar()->text()));
    QVERIFY(f.document.plan() == plan);
    QVERIFY(f.session.path().isEmpty());
}

void ProjectFilesTest::typedModelIsSavedWithItsConfig() {
    const QString file = freshFile();
    std::string before;
    {
        ProjectWindow f;
        QFile config(QFileInfo(m_sample).dir().filePath("config.json"));
        QVERIFY(config.open(QIODevice::ReadOnly));
        f.document.openConfigText("my/model", config.readAll().toStdString());
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(f.document.plan() != nullptr);
        QVERIFY(f.move("lm_head", DeviceId::cpu()));
        QVERIFY(f.save(file));
        QVERIFY(!f.session.isModified());
        before = planText(f.document);
    }
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    QCOMPARE(planText(g.document), before);
    QCOMPARE(g.document.displayName(), QStringLiteral("my-model"));
    QVERIFY(g.session.isTyped() && !g.session.isModified());
    // It is a model like any other: edited and saved over its file.
    QVERIFY(g.move("lm_head", DeviceId::disk()));
    QVERIFY(g.save(file));
    QVERIFY(!readProject(file.toStdString())->model.config.empty());
}

/// A project of another name, as the command line takes it.
void ProjectFilesTest::projectIsToldByItsContent() {
    const QString file = freshFile();
    const QString other = file + QStringLiteral(".json");
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, m_sample));
        QVERIFY(f.save(file));
    }
    QVERIFY(QFile::copy(file, other));
    ProjectWindow g;
    QSignalSpy opened(&g.session, &ProjectSession::opened);
    g.window.open()->openPath(other);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
    QCOMPARE(g.session.path(), other);
}

void ProjectFilesTest::devicesOfAnotherMachine() {
    const QString file = freshFile();
    ProjectWindow f;
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.save(file));
    auto project = readProject(file.toStdString());
    QVERIFY(project.has_value());
    DeviceInfo& gpu = project->variants[0].request.devices.front();
    gpu.simulated = false;
    gpu.name = "Quadro 0";
    QVERIFY(writeProject(file.toStdString(), *project).has_value());
    ProjectWindow g;
    QVERIFY(g.openProject(file));
    QTRY_VERIFY(g.window.project()->bar()->text().contains("Quadro 0"));
    QVERIFY(g.document.plan()->request.devices.front().simulated);
}

void ProjectFilesTest::layoutAndNotesComeBack() {
    const QString file = freshFile();
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, m_sample));
        auto* notes = f.child<QPlainTextEdit>("project_notes");
        f.child<QDockWidget>("notes_dock")->toggleViewAction()->trigger();
        notes->setFocus();
        QTest::keyClicks(notes, "for the A10 box");
        QVERIFY(f.session.isModified());
        f.child<QDockWidget>("why_dock")->close();
        QVERIFY(f.save(file));
        QVERIFY(!f.session.isModified());
    }
    ProjectWindow g;
    QVERIFY(!g.child<QDockWidget>("why_dock")->isHidden());
    QVERIFY(g.openProject(file));
    QCOMPARE(g.child<QPlainTextEdit>("project_notes")->toPlainText(), QString("for the A10 box"));
    QVERIFY(g.child<QDockWidget>("why_dock")->isHidden());
    QVERIFY(!g.child<QDockWidget>("notes_dock")->isHidden());
    QVERIFY(!g.session.isModified());
    // A fresh project has none.
    g.press(Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(g.session.path().isEmpty() && g.document.isIdle());
    QCOMPARE(g.child<QPlainTextEdit>("project_notes")->toPlainText(), QString());
}

QTEST_MAIN(ProjectFilesTest)
#include "tst_project_files.moc"
