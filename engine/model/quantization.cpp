// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantization.h"

#include "engine/base/strings.h"

#include <array>
#include <utility>

namespace stowage {
namespace {

using Named = std::pair<QuantizationMethod, std::string_view>;

constexpr std::array<Named, 8> kNames = {{{QuantizationMethod::Int8, "int8"},
                                          {QuantizationMethod::Nf4, "nf4"},
                                          {QuantizationMethod::Fp4, "fp4"},
                                          {QuantizationMethod::Fp8, "fp8"},
                                          {QuantizationMethod::Gptq, "gptq"},
                                          {QuantizationMethod::Awq, "awq"},
                                          {QuantizationMethod::Mxfp4, "mxfp4"},
                                          {QuantizationMethod::Other, "other"}}};

/// Those that weights can be turned into without data to calibrate with.
bool canBeAskedFor(QuantizationMethod method) {
    return isBitsAndBytes(method) || method == QuantizationMethod::Fp8 ||
           method == QuantizationMethod::Mxfp4;
}

unsigned bitsOf(QuantizationMethod method) {
    constexpr unsigned kFour = 4;
    constexpr unsigned kEight = 8;
    const bool isEight = method == QuantizationMethod::Int8 || method == QuantizationMethod::Fp8;
    return isEight ? kEight : kFour;
}

Message groupedBitsText(std::string_view name, unsigned bits, std::int64_t groupSize) {
    if (groupSize < 0) {
        return say("%1, %2 bit, one scale per column", name, bits);
    }
    return groupSize == 0 ? say("%1, %2 bit", name, bits)
                          : say("%1, %2 bit in groups of %3", name, bits, groupSize);
}

}  // namespace

std::string_view quantizationName(QuantizationMethod method) {
    for (const auto& [known, name] : kNames) {
        if (known == method) {
            return name;
        }
    }
    return {};
}

std::optional<Quantization> quantizationOfMethod(std::string_view name) {
    for (const auto& [method, known] : kNames) {
        if (known == name) {
            Quantization quantization;
            quantization.method = method;
            quantization.bits = bitsOf(method);
            return quantization;
        }
    }
    return std::nullopt;
}

Result<Quantization> quantizationFromName(std::string_view name) {
    auto quantization = quantizationOfMethod(name);
    if (quantization && canBeAskedFor(quantization->method)) {
        return *std::move(quantization);
    }
    return fail(
        ErrorCode::InvalidArgument,
        say("%1 is not a quantisation that can be planned; use int8, nf4, fp4, fp8 or mxfp4.",
            quotedForMessage(name)));
}

Message quantizationText(const Quantization& quantization) {
    const QuantizationMethod method = quantization.method;
    if (method == QuantizationMethod::Gptq || method == QuantizationMethod::Awq) {
        return groupedBitsText(method == QuantizationMethod::Gptq ? "GPTQ" : "AWQ",
                               quantization.bits, quantization.groupSize);
    }
    if (method == QuantizationMethod::Other) {
        return phrase("an unsupported method");
    }
    const std::string_view name = quantizationName(method);
    return quantization.isDoubleQuantised ? say("%1, with quantised scales", name) : Message(name);
}

bool isBitsAndBytes(QuantizationMethod method) {
    return method == QuantizationMethod::Int8 || isFourBit(method);
}

bool isFourBit(QuantizationMethod method) {
    return method == QuantizationMethod::Nf4 || method == QuantizationMethod::Fp4;
}

}  // namespace stowage
