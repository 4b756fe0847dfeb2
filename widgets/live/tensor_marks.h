// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/memory_sampler.h"
#include "widgets/charts/chart_curves.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// The tensors that a load brought in, as marks on its clock.
class TensorMarks {
public:
    using Marks = std::shared_ptr<const std::vector<ChartMark>>;

    /// Never null.
    [[nodiscard]] const Marks& marks() const { return m_marks; }
    void clear() { m_marks = std::make_shared<const std::vector<ChartMark>>(); }
    /// Reads all that the sampler has: those of a load may have been read as if they were the
    /// load's before.
    void readAgain(MemorySampler& sampler, std::optional<double> origin);
    /// Reads what came since; `origin`: of the load, on the sampler's clock.
    void read(MemorySampler& sampler, std::optional<double> origin);
    /// The tensor that was being brought in then: the next one to be complete.
    [[nodiscard]] std::optional<ChartMark> at(double seconds) const;

private:
    Marks m_marks = std::make_shared<const std::vector<ChartMark>>();
    std::uint64_t m_cursor = 0;  ///< in the sampler's marks
};

}  // namespace stowage
