// SPDX-License-Identifier: GPL-3.0-or-later
// A GGUF file.
#include "engine/checkpoint/formats/gguf_reader.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

namespace stowage::fuzz {

void runGguf(Input input) {
    const auto result = readGguf(memoryFile(input), std::stop_token());
    checkResult(result);
    if (!result) {
        return;
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const StoredTensor& tensor : result->tensors) {
        if (tensor.location.length > 0) {
            ranges.emplace_back(tensor.location.offset,
                                tensor.location.offset + tensor.location.length);
        }
    }
    std::ranges::sort(ranges);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        require(ranges[i].first >= ranges[i - 1].second, "GGUF tensors do not overlap");
    }
}

}  // namespace stowage::fuzz
