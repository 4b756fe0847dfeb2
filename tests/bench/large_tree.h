// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stowage::bench {

/// The text of a `.tree.json` of about so many modules, in blocks of seven as in many decoders.
[[nodiscard]] inline std::string largeTree(int modules) {
    const auto linear = [](const char* name, int out, int in) {
        return std::string(R"({"name":")") + name +
               R"(","class":"Linear","params":[{"name":"weight","dtype":"float16","shape":[)" +
               std::to_string(out) + "," + std::to_string(in) + "]}]}";
    };
    std::string text =
        R"({"format":"stowage.tree","version":1,"architecture":"","no_split_module_classes":["Block"],)"
        R"("tree":{"name":"","class":"Model","children":[{"name":"h","class":"ModuleList",)"
        R"("children":[)";
    constexpr int kModulesOfBlock = 7;
    for (int block = 0; block < modules / kModulesOfBlock; ++block) {
        text += block == 0 ? "" : ",";
        text += R"({"name":")" + std::to_string(block) + R"(","class":"Block","children":[)" +
                linear("q", 64, 64) + "," + linear("k", 64, 64) + "," + linear("v", 64, 64) + "," +
                linear("o", 64, 64) + "," + linear("up", 256, 64) + "," + linear("down", 64, 256) +
                "]}";
    }
    return text + "]}]}}";
}

}  // namespace stowage::bench
