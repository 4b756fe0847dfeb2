// SPDX-License-Identifier: GPL-3.0-or-later
// A .npy file, and the Python dict in its header alone.
#include "engine/checkpoint/formats/npy_reader.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>

namespace stowage::fuzz {

void runNpy(Input input) {
    if (isNpyFile(textOf(input))) {
        const auto file = memoryFile(input);
        checkResult(readNpyTensor(file), file);
        checkResult(readNpy(file));
        return;
    }
    const auto header = parseNpyHeader(textOf(input), "a.npy");
    if (!header) {
        checkError(header.error());
        return;
    }
    require(header->shape.size() <= 64, "an array has at most 64 dimensions");
    require(std::ranges::none_of(header->shape, [](auto size) { return size < 0; }),
            "no dimension is negative");
}

}  // namespace stowage::fuzz
