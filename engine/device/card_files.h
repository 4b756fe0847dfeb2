// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/embedded_file.h"

namespace stowage {

/// resources/devices, a file a card.
[[nodiscard]] std::span<const EmbeddedFile> cardFiles();

}  // namespace stowage
