// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_feature.h"

#include "widgets/lesson/lesson_page.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"

#include <QAction>
#include <QToolBar>

#include <utility>

namespace stowage {

LessonFeature::LessonFeature(const FeatureParts& parts, LessonSession* session)
    : Feature(parts), m_session(session) {
    if (m_session == nullptr) {
        return;
    }
    m_action = makeAction(QStringLiteral("lesson_action"), tr("Lesson"), QKeySequence(Qt::Key_F6),
                          QStringLiteral("lesson"));
    m_action->setCheckable(true);
    m_action->setToolTip(tr("Memory-efficient loading, taught by really doing it (F6)"));
    connect(m_action, &QAction::toggled, this, [this](bool on) { on ? enter() : leave(); });
    m_projector = makeAction(QStringLiteral("lesson_projector_action"),
                             tr("Lesson: Type for a Projector"), QKeySequence(Qt::Key_F7));
    m_projector->setCheckable(true);
    m_projector->setEnabled(false);
    connect(m_projector, &QAction::triggered, this, [this] { m_page->type()->toggleProjector(); });
}

QList<QAction*> LessonFeature::menuActions(MenuSection section) {
    return section == MenuSection::ViewPages && m_session != nullptr
               ? QList<QAction*>{m_action, m_projector}
               : QList<QAction*>();
}

void LessonFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section == ToolSection::Lesson && m_session != nullptr) {
        bar->addAction(m_action);
    }
}

void LessonFeature::makePage() {
    m_page = new LessonPage({m_session, m_theme, m_settings, m_dialogs}, m_window);
    connect(m_session, &LessonSession::currentChanged, this, &LessonFeature::changed);
    connect(m_session, &LessonSession::changed, this, &LessonFeature::changed);
    const auto showType = [this] { m_projector->setChecked(m_page->type()->isProjector()); };
    connect(m_page->type(), &LessonType::changed, this, showType);
    showType();
}

void LessonFeature::enter() {
    if (m_session == nullptr || std::exchange(m_isEntered, true)) {
        return;
    }
    if (m_page == nullptr) {
        makePage();
    }
    Q_EMIT entered();
    m_projector->setEnabled(true);
    m_action->setChecked(true);
    m_session->open();
    Q_EMIT changed();
}

void LessonFeature::leave() {
    if (!std::exchange(m_isEntered, false)) {
        return;
    }
    Q_EMIT left();
    m_projector->setEnabled(false);
    m_action->setChecked(false);
}

QString LessonFeature::stepText() const {
    return tr("Lesson, step %1 of %2")
        .arg(lessonStepNumber(m_session->current()))
        .arg(allLessonSteps().size());
}

QString LessonFeature::figuresText() const {
    const LessonSetup& setup = m_session->setup();
    if (setup.kind == LessonSetup::Kind::DryRun) {
        return tr("Dry run: all figures are forecasts");
    }
    const QString gpu = setup.gpu.simulated
                            ? tr("GPU: simulated with the caching allocator's rules")
                            : tr("GPU: measured");
    return tr("Each method runs in a fresh process") + QStringLiteral("   ") + gpu;
}

}  // namespace stowage
