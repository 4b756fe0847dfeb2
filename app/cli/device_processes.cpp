// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_processes.h"

#include <nlohmann/json.hpp>

namespace stowage {

nlohmann::ordered_json processesToJson(const std::optional<std::vector<GpuProcess>>& processes) {
    using Json = nlohmann::ordered_json;
    if (!processes) {
        return Json(nullptr);
    }
    Json list = Json::array();
    for (const GpuProcess& process : *processes) {
        list.push_back({{"pid", process.pid},
                        {"name", process.name},
                        {"bytes", process.bytes ? Json(*process.bytes) : Json(nullptr)}});
    }
    return list;
}

std::string processesText(const std::string& device,
                          const std::optional<std::vector<GpuProcess>>& processes) {
    std::string text = "Programs on " + device + " (measured): ";
    if (!processes) {
        return text + "unknown; the driver does not tell.\n";
    }
    if (processes->empty()) {
        return text + "none.\n";
    }
    return text + programsText(*processes) + ".\n";
}

}  // namespace stowage
