// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace stowage {

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
