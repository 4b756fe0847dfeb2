// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tensor_spec.h"
#include "engine/run/metered_compute.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace stowage {

inline constexpr std::uint64_t kFloatBytes = 4;
inline constexpr std::uint64_t kIndexBytes = 8;  ///< of a position, as LibTorch has them

[[nodiscard]] inline std::uint64_t meteredBytes(DType dtype, std::span<const std::int64_t> shape) {
    return storedBytes(dtype, elementCount(shape));
}

/// Memory of an activation, of others which are views of a part of it, or of a cache, in which
/// several begin, one longer than the other.
struct MeteredRoom {
    ReplayedMemory::BlockPtr block;
    std::uint64_t bytes = 0;  ///< asked for
    std::int64_t rows = 0;    ///< of a cache: there is room for
    std::int64_t width = 0;   ///< numbers of a row
};

/// An activation that is nothing but its shape, over memory that only the ledger knows.
class MeteredActivation : public Activation {
public:
    MeteredActivation(ComputePlace place, RowShape kind, std::vector<std::int64_t> shape,
                      std::shared_ptr<const MeteredRoom> room)
        : m_place(place), m_kind(kind), m_shape(std::move(shape)), m_room(std::move(room)) {}

    [[nodiscard]] std::vector<std::int64_t> shape() const override { return m_shape; }
    [[nodiscard]] ComputePlace place() const override { return m_place; }
    [[nodiscard]] DType dtype() const { return m_kind.dtype; }
    [[nodiscard]] DeviceId device() const { return m_kind.device; }
    [[nodiscard]] std::uint64_t bytes() const { return meteredBytes(m_kind.dtype, m_shape); }
    [[nodiscard]] const std::shared_ptr<const MeteredRoom>& room() const { return m_room; }
    /// False for columns of something wider: what needs numbers in a row copies them first.
    [[nodiscard]] bool isDense() const {
        return m_shape.front() == 1 || m_shape.back() == m_room->width;
    }

private:
    ComputePlace m_place;
    RowShape m_kind;
    std::vector<std::int64_t> m_shape;
    std::shared_ptr<const MeteredRoom> m_room;
};

/// An activation of MeteredCompute's, and a tensor of DescribedWeights'.
[[nodiscard]] inline const MeteredActivation& metered(const Activation& x) {
    return dynamic_cast<const MeteredActivation&>(x);
}
[[nodiscard]] inline const RunTensor& describedTensor(const Weight& weight) {
    return dynamic_cast<const DescribedWeight&>(weight).tensor();
}

}  // namespace stowage
