// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/quantization.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stowage {

/// One of the tensors that a quantised weight becomes.
struct QuantizedPart {
    std::string_view name;  ///< as the method's library calls it: "weight", "absmax", "SCB" …
    DType dtype = DType::UInt8;
    std::uint64_t bytes = 0;
    std::uint64_t elements = 0;
};

/// All of them, the weight itself first.
class QuantizedParts {
public:
    void add(std::string_view name, DType dtype, std::uint64_t elements);
    [[nodiscard]] const QuantizedPart* begin() const { return m_parts.data(); }
    [[nodiscard]] const QuantizedPart* end() const { return m_parts.data() + m_count; }
    [[nodiscard]] const QuantizedPart& front() const { return m_parts.front(); }
    [[nodiscard]] std::uint64_t bytes() const;

private:
    static constexpr std::size_t kMost = 6;
    std::array<QuantizedPart, kMost> m_parts{};
    std::size_t m_count = 0;
};

/// A weight that is to be quantised: so many matrices (one, or the experts of a layer), each of
/// `outputs` × `inputs` elements.
struct WeightShape {
    std::uint64_t matrices = 1;
    std::uint64_t outputs = 0;
    std::uint64_t inputs = 0;
    bool isGateAndUp = false;  ///< two projections in one: never fewer than two rows of scales

    [[nodiscard]] std::uint64_t elements() const { return matrices * outputs * inputs; }
};

/// No weight has more elements: every size below fits 64 bits then.
inline constexpr std::uint64_t kMostQuantizedElements = std::uint64_t{1} << 56;

/// What a weight becomes and stays in memory, as bitsandbytes 0.50 (Params4bit, Int8Params),
/// transformers 5.23 (FP8Linear, FP8Experts) and GPTQ's and AWQ's kernels lay it out. The shape
/// has at most kMostQuantizedElements elements and none of its sides is 0.
[[nodiscard]] QuantizedParts quantizedParts(const Quantization& quantization,
                                            const WeightShape& shape);

}  // namespace stowage
