// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/bends.h"

#include <array>
#include <string>
#include <utility>

namespace stowage {

namespace {

/// The library's names (ACT2FN) of what can be computed.
constexpr std::array<std::pair<std::string_view, Bend>, 8> kBends{{
    {"gelu", Bend::Gelu},
    {"gelu_fast", Bend::GeluTanh},
    {"gelu_new", Bend::GeluTanh},
    {"gelu_pytorch_tanh", Bend::GeluTanh},
    {"relu", Bend::Relu},
    {"silu", Bend::Silu},
    {"swish", Bend::Silu},
    {"tanh", Bend::Tanh},
}};

}  // namespace

Bend readBend(RunConfig& config, std::string_view field, std::string_view fallback) {
    const std::string name = config.text(field, fallback);
    std::string known;
    for (const auto& [text, bend] : kBends) {
        if (text == name) {
            return bend;
        }
        known += (known.empty() ? "one of " : ", ") + std::string(text);
    }
    config.refuse(field, known);
    return Bend::Gelu;
}

}  // namespace stowage
