// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/single_file/single_file.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/fit_config.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/pipeline.h"
#include "engine/checkpoint/single_file/component_config.h"
#include "engine/checkpoint/single_file/convert_keys.h"
#include "engine/checkpoint/single_file/layout.h"
#include "engine/model/config_model.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::size_t kFirstLeftOut = 3;  ///< names; the others are counted

const StoredTensor* tensorNamed(const Checkpoint& file, std::string_view name) {
    const auto found = std::ranges::find(file.tensors, name, &StoredTensor::name);
    return found == file.tensors.end() ? nullptr : &*found;
}

bool hasMark(const Checkpoint& file, const FileMark& mark) {
    const auto isThere = [&file](const std::string& key) {
        return tensorNamed(file, key) != nullptr;
    };
    return std::ranges::all_of(mark.keys, isThere) && std::ranges::none_of(mark.without, isThere) &&
           std::ranges::none_of(mark.withoutLastSize, [&file](const auto& size) {
               const StoredTensor* const tensor = tensorNamed(file, size.first);
               return tensor != nullptr && !tensor->shape.empty() &&
                      tensor->shape.back() == size.second;
           });
}

/// The tensors of each component, without its prefix, and what belongs to none.
struct SortedTensors {
    std::vector<std::vector<StoredTensor>> components;
    std::vector<std::string> others;
};

SortedTensors sorted(const Checkpoint& file, const SingleFileLayout& layout) {
    SortedTensors result;
    result.components.resize(layout.components.size());
    for (const StoredTensor& tensor : file.tensors) {
        std::size_t owner = layout.components.size();
        std::size_t longest = 0;
        for (std::size_t i = 0; i < layout.components.size(); ++i) {
            for (const std::string& prefix : layout.components[i].prefixes) {
                const bool isCloser = owner == layout.components.size() || prefix.size() > longest;
                if (isCloser && tensor.name.starts_with(prefix) &&
                    tensor.name.size() > prefix.size()) {
                    owner = i;
                    longest = prefix.size();
                }
            }
        }
        if (owner == layout.components.size()) {
            result.others.push_back(tensor.name);
            continue;
        }
        result.components[owner].push_back(tensor);
        result.components[owner].back().name.erase(0, longest);
    }
    return result;
}

/// Sums of what becomes of the file's keys, for one check of all.
struct ConvertedFile {
    std::vector<NamedCheckpoint> models;
    Pipeline pipeline;
    std::vector<std::string> leftOut;
    std::size_t agreeing = 0;
};

/// Adds one model. Errors: those of readConfigModel() and fitConfig().
Result<void> addComponent(ConvertedFile& converted, const std::string& path,
                          const ComponentLayout& component,
                          const std::vector<StoredTensor>& tensors) {
    const std::string config = componentConfig(component, tensors);
    auto model = readConfigModel(config, path + " (" + component.name + ")",
                                 {component.library == "diffusers" ? "" : component.className});
    STOWAGE_TRY(model);
    model->isBesideWeights = true;
    ConvertedKeys keys = convertKeys(tensors, component.rules, model->fields);
    auto fitted = fitConfig(*model, keys.tensors);
    STOWAGE_TRY(fitted);
    auto one = std::make_shared<Checkpoint>();
    one->path = path;
    one->tensors = std::move(fitted->tensors);
    one->describedTree = fitted->tree;
    one->keyCheck = std::make_shared<const KeyCheck>(std::move(fitted->check));
    std::ranges::move(fitted->notes, std::back_inserter(one->warnings));
    converted.agreeing += fitted->agreeing;
    converted.models.push_back({component.name, std::move(one), std::move(fitted->tree)});
    converted.pipeline.components.push_back(
        {component.name, component.library, component.className, path});
    for (const std::string& name : keys.leftOut) {
        converted.leftOut.push_back(component.name + "." + name);
    }
    return {};
}

void addWarnings(Checkpoint& joined, const ConvertedFile& converted,
                 const std::vector<std::string>& others) {
    const Pipeline& pipeline = converted.pipeline;
    std::vector<Message> warnings;
    if (!pipeline.absent.empty()) {
        const Message names = listedNames(pipeline.absent, pipeline.absent.size());
        warnings.push_back(
            pipeline.absent.size() == 1
                ? say("Of the models of %1, %2 is not in this file and not counted.",
                      pipeline.className, names)
                : say("Of the models of %1, %2 are not in this file and not counted.",
                      pipeline.className, names));
    }
    if (!others.empty()) {
        const Message names = listedNames(others, kFirstLeftOut);
        warnings.push_back(
            others.size() == 1
                ? say("%1 tensor of the file belongs to none of the models of %2 and will not be "
                      "loaded: %3.",
                      others.size(), pipeline.className, names)
                : say("%1 tensors of the file belong to none of the models of %2 and will not be "
                      "loaded: %3.",
                      others.size(), pipeline.className, names));
    }
    joined.warnings.insert(joined.warnings.begin(), warnings.begin(), warnings.end());
}

Result<Checkpoint> joined(const Checkpoint& file, ConvertedFile converted,
                          const std::vector<std::string>& others) {
    auto all = joinCheckpoints(converted.models, file.path, converted.pipeline.className,
                               std::string(kPipelineArchitecture));
    STOWAGE_TRY(all);
    all->format = file.format;
    all->shards = file.shards;
    all->warnings.insert(all->warnings.begin(), file.warnings.begin(), file.warnings.end());
    auto check = std::make_shared<KeyCheck>(*all->keyCheck);
    check->ignored.insert(check->ignored.end(), converted.leftOut.begin(), converted.leftOut.end());
    check->ignored.insert(check->ignored.end(), others.begin(), others.end());
    all->keyCheck = std::move(check);
    addWarnings(*all, converted, others);
    all->pipeline = std::make_shared<const Pipeline>(std::move(converted.pipeline));
    return all;
}

void warnNoPipeline(Checkpoint& file, const SingleFileLayout& layout, const Message& why) {
    file.warnings.push_back(
        say("The keys are those of a single file of %1, but it is shown by the names of its "
            "tensors: %2",
            layout.pipeline, why));
}

}  // namespace

Result<std::optional<Checkpoint>> pipelineOfSingleFile(Checkpoint& file) {
    const auto kinds = singleFileMarks();
    STOWAGE_TRY(kinds);
    const auto kind = std::ranges::find_if(*kinds, [&file](const auto& one) {
        return std::ranges::any_of(one.second,
                                   [&file](const auto& mark) { return hasMark(file, mark); });
    });
    if (kind == kinds->end()) {
        return std::optional<Checkpoint>();
    }
    const auto layout = singleFileLayout(kind->first);
    STOWAGE_TRY(layout);
    const SortedTensors tensors = sorted(file, *layout);
    ConvertedFile converted;
    converted.pipeline.className = layout->pipeline;
    converted.pipeline.file = file.path;
    for (std::size_t i = 0; i < layout->components.size(); ++i) {
        const ComponentLayout& component = layout->components[i];
        if (tensors.components[i].empty()) {
            converted.pipeline.absent.push_back(component.name);
            continue;
        }
        if (const auto added = addComponent(converted, file.path, component, tensors.components[i]);
            !added) {
            warnNoPipeline(file, *layout, added.error().message);
            return std::optional<Checkpoint>();
        }
    }
    if (converted.agreeing == 0) {
        warnNoPipeline(file, *layout, say("none of them has the shape that it has there."));
        return std::optional<Checkpoint>();
    }
    auto all = joined(file, std::move(converted), tensors.others);
    if (!all) {
        warnNoPipeline(file, *layout, all.error().message);
        return std::optional<Checkpoint>();
    }
    return std::optional(std::move(*all));
}

}  // namespace stowage
