// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"

#include "app/checks/check_list.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/run/run_job.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

namespace {

constexpr SampleSizes kGpt2Sizes{
    .vocabulary = 1009, .context = 128, .width = 192, .layers = 4, .heads = 3};
constexpr std::int64_t kGenerated = 4;
const std::vector<std::int64_t> kPrompt{464, 11, 995, 3, 77, 8, 8, 1001};

/// A tiny model and the names of its layers.
struct RunSample {
    const char* arch;
    const char* layers;
};
constexpr RunSample kSamples[]{{"gpt2", "transformer.h"}, {"llama-tiny", "model.layers"}};

/// One way to place a model and to run it.
struct RunPlacement {
    Message name;
    std::vector<DeviceMap::Entry> map;
    unsigned window = 2;
    bool bringsWeights = false;
};

std::vector<RunPlacement> placementsOf(const std::string& layers, std::size_t gpus) {
    const DeviceId first = DeviceId::gpu(0);
    std::vector<RunPlacement> placements{{phrase("on one GPU"), {{"", first}}}};
    if (gpus > 1) {
        const DeviceId second = DeviceId::gpu(1);
        placements.push_back({phrase("split over two GPUs"),
                              {{"", first}, {layers + ".2", second}, {layers + ".3", second}}});
    }
    for (const auto& [name, where] : {std::pair{phrase("with layers on the CPU"), DeviceId::cpu()},
                                      std::pair{phrase("with layers on disk"), DeviceId::disk()}}) {
        const std::vector<DeviceMap::Entry> map{{"", first}, {layers, where}};
        placements.push_back({say("%1, with prefetch", name), map, 2, true});
        placements.push_back({say("%1, without prefetch", name), map, 0, true});
    }
    return placements;
}

/// The checks of running one model over one set of devices.
class RunChecks {
public:
    RunChecks(std::vector<DeviceInfo> gpus, OpenedSample sample, std::stop_token stop)
        : m_gpus(std::move(gpus)), m_sample(std::move(sample)), m_stop(std::move(stop)) {}

    /// Runs on the CPU: what every other placement is held against.
    Result<Message> makeReference();
    Result<Message> runPlaced(const RunPlacement& placement);

private:
    /// Loads, runs and gives everything back.
    Result<RunReport> loadAndRun(const std::vector<DeviceMap::Entry>& map, unsigned window);
    [[nodiscard]] Result<Message> compared(const RunReport& report) const;
    /// What was computed lay on the GPUs that computed, and no longer does.
    [[nodiscard]] Result<Message> peaksOf(const RunReport& report) const;

    std::vector<DeviceInfo> m_gpus;
    OpenedSample m_sample;
    std::stop_token m_stop;
    RunReport m_reference;
};

Result<RunReport> RunChecks::loadAndRun(const std::vector<DeviceMap::Entry>& map, unsigned window) {
    const auto schedule = scheduleOf(m_sample, m_gpus, map, m_stop);
    STOWAGE_TRY(schedule);
    const auto backends = makeLoadBackends((*schedule)->plan->request.devices);
    STOWAGE_TRY(backends);
    const PauseGate gate;
    LoadOutcome outcome = runLoadJob(*schedule, *backends, {}, gate, m_stop, {});
    if (outcome.report.stopped) {
        return Unexpected{*outcome.report.stopped};
    }
    RunOptions options;
    options.request.tokens = kPrompt;
    options.request.generate = kGenerated;
    options.window = window;
    RunReport report = runLoaded(*outcome.model, *backends, options, gate, m_stop, {});
    outcome.model.reset();
    if (report.stopped) {
        return Unexpected{*report.stopped};
    }
    STOWAGE_TRY(requireNothingLeft(*backends, **schedule));
    return report;
}

Result<Message> RunChecks::makeReference() {
    auto report = loadAndRun({{"", DeviceId::cpu()}}, 0);
    STOWAGE_TRY(report);
    m_reference = std::move(*report);
    return say("%1 logits were computed and %2 tokens were generated",
               m_reference.numbers.values.size(), m_reference.sequences.front().generated.size());
}

Result<Message> RunChecks::compared(const RunReport& report) const {
    if (report.sequences.front().generated != m_reference.sequences.front().generated) {
        return checkFailed(say("the generated tokens differ from those on the CPU"));
    }
    if (m_gpus.front().simulated) {
        return report.numbers.values == m_reference.numbers.values
                   ? Result<Message>(say("the logits are identical bit by bit"))
                   : checkFailed(say("the logits differ from those on the CPU, although the CPU "
                                     "computed both"));
    }
    const LogitsComparison found = compareLogits(report.numbers, m_reference.numbers);
    return found.agrees
               ? Result<Message>(
                     say("the logits differ from those on the CPU by up to %1 (allowed: %2)",
                         formatGeneral(found.maxDifference, 2), formatGeneral(found.allowed, 2)))
               : checkFailed(found.why);
}

Result<Message> RunChecks::peaksOf(const RunReport& report) const {
    std::vector<Message> figures;
    for (const DeviceRunFigures& device : report.devices) {
        const bool computed = std::ranges::any_of(report.layers, [&](const RunLayerFigures& layer) {
            return layer.device == device.device && device.device.isGpu();
        });
        if (!computed) {
            continue;
        }
        if (device.peakAllocated <= device.allocatedBefore) {
            return checkFailed(say("the layers on %1 allocated no memory during the run",
                                   deviceLabel(device.device)));
        }
        if (device.finalAllocated != device.allocatedBefore) {
            return checkFailed(
                say("%2 is allocated on %1 after the run, but %3 was allocated before the run",
                    deviceLabel(device.device), formatSize(device.finalAllocated),
                    formatSize(device.allocatedBefore)));
        }
        figures.push_back(say("the peak memory of %1 exceeds the memory before the run by %2",
                              deviceLabel(device.device),
                              formatSize(device.peakAllocated - device.allocatedBefore)));
    }
    return figures.empty() ? checkFailed(say("no GPU computed a layer"))
                           : Result<Message>(joined(std::move(figures), ", "));
}

Result<Message> RunChecks::runPlaced(const RunPlacement& placement) {
    if (m_reference.sequences.front().generated.empty()) {
        return checkFailed(
            say("the result on the CPU, which is the reference, is missing; see the failed check "
                "above"));
    }
    const auto report = loadAndRun(placement.map, placement.window);
    STOWAGE_TRY(report);
    const auto same = compared(*report);
    if (!same) {
        return same;
    }
    if (placement.bringsWeights != (report->bytesMoved > 0) ||
        (placement.window == 0 && report->prefetch.bytesAhead > 0)) {
        return checkFailed(
            say("%1 of weights was streamed in (%2 prefetched), which does not match the plan",
                formatSize(report->bytesMoved), formatSize(report->prefetch.bytesAhead)));
    }
    const auto peaks = peaksOf(*report);
    return peaks ? Result<Message>(joined({*same, *peaks}, ", ")) : peaks;
}

}  // namespace

void checkRuns(CheckList& checks, const std::vector<DeviceInfo>& gpus, const Message& label) {
    auto scratch = ScratchFolder::make();
    if (!scratch) {
        checks.run(label, phrase("creates a folder for temporary files"),
                   [&]() -> Result<Message> { return scratch.unexpected(); });
        return;
    }
    for (const RunSample& wanted : kSamples) {
        SampleOptions options;
        options.arch = wanted.arch;
        options.folder = scratch->path(options.arch);
        options.init = SampleInit::Perturbed;
        if (options.arch == "gpt2") {
            options.sizes = kGpt2Sizes;
        }
        auto sample = writeAndOpen(options, checks.stop());
        if (!sample) {
            checks.run(label, say("writes and reads %1", options.arch),
                       [&]() -> Result<Message> { return sample.unexpected(); });
            continue;
        }
        RunChecks runs(gpus, std::move(*sample), checks.stop());
        checks.run(label, say("%1 on the CPU", options.arch), [&] { return runs.makeReference(); });
        for (const RunPlacement& placement : placementsOf(wanted.layers, gpus.size())) {
            checks.run(label, say("%1 %2", options.arch, placement.name),
                       [&] { return runs.runPlaced(placement); });
        }
    }
}

}  // namespace stowage
