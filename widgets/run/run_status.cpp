// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_controller.h"

#include "engine/device/host_memory.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/charts/live_figures.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/preflight.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

using Mark = LiveHeaderContent::Mark;
using PauseButton = LiveHeaderContent::PauseButton;
using StepButton = LiveHeaderContent::StepButton;

QString tokensText(std::uint64_t count) {
    return count == 1 ? LiveFigures::tr("1 token") : LiveFigures::tr("%1 tokens").arg(count);
}

QString rateText(double tokensPerSecond) {
    return LiveFigures::tr("%1 tokens/s")
        .arg(QString::number(tokensPerSecond, 'f', tokensPerSecond < 10 ? 2 : 1));
}

/// The tokens that went in and came out, and what that took. Measured.
struct RunThroughput {
    std::uint64_t promptTokens = 0;
    double prefillSeconds = 0;
    std::uint64_t decodedTokens = 0;  ///< a pass each
    double decodeSeconds = 0;
    /// How many tokens a second of the passes after the prompt's; nothing where there are none.
    [[nodiscard]] std::optional<double> tokensPerSecond() const {
        return decodedTokens > 0 && decodeSeconds > 0
                   ? std::optional(static_cast<double>(decodedTokens) / decodeSeconds)
                   : std::nullopt;
    }
};

RunThroughput throughputOf(const RunReport& report) {
    RunThroughput throughput;
    for (std::size_t i = 0; i < report.passes.size(); ++i) {
        const RunPassFigures& pass = report.passes[i];
        const double seconds = std::max(0.0, pass.end - pass.begin);
        const bool isPrompt = i < report.prefillPasses;
        (isPrompt ? throughput.promptTokens : throughput.decodedTokens) += pass.tokens;
        (isPrompt ? throughput.prefillSeconds : throughput.decodeSeconds) += seconds;
    }
    return throughput;
}

void appendPasses(std::vector<LiveFigureRow>& rows, const RunReport& report) {
    const RunThroughput throughput = throughputOf(report);
    appendTimes(rows, report.seconds, report.pausedSeconds,
                report.predicted ? report.predicted->seconds : std::nullopt);
    if (throughput.promptTokens > 0) {
        rows.push_back(
            liveFigure(LiveFigures::tr("Prefill, %1").arg(tokensText(throughput.promptTokens)),
                       formatSeconds(throughput.prefillSeconds)));
    }
    if (const auto rate = throughput.tokensPerSecond()) {
        rows.push_back(
            liveFigure(LiveFigures::tr("Decode, %1").arg(tokensText(throughput.decodedTokens)),
                       formatSeconds(throughput.decodeSeconds)));
        rows.push_back(liveFigure(LiveFigures::tr("Decode rate, measured"), rateText(*rate)));
    }
    rows.push_back(liveFigure(LiveFigures::tr("Weights moved"),
                              formatInOwnUnit(static_cast<double>(report.bytesMoved))));
    double waited = 0;
    for (const RunLayerFigures& layer : report.layers) {
        waited += layer.waitedSeconds;
    }
    rows.push_back(liveFigure(LiveFigures::tr("Waited for weights"), formatSeconds(waited)));
}

void appendPeaks(std::vector<LiveFigureRow>& rows, const RunReport& report) {
    double largest = static_cast<double>(report.hostPeak.anon.value_or(0));
    for (const DeviceRunFigures& device : report.devices) {
        largest = std::max(largest, static_cast<double>(device.peakReserved));
    }
    const ByteUnit unit = unitFor(largest);
    const auto in = [&unit](std::uint64_t bytes) {
        return formatIn(unit, static_cast<double>(bytes));
    };
    rows.push_back(liveRow(
        LiveFigureRow::Kind::Head, LiveFigures::tr("Peak, %1").arg(unit.name),
        {LiveFigures::tr("before"), LiveFigures::tr("allocated"), LiveFigures::tr("reserved")}));
    for (const DeviceRunFigures& device : report.devices) {
        if (device.device.isGpu()) {
            LiveFigureRow row;
            row.device = device.device;
            row.values = {in(device.allocatedBefore), in(device.peakAllocated),
                          in(device.peakReserved)};
            rows.push_back(std::move(row));
        }
    }
    if (report.hostPeak.anon) {
        LiveFigureRow row = liveFigure(LiveFigures::tr("anonymous"), in(*report.hostPeak.anon));
        row.memory = HostClass::Anonymous;
        row.values = {in(report.hostBaseline.anon.value_or(0)), in(*report.hostPeak.anon),
                      QString()};
        rows.push_back(std::move(row));
    }
}

QString circumstances(const RunReport& report) {
    const bool simulated = std::ranges::any_of(
        report.devices, [](const DeviceRunFigures& device) { return device.simulated; });
    const QString prefetch = report.window == 0
                                 ? LiveFigures::tr("no prefetch")
                                 : LiveFigures::tr("prefetch window of %1").arg(report.window);
    const QString threads = report.threads == 1
                                ? LiveFigures::tr("1 thread computes")
                                : LiveFigures::tr("%1 threads compute").arg(report.threads);
    const QString text = LiveFigures::tr("Offloaded layers ran on %1; %2; %3.")
                             .arg(translated(deviceLabel(report.executionDevice)), prefetch,
                                  report.attention == AttentionKind::Fused
                                      ? LiveFigures::tr("%1; fused attention").arg(threads)
                                      : threads);
    return simulated
               ? LiveFigures::tr("%1 The GPUs are simulated; times and RAM are measured.").arg(text)
               : LiveFigures::tr("%1 All figures are measured.").arg(text);
}

void addEnd(LiveHeaderContent& content, const FinishedRun& run) {
    const RunReport& report = *run.report;
    content.strong = runOutcomeText(report);
    if (report.stopped) {
        content.mark = hasFailed(report) ? Mark::Error : Mark::None;
        content.detail = QStringLiteral("%1 · %2").arg(nameText(run.modelName),
                                                       LiveHeader::tr("the weights remain loaded"));
        return;
    }
    content.mark = Mark::Good;
    const auto rate = throughputOf(report).tokensPerSecond();
    content.detail = QStringLiteral("%1 · %2").arg(
        nameText(run.modelName),
        rate ? LiveHeader::tr("%1, measured").arg(rateText(*rate)) : LiveHeader::tr("measured"));
}

}  // namespace

QString modelRunTitle(const FinishedRun& run) {
    return LiveFigures::tr("Run %1: forward pass, %2")
        .arg(run.number)
        .arg(tokensText(promptTokens(*run.report) + generatedTokens(*run.report)));
}

QString runOutcomeText(const RunReport& report) {
    if (report.stopped && !hasFailed(report)) {
        return LiveHeader::tr("Cancelled after %1, %2 generated")
            .arg(formatSeconds(report.seconds), tokensText(generatedTokens(report)));
    }
    if (report.stopped) {
        return translated(report.stopped->message);
    }
    if (promptTokens(report) == 0) {  // an array went in alone
        return LiveHeader::tr("Ran in %1").arg(formatSeconds(report.seconds));
    }
    return generatedTokens(report) == 0
               ? LiveHeader::tr("Ran %1 in %2")
                     .arg(tokensText(promptTokens(report)), formatSeconds(report.seconds))
               : LiveHeader::tr("Generated %1 in %2")
                     .arg(tokensText(generatedTokens(report)), formatSeconds(report.seconds));
}

std::vector<LiveFigureRow> modelRunRows(const FinishedRun& run) {
    const RunReport& report = *run.report;
    std::vector<LiveFigureRow> rows;
    rows.push_back(liveRow(LiveFigureRow::Kind::Title, modelRunTitle(run)));
    rows.push_back(liveFigure(LiveFigures::tr("Model"), run.modelName));
    appendPasses(rows, report);
    if (!report.devices.empty()) {
        appendPeaks(rows, report);
        rows.push_back(liveRow(LiveFigureRow::Kind::Caption, circumstances(report)));
    }
    return rows;
}

double runFraction(const RunController& controller) {
    const Progress& progress = controller.progress();
    return progress.itemsTotal == 0
               ? 0
               : static_cast<double>(progress.itemsDone) / static_cast<double>(progress.itemsTotal);
}

QString runStepText(const RunController& controller) {
    if (controller.state() == ModelRunState::Cancelling) {
        return LiveHeader::tr("Cancelling");
    }
    const Progress& progress = controller.progress();
    if (progress.phase.empty()) {
        return LiveHeader::tr("Preparing the run");
    }
    const QString phase = capitalised(translated(progress.phase));
    const auto wanted = controller.options().request.generate;
    const auto chosen = static_cast<std::int64_t>(controller.chosen().size());
    return wanted == 0 ? phase
                       : LiveHeader::tr("%1: token %2 of %3")
                             .arg(phase)
                             .arg(std::min(chosen + 1, wanted))
                             .arg(wanted);
}

LiveHeaderContent runHeaderContent(const RunController& controller) {
    LiveHeaderContent content;
    if (!controller.isRunning()) {
        content.canUnload = true;
        content.step =
            canBeLoaded(*controller.loads()->document()) ? StepButton::FromStart : StepButton::None;
        addEnd(content, controller.runs().back());
        return content;
    }
    content.showBar = true;
    content.isMoving = true;
    content.fraction = runFraction(controller);
    content.strong = runStepText(controller);
    content.phase = translated(controller.progress().phase);
    content.detail = QString::fromStdString(controller.progress().currentItem);
    if (controller.state() == ModelRunState::Cancelling) {
        content.detail = LiveHeader::tr("the run stops after the current module");
        return content;
    }
    content.percent = LiveHeader::tr("%1 %").arg(std::floor(100 * content.fraction));
    const bool paused = controller.state() == ModelRunState::Paused;
    content.rate = paused ? LiveHeader::tr("paused") : QString();
    content.pause = paused ? PauseButton::Resume : PauseButton::Pause;
    content.canCancel = true;
    return content;
}

}  // namespace stowage
