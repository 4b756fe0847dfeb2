// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/file_dialogs.h"

#include "widgets/support/forms.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace stowage {
namespace {

QFileDialog* makeDialog(QWidget* parent, const QString& title, const QString& startFolder,
                        FileDialogs::Chosen chosen) {
    auto* dialog = new QFileDialog(parent, title, startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    return dialog;
}

/// To be opened once it has its default suffix.
QFileDialog* askToSave(QWidget* parent, const QString& title, const QString& startFolder,
                       const QStringList& filters, FileDialogs::Chosen chosen) {
    QFileDialog* dialog = makeDialog(parent, title, startFolder, std::move(chosen));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    return dialog;
}

/// `filters` are for files; a folder has none.
void ask(QWidget* parent, const QString& title, const QString& startFolder,
         const QStringList& filters, FileDialogs::Chosen chosen) {
    QFileDialog* dialog = makeDialog(parent, title, startFolder, std::move(chosen));
    dialog->setFileMode(filters.isEmpty() ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (filters.isEmpty()) {
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        dialog->setNameFilters(filters + QStringList{QFileDialog::tr("All files (*)")});
    }
    dialog->open();
}

/// The desktop's own dialogs.
class DesktopFileDialogs : public FileDialogs {
public:
    void openFile(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void openFolder(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void openMap(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void openRuns(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void saveRuns(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void saveReport(QWidget* parent, const QString& file, Chosen chosen) override;
    void chooseModelFolder(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void savePython(QWidget* parent, const QString& name, Chosen chosen) override;
    void saveConfig(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void saveFile(QWidget* parent, const QString& file, const QStringList& endings,
                  Chosen chosen) override;
    void openProject(QWidget* parent, const QString& startFolder, Chosen chosen) override;
    void saveProject(QWidget* parent, const QString& file, Chosen chosen) override;
    void askUnsaved(QWidget* parent, const QString& question, Answered answered) override;
};

void DesktopFileDialogs::openFile(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a model or a project"), startFolder,
        {QFileDialog::tr("Models and projects (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json "
                         "*.stowage)")},
        std::move(chosen));
}

void DesktopFileDialogs::openFolder(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a folder with a checkpoint"), startFolder, {},
        std::move(chosen));
}

void DesktopFileDialogs::openMap(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Read a placement"), startFolder,
        {QFileDialog::tr(
            "Device maps and settings (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)")},
        std::move(chosen));
}

void DesktopFileDialogs::openRuns(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Import runs"), startFolder,
        {QFileDialog::tr("Runs from load --json, run --json, compare --json (*.json)")},
        std::move(chosen));
}

void DesktopFileDialogs::saveRuns(QWidget* parent, const QString& startFolder, Chosen chosen) {
    QFileDialog* dialog = askToSave(
        parent, QFileDialog::tr("Export runs"), startFolder,
        {QFileDialog::tr("Table (*.csv)"), QFileDialog::tr("Runs (*.json)")}, std::move(chosen));
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains(QLatin1String("json")) ? QStringLiteral("json")
                                                                        : QStringLiteral("csv"));
    });
    dialog->open();
}

void DesktopFileDialogs::saveReport(QWidget* parent, const QString& file, Chosen chosen) {
    QFileDialog* dialog = askToSave(
        parent, QFileDialog::tr("Export the lesson's report"), QFileInfo(file).absolutePath(),
        {QFileDialog::tr("Report: web page, with PDF and tables next to it (*.html)")},
        std::move(chosen));
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(QFileInfo(file).fileName());
    dialog->open();
}

void DesktopFileDialogs::chooseModelFolder(QWidget* parent, const QString& startFolder,
                                           Chosen chosen) {
    ask(parent, QFileDialog::tr("Folder for model files"), startFolder, {}, std::move(chosen));
}

void DesktopFileDialogs::savePython(QWidget* parent, const QString& name, Chosen chosen) {
    QFileDialog* dialog = askToSave(parent, QFileDialog::tr("Save %1").arg(name), {},
                                    {QFileDialog::tr("Python (*.py)")}, std::move(chosen));
    dialog->setDefaultSuffix(QStringLiteral("py"));
    dialog->selectFile(name);
    dialog->open();
}

void DesktopFileDialogs::saveConfig(QWidget* parent, const QString& startFolder, Chosen chosen) {
    QFileDialog* dialog = askToSave(parent, QFileDialog::tr("Save the configuration"), startFolder,
                                    {QFileDialog::tr("Configuration (*.json)")}, std::move(chosen));
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("config.json"));
    dialog->open();
}

void DesktopFileDialogs::saveFile(QWidget* parent, const QString& file, const QStringList& endings,
                                  Chosen chosen) {
    const QFileInfo proposed(file);
    QStringList filters;
    for (const QString& ending : endings) {
        filters.append(QFileDialog::tr("%1 (*.%2)").arg(ending.toUpper(), ending));
    }
    QFileDialog* dialog = askToSave(parent, QFileDialog::tr("Save as"), proposed.absolutePath(),
                                    filters, std::move(chosen));
    dialog->setDefaultSuffix(proposed.suffix());
    dialog->selectFile(proposed.fileName());
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                     [dialog, endings, filters](const QString& filter) {
                         dialog->setDefaultSuffix(endings.value(filters.indexOf(filter)));
                     });
    dialog->open();
}

void DesktopFileDialogs::openProject(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a project"), startFolder,
        {QFileDialog::tr("Projects (*.stowage)")}, std::move(chosen));
}

void DesktopFileDialogs::saveProject(QWidget* parent, const QString& file, Chosen chosen) {
    QFileDialog* dialog =
        askToSave(parent, QFileDialog::tr("Save the project"), QFileInfo(file).absolutePath(),
                  {QFileDialog::tr("Projects (*.stowage)")}, std::move(chosen));
    dialog->setDefaultSuffix(QStringLiteral("stowage"));
    dialog->selectFile(QFileInfo(file).fileName());
    dialog->open();
}

void DesktopFileDialogs::askUnsaved(QWidget* parent, const QString& question, Answered answered) {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, QFileDialog::tr("Unsaved changes"), question,
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box->setObjectName(QStringLiteral("unsaved_box"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(QFileDialog::tr("If you do not save, the changes are lost."));
    box->button(QMessageBox::Discard)->setText(QFileDialog::tr("Don't save"));
    box->setDefaultButton(QMessageBox::Save);
    withName(box->button(QMessageBox::Save), "unsaved_save");
    withName(box->button(QMessageBox::Discard), "unsaved_discard");
    withName(box->button(QMessageBox::Cancel), "unsaved_cancel");
    QObject::connect(box, &QMessageBox::finished, parent,
                     [answered = std::move(answered)](int button) {
                         answered(button == QMessageBox::Save      ? Unsaved::Save
                                  : button == QMessageBox::Discard ? Unsaved::Discard
                                                                   : Unsaved::Cancel);
                     });
    box->open();
}

}  // namespace

std::unique_ptr<FileDialogs> desktopFileDialogs() {
    return std::make_unique<DesktopFileDialogs>();
}

}  // namespace stowage
