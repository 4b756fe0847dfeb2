// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about models without weights: the form of a new one, its sizes, and
// that nobody takes it for a checkpoint.
#include "widgets/dialogs/new_model_dialog.h"
#include "widgets/models/config_texts.h"
#include "widgets/session/document.h"
#include "widgets/views/main_window.h"

#include <QAction>
#include <QLabel>
#include <QMenu>

namespace stowage {

void MainWindow::makeNewModelActions(QMenu* menu) {
    m_newModelAction =
        makeAction(QStringLiteral("new_model_action"), tr("New Model…"), QKeySequence::New);
    m_newModelAction->setToolTip(tr("Type a family and its sizes, without weights (Ctrl+N)"));
    connect(m_newModelAction, &QAction::triggered, this, &MainWindow::showNewModel);
    menu->addAction(m_newModelAction);
    m_editSizes = makeAction(QStringLiteral("edit_sizes_action"), tr("Edit Sizes…"), {});
    m_editSizes->setToolTip(tr("Show the open config.json's numbers in the form of a new model"));
    m_editSizes->setEnabled(false);
    connect(m_editSizes, &QAction::triggered, this, &MainWindow::editSizes);
}

void MainWindow::makeNewModelDialog() {
    if (m_newModel == nullptr) {
        m_newModel = new NewModelDialog(m_dialogs, m_theme, this);
        connect(m_newModel, &NewModelDialog::openRequested, this, &MainWindow::openTyped);
    }
}

void MainWindow::showNewModel() {
    makeNewModelDialog();
    m_newModel->show();
    m_newModel->raise();
    m_newModel->activateWindow();
}

void MainWindow::editSizes() {
    const auto& config = m_document->config();
    if (config == nullptr) {
        return;
    }
    makeNewModelDialog();
    // The folder names the model; every configuration is called config.json.
    QString name = m_document->displayName();
    if (const qsizetype slash = name.lastIndexOf(QLatin1Char('/')); slash > 0) {
        name.truncate(slash);
    }
    m_newModel->showConfig(name, config->text, m_document->openOptions().className);
    showNewModel();
}

void MainWindow::openTyped(const QString& name, const std::string& text) {
    leaveLesson();
    m_openingPath.clear();
    m_document->openConfigText(name, text);
}

void MainWindow::showWeightless() {
    const auto& config = m_document->config();
    const QString words = weightlessWords(*m_document->checkpoint(), config.get());
    m_editSizes->setEnabled(config != nullptr && !words.isEmpty());
    if (words.isEmpty()) {
        return;
    }
    setWindowTitle(tr("%1 (%2) — Stowage").arg(m_document->displayName(), words));
}

}  // namespace stowage
