// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/plan_command.h"

#include "widgets/session/document.h"

#include <utility>

namespace stowage {

PlanCommand::PlanCommand(Document* document, const QString& name,
                         std::shared_ptr<const PlanView> before,
                         std::shared_ptr<const PlanView> after)
    : QUndoCommand(name),
      m_document(document),
      m_before(std::move(before)),
      m_after(std::move(after)) {}

void PlanCommand::undo() {
    m_document->showView(m_before);
}

void PlanCommand::redo() {
    m_document->showView(m_after);
}

}  // namespace stowage
