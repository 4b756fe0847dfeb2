// SPDX-License-Identifier: GPL-3.0-or-later
// A safetensors file.
#include "engine/checkpoint/formats/safetensors_reader.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stop_token>
#include <utility>
#include <vector>

namespace stowage::fuzz {
namespace {

/// Places, tied names once, must fill the file behind the header without hole or overlap.
void checkFilled(const Checkpoint& checkpoint, Input input) {
    constexpr std::uint64_t kLengthBytes = 8;
    std::uint64_t header = 0;
    std::memcpy(&header, input.data(), kLengthBytes);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        require(tensor.strides.empty() && !tensor.isMeta, "safetensors are contiguous");
        ranges.emplace_back(tensor.location.offset,
                            tensor.location.offset + tensor.location.length);
    }
    std::ranges::sort(ranges);
    std::uint64_t at = kLengthBytes + header;
    std::pair<std::uint64_t, std::uint64_t> last{};
    for (const auto& range : ranges) {
        if (range != last) {
            require(range.first == at, "tensors leave no hole and do not overlap");
            at = range.second;
            last = range;
        }
    }
    require(at == input.size(), "the last tensor ends with the file");
}

}  // namespace

void runSafetensors(Input input) {
    const auto result = readSafetensors(memoryFile(input), std::stop_token());
    checkResult(result);
    if (result) {
        checkFilled(*result, input);
    }
}

}  // namespace stowage::fuzz
