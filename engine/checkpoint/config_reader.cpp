// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/config_reader.h"

#include "engine/base/utf8.h"
#include "engine/checkpoint/checkpoint_folder.h"
#include "engine/checkpoint/declared_quantization.h"
#include "engine/checkpoint/described_checkpoint.h"
#include "engine/checkpoint/json_kind.h"

#include <filesystem>
#include <span>
#include <utility>

namespace stowage {
namespace {

Unexpected noConfig(const std::string& path, const ConfigTreeOptions& options) {
    return fail(ErrorCode::InvalidArgument,
                path +
                    " is no config.json without weights, and only for one of these a class can "
                    "be chosen; leave " +
                    quotedForMessage(options.className) + " out.",
                path, options.className);
}

/// Whether a file is a model's configuration: by its name's ending first, because weights are not
/// to be read as text.
Result<bool> holdsConfig(const RandomAccessFile& file) {
    if (!file.path().ends_with(".json") || file.size() > kMaxConfigBytes) {
        return false;
    }
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    if (const auto read = file.readAt(0, std::as_writable_bytes(std::span(text))); !read) {
        return read.unexpected();
    }
    const auto kind = probeJson(text, file.path());
    return kind && *kind == JsonKind::ModelConfig;
}

}  // namespace

Result<Checkpoint> readConfig(const RandomAccessFile& file, const ConfigTreeOptions& options) {
    if (file.size() > kMaxConfigBytes) {
        return fail(ErrorCode::LimitExceeded,
                    file.path() + " has " + std::to_string(file.size()) +
                        " bytes; of a model's configuration at most 4 MiB are read.",
                    file.path());
    }
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    if (const auto read = file.readAt(0, std::as_writable_bytes(std::span(text))); !read) {
        return read.unexpected();
    }
    return configCheckpoint(text, file.path(), options);
}

Result<Checkpoint> configCheckpoint(std::string_view text, const std::string& path,
                                    const ConfigTreeOptions& options) {
    auto tree = treeFromConfig(text, path, options);
    if (!tree) {
        return tree.unexpected();
    }
    Checkpoint checkpoint = describedCheckpoint(path, std::move(*tree));
    if (const auto declared = attachDeclaredQuantization(checkpoint, text, path); !declared) {
        return declared.unexpected();
    }
    return checkpoint;
}

Result<std::shared_ptr<const Checkpoint>> openConfig(const std::string& path,
                                                     const ConfigTreeOptions& options) {
    std::string name = path;
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        auto found = findCheckpointInFolder(path);
        if (!found) {
            return found.unexpected();
        }
        name = std::move(found->path);
    }
    if (std::filesystem::is_directory(name, error)) {
        return noConfig(path, options);
    }
    const auto file = RandomAccessFile::open(name);
    if (!file) {
        return file.unexpected();
    }
    const auto isConfig = holdsConfig(**file);
    if (!isConfig) {
        return isConfig.unexpected();
    }
    if (!*isConfig) {
        return noConfig(path, options);
    }
    auto checkpoint = readConfig(**file, options);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    checkpoint->path = path;
    return std::make_shared<const Checkpoint>(std::move(*checkpoint));
}

}  // namespace stowage
