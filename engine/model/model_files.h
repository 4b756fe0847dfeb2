// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/embedded_file.h"

namespace stowage {

/// resources/architectures, a file a family.
[[nodiscard]] std::span<const EmbeddedFile> architectureFiles();

/// resources/presets.json, the only file.
[[nodiscard]] std::span<const EmbeddedFile> modelPresetFiles();

}  // namespace stowage
