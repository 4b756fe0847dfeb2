// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan_preview.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <vector>

namespace stowage {

class Document;
class Worker;

/// What one card of the preview says, worked out in the worker.
struct StrategyFigures {
    Strategy strategy = Strategy::Auto;
    std::shared_ptr<const PlacementPlan> plan;  ///< null: refused, `trouble` says why
    std::string trouble;                        ///< "Accelerate fails here: …"; "" where it plans
    std::size_t keys = 0;
    double offloadedBytes = 0;  ///< on CPU and disk
    int hops = 0;
    int errors = 0;
    int warnings = 0;
};

/// The strategies' plans and figures under the limits of `current`.
[[nodiscard]] std::vector<StrategyFigures> strategyFigures(const PlacementPlan& current,
                                                           std::stop_token stop);

/// The four strategies under the document's limits, pins, classes, dtype and rules, planned in a
/// worker and anew whenever the plan changes. Costs nothing while nobody watches.
class StrategyPreviews : public QObject {
    Q_OBJECT
public:
    explicit StrategyPreviews(Document* document, QObject* parent = nullptr);
    ~StrategyPreviews() override;

    /// On while the preview can be seen.
    void setWatched(bool watched);
    [[nodiscard]] const std::vector<StrategyFigures>& figures() const { return m_figures; }
    /// True while figures() are those of an earlier plan.
    [[nodiscard]] bool isStale() const { return m_stale; }

Q_SIGNALS:
    void changed();

private:
    void compute();

    Document* m_document;
    std::vector<StrategyFigures> m_figures;
    std::shared_ptr<const PlacementPlan> m_planned;  ///< what figures() are for
    bool m_watched = false;
    bool m_stale = false;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
