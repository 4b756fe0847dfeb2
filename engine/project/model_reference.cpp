// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/model_reference.h"

#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open/open_checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

/// An index of ten million tensors; what is beyond is no JSON of a model.
constexpr std::uint64_t kMostJsonBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMostNamedFiles = 3;

std::string absolutePath(const std::string& path) {
    std::error_code failure;
    const fs::path absolute = fs::absolute(path, failure);
    return failure ? path : absolute.lexically_normal().string();
}

/// The folder that names are told from: what was opened, where that is one, else the one around it.
std::string modelFolder(const Checkpoint& checkpoint) {
    std::error_code failure;
    return absolutePath(fs::is_directory(checkpoint.path, failure) ? checkpoint.path
                                                                   : folderOf(checkpoint.path));
}

std::string nameIn(const std::string& folder, const std::string& path) {
    const std::string name =
        fs::path(absolutePath(path)).lexically_relative(folder).generic_string();
    return name.empty() ? path : name;
}

void add(Sha256& digest, std::string_view text) {
    digest.add(std::as_bytes(std::span(text)));
}

/// Whole numbers and texts behind each other, each with an end that no other can look like.
void describe(const StoredTensor& tensor, std::string& text) {
    text += std::to_string(tensor.name.size()) + ':' + tensor.name + ' ';
    text += dtypeName(tensor.dtype);
    for (const auto* const numbers : {&tensor.shape, &tensor.strides}) {
        text += " [" + joinedText(*numbers, ",") + "]";
    }
    if (tensor.firstElement != 0) {
        text += " from " + std::to_string(tensor.firstElement);
    }
    text += ' ' + std::to_string(tensor.location.offset) + '+' +
            std::to_string(tensor.location.length) + (tensor.isMeta ? " meta\n" : "\n");
}

/// The files that hold tensors, each with a digest over what it says of them, sorted by name.
std::vector<ReferencedFile> weightFiles(const Checkpoint& checkpoint, const std::string& folder) {
    std::vector<const StoredTensor*> tensors;
    tensors.reserve(checkpoint.tensors.size());
    for (const StoredTensor& tensor : checkpoint.tensors) {
        tensors.push_back(&tensor);
    }
    std::ranges::sort(tensors, {}, [](const StoredTensor* tensor) {
        return std::tie(tensor->location.shard, tensor->name);
    });
    std::vector<ReferencedFile> files;
    auto next = tensors.begin();
    for (std::uint32_t shard = 0; shard < checkpoint.shards.size(); ++shard) {
        std::string text;
        for (; next != tensors.end() && (*next)->location.shard == shard; ++next) {
            describe(**next, text);
        }
        Sha256 digest;
        add(digest, text);
        const RandomAccessFile& file = *checkpoint.shards[shard];
        files.push_back({nameIn(folder, file.path()), file.size(), digest.hex()});
    }
    return files;
}

/// A JSON file of the model with the digest of its bytes.
Result<ReferencedFile> jsonFile(const std::string& path, const std::string& folder) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMostJsonBytes) {
        return fail(
            ErrorCode::LimitExceeded,
            say("%1 has a size of %2, which is too large for a file that describes a model.", path,
                formatSize((*file)->size())),
            path);
    }
    Sha256 digest;
    std::string part(std::size_t{1} << 20, '\0');
    for (std::uint64_t at = 0; at < (*file)->size(); at += part.size()) {
        part.resize(std::min<std::uint64_t>(part.size(), (*file)->size() - at));
        STOWAGE_TRY((*file)->readAt(at, std::as_writable_bytes(std::span(part))));
        add(digest, part);
    }
    return ReferencedFile{nameIn(folder, path), (*file)->size(), digest.hex()};
}

/// What was opened itself where it is no weights file, the config.json beside the weights, and what
/// the tree was taken from.
Result<void> addJsonFiles(const Checkpoint& checkpoint, const std::string& folder,
                          std::vector<ReferencedFile>& files) {
    const std::string beside =
        checkpoint.shards.empty() ? folder : folderOf(checkpoint.shards.front()->path());
    const std::string tree =
        checkpoint.keyCheck
            ? companionPlace(checkpoint.path, Companion::TreeFile, checkpoint.keyCheck->treeFile)
            : std::string();
    std::vector<std::string> paths{checkpoint.path, beside + "/config.json", tree};
    if (checkpoint.pipeline != nullptr) {
        for (const PipelineComponent& component : checkpoint.pipeline->components) {
            paths.push_back(folderOf(component.file) + "/config.json");
        }
    }
    if (checkpoint.adapters != nullptr) {
        for (const Adapter& adapter : *checkpoint.adapters) {
            paths.push_back(companionPlace(checkpoint.path, Companion::Adapter, adapter.path) +
                            "/adapter_config.json");
        }
    }
    if (checkpoint.tenants != nullptr) {
        for (const NamedCheckpoint& tenant : *checkpoint.tenants) {
            paths.push_back(
                companionPlace(checkpoint.path, Companion::Tenant, tenant.checkpoint->path));
            paths.push_back((tenant.checkpoint->shards.empty()
                                 ? tenant.checkpoint->path
                                 : folderOf(tenant.checkpoint->shards.front()->path())) +
                            "/config.json");
        }
    }
    for (const std::string& path : paths) {
        std::error_code failure;
        const bool isKnown =
            std::ranges::find(files, nameIn(folder, path), &ReferencedFile::name) != files.end();
        if (isKnown || !fs::is_regular_file(path, failure)) {
            continue;
        }
        auto file = jsonFile(path, folder);
        STOWAGE_TRY(file);
        files.push_back(*std::move(file));
    }
    return {};
}

std::string digestOf(const std::vector<ReferencedFile>& files) {
    Sha256 digest;
    for (const ReferencedFile& file : files) {
        add(digest, std::to_string(file.name.size()) + ':' + file.name + ' ' +
                        std::to_string(file.bytes) + ' ' + file.digest + '\n');
    }
    return digest.hex();
}

/// What differs, the first few files named: "a.safetensors is gone, b.safetensors has other
/// tensors".
Message differences(const std::vector<ReferencedFile>& saved,
                    const std::vector<ReferencedFile>& present) {
    std::vector<Message> found;
    for (const ReferencedFile& file : saved) {
        const auto now = std::ranges::find(present, file.name, &ReferencedFile::name);
        const std::string name = quotedForMessage(file.name);
        if (now == present.end()) {
            found.push_back(say("%1 is gone", name));
        } else if (now->digest != file.digest) {
            found.push_back(file.name.ends_with(".json")
                                ? say("the contents of %1 have changed", name)
                                : say("the tensors of %1 have changed", name));
        } else if (now->bytes != file.bytes) {
            found.push_back(say("%1 has a size of %2 instead of %3", name, formatSize(now->bytes),
                                formatSize(file.bytes)));
        }
    }
    for (const ReferencedFile& file : present) {
        if (std::ranges::find(saved, file.name, &ReferencedFile::name) == saved.end()) {
            found.push_back(say("%1 is new", quotedForMessage(file.name)));
        }
    }
    if (found.size() <= kMostNamedFiles) {
        return joined(std::move(found), ", ");
    }
    const std::size_t others = found.size() - kMostNamedFiles;
    found.resize(kMostNamedFiles);
    return say("%1 and %2 more", joined(std::move(found), ", "), others);
}

Message missingText(const ModelReference& reference) {
    return reference.isElsewhere()
               ? say("The model of the project is %1 on the machine %2, but the headers of the "
                     "model are not on this machine. Open the project in Stowage's window, which "
                     "can read the headers again.",
                     quotedForMessage(reference.elsewhere.path, 400),
                     quotedForMessage(reference.elsewhere.machine))
               : say("The model was not found at %1 or under the same name next to the project. "
                     "Specify the current location of the model.",
                     quotedForMessage(reference.path, 400));
}

}  // namespace

Result<ModelReference> referenceOf(const Checkpoint& checkpoint) {
    std::error_code failure;
    if (!fs::exists(checkpoint.path, failure)) {
        return fail(ErrorCode::FileNotFound,
                    say("The model comes from %1, which is not a file that a project can refer to; "
                        "save the model to a file first.",
                        checkpoint.path),
                    checkpoint.path);
    }
    const std::string folder = modelFolder(checkpoint);
    ModelReference reference{
        absolutePath(checkpoint.path), {}, {}, weightFiles(checkpoint, folder), {}};
    if (checkpoint.elsewhere && !checkpoint.elsewhere->machine.empty()) {
        reference.elsewhere = *checkpoint.elsewhere;
    }
    STOWAGE_TRY(addJsonFiles(checkpoint, folder, reference.files));
    std::ranges::sort(reference.files, {}, &ReferencedFile::name);
    reference.digest = digestOf(reference.files);
    return reference;
}

ModelReference typedReference(const std::string& name, const std::string& config) {
    Sha256 digest;
    add(digest, config);
    ModelReference reference{name, {}, {}, {{"config.json", config.size(), digest.hex()}}, config};
    reference.digest = digestOf(reference.files);
    return reference;
}

Result<ModelCheck> checkModel(const ModelReference& reference, const Checkpoint& checkpoint) {
    const auto present = referenceOf(checkpoint);
    STOWAGE_TRY(present);
    if (present->digest == reference.digest) {
        return ModelCheck{};
    }
    const Message what = differences(reference.files, present->files);
    return ModelCheck{ModelCheck::State::Changed,
                      say("The model is not the one that the project was saved with: %1.",
                          what.empty() ? say("the digest of the model has changed") : what)};
}

std::vector<std::string> findModel(const ModelReference& reference,
                                   const std::string& projectFolder) {
    std::vector<std::string> found;
    if (!reference.config.empty()) {
        return found;
    }
    const std::string name = fs::path(reference.path).filename().string();
    std::vector<std::string> places{reference.path};
    for (const std::string& relative : {reference.relativePath, name}) {
        if (!relative.empty()) {
            places.push_back(absolutePath(projectFolder + "/" + relative));
        }
    }
    for (const std::string& place : places) {
        std::error_code failure;
        const bool isNew = std::ranges::find(found, place) == found.end();
        if (isNew && !place.empty() && fs::exists(place, failure)) {
            found.push_back(place);
        }
    }
    return found;
}

Result<ReferencedModel> openReferencedModel(const ModelReference& reference,
                                            const OpenOptions& options,
                                            const std::string& projectFolder,
                                            const std::stop_token& stop,
                                            const ProgressSink& progress) {
    if (!reference.config.empty()) {
        auto typed =
            configCheckpoint(reference.config, reference.path, {.className = options.className});
        STOWAGE_TRY(typed);
        auto opened =
            openBeside(std::make_shared<const Checkpoint>(*std::move(typed)), options, stop);
        STOWAGE_TRY(opened);
        return ReferencedModel{*std::move(opened), {}, {}};
    }
    std::optional<ReferencedModel> changed;
    std::optional<Error> failure;
    for (const std::string& place : findModel(reference, projectFolder)) {
        auto opened = openCheckpoint(place, options, stop, progress);
        if (reference.isElsewhere() && opened && (*opened)->elsewhere == nullptr) {
            continue;
        }
        auto check = opened ? checkModel(reference, **opened) : opened.unexpected();
        if (!check) {
            failure = failure.value_or(check.error());
            if (check.error().code == ErrorCode::Cancelled) {
                break;
            }
            continue;
        }
        ReferencedModel model{*std::move(opened), *std::move(check), {}};
        if (place != reference.path) {
            model.found = say("The model is now at %1, no longer at %2.", place, reference.path);
        }
        if (model.check.state == ModelCheck::State::Same) {
            return model;
        }
        changed = changed ? std::move(changed) : std::optional(std::move(model));
    }
    if (changed) {
        return *std::move(changed);
    }
    if (failure && (!reference.isElsewhere() || failure->code == ErrorCode::Cancelled)) {
        return Unexpected{*std::move(failure)};
    }
    return ReferencedModel{nullptr, {ModelCheck::State::Missing, missingText(reference)}, {}};
}

}  // namespace stowage
