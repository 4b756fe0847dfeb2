// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per second of a `streamed` load as a share of plain read() of the same file. Machines are
// shared and drift, so raw reads and loads alternate in one run and the median of the ratios of
// neighbours counts. The page cache is warm unless `--cache cold` has the file dropped from it
// before each read and each load.
//
//     streamed_bench [--mib 512] [--pairs 7] [--folder /tmp] [--cache warm|cold]
#include "engine/backend_sim/sim_gpu.h"
#include "engine/base/byte_size.h"
#include "tests/load/load_fixture.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace stowage;
using Json = nlohmann::ordered_json;

struct Settings {
    std::uint64_t mebibytes = 512;
    unsigned pairs = 7;
    bool dropsCache = false;
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

/// Plain read() into one buffer that is touched already, bytes per second.
double rawReadRate(const std::string& path) {
    static std::vector<char> buffer(4 * kMiB, 1);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const double begin = now();
    std::uint64_t bytes = 0;
    for (ssize_t got = 0; (got = ::read(file, buffer.data(), buffer.size())) > 0;) {
        bytes += static_cast<std::uint64_t>(got);
    }
    const double seconds = now() - begin;
    ::close(file);
    return static_cast<double>(bytes) / seconds;
}

/// Transformer-like: large matrices and small vectors, `mebibytes` in all.
test::LoadFixture makeModel(const Settings& settings) {
    std::vector<test::FixtureTensor> tensors;
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
    bool keepsCache = false;  ///< segments of the simulated GPUs stay populated between loads
};

/// Seconds of one load, given back at once.
double loadRate(const test::LoadFixture& model, const LoadBackends& backends,
                const std::vector<DeviceInfo>& devices, const Target& target) {
    const auto plan = test::planFor(model.tree, devices, target.map);
    const auto schedule = makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Streamed, {}});
    if (!schedule) {
        std::fprintf(stderr, "%s\n", schedule.error().message.c_str());
        std::exit(1);
    }
    const PauseGate gate;
    LoadOutcome outcome = runLoadJob(*schedule, backends, {}, gate, {}, {});
    if (outcome.report.stopped) {
        std::fprintf(stderr, "%s\n", outcome.report.stopped->message.c_str());
        std::exit(1);
    }
    const double rate = static_cast<double>(outcome.report.bytes) / outcome.report.seconds;
    outcome.model.reset();
    if (!target.keepsCache) {
        for (const auto& device : backends.devices) {
            device->emptyCache();
        }
    }
    return rate;
}

Json measure(const Settings& settings, const test::LoadFixture& model, const LoadBackends& backends,
             const std::vector<DeviceInfo>& devices, const Target& target) {
    std::vector<double> ratios;
    std::vector<double> raws;
    std::vector<double> loads;
    (void)loadRate(model, backends, devices, target);
    for (unsigned pair = 0; pair < settings.pairs; ++pair) {
        if (settings.dropsCache) {
            dropCache(model.checkpoint->path);
        }
        raws.push_back(rawReadRate(model.checkpoint->path));
        if (settings.dropsCache) {
            dropCache(model.checkpoint->path);
        }
        loads.push_back(loadRate(model, backends, devices, target));
        ratios.push_back(loads.back() / raws.back());
    }
    return Json{{"destination", target.name},
                {"ratio_median", median(ratios)},
                {"ratios", ratios},
                {"raw_bytes_per_second_median", median(raws)},
                {"load_bytes_per_second_median", median(loads)}};
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
            settings.dropsCache = std::string(arguments[i + 1]) == "cold";
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
        std::fprintf(stderr, "%s\n", (made ? tensors.error() : made.error()).message.c_str());
        return 4;
    }
    const LoadBackends backends{*made, *tensors};
    (void)rawReadRate(model.checkpoint->path);
    Json results = Json::array();
    for (const Target& target :
         {Target{"gpu:0, fresh segments", {{"", DeviceId::gpu(0)}}},
          Target{"gpu:0, populated segments", {{"", DeviceId::gpu(0)}}, true},
          Target{"gpu:0 and gpu:1, fresh segments",
                 {{"", DeviceId::gpu(0)}, {"h.0", DeviceId::gpu(1)}, {"h.1", DeviceId::gpu(1)}}},
          Target{"cpu", {{"", DeviceId::cpu()}}}}) {
        results.push_back(measure(settings, model, backends, devices, target));
    }
    const Json report{{"benchmark", "streamed load against plain read() of the same file"},
                      {"file_bytes", model.checkpoint->shards.front()->size()},
                      {"page_cache", settings.dropsCache ? "cold" : "warm"},
                      {"pairs", settings.pairs},
                      {"results", results}};
    std::printf("%s\n", report.dump(2).c_str());
    std::error_code ignored;
    std::filesystem::remove_all(settings.folder, ignored);
    return 0;
}
