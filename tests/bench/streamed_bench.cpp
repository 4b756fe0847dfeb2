// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per second of a `streamed` load as a share of what the machine can do in the same minute.
// Machines are shared and drift, so plain reads and loads alternate in one run and the median of
// the ratios of neighbours counts. Cold: the file is dropped from the page cache before each read
// and each load, and the limit is the fastest of plain direct and buffered reads into huge pages
// that are touched already. Warm: the limit is memcpy by two threads, between such pages.
//
//     streamed_bench [--mib 1536] [--pairs 7] [--folder /tmp] [--cache both|warm|cold]
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/load/rates/calibration_parts.h"
#include "engine/load/staging_ring.h"
#include "tests/load/load_fixture.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace stowage;
using Json = nlohmann::ordered_json;

struct Settings {
    std::uint64_t mebibytes = 1536;
    unsigned pairs = 7;
    std::vector<std::string> caches{"cold", "warm"};
    std::string folder = std::filesystem::temp_directory_path().string();
};

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void dropCache(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    (void)::fsync(file);  // pages that are not written yet cannot be dropped
    (void)::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
}

/// Bytes per second that two threads copy from one half of `memory` to the other.
double memcpyRate(std::span<std::byte> memory) {
    const std::size_t half = memory.size() / 2;
    const double begin = now();
    {
        std::vector<std::jthread> threads;
        for (std::size_t part = 0; part < 2; ++part) {
            threads.emplace_back([memory, half, part] {
                const std::size_t quarter = half / 2;
                std::memcpy(memory.data() + part * quarter, memory.data() + half + part * quarter,
                            quarter);
            });
        }
    }
    return static_cast<double>(half) / (now() - begin);
}

/// What neighbours of a load are: the machine's own pace.
class Limit {
public:
    Limit(std::string path, std::span<std::byte> memory, bool isCold)
        : m_path(std::move(path)), m_memory(memory), m_isCold(isCold) {
        if (!m_isCold) {
            return;
        }
        double best = 0;
        for (int turn = 0; turn < 2; ++turn) {
            for (const RawReadWay& way : {RawReadWay{true, 2}, RawReadWay{true, 1},
                                          RawReadWay{false, 2}, RawReadWay{false, 1}}) {
                const double rate = readRate(way);
                if (rate > best) {
                    best = rate;
                    m_way = way;
                }
            }
        }
    }
    [[nodiscard]] double measure() const {
        return m_isCold ? readRate(m_way) : memcpyRate(m_memory);
    }
    [[nodiscard]] std::string text() const {
        return m_isCold ? "plain reads, " + std::string(m_way.isDirect ? "direct" : "buffered") +
                              ", threads: " + std::to_string(m_way.threads)
                        : "memcpy, 2 threads";
    }

private:
    [[nodiscard]] double readRate(const RawReadWay& way) const {
        dropCache(m_path);
        const Result<double> rate = rawReadRate(m_path, way, m_memory, {});
        return rate ? *rate : 0;
    }

    std::string m_path;
    std::span<std::byte> m_memory;
    bool m_isCold;
    RawReadWay m_way;
};

/// Transformer-like: large matrices and small vectors, `mebibytes` in all.
test::LoadFixture makeModel(const Settings& settings) {
    // After the fixture's header of 13 bytes: floats begin where they may.
    std::vector<test::FixtureTensor> tensors{{"pad", DType::UInt8, {3}}};
    constexpr std::uint64_t kLayerMiB = 16;
    for (std::uint64_t layer = 0; layer < settings.mebibytes / kLayerMiB; ++layer) {
        const std::string name = "h." + std::to_string(layer);
        tensors.push_back({name + ".attn.weight", DType::Float32, {1024, 1024}});
        tensors.push_back({name + ".attn.bias", DType::Float32, {1024}});
        tensors.push_back({name + ".mlp.weight", DType::Float32, {3072, 1020}});
        tensors.push_back({name + ".mlp.bias", DType::Float32, {3072}});
    }
    return test::makeFixture(settings.folder, tensors);
}

struct Target {
    std::string name;
    std::vector<std::pair<std::string, DeviceId>> map;
    bool keepsCache = false;  ///< segments and arenas stay populated between loads
    double wanted = 0;        ///< share of the limit that is the target; 0: none is set
};

/// Bytes per second of one load, given back at once. `io`: how it read.
double loadRate(const test::LoadFixture& model, const LoadBackends& backends,
                const std::vector<DeviceInfo>& devices, const Target& target, LoadIo& io) {
    const auto plan = test::planFor(model.tree, devices, target.map);
    const auto schedule = makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Streamed, {}});
    if (!schedule) {
        std::fprintf(stderr, "%s\n", schedule.error().message.english().c_str());
        std::exit(1);
    }
    const PauseGate gate;
    LoadOptions options;
    options.hostMemory = target.keepsCache ? HostMemoryUse::Reused : HostMemoryUse::Fresh;
    LoadOutcome outcome = runLoadJob(*schedule, backends, options, gate, {}, {});
    if (outcome.report.stopped) {
        std::fprintf(stderr, "%s\n", outcome.report.stopped->message.english().c_str());
        std::exit(1);
    }
    const double rate = static_cast<double>(outcome.report.bytes) / outcome.report.seconds;
    io = outcome.report.io.value_or(LoadIo{});
    outcome.model.reset();
    if (!target.keepsCache) {
        for (const auto& device : backends.devices) {
            device->emptyCache();
        }
    }
    return rate;
}

Json measure(const Settings& settings, const test::LoadFixture& model, const LoadBackends& backends,
             const std::vector<DeviceInfo>& devices, const Target& target, const Limit& limit,
             bool isCold) {
    std::vector<double> ratios;
    std::vector<double> limits;
    std::vector<double> loads;
    LoadIo io;
    (void)loadRate(model, backends, devices, target, io);
    for (unsigned pair = 0; pair < settings.pairs; ++pair) {
        limits.push_back(limit.measure());
        if (isCold) {
            dropCache(model.checkpoint->path);
        }
        loads.push_back(loadRate(model, backends, devices, target, io));
        ratios.push_back(loads.back() / limits.back());
    }
    for (const auto& device : backends.devices) {
        device->emptyCache();
    }
    return Json{{"destination", target.name},
                {"ratio_median", median(ratios)},
                {"wanted", target.wanted > 0 ? Json(target.wanted) : Json(nullptr)},
                {"ratios", ratios},
                {"limit_bytes_per_second_median", median(limits)},
                {"load_bytes_per_second_median", median(loads)},
                {"last_load",
                 {{"mode", readModeName(io.choice.mode)},
                  {"threads", io.choice.threads},
                  {"block_bytes", io.choice.blockBytes},
                  {"direct_bytes", io.directBytes},
                  {"buffered_bytes", io.bufferedBytes}}}};
}

std::vector<Target> targetsOf(bool isCold) {
    const std::vector<std::pair<std::string, DeviceId>> cpu{{"", DeviceId::cpu()}};
    const std::vector<std::pair<std::string, DeviceId>> gpu{{"", DeviceId::gpu(0)}};
    return {Target{"cpu, reused arena", cpu, true, isCold ? 0.90 : 0.60},
            Target{"cpu, fresh arena", cpu, false, isCold ? 0.75 : 0},
            Target{"gpu:0, populated slabs", gpu, true, isCold ? 0.75 : 0},
            Target{"gpu:0, fresh slabs", gpu, false, 0}};
}

Settings parse(std::span<char*> arguments) {
    Settings settings;
    for (std::size_t i = 1; i + 1 < arguments.size(); i += 2) {
        const std::string option = arguments[i];
        if (option == "--mib") {
            settings.mebibytes = std::stoull(arguments[i + 1]);
        } else if (option == "--pairs") {
            settings.pairs = std::max(5U, static_cast<unsigned>(std::stoul(arguments[i + 1])));
        } else if (option == "--cache") {
            const std::string which = arguments[i + 1];
            settings.caches = which == "both" ? settings.caches : std::vector{which};
        } else if (option == "--folder") {
            settings.folder = arguments[i + 1];
        }
    }
    return settings;
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings = parse({argv, static_cast<std::size_t>(argc)});
    settings.folder += "/stowage-bench-" + std::to_string(::getpid());
    std::filesystem::create_directories(settings.folder);
    const test::LoadFixture model = makeModel(settings);
    const std::uint64_t capacity = 2 * settings.mebibytes * kMiB;
    const std::vector<DeviceInfo> devices{test::gpuInfo(0, capacity), test::gpuInfo(1, capacity),
                                          test::cpuInfo()};
    auto made = makeDevices(devices);
    auto tensors = openTensorBackend();
    if (!made || !tensors) {
        std::fprintf(stderr, "%s\n",
                     (made ? tensors.error() : made.error()).message.english().c_str());
        return 4;
    }
    const LoadBackends backends{*made, *tensors};
    const std::string path = model.checkpoint->path;
    const auto scratch = HostScratch::map(settings.mebibytes * kMiB);
    if (!scratch) {
        std::fprintf(stderr, "%s\n", scratch.error().message.english().c_str());
        return 1;
    }
    std::memset(scratch->bytes().data(), 1, scratch->bytes().size());
    Json results = Json::array();
    for (const std::string& cache : settings.caches) {
        const bool isCold = cache == "cold";
        const Limit limit(path, scratch->bytes(), isCold);
        if (!isCold) {
            (void)rawReadRate(path, RawReadWay{}, scratch->bytes(), {});
        }
        Json rows = Json::array();
        for (const Target& target : targetsOf(isCold)) {
            rows.push_back(measure(settings, model, backends, devices, target, limit, isCold));
        }
        results.push_back(
            Json{{"page_cache", cache}, {"limit", limit.text()}, {"rows", std::move(rows)}});
    }
    const Json report{{"benchmark", "streamed load against the machine's own pace"},
                      {"file_bytes", model.checkpoint->shards.front()->size()},
                      {"pairs", settings.pairs},
                      {"results", results}};
    std::printf("%s\n", report.dump(2).c_str());
    std::error_code ignored;
    std::filesystem::remove_all(settings.folder, ignored);
    return 0;
}
