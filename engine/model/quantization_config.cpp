// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantization.h"

#include "engine/base/json_stream.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <utility>

namespace stowage {
namespace {

using Event = JsonScanner::Event;

constexpr std::size_t kMostNameBytes = std::size_t{512} << 10;

constexpr std::size_t kMostNames = 65536;

constexpr std::size_t kLongestName = 1024;

constexpr std::size_t kMostNumbers = 8;

constexpr std::array<std::string_view, 23> kWanted = {"activation_scheme",
                                                      "bits",
                                                      "bnb_4bit_quant_storage",
                                                      "bnb_4bit_quant_type",
                                                      "bnb_4bit_use_double_quant",
                                                      "checkpoint_format",
                                                      "dequantize",
                                                      "expert_dtype",
                                                      "fmt",
                                                      "format",
                                                      "group_size",
                                                      "ignored_layers",
                                                      "llm_int8_has_fp16_weight",
                                                      "llm_int8_skip_modules",
                                                      "load_in_4bit",
                                                      "load_in_8bit",
                                                      "modules_in_block_to_quantize",
                                                      "modules_to_convert",
                                                      "modules_to_not_convert",
                                                      "quant_method",
                                                      "scale_fmt",
                                                      "version",
                                                      "weight_block_size"};

bool isWanted(std::string_view name) {
    return std::find(kWanted.begin(), kWanted.end(), name) != kWanted.end();
}

std::optional<double> numberOf(const JsonScanner& scanner, Event event) {
    switch (event) {
        case Event::Unsigned:
            return static_cast<double>(scanner.number());
        case Event::Negative:
            return static_cast<double>(scanner.negative());
        case Event::Real:
            return scanner.real();
        default:
            return std::nullopt;
    }
}

using Declared = Result<std::optional<Quantization>>;

constexpr std::int64_t kLargestGroup = 1 << 24;

bool isOneOf(const std::string& value, std::initializer_list<std::string_view> values) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// The failure of a text that the scanner found to be no JSON object.
Unexpected noJsonObject(const JsonScanner& scanner, const std::string& file) {
    return fail(
        ErrorCode::Malformed,
        say("%1 is not a JSON object (error at byte %2); the config.json of a model must be one.",
            file, scanner.position()),
        file, {}, scanner.position());
}

/// Passes a value whose first event was `first`, with all that it holds.
void passJsonValue(JsonScanner& scanner, Event first) {
    std::size_t depth = 0;
    for (Event event = first;; event = scanner.next()) {
        if (event == Event::BeginObject || event == Event::BeginArray) {
            ++depth;
        } else if (event == Event::EndObject || event == Event::EndArray) {
            --depth;
        }
        const bool isOver = event == Event::Failed || event == Event::End;
        if (isOver || (depth == 0 && event != Event::Key)) {
            return;
        }
    }
}

/// The entries of a "quantization_config" that sizes depend on, as they stand there. Names in lists
/// of lists are taken one by one. Built while the text is walked, so that nothing unknown is kept.
class QuantizationFields {
public:
    struct Value {
        enum class Kind : std::uint8_t { Null, Flag, Number, Text, Names, Numbers };
        Kind kind = Kind::Null;
        bool flag = false;
        double number = 0;
        std::string text{};
        std::vector<std::string> names{};  ///< an empty list counts as names
        std::vector<double> numbers{};
    };

    /// Reads the object that the scanner stands in front of. `file` is for messages.
    /// Errors: Malformed, LimitExceeded.
    static Result<QuantizationFields> read(JsonScanner& scanner, std::string file) {
        QuantizationFields fields;
        fields.m_file = std::move(file);
        Event event = scanner.next();
        for (; event == Event::Key; event = scanner.next()) {
            const std::string name(scanner.text().substr(0, kLongestName));
            const Event first = scanner.next();
            if (!isWanted(name)) {
                passJsonValue(scanner, first);
                continue;
            }
            auto value = fields.readValue(scanner, first, name);
            STOWAGE_TRY(value);
            fields.m_values.insert_or_assign(name, std::move(*value));
        }
        return event == Event::EndObject ? Result<QuantizationFields>(std::move(fields))
                                         : noJsonObject(scanner, fields.m_file);
    }

    /// Whether the entry is there and not null.
    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Whether the entry is there and null.
    bool isNull(std::string_view name) const {
        return m_values.find(name) != m_values.end() && find(name) == nullptr;
    }

    /// A boolean, or `usual` where the entry is not there. Malformed where it is anything else.
    Result<bool> flag(std::string_view name, bool usual) const {
        const Value* const value = find(name);
        if (value == nullptr) {
            return usual;
        }
        return value->kind == Value::Kind::Flag ? Result<bool>(value->flag)
                                                : malformed(name, say("must be true or false."));
    }

    /// A whole number within the limits.
    Result<std::int64_t> whole(std::string_view name, std::int64_t usual, std::int64_t least,
                               std::int64_t most) const {
        const Value* const value = find(name);
        if (value == nullptr) {
            return usual;
        }
        const double number = value->number;
        if (value->kind != Value::Kind::Number || number != std::floor(number) ||
            number < static_cast<double>(least) || number > static_cast<double>(most)) {
            return malformed(name, say("must be a whole number from %1 to %2.", least, most));
        }
        return static_cast<std::int64_t>(number);
    }

    Result<std::string> text(std::string_view name, std::string_view usual) const {
        const Value* const value = find(name);
        if (value == nullptr) {
            return std::string(usual);
        }
        return value->kind == Value::Kind::Text ? Result<std::string>(value->text)
                                                : malformed(name, say("must be a string."));
    }

    /// Names of modules; nothing where the entry is not there.
    Result<std::optional<std::vector<std::string>>> names(std::string_view name) const {
        using Names = std::optional<std::vector<std::string>>;
        const Value* const value = find(name);
        if (value == nullptr) {
            return Names();
        }
        if (value->kind == Value::Kind::Names) {
            return Names(value->names);
        }
        return malformed(name, say("must be a list of module names."));
    }

    /// Two positive whole numbers; nothing where the entry is not there.
    Result<std::optional<std::pair<std::int64_t, std::int64_t>>> block(
        std::string_view name) const {
        using Block = std::optional<std::pair<std::int64_t, std::int64_t>>;
        constexpr double kLargestWidth = 1 << 20;
        const Value* const value = find(name);
        if (value == nullptr) {
            return Block();
        }
        const std::vector<double>& sides = value->numbers;
        const auto isSide = [](double side) {
            return side >= 1 && side <= kLargestWidth && side == std::floor(side);
        };
        if (sides.size() != 2 || !isSide(sides.front()) || !isSide(sides.back())) {
            return malformed(name,
                             say("must be two whole numbers from 1 to 1048576: rows and columns."));
        }
        return Block(std::pair(static_cast<std::int64_t>(sides.front()),
                               static_cast<std::int64_t>(sides.back())));
    }

    /// "FILE: quantization_config.NAME " and what is wrong with it.
    Unexpected malformed(std::string_view name, const Message& rule) const {
        return about(ErrorCode::Malformed, name, rule);
    }
    Unexpected unsupported(std::string_view name, const Message& rule) const {
        return about(ErrorCode::Unsupported, name, rule);
    }

    [[nodiscard]] const std::string& file() const { return m_file; }

private:
    Result<Value> readValue(JsonScanner& scanner, Event first, const std::string& name) {
        Value value;
        if (const auto number = numberOf(scanner, first)) {
            value.kind = Value::Kind::Number;
            value.number = *number;
            return value;
        }
        switch (first) {
            case Event::True:
            case Event::False:
                value.kind = Value::Kind::Flag;
                value.flag = first == Event::True;
                return value;
            case Event::Text:
                if (scanner.text().size() > kLongestName) {
                    return malformed(
                        name, say("has %1 characters; the limit is 1024.", scanner.text().size()));
                }
                value.kind = Value::Kind::Text;
                value.text = scanner.text();
                return value;
            case Event::BeginArray:
                return readList(scanner, name);
            case Event::BeginObject:
                passJsonValue(scanner, first);
                return malformed(
                    name,
                    say("is an object, but must be a number, a string, true, false or a list."));
            default:
                return value;
        }
    }

    Result<Value> readList(JsonScanner& scanner, const std::string& name) {
        Value list;
        std::size_t depth = 1;
        while (depth > 0) {
            const Event event = scanner.next();
            const auto number = numberOf(scanner, event);
            if (event == Event::BeginArray && depth < 3) {
                ++depth;
            } else if (event == Event::EndArray) {
                --depth;
            } else if (event == Event::Text) {
                m_nameBytes += scanner.text().size();
                if (list.names.size() >= kMostNames || m_nameBytes > kMostNameBytes ||
                    scanner.text().size() > kLongestName) {
                    return about(
                        ErrorCode::LimitExceeded, name,
                        say("names too many modules (the limits are 65,536 names, 1,024 characters "
                            "per name and 512 KiB in total); leave out the list."));
                }
                list.names.emplace_back(scanner.text());
            } else if (number && list.numbers.size() < kMostNumbers) {
                list.numbers.push_back(*number);
            } else {
                return malformed(name, say("must be a list of names or a list of a few numbers."));
            }
        }
        if (!list.names.empty() && !list.numbers.empty()) {
            return malformed(name, say("mixes names and numbers in one list."));
        }
        list.kind = list.numbers.empty() ? Value::Kind::Names : Value::Kind::Numbers;
        return list;
    }

    const Value* find(std::string_view name) const {
        const auto found = m_values.find(name);
        const bool isThere = found != m_values.end() && found->second.kind != Value::Kind::Null;
        return isThere ? &found->second : nullptr;
    }
    Unexpected about(ErrorCode code, std::string_view name, const Message& rule) const {
        const std::string key = "quantization_config." + std::string(name);
        return fail(code, say("%1: %2 %3", m_file, key, rule), m_file, key);
    }

    std::string m_file;
    std::map<std::string, Value, std::less<>> m_values;
    std::size_t m_nameBytes = 0;
};

/// "group_size": a positive number, or -1 for one scale a column.
Result<std::int64_t> groupSizeOf(const QuantizationFields& fields) {
    constexpr std::int64_t kUsual = 128;
    const auto size = fields.whole("group_size", kUsual, -1, kLargestGroup);
    if (size && *size == 0) {
        return fields.malformed(
            "group_size", say("is 0; the value must be above 0, or -1 for one scale per column."));
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
    STOWAGE_TRY(text);
    if (!isOneOf(*text, {"float16", "float32", "int8", "uint8", "float64", "bfloat16"})) {
        return fields.malformed(
            kName,
            say("is %1; the value must be uint8, int8, float16, bfloat16, float32 or float64.",
                quotedForMessage(*text)));
    }
    return *dtypeFromName(*text);
}

Declared readFourBit(const QuantizationFields& fields, Quantization quantization) {
    const auto type = fields.text("bnb_4bit_quant_type", "fp4");
    const auto isDouble = fields.flag("bnb_4bit_use_double_quant", false);
    const auto storage = storageOf(fields);
    STOWAGE_TRY(type);
    STOWAGE_TRY(isDouble);
    STOWAGE_TRY(storage);
    if (!isOneOf(*type, {"fp4", "nf4"})) {
        return fields.malformed("bnb_4bit_quant_type", say("is %1; the value must be fp4 or nf4.",
                                                           quotedForMessage(*type)));
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
    STOWAGE_TRY(skipped);
    if (*isEight == *isFour) {
        return *isEight
                   ? Declared(fields.malformed(
                         "load_in_4bit",
                         say("and load_in_8bit are both true; only one of the two can be true.")))
                   : Declared(std::optional<Quantization>());
    }
    if (*isEight && *keepsHalf) {
        return fields.unsupported("llm_int8_has_fp16_weight",
                                  say("is true, so the weights remain in 16 bit; Stowage can plan "
                                      "such a model only without quantisation."));
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
    STOWAGE_TRY(block);
    STOWAGE_TRY(undoes);
    STOWAGE_TRY(skipped);
    if (!isOneOf(*scheme, {"dynamic", "static"})) {
        return fields.malformed(
            "activation_scheme",
            say("is %1; the value must be dynamic or static.", quotedForMessage(*scheme)));
    }
    if (!isOneOf(*scale, {"float", "ue8m0"})) {
        return fields.malformed(
            "scale_fmt", say("is %1; the value must be float or ue8m0.", quotedForMessage(*scale)));
    }
    if (*experts != "fp8") {
        return fields.unsupported("expert_dtype", say("is %1; Stowage plans experts only in fp8.",
                                                      quotedForMessage(*experts)));
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

/// Mxfp4Config. Undone while loading, the weights are what the model's own class registers.
Declared readMxfp4(const QuantizationFields& fields) {
    const auto undoes = fields.flag("dequantize", false);
    auto skipped = fields.names("modules_to_not_convert");
    STOWAGE_TRY(undoes);
    STOWAGE_TRY(skipped);
    if (*undoes) {
        return std::optional<Quantization>();
    }
    Quantization quantization;
    quantization.method = QuantizationMethod::Mxfp4;
    quantization.bits = 4;
    quantization.skippedModules = std::move(*skipped);
    return std::optional(std::move(quantization));
}

Declared readGptq(const QuantizationFields& fields) {
    const auto bits = fields.whole("bits", 0, 1, 64);
    const auto group = groupSizeOf(fields);
    auto chosen = fields.names("modules_in_block_to_quantize");
    STOWAGE_TRY(bits);
    STOWAGE_TRY(group);
    STOWAGE_TRY(chosen);
    if (*bits != 2 && *bits != 3 && *bits != 4 && *bits != 8) {
        return fields.malformed("bits",
                                fields.has("bits")
                                    ? say("is %1; GPTQ uses 2, 3, 4 or 8 bits per weight.", *bits)
                                    : say("is missing; GPTQ uses 2, 3, 4 or 8 bits per weight."));
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
    STOWAGE_TRY(bits);
    STOWAGE_TRY(group);
    STOWAGE_TRY(version);
    STOWAGE_TRY(skipped);
    if (*bits != 4) {
        return fields.malformed("bits",
                                say("is %1; the kernels of AWQ use 4 bits per weight.", *bits));
    }
    if (!isOneOf(*version, {"gemm", "GEMM"})) {
        return fields.unsupported("version", say("is %1; Stowage plans only the layout \"gemm\".",
                                                 quotedForMessage(*version)));
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
    STOWAGE_TRY(method);
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
    if (*method == "mxfp4") {
        return readMxfp4(fields);
    }
    if (method->empty()) {
        return fields.malformed(
            "quant_method", say("is missing; the name of the quantisation method is required."));
    }
    return fields.unsupported("quant_method",
                              say("is %1; Stowage supports bitsandbytes, gptq, awq, fp8 and mxfp4.",
                                  quotedForMessage(*method)));
}

}  // namespace

Declared declaredQuantization(std::string_view text, const std::string& file) {
    constexpr std::string_view kEntry = "quantization_config";
    JsonScanner scanner(text);
    scanner.acceptPythonNumbers();
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
                            say("%1: quantization_config must be an object or null.", file), file,
                            std::string(kEntry));
            }
            passJsonValue(scanner, first);
            continue;
        }
        const auto fields = QuantizationFields::read(scanner, file);
        STOWAGE_TRY(fields);
        auto found = quantizationOf(*fields);
        STOWAGE_TRY(found);
        declared = std::move(*found);
        if (declared) {
            declared->declaredBy = file;
        }
    }
    return event == Event::EndObject ? Declared(std::move(declared)) : noJsonObject(scanner, file);
}

}  // namespace stowage
