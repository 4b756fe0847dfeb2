// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/archive_builder.h"

#include <string>
#include <vector>

namespace stowage::test {

/// How a zip is written; all of these are legal, and torch has written most of them.
struct ZipStyle {
    /// Sizes and checksums stand behind the data, in the local header are zeros.
    bool hasDescriptors = false;
    /// All sizes and offsets stand in zip64 fields, however small.
    bool isZip64 = false;
    /// Data begin at multiples of this, by an extra field in the local header.
    std::size_t alignment = 1;
    std::string comment{};  ///< behind the end record
};

/// A zip of the parts as they are, in this style.
[[nodiscard]] std::string styledZip(const std::vector<ZipPart>& parts, const ZipStyle& style);

}  // namespace stowage::test
