// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a quantity is counted in.
enum class QuantityUnit { Bytes, Seconds, TokensPerSecond };

/// Something that a record holds against its prediction: "Peak allocated GPU memory". It says how
/// it is found, so that whoever shows quantities need not know which there are.
struct RecordQuantity {
    struct Pair {
        std::optional<DeviceId> device;  ///< of quantities that each GPU has
        std::optional<double> predicted;
        std::optional<double> measured;
    };
    std::string_view name;  ///< "peak_allocated"
    Phrase title;
    QuantityUnit unit;
    std::vector<Pair> (*pairsOf)(const LoadFigures& figures);
};
[[nodiscard]] std::span<const RecordQuantity> recordQuantities();

/// Of a prediction: how far what is measured may be from it, either way, as a share of it.
inline constexpr double kStatedRange = 0.1;

/// One quantity of one record beside its prediction, both above 0, and beside its repeats: records
/// of the same model, map and method, of runs with the same prompt and as many passes.
struct AccuracyPoint {
    std::shared_ptr<const LoadRecord> record;
    std::optional<DeviceId> device;
    double predicted = 0;
    double measured = 0;
    std::size_t repeats = 1;         ///< this one among them
    double median = 0;               ///< of what they measured
    std::optional<double> spread{};  ///< highest less lowest, as a share of it; nothing of one

    /// (measured − predicted) / predicted.
    [[nodiscard]] double error() const { return measured / predicted - 1; }
    [[nodiscard]] bool isOutside() const;
    /// "gpt2, run over streamed, GPU 0".
    [[nodiscard]] Message name() const;
};

/// Of all records that came to their end and were predicted, those outside the stated range first
/// and of these the farthest; dry runs are predictions themselves.
[[nodiscard]] std::vector<AccuracyPoint> accuracyPoints(
    std::span<const std::shared_ptr<const LoadRecord>> records, const RecordQuantity& quantity);

/// The points as CSV with units in its head.
[[nodiscard]] std::string accuracyToCsv(const std::vector<AccuracyPoint>& points,
                                        const RecordQuantity& quantity);

}  // namespace stowage
