// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/memory_budget.h"
#include "engine/plan/device_map.h"
#include "engine/plan/plan_origin.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A device map as it was written, by a person or a program.
struct ParsedDeviceMap {
    DeviceMap map;
    std::vector<DoubledKey> doubledKeys;  ///< keys given twice; the last value holds, as in Python
    std::optional<PlanOrigin> origin;     ///< where the text is a whole `plan --json` object
};

/// Reads a device map: a JSON object {"path": device}, a JSON list of [path, device] pairs (as
/// `plan --json` prints), a whole `plan --json` object, or the dict that Python prints
/// ({'a': 0, 'b': device(type='cuda', index=1),}, OrderedDict([...]) too). Devices: integer,
/// "cpu", "disk", "cuda" (the first GPU), "cuda:1", "gpu:1", torch.device('cuda:0').
/// Error: InvalidArgument with the offset.
[[nodiscard]] Result<ParsedDeviceMap> parseDeviceMapText(std::string_view text,
                                                         const std::string& file = {});

/// JSON list of pairs in map order: [["transformer.wte", 0], ["lm_head", "cpu"]].
[[nodiscard]] std::string deviceMapToJson(const DeviceMap& map);

/// The Python dict, one entry a line.
[[nodiscard]] std::string deviceMapToPython(const DeviceMap& map);

/// The dict and the `from_pretrained(...)` line with device_map and max_memory, ready to paste.
[[nodiscard]] std::string pythonSnippet(const DeviceMap& map, std::span<const MemoryBudget> budgets,
                                        const std::string& modelPath);

}  // namespace stowage
