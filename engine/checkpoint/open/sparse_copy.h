// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace stowage {

/// Files that are copied in part: of each some pieces, with holes where nothing is written, which
/// take no room. One thread.
class SparseCopy {
public:
    /// `folder` must be there.
    explicit SparseCopy(std::string folder) : m_folder(std::move(folder)) {}
    ~SparseCopy();
    SparseCopy(const SparseCopy&) = delete;
    SparseCopy& operator=(const SparseCopy&) = delete;

    /// Writes into the file `name` below the folder, which has `fileBytes` bytes. All pieces of a
    /// file come one after another; a new name makes a new file. Errors: DiskFull, WriteFailed,
    /// PermissionDenied.
    [[nodiscard]] Result<void> write(const std::string& name, std::uint64_t fileBytes,
                                     std::uint64_t offset, std::span<const std::byte> bytes);
    /// To be called once, last. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> finish();

private:
    [[nodiscard]] std::string path() const { return m_folder + "/" + m_name; }

    std::string m_folder;
    std::string m_name;  ///< of the open file
    int m_file = -1;
};

}  // namespace stowage
