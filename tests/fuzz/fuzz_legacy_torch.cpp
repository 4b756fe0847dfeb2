// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.save wrote before 1.6.
#include "engine/checkpoint/formats/torch_reader.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <stop_token>

namespace stowage::fuzz {

void runLegacyTorch(Input input) {
    // Who calls has looked for the magic number.
    if (!isLegacyTorchFile(textOf(input))) {
        return;
    }
    const auto file = memoryFile(input);
    checkResult(readLegacyTorchFile(file, OpenOptions{}, std::stop_token()));
    checkResult(readLoneLegacyTensor(file, std::stop_token()), file);
}

}  // namespace stowage::fuzz
