// SPDX-License-Identifier: GPL-3.0-or-later
// A file of whatever format its content tells.
#include "engine/checkpoint/open/checkpoint_file.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <stop_token>

namespace stowage::fuzz {

void runCheckpointFile(Input input) {
    const auto file = memoryFile(input);
    checkResult(readCheckpointFile(file, OpenOptions{}, std::stop_token()));
    OpenOptions options;
    options.prefix = "model";
    checkResult(readWeightsFile(file, options, std::stop_token()));
}

}  // namespace stowage::fuzz
