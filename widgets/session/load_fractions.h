// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stowage {

/// How much of each module a running load has read, from its schedule and the bytes done so far:
/// reads go through the file in order, so the position tells which tensors are in place.
class LoadFractions {
public:
    explicit LoadFractions(std::shared_ptr<const LoadSchedule> schedule);

    /// `done` of `total` bytes: a phase that does not count file bytes is scaled to them.
    void setProgress(std::uint64_t done, std::uint64_t total);
    /// 0…1 over the bytes below `module`; 1 where nothing is to be loaded.
    [[nodiscard]] double of(ModuleId module) const;

private:
    struct Span {
        std::uint64_t begin = 0;  ///< in bytes read before the tensor
        std::uint64_t length = 0;
    };
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::vector<Span> m_spans;  ///< by StorageId
    std::uint64_t m_readBytes = 0;
    double m_position = 0;
};

}  // namespace stowage
