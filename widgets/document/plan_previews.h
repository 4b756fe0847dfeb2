// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/plan/compare/plan_preview.h"
#include "engine/plan/edit/plan_edit.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
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

/// All strategies under the document's limits, pins, classes, dtype and rules, planned in a
/// worker and again whenever the plan changes. Costs nothing while nobody watches.
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

/// What became of a device map that a person typed, pasted or dropped: where it cannot be read, or
/// what the plan would be with it. A strategy's name and the limits of devices are read as well.
struct MapCheck {
    std::optional<Error> error;  ///< with the byte offset in the text where it is known
    /// The text that can be put in its place, where signs that are not Python's are what is wrong.
    std::optional<std::string> corrected{};
    PlanEdit edit{};  ///< valid without an error: SetMapEdit, SetStrategyEdit or SetBudgetEdit
    std::shared_ptr<const PlacementPlan> plan{};  ///< of `edit`; null with an error
};

/// Parses `text` and plans with it. Takes as long as planning: run it in a worker.
[[nodiscard]] MapCheck checkMapText(const PlacementPlan& current, const std::string& text,
                                    std::stop_token stop);

}  // namespace stowage
