// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/run_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace stowage {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double difference(const std::optional<std::uint64_t>& value,
                  const std::optional<std::uint64_t>& baseline) {
    return value ? static_cast<double>(*value) - static_cast<double>(baseline.value_or(0))
                 : kUnknown;
}

/// One moment: host figures first, then allocated and reserved of each GPU.
using Row = std::vector<double>;
constexpr std::size_t kHostFigures = 3;

std::vector<DeviceId> gpusOf(const std::vector<MemorySample>& samples) {
    std::vector<DeviceId> gpus;
    for (const MemorySample& sample : samples) {
        for (const DeviceSample& device : sample.devices) {
            if (device.device.isGpu() && std::ranges::find(gpus, device.device) == gpus.end()) {
                gpus.push_back(device.device);
            }
        }
    }
    std::ranges::sort(gpus);
    return gpus;
}

Row rowOf(const MemorySample& sample, const std::vector<DeviceId>& gpus,
          const ProcessMemory& baseline) {
    Row row{difference(sample.process.anon, baseline.anon),
            difference(sample.process.file, baseline.file),
            difference(sample.process.shmem, baseline.shmem)};
    row.resize(kHostFigures + 2 * gpus.size(), kUnknown);
    for (const DeviceSample& device : sample.devices) {
        const auto found = std::ranges::lower_bound(gpus, device.device);
        if (found != gpus.end() && *found == device.device) {
            const auto place = kHostFigures + 2 * static_cast<std::size_t>(found - gpus.begin());
            row[place] = static_cast<double>(device.allocated);
            row[place + 1] = static_cast<double>(device.reserved);
        }
    }
    return row;
}

void raise(Row& highest, const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        // Not std::max: an unknown figure must not hide a known one.
        highest[i] = std::isnan(highest[i]) || row[i] > highest[i] ? row[i] : highest[i];
    }
}

void append(RunCurves& curves, double seconds, const Row& row) {
    curves.seconds.push_back(seconds);
    curves.hostAnon.push_back(row[0]);
    curves.hostFile.push_back(row[1]);
    curves.hostShmem.push_back(row[2]);
    for (std::size_t i = 0; i < curves.devices.size(); ++i) {
        curves.devices[i].allocated.push_back(row[kHostFigures + 2 * i]);
        curves.devices[i].reserved.push_back(row[kHostFigures + 2 * i + 1]);
    }
}

}  // namespace

RunCurves curvesOfSamples(const std::vector<MemorySample>& samples, const CurveSpan& span,
                          std::size_t most) {
    const auto within = [&span](const MemorySample& sample) {
        return sample.seconds >= span.begin && sample.seconds <= span.end;
    };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(samples, within));
    RunCurves curves;
    const std::vector<DeviceId> gpus = gpusOf(samples);
    for (const DeviceId gpu : gpus) {
        curves.devices.push_back({gpu, {}, {}});
    }
    const std::size_t each = std::max<std::size_t>(1, (count + most - 1) / std::max(most, {1}));
    std::size_t gathered = 0;
    Row highest;
    double seconds = 0;
    for (const MemorySample& sample : samples) {
        if (!within(sample)) {
            continue;
        }
        const Row row = rowOf(sample, gpus, span.baseline);
        if (gathered == 0) {
            highest = row;
            seconds = sample.seconds - span.begin;
        } else {
            raise(highest, row);
        }
        if (++gathered == each) {
            append(curves, seconds, highest);
            gathered = 0;
        }
    }
    if (gathered > 0) {
        append(curves, seconds, highest);
    }
    return curves;
}

}  // namespace stowage
