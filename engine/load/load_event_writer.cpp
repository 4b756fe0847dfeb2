// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/output_target.h"
#include "engine/base/system_error.h"
#include "engine/load/load_events.h"
#include "engine/telemetry/memory_sampler.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <span>
#include <utility>

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;

void raise(std::optional<std::uint64_t>& highest, const std::optional<std::uint64_t>& value) {
    highest = value && (!highest || *highest < *value) ? value : highest;
}

/// Keeps the highest of every figure.
void raise(MemorySample& highest, const MemorySample& sample) {
    highest.seconds = sample.seconds;
    raise(highest.process.anon, sample.process.anon);
    raise(highest.process.file, sample.process.file);
    raise(highest.process.shmem, sample.process.shmem);
    for (const DeviceSample& device : sample.devices) {
        const auto found = std::ranges::find(highest.devices, device.device, &DeviceSample::device);
        if (found == highest.devices.end()) {
            highest.devices.push_back(device);
        } else {
            found->allocated = std::max(found->allocated, device.allocated);
            found->reserved = std::max(found->reserved, device.reserved);
        }
    }
}

std::optional<double> above(const std::optional<std::uint64_t>& value,
                            const std::optional<std::uint64_t>& baseline) {
    return value && baseline
               ? std::optional(static_cast<double>(*value) - static_cast<double>(*baseline))
               : std::nullopt;
}

Result<int> openFile(const std::string& path) {
    constexpr mode_t kReadableByAll = 0644;
    const int descriptor =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, kReadableByAll);
    return descriptor >= 0 ? Result<int>(descriptor) : writeFailure(path, errno);
}

}  // namespace

struct LoadEventWriter::Impl {
    std::mutex mutex;  ///< guards everything
    std::string path;
    std::shared_ptr<const MemorySampler> sampler;
    int descriptor = -1;
    std::optional<Error> failure;
    Progress newest;
    bool wasTold = false;
    std::optional<Clock::time_point> written;
    // Of the sampler's series:
    std::uint64_t cursor = 0;
    std::optional<double> began;  ///< the load's first phase, on the sampler's clock
    double seen = -1;             ///< the last sample taken in
    ProcessMemory baseline;       ///< the last one before the load began
    MemorySample latest;          ///< the last one

    /// What the process and its GPUs held at most since the line before.
    std::optional<MemorySample> takeSamples() {
        if (!began) {
            const std::vector<PhaseMark> phases = sampler->phases();
            if (phases.empty()) {
                return std::nullopt;
            }
            began = phases.front().begin;
        }
        std::optional<MemorySample> highest;
        // After a thinning the series gives all of its samples again.
        for (MemorySample& sample : sampler->series().since(cursor).samples) {
            if (sample.seconds <= seen) {
                continue;
            }
            seen = sample.seconds;
            if (sample.seconds <= *began) {
                baseline = sample.process;
            } else if (highest) {
                raise(*highest, sample);
            } else {
                highest = sample;
            }
            latest = std::move(sample);
        }
        return highest ? highest : latest;
    }

    void addMemory(LoadEvent& event) {
        const std::optional<MemorySample> held = takeSamples();
        if (!held) {
            return;
        }
        event.seconds = std::max(0.0, sampler->now() - *began);
        for (const DeviceSample& device : held->devices) {
            if (device.device.isGpu()) {
                event.devices.push_back({device.device, device.allocated, device.reserved});
            }
        }
        event.hostAnon = above(held->process.anon, baseline.anon);
        event.hostFile = above(held->process.file, baseline.file);
        event.hostShmem = above(held->process.shmem, baseline.shmem);
    }

    void write(const std::string& line) {
        if (failure) {
            return;
        }
        const auto bytes = std::as_bytes(std::span(line.data(), line.size()));
        if (const auto sent = writeStream(descriptor, bytes, path); !sent) {
            failure = sent.error();
        }
    }

    void writeNewest() {
        LoadEvent event;
        event.phase = newest.phase;
        event.item = newest.currentItem;
        event.bytesDone = newest.bytesDone;
        event.bytesTotal = newest.bytesTotal;
        event.itemsDone = newest.itemsDone;
        event.itemsTotal = newest.itemsTotal;
        addMemory(event);
        write(loadEventLine(event));
        written = Clock::now();
    }
};

LoadEventWriter::LoadEventWriter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

LoadEventWriter::~LoadEventWriter() {
    ::close(m_impl->descriptor);
}

Result<std::unique_ptr<LoadEventWriter>> LoadEventWriter::open(
    const std::string& path, std::shared_ptr<const MemorySampler> sampler) {
    const auto target = outputTarget(path);
    if (!target) {
        return target.unexpected();
    }
    const bool isFile = target->kind == OutputTarget::Kind::File;
    const auto descriptor = isFile ? openFile(target->path) : openStream(*target);
    if (!descriptor) {
        return descriptor.unexpected();
    }
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->sampler = std::move(sampler);
    impl->descriptor = *descriptor;
    return std::unique_ptr<LoadEventWriter>(new LoadEventWriter(std::move(impl)));
}

void LoadEventWriter::report(const Progress& progress) {
    const std::scoped_lock lock(m_impl->mutex);
    m_impl->newest = progress;
    m_impl->wasTold = true;
    const auto least = std::chrono::duration<double>(1 / kMostEventsPerSecond);
    if (!m_impl->written || Clock::now() - *m_impl->written >= least) {
        m_impl->writeNewest();
    }
}

Result<void> LoadEventWriter::finish() {
    const std::scoped_lock lock(m_impl->mutex);
    if (m_impl->wasTold) {
        m_impl->writeNewest();
    }
    return m_impl->failure ? Result<void>(Unexpected{*m_impl->failure}) : Result<void>();
}

}  // namespace stowage
