// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/exchange/engine_export.h"
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/edit/plan_edit.h"
#include "widgets/support/worker.h"

#include <QObject>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

class Document;

/// What follows the document's plan: made in a worker, and again whenever the plan changes. Costs
/// nothing while nobody watches.
class PlanFollower : public QObject {
    Q_OBJECT
public:
    /// On while it can be seen.
    void setWatched(bool watched);
    /// True while what there is was made of an earlier plan.
    [[nodiscard]] bool isStale() const { return m_stale; }

Q_SIGNALS:
    void changed();

protected:
    PlanFollower(Document* document, QObject* parent);
    /// Starts the worker on a plan; finish() follows.
    virtual void start(const std::shared_ptr<const PlacementPlan>& plan) = 0;
    virtual void clear() = 0;
    void finish(const std::shared_ptr<const PlacementPlan>& plan);

private:
    void compute();

    Document* m_document;
    std::shared_ptr<const PlacementPlan> m_planned;  ///< what there is was made of
    bool m_watched = false;
    bool m_stale = false;

protected:
    Worker m_worker;
};

/// A list that `make` makes of the plan.
template <class Item>
class PlanPreviews : public PlanFollower {
public:
    using Make = std::vector<Item> (*)(const PlacementPlan& plan, std::stop_token stop);

    PlanPreviews(Document* document, Make make, QObject* parent)
        : PlanFollower(document, parent), m_make(make) {}

    /// Those of an earlier plan while it is stale.
    [[nodiscard]] const std::vector<Item>& items() const { return m_items; }

protected:
    void start(const std::shared_ptr<const PlacementPlan>& plan) override {
        m_worker.start([plan, make = m_make](std::stop_token stop) { return make(*plan, stop); },
                       [this, plan](std::vector<Item> items) {
                           m_items = std::move(items);
                           finish(plan);
                       },
                       [this, plan](const Error&) {  // another plan's items are none of this one
                           m_items.clear();
                           finish(plan);
                       });
    }
    void clear() override { m_items.clear(); }

private:
    Make m_make;
    std::vector<Item> m_items;
};

/// What one card of the preview says, worked out in the worker.
struct StrategyFigures {
    Strategy strategy = Strategy::Auto;
    std::shared_ptr<const PlacementPlan> plan;  ///< null: refused, `trouble` says why
    std::string trouble;                        ///< "Accelerate fails here: …"; "" where it plans
    std::size_t keys = 0;
    double offloadedBytes = 0;     ///< on CPU and disk
    PlanValue priced{};            ///< by the plan's objective, estimated
    std::optional<double> best{};  ///< that of the strategy `optimal`
    int hops = 0;
    int errors = 0;
    int warnings = 0;
};

/// The strategies' plans and figures under the limits of `current`.
[[nodiscard]] std::vector<StrategyFigures> strategyFigures(const PlacementPlan& current,
                                                           std::stop_token stop);

/// All strategies under the document's limits, pins, classes, dtype and rules.
using StrategyPreviews = PlanPreviews<StrategyFigures>;

/// A placement as a person typed, pasted or dropped it.
struct MapText {
    std::string text;
    std::string from{};  ///< the id of the engine whose settings it is; "": as its words tell
    std::shared_ptr<const ModelFacts> facts{};       ///< of the open model; null: not known
    std::shared_ptr<const Checkpoint> checkpoint{};  ///< the open model; null: no work is judged
    std::function<PretrainedSource()> source{};      ///< Document::pretrainedSource(), or empty
};

/// What became of it: where it cannot be read, or what the plan would be with it. A device map and
/// other engines' settings are read, a strategy's name and the limits of devices as well.
struct MapCheck {
    std::optional<Error> error;  ///< with the byte offset in the text where it is known
    /// The text that can be put in its place, where signs that are not Python's are what is wrong.
    std::optional<std::string> corrected{};
    /// Whose settings it was read as: a row of exportTargets(); null where nothing tells.
    const ExportTarget* engine = nullptr;
    std::vector<Message> warnings{};  ///< sentences: why the verdict may not hold there
    std::vector<Message> notes{};     ///< sentences: what was not taken, and what was assumed
    PlanEdit edit{};  ///< valid without an error: SetMapEdit, SetStrategyEdit or SetBudgetEdit
    /// The plan after `edit`, judged by the work that it carries; null with an error.
    std::shared_ptr<const PlacementPlan> plan{};
    std::map<DeviceId, std::size_t> modules{};  ///< of `plan`: those with tensors of their own
};

/// Reads `given` and plans with it. Takes as long as planning: run it in a worker.
[[nodiscard]] MapCheck checkMapText(const PlacementPlan& current, const MapText& given,
                                    std::stop_token stop);

}  // namespace stowage
