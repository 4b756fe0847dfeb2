// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/run_ability.h"

#include "engine/plan/planned_tensors.h"
#include "engine/run/run_job.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {
namespace {

/// The tensors as the plan would have them loaded: described, never lent.
class PlannedWeights : public WeightSource {
public:
    explicit PlannedWeights(const PlacementPlan& plan) : m_plan(plan) {}

    [[nodiscard]] std::vector<std::string> names() const override {
        std::vector<std::string> names;
        for (const TensorSpec& tensor : m_plan.request.tree->tensors()) {
            names.push_back(tensor.name);
        }
        return names;
    }

    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override {
        const ModuleTree& tree = *m_plan.request.tree;
        const auto found = tree.findTensor(name);
        if (!found) {
            return std::nullopt;
        }
        const TensorSpec& tensor = tree.tensor(*found);
        return TensorSignature{plannedDtype(m_plan, tensor), tensor.shape};
    }

    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string>,
                                               const std::stop_token&) override {
        return fail(ErrorCode::InvalidArgument, "The weights of a plan are not loaded.");
    }

private:
    const PlacementPlan& m_plan;
};

}  // namespace

Result<RunTraits> runTraitsOf(const PlacementPlan& plan, const Checkpoint& checkpoint) {
    const PlannedWeights weights(plan);
    const auto model = runModelOf(checkpoint, weights);
    return model ? Result<RunTraits>((*model)->traits()) : model.unexpected();
}

}  // namespace stowage
