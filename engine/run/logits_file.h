// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/run/forward_report.h"

#include <string>

namespace stowage {

/// Writes logits as a NumPy file (`.npy`, format 1.0, '<f4', [positions × vocabulary]), whole or
/// not at all. Errors: PermissionDenied, FileNotFound, DiskFull, WriteFailed.
[[nodiscard]] Result<void> writeLogitsFile(const Logits& logits, const std::string& path);

/// Reads one, also as numpy.save writes it. The header is held to the file's length before
/// anything is reserved. Errors: FileNotFound, PermissionDenied, NotARegularFile, UnknownFormat (no
/// NumPy file), Unsupported (another dtype, order or number of dimensions), Malformed, Truncated,
/// ReadFailed.
[[nodiscard]] Result<Logits> readLogitsFile(const std::string& path);

}  // namespace stowage
