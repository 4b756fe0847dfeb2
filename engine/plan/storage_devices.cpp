// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/storage_devices.h"

namespace stowage {

void StorageDevices::set(std::size_t storage, Place device) {
    std::shared_ptr<Piece>& piece = m_pieces[storage / kPieceSize];
    if (piece.use_count() > 1) {
        piece = std::make_shared<Piece>(*piece);
    }
    (*piece)[storage % kPieceSize] = device;
}

void StorageDevices::resize(std::size_t size) {
    for (std::size_t i = size; i < m_size; ++i) {
        set(i, std::nullopt);
    }
    m_size = size;
    m_pieces.resize((size + kPieceSize - 1) / kPieceSize);
    for (std::shared_ptr<Piece>& piece : m_pieces) {
        if (!piece) {
            piece = std::make_shared<Piece>();
        }
    }
}

bool operator==(const StorageDevices& a, const StorageDevices& b) {
    if (a.m_size != b.m_size) {
        return false;
    }
    for (std::size_t i = 0; i < a.m_pieces.size(); ++i) {
        if (a.m_pieces[i] != b.m_pieces[i] && *a.m_pieces[i] != *b.m_pieces[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace stowage
