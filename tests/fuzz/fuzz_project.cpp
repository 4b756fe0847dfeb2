// SPDX-License-Identifier: GPL-3.0-or-later
// A project file; of what is read, each request is planned for a tree of two layers.
#include "engine/plan/place/place.h"
#include "engine/project/project.h"
#include "engine/project/saved_request.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace stowage::fuzz {
namespace {

std::shared_ptr<const ModuleTree> smallTree() {
    ModelDraft draft;
    draft.root.className = "Net";
    for (const char* const name : {"a", "b"}) {
        ModuleDraft layer;
        layer.name = name;
        layer.className = "Linear";
        ModuleDraft::Tensor weight;
        weight.name = "weight";
        weight.shape = {32, 64};
        layer.parameters.push_back(weight);
        draft.root.children.push_back(std::move(layer));
    }
    return *ModuleTreeBuilder::build(std::move(draft));
}

}  // namespace

void runProject(Input input) {
    const auto project = projectFromJson(textOf(input), "a.stowage");
    if (!project) {
        checkError(project.error());
        return;
    }
    const std::string text = projectToJson(*project);
    const auto again = projectFromJson(text, "a.stowage");
    require(again.has_value(), "what was written is read");
    require(projectToJson(*again) == text, "a project comes back as it was");
    static const auto kTree = smallTree();
    for (const ProjectVariant& variant : project->variants) {
        const auto plan = place(withModel(variant.request, kTree));
        if (!plan) {
            checkError(plan.error());
        }
    }
}

}  // namespace stowage::fuzz
