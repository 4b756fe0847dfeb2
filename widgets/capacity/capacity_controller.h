// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/tenants.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

class Document;
class LoadController;

/// What was found out beyond the estimate so far. A value.
struct CapacityFindings {
    std::optional<CapacityLimits> largest;
    /// Where the workload fits on GPUs: what each change would come to; else what makes it fit so,
    /// each alone.
    std::vector<CapacityChange> changes;
    bool isFinished = false;
    Message problem;  ///< why there is no more; "": nothing went wrong
};

/// "1,240", "27.3", "0.052": tokens a second, with the digits that `estimate` prints.
[[nodiscard]] QString tokenRateText(double tokensPerSecond);

/// "1.6 s", and below a tenth of a second "12 ms".
[[nodiscard]] QString delayText(double seconds);

/// Asks of the open plan what its workload takes while somebody looks: the estimate, then the
/// answers, each in a worker. A new plan or workload cancels both and begins again. UI thread only.
class CapacityController : public QObject {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    CapacityController(Document* document, LoadController* loads, QObject* parent = nullptr);

    /// Nothing is computed while nobody looks.
    void setActive(bool active);

    [[nodiscard]] Document* document() const { return m_document; }
    /// The plan's workload, or the usual one of the model; what is on its way to the plan counts.
    [[nodiscard]] Workload workload() const;
    /// Makes it the plan's: one step to undo.
    void setWorkload(const Workload& workload);
    /// Of the plan's simulated GPUs, the first one's; nothing where it has none.
    [[nodiscard]] std::optional<AllocatorKind> allocator() const;
    /// Gives it to all of them: one step to undo.
    void setAllocator(AllocatorKind kind);
    /// The plan of a pipeline, which has no workload of tokens; null: another model is open, or
    /// none.
    [[nodiscard]] std::shared_ptr<const PlacementPlan> pipelinePlan() const;
    /// What an estimate of the plan follows from; nothing without a model, and of several.
    [[nodiscard]] std::optional<EstimateInput> input() const;
    /// What an estimate of several models follows from (estimateTenants()); nothing of other plans.
    [[nodiscard]] std::optional<EstimateInput> tenantsInput() const;

    /// The newest one, which is of an earlier plan while isEstimating(); null: there is none.
    [[nodiscard]] const std::shared_ptr<const CapacityEstimate>& estimate() const {
        return m_estimate;
    }
    /// The same of a plan of several models; null of other plans.
    [[nodiscard]] const std::shared_ptr<const TenantsEstimate>& tenants() const {
        return m_tenants;
    }
    /// Why there is none of the present plan.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }
    [[nodiscard]] bool isEstimating() const { return m_isEstimating; }
    [[nodiscard]] const CapacityFindings& findings() const { return m_findings; }

    /// In what order something is given up until the workload fits.
    [[nodiscard]] const std::vector<CapacityChange::Kind>& sacrifices() const {
        return m_sacrifices;
    }
    void setSacrifices(std::vector<CapacityChange::Kind> order);

    /// Makes a plan with this workload the current one, as one step to undo called `name`.
    void use(std::shared_ptr<const PlacementPlan> plan, const Workload& workload,
             const QString& name);

Q_SIGNALS:
    /// Plan, workload, model or speeds are others: what was computed of them is out of date.
    void inputChanged();
    void estimateChanged();
    void findingsChanged();

private:
    [[nodiscard]] std::optional<EstimateInput> anyInput() const;
    void restart();
    void ask();
    void takeEstimate(Result<std::shared_ptr<const CapacityEstimate>>&& estimate);

    Document* m_document;
    LoadController* m_loads;
    bool m_active = false;
    bool m_isEstimating = false;
    std::optional<Workload> m_asked;  ///< sent, and not yet the plan's
    std::shared_ptr<const CapacityEstimate> m_estimate;
    std::shared_ptr<const TenantsEstimate> m_tenants;
    std::optional<Error> m_problem;
    CapacityFindings m_findings;
    std::vector<CapacityChange::Kind> m_sacrifices = usualSacrifices();
    Worker m_estimateWorker;
    Worker m_answersWorker;
    Worker m_useWorker;
};

}  // namespace stowage
