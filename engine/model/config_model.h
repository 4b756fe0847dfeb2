// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/architecture_file.h"
#include "engine/model/config_tree.h"
#include "engine/model/dtype.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stowage {

struct ConfigModel;

/// The configurations inside a configuration ("text_config", "vision_config"), by their fields.
using ConfigParts = std::map<std::string, std::shared_ptr<const ConfigModel>, std::less<>>;

/// Reads what a family's "parts" name: each of those objects by the rules of its own family, all
/// with the dtype of the whole, as the library builds them. A part that the configuration leaves
/// out has its family's defaults. Errors: Malformed (no object, or what readConfigFields() finds in
/// it), Unsupported (a part whose model_type is another one).
[[nodiscard]] Result<ConfigParts> readConfigParts(const ArchitectureFile& family,
                                                  const ConfigPart& config,
                                                  std::optional<DType> dtype,
                                                  const std::string& file);

/// What expressions of the whole see of its parts: text_config.hidden_size and so on, with defaults
/// and derived values.
[[nodiscard]] ConfigScope scopeOfParts(const ConfigParts& parts);

/// A model's configuration, read and checked: all that its tree is made of. A value.
struct ConfigModel {
    std::string file;  ///< for messages
    ArchitectureFile family;
    std::string className;               ///< the class to build
    std::optional<DType> declaredDtype;  ///< "dtype" or "torch_dtype"; nothing where it is not said
    ConfigScope fields;                  ///< the family's fields, tables and what is derived
    ConfigParts parts;                   ///< the configurations inside it
    bool isBesideWeights = false;        ///< loading keeps some of its tensors float32
    bool isQuantized = false;            ///< it has a "quantization_config"
    bool isMxfp4 = false;                ///< and that names the method mxfp4
};

/// Reads a configuration. Errors: those of draftFromConfig() but for the sizes of what is built.
[[nodiscard]] Result<ConfigModel> readConfigModel(std::string_view text, const std::string& file,
                                                  const std::string& className = {});

/// No configuration alone describes more modules. Files of the largest models have more, where each
/// of an MoE's experts is one.
inline constexpr std::size_t kMaxConfigModules = std::size_t{1} << 16;

/// The modules of a configuration's class. `layout`: one of the family's, whose classes stand in
/// place of the class's own; null: none. Errors: Malformed (a size that the fields make absurd),
/// LimitExceeded (more than `maxModules`).
[[nodiscard]] Result<ModelDraft> draftOf(const ConfigModel& model,
                                         const ArchitectureLayout* layout = nullptr,
                                         std::size_t maxModules = kMaxConfigModules);

}  // namespace stowage
