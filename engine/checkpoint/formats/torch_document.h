// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/formats/pickle.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace stowage {

/// Where the bytes of one storage lie.
struct StorageBytes {
    std::uint64_t offset = 0;  ///< in the file
    std::uint64_t length = 0;
};

/// A pickle that torch.save wrote, and where its storages lie. The old format and the zip differ in
/// nothing else.
struct TorchDocument {
    const PickleDocument& pickle;  ///< borrowed
    std::shared_ptr<const RandomAccessFile> file;
    /// The error's message is the second half of a sentence ("refers to the record …").
    std::function<Result<StorageBytes>(const PickleStorage&)> findStorage;
};

/// The checkpoint of a document whose root holds named tensors somewhere: the part that `options`
/// names, else the most likely model. `parts`, `prefix` and a warning say which were there. Meta
/// tensors are listed as such; sparse ones are left out, which a warning says. A tensor that was
/// saved alone gets the file's name.
/// Errors: those of findStateDict; Unsupported (only sparse tensors, lazy views), Malformed
/// (bounds, names).
[[nodiscard]] Result<Checkpoint> makeTorchCheckpoint(const TorchDocument& document,
                                                     CheckpointFormat format,
                                                     const OpenOptions& options);

/// The tensor of a document that holds nothing else; it has no name. Errors: Malformed (something
/// else was saved), and as above.
[[nodiscard]] Result<StoredTensor> makeLoneTensor(const TorchDocument& document);

/// One tensor of a document as a place in its file. Errors: Unsupported, Malformed.
[[nodiscard]] Result<StoredTensor> placeTorchTensor(const TorchDocument& document,
                                                    std::string_view name,
                                                    const PickleTensor& tensor);

/// The tensors of a TorchScript archive, named as in the module's state dict: the attributes that
/// lead to them, joined by '.'. An object that is reached twice is listed once, under its first
/// name. A warning says that the code was left alone.
/// Errors: LimitExceeded (nesting, length of names), NoCheckpoint (no tensors), Malformed (a name
/// twice), and those of placeTorchTensor.
[[nodiscard]] Result<Checkpoint> makeScriptCheckpoint(const TorchDocument& document);

}  // namespace stowage
