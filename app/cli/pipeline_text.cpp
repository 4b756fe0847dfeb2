// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pipeline_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/plan/map/device_map_text.h"

#include <cmath>
#include <cstdint>
#include <optional>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

std::string sizeCell(std::uint64_t bytes) {
    return bytes == 0 ? "–" : formatSize(static_cast<double>(bytes));
}

std::string freeCell(const std::optional<std::int64_t>& free) {
    if (!free) {
        return "";
    }
    return *free < 0 ? formatSize(static_cast<double>(-*free)) + " too much"
                     : formatSize(static_cast<double>(*free));
}

std::optional<double> secondsEachStep(const OffloadModeFigures& mode, const DeviceInfo& gpu) {
    if (!gpu.linkBytesPerSecond || *gpu.linkBytesPerSecond <= 0) {
        return std::nullopt;
    }
    return static_cast<double>(mode.movedEachStep) / *gpu.linkBytesPerSecond;
}

std::string modesTable(const PlannedOffloadModes& planned) {
    TextTable table({"offloading", ">allocated", ">reserved", ">free beside it", ">RAM",
                     ">moved once", ">moved each step"});
    for (const OffloadModeFigures& mode : planned.modes) {
        if (mode.isAvailable) {
            table.addRow({std::string(offloadModeName(mode.mode)), sizeCell(mode.peakAllocated),
                          sizeCell(mode.peakReserved), freeCell(mode.freeOn(planned.gpu)),
                          sizeCell(mode.hostBytes), sizeCell(mode.movedOnce),
                          sizeCell(mode.movedEachStep)});
        } else {
            table.addRow({std::string(offloadModeName(mode.mode)), "not possible"});
        }
    }
    return table.text();
}

Json modeJson(const OffloadModeFigures& mode, const DeviceInfo& gpu) {
    const auto free = mode.freeOn(gpu);
    const auto seconds = secondsEachStep(mode, gpu);
    return {{"mode", offloadModeName(mode.mode)},
            {"call", mode.call},
            {"available", mode.isAvailable},
            {"device", deviceName(gpu.id)},
            {"peak_allocated", mode.peakAllocated},
            {"peak_reserved", mode.peakReserved},
            {"needed", mode.peakReserved + gpu.context},
            {"free", free ? Json(*free) : Json()},
            {"fits", free ? Json(mode.isAvailable && *free >= 0) : Json()},
            {"staying", mode.staying},
            {"ram", mode.hostBytes},
            {"moved_once", mode.movedOnce},
            {"moved_each_step", mode.movedEachStep},
            {"seconds_each_step", seconds ? Json(*seconds) : Json()},
            {"peak_module", mode.peakModule},
            {"notes", mode.notes}};
}

Json deviceJson(const DevicePlacement& placement) {
    const DeviceInfo& device = placement.device;
    const std::uint64_t needed = placement.weightsReserved + device.context;
    return {{"capacity", device.capacity ? Json(*device.capacity) : Json()},
            {"weights", static_cast<std::uint64_t>(placement.weights)},
            {"peak_allocated", placement.weightsAllocated},
            {"peak_reserved", placement.weightsReserved},
            {"context", device.context},
            {"used_by_others", device.usedByOthers},
            {"needed", needed},
            {"free", device.capacity ? Json(static_cast<std::int64_t>(*device.capacity) -
                                            static_cast<std::int64_t>(needed + device.usedByOthers))
                                     : Json()}};
}

}  // namespace

std::string pipelineText(const PlacementPlan& plan, const PlannedOffloadModes& planned) {
    std::string text = "As planned: " + plan.verdictText + ".\n\nOne by one on " +
                       deviceLabel(planned.gpu.id) + " (" + planned.gpu.name +
                       "), weights alone, estimated:\n\n" + modesTable(planned) + "\n";
    for (const OffloadModeFigures& mode : planned.modes) {
        if (mode.isAvailable) {
            text += std::string(offloadModeName(mode.mode)) + ": " + mode.call;
            if (mode.mode != OffloadMode::None && !mode.peakModule.empty()) {
                text += "\n    the most is there with " + mode.peakModule;
            }
            if (const auto seconds = secondsEachStep(mode, planned.gpu);
                seconds && mode.movedEachStep > 0) {
                text += "\n    a step waits " + secondsText(*seconds) + " for its weights";
            }
            text += "\n";
        }
        for (const std::string& note : mode.notes) {
            text += (mode.isAvailable ? "    " : std::string(offloadModeName(mode.mode)) + ": ") +
                    note + "\n";
        }
    }
    return text + "\nActivations come on top: they depend on the size of the picture.\n";
}

std::string pipelineJson(const PlacementPlan& plan, const PlannedOffloadModes& planned) {
    Json map = Json::array();
    for (const auto& [path, device] : plan.map.entries()) {
        map.push_back({path, device.isGpu() ? Json(device.index) : Json(deviceName(device))});
    }
    Json devices = Json::object();
    for (const DevicePlacement& placement : plan.placements) {
        devices[deviceName(placement.device.id)] = deviceJson(placement);
    }
    Json modes = Json::array();
    for (const OffloadModeFigures& mode : planned.modes) {
        modes.push_back(modeJson(mode, planned.gpu));
    }
    return jsonText(Json{{"verdict", verdictName(plan.verdict)},
                         {"device_map", std::move(map)},
                         {"devices", std::move(devices)},
                         {"offload_modes", std::move(modes)}},
                    2);
}

}  // namespace stowage
