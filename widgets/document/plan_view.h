// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/document/board_model.h"
#include "widgets/document/problem_fixes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

struct Checkpoint;

/// Where a module's weights lie, packed so that 100,000 of them take 200 KB.
class ModulePlace {
public:
    [[nodiscard]] static ModulePlace none() { return ModulePlace(kNone); }
    /// The place of tensors without a device; with others that have one it is mixed.
    [[nodiscard]] static ModulePlace nowhere() { return ModulePlace(kNowhere); }
    [[nodiscard]] static ModulePlace mixed() { return ModulePlace(kMixed); }
    [[nodiscard]] static ModulePlace on(DeviceId device);

    [[nodiscard]] bool isMixed() const { return m_code == kMixed; }
    /// Nothing for mixed modules and for those without a device.
    [[nodiscard]] std::optional<DeviceId> device() const;
    /// The place of a module over two parts.
    [[nodiscard]] ModulePlace with(ModulePlace other) const;
    friend bool operator==(ModulePlace, ModulePlace) = default;

private:
    static constexpr std::int16_t kNowhere = -3, kNone = -2, kMixed = -1, kCpu = 10000,
                                  kDisk = 10001;
    explicit ModulePlace(std::int16_t code) : m_code(code) {}
    std::int16_t m_code;
};

/// What a tree shows of a plan, by module, from one walk over tensors and nodes.
struct PlanFigures {
    std::vector<ModulePlace> places;  ///< none() for modules without tensors
    /// Bytes of the subtree in the planned dtype, each tied tensor once, by module.
    std::vector<std::uint64_t> bytes;
    /// The planned dtype of the subtree's parameters; nothing: none or several.
    std::vector<std::optional<DType>> dtypes;
    std::vector<bool> tied;  ///< modules that own a tied tensor
};

[[nodiscard]] PlanFigures planFigures(const PlacementPlan& plan);

/// A problem as the list shows it.
struct PlanProblem {
    PlanIssue issue;
    std::vector<ProblemFix> fixes;
};

/// Whatever takes a walk over the model to be shown, worked out once in the worker that made the
/// plan, so that views of 100,000 modules only read. Immutable and shared; undo steps keep it.
struct PlanView {
    /// More rows than this tell a person nothing new; the rest is counted.
    static constexpr std::size_t kMaxProblems = 40;

    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const PlanFigures> figures;
    std::shared_ptr<const BoardModel> board;
    std::vector<PlanProblem> problems;  ///< errors first, kMaxProblems at most
    std::size_t problemCount = 0;
    int errors = 0;
    int warnings = 0;
    /// Why the weights of the file cannot become this model, whatever the plan; it is among the
    /// problems, too. An error: the file is at fault; a warning: it can be planned alone.
    std::optional<PlanIssue> loadIssue;
    int hops = 0;             ///< changes of the running device in one forward pass
    double plannedBytes = 0;  ///< of the whole model, as the plan's dtypes make it
    double movedBytes = 0;    ///< of offloaded weights, to where they run, in one forward pass
};

/// Takes tens of milliseconds for 100,000 modules. `plan` may not be null. `loadIssue`: see
/// PlanView.
[[nodiscard]] std::shared_ptr<const PlanView> makePlanView(
    std::shared_ptr<const PlacementPlan> plan, std::optional<PlanIssue> loadIssue = std::nullopt);

/// PlanView::loadIssue of a plan, of a checkpoint with weights. Walks over all tensors.
[[nodiscard]] std::optional<PlanIssue> findLoadIssue(const PlacementPlan& plan,
                                                     const Checkpoint& checkpoint);

}  // namespace stowage
