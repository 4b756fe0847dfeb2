// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/estimate.h"

#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace stowage {

/// A figure, or the sentence that says why there is none.
template <class Value>
struct MaybeFigure {
    std::optional<Value> value{};
    QString whyNot{};
};

/// What a plan comes to, as the Capacity page and the pre-flight of a load tell it. Predicted.
struct VariantFigures {
    QString verdict;   ///< "Fits", or why it does not, in a word or two
    QString sentence;  ///< the same with the tightest device
    int rank = 0;      ///< 0 fits, 1 fits with offload, 2 does not; 3: not known
    MaybeFigure<double> tokensPerSecond;
    std::map<DeviceId, std::uint64_t> needed{};  ///< bytes by GPU and CPU
    MaybeFigure<double> loadSeconds;
};

/// Estimates a plan under its workload and predicts its load by the default method. Blocks; call it
/// in a worker.
[[nodiscard]] VariantFigures variantFigures(const EstimateInput& input,
                                            const std::stop_token& stop = {});
/// The figures of a plan that cannot be made.
[[nodiscard]] VariantFigures figuresWithout(const Error& error);

}  // namespace stowage
