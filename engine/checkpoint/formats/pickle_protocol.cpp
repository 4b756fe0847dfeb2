// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/pickle_protocol.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

struct NamedOpcode {
    std::uint8_t opcode;
    std::string_view name;
};

/// Every opcode of protocols 0 to 5, so that a refusal can name what it met.
constexpr auto kNames = std::to_array<NamedOpcode>({
    {'(', "MARK"},
    {'.', "STOP"},
    {'0', "POP"},
    {'1', "POP_MARK"},
    {'2', "DUP"},
    {'F', "FLOAT"},
    {'I', "INT"},
    {'J', "BININT"},
    {'K', "BININT1"},
    {'L', "LONG"},
    {'M', "BININT2"},
    {'N', "NONE"},
    {'P', "PERSID"},
    {'Q', "BINPERSID"},
    {'R', "REDUCE"},
    {'S', "STRING"},
    {'T', "BINSTRING"},
    {'U', "SHORT_BINSTRING"},
    {'V', "UNICODE"},
    {'X', "BINUNICODE"},
    {'a', "APPEND"},
    {'b', "BUILD"},
    {'c', "GLOBAL"},
    {'d', "DICT"},
    {'}', "EMPTY_DICT"},
    {'e', "APPENDS"},
    {'g', "GET"},
    {'h', "BINGET"},
    {'i', "INST"},
    {'j', "LONG_BINGET"},
    {'l', "LIST"},
    {']', "EMPTY_LIST"},
    {'o', "OBJ"},
    {'p', "PUT"},
    {'q', "BINPUT"},
    {'r', "LONG_BINPUT"},
    {'s', "SETITEM"},
    {'t', "TUPLE"},
    {')', "EMPTY_TUPLE"},
    {'u', "SETITEMS"},
    {'G', "BINFLOAT"},
    {0x80, "PROTO"},
    {0x81, "NEWOBJ"},
    {0x82, "EXT1"},
    {0x83, "EXT2"},
    {0x84, "EXT4"},
    {0x85, "TUPLE1"},
    {0x86, "TUPLE2"},
    {0x87, "TUPLE3"},
    {0x88, "NEWTRUE"},
    {0x89, "NEWFALSE"},
    {0x8a, "LONG1"},
    {0x8b, "LONG4"},
    {'B', "BINBYTES"},
    {'C', "SHORT_BINBYTES"},
    {0x8c, "SHORT_BINUNICODE"},
    {0x8d, "BINUNICODE8"},
    {0x8e, "BINBYTES8"},
    {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},
    {0x91, "FROZENSET"},
    {0x92, "NEWOBJ_EX"},
    {0x93, "STACK_GLOBAL"},
    {0x94, "MEMOIZE"},
    {0x95, "FRAME"},
    {0x96, "BYTEARRAY8"},
    {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"},
});

struct NamedGlobal {
    std::string_view module;
    std::string_view name;
    PickleGlobal global;
};

constexpr auto kGlobals = std::to_array<NamedGlobal>({
    {"collections", "OrderedDict", PickleGlobal::OrderedDict},
    {"torch", "UntypedStorage", PickleGlobal::UntypedStorage},
    {"torch.storage", "UntypedStorage", PickleGlobal::UntypedStorage},
    {"torch", "Size", PickleGlobal::Size},
    {"torch", "device", PickleGlobal::Device},
    {"torch.nn.parameter", "Parameter", PickleGlobal::Parameter},
    {"torch._utils", "_rebuild_tensor", PickleGlobal::RebuildTensor},
    {"torch._utils", "_rebuild_tensor_v2", PickleGlobal::RebuildTensorV2},
    {"torch._utils", "_rebuild_tensor_v3", PickleGlobal::RebuildTensorV3},
    {"torch._utils", "_rebuild_parameter", PickleGlobal::RebuildParameter},
    {"torch._utils", "_rebuild_parameter_with_state", PickleGlobal::RebuildParameter},
    {"torch._tensor", "_rebuild_from_type_v2", PickleGlobal::RebuildFromType},
    {"torch", "Tensor", PickleGlobal::TensorType},
    {"torch._utils", "_rebuild_qtensor", PickleGlobal::RebuildQuantised},
    {"torch._utils", "_rebuild_meta_tensor_no_storage", PickleGlobal::RebuildMeta},
    {"torch._utils", "_rebuild_sparse_tensor", PickleGlobal::RebuildSparse},
    {"torch._utils", "_rebuild_sparse_csr_tensor", PickleGlobal::RebuildSparse},
    {"torch.serialization", "_get_layout", PickleGlobal::GetLayout},
    {"torch", "per_tensor_affine", PickleGlobal::QuantisationScheme},
    {"torch", "per_tensor_symmetric", PickleGlobal::QuantisationScheme},
    {"torch", "per_channel_affine", PickleGlobal::QuantisationScheme},
    {"torch", "per_channel_symmetric", PickleGlobal::QuantisationScheme},
    {"torch", "per_channel_affine_float_qparams", PickleGlobal::QuantisationScheme},
    {"_codecs", "encode", PickleGlobal::CodecsEncode},
    {"__builtin__", "set", PickleGlobal::PlainValue},
    {"__builtin__", "bytearray", PickleGlobal::PlainValue},
    {"__builtin__", "complex", PickleGlobal::PlainValue},
});

struct StorageName {
    std::string_view name;
    DType dtype;
};

constexpr auto kStorages = std::to_array<StorageName>({
    {"FloatStorage", DType::Float32},
    {"DoubleStorage", DType::Float64},
    {"HalfStorage", DType::Float16},
    {"BFloat16Storage", DType::BFloat16},
    {"LongStorage", DType::Int64},
    {"IntStorage", DType::Int32},
    {"ShortStorage", DType::Int16},
    {"CharStorage", DType::Int8},
    {"ByteStorage", DType::UInt8},
    {"BoolStorage", DType::Bool},
    {"ComplexFloatStorage", DType::Complex64},
    {"ComplexDoubleStorage", DType::Complex128},
    {"QInt8Storage", DType::QInt8},
    {"QUInt8Storage", DType::QUInt8},
    {"QInt32Storage", DType::QInt32},
});

}  // namespace

std::string pickleOpcodeName(std::uint8_t opcode) {
    const auto* found = std::ranges::find(kNames, opcode, &NamedOpcode::opcode);
    if (found != kNames.end()) {
        return std::string(found->name);
    }
    constexpr std::string_view kHex = "0123456789ABCDEF";
    return {'0', 'x', kHex[opcode >> 4], kHex[opcode & 0xf]};
}

std::optional<PickleGlobalName> findPickleGlobal(std::string_view module, std::string_view name) {
    const auto* found = std::ranges::find_if(kGlobals, [&](const NamedGlobal& candidate) {
        return candidate.module == module && candidate.name == name;
    });
    if (found != kGlobals.end()) {
        return PickleGlobalName{found->global, DType::Float32};
    }
    if (module != "torch") {
        return std::nullopt;
    }
    const auto* storage = std::ranges::find(kStorages, name, &StorageName::name);
    if (storage != kStorages.end()) {
        return PickleGlobalName{PickleGlobal::TypedStorage, storage->dtype};
    }
    // dtypeFromName would also take "torch.…" and names that are ours alone.
    const auto dtype = name.starts_with("torch.") ? std::nullopt : dtypeFromName(name);
    if (dtype && *dtype != DType::Float6E2M3 && *dtype != DType::Float6E3M2 &&
        !elementBlock(*dtype)) {
        return PickleGlobalName{PickleGlobal::DTypeName, *dtype};
    }
    return std::nullopt;
}

std::string_view torchStorageName(DType dtype) {
    const auto* found = std::ranges::find(kStorages, dtype, &StorageName::dtype);
    return found == kStorages.end() ? std::string_view() : found->name;
}

bool isTorchQuantised(DType dtype) {
    return dtype == DType::QInt8 || dtype == DType::QUInt8 || dtype == DType::QInt32;
}

std::optional<PickleGlobalName> findScriptGlobal(std::string_view module, std::string_view name) {
    // A dot must follow, or nothing: `__torch__evil` is another module.
    constexpr std::string_view kClasses = "__torch__";
    if (module == kClasses || (module.starts_with(kClasses) && module[kClasses.size()] == '.')) {
        return PickleGlobalName{PickleGlobal::ScriptClass, DType::Float32};
    }
    constexpr auto kWrappers =
        std::to_array<std::string_view>({"build_intlist", "build_tensorlist", "build_doublelist",
                                         "build_boollist", "restore_type_tag"});
    if (module == "torch.jit._pickle" && std::ranges::find(kWrappers, name) != kWrappers.end()) {
        return PickleGlobalName{PickleGlobal::ScriptWrapper, DType::Float32};
    }
    return std::nullopt;
}

}  // namespace stowage
