// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace stowage {

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
