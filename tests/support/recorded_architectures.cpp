// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/recorded_architectures.h"

#include "engine/base/json_reader.h"
#include "engine/model/module_tree_json.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace stowage::test {
namespace {

using Json = nlohmann::ordered_json;

/// Writes siblings out that were folded into one: {"repeat": 3, "name": "0", …}.
void unfold(Json& node) {
    if (!node.contains("children")) {
        return;
    }
    Json children = Json::array();
    for (Json& child : node["children"]) {
        unfold(child);
        const int count = child.value("repeat", 1);
        const int first = count > 1 ? std::stoi(child["name"].get<std::string>()) : 0;
        child.erase("repeat");
        for (int i = 0; i < count; ++i) {
            children.push_back(child);
            if (count > 1) {
                children.back()["name"] = std::to_string(first + i);
            }
        }
    }
    node["children"] = std::move(children);
}

}  // namespace

std::vector<RecordedArchitecture> readRecordedArchitectures(const std::string& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<RecordedArchitecture> recorded;
    for (const auto& path : paths) {
        std::ifstream file(path);
        std::ostringstream text;
        text << file.rdbuf();
        auto document = parseJson(text.str(), path.string());
        if (!document) {
            return {};
        }
        for (Json& one : (*document)["cases"]) {
            unfold(one["tree"]["tree"]);
            auto tree = parseModuleTreeJson(one["tree"].dump(), path.string());
            if (!tree) {
                return {};
            }
            recorded.push_back({path.stem().string(), one["name"], one["source"],
                                one["config"].dump(), one["parameters"], std::move(*tree)});
        }
    }
    return recorded;
}

}  // namespace stowage::test
