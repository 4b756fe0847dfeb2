// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about saving: the form, and the end of a save whose form is closed.
#include "widgets/dialogs/save_dialog.h"
#include "widgets/session/document.h"
#include "widgets/session/save_controller.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"

#include <QAction>
#include <QMenu>

namespace stowage {

void MainWindow::makeSaveAction(QMenu* menu) {
    m_saves = new SaveController(this);
    QAction* save = makeAction(QStringLiteral("save_as_action"), tr("Save As…"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    save->setToolTip(
        tr("Write the model in another format, in shards or one file per tensor, or "
           "write a sample (Ctrl+Shift+S)"));
    connect(save, &QAction::triggered, this, &MainWindow::showSave);
    connect(m_saves, &SaveController::changed, this, &MainWindow::tellOfSave);
    menu->addSeparator();
    menu->addAction(save);
}

void MainWindow::showSave() {
    if (m_save == nullptr) {
        m_save = new SaveDialog(m_document, m_saves, m_dialogs, m_theme, this);
        connect(m_save, &SaveDialog::openRequested, this,
                [this](const QString& path) { openPath(path); });
    }
    m_save->show();
    m_save->raise();
    m_save->activateWindow();
}

void MainWindow::tellOfSave() {
    if (m_save == nullptr || m_save->isVisible()) {
        return;
    }
    if (m_saves->state() == SaveState::Saved) {
        const QString path = QString::fromStdString(m_saves->saved()->summary.path);
        m_messages->showMessage(MessageBar::Kind::Information, savedWords(*m_saves->saved()),
                                tr("Open"), [this, path] { openPath(path); });
    } else if (m_saves->state() == SaveState::Failed) {
        m_messages->showMessage(MessageBar::Kind::Error, saveErrorWords(*m_saves->error()));
    }
}

}  // namespace stowage
