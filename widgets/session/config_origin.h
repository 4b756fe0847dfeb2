// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// The config.json that an open model's class and modules come from. An immutable value.
struct ConfigOrigin {
    std::string file;  ///< "" where it was typed and lies in no file
    std::string text;
    std::string family;                ///< its model_type
    std::vector<std::string> classes;  ///< that the family has, as a config.json names them
    std::string ownClass;              ///< what it is built as without a choice
    /// How the family spells the switch that ties input and output; "": it has none.
    std::string tieField;
    bool isTieOn = false;
};

/// What a config.json says of the family's classes; null where the family is not known. `file` may
/// be "". Takes a millisecond.
[[nodiscard]] std::shared_ptr<const ConfigOrigin> readConfigOrigin(const std::string& text,
                                                                   const std::string& file);

/// The same for an opened checkpoint: the file that it is, or the one that it took its class from;
/// null where there is none. Reads up to 4 MiB: run it in a worker.
[[nodiscard]] std::shared_ptr<const ConfigOrigin> configOriginOf(const Checkpoint& checkpoint);

/// The classes that could be asked for where opening `path` failed because of one; else none.
/// Reads as configOriginOf() does.
[[nodiscard]] std::vector<std::string> classesInstead(const Error& error, const std::string& path);

}  // namespace stowage
