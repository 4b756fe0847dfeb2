// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"
#include "engine/device/host_memory.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// One device at one moment.
struct DeviceUse {
    DeviceInfo device;  ///< with what other programs held then
    AllocatorStatistics memory;
};

/// Every device, the process and the machine at one moment: what stands on the device cards.
struct MemorySnapshot {
    std::vector<DeviceUse> devices;  ///< GPUs and the CPU, in the order they were given in
    ProcessMemory process;
    HostMemory machine;

    /// Null where that device is not among them.
    [[nodiscard]] const DeviceUse* find(DeviceId device) const;
};

/// Asks every device and the system. Thread-safe; about a millisecond, and it may wait for a
/// device that is giving pages back: meant for a worker.
[[nodiscard]] MemorySnapshot takeSnapshot(
    const std::vector<std::shared_ptr<DeviceMemory>>& devices);

/// A command that changed what devices hold, and what it changed.
struct MemoryChange {
    enum class Command { Unload, EmptyCache, ResetPeaks, SetOthers };
    Command command = Command::Unload;
    MemorySnapshot before;
    MemorySnapshot after;
};

/// Commands to devices that hold weights: one after another in a worker of their own, so that they
/// work while a load runs. UI thread only; the destructor waits for the command that runs.
class DeviceCommands : public QObject {
    Q_OBJECT
public:
    using Devices = std::vector<std::shared_ptr<DeviceMemory>>;

    explicit DeviceCommands(QObject* parent = nullptr) : QObject(parent) {}

    /// Gives segments without a live block, and what the C library keeps, back to the system.
    void emptyCache(Devices devices);
    /// Peaks count from now on. Not while a load runs: it measures with them.
    void resetPeaks(Devices devices);
    /// What other programs hold of a simulated GPU among `devices`.
    void setUsedByOthers(Devices devices, DeviceId gpu, std::uint64_t bytes);
    /// True until the last command is done and its signal sent.
    [[nodiscard]] bool isBusy() const;

Q_SIGNALS:
    void done(const MemoryChange& change);
    /// The device's own sentence; nothing changed.
    void othersRefused(DeviceId gpu, const QString& sentence);
    /// A command could not be carried out: one sentence.
    void failed(const QString& sentence, ErrorCode code);

private:
    struct Job {
        MemoryChange::Command command = MemoryChange::Command::EmptyCache;
        Devices devices;
        DeviceId gpu;
        std::uint64_t bytes = 0;
    };
    struct Outcome {
        MemoryChange change;
        std::optional<Error> refused;
    };

    void add(Job job);
    void runNext();
    [[nodiscard]] static Outcome perform(const Job& job);
    void report(const Job& job, const Outcome& outcome);

    std::deque<Job> m_waiting;
    Worker m_worker;
};

}  // namespace stowage
