// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage {

/// The system's own words for an errno value, in English: "No space left on device".
[[nodiscard]] std::string systemErrorText(int errorNumber);

/// The failure of opening `path` for reading, as FileNotFound, PermissionDenied or ReadFailed.
[[nodiscard]] Unexpected openFailure(const std::string& path, int errorNumber);

/// The failure of creating or writing `path`, as PermissionDenied, DiskFull (also for an
/// exhausted quota), FileNotFound (its folder is missing) or WriteFailed.
[[nodiscard]] Unexpected writeFailure(const std::string& path, int errorNumber);

}  // namespace stowage
