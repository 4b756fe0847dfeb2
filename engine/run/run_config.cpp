// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_config.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/model/architecture_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace stowage {
namespace {

constexpr std::int64_t kLargestWhole = (std::int64_t{1} << 31) - 1;

constexpr double kLargestNumber = 1e12;

/// The library's names (ACT2FN) of what can be computed.
constexpr std::array<std::pair<std::string_view, ActivationFunction>, 8> kActivationFunctions{{
    {"gelu", ActivationFunction::Gelu},
    {"gelu_fast", ActivationFunction::GeluTanh},
    {"gelu_new", ActivationFunction::GeluTanh},
    {"gelu_pytorch_tanh", ActivationFunction::GeluTanh},
    {"relu", ActivationFunction::Relu},
    {"silu", ActivationFunction::Silu},
    {"swish", ActivationFunction::Silu},
    {"tanh", ActivationFunction::Tanh},
}};

constexpr double kTurn = 2 * std::numbers::pi;

/// Llama 3.1's: long waves are slowed down by `factor`, short ones stay, those between are mixed.
double llama3Frequency(double frequency, double factor, double low, double high, double context) {
    const double wave = kTurn / frequency;
    const double longest = context / low;
    const double shortest = context / high;
    if (wave > longest) {
        return frequency / factor;
    }
    if (wave < shortest) {
        return frequency;
    }
    const double share = (context / wave - low) / (high - low);
    return (1 - share) * frequency / factor + share * frequency;
}

Result<void> applyLlama3(RunConfig& scaling, RotaryTable& table) {
    for (const char* field :
         {"factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings"}) {
        if (!scaling.has(field)) {
            scaling.refuse(field, "a number above 0");
        }
    }
    const double factor = scaling.number("factor", 1);
    const double low = scaling.number("low_freq_factor", 1);
    const double high = scaling.number("high_freq_factor", 2);
    const double context = scaling.number("original_max_position_embeddings", 1);
    if (high <= low) {
        scaling.refuse("high_freq_factor", "a number above \"low_freq_factor\"");
    }
    for (float& frequency : table.frequencies) {
        frequency = static_cast<float>(llama3Frequency(frequency, factor, low, high, context));
    }
    return scaling.check();
}

Result<void> applyScaling(RunConfig& scaling, RotaryTable& table) {
    const std::string kind = scaling.text("rope_type", scaling.text("type", "default"));
    if (kind == "default") {
        return scaling.check();
    }
    if (kind == "llama3") {
        return applyLlama3(scaling, table);
    }
    if (kind == "linear") {
        const double factor = scaling.number("factor", 1);
        for (float& frequency : table.frequencies) {
            frequency = static_cast<float>(frequency / factor);
        }
        return scaling.check();
    }
    return fail(ErrorCode::Unsupported,
                scaling.file() + " asks for rotary positions of the kind " +
                    quotedForMessage(kind) +
                    "; \"default\", \"linear\" and \"llama3\" can be run. The model can be "
                    "planned and loaded.",
                scaling.file(), "rope_type");
}

}  // namespace

Result<std::string> readConfigFile(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    return file ? readConfigText(**file) : Result<std::string>(file.unexpected());
}

Result<RunConfig> RunConfig::parse(std::string_view text, const std::string& file) {
    auto document = parseJson(text, file);
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed, file + " is no JSON object, as a config.json is.", file);
    }
    RunConfig config;
    config.m_json = std::make_shared<const nlohmann::ordered_json>(std::move(*document));
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

void RunConfig::refuse(std::string_view field, const std::string& wanted) {
    if (!m_error) {
        return;
    }
    const auto* value = find(field);
    const std::string shown =
        value == nullptr ? "missing" : quotedForMessage(jsonText(*value).substr(0, 60));
    m_error = fail(ErrorCode::Malformed,
                   m_file + ": \"" + std::string(field) + "\" is " + shown + "; " + wanted +
                       " is needed to run the model.",
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
        refuse(field, "a whole number from 1 to " + std::to_string(kLargestWhole));
        return fallback > 0 ? fallback : 1;
    }
    return value->get<std::int64_t>();
}

double RunConfig::number(std::string_view field, double fallback) {
    const auto* value = find(field);
    if (value == nullptr) {
        return fallback;
    }
    const double found = value->is_number() ? value->get<double>() : 0;
    if (!(found > 0 && found < kLargestNumber)) {
        refuse(field, "a number above 0");
        return fallback;
    }
    return found;
}

bool RunConfig::flag(std::string_view field, bool fallback) {
    const auto* value = find(field);
    if (value != nullptr && !value->is_boolean()) {
        refuse(field, "true or false");
        return fallback;
    }
    return value == nullptr ? fallback : value->get<bool>();
}

std::string RunConfig::text(std::string_view field, std::string_view fallback) {
    const auto* value = find(field);
    if (value != nullptr && !value->is_string()) {
        refuse(field, "a text");
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
        refuse(field, "a list of texts");
        return found;
    }
    for (const auto& entry : *value) {
        if (!entry.is_string()) {
            refuse(field, "a list of texts");
            return {};
        }
        found.push_back(entry.get<std::string>());
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
        known += (known.empty() ? "one of " : ", ") + std::string(text);
    }
    config.refuse(field, known);
    return ActivationFunction::Gelu;
}

std::vector<float> rotaryFrequencies(std::int64_t width, double theta) {
    std::vector<float> frequencies;
    for (std::int64_t i = 0; i < width / 2; ++i) {
        const double exponent = static_cast<double>(2 * i) / static_cast<double>(width);
        frequencies.push_back(static_cast<float>(1 / std::pow(theta, exponent)));
    }
    return frequencies;
}

Result<RotaryTable> readRotary(RunConfig& config, std::int64_t headWidth, double theta) {
    std::optional<RunConfig> scaling = config.object("rope_scaling");
    if (!scaling) {
        scaling = config.object("rope_parameters");
    }
    double base = config.number("rope_theta", theta);
    if (scaling) {
        base = scaling->number("rope_theta", base);
    }
    RotaryTable table{.frequencies = rotaryFrequencies(headWidth, base)};
    if (scaling) {
        STOWAGE_TRY(applyScaling(*scaling, table));
    }
    return table;
}

}  // namespace stowage
