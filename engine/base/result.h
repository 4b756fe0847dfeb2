// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace stowage {

/// Every way in which the engine can fail. Each code has a test.
enum class ErrorCode {
    Cancelled,           ///< the person stopped it; never shown as a failure
    InvalidArgument,     ///< wrong use: a size, a name, an option, a device
    FileNotFound,        ///< no such file or folder
    PermissionDenied,    ///< the file exists but may not be read or written
    NotARegularFile,     ///< a folder, FIFO or device where a file should be
    NoCheckpoint,        ///< a folder in which nothing can be opened
    UnknownFormat,       ///< the file's content matches no format we read
    Truncated,           ///< the file ends before its own header says so
    Malformed,           ///< the file breaks a rule of its format
    LimitExceeded,       ///< a cap of ours against hostile files was reached
    ForbiddenPickle,     ///< a pickle names a global or an opcode that is not allowed
    Unsupported,         ///< well formed, but a feature Stowage does not read
    KeyMismatch,         ///< tensor names, shapes or dtypes do not fit the model
    ReadFailed,          ///< the system refused a read
    WriteFailed,         ///< the system refused a write
    DiskFull,            ///< no room left on the file system
    OutOfMemory,         ///< the host has no memory left
    DeviceOutOfMemory,   ///< a device's capacity is exceeded
    DeviceLost,          ///< a device stopped answering while it was in use
    InvalidPlan,         ///< the device map does not cover the model
    VerificationFailed,  ///< loaded bytes differ from the file
    BackendUnavailable,  ///< LibTorch (or CUDA) could not be opened
    Internal,            ///< a defect of ours
};

/// What went wrong, where, and what to do, as one value.
/// `message` is one complete sentence or two; it already names file, key
/// and numbers. The other fields repeat the place for machines.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    Message message;
    std::string file;                       ///< empty: no file is involved
    std::string key;                        ///< tensor, JSON key or option; empty: none
    std::optional<std::uint64_t> offset{};  ///< byte offset in `file`
};

/// Stable snake_case name of a code, as `--json` prints it under `error.kind`.
[[nodiscard]] std::string_view errorCodeName(ErrorCode code);

/// Exit status of stowagectl for a code: 1 no, 2 usage, 3 input, 4 machine, 130 interrupted.
[[nodiscard]] int exitStatusFor(ErrorCode code);

/// Shorthand for the common case. A key above 4 KiB is cut, and then quoted as in messages.
[[nodiscard]] Error makeError(ErrorCode code, Message message, std::string file = {},
                              std::string key = {}, std::optional<std::uint64_t> offset = {});

/// Wraps an Error on its way into a Result: `return Unexpected{error};`
struct Unexpected {
    Error error;
};

/// Shorthand: `return fail(ErrorCode::Malformed, "…", path);`
[[nodiscard]] inline Unexpected fail(ErrorCode code, Message message, std::string file = {},
                                     std::string key = {},
                                     std::optional<std::uint64_t> offset = {}) {
    return Unexpected{makeError(code, std::move(message), std::move(file), std::move(key), offset)};
}

/// A value or an Error; the names are those of C++23's std::expected, which g++ 12 lacks.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Unexpected failure) : m_state(std::in_place_index<1>, std::move(failure.error)) {}

    [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return *get(); }
    const T& value() const& { return *get(); }
    T&& value() && { return std::move(*get()); }
    T& operator*() & { return *get(); }
    const T& operator*() const& { return *get(); }
    T&& operator*() && { return std::move(*get()); }
    T* operator->() { return get(); }
    const T* operator->() const { return get(); }

    [[nodiscard]] const Error& error() const& {
        assert(!has_value());
        return *std::get_if<1>(&m_state);
    }
    /// The failure, ready to be returned from a function with another value type.
    [[nodiscard]] Unexpected unexpected() const { return Unexpected{error()}; }

private:
    T* get() {
        assert(has_value());
        return std::get_if<0>(&m_state);
    }
    const T* get() const {
        assert(has_value());
        return std::get_if<0>(&m_state);
    }
    std::variant<T, Error> m_state;
};

/// Success without a value, or an Error: `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Unexpected failure) : m_error(std::move(failure.error)) {}

    [[nodiscard]] bool has_value() const { return !m_error.has_value(); }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] const Error& error() const& {
        assert(!has_value());
        return *m_error;
    }
    [[nodiscard]] Unexpected unexpected() const { return Unexpected{error()}; }

private:
    std::optional<Error> m_error;
};

}  // namespace stowage

/// Hands the failure of a Result on, out of the function that this stands in; a success goes on
/// with the next line: `const auto tree = read(path); STOWAGE_TRY(tree); use(*tree);`
#define STOWAGE_TRY(...)                                               \
    do {                                                               \
        if (const auto& stowageTried = (__VA_ARGS__); !stowageTried) { \
            return stowageTried.unexpected();                          \
        }                                                              \
    } while (false)
