// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with whatever is in it: shards and their index, Accelerate's offload folder, a file a
// tensor. folder_text.h says how an input describes one.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/fuzz/folder_text.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace stowage::fuzz {

void runFolder(Input input) {
    const std::string folder = folderFrom(input);
    const auto opened = openCheckpoint(folder);
    if (!opened) {
        checkError(opened.error());
        return;
    }
    checkCheckpoint(**opened);
    // An index by name, which a folder with a whole file beside it passes over.
    if (const auto index = openCheckpoint(folder + "/model.safetensors.index.json")) {
        checkCheckpoint(**index);
    } else {
        checkError(index.error());
    }
}

}  // namespace stowage::fuzz
