// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_steps.h"
#include "engine/load/execute/mapped_file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace stowage {

/// The files that a load has mapped, and what is asked of the disk ahead of the copies out of them.
/// Tensors are numbered as in LoadSchedule::tensors. For one thread.
class MappedShards {
public:
    /// `copies`: the tensors that will be copied out of maps, in order. `work` outlives the object.
    MappedShards(const LoadWork& work, std::vector<std::uint32_t> copies);

    /// Maps every file that holds a tensor of the load. Errors: those of MappedFile::map.
    [[nodiscard]] Result<void> mapAll();
    /// Maps the one file that holds `tensor`. Errors: those of MappedFile::map.
    [[nodiscard]] Result<void> mapFileOf(std::uint32_t tensor);
    /// Views keep their own share of what is unmapped. Errors: those of checkAll.
    [[nodiscard]] Result<void> unmapAll();
    /// The same of the one file that holds `tensor`. Errors: those of check.
    [[nodiscard]] Result<void> unmapFileOf(std::uint32_t tensor);

    /// All bytes between the first and the last of a tensor, which will be copied next; its file is
    /// mapped. The disk is kept busy from here on. Errors: those of check.
    [[nodiscard]] Result<std::span<std::byte>> bytesToCopy(std::uint32_t tensor);
    /// So many bytes more were copied out of maps: as many more are asked for.
    void copied(std::uint64_t bytes);
    /// A tensor's memory that is a part of the map of its file. Errors: those of check.
    [[nodiscard]] Result<std::shared_ptr<MappedView>> view(std::uint32_t tensor) const;

    /// Of the file that holds `tensor`. Errors: those of MappedFile::check.
    [[nodiscard]] Result<void> check(std::uint32_t tensor) const;
    /// Of all that are mapped.
    [[nodiscard]] Result<void> checkAll() const;

private:
    [[nodiscard]] Result<void> map(std::uint32_t shard);
    [[nodiscard]] const std::shared_ptr<MappedFile>& mapOf(std::uint32_t tensor) const;
    void expectAhead();

    const LoadWork& m_work;
    std::vector<std::uint32_t> m_copies;
    std::size_t m_expecting = 0;       ///< of m_copies: the first not wholly expected
    std::uint64_t m_expectedPart = 0;  ///< of that one
    std::uint64_t m_expectedBytes = 0;
    std::uint64_t m_copiedBytes = 0;
    std::map<std::uint32_t, std::shared_ptr<MappedFile>> m_maps;  ///< by shard
};

}  // namespace stowage
