// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/fuzz_target.h"

#include <string>

namespace stowage::fuzz {

/// Makes the files that an input describes, in one folder in memory (/dev/shm where there is one)
/// that the next call empties and the end of the process removes, and returns its path. An input
/// is any number of
///
///     === NAME
///     the file's bytes, up to the newline before the next such line
///     === NAME -> TARGET
///
/// of which the second is a symbolic link with a relative target. Names that are no plain file
/// names are passed over, so are files beyond the sixteenth. Not for several threads.
[[nodiscard]] std::string folderFrom(Input input);

}  // namespace stowage::fuzz
