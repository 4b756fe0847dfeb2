// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/adapter_folder.h"

#include "engine/base/random_access_file.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/open/checkpoint_file.h"
#include "engine/checkpoint/open/checkpoint_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfigName = "adapter_config.json";

/// What weights of an adapter are called, in the order in which PEFT and diffusers take them.
constexpr std::array kWeightNames = {"adapter_model.safetensors", "adapter_model.bin",
                                     "pytorch_lora_weights.safetensors",
                                     "pytorch_lora_weights.bin"};

Result<std::shared_ptr<const Checkpoint>> openWeights(const std::string& path,
                                                      const std::stop_token& stop) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    auto weights = readWeightsFile(*file, {}, stop);
    STOWAGE_TRY(weights);
    weights->path = path;
    return std::make_shared<const Checkpoint>(std::move(*weights));
}

Result<AdapterConfig> readAdapterConfig(const std::string& folder) {
    const auto place = placeInFolder(folder, kConfigName, folder);
    STOWAGE_TRY(place);
    const auto file = RandomAccessFile::open(*place);
    STOWAGE_TRY(file);
    const auto text = readConfigText(**file);
    STOWAGE_TRY(text);
    return parseAdapterConfig(*text, *place);
}

}  // namespace

bool isAdapterFolder(const std::string& path) {
    std::error_code error;
    return fs::is_regular_file(fs::path(path) / kConfigName, error);
}

Result<AdapterFiles> openAdapter(const std::string& path, std::stop_token stop) {
    AdapterFiles files;
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        auto weights = openWeights(path, stop);
        STOWAGE_TRY(weights);
        files.weights = std::move(*weights);
        return files;
    }
    const auto names = namesInFolder(path);
    STOWAGE_TRY(names);
    const auto isThere = [&names](const char* name) {
        return std::ranges::find(*names, name) != names->end();
    };
    if (isThere(kConfigName)) {
        auto config = readAdapterConfig(path);
        STOWAGE_TRY(config);
        files.config = std::move(*config);
    }
    const auto* const found = std::ranges::find_if(kWeightNames, isThere);
    if (found == kWeightNames.end()) {
        return fail(ErrorCode::NoCheckpoint,
                    say("%1 holds no adapter's weights: neither %2 nor %3 nor %4 nor %5 is there.",
                        path, kWeightNames[0], kWeightNames[1], kWeightNames[2], kWeightNames[3]),
                    path);
    }
    const auto place = placeInFolder(path, *found, path);
    STOWAGE_TRY(place);
    auto weights = openWeights(*place, stop);
    STOWAGE_TRY(weights);
    files.weights = std::move(*weights);
    return files;
}

std::string localBaseOf(const std::string& adapterFolder, const std::string& base) {
    if (base.empty()) {
        return {};
    }
    const fs::path folder(adapterFolder);
    for (const fs::path& place : {fs::path(base), folder / base, folder / ".." / base}) {
        std::error_code error;
        if (fs::exists(place, error)) {
            return place.lexically_normal().string();
        }
    }
    return {};
}

std::string localBaseOf(const std::string& path) {
    if (!isAdapterFolder(path)) {
        return {};
    }
    const auto config = readAdapterConfig(path);
    return config ? localBaseOf(path, config->base) : std::string();
}

}  // namespace stowage
