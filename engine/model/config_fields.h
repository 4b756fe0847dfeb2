// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/architecture_file.h"
#include "engine/model/dtype.h"

#include <string>

namespace stowage {

/// Reads what a family asks of a configuration: each of its fields (or the default), its tables,
/// then what is derived from them. `config` is an object; `file` is for messages.
/// Errors: Malformed (a field of another kind than its default, a negative or absurd number, a
/// derived value that cannot be worked out).
[[nodiscard]] Result<ConfigScope> readConfigFields(const ArchitectureFile& architecture,
                                                   const ConfigPart& config,
                                                   const std::string& file);

/// "dtype" or "torch_dtype" of a configuration; float32 where it says nothing.
/// Errors: Malformed, Unsupported.
[[nodiscard]] Result<DType> readConfigDtype(const ConfigJson& config, const std::string& file);

/// The class to build: `chosen`, else the first of "architectures", else the family's first.
/// Errors: Malformed, Unsupported (the family has no such class).
[[nodiscard]] Result<std::string> readConfigClass(const ArchitectureFile& architecture,
                                                  const ConfigJson& config,
                                                  const std::string& chosen,
                                                  const std::string& file);

}  // namespace stowage
