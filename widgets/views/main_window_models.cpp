// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about other models than the open one: comparing two.
#include "widgets/views/compare_models_dialog.h"
#include "widgets/views/main_window.h"

#include <QAction>
#include <QMenu>

namespace stowage {

void MainWindow::makeCompareModelsAction(QMenu* menu) {
    QAction* action = makeAction(QStringLiteral("compare_models_action"), tr("Compare models…"), {},
                                 QStringLiteral("compare"));
    action->setToolTip(tr("Two models side by side: facts, bytes by type, parameters by class"));
    connect(action, &QAction::triggered, this, &MainWindow::compareModels);
    menu->addAction(action);
}

CompareModelsDialog* MainWindow::compareModels() {
    auto* dialog = new CompareModelsDialog(m_document, m_dialogs, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

}  // namespace stowage
