// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/scheduled_weights.h"

#include "engine/load/placed_model.h"

#include <utility>

namespace stowage {

ScheduledWeights::ScheduledWeights(const LoadSchedule& schedule) : m_schedule(schedule) {
    for (NamedTensor& named : namedTensors(schedule)) {
        m_scheduled.emplace(named.name, named.scheduled);
        m_names.push_back(std::move(named.name));
    }
}

std::optional<TensorSignature> ScheduledWeights::describe(const std::string& name) const {
    const auto found = m_scheduled.find(name);
    if (found == m_scheduled.end()) {
        return std::nullopt;
    }
    const ScheduledTensor& scheduled = m_schedule.tensors[found->second];
    const TensorSpec& spec = m_schedule.plan->request.tree->tensor(scheduled.tensor);
    return TensorSignature{scheduled.dtype, spec.shape};
}

Result<ModuleWeights> ScheduledWeights::borrow(std::span<const std::string> /*names*/,
                                               const std::stop_token& /*stop*/) {
    return fail(ErrorCode::Internal, "Weights of a schedule are not loaded yet.");
}

}  // namespace stowage
