// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/samples_csv.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stowage {

namespace {

std::string cell(const std::optional<std::uint64_t>& bytes) {
    return "," + (bytes ? std::to_string(*bytes) : std::string());
}

std::string secondsText(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6f", seconds);
    return text.data();
}

std::string deviceCells(const MemorySample& sample, DeviceId id) {
    const auto found =
        std::find_if(sample.devices.begin(), sample.devices.end(),
                     [id](const DeviceSample& device) { return device.device == id; });
    if (found == sample.devices.end()) {
        return id.isGpu() ? ",,," : ",,";
    }
    const std::string own = cell(found->allocated) + cell(found->reserved);
    return id.isGpu() ? own + cell(found->usedByOthers) : own;
}

/// A cell of text; quotes in names are doubled.
std::string quoted(const std::string& text) {
    if (text.empty()) {
        return {};
    }
    std::string cell = "\"";
    for (const char letter : text) {
        cell += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    }
    return cell + "\"";
}

/// The last phase that had begun by then and not ended.
std::string phaseAt(const std::vector<PhaseMark>& phases, double seconds) {
    std::string name;
    for (const PhaseMark& phase : phases) {
        const bool lasts = phase.end < phase.begin || seconds <= phase.end;
        name = phase.begin <= seconds && lasts ? phase.name : name;
    }
    return name;
}

/// Names until `seconds`, from `next` on, which moves on.
std::string eventsUntil(const std::vector<EventMark>& events, double seconds, std::size_t& next) {
    std::string names;
    for (; next < events.size() && events[next].seconds <= seconds; ++next) {
        names += (names.empty() ? "" : " ") + events[next].name;
    }
    return names;
}

std::string headOf(const std::vector<DeviceId>& devices) {
    std::string text = "time [s]";
    for (const DeviceId device : devices) {
        const std::string name = "," + deviceName(device);
        text += name + " allocated [B]" + name + " reserved [B]";
        text += device.isGpu() ? name + " used by others [B]" : std::string();
    }
    return text +
           ",rss [B],anon [B],file (evictable cache) [B],shmem [B],available [B],"
           "cgroup limit [B],cgroup left [B],held by malloc [B],phase,tensors completed\n";
}

}  // namespace

std::string samplesToCsv(const std::vector<MemorySample>& samples,
                         const std::vector<DeviceId>& devices, const SampleMarks& marks) {
    std::string text = headOf(devices);
    std::size_t next = 0;
    for (const MemorySample& sample : samples) {
        text += secondsText(sample.seconds - marks.origin);
        for (const DeviceId device : devices) {
            text += deviceCells(sample, device);
        }
        text += cell(sample.process.rss) + cell(sample.process.anon) + cell(sample.process.file) +
                cell(sample.process.shmem) + cell(sample.available) + cell(sample.cgroupLimit) +
                cell(sample.cgroupLeft) + cell(sample.allocatorHeld) + "," +
                quoted(phaseAt(marks.phases, sample.seconds)) + "," +
                quoted(eventsUntil(marks.events, sample.seconds, next)) + "\n";
    }
    return text;
}

}  // namespace stowage
