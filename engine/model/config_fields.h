// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/architecture_file.h"
#include "engine/model/dtype.h"

#include <optional>
#include <string>

namespace stowage {

/// Reads what a family asks of a configuration: each of its fields (or the default), its tables,
/// then what is derived from them, held to its checks. `config` is an object; `file` is for
/// messages; `known` has values beside them (of the configuration's parts). Errors: Malformed (a
/// field of another kind than its default, a negative or absurd number, a derived value that cannot
/// be worked out, fields that contradict each other).
[[nodiscard]] Result<ConfigScope> readConfigFields(const ArchitectureFile& architecture,
                                                   const ConfigPart& config,
                                                   const std::string& file,
                                                   const ConfigScope& known = ConfigScope());

/// Adds the fields that facts alone depend on to what readConfigFields() read. One of another kind
/// than its default, or with an absurd number, counts as null.
void readFactFields(const ArchitectureFile& architecture, const ConfigPart& config,
                    ConfigScope& scope);

/// "dtype" or "torch_dtype" of a configuration; nothing where it says neither, or "auto".
/// Error: Malformed.
[[nodiscard]] Result<std::optional<DType>> readDeclaredDtype(const ConfigJson& config,
                                                             const std::string& file);

/// The class to build: `chosen`, else the first of "architectures", else the family's first.
/// Errors: Malformed, Unsupported (the family has no such class).
[[nodiscard]] Result<std::string> readConfigClass(const ArchitectureFile& architecture,
                                                  const ConfigJson& config,
                                                  const std::string& chosen,
                                                  const std::string& file);

}  // namespace stowage
