// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/peak_reasons.h"

#include "engine/lesson/peak_parts.h"
#include "engine/load/program_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

using Kind = PeakReason::Kind;
using Of = PeakReason::Of;

PeakReason reasonOf(const PeakPart& part, Of of, const RunFigures& load) {
    PeakReason reason{part.kind, of, static_cast<double>(part.bytes), part.name, {}, {}};
    const auto isGpu = [](const RunDeviceFigures& device) { return device.device.isGpu(); };
    if (std::ranges::count_if(load.devices, isGpu) > 1) {
        reason.device = part.device;
    }
    return reason;
}

/// The parts by size, then what they leave of the measured figure.
void addParts(std::vector<PeakReason> parts, Of of, const std::optional<double>& measured,
              std::vector<PeakReason>& reasons) {
    if (!measured) {
        return;
    }
    double rest = *measured;
    for (const PeakReason& part : parts) {
        rest -= part.bytes;
    }
    std::ranges::stable_sort(parts, std::ranges::greater(), &PeakReason::bytes);
    reasons.insert(reasons.end(), parts.begin(), parts.end());
    if (std::abs(rest) >= 1) {
        reasons.push_back({Kind::Other, of, rest, {}, {}, {}});
    }
}

/// File-backed pages at the moment when RSS less shared pages was highest.
double filePagesAtPeak(const RunCurves& curves) {
    double highest = -1;
    double file = 0;
    for (std::size_t i = 0; i < curves.seconds.size(); ++i) {
        const double sum = curves.hostAnon[i] + curves.hostFile[i];
        if (sum > highest) {  // false for what is not known
            highest = sum;
            file = curves.hostFile[i];
        }
    }
    return std::max(file, 0.0);
}

/// For how long the curve lay above a figure.
double secondsAbove(const RunCurves& curves, double bytes) {
    double seconds = 0;
    for (std::size_t i = 0; i + 1 < curves.seconds.size(); ++i) {
        const double held = curves.hostAnon[i] + curves.hostFile[i];
        seconds += held > bytes ? curves.seconds[i + 1] - curves.seconds[i] : 0;
    }
    return seconds;
}

/// Parameters alone were copied by the notebook's own loops; load_state_dict() copies buffers too.
bool loopsOverParameters(LoadMethod method) {
    return method == LoadMethod::Sequential || method == LoadMethod::Meta ||
           method == LoadMethod::PerTensor;
}

double bufferBytes(const LoadSchedule& schedule) {
    double bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const TensorSpec& spec = schedule.plan->request.tree->tensor(tensor.tensor);
        bytes += spec.kind == TensorKind::Buffer ? static_cast<double>(tensor.bytes) : 0;
    }
    return bytes;
}

double bytesOnDisk(const LoadSchedule& schedule) {
    double bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += tensor.device.kind == DeviceKind::Disk ? static_cast<double>(tensor.bytes) : 0;
    }
    return bytes;
}

bool needsExplaining(const std::optional<double>& difference) {
    return difference && std::abs(*difference) > kExplainedDifference;
}

/// What is known of why RAM differs from what was published. VRAM was counted there by the
/// allocator itself, so that neither samples nor file pages could touch it.
void explainRam(const RunRecord& load, const LoadSchedule& schedule, const LessonFigures& figures,
                double filePages, std::vector<PeakReason>& reasons) {
    if (!needsExplaining(figures.ramDifference())) {
        return;
    }
    const double measured = figures.ram().value_or(0);
    const double published = *figures.publishedRam;
    const bool isLower = published < measured;
    PeakReason gap{isLower ? Kind::PublishedLower : Kind::PublishedHigher,
                   Of::Ram,
                   std::abs(measured - published),
                   {},
                   {},
                   {}};
    if (isLower && !load.curves.isEmpty()) {
        gap.seconds = secondsAbove(load.curves, published);
    }
    reasons.push_back(std::move(gap));
    // Without a map they are the process's own libraries.
    if (schedule.forecast->mappedFileBytes > 0 && filePages > kExplainedDifference * measured) {
        reasons.push_back({Kind::PublishedFilePages, Of::Ram, filePages, {}, {}, {}});
    }
    const double masks = bufferBytes(schedule);
    if (loopsOverParameters(load.figures.method) && masks > 0) {
        reasons.push_back({Kind::PublishedMasks, Of::Ram, masks, {}, {}, {}});
    }
}

}  // namespace

bool PeakReason::isRemark() const {
    return kind == Kind::DiskPart || kind == Kind::PublishedLower ||
           kind == Kind::PublishedHigher || kind == Kind::PublishedFilePages ||
           kind == Kind::PublishedMasks;
}

std::vector<PeakReason> peakReasons(const RunRecord& load, const LoadSchedule& schedule,
                                    const LessonFigures& figures) {
    const PeakParts parts = takePeaksApart(schedule);
    std::vector<PeakReason> vram;
    for (const PeakPart& part : parts.gpus) {
        vram.push_back(reasonOf(part, Of::Vram, load.figures));
    }
    std::vector<PeakReason> ram;
    for (const PeakPart& part : parts.host) {
        ram.push_back(reasonOf(part, Of::Ram, load.figures));
    }
    const double filePages = figures.ramRss ? filePagesAtPeak(load.curves) : 0;
    // Without a map they are the process's own libraries, which no part of a load explains.
    if (filePages >= 1 && schedule.forecast->mappedFileBytes > 0) {
        ram.push_back({Kind::FilePages, Of::Ram, filePages, {}, {}, {}});
    }
    std::vector<PeakReason> reasons;
    addParts(std::move(vram), Of::Vram, figures.vram, reasons);
    addParts(std::move(ram), Of::Ram, figures.ram(), reasons);
    if (const double onDisk = bytesOnDisk(schedule); onDisk > 0) {
        reasons.push_back({Kind::DiskPart, Of::Ram, onDisk, {}, {}, {}});
    }
    explainRam(load, schedule, figures, filePages, reasons);
    return reasons;
}

}  // namespace stowage
