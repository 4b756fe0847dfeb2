// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/archive_builder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage::test {

/// One tensor info of a GGUF file; dimensions from the fastest on. 64 elements of Q8_0.
struct GgufTensor {
    std::string name = "w";
    std::vector<std::uint64_t> dimensions = {32, 2};
    std::uint32_t type = 8;
    std::uint64_t offset = 0;
};

/// A GGUF file of one tensor and no key-values unless told otherwise; the counts may lie. There are
/// 68 bytes of data behind it, and 256 for several tensors.
struct GgufFile {
    std::uint32_t version = 3;
    std::vector<std::string> keyValues = {};
    std::vector<GgufTensor> tensors = {GgufTensor{}};
    std::uint64_t alignment = 32;
    std::optional<std::uint64_t> tensorCount = {};
    std::optional<std::uint64_t> keyValueCount = {};
};

std::string ggufText(const std::string& text);
/// A key and the number of its value's type; the value follows.
std::string ggufKey(const std::string& key, std::uint32_t type);
/// An array's type and count; its values follow.
std::string ggufArray(std::uint32_t type, std::uint64_t count);
std::string ggufAlignment(std::uint32_t alignment);
std::string ggufBytes(const GgufFile& file);

}  // namespace stowage::test
