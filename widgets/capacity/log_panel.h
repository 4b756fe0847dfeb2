// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/logs/log_comparison.h"
#include "widgets/support/worker.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QPlainTextEdit;

namespace stowage {

class CapacityController;
class FactTableView;
class Theme;

/// What another program printed of its memory, pasted: each figure beside the plan's with its
/// error, and what an out-of-memory sentence means. Read in a worker.
class LogPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    LogPanel(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

private:
    /// What was read of the text.
    struct Reading {
        EngineLog log;
        std::vector<LogRow> rows;
        Message explanation;  ///< of an out-of-memory sentence; "": there is none
    };

    void begin();
    void take(Reading reading);

    CapacityController* m_controller;
    QPlainTextEdit* m_text;
    FactTableView* m_table;
    QLabel* m_state;
    Worker m_worker;
};

}  // namespace stowage
