// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/devices_verb.h"

#include "app/cli/device_options.h"
#include "app/cli/plan_text.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>

namespace stowage {

namespace {

using Align = TextTable::Align;
using Json = nlohmann::ordered_json;

template <class Number>
Json orNull(const std::optional<Number>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string sizeOrUnknown(const std::optional<std::uint64_t>& bytes) {
    return bytes ? formatSize(static_cast<double>(*bytes)) : "unknown";
}

std::string devicesToJson(const std::vector<DeviceInfo>& gpus, const HostMemory& host) {
    Json list = Json::array();
    for (const DeviceInfo& gpu : gpus) {
        list.push_back({{"id", deviceName(gpu.id)},
                        {"name", gpu.name},
                        {"simulated", gpu.simulated},
                        {"capacity", orNull(gpu.capacity)},
                        {"free", orNull(gpu.freeBytes())},
                        {"used_by_others", gpu.usedByOthers},
                        {"context", gpu.context},
                        {"processes", Json::array()},
                        {"rates", {{"h2d", orNull(gpu.linkBytesPerSecond)}}}});
    }
    const Json object{{"devices", std::move(list)},
                      {"host",
                       {{"total", orNull(host.total)},
                        {"available", orNull(host.available)},
                        {"cgroup_limit", orNull(host.cgroupLimit)}}},
                      {"measured", nullptr}};
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string devicesToText(const std::vector<DeviceInfo>& gpus, const HostMemory& host) {
    TextTable table({{"device"},
                     {"kind"},
                     {"name"},
                     {"capacity", Align::Right},
                     {"free", Align::Right},
                     {"used by others", Align::Right},
                     {"context", Align::Right},
                     {"link", Align::Right}});
    for (const DeviceInfo& gpu : gpus) {
        table.addRow(
            {deviceLabel(gpu.id), deviceKindText(gpu), gpu.name, sizeOrUnknown(gpu.capacity),
             sizeOrUnknown(gpu.freeBytes()), sizeOrUnknown(gpu.usedByOthers),
             sizeOrUnknown(gpu.context),
             gpu.linkBytesPerSecond ? formatSize(*gpu.linkBytesPerSecond) + "/s" : "no limit"});
    }
    std::string text =
        gpus.empty() ? "No GPU; simulate some with --gpus 24GiB,24GiB.\n" : table.text();
    text += "\nHost (measured): " + sizeOrUnknown(host.total) + " in all, " +
            sizeOrUnknown(host.available) + " available";
    if (host.cgroupLimit) {
        text += ", the control group allows " + sizeOrUnknown(host.cgroupLimit);
    }
    return text + "\n";
}

}  // namespace

CLI::App* DevicesVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("devices", "Show the devices and the host's memory");
    command->add_option("--gpus", m_gpus, gpusHelp())->type_name("SPEC");
    command->footer("Example:\n  stowagectl devices --gpus 24GiB:used=13GiB,24GiB:link=12GB/s");
    return command;
}

Result<int> DevicesVerb::run(CommandContext& context) {
    const auto gpus = parseGpus(m_gpus, context);
    if (!gpus) {
        return gpus.unexpected();
    }
    const HostMemory host = readHostMemory();
    context.print(context.wantsJson() ? devicesToJson(*gpus, host) : devicesToText(*gpus, host));
    return kExitDone;
}

}  // namespace stowage
