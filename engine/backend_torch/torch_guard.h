// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <string>
#include <type_traits>

namespace stowage {

/// Runs `work` (which returns a Result) and turns whatever LibTorch throws into an Error: the
/// wall at which exceptions stop. `what` starts the sentence: "Casting 12 elements".
template <class Work>
[[nodiscard]] std::invoke_result_t<Work> guarded(const std::string& what, Work&& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, what + " failed: the host has no memory left.");
    } catch (const c10::Error& error) {
        const std::string reason = error.what_without_backtrace();
        const bool memory = reason.find("not enough memory") != std::string::npos;
        return fail(memory ? ErrorCode::OutOfMemory : ErrorCode::Internal,
                    what + " failed in LibTorch: " + reason);
    } catch (const std::exception& error) {
        return fail(ErrorCode::Internal, what + " failed in LibTorch: " + error.what());
    }
}

}  // namespace stowage
