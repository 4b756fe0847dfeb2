// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gguf_builder.h"

namespace stowage::test {

std::string ggufText(const std::string& text) {
    return littleEndian(text.size(), 8) + text;
}

std::string ggufKey(const std::string& key, std::uint32_t type) {
    return ggufText(key) + littleEndian(type, 4);
}

std::string ggufArray(std::uint32_t type, std::uint64_t count) {
    return littleEndian(type, 4) + littleEndian(count, 8);
}

std::string ggufAlignment(std::uint32_t alignment) {
    return ggufKey("general.alignment", 4) + littleEndian(alignment, 4);
}

std::string ggufBytes(const GgufFile& file) {
    std::string bytes = "GGUF" + littleEndian(file.version, 4) +
                        littleEndian(file.tensorCount.value_or(file.tensors.size()), 8) +
                        littleEndian(file.keyValueCount.value_or(file.keyValues.size()), 8);
    for (const std::string& keyValue : file.keyValues) {
        bytes += keyValue;
    }
    for (const GgufTensor& tensor : file.tensors) {
        bytes += ggufText(tensor.name) + littleEndian(tensor.dimensions.size(), 4);
        for (const std::uint64_t size : tensor.dimensions) {
            bytes += littleEndian(size, 8);
        }
        bytes += littleEndian(tensor.type, 4) + littleEndian(tensor.offset, 8);
    }
    bytes.resize((bytes.size() + file.alignment - 1) / file.alignment * file.alignment);
    return bytes + std::string(file.tensors.size() > 1 ? 256 : 68, '\1');
}

}  // namespace stowage::test
