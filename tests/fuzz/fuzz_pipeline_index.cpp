// SPDX-License-Identifier: GPL-3.0-or-later
// A model_index.json of diffusers: its models have the names of folders, and no two are the same.
#include "engine/checkpoint/checkpoint.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <set>

namespace stowage::fuzz {

void runPipelineIndex(Input input) {
    const auto pipeline = parsePipeline(textOf(input), "model_index.json");
    if (!pipeline) {
        checkError(pipeline.error());
        return;
    }
    std::set<std::string> names;
    for (const PipelineComponent& component : pipeline->components) {
        require(
            !component.name.empty() && component.name.find_first_of("/\\.") == std::string::npos,
            "a component's name is a folder's");
        require(names.insert(component.name).second, "each component stands once");
        require(component.file.empty(), "nothing was opened");
    }
    require(pipeline->components.size() <= 64, "at most 64 models");
}

}  // namespace stowage::fuzz
