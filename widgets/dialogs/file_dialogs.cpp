// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/file_dialogs.h"

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
        {QFileDialog::tr("Checkpoints (*.safetensors *.pth *.pt *.bin *.tree.json)")},
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

}  // namespace stowage
