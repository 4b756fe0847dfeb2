// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stowage::test {

/// A model that the real library built from a configuration
/// (tests/reference/dump_architectures.py).
struct RecordedArchitecture {
    std::string family;
    std::string name;
    std::string source;  ///< where the configuration's numbers stand
    std::string config;  ///< the text of its config.json
    std::uint64_t parameters = 0;
    std::shared_ptr<const ModuleTree> tree;
};

/// Every case of a folder of recorded families; empty where one of its files cannot be read.
std::vector<RecordedArchitecture> readRecordedArchitectures(const std::string& folder);

}  // namespace stowage::test
