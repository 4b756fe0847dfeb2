// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace stowage {

/// The system's own words for an errno value, in English: "No space left on device".
[[nodiscard]] std::string systemErrorText(int errorNumber);

/// The failure of opening `path` for reading, as FileNotFound, PermissionDenied or ReadFailed.
[[nodiscard]] Unexpected openFailure(const std::string& path, int errorNumber);

/// The failure of creating or writing `path`, as PermissionDenied, DiskFull (also for an
/// exhausted quota), FileNotFound (its folder is missing) or WriteFailed.
[[nodiscard]] Unexpected writeFailure(const std::string& path, int errorNumber);

/// {"kind", "message", "message_parts"?, "file"?, "key"?, "offset"?}
[[nodiscard]] nlohmann::ordered_json errorJson(const Error& error);
/// The error that errorJson() wrote; Internal for a kind that this version does not know.
[[nodiscard]] Error readError(const nlohmann::ordered_json& object);

/// What an exception comes to, as the parts tell each other of failures: memory that is missing is
/// OutOfMemory, anything else a defect of ours. `doing` ends the sentence "There was not enough
/// memory for …": `phrase("opening the model")`. `fault` may not be null.
[[nodiscard]] Error errorOf(const std::exception_ptr& fault, Phrase doing);

template <class T>
inline constexpr bool kIsResult = false;
template <class T>
inline constexpr bool kIsResult<Result<T>> = true;

/// Calls `work`, and ends every exception here: nothing may leave the function of a thread, where
/// it would end the program. Returns what `work` returns as a Result, or the error that the
/// exception stands for.
template <class Work>
[[nodiscard]] auto catchExceptions(Phrase doing, Work&& work) {
    using Value = std::invoke_result_t<Work>;
    using Plain = std::remove_cvref_t<Value>;
    using Ended = std::conditional_t<kIsResult<Plain>, Plain, Result<Value>>;
    try {
        if constexpr (std::is_void_v<Value>) {
            std::forward<Work>(work)();
            return Ended();
        } else {
            return Ended(std::forward<Work>(work)());
        }
    } catch (...) {
        return Ended(Unexpected{errorOf(std::current_exception(), doing)});
    }
}

}  // namespace stowage
