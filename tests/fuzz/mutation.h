// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// libFuzzer's own: changes `size` bytes in place, in room for `most`, and returns the new size.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace stowage::fuzz {

/// `text` after one of libFuzzer's mutations, with at most `most` bytes (above 0).
inline std::string mutated(std::string_view text, std::size_t most) {
    std::string result(text.substr(0, most));
    const std::size_t size = result.size();
    result.resize(most);
    result.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(result.data()), size, most));
    return result;
}

}  // namespace stowage::fuzz
