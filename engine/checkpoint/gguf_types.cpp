// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/gguf_types.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

struct NumberedType {
    std::uint32_t number;
    DType dtype;
};

/// enum ggml_type of ggml.h.
constexpr auto kTypes = std::to_array<NumberedType>({
    {0, DType::Float32},      {1, DType::Float16},      {2, DType::GgufQ4_0},
    {3, DType::GgufQ4_1},     {6, DType::GgufQ5_0},     {7, DType::GgufQ5_1},
    {8, DType::GgufQ8_0},     {10, DType::GgufQ2_K},    {11, DType::GgufQ3_K},
    {12, DType::GgufQ4_K},    {13, DType::GgufQ5_K},    {14, DType::GgufQ6_K},
    {15, DType::GgufQ8_K},    {16, DType::GgufIQ2_XXS}, {17, DType::GgufIQ2_XS},
    {18, DType::GgufIQ3_XXS}, {19, DType::GgufIQ1_S},   {20, DType::GgufIQ4_NL},
    {21, DType::GgufIQ3_S},   {22, DType::GgufIQ2_S},   {23, DType::GgufIQ4_XS},
    {24, DType::Int8},        {25, DType::Int16},       {26, DType::Int32},
    {27, DType::Int64},       {28, DType::Float64},     {29, DType::GgufIQ1_M},
    {30, DType::BFloat16},    {34, DType::GgufTQ1_0},   {35, DType::GgufTQ2_0},
    {39, DType::GgufMXFP4},
});

/// enum gguf_metadata_value_type of gguf.md; 0 where the size varies.
constexpr std::array<std::uint64_t, 13> kValueBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

}  // namespace

std::optional<DType> dtypeFromGgml(std::uint32_t type) {
    const auto* found = std::ranges::find(kTypes, type, &NumberedType::number);
    return found == kTypes.end() ? std::nullopt : std::optional(found->dtype);
}

std::optional<std::uint64_t> ggufValueBytes(std::uint32_t type) {
    return type < kValueBytes.size() && kValueBytes[type] != 0 ? std::optional(kValueBytes[type])
                                                               : std::nullopt;
}

}  // namespace stowage
