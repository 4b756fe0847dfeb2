// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/run/run_report.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {
namespace {

std::string sentence(const PredictedMemory& memory, std::uint64_t free) {
    return "warning: " + deviceLabel(memory.device) + " is estimated to hold " +
           formatSize(memory.peakAllocated) + " at most (" + formatSize(memory.weights) +
           " of weights, " + formatSize(memory.window) + " brought in, " +
           formatSize(memory.kvCache) + " of keys and values, " + formatSize(memory.activations) +
           " of activations), and " + formatSize(free) +
           " are free: the run may stop there, or wait for weights. Put less on it, bring fewer "
           "layers in ahead (--prefetch-window), or run fewer tokens.";
}

constexpr std::size_t kShownTokens = 5;

constexpr std::size_t kShownLayers = 5;

std::string runSecondsText(double seconds) {
    return secondsText(seconds, seconds < 1 ? 4 : 2);
}

/// Busy, waited and idle of a device; empty where no time passed.
std::array<std::string, 3> sharesOf(const std::vector<LaneTime>& times, DeviceId device) {
    const auto own = std::ranges::find_if(times, [&](const LaneTime& time) {
        return time.kind == SpanKind::Compute && time.device == device;
    });
    return own == times.end() ? std::array<std::string, 3>() : percentTexts(own->shares);
}

std::string listText(std::span<const std::int64_t> tokens) {
    std::string text;
    for (const std::int64_t token : tokens) {
        text += (text.empty() ? "" : ", ") + std::to_string(token);
    }
    return text;
}

std::string sequenceText(const RunSequence& sequence) {
    if (sequence.prompt.empty()) {
        return {};
    }
    std::string text = "Prompt: " + listText(sequence.prompt) + "\n";
    if (sequence.promptText) {
        text += "Prompt as text: " + printableText(*sequence.promptText) + "\n";
    }
    if (!sequence.generated.empty()) {
        text += "Tokens that follow: " + listText(sequence.generated) + "\n";
        if (sequence.generatedText) {
            text += "Text that follows:" + printableText(" " + *sequence.generatedText) + "\n";
        }
    }
    return text;
}

std::string likeliestTable(const RunReport& report, std::size_t sequence) {
    TextTable table({report.counted.empty() ? ">likeliest at the last position"
                                            : ">likeliest " + report.counted,
                     ">logit"});
    for (const auto& [token, logit] : topTokens(report, kShownTokens, sequence)) {
        table.addRow({std::to_string(token), formatFixed(static_cast<double>(logit), 5)});
    }
    return table.empty() ? "\n" : "\n" + table.text() + "\n";
}

std::string answerText(const RunReport& report) {
    std::string text;
    if (!report.decoderTokens.empty()) {
        text += "The decoder begins with: " + listText(report.decoderTokens) + "\n";
    }
    if (report.input) {
        text += "Input: " + report.input->name + " " + arrayShapeText(report.input->shape) + "\n";
    }
    const bool isOfEach = report.givesLogits && report.counted.empty();
    for (std::size_t i = 0; i < report.sequences.size(); ++i) {
        text += sequenceText(report.sequences[i]);
        text += isOfEach ? likeliestTable(report, i) : std::string();
    }
    if (!report.counted.empty()) {
        text += likeliestTable(report, 0);
    }
    return report.givesLogits || report.numbers.positions == 0
               ? text
               : text + "Hidden states: " + std::to_string(report.numbers.positions) +
                     " positions of " + std::to_string(report.numbers.vocabulary) + " numbers\n\n";
}

const PredictedMemory* predictedFor(const RunReport& report, DeviceId device) {
    if (!report.predicted) {
        return nullptr;
    }
    const auto found =
        std::ranges::find(report.predicted->devices, device, &PredictedMemory::device);
    return found == report.predicted->devices.end() ? nullptr : &*found;
}

std::string devicesTable(const RunReport& report) {
    std::vector<std::string> columns{"device",         "figures",    ">weights", ">peak allocated",
                                     ">peak reserved", ">capacity",  ">busy",    ">waited",
                                     ">idle",          ">brought in"};
    if (report.predicted) {
        columns.push_back(">estimated peak");
        columns.push_back(">of it brought in");
    }
    TextTable table(columns);
    const std::vector<LaneTime> times = laneTimes(report);
    for (const DeviceRunFigures& figures : report.devices) {
        const auto [busy, waited, idle] = sharesOf(times, figures.device);
        std::vector<std::string> row{deviceLabel(figures.device),
                                     figures.simulated ? "simulated" : "measured",
                                     formatSize(figures.allocatedBefore),
                                     formatSize(figures.peakAllocated),
                                     formatSize(figures.peakReserved),
                                     figures.capacity ? formatSize(*figures.capacity) : "unknown",
                                     busy,
                                     waited,
                                     idle,
                                     formatSize(figures.bytesIn)};
        if (const PredictedMemory* const predicted = predictedFor(report, figures.device)) {
            row.push_back(formatSize(predicted->peakAllocated));
            row.push_back(formatSize(predicted->window));
        }
        table.addRow(std::move(row));
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

/// A layer's passes as one, the slowest first.
std::vector<RunLayerFigures> layersBySeconds(const RunReport& report) {
    std::vector<RunLayerFigures> layers;
    for (const RunLayerFigures& pass : report.layers) {
        auto found = std::ranges::find(layers, pass.module, &RunLayerFigures::module);
        if (found == layers.end()) {
            layers.push_back({pass.module, pass.device, 0, 0, 0, 0, 0, 0, 0});
            found = layers.end() - 1;
        }
        found->end += pass.end - pass.begin;
        found->computeSeconds += pass.computeSeconds;
        found->waitedSeconds += pass.waitedSeconds;
        found->bytesMoved += pass.bytesMoved;
    }
    std::ranges::stable_sort(layers, std::greater(), &RunLayerFigures::end);
    return layers;
}

/// What a layer's computing was estimated to take in all passes; nothing where it was not.
std::optional<double> estimatedFor(const RunReport& report, const std::string& module) {
    if (!report.predicted || !report.predicted->prefill) {
        return std::nullopt;
    }
    const auto secondsOf = [&module](const std::optional<PredictedPass>& pass) {
        double seconds = 0;
        for (const PredictedStage& stage : pass ? pass->stages : std::vector<PredictedStage>()) {
            seconds += stage.module == module ? stage.computeSeconds : 0;
        }
        return seconds;
    };
    const std::size_t first = report.prefillPasses;
    const auto after = static_cast<double>(std::max(report.passes.size(), first) - first);
    return secondsOf(report.predicted->prefill) + after * secondsOf(report.predicted->decode);
}

std::string layersTable(const RunReport& report) {
    std::vector<std::string> columns{"slowest layers, all passes", "device",      ">time",
                                     ">waited for weights",        ">brought in", ">computed"};
    const std::vector<RunLayerFigures> layers = layersBySeconds(report);
    const bool isEstimated = !layers.empty() && estimatedFor(report, layers.front().module);
    if (isEstimated) {
        columns.push_back(">estimated");
    }
    TextTable table(columns);
    for (std::size_t i = 0; i < std::min(layers.size(), kShownLayers); ++i) {
        std::vector<std::string> row{layers[i].module,
                                     deviceLabel(layers[i].device),
                                     runSecondsText(layers[i].end),
                                     runSecondsText(layers[i].waitedSeconds),
                                     formatSize(layers[i].bytesMoved),
                                     runSecondsText(layers[i].computeSeconds)};
        if (const auto estimated = estimatedFor(report, layers[i].module)) {
            row.push_back(runSecondsText(*estimated));
        }
        table.addRow(std::move(row));
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string rateText(std::uint64_t tokens, double seconds) {
    if (tokens == 0) {  // an array went in alone
        return runSecondsText(seconds);
    }
    return std::to_string(tokens) + (tokens == 1 ? " token in " : " tokens in ") +
           runSecondsText(seconds) +
           (seconds > 0 ? " (" + formatFixed(static_cast<double>(tokens) / seconds, 1) +
                              " tokens/s, measured)"
                        : std::string());
}

std::string passesText(const RunReport& report) {
    if (report.passes.empty()) {
        return {};
    }
    const std::size_t parts = std::min<std::size_t>(report.prefillPasses, report.passes.size());
    std::uint64_t tokens = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        tokens += report.passes[i].tokens;
    }
    std::string text =
        "Prefill: " + rateText(tokens, report.passes[parts - 1].end - report.passes.front().begin) +
        (parts > 1 ? " in " + std::to_string(parts) + " chunks" : "");
    if (report.passes.size() > parts) {
        // A pass chooses one token of each sequence.
        text += ". Decode: " + rateText((report.passes.size() - parts) * report.sequences.size(),
                                        report.passes.back().end - report.passes[parts].begin);
    }
    text += ".";
    if (report.predicted && report.predicted->seconds) {
        text += " Estimated for all: " + runSecondsText(*report.predicted->seconds) +
                ", measured " + runSecondsText(report.seconds) + ".";
    }
    return text + "\n";
}

std::string movedText(const RunReport& report) {
    if (report.bytesMoved == 0) {
        return "All weights lay where they were used.\n";
    }
    const std::string window = std::to_string(report.window);
    std::string text = formatSize(report.bytesMoved) + " of offloaded weights brought to " +
                       (report.hooks.offloaded.empty() ? deviceLabel(report.executionDevice)
                                                       : std::string("where they are used"));
    text += report.window == 0
                ? ", none ahead of time: no prefetch"
                : ", " + formatSize(report.prefetch.bytesAhead) + " of them ahead, up to " +
                      window + (report.window == 1 ? " layer" : " layers");
    return text + "; the run waited " + runSecondsText(report.prefetch.waitedSeconds) +
           " for weights.\n";
}

std::string lastSentence(const RunReport& report, const LoadReport& load) {
    const std::string loaded =
        "Loaded " + formatSize(load.bytes) + " in " + runSecondsText(load.seconds) + ".";
    if (report.stopped) {
        return (load.seconds > 0 ? loaded + " " : std::string()) + "Stopped" +
               (report.stoppedAt.empty() ? "" : " at " + report.stoppedAt) +
               "; everything was given back.";
    }
    return loaded + " Ran in " + runSecondsText(report.seconds) + " with " +
           std::to_string(report.threads) + (report.threads == 1 ? " thread" : " threads") +
           (report.attention == AttentionKind::Fused ? " and fused attention." : ".");
}

std::string initialisedText(const KeyReport& keys) {
    const std::size_t count = keys.initialised.size();
    return count == 0 ? std::string()
                      : std::to_string(count) + (count == 1 ? " tensor has" : " tensors have") +
                            " initial values, not trained ones, and the answer is not that of the "
                            "trained model: " +
                            firstNames(keys.initialised) + ".\n\n";
}

}  // namespace

void warnOfFullDevices(const RunModel& model, const RunSetting& setting, const RunRequest& request,
                       const CommandContext& context) {
    const auto predicted = predictRun(model, setting, request);
    if (!predicted) {
        return;  // an estimate more or less refuses nothing
    }
    for (const PredictedMemory& memory : predicted->devices) {
        const DeviceInfo* const device = setting.find(memory.device);
        const auto free = device == nullptr ? std::nullopt : device->freeBytes();
        if (memory.device.isGpu() && free && memory.peakAllocated > *free) {
            context.warn(sentence(memory, *free));
        }
    }
}

std::string runText(const RunReport& report, const LoadReport& load) {
    return initialisedText(load.keys) + answerText(report) + devicesTable(report) +
           layersTable(report) + passesText(report) +
           (report.passes.empty() ? std::string() : movedText(report)) + lastSentence(report, load);
}

}  // namespace stowage
