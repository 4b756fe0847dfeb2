// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/samples_csv.h"

#include "engine/base/csv.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <optional>

namespace stowage {

namespace {

using CsvCells = std::vector<std::string>;

void addBytes(CsvCells& cells, const std::optional<std::uint64_t>& bytes) {
    cells.push_back(bytes ? std::to_string(*bytes) : std::string());
}

void addDevice(CsvCells& cells, const MemorySample& sample, DeviceId id) {
    const auto found = std::ranges::find(sample.devices, id, &DeviceSample::device);
    if (found == sample.devices.end()) {
        cells.resize(cells.size() + (id.isGpu() ? 3 : 2));
        return;
    }
    addBytes(cells, found->allocated);
    addBytes(cells, found->reserved);
    if (id.isGpu()) {
        addBytes(cells, found->usedByOthers);
    }
}

/// The last phase that had begun by then and not ended.
std::string phaseAt(const std::vector<PhaseMark>& phases, double seconds) {
    std::string name;
    for (const PhaseMark& phase : phases) {
        const bool lasts = phase.end < phase.begin || seconds <= phase.end;
        name = phase.begin <= seconds && lasts ? phase.name.english() : name;
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

CsvCells headOf(const std::vector<DeviceId>& devices) {
    CsvCells cells{"time [s]"};
    for (const DeviceId device : devices) {
        const std::string name = deviceName(device);
        cells.push_back(name + " allocated [B]");
        cells.push_back(name + " reserved [B]");
        if (device.isGpu()) {
            cells.push_back(name + " used by others [B]");
        }
    }
    cells.insert(cells.end(), {"rss [B]", "anon [B]", "file (evictable cache) [B]", "shmem [B]",
                               "available [B]", "cgroup limit [B]", "cgroup left [B]",
                               "held by malloc [B]", "phase", "tensors completed"});
    return cells;
}

}  // namespace

std::string samplesToCsv(const std::vector<MemorySample>& samples,
                         const std::vector<DeviceId>& devices, const std::vector<PhaseMark>& phases,
                         const std::vector<EventMark>& events, double origin) {
    constexpr int kSecondDigits = 6;
    std::string text = csvRow(headOf(devices));
    std::size_t next = 0;
    for (const MemorySample& sample : samples) {
        CsvCells cells{formatFixed(sample.seconds - origin, kSecondDigits)};
        for (const DeviceId device : devices) {
            addDevice(cells, sample, device);
        }
        for (const auto& bytes :
             {sample.process.rss, sample.process.anon, sample.process.file, sample.process.shmem,
              sample.available, sample.cgroupLimit, sample.cgroupLeft, sample.allocatorHeld}) {
            addBytes(cells, bytes);
        }
        cells.push_back(phaseAt(phases, sample.seconds));
        cells.push_back(eventsUntil(events, sample.seconds, next));
        text += csvRow(cells);
    }
    return text;
}

}  // namespace stowage
