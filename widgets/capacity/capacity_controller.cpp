// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_controller.h"

#include "engine/base/number_text.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/edit/plan_edit.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/formats.h"

#include <utility>

namespace stowage {
namespace {

/// Asks one question after the other; `tell` takes what is known after each.
CapacityFindings answerAll(const EstimateInput& input,
                           const std::shared_ptr<const CapacityEstimate>& estimate,
                           const std::vector<CapacityChange::Kind>& order,
                           const std::stop_token& stop,
                           const std::function<void(const CapacityFindings&)>& tell) {
    const CapacityEstimate& now = *estimate;
    CapacityQuestions questions(input, stop, {}, estimate);
    CapacityFindings findings;
    if (!now.missing.empty() || now.refusal) {
        findings.isFinished = true;  // all would rest on what is not known, or not loaded
        return findings;
    }
    const auto largest = questions.largest([&](const CapacityLimits& limits) {
        findings.largest = limits;
        tell(findings);
    });
    auto changes =
        now.verdict == Verdict::Fits ? questions.alternatives() : questions.untilItFits(order);
    if (changes && changes->empty() && isYes(now.verdict)) {
        changes = questions.alternatives();
    }
    if (changes) {
        findings.changes = std::move(*changes);
    }
    findings.problem = !largest   ? largest.error().message
                       : !changes ? changes.error().message
                                  : Message();
    findings.isFinished = true;
    return findings;
}

}  // namespace

QString tokenRateText(double tokensPerSecond) {
    return QString::fromStdString(perSecondText(tokensPerSecond));
}

QString delayText(double seconds) {
    constexpr double kLeastSeconds = 0.0995;
    constexpr double kMsInSecond = 1e3;
    return seconds >= kLeastSeconds ? formatSeconds(seconds)
                                    : CapacityController::tr("%1 ms").arg(QString::fromStdString(
                                          formatGeneral(seconds * kMsInSecond, 2)));
}

CapacityController::CapacityController(Document* document, LoadController* loads, QObject* parent)
    : QObject(parent), m_document(document), m_loads(loads) {
    connect(document, &Document::modelChanged, this, [this] {
        m_estimate.reset();  // another model's figures are not shown, even dimmed
        m_tenants.reset();
        m_asked.reset();
    });
    connect(document, &Document::planChanged, this, [this] {
        if (m_document->isIdle()) {
            m_asked.reset();
        }
        restart();
    });
    connect(document, &Document::editRefused, this, [this] { m_asked.reset(); });
    connect(loads, &LoadController::machineRatesChanged, this, &CapacityController::restart);
}

void CapacityController::setActive(bool active) {
    if (std::exchange(m_active, active) != active) {
        restart();
    }
}

Workload CapacityController::workload() const {
    if (m_asked) {
        return *m_asked;
    }
    const auto plan = m_document->plan();
    if (plan != nullptr && plan->request.workload) {
        return *plan->request.workload;
    }
    const auto checkpoint = m_document->checkpoint();
    if (checkpoint != nullptr && checkpoint->tenants != nullptr) {
        const NamedCheckpoint& main = checkpoint->tenants->front();
        return usualWorkload(knownFacts(*main.checkpoint, *main.tree).get());
    }
    const auto& facts = m_document->facts();
    return usualWorkload(facts == nullptr ? nullptr : facts->model.get());
}

void CapacityController::setWorkload(const Workload& workload) {
    if (workload == this->workload()) {
        return;
    }
    m_asked = workload;
    m_document->edit(SetWorkloadEdit{workload});
}

std::optional<AllocatorKind> CapacityController::allocator() const {
    for (const DeviceInfo& device : m_document->devices()) {
        if (device.id.isGpu() && device.simulated) {
            return device.allocator;
        }
    }
    return std::nullopt;
}

void CapacityController::setAllocator(AllocatorKind kind) {
    std::vector<DeviceInfo> devices = m_document->devices();
    bool isOther = false;
    for (DeviceInfo& device : devices) {
        if (device.id.isGpu() && device.simulated) {
            isOther = isOther || device.allocator != kind;
            device.allocator = kind;
        }
    }
    if (isOther && m_document->plan() != nullptr) {
        m_document->edit(SetDevicesEdit{std::move(devices)});
    }
}

std::shared_ptr<const PlacementPlan> CapacityController::pipelinePlan() const {
    auto plan = m_document->plan();
    return plan != nullptr && isPipeline(*plan->request.tree) ? std::move(plan) : nullptr;
}

std::optional<EstimateInput> CapacityController::anyInput() const {
    if (m_document->plan() == nullptr || m_document->checkpoint() == nullptr) {
        return std::nullopt;
    }
    return EstimateInput{m_document->plan(), m_document->checkpoint(), workload(),
                         m_loads->machineRates()};
}

std::optional<EstimateInput> CapacityController::input() const {
    auto input = anyInput();
    return input && !isOfSeveralModels(*input->plan->request.tree) ? std::move(input)
                                                                   : std::nullopt;
}

std::optional<EstimateInput> CapacityController::tenantsInput() const {
    auto input = anyInput();
    return input && input->checkpoint->tenants != nullptr ? std::move(input) : std::nullopt;
}

void CapacityController::setSacrifices(std::vector<CapacityChange::Kind> order) {
    const bool isOther = order != m_sacrifices;
    m_sacrifices = std::move(order);
    if (isOther && !m_isEstimating && m_estimate != nullptr &&
        m_estimate->verdict != Verdict::Fits) {
        ask();
    }
}

void CapacityController::restart() {
    m_estimateWorker.drop();
    m_answersWorker.drop();
    m_findings = {};
    m_problem.reset();
    const auto input = this->input();
    const auto ofTenants = tenantsInput();
    if (!ofTenants) {
        m_tenants.reset();
    }
    m_isEstimating = m_active && (input || ofTenants);
    Q_EMIT inputChanged();
    Q_EMIT findingsChanged();
    if (m_isEstimating && ofTenants) {
        m_estimate.reset();
        m_estimateWorker.start(
            [input = *ofTenants](const std::stop_token& stop) {
                return estimateTenants(input, true, stop);
            },
            [this](Result<TenantsEstimate>&& estimate) {
                m_isEstimating = false;
                m_tenants = estimate ? std::make_shared<const TenantsEstimate>(std::move(*estimate))
                                     : nullptr;
                m_problem = estimate ? std::nullopt : std::optional(estimate.error());
                Q_EMIT estimateChanged();
            });
    } else if (m_isEstimating) {
        m_estimateWorker.start(
            [input = *input](const std::stop_token& stop) { return estimateCapacity(input, stop); },
            [this](Result<std::shared_ptr<const CapacityEstimate>>&& estimate) {
                takeEstimate(std::move(estimate));
            });
    }
}

void CapacityController::takeEstimate(Result<std::shared_ptr<const CapacityEstimate>>&& estimate) {
    m_isEstimating = false;
    if (estimate) {
        m_estimate = std::move(*estimate);
    } else {
        m_estimate.reset();
        m_problem = estimate.error();
    }
    Q_EMIT estimateChanged();
    if (m_estimate != nullptr) {
        ask();
    }
}

void CapacityController::ask() {
    m_findings = {};
    Q_EMIT findingsChanged();
    const std::uint64_t generation = m_answersWorker.nextGeneration();
    const auto show = [this](CapacityFindings&& findings) {
        m_findings = std::move(findings);
        Q_EMIT findingsChanged();
    };
    m_answersWorker.start(
        [this, generation, show, input = *input(), now = m_estimate,
         order = m_sacrifices](const std::stop_token& stop) {
            return answerAll(input, now, order, stop, [&](CapacityFindings known) {
                m_answersWorker.post(generation, [show, known = std::move(known)]() mutable {
                    show(std::move(known));
                });
            });
        },
        show,
        [show](const Error& error) {
            show({.largest = {}, .changes = {}, .isFinished = true, .problem = error.message});
        });
}

void CapacityController::use(std::shared_ptr<const PlacementPlan> plan, const Workload& workload,
                             const QString& name) {
    m_useWorker.start(
        [plan = std::move(plan), workload](const std::stop_token& stop) {
            return applyEdit(*plan, SetWorkloadEdit{workload}, stop);
        },
        [this, name](Result<std::shared_ptr<const PlacementPlan>>&& made) {
            if (made) {
                m_document->usePlan(*made, name);
            }
        });
}

}  // namespace stowage
