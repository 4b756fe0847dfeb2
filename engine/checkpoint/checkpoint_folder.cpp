// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/checkpoint_folder.h"

#include "engine/base/natural_order.h"
#include "engine/base/system_error.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/checkpoint_select.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace stowage {
namespace {

constexpr std::string_view kOwnPreferred = "model.pth";
constexpr std::array<std::string_view, 4> kEndings = {".safetensors", ".pth", ".pt", ".bin"};
/// How many candidates a message names.
constexpr std::size_t kNamedCandidates = 8;

Result<std::vector<std::string>> namesIn(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    auto iterator = std::filesystem::directory_iterator(folder, error);
    for (; !error && iterator != std::filesystem::directory_iterator(); iterator.increment(error)) {
        names.push_back(iterator->path().filename().string());
    }
    if (error) {
        return openFailure(folder, error.value());
    }
    std::ranges::sort(names, isNaturallyLess);
    return names;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool isWeightsFile(const std::string& name) {
    // optimizer.bin, training_args.bin and the like lie beside a model's weights.
    constexpr std::array<std::string_view, 4> kOthers = {"training_args.bin", "optimizer.pt",
                                                         "scheduler.pt", "optimizer.bin"};
    return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); }) &&
           std::ranges::find(kOthers, name) == kOthers.end();
}

Unexpected severalCandidates(const std::string& folder, const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kNamedCandidates); ++i) {
        list += (i == 0 ? "" : ", ") + quotedForMessage(names[i]);
    }
    if (names.size() > kNamedCandidates) {
        list += " and " + std::to_string(names.size() - kNamedCandidates) + " more";
    }
    return fail(ErrorCode::NoCheckpoint,
                folder + " holds several files that could be the checkpoint: " + list +
                    "; open one of them.",
                folder);
}

}  // namespace

Result<std::string> findCheckpointInFolder(const std::string& folder) {
    const auto names = namesIn(folder);
    if (!names) {
        return names.unexpected();
    }
    const std::string base = folder.ends_with('/') ? folder : folder + "/";
    const auto choice = chooseCheckpoint(*names, folder);
    if (choice && choice->kind == CheckpointChoice::Kind::WholeFile) {
        return base + choice->name;
    }
    if (contains(*names, kOwnPreferred)) {
        return base + std::string(kOwnPreferred);
    }
    if (choice) {
        return fail(ErrorCode::Unsupported,
                    base + choice->name +
                        " is the index of a sharded checkpoint, which Stowage does not read "
                        "yet; merge it into one file.",
                    base + choice->name);
    }
    if (choice.error().code == ErrorCode::Unsupported) {
        return fail(ErrorCode::Unsupported,
                    folder +
                        " holds more than one .index.json, and Accelerate takes none of them; "
                        "delete the irrelevant ones or open one weights file.",
                    folder);
    }
    std::vector<std::string> candidates;
    std::ranges::copy_if(*names, std::back_inserter(candidates), isWeightsFile);
    if (candidates.size() > 1) {
        return severalCandidates(folder, candidates);
    }
    if (candidates.size() == 1) {
        return base + candidates.front();
    }
    if (contains(*names, "index.json")) {
        return fail(ErrorCode::Unsupported,
                    folder + " looks like an offload folder, which Stowage does not open yet.",
                    folder);
    }
    return fail(ErrorCode::NoCheckpoint,
                folder + " holds no checkpoint: no .safetensors, .pth, .pt or .bin file is in it.",
                folder);
}

}  // namespace stowage
