// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's mutations of a safetensors file, made of its header: the length before it is set
// right and the data is made as long as the header says, or hardly any mutant would get past these.
#include "engine/checkpoint/formats/safetensors_reader.h"
#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t kLengthBytes = 8;

/// Where the data of the last tensor ends.
class LastEnd : public stowage::SafetensorsSink {
public:
    stowage::Result<void> addEntry(stowage::SafetensorsEntry& entry) override {
        m_end = std::max(m_end, entry.end);
        return {};
    }
    void addMetadata(std::string_view /*key*/, std::string_view /*value*/) override {}
    [[nodiscard]] std::uint64_t end() const { return m_end; }

private:
    std::uint64_t m_end = 0;
};

/// The same of a header; 0 where it cannot be read.
std::uint64_t dataBytes(std::string_view header) {
    stowage::JsonScanner scanner(header);
    LastEnd last;
    return stowage::scanSafetensorsHeader(scanner, "a.safetensors", last) ? last.end() : 0;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    constexpr unsigned kPlainShare = 8;
    std::uint64_t length = 0;
    if (size >= kLengthBytes) {
        std::memcpy(&length, data, kLengthBytes);
    }
    if (size < kLengthBytes || length > size - kLengthBytes || seed % kPlainShare == 0) {
        return LLVMFuzzerMutate(data, size, most);
    }
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string header =
        stowage::fuzz::mutated(text.substr(kLengthBytes, length), most - kLengthBytes);
    length = header.size();
    std::string file(reinterpret_cast<const char*>(&length), kLengthBytes);
    file += header;
    file.resize(std::min<std::uint64_t>(
        most, file.size() + std::min<std::uint64_t>(dataBytes(header), most)));
    std::memcpy(data, file.data(), file.size());
    return file.size();
}
