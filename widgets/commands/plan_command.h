// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <QUndoCommand>

#include <memory>

namespace stowage {

class Document;

/// One edit of a plan as an undo step: the plans before and after it. They are immutable and
/// share the tree and the trace, so a step costs little. `document` must outlive the stack.
class PlanCommand : public QUndoCommand {
public:
    PlanCommand(Document* document, const QString& name,
                std::shared_ptr<const PlacementPlan> before,
                std::shared_ptr<const PlacementPlan> after);

    void undo() override;
    void redo() override;

private:
    Document* m_document;
    std::shared_ptr<const PlacementPlan> m_before;
    std::shared_ptr<const PlacementPlan> m_after;
};

}  // namespace stowage
