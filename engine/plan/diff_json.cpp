// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/diff_json.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

Json placeJson(const std::optional<DeviceId>& device) {
    return device ? Json(deviceName(*device)) : Json();
}

Json limitJson(const std::optional<double>& bytes) {
    if (!bytes) {
        return {};
    }
    const bool isWhole = *bytes == std::floor(*bytes) && std::fabs(*bytes) < 9e18;
    return isWhole ? Json(static_cast<std::int64_t>(*bytes)) : Json(*bytes);
}

}  // namespace

std::string diffToJson(const PlanDiff& diff) {
    Json moved = Json::array();
    for (const MovedModule& module : diff.moved) {
        moved.push_back({{"module", module.module},
                         {"from", placeJson(module.from)},
                         {"to", placeJson(module.to)},
                         {"bytes", module.bytes}});
    }
    Json pairs = Json::array();
    for (const MovedBytes& pair : diff.pairs) {
        pairs.push_back({{"from", placeJson(pair.from)},
                         {"to", placeJson(pair.to)},
                         {"bytes", pair.bytes},
                         {"modules", pair.modules}});
    }
    Json budgets = Json::array();
    for (const BudgetChange& change : diff.budgets) {
        budgets.push_back({{"device", deviceName(change.device)},
                           {"before", limitJson(change.before)},
                           {"after", limitJson(change.after)}});
    }
    const Json object = {{"moved", std::move(moved)},
                         {"bytes_moved", diff.bytesMoved},
                         {"pairs", std::move(pairs)},
                         {"budgets", std::move(budgets)},
                         {"reasons", diff.reasons}};
    // Names come from files and may hold bytes that are no UTF-8.
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stowage
