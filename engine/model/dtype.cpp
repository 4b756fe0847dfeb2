// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dtype.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace stowage {
namespace {

struct DTypeInfo {
    DType dtype;
    std::string_view name;
    std::string_view safetensors;  ///< empty: safetensors has no such type
    unsigned storedBits;
    double accelerateBytes;
};

/// One row a dtype, in the order of the enum. The last column follows placement.md §1: the
/// digits at the end of the name divided by eight, except for bool and the float8 family.
constexpr auto kTable = std::to_array<DTypeInfo>({
    {DType::Bool, "bool", "BOOL", 8, 0.125},
    {DType::UInt8, "uint8", "U8", 8, 1},
    {DType::Int8, "int8", "I8", 8, 1},
    {DType::UInt16, "uint16", "U16", 16, 2},
    {DType::Int16, "int16", "I16", 16, 2},
    {DType::UInt32, "uint32", "U32", 32, 4},
    {DType::Int32, "int32", "I32", 32, 4},
    {DType::UInt64, "uint64", "U64", 64, 8},
    {DType::Int64, "int64", "I64", 64, 8},
    {DType::Float16, "float16", "F16", 16, 2},
    {DType::BFloat16, "bfloat16", "BF16", 16, 2},
    {DType::Float32, "float32", "F32", 32, 4},
    {DType::Float64, "float64", "F64", 64, 8},
    {DType::Complex32, "complex32", "", 32, 4},
    {DType::Complex64, "complex64", "C64", 64, 8},
    {DType::Complex128, "complex128", "", 128, 16},
    {DType::Float8E4M3FN, "float8_e4m3fn", "F8_E4M3", 8, 1},
    {DType::Float8E5M2, "float8_e5m2", "F8_E5M2", 8, 1},
    {DType::Float8E4M3FNUZ, "float8_e4m3fnuz", "F8_E4M3FNUZ", 8, 1},
    {DType::Float8E5M2FNUZ, "float8_e5m2fnuz", "F8_E5M2FNUZ", 8, 1},
    {DType::Float8E8M0FNU, "float8_e8m0fnu", "F8_E8M0", 8, 1},
    {DType::Float4E2M1, "float4_e2m1fn_x2", "F4", 4, 0},
    // Torch has no 6-bit types, so Accelerate never counts them: their real size.
    {DType::Float6E2M3, "float6_e2m3", "F6_E2M3", 6, 0.75},
    {DType::Float6E3M2, "float6_e3m2", "F6_E3M2", 6, 0.75},
    {DType::QInt8, "qint8", "", 8, 1},
    {DType::QUInt8, "quint8", "", 8, 1},
    {DType::QInt32, "qint32", "", 32, 4},
    {DType::QUInt4x2, "quint4x2", "", 8, 0},
    {DType::QUInt2x4, "quint2x4", "", 8, 0},
    {DType::Bits1x8, "bits1x8", "", 8, 1},
    {DType::Bits2x4, "bits2x4", "", 8, 0},
    {DType::Bits4x2, "bits4x2", "", 8, 0},
    {DType::Bits8, "bits8", "", 8, 1},
    {DType::Bits16, "bits16", "", 16, 2},
    {DType::UInt1, "uint1", "", 8, 0},
    {DType::UInt2, "uint2", "", 8, 0},
    {DType::UInt3, "uint3", "", 8, 0},
    {DType::UInt4, "uint4", "", 8, 0},
    {DType::UInt5, "uint5", "", 8, 0},
    {DType::UInt6, "uint6", "", 8, 0},
    {DType::UInt7, "uint7", "", 8, 0},
    {DType::Int1, "int1", "", 8, 0},
    {DType::Int2, "int2", "", 8, 0},
    {DType::Int3, "int3", "", 8, 0},
    {DType::Int4, "int4", "", 8, 0},
    {DType::Int5, "int5", "", 8, 0},
    {DType::Int6, "int6", "", 8, 0},
    {DType::Int7, "int7", "", 8, 0},
});

constexpr bool isInEnumOrder() {
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].dtype) != i) {
            return false;
        }
    }
    return static_cast<std::size_t>(DType::Int7) + 1 == kTable.size();
}
static_assert(isInEnumOrder());

const DTypeInfo& infoOf(DType dtype) {
    return kTable[static_cast<std::size_t>(dtype)];
}

}  // namespace

std::string_view dtypeName(DType dtype) {
    return infoOf(dtype).name;
}

std::optional<DType> dtypeFromName(std::string_view name) {
    constexpr std::string_view kPrefix = "torch.";
    if (name.starts_with(kPrefix)) {
        name.remove_prefix(kPrefix.size());
    }
    const auto* found = std::ranges::find(kTable, name, &DTypeInfo::name);
    return found == kTable.end() ? std::nullopt : std::optional(found->dtype);
}

std::optional<std::string_view> safetensorsName(DType dtype) {
    const std::string_view name = infoOf(dtype).safetensors;
    return name.empty() ? std::nullopt : std::optional(name);
}

std::optional<DType> dtypeFromSafetensorsName(std::string_view name) {
    if (name.empty()) {
        return std::nullopt;
    }
    const auto* found = std::ranges::find(kTable, name, &DTypeInfo::safetensors);
    return found == kTable.end() ? std::nullopt : std::optional(found->dtype);
}

unsigned storedBits(DType dtype) {
    return infoOf(dtype).storedBits;
}

bool isFloatingPoint(DType dtype) {
    switch (dtype) {
        case DType::Float16:
        case DType::BFloat16:
        case DType::Float32:
        case DType::Float64:
        case DType::Float8E4M3FN:
        case DType::Float8E5M2:
        case DType::Float8E4M3FNUZ:
        case DType::Float8E5M2FNUZ:
        case DType::Float8E8M0FNU:
            return true;
        default:
            return false;
    }
}

double accelerateElementBytes(DType dtype) {
    return infoOf(dtype).accelerateBytes;
}

}  // namespace stowage
