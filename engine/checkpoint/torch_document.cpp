// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_document.h"

#include "engine/base/checked_math.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/state_dict_finder.h"
#include "engine/checkpoint/tensor_layout.h"

#include <algorithm>
#include <string>
#include <utility>

namespace stowage {
namespace {

/// How many other parts a warning names.
constexpr std::size_t kNamedParts = 4;

Unexpected fault(const TorchDocument& document, ErrorCode code, std::string_view name,
                 const std::string& reason) {
    const std::string& path = document.file->path();
    const std::string which = name.empty() ? "" : quotedForMessage(name) + " ";
    return fail(code, "The tensor " + which + "of " + path + " " + reason + ".", path,
                std::string(name));
}

/// Narrows a storage to the view that an old file means. Nothing where it leaves the storage.
std::optional<StorageBytes> viewOf(const PickleStorage& storage, const StorageBytes& whole) {
    if (!storage.view) {
        return whole;
    }
    const std::uint64_t unit = storage.dtype ? storedBits(*storage.dtype) / 8 : 1;
    const auto offset = checkedMultiply(static_cast<std::uint64_t>(storage.view->offset), unit);
    const auto length = checkedMultiply(static_cast<std::uint64_t>(storage.view->elements), unit);
    if (!offset || !length || *offset > whole.length || *length > whole.length - *offset) {
        return std::nullopt;
    }
    return StorageBytes{whole.offset + *offset, *length};
}

std::string othersText(const FoundStateDict& found) {
    std::string list;
    std::size_t named = 0;
    for (const CheckpointPart& part : found.parts) {
        if (part.prefix != found.prefix && named++ < kNamedParts) {
            list += (list.empty() ? "" : ", ") + quotedForMessage(part.prefix) + " (" +
                    std::to_string(part.tensors) + ")";
        }
    }
    if (named > kNamedParts) {
        list += " and " + std::to_string(named - kNamedParts) + " more";
    }
    return list.empty() ? "" : "; --prefix takes another part: " + list;
}

void warnAbout(const FoundStateDict& found, const OpenOptions& options, Checkpoint& checkpoint) {
    const std::string part =
        found.prefix.empty() ? "its top level" : quotedForMessage(found.prefix);
    // Who named the part knows what was left out.
    if (!options.prefix && (!found.prefix.empty() || found.tensorsElsewhere > 0)) {
        checkpoint.warnings.push_back(
            "Of " + checkpoint.path + " " + part + " was taken, which has " +
            (found.tensorsElsewhere == 0
                 ? "all the tensors (" + std::to_string(found.tensors.size()) + ")."
                 : "the most tensors (" + std::to_string(found.tensors.size()) + "); " +
                       std::to_string(found.tensorsElsewhere) + " tensors elsewhere were left out" +
                       othersText(found) + "."));
    }
    if (found.otherEntries > 0) {
        checkpoint.warnings.push_back(std::to_string(found.otherEntries) + " entries of " + part +
                                      " in " + checkpoint.path +
                                      " are no tensors and were left out.");
    }
}

void warnOfQuantised(Checkpoint& checkpoint) {
    const auto count = std::ranges::count_if(checkpoint.tensors, [](const StoredTensor& tensor) {
        return tensor.dtype == DType::QInt8 || tensor.dtype == DType::QUInt8 ||
               tensor.dtype == DType::QInt32;
    });
    if (count > 0) {
        checkpoint.warnings.push_back(
            "Of " + checkpoint.path + " " + std::to_string(count) +
            (count == 1 ? " tensor is" : " tensors are") +
            " quantised: the integers are read as they are stored, scales and zero points are left "
            "out.");
    }
}

}  // namespace

Result<StoredTensor> placeTorchTensor(const TorchDocument& document, std::string_view name,
                                      const PickleTensor& tensor) {
    if (!isValidUtf8(name) || name.find('\0') != std::string_view::npos) {
        return fault(document, ErrorCode::Malformed, name, "has a NUL or no UTF-8 in its name");
    }
    if (!tensor.unsupported.empty()) {
        return fault(document, ErrorCode::Unsupported, name,
                     tensor.unsupported + ", which Stowage does not read");
    }
    const PickleStorage& storage = document.pickle.storage(tensor.storage);
    const auto whole = document.findStorage(storage);
    if (!whole) {
        return fault(document, whole.error().code, name, whole.error().message);
    }
    const auto bytes = viewOf(storage, *whole);
    if (!bytes) {
        return fault(document, ErrorCode::Malformed, name,
                     "lies in a view that reaches past the end of its storage of " +
                         std::to_string(whole->length) + " bytes");
    }
    const StridedPlace strided{
        tensor.dtype,  storage.dtype, storage.view ? storage.view->elements : storage.elements,
        tensor.offset, tensor.shape,  tensor.strides,
        bytes->length};
    auto layout = layOutTensor(strided);
    if (!layout) {
        return fault(document, ErrorCode::Malformed, name, layout.error().message);
    }
    StoredTensor stored;
    stored.name = std::string(name);
    stored.dtype = tensor.dtype;
    stored.shape = tensor.shape;
    stored.strides = std::move(layout->strides);
    stored.location = {0, bytes->offset + layout->offset, layout->length};
    // A storage is told by where it lies: two keys cannot share a place.
    stored.storageKey = whole->offset + 1;
    return stored;
}

Result<Checkpoint> makeTorchCheckpoint(const TorchDocument& document, CheckpointFormat format,
                                       const OpenOptions& options) {
    auto found = findStateDict(document.pickle, document.file->path(), options.prefix);
    if (!found) {
        return found.unexpected();
    }
    Checkpoint checkpoint;
    checkpoint.path = document.file->path();
    checkpoint.format = format;
    checkpoint.shards = {document.file};
    checkpoint.prefix = found->prefix;
    for (const auto& [name, ref] : found->tensors) {
        auto tensor = placeTorchTensor(document, name,
                                       document.pickle.tensor(document.pickle.node(ref).index));
        if (!tensor) {
            return tensor.unexpected();
        }
        checkpoint.tensors.push_back(std::move(*tensor));
    }
    warnAbout(*found, options, checkpoint);
    warnOfQuantised(checkpoint);
    checkpoint.parts = std::move(found->parts);
    return checkpoint;
}

Result<StoredTensor> makeLoneTensor(const TorchDocument& document) {
    const auto& root = document.pickle.node(document.pickle.root());
    if (root.kind != PickleKind::Tensor) {
        const std::string& path = document.file->path();
        return fail(ErrorCode::Malformed,
                    path + " holds no single tensor, as each file of such a folder must.", path);
    }
    return placeTorchTensor(document, "", document.pickle.tensor(root.index));
}

}  // namespace stowage
