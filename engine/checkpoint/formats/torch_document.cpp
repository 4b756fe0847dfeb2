// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/torch_document.h"

#include "engine/base/integers.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <limits>

namespace stowage {
namespace {

/// How many other parts a warning names.
constexpr std::size_t kDocumentNamedParts = 4;

Unexpected fault(const TorchDocument& document, ErrorCode code, std::string_view name,
                 const Message& reason) {
    const std::string& path = document.file->path();
    return fail(code,
                name.empty() ? say("The tensor of %1 %2.", path, reason)
                             : say("The tensor %1 of %2 %3.", quotedForMessage(name), path, reason),
                path, std::string(name));
}

/// Narrows a storage to the view that an old file means. Nothing where it leaves the storage.
std::optional<TensorLocation> viewOf(const PickleStorage& storage, const TensorLocation& whole) {
    if (!storage.view) {
        return whole;
    }
    const std::uint64_t unit = storage.dtype ? storedBits(*storage.dtype) / 8 : 1;
    const auto offset = checkedMultiply(static_cast<std::uint64_t>(storage.view->offset), unit);
    const auto length = checkedMultiply(static_cast<std::uint64_t>(storage.view->elements), unit);
    if (!offset || !length || *offset > whole.length || *length > whole.length - *offset) {
        return std::nullopt;
    }
    return TensorLocation{0, whole.offset + *offset, *length};
}

/// The parts that were not taken, a few by name; empty where there are none.
Message othersText(const FoundStateDict& found) {
    std::string list;
    std::size_t named = 0;
    for (const CheckpointPart& part : found.parts) {
        if (part.prefix != found.prefix && named++ < kDocumentNamedParts) {
            list += (list.empty() ? "" : ", ") + quotedForMessage(part.prefix) + " (" +
                    std::to_string(part.tensors) + ")";
        }
    }
    return named > kDocumentNamedParts ? say("%1 and %2 more", list, named - kDocumentNamedParts)
                                       : Message(list);
}

/// Which part was taken, and what lies elsewhere.
Message takenText(const FoundStateDict& found, const std::string& path) {
    const Message part = found.prefix.empty() ? Message(phrase("The top level"))
                                              : Message(quotedForMessage(found.prefix));
    const std::size_t count = found.tensors.size();
    if (found.tensorsElsewhere == 0) {
        return say("%2 of %1 was opened because it contains all the tensors (%3 in total).", path,
                   part, count);
    }
    const std::size_t elsewhere = found.tensorsElsewhere;
    const Message others = othersText(found);
    if (others.empty()) {
        return elsewhere == 1 ? say("%2 of %1 was opened: it contains %3 tensors and is most "
                                    "likely the model. %4 tensor outside this part was ignored.",
                                    path, part, count, elsewhere)
                              : say("%2 of %1 was opened: it contains %3 tensors and is most "
                                    "likely the model. %4 tensors outside this part were ignored.",
                                    path, part, count, elsewhere);
    }
    return elsewhere == 1 ? say("%2 of %1 was opened: it contains %3 tensors and is most likely "
                                "the model. %4 tensor outside this part was ignored. Another part "
                                "can be chosen (--prefix on the command line): %5.",
                                path, part, count, elsewhere, others)
                          : say("%2 of %1 was opened: it contains %3 tensors and is most likely "
                                "the model. %4 tensors outside this part were ignored. Another "
                                "part can be chosen (--prefix on the command line): %5.",
                                path, part, count, elsewhere, others);
}

void warnAbout(const FoundStateDict& found, const OpenOptions& options, Checkpoint& checkpoint) {
    const Message part = found.prefix.empty() ? Message(phrase("the top level"))
                                              : Message(quotedForMessage(found.prefix));
    // Who named the part knows what was left out.
    if (!options.prefix && (!found.prefix.empty() || found.tensorsElsewhere > 0)) {
        checkpoint.warnings.push_back(takenText(found, checkpoint.path));
    }
    if (found.otherEntries > 0) {
        checkpoint.warnings.push_back(
            found.otherEntries == 1
                ? say("%1 entry of %2 in %3 is not a tensor and was ignored.", found.otherEntries,
                      part, checkpoint.path)
                : say("%1 entries of %2 in %3 are not tensors and were ignored.",
                      found.otherEntries, part, checkpoint.path));
    }
}

void warnOfQuantised(Checkpoint& checkpoint) {
    const auto count = std::ranges::count_if(checkpoint.tensors, [](const StoredTensor& tensor) {
        return tensor.dtype == DType::QInt8 || tensor.dtype == DType::QUInt8 ||
               tensor.dtype == DType::QInt32;
    });
    if (count > 0) {
        checkpoint.warnings.push_back(
            count == 1 ? say("%2 tensor of %1 is quantised: its integers are read as stored; "
                             "scales and zero points are ignored.",
                             checkpoint.path, count)
                       : say("%2 tensors of %1 are quantised: their integers are read as stored; "
                             "scales and zero points are ignored.",
                             checkpoint.path, count));
    }
}

class ScriptWalker {
public:
    explicit ScriptWalker(const TorchDocument& document)
        : m_document(document),
          m_pickle(document.pickle),
          m_path(document.file->path()),
          m_isVisited(document.pickle.size(), false) {}

    Result<Checkpoint> read() {
        m_checkpoint.path = m_path;
        m_checkpoint.format = CheckpointFormat::TorchScript;
        m_checkpoint.shards = {m_document.file};
        STOWAGE_TRY(visit(m_pickle.root(), "", 0));
        if (m_checkpoint.tensors.empty()) {
            return fail(ErrorCode::NoCheckpoint,
                        say("%1 is a TorchScript archive, but it contains no tensors.", m_path),
                        m_path);
        }
        m_checkpoint.warnings.push_back(
            say("%1 is a TorchScript archive: its tensors are read; its code and constants are "
                "ignored.",
                m_path));
        return std::move(m_checkpoint);
    }

private:
    Result<void> visit(PickleRef ref, const std::string& name, unsigned depth) {
        constexpr unsigned kMaxDepth = 256;
        const auto& node = m_pickle.node(ref);
        if (node.kind == PickleKind::Tensor) {
            return addTensor(name, m_pickle.tensor(node.index));
        }
        const bool isDict = node.kind == PickleKind::Dict;
        const bool isList = node.kind == PickleKind::List || node.kind == PickleKind::Tuple;
        if ((!isDict && !isList) || m_isVisited[ref]) {
            return {};
        }
        if (depth > kMaxDepth) {
            return fail(ErrorCode::LimitExceeded,
                        say("The contents of %1 are nested deeper than 256 levels.", m_path),
                        m_path);
        }
        m_isVisited[ref] = true;
        const auto members = m_pickle.members(ref);
        for (std::size_t i = 0; i < members.size(); i += isDict ? 2 : 1) {
            const PickleRef value = members[isDict ? i + 1 : i];
            const std::string key = isDict ? keyText(members[i]) : std::to_string(i);
            auto child = childName(name, key);
            STOWAGE_TRY(child);
            STOWAGE_TRY(visit(value, *child, depth + 1));
        }
        return {};
    }

    std::string keyText(PickleRef key) const {
        const auto& node = m_pickle.node(key);
        return node.kind == PickleKind::Int ? std::to_string(node.integer)
                                            : std::string(node.text());
    }

    Result<std::string> childName(const std::string& name, const std::string& key) const {
        constexpr std::size_t kMaxNameBytes = 4096;
        if (name.size() + key.size() >= kMaxNameBytes) {
            return fail(ErrorCode::LimitExceeded,
                        say("%1 has an attribute whose name is longer than 4096 bytes: %2.", m_path,
                            quotedForMessage(name + key)),
                        m_path);
        }
        return name.empty() ? key : name + "." + key;
    }

    Result<void> addTensor(const std::string& name, const PickleTensor& tensor) {
        // The names of a million tensors of a real model take far less.
        constexpr std::size_t kMaxNamesBytes = std::size_t{64} << 20;
        m_namesBytes += name.size();
        if (m_namesBytes > kMaxNamesBytes) {
            return fail(ErrorCode::LimitExceeded,
                        say("%1 has tensors whose names exceed 64 MiB in total.", m_path), m_path);
        }
        if (!m_names.insert(name)) {
            return fail(ErrorCode::Malformed,
                        say("The tensor %1 occurs twice in %2.", quotedForMessage(name), m_path),
                        m_path, name);
        }
        auto stored = placeTorchTensor(m_document, name, tensor);
        STOWAGE_TRY(stored);
        m_checkpoint.tensors.push_back(std::move(*stored));
        return {};
    }

    const TorchDocument& m_document;
    const PickleDocument& m_pickle;
    std::string m_path;
    std::vector<bool> m_isVisited;
    SeenNames m_names;
    std::size_t m_namesBytes = 0;
    Checkpoint m_checkpoint;
};

}  // namespace

namespace {

/// A shape and a dtype, and no bytes.
Result<StoredTensor> metaTensor(const TorchDocument& document, std::string_view name,
                                const PickleTensor& tensor) {
    if (!checkedByteSize(tensor.dtype, tensor.shape)) {
        return fault(document, ErrorCode::Malformed, name,
                     phrase("has a shape whose size in bytes does not fit in a 64-bit number"));
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
    for (std::size_t i = 0; i < std::min(names.size(), kDocumentNamedParts); ++i) {
        list += (i == 0 ? "" : ", ") + quotedForMessage(names[i]);
    }
    const Message all = names.size() > kDocumentNamedParts
                            ? say("%1 and %2 more", list, names.size() - kDocumentNamedParts)
                            : Message(list);
    checkpoint.warnings.push_back(
        names.size() == 1 ? say("The sparse tensor %2 of %1 was ignored: only dense tensors are "
                                "read; save the result of .to_dense() instead.",
                                checkpoint.path, all)
                          : say("The sparse tensors %2 of %1 were ignored: only dense tensors are "
                                "read; save the results of .to_dense() instead.",
                                checkpoint.path, all));
}

void warnOfMeta(Checkpoint& checkpoint) {
    const auto count = std::ranges::count_if(checkpoint.tensors, &StoredTensor::isMeta);
    if (count > 0) {
        checkpoint.warnings.push_back(
            count == 1 ? say("%2 tensor of %1 was saved on the meta device, without weights: it "
                             "can be planned by its shape, but it cannot be loaded.",
                             checkpoint.path, count)
                       : say("%2 tensors of %1 were saved on the meta device, without weights: "
                             "they can be planned by their shapes, but they cannot be loaded.",
                             checkpoint.path, count));
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
        return fault(document, ErrorCode::Malformed, name,
                     phrase("has a name with a NUL byte or with invalid UTF-8"));
    }
    switch (tensor.kind) {
        case PickleTensorKind::Meta:
            return metaTensor(document, name, tensor);
        case PickleTensorKind::Sparse:
            return fault(document, ErrorCode::Unsupported, name,
                         phrase("is sparse, but only dense tensors are read; save the result of "
                                "its .to_dense()"));
        case PickleTensorKind::Lazy:
            return fault(document, ErrorCode::Unsupported, name,
                         phrase("is a view with a pending conjugation or negation; save the result "
                                "of its .resolve_conj().resolve_neg()"));
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
        return fault(
            document, ErrorCode::Malformed, name,
            say("is a view that extends past the end of its storage of %1 bytes", whole->length));
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
                     phrase("stores pairs of 4-bit numbers and is a view or a scalar; save the "
                            "result of its .contiguous()"));
    }
    stored.location = {0, bytes->offset + layout->offset, layout->length};
    // A storage is told by where it lies: two keys cannot share a place.
    stored.storageKey = whole->offset + 1;
    return stored;
}

Result<Checkpoint> makeTorchCheckpoint(const TorchDocument& document, CheckpointFormat format,
                                       const OpenOptions& options) {
    auto found = findStateDict(document.pickle, document.file->path(), options.prefix);
    STOWAGE_TRY(found);
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
        STOWAGE_TRY(tensor);
        checkpoint.tensors.push_back(std::move(*tensor));
    }
    if (checkpoint.tensors.empty()) {
        return fault(document, ErrorCode::Unsupported, found->tensors.front().first,
                     phrase("is sparse, like all tensors of the file; only dense tensors are read, "
                            "so save the results of .to_dense()"));
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
                    say("%1 must contain exactly one tensor, because its folder stores one tensor "
                        "per file.",
                        path),
                    path);
    }
    return placeTorchTensor(document, "", document.pickle.tensor(root.index));
}

Result<Checkpoint> makeScriptCheckpoint(const TorchDocument& document) {
    return ScriptWalker(document).read();
}

}  // namespace stowage
