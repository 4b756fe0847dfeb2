// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dtype.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

struct DTypeInfo {
    DType dtype;
    std::string_view name;
    std::string_view safetensors;  ///< empty: safetensors has no such type
    unsigned storedBits;
    double accelerateBytes;
};

/// One row a dtype, in the order of the enum. The last column follows docs/spec/placement.md §1:
/// the digits at the end of the name divided by eight, except for bool and the float8 family.
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
    // Accelerate never counts these: their real size.
    {DType::GgufQ4_0, "Q4_0", "", 5, 18.0 / 32},
    {DType::GgufQ4_1, "Q4_1", "", 5, 20.0 / 32},
    {DType::GgufQ5_0, "Q5_0", "", 6, 22.0 / 32},
    {DType::GgufQ5_1, "Q5_1", "", 6, 24.0 / 32},
    {DType::GgufQ8_0, "Q8_0", "", 9, 34.0 / 32},
    {DType::GgufQ2_K, "Q2_K", "", 3, 84.0 / 256},
    {DType::GgufQ3_K, "Q3_K", "", 4, 110.0 / 256},
    {DType::GgufQ4_K, "Q4_K", "", 5, 144.0 / 256},
    {DType::GgufQ5_K, "Q5_K", "", 6, 176.0 / 256},
    {DType::GgufQ6_K, "Q6_K", "", 7, 210.0 / 256},
    {DType::GgufQ8_K, "Q8_K", "", 10, 292.0 / 256},
    {DType::GgufIQ2_XXS, "IQ2_XXS", "", 3, 66.0 / 256},
    {DType::GgufIQ2_XS, "IQ2_XS", "", 3, 74.0 / 256},
    {DType::GgufIQ2_S, "IQ2_S", "", 3, 82.0 / 256},
    {DType::GgufIQ3_XXS, "IQ3_XXS", "", 4, 98.0 / 256},
    {DType::GgufIQ3_S, "IQ3_S", "", 4, 110.0 / 256},
    {DType::GgufIQ1_S, "IQ1_S", "", 2, 50.0 / 256},
    {DType::GgufIQ1_M, "IQ1_M", "", 2, 56.0 / 256},
    {DType::GgufIQ4_NL, "IQ4_NL", "", 5, 18.0 / 32},
    {DType::GgufIQ4_XS, "IQ4_XS", "", 5, 136.0 / 256},
    {DType::GgufTQ1_0, "TQ1_0", "", 2, 54.0 / 256},
    {DType::GgufTQ2_0, "TQ2_0", "", 3, 66.0 / 256},
    {DType::GgufMXFP4, "MXFP4", "", 5, 17.0 / 32},
    {DType::GgufNVFP4, "NVFP4", "", 5, 36.0 / 64},
    {DType::GgufQ1_0, "Q1_0", "", 2, 18.0 / 128},
    {DType::GgufQ2_0, "Q2_0", "", 3, 18.0 / 64},
});

constexpr bool isInEnumOrder() {
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].dtype) != i) {
            return false;
        }
    }
    return kTable.size() == kDTypeCount;
}
static_assert(isInEnumOrder());

struct NamedBlock {
    DType dtype;
    ElementBlock block;
};

/// ggml-common.h; the sizes are those of its block structures.
constexpr auto kBlocks = std::to_array<NamedBlock>({
    {DType::GgufQ4_0, {32, 18}},     {DType::GgufQ4_1, {32, 20}},
    {DType::GgufQ5_0, {32, 22}},     {DType::GgufQ5_1, {32, 24}},
    {DType::GgufQ8_0, {32, 34}},     {DType::GgufQ2_K, {256, 84}},
    {DType::GgufQ3_K, {256, 110}},   {DType::GgufQ4_K, {256, 144}},
    {DType::GgufQ5_K, {256, 176}},   {DType::GgufQ6_K, {256, 210}},
    {DType::GgufQ8_K, {256, 292}},   {DType::GgufIQ2_XXS, {256, 66}},
    {DType::GgufIQ2_XS, {256, 74}},  {DType::GgufIQ2_S, {256, 82}},
    {DType::GgufIQ3_XXS, {256, 98}}, {DType::GgufIQ3_S, {256, 110}},
    {DType::GgufIQ1_S, {256, 50}},   {DType::GgufIQ1_M, {256, 56}},
    {DType::GgufIQ4_NL, {32, 18}},   {DType::GgufIQ4_XS, {256, 136}},
    {DType::GgufTQ1_0, {256, 54}},   {DType::GgufTQ2_0, {256, 66}},
    {DType::GgufMXFP4, {32, 17}},    {DType::GgufNVFP4, {64, 36}},
    {DType::GgufQ1_0, {128, 18}},    {DType::GgufQ2_0, {64, 18}},
});

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

std::optional<ElementBlock> elementBlock(DType dtype) {
    // Asked for every tensor, and only the last of the list have one.
    if (dtype < DType::GgufQ4_0) {
        return std::nullopt;
    }
    const auto* found = std::ranges::find(kBlocks, dtype, &NamedBlock::dtype);
    return found == kBlocks.end() ? std::nullopt : std::optional(found->block);
}

std::uint64_t storedBytes(DType dtype, std::uint64_t elements) {
    if (const auto block = elementBlock(dtype)) {
        return (elements + block->elements - 1) / block->elements * block->bytes;
    }
    return (elements * storedBits(dtype) + 7) / 8;
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

bool isOffloadable(DType dtype) {
    constexpr std::array kNotFloating = {DType::Bool,      DType::UInt8,     DType::Int8,
                                         DType::UInt16,    DType::Int16,     DType::UInt32,
                                         DType::Int32,     DType::UInt64,    DType::Int64,
                                         DType::Complex64, DType::Complex128};
    return isFloatingPoint(dtype) || elementBlock(dtype) ||
           std::ranges::find(kNotFloating, dtype) != kNotFloating.end();
}

double accelerateElementBytes(DType dtype) {
    return infoOf(dtype).accelerateBytes;
}

}  // namespace stowage
