// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/lesson_fixture.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/lesson/lesson_feature.h"

#include <QLabel>

namespace stowage::test {

/// The whole window with a lesson over the real stowagectl, in folders of its own.
class LessonWindow {
public:
    LessonWindow();

    /// Shows the window and enters the lesson by its key; false where that failed.
    [[nodiscard]] bool enter();
    /// A dry run of the largest size: fast, and as full as a lesson can be.
    [[nodiscard]] bool takeDryRun();
    [[nodiscard]] LessonPage* page() const { return window.lesson()->page(); }
    [[nodiscard]] LessonSession& session() { return *lesson.session; }
    /// A child of the page; the test ends where there is none.
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the window has no %s", name);
        }
        return widget;
    }
    [[nodiscard]] QString text(const char* label) const { return child<QLabel>(label)->text(); }
    /// Clicks a step's card.
    void go(LessonStep step);
    /// Clicks Run and waits for the end of the step.
    [[nodiscard]] const LessonStepState& run(LessonStep step, int patienceMs);
    /// A cell of the table.
    [[nodiscard]] QString cell(LessonStep step, int column) const;

    LessonFixture lesson;
    Theme theme;
    FixedFileDialogs dialogs;
    Document document;
    LoadController controller;
    MainWindow window;
};

}  // namespace stowage::test
