// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_controller.h"

#include "engine/load/execute/apply_plan.h"
#include "engine/load/program/load_schedule.h"
#include "widgets/document/device_commands.h"
#include "widgets/document/document.h"
#include "widgets/document/loaded_places.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {

/// What the worker needs and finds out; it is handed to the UI thread by value.
struct LoadController::Job {
    LoadRequest request;
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const MachineRates> rates;
    LoadBackends backends;
    std::shared_ptr<const LoadSchedule> schedule;
    std::shared_ptr<LoadedModel> loaded;  ///< to which the plan is applied; null: a new load
    std::shared_ptr<const LoadSchedule> loadedSchedule;  ///< of it, before
    std::optional<PlanChange> change;                    ///< of it
    std::optional<LoadRefusal> refusal;
    MemorySnapshot before;
    double startedAt = 0;

    /// Devices, LibTorch and the schedule, with everything that can refuse a load before a byte is
    /// read. `refusal` is set where the pre-flight is what says no. In a worker.
    [[nodiscard]] Result<void> prepare(const BackendFactory& factory, std::stop_token stop);
    /// Loads, or applies the change; a change that is done gives back what moved away.
    [[nodiscard]] LoadOutcome carryOut(const LoadOptions& options, const PauseGate& gate,
                                       std::stop_token stop, const ProgressSink& progress);

private:
    [[nodiscard]] Result<void> makeSchedule();
};

/// Why the load never began, or what the load job gave.
struct LoadController::JobResult {
    std::optional<Error> notStarted;
    std::optional<LoadRefusal> refusal;
    LoadOutcome outcome;
    std::shared_ptr<LoadedModel> kept{};  ///< of an apply() that came to nothing: what was loaded
    std::shared_ptr<const LoadSchedule> schedule{};  ///< of what is loaded now
};

/// Frees the weights and hands cached pages back to the system. For a worker: pages are released
/// at some GB/s.
void releaseLoad(std::shared_ptr<LoadedModel> model, const LoadBackends& backends);

/// The error of a load that a person stopped.
[[nodiscard]] Error loadCancelledError();

namespace {

constexpr double kLoadIdleIntervalSeconds = 0.25;

constexpr double kLoadingIntervalSeconds = 0.01;

/// The rate shown is a mean over this long, so that it does not flicker.
constexpr double kRateWindowSeconds = 1.0;

/// Below this a rate would be noise of the first reports.
constexpr double kShortestRateWindowSeconds = 0.02;

/// The same device of the same size: what lies there can stay.
bool isSamePlace(const DeviceInfo& one, const DeviceInfo& other) {
    return one.id == other.id && one.simulated == other.simulated && one.uuid == other.uuid &&
           (!one.id.isGpu() || (one.capacity == other.capacity && one.context == other.context &&
                                one.linkBytesPerSecond == other.linkBytesPerSecond &&
                                one.allocator == other.allocator));
}

void raisePeaks(AllocatorStatistics& figures, const AllocatorStatistics& other) {
    figures.peakAllocated = std::max(figures.peakAllocated, other.peakAllocated);
    figures.peakReserved = std::max(figures.peakReserved, other.peakReserved);
}

/// Why other programs cannot hold `bytes` of `gpu`; "" if they can.
QString objectionTo(const DeviceInfo& gpu, std::uint64_t bytes) {
    if (!gpu.id.isGpu() || !gpu.simulated) {
        return LoadController::tr(
                   "What other programs hold of %1 is measured; it can be set for "
                   "simulated GPUs only.")
            .arg(translated(deviceLabel(gpu.id)));
    }
    const std::uint64_t capacity = gpu.capacity.value_or(bytes);
    const std::uint64_t most = capacity - std::min(capacity, gpu.context);
    if (bytes <= most) {
        return {};
    }
    return LoadController::tr(
               "Other programs cannot hold %1 of %2: of its %3 the context takes "
               "%4; choose at most %5.")
        .arg(sizeText(bytes), translated(deviceLabel(gpu.id)), sizeText(capacity),
             sizeText(gpu.context), sizeText(most));
}

}  // namespace

LoadFractions::LoadFractions(std::shared_ptr<const LoadSchedule> schedule)
    : m_schedule(std::move(schedule)) {
    const ModuleTree& tree = *m_schedule->plan->request.tree;
    m_spans.resize(tree.storageCount());
    for (const ReadStep& step : m_schedule->reads) {
        const TensorId tensor = m_schedule->tensors[step.scheduled].tensor;
        Span& span = m_spans[tree.tensor(tensor).storage.index()];
        if (span.length == 0) {
            span.begin = m_readBytes;
        }
        span.length += step.length;
        m_readBytes += step.length;
    }
}

void LoadFractions::setProgress(std::uint64_t done, std::uint64_t total) {
    const double share =
        total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    m_position = share * static_cast<double>(m_readBytes);
}

double LoadFractions::of(ModuleId module) const {
    const ModuleTree& tree = *m_schedule->plan->request.tree;
    if (module.index() >= tree.nodes().size()) {
        return 1;
    }
    double loaded = 0;
    double total = 0;
    for (const TensorSpec& tensor : tree.subtreeTensors(module)) {
        const Span& span = m_spans[tensor.storage.index()];
        const auto length = static_cast<double>(span.length);
        total += length;
        loaded += std::clamp(m_position - static_cast<double>(span.begin), 0.0, length);
    }
    return total == 0 ? 1 : loaded / total;
}

void releaseLoad(std::shared_ptr<LoadedModel> model, const LoadBackends& backends) {
    model.reset();
    for (const auto& device : backends.devices) {
        device->emptyCache();
    }
    releaseHostCaches();
}

Error loadCancelledError() {
    return makeError(ErrorCode::Cancelled,
                     LoadController::tr("The load was cancelled.").toStdString());
}

// What the worker does before the first byte.

Result<void> LoadController::Job::makeSchedule() {
    ScheduleOptions options;
    options.method = request.method;
    options.offloadFolder = request.offloadFolder;
    options.rates = rates;
    options.ramLimit = request.ramLimit;
    if (loaded != nullptr) {
        auto changed = planChange(*loaded, plan, backends.states(), options);
        STOWAGE_TRY(changed);
        change = std::move(*changed);
        schedule = change->moves;
        return {};
    }
    auto scheduled = makeLoadSchedule(plan, checkpoint, options);
    STOWAGE_TRY(scheduled);
    schedule = *scheduled;
    return {};
}

LoadOutcome LoadController::Job::carryOut(const LoadOptions& options, const PauseGate& gate,
                                          std::stop_token stop, const ProgressSink& progress) {
    if (!change) {
        return runLoadJob(schedule, backends, options, gate, std::move(stop), progress);
    }
    LoadOutcome outcome =
        applyChange(*change, loaded, backends, options, gate, std::move(stop), progress);
    if (outcome.model != nullptr) {
        loaded.reset();  // here: pages go back at some GB/s
    }
    return outcome;
}

Result<void> LoadController::Job::prepare(const BackendFactory& factory, std::stop_token stop) {
    if (loaded == nullptr) {
        auto made = factory(plan->request.devices);
        STOWAGE_TRY(made);
        backends = std::move(*made);
    }
    if (stop.stop_requested()) {
        return Unexpected{loadCancelledError()};
    }
    if (auto made = makeSchedule(); !made) {
        return made;
    }
    if (request.preflight == PreflightRule::Refuse) {
        refusal = refuseLoad(request, schedule);
    }
    if (refusal && change) {
        refusal->nearest.reset();  // only one way leads from what is loaded
    }
    if (refusal) {
        return fail(ErrorCode::DeviceOutOfMemory, refusal->objections.front().text);
    }
    // Here rather than in the job, so that the load's clock starts when the load does.
    backends.tensors->warmUp();
    if (stop.stop_requested()) {
        return Unexpected{loadCancelledError()};
    }
    before = takeSnapshot(backends.devices);
    return {};
}

bool isOfShownModel(const std::shared_ptr<const LoadSchedule>& schedule, const Document& document) {
    return schedule != nullptr && document.plan() != nullptr &&
           isSameModel(*schedule->plan, *document.plan());
}

const char* loadStateName(LoadState state) {
    // In the order of LoadState.
    constexpr std::array kNames{"idle",       "preparing", "loading",  "paused",
                                "cancelling", "loaded",    "unloading"};
    return kNames[static_cast<std::size_t>(state)];
}

LoadController::LoadController(Document* document, BackendFactory factory, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_factory(std::move(factory)),
      m_sampler(std::make_shared<MemorySampler>(kLoadIdleIntervalSeconds)),
      m_gate(std::make_shared<PauseGate>()),
      m_worker(std::make_unique<Worker>()),
      m_commands(std::make_unique<DeviceCommands>()) {
    connectCommands();
}

LoadController::~LoadController() {
    m_commands.reset();
    m_worker->stopAndJoin();
    m_worker.reset();
    releaseLoad(std::move(m_model), m_backends);
}

bool LoadController::isRunning() const {
    return m_state != LoadState::Idle && m_state != LoadState::Loaded;
}

const std::vector<std::shared_ptr<DeviceMemory>>& LoadController::devices() const {
    return m_backends.devices;
}

EngineCounters LoadController::counters() const {
    EngineCounters counters;
    if (m_backends.tensors) {
        counters.liveTensors = m_backends.tensors->liveTensors();
    }
    for (const auto& device : m_backends.devices) {
        const AllocatorStatistics statistics = device->statistics();
        counters.allocatedBytes += statistics.allocated;
        counters.reservedBytes += device->info().id.isGpu() ? statistics.reserved : 0;
    }
    counters.jobs = (m_worker->isRunning() ? 1U : 0U) + (m_commands->isBusy() ? 1U : 0U);
    return counters;
}

void LoadController::setState(LoadState state) {
    if (m_state != state) {
        m_state = state;
        Q_EMIT stateChanged(state);
    }
}

bool LoadController::canApply() const {
    if (m_state != LoadState::Loaded || m_model == nullptr || m_document->plan() == nullptr) {
        return false;
    }
    const PlacementPlan& shown = *m_document->plan();
    const PlacementPlan& loaded = *m_schedule->plan;
    return isSameModel(loaded, shown) && m_document->checkpoint() == m_schedule->checkpoint &&
           std::ranges::equal(loaded.request.devices, shown.request.devices, isSamePlace);
}

void LoadController::apply(LoadRequest request) {
    if (!canApply() || refuseInUse()) {
        return;
    }
    request.start = LoadStart::FromLoaded;
    request.method = LoadMethod::Streamed;
    auto job = std::make_shared<Job>();
    job->request = request;
    job->backends = m_backends;
    job->loaded = std::exchange(m_model, nullptr);
    job->loadedSchedule = m_schedule;
    begin(job, nullptr);
}

void LoadController::start(const LoadRequest& request) {
    if (isRunning() || refuseInUse()) {
        return;
    }
    if (!m_document->plan() || !m_document->checkpoint()) {
        Q_EMIT failed(tr("Nothing can be loaded yet; open a model first."),
                      ErrorCode::NoCheckpoint);
        return;
    }
    auto job = std::make_shared<Job>();
    job->request = request;
    job->request.start = LoadStart::Fresh;
    begin(job, std::exchange(m_model, nullptr));
}

void LoadController::begin(const std::shared_ptr<Job>& job, std::shared_ptr<LoadedModel> old) {
    const LoadRequest& request = job->request;
    job->plan = m_document->plan();
    job->checkpoint = m_document->checkpoint();
    job->rates = m_rates;
    m_request = request;
    m_modelName = m_document->displayName();
    m_failure.reset();
    m_gate = std::make_shared<PauseGate>();
    m_wasPaused = request.pace == LoadPace::StepByStep;
    if (m_wasPaused) {
        m_gate->pause();
    }
    m_progress = {};
    m_recentProgress.clear();
    m_rate = 0;
    setState(LoadState::Preparing);

    const std::uint64_t generation = m_worker->nextGeneration();
    m_worker->start(
        [this, job, generation, old = std::move(old), oldBackends = m_backends, factory = m_factory,
         gate = m_gate](std::stop_token stop) mutable -> JobResult {
            if (job->loaded == nullptr) {
                releaseLoad(std::move(old), oldBackends);
            }
            oldBackends = {};
            return runJob(*job, factory, *gate, generation, stop);
        },
        [this](JobResult result) { onJobDone(std::move(result)); },
        [this, job](const Error& error) {
            if (isRunning()) {
                onJobDone({error, std::nullopt, {}, std::move(job->loaded), job->loadedSchedule});
            } else {  // it was thrown where the end was shown, which stands
                Q_EMIT failed(translated(error.message), error.code);
            }
        });
}

LoadController::JobResult LoadController::runJob(Job& job, const BackendFactory& factory,
                                                 const PauseGate& gate, std::uint64_t generation,
                                                 std::stop_token stop) {
    if (auto ready = job.prepare(factory, stop); !ready) {
        if (job.loaded == nullptr) {
            releaseLoad(nullptr, job.backends);
        }
        return {
            ready.error(), std::move(job.refusal), {}, std::move(job.loaded), job.loadedSchedule};
    }
    m_sampler->setDevices(job.backends.devices);
    m_sampler->setInterval(kLoadingIntervalSeconds);
    m_sampler->sampleNow();
    job.startedAt = m_sampler->now();
    Job prepared = job;
    prepared.loaded.reset();  // the worker's alone
    m_worker->post(generation, [this, prepared = std::move(prepared)] { onPrepared(prepared); });

    LoadOptions options;
    options.verification = job.request.verification;
    options.sampleIntervalSeconds = kLoadingIntervalSeconds;
    options.sampler = m_sampler;
    const auto progress = [this, generation](const Progress& report) {
        m_worker->post(generation, [this, report] { onProgress(report); });
    };
    JobResult result;
    result.outcome = job.carryOut(options, gate, stop, progress);
    result.kept = std::move(job.loaded);
    result.schedule = result.kept != nullptr ? job.loadedSchedule
                      : job.change           ? job.change->whole
                                             : result.outcome.schedule;
    if (!result.outcome.model && result.kept == nullptr) {
        releaseLoad(nullptr, job.backends);
    }
    m_sampler->sampleNow();
    return result;
}

void LoadController::onPrepared(const Job& job) {
    m_backends = job.backends;
    m_schedule = job.schedule;
    m_startedAt = job.startedAt;
    m_beforeLoad = job.before;
    m_loadPeaks.clear();
    followPlan();
    if (m_state == LoadState::Preparing) {
        setState(LoadState::Loading);
        if (m_gate->isPaused()) {
            setState(LoadState::Paused);
        }
    }
}

void LoadController::onProgress(const Progress& progress) {
    const double now = m_sampler->now();
    if (m_progress.phase != progress.phase) {
        m_recentProgress.clear();  // a phase counts its bytes from 0
        m_rate = 0;
    }
    m_progress = progress;
    m_recentProgress.emplace_back(now, progress.bytesDone);
    while (now - m_recentProgress.front().first > kRateWindowSeconds) {
        m_recentProgress.pop_front();
    }
    const auto& [since, bytes] = m_recentProgress.front();
    if (progress.bytesDone < bytes) {
        m_recentProgress.assign(1, {now, progress.bytesDone});
    } else if (now - since >= kShortestRateWindowSeconds) {
        m_rate = static_cast<double>(progress.bytesDone - bytes) / (now - since);
    }
    Q_EMIT progressChanged(m_progress);
}

void LoadController::onJobDone(JobResult result) {
    if (result.notStarted) {
        onNotStarted(result);
    } else {
        onFinished(std::move(result));
    }
}

void LoadController::onNotStarted(const JobResult& result) {
    m_sampler->setInterval(kLoadIdleIntervalSeconds);
    const bool cancelled = m_state == LoadState::Cancelling;
    hold(result.kept, result.schedule);
    if (cancelled) {
        auto report = std::make_shared<LoadReport>();
        report->stopped = loadCancelledError();
        Q_EMIT finished(std::move(report));
    } else if (result.refusal) {
        Q_EMIT refused(*result.refusal);
    } else {
        Q_EMIT failed(translated(result.notStarted->message), result.notStarted->code);
    }
}

void LoadController::hold(std::shared_ptr<LoadedModel> model,
                          std::shared_ptr<const LoadSchedule> schedule) {
    m_model = std::move(model);
    m_schedule = m_model ? std::move(schedule) : nullptr;
    if (m_model == nullptr) {
        m_modelName.clear();
    }
    setState(m_model ? LoadState::Loaded : LoadState::Idle);
}

void LoadController::onFinished(JobResult result) {
    LoadOutcome& outcome = result.outcome;
    const bool wasApplied = m_request.start == LoadStart::FromLoaded;
    if (!wasApplied && m_state == LoadState::Cancelling && outcome.model) {
        // The cancel came after the last byte: the person's wish still holds.
        auto model = std::exchange(outcome.model, nullptr);
        outcome.report.stopped = loadCancelledError();
        auto rest = std::make_shared<JobResult>(std::move(result));
        giveBack(std::move(model),
                 [this, rest](const MemoryChange&) { onFinished(std::move(*rest)); });
        return;
    }
    m_sampler->setInterval(kLoadIdleIntervalSeconds);
    m_rate = 0;
    auto report = std::make_shared<const LoadReport>(std::move(outcome.report));
    m_finishedLoads.push_back(
        {++m_lastNumber, m_request, m_wasPaused, report, outcome.schedule, m_modelName});
    keepPeaks(*report);
    const bool hasFailed = report->stopped && report->stopped->code != ErrorCode::Cancelled;
    if (hasFailed) {
        m_failure = LoadFailure{m_request, *report->stopped, report->stoppedAt, report->wouldFit,
                                m_modelName};
    }
    hold(outcome.model ? std::move(outcome.model) : std::move(result.kept),
         std::move(result.schedule));
    Q_EMIT finished(report);
    if (hasFailed) {
        Q_EMIT failed(translated(report->stopped->message), report->stopped->code);
    }
}

void LoadController::pause() {
    if (m_state == LoadState::Loading) {
        m_gate->pause();
        m_rate = 0;
        m_wasPaused = true;
        setState(LoadState::Paused);
    }
}

void LoadController::step() {
    pause();
    if (m_state == LoadState::Paused) {
        m_gate->step();
    }
}

void LoadController::resume() {
    if (m_state == LoadState::Paused) {
        m_recentProgress.clear();
        m_gate->resume();
        setState(LoadState::Loading);
    }
}

void LoadController::cancel() {
    if (m_state == LoadState::Preparing || m_state == LoadState::Loading ||
        m_state == LoadState::Paused) {
        setState(LoadState::Cancelling);
        m_worker->requestStop();
    }
}

void LoadController::unload() {
    if (m_state != LoadState::Loaded || refuseInUse()) {
        return;
    }
    setState(LoadState::Unloading);
    giveBack(std::exchange(m_model, nullptr), [this](const MemoryChange& change) {
        m_schedule.reset();
        m_modelName.clear();
        m_progress = {};
        setState(LoadState::Idle);
        Q_EMIT memoryChanged(change);
    });
}

void LoadController::giveBack(std::shared_ptr<LoadedModel> model,
                              std::function<void(const MemoryChange&)> then) {
    m_worker->start(
        [model = std::move(model), backends = m_backends,
         sampler = m_sampler](std::stop_token) mutable {
            MemoryChange change;
            change.command = MemoryChange::Command::Unload;
            change.before = takeSnapshot(backends.devices);
            releaseLoad(std::move(model), backends);
            change.after = takeSnapshot(backends.devices);
            backends = {};
            sampler->sampleNow();
            return change;
        },
        [then](const MemoryChange& change) { then(change); },
        [this, then](const Error& error) {
            if (isRunning()) {
                then({});  // the weights are gone, only their figures are not known
            }
            Q_EMIT failed(translated(error.message), error.code);
        });
}

// What the controller does to the devices beside loading: caches, peaks, other programs.

void LoadController::connectCommands() {
    connect(m_commands.get(), &DeviceCommands::done, this, &LoadController::onCommandDone);
    connect(m_commands.get(), &DeviceCommands::othersRefused, this, &LoadController::othersRefused);
    connect(m_commands.get(), &DeviceCommands::failed, this, &LoadController::failed);
    connect(m_document, &Document::planChanged, this, &LoadController::followPlan);
}

void LoadController::onCommandDone(MemoryChange change) {
    if (change.command == MemoryChange::Command::ResetPeaks) {
        for (DeviceUse& use : change.before.devices) {
            raisePeaks(use.memory, m_loadPeaks[use.device.id]);
        }
        m_loadPeaks.clear();
    }
    m_sampler->sampleNow();
    Q_EMIT memoryChanged(change);
    followPlan();
}

void LoadController::keepPeaks(const LoadReport& report) {
    for (const DeviceLoadFigures& figures : report.devices) {
        notePeaks(figures.device.id, figures.peakAllocated, figures.peakReserved);
    }
}

void LoadController::notePeaks(DeviceId device, std::uint64_t allocated, std::uint64_t reserved) {
    AllocatorStatistics peaks;
    peaks.peakAllocated = allocated;
    peaks.peakReserved = reserved;
    raisePeaks(m_loadPeaks[device], peaks);
}

bool LoadController::refuseInUse() {
    if (m_isInUse) {
        Q_EMIT failed(tr("The loaded model runs; wait for the run to end, or cancel it first."),
                      ErrorCode::InvalidArgument);
    }
    return m_isInUse;
}

AllocatorStatistics LoadController::statisticsOf(const DeviceMemory& device) {
    AllocatorStatistics now = device.statistics();
    AllocatorStatistics& peaks = m_loadPeaks[device.info().id];
    raisePeaks(peaks, now);
    raisePeaks(now, peaks);
    return now;
}

void LoadController::emptyCache() {
    if (!m_backends.devices.empty()) {
        m_commands->emptyCache(m_backends.devices);
    }
}

void LoadController::resetPeaks() {
    if (!m_backends.devices.empty() && !isRunning() && !m_isInUse) {
        m_commands->resetPeaks(m_backends.devices);
    }
}

void LoadController::setUsedByOthers(DeviceId gpu, std::uint64_t bytes) {
    const std::vector<DeviceInfo>& planned = m_document->devices();
    const auto known = std::ranges::find(planned, gpu, &DeviceInfo::id);
    const DeviceMemory* live = m_backends.find(gpu);
    if (known == planned.end() && live == nullptr) {
        Q_EMIT othersRefused(gpu, tr("There is no %1 any more.").arg(translated(deviceLabel(gpu))));
        return;
    }
    if (const QString no = objectionTo(live != nullptr ? live->info() : *known, bytes);
        !no.isEmpty()) {
        Q_EMIT othersRefused(gpu, no);
        return;
    }
    // First the device: a load that runs has to know it at once, not when the next plan is made.
    if (live != nullptr) {
        m_commands->setUsedByOthers(m_backends.devices, gpu, bytes);
    }
    editUsedByOthers(gpu, bytes);
}

void LoadController::editUsedByOthers(DeviceId gpu, std::uint64_t bytes) {
    std::vector<DeviceInfo> devices = m_document->devices();
    const auto changed = std::ranges::find(devices, gpu, &DeviceInfo::id);
    if (changed == devices.end() || changed->usedByOthers == bytes) {
        return;
    }
    changed->usedByOthers = bytes;
    if (m_document->plan() == nullptr) {
        m_document->setDevices(std::move(devices));
    } else {
        m_document->edit(SetDevicesEdit{std::move(devices)});
    }
}

void LoadController::followPlan() {
    if (m_document->plan() == nullptr || !m_document->isIdle() || m_commands->isBusy()) {
        return;  // whatever is on its way says it itself
    }
    for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
        const DeviceInfo& now = device->info();
        const DevicePlacement* planned = m_document->plan()->placement(now.id);
        const bool sameCard =
            planned != nullptr && now.id.isGpu() && now.simulated && planned->device.simulated &&
            planned->device.capacity == now.capacity && planned->device.context == now.context;
        if (sameCard && planned->device.usedByOthers != now.usedByOthers) {
            m_commands->setUsedByOthers(m_backends.devices, now.id, planned->device.usedByOthers);
        }
    }
}

void LoadController::setMachineRates(std::shared_ptr<const MachineRates> rates) {
    m_rates = std::move(rates);
    m_document->setMachineRates(m_rates);
    Q_EMIT machineRatesChanged();
}

}  // namespace stowage
