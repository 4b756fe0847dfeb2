// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/config_origin.h"

#include "engine/base/random_access_file.h"
#include "engine/model/config_tree.h"
#include "engine/model/model_facts.h"
#include "widgets/models/config_form.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

namespace stowage {
namespace {

constexpr const char* kTieField = "tie_word_embeddings";
constexpr const char* kFileName = "config.json";

std::optional<std::string> readText(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    if (!file || (*file)->size() > kMaxConfigBytes) {
        return {};
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    if (!(*file)->readAt(0, std::as_writable_bytes(std::span(text)))) {
        return {};
    }
    return text;
}

/// The config.json that a path means: itself, or the one in the folder.
std::string configAt(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error)
               ? (std::filesystem::path(path) / kFileName).string()
               : path;
}

}  // namespace

std::shared_ptr<const ConfigOrigin> readConfigOrigin(const std::string& text,
                                                     const std::string& file) {
    auto form = ConfigForm::ofConfig(text, file);
    if (!form) {
        return nullptr;
    }
    auto origin = std::make_shared<ConfigOrigin>();
    origin->file = file;
    origin->text = text;
    origin->family = form->family();
    origin->classes = form->classes();
    origin->ownClass = form->className();
    if (std::ranges::find(form->fields(), kTieField, &ConfigField::name) != form->fields().end()) {
        origin->tieField = kTieField;
        origin->isTieOn = form->isOn(kTieField);
    }
    return origin;
}

std::shared_ptr<const ConfigOrigin> configOriginOf(const Checkpoint& checkpoint) {
    std::string path;
    if (checkpoint.modelFacts != nullptr) {
        path = checkpoint.modelFacts->file;
    } else if (checkpoint.describedTree != nullptr && checkpoint.tensors.empty() &&
               !checkpoint.describedTree->architecture().empty()) {
        path = configAt(checkpoint.path);
    }
    const auto text = path.empty() ? std::nullopt : readText(path);
    return text ? readConfigOrigin(*text, path) : nullptr;
}

std::vector<std::string> classesInstead(const Error& error, const std::string& path) {
    if (error.key != "architectures") {
        return {};
    }
    const std::string file = error.file.empty() ? configAt(path) : error.file;
    const auto text = readText(file);
    const auto origin = text ? readConfigOrigin(*text, file) : nullptr;
    return origin == nullptr ? std::vector<std::string>{} : origin->classes;
}

}  // namespace stowage
