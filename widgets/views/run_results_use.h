// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/commands/run_fixes.h"
#include "widgets/models/run_figures.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace stowage {

class ChartTitle;

/// How much of a run each device computed, waited and idled: a bar a device, and under it what that
/// means; below all what would help, as links. The accessible name of each bar says its figures.
class RunResultsUse : public QWidget {
    Q_OBJECT
public:
    explicit RunResultsUse(const Theme* theme, QWidget* parent = nullptr);

    void setTimes(const std::vector<DeviceTime>& times);
    void setFixes(std::vector<RunFix> fixes);

Q_SIGNALS:
    /// The link of one was clicked.
    void fixRequested(const RunFix& fix);

private:
    void applyTheme();
    void showFixes();

    const Theme* m_theme;
    ChartTitle* m_title;
    QWidget* m_rows;
    QLabel* m_fixLabel;
    std::vector<RunFix> m_fixes;
};

}  // namespace stowage
