// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_processes.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace stowage {

namespace {

constexpr std::size_t kShownPrograms = 8;

/// "/usr/bin/python3" → "python3": the file's name is what people know.
std::string_view fileName(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string programText(const GpuProcess& process) {
    const std::string_view name = fileName(process.name);
    return (name.empty() ? "a program" : std::string(name)) + " (pid " +
           std::to_string(process.pid) + ") " +
           (process.bytes ? formatSize(static_cast<double>(*process.bytes)) : "unknown");
}

}  // namespace

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
    std::vector<GpuProcess> sorted = *processes;
    std::ranges::stable_sort(sorted, std::ranges::greater(), &GpuProcess::bytes);
    for (std::size_t i = 0; i < std::min(sorted.size(), kShownPrograms); ++i) {
        text += (i == 0 ? "" : ", ") + programText(sorted[i]);
    }
    if (sorted.size() > kShownPrograms) {
        text += " and " + std::to_string(sorted.size() - kShownPrograms) + " more";
    }
    return text + ".\n";
}

}  // namespace stowage
