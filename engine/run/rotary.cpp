// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/rotary.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
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

Result<RotaryTable> readRotary(RunConfig& config, std::int64_t headWidth, double theta) {
    std::optional<RunConfig> scaling = config.object("rope_scaling");
    if (!scaling) {
        scaling = config.object("rope_parameters");
    }
    double base = config.number("rope_theta", theta);
    if (scaling) {
        base = scaling->number("rope_theta", base);
    }
    RotaryTable table;
    for (std::int64_t i = 0; i < headWidth / 2; ++i) {
        const double exponent = static_cast<double>(2 * i) / static_cast<double>(headWidth);
        table.frequencies.push_back(static_cast<float>(1 / std::pow(base, exponent)));
    }
    if (scaling) {
        if (Result<void> applied = applyScaling(*scaling, table); !applied) {
            return applied.unexpected();
        }
    }
    return table;
}

}  // namespace stowage
