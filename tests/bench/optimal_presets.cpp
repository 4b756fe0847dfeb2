// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/optimal_presets.h"

#include "engine/base/byte_size.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace stowage::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kBlocks = 200;
constexpr std::uint32_t kGpus = 8;

/// The shape with so many blocks; false where its configuration has no such number.
bool setBlocks(Json& config) {
    bool found = false;
    for (const char* const key :
         {"n_layer", "n_layers", "num_hidden_layers", "num_layers", "num_decoder_layers"}) {
        if (config.contains(key)) {
            config[key] = kBlocks;
            found = true;
        }
    }
    return found;
}

PlacementRequest requestOf(const std::shared_ptr<const Checkpoint>& checkpoint, double share) {
    PlacementRequest request;
    request.tree = checkpoint->describedTree;
    const auto bytes = static_cast<double>(request.tree->totalBytes());
    for (std::uint32_t gpu = 0; gpu < kGpus; ++gpu) {
        DeviceInfo device;
        device.id = DeviceId::gpu(gpu);
        device.name = "GeForce RTX 4090";
        device.simulated = true;
        device.capacity = static_cast<std::uint64_t>(bytes * share / kGpus) + kGiB;
        request.devices.push_back(std::move(device));
    }
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "CPU";
    cpu.capacity = static_cast<std::uint64_t>(bytes) + 64 * kGiB;
    request.devices.push_back(cpu);
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    disk.capacity = 64 * 1024 * kGiB;
    request.devices.push_back(disk);
    request.budgets = defaultBudgets(request.devices, static_cast<double>(*cpu.capacity));
    request.strategy = Strategy::Optimal;
    request.search = makePlacementSearch(checkpoint, nullptr);
    return request;
}

}  // namespace

std::vector<PresetSearch> searchPresets(const std::string& presets, double share,
                                        const std::function<double()>& now) {
    std::vector<PresetSearch> searches;
    std::ifstream file(presets);
    const Json all = Json::parse(file, nullptr, false);
    if (all.is_discarded()) {
        return searches;
    }
    const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                         ("stowage-optimal-presets-" + std::to_string(::getpid()));
    for (const Json& preset : all["presets"]) {
        Json config = preset["config"];
        if (!setBlocks(config)) {
            continue;
        }
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "config.json") << config;
        const auto checkpoint = openCheckpoint((folder / "config.json").string());
        if (!checkpoint || (*checkpoint)->describedTree == nullptr) {
            continue;
        }
        const PlacementRequest request = requestOf(*checkpoint, share);
        PresetSearch search;
        search.name = preset["name"];
        const double begun = now();
        const auto plan = place(request);
        search.milliseconds = now() - begun;
        if (plan && (*plan)->optimal != nullptr) {
            search.isFound = (*plan)->optimal->value.has_value();
            search.isProven = (*plan)->optimal->isProven();
            search.gap = (*plan)->optimal->gap();
        }
        searches.push_back(std::move(search));
    }
    std::error_code failure;
    std::filesystem::remove_all(folder, failure);
    return searches;
}

}  // namespace stowage::bench
