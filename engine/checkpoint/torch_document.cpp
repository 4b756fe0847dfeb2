// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_document.h"

#include "engine/base/checked_math.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/state_dict_finder.h"
#include "engine/checkpoint/tensor_layout.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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
    return list.empty() ? ""
                        : "; another part can be chosen (--prefix on the command line): " + list;
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
                 : std::to_string(found.tensors.size()) +
                       " tensors and most likely is the model; " +
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

namespace {

/// A shape and a dtype, and no bytes.
Result<StoredTensor> metaTensor(const TorchDocument& document, std::string_view name,
                                const PickleTensor& tensor) {
    if (!checkedByteSize(tensor.dtype, tensor.shape)) {
        return fault(document, ErrorCode::Malformed, name,
                     "has a shape whose size exceeds 64 bits");
    }
    StoredTensor stored;
    stored.name = std::string(name);
    stored.dtype = tensor.dtype;
    stored.shape = tensor.shape;
    stored.isMeta = true;
    return stored;
}

/// torch counts the bytes of float4_e2m1fn_x2, safetensors and we the numbers: two in each.
bool splitPairs(StoredTensor& stored) {
    if (stored.shape.empty() || !stored.strides.empty() ||
        stored.shape.back() > std::numeric_limits<std::int64_t>::max() / 2) {
        return false;
    }
    stored.shape.back() *= 2;
    return true;
}

void warnOfSparse(const std::vector<std::string_view>& names, Checkpoint& checkpoint) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kNamedParts); ++i) {
        list += (i == 0 ? "" : ", ") + quotedForMessage(names[i]);
    }
    if (names.size() > kNamedParts) {
        list += " and " + std::to_string(names.size() - kNamedParts) + " more";
    }
    checkpoint.warnings.push_back(
        "Of " + checkpoint.path + " the sparse tensor" + (names.size() == 1 ? " " : "s ") + list +
        (names.size() == 1 ? " was" : " were") +
        " left out: only dense tensors are read, so save .to_dense() instead.");
}

void warnOfMeta(Checkpoint& checkpoint) {
    const auto count = std::ranges::count_if(checkpoint.tensors, &StoredTensor::isMeta);
    if (count > 0) {
        checkpoint.warnings.push_back(
            "Of " + checkpoint.path + " " + std::to_string(count) +
            (count == 1 ? " tensor was" : " tensors were") +
            " saved on the meta device, without weights: a plan can be made of their shapes, but "
            "they cannot be loaded.");
    }
}

/// A tensor that was saved alone is named as its file, as that of a .npy is.
std::string nameOfFile(const std::string& path) {
    const std::string file = path.substr(path.rfind('/') + 1);
    const std::size_t dot = file.rfind('.');
    return dot == std::string::npos || dot == 0 ? file : file.substr(0, dot);
}

}  // namespace

Result<StoredTensor> placeTorchTensor(const TorchDocument& document, std::string_view name,
                                      const PickleTensor& tensor) {
    if (!isValidUtf8(name) || name.find('\0') != std::string_view::npos) {
        return fault(document, ErrorCode::Malformed, name, "has a NUL or no UTF-8 in its name");
    }
    switch (tensor.kind) {
        case PickleTensorKind::Meta:
            return metaTensor(document, name, tensor);
        case PickleTensorKind::Sparse:
            return fault(document, ErrorCode::Unsupported, name,
                         "is sparse, and only dense tensors are read; save its .to_dense()");
        case PickleTensorKind::Lazy:
            return fault(document, ErrorCode::Unsupported, name,
                         "is a view still to be conjugated or negated; save its "
                         ".resolve_conj().resolve_neg()");
        case PickleTensorKind::Dense:
            break;
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
    const bool arePairs = tensor.dtype == DType::Float4E2M1;
    const StridedPlace strided{arePairs ? DType::UInt8 : tensor.dtype,
                               storage.dtype,
                               storage.view ? storage.view->elements : storage.elements,
                               tensor.offset,
                               tensor.shape,
                               tensor.strides,
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
    if (arePairs && !splitPairs(stored)) {
        return fault(document, ErrorCode::Unsupported, name,
                     "is a view or a scalar of pairs of 4-bit numbers; save its .contiguous()");
    }
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
    if (found->isLone) {
        found->tensors.front().first = nameOfFile(checkpoint.path);
    }
    std::vector<std::string_view> sparse;
    for (const auto& [name, ref] : found->tensors) {
        const PickleTensor& pickled = document.pickle.tensor(document.pickle.node(ref).index);
        if (pickled.kind == PickleTensorKind::Sparse && found->tensors.size() > 1) {
            sparse.push_back(name);
            continue;
        }
        auto tensor = placeTorchTensor(document, name, pickled);
        if (!tensor) {
            return tensor.unexpected();
        }
        checkpoint.tensors.push_back(std::move(*tensor));
    }
    if (checkpoint.tensors.empty()) {
        return fault(document, ErrorCode::Unsupported, found->tensors.front().first,
                     "is sparse like all the others, and only dense tensors are read; save "
                     ".to_dense()");
    }
    warnAbout(*found, options, checkpoint);
    if (!sparse.empty()) {
        warnOfSparse(sparse, checkpoint);
    }
    warnOfMeta(checkpoint);
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
