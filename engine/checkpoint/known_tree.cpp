// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/known_tree.h"

#include "engine/base/random_access_file.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/check_keys.h"
#include "engine/checkpoint/config_beside.h"
#include "engine/model/module_tree_json.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::string_view kEnding = ".tree.json";
/// The folder of per-tensor files lies in the model's own.
constexpr std::string_view kPerTensorFolder = "model_parameters";
constexpr std::uint64_t kMaxTreeBytes = std::uint64_t{256} << 20;

Result<std::shared_ptr<const ModuleTree>> readTree(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        return file.unexpected();
    }
    if ((*file)->size() > kMaxTreeBytes) {
        return fail(ErrorCode::LimitExceeded,
                    path + " has " + std::to_string((*file)->size()) +
                        " bytes; of a module tree at most 256 MiB are read.",
                    path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    if (const auto read = (*file)->readAt(0, std::as_writable_bytes(std::span(text))); !read) {
        return read.unexpected();
    }
    return parseModuleTreeJson(text, path);
}

std::vector<std::string> treesInFolder(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    auto entry = std::filesystem::directory_iterator(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        if (std::string path = entry->path().string(); path.ends_with(kEnding)) {
            found.push_back(std::move(path));
        }
    }
    std::ranges::sort(found);
    return found;
}

/// The trees that lie beside what was opened.
std::vector<std::string> treesBeside(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        std::vector<std::string> found = treesInFolder(path);
        const auto folder = std::filesystem::weakly_canonical(path, error);
        return found.empty() && folder.filename() == kPerTensorFolder
                   ? treesInFolder(folder.parent_path().string())
                   : found;
    }
    std::vector<std::string> found;
    for (const std::string& name :
         std::set<std::string>{path, std::filesystem::path(path).replace_extension().string()}) {
        std::string candidate = name + std::string(kEnding);
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
    const std::vector<std::string> beside = treesBeside(checkpoint.path);
    if (beside.empty()) {
        return false;
    }
    if (beside.size() > 1) {
        checkpoint.warnings.push_back(std::to_string(beside.size()) + " module trees lie beside " +
                                      checkpoint.path + " (" + quotedForMessage(beside[0]) + ", " +
                                      quotedForMessage(beside[1]) +
                                      (beside.size() > 2 ? " and more" : "") +
                                      "), so none of them was taken; choose one (--tree on the "
                                      "command line).");
        return false;
    }
    auto tree = readTree(beside.front());
    if (!tree) {
        checkpoint.warnings.push_back("The module tree beside the weights was not taken: " +
                                      tree.error().message);
        return false;
    }
    checkpoint.warnings.push_back(beside.front() +
                                  " lies beside the weights and was taken as their model.");
    attach(checkpoint, std::move(*tree), beside.front());
    return true;
}

}  // namespace

Result<void> attachKnownTree(Checkpoint& checkpoint, const OpenOptions& options) {
    if (checkpoint.describedTree != nullptr) {
        return options.treeFile.empty()
                   ? Result<void>()
                   : fail(ErrorCode::InvalidArgument,
                          checkpoint.path + " is a module tree itself and holds no weights that " +
                              quotedForMessage(options.treeFile) +
                              " could describe; open the weights, or leave that tree out.",
                          checkpoint.path, options.treeFile);
    }
    if (options.treeFile.empty()) {
        // Whoever names a class means the configuration.
        const bool isTaken = options.className.empty() && attachBeside(checkpoint);
        return isTaken ? Result<void>() : attachConfigTree(checkpoint, options);
    }
    if (!options.className.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    quotedForMessage(options.treeFile) +
                        " is a module tree, which names its classes itself; leave " +
                        quotedForMessage(options.className) + " out.",
                    checkpoint.path, options.className);
    }
    auto tree = readTree(options.treeFile);
    if (!tree) {
        return tree.unexpected();
    }
    attach(checkpoint, std::move(*tree), options.treeFile);
    return {};
}

}  // namespace stowage
