// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpoint_output.h"

#include "engine/checkpoint/key_check.h"
#include "engine/model/model_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Where a model's modules are known from.
struct ModulesOrigin {
    const char* from = "names";
    std::string file;  ///< a config.json or a .tree.json; "" of the others
    std::string className;
};

ModulesOrigin originOf(const OpenedModel& model) {
    const Checkpoint& checkpoint = *model.checkpoint;
    const std::string& className = model.tree->node(ModuleTree::root()).className;
    if (checkpoint.modelFacts != nullptr) {
        return {"config", checkpoint.modelFacts->file, className};
    }
    if (checkpoint.describedTree != nullptr) {
        return {"tree", checkpoint.keyCheck ? checkpoint.keyCheck->treeFile : checkpoint.path,
                className};
    }
    return {model.tree->architecture().empty() ? "names" : "recognised", {}, className};
}

Json originJson(const ModulesOrigin& origin) {
    Json json{{"from", origin.from}};
    if (!origin.file.empty()) {
        json["file"] = origin.file;
    }
    json["class"] = origin.className;
    return json;
}

Json checkpointJson(const OpenedModel& model) {
    const Checkpoint& checkpoint = *model.checkpoint;
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
    json["modules"] = originJson(originOf(model));
    json["warnings"] = checkpoint.warnings;
    return json;
}

}  // namespace

std::string withCheckpoint(std::string object, const OpenedModel& model) {
    const std::size_t end = object.rfind('}');
    if (end == std::string::npos) {
        return object;
    }
    // Of a hundred thousand modules the object has tens of megabytes: it is not parsed for this.
    const std::string member =
        ",\"checkpoint\":" +
        checkpointJson(model).dump(-1, ' ', false, Json::error_handler_t::replace);
    return object.insert(end, member);
}

std::string modulesText(const OpenedModel& model) {
    const ModulesOrigin origin = originOf(model);
    if (!origin.file.empty()) {
        const std::string of = origin.className.empty() ? "" : " of " + origin.className;
        return "The modules are those" + of + ", from " + origin.file + ".\n";
    }
    return origin.from == std::string("recognised")
               ? "The modules are those of " + origin.className + ", told by its key names.\n"
               : "The modules are told by the names of the tensors alone.\n";
}

}  // namespace stowage
