// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/storage_devices.h"

#include <algorithm>
#include <unordered_map>

namespace stowage {

StorageDevices::Piece StorageDevices::emptyPiece() {
    Piece piece;
    piece.fill(kNowhere);
    return piece;
}

std::uint32_t StorageDevices::indexOf(Place device) {
    if (!device) {
        return kNowhere;
    }
    const auto found = std::find(m_devices.begin(), m_devices.end(), *device);
    const auto index = static_cast<std::uint32_t>(found - m_devices.begin());
    if (found == m_devices.end()) {
        m_devices.push_back(*device);
    }
    return index;
}

std::size_t StorageDevices::endOfRun(std::size_t storage) const {
    const std::uint32_t index = (*m_pieces[storage / kPieceSize])[storage % kPieceSize];
    while (storage < m_size) {
        const Piece& piece = *m_pieces[storage / kPieceSize];
        const std::size_t first = storage % kPieceSize;
        const std::size_t end = std::min(kPieceSize, m_size - (storage - first));
        for (std::size_t i = first; i < end; ++i) {
            if (piece[i] != index) {
                return storage + (i - first);
            }
        }
        storage += end - first;
    }
    return m_size;
}

void StorageDevices::set(std::size_t storage, Place device) {
    std::shared_ptr<Piece>& piece = m_pieces[storage / kPieceSize];
    if (piece.use_count() > 1) {
        piece = std::make_shared<Piece>(*piece);
    }
    (*piece)[storage % kPieceSize] = indexOf(device);
}

void StorageDevices::resize(std::size_t size) {
    for (std::size_t i = size; i < m_size; ++i) {
        set(i, std::nullopt);
    }
    m_size = size;
    m_pieces.resize((size + kPieceSize - 1) / kPieceSize);
    for (std::shared_ptr<Piece>& piece : m_pieces) {
        if (!piece) {
            piece = std::make_shared<Piece>(emptyPiece());
        }
    }
}

std::vector<DeviceId> StorageDevices::assign(std::span<const std::uint32_t> indices,
                                             std::span<const DeviceId> devices) {
    resize(indices.size());
    std::unordered_map<DeviceId, std::uint32_t> known;
    for (const DeviceId device : m_devices) {
        known.emplace(device, static_cast<std::uint32_t>(known.size()));
    }
    std::vector<std::uint32_t> own;  // by index into `devices`
    for (const DeviceId device : devices) {
        const auto [found, isNew] =
            known.try_emplace(device, static_cast<std::uint32_t>(m_devices.size()));
        if (isNew) {
            m_devices.push_back(device);
        }
        own.push_back(found->second);
    }
    std::vector<bool> isChanged(m_devices.size());
    const auto mark = [&isChanged](std::uint32_t index) {
        if (index != kNowhere) {
            isChanged[index] = true;
        }
    };
    Piece next = emptyPiece();
    for (std::size_t first = 0; first < indices.size(); first += kPieceSize) {
        const std::size_t count = std::min(kPieceSize, indices.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t index = indices[first + i];
            next[i] = index == kNowhere ? kNowhere : own[index];
        }
        std::shared_ptr<Piece>& piece = m_pieces[first / kPieceSize];
        const auto end = next.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::equal(next.begin(), end, piece->begin())) {
            continue;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (next[i] != (*piece)[i]) {
                mark(next[i]);
                mark((*piece)[i]);
            }
        }
        Piece changed = emptyPiece();
        std::copy(next.begin(), end, changed.begin());
        piece = std::make_shared<Piece>(changed);
    }
    std::vector<DeviceId> result;
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        if (isChanged[i]) {
            result.push_back(m_devices[i]);
        }
    }
    return result;
}

bool operator==(const StorageDevices& a, const StorageDevices& b) {
    if (a.m_size != b.m_size) {
        return false;
    }
    for (std::size_t i = 0; i < a.m_size; ++i) {
        if (a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace stowage
