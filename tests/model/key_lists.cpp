// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/key_lists.h"

#include "engine/base/json_reader.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace stowage::test {
namespace {

DType dtypeOf(const std::string& letter) {
    return letter == "l"   ? DType::Int64
           : letter == "b" ? DType::Bool
           : letter == "h" ? DType::BFloat16
                           : DType::Float32;
}

}  // namespace

std::map<std::string, KeyList> readKeyLists() {
    const std::string path = STOWAGE_TEST_DATA "/key_lists/models.json";
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    const auto document = parseJson(text.str(), path);
    std::map<std::string, KeyList> lists;
    if (!document) {
        return lists;
    }
    for (const auto& [name, model] : document->items()) {
        KeyList& list = lists[name];
        for (const auto& key : model["keys"]) {
            list.entries.push_back({key[0].get<std::string>(), dtypeOf(key[1].get<std::string>()),
                                    key[2].get<std::vector<std::int64_t>>(), 0});
        }
        for (const auto& [className, paths] : model["blocks"].items()) {
            list.blocks[className] = paths.get<std::set<std::string>>();
        }
    }
    return lists;
}

std::vector<StateDictEntry> entriesNamed(const std::vector<std::string>& names) {
    std::vector<StateDictEntry> entries;
    for (const std::string& name : names) {
        entries.push_back({name, DType::Float32, {4}, 0});
    }
    return entries;
}

std::map<std::string, std::set<std::string>> guessedModules(const ModuleTree& tree) {
    std::map<std::string, std::set<std::string>> modules;
    for (const ModuleNode& node : tree.nodes()) {
        if (std::ranges::find(tree.guessedClasses(), node.className) !=
            tree.guessedClasses().end()) {
            modules[node.className].insert(tree.path(node.id));
        }
    }
    return modules;
}

}  // namespace stowage::test
