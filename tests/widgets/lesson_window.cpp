// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/lesson_window.h"

#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_parts.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

namespace stowage::test {

LessonWindow::LessonWindow()
    : theme(qApp, ThemeMode::Light),
      document(windowDevices("2GiB")),
      controller(&document, testBackends),
      window({&document,
              &controller,
              &theme,
              &lesson.settings,
              &dialogs,
              &lesson.runs,
              {},
              lesson.session.get()}) {}

bool LessonWindow::enter() {
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) {
        return false;
    }
    QTest::keyClick(window.windowHandle(), Qt::Key_F6);
    return QTest::qWaitFor([this] { return window.lesson()->isEntered(); }, 60000) &&
           lesson.waitUntilLooked();
}

bool LessonWindow::takeDryRun() {
    LessonSetup setup;
    setup.size = LessonSize::Xl1558M;
    setup.kind = LessonSetup::Kind::DryRun;
    return lesson.take(setup);
}

void LessonWindow::go(LessonStep step) {
    for (LessonCard* card : page()->strip()->cards()) {
        if (card->step() == step) {
            QTest::mouseClick(card, Qt::LeftButton);
        }
    }
}

const LessonStepState& LessonWindow::run(LessonStep step, int patienceMs) {
    go(step);
    QTest::mouseClick(child<QPushButton>("lesson_run"), Qt::LeftButton);
    static_cast<void>(QTest::qWaitFor(
        [this, step] {
            return !session().isRunning() &&
                   session().step(step).state != LessonStepState::State::NotRun;
        },
        patienceMs));
    return session().step(step);
}

QString LessonWindow::cell(LessonStep step, int column) const {
    const LessonTableModel* rows = page()->table()->rows();
    return rows->index(rows->rowOf(step), column).data().toString();
}

}  // namespace stowage::test
