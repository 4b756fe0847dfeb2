// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <string_view>

namespace stowage::fuzz {

/// Prints the rule and aborts where it does not hold: for the fuzzer that is a finding.
void require(bool holds, std::string_view rule);

/// An error of a parser: one sentence in printable UTF-8 of at most 4 KiB that ends in a full
/// stop, a key that is cut, and a code that a file or a text can be the reason of.
void checkError(const Error& error);

/// A whole tensor, once placed: inside its file, its length that of shape and dtype (or, with
/// strides, that of the elements they reach), its name printable in a tree. Small ones are read
/// and gathered.
void checkTensor(const Checkpoint& checkpoint, const StoredTensor& tensor);

/// All of checkTensor; no name twice; warnings are sentences; the module tree has each tensor, and
/// what is written of it as `.tree.json` reads back as the same tree.
void checkCheckpoint(const Checkpoint& checkpoint);

/// `tree` written as `.tree.json` and read back has the same modules and tensors.
void checkTreeRoundTrip(const ModuleTree& tree);

/// checkCheckpoint or checkError.
void checkResult(const Result<Checkpoint>& result);
/// The same of a file with one tensor, which lies in `file`.
void checkResult(const Result<StoredTensor>& result,
                 const std::shared_ptr<const RandomAccessFile>& file);

}  // namespace stowage::fuzz
