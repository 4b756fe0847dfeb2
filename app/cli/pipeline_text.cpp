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
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

std::string sizeCell(std::uint64_t bytes) {
    return bytes == 0 ? "–" : formatSize(static_cast<double>(bytes));
}

Message freeCell(const std::optional<std::int64_t>& free) {
    if (!free) {
        return {};
    }
    return *free < 0 ? say("%1 too much", formatSize(static_cast<double>(-*free)))
                     : Message(formatSize(static_cast<double>(*free)));
}

std::optional<double> secondsEachStep(const OffloadModeFigures& mode, const DeviceInfo& gpu) {
    if (!gpu.linkBytesPerSecond || *gpu.linkBytesPerSecond <= 0) {
        return std::nullopt;
    }
    return static_cast<double>(mode.movedEachStep) / *gpu.linkBytesPerSecond;
}

std::string modesTable(const PlannedOffloadModes& planned, const Translate& translate) {
    TextTable table(
        {phrase("offloading"), rightHead(phrase("allocated")), rightHead(phrase("reserved")),
         rightHead(phrase("free beside it")), rightHead(phrase("RAM")),
         rightHead(phrase("moved once")), rightHead(phrase("moved each step"))},
        translate);
    for (const OffloadModeFigures& mode : planned.modes) {
        if (mode.isAvailable) {
            table.addRow({offloadModeName(mode.mode), sizeCell(mode.peakAllocated),
                          sizeCell(mode.peakReserved), freeCell(mode.freeOn(planned.gpu)),
                          sizeCell(mode.hostBytes), sizeCell(mode.movedOnce),
                          sizeCell(mode.movedEachStep)});
        } else {
            table.addRow({offloadModeName(mode.mode), phrase("not possible")});
        }
    }
    return table.text();
}

Json modeJson(const OffloadModeFigures& mode, const DeviceInfo& gpu) {
    const auto free = mode.freeOn(gpu);
    const auto seconds = secondsEachStep(mode, gpu);
    const std::vector<std::string> notes(mode.notes.begin(), mode.notes.end());
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
            {"notes", notes}};
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

/// The line of Python that switches a mode on, and what is to be known of it.
std::string modeText(const OffloadModeFigures& mode, const DeviceInfo& gpu,
                     const Translate& translate) {
    const std::string name(offloadModeName(mode.mode));
    std::string text = mode.isAvailable ? name + ": " + mode.call + "\n" : std::string();
    std::vector<Message> lines;
    if (mode.isAvailable && mode.mode != OffloadMode::None && !mode.peakModule.empty()) {
        lines.push_back(say("the most is there with %1", mode.peakModule));
    }
    if (const auto seconds = secondsEachStep(mode, gpu);
        mode.isAvailable && seconds && mode.movedEachStep > 0) {
        lines.push_back(say("a step waits %1 for its weights", secondsText(*seconds)));
    }
    lines.insert(lines.end(), mode.notes.begin(), mode.notes.end());
    for (const Message& line : lines) {
        text += (mode.isAvailable ? "    " : name + ": ") + line.in(translate) + "\n";
    }
    return text;
}

}  // namespace

std::string pipelineText(const PlacementPlan& plan, const PlannedOffloadModes& planned,
                         const Translate& translate) {
    std::string text =
        say("As planned: %1.", plan.verdictText).in(translate) + "\n\n" +
        say("One by one on %1 (%2), weights alone, estimated:", deviceLabel(planned.gpu.id),
            planned.gpu.name)
            .in(translate) +
        "\n\n" + modesTable(planned, translate) + "\n";
    for (const OffloadModeFigures& mode : planned.modes) {
        text += modeText(mode, planned.gpu, translate);
    }
    return text + "\n" +
           say("Activations come on top: they depend on the size of the picture.").in(translate) +
           "\n";
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
