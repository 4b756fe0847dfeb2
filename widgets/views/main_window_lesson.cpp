// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about the lesson: its page takes the place of board and docks.
#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/session/lesson_session.h"
#include "widgets/views/dock_arrangement.h"
#include "widgets/views/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QWidgetAction>

#include <utility>

namespace stowage {

void MainWindow::makeLessonActions(QMenu* menu) {
    if (m_lesson == nullptr) {
        return;
    }
    m_lessonAction = makeAction(QStringLiteral("lesson_action"), tr("Lesson"),
                                QKeySequence(Qt::Key_F6), QStringLiteral("lesson"));
    m_lessonAction->setCheckable(true);
    m_lessonAction->setToolTip(tr("Memory-efficient loading, taught by really doing it (F6)"));
    connect(m_lessonAction, &QAction::toggled, this,
            [this](bool on) { on ? enterLesson() : leaveLesson(); });
    m_lessonProjector = makeAction(QStringLiteral("lesson_projector_action"),
                                   tr("Lesson: Type for a Projector"), QKeySequence(Qt::Key_F7));
    m_lessonProjector->setCheckable(true);
    m_lessonProjector->setEnabled(false);
    connect(m_lessonProjector, &QAction::triggered, this,
            [this] { m_lessonPage->type()->toggleProjector(); });
    menu->addActions({m_lessonAction, m_lessonProjector});
    menu->addSeparator();
}

void MainWindow::addLessonButton(QToolBar* bar) {
    if (m_lessonAction == nullptr) {
        return;
    }
    bar->addSeparator();
    bar->addAction(m_lessonAction);
    bar->widgetForAction(m_lessonAction)->setObjectName(QStringLiteral("lesson_action_button"));
}

bool MainWindow::isInLesson() const {
    return !m_layoutBeforeLesson.isEmpty();
}

void MainWindow::enterLesson() {
    if (m_lesson == nullptr || isInLesson()) {
        return;
    }
    m_layoutBeforeLesson = saveState();
    m_arrangement->setActive(false);
    m_lowerPanels->setEnabled(false);
    if (m_lessonPage == nullptr) {
        m_lessonPage = new LessonPage({m_lesson, m_theme, m_settings, m_dialogs}, m_centre);
        m_centre->addWidget(m_lessonPage);
        connect(m_lesson, &LessonSession::currentChanged, this, &MainWindow::showLessonStatus);
        connect(m_lesson, &LessonSession::changed, this, &MainWindow::showLessonStatus);
        const auto showType = [this] {
            m_lessonProjector->setChecked(m_lessonPage->type()->isProjector());
        };
        connect(m_lessonPage->type(), &LessonType::changed, this, showType);
        showType();
    }
    for (QDockWidget* dock : m_docks) {
        dock->hide();
        dock->toggleViewAction()->setEnabled(false);
    }
    hidePlanTools();
    m_centre->setCurrentWidget(m_lessonPage);
    m_lessonProjector->setEnabled(true);
    m_lessonAction->setChecked(true);
    m_lessonPage->open();
    showPlan();
}

void MainWindow::leaveLesson() {
    if (!isInLesson()) {
        return;
    }
    for (QAction* action : std::exchange(m_hiddenInLesson, {})) {
        action->setVisible(true);
    }
    const QByteArray layout = std::exchange(m_layoutBeforeLesson, {});
    m_centre->setCurrentIndex(0);
    for (QDockWidget* dock : m_docks) {
        dock->toggleViewAction()->setEnabled(true);
    }
    restoreState(layout);
    m_arrangement->setActive(true);
    m_lowerPanels->setEnabled(true);
    m_lessonProjector->setEnabled(false);
    m_lessonAction->setChecked(false);
    m_statusVerdict->clear();
    showPlan();
}

void MainWindow::hidePlanTools() {
    QList<QAction*> actions{m_load, m_step};
    for (const QToolBar* bar : findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        actions += bar->actions();
    }
    for (QAction* action : actions) {
        const auto* item = qobject_cast<QWidgetAction*>(action);
        const QWidget* const widget = item == nullptr ? nullptr : item->defaultWidget();
        const bool opens =
            widget != nullptr && widget->objectName() == QLatin1String("open_action_button");
        if (action->isVisible() && action != m_lessonAction && !opens) {
            action->setVisible(false);
            m_hiddenInLesson.append(action);
        }
    }
}

void MainWindow::showLessonStatus() {
    if (!isInLesson()) {
        return;
    }
    m_statusIcon->hide();
    m_statusHops->hide();
    m_statusVerdict->show();
    m_statusVerdict->setText(tr("Lesson, step %1 of %2")
                                 .arg(lessonStepNumber(m_lesson->current()))
                                 .arg(allLessonSteps().size()));
    const LessonSetup& setup = m_lesson->setup();
    if (setup.kind == LessonSetup::Kind::DryRun) {
        m_statusKind->setText(tr("Dry run: all figures are forecasts"));
        return;
    }
    const QString gpu = setup.gpu.simulated
                            ? tr("GPU: simulated with the caching allocator's rules")
                            : tr("GPU: measured");
    m_statusKind->setText(tr("Each method runs in a fresh process") + QStringLiteral("   ") + gpu);
}

}  // namespace stowage
