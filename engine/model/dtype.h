// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stowage {

/// Element types of tensors, under torch's names.
enum class DType : std::uint8_t {
    Bool,
    UInt8,
    Int8,
    UInt16,
    Int16,
    UInt32,
    Int32,
    UInt64,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex32,
    Complex64,
    Complex128,
    Float8E4M3FN,
    Float8E5M2,
    Float8E4M3FNUZ,
    Float8E5M2FNUZ,
    Float8E8M0FNU,
    Float4E2M1,
    Float6E2M3,
    Float6E3M2,
    QInt8,
    QUInt8,
    QInt32,
    // Kinds that torch can name but no file we read holds; trees may.
    QUInt4x2,
    QUInt2x4,
    Bits1x8,
    Bits2x4,
    Bits4x2,
    Bits8,
    Bits16,
    UInt1,
    UInt2,
    UInt3,
    UInt4,
    UInt5,
    UInt6,
    UInt7,
    Int1,
    Int2,
    Int3,
    Int4,
    Int5,
    Int6,
    Int7,
    // Quantised blocks of GGUF files: loaded as bytes.
    GgufQ4_0,
    GgufQ4_1,
    GgufQ5_0,
    GgufQ5_1,
    GgufQ8_0,
    GgufQ2_K,
    GgufQ3_K,
    GgufQ4_K,
    GgufQ5_K,
    GgufQ6_K,
    GgufQ8_K,
    GgufIQ2_XXS,
    GgufIQ2_XS,
    GgufIQ2_S,
    GgufIQ3_XXS,
    GgufIQ3_S,
    GgufIQ1_S,
    GgufIQ1_M,
    GgufIQ4_NL,
    GgufIQ4_XS,
    GgufTQ1_0,
    GgufTQ2_0,
    GgufMXFP4,
    GgufNVFP4,
    GgufQ1_0,
    GgufQ2_0,
};

/// How many there are.
inline constexpr std::size_t kDTypeCount = static_cast<std::size_t>(DType::GgufQ2_0) + 1;

/// "float32", "bfloat16", "float8_e4m3fn" …: torch's name without the "torch." prefix.
[[nodiscard]] std::string_view dtypeName(DType dtype);
/// The inverse; also takes "torch.float32". Nothing for unknown names.
[[nodiscard]] std::optional<DType> dtypeFromName(std::string_view name);
/// safetensors' spelling ("F32", "BF16", …) and its inverse; nothing where there is none.
[[nodiscard]] std::optional<std::string_view> safetensorsName(DType dtype);
[[nodiscard]] std::optional<DType> dtypeFromSafetensorsName(std::string_view name);
/// Bits of one element in a file (bool: 8). Of a block of GGUF's the average, rounded up: sizes
/// come from storedBytes().
[[nodiscard]] unsigned storedBits(DType dtype);

/// A type whose elements share their bits: so many elements in so many bytes.
struct ElementBlock {
    std::uint64_t elements = 1;
    std::uint64_t bytes = 1;
};
/// The block of a quantised GGUF type; nothing for all other types.
[[nodiscard]] std::optional<ElementBlock> elementBlock(DType dtype);
/// Bytes of so many elements, rounded up to whole bytes or blocks. `elements` × bits must fit 64
/// bits; see checkedByteSize for numbers from files.
[[nodiscard]] std::uint64_t storedBytes(DType dtype, std::uint64_t elements);
/// float16, bfloat16, float32, float64 and the float8 family.
[[nodiscard]] bool isFloatingPoint(DType dtype);
/// Whether Accelerate's offload folder can hold it: numpy's own dtypes, bfloat16 and float8, which
/// it treats apart, and blocks of GGUF as bytes.
[[nodiscard]] bool isOffloadable(DType dtype);
/// Bytes of one element as Accelerate's dtype_byte_size counts (bool: 0.125),
/// docs/spec/placement.md §1.
[[nodiscard]] double accelerateElementBytes(DType dtype);

}  // namespace stowage
