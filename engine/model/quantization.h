// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
    Mxfp4,  ///< OCP's microscaling 4 bit: gpt-oss's experts, a scale of 8 bits for 32 weights
    Other,  ///< one that is not planned: what it makes of the weights is not known
};

/// A quantisation that a plan takes into account: asked for, or declared by a model's config.json.
/// A value.
struct Quantization {
    QuantizationMethod method = QuantizationMethod::Int8;
    unsigned bits = 8;           ///< of one weight
    std::int64_t groupSize = 0;  ///< weights that share a scale; 0: the method's own; -1: a row
    /// Of Fp8: the block that shares a scale; 0: the method's own; -1: the whole tensor.
    std::int64_t blockRows = 0;
    std::int64_t blockColumns = 0;
    DType scaleType = DType::Float32;  ///< of Fp8's scales
    bool hasActivationScale = false;   ///< of Fp8: one for each module ("static")
    bool isDoubleQuantised = false;    ///< of bitsandbytes' 4 bit: the scales are quantised too
    DType storage = DType::UInt8;      ///< of bitsandbytes' 4 bit: the packed weights' dtype
    /// Modules that stay as they are, as the method's own configuration names them; nothing: the
    /// method's own choice (the head).
    std::optional<std::vector<std::string>> skippedModules{};
    /// Of Gptq: only modules whose names end in these; nothing: all of them.
    std::optional<std::vector<std::string>> chosenModules{};
    std::string declaredBy{};  ///< the config.json that says so; "": a person asked for it

    friend bool operator==(const Quantization&, const Quantization&) = default;
};

/// "int8", "nf4", "fp4", "fp8", "gptq", "awq", "mxfp4", "other": as the command line and plans
/// write it.
[[nodiscard]] std::string_view quantizationName(QuantizationMethod method);

/// The method of that name with its usual settings. Errors: InvalidArgument for all but int8, nf4,
/// fp4, fp8 and mxfp4: gptq and awq need a configuration that says how.
[[nodiscard]] Result<Quantization> quantizationFromName(std::string_view name);

/// The method of that name, those that cannot be asked for too, with its usual settings; nothing
/// for names that are none.
[[nodiscard]] std::optional<Quantization> quantizationOfMethod(std::string_view name);

/// "nf4, scales quantised too", "GPTQ, 4 bit in groups of 128": what a person reads.
[[nodiscard]] Message quantizationText(const Quantization& quantization);

/// True for what bitsandbytes does while it loads: int8, nf4, fp4.
[[nodiscard]] bool isBitsAndBytes(QuantizationMethod method);
/// True for nf4 and fp4.
[[nodiscard]] bool isFourBit(QuantizationMethod method);

/// What the "quantization_config" of a model's config.json says, where it says something: that of
/// bitsandbytes (int8, nf4, fp4), GPTQ, AWQ, block-wise fp8 and MXFP4, with the defaults of
/// transformers 5.23 for what is left out. `text` is the whole file, `file` its path for messages
/// and Quantization::declaredBy. Walks the text; only names of modules are kept, at most half a
/// MiB. Nothing where there is no such entry, or it is null. Errors: Malformed (no JSON object, a
/// value of the wrong kind or size), Unsupported (a method or layout that Stowage does not plan),
/// LimitExceeded (too many names).
[[nodiscard]] Result<std::optional<Quantization>> declaredQuantization(std::string_view text,
                                                                       const std::string& file);

}  // namespace stowage
