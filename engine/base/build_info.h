// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace stowage {

/// What this build was made with, and which releases of the libraries its planners follow: those
/// whose recorded answers the tests hold them to.
struct BuildInfo {
    std::string_view libtorch;  ///< "2.15.0"; "" where loading was left out of the build
    std::string_view qt;        ///< "6.4.2", of the window; "" where that was left out
    std::string_view accelerate;
    std::string_view transformers;
};
[[nodiscard]] BuildInfo buildInfo();

/// The version of the lines of `stowagectl serve` (docs/serve.md).
inline constexpr int kServeVersion = 2;

}  // namespace stowage
