// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_config.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/formats/gguf_file.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/architecture_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <numbers>
#include <span>
#include <utility>
#include <variant>

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
    auto document = parseJson(text, file, {.acceptsPythonNumbers = true});
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed,
                    say("%1 is not a JSON object, as a config.json must be.", file), file);
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
            : say("%1: \"%2\" is %3; %4 is needed to run the model, because %5.", m_file, field,
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
        refuse(field, phrase("a string"));
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
        refuse(field, phrase("a list of strings"));
        return found;
    }
    for (const auto& entry : *value) {
        if (!entry.is_string()) {
            refuse(field, phrase("a list of strings"));
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

namespace {

using Values = std::map<std::string, GgufValue>;
using Json = nlohmann::ordered_json;

/// llama.cpp's architectures that run.
constexpr std::string_view kRunnable[] = {"llama", "qwen2", "qwen3"};

/// Keys after the architecture's name that have one number, and those of them that may be missing.
constexpr std::string_view kSizes[] = {
    ".embedding_length",     ".feed_forward_length",     ".block_count",
    ".attention.head_count", ".attention.head_count_kv", ".attention.key_length"};
constexpr std::string_view kMayLack[] = {".attention.head_count_kv", ".attention.key_length"};

/// They change the arithmetic, and are not computed here.
constexpr std::string_view kNotComputed[] = {".expert_count",
                                             ".attention.scale",
                                             ".embedding_scale",
                                             ".residual_scale",
                                             ".logit_scale",
                                             ".rope.scaling.attn_factor",
                                             ".rope.scaling.yarn_attn_factor"};

Json jsonOf(const GgufValue& value) {
    return std::visit([](const auto& one) { return Json(one); }, value);
}

/// "linear" and "yarn" under the library's names; llama.cpp's "none" is no scaling, and a factor
/// without a type is linear.
void addScaling(const GgufContents& contents, const std::string& architecture, Json& config) {
    const Values& values = contents.values;
    const std::string prefix = architecture + ".rope.scaling.";
    std::string kind = ggufText(contents, prefix + "type");
    if (kind.empty() && values.contains(prefix + "factor")) {
        kind = "linear";
    }
    if (kind.empty() || kind == "none") {
        return;
    }
    Json scaling{{"rope_type", kind}};
    for (const auto& [key, field] :
         {std::pair("factor", "factor"),
          std::pair("original_context_length", "original_max_position_embeddings")}) {
        if (const auto found = values.find(prefix + key); found != values.end()) {
            scaling[field] = jsonOf(found->second);
        }
    }
    config["rope_scaling"] = std::move(scaling);
}

Unexpected refuse(const Checkpoint& checkpoint, const std::string& key, Phrase how) {
    return fail(ErrorCode::Unsupported,
                say("%1 contains %2, %3, so the results of a run would be wrong. The model can be "
                    "planned and loaded.",
                    checkpoint.path, key, how),
                checkpoint.path, key);
}

const StoredTensor* findTensor(const Checkpoint& checkpoint, std::string_view name) {
    const auto found = std::ranges::find(checkpoint.tensors, name, &StoredTensor::name);
    return found == checkpoint.tensors.end() ? nullptr : &*found;
}

Result<void> addTensors(const Checkpoint& checkpoint, Json& config) {
    constexpr std::int64_t kMostFrequencies = 4096;
    const StoredTensor* const factors = findTensor(checkpoint, kGgufRotaryFactors);
    if (factors == nullptr) {
        return {};
    }
    if (factors->dtype != DType::Float32 || factors->shape.size() != 1 ||
        factors->shape.front() > kMostFrequencies) {
        return refuse(checkpoint, kGgufRotaryFactors, phrase("which is not a list of float32"));
    }
    std::vector<float> numbers(static_cast<std::size_t>(factors->shape.front()));
    TensorReader reader(checkpoint);
    STOWAGE_TRY(reader.read(*factors, 0, std::as_writable_bytes(std::span(numbers))));
    config["rope_freqs"] = numbers;
    return {};
}

/// Nothing that changes the arithmetic may be passed over.
Result<void> checkComputed(const Checkpoint& checkpoint, const Values& values,
                           const std::string& architecture, const Json& config) {
    for (const std::string_view key : kNotComputed) {
        if (values.contains(architecture + std::string(key))) {
            return refuse(checkpoint, architecture + std::string(key),
                          phrase("which is not supported"));
        }
    }
    const std::string turned = architecture + ".rope.dimension_count";
    const auto found = values.find(turned);
    if (found == values.end()) {
        return {};
    }
    const auto whole = [&](const char* field) {
        const auto value = config.find(field);
        return value != config.end() && value->is_number_integer() ? value->get<std::int64_t>() : 0;
    };
    const std::int64_t heads = std::max<std::int64_t>(whole("num_attention_heads"), 1);
    const std::int64_t width =
        config.contains("head_dim") ? whole("head_dim") : whole("hidden_size") / heads;
    return found->second == GgufValue(width)
               ? Result<void>()
               : refuse(checkpoint, turned, phrase("but Stowage can only rotate whole heads"));
}

}  // namespace

Result<RunConfig> ggufRunConfig(const Checkpoint& checkpoint) {
    const auto contents = readGgufFile(checkpoint.shards.front(), {});
    STOWAGE_TRY(contents);
    const std::string architecture = ggufText(*contents, "general.architecture");
    if (std::ranges::find(kRunnable, architecture) == std::end(kRunnable)) {
        return fail(
            ErrorCode::Unsupported,
            say("%1 has the llama.cpp architecture %2, but Stowage runs GGUF files only of the "
                "architectures llama, qwen2 and qwen3. The model can be planned and loaded.",
                checkpoint.path, quotedForMessage(architecture)),
            checkpoint.path, "general.architecture");
    }
    for (const std::string_view key : kSizes) {
        const std::string whole = architecture + std::string(key);
        const bool isNeeded = std::ranges::find(kMayLack, key) == std::end(kMayLack);
        if (contents->arrays.contains(whole) || (isNeeded && !contents->values.contains(whole))) {
            return fail(ErrorCode::Malformed,
                        say("%1 does not contain %2 as a single number, which is needed to run the "
                            "model; convert the model again.",
                            checkpoint.path, whole),
                        checkpoint.path, whole);
        }
    }
    auto config = ggufConfig(*contents);
    if (!config) {
        return fail(ErrorCode::Malformed,
                    say("%1 does not contain each size of the model as a single number; convert "
                        "the model again.",
                        checkpoint.path),
                    checkpoint.path);
    }
    STOWAGE_TRY(checkComputed(checkpoint, contents->values, architecture, *config));
    addScaling(*contents, architecture, *config);
    STOWAGE_TRY(addTensors(checkpoint, *config));
    return RunConfig::of(std::move(*config), checkpoint.path);
}

namespace {

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
            scaling.refuse(field, phrase("a number above 0"));
        }
    }
    const double factor = scaling.number("factor", 1);
    const double low = scaling.number("low_freq_factor", 1);
    const double high = scaling.number("high_freq_factor", 2);
    const double context = scaling.number("original_max_position_embeddings", 1);
    if (high <= low) {
        scaling.refuse("high_freq_factor", phrase("a number above \"low_freq_factor\""));
    }
    for (float& frequency : table.frequencies) {
        frequency = static_cast<float>(llama3Frequency(frequency, factor, low, high, context));
    }
    return scaling.check();
}

/// The positions that a model was trained with before its context was made longer. The model's own
/// field goes before that of the scaling.
double trainedContext(RunConfig& config, RunConfig& scaling, std::int64_t fallback) {
    const char* const field = "original_max_position_embeddings";
    if (config.has(field) || fallback > 0) {
        return config.number(field, static_cast<double>(fallback));
    }
    if (!scaling.has(field) && !config.has("max_position_embeddings")) {
        scaling.refuse(field, phrase("a number above 0"));
    }
    return scaling.number(field, config.number("max_position_embeddings", 1));
}

/// By how much the context was made longer.
double stretchOf(RunConfig& config, RunConfig& scaling, double context) {
    return scaling.has("factor") ? scaling.number("factor", 1)
                                 : config.number("max_position_embeddings", context) / context;
}

/// Peng et al., YaRN: pairs that turn often in the trained context stay, slow ones are stretched,
/// and between those two of which `beta_fast` and `beta_slow` tell they are mixed.
Result<void> applyYarn(RunConfig& config, RunConfig& scaling, double theta, RotaryTable& table) {
    const double context = trainedContext(config, scaling, 0);
    const double factor = stretchOf(config, scaling, context);
    const auto usual = [&](double scale) {
        return factor > 1 ? 0.1 * scale * std::log(factor) + 1 : 1.0;
    };
    const bool hasScales = scaling.has("mscale") && scaling.has("mscale_all_dim");
    table.factor = scaling.number(
        "attention_factor",
        hasScales ? usual(scaling.number("mscale", 1)) / usual(scaling.number("mscale_all_dim", 1))
                  : usual(1));
    const auto width = static_cast<double>(2 * table.frequencies.size());
    const auto pairThatTurns = [&](double turns) {
        return width * std::log(context / (turns * kTurn)) / (2 * std::log(theta));
    };
    double low = pairThatTurns(scaling.number("beta_fast", 32));
    double high = pairThatTurns(scaling.number("beta_slow", 1));
    if (scaling.flag("truncate", true)) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, width - 1);
    high += low == high ? 0.001 : 0;
    for (std::size_t i = 0; i < table.frequencies.size(); ++i) {
        const double slow = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
        const auto frequency = static_cast<double>(table.frequencies[i]);
        table.frequencies[i] =
            static_cast<float>(frequency / factor * slow + frequency * (1 - slow));
    }
    return scaling.check();
}

/// Ding et al., LongRoPE: each pair is stretched by a factor of its own, by another one in
/// sequences that are longer than the trained context.
Result<void> applyLongRope(RunConfig& config, RunConfig& scaling, std::int64_t phiContext,
                           RotaryTable& table) {
    const double context = trainedContext(config, scaling, phiContext);
    const double factor = stretchOf(config, scaling, context);
    const double usual = factor > 1 ? std::sqrt(1 + std::log(factor) / std::log(context)) : 1;
    table.factor = scaling.number("attention_factor", usual);
    table.shortContext = static_cast<std::int64_t>(context);
    const auto stretched = [&](const char* field) {
        std::vector<float> made = table.frequencies;
        const std::vector<double> factors = scaling.numbers(field);
        if (factors.size() != made.size()) {
            scaling.refuse(field, say("a list of %1 numbers", made.size()));
            return made;
        }
        for (std::size_t i = 0; i < made.size(); ++i) {
            made[i] = static_cast<float>(made[i] / factors[i]);
        }
        return made;
    };
    table.longFrequencies = stretched("long_factor");
    table.frequencies = stretched("short_factor");
    return scaling.check();
}

Result<void> applyScaling(RunConfig& config, RunConfig& scaling, double theta,
                          std::int64_t phiContext, RotaryTable& table) {
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
    if (kind == "longrope" || (phiContext > 0 && (kind == "su" || kind == "yarn"))) {
        return applyLongRope(config, scaling, phiContext, table);
    }
    if (kind == "yarn") {
        return applyYarn(config, scaling, theta, table);
    }
    return fail(ErrorCode::Unsupported,
                say("%1 has the rope_type %2; only \"default\", \"linear\", \"llama3\", "
                    "\"longrope\" and \"yarn\" can be run. The model can be planned and loaded.",
                    scaling.file(), quotedForMessage(kind)),
                scaling.file(), "rope_type");
}

/// What a file says of them: older ones in "rope_scaling", which is never of a window's layers.
std::optional<RunConfig> rotaryObject(RunConfig& config, const std::string& layerKind) {
    std::optional<RunConfig> older = config.object("rope_scaling");
    if (older && layerKind != "sliding_attention") {
        return older;
    }
    const std::optional<RunConfig> newer = config.object("rope_parameters");
    if (!newer || layerKind.empty()) {
        return newer;
    }
    if (newer->has("rope_type") || newer->has("rope_theta")) {
        config.refuse("rope_parameters", phrase("an object for each layer type"));
    }
    return newer->object(layerKind);
}

}  // namespace

std::vector<float> rotaryFrequencies(std::int64_t width, double theta) {
    std::vector<float> frequencies;
    for (std::int64_t i = 0; i < width / 2; ++i) {
        const double exponent = static_cast<double>(2 * i) / static_cast<double>(width);
        frequencies.push_back(static_cast<float>(1 / std::pow(theta, exponent)));
    }
    return frequencies;
}

Result<RotaryTable> readRotary(RunConfig& config, std::int64_t headWidth,
                               const RotaryDefaults& defaults, const std::string& layerKind) {
    std::optional<RunConfig> scaling = rotaryObject(config, layerKind);
    double theta = config.number(defaults.thetaField, defaults.theta);
    double share = 1;
    if (defaults.share) {
        share = config.number(defaults.shareField, *defaults.share);
    }
    if (scaling) {
        theta = scaling->number("rope_theta", theta);
        share = defaults.share ? scaling->number("partial_rotary_factor", share) : share;
    }
    if (share > 1) {
        config.refuse(defaults.shareField, phrase("a number up to 1"));
        share = 1;
    }
    const auto turned = static_cast<std::int64_t>(static_cast<double>(headWidth) * share);
    RotaryTable table{.frequencies = rotaryFrequencies(turned, theta)};
    if (scaling) {
        STOWAGE_TRY(applyScaling(config, *scaling, theta, defaults.phiContext, table));
    }
    STOWAGE_TRY(config.check());
    return table;
}

}  // namespace stowage
