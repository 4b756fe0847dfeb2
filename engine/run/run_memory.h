// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_prediction.h"
#include "engine/run/stage_work.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// What a run will hold, device by device: no less than its peak, since not all of it need be there
/// at the same moment.
class RunMemory {
public:
    /// `passes`: the prompt's and, where tokens follow, such as have the largest caches and
    /// activations of the later ones. All must outlive the object.
    RunMemory(const RunModel& model, const RunSetting& setting, const std::vector<PassWork>& passes)
        : m_model(model), m_setting(setting), m_passes(passes) {}

    [[nodiscard]] PredictedMemory on(DeviceId device) const;

private:
    [[nodiscard]] std::uint64_t weightsOn(DeviceId device) const;
    [[nodiscard]] std::uint64_t windowOn(DeviceId device) const;
    [[nodiscard]] std::uint64_t largestGroupOn(DeviceId device) const;
    [[nodiscard]] std::vector<std::uint64_t> broughtAhead(DeviceId device) const;

    const RunModel& m_model;
    const RunSetting& m_setting;
    const std::vector<PassWork>& m_passes;
};

}  // namespace stowage
