// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/quantization_fields.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
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

}  // namespace

Unexpected noJsonObject(const JsonScanner& scanner, const std::string& file) {
    return fail(ErrorCode::Malformed,
                file + " is no JSON object (from byte " + std::to_string(scanner.position()) +
                    " on); a model's config.json is one.",
                file, {}, scanner.position());
}

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

Result<QuantizationFields> QuantizationFields::read(JsonScanner& scanner, std::string file) {
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
        if (!value) {
            return value.unexpected();
        }
        fields.m_values.insert_or_assign(name, std::move(*value));
    }
    return event == Event::EndObject ? Result<QuantizationFields>(std::move(fields))
                                     : noJsonObject(scanner, fields.m_file);
}

Result<QuantizationFields::Value> QuantizationFields::readValue(JsonScanner& scanner, Event first,
                                                                const std::string& name) {
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
                return malformed(name, "has " + std::to_string(scanner.text().size()) +
                                           " characters; no value of it has more than 1024.");
            }
            value.kind = Value::Kind::Text;
            value.text = scanner.text();
            return value;
        case Event::BeginArray:
            return readList(scanner, name);
        case Event::BeginObject:
            passJsonValue(scanner, first);
            return malformed(name,
                             "is an object; a number, a text, true, false or a list belongs "
                             "there.");
        default:
            return value;
    }
}

Result<QuantizationFields::Value> QuantizationFields::readList(JsonScanner& scanner,
                                                               const std::string& name) {
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
                return about(ErrorCode::LimitExceeded, name,
                             "names more modules than any model needs (at most 65,536 names of "
                             "1,024 characters, 512 KiB in all); leave the list out.");
            }
            list.names.emplace_back(scanner.text());
        } else if (number && list.numbers.size() < kMostNumbers) {
            list.numbers.push_back(*number);
        } else {
            return malformed(name, "is a list of something else than names or a few numbers.");
        }
    }
    if (!list.names.empty() && !list.numbers.empty()) {
        return malformed(name, "mixes names and numbers in one list.");
    }
    list.kind = list.numbers.empty() ? Value::Kind::Names : Value::Kind::Numbers;
    return list;
}

const QuantizationFields::Value* QuantizationFields::find(std::string_view name) const {
    const auto found = m_values.find(name);
    const bool isThere = found != m_values.end() && found->second.kind != Value::Kind::Null;
    return isThere ? &found->second : nullptr;
}

bool QuantizationFields::has(std::string_view name) const {
    return find(name) != nullptr;
}

bool QuantizationFields::isNull(std::string_view name) const {
    return m_values.find(name) != m_values.end() && find(name) == nullptr;
}

Result<bool> QuantizationFields::flag(std::string_view name, bool usual) const {
    const Value* const value = find(name);
    if (value == nullptr) {
        return usual;
    }
    return value->kind == Value::Kind::Flag ? Result<bool>(value->flag)
                                            : malformed(name, "must be true or false.");
}

Result<std::int64_t> QuantizationFields::whole(std::string_view name, std::int64_t usual,
                                               std::int64_t least, std::int64_t most) const {
    const Value* const value = find(name);
    if (value == nullptr) {
        return usual;
    }
    const double number = value->number;
    if (value->kind != Value::Kind::Number || number != std::floor(number) ||
        number < static_cast<double>(least) || number > static_cast<double>(most)) {
        return malformed(name, "must be a whole number from " + std::to_string(least) + " to " +
                                   std::to_string(most) + ".");
    }
    return static_cast<std::int64_t>(number);
}

Result<std::string> QuantizationFields::text(std::string_view name, std::string_view usual) const {
    const Value* const value = find(name);
    if (value == nullptr) {
        return std::string(usual);
    }
    return value->kind == Value::Kind::Text ? Result<std::string>(value->text)
                                            : malformed(name, "must be a text.");
}

Result<std::optional<std::vector<std::string>>> QuantizationFields::names(
    std::string_view name) const {
    using Names = std::optional<std::vector<std::string>>;
    const Value* const value = find(name);
    if (value == nullptr) {
        return Names();
    }
    if (value->kind == Value::Kind::Names) {
        return Names(value->names);
    }
    return malformed(name, "must be a list of names of modules.");
}

Result<std::optional<std::pair<std::int64_t, std::int64_t>>> QuantizationFields::block(
    std::string_view name) const {
    using Block = std::optional<std::pair<std::int64_t, std::int64_t>>;
    constexpr double kLargest = 1 << 20;
    const Value* const value = find(name);
    if (value == nullptr) {
        return Block();
    }
    const std::vector<double>& sides = value->numbers;
    const auto isSide = [](double side) {
        return side >= 1 && side <= kLargest && side == std::floor(side);
    };
    if (sides.size() != 2 || !isSide(sides.front()) || !isSide(sides.back())) {
        return malformed(name, "must be two whole numbers from 1 to 1048576: rows and columns.");
    }
    return Block(std::pair(static_cast<std::int64_t>(sides.front()),
                           static_cast<std::int64_t>(sides.back())));
}

Unexpected QuantizationFields::about(ErrorCode code, std::string_view name,
                                     const std::string& rule) const {
    const std::string key = "quantization_config." + std::string(name);
    return fail(code, m_file + ": " + key + " " + rule, m_file, key);
}

Unexpected QuantizationFields::malformed(std::string_view name, const std::string& rule) const {
    return about(ErrorCode::Malformed, name, rule);
}

Unexpected QuantizationFields::unsupported(std::string_view name, const std::string& rule) const {
    return about(ErrorCode::Unsupported, name, rule);
}

}  // namespace stowage
