// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/model_run_window.h"

#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_panel.h"

#include <QAction>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QTest>

namespace stowage::test {

namespace {

constexpr int kTimeout = 60000;

}  // namespace

void openRunWindow(WindowFixture& f, const QString& path) {
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(loadMixed(f.document, f.controller, path));
    QTRY_VERIFY_WITH_TIMEOUT(f.window.run()->controller()->canRun(), kTimeout);
    f.child<QAction>("show_run_action")->trigger();
    QTRY_VERIFY(f.window.run()->panel()->isVisible());
}

void typePrompt(WindowFixture& f, const QString& prompt) {
    auto* field = f.child<QLineEdit>("run_prompt");
    field->selectAll();
    if (prompt.isEmpty()) {
        QTest::keyClick(field, Qt::Key_Delete);
    }
    QTest::keyClicks(field, prompt);
}

QStringList phaseNames(const WindowFixture& f) {
    QStringList names;
    const QJsonArray phases = f.window.live()->panel()->state()[QStringLiteral("phases")].toArray();
    for (const QJsonValue& phase : phases) {
        names.append(phase[QStringLiteral("name")].toString());
    }
    return names;
}

}  // namespace stowage::test
