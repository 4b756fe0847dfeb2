// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_text.h"

#include "app/cli/plan_text.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/load/prediction_error.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stowage {

namespace {

using Align = TextTable::Align;

std::string sizeOf(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string sizeOrUnknown(const std::optional<std::uint64_t>& bytes) {
    return bytes ? sizeOf(*bytes) : "unknown";
}

std::string secondsText(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f s", seconds);
    return text.data();
}

std::string devicesTable(const LoadReport& report, const LoadSchedule& schedule) {
    TextTable table({{"device"},
                     {"figures"},
                     {"peak allocated", Align::Right},
                     {"peak reserved", Align::Right},
                     {"predicted", Align::Right},
                     {"now allocated", Align::Right},
                     {"now reserved", Align::Right},
                     {"capacity", Align::Right}});
    for (const DeviceLoadFigures& figures : report.devices) {
        const auto predicted = schedule.predictedPeaks.find(figures.device.id);
        const bool isGpu = figures.device.id.isGpu();
        table.addRow(
            {deviceLabel(figures.device.id),
             report.dryRun              ? "dry run"
             : figures.device.simulated ? "simulated"
                                        : "measured",
             sizeOf(figures.peakAllocated), sizeOf(figures.peakReserved),
             predicted == schedule.predictedPeaks.end()
                 ? ""
                 : sizeOf(isGpu ? predicted->second.reserved : predicted->second.allocated),
             sizeOf(figures.finalAllocated), sizeOf(figures.finalReserved),
             sizeOrUnknown(figures.device.capacity)});
    }
    return table.text();
}

/// Who holds each device's memory, before the load and after it. What others hold is theirs
/// throughout; a fresh process holds nothing of its own before.
std::string useTable(const LoadReport& report) {
    TextTable table({{report.dryRun ? "memory (dry run)" : "memory"},
                     {"used by others", Align::Right},
                     {"context", Align::Right},
                     {"used before", Align::Right},
                     {"free before", Align::Right},
                     {"used after", Align::Right},
                     {"free after", Align::Right},
                     {"capacity", Align::Right}});
    for (const DeviceLoadFigures& figures : report.devices) {
        const DeviceInfo& device = figures.device;
        if (device.id.kind == DeviceKind::Disk) {
            continue;
        }
        const bool isGpu = device.id.isGpu();
        const std::uint64_t before = device.usedByOthers + device.context;
        const std::uint64_t after =
            before + (isGpu ? figures.finalReserved : figures.finalAllocated);
        const auto freeAt = [&device](std::uint64_t used) {
            return device.capacity ? sizeOf(*device.capacity - std::min(*device.capacity, used))
                                   : std::string("unknown");
        };
        table.addRow({deviceLabel(device.id), sizeOf(device.usedByOthers),
                      isGpu ? sizeOf(device.context) : "", sizeOf(before), freeAt(before),
                      sizeOf(after), freeAt(after), sizeOrUnknown(device.capacity)});
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string hostTable(const LoadReport& report, const LoadSchedule& schedule) {
    TextTable table({{report.dryRun ? "host (dry run)" : "host (measured)"},
                     {"anonymous", Align::Right},
                     {"file pages", Align::Right},
                     {"simulated GPUs", Align::Right},
                     {"resident", Align::Right}});
    const auto add = [&table](const char* name, const ProcessMemory& memory) {
        table.addRow({name, sizeOrUnknown(memory.anon), sizeOrUnknown(memory.file),
                      sizeOrUnknown(memory.shmem), sizeOrUnknown(memory.rss)});
    };
    if (!report.dryRun) {
        add("before", report.baseline);
        add("peak above it", report.peak);
    }
    table.addRow({"predicted", sizeOf(schedule.predictedHostAnonBytes)});
    return table.text();
}

/// Each phase with its times and the highest level inside of it on every GPU and the host.
std::string phasesTable(const LoadReport& report) {
    std::vector<TextTable::Column> columns{
        {"phase"}, {"begin", Align::Right}, {"end", Align::Right}};
    for (const DeviceLoadFigures& figures : report.devices) {
        if (figures.device.id.isGpu()) {
            columns.push_back({"peak " + deviceLabel(figures.device.id), Align::Right});
        }
    }
    columns.push_back({"peak host", Align::Right});
    TextTable table(columns);
    for (const LoadPhase& phase : report.phases) {
        std::vector<std::string> row{phase.name};
        row.push_back(report.dryRun ? "" : secondsText(phase.begin));
        row.push_back(report.dryRun ? "" : secondsText(phase.end));
        for (const auto& [device, allocated] : phase.peakAllocated) {
            row.push_back(sizeOf(allocated));
        }
        row.push_back(sizeOrUnknown(phase.peakHostAnon));
        table.addRow(row);
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string keysText(const KeyReport& keys) {
    std::string text;
    const auto add = [&text](const char* what, const std::vector<std::string>& names) {
        if (!names.empty()) {
            text += std::string(what) + ": " + names.front();
            text +=
                names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more\n" : "\n";
        }
    };
    add("In the model, not in the file", keys.missing);
    add("Of these, loaded with initial values", keys.initialised);
    add("In the file, not in the model", keys.unexpected);
    add("Of another shape or dtype", keys.mismatched);
    return text;
}

std::string digestLines(const LoadReport& report) {
    std::string text;
    for (const auto& [name, digest] : report.digests) {
        text += digest + "  " + name + "\n";
    }
    return text.empty() ? text : text + "\n";
}

std::string ramLimitLine(const LoadReport& report) {
    if (!report.ramLimit) {
        return {};
    }
    const RamLimitFigures& figures = *report.ramLimit;
    std::string text = "RAM limit " + sizeOf(figures.limit) + ", held at most " +
                       sizeOrUnknown(figures.peak) + " (" + ramLimitCounts() + "); ";
    text += figures.byGroup ? "a control group held it as well" : "watched at every step";
    text += figures.whyNoGroup.empty() ? "" : " (no control group: " + figures.whyNoGroup + ")";
    return text + ".\n";
}

std::string lastSentence(const LoadReport& report, const LoadSchedule& schedule) {
    if (report.dryRun) {
        return std::string("Dry run: nothing was loaded; ") +
               (report.stopped ? "the load would stop at " + report.stoppedAt + "."
                               : std::to_string(report.tensors) + " tensors, " +
                                     sizeOf(report.bytes) + ", would be loaded by " +
                                     std::string(loadMethodName(report.method)) + ".");
    }
    if (report.stopped) {
        return "Stopped" + (report.stoppedAt.empty() ? "" : " at " + report.stoppedAt) +
               "; the weights were given back.";
    }
    std::string text = "Loaded " + std::to_string(report.tensors) + " tensors, " +
                       sizeOf(report.bytes) + ", in " + secondsText(report.seconds);
    if (const auto rate = loadRate(report)) {
        text += " (" + formatSize(*rate) + "/s)";
    }
    text += " by " + std::string(loadMethodName(report.method)) + ".";
    text += schedule.predictedSeconds
                ? " Predicted: " + secondsText(*schedule.predictedSeconds) + "."
                : std::string();
    if (report.verified) {
        text += *report.verified ? " Every byte was verified." : " " + report.verifyFailure;
    }
    return text;
}

}  // namespace

std::string loadText(const LoadReport& report, const LoadSchedule& schedule) {
    const auto errors = predictionErrors(report, schedule);
    return digestLines(report) + devicesTable(report, schedule) + "\n" + useTable(report) +
           hostTable(report, schedule) + "\n" + phasesTable(report) + keysText(report.keys) +
           ramLimitLine(report) + lastSentence(report, schedule) +
           (errors ? "\n" + predictionErrorText(*errors) : std::string());
}

}  // namespace stowage
