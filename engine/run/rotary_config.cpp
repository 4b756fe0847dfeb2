// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/rotary_config.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace stowage {
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
                say("%1 asks for rotary positions of the kind %2; \"default\", \"linear\", "
                    "\"llama3\", \"longrope\" and \"yarn\" can be run. The model can be planned "
                    "and loaded.",
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
        config.refuse("rope_parameters", phrase("an object for each kind of layer"));
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
