// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_figures.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace stowage {

std::string_view recordKindName(RecordKind kind) {
    // In the order of the enumerators.
    constexpr std::array<std::string_view, 3> kNames{"load", "run", "chain"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string lastNameOf(const std::string& path) {
    const std::filesystem::path whole(path);
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

std::string chainName(const ChainFigures& chain) {
    std::vector<std::string> names;
    for (const ChainTurn& turn : chain.turns) {
        names.push_back(lastNameOf(turn.model));
    }
    return joinedText(names, " → ");
}

std::string_view loadEndingName(LoadEnding state) {
    // In the order of the enumerators.
    constexpr std::array<std::string_view, 5> kNames{"done", "differs", "cancelled", "refused",
                                                     "failed"};
    return kNames[static_cast<std::size_t>(state)];
}

std::optional<std::uint64_t> LoadFigures::hostAnon() const {
    return polledHostAnon ? polledHostAnon : peak.anon;
}

std::optional<double> LoadFigures::rate() const {
    const bool isWhole = state == LoadEnding::Done || state == LoadEnding::Differs;
    const std::uint64_t loaded = isWhole ? std::min(bytes, bytesRead) : bytesRead;
    return seconds && *seconds > 0 && loaded > 0
               ? std::optional(static_cast<double>(loaded) / *seconds)
               : std::nullopt;
}

std::optional<PredictionErrors> loadPredictionErrors(const LoadFigures& figures) {
    const bool isWhole = figures.state == LoadEnding::Done || figures.state == LoadEnding::Differs;
    if (!isWhole || figures.dryRun) {
        return std::nullopt;
    }
    // Of a record from elsewhere both may be anything.
    const auto difference = [](std::uint64_t measured, std::uint64_t said) {
        constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
        const auto apart = static_cast<std::int64_t>(
            std::min(std::max(measured, said) - std::min(measured, said), kMost));
        return measured < said ? -apart : apart;
    };
    PredictionErrors errors;
    for (const GpuLoadFigures& device : figures.devices) {
        if (device.predictedAllocated && device.predictedReserved) {
            errors.devices[device.device] = {
                difference(device.peakAllocated, *device.predictedAllocated),
                difference(device.peakReserved, *device.predictedReserved)};
        }
    }
    if (figures.hostAnon() && figures.predictedHostAnon) {
        errors.hostAnon = difference(*figures.hostAnon(), *figures.predictedHostAnon);
    }
    if (figures.seconds && figures.predictedSeconds && *figures.predictedSeconds > 0) {
        errors.seconds = *figures.seconds / *figures.predictedSeconds - 1;
    }
    return errors;
}

std::optional<std::int64_t> largestPeakError(const PredictionErrors& errors) {
    std::optional<std::int64_t> largest;
    for (const auto& [device, peaks] : errors.devices) {
        for (const std::int64_t error : {peaks.allocated, peaks.reserved}) {
            if (!largest || std::abs(error) > std::abs(*largest)) {
                largest = error;
            }
        }
    }
    return largest;
}

Message forwardText(const ForwardFigures& forward) {
    const std::string tokens = joinedText(forward.tokens, ", ");
    if (forward.sha256.empty() || !forward.why.empty()) {
        return say("Forward pass over the tokens [%1]: %2", tokens,
                   forward.why.empty() ? Message(phrase("the pass was not run.")) : forward.why);
    }
    const std::string largest = formatGeneral(forward.maxLogit, 4);
    const Message outcome =
        forward.agrees ? say("Forward pass over the tokens [%1]: the logits agree with the "
                             "reference (largest difference %2, largest logit %3)",
                             tokens, formatGeneral(forward.maxDifference.value_or(0), 2), largest)
                       : say("Forward pass over the tokens [%1], not compared with a reference: "
                             "largest logit %2",
                             tokens, largest);
    const Message moved = forward.bytesMoved > 0
                              ? say("%1 of offloaded weights copied to the device",
                                    formatSize(static_cast<double>(forward.bytesMoved)))
                              : Message();
    return say("%1.", joined({outcome, say("next token %1", forward.nextToken),
                              secondsText(forward.seconds), moved},
                             "; "));
}

}  // namespace stowage
