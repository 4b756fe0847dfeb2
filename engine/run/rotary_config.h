// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"
#include "engine/run/run_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// How a family turns where its configuration says nothing, and what it calls its fields.
struct RotaryDefaults {
    double theta = 10000;
    /// The share of a head that is turned, in families that read one; nothing: all of it is.
    std::optional<double> share{};
    const char* thetaField = "rope_theta";
    const char* shareField = "partial_rotary_factor";
    /// "su" and "yarn" are older names of "longrope", and of a context without a field: Phi-3's.
    std::int64_t phiContext = 0;
};

/// theta^(−2i / width) for each pair of `width` numbers: radians a position.
[[nodiscard]] std::vector<float> rotaryFrequencies(std::int64_t width, double theta);

/// The rotary positions that a configuration asks for: "rope_theta" with "rope_scaling", or both in
/// "rope_parameters" as newer files have them. `headWidth`: numbers of a head. `layerKind`: in
/// files that have one for each kind of layer ("full_attention"), of which. Known are "default",
/// "linear", "llama3", "yarn" and "longrope", as transformers' modeling_rope_utils computes them.
/// Errors: Unsupported (another kind of scaling, named), Malformed.
[[nodiscard]] Result<RotaryTable> readRotary(RunConfig& config, std::int64_t headWidth,
                                             const RotaryDefaults& defaults,
                                             const std::string& layerKind = {});

}  // namespace stowage
