// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/staged_model.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/load/program/key_matching.h"
#include "engine/model/module_tree.h"
#include "engine/run/run_job.h"
#include "engine/run/stage_channel.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// All tensors of a model as they are described: a stage's own as they were loaded.
class WholeWeights : public WeightSource {
public:
    WholeWeights(const ModuleTree& tree, const WeightSource* own) : m_tree(tree), m_own(own) {}

    [[nodiscard]] std::vector<std::string> names() const override {
        std::vector<std::string> names;
        for (const TensorSpec& tensor : m_tree.tensors()) {
            names.push_back(tensor.name);
        }
        return names;
    }

    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override {
        if (auto own = m_own == nullptr ? std::nullopt : m_own->describe(name)) {
            return own;
        }
        const auto found = m_tree.findTensor(name);
        if (!found) {
            return std::nullopt;
        }
        const TensorSpec& spec = m_tree.tensor(*found);
        // What another stage casts is not known here.
        const DType dtype = spec.dtype == DType::Float64 ? DType::Float32 : spec.dtype;
        return TensorSignature{dtype, spec.shape};
    }

    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& /*stop*/) override {
        return fail(ErrorCode::Internal, say("No stage in this process has the weights of %1.",
                                             names.empty() ? std::string() : names.front()));
    }

private:
    const ModuleTree& m_tree;
    const WeightSource* m_own;
};

class StagedModel : public RunModel {
public:
    StagedModel(std::unique_ptr<RunModel> whole, const StagedRun& run)
        : RunModel(whole->traits()), m_whole(std::move(whole)), m_run(run) {}

    [[nodiscard]] std::vector<RunStage> stages() const override;

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        const PipelineStage& stage = m_run.stage;
        Next x = ActivationPtr();
        if (!stage.isFirst()) {
            x = m_run.channel->receive(stage.number - 1);
        }
        x = m_whole->forwardLayers(pass, tokens, outputs, stage.layers, std::move(x));
        if (!x || stage.isLast()) {
            return x;
        }
        STOWAGE_TRY(m_run.channel->send(**x, stage.number + 1));
        return pass.columns(wantedRows(pass, x, outputs), 0, 1);
    }

private:
    std::unique_ptr<RunModel> m_whole;
    const StagedRun& m_run;
};

/// Those of a model's units of work that belong to a stage.
std::vector<RunStage> stagesOf(const RunModel& whole, const PipelineStage& stage) {
    std::vector<RunStage> own;
    const std::vector<RunStage> all = whole.stages();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isOfStage(whole, stage, i)) {
            own.push_back(all[i]);
        }
    }
    return own;
}

std::vector<RunStage> StagedModel::stages() const {
    return stagesOf(*m_whole, m_run.stage);
}

Result<void> checkStage(const RunModel& whole, const PipelineStage& stage) {
    const RunTraits& traits = whole.traits();
    if (!whole.dividesByLayers()) {
        return fail(
            ErrorCode::Unsupported,
            say("Models of the family %1 cannot be divided into stages; only text decoders can.",
                traits.family),
            {}, "stages");
    }
    if (stage.layers.last >= traits.layers) {
        return fail(ErrorCode::InvalidArgument,
                    say("This model has the layers 0 to %1, but a stage includes layer %2.",
                        traits.layers - 1, stage.layers.last),
                    {}, "stages");
    }
    if (stage.isLast() && stage.layers.last + 1 != traits.layers) {
        return fail(ErrorCode::InvalidArgument,
                    say("This model has the layers 0 to %1, but the stages end with layer %2; the "
                        "last stage must include the last layer.",
                        traits.layers - 1, stage.layers.last),
                    {}, "stages");
    }
    return {};
}

Result<std::unique_ptr<RunModel>> wholeModelOf(const StagedRun& run, const WeightSource* own,
                                               const std::string& configText,
                                               const std::string& configFile) {
    const WholeWeights weights(*run.tree, own);
    auto whole = runModelOf(*run.whole, weights, configText, configFile);
    STOWAGE_TRY(whole);
    STOWAGE_TRY(checkStage(**whole, run.stage));
    return whole;
}

bool isBelow(const std::string& path, const std::string& module) {
    return module.empty() || path == module ||
           (path.starts_with(module) && path[module.size()] == '.');
}

/// Leaves of a draft what lies at, above or below one of the paths; true where anything is left.
bool prune(ModuleDraft& module, const std::string& path, const std::vector<std::string>& kept) {
    if (std::ranges::any_of(kept, [&](const std::string& own) { return isBelow(path, own); })) {
        return true;
    }
    module.parameters.clear();
    module.buffers.clear();
    std::erase_if(module.children, [&](ModuleDraft& child) {
        return !prune(child, path.empty() ? child.name : path + "." + child.name, kept);
    });
    return !module.children.empty();
}

/// Groups of names of which only those that are still there are left.
void keepNames(std::vector<std::vector<std::string>>& groups,
               const std::vector<std::string>& kept) {
    for (std::vector<std::string>& group : groups) {
        std::erase_if(group, [&](const std::string& name) {
            return std::ranges::none_of(kept,
                                        [&](const std::string& own) { return isBelow(name, own); });
        });
    }
    std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
}

}  // namespace

bool isOfStage(const RunModel& whole, const PipelineStage& stage, std::size_t unit) {
    const auto layer = static_cast<std::int64_t>(unit) - 1;
    return unit == 0 ? stage.isFirst()
           : layer >= whole.traits().layers
               ? stage.isLast()
               : layer >= stage.layers.first && layer <= stage.layers.last;
}

Result<StagePart> stagePartOf(const StagedRun& run, const std::string& configText,
                              const std::string& configFile) {
    const auto whole = wholeModelOf(run, nullptr, configText, configFile);
    STOWAGE_TRY(whole);
    std::vector<std::string> paths;
    for (const RunStage& stage : stagesOf(**whole, run.stage)) {
        paths.insert(paths.end(), stage.paths.begin(), stage.paths.end());
    }
    ModelDraft draft = draftOf(*run.tree);
    prune(draft.root, {}, paths);
    keepNames(draft.tied, paths);
    keepNames(draft.welded, paths);
    auto tree = ModuleTreeBuilder::build(std::move(draft));
    STOWAGE_TRY(tree);

    const KeyMatch match = matchKeys(*run.tree, *run.whole);
    auto part = std::make_shared<Checkpoint>(*run.whole);
    part->tensors.clear();
    for (const TensorSpec& tensor : (*tree)->tensors()) {
        const TensorSpec& spec = run.tree->tensor(*run.tree->findTensor(tensor.name));
        if (const auto stored = match.storedByStorage[spec.storage.index()]) {
            StoredTensor& own = part->tensors.emplace_back(run.whole->tensors[*stored]);
            own.name = tensor.name;
        }
    }
    part->describedTree = *tree;
    part->keyCheck = nullptr;
    part->modelFacts = nullptr;  // of all layers: what they keep of tokens is not this part's
    return StagePart{std::move(part), std::move(*tree)};
}

Result<std::unique_ptr<RunModel>> stagedModelOf(const StagedRun& run, const WeightSource& own,
                                                const std::string& configText) {
    auto whole = wholeModelOf(run, &own, configText, {});
    STOWAGE_TRY(whole);
    return std::unique_ptr<RunModel>(std::make_unique<StagedModel>(std::move(*whole), run));
}

}  // namespace stowage
