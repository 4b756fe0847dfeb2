// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/process_memory_json.h"

#include <cstdint>
#include <optional>

namespace stowage {

nlohmann::ordered_json processMemoryJson(const ProcessMemory& memory) {
    const auto orNull = [](const std::optional<std::uint64_t>& value) {
        return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
    };
    return {{"rss", orNull(memory.rss)},
            {"anon", orNull(memory.anon)},
            {"file", orNull(memory.file)},
            {"shmem", orNull(memory.shmem)}};
}

}  // namespace stowage
