// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/tensor_spec.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// Joins the storages of tied names, then numbers all storages in the order of the walk. Both
/// tables are borrowed; each tensor comes with a storage of its own.
class StorageJoiner {
public:
    using TensorsByName = std::unordered_map<std::string, TensorId>;

    StorageJoiner(std::vector<TensorSpec>& tensors, const TensorsByName& byName);

    /// Makes the tensors of these names one.
    /// Errors: Malformed (an unknown name, another shape or dtype than the first's).
    [[nodiscard]] Result<void> tie(const std::vector<std::string>& group);

    /// Writes each tensor's storage and returns how many there are and the groups of names that
    /// share one.
    [[nodiscard]] std::pair<std::uint32_t, std::vector<std::vector<TensorId>>> finish();

private:
    std::uint32_t find(std::uint32_t i);
    void join(std::uint32_t a, std::uint32_t b);

    std::vector<TensorSpec>& m_tensors;
    const TensorsByName& m_byName;
    std::vector<std::uint32_t> m_parent;
};

}  // namespace stowage
