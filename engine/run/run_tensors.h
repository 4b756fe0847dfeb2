// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/weight_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stowage {

/// Checks what a family needs of a source's tensors; the first that is missing or has another shape
/// is kept as the error.
class RunTensors {
public:
    explicit RunTensors(const WeightSource& source) : m_source(source) {}

    [[nodiscard]] bool has(const std::string& name) const {
        return m_source.describe(name).has_value();
    }
    /// The first of these prefixes under which `name` is there; the first where it is nowhere.
    [[nodiscard]] std::string prefixOf(const std::vector<std::string>& prefixes,
                                       const std::string& name) const;
    void require(const std::string& name, const std::vector<std::int64_t>& shape);
    /// Only where it is there.
    void check(const std::string& name, const std::vector<std::int64_t>& shape);
    /// `path`.weight [out × in], and `path`.bias [out] where it is there.
    void requireLinear(const std::string& path, std::int64_t in, std::int64_t out);
    void requireConv1D(const std::string& path, std::int64_t in, std::int64_t out);
    /// `path`.weight and `path`.bias.
    void requireLayerNorm(const std::string& path, std::int64_t width);
    void requireScale(const std::string& path, std::int64_t width);

    [[nodiscard]] Result<void> result() const { return m_error; }

private:
    const WeightSource& m_source;
    Result<void> m_error;
};

}  // namespace stowage
