// SPDX-License-Identifier: GPL-3.0-or-later
// Of MainWindow: the pages that take the place of board and docks, and give it back.
#include "widgets/capacity/capacity_feature.h"
#include "widgets/capacity/capacity_page.h"
#include "widgets/help/help_feature.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/load/load_feature.h"
#include "widgets/support/docks.h"
#include "widgets/window/main_window.h"
#include "widgets/window/plan_status_bar.h"

#include <QAction>
#include <QDockWidget>
#include <QStackedWidget>
#include <QToolBar>

#include <utility>

namespace stowage {

WindowPage MainWindow::page() const {
    return m_lesson->isEntered()     ? WindowPage::Lesson
           : m_capacity->isEntered() ? WindowPage::Capacity
                                     : WindowPage::Board;
}

void MainWindow::showPage(WindowPage page) {
    if (page == WindowPage::Lesson) {
        m_lesson->enter();
    } else if (page == WindowPage::Capacity) {
        m_capacity->enter();
    }
}

void MainWindow::enterPage(QWidget* page) {
    m_layoutBeforePage = saveState();
    m_arrangement->setActive(false);
    m_lowerPanels->setEnabled(false);
    if (m_centre->indexOf(page) < 0) {
        m_centre->addWidget(page);
    }
    for (const auto& [place, dock] : m_docks) {
        dock->hide();
        dock->toggleViewAction()->setEnabled(false);
    }
    m_centre->setCurrentWidget(page);
}

void MainWindow::leavePage() {
    m_centre->setCurrentIndex(0);
    for (const auto& [place, dock] : m_docks) {
        dock->toggleViewAction()->setEnabled(true);
    }
    restoreState(m_layoutBeforePage);
    m_arrangement->setActive(true);
    m_lowerPanels->setEnabled(true);
    showPlan();
}

void MainWindow::leavePages() {
    m_lesson->leave();
    m_capacity->leave();
}

void MainWindow::enterLesson() {
    m_capacity->leave();
    enterPage(m_lesson->page());
    m_help->followMessages();
    hidePlanTools();
}

void MainWindow::leaveLesson() {
    for (QAction* action : std::exchange(m_hiddenInLesson, {})) {
        action->setVisible(true);
    }
    m_load->showState();  // a tool's widget is enabled as soon as it is shown
    leavePage();
}

void MainWindow::hidePlanTools() {
    QList<QAction*> tools = m_toolBar->actions();
    tools << m_load->loadAction() << m_load->stepAction();
    for (QAction* action : std::as_const(tools)) {
        if (action->isVisible() && !m_lessonTools.contains(action)) {
            action->setVisible(false);
            m_hiddenInLesson.append(action);
        }
    }
}

void MainWindow::showPageStatus() {
    if (m_lesson->isEntered()) {
        m_status->showPage(m_lesson->stepText(), m_lesson->figuresText());
    } else if (m_capacity->isEntered()) {
        m_status->showPage(m_capacity->page()->sentence(), tr("All figures are estimated"));
    }
}

}  // namespace stowage
