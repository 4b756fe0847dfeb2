// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"

#include <array>
#include <cstdio>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

const FileSystemRates* diskFor(const MachineRates& rates, const std::string& folder) {
    const auto identity = fileSystemOf(folder);
    const FileSystemRates* const found = identity ? rates.findDisk(*identity) : nullptr;
    return found != nullptr || rates.disks.empty() ? found : &rates.disks.back();
}

Json orNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string rateText(const std::optional<double>& rate) {
    return rate ? formatSize(*rate) + "/s" : "unknown";
}

std::string operationsText(double perSecond) {
    constexpr double kGiga = 1e9;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.0f GFLOP/s", perSecond / kGiga);
    return text.data();
}

void addDisk(TextTable& table, const FileSystemRates& disk) {
    const auto add = [&](const char* what, DiskRate cold, DiskRate warm) {
        table.addRow({what, rateText(disk.of(cold)), rateText(disk.of(warm))});
    };
    add("raw limit: best of direct and buffered", DiskRate::Cold, DiskRate::Warm);
    add("one thread, buffered", DiskRate::ReadCold, DiskRate::ReadWarm);
    add("pages of a map", DiskRate::MapCold, DiskRate::MapWarm);
    add("streamed to fresh host memory", DiskRate::StreamHostCold, DiskRate::StreamHostWarm);
    add("streamed to a fresh simulated GPU", DiskRate::StreamSimulatedCold,
        DiskRate::StreamSimulatedWarm);
    add("streamed to one with its pages there", DiskRate::StreamPopulatedCold,
        DiskRate::StreamPopulatedWarm);
}

void addHost(TextTable& table, const MachineRates& rates) {
    const auto add = [&](const char* what, HostRate rate) {
        table.addRow({what, rateText(rates.of(rate))});
    };
    add("memory copy", HostRate::Memcpy);
    add("first touch, large tensors", HostRate::TouchLarge);
    add("first touch, small tensors", HostRate::TouchSmall);
    add("giving pages back", HostRate::Release);
    add("to a simulated GPU, fresh", HostRate::SimulatedFresh);
    add("to a simulated GPU, pages there", HostRate::SimulatedPopulated);
    add("within a simulated GPU", HostRate::SimulatedWithin);
    add("within a simulated GPU, fresh", HostRate::SimulatedWithinFresh);
    add("host to CUDA card", HostRate::HostToDevice);
    for (const auto& [dtype, rate] : rates.initialise) {
        table.addRow({"initial weights, " + dtype, rateText(rate)});
    }
    for (const auto& [dtype, rate] : rates.matmul) {
        table.addRow({"matrix product, " + dtype, operationsText(rate)});
    }
}

}  // namespace

Json measuredJson(const MachineRates& rates, const std::string& folder) {
    const FileSystemRates* const disk = diskFor(rates, folder);
    Json object{{"date", rates.date}};
    object["disk"] = disk == nullptr ? Json(nullptr)
                                     : Json{{"mount_point", disk->identity.mountPoint},
                                            {"source", disk->identity.source},
                                            {"type", disk->identity.type},
                                            {"date", disk->date}};
    for (std::size_t i = 0; i < kDiskRates; ++i) {
        const auto rate = static_cast<DiskRate>(i);
        object[std::string(diskRateName(rate))] =
            disk == nullptr ? Json(nullptr) : orNull(disk->of(rate));
    }
    object["read_ahead_bytes"] = disk == nullptr ? Json(nullptr) : Json(disk->readAheadBytes);
    for (std::size_t i = 0; i < kHostRates; ++i) {
        const auto rate = static_cast<HostRate>(i);
        object[std::string(hostRateName(rate))] = orNull(rates.of(rate));
    }
    object["matmul"] = rates.matmul;
    object["initialise"] = rates.initialise;
    object["cast"] = rates.cast;
    return object;
}

std::string measuredText(const MachineRates& rates, const std::string& folder) {
    std::string text;
    if (const FileSystemRates* const disk = diskFor(rates, folder); disk != nullptr) {
        TextTable table(
            {{"disk at " + disk->identity.mountPoint + " (measured " + disk->date + ")"},
             {"cold", Align::Right},
             {"in the page cache", Align::Right}});
        addDisk(table, *disk);
        text += table.text() + "\n";
    }
    TextTable table({{"this machine (measured " + rates.date + ")"}, {"rate", Align::Right}});
    addHost(table, rates);
    return text + table.text();
}

}  // namespace stowage
