// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include <memory>

namespace stowage {

class Document;
struct PlanView;

/// One edit of a plan as an undo step: the plans before and after it. They are immutable and
/// share the tree and the trace, so a step costs little. `document` must outlive the stack.
class PlanCommand : public QUndoCommand {
public:
    PlanCommand(Document* document, const QString& name, std::shared_ptr<const PlanView> before,
                std::shared_ptr<const PlanView> after);

    [[nodiscard]] const std::shared_ptr<const PlanView>& before() const { return m_before; }

    void undo() override;
    void redo() override;

private:
    Document* m_document;
    std::shared_ptr<const PlanView> m_before;
    std::shared_ptr<const PlanView> m_after;
};

}  // namespace stowage
