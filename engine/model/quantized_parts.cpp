// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantized_parts.h"

#include "engine/model/quantization_names.h"

#include <algorithm>
#include <numeric>

namespace stowage {

namespace {

constexpr std::uint64_t kBitsOfByte = 8;
constexpr std::uint64_t kBitsOfWord = 32;

std::uint64_t dividedUp(std::uint64_t value, std::uint64_t by) {
    return value / by + (value % by == 0 ? 0 : 1);
}

/// A size that a configuration gives, where 0 stands for the method's own and what is below for
/// all there is.
std::uint64_t sideOr(std::int64_t given, std::uint64_t usual, std::uint64_t all) {
    if (given == 0) {
        return usual;
    }
    return given < 0 ? all : static_cast<std::uint64_t>(given);
}

QuantizedParts int8Parts(const WeightShape& shape) {
    QuantizedParts parts;
    parts.add("weight", DType::Int8, shape.elements());
    parts.add("SCB", DType::Float32, shape.matrices * shape.outputs);
    return parts;
}

/// bitsandbytes.functional.quantize_4bit: two weights a byte, a scale for every 64 of them, and the
/// sixteen values that a weight can take; with double quantisation the scales become bytes with
/// scales of their own.
QuantizedParts fourBitParts(const Quantization& quantization, const WeightShape& shape) {
    constexpr std::uint64_t kBlock = 64;
    constexpr std::uint64_t kNestedBlock = 256;
    constexpr std::uint64_t kValues = 16;
    constexpr std::uint64_t kNestedValues = 256;
    const std::uint64_t count = shape.elements();
    const std::uint64_t perElement = storedBits(quantization.storage) / kBitsOfByte * 2;
    const std::uint64_t blocks =
        dividedUp(count, sideOr(quantization.groupSize, kBlock, shape.inputs));
    QuantizedParts parts;
    parts.add("weight", quantization.storage, (count + 1) / perElement);
    parts.add("absmax", quantization.isDoubleQuantised ? DType::UInt8 : DType::Float32, blocks);
    parts.add("quant_map", DType::Float32, kValues);
    if (quantization.isDoubleQuantised) {
        parts.add("nested_absmax", DType::Float32, dividedUp(blocks, kNestedBlock));
        parts.add("nested_quant_map", DType::Float32, kNestedValues);
        parts.add("nested_offset", DType::Float32, 1);
    }
    return parts;
}

QuantizedParts fp8Parts(const Quantization& quantization, const WeightShape& shape) {
    constexpr std::uint64_t kBlock = 128;
    const std::uint64_t rows =
        dividedUp(shape.outputs, sideOr(quantization.blockRows, kBlock, shape.outputs));
    const std::uint64_t columns =
        dividedUp(shape.inputs, sideOr(quantization.blockColumns, kBlock, shape.inputs));
    const std::uint64_t fewestRows = shape.isGateAndUp ? 2 : 1;
    QuantizedParts parts;
    parts.add("weight", DType::Float8E4M3FN, shape.elements());
    parts.add("weight_scale_inv", quantization.scaleType,
              shape.matrices * std::max(rows, fewestRows) * columns);
    if (quantization.hasActivationScale) {
        parts.add("activation_scale", DType::Float32, shape.matrices);
    }
    return parts;
}

/// GPTQ packs along the inputs, AWQ along the outputs; zero points always along the outputs.
QuantizedParts groupedParts(const Quantization& quantization, const WeightShape& shape) {
    constexpr std::uint64_t kGroup = 128;
    const std::uint64_t groups =
        dividedUp(shape.inputs, sideOr(quantization.groupSize, kGroup, shape.inputs));
    const auto words = [&quantization](std::uint64_t weights) {
        return dividedUp(weights * quantization.bits, kBitsOfWord);
    };
    const bool isGptq = quantization.method == QuantizationMethod::Gptq;
    QuantizedParts parts;
    parts.add("qweight", DType::Int32,
              isGptq ? words(shape.inputs) * shape.outputs : shape.inputs * words(shape.outputs));
    parts.add("qzeros", DType::Int32, groups * words(shape.outputs));
    parts.add("scales", DType::Float16, groups * shape.outputs);
    if (isGptq) {
        parts.add("g_idx", DType::Int32, shape.inputs);
    }
    return parts;
}

}  // namespace

void QuantizedParts::add(std::string_view name, DType dtype, std::uint64_t elements) {
    m_parts[m_count] = {name, dtype, storedBytes(dtype, elements), elements};
    ++m_count;
}

std::uint64_t QuantizedParts::bytes() const {
    return std::accumulate(
        begin(), end(), std::uint64_t{0},
        [](std::uint64_t sum, const QuantizedPart& part) { return sum + part.bytes; });
}

QuantizedParts quantizedParts(const Quantization& quantization, const WeightShape& shape) {
    switch (quantization.method) {
        case QuantizationMethod::Int8:
            return int8Parts(shape);
        case QuantizationMethod::Nf4:
        case QuantizationMethod::Fp4:
            return fourBitParts(quantization, shape);
        case QuantizationMethod::Fp8:
            return fp8Parts(quantization, shape);
        case QuantizationMethod::Gptq:
        case QuantizationMethod::Awq:
            break;
    }
    return groupedParts(quantization, shape);
}

}  // namespace stowage
