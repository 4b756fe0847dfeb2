// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

namespace stowage {

class LessonPage;
class LessonSession;

/// The lesson: a page that takes the place of board and docks.
class LessonFeature : public Feature {
    Q_OBJECT
public:
    /// `session` is borrowed; null: there is no lesson.
    LessonFeature(const FeatureParts& parts, LessonSession* session);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;

    /// Without effect where there is no lesson.
    void enter();
    void leave();
    [[nodiscard]] bool isEntered() const { return m_isEntered; }
    /// Null before the lesson was entered once.
    [[nodiscard]] LessonPage* page() const { return m_page; }
    /// Null where there is no lesson.
    [[nodiscard]] QAction* action() const { return m_action; }
    /// "Lesson, step 2 of 9".
    [[nodiscard]] QString stepText() const;
    /// Where its figures come from.
    [[nodiscard]] QString figuresText() const;

Q_SIGNALS:
    /// The page shall be seen in place of board and docks.
    void entered();
    /// Board and docks shall be as they were.
    void left();
    /// Step or setup is another one.
    void changed();

private:
    void makePage();

    LessonSession* m_session;
    LessonPage* m_page = nullptr;
    QAction* m_action = nullptr;
    QAction* m_projector = nullptr;
    bool m_isEntered = false;
};

}  // namespace stowage
