// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"
#include "engine/run/weight_source.h"

#include <cstdint>
#include <unordered_map>

namespace stowage {

/// The weights of a model as a load will leave them, before it: names, shapes and the dtypes to
/// which they are cast. Enough to ask what the model is and whether it can be run; none is lent.
class ScheduledWeights : public WeightSource {
public:
    /// The schedule must outlive the source.
    explicit ScheduledWeights(const LoadSchedule& schedule);

    [[nodiscard]] std::vector<std::string> names() const override { return m_names; }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override;
    /// Error: Internal, always.
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

private:
    const LoadSchedule& m_schedule;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_scheduled;  ///< by name
};

}  // namespace stowage
