// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs.h"

#include "app/cli/common_options.h"
#include "app/cli/progress_bar.h"
#include "app/cli/project_input.h"
#include "engine/base/byte_size.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

constexpr const char* kInputsStandardInput = "standard input";

constexpr std::uint64_t kMaxMapBytes = 256 * kMiB;  ///< far beyond any map; bounds a wrong file

/// Whether something was chosen about the model.
bool hasChoice(const OpenOptions& opening) {
    return opening.prefix || !opening.renames.empty() || !opening.treeFile.empty() ||
           !opening.className.empty();
}

Result<OpenedModel> openTreeFromStandardInput(const CommandContext& context) {
    if (hasChoice(context.opening)) {
        return fail(
            ErrorCode::InvalidArgument,
            say("\"-\" reads a module tree, which --prefix, --rename, --tree and --class do "
                "not go with; give the checkpoint's name instead."));
    }
    const auto text = context.readStandardInput();
    STOWAGE_TRY(text);
    auto tree = parseModuleTreeJson(*text, kInputsStandardInput);
    STOWAGE_TRY(tree);
    auto checkpoint =
        std::make_shared<const Checkpoint>(describedCheckpoint(kInputsStandardInput, *tree));
    return OpenedModel{std::move(checkpoint), std::move(*tree), nullptr};
}

Result<std::string> readTextFile(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMaxMapBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has %2, too much for a device map; give the map, not the model.", path,
                        formatSize(static_cast<double>((*file)->size()))),
                    path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

/// What was opened, as a file (of a folder one in it), and the files that hold tensors.
std::vector<std::string> filesOfModel(const Checkpoint& checkpoint) {
    std::error_code error;
    const std::filesystem::path path = checkpoint.path;
    std::vector<std::string> files{std::filesystem::is_directory(path, error)
                                       ? (path / "config.json").string()
                                       : path.string()};
    for (const auto& shard : checkpoint.shards) {
        files.push_back(shard->path());
    }
    return files;
}

/// The files that say what those beside them are.
std::set<std::string> descriptionsBeside(const std::vector<std::string>& files) {
    std::set<std::string> descriptions;
    for (const std::string& file : files) {
        const std::filesystem::path folder = std::filesystem::path(file).parent_path();
        for (const char* const name :
             {"config.json", "model_index.json", "model.safetensors.index.json",
              "pytorch_model.bin.index.json"}) {
            descriptions.insert((folder / name).string());
        }
    }
    return descriptions;
}

bool isSameFile(const std::string& one, const std::string& other) {
    std::error_code error;
    return std::filesystem::equivalent(one, other, error);
}

/// No file that the command is to write may be one that it reads.
Result<void> checkOutputsAgainst(const Checkpoint& checkpoint, const CommandContext& context) {
    if (context.outputs().empty()) {
        return {};
    }
    std::vector<std::string> files = filesOfModel(checkpoint);
    std::ranges::copy(descriptionsBeside(files), std::back_inserter(files));
    if (checkpoint.keyCheck) {
        files.push_back(checkpoint.keyCheck->treeFile);
    }
    for (const std::string& output : context.outputs()) {
        const auto file = std::ranges::find_if(
            files, [&output](const std::string& one) { return isSameFile(one, output); });
        if (file != files.end()) {
            return fail(ErrorCode::InvalidArgument,
                        say("%1 is a file of the model itself (%2); write to another file, so that "
                            "the source stays as it is.",
                            output, *file),
                        output);
        }
    }
    return {};
}

Result<void> checkOutputsAgainstProject(const std::string& path, const CommandContext& context) {
    const auto isProject = [&path](const std::string& output) { return isSameFile(output, path); };
    return std::ranges::none_of(context.outputs(), isProject)
               ? Result<void>()
               : fail(ErrorCode::InvalidArgument,
                      say("%1 is the project that is read; write to another file, so that it stays "
                          "as it is.",
                          path),
                      path);
}

/// The checkpoint with its tree; its warnings are told.
Result<OpenedModel> withTree(std::shared_ptr<const Checkpoint> checkpoint,
                             std::shared_ptr<const OpenedProject> saved,
                             const CommandContext& context) {
    STOWAGE_TRY(checkOutputsAgainst(*checkpoint, context));
    for (const Message& warning : checkpoint->warnings) {
        context.warn(warning);
    }
    auto tree = buildModuleTree(*checkpoint);
    STOWAGE_TRY(tree);
    return OpenedModel{std::move(checkpoint), std::move(*tree), std::move(saved)};
}

/// What hardly a file is called: a dict, an assignment, a word in quotes of any kind, a device of
/// torch ("mps", "cuda", "meta:0").
bool holdsMapSigns(const std::string& value) {
    constexpr std::array<std::string_view, 4> kTorchDevices = {"cuda", "mps", "meta", "xpu"};
    const std::string_view kind = std::string_view(value).substr(0, value.find(':'));
    return value.find_first_of("{=\"'\n") != std::string::npos || mendSigns(value).has_value() ||
           std::ranges::find(kTorchDevices, kind) != kTorchDevices.end();
}

/// Whether an option's value is a map itself, or a script with one: no file name worth having
/// starts with a bracket, is a strategy's or a device's name, or has a dict in it and is no file.
bool looksLikeMapText(const std::string& value) {
    const std::size_t start = value.find_first_not_of(" \t\r\n");
    if (start == std::string::npos) {
        return false;
    }
    const std::string_view text = std::string_view(value).substr(start);
    std::error_code error;
    return text.starts_with('{') || text.starts_with('[') || text.starts_with("OrderedDict(") ||
           text.starts_with("collections.OrderedDict(") || text.starts_with("dict(") ||
           strategyFromName(value).has_value() || parseDevice(value).has_value() ||
           (holdsMapSigns(value) && !std::filesystem::exists(value, error));
}

}  // namespace

Result<OpenedModel> openModel(const std::string& path, const CommandContext& context) {
    if (path == "-") {
        return openTreeFromStandardInput(context);
    }
    if (isProjectFile(path)) {
        STOWAGE_TRY(checkOutputsAgainstProject(path, context));
        auto project = openProject(path, context);
        STOWAGE_TRY(project);
        auto checkpoint = std::move(project->checkpoint);
        return withTree(std::move(checkpoint),
                        std::make_shared<const OpenedProject>(*std::move(project)), context);
    }
    if (!context.variant.empty()) {
        return wrongOption("--variant",
                           say("--variant names a plan of a project, which %1 is not.", path));
    }
    auto checkpoint = [&] {
        ProgressBar bar(context.translate);
        return openCheckpoint(path, context.opening, context.stop(), bar.sink());
    }();
    STOWAGE_TRY(checkpoint);
    return withTree(std::move(*checkpoint), nullptr, context);
}

Result<void> checkOutputsOf(const std::string& path, const CommandContext& context) {
    if (context.outputs().empty()) {
        return {};
    }
    if (isProjectFile(path)) {
        STOWAGE_TRY(checkOutputsAgainstProject(path, context));
    }
    const auto opened = openCheckpoint(modelPathOf(path), context.opening, context.stop());
    return opened ? checkOutputsAgainst(**opened, context) : Result<void>();
}

Result<void> checkOutputFolder(const std::string& folder, const Checkpoint& checkpoint) {
    return folder.empty() ? Result<void>() : checkIsNotSource(folder, filesOfModel(checkpoint));
}

Result<ParsedDeviceMap> readDeviceMap(const std::string& value, const CommandContext& context) {
    if (looksLikeMapText(value)) {
        return parseDeviceMapText(value);
    }
    const bool fromInput = value == "-";
    const auto text = fromInput ? context.readStandardInput() : readTextFile(value);
    STOWAGE_TRY(text);
    const std::string file = fromInput ? kInputsStandardInput : value;
    auto map = parseDeviceMapText(*text, file);
    if (!map && map.error().code == ErrorCode::InvalidArgument) {
        // The command line was right: it is the file that is no device map.
        Error error = map.error();
        error.code = ErrorCode::Malformed;
        error.file = file;
        return Unexpected{std::move(error)};
    }
    return map;
}

Result<std::string> readImportText(const std::string& value, const CommandContext& context) {
    if (value == "-") {
        return context.readStandardInput();
    }
    std::error_code error;
    const bool isText =
        value.find_first_of(" =|*{[\"'\n") != std::string::npos || looksLikeMapText(value);
    return isText && !std::filesystem::exists(value, error) ? Result<std::string>(value)
                                                            : readTextFile(value);
}

std::shared_ptr<const MachineRates> measuredRates(const CommandContext& context, Telling telling) {
    auto rates = readMachineRates(defaultRatesPath());
    if (!rates) {
        if (telling == Telling::Warning) {
            context.warn(say("warning: %1", rates.error().message));
        }
        return nullptr;
    }
    return *rates ? std::make_shared<const MachineRates>(std::move(**rates)) : nullptr;
}

}  // namespace stowage
