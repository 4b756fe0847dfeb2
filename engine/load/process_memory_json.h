// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/host_memory.h"

#include <nlohmann/json.hpp>

namespace stowage {

/// {"rss", "anon", "file", "shmem"}, bytes; what is not known is null.
[[nodiscard]] nlohmann::ordered_json processMemoryJson(const ProcessMemory& memory);

}  // namespace stowage
