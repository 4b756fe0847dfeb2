// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace stowage {

/// Where tensors are spilled to disk until the last shard was read (Accelerate's
/// offload_state_dict). One file without a name in the system's folder for temporary files, so that
/// nothing stays, whatever ends the load.
class SpillFile {
public:
    /// Errors: PermissionDenied, DiskFull, WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<SpillFile>> create();
    ~SpillFile();
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    /// Appends bytes of a tensor; its parts come in order, tensor after tensor.
    /// Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> append(std::uint32_t tensor, std::span<const std::byte> bytes);
    /// Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint32_t tensor, std::uint64_t offset,
                                    std::span<std::byte> target) const;

private:
    SpillFile(std::string folder, int descriptor)
        : m_folder(std::move(folder)), m_descriptor(descriptor) {}

    std::string m_folder;
    int m_descriptor;
    std::uint64_t m_end = 0;
    std::map<std::uint32_t, std::uint64_t> m_begins;  ///< tensor → where its bytes begin
};

}  // namespace stowage
