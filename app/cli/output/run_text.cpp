// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/run_text.h"

#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {
namespace {

Message sentence(const PredictedMemory& memory, std::uint64_t free) {
    return say(
        "warning: %1 is estimated to need up to %2 (%3 of weights, %4 of streamed weights, %5 of "
        "keys and values, %6 of activations), but only %7 is free. The run may fail on this device "
        "or wait for weights. Place fewer layers on this device, prefetch fewer layers "
        "(--prefetch-window), or process fewer tokens.",
        deviceLabel(memory.device), formatSize(memory.peakAllocated), formatSize(memory.weights),
        formatSize(memory.window), formatSize(memory.kvCache), formatSize(memory.activations),
        formatSize(free));
}

constexpr std::size_t kShownTokens = 5;

constexpr std::size_t kShownLayers = 5;

/// Busy, waited and idle of a device; empty where no time passed.
std::array<Message, 3> sharesOf(const std::vector<LaneTime>& times, DeviceId device) {
    const auto own = std::ranges::find_if(times, [&](const LaneTime& time) {
        return time.kind == SpanKind::Compute && time.device == device;
    });
    return own == times.end() ? std::array<Message, 3>() : percentTexts(own->shares);
}

std::vector<Message> sequenceLines(const RunSequence& sequence) {
    if (sequence.prompt.empty()) {
        return {};
    }
    std::vector<Message> lines{say("Prompt: %1", joinedText(sequence.prompt, ", "))};
    if (sequence.promptText) {
        lines.push_back(say("Prompt as text: %1", printableText(*sequence.promptText)));
    }
    if (!sequence.generated.empty()) {
        lines.push_back(say("Generated tokens: %1", joinedText(sequence.generated, ", ")));
        if (sequence.generatedText) {
            // The blank is counted in what printableText() shows.
            const std::string shown = printableText(" " + *sequence.generatedText);
            lines.push_back(say("Generated text: %1", shown.substr(1)));
        }
    }
    return lines;
}

/// Of the rows that `counted` names (RunTraits).
Message likeliestHead(const std::string& counted) {
    if (counted.empty()) {
        return phrase("most likely token (last position)");
    }
    if (counted == "class") {
        return phrase("most likely class");
    }
    return counted == "text" ? Message(phrase("most likely text")) : say("most likely %1", counted);
}

std::string likeliestTable(const RunReport& report, std::size_t sequence,
                           const Translate& translate) {
    TextTable table({rightHead(likeliestHead(report.counted)), rightHead(phrase("logit"))},
                    translate);
    for (const auto& [token, logit] : topTokens(report, kShownTokens, sequence)) {
        table.addRow({std::to_string(token), formatFixed(static_cast<double>(logit), 5)});
    }
    return table.empty() ? "\n" : "\n" + table.text() + "\n";
}

std::string answerText(const RunReport& report, const Translate& translate) {
    std::vector<Message> lines;
    if (!report.decoderTokens.empty()) {
        lines.push_back(say("The decoder begins with: %1", joinedText(report.decoderTokens, ", ")));
    }
    if (report.input) {
        lines.push_back(
            say("Input: %1 %2", report.input->name, arrayShapeText(report.input->shape)));
    }
    for (Message& note : std::array{nanNote(report), unusedNote(report)}) {
        if (!note.empty()) {
            lines.push_back(std::move(note));
        }
    }
    std::string text = linesOf(lines, translate);
    const bool isOfEach = report.givesLogits && report.counted.empty();
    for (std::size_t i = 0; i < report.sequences.size(); ++i) {
        text += linesOf(sequenceLines(report.sequences[i]), translate);
        text += isOfEach ? likeliestTable(report, i, translate) : std::string();
    }
    if (!report.counted.empty()) {
        text += likeliestTable(report, 0, translate);
    }
    const auto positions = report.numbers.positions;
    if (report.givesLogits || positions == 0) {
        return text;
    }
    const auto width = report.numbers.vocabulary;
    const Message states = positions == 1
                               ? say("Hidden states: %1 position of %2 numbers", positions, width)
                               : say("Hidden states: %1 positions of %2 numbers", positions, width);
    return text + states.in(translate) + "\n\n";
}

/// Anonymous memory of the process at its highest, above what it was before the run.
std::uint64_t hostGrowth(const RunReport& report) {
    const std::uint64_t before = report.hostBaseline.anon.value_or(0);
    return std::max(report.hostPeak.anon.value_or(0), before) - before;
}

const PredictedMemory* predictedFor(const RunReport& report, DeviceId device) {
    if (!report.predicted) {
        return nullptr;
    }
    const auto found =
        std::ranges::find(report.predicted->devices, device, &PredictedMemory::device);
    return found == report.predicted->devices.end() ? nullptr : &*found;
}

std::string devicesTable(const RunReport& report, const Translate& translate) {
    std::vector<TableHead> columns{phrase("device"), phrase("figures")};
    for (const Phrase head :
         {phrase("weights"), phrase("peak allocated"), phrase("peak reserved"), phrase("capacity"),
          phrase("busy"), phrase("waited"), phrase("idle"), phrase("streamed")}) {
        columns.push_back(rightHead(head));
    }
    if (report.predicted) {
        columns.push_back(rightHead(phrase("estimated peak")));
        columns.push_back(rightHead(phrase("streamed (estimated)")));
    }
    TextTable table(columns, translate);
    const std::vector<LaneTime> times = laneTimes(report);
    for (const DeviceRunFigures& figures : report.devices) {
        const auto [busy, waited, idle] = sharesOf(times, figures.device);
        // Weights alone are allocated on the host by us; what computing takes there is the
        // process's.
        const std::uint64_t grown = figures.device == DeviceId::cpu() ? hostGrowth(report) : 0;
        std::vector<Message> row{deviceLabel(figures.device),
                                 figures.simulated ? phrase("simulated") : phrase("measured"),
                                 formatSize(figures.allocatedBefore),
                                 formatSize(figures.peakAllocated + grown),
                                 formatSize(figures.peakReserved + grown),
                                 sizeOrUnknown(figures.capacity),
                                 busy,
                                 waited,
                                 idle,
                                 formatSize(figures.bytesIn)};
        if (const PredictedMemory* const predicted = predictedFor(report, figures.device)) {
            row.push_back(formatSize(predicted->peakAllocated));
            row.push_back(formatSize(predicted->window));
        }
        table.addRow(row);
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

std::string layersTable(const RunReport& report, const Translate& translate) {
    std::vector<TableHead> columns{phrase("slowest layers, all passes"),
                                   phrase("device"),
                                   rightHead(phrase("time")),
                                   rightHead(phrase("waited for weights")),
                                   rightHead(phrase("streamed")),
                                   rightHead(phrase("computed"))};
    const std::vector<RunLayerFigures> layers = layersBySeconds(report);
    const bool isEstimated = !layers.empty() && estimatedFor(report, layers.front().module);
    if (isEstimated) {
        columns.push_back(rightHead(phrase("estimated")));
    }
    TextTable table(columns, translate);
    for (std::size_t i = 0; i < std::min(layers.size(), kShownLayers); ++i) {
        std::vector<Message> row{layers[i].module,
                                 deviceLabel(layers[i].device),
                                 runSecondsText(layers[i].end),
                                 runSecondsText(layers[i].waitedSeconds),
                                 formatSize(layers[i].bytesMoved),
                                 runSecondsText(layers[i].computeSeconds)};
        if (const auto estimated = estimatedFor(report, layers[i].module)) {
            row.push_back(runSecondsText(*estimated));
        }
        table.addRow(row);
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

Message rateText(std::uint64_t tokens, double seconds) {
    const std::string time = runSecondsText(seconds);
    if (tokens == 0) {  // an array went in alone
        return time;
    }
    if (seconds <= 0) {
        return tokens == 1 ? say("%1 token in %2", tokens, time)
                           : say("%1 tokens in %2", tokens, time);
    }
    const std::string rate = formatFixed(static_cast<double>(tokens) / seconds, 1);
    return tokens == 1 ? say("%1 token in %2 (%3 tokens/s, measured)", tokens, time, rate)
                       : say("%1 tokens in %2 (%3 tokens/s, measured)", tokens, time, rate);
}

Message passesText(const RunReport& report) {
    const std::size_t parts = std::min<std::size_t>(report.prefillPasses, report.passes.size());
    std::uint64_t tokens = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        tokens += report.passes[i].tokens;
    }
    const Message prefill =
        rateText(tokens, report.passes[parts - 1].end - report.passes.front().begin);
    std::vector<Message> sentences{parts > 1 ? say("Prefill in %2 chunks: %1.", prefill, parts)
                                             : say("Prefill: %1.", prefill)};
    if (report.passes.size() > parts) {
        // A pass chooses one token of each sequence.
        sentences.push_back(
            say("Decode: %1.", rateText((report.passes.size() - parts) * report.sequences.size(),
                                        report.passes.back().end - report.passes[parts].begin)));
    }
    if (report.predicted && report.predicted->seconds) {
        sentences.push_back(say("Total time: predicted %1, measured %2.",
                                runSecondsText(*report.predicted->seconds),
                                runSecondsText(report.seconds)));
    }
    return joined(std::move(sentences), " ");
}

Message movedText(const RunReport& report) {
    if (report.bytesMoved == 0) {
        return say("All weights were on the devices that use them.");
    }
    const std::string moved = formatSize(report.bytesMoved);
    const Message where = report.hooks.offloaded.empty() ? deviceLabel(report.executionDevice)
                                                         : phrase("the devices that use them");
    const std::string waited = runSecondsText(report.prefetch.waitedSeconds);
    if (report.window == 0) {
        return say(
            "%1 of offloaded weights was copied to %2 without prefetch. The run waited %3 for "
            "weights.",
            moved, where, waited);
    }
    const std::string ahead = formatSize(report.prefetch.bytesAhead);
    return report.window == 1
               ? say("%1 of offloaded weights was copied to %2, of which %3 was prefetched up to "
                     "%4 layer ahead. The run waited %5 for weights.",
                     moved, where, ahead, report.window, waited)
               : say("%1 of offloaded weights was copied to %2, of which %3 was prefetched up to "
                     "%4 layers ahead. The run waited %5 for weights.",
                     moved, where, ahead, report.window, waited);
}

Message ranSentence(const RunReport& report) {
    const std::string time = runSecondsText(report.seconds);
    if (report.attention == AttentionKind::Fused) {
        return report.threads == 1 ? say("The run took %1 with %2 thread and fused attention.",
                                         time, report.threads)
                                   : say("The run took %1 with %2 threads and fused attention.",
                                         time, report.threads);
    }
    return report.threads == 1 ? say("The run took %1 with %2 thread.", time, report.threads)
                               : say("The run took %1 with %2 threads.", time, report.threads);
}

Message lastSentence(const RunReport& report, const LoadReport& load) {
    const Message loaded =
        say("Loaded %1 in %2.", formatSize(load.bytes), runSecondsText(load.seconds));
    if (!report.stopped) {
        return joined({loaded, ranSentence(report)}, " ");
    }
    const Message stopped = report.stoppedAt.empty()
                                ? say("Stopped; all memory was released.")
                                : say("Stopped at %1; all memory was released.", report.stoppedAt);
    return load.seconds > 0 ? joined({loaded, stopped}, " ") : stopped;
}

Message initialisedText(const KeyReport& keys) {
    const std::size_t count = keys.initialised.size();
    if (count == 0) {
        return {};
    }
    return count == 1 ? say("%1 tensor has initial instead of trained values, so the output is not "
                            "that of the trained model: %2.",
                            count, firstNames(keys.initialised))
                      : say("%1 tensors have initial instead of trained values, so the output is "
                            "not that of the trained model: %2.",
                            count, firstNames(keys.initialised));
}

}  // namespace

std::string runSecondsText(double seconds) {
    return secondsText(seconds, seconds < 1 ? 4 : 2);
}

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

std::string runText(const RunReport& report, const LoadReport& load, const Translate& translate) {
    const Message initialised = initialisedText(load.keys);
    std::vector<Message> end;
    if (!report.passes.empty()) {
        end = {passesText(report), movedText(report)};
    }
    end.push_back(lastSentence(report, load));
    return (initialised.empty() ? std::string() : initialised.in(translate) + "\n\n") +
           answerText(report, translate) + devicesTable(report, translate) +
           layersTable(report, translate) + joined(std::move(end), "\n").in(translate);
}

}  // namespace stowage
