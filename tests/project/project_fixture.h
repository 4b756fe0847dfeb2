// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/project/project.h"

#include <string>

namespace stowage::test {

/// A project of two drawn plans with something in every member, of a model that need not be there.
[[nodiscard]] Project sampleProject();

[[nodiscard]] std::string readText(const std::string& path);
void writeText(const std::string& path, const std::string& text);

}  // namespace stowage::test
