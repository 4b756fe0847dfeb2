// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/map_check.h"

#include "engine/plan/device_map_text.h"
#include "engine/plan/limits_text.h"

#include <utility>
#include <vector>

namespace stowage {

namespace {

/// The edit that a text stands for: of limits where it holds them and no map.
Result<PlanEdit> editFrom(const std::string& text) {
    auto parsed = parseDeviceMapText(text);
    if (parsed) {
        return parsed->strategy
                   ? PlanEdit(SetStrategyEdit{*parsed->strategy})
                   : PlanEdit(SetMapEdit{std::move(parsed->map), std::move(parsed->doubledKeys)});
    }
    std::vector<std::string> unheard;
    if (holdsSeveralLimits(text) && parseLimitsText(text, unheard)) {
        return PlanEdit(SetBudgetEdit{DeviceId::cpu(), text});
    }
    return parsed.unexpected();
}

}  // namespace

MapCheck checkMapText(const PlacementPlan& current, const std::string& text, std::stop_token stop) {
    MapCheck check;
    auto edit = editFrom(text);
    if (!edit) {
        check.error = edit.error();
        check.mended = mendedMapText(text);
        return check;
    }
    check.edit = *std::move(edit);
    auto plan = applyEdit(current, check.edit, stop);
    if (!plan) {
        check.error = plan.error();
        return check;
    }
    check.plan = std::move(plan).value();
    return check;
}

}  // namespace stowage
