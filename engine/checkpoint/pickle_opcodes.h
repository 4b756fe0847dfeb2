// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace stowage {

/// The opcodes that torch writes (Python's pickletools gives their meaning).
enum class PickleOpcode : std::uint8_t {
    Mark = '(',
    Stop = '.',
    BinGet = 'h',
    LongBinGet = 'j',
    BinPut = 'q',
    LongBinPut = 'r',
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    Long1 = 0x8a,
    BinFloat = 'G',
    None = 'N',
    NewTrue = 0x88,
    NewFalse = 0x89,
    BinUnicode = 'X',
    ShortBinString = 'U',
    EmptyDict = '}',
    EmptyList = ']',
    EmptyTuple = ')',
    Tuple = 't',
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    Append = 'a',
    Appends = 'e',
    SetItem = 's',
    SetItems = 'u',
    Global = 'c',
    Reduce = 'R',
    Build = 'b',
    BinPersId = 'Q',
    NewObj = 0x81,
    Proto = 0x80,
};

/// The name of any opcode for messages: "INST", "LONG4"; "0xFF" for bytes that are none.
[[nodiscard]] std::string pickleOpcodeName(std::uint8_t opcode);

}  // namespace stowage
