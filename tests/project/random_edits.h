// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/plan/plan_fixture.h"

#include <random>
#include <string>

namespace stowage::test {

/// Draws edits of every kind for a plan, right and wrong ones; equal seeds give equal edits.
class EditDrawer {
public:
    explicit EditDrawer(unsigned seed) : m_random(seed) {}

    [[nodiscard]] PlanEdit draw(const PlacementPlan& plan);
    /// A number below `limit`.
    [[nodiscard]] unsigned below(unsigned limit) {
        return static_cast<unsigned>(m_random() % limit);
    }

private:
    [[nodiscard]] std::string module(const PlacementPlan& plan);
    [[nodiscard]] DeviceId device(const PlacementPlan& plan);
    [[nodiscard]] std::string size(const PlacementPlan& plan);
    [[nodiscard]] Quantization quantization();
    [[nodiscard]] Workload workload();
    [[nodiscard]] HookOptions hooks(const PlacementPlan& plan);
    [[nodiscard]] LoadModelPreset preset();
    [[nodiscard]] PlanEdit devicesEdit(const PlacementPlan& plan);
    [[nodiscard]] PlanEdit mapEdit(const PlacementPlan& plan);

    std::mt19937 m_random;
};

/// A request with all that no edit sets: names and links of devices, others' memory, limits that
/// are no whole numbers.
[[nodiscard]] PlacementRequest drawnRequest(unsigned seed);

}  // namespace stowage::test
