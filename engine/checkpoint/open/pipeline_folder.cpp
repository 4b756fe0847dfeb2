// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/pipeline_folder.h"

#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::string_view kIndexName = "model_index.json";

constexpr std::size_t kMostNamed = 8;  ///< further models of a list are only counted

/// What weights of a component are called before their variant and ending.
struct WeightsName {
    std::string_view base;
    std::string_view ending;
};
/// In the order in which they win.
constexpr std::array kWeights{
    WeightsName{"diffusion_pytorch_model", ".safetensors"}, WeightsName{"model", ".safetensors"},
    WeightsName{"diffusion_pytorch_model", ".bin"}, WeightsName{"pytorch_model", ".bin"}};

/// The variant that a name has between a base and an ending: "fp16"; nothing of other names.
std::optional<std::string> variantOf(const std::string& name) {
    for (const auto& [base, ending] : kWeights) {
        const std::string index = std::string(base) + std::string(ending) + ".index.";
        std::string_view between = name;
        if (name.starts_with(index) && name.ends_with(".json") &&
            name.size() > index.size() + std::string_view(".json").size()) {
            between.remove_prefix(index.size());
            between.remove_suffix(std::string_view(".json").size());
        } else if (name.starts_with(base) && name.ends_with(ending) &&
                   name.size() > base.size() + ending.size() + 1 && name[base.size()] == '.') {
            between.remove_prefix(base.size() + 1);
            between.remove_suffix(ending.size());
        } else {
            continue;
        }
        // A shard of a variant: "model.fp16-00001-of-00002.safetensors".
        if (between.find("-of-") == std::string_view::npos) {
            return std::string(between);
        }
    }
    return std::nullopt;
}

/// Files of a component, and which of them is taken.
struct ComponentFiles {
    std::string path;  ///< weights, an index or a config.json; "": nothing that could be opened
    std::string takenVariant;
    std::set<std::string> variants;  ///< that are there
};

Result<ComponentFiles> filesOf(const std::string& folder, const std::string& variant) {
    const auto names = namesInFolder(folder);
    STOWAGE_TRY(names);
    ComponentFiles files;
    for (const std::string& name : *names) {
        if (auto found = variantOf(name)) {
            files.variants.insert(std::move(*found));
        }
    }
    std::vector<std::string> wanted = {variant, ""};
    wanted.insert(wanted.end(), files.variants.begin(), files.variants.end());
    for (const std::string& each : wanted) {
        if (const auto weights = componentWeights(*names, each)) {
            files.path = *weights;
            files.takenVariant = each;
            break;
        }
    }
    if (files.path.empty() && std::ranges::find(*names, "config.json") != names->end()) {
        files.path = "config.json";
    }
    if (!files.path.empty()) {
        auto place = placeInFolder(folder, files.path, folder);
        STOWAGE_TRY(place);
        files.path = std::move(*place);
    }
    return files;
}

/// A component as the class that the pipeline names; where Stowage does not know that class, as its
/// own files tell. Models of diffusers name their class themselves.
Result<std::shared_ptr<const Checkpoint>> openComponent(const PipelineComponent& component,
                                                        const OpenOptions& options,
                                                        const std::stop_token& stop,
                                                        const ProgressSink& progress,
                                                        std::vector<Message>& warnings) {
    OpenOptions own;
    own.python = options.python;
    own.className = component.library == "diffusers" ? std::string() : component.className;
    auto opened = openCheckpoint(component.file, own, stop, progress);
    const bool isClassUnknown = !opened && (opened.error().code == ErrorCode::Unsupported ||
                                            opened.error().code == ErrorCode::InvalidArgument);
    if (!isClassUnknown || own.className.empty()) {
        return opened;
    }
    own.className.clear();
    auto other = openCheckpoint(component.file, own, stop, progress);
    if (!other) {
        return opened;
    }
    warnings.push_back(say("The model %1 cannot use the class that the pipeline names, %2: %3",
                           component.name, component.className, opened.error().message));
    return other;
}

Result<void> refuseOptionsOfOneModel(const std::string& index, const OpenOptions& options) {
    const bool isGiven = options.prefix || !options.renames.empty() || !options.treeFile.empty() ||
                         !options.className.empty();
    return isGiven
               ? Result<void>(fail(
                     ErrorCode::InvalidArgument,
                     say("%1 has several models, but a class, a tree, a prefix or a renaming "
                         "applies to one model; open the folder of that model, or omit the option.",
                         index),
                     index))
               : Result<void>();
}

/// Tells of what could have been taken instead.
void warnOfVariants(const std::set<std::string>& left, std::vector<Message>& warnings) {
    if (left.empty()) {
        return;
    }
    warnings.push_back(
        say("The model folders also contain variants of the weights that were not opened: %1 "
            "(--weights-variant on the command line).",
            joinedText(std::vector<std::string>(left.begin(), left.end()), ", ")));
}

void warnOfAbsent(const Pipeline& pipeline, std::vector<Message>& warnings) {
    if (!pipeline.absent.empty()) {
        const Message names = listedNames(pipeline.absent, kMostNamed);
        warnings.push_back(pipeline.absent.size() == 1
                               ? say("The model %2 of %1 is missing and is not included; fetch the "
                                     "folder of this model.",
                                     pipeline.className, names)
                               : say("The models %2 of %1 are missing and are not included; fetch "
                                     "the folders of these models.",
                                     pipeline.className, names));
    }
}

}  // namespace

std::optional<std::string> pipelineIndexAt(const std::string& path) {
    std::error_code error;
    const std::filesystem::path place(path);
    if (std::filesystem::is_directory(place, error)) {
        const std::filesystem::path index = place / kIndexName;
        return std::filesystem::is_regular_file(index, error) ? std::optional(index.string())
                                                              : std::nullopt;
    }
    return place.filename() == kIndexName && std::filesystem::is_regular_file(place, error)
               ? std::optional(path)
               : std::nullopt;
}

std::optional<std::string> componentWeights(std::span<const std::string> names,
                                            const std::string& variant) {
    const std::string part = variant.empty() ? "" : "." + variant;
    for (const auto& [base, ending] : kWeights) {
        const std::string whole = std::string(base) + part + std::string(ending);
        const std::string index =
            std::string(base) + std::string(ending) + ".index" + part + ".json";
        for (const std::string& name : {whole, index}) {
            if (std::ranges::find(names, name) != names.end()) {
                return name;
            }
        }
    }
    return std::nullopt;
}

Result<Checkpoint> readPipeline(const std::string& indexPath, const OpenOptions& options,
                                const std::stop_token& stop, const ProgressSink& progress) {
    STOWAGE_TRY(refuseOptionsOfOneModel(indexPath, options));
    const auto file = RandomAccessFile::open(indexPath);
    STOWAGE_TRY(file);
    const auto text = readConfigText(**file);
    STOWAGE_TRY(text);
    auto parsed = parsePipeline(*text, indexPath);
    STOWAGE_TRY(parsed);
    Pipeline pipeline = std::move(*parsed);
    const FolderGuard guard(folderOf(indexPath));
    std::vector<NamedCheckpoint> models;
    std::vector<PipelineComponent> present;
    std::vector<Message> warnings;
    std::set<std::string> variants;
    for (PipelineComponent& component : pipeline.components) {
        const auto folder = guard.place(component.name, indexPath);
        STOWAGE_TRY(folder);
        std::error_code error;
        const bool isHere = std::filesystem::is_directory(*folder, error);
        auto files =
            isHere ? filesOf(*folder, options.variant) : Result<ComponentFiles>(ComponentFiles{});
        STOWAGE_TRY(files);
        if (files->path.empty()) {
            pipeline.absent.push_back(component.name);
            continue;
        }
        files->variants.erase(files->takenVariant);
        variants.merge(files->variants);
        component.file = files->path;
        auto opened = openComponent(component, options, stop, progress, warnings);
        STOWAGE_TRY(opened);
        auto tree = buildModuleTree(**opened);
        STOWAGE_TRY(tree);
        models.push_back({component.name, std::move(*opened), std::move(*tree)});
        present.push_back(std::move(component));
    }
    if (models.empty()) {
        return fail(ErrorCode::NoCheckpoint,
                    pipeline.absent.empty()
                        ? say("%1 lists no model with a folder.", indexPath)
                        : say("None of the models in %1 has a folder; fetch %2.", indexPath,
                              listedNames(pipeline.absent, kMostNamed)),
                    indexPath);
    }
    pipeline.components = std::move(present);
    auto joined =
        joinCheckpoints(models, indexPath, pipeline.className, std::string(kPipelineArchitecture));
    STOWAGE_TRY(joined);
    warnOfAbsent(pipeline, warnings);
    warnOfVariants(variants, warnings);
    joined->warnings.insert(joined->warnings.begin(), warnings.begin(), warnings.end());
    joined->pipeline = std::make_shared<const Pipeline>(std::move(pipeline));
    return joined;
}

}  // namespace stowage
