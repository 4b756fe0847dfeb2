// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's door to the target that the build names.
#include "tests/fuzz/fuzz_target.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto* const kTarget = stowage::fuzz::findTarget(STOWAGE_FUZZ_TARGET);
    kTarget->run({reinterpret_cast<const std::byte*>(data), size});
    return 0;
}
