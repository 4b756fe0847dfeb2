// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <type_traits>

namespace stowage {

/// The exception that is being handled, as an Error: DeviceOutOfMemory where the card has no room,
/// DeviceLost for any other failure of CUDA, else as errorOfCurrentException(). Call it inside a
/// catch block only.
[[nodiscard]] Error cudaErrorOfCurrentException(const std::string& what);

/// Runs `work` (which returns a Result) and turns what CUDA or LibTorch throws into an Error.
template <class Work>
[[nodiscard]] std::invoke_result_t<Work> guardedOnCard(const std::string& what, Work&& work) {
    try {
        return work();
    } catch (...) {
        return Unexpected{cudaErrorOfCurrentException(what)};
    }
}

}  // namespace stowage
