// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantization_config.h"

#include "engine/base/utf8.h"
#include "engine/model/quantization_fields.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace stowage {

namespace {

using Event = JsonScanner::Event;
using Declared = Result<std::optional<Quantization>>;

constexpr std::int64_t kLargestGroup = 1 << 24;

bool isOneOf(const std::string& value, std::initializer_list<std::string_view> values) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// "group_size": a positive number, or -1 for one scale a column.
Result<std::int64_t> groupSizeOf(const QuantizationFields& fields) {
    constexpr std::int64_t kUsual = 128;
    const auto size = fields.whole("group_size", kUsual, -1, kLargestGroup);
    if (size && *size == 0) {
        return fields.malformed("group_size", "is 0; it must be above 0, or -1 for one group.");
    }
    return size;
}

Result<std::optional<std::vector<std::string>>> skippedOf(const QuantizationFields& fields) {
    auto names = fields.names("modules_to_not_convert");
    return names && !*names ? fields.names("ignored_layers") : std::move(names);
}

/// BitsAndBytesConfig: the dtype that packed weights of 4 bit are kept in.
Result<DType> storageOf(const QuantizationFields& fields) {
    constexpr std::string_view kName = "bnb_4bit_quant_storage";
    const auto text = fields.text(kName, "uint8");
    if (!text) {
        return text.unexpected();
    }
    if (!isOneOf(*text, {"float16", "float32", "int8", "uint8", "float64", "bfloat16"})) {
        return fields.malformed(kName, "is " + quotedForMessage(*text) +
                                           "; it must be uint8, int8, float16, bfloat16, float32 "
                                           "or float64.");
    }
    return *dtypeFromName(*text);
}

Declared readFourBit(const QuantizationFields& fields, Quantization quantization) {
    const auto type = fields.text("bnb_4bit_quant_type", "fp4");
    const auto isDouble = fields.flag("bnb_4bit_use_double_quant", false);
    const auto storage = storageOf(fields);
    if (!type || !isDouble || !storage) {
        return !type ? type.unexpected() : !isDouble ? isDouble.unexpected() : storage.unexpected();
    }
    if (!isOneOf(*type, {"fp4", "nf4"})) {
        return fields.malformed("bnb_4bit_quant_type",
                                "is " + quotedForMessage(*type) + "; it must be fp4 or nf4.");
    }
    quantization.method = *type == "nf4" ? QuantizationMethod::Nf4 : QuantizationMethod::Fp4;
    quantization.bits = 4;
    quantization.isDoubleQuantised = *isDouble;
    quantization.storage = *storage;
    return std::optional(std::move(quantization));
}

Declared readBitsAndBytes(const QuantizationFields& fields) {
    const auto isEight = fields.flag("load_in_8bit", false);
    const auto isFour = fields.flag("load_in_4bit", false);
    const auto keepsHalf = fields.flag("llm_int8_has_fp16_weight", false);
    auto skipped = fields.names("llm_int8_skip_modules");
    for (const auto* const flag : {&isEight, &isFour, &keepsHalf}) {
        if (!*flag) {
            return flag->unexpected();
        }
    }
    if (!skipped) {
        return skipped.unexpected();
    }
    if (*isEight == *isFour) {
        return *isEight ? Declared(fields.malformed(
                              "load_in_4bit", "and load_in_8bit are both true; only one can be."))
                        : Declared(std::optional<Quantization>());
    }
    if (*isEight && *keepsHalf) {
        return fields.unsupported("llm_int8_has_fp16_weight",
                                  "is true: the weights stay in 16 bit, which Stowage plans as a "
                                  "model that is not quantised.");
    }
    Quantization quantization;
    quantization.skippedModules = std::move(*skipped);
    return *isEight ? Declared(std::optional(std::move(quantization)))
                    : readFourBit(fields, std::move(quantization));
}

Declared readFp8(const QuantizationFields& fields) {
    const auto scheme = fields.text("activation_scheme", "dynamic");
    const auto scale = fields.text("scale_fmt", "float");
    const auto experts = fields.text("expert_dtype", "fp8");
    const auto block = fields.block("weight_block_size");
    const auto undoes = fields.flag("dequantize", false);
    auto skipped = skippedOf(fields);
    for (const auto* const text : {&scheme, &scale, &experts}) {
        if (!*text) {
            return text->unexpected();
        }
    }
    if (!block || !undoes || !skipped) {
        return !block ? block.unexpected() : !undoes ? undoes.unexpected() : skipped.unexpected();
    }
    if (!isOneOf(*scheme, {"dynamic", "static"})) {
        return fields.malformed("activation_scheme", "is " + quotedForMessage(*scheme) +
                                                         "; it must be dynamic or static.");
    }
    if (!isOneOf(*scale, {"float", "ue8m0"})) {
        return fields.malformed("scale_fmt",
                                "is " + quotedForMessage(*scale) + "; it must be float or ue8m0.");
    }
    if (*experts != "fp8") {
        return fields.unsupported("expert_dtype", "is " + quotedForMessage(*experts) +
                                                      "; Stowage plans experts in fp8 only.");
    }
    if (*undoes) {
        return std::optional<Quantization>();
    }
    Quantization quantization;
    quantization.method = QuantizationMethod::Fp8;
    if (*block) {
        quantization.blockRows = (*block)->first;
        quantization.blockColumns = (*block)->second;
    } else if (fields.isNull("weight_block_size")) {
        quantization.blockRows = -1;
        quantization.blockColumns = -1;
    }
    quantization.scaleType = *scale == "ue8m0" ? DType::Float8E8M0FNU : DType::Float32;
    quantization.hasActivationScale = *scheme == "static";
    quantization.skippedModules = std::move(*skipped);
    return std::optional(std::move(quantization));
}

Declared readGptq(const QuantizationFields& fields) {
    const auto bits = fields.whole("bits", 0, 1, 64);
    const auto group = groupSizeOf(fields);
    auto chosen = fields.names("modules_in_block_to_quantize");
    if (!bits || !group || !chosen) {
        return !bits ? bits.unexpected() : !group ? group.unexpected() : chosen.unexpected();
    }
    if (*bits != 2 && *bits != 3 && *bits != 4 && *bits != 8) {
        return fields.malformed(
            "bits", fields.has("bits")
                        ? "is " + std::to_string(*bits) + "; GPTQ has 2, 3, 4 or 8 bits a weight."
                        : "is missing; GPTQ has 2, 3, 4 or 8 bits a weight.");
    }
    Quantization quantization;
    quantization.method = QuantizationMethod::Gptq;
    quantization.bits = static_cast<unsigned>(*bits);
    quantization.groupSize = *group;
    quantization.chosenModules = std::move(*chosen);
    return std::optional(std::move(quantization));
}

Declared readAwq(const QuantizationFields& fields) {
    const auto bits = fields.whole("bits", 4, 1, 64);
    const auto group = groupSizeOf(fields);
    const auto version = fields.text(fields.has("version") ? "version" : "format", "gemm");
    auto skipped = skippedOf(fields);
    if (!bits || !group || !version || !skipped) {
        return !bits      ? bits.unexpected()
               : !group   ? group.unexpected()
               : !version ? version.unexpected()
                          : skipped.unexpected();
    }
    if (*bits != 4) {
        return fields.malformed(
            "bits", "is " + std::to_string(*bits) + "; AWQ's kernels have 4 bits a weight.");
    }
    if (!isOneOf(*version, {"gemm", "GEMM"})) {
        return fields.unsupported("version", "is " + quotedForMessage(*version) +
                                                 "; Stowage plans the layout gemm only.");
    }
    Quantization quantization;
    quantization.method = QuantizationMethod::Awq;
    quantization.bits = static_cast<unsigned>(*bits);
    quantization.groupSize = *group;
    quantization.skippedModules = std::move(*skipped);
    return std::optional(std::move(quantization));
}

Declared quantizationOf(const QuantizationFields& fields) {
    const bool isOldForm = fields.has("load_in_8bit") || fields.has("load_in_4bit");
    const auto method = fields.text("quant_method", isOldForm ? "bitsandbytes" : "");
    if (!method) {
        return method.unexpected();
    }
    if (*method == "bitsandbytes") {
        return readBitsAndBytes(fields);
    }
    if (*method == "fp8") {
        return readFp8(fields);
    }
    if (*method == "gptq") {
        return readGptq(fields);
    }
    if (*method == "awq") {
        return readAwq(fields);
    }
    if (method->empty()) {
        return fields.malformed("quant_method", "is missing: it names the method.");
    }
    return fields.unsupported("quant_method",
                              "is " + quotedForMessage(*method) +
                                  "; Stowage plans bitsandbytes, gptq, awq and fp8, and takes this "
                                  "model as if it were not quantised.");
}

}  // namespace

Declared declaredQuantization(std::string_view text, const std::string& file) {
    constexpr std::string_view kEntry = "quantization_config";
    JsonScanner scanner(text);
    if (scanner.next() != Event::BeginObject) {
        return noJsonObject(scanner, file);
    }
    std::optional<Quantization> declared;
    Event event = scanner.next();
    for (; event == Event::Key; event = scanner.next()) {
        const bool isWanted = scanner.text() == kEntry;
        const Event first = scanner.next();
        if (!isWanted || first != Event::BeginObject) {
            if (isWanted && first != Event::Null && first != Event::Failed) {
                return fail(ErrorCode::Malformed,
                            file + ": quantization_config must be an object or null.", file,
                            std::string(kEntry));
            }
            passJsonValue(scanner, first);
            continue;
        }
        const auto fields = QuantizationFields::read(scanner, file);
        if (!fields) {
            return fields.unexpected();
        }
        auto found = quantizationOf(*fields);
        if (!found) {
            return found;
        }
        declared = std::move(*found);
        if (declared) {
            declared->declaredBy = file;
        }
    }
    return event == Event::EndObject ? Declared(std::move(declared)) : noJsonObject(scanner, file);
}

}  // namespace stowage
