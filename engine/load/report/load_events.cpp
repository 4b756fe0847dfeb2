// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_events.h"

#include "engine/base/error_conversion.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/telemetry/memory_sampler.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <mutex>
#include <span>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

// What is written and what is read stands in these tables once.

constexpr auto kEventFields = std::tuple{JsonField{"seconds", &LoadEvent::seconds},
                                         JsonField{"phase", &LoadEvent::phase},
                                         JsonField{"item", &LoadEvent::item},
                                         JsonField{"bytes_done", &LoadEvent::bytesDone},
                                         JsonField{"bytes_total", &LoadEvent::bytesTotal},
                                         JsonField{"items_done", &LoadEvent::itemsDone},
                                         JsonField{"items_total", &LoadEvent::itemsTotal}};

constexpr auto kDeviceFields = std::tuple{JsonField{"allocated", &LoadEventDevice::allocated},
                                          JsonField{"reserved", &LoadEventDevice::reserved}};

constexpr auto kHostFields =
    std::tuple{JsonField{"anon", &LoadEvent::hostAnon}, JsonField{"file", &LoadEvent::hostFile},
               JsonField{"shmem", &LoadEvent::hostShmem}};

/// Whether all members of the table are there and of the right kind.
template <class Owner, class Table>
bool readWhole(const Json& object, Owner& owner, const Table& table) {
    JsonFieldReader reader(JsonFieldReader::Missing::Refuse);
    reader.readFields(object, owner, table);
    return reader.trouble().empty();
}

double higher(double a, double b) {
    return std::isnan(a) || b > a ? b : a;  // an unknown figure must not hide a known one
}

/// Two neighbours become one, at the first one's moment with the higher figure.
void mergePairs(std::vector<double>& column) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < column.size(); i += 2) {
        column[kept++] = i + 1 < column.size() ? higher(column[i], column[i + 1]) : column[i];
    }
    column.resize(kept);
}

void thin(LoadCurves& curves) {
    std::vector<double> seconds;
    for (std::size_t i = 0; i < curves.seconds.size(); i += 2) {
        seconds.push_back(curves.seconds[i]);
    }
    curves.seconds = std::move(seconds);
    for (std::vector<double>* const column :
         {&curves.hostAnon, &curves.hostFile, &curves.hostShmem}) {
        mergePairs(*column);
    }
    for (DeviceCurve& device : curves.devices) {
        mergePairs(device.allocated);
        mergePairs(device.reserved);
    }
}

/// The curve of a device, filled up with unknown figures where it is new.
void addDevice(LoadCurves& curves, DeviceId id) {
    const auto place = std::ranges::lower_bound(curves.devices, id, {}, &DeviceCurve::device);
    if (place == curves.devices.end() || place->device != id) {
        const std::vector<double> before(curves.seconds.size(), kNotMeasured);
        curves.devices.insert(place, DeviceCurve{id, before, before});
    }
}

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

std::optional<double> aboveBaseline(const std::optional<std::uint64_t>& value,
                                    const std::optional<std::uint64_t>& baseline) {
    return value && baseline
               ? std::optional(static_cast<double>(*value) - static_cast<double>(*baseline))
               : std::nullopt;
}

Result<FileDescriptor> openFile(const std::string& path) {
    constexpr mode_t kReadableByAll = 0644;
    FileDescriptor descriptor(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, kReadableByAll));
    return descriptor.get() >= 0 ? Result(std::move(descriptor)) : writeFailure(path, errno);
}

}  // namespace

std::string loadEventLine(const LoadEvent& event) {
    Json devices = Json::object();
    for (const LoadEventDevice& device : event.devices) {
        devices[deviceName(device.device)] = fieldsJson(device, kDeviceFields);
    }
    Json object = fieldsJson(event, kEventFields);
    object["devices"] = std::move(devices);
    object["host"] = fieldsJson(event, kHostFields);
    return jsonText(object) + "\n";
}

std::optional<LoadEvent> readLoadEvent(const Json& object) {
    LoadEvent event;
    const auto isObject = [&object](const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_object();
    };
    if (!object.is_object() || !readWhole(object, event, kEventFields) || !isObject("devices") ||
        !isObject("host") || !readWhole(object["host"], event, kHostFields)) {
        return std::nullopt;
    }
    for (const auto& [name, figures] : object["devices"].items()) {
        const auto id = parseDevice(name);
        if (!id || !figures.is_object() ||
            !readWhole(figures, event.devices.emplace_back(LoadEventDevice{*id}), kDeviceFields)) {
            return std::nullopt;
        }
    }
    return event;
}

void appendEvent(LoadCurves& curves, const LoadEvent& event) {
    if (event.devices.empty() && !event.hostAnon && !event.hostFile && !event.hostShmem) {
        return;
    }
    if (curves.seconds.size() >= kMostCurvePoints) {
        thin(curves);
    }
    for (const LoadEventDevice& device : event.devices) {
        addDevice(curves, device.device);
    }
    curves.seconds.push_back(event.seconds);
    curves.hostAnon.push_back(event.hostAnon.value_or(kNotMeasured));
    curves.hostFile.push_back(event.hostFile.value_or(kNotMeasured));
    curves.hostShmem.push_back(event.hostShmem.value_or(kNotMeasured));
    for (DeviceCurve& curve : curves.devices) {
        const auto now = std::ranges::find(event.devices, curve.device, &LoadEventDevice::device);
        const bool isKnown = now != event.devices.end();
        curve.allocated.push_back(isKnown ? static_cast<double>(now->allocated) : kNotMeasured);
        curve.reserved.push_back(isKnown ? static_cast<double>(now->reserved) : kNotMeasured);
    }
}

struct LoadEventWriter::Impl {
    std::mutex mutex;  ///< guards everything
    std::string path;
    std::shared_ptr<const MemorySampler> sampler;
    FileDescriptor descriptor;
    std::function<void(std::string_view line)> sink;  ///< in the place of the file
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
        event.hostAnon = aboveBaseline(held->process.anon, baseline.anon);
        event.hostFile = aboveBaseline(held->process.file, baseline.file);
        event.hostShmem = aboveBaseline(held->process.shmem, baseline.shmem);
    }

    void write(const std::string& line) {
        if (failure) {
            return;
        }
        if (sink) {
            sink(std::string_view(line).substr(0, line.size() - 1));
            return;
        }
        const auto bytes = std::as_bytes(std::span(line.data(), line.size()));
        if (const auto sent = writeStream(descriptor.get(), bytes, path); !sent) {
            failure = sent.error();
        }
    }

    void writeNewest() {
        LoadEvent event;
        event.phase = newest.phase.english();
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

LoadEventWriter::~LoadEventWriter() = default;

Result<std::unique_ptr<LoadEventWriter>> LoadEventWriter::open(
    const std::string& path, std::shared_ptr<const MemorySampler> sampler) {
    const auto target = outputTarget(path);
    STOWAGE_TRY(target);
    const bool isFile = target->kind == OutputTarget::Kind::File;
    auto descriptor = isFile ? openFile(target->path) : openStream(*target);
    STOWAGE_TRY(descriptor);
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->sampler = std::move(sampler);
    impl->descriptor = std::move(*descriptor);
    return std::unique_ptr<LoadEventWriter>(new LoadEventWriter(std::move(impl)));
}

std::unique_ptr<LoadEventWriter> LoadEventWriter::toSink(
    std::function<void(std::string_view line)> sink, std::shared_ptr<const MemorySampler> sampler) {
    auto impl = std::make_unique<Impl>();
    impl->sink = std::move(sink);
    impl->sampler = std::move(sampler);
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
