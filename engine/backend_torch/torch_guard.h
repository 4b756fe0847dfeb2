// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <type_traits>

namespace stowage {

/// The exception that is being handled, as an Error. Call it inside a catch block only.
[[nodiscard]] Error errorOfCurrentException(const std::string& what);

/// Runs `work` (which returns a Result) and turns whatever LibTorch throws into an Error: the
/// wall at which exceptions stop. `what` starts the sentence: "Casting 12 elements".
template <class Work>
[[nodiscard]] std::invoke_result_t<Work> guarded(const std::string& what, Work&& work) {
    try {
        return work();
    } catch (...) {
        return Unexpected{errorOfCurrentException(what)};
    }
}

}  // namespace stowage
