// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/safetensors_entry.h"

#include <array>
#include <cstdint>

namespace stowage {
namespace {

/// Tensors have fewer; more are for the walk.
constexpr std::size_t kMaxSizes = 8;
constexpr std::size_t kMaxDTypeBytes = 16;
/// Every number of so many digits fits 63 bits.
constexpr std::size_t kMaxDigits = 18;

/// Walks a text that should be of a certain form; false and nothing else where it is not.
class Matcher {
public:
    explicit Matcher(std::string_view text)
        : m_begin(text.data()), m_at(text.data()), m_end(text.data() + text.size()) {}

    bool take(std::string_view word) {
        if (left() < word.size() || std::string_view(m_at, word.size()) != word) {
            return false;
        }
        m_at += word.size();
        return true;
    }
    bool take(char c) {
        const bool isThere = m_at != m_end && *m_at == c;
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    /// A whole number without leading zeros.
    bool take(std::uint64_t& value) {
        const char* const begin = m_at;
        value = 0;
        for (; m_at != m_end && *m_at >= '0' && *m_at <= '9'; ++m_at) {
            value = 10 * value + static_cast<std::uint64_t>(*m_at - '0');
        }
        const auto digits = static_cast<std::size_t>(m_at - begin);
        return digits > 0 && digits <= kMaxDigits && (digits == 1 || *begin != '0');
    }
    /// What stands before a quote that is near.
    bool takeName(std::string_view& name) {
        const char* const begin = m_at;
        while (m_at != m_end && *m_at != '"' &&
               static_cast<std::size_t>(m_at - begin) < kMaxDTypeBytes) {
            ++m_at;
        }
        name = {begin, static_cast<std::size_t>(m_at - begin)};
        return take('"');
    }
    [[nodiscard]] std::size_t taken() const { return static_cast<std::size_t>(m_at - m_begin); }

private:
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

    const char* m_begin;
    const char* m_at;
    const char* m_end;
};

}  // namespace

std::optional<std::size_t> usualEntry(std::string_view text, SafetensorsEntry& entry) {
    Matcher matcher(text);
    std::string_view dtypeText;
    if (!matcher.take(R"({"dtype":")") || !matcher.takeName(dtypeText) ||
        !matcher.take(R"(,"shape":[)")) {
        return std::nullopt;
    }
    // Mostly that of the entry before, which is found at once.
    const auto dtype = safetensorsName(entry.dtype) == dtypeText
                           ? std::optional(entry.dtype)
                           : dtypeFromSafetensorsName(dtypeText);
    if (!dtype) {
        return std::nullopt;
    }
    std::array<std::int64_t, kMaxSizes> sizes{};
    std::size_t count = 0;
    if (!matcher.take(']')) {
        do {
            std::uint64_t size = 0;
            if (count == kMaxSizes || !matcher.take(size)) {
                return std::nullopt;
            }
            sizes[count++] = static_cast<std::int64_t>(size);
        } while (matcher.take(','));
        if (!matcher.take(']')) {
            return std::nullopt;
        }
    }
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (!matcher.take(R"(,"data_offsets":[)") || !matcher.take(begin) || !matcher.take(',') ||
        !matcher.take(end) || !matcher.take("]}")) {
        return std::nullopt;
    }
    entry.dtype = *dtype;
    entry.shape.assign(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(count));
    entry.begin = begin;
    entry.end = end;
    return matcher.taken();
}

}  // namespace stowage
