// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/checks/check_list.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/placement_plan.h"
#include "engine/run/models/from_scratch_gpt.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <utility>

namespace stowage {

namespace {

constexpr SampleSizes kLoadSizes{
    .vocabulary = 2003, .context = 128, .width = 192, .layers = 4, .heads = 3};
/// PyTorch's allocator may be set up otherwise, and versions differ a little.
constexpr double kRealTolerance = 0.03;
/// A link this slow makes the small model last long enough to be stopped on its way.
constexpr double kSlowLink = 20e6;

/// The checks of loading over one set of devices.
class LoadChecks {
public:
    LoadChecks(std::vector<DeviceInfo> gpus, ScratchFolder scratch, std::stop_token stop)
        : m_gpus(std::move(gpus)), m_scratch(std::move(scratch)), m_stop(std::move(stop)) {}

    Result<Message> write(CheckpointFormat format);
    Result<Message> loadBy(LoadMethod method, CheckpointFormat format,
                           std::optional<DType> dtype = {});
    Result<Message> loadSplit() { return loadAndCheck(splitSchedule()); }
    Result<Message> runForward();
    Result<Message> cancel();
    Result<Message> runOutOfMemory();

private:
    using Map = std::vector<DeviceMap::Entry>;
    using Schedule = std::shared_ptr<const LoadSchedule>;
    Result<Schedule> schedule(const std::vector<DeviceInfo>& gpus, const Map& map,
                              LoadMethod method, std::optional<DType> dtype = {});
    /// Over every GPU, the CPU and the disk.
    Result<Schedule> splitSchedule();
    /// Loads, holds it against plan and prediction, and gives everything back.
    Result<Message> loadAndCheck(const Result<Schedule>& made);
    Result<void> checkPeaks(const LoadReport& report, const LoadSchedule& schedule,
                            std::vector<Message>& figures) const;

    std::vector<DeviceInfo> m_gpus;
    ScratchFolder m_scratch;
    std::stop_token m_stop;
    std::map<CheckpointFormat, OpenedSample> m_samples;
    CheckpointFormat m_format = CheckpointFormat::Safetensors;
    std::string m_sha256;  ///< of the first load: every other one must equal it
};

Result<Message> LoadChecks::write(CheckpointFormat format) {
    SampleOptions options;
    options.folder = m_scratch.path(checkpointFormatName(format));
    options.arch = "raschka-gpt2";
    options.format = format;
    options.init = SampleInit::Perturbed;
    options.sizes = kLoadSizes;
    auto sample = writeAndOpen(options, m_stop);
    STOWAGE_TRY(sample);
    const SampleSummary written = sample->written;
    m_samples[format] = std::move(*sample);
    return say("%1 tensors, %2", written.tensorCount, formatSize(written.fileBytes));
}

Result<LoadChecks::Schedule> LoadChecks::schedule(const std::vector<DeviceInfo>& gpus,
                                                  const Map& map, LoadMethod method,
                                                  std::optional<DType> dtype) {
    const auto sample = m_samples.find(m_format);
    if (sample == m_samples.end()) {
        return checkFailed(
            say("nothing can be loaded, because the checkpoint was not written; see the failed "
                "check above"));
    }
    return scheduleOf(sample->second, gpus, map, m_stop, method, dtype);
}

Result<void> LoadChecks::checkPeaks(const LoadReport& report, const LoadSchedule& schedule,
                                    std::vector<Message>& figures) const {
    for (const DeviceLoadFigures& reached : report.devices) {
        const auto predicted = schedule.predictedPeaks.find(reached.device.id);
        if (predicted == schedule.predictedPeaks.end()) {
            continue;
        }
        const PredictedPeak& wanted = predicted->second;
        if (wanted.reserved == 0 && reached.peakReserved == 0) {
            continue;  // nothing lies there
        }
        const std::array<std::pair<std::uint64_t, std::uint64_t>, 2> pairs{
            std::pair{reached.peakAllocated, wanted.allocated},
            std::pair{reached.peakReserved, wanted.reserved}};
        double worst = 0;
        for (const auto& [found, predictedBytes] : pairs) {
            const double difference =
                std::abs(static_cast<double>(found) - static_cast<double>(predictedBytes));
            worst =
                std::max(worst, difference / std::max(static_cast<double>(predictedBytes), 1.0));
        }
        const Message text =
            say("the peak memory of %1 is %2 allocated and %3 reserved (prediction error %4)",
                deviceLabel(reached.device.id), formatSize(reached.peakAllocated),
                formatSize(reached.peakReserved), percentText(formatFixed(100 * worst, 0)));
        if (worst > (reached.device.simulated ? 0 : kRealTolerance)) {
            return checkFailed(say("%1, but the prediction is %2 allocated and %3 reserved", text,
                                   formatSize(wanted.allocated), formatSize(wanted.reserved)));
        }
        figures.push_back(text);
    }
    return {};
}

Result<Message> LoadChecks::loadAndCheck(const Result<Schedule>& made) {
    STOWAGE_TRY(made);
    const Schedule& schedule = *made;
    const auto backends = makeLoadBackends(schedule->plan->request.devices);
    STOWAGE_TRY(backends);
    LoadOptions options;
    options.verification = Verification::Bytes;
    const PauseGate gate;
    LoadOutcome outcome = runLoadJob(schedule, *backends, options, gate, m_stop, {});
    const LoadReport& report = outcome.report;
    if (report.stopped) {
        return Unexpected{*report.stopped};
    }
    if (!report.verified.value_or(false)) {
        return checkFailed(report.verifyFailure);
    }
    std::vector<Message> figures;
    STOWAGE_TRY(checkPeaks(report, *outcome.schedule, figures));
    if (!schedule->plan->request.constraints.dtype) {
        m_sha256 = m_sha256.empty() ? report.sha256 : m_sha256;
        if (report.sha256 != m_sha256) {
            return checkFailed(
                say("the weights' SHA-256 is %1 instead of %2", report.sha256, m_sha256));
        }
    }
    outcome.model.reset();
    STOWAGE_TRY(requireNothingLeft(*backends, *schedule));
    return say("%1 tensors are identical to those in the file; %2", report.tensors,
               joined(std::move(figures), "; "));
}

Result<Message> LoadChecks::loadBy(LoadMethod method, CheckpointFormat format,
                                   std::optional<DType> dtype) {
    m_format = format;
    return loadAndCheck(schedule(m_gpus, {{"", DeviceId::gpu(0)}}, method, dtype));
}

Result<LoadChecks::Schedule> LoadChecks::splitSchedule() {
    const DeviceId last = m_gpus.back().id;
    return schedule(m_gpus,
                    {{"", DeviceId::gpu(0)},
                     {"trf_blocks.1", last},
                     {"trf_blocks.2", DeviceId::cpu()},
                     {"trf_blocks.3", DeviceId::disk()},
                     {"out_head", last}},
                    LoadMethod::Streamed);
}

Result<Message> LoadChecks::runForward() {
    const auto made = splitSchedule();
    STOWAGE_TRY(made);
    ReferenceOptions reference;
    reference.path = m_scratch.path("logits.npy");
    const auto expected = referenceLogits((*made)->checkpoint, reference, m_stop, {});
    STOWAGE_TRY(expected);
    const auto backends = makeLoadBackends((*made)->plan->request.devices);
    STOWAGE_TRY(backends);
    const PauseGate gate;
    LoadOutcome outcome = runLoadJob(*made, *backends, {}, gate, m_stop, {});
    if (outcome.report.stopped) {
        return Unexpected{*outcome.report.stopped};
    }
    ForwardOptions options;
    options.referencePath = reference.path;
    const auto figures =
        forwardAfterLoad(*outcome.model, *backends, *(*made)->checkpoint, options, m_stop, {});
    STOWAGE_TRY(figures);
    if (!figures->agrees.value_or(false)) {
        return checkFailed(figures->why);
    }
    outcome.model.reset();
    STOWAGE_TRY(requireNothingLeft(*backends, **made));
    return say(
        "the largest logit is %1; the logits differ from the reference by up to %2; %3 of weights "
        "was streamed in",
        formatGeneral(figures->maxLogit, 3), formatGeneral(figures->maxDifference.value_or(0), 2),
        formatSize(figures->bytesMoved));
}

Result<Message> LoadChecks::cancel() {
    std::vector<DeviceInfo> gpus = m_gpus;
    for (DeviceInfo& gpu : gpus) {
        gpu.linkBytesPerSecond = kSlowLink;
    }
    const auto made = schedule(gpus, {{"", DeviceId::gpu(0)}, {"trf_blocks.3", DeviceId::disk()}},
                               LoadMethod::Streamed);
    STOWAGE_TRY(made);
    const auto backends = makeLoadBackends((*made)->plan->request.devices);
    STOWAGE_TRY(backends);
    std::stop_source source;
    std::uint64_t moved = 0;
    const PauseGate gate;
    const LoadOutcome outcome =
        runLoadJob(*made, *backends, {}, gate, source.get_token(), [&](const Progress& progress) {
            if (progress.bytesDone > 0) {
                moved = progress.bytesDone;
                source.request_stop();
            }
        });
    const bool wasCancelled =
        outcome.report.stopped && outcome.report.stopped->code == ErrorCode::Cancelled;
    if (!wasCancelled || outcome.model != nullptr) {
        return checkFailed(outcome.report.stopped ? outcome.report.stopped->message
                                                  : say("the load was cancelled, but finished"));
    }
    STOWAGE_TRY(requireNothingLeft(*backends, **made));
    return say("the load stopped after %1", formatSize(moved));
}

Result<Message> LoadChecks::runOutOfMemory() {
    std::vector<DeviceInfo> small = *parseSimulatedGpus("4MiB");
    const auto made = schedule(small, {{"", DeviceId::gpu(0)}}, LoadMethod::Streamed);
    STOWAGE_TRY(made);
    const auto backends = makeLoadBackends((*made)->plan->request.devices);
    STOWAGE_TRY(backends);
    const PauseGate gate;
    const LoadOutcome outcome = runLoadJob(*made, *backends, {}, gate, m_stop, {});
    const std::optional<Error>& stopped = outcome.report.stopped;
    if (loadObjections(**made).empty() || !stopped ||
        stopped->code != ErrorCode::DeviceOutOfMemory || stopped->key.empty()) {
        return checkFailed(
            say("the pre-flight check did not refuse a device that is too small, or the error of "
                "the load does not name the tensor"));
    }
    STOWAGE_TRY(requireNothingLeft(*backends, **made));
    return say("the memory shortage was predicted, and the load stopped at the tensor %1",
               stopped->key);
}

}  // namespace

void checkLoads(CheckList& checks, const std::vector<DeviceInfo>& gpus, const Message& label) {
    auto scratch = ScratchFolder::make();
    if (!scratch) {
        checks.run(label, phrase("creates a folder for temporary files"),
                   [&]() -> Result<Message> { return scratch.unexpected(); });
        return;
    }
    LoadChecks loads(gpus, std::move(*scratch), checks.stop());
    for (const CheckpointFormat format :
         {CheckpointFormat::Safetensors, CheckpointFormat::TorchZip, CheckpointFormat::PerTensor}) {
        const std::string name = checkpointFormatName(format);
        checks.run(label, say("writes and reads %1", name), [&] { return loads.write(format); });
        checks.run(label, say("streamed load from %1", name),
                   [&] { return loads.loadBy(LoadMethod::Streamed, format); });
    }
    for (const LoadMethod method : allLoadMethods()) {
        checks.run(label, loadMethodName(method),
                   [&] { return loads.loadBy(method, CheckpointFormat::Safetensors); });
    }
    for (const LoadMethod method : {LoadMethod::Streamed, LoadMethod::Meta}) {
        checks.run(label, say("%1, cast to bfloat16", loadMethodName(method)), [&] {
            return loads.loadBy(method, CheckpointFormat::Safetensors, DType::BFloat16);
        });
    }
    checks.run(label, phrase("a load that is split over GPUs, CPU and disk"),
               [&] { return loads.loadSplit(); });
    checks.run(label,
               phrase("a forward pass reproduces the logits that are computed from the file"),
               [&] { return loads.runForward(); });
    if (gpus.front().simulated) {
        checks.run(label, phrase("a cancelled load releases everything"),
                   [&] { return loads.cancel(); });
        checks.run(label, phrase("a load onto a device that is too small releases everything"),
                   [&] { return loads.runOutOfMemory(); });
    }
}

}  // namespace stowage
