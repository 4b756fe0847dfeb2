// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/open_checkpoint.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/formats/gguf_file.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/known_tree.h"
#include "engine/checkpoint/open/checkpoint_file.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open/pipeline_folder.h"
#include "engine/checkpoint/open/sharded_reader.h"
#include "engine/checkpoint/single_file/single_file.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/config_model.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace stowage {
namespace {

constexpr std::uint64_t kPiece = std::uint64_t{4} << 20;

bool liesInOnePlace(const StoredTensor& a, const StoredTensor& b) {
    return a.location.shard == b.location.shard && a.location.offset == b.location.offset &&
           a.location.length == b.location.length && a.strides == b.strides &&
           a.firstElement == b.firstElement;
}

/// Where, in C order, the bytes of both differ; nothing where they are the same, and of one that
/// has none.
using DifferingByte = std::optional<std::uint64_t>;
Result<DifferingByte> differenceOf(const Checkpoint& checkpoint, const StoredTensor& a,
                                   const StoredTensor& b, const std::stop_token& stop) {
    if (liesInOnePlace(a, b) || a.isMeta || b.isMeta || a.dtype != b.dtype || a.shape != b.shape) {
        return DifferingByte();  // other shapes and dtypes are the key check's to tell
    }
    TensorReader first(checkpoint);
    TensorReader second(checkpoint);
    const std::uint64_t bytes = storedBytes(a.dtype, elementCount(a.shape));
    std::vector<std::byte> one(static_cast<std::size_t>(std::min(bytes, kPiece)));
    std::vector<std::byte> other(one.size());
    for (std::uint64_t at = 0; at < bytes; at += kPiece) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening was cancelled."));
        }
        const auto size = static_cast<std::size_t>(std::min(bytes - at, kPiece));
        STOWAGE_TRY(first.read(a, at, std::span(one).first(size)));
        STOWAGE_TRY(second.read(b, at, std::span(other).first(size)));
        const auto end = one.begin() + static_cast<std::ptrdiff_t>(size);
        const auto found = std::mismatch(one.begin(), end, other.begin()).first;
        if (found != end) {
            return DifferingByte(at + static_cast<std::uint64_t>(found - one.begin()));
        }
    }
    return DifferingByte();
}

/// That byte, of a tensor that lies in C order; others are left out.
void addDifference(const StoredTensor& tensor, std::uint64_t offset, Checkpoint& checkpoint) {
    if (tensor.strides.empty()) {
        checkpoint.differences.push_back(
            {tensor.location.shard, tensor.location.offset + offset, 1});
    }
}

/// Some files hold several of the names that their model ties, with different numbers: Flan-T5's
/// head beside its table of tokens. from_pretrained leaves such names untied, whatever the
/// configuration says, and so does this, with a warning. Of names that the file holds apart the
/// numbers are read, until they differ; nothing else is.
/// Errors: Cancelled, those of TensorReader and ModuleTreeBuilder.
Result<void> untieDifferent(Checkpoint& checkpoint, const std::stop_token& stop) {
    if (checkpoint.describedTree == nullptr || checkpoint.tensors.empty() ||
        checkpoint.describedTree->tiedGroups().empty()) {
        return {};
    }
    const ModuleTree& tree = *checkpoint.describedTree;
    std::unordered_map<std::string_view, const StoredTensor*> stored;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        stored.emplace(tensor.name, &tensor);
    }
    std::set<std::string> untied;
    std::vector<Message> pairs;
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        const StoredTensor* kept = nullptr;  // the first that the file holds, as the library ties
        for (const TensorId id : group) {
            const TensorSpec& spec = tree.tensor(id);
            const auto found = stored.find(spec.name);
            // A module that stands twice in the tree is one, whatever a file calls it.
            if (found == stored.end() || tree.node(spec.module).sameAs.isValid()) {
                continue;
            }
            kept = kept == nullptr ? found->second : kept;
            const auto difference = differenceOf(checkpoint, *kept, *found->second, stop);
            STOWAGE_TRY(difference);
            if (*difference && untied.insert(spec.name).second) {
                addDifference(*kept, **difference, checkpoint);
                addDifference(*found->second, **difference, checkpoint);
                pairs.push_back(say("%1 and %2", spec.name, kept->name));
            }
        }
    }
    if (untied.empty()) {
        return {};
    }
    ModelDraft draft = draftOf(tree);
    for (std::vector<std::string>& names : draft.tied) {
        std::erase_if(names, [&](const std::string& name) { return untied.contains(name); });
    }
    std::erase_if(draft.tied, [](const auto& names) { return names.size() < 2; });
    auto apart = ModuleTreeBuilder::build(std::move(draft));
    STOWAGE_TRY(apart);
    checkpoint.describedTree = std::move(*apart);
    checkpoint.warnings.push_back(
        say("The model ties %1, but the file contains different values for the tied weights. The "
            "weights are loaded separately, as from_pretrained does.",
            firstMessages(pairs)));
    return {};
}

/// llama.cpp's names: all experts of a layer in three tensors, and the table of tokens.
constexpr std::string_view kExperts = "_exps";
constexpr std::string_view kLastExperts = "ffn_down_exps";
constexpr std::string_view kTokens = "token_embd";

/// What the tree's classes would tell, which names from a GGUF file have none of.
void countByNames(const ModuleTree& tree, ModelFacts& facts) {
    for (const ModuleNode& node : tree.nodes()) {
        facts.embeddingParameters += node.name == kTokens ? node.subtreeParameters : 0;
        facts.routedParameters += node.name.ends_with(kExperts) ? node.subtreeParameters : 0;
        facts.expertLayers += node.name == kLastExperts ? 1 : 0;
    }
    if (facts.experts.value_or(0) > 0) {
        const std::uint64_t active = facts.activeExperts.value_or(*facts.experts);
        const std::uint64_t idle = *facts.experts - std::min(active, *facts.experts);
        facts.activeParameters -=
            std::min(facts.routedParameters / *facts.experts * idle, facts.activeParameters);
    }
}

/// Gives a GGUF file's checkpoint the facts that its key-values tell: by the rules of the family of
/// the library that llama.cpp's architecture is (ggufConfig()), else the numbers in them alone
/// (ggufFacts()), and what llama.cpp keeps (llamaCppFacts()). Others stay as they are. Reads the
/// header again. Error: Cancelled.
Result<void> attachGgufFacts(Checkpoint& checkpoint, const std::stop_token& stop) {
    if (checkpoint.format != CheckpointFormat::Gguf || checkpoint.shards.empty() ||
        checkpoint.modelFacts != nullptr) {
        return {};
    }
    auto contents = readGgufFile(checkpoint.shards.front(), stop);
    if (!contents) {
        return contents.error().code == ErrorCode::Cancelled ? Result<void>(contents.unexpected())
                                                             : Result<void>();
    }
    contents->checkpoint.tensors = checkpoint.tensors;  // of all files of a split model
    auto memory = llamaCppFacts(*contents);
    const auto config = ggufConfig(*contents);
    const auto model = config ? readConfigModel(jsonText(*config), checkpoint.path)
                              : Result<ConfigModel>(Unexpected{});
    const bool isListed = memory || memory.error().code == ErrorCode::Malformed;
    const auto tree = model || isListed ? buildModuleTree(checkpoint)
                                        : Result<std::shared_ptr<const ModuleTree>>(Unexpected{});
    if (!tree) {
        return {};
    }
    ModelFacts facts = model ? modelFacts(*model, **tree) : ggufFacts(*contents, **tree);
    facts.file.clear();
    facts.isOfKeyValues = true;
    countByNames(**tree, facts);
    if (memory) {
        facts.llamaCpp = std::make_shared<const LlamaCppFacts>(std::move(*memory));
    } else {
        facts.missingKey = memory.error().key;
    }
    checkpoint.modelFacts = std::make_shared<const ModelFacts>(std::move(facts));
    return {};
}

bool isDirectory(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// What was found in a folder may be a folder itself.
Result<Checkpoint> readFound(const std::string& path, bool isInFolder, const OpenOptions& options,
                             const std::stop_token& stop, const ProgressSink& progress) {
    if (isInFolder && isDirectory(path)) {
        return readPerTensorFolder(path, stop, progress);
    }
    const auto file = RandomAccessFile::open(path);
    return file ? readCheckpointFile(*file, options, stop, progress)
                : Result<Checkpoint>(file.unexpected());
}

/// A shard opens the whole that it is a part of; alone where the rest cannot be read.
Result<Checkpoint> readShard(const std::string& path, const ShardSet& set,
                             const OpenOptions& options, const std::stop_token& stop,
                             const ProgressSink& progress) {
    auto whole = readFound(set.index, false, options, stop, progress);
    if (whole) {
        whole->warnings.insert(
            whole->warnings.begin(),
            set.shards == 1
                ? say("%1 is the only shard of the index %2; the index was opened.", path,
                      set.index)
                : say("%1 is one of the %2 shards of the index %3; all shards were opened.", path,
                      set.shards, set.index));
        return whole;
    }
    auto alone = whole.error().code == ErrorCode::Cancelled
                     ? Result<Checkpoint>(whole.unexpected())
                     : readFound(path, false, options, stop, progress);
    if (alone) {
        alone->warnings.push_back(
            set.shards == 1
                ? say("%1 is the only shard of the index %2; the index could not be opened: %3",
                      path, set.index, whole.error().message)
                : say("%1 is one of the %2 shards of the index %3, but only the tensors of this "
                      "shard were read: %4",
                      path, set.shards, set.index, whole.error().message));
    }
    return alone;
}

bool hasParts(CheckpointFormat format) {
    return format == CheckpointFormat::TorchZip || format == CheckpointFormat::TorchLegacy ||
           format == CheckpointFormat::TorchShards;
}

/// The model of a config.json that Stowage could not read, as the person's own Python describes it.
/// Errors: those of treeOfUnknownModel().
Result<Checkpoint> describedByPython(const Error& refusal, const OpenOptions& options,
                                     const std::stop_token& stop) {
    auto known = treeOfUnknownModel(refusal.file, refusal, options, stop);
    STOWAGE_TRY(known);
    Checkpoint checkpoint = describedCheckpoint(refusal.file, std::move(known->tree));
    checkpoint.modelFacts = known->facts;
    checkpoint.warnings.push_back(originSentence(*known, refusal.file));
    return checkpoint;
}

/// A pipeline in one file, as one of several models; what is asked of one model is asked of the
/// file as it is. Errors: those of pipelineOfSingleFile().
Result<void> takePipeline(Checkpoint& checkpoint, const OpenOptions& options) {
    const bool isOneFile =
        checkpoint.format == CheckpointFormat::Safetensors && checkpoint.shards.size() == 1;
    if (!isOneFile || !options.renames.empty() || !options.treeFile.empty() ||
        !options.className.empty()) {
        return {};
    }
    auto pipeline = pipelineOfSingleFile(checkpoint);
    STOWAGE_TRY(pipeline);
    if (*pipeline) {
        checkpoint = std::move(**pipeline);
    }
    return {};
}

/// A folder often has the same weights in two formats: what was taken is said.
void warnOfOthers(const FolderCheckpoint& found, Checkpoint& checkpoint) {
    std::string list;
    for (const std::string& other : found.others) {
        list += (list.empty() ? "" : ", ") + quotedForMessage(other);
    }
    if (list.empty()) {
        return;
    }
    const auto isIndex = [](const std::string& name) { return name.ends_with(".index.json"); };
    checkpoint.warnings.push_back(
        isIndex(found.path) && std::ranges::any_of(found.others, isIndex)
            ? say("%1 was opened, because from_pretrained opens this file. The folder also "
                  "contains %2. Accelerate rejects a folder with several .index.json files: pass "
                  "the opened file to Accelerate.",
                  found.path, list)
            : say("%1 was opened. The folder also contains %2; to open another file, specify the "
                  "file name.",
                  found.path, list));
}

/// A warning as a terminal may show it: names of files stand in it as they are.
Message printableWarning(const Message& warning) {
    return warning.withPlainTexts([](const std::string& text) { return printableText(text); });
}

OpenedCheckpoint openAlone(const std::string& path, const OpenOptions& options,
                           const std::stop_token& stop, const ProgressSink& progress) {
    if (progress) {
        progress({.phase = phrase("headers of files"), .currentItem = path});
    }
    if (const auto pipeline = pipelineIndexAt(path)) {
        auto joined = readPipeline(*pipeline, options, stop, progress);
        STOWAGE_TRY(joined);
        joined->path = path;
        return std::make_shared<const Checkpoint>(std::move(*joined));
    }
    FolderCheckpoint found{path, {}};
    const bool isInFolder = isDirectory(path);
    if (isInFolder) {
        auto inFolder = findCheckpointInFolder(path);
        STOWAGE_TRY(inFolder);
        found = std::move(*inFolder);
    }
    const auto set = isInFolder ? std::nullopt : shardSetOf(path, stop);
    auto checkpoint = set ? readShard(path, *set, options, stop, progress)
                          : readFound(found.path, isInFolder, options, stop, progress);
    if (!checkpoint && checkpoint.error().code == ErrorCode::FileNotFound &&
        checkpoint.error().file == path && looksLikeHubName(path)) {
        return hubNameError(path);
    }
    if (!checkpoint) {
        checkpoint = describedByPython(checkpoint.error(), options, stop);
    }
    STOWAGE_TRY(checkpoint);
    if (options.prefix && !hasParts(checkpoint->format)) {
        return fail(ErrorCode::InvalidArgument,
                    say("The prefix %2 selects a nested dict of a PyTorch file, but %1 has another "
                        "format; omit the prefix.",
                        path, quotedForMessage(*options.prefix)),
                    path, *options.prefix);
    }
    checkpoint->path = path;
    STOWAGE_TRY(takePipeline(*checkpoint, options));
    warnOfOthers(found, *checkpoint);
    STOWAGE_TRY(renameKeys(*checkpoint, options.renames));
    const std::string tree = companionPlace(path, Companion::TreeFile, options.treeFile);
    STOWAGE_TRY(attachKnownTree(*checkpoint, options, tree, stop));
    STOWAGE_TRY(untieDifferent(*checkpoint, stop));
    // Only now: of a copy of headers, too, the bytes that say what is tied are there.
    checkpoint->elsewhere = weightsElsewhere(path);
    STOWAGE_TRY(attachGgufFacts(*checkpoint, stop));
    for (Message& warning : checkpoint->warnings) {
        warning = printableWarning(warning);
    }
    return std::make_shared<const Checkpoint>(std::move(*checkpoint));
}

/// An adapter's folder that was opened itself, over its base model where that is here. Nothing of
/// other folders, and of an adapter whose base is not here: it opens as what its files hold.
std::optional<OpenedCheckpoint> openAdapterFolder(const std::string& path,
                                                  const OpenOptions& options, const OpenAlone& open,
                                                  const std::stop_token& stop) {
    if (!isAdapterFolder(path)) {
        return std::nullopt;
    }
    const auto files = openAdapter(path, stop);
    if (!files) {
        return OpenedCheckpoint(files.unexpected());
    }
    const std::string& named = files->base;
    const std::string base = localBaseOf(path, named);
    const bool isItself = !base.empty() && isAdapterFolder(base);
    auto opened = base.empty() || isItself ? open(path, options) : open(base, options);
    if (!opened) {
        return opened;
    }
    Checkpoint checkpoint = **opened;
    if (base.empty() || isItself) {
        checkpoint.warnings.insert(
            checkpoint.warnings.begin(),
            printableWarning(
                named.empty()
                    ? say("%1 is a LoRA adapter, shown without its model; open the model and add "
                          "the adapter to the model (--adapter on the command line).",
                          path)
                    : say("%1 is a LoRA adapter for %2, shown without its model; open the model "
                          "and add the adapter to the model (--adapter on the command line).",
                          path, quotedForMessage(named))));
        return OpenedCheckpoint(std::make_shared<const Checkpoint>(std::move(checkpoint)));
    }
    checkpoint.warnings.insert(
        checkpoint.warnings.begin(),
        printableWarning(
            say("%1 is a LoRA adapter and was applied to the model that the adapter names, %2.",
                path, base)));
    OpenOptions own;
    own.adapters.push_back({"", path});
    checkpoint.path = path;
    return withCompanions(std::make_shared<const Checkpoint>(std::move(checkpoint)), own, open,
                          stop);
}

}  // namespace

Result<std::shared_ptr<const Checkpoint>> openCheckpoint(const std::string& path,
                                                         std::stop_token stop) {
    return openCheckpoint(path, OpenOptions{}, std::move(stop));
}

Result<std::shared_ptr<const Checkpoint>> openCheckpoint(const std::string& path,
                                                         const OpenOptions& options,
                                                         std::stop_token stop,
                                                         const ProgressSink& progress) {
    const OpenAlone open = [&](const std::string& place, const OpenOptions& own) {
        return openAlone(place, own, stop, progress);
    };
    auto adapted = openAdapterFolder(path, options, open, stop);
    auto opened = adapted ? std::move(*adapted) : open(path, options);
    return opened ? withCompanions(std::move(*opened), options, open, stop) : opened;
}

Result<std::shared_ptr<const Checkpoint>> openBeside(std::shared_ptr<const Checkpoint> checkpoint,
                                                     const OpenOptions& options,
                                                     std::stop_token stop) {
    const OpenAlone open = [&stop](const std::string& place, const OpenOptions& own) {
        return openAlone(place, own, stop, {});
    };
    return withCompanions(std::move(checkpoint), options, open, stop);
}

}  // namespace stowage
