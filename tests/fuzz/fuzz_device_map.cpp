// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a device map, or of a whole plan, as a file or the clipboard brings it.
#include "engine/base/strings.h"
#include "engine/plan/map/device_map_text.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <string>

namespace stowage::fuzz {
namespace {

constexpr double kMostBytes = 4611686018427387904.0;  // 2^62

void checkPrinted(const DeviceMap& map, const std::string& printed) {
    const auto again = parseDeviceMapText(printed);
    require(again.has_value(), "a printed device map can be read");
    require(again->map.entries() == map.entries(), "a printed device map reads as the same");
    require(again->doubledKeys.empty(), "a printed device map has each path once");
}

void checkOrigin(const PlacementRequest& origin) {
    for (const MemoryBudget& budget : origin.budgets) {
        require(budget.bytes >= 0 && budget.bytes < kMostBytes, "a budget is a size");
    }
    for (const DeviceInfo& device : origin.devices) {
        require(device.freeBytes().value_or(0) <= device.capacity.value_or(0),
                "no more is free than there is");
    }
}

}  // namespace

void runDeviceMap(Input input) {
    const auto parsed = parseDeviceMapText(textOf(input), "map.json");
    if (!parsed) {
        checkError(parsed.error());
        if (const auto mended = mendedMapText(textOf(input))) {
            require(*mended != textOf(input), "a mended text is another one");
            (void)parseDeviceMapText(*mended);
        }
        return;
    }
    if (parsed->strategy) {
        require(parsed->map.empty(), "a strategy comes without a map");
        return;
    }
    for (const auto& [path, device] : parsed->map.entries()) {
        require(isValidUtf8(path), "a path is UTF-8");
        require(parsed->map.exact(path) == device, "each path is found");
    }
    for (const DoubledKey& key : parsed->doubledKeys) {
        require(parsed->map.exact(key.path) == key.kept, "the last of two values holds");
    }
    checkPrinted(parsed->map, deviceMapToJson(parsed->map));
    checkPrinted(parsed->map, deviceMapToPython(parsed->map));
    if (parsed->origin) {
        checkOrigin(*parsed->origin);
    }
}

}  // namespace stowage::fuzz
