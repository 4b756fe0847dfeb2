// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_processes.h"
#include "engine/base/json_fields.h"

#include <nlohmann/json.hpp>

namespace stowage {

nlohmann::ordered_json processesToJson(const std::optional<std::vector<GpuProcess>>& processes) {
    using Json = nlohmann::ordered_json;
    if (!processes) {
        return Json(nullptr);
    }
    Json list = Json::array();
    for (const GpuProcess& process : *processes) {
        list.push_back(
            {{"pid", process.pid}, {"name", process.name}, {"bytes", orNull(process.bytes)}});
    }
    return list;
}

std::string processesText(const Message& device,
                          const std::optional<std::vector<GpuProcess>>& processes,
                          const Translate& translate) {
    const Message sentence =
        !processes
            ? say("Programs on %1 (measured): unknown; the driver does not report them.", device)
        : processes->empty()
            ? say("Programs on %1 (measured): none.", device)
            : say("Programs on %1 (measured): %2.", device, programsText(*processes));
    return sentence.in(translate) + "\n";
}

}  // namespace stowage
