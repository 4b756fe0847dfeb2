// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/progress.h"
#include "engine/load/load_events.h"

#include <QFile>
#include <QString>

namespace stowage {

/// Follows the file in which a load in another process tells of itself. Reads a few kilobytes at a
/// time, so the UI thread may do it.
class LessonTail {
public:
    /// Forgets what was read and follows `file`, which need not be there yet.
    void follow(const QString& file);
    /// Takes what is new. True if something was. Lines that make no sense end it: live figures are
    /// a help to the eye, and what counts is read from the load's own report.
    bool pull();
    /// As far as the load is; bytes above the level before it.
    [[nodiscard]] const RunCurves& curves() const { return m_curves; }
    /// Of the load's newest line; empty before.
    [[nodiscard]] const Progress& progress() const { return m_progress; }

private:
    QFile m_file;
    LoadEventReader m_reader;
    RunCurves m_curves;
    Progress m_progress;
    bool m_isOver = true;
};

}  // namespace stowage
