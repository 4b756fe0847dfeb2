// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/map_check.h"

#include "engine/plan/device_map_text.h"

#include <utility>

namespace stowage {

MapCheck checkMapText(const PlacementPlan& current, const std::string& text, std::stop_token stop) {
    MapCheck check;
    auto parsed = parseDeviceMapText(text);
    if (!parsed) {
        check.error = parsed.error();
        return check;
    }
    check.edit = {std::move(parsed->map), std::move(parsed->doubledKeys)};
    auto plan = applyEdit(current, check.edit, stop);
    if (!plan) {
        check.error = plan.error();
        return check;
    }
    check.plan = std::move(plan).value();
    return check;
}

}  // namespace stowage
