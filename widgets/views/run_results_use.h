// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/run_figures.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

namespace stowage {

class ChartTitle;

/// How much of a run each device computed, waited and idled: a bar a device, and under it what that
/// means. For display only; the accessible name of each bar says its figures.
class RunResultsUse : public QWidget {
    Q_OBJECT
public:
    explicit RunResultsUse(const Theme* theme, QWidget* parent = nullptr);

    void setTimes(const std::vector<DeviceTime>& times);

private:
    void applyTheme();

    const Theme* m_theme;
    ChartTitle* m_title;
    QWidget* m_rows;
};

}  // namespace stowage
