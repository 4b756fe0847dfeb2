// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

/// The only names a checkpoint's pickle may mention. They are resolved to this enum; nothing is
/// ever imported or called.
enum class PickleGlobal : std::uint8_t {
    OrderedDict,
    TypedStorage,  ///< torch.FloatStorage and its like; the dtype says which
    UntypedStorage,
    DTypeName,  ///< torch.float32 as a value
    Size,
    Device,
    Parameter,
    RebuildTensor,
    RebuildTensorV2,
    RebuildTensorV3,
    RebuildParameter,
    RebuildFromType,  ///< a tensor with attributes of its own
    TensorType,       ///< torch.Tensor, as a type
    RebuildQuantised,
    RebuildMeta,
    RebuildSparse,
    GetLayout,
    QuantisationScheme,
    CodecsEncode,
    PlainValue,     ///< set, bytearray, complex: values that no tensor needs
    ScriptClass,    ///< only in TorchScript: a class under `__torch__`, by whose attributes it goes
    ScriptWrapper,  ///< only in TorchScript: a list or dict with the name of its type
};

/// An allowed global and, for storages and dtypes, which one.
struct PickleGlobalName {
    PickleGlobal global = PickleGlobal::OrderedDict;
    DType dtype = DType::Float32;
};

/// Looks up `module` and `name` as a GLOBAL opcode gives them; nothing for all others.
[[nodiscard]] std::optional<PickleGlobalName> findPickleGlobal(std::string_view module,
                                                               std::string_view name);

/// The class of torch that stores a dtype, "FloatStorage"; "" where only the untyped one serves.
[[nodiscard]] std::string_view torchStorageName(DType dtype);

/// Whether torch explains the dtype's integers by a scheme beside them.
[[nodiscard]] bool isTorchQuantised(DType dtype);

/// The names that stand in TorchScript archives only.
[[nodiscard]] std::optional<PickleGlobalName> findScriptGlobal(std::string_view module,
                                                               std::string_view name);

}  // namespace stowage
