// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/record_accuracy.h"

#include "engine/base/csv.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace stowage {
namespace {

using Pairs = std::vector<RecordQuantity::Pair>;

template <class Bytes>
std::optional<double> asDouble(const std::optional<Bytes>& bytes) {
    return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

template <std::uint64_t GpuLoadFigures::*Measured,
          std::optional<std::uint64_t> GpuLoadFigures::*Predicted>
Pairs ofGpus(const LoadFigures& figures) {
    Pairs pairs;
    for (const GpuLoadFigures& gpu : figures.devices) {
        pairs.push_back({gpu.device, asDouble(gpu.*Predicted), static_cast<double>(gpu.*Measured)});
    }
    return pairs;
}

template <std::optional<double> RunTimes::*Time>
Pairs ofRun(const LoadFigures& figures) {
    return figures.run
               ? Pairs{{std::nullopt, figures.run->predicted.*Time, figures.run->measured.*Time}}
               : Pairs();
}

Pairs ofHost(const LoadFigures& figures) {
    return {{std::nullopt, asDouble(figures.predictedHostAnon), asDouble(figures.hostAnon())}};
}

Pairs ofLoad(const LoadFigures& figures) {
    return figures.run ? ofRun<&RunTimes::loadSeconds>(figures)
                       : Pairs{{std::nullopt, figures.predictedSeconds, figures.seconds}};
}

Pairs ofWholeRun(const LoadFigures& figures) {
    return figures.run ? Pairs{{std::nullopt, figures.predictedSeconds, figures.seconds}} : Pairs();
}

/// What repeats have in common.
auto groupOf(const AccuracyPoint& point) {
    const LoadFigures& figures = point.record->figures;
    const RunFigures run = figures.run.value_or(RunFigures{});
    return std::tuple(point.record->modelPath, figures.deviceMap, figures.method,
                      point.record->cache, figures.run.has_value(), run.promptTokens(),
                      run.passes.size(), point.device);
}

void addRepeats(std::vector<AccuracyPoint>& points) {
    std::map<decltype(groupOf(points.front())), std::vector<double>> groups;
    for (const AccuracyPoint& point : points) {
        groups[groupOf(point)].push_back(point.measured);
    }
    for (AccuracyPoint& point : points) {
        std::vector<double>& all = groups[groupOf(point)];
        std::ranges::sort(all);
        const std::size_t half = all.size() / 2;
        point.repeats = all.size();
        point.median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
        if (all.size() > 1) {
            point.spread = (all.back() - all.front()) / point.median;
        }
    }
}

}  // namespace

std::span<const RecordQuantity> recordQuantities() {
    static constexpr std::array<RecordQuantity, 8> kQuantities{{
        {"peak_allocated", phrase("Peak allocated GPU memory"), QuantityUnit::Bytes,
         ofGpus<&GpuLoadFigures::peakAllocated, &GpuLoadFigures::predictedAllocated>},
        {"peak_reserved", phrase("Peak reserved GPU memory"), QuantityUnit::Bytes,
         ofGpus<&GpuLoadFigures::peakReserved, &GpuLoadFigures::predictedReserved>},
        {"host_anon", phrase("Peak anonymous host memory"), QuantityUnit::Bytes, ofHost},
        {"load_seconds", phrase("Time of the load"), QuantityUnit::Seconds, ofLoad},
        {"seconds", phrase("Time of the run"), QuantityUnit::Seconds, ofWholeRun},
        {"to_first_token", phrase("Time to first token"), QuantityUnit::Seconds,
         ofRun<&RunTimes::toFirstToken>},
        {"per_token", phrase("Time per token"), QuantityUnit::Seconds, ofRun<&RunTimes::perToken>},
        {"tokens_per_second", phrase("Tokens per second"), QuantityUnit::TokensPerSecond,
         ofRun<&RunTimes::tokensPerSecond>},
    }};
    return kQuantities;
}

bool AccuracyPoint::isOutside() const {
    constexpr double kLastBits = 1e-9;
    return std::abs(error()) > kStatedRange + kLastBits;
}

Message AccuracyPoint::name() const {
    const std::string_view method = loadMethodName(record->figures.method);
    const Message what = record->figures.run
                             ? say("%1, run after loading with %2", record->modelName, method)
                             : say("%1, load with %2", record->modelName, method);
    return joined({what, device ? deviceLabel(*device) : Message()}, ", ");
}

std::vector<AccuracyPoint> accuracyPoints(
    std::span<const std::shared_ptr<const LoadRecord>> records, const RecordQuantity& quantity) {
    std::vector<AccuracyPoint> points;
    for (const auto& record : records) {
        if (!loadPredictionErrors(record->figures)) {
            continue;
        }
        for (const RecordQuantity::Pair& pair : quantity.pairsOf(record->figures)) {
            if (pair.predicted.value_or(0) > 0 && pair.measured.value_or(0) > 0) {
                points.push_back({record, pair.device, *pair.predicted, *pair.measured});
            }
        }
    }
    addRepeats(points);
    std::ranges::stable_sort(points, [](const AccuracyPoint& a, const AccuracyPoint& b) {
        return a.isOutside() && std::abs(a.error()) > (b.isOutside() ? std::abs(b.error()) : 0);
    });
    return points;
}

std::string accuracyToCsv(const std::vector<AccuracyPoint>& points,
                          const RecordQuantity& quantity) {
    constexpr std::array<const char*, 3> kUnits{" [B]", " [s]", " [1/s]"};
    const std::string unit = kUnits[static_cast<std::size_t>(quantity.unit)];
    std::string text =
        csvRow({"date (UTC)", "model", "kind", "method", "device", "quantity", "predicted" + unit,
                "measured" + unit, "error [%]", "repeats", "median of repeats" + unit,
                "spread of repeats [%]", "outside its stated range"});
    for (const AccuracyPoint& point : points) {
        text += csvRow({point.record->date, point.record->modelName,
                        std::string(recordKindName(point.record->figures.kind())),
                        std::string(loadMethodName(point.record->figures.method)),
                        point.device ? deviceName(*point.device) : "", std::string(quantity.name),
                        formatGeneral(point.predicted, 12), formatGeneral(point.measured, 12),
                        formatFixed(point.error() * 100, 2), std::to_string(point.repeats),
                        formatGeneral(point.median, 12),
                        point.spread ? formatFixed(*point.spread * 100, 2) : "",
                        point.isOutside() ? "yes" : "no"});
    }
    return text;
}

}  // namespace stowage
