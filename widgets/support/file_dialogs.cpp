// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/file_dialogs.h"

#include <QFileDialog>

#include <utility>

namespace stowage {
namespace {

/// `filters` are for files; a folder has none.
void ask(QWidget* parent, const QString& title, const QString& startFolder,
         const QStringList& filters, FileDialogs::Chosen chosen) {
    auto* dialog = new QFileDialog(parent, title, startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(filters.isEmpty() ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (filters.isEmpty()) {
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        dialog->setNameFilters(filters + QStringList{QFileDialog::tr("All files (*)")});
    }
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

}  // namespace

void DesktopFileDialogs::openFile(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a checkpoint"), startFolder,
        {QFileDialog::tr("Checkpoints (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json)")},
        std::move(chosen));
}

void DesktopFileDialogs::openFolder(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a folder with a checkpoint"), startFolder, {},
        std::move(chosen));
}

void DesktopFileDialogs::openMap(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Read a device map"), startFolder,
        {QFileDialog::tr("Device maps (*.json *.txt *.py)")}, std::move(chosen));
}

void DesktopFileDialogs::openRuns(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Import runs"), startFolder,
        {QFileDialog::tr("Runs: load --json, compare --json (*.json)")}, std::move(chosen));
}

void DesktopFileDialogs::saveRuns(QWidget* parent, const QString& startFolder, Chosen chosen) {
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Export runs"), startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({QFileDialog::tr("Table (*.csv)"), QFileDialog::tr("Runs (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains(QLatin1String("json")) ? QStringLiteral("json")
                                                                        : QStringLiteral("csv"));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

void DesktopFileDialogs::saveReport(QWidget* parent, const QString& startFolder, Chosen chosen) {
    auto* dialog =
        new QFileDialog(parent, QFileDialog::tr("Export the lesson's report"), startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({QFileDialog::tr("Report: page, PDF and tables (*.html)")});
    dialog->setDefaultSuffix(QStringLiteral("html"));
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

void DesktopFileDialogs::chooseModelFolder(QWidget* parent, const QString& startFolder,
                                           Chosen chosen) {
    ask(parent, QFileDialog::tr("Folder for model files"), startFolder, {}, std::move(chosen));
}

void DesktopFileDialogs::savePython(QWidget* parent, const QString& name, Chosen chosen) {
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Save %1").arg(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({QFileDialog::tr("Python (*.py)")});
    dialog->setDefaultSuffix(QStringLiteral("py"));
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

void DesktopFileDialogs::saveConfig(QWidget* parent, const QString& startFolder, Chosen chosen) {
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Save the configuration"), startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({QFileDialog::tr("Configuration (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("config.json"));
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

void DesktopFileDialogs::saveTable(QWidget* parent, const QString& startFolder, Chosen chosen) {
    auto* dialog = new QFileDialog(parent, QFileDialog::tr("Save a table"), startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({QFileDialog::tr("Table (*.csv)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

}  // namespace stowage
