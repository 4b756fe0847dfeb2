// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/config_beside.h"

#include "engine/base/random_access_file.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/book_config.h"
#include "engine/checkpoint/config_reader.h"
#include "engine/checkpoint/fit_config.h"
#include "engine/model/config_model.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr const char* kConfig = "config.json";
constexpr const char* kBookModel = "the book's GPT of these sizes";
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
    for (const std::filesystem::path& folder : foldersOf(checkpoint)) {
        std::error_code error;
        std::filesystem::path config = folder / kConfig;
        if (std::filesystem::is_regular_file(config, error)) {
            return config.string();
        }
    }
    return std::nullopt;
}

/// "model-00002-of-00003.safetensors", opened by itself.
bool isOneShard(const Checkpoint& checkpoint) {
    if (checkpoint.shards.size() != 1) {
        return false;
    }
    const std::string name =
        std::filesystem::path(checkpoint.shards.front()->path()).filename().string();
    const std::size_t of = name.rfind("-of-");
    const auto isDigitAt = [&name](std::size_t at) {
        return at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0;
    };
    return of != std::string::npos && of > 0 && isDigitAt(of - 1) && isDigitAt(of + 4) &&
           checkpoint.path.ends_with(name);
}

Unexpected noClassHere(const Checkpoint& checkpoint, const std::string& className,
                       const std::string& why) {
    return fail(ErrorCode::InvalidArgument,
                checkpoint.path + " " + why +
                    ", so there is nothing that a class could be chosen for; leave " +
                    quotedForMessage(className) + " out.",
                checkpoint.path, className);
}

void warnNotTaken(Checkpoint& checkpoint, const std::string& file, const std::string& why) {
    checkpoint.warnings.push_back(file + " was not taken for the model's modules, which are told " +
                                  "by the names of the tensors: " + why);
}

/// Why the configuration's tree is not to be the model's; "" if it is.
std::string whyNotTaken(const FittedModel& fitted) {
    if (fitted.agreeing == 0 && fitted.check.proposals.empty()) {
        return "none of the file's keys is one of " + fitted.className + ".";
    }
    // What a file of the book's GPT leaves out and may do without is known better from the file.
    std::vector<std::string> leftOut = fitted.leftOut;
    const auto& missing = fitted.check.missing;
    if (missing.empty() || std::ranges::all_of(missing, [](const auto& name) {
            return name.ends_with(".att.mask");
        })) {
        leftOut.insert(leftOut.end(), missing.begin(), missing.end());
        return leftOut.empty() ? std::string()
                               : "the file lacks " + std::to_string(leftOut.size()) +
                                     " of the tensors that it describes (" + leftOut.front() + ").";
    }
    return {};
}

void take(Checkpoint& checkpoint, FittedModel fitted) {
    checkpoint.tensors = std::move(fitted.tensors);
    checkpoint.describedTree = std::move(fitted.tree);
    checkpoint.keyCheck = std::make_shared<const KeyCheck>(std::move(fitted.check));
    std::ranges::move(fitted.notes, std::back_inserter(checkpoint.warnings));
}

/// Files of the book's GPT that lack parameters show it without a configuration, too. What is
/// complete is told by its names.
void attachIncompleteBook(Checkpoint& checkpoint) {
    const auto text = isOneShard(checkpoint) ? std::nullopt : bookConfigOf(checkpoint.tensors);
    auto model = text ? readConfigModel(*text, kBookModel) : Result<ConfigModel>(Unexpected{});
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

}  // namespace

Result<void> attachConfigTree(Checkpoint& checkpoint, const OpenOptions& options) {
    const bool isClassChosen = !options.className.empty();
    if (!hasNamesOfTheLibrary(checkpoint.format)) {
        return isClassChosen ? noClassHere(checkpoint, options.className,
                                           "does not hold the library's tensors")
                             : Result<void>();
    }
    const auto file = configBeside(checkpoint);
    if (!file && isClassChosen) {
        return noClassHere(checkpoint, options.className, "has no config.json beside its weights");
    }
    if (!file) {
        attachIncompleteBook(checkpoint);
        return {};
    }
    if (isOneShard(checkpoint) && !isClassChosen) {
        warnNotTaken(checkpoint, *file,
                     checkpoint.path + " is one of several shards; open their folder for all.");
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
        if (isClassChosen) {
            return fitted.unexpected();
        }
        warnNotTaken(checkpoint, *file, fitted.error().message);
        return {};
    }
    if (const std::string why = whyNotTaken(*fitted); !why.empty() && !isClassChosen) {
        warnNotTaken(checkpoint, *file, why);
        return {};
    }
    take(checkpoint, std::move(*fitted));
    if (const auto described = describeByConfig(checkpoint, *model, *text); !described) {
        checkpoint.warnings.push_back(described.error().message);
    }
    return {};
}

}  // namespace stowage
