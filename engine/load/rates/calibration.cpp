// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/rates/calibration.h"

#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/scratch_folder.h"
#include "engine/device/host_memory.h"
#include "engine/load/rates/calibration_parts.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kStep = 16 * kMiB;
constexpr std::uint64_t kLongestPass = 128 * kMiB;
/// The first piece written tells how quick the disk is.
constexpr std::uint64_t kTrial = 64 * kMiB;
/// A file so large that it is written in about half a second.
constexpr double kSecondsPerPass = 0.4;

std::string nowUtc() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[sizeof "2026-01-31T12:00:00Z"];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

/// What room and memory allow: the file lies on the disk once, in memory at most twice.
Result<std::uint64_t> roomFor(const std::string& folder, std::uint64_t wanted) {
    const Result<std::uint64_t> free = freeSpaceBytes(folder);
    STOWAGE_TRY(free);
    std::uint64_t bytes = std::min((wanted + kStep - 1) / kStep * kStep, *free / 4);
    if (const auto memory = hostBudgetBytes(readHostMemory())) {
        bytes = std::min(bytes, *memory / 4);
    }
    if (bytes < kStep) {
        return fail(
            ErrorCode::DiskFull,
            say("There is too little disk space or memory for a measurement in %1: the disk has %2 "
                "free. Free some space or memory, or choose another folder with --dir.",
                folder, formatSize(static_cast<double>(*free))),
            folder);
    }
    return bytes / kStep * kStep;
}

/// The file of the measurement; on a slow disk a shorter one, so that the whole stays short.
Result<CalibrationFile> writeFile(CalibrationRun& run, const std::string& folder,
                                  std::uint64_t bytes) {
    const Stopwatch watch;
    Result<CalibrationFile> trial = writeCalibrationFile(run, folder, std::min(bytes, kTrial));
    if (!trial || trial->bytes >= bytes) {
        return trial;
    }
    const double rate = static_cast<double>(trial->bytes) / watch.seconds();
    const auto quick = static_cast<std::uint64_t>(std::max(rate * kSecondsPerPass, 0.0));
    const std::uint64_t affordable = std::min(bytes, quick / kStep * kStep);
    return affordable <= trial->bytes ? trial : writeCalibrationFile(run, folder, affordable);
}

Result<void> measureDisk(CalibrationRun& run, const std::string& folder, std::uint64_t bytes,
                         const MachineRates& rates, FileSystemRates& disk) {
    const Result<CalibrationFile> file = writeFile(run, folder, bytes);
    STOWAGE_TRY(file);
    STOWAGE_TRY(measureReads(run, *file, *rates.of(HostRate::SimulatedPopulated), disk));
    STOWAGE_TRY(measureStreams(run, *file, disk));
    return measureWrites(run, folder, disk);
}

}  // namespace

DeviceMemory& CalibrationRun::simulated() const {
    for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
        if (device->info().id.isGpu() && device->info().simulated) {
            return *device;
        }
    }
    return host();  // calibrate() has made sure that there is one
}

DeviceMemory* CalibrationRun::card() const {
    for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
        if (device->info().id.isGpu() && !device->info().simulated) {
            return device.get();
        }
    }
    return nullptr;
}

int CalibrationRun::passes() const {
    constexpr int kUsual = 3;
    constexpr double kLongSeconds = 7;
    return m_watch.seconds() < kLongSeconds ? kUsual : 1;
}

std::uint64_t CalibrationRun::passBytes() const {
    return std::clamp(m_fileBytes * 3 / 8 / kStep * kStep, kStep, kLongestPass);
}

Result<void> CalibrationRun::proceed(Phrase phase, std::uint64_t bytesDone) {
    // The file goes some 45 times from here to there, a pass in memory some 20 times.
    const std::uint64_t total = 45 * m_fileBytes + 20 * passBytes();
    m_done = std::min(m_done + bytesDone, total);
    m_throttle.report(Progress{phase, m_done, total, 0, 0, {}});
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled,
                    say("The measurement was stopped; none of its results were stored."));
    }
    return {};
}

Result<MachineRates> calibrate(const std::string& folder, std::uint64_t fileBytes,
                               const LoadBackends& backends, MachineRates known,
                               const std::stop_token& stop, const ProgressSink& progress) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    const auto own =
        ScratchFolder::makeAt(ScratchFolder::freshPath(folder, ScratchKind::Measurement));
    STOWAGE_TRY(own);
    const Result<std::uint64_t> bytes = roomFor(folder, fileBytes);
    STOWAGE_TRY(bytes);
    CalibrationRun run(backends, stop, progress, *bytes);
    if (&run.simulated() == &run.host()) {
        return fail(ErrorCode::InvalidArgument,
                    say("The measurement needs a simulated GPU to write to; add a simulated GPU, "
                        "for example with --gpus 24GiB."));
    }
    STOWAGE_TRY(run.proceed(phrase("measuring memory"), 0));
    backends.tensors->warmUp();
    // The file in the page cache and in memory twice; before that, what the host's part takes.
    STOWAGE_TRY(touchFreeMemory(3 * *bytes, stop));
    MachineRates rates = std::move(known);
    FileSystemRates disk;
    if (const auto identity = fileSystemOf(folder)) {
        disk.identity = *identity;
    }
    for (const std::function<Result<void>()>& part :
         {std::function<Result<void>()>([&] { return measureHost(run, rates); }),
          std::function<Result<void>()>([&] { return measureTensors(run, rates); }),
          std::function<Result<void>()>(
              [&] { return measureDisk(run, own->path(), *bytes, rates, disk); }),
          std::function<Result<void>()>([&] { return measureIdleMemory(run, rates); })}) {
        STOWAGE_TRY(part());
    }
    rates.date = disk.date = nowUtc();
    if (!disk.identity.mountPoint.empty()) {
        rates.setDisk(std::move(disk));
    }
    return rates;
}

std::string defaultCalibrationFolder() {
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    std::string base = variable("XDG_CACHE_HOME");
    if (base.empty() || base.front() != '/') {
        const std::string home = variable("HOME");
        base = home.empty() ? "" : home + "/.cache";
    }
    if (!base.empty()) {
        return base + "/stowage";
    }
    return temporaryFolder();
}

}  // namespace stowage
