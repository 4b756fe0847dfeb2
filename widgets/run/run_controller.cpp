// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_controller.h"

#include "engine/load/program/load_schedule.h"
#include "engine/plan/planned_tensors.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/translation.h"

#include <array>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

namespace stowage {
namespace {

/// The tensors as the plan would have them loaded: described, never lent.
class PlannedWeights : public WeightSource {
public:
    explicit PlannedWeights(const PlacementPlan& plan) : m_plan(plan) {}

    [[nodiscard]] std::vector<std::string> names() const override {
        std::vector<std::string> names;
        for (const TensorSpec& tensor : m_plan.request.tree->tensors()) {
            names.push_back(tensor.name);
        }
        return names;
    }

    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override {
        const ModuleTree& tree = *m_plan.request.tree;
        const auto found = tree.findTensor(name);
        if (!found) {
            return std::nullopt;
        }
        const TensorSpec& tensor = tree.tensor(*found);
        return TensorSignature{plannedDtype(m_plan, tensor), tensor.shape};
    }

    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string>,
                                               const std::stop_token&) override {
        return fail(ErrorCode::InvalidArgument,
                    RunController::tr("The weights of a plan are not loaded.").toStdString());
    }

private:
    const PlacementPlan& m_plan;
};

/// Null where none lies there.
Result<std::shared_ptr<const Tokenizer>> tokenizerBeside(const std::string& modelPath) {
    const auto folder = findTokenizerFolder(modelPath);
    return folder ? openTokenizer(*folder) : std::shared_ptr<const Tokenizer>();
}

constexpr double kRunningIntervalSeconds = 0.01;

/// Whether what is known of one plan's model holds for the other's.
bool isSameModel(const std::shared_ptr<const PlacementPlan>& plan,
                 const std::shared_ptr<const PlacementPlan>& other) {
    return plan == other || (plan && other && plan->request.tree == other->request.tree &&
                             plan->request.constraints.dtype == other->request.constraints.dtype);
}

}  // namespace

Result<RunTraits> runTraitsOf(const PlacementPlan& plan, const Checkpoint& checkpoint) {
    const PlannedWeights weights(plan);
    const auto model = runModelOf(checkpoint, weights);
    return model ? Result<RunTraits>((*model)->traits()) : model.unexpected();
}

bool hasFailed(const RunReport& report) {
    return report.stopped && report.stopped->code != ErrorCode::Cancelled;
}

const char* modelRunStateName(ModelRunState state) {
    // In the order of ModelRunState.
    constexpr std::array kNames{"idle", "running", "paused", "cancelling"};
    return kNames[static_cast<std::size_t>(state)];
}

RunController::RunController(LoadController* loads, QObject* parent)
    : QObject(parent),
      m_loads(loads),
      m_gate(std::make_shared<PauseGate>()),
      m_ability(std::make_unique<Worker>()),
      m_worker(std::make_unique<Worker>()) {
    connect(loads, &LoadController::stateChanged, this, &RunController::askAbility);
    connect(loads->document(), &Document::planChanged, this, &RunController::askAbility);
    askAbility();
}

RunController::~RunController() {
    m_ability->stopAndJoin();
    m_worker->stopAndJoin();
    if (isRunning()) {
        m_loads->endUse();
    }
}

void RunController::askAbility() {
    const auto loaded = m_loads->model() ? m_loads->schedule() : nullptr;
    const auto plan = loaded ? loaded->plan : m_loads->document()->plan();
    const auto checkpoint = loaded ? loaded->checkpoint : m_loads->document()->checkpoint();
    if (isSameModel(plan, m_abilityPlan)) {
        Q_EMIT abilityChanged();
        return;
    }
    m_abilityPlan = plan;
    m_refusal.clear();
    m_traits.reset();
    m_tokenizer.reset();
    m_tokenizerProblem.clear();
    if (!plan || !checkpoint) {
        m_ability->drop();
        Q_EMIT abilityChanged();
        return;
    }
    using Ability = std::pair<RunTraits, Result<std::shared_ptr<const Tokenizer>>>;
    m_ability->start(
        [plan, checkpoint](std::stop_token) -> Result<Ability> {
            auto traits = runTraitsOf(*plan, *checkpoint);
            return traits ? Result(Ability(std::move(*traits), tokenizerBeside(checkpoint->path)))
                          : traits.unexpected();
        },
        [this](Result<Ability> ability) {
            if (!ability) {
                m_refusal = translated(ability.error().message);
            } else {
                auto& [traits, tokenizer] = *ability;
                m_traits = std::move(traits);
                if (tokenizer) {
                    m_tokenizer = std::move(*tokenizer);
                } else {
                    m_tokenizerProblem = translated(tokenizer.error().message);
                }
            }
            Q_EMIT abilityChanged();
        });
    Q_EMIT abilityChanged();
}

bool RunController::canRun() const {
    return !isRunning() && m_loads->state() == LoadState::Loaded && m_traits.has_value();
}

QString RunController::whyNot() const {
    if (isRunning() || canRun()) {
        return {};
    }
    if (!m_refusal.isEmpty()) {
        return m_refusal;
    }
    switch (m_loads->state()) {
        case LoadState::Idle:
            return tr("Nothing is loaded: load the model before running it.");
        case LoadState::Loaded:
            return tr("Stowage is still checking whether this model can be run.");
        case LoadState::Unloading:
            return tr("The weights are being released; load the model again to run it.");
        case LoadState::Preparing:
        case LoadState::Loading:
        case LoadState::Paused:
        case LoadState::Cancelling:
            break;
    }
    return tr("The model can be run once it is loaded.");
}

void RunController::setState(ModelRunState state) {
    if (m_state != state) {
        m_state = state;
        Q_EMIT stateChanged(state);
    }
}

RunOptions RunController::completed(RunOptions options, std::uint64_t generation) {
    options.offloadBuffers = m_schedule->plan->request.constraints.offloadBuffers;
    options.sampler = m_loads->sharedSampler();
    options.timeline = m_timeline;
    if (const auto rates = m_loads->machineRates()) {
        options.rates = *rates;
    }
    options.chosen = [this, generation](std::int64_t token) {
        m_worker->post(generation, [this, token] {
            m_chosen.push_back(token);
            Q_EMIT tokenChosen(token);
        });
    };
    return options;
}

void RunController::start(RunOptions options) {
    if (isRunning()) {
        return;
    }
    if (!canRun()) {
        Q_EMIT failed(whyNot(),
                      m_refusal.isEmpty() ? ErrorCode::InvalidArgument : ErrorCode::Unsupported);
        return;
    }
    const std::uint64_t generation = m_worker->nextGeneration();
    m_gate = std::make_shared<PauseGate>();
    m_wasPaused = false;
    m_progress = {};
    m_chosen.clear();
    m_options = options;
    m_schedule = m_loads->schedule();
    m_loads->beginUse();
    MemorySampler& sampler = m_loads->sampler();
    sampler.setInterval(kRunningIntervalSeconds);
    sampler.sampleNow();
    m_startedAt = sampler.now();
    m_timeline = std::make_shared<Timeline>();
    setState(ModelRunState::Running);

    const auto progress = [this, generation](const Progress& report) {
        m_worker->post(generation, [this, report] { onProgress(report); });
    };
    m_worker->start(
        [model = m_loads->model(), backends = m_loads->backends(), gate = m_gate, progress,
         schedule = m_schedule,
         options = completed(std::move(options), generation)](std::stop_token stop) mutable {
            RunReport report = runLoaded(*model, backends, options, *gate, stop, progress);
            // Whoever unloads next has waited for this report: no weight may stay behind here.
            model.reset();
            backends = {};
            options.sampler->sampleNow();
            std::vector<RunFix> fixes = runFixes(*schedule->plan, report);
            return std::pair(std::move(report), std::move(fixes));
        },
        [this](std::pair<RunReport, std::vector<RunFix>> ended) {
            onFinished(std::move(ended.first), std::move(ended.second));
        },
        [this](const Error& error) {
            if (isRunning()) {
                RunReport report;
                report.stopped = error;
                onFinished(std::move(report), {});
            } else {  // it was thrown where the end was shown, which stands
                Q_EMIT failed(translated(error.message), error.code);
            }
        });
}

void RunController::onProgress(const Progress& progress) {
    m_progress = progress;
    Q_EMIT progressChanged(m_progress);
}

void RunController::onFinished(RunReport report, std::vector<RunFix> fixes) {
    constexpr double kIdleIntervalSeconds = 0.25;
    m_loads->sampler().setInterval(kIdleIntervalSeconds);
    m_loads->endUse();
    for (const DeviceRunFigures& figures : report.devices) {
        m_loads->notePeaks(figures.device, figures.peakAllocated, figures.peakReserved);
    }
    const auto shared = std::make_shared<const RunReport>(std::move(report));
    m_chosen = shared->sequences.front().generated;
    m_runs.push_back({++m_lastNumber, m_options, m_wasPaused, shared, m_schedule,
                      m_loads->modelName(), std::move(fixes)});
    if (m_runs.size() > kMostRuns) {
        m_runs.erase(m_runs.begin());
    }
    setState(ModelRunState::Idle);
    Q_EMIT abilityChanged();
    Q_EMIT finished(shared);
    if (hasFailed(*shared)) {
        Q_EMIT failed(translated(shared->stopped->message), shared->stopped->code);
    }
}

double RunController::seconds() const {
    if (!isRunning()) {
        return m_runs.empty() ? 0 : m_runs.back().report->seconds;
    }
    return m_loads->sampler().now() - m_startedAt.value_or(0) - m_gate->heldSeconds();
}

void RunController::pause() {
    if (m_state == ModelRunState::Running) {
        m_gate->pause();
        m_wasPaused = true;
        setState(ModelRunState::Paused);
    }
}

void RunController::resume() {
    if (m_state == ModelRunState::Paused) {
        m_gate->resume();
        setState(ModelRunState::Running);
    }
}

void RunController::cancel() {
    if (m_state == ModelRunState::Running || m_state == ModelRunState::Paused) {
        setState(ModelRunState::Cancelling);
        m_worker->requestStop();
    }
}

}  // namespace stowage
