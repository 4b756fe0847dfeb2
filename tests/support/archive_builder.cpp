// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/archive_builder.h"

#include "engine/base/checksums.h"

#include <span>

namespace stowage::test {

std::string littleEndian(std::uint64_t value, unsigned bytes) {
    std::string text;
    for (unsigned i = 0; i < bytes; ++i) {
        text.push_back(static_cast<char>(i < sizeof(value) ? (value >> (8 * i)) & 0xff : 0));
    }
    return text;
}

std::string safetensorsFile(std::string_view header, std::size_t dataBytes) {
    return littleEndian(header.size(), 8) + std::string(header) + std::string(dataBytes, '\0');
}

std::string zipFile(const std::vector<ZipPart>& parts) {
    std::string file;
    std::string directory;
    for (const ZipPart& part : parts) {
        const std::uint32_t crc =
            crc32(0, std::as_bytes(std::span(part.bytes.data(), part.bytes.size())));
        const std::string common = littleEndian(20, 2) + littleEndian(0, 2) +
                                   littleEndian(part.method, 2) + littleEndian(0, 4) +
                                   littleEndian(crc, 4) + littleEndian(part.bytes.size(), 4) +
                                   littleEndian(part.bytes.size(), 4) +
                                   littleEndian(part.name.size(), 2) + littleEndian(0, 2);
        directory += "PK\x01\x02" + littleEndian(20, 2) + common + littleEndian(0, 8) +
                     littleEndian(0, 2) + littleEndian(file.size(), 4) + part.name;
        file += "PK\x03\x04" + common + part.name + part.bytes;
    }
    const std::size_t offset = file.size();
    return file + directory + "PK\x05\x06" + littleEndian(0, 4) + littleEndian(parts.size(), 2) +
           littleEndian(parts.size(), 2) + littleEndian(directory.size(), 4) +
           littleEndian(offset, 4) + littleEndian(0, 2);
}

std::size_t centralEntry(const std::string& zip, std::size_t number) {
    std::size_t at = zip.find("PK\x01\x02");
    for (std::size_t i = 0; i < number; ++i) {
        at = zip.find("PK\x01\x02", at + 4);
    }
    return at;
}

std::string pickleInt(std::int64_t value) {
    return "\x8a\x08" + littleEndian(static_cast<std::uint64_t>(value), 8);
}

std::string pickleText(std::string_view text) {
    return "X" + littleEndian(text.size(), 4) + std::string(text);
}

std::string pickleGlobal(std::string_view module, std::string_view name) {
    return "c" + std::string(module) + "\n" + std::string(name) + "\n";
}

std::string pickleTensor(const TensorPickle& tensor) {
    std::string text =
        pickleGlobal("torch._utils", "_rebuild_tensor_v2") + "((" + pickleText("storage") +
        pickleGlobal(tensor.storageModule, tensor.storageName) + pickleText(tensor.key) +
        pickleText("cpu") + pickleInt(tensor.elements) + "tQ" + pickleInt(tensor.offset) + "(";
    for (const std::int64_t size : tensor.shape) {
        text += pickleInt(size);
    }
    text += "t(";
    for (const std::int64_t stride : tensor.strides) {
        text += pickleInt(stride);
    }
    return text + "t\x89" + pickleGlobal("collections", "OrderedDict") + ")R" + tensor.metadata +
           "tR";
}

std::string pickleDict(std::string_view items) {
    return "\x80\x02}(" + std::string(items) + "u.";
}

std::string torchFile(std::string_view pickle, const std::vector<ZipPart>& more) {
    std::vector<ZipPart> parts = {{"model/data.pkl", std::string(pickle)},
                                  {"model/data/0", std::string(16, '\1')},
                                  {"model/version", "3\n"}};
    parts.insert(parts.end(), more.begin(), more.end());
    return zipFile(parts);
}

std::string tensorFile(const TensorPickle& tensor, const std::vector<ZipPart>& more) {
    return torchFile(pickleDict(pickleText("w") + pickleTensor(tensor)), more);
}

std::string longKeysPickle() {
    constexpr int kLevels = 200;
    constexpr int kDicts = 10'000;
    std::string pickle = "\x80\x02}X" + littleEndian(60'000, 4) + std::string(60'000, 'k') + "q\1";
    for (int i = 1; i < kLevels; ++i) {
        pickle += "}h\1";
    }
    pickle += "](";
    for (int i = 0; i < kDicts; ++i) {
        pickle += "}h\1" + std::string("Ns");
    }
    return pickle + "e" + std::string(kLevels, 's') + ".";
}

}  // namespace stowage::test
