// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/run_record.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace stowage {

class FigureTable;

/// All that is kept of one run: what was asked for, how it ended, its phases with their peaks.
class RunDetails : public QWidget {
    Q_OBJECT
public:
    explicit RunDetails(const Theme* theme, QWidget* parent = nullptr);

    /// Null shows a hint.
    void setRun(std::shared_ptr<const RunRecord> run);

private:
    void showRun();
    void showPhases();

    const Theme* m_theme;
    std::shared_ptr<const RunRecord> m_run;
    QLabel* m_title;
    QLabel* m_outcome;
    QLabel* m_origin;
    FigureTable* m_phases;
};

/// How a run ended, what it read, how far off the prediction was; a line each.
[[nodiscard]] QString runOutcomeText(const RunRecord& run);
/// Its devices, plan, date and verification; a line each.
[[nodiscard]] QString runOriginText(const RunRecord& run);

}  // namespace stowage
