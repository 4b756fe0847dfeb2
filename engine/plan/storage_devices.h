// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace stowage {

/// The device of every tensor storage, by StorageId. Copies share what they have in common, in
/// pieces, so that hundreds of plans that differ by a block cost little more than one.
class StorageDevices {
public:
    using Place = std::optional<DeviceId>;
    /// In lists of indices: no device.
    static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

    StorageDevices() = default;
    /// `size` storages without a device.
    explicit StorageDevices(std::size_t size) { resize(size); }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Place operator[](std::size_t storage) const {
        const std::uint32_t index = (*m_pieces[storage / kPieceSize])[storage % kPieceSize];
        return index == kNowhere ? Place() : Place(m_devices[index]);
    }
    /// The first storage after this one that lies elsewhere; size() where there is none.
    [[nodiscard]] std::size_t endOfRun(std::size_t storage) const;
    void set(std::size_t storage, Place device);
    /// New storages have no device.
    void resize(std::size_t size);
    /// Gives all storages new devices: `indices` by StorageId, into `devices` (each once) or
    /// kNowhere. What stays alike stays shared. Returns the devices that got or lost a storage.
    std::vector<DeviceId> assign(std::span<const std::uint32_t> indices,
                                 std::span<const DeviceId> devices);
    friend bool operator==(const StorageDevices& a, const StorageDevices& b);

private:
    static constexpr std::size_t kPieceSize = 512;
    using Piece = std::array<std::uint32_t, kPieceSize>;

    std::uint32_t indexOf(Place device);
    static Piece emptyPiece();

    std::size_t m_size = 0;
    std::vector<DeviceId> m_devices;               ///< each once
    std::vector<std::shared_ptr<Piece>> m_pieces;  ///< a piece is changed only while unshared
};

}  // namespace stowage
