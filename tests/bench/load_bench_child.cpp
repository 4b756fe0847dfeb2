// SPDX-License-Identifier: GPL-3.0-or-later
// The loads themselves, each in a process of its own.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/bench/load_bench.h"

#include "app/backends.h"
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/place/place.h"
#include "tests/bench/raw_limit.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

namespace stowage::bench {

namespace {

constexpr std::uint64_t kHugePage = 2 * kMiB;

/// Memory in huge pages. Untouched, the kernel has to provide the pages when they are written.
class HugeArea {
public:
    HugeArea(std::uint64_t bytes, bool isTouched)
        : m_span(bytes + kHugePage),
          m_map(
              ::mmap(nullptr, m_span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        if (m_map == MAP_FAILED) {
            return;
        }
        const auto address = reinterpret_cast<std::uintptr_t>(m_map);
        auto* const begin = static_cast<std::byte*>(m_map) + (kHugePage - address % kHugePage);
        (void)::madvise(begin, bytes, MADV_HUGEPAGE);
        if (isTouched) {
            std::memset(begin, 1, bytes);
        }
        m_bytes = {begin, bytes};
    }
    ~HugeArea() {
        if (m_map != MAP_FAILED) {
            ::munmap(m_map, m_span);
        }
    }
    HugeArea(const HugeArea&) = delete;
    HugeArea& operator=(const HugeArea&) = delete;
    [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }

private:
    std::uint64_t m_span;
    void* m_map;
    std::span<std::byte> m_bytes;
};

int failed(const Error& error) {
    std::printf("%s\n", Json{{"error", error.message.english()}}.dump().c_str());
    return 1;
}

/// Bytes per second from one half of `area` to the other, one thread, 4 MiB at a time.
double memcpyRate(std::span<std::byte> area) {
    constexpr std::uint64_t kPart = 4 * kMiB;
    const std::uint64_t half = area.size() / 2 / kPart * kPart;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t at = 0; at < half; at += kPart) {
        std::memcpy(area.data() + half + at, area.data() + at, kPart);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(half) / elapsed.count();
}

/// Everything on one device.
struct Prepared {
    LoadBackends backends;
    std::shared_ptr<const LoadSchedule> schedule;
};

Result<Prepared> prepareLoad(const std::string& file, LoadMethod method, bool toGpu,
                             const std::stop_token& stop) {
    const auto checkpoint = openCheckpoint(file, stop);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    const auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(0);
    gpu.name = "Simulated";
    gpu.simulated = true;
    const DeviceInfo host = describeHost(readHostMemory());
    PlacementRequest request;
    request.tree = *tree;
    request.devices = toGpu ? std::vector{gpu, host} : std::vector{host};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", toGpu ? gpu.id : host.id}});
    const auto plan = place(request, stop);
    if (!plan) {
        return plan.unexpected();
    }
    const auto schedule = makeLoadSchedule(*plan, *checkpoint, {method, {}});
    if (!schedule) {
        return schedule.unexpected();
    }
    auto backends = makeLoadBackends({gpu, host});
    if (!backends) {
        return backends.unexpected();
    }
    (*backends).tensors->warmUp();
    return Prepared{std::move(*backends), *schedule};
}

/// The state in which a measurement finds the file and free memory.
Result<void> makeReady(const Prepared& prepared, const std::string& file, PageCacheState state,
                       const std::stop_token& stop) {
    const std::uint64_t bytes = prepared.schedule->totalBytes;
    Result<void> touched =
        touchFreeMemory(prepared.schedule->prediction->peakMachine + bytes, stop);
    return touched ? preparePageCache({file}, state, stop) : touched;
}

/// One measured load; the model is given back.
Result<LoadReport> loadOnce(const Prepared& prepared, const LoadOptions& options,
                            const std::stop_token& stop) {
    const PauseGate gate;
    LoadOutcome outcome = runLoadJob(prepared.schedule, prepared.backends, options, gate, stop, {});
    if (outcome.report.stopped) {
        return Unexpected{*outcome.report.stopped};
    }
    return outcome.report;
}

/// Seconds that `stowagectl load` takes from its start to its end.
Result<double> commandSeconds(const std::string& file, bool toGpu) {
    const auto self = std::filesystem::read_symlink("/proc/self/exe");
    const std::string program = (self.parent_path() / "stowagectl").string();
    const std::array<const char*, 8> words{
        program.c_str(),          "load", file.c_str(), "--method", "streamed", "--gpus",
        toGpu ? "64GiB" : "none", nullptr};
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        ::execv(program.c_str(), const_cast<char* const*>(words.data()));
        ::_exit(1);
    }
    int status = -1;
    const bool isDone = child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return isDone ? Result<double>(elapsed.count())
                  : fail(ErrorCode::Internal, program + " could not load " + file + ".");
}

/// What is measured: a load in this process, or by a program of its own. Seconds and bytes.
using OneLoad = std::function<Result<std::pair<double, std::uint64_t>>()>;

struct Pair {
    double raw = 0;
    double fresh = 0;  ///< the same read into huge pages that the kernel has to provide
    double memcpy = 0;
    double seconds = 0;
    std::uint64_t bytes = 0;
};

/// Reads into memory that is new to the process, as a load into new memory does.
Result<double> readIntoFreshPages(const RawWay& way, std::size_t bytes) {
    const HugeArea area(bytes, false);
    return area.bytes().empty() ? fail(ErrorCode::OutOfMemory, "There is no memory for raw reads.")
                                : way.read(area.bytes());
}

Result<Pair> onePair(const Prepared& prepared, const std::string& file, PageCacheState state,
                     const RawWay& way, std::span<std::byte> area, const OneLoad& load,
                     const std::stop_token& stop) {
    Pair pair;
    if (Result<void> ready = makeReady(prepared, file, state, stop); !ready) {
        return ready.unexpected();
    }
    const auto raw = way.read(area);
    if (!raw) {
        return raw.unexpected();
    }
    pair.raw = *raw;
    pair.memcpy = memcpyRate(area);
    if (Result<void> ready = makeReady(prepared, file, state, stop); !ready) {
        return ready.unexpected();
    }
    const auto fresh = readIntoFreshPages(way, area.size());
    if (!fresh) {
        return fresh.unexpected();
    }
    pair.fresh = *fresh;
    if (Result<void> ready = makeReady(prepared, file, state, stop); !ready) {
        return ready.unexpected();
    }
    const auto loaded = load();
    if (!loaded) {
        return loaded.unexpected();
    }
    std::tie(pair.seconds, pair.bytes) = *loaded;
    return pair;
}

}  // namespace

int runStreamedChild(const std::string& file, PageCacheState state, const std::string& row,
                     unsigned pairs, const std::stop_token& stop) {
    const bool toGpu = row == kGpuFresh || row == kGpuPopulated || row == kCommandGpu;
    const bool isCommand = row == kCommandCpu || row == kCommandGpu;
    const bool keeps = row == kGpuPopulated || row == kCpuReused;
    auto prepared = prepareLoad(file, LoadMethod::Streamed, toGpu, stop);
    if (!prepared) {
        return failed(prepared.error());
    }
    const std::uint64_t areaBytes =
        std::max<std::uint64_t>(prepared->schedule->totalBytes, 64 * kMiB) / (8 * kMiB) *
        (8 * kMiB);
    const HugeArea area(areaBytes, true);
    if (area.bytes().empty()) {
        return failed(makeError(ErrorCode::OutOfMemory, "There is no memory for raw reads."));
    }
    const auto way = quickestRawWay(file, state, area.bytes(), stop);
    if (!way) {
        return failed(way.error());
    }
    LoadOptions options;
    options.hostMemory = row == kCpuReused ? HostMemoryUse::Reused : HostMemoryUse::Fresh;
    const OneLoad load = [&]() -> Result<std::pair<double, std::uint64_t>> {
        if (isCommand) {
            const auto taken = commandSeconds(file, toGpu);
            return taken ? Result<std::pair<double, std::uint64_t>>(
                               {*taken, prepared->schedule->totalBytes})
                         : taken.unexpected();
        }
        const auto report = loadOnce(*prepared, options, stop);
        return report ? Result<std::pair<double, std::uint64_t>>({report->seconds, report->bytes})
                      : report.unexpected();
    };
    Json raws = Json::array();
    Json fresh = Json::array();
    Json copies = Json::array();
    Json seconds = Json::array();
    std::uint64_t bytes = 0;
    // The first load is not counted: what is to be reused must first be there.
    for (unsigned i = 0; i <= pairs; ++i) {
        const auto pair = onePair(*prepared, file, state, *way, area.bytes(), load, stop);
        if (!pair) {
            return failed(pair.error());
        }
        if (!keeps) {
            for (const auto& device : prepared->backends.devices) {
                device->emptyCache();
            }
        }
        if (i > 0) {
            raws.push_back(pair->raw);
            fresh.push_back(pair->fresh);
            copies.push_back(pair->memcpy);
            seconds.push_back(pair->seconds);
            bytes = pair->bytes;
        }
    }
    const Json object{{"raw_way", way->text}, {"raw", raws},        {"fresh", fresh},
                      {"memcpy", copies},     {"seconds", seconds}, {"bytes", bytes}};
    std::printf("%s\n", object.dump().c_str());
    return 0;
}

int runMethodChild(const std::string& file, PageCacheState state, const std::string& method,
                   bool toGpu, const std::stop_token& stop) {
    const auto known = loadMethodFromName(method);
    if (!known) {
        return failed(known.error());
    }
    auto prepared = prepareLoad(file, *known, toGpu, stop);
    if (!prepared) {
        return failed(prepared.error());
    }
    if (Result<void> ready = makeReady(*prepared, file, state, stop); !ready) {
        return failed(ready.error());
    }
    const auto report = loadOnce(*prepared, {}, stop);
    if (!report) {
        return failed(report.error());
    }
    const Json object{
        {"seconds", report->seconds},
        {"bytes", report->bytes == 0 ? prepared->schedule->totalBytes : report->bytes},
        {"anon", report->peak.anon.value_or(0)},
        {"file", report->peak.file.value_or(0)},
        {"shmem", report->peak.shmem.value_or(0)},
        {"process_anon", report->baseline.anon.value_or(0) + report->peak.anon.value_or(0)}};
    std::printf("%s\n", object.dump().c_str());
    return 0;
}

}  // namespace stowage::bench
