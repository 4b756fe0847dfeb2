// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/pickle_globals.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

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
