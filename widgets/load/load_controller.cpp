// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_controller.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/document/board_model.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller_private.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <array>

namespace stowage {

namespace {

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
                   "The memory that other programs use on %1 is measured; this value can be set "
                   "only for simulated GPUs.")
            .arg(translated(deviceLabel(gpu.id)));
    }
    const std::uint64_t capacity = gpu.capacity.value_or(bytes);
    const std::uint64_t most = capacity - std::min(capacity, gpu.context);
    if (bytes <= most) {
        return {};
    }
    return LoadController::tr(
               "Other programs cannot use %1 of memory on %2. The capacity of the GPU is %3, and "
               "the driver's context uses %4. Choose at most %5.")
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
    auto job = makeJob(request);
    job->backends = m_backends;
    begin(job);
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
    LoadRequest fresh = request;
    fresh.start = LoadStart::Fresh;
    begin(makeJob(fresh));
}

std::shared_ptr<LoadController::Job> LoadController::makeJob(const LoadRequest& request) {
    auto job = std::make_shared<Job>();
    job->request = request;
    job->plan = m_document->plan();
    job->checkpoint = m_document->checkpoint();
    job->rates = m_rates;
    job->held = {std::exchange(m_model, nullptr), m_schedule, m_modelName};
    job->heldOn = m_backends;
    return job;
}

void LoadController::begin(const std::shared_ptr<Job>& job) {
    const LoadRequest& request = job->request;
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
        [this, job, generation, factory = m_factory, gate = m_gate](std::stop_token stop)
            -> JobResult { return runJob(*job, factory, *gate, generation, stop); },
        [this](JobResult result) { onJobDone(std::move(result)); },
        [this, job](const Error& error) {
            if (isRunning()) {
                onJobDone({error, std::nullopt, {}, std::move(job->held)});
            } else {  // it was thrown where the end was shown, which stands
                Q_EMIT failed(translated(error.message), error.code);
            }
        });
}

void LoadController::hold(HeldLoad load) {
    const bool isLoaded = load.model != nullptr;
    m_model = std::move(load.model);
    m_schedule = isLoaded ? std::move(load.schedule) : nullptr;
    m_modelName = isLoaded ? load.name : QString();
    setState(isLoaded ? LoadState::Loaded : LoadState::Idle);
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

// What the controller does to the devices beside loading: caches, peaks, other programs.

void LoadController::connectCommands() {
    connect(m_commands.get(), &DeviceCommands::done, this, &LoadController::onCommandDone);
    connect(m_commands.get(), &DeviceCommands::othersRefused, this, &LoadController::othersRefused);
    connect(m_commands.get(), &DeviceCommands::failed, this, &LoadController::failed);
    connect(m_document, &Document::planChanged, this, &LoadController::onPlanChanged);
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
        Q_EMIT failed(
            tr("The loaded model is running; wait for the run to end, or cancel the run first."),
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
        Q_EMIT othersRefused(
            gpu, tr("The device %1 no longer exists.").arg(translated(deviceLabel(gpu))));
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

void LoadController::onPlanChanged() {
    m_failure.reset();
    dropOldDevices();
    followPlan();
}

void LoadController::dropOldDevices() {
    const auto isOld = [this](const std::shared_ptr<DeviceMemory>& device) {
        return std::ranges::none_of(
            m_document->plan()->request.devices,
            [&device](const DeviceInfo& planned) { return isSamePlace(device->info(), planned); });
    };
    if (m_state != LoadState::Idle || m_document->plan() == nullptr ||
        std::ranges::none_of(m_backends.devices, isOld)) {
        return;
    }
    m_backends.devices.clear();
    m_beforeLoad.reset();
    m_loadPeaks.clear();
    m_sampler->setDevices({});
    Q_EMIT devicesDropped();
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
