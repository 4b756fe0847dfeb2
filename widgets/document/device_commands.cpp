// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/device_commands.h"

#include "engine/load/execute/load_job.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <utility>

namespace stowage {

const DeviceUse* MemorySnapshot::find(DeviceId device) const {
    const auto found = std::ranges::find_if(
        devices, [device](const DeviceUse& use) { return use.device.id == device; });
    return found == devices.end() ? nullptr : &*found;
}

MemorySnapshot takeSnapshot(const std::vector<std::shared_ptr<DeviceMemory>>& devices) {
    MemorySnapshot snapshot;
    for (const std::shared_ptr<DeviceMemory>& device : devices) {
        snapshot.devices.push_back({device->info(), device->statistics()});
    }
    snapshot.process = ProcessMemoryReader().read();
    snapshot.machine = readHostMemory();
    return snapshot;
}

using Command = MemoryChange::Command;

bool DeviceCommands::isBusy() const {
    return m_worker.isRunning() || !m_waiting.empty();
}

void DeviceCommands::emptyCache(Devices devices) {
    add({Command::EmptyCache, std::move(devices), {}, 0});
}

void DeviceCommands::resetPeaks(Devices devices) {
    add({Command::ResetPeaks, std::move(devices), {}, 0});
}

void DeviceCommands::setUsedByOthers(Devices devices, DeviceId gpu, std::uint64_t bytes) {
    add({Command::SetOthers, std::move(devices), gpu, bytes});
}

void DeviceCommands::add(Job job) {
    m_waiting.push_back(std::move(job));
    runNext();
}

void DeviceCommands::runNext() {
    if (m_waiting.empty() || m_worker.isRunning()) {
        return;
    }
    auto job = std::make_shared<Job>(std::move(m_waiting.front()));
    m_waiting.pop_front();
    m_worker.start([job](std::stop_token) { return perform(*job); },
                   [this, job](const Outcome& outcome) {
                       report(*job, outcome);
                       runNext();
                   },
                   [this](const Error& error) {
                       Q_EMIT failed(translated(error.message), error.code);
                       runNext();
                   });
}

DeviceCommands::Outcome DeviceCommands::perform(const Job& job) {
    Outcome outcome;
    outcome.change.command = job.command;
    outcome.change.before = takeSnapshot(job.devices);
    for (const std::shared_ptr<DeviceMemory>& device : job.devices) {
        if (job.command == Command::EmptyCache) {
            device->emptyCache();
        } else if (job.command == Command::ResetPeaks) {
            device->resetPeaks();
        } else if (job.command == Command::SetOthers && device->info().id == job.gpu) {
            if (const Result<void> set = device->setUsedByOthers(job.bytes); !set) {
                outcome.refused = set.error();
            }
        }
    }
    if (job.command == Command::EmptyCache) {
        releaseHostCaches();
    }
    outcome.change.after = takeSnapshot(job.devices);
    return outcome;
}

void DeviceCommands::report(const Job& job, const Outcome& outcome) {
    if (outcome.refused) {
        Q_EMIT othersRefused(job.gpu, translated(outcome.refused->message));
        return;
    }
    Q_EMIT done(outcome.change);
}

}  // namespace stowage
