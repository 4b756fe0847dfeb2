// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about other plans: comparing, pasting and reading device maps.
#include "engine/plan/device_map_text.h"
#include "engine/plan/dispatch_map.h"
#include "widgets/dialogs/map_dialog.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_comparison.h"
#include "widgets/views/board_view.h"
#include "widgets/views/compare_panel.h"
#include "widgets/views/diff_bar.h"
#include "widgets/views/main_window.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/module_tree_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QStatusBar>

namespace stowage {
namespace {

constexpr int kMessageMs = 4000;
/// Shows the cards of four devices whole.
constexpr int kCompareHeight = 318;

}  // namespace

void MainWindow::makeCompareDock() {
    m_compare = new ComparePanel(m_document, m_comparison, m_theme, this);
    m_compareDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("compare_dock"), tr("Compare"), m_compare);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    connect(m_compare, &ComparePanel::mapRequested, this, [this] { pasteMap({}); });
    connect(m_diffBar, &DiffBar::detailsRequested, this, &MainWindow::showCompare);
    connect(m_diffBar, &DiffBar::useRequested, this, [this] {
        const auto other = m_comparison->other();
        const QString name = tr("Use %1").arg(m_comparison->name());
        m_comparison->end();
        m_document->usePlan(other, name);
    });
}

void MainWindow::showCompare() {
    raiseDock(m_compareDock, kCompareHeight);
}

void MainWindow::makeCompareActions() {
    m_compareAction = makeAction(QStringLiteral("compare_action"), tr("Compare plans…"),
                                 QKeySequence(Qt::CTRL | Qt::Key_K), QStringLiteral("compare"));
    m_compareAction->setToolTip(tr("What each strategy would make of these limits"));
    connect(m_compareAction, &QAction::triggered, this, &MainWindow::showCompare);
    m_compareLast = makeAction(QStringLiteral("compare_last_action"),
                               tr("Compare with the plan before the last edit"),
                               QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(m_compareLast, &QAction::triggered, m_compare, &ComparePanel::compareWithLastEdit);
    m_endComparison = makeAction(QStringLiteral("end_comparison_action"), tr("End the comparison"),
                                 QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    connect(m_endComparison, &QAction::triggered, m_comparison, &PlanComparison::end);
    connect(m_comparison, &PlanComparison::changed, this, &MainWindow::enableCompareActions);
    connect(m_document->undoStack(), &QUndoStack::indexChanged, this,
            &MainWindow::enableCompareActions);
    enableCompareActions();
}

void MainWindow::enableCompareActions() {
    const bool open = m_document->plan() != nullptr;
    m_compareAction->setEnabled(open);
    m_compareLast->setEnabled(m_document->undoStack()->canUndo());
    m_endComparison->setEnabled(m_comparison->isActive());
}

void MainWindow::makeMapActions() {
    m_copyMapJson =
        makeAction(QStringLiteral("copy_map_json_action"), tr("Copy the device map as JSON"), {});
    connect(m_copyMapJson, &QAction::triggered, this,
            [this] { copyMap(&deviceMapToJson, tr("JSON")); });
    m_copyMapPython = makeAction(QStringLiteral("copy_map_python_action"),
                                 tr("Copy the device map as a Python dict"), {});
    connect(m_copyMapPython, &QAction::triggered, this,
            [this] { copyMap(&deviceMapToPython, tr("a Python dict")); });
    m_pasteMap = makeAction(QStringLiteral("paste_map_action"), tr("Paste a device map…"),
                            QKeySequence::Paste);
    // Fields keep Ctrl+V for their own text.
    m_pasteMap->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_board->addAction(m_pasteMap);
    m_model->view()->addAction(m_pasteMap);
    connect(m_pasteMap, &QAction::triggered, this,
            [this] { pasteMap(QApplication::clipboard()->text()); });
}

void MainWindow::copyMap(std::string (*write)(const DeviceMap&), const QString& as) {
    if (const auto plan = m_document->plan()) {
        QApplication::clipboard()->setText(
            QString::fromStdString(write(flatMap(*plan->request.tree, plan->map))));
        statusBar()->showMessage(tr("Copied: the device map as %1").arg(as), kMessageMs);
    }
}

MapDialog* MainWindow::openMapDialog() {
    auto* dialog = new MapDialog(m_document, m_dialogs, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MapDialog::applied, m_document,
            [this](const PlanEdit& edit) { m_document->edit(edit); });
    connect(dialog, &MapDialog::comparisonRequested, this,
            [this](const std::shared_ptr<const PlacementPlan>& plan) {
                m_comparison->compareWith(plan, tr("the pasted map"),
                                          PlanComparison::Other::Proposed);
            });
    connect(dialog, &QDialog::finished, this, [this, dialog] { m_mapText = dialog->text(); });
    dialog->open();
    return dialog;
}

void MainWindow::pasteMap(const QString& text) {
    openMapDialog()->setText(looksLikeDeviceMap(text) ? text : m_mapText);
}

void MainWindow::readMap(const QString& path) {
    openMapDialog()->readFile(path);
}

}  // namespace stowage
