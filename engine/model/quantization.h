// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// How weights are made small. Planned, never loaded.
enum class QuantizationMethod : std::uint8_t {
    Int8,  ///< bitsandbytes' LLM.int8()
    Nf4,   ///< bitsandbytes' 4 bit, normal float
    Fp4,   ///< bitsandbytes' 4 bit, float
    Fp8,   ///< a byte an element, a scale for each block of rows and columns
    Gptq,
    Awq,
};

/// A quantisation that a plan reckons with: asked for, or declared by a model's config.json.
/// A value.
struct Quantization {
    QuantizationMethod method = QuantizationMethod::Int8;
    unsigned bits = 8;           ///< of one weight
    std::int64_t groupSize = 0;  ///< weights that share a scale; 0: the method's own; -1: a row
    std::int64_t blockRows = 0;  ///< of Fp8: the block that shares a scale; 0: the method's own
    std::int64_t blockColumns = 0;
    bool isDoubleQuantised = false;  ///< of 4 bit: the scales are quantised too
    DType storage = DType::UInt8;    ///< of 4 bit: what the packed weights are kept in
    /// Modules that stay as they are, as the method's own configuration names them; nothing: the
    /// method's own choice (the head).
    std::optional<std::vector<std::string>> skippedModules{};
    std::string declaredBy{};  ///< the config.json that says so; "": a person asked for it

    friend bool operator==(const Quantization&, const Quantization&) = default;
};

}  // namespace stowage
