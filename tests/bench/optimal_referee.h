// SPDX-License-Identifier: GPL-3.0-or-later
// A referee for the strategy `optimal` on models too large to try every plan of: a mixed-integer
// program of the same choices, solved by SciPy, whose plans the estimate prices.
#pragma once

#include "engine/base/result.h"
#include "tests/bench/optimal_trials.h"
#include "tests/bench/python_child.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace stowage::bench {

/// SciPy, where it is installed; Debian's interpreter before others.
[[nodiscard]] PythonChild refereeChild();

/// What the referee says of a case.
struct RefereeTrial {
    OptimalTrial found;           ///< `bruteForce`: of the referee's best plan, by the estimate
    std::optional<double> least;  ///< no plan takes less, by addition of bytes and of times
    bool isSolved = true;         ///< each program within its nodes
    std::size_t items = 0;
    std::size_t devices = 0;
};

/// A random model of up to 60 items on up to four devices. A plan of the referee's that carries the
/// work and takes less is a failure; so is a value below what the referee says is the least. Where
/// its plan takes more memory than the sum of its bytes, it is asked again with that much less
/// room. `nodes`: of a program at most. Errors: those of opening and estimating.
[[nodiscard]] Result<RefereeTrial> tryReferee(std::uint64_t seed, const std::string& folder,
                                              PythonChild& referee, std::uint64_t nodes);

}  // namespace stowage::bench
