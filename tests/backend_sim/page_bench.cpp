// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a simulated GPU takes bytes: into pages that must come first, into pages that are there
// because a segment was released and taken again, and how fast they are given back. Plain memcpy
// runs in between, as the machine's own pace. Medians.
//
//     page_bench [--mib 1024] [--rounds 7]
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace stowage;

constexpr std::uint64_t kChunk = 4 * kMiB;

template <class Work>
double gigabytesPerSecond(std::uint64_t bytes, const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(bytes) / passed.count() / 1e9;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void fill(DeviceMemory& gpu, DeviceBuffer& buffer, const std::vector<std::byte>& chunk) {
    for (std::uint64_t at = 0; at < buffer.size(); at += kChunk) {
        (void)gpu.write(buffer, at, chunk, {});
    }
}

int run(std::uint64_t mebibytes, unsigned rounds) {
    const std::uint64_t bytes = mebibytes * kMiB / kChunk * kChunk;
    DeviceInfo info;
    info.id = DeviceId::gpu(0);
    info.capacity = bytes;
    const Result<std::shared_ptr<DeviceMemory>> made = makeSimulatedGpu(info);
    if (!made) {
        std::fprintf(stderr, "%s\n", made.error().message.english().c_str());
        return 1;
    }
    DeviceMemory& gpu = **made;
    const std::vector<std::byte> chunk(kChunk, std::byte{1});
    std::vector<std::byte> plain(kChunk, std::byte{2});
    std::vector<double> fresh;
    std::vector<double> populated;
    std::vector<double> returned;
    std::vector<double> memory;
    for (unsigned round = 0; round < rounds; ++round) {
        std::shared_ptr<DeviceBuffer> buffer = *gpu.allocate(bytes);
        fresh.push_back(gigabytesPerSecond(bytes, [&] { fill(gpu, *buffer, chunk); }));
        buffer.reset();
        buffer = *gpu.allocate(bytes);
        populated.push_back(gigabytesPerSecond(bytes, [&] { fill(gpu, *buffer, chunk); }));
        buffer.reset();
        returned.push_back(gigabytesPerSecond(bytes, [&] { gpu.emptyCache(); }));
        memory.push_back(gigabytesPerSecond(bytes, [&] {
            for (std::uint64_t at = 0; at < bytes; at += kChunk) {
                std::memcpy(plain.data(), chunk.data(), kChunk);
            }
        }));
    }
    const nlohmann::ordered_json json{{"bytes", bytes},
                                      {"rounds", rounds},
                                      {"fresh_gb_s", median(fresh)},
                                      {"populated_gb_s", median(populated)},
                                      {"given_back_gb_s", median(returned)},
                                      {"memcpy_gb_s", median(memory)}};
    std::printf("%s\n", json.dump(2).c_str());
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    std::uint64_t mebibytes = 1024;
    unsigned rounds = 7;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string option = arguments[i];
        const unsigned long value = std::strtoul(arguments[i + 1], nullptr, 10);
        mebibytes = option == "--mib" ? value : mebibytes;
        rounds = option == "--rounds" ? static_cast<unsigned>(value) : rounds;
    }
    return run(std::max<std::uint64_t>(mebibytes, 4), std::max(rounds, 1U));
}
