// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace stowage {

/// Reads what torch.save has written since 1.6: a zip of `data.pkl` and one record a storage.
/// The tensors of the state dict become places in the file; views and expanded tensors keep their
/// strides, names that share a storage its key. Of a nested checkpoint ({"model": …, "epoch": 3})
/// the dict that most likely is the model is taken, or the one that `options` names; `prefix` and a
/// warning say which. A TorchScript archive gives its objects' tensors; its code is not even read.
/// Errors: those of ZipDirectory and runPickle; UnknownFormat (a zip of something else),
/// Unsupported (big endian, only sparse tensors), NoCheckpoint (no tensors in it),
/// InvalidArgument (no such prefix), Malformed (missing records, bounds).
[[nodiscard]] Result<Checkpoint> readTorchArchive(
    const std::shared_ptr<const RandomAccessFile>& file, const OpenOptions& options,
    const std::stop_token& stop);

/// Reads a file that torch.save wrote of one tensor or parameter, not of a dict. The tensor has no
/// name. Errors: as above; Malformed also where something else was saved.
[[nodiscard]] Result<StoredTensor> readLoneTensor(
    const std::shared_ptr<const RandomAccessFile>& file, const std::stop_token& stop);

/// Whether a file's first bytes are those of torch.save before 1.6.
[[nodiscard]] bool isLegacyTorchFile(std::string_view head);

/// Reads what torch.save wrote before 1.6, and still writes for
/// `_use_new_zipfile_serialization=False`: pickles of a magic number, the protocol 1001, the
/// system's word sizes, the object and the list of its storages' keys; then an int64 count of
/// elements and the bytes of each storage. Format: `torch/serialization.py`, `_legacy_save`.
/// Errors: those of runPickle and makeTorchCheckpoint; Truncated, Unsupported (another protocol,
/// big endian), Malformed (keys, counts), LimitExceeded.
[[nodiscard]] Result<Checkpoint> readLegacyTorchFile(
    const std::shared_ptr<const RandomAccessFile>& file, const OpenOptions& options,
    const std::stop_token& stop);

/// The same for a file of one tensor, which has no name.
[[nodiscard]] Result<StoredTensor> readLoneLegacyTensor(
    const std::shared_ptr<const RandomAccessFile>& file, const std::stop_token& stop);

}  // namespace stowage
