// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/project/project_fixture.h"

#include "tests/project/random_edits.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace stowage::test {

Project sampleProject() {
    Project project;
    project.model = {"/models/gpt2", "../models/gpt2", "abc", {{"a.safetensors", 12, "def"}}};
    project.openOptions = {"model", {{"module.", ""}}, "/models/gpt2.tree.json", "GPT2Model"};
    ProjectVariant first{"Plan", drawnRequest(7)};
    first.request.tree = nullptr;
    first.request.workload = Workload{};
    first.edits = {{"Move a to CPU", "2026-11-20T14:03:22.123Z"}};
    first.notes = "two GPUs, \"tight\"\n";
    ProjectVariant second{"All on CPU", requestFor(nullptr, {}, kGiB)};
    project.variants = {std::move(first), std::move(second)};
    project.current = 1;
    project.records = {"runs/1.json"};
    project.notes = "Überblick";
    project.window = std::make_shared<const nlohmann::ordered_json>(
        nlohmann::ordered_json{{"docks", {1, 2.5, nullptr}}});
    return project;
}

std::string readText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeText(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace stowage::test
