// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller does to the devices beside loading: caches, peaks, other programs.
#include "engine/base/byte_size.h"
#include "widgets/session/device_commands.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

QString sizeOf(std::uint64_t bytes) {
    return QString::fromStdString(formatSize(static_cast<double>(bytes)));
}

void raisePeaks(AllocatorStatistics& figures, const AllocatorStatistics& other) {
    figures.peakAllocated = std::max(figures.peakAllocated, other.peakAllocated);
    figures.peakReserved = std::max(figures.peakReserved, other.peakReserved);
}

/// Why other programs cannot hold `bytes` of `gpu`; "" if they can.
QString objectionTo(const DeviceInfo& gpu, std::uint64_t bytes) {
    if (!gpu.id.isGpu() || !gpu.simulated) {
        return LoadController::tr(
                   "What other programs hold of %1 is measured; it can be set for "
                   "simulated GPUs only.")
            .arg(QString::fromStdString(deviceLabel(gpu.id)));
    }
    const std::uint64_t capacity = gpu.capacity.value_or(bytes);
    const std::uint64_t most = capacity - std::min(capacity, gpu.context);
    if (bytes <= most) {
        return {};
    }
    return LoadController::tr(
               "Other programs cannot hold %1 of %2: of its %3 the context takes "
               "%4; choose at most %5.")
        .arg(sizeOf(bytes), QString::fromStdString(deviceLabel(gpu.id)), sizeOf(capacity),
             sizeOf(gpu.context), sizeOf(most));
}

}  // namespace

void LoadController::connectCommands() {
    connect(m_commands.get(), &DeviceCommands::done, this, &LoadController::onCommandDone);
    connect(m_commands.get(), &DeviceCommands::othersRefused, this, &LoadController::othersRefused);
    connect(m_commands.get(), &DeviceCommands::failed, this, &LoadController::failed);
    connect(m_document, &Document::planChanged, this, &LoadController::followPlan);
}

void LoadController::onCommandDone(MemoryChange change) {
    if (change.command == MemoryChange::Command::ResetPeaks) {
        for (DeviceUse& use : change.before.devices) {
            raisePeaks(use.memory, m_loadPeaks[use.device.id]);
        }
        m_loadPeaks.clear();
    }
    m_sampler->sampleNow();
    Q_EMIT memoryChanged(change);
    followPlan();
}

void LoadController::keepPeaks(const LoadReport& report) {
    for (const DeviceLoadFigures& figures : report.devices) {
        notePeaks(figures.device.id, figures.peakAllocated, figures.peakReserved);
    }
}

void LoadController::notePeaks(DeviceId device, std::uint64_t allocated, std::uint64_t reserved) {
    AllocatorStatistics peaks;
    peaks.peakAllocated = allocated;
    peaks.peakReserved = reserved;
    raisePeaks(m_loadPeaks[device], peaks);
}

bool LoadController::refuseInUse() {
    if (m_isInUse) {
        Q_EMIT failed(tr("The loaded model runs; wait for the run to end, or cancel it first."));
    }
    return m_isInUse;
}

AllocatorStatistics LoadController::statisticsOf(const DeviceMemory& device) {
    AllocatorStatistics now = device.statistics();
    AllocatorStatistics& peaks = m_loadPeaks[device.info().id];
    raisePeaks(peaks, now);
    raisePeaks(now, peaks);
    return now;
}

void LoadController::emptyCache() {
    if (!m_backends.devices.empty()) {
        m_commands->emptyCache(m_backends.devices);
    }
}

void LoadController::resetPeaks() {
    if (!m_backends.devices.empty() && !isRunning() && !m_isInUse) {
        m_commands->resetPeaks(m_backends.devices);
    }
}

void LoadController::setUsedByOthers(DeviceId gpu, std::uint64_t bytes) {
    const std::vector<DeviceInfo>& planned = m_document->devices();
    const auto known = std::ranges::find(planned, gpu, &DeviceInfo::id);
    const DeviceMemory* live = m_backends.find(gpu);
    if (known == planned.end() && live == nullptr) {
        Q_EMIT othersRefused(
            gpu, tr("There is no %1 any more.").arg(QString::fromStdString(deviceLabel(gpu))));
        return;
    }
    if (const QString no = objectionTo(live != nullptr ? live->info() : *known, bytes);
        !no.isEmpty()) {
        Q_EMIT othersRefused(gpu, no);
        return;
    }
    // First the device: a load that runs shall feel it at once, not when the plan is made anew.
    if (live != nullptr) {
        m_commands->setUsedByOthers(m_backends.devices, gpu, bytes);
    }
    editUsedByOthers(gpu, bytes);
}

void LoadController::editUsedByOthers(DeviceId gpu, std::uint64_t bytes) {
    std::vector<DeviceInfo> devices = m_document->devices();
    const auto changed = std::ranges::find(devices, gpu, &DeviceInfo::id);
    if (changed == devices.end() || changed->usedByOthers == bytes) {
        return;
    }
    changed->usedByOthers = bytes;
    if (m_document->plan() == nullptr) {
        m_document->setDevices(std::move(devices));
    } else {
        m_document->edit(SetDevicesEdit{std::move(devices)});
    }
}

void LoadController::followPlan() {
    if (m_document->plan() == nullptr || !m_document->isIdle() || m_commands->isBusy()) {
        return;  // whatever is on its way says it itself
    }
    for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
        const DeviceInfo& now = device->info();
        const DevicePlacement* planned = m_document->plan()->placement(now.id);
        const bool sameCard =
            planned != nullptr && now.id.isGpu() && now.simulated && planned->device.simulated &&
            planned->device.capacity == now.capacity && planned->device.context == now.context;
        if (sameCard && planned->device.usedByOthers != now.usedByOthers) {
            m_commands->setUsedByOthers(m_backends.devices, now.id, planned->device.usedByOthers);
        }
    }
}

void LoadController::setMachineRates(std::shared_ptr<const MachineRates> rates) {
    m_rates = std::move(rates);
    Q_EMIT machineRatesChanged();
}

}  // namespace stowage
