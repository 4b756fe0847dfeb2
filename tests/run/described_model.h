// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/models/run_model.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_setting.h"

#include <memory>
#include <string>

namespace stowage::test {

/// Bytes per second of the described GPU's link.
inline constexpr double kLink = 200e6;

extern const char* const kGpt2;     ///< GPT-2's smallest
extern const char* const kLlama31;  ///< Llama 3.1's smallest, of 8 B parameters
extern const char* const kMixtral;  ///< a tiny one of 8 experts, 2 a token

/// A model that was never written, all of it on one device.
struct Described {
    RunSetting setting;
    std::unique_ptr<RunModel> model;
};
/// `config`: a config.json. Aborts where it cannot be run.
[[nodiscard]] Described describe(const std::string& config, DType dtype, DeviceId device);

/// A machine whose rates are round.
[[nodiscard]] MachineRates roundRates();

}  // namespace stowage::test
