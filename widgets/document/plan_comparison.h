// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/compare/plan_diff.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace stowage {

class Document;

/// Two plans of one model, compared, and where each module stands in that. Immutable.
struct ComparedPlans {
    std::shared_ptr<const PlacementPlan> before;
    std::shared_ptr<const PlacementPlan> after;
    PlanDiff diff;
    /// By module: 1 + the number in diff.moved of the module or of the one around it; 0: it stays.
    std::vector<std::uint32_t> moveOf;
    /// By module: how many entries of diff.moved lie inside of it.
    std::vector<std::uint32_t> movesInside;

    /// What moves with a module as a whole; null: it stays, or only parts of it move.
    [[nodiscard]] const MovedModule* moveOfModule(ModuleId module) const;
};

/// Walks both plans: tens of milliseconds for 100,000 modules.
[[nodiscard]] std::shared_ptr<const ComparedPlans> comparePlans(
    std::shared_ptr<const PlacementPlan> before, std::shared_ptr<const PlacementPlan> after);

/// The comparison that tree, board and panel show: the document's plan against another one. It is
/// made again in a worker whenever the plan changes, and ends when another model is opened.
class PlanComparison : public QObject {
    Q_OBJECT
public:
    /// Whether the other plan was there before the document's, or may take its place.
    enum class Other { Earlier, Proposed };

    explicit PlanComparison(Document* document, QObject* parent = nullptr);

    /// `name` completes "Difference to …": "the plan before “Move h.11 to CPU”", "balanced".
    /// The same name again replaces the plan and keeps the old figures until the new ones are
    /// there.
    void compareWith(std::shared_ptr<const PlacementPlan> other, const QString& name, Other kind);
    void end();

    [[nodiscard]] bool isActive() const { return m_other != nullptr; }
    /// True while `compared()` does not belong to the plans of now.
    [[nodiscard]] bool isStale() const { return m_stale; }
    [[nodiscard]] Other kind() const { return m_kind; }
    [[nodiscard]] const QString& name() const { return m_name; }
    [[nodiscard]] const std::shared_ptr<const PlacementPlan>& other() const { return m_other; }
    /// Null while inactive, and until the first figures are there.
    [[nodiscard]] const std::shared_ptr<const ComparedPlans>& compared() const {
        return m_compared;
    }

Q_SIGNALS:
    void changed();

private:
    void compute();

    Document* m_document;
    std::shared_ptr<const PlacementPlan> m_other;
    std::shared_ptr<const ComparedPlans> m_compared;
    QString m_name;
    Other m_kind = Other::Earlier;
    bool m_stale = false;
    Worker m_worker;
};

}  // namespace stowage
