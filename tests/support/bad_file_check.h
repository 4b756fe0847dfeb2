// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage::test {

/// Adds a row for checkBadFile: the file's bytes, the code it must get and a part of the message.
void badFileColumns();
void badFileRow(const char* name, const std::string& bytes, ErrorCode code, const char* mentions);

/// Writes the row's bytes under `path`, opens them and holds the error to the row: its code, one
/// sentence that names the file and what is wrong, exit status 3.
void checkBadFile(const std::string& path);

}  // namespace stowage::test
