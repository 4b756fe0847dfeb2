// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/live/live_charts.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace stowage {

class LiveHeader;
class LoadController;
class RunController;

/// What LivePanel::state() tells of; all is borrowed for the call.
struct LivePanelParts {
    const LoadController& controller;
    const RunController* runs = nullptr;  ///< null: the loaded model cannot be run
    const LiveHeader& header;
    const LiveCharts& charts;
    const LiveFigures& side;
    const ChartData& data;
    const ReferenceCurves& reference;
    LiveContent content = LiveContent::LastMinute;
    const std::vector<double>& times;  ///< of the prediction's rows, as drawn
    std::size_t tensorMarks = 0;
    bool isFollowing = true;
    std::optional<double> crosshair;
};

/// See LivePanel::state().
[[nodiscard]] QJsonObject liveState(const LivePanelParts& parts);

}  // namespace stowage
