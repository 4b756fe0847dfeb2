// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/checkpoint_select.h"

#include "engine/base/json_reader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using Kind = CheckpointChoice::Kind;

/// In the order in which they win.
constexpr std::array<std::string_view, 2> kWholeFiles = {"pytorch_model.bin", "model.safetensors"};
constexpr std::string_view kIndexEnding = ".index.json";

}  // namespace

Result<CheckpointChoice> chooseCheckpoint(const std::vector<std::string>& names,
                                          const std::string& folder) {
    for (const std::string_view whole : kWholeFiles) {
        if (std::ranges::find(names, whole) != names.end()) {
            return CheckpointChoice{Kind::WholeFile, std::string(whole)};
        }
    }
    std::vector<std::string> indexes;
    std::ranges::copy_if(names, std::back_inserter(indexes),
                         [](const std::string& name) { return name.ends_with(kIndexEnding); });
    if (indexes.empty()) {
        return fail(ErrorCode::NoCheckpoint,
                    folder +
                        " is not a folder containing a `.index.json` file or a pytorch_model.bin "
                        "or a model.safetensors file",
                    folder);
    }
    if (indexes.size() > 1) {
        return fail(
            ErrorCode::Unsupported,
            folder + " containing more than one `.index.json` file, delete the irrelevant ones.",
            folder);
    }
    return CheckpointChoice{Kind::Index, indexes.front()};
}

CheckpointChoice chooseNamedFile(const std::string& name) {
    return {name.ends_with(".json") ? Kind::Index : Kind::WholeFile, name};
}

Result<std::vector<std::string>> shardsOfIndex(const std::string& text, const std::string& file) {
    const auto document = parseJson(text, file);
    if (!document) {
        return document.unexpected();
    }
    const bool hasMap = document->is_object() && document->contains("weight_map");
    const nlohmann::ordered_json& map = hasMap ? document->at("weight_map") : *document;
    std::vector<std::string> shards;
    bool areNames = map.is_object();
    for (const auto& shard : map) {
        areNames = areNames && shard.is_string();
        if (areNames) {
            shards.push_back(shard.get<std::string>());
        }
    }
    if (!areNames) {
        return fail(ErrorCode::Malformed,
                    file +
                        " is no index of shards: it must map each tensor's name to a file's "
                        "name, at its top or under \"weight_map\".",
                    file, "weight_map");
    }
    std::ranges::sort(shards);
    const auto repeated = std::ranges::unique(shards);
    shards.erase(repeated.begin(), repeated.end());
    return shards;
}

}  // namespace stowage
