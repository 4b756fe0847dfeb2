// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/file_dialogs.h"

#include <QFileDialog>

#include <utility>

namespace stowage {
namespace {

void ask(QWidget* parent, const QString& title, const QString& startFolder,
         QFileDialog::FileMode mode, FileDialogs::Chosen chosen) {
    auto* dialog = new QFileDialog(parent, title, startFolder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    if (mode == QFileDialog::Directory) {
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        dialog->setNameFilters(
            {QFileDialog::tr("Checkpoints (*.safetensors *.pth *.pt *.bin *.tree.json)"),
             QFileDialog::tr("All files (*)")});
    }
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

}  // namespace

void DesktopFileDialogs::openFile(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a checkpoint"), startFolder, QFileDialog::ExistingFile,
        std::move(chosen));
}

void DesktopFileDialogs::openFolder(QWidget* parent, const QString& startFolder, Chosen chosen) {
    ask(parent, QFileDialog::tr("Open a folder with a checkpoint"), startFolder,
        QFileDialog::Directory, std::move(chosen));
}

}  // namespace stowage
