// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/help/session_log.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;

namespace stowage {

class FileDialogs;

/// What the program reported this session, as text that can be copied and saved. It follows the log
/// while it is seen.
class LogWindow : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    LogWindow(const SessionLog* log, FileDialogs* dialogs, const Theme* theme,
              QWidget* parent = nullptr);

    /// One more line came into the log.
    void append(const LogLine& line);

private:
    void showAll();
    void copy();
    void save();
    void write(const QString& path);
    void applyTheme();

    const SessionLog* m_log;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QPlainTextEdit* m_text;
    QLabel* m_notice;
    Worker m_worker;
};

}  // namespace stowage
