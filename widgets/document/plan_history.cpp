// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_history.h"

#include "widgets/document/plan_view.h"

namespace stowage {

void PlanHistory::setView(std::shared_ptr<const PlanView> view) {
    m_view = std::move(view);
    if (m_view != nullptr) {
        m_request = requestToKeep(*m_view->plan);
    }
    if (m_first == nullptr) {
        m_first = m_view;
    }
}

std::vector<DoneEdit> PlanHistory::done() const {
    std::vector<DoneEdit> edits;
    for (int step = 0; step < m_undo.index(); ++step) {
        const auto* command = dynamic_cast<const DatedCommand*>(m_undo.command(step));
        if (command != nullptr) {
            edits.push_back({command->text(), command->at()});
        }
    }
    return edits;
}

}  // namespace stowage
