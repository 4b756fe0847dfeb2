// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpoint_output.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

Json checkpointJson(const Checkpoint& checkpoint) {
    Json json{{"format", checkpointFormatName(checkpoint.format)},
              {"files", checkpoint.shards.size()}};
    if (!checkpoint.shards.empty()) {
        json["first_file"] = checkpoint.shards.front()->path();
    }
    if (!checkpoint.parts.empty()) {
        json["prefix"] = checkpoint.prefix;
        json["parts"] = Json::array();
        for (const CheckpointPart& part : checkpoint.parts) {
            json["parts"].push_back({{"prefix", part.prefix}, {"tensors", part.tensors}});
        }
    }
    const auto meta = std::ranges::count_if(checkpoint.tensors, &StoredTensor::isMeta);
    if (meta > 0) {
        json["meta_tensors"] = meta;
    }
    json["warnings"] = checkpoint.warnings;
    return json;
}

}  // namespace

std::string withCheckpoint(std::string object, const Checkpoint& checkpoint) {
    const std::size_t end = object.rfind('}');
    if (end == std::string::npos) {
        return object;
    }
    // Of a hundred thousand modules the object has tens of megabytes: it is not parsed for this.
    const std::string member =
        ",\"checkpoint\":" +
        checkpointJson(checkpoint).dump(-1, ' ', false, Json::error_handler_t::replace);
    return object.insert(end, member);
}

}  // namespace stowage
