// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/known_tree.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/fit_config.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree_json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::string_view kBlocks = "trf_blocks.";

/// The number of a block in a tensor's name.
std::optional<std::uint64_t> blockOf(std::string_view name) {
    if (!name.starts_with(kBlocks)) {
        return std::nullopt;
    }
    name.remove_prefix(kBlocks.size());
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool isNumber = status == std::errc() && end < name.data() + name.size() && *end == '.';
    return isNumber ? std::optional(number) : std::nullopt;
}

/// The largest size along `axis` of a tensor whose name ends so; nothing where there is none.
std::optional<std::int64_t> sizeOf(std::span<const StoredTensor> tensors, std::string_view ending,
                                   std::size_t axis) {
    std::optional<std::int64_t> size;
    for (const StoredTensor& tensor : tensors) {
        if (tensor.name.ends_with(ending) && axis < tensor.shape.size()) {
            size = std::max(size.value_or(0), tensor.shape[axis]);
        }
    }
    return size;
}

std::optional<std::int64_t> either(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    return a ? a : b;
}

constexpr const char* kFromScratchGptModel = "the book's GPT of these sizes";

bool hasNamesOfTheLibrary(CheckpointFormat format) {
    return format != CheckpointFormat::Gguf && format != CheckpointFormat::Npy &&
           format != CheckpointFormat::TreeJson;
}

bool isFolderOfTensors(CheckpointFormat format) {
    return format == CheckpointFormat::PerTensor || format == CheckpointFormat::OffloadFolder ||
           format == CheckpointFormat::NpyFolder;
}

/// The folders in which a config.json belongs to the weights, the nearest first.
std::vector<std::filesystem::path> foldersOf(const Checkpoint& checkpoint) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path opened(checkpoint.path);
    std::vector<fs::path> folders{fs::is_directory(opened, error) ? opened : opened.parent_path()};
    if (!checkpoint.shards.empty()) {
        folders.push_back(fs::path(checkpoint.shards.front()->path()).parent_path());
    }
    if (isFolderOfTensors(checkpoint.format)) {
        // "folder/" has an empty last part.
        const fs::path last = fs::absolute(folders.back(), error).lexically_normal();
        folders.push_back(last.has_filename() ? last.parent_path()
                                              : last.parent_path().parent_path());
    }
    return folders;
}

std::optional<std::string> configBeside(const Checkpoint& checkpoint) {
    constexpr const char* kConfigFile = "config.json";
    for (const std::filesystem::path& folder : foldersOf(checkpoint)) {
        std::error_code error;
        std::filesystem::path config = folder / kConfigFile;
        if (std::filesystem::is_regular_file(config, error)) {
            return config.string();
        }
    }
    return std::nullopt;
}

std::string openedName(const Checkpoint& checkpoint) {
    return std::filesystem::path(checkpoint.path).filename().string();
}

/// "model-00002-of-00003.safetensors", opened by itself.
bool isOneShard(const Checkpoint& checkpoint) {
    return checkpoint.shards.size() == 1 && !indexOfShard(openedName(checkpoint)).empty();
}

Unexpected noClassHere(const Checkpoint& checkpoint, const std::string& className,
                       const Message& why) {
    return fail(ErrorCode::InvalidArgument,
                say("%1 %2, so no class can be chosen; omit the class %3.", checkpoint.path, why,
                    quotedForMessage(className)),
                checkpoint.path, className);
}

void warnNotTaken(Checkpoint& checkpoint, const std::string& file, const Message& why) {
    checkpoint.warnings.push_back(
        say("The modules are derived from the tensor names; %1 was not used: %2", file, why));
}

/// Why the configuration's tree is not to be the model's; "" if it is.
Message whyNotTaken(const FittedModel& fitted) {
    const KeyCheck& check = fitted.check;
    if (fitted.agreeing == 0 && check.proposals.empty() && check.mismatched.empty()) {
        return say("none of the keys in the file belongs to the class %1.", fitted.className);
    }
    // Most keys are the model's where only its sizes are others.
    if (fitted.agreeing == 0 && check.mismatched.size() < check.unexpected.size() &&
        check.proposals.empty()) {
        return say(
            "only a few keys in the file belong to the class %1, and the shapes of their tensors "
            "differ.",
            fitted.className);
    }
    // What a file of the from-scratch GPT leaves out and may do without is known better from the
    // file.
    std::vector<std::string> leftOut = fitted.leftOut;
    const auto& missing = check.missing;
    if (missing.empty() || std::ranges::all_of(missing, [](const auto& name) {
            return name.ends_with(".att.mask");
        })) {
        leftOut.insert(leftOut.end(), missing.begin(), missing.end());
        return leftOut.empty()
                   ? Message()
                   : say("the file lacks %1 of the tensors that the configuration describes (%2).",
                         leftOut.size(), leftOut.front());
    }
    return {};
}

void take(Checkpoint& checkpoint, FittedModel fitted) {
    checkpoint.tensors = std::move(fitted.tensors);
    checkpoint.describedTree = std::move(fitted.tree);
    checkpoint.keyCheck = std::make_shared<const KeyCheck>(std::move(fitted.check));
    std::ranges::move(fitted.notes, std::back_inserter(checkpoint.warnings));
}

/// The config.json of the from-scratch GPT, from the names and shapes of a file that has no
/// configuration beside it: so many blocks as the highest number says, as wide as its norms.
/// Nothing where the names are others', or do not tell all sizes.
std::optional<std::string> fromScratchGptConfig(std::span<const StoredTensor> tensors) {
    std::uint64_t layers = 0;
    for (const StoredTensor& tensor : tensors) {
        const auto block = blockOf(tensor.name);
        if (block && *block >= tensors.size()) {
            return std::nullopt;  // there would be more blocks than tensors
        }
        layers = block ? std::max(layers, *block + 1) : layers;
    }
    const auto width =
        either(sizeOf(tensors, ".norm1.scale", 0), sizeOf(tensors, "tok_emb.weight", 1));
    const auto vocabulary =
        either(sizeOf(tensors, "tok_emb.weight", 0), sizeOf(tensors, "out_head.weight", 0));
    const auto context =
        either(sizeOf(tensors, "pos_emb.weight", 0), sizeOf(tensors, ".att.mask", 0));
    const bool isFromScratchGpt = sizeOf(tensors, ".att.W_query.weight", 0) && layers > 0;
    if (!isFromScratchGpt || !width || !vocabulary || !context) {
        return std::nullopt;
    }
    return jsonText(nlohmann::ordered_json{
        {"model_type", "raschka-gpt2"},
        {"vocab_size", *vocabulary},
        {"context_length", *context},
        {"emb_dim", *width},
        {"n_layers", layers},
        {"qkv_bias", sizeOf(tensors, ".att.W_query.bias", 0).has_value() ||
                         sizeOf(tensors, ".att.W_key.bias", 0).has_value()}});
}

/// Files of the from-scratch GPT that lack parameters show it without a configuration, too. What is
/// complete is told by its names.
void attachIncompleteGpt(Checkpoint& checkpoint) {
    const auto text =
        isOneShard(checkpoint) ? std::nullopt : fromScratchGptConfig(checkpoint.tensors);
    auto model =
        text ? readConfigModel(*text, kFromScratchGptModel) : Result<ConfigModel>(Unexpected{});
    if (!model) {
        return;
    }
    model->isBesideWeights = true;
    auto fitted = fitConfig(*model, checkpoint.tensors);
    // A few layers of it are no model that lacks the others.
    if (fitted && !fitted->check.missing.empty() &&
        fitted->check.missing.size() < fitted->agreeing && fitted->check.unexpected.empty() &&
        whyNotTaken(*fitted).empty()) {
        take(checkpoint, std::move(*fitted));
    }
}

constexpr std::string_view kKnownEnding = ".tree.json";

constexpr std::uint64_t kMaxTreeBytes = std::uint64_t{256} << 20;

Result<std::shared_ptr<const ModuleTree>> readTree(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMaxTreeBytes) {
        return fail(
            ErrorCode::LimitExceeded,
            say("%1 has %2 bytes; the limit for a module tree is 256 MiB.", path, (*file)->size()),
            path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return parseModuleTreeJson(text, path);
}

std::vector<std::string> treesInFolder(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    auto entry = std::filesystem::directory_iterator(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        if (std::string path = entry->path().string(); path.ends_with(kKnownEnding)) {
            found.push_back(std::move(path));
        }
    }
    std::ranges::sort(found);
    return found;
}

/// The trees that lie beside what was opened.
std::vector<std::string> treesBeside(const std::string& path) {
    // The folder of per-tensor files lies in the model's own.
    constexpr std::string_view kParameterFolder = "model_parameters";
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        std::vector<std::string> found = treesInFolder(path);
        const auto folder = std::filesystem::weakly_canonical(path, error);
        return found.empty() && folder.filename() == kParameterFolder
                   ? treesInFolder(folder.parent_path().string())
                   : found;
    }
    std::vector<std::string> found;
    for (const std::string& name :
         std::set<std::string>{path, std::filesystem::path(path).replace_extension().string()}) {
        std::string candidate = name + std::string(kKnownEnding);
        if (candidate != path && std::filesystem::exists(candidate, error)) {
            found.push_back(std::move(candidate));
        }
    }
    return found;
}

void attach(Checkpoint& checkpoint, std::shared_ptr<const ModuleTree> tree,
            const std::string& file) {
    checkpoint.keyCheck =
        std::make_shared<const KeyCheck>(checkKeys(*tree, checkpoint.tensors, file));
    checkpoint.describedTree = std::move(tree);
}

/// Whether the tree that lies beside the weights was taken.
bool attachBeside(Checkpoint& checkpoint) {
    const std::vector<std::string> trees = treesBeside(checkpoint.path);
    if (trees.empty()) {
        return false;
    }
    if (trees.size() > 1) {
        const std::string first = quotedForMessage(trees[0]);
        const std::string second = quotedForMessage(trees[1]);
        checkpoint.warnings.push_back(
            trees.size() > 2 ? say("There are %1 module trees next to %2 (%3, %4 and more), so no "
                                   "tree was used; choose a tree (--tree on the command line).",
                                   trees.size(), checkpoint.path, first, second)
                             : say("There are %1 module trees next to %2 (%3, %4), so no tree was "
                                   "used; choose a tree (--tree on the command line).",
                                   trees.size(), checkpoint.path, first, second));
        return false;
    }
    auto tree = readTree(trees.front());
    if (!tree) {
        checkpoint.warnings.push_back(
            say("The module tree next to the weights was not used: %1", tree.error().message));
        return false;
    }
    checkpoint.warnings.push_back(say(
        "%1 is next to the weights and was used as the module tree of the model.", trees.front()));
    attach(checkpoint, std::move(*tree), trees.front());
    return true;
}

/// Attaches what the person's own Python tells of the weights' model. Errors: those of
/// treeOfUnknownModel().
Result<void> attachPythonTree(Checkpoint& checkpoint, const std::string& config,
                              const Error& refusal, const OpenOptions& options,
                              const std::stop_token& stop) {
    auto known = treeOfUnknownModel(config, refusal, options, stop);
    STOWAGE_TRY(known);
    checkpoint.warnings.push_back(originSentence(*known, config));
    checkpoint.modelFacts = known->facts;
    attach(checkpoint, std::move(known->tree), known->file);
    return {};
}

/// Gives an opened checkpoint the tree of the `config.json` that lies beside its weights (of
/// per-tensor, .npy and offload folders also beside the folder): the class that the file names, or
/// the one of the options, with the file's own dtypes. As from_pretrained does, old key names and
/// the base model's prefix are changed to the class's, which becomes a warning; keys of older
/// releases are listed as ignored. Where the file holds some modules in a layout that the family
/// knows, or quantised tensors that the configuration declares, the tree is as the file, with the
/// classes of the configuration.
///
/// Without a configuration, the from-scratch GPT is known by its names; where parameters are
/// missing, it gets the tree of the sizes that the others tell, and a check that lists them.
///
/// No configuration stops weights from being opened: one that cannot be read, is of an unknown
/// model_type or describes another model becomes a warning, and no tree is attached. Errors, only
/// where the options name a class: InvalidArgument (no config.json to build it from), those of
/// readConfigModel().
Result<void> attachConfigTree(Checkpoint& checkpoint, const OpenOptions& options,
                              const std::stop_token& stop) {
    const bool isClassChosen = !options.className.empty();
    if (!hasNamesOfTheLibrary(checkpoint.format)) {
        return isClassChosen
                   ? noClassHere(checkpoint, options.className,
                                 say("does not use the tensor names of transformers or diffusers"))
                   : Result<void>();
    }
    const auto file = configBeside(checkpoint);
    if (!file && isClassChosen) {
        return noClassHere(checkpoint, options.className,
                           say("has no config.json next to its weights"));
    }
    if (!file) {
        attachIncompleteGpt(checkpoint);
        return {};
    }
    if (isOneShard(checkpoint) && !isClassChosen) {
        checkpoint.warnings.push_back(
            say("%1 is one of several shards, so %2 was not used, and the modules are derived from "
                "the tensor names. To open all shards, put %3 into their folder and open the "
                "folder.",
                checkpoint.path, *file, indexOfShard(openedName(checkpoint))));
        return {};
    }
    const auto opened = RandomAccessFile::open(*file);
    const auto text = opened ? readConfigText(**opened) : Result<std::string>(opened.unexpected());
    auto model = text ? readConfigModel(*text, *file, {options.className})
                      : Result<ConfigModel>(text.unexpected());
    if (model) {
        model->isBesideWeights = true;
    }
    auto fitted =
        model ? fitConfig(*model, checkpoint.tensors) : Result<FittedModel>(model.unexpected());
    if (!fitted) {
        const auto told = attachPythonTree(checkpoint, *file, fitted.error(), options, stop);
        if (told) {
            return {};
        }
        if (isClassChosen || told.error().code == ErrorCode::Cancelled) {
            return told;
        }
        warnNotTaken(checkpoint, *file, told.error().message);
        if (mayPythonKnow(fitted.error())) {
            checkpoint.unknownModel = told.error();
        }
        return {};
    }
    if (const Message why = whyNotTaken(*fitted); !why.empty() && !isClassChosen) {
        warnNotTaken(checkpoint, *file, why);
        return {};
    }
    take(checkpoint, std::move(*fitted));
    if (const auto described = describeByConfig(checkpoint, *model, *text); !described) {
        checkpoint.warnings.push_back(described.error().message);
    }
    return {};
}

}  // namespace

std::string indexOfShard(std::string_view name) {
    constexpr std::string_view kOf = "-of-";
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t of = name.rfind(kOf);
    if (of == std::string_view::npos) {
        return {};
    }
    const std::string_view before = name.substr(0, of);
    const std::string_view after = name.substr(of + kOf.size());
    const std::size_t dash = before.find_last_not_of(kDigits);
    const std::size_t dot = after.find_first_not_of(kDigits);
    const bool isShard = dash != std::string_view::npos && dash > 0 && dash + 1 < of &&
                         before[dash] == '-' && dot != std::string_view::npos && dot > 0 &&
                         after[dot] == '.';
    return isShard ? std::string(before.substr(0, dash)) + std::string(after.substr(dot)) +
                         ".index.json"
                   : std::string();
}

bool mayPythonKnow(const Error& refusal) {
    const std::string_view file = refusal.file;
    return refusal.code == ErrorCode::Unsupported && file.ends_with(".json") &&
           !file.ends_with(kKnownEnding) && !file.ends_with("index.json");
}

Result<PythonTree> treeOfUnknownModel(const std::string& configPath, const Error& refusal,
                                      const OpenOptions& options, const std::stop_token& stop) {
    if (!mayPythonKnow(refusal)) {
        return Unexpected{refusal};
    }
    const auto file = RandomAccessFile::open(configPath);
    STOWAGE_TRY(file);
    const auto text = readConfigText(**file);
    STOWAGE_TRY(text);
    if (options.python) {
        return treeFromPython(configPath, *text, options.className, *options.python,
                              defaultTreeFolder(), stop);
    }
    auto kept = keptTree(configPath, *text, options.className, defaultTreeFolder());
    return kept ? Result<PythonTree>(std::move(*kept)) : Result<PythonTree>(Unexpected{refusal});
}

Message originSentence(const PythonTree& tree, const std::string& configPath) {
    const TreeMakers& by = tree.makers;
    const std::string library = !by.diffusers.empty()      ? "diffusers " + by.diffusers
                                : !by.transformers.empty() ? "transformers " + by.transformers
                                                           : "";
    const std::string torch = by.torch.empty() ? "" : "torch " + by.torch;
    Message makers = library.empty() || torch.empty() ? Message(library + torch)
                                                      : say("%1 with %2", library, torch);
    if (!by.program.empty()) {
        makers = say("%1 of %2", makers, by.program);
    }
    return tree.wasKept ? say("The modules were built earlier from %2 by %1 and are stored in %3.",
                              makers, configPath, tree.file)
                        : say("The modules were built from %2 by %1 and are stored in %3.", makers,
                              configPath, tree.file);
}

Result<void> attachKnownTree(Checkpoint& checkpoint, const OpenOptions& options,
                             const std::string& treePlace, const std::stop_token& stop) {
    if (checkpoint.describedTree != nullptr) {
        return options.treeFile.empty()
                   ? Result<void>()
                   : fail(ErrorCode::InvalidArgument,
                          say("%1 is a module tree and contains no weights that the module tree %2 "
                              "could describe; open a file with weights, or omit the second tree.",
                              checkpoint.path, quotedForMessage(options.treeFile)),
                          checkpoint.path, options.treeFile);
    }
    if (options.treeFile.empty()) {
        // Whoever names a class means the configuration.
        const bool isTaken = options.className.empty() && attachBeside(checkpoint);
        return isTaken ? Result<void>() : attachConfigTree(checkpoint, options, stop);
    }
    if (!options.className.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is a module tree, which already names its classes; omit the class %2.",
                        quotedForMessage(options.treeFile), quotedForMessage(options.className)),
                    checkpoint.path, options.className);
    }
    auto tree = readTree(treePlace);
    STOWAGE_TRY(tree);
    attach(checkpoint, std::move(*tree), options.treeFile);
    return {};
}

}  // namespace stowage
