// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// The device of every tensor storage, by StorageId. Copies share what they have in common, in
/// pieces, so that hundreds of plans that differ by a block cost little more than one.
class StorageDevices {
public:
    using Place = std::optional<DeviceId>;

    StorageDevices() = default;
    /// `size` storages without a device.
    explicit StorageDevices(std::size_t size) { resize(size); }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] const Place& operator[](std::size_t storage) const {
        return (*m_pieces[storage / kPieceSize])[storage % kPieceSize];
    }
    void set(std::size_t storage, Place device);
    /// New storages have no device.
    void resize(std::size_t size);
    friend bool operator==(const StorageDevices& a, const StorageDevices& b);

private:
    static constexpr std::size_t kPieceSize = 512;
    using Piece = std::array<Place, kPieceSize>;

    std::size_t m_size = 0;
    std::vector<std::shared_ptr<Piece>> m_pieces;  ///< a piece is changed only while unshared
};

}  // namespace stowage
