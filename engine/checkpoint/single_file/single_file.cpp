// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/single_file.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/fit_config.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/pipeline.h"
#include "engine/checkpoint/single_file/single_file_table.h"
#include "engine/model/config_model.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::size_t kMostNamed = 4;

using TensorsByName = std::unordered_map<std::string_view, const StoredTensor*>;

/// The tensor as a rule makes it; nothing where it cannot be cut so.
std::optional<StoredTensor> changed(const StoredTensor& tensor, const SingleFileRule& rule) {
    StoredTensor result = tensor;
    result.name = rule.target;
    if (rule.how == SingleFileRule::How::Same) {
        return result;
    }
    if (tensor.shape.empty() || tensor.shape[0] <= 0 || !tensor.strides.empty()) {
        return std::nullopt;
    }
    const auto rows = static_cast<std::uint64_t>(tensor.shape[0]);
    switch (rule.how) {
        case SingleFileRule::How::Rows: {
            const auto [first, count, parts] = rule.rows;
            if (rows % parts != 0 || tensor.location.length % rows != 0) {
                return std::nullopt;
            }
            const std::uint64_t part = tensor.location.length / parts;
            result.shape[0] = static_cast<std::int64_t>(rows / parts * count);
            result.location.offset += first * part;
            result.location.length = count * part;
            return result;
        }
        case SingleFileRule::How::SwappedHalves: {
            if (rows % 2 != 0 || tensor.location.length % 2 != 0) {
                return std::nullopt;
            }
            result.halvesSwapped = true;
            result.strides.assign(tensor.shape.size(), 1);
            for (std::size_t d = tensor.shape.size() - 1; d > 0; --d) {
                result.strides[d - 1] = result.strides[d] * tensor.shape[d];
            }
            return result;
        }
        case SingleFileRule::How::Transposed:
            if (tensor.shape.size() != 2) {
                return std::nullopt;
            }
            result.shape = {tensor.shape[1], tensor.shape[0]};
            result.strides = {1, tensor.shape[1]};
            return result;
        case SingleFileRule::How::Same:
            break;
    }
    return result;
}

/// A convolution of one pixel is a linear layer in the library: sizes of 1 at the end go.
void takeShape(StoredTensor& tensor, const ModuleTree& tree) {
    const auto spec = tree.findTensor(tensor.name);
    if (!spec || !tensor.strides.empty()) {
        return;
    }
    const std::vector<std::int64_t>& wanted = tree.tensor(*spec).shape;
    const bool isLonger = tensor.shape.size() > wanted.size() &&
                          std::equal(wanted.begin(), wanted.end(), tensor.shape.begin());
    if (isLonger && std::all_of(tensor.shape.begin() + static_cast<std::ptrdiff_t>(wanted.size()),
                                tensor.shape.end(), [](std::int64_t size) { return size == 1; })) {
        tensor.shape = wanted;
    }
}

/// The component's configuration as this file needs it.
Result<std::string> configFor(const SingleFileComponent& component, const std::string& prefix,
                              const TensorsByName& tensors) {
    auto config = parseJson(component.config, component.name);
    STOWAGE_TRY(config);
    for (const auto& [member, key, dimension] : component.fromShapes) {
        const auto found = tensors.find(prefix + key);
        if (found != tensors.end() && dimension < found->second->shape.size()) {
            (*config)[member] = found->second->shape[dimension];
        }
    }
    if (!component.withoutKey.empty() && !tensors.contains(prefix + component.withoutKey)) {
        const auto members = parseJson(component.withoutMembers, component.name);
        STOWAGE_TRY(members);
        config->update(*members);
    }
    return jsonText(*config);
}

/// The model's tensors under its own names; what no rule knows is left to `unknown`.
std::vector<StoredTensor> tensorsOf(const SingleFileComponent& component, const std::string& prefix,
                                    const Checkpoint& file, const ModuleTree& tree,
                                    std::vector<std::string>& unknown) {
    std::vector<StoredTensor> tensors;
    for (const StoredTensor& tensor : file.tensors) {
        if (!tensor.name.starts_with(prefix)) {
            continue;
        }
        const std::string name = tensor.name.substr(prefix.size());
        std::vector<SingleFileRule> rules =
            component.rules.areNone()
                ? std::vector<SingleFileRule>{{name, SingleFileRule::How::Same, {0, 1, 1}}}
                : component.rules.of(name);
        bool isTaken = !rules.empty();
        for (const SingleFileRule& rule : rules) {
            auto made = changed(tensor, rule);
            isTaken = isTaken && made.has_value();
            if (made) {
                takeShape(*made, tree);
                tensors.push_back(std::move(*made));
            }
        }
        // A prefix of nothing fits the keys of the other models as well.
        if (!isTaken && !prefix.empty()) {
            unknown.push_back(tensor.name);
        }
    }
    return tensors;
}

/// One model of the pipeline: the class of its configuration with the file's dtypes, and keys that
/// were checked as those of a model's own folder are.
Result<Checkpoint> modelInFile(const SingleFileComponent& component, const std::string& config,
                               const std::string& prefix, const Checkpoint& file,
                               std::vector<std::string>& unknown) {
    ConfigTreeOptions asClass;
    asClass.className = component.library == "diffusers" ? "" : component.className;
    auto model = configCheckpoint(config, file.path, asClass);
    STOWAGE_TRY(model);
    auto read = readConfigModel(config, file.path, asClass);
    STOWAGE_TRY(read);
    read->isBesideWeights = true;
    auto fitted =
        fitConfig(*read, tensorsOf(component, prefix, file, *model->describedTree, unknown));
    STOWAGE_TRY(fitted);
    model->shards = file.shards;
    model->format = file.format;
    model->tensors = std::move(fitted->tensors);
    model->describedTree = std::move(fitted->tree);
    fitted->check.treeFile = file.path;
    model->keyCheck = std::make_shared<const KeyCheck>(std::move(fitted->check));
    return model;
}

}  // namespace

Result<std::optional<Checkpoint>> readSingleFile(const Checkpoint& file) {
    const auto known = singleFilePipelineOf(file);
    STOWAGE_TRY(known);
    if (!*known) {
        return std::optional<Checkpoint>();
    }
    TensorsByName byName;
    for (const StoredTensor& tensor : file.tensors) {
        byName.emplace(tensor.name, &tensor);
    }
    Pipeline pipeline;
    pipeline.className = (*known)->className;
    pipeline.file = file.path;
    std::vector<NamedCheckpoint> models;
    std::vector<std::string> unknown;
    for (const SingleFileComponent& component : (*known)->components) {
        const auto prefix = std::ranges::find_if(component.prefixes, [&](const std::string& each) {
            return std::ranges::any_of(file.tensors, [&](const StoredTensor& tensor) {
                return tensor.name.starts_with(each) &&
                       (!each.empty() || !component.rules.of(tensor.name).empty());
            });
        });
        if (prefix == component.prefixes.end()) {
            pipeline.absent.push_back(component.name);
            continue;
        }
        const auto text = configFor(component, *prefix, byName);
        STOWAGE_TRY(text);
        auto model = modelInFile(component, *text, *prefix, file, unknown);
        STOWAGE_TRY(model);
        auto tree = model->describedTree;
        pipeline.components.push_back(
            {component.name, component.library, component.className, file.path});
        models.push_back({component.name, std::make_shared<const Checkpoint>(std::move(*model)),
                          std::move(tree)});
    }
    auto joined = joinCheckpoints(models, file.path, pipeline.className,
                                  std::string(kPipelineArchitecture));
    STOWAGE_TRY(joined);
    joined->warnings.insert(joined->warnings.end(), file.warnings.begin(), file.warnings.end());
    if (!pipeline.absent.empty()) {
        joined->warnings.push_back(
            "This file holds no " + listedNames(pipeline.absent, kMostNamed) + " of " +
            pipeline.className + ", which " + (pipeline.absent.size() == 1 ? "is" : "are") +
            " not counted.");
    }
    if (!unknown.empty()) {
        joined->warnings.push_back(listedNames(unknown, kMostNamed) +
                                   (unknown.size() == 1 ? " is" : " are") +
                                   " of no model of this pipeline, and left out.");
    }
    joined->pipeline = std::make_shared<const Pipeline>(std::move(pipeline));
    return std::optional(std::move(*joined));
}

}  // namespace stowage
