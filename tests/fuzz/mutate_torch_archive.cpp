// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's mutations of a zip file, made within one of its records: offsets and sizes are set
// right again, so that what is in the records gets its share.
#include "engine/checkpoint/formats/torch_document.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/mutation.h"
#include "tests/support/archive_builder.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

using stowage::test::ZipPart;

/// Names, or the bytes of one record; the pickle is what most readers read.
void mutatePart(std::vector<ZipPart>& parts, std::size_t most, unsigned seed) {
    constexpr unsigned kNameShare = 16;
    const auto pickle = std::ranges::find_if(
        parts, [](const ZipPart& part) { return part.name.ends_with("data.pkl"); });
    const bool takesPickle = pickle != parts.end() && seed % 4 != 0;
    ZipPart& part = takesPickle ? *pickle : parts[seed / 4 % parts.size()];
    std::string& text = seed / 4 % kNameShare == 0 ? part.name : part.bytes;
    text = stowage::fuzz::mutated(text, most);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    constexpr unsigned kPlainShare = 4;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto file = stowage::fuzz::memoryFile(std::as_bytes(std::span(text)));
    const auto directory = stowage::ZipDirectory::read(*file, {});
    if (!directory || directory->records().empty() || seed % kPlainShare == 0) {
        return LLVMFuzzerMutate(data, size, most);
    }
    std::vector<ZipPart> parts;
    for (const auto& record : directory->records()) {
        parts.push_back({record.name, std::string(text.substr(record.dataOffset, record.size))});
    }
    mutatePart(parts, most, seed / kPlainShare);
    const std::string zip = stowage::test::zipFile(parts);
    if (zip.size() > most) {
        return LLVMFuzzerMutate(data, size, most);
    }
    std::memcpy(data, zip.data(), zip.size());
    return zip.size();
}
