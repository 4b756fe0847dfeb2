// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/map/plan_json.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"

#include <QSignalSpy>
#include <QTest>

namespace stowage::test {

inline constexpr const char* kProjectGpus = "48MiB,48MiB";

[[nodiscard]] inline std::string planText(const Document& document) {
    return planToJson(*document.plan(), TraceOutput::Include);
}

/// A window with its project, shown.
struct ProjectWindow : WindowFixture {
    explicit ProjectWindow(const std::string& recoveryFolder = {}, const char* gpus = kProjectGpus)
        : WindowFixture(gpus, recoveryFolder), session(*window.project()->session()) {
        window.show();
    }

    ProjectSession& session;

    [[nodiscard]] bool move(const char* module, DeviceId device) {
        document.edit(MoveEdit{{module}, device});
        return waitUntilIdle(document);
    }
    /// Presses a key of the window with Ctrl.
    void press(Qt::Key key, Qt::KeyboardModifiers more = {}) {
        window.activateWindow();
        QTest::keyClick(window.windowHandle(), key, Qt::ControlModifier | more);
    }
    /// Saves by keys, into `path` where there is no file yet.
    [[nodiscard]] bool save(const QString& path) {
        dialogs.answer = path;
        QSignalSpy saved(&session, &ProjectSession::saved);
        press(Qt::Key_S);
        return saved.count() > 0 || saved.wait(60000);
    }
    /// Opens a project as the command line and a drop do.
    [[nodiscard]] bool openProject(const QString& path) {
        QSignalSpy opened(&session, &ProjectSession::opened);
        window.project()->openPath(path);
        return (opened.count() > 0 || opened.wait(60000)) && waitUntilIdle(document);
    }
};

}  // namespace stowage::test
