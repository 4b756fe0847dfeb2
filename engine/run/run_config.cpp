// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_config.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/model/architecture_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace stowage {
namespace {

constexpr std::int64_t kLargestWhole = (std::int64_t{1} << 31) - 1;

constexpr double kLargestNumber = 1e12;

/// The library's names (ACT2FN) of what can be computed.
constexpr std::array<std::pair<std::string_view, ActivationFunction>, 9> kActivationFunctions{{
    {"gelu", ActivationFunction::Gelu},
    {"gelu_fast", ActivationFunction::GeluTanh},
    {"gelu_new", ActivationFunction::GeluTanh},
    {"gelu_pytorch_tanh", ActivationFunction::GeluTanh},
    {"quick_gelu", ActivationFunction::QuickGelu},
    {"relu", ActivationFunction::Relu},
    {"silu", ActivationFunction::Silu},
    {"swish", ActivationFunction::Silu},
    {"tanh", ActivationFunction::Tanh},
}};

}  // namespace

Result<std::string> readConfigFile(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    return file ? readConfigText(**file) : Result<std::string>(file.unexpected());
}

Result<RunConfig> RunConfig::parse(std::string_view text, const std::string& file) {
    auto document = parseJson(text, file);
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed, say("%1 is no JSON object, as a config.json is.", file),
                    file);
    }
    return of(std::move(*document), file);
}

RunConfig RunConfig::of(nlohmann::ordered_json object, const std::string& file) {
    RunConfig config;
    config.m_json = std::make_shared<const nlohmann::ordered_json>(std::move(object));
    config.m_file = file;
    return config;
}

const nlohmann::ordered_json* RunConfig::find(std::string_view field) const {
    const auto found = m_json->find(field);
    return found == m_json->end() || found->is_null() ? nullptr : &*found;
}

bool RunConfig::has(std::string_view field) const {
    return find(field) != nullptr;
}

bool RunConfig::isNull(std::string_view field) const {
    const auto found = m_json->find(field);
    return found != m_json->end() && found->is_null();
}

bool RunConfig::isText(std::string_view field) const {
    const auto* value = find(field);
    return value != nullptr && value->is_string();
}

void RunConfig::refuse(std::string_view field, const Message& wanted, const Message& because) {
    if (!m_error) {
        return;
    }
    const auto* value = find(field);
    const Message shown = value == nullptr
                              ? Message(phrase("missing"))
                              : Message(quotedForMessage(jsonText(*value).substr(0, 60)));
    m_error = fail(
        ErrorCode::Malformed,
        because.empty()
            ? say("%1: \"%2\" is %3; %4 is needed to run the model.", m_file, field, shown, wanted)
            : say("%1: \"%2\" is %3; %4, because %5; it is needed to run the model.", m_file, field,
                  shown, wanted, because),
        m_file, std::string(field));
}

void RunConfig::keep(const Result<void>& checked) {
    if (m_error && !checked) {
        m_error = checked;
    }
}

std::string RunConfig::modelType() {
    return text("model_type", "");
}

std::string RunConfig::family() const {
    return architectureOf(*m_json);
}

std::string RunConfig::className() {
    const std::vector<std::string> classes = texts("architectures");
    return classes.empty() ? std::string() : classes.front();
}

std::int64_t RunConfig::whole(std::string_view field, std::int64_t fallback) {
    const auto* value = find(field);
    if (value == nullptr) {
        return fallback;
    }
    const bool inRange = value->is_number_integer() && *value >= 1 && *value <= kLargestWhole;
    if (!inRange) {
        refuse(field, say("a whole number from 1 to %1", kLargestWhole));
        return fallback > 0 ? fallback : 1;
    }
    return value->get<std::int64_t>();
}

std::int64_t RunConfig::token(std::string_view field, std::int64_t fallback) {
    const auto* value = find(field);
    const bool isZero = value != nullptr && value->is_number_integer() && *value == 0;
    return isZero ? 0 : whole(field, fallback);
}

double RunConfig::number(std::string_view field, double fallback) {
    const auto* value = find(field);
    if (value == nullptr) {
        return fallback;
    }
    const double found = value->is_number() ? value->get<double>() : 0;
    if (!(found > 0 && found < kLargestNumber)) {
        refuse(field, phrase("a number above 0"));
        return fallback;
    }
    return found;
}

bool RunConfig::flag(std::string_view field, bool fallback) {
    const auto* value = find(field);
    if (value != nullptr && !value->is_boolean()) {
        refuse(field, phrase("true or false"));
        return fallback;
    }
    return value == nullptr ? fallback : value->get<bool>();
}

std::string RunConfig::text(std::string_view field, std::string_view fallback) {
    const auto* value = find(field);
    if (value != nullptr && !value->is_string()) {
        refuse(field, phrase("a text"));
        return std::string(fallback);
    }
    return value == nullptr ? std::string(fallback) : value->get<std::string>();
}

std::vector<std::string> RunConfig::texts(std::string_view field) {
    std::vector<std::string> found;
    const auto* value = find(field);
    if (value == nullptr) {
        return found;
    }
    if (!value->is_array()) {
        refuse(field, phrase("a list of texts"));
        return found;
    }
    for (const auto& entry : *value) {
        if (!entry.is_string()) {
            refuse(field, phrase("a list of texts"));
            return {};
        }
        found.push_back(entry.get<std::string>());
    }
    return found;
}

std::vector<double> RunConfig::numbers(std::string_view field) {
    std::vector<double> found;
    const auto* value = find(field);
    const bool isList = value != nullptr && value->is_array();
    for (const auto& entry : isList ? *value : nlohmann::ordered_json::array()) {
        const double number = entry.is_number() ? entry.get<double>() : 0;
        if (!(number > 0 && number < kLargestNumber)) {
            refuse(field, phrase("a list of numbers above 0"));
            return {};
        }
        found.push_back(number);
    }
    return found;
}

std::optional<RunConfig> RunConfig::object(std::string_view field) const {
    const auto* value = find(field);
    if (value == nullptr || !value->is_object()) {
        return std::nullopt;
    }
    RunConfig inner;
    inner.m_json = std::shared_ptr<const nlohmann::ordered_json>(m_json, value);  // a part of it
    inner.m_file = m_file;
    return inner;
}

ActivationFunction readActivationFunction(RunConfig& config, std::string_view field,
                                          std::string_view fallback) {
    const std::string name = config.text(field, fallback);
    std::string known;
    for (const auto& [text, activation] : kActivationFunctions) {
        if (text == name) {
            return activation;
        }
        known += (known.empty() ? "" : ", ") + std::string(text);
    }
    config.refuse(field, say("one of %1", known));
    return ActivationFunction::Gelu;
}

}  // namespace stowage
